// tables.h - what the stored trials say: for every series, start and configuration a cell with its
// statistics, the printed figure and a verdict.
#ifndef LAB_REPORT_TABLES_H
#define LAB_REPORT_TABLES_H

#include "lab/report/match_table.h"
#include "base/stats/rank_tests.h"
#include "lab/store.h"

// A printed figure; NaN where the print has none.
typedef struct Printed {
    bool   there;
    double mean, sd, saving, effect;   // saving: computed from the printed means
    int    significant;                // against the control: 1 yes, 0 no, -1 not said
    char   p[EXPERIMENT_NAME_MAX];     // the p-value as printed, or ""
} Printed;

typedef enum {
    VERDICT_NONE,     // nothing printed, the control, or no trials
    VERDICT_AGREES,   // direction and significance as printed, saving within VERDICT_POINTS
    VERDICT_SAVING,   // direction and significance as printed, saving further off
    VERDICT_SIGNIFICANCE,
    VERDICT_DIRECTION,
} Verdict;
enum { VERDICT_POINTS = 10 };   // percentage points

// One configuration from one start. Savings are shares (0.25), against the first configuration of the series;
// NaN for that one itself.
typedef struct Cell {
    const Configuration *configuration;
    Start                start;
    char                 player[TEXT_MAX];
    int                  trials;   // stored
    // of the count the series asks for, per what it asks for (a trial, a move)
    double mean, sd, median;
    double mean_nodes, mean_interior, mean_seconds;   // per the same
    double mean_turns, mean_list;                     // per trial
    double saving;
    // 95 %, bootstrap over trials (paired when positions are shared)
    Interval saving_interval;
    RankTest mann_whitney, wilcoxon;   // wilcoxon: only when positions are shared
    double   p_holm;                   // the two-sided Mann-Whitney p, corrected over the table
    double   glass, cliff;
    bool     with_cuts;
    double   cuts[CUT_INDEX_MAX];   // shares of the cut-offs by index
    Printed  printed;
    Verdict  verdict;
} Cell;

typedef struct Table {
    const Experiment *experiment;
    const Series     *series;
    char              game[TEXT_MAX];
    int               count;   // starts x configurations, start by start, the control first
    Cell             *cells;   // owned
} Table;

typedef struct Tables {
    int      count;
    Table   *list;                              // owned
    int      verdicts[VERDICT_DIRECTION + 1];   // how many cells of each
    uint64_t seed;                              // of the bootstrap
    char     makers[TEXT_MAX];                  // program and machine

    int         match_count;   // experiments of matches
    MatchTable *matches;       // owned
    int         match_verdicts[MATCH_VERDICTS];
} Tables;

// Reads and computes everything about these experiments. `trials` as in PlanOptions: 0 means as the
// experiments say.
bool tables_make(Tables *tables, Store *store, const Experiment experiments[], int count, int trials,
                 Status *status);
void tables_close(Tables *tables);

// Leaves out the tables of matches without a game.
void tables_drop_unplayed(Tables *tables);

// "agrees", "saving differs", "significance differs", "direction differs", ""
const char *verdict_name(Verdict v);

#endif
