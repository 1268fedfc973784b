// kind.h - a kind of experiment: everything that tells one kind from another, as one table of functions.
//
// A kind is a file kinds/<kind>.c that defines `const ExperimentKind kind_<kind>`, and a line in kinds.def.
// The parser, the plan, the store and the reports loop over the kinds and never ask which one it is. What a
// kind measures is made of:
//
//   experiment   has tables (one, or one per series) and tasks (trials to be run)
//   task         trials of one protocol; running one gives rows, which the store keeps (lab/store.h)
//   table        cells with their statistics, made of the stored rows; shown by columns (report/column.h)
//
// Members are REQUIRED unless they are marked OPTIONAL.
#ifndef LAB_KINDS_KIND_H
#define LAB_KINDS_KIND_H

#include "lab/missing_databases.h"
#include "lab/report/column.h"
#include "lab/report/tables.h"
#include "lab/store.h"
#include "lab/task.h"
#include "play/lookups.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdio.h>

typedef struct PlotWriter PlotWriter;                               // report/plot_writer.h
typedef void              PlotKind(const Tables *, PlotWriter *);   // draws what these tables have data for

enum { ROW_LABELS = 3 };

// A verdict about a cell, beside the printed figure. Number 0 is "none", number 1 "agrees".
enum { VERDICT_NUMBER_AGREES = 1 };
typedef struct VerdictName {
    const char *name;         // "agrees"
    const char *css, *sign;   // class of the style sheet; a sign that is seen without colours
    const char *meaning;
    bool        tested;   // could it have failed? What cannot be told is not counted
} VerdictName;

// How many cells have a verdict that could have failed.
int verdicts_tested(const ExperimentKind *kind, const int counts[]);

struct ExperimentKind {
    const char *name;   // as a file's `kind` says it; the first kind is the default

    // Parse. The keys for the number of trials, and their defaults.
    const char *trials_key, *quick_key;
    int         trials, quick_trials;
    // Reads the keys that are the kind's own into experiment->body; refuses unknown ones.
    bool (*parse)(Experiment *, json_t *object, Status *);
    void (*close)(Experiment *);   // also after a parse that failed
    // Changes the file before it is parsed: another technique in the place of its own (lab/experiment.h).
    bool (*in_place)(json_t *object, const char *settings, Status *);
    // OPTIONAL: what else could stand in the technique's place, as settings, ended by NULL; NULL, as for an
    // experiment without printed figures.
    const char *const *(*rivals)(const Experiment *);
    // OPTIONAL: compares two configurations, "A,B" by their names, in every table that has both. Returns how
    // many there are, -1 with status when there is no room; 0.
    int (*compare)(Experiment *, const char *names, Status *);
    int (*tables)(const Experiment *);
    int (*cells)(const Experiment *);   // of all its tables
    // OPTIONAL: adds what must be built before it can be run; none.
    bool (*missing)(const Experiment *, MissingDatabases *, Status *);
    // OPTIONAL: is some of it decided by the clock, so that it must not share processors? No.
    bool (*timed)(const Experiment *);
    // OPTIONAL: does every trial follow from the seed, so that another one gives other trials? Yes.
    bool (*seeded)(const Experiment *);

    // Jobs.
    int (*tasks)(const Experiment *);
    // Task number i: part, number, column, together, rows, digest, protocol, players. The rest is 0.
    void (*task)(const Experiment *, int i, Task *);
    // OPTIONAL: what the threads share while the task is run; nothing.
    bool (*task_open)(Task *, Status *);
    void (*task_close)(Task *);

    // Run: trial number `trial` for these rows of the task, into `out`, an array of the struct that `rows` is
    // about. Depends on nothing but its arguments. False with an empty status when `stop` was set.
    const StoreRows *rows;
    bool (*run)(const Task *, int trial, const int rows[], int count, const atomic_bool *stop, void *out,
                Status *);
    // OPTIONAL: adds the databases that its first trial would look up now, so that it is not run when they
    // are not those of the rows that are there; otherwise that is seen afterwards.
    bool (*lookups)(const Task *, Lookups *, Status *);
    // Adds a trial that was run to the task's seconds and sums; says how it stands: "othello: saving 71 %".
    void (*tally)(Task *, const void *rows, int count);
    void (*progress)(const Task *, Text *out);

    // For rows as CSV: where a row of a task stands (the series, the start, the configuration), and the names
    // of these columns. Both have ROW_LABELS; a NULL name leaves a column out.
    const char *const *row_labels;
    void (*row_label)(const Task *, int row, const char *out[]);

    // Read and summarise: table number i. Fills part, count and cells (tables_close frees the cells).
    // `trials`: at most this many of each cell.
    bool (*summarise)(Table *, int i, Store *, int trials, const json_t *published, Status *);
    // OPTIONAL: is this table left out of a report for which no names were given? No.
    bool (*unplayed)(const Table *);

    // Columns, and what stands around a table.
    const Column *columns;   // ended by a NULL key
    size_t        cell_size;
    unsigned (*shown)(const Table *);          // which conditional columns it has: a set of WHEN_...
    int (*group)(const Table *, int cell);     // cells of one group stand together, in text
    int (*control)(const Table *, int cell);   // 1 when others are compared with this cell
    void (*unit)(const Table *, Text *out);    // OPTIONAL: the {unit} of its columns' headings; ""
    void (*text_head)(const Table *, const char *makers, FILE *out);   // lines above the table
    // OPTIONAL: what is compared beside the cells: lines below the table, which are folded, and a list for
    // programs; nothing.
    void (*text_more)(const Table *, FILE *out);
    json_t *(*json_more)(const Table *);
    void (*html_title)(const Table *, FILE *out);
    void (*html_protocol)(const Table *, FILE *out);   // items of a <dl> (report/page_parts.h)
    void (*html_players)(const Table *, FILE *out);    // below the table: what to type

    // All tables of the kind together. `counts`: how many cells have each verdict.
    const VerdictName *verdicts;
    int                verdict_count;
    int (*verdict)(const void *cell);
    // OPTIONAL: was this comparison looked at when conventions were chosen (lab/kinds/chosen.h), although its
    // table was not? No.
    bool (*used)(const Table *, int cell);
    void (*text_summary)(const Tables *, const int counts[], FILE *out);
    void (*html_summary)(const Tables *, const int counts[], FILE *out);
    const char      *method;   // HTML (kinds/<kind>/method.html, embedded as method_<kind>)
    const char      *file;     // of the tables as CSV beside a page, without ".csv"
    PlotKind *const *plots;    // ended by NULL
};

#define X(name) extern const ExperimentKind kind_##name;
#include "lab/kinds/kinds.def"
#undef X

enum { LAB_KINDS_MAX = 16, VERDICTS_MAX = 8 };
extern const ExperimentKind *const lab_kinds[];                   // ended by NULL, in the order of reports
const ExperimentKind              *kind_find(const char *name);   // NULL when there is none

#endif
