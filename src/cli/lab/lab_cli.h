// lab_cli.h - what the verbs of `pollard lab` share: experiments by name or file, the results file, times.
#ifndef CLI_LAB_LAB_CLI_H
#define CLI_LAB_LAB_CLI_H

#include "base/fold.h"
#include "cli/cli.h"
#include "lab/experiment.h"
#include "lab/store.h"

enum { EXPERIMENTS_MAX = 256 };

typedef struct Chosen {
    int        count;
    Experiment list[EXPERIMENTS_MAX];
    char      *texts[EXPERIMENTS_MAX];   // their files as they are; owned
} Chosen;

// What no name at all stands for: every experiment; the published tables; those of them that are not matches,
// which need databases.
typedef enum Choice { CHOOSE_ALL, CHOOSE_PUBLISHED, CHOOSE_COUNTS } Choice;

// The experiments that the command line names, or those of `choice`; NULL with status when one is unknown.
Chosen *choose(const Args *args, Choice choice, Status *status);
// The same, of args->words[first] on.
Chosen *choose_from(const Args *args, int first, Choice choice, Status *status);
void    chosen_close(Chosen *chosen);

const char *results_path(const Args *args);

// Opens the results with the digests that the user accepts; NULL with status when that fails.
Store *results_open(const Args *args, bool write, Status *status);
// The same for reading; *out is NULL when there are none yet and --results does not name them.
bool results_open_if_there(const Args *args, Store **out, Status *status);

// "35 s", "12 min", "3.4 h"; "unknown" below 0.
void seconds_text(double seconds, Text *out);

#define WORDS_EXPERIMENTS "[NAME|FILE.json ...]"
#define FLAG_RESULTS                                                                                         \
    {                                                                                                        \
        "results", "FILE", "where results are stored (default results.db)"                                   \
    }

#endif
