// tables.h - what the stored rows say: a table for every series or match experiment, with a cell of
// statistics, the printed figure and a verdict for everything that was compared. What a cell holds is its
// kind's affair (lab/kinds/kind.h).
#ifndef LAB_REPORT_TABLES_H
#define LAB_REPORT_TABLES_H

#include "lab/experiment.h"
#include "lab/store.h"

// What the verdicts would be with something else in the technique's place (report/rivals.h).
enum { RIVALS_MAX = 8 };
typedef struct Rival {
    const char *settings;   // "" for nothing at all
    int         agree, tested;
} Rival;

typedef struct Table {
    const Experiment *experiment;
    bool              first;   // of the experiment's tables
    const void       *part;    // of the experiment, as its kind has it: the series, the matches
    int               count;   // of the cells
    void             *cells;   // owned; each of the kind's cell_size
    // owned: what the kind compares beside the cells; NULL when there is nothing
    void *more;
    int   more_count;
    int   rival_count;   // 0: they were not asked for, or there are none
    Rival rivals[RIVALS_MAX];
    // Of the programs that made its rows, each once, separated by ", "; "" without rows.
    char digests[200], commits[TEXT_MAX];
    char gap[TEXT_MAX];                // which rows are not shown for want of one before them; mostly ""
    bool registered;                   // the experiment was, as it is run
    char registration[2 * TEXT_MAX];   // whether it was before it ran, and what was tried
} Table;

enum { FOREIGN_MAX = 16 };

typedef struct Tables {
    int      count;
    Table   *list;               // owned; kind by kind
    uint64_t seed;               // of the bootstrap
    char     makers[TEXT_MAX];   // program, commit and machine
    // Rows of other digests that were met, used or left aside.
    int          foreign_count;
    StoreForeign foreign[FOREIGN_MAX];
} Tables;

enum { BOOTSTRAP_SEED = 1 };

// Reads and computes everything about these experiments. `trials` as in PlanOptions: 0 means as the
// experiments say.
bool tables_make(Tables *tables, Store *store, const Experiment experiments[], int count, int trials,
                 Status *status);
void tables_close(Tables *tables);

// Leaves out the tables that have not been played, where their kind says so.
void tables_drop_unplayed(Tables *tables);

// Those of one kind, as a part of `tables`: not to be closed.
Tables tables_of_kind(const Tables *tables, const ExperimentKind *kind);

// Is there something to say about this kind? The first kind is there when there is no table at all.
bool tables_have_kind(const Tables *tables, const ExperimentKind *kind);

// "3 of 4 tables changed by --in-place none: not what their files say"; nothing when none is.
void tables_changes(const Tables *tables, Text *out);

// How many cells of tables of one kind have each verdict: counts has room for VERDICTS_MAX.
void tables_verdicts(const Tables *of_kind, int counts[]);

#endif
