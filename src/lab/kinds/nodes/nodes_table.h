// nodes_table.h - what the stored trials of a series say: for every start and configuration a cell with its
// statistics, the printed figure and a verdict.
#ifndef LAB_KINDS_NODES_NODES_TABLE_H
#define LAB_KINDS_NODES_NODES_TABLE_H

#include "base/stats/rank_tests.h"
#include "lab/kinds/nodes/trial.h"
#include "lab/report/tables.h"

#include <jansson.h>

// A printed figure; NaN where the print has none.
typedef struct Printed {
    bool   there;
    double mean, sd, saving, effect;   // saving: computed from the printed means
    int    significant;                // against the control: 1 yes, 0 no, -1 not said
    bool   contradicts;                // what print says of it elsewhere does not go with it
    char   p[EXPERIMENT_NAME_MAX];     // the p-value as printed, or ""
} Printed;

// docs/LAB.md says them in words.
typedef enum {
    VERDICT_NONE,           // nothing printed, the control, or fewer compared than VERDICT_TRIALS_LEAST
    VERDICT_AGREES,         // there is an effect, in the printed direction, within VERDICT_POINTS of print
    VERDICT_SAVING,         // there is an effect, in the printed direction, further off
    VERDICT_SIGNIFICANCE,   // the printed effect would have been seen and was not, or print has none
    VERDICT_DIRECTION,      // there is an effect, in the other direction
    VERDICT_CANNOT_TELL,    // with this many trials the printed effect would not differ from none
    VERDICT_CONTRADICTS,    // the print contradicts itself
    VERDICTS,
} Verdict;
enum { VERDICT_POINTS = 10 };   // percentage points
// Of different games: exact tests of fewer cannot pass a correction over a table.
enum { VERDICT_TRIALS_LEAST = 10 };

// One configuration from one start. Savings are shares (0.25), against the first configuration of the series;
// NaN for that one itself.
typedef struct Cell {
    const Configuration *configuration;
    Start                start;
    int                  trials;   // stored
    // Those of different games: the first of equal ones (lab/kinds/different.h). All figures below are about
    // these. Not known where a row does not tell its game; then all trials are taken.
    int  different;
    bool different_known;
    // How many of them stand against the control, both having them: saving, interval, tests, effects and
    // verdict are about these. 0 for the control.
    int compared;
    // of the count the series asks for, per what it asks for (a trial, a move)
    double mean, sd, median;
    double mean_nodes, mean_interior;   // per the same
    double mean_turns, mean_list;       // per trial
    double saving;
    // 95 %, over trials (paired when positions are shared; base/stats/statistics.h)
    Interval saving_interval;
    RankTest mann_whitney, wilcoxon;   // wilcoxon: only when positions are shared
    double   p;        // two-sided, of the test that fits the design: wilcoxon for pairs, else mann_whitney
    double   p_holm;   // corrected over the table
    double   control_ratio;   // of a control: its mean by the printed one; else NaN
    double   glass, cliff;
    bool     with_cuts;
    double   cuts[CUT_INDEX_MAX];   // shares of the cut-offs by index
    Printed  printed;
    Verdict  verdict;
    bool     used;   // it also stands in a table on which the conventions were chosen
} Cell;

// One configuration against another (series.h), over the trials of different games that both have.
typedef enum { CLAIM_UNJUDGED, CLAIM_HOLDS, CLAIM_FAILS, CLAIM_CANNOT_TELL } ClaimVerdict;
typedef struct CompareCell {
    const Comparison *comparison;
    Start             start;
    int               trials;     // of different games, that both have
    double            ratio;      // of the means
    Interval          interval;   // 95 %
    double            p;          // two-sided, as of a cell
    ClaimVerdict      verdict;
} CompareCell;

// Less and more ask for a test and an interval that leaves 1 out; equal for an interval within a tenth of 1,
// and fails where the interval lies outside of that. None below VERDICT_TRIALS_LEAST trials. Each claim is
// judged by itself: p is not corrected for how many there are.
ClaimVerdict claim_verdict(const CompareCell *cell);

// Reads and computes the table of a series (lab/kinds/kind.h: summarise): starts x configurations, start by
// start, the control first.
bool nodes_summarise(Table *table, int series, Store *store, int trials, const json_t *published,
                     Status *status);

// Fills in `used` of the table's cells (nodes_chosen.c).
bool nodes_mark_used(const Table *table, Cell cells[], Status *status);

// The verdict about a cell whose other members are filled.
Verdict nodes_verdict(const Cell *cell);

// Of a table of this kind.
const Series *table_series(const Table *table);
const Cell   *table_cells(const Table *table);

#endif
