// lab_cli.h - what the verbs of `pollard lab` share: experiments by name or file, the results file, times.
#ifndef CLI_LAB_LAB_CLI_H
#define CLI_LAB_LAB_CLI_H

#include "base/fold.h"
#include "cli/cli.h"
#include "lab/experiment.h"
#include "lab/state.h"
#include "lab/store.h"
#include "lab/verify.h"

enum { EXPERIMENTS_MAX = 256 };

typedef struct Chosen {
    int               count;
    Experiment        list[EXPERIMENTS_MAX];
    char             *texts[EXPERIMENTS_MAX];   // their files as they are; owned
    int               rivals;                   // how many of the list, at its end, are rivals of others
    ExperimentChanges changes;                  // --in-place, --seed and --set
    const char       *set[ARGS_REPEATED_MAX + 1];
} Chosen;

// What no name at all stands for: every experiment; the published tables; those of them that are not matches,
// which need databases.
typedef enum Choice { CHOOSE_ALL, CHOOSE_PUBLISHED, CHOOSE_COUNTS } Choice;

// The experiments that the command line names, or those of `choice`, with --in-place, --seed and --set; NULL
// with status when one is unknown.
Chosen *choose(const Args *args, Choice choice, Status *status);
// The same, of args->words[first] on.
Chosen *choose_from(const Args *args, int first, Choice choice, Status *status);
void    chosen_close(Chosen *chosen);

// Is a word of the command line the file of an experiment, and not a name?
bool is_experiment_file(const char *word);

// What is to be written, `path` for `what`, must not be the results or a file of an experiment that is named
// from args->words[first] on; of `lab keep` not a file that has something else in it; of `lab report` not
// the same twice.
bool output_check(const Args *args, int first, const char *what, const char *path, Status *status);
bool kept_output_check(const char *path, Status *status);
bool report_outputs_check(const Args *args, Status *status);

// Where the tables of a kind go, of --csv PATH; some: how many kinds come before it. False: too long.
bool csv_path(const char *path, const ExperimentKind *kind, int some, char out[TEXT_MAX]);

// Puts the rivals of the published experiments (lab/kinds/kind.h) after them.
bool chosen_add_rivals(Chosen *chosen, Status *status);

// --compare A,B: adds the comparison to every table that has both configurations; refuses names that no table
// has.
bool compare_set(const Args *args, Chosen *chosen, Status *status);

const char *results_path(const Args *args);

// Opens the results with the digests that the user accepts and the vouches of the folder of kept rows; NULL
// with status when that fails.
Store *results_open(const Args *args, bool write, Status *status);

// Counts what there is of the experiments: in the results, which need not be there unless --results names
// them, and in the kept rows of the folder --kept. To be closed.
bool        lab_states_count(const Args *args, const Chosen *chosen, LabStates *out, Status *status);
const char *kept_folder(const Args *args);

// For `lab verify --vouch`. Leaves out those of the experiments whose databases are not there, and says so.
bool vouch_leave_missing(const Args *args, const Chosen *chosen, Verify *verify, Status *status);
// Vouches for the other programs whose rows were run again, all of them equal, and writes that to the folder
// of kept rows. What it did: a list with an object for every game and program.
bool vouch_programs(const Args *args, const Verify *verify, unsigned seed, json_t *out, Status *status);
// `lab verify --code FILE --vouch`: for the programs whose code is the same as this one's (tools/same_code).
int  verify_code(const Args *args);
int  vouched_count(const json_t *list);
void vouched_print(const Args *args, const json_t *list);

// The processor, for the results: "Name of the processor, 4 processors".
void machine_name(Text *out);

// How many trials of this part `lab run` with these arguments would run; -1 with status. *foreign: rows of
// another program that are there instead, if any.
int lab_run_missing(const Args *args, Part part, StoreForeign *foreign, Status *status);

// Is everything there that the players look up? EXIT_DONE if so; otherwise it has been said what to build.
int databases_check(const Chosen *chosen);

// "2 registrations added"; nothing when none was.
void registrations_print(int added);

// "35 s", "12 min", "3.4 h"; "unknown" below 0.
void seconds_text(double seconds, Text *out);

#define WORDS_EXPERIMENTS "[NAME|FILE.json ...]"
#define FLAG_RESULTS                                                                                         \
    {                                                                                                        \
        "results", "FILE", "where results are stored (default results.db)"                                   \
    }
#define FLAG_IN_PLACE                                                                                        \
    {                                                                                                        \
        "in-place", "SETTINGS", "these instead of the technique's own; none takes the technique out"         \
    }
#define FLAG_SET                                                                                             \
    {                                                                                                        \
        "set", "NAME=VALUE...", "another value of a variable that the experiment has; may be given again"    \
    }
#define FLAG_RIVALS                                                                                          \
    {                                                                                                        \
        "rivals", NULL, "what else would agree with print: rivals in the published technique's place"        \
    }
#define FLAG_KEPT                                                                                            \
    {                                                                                                        \
        "kept", "DIR",                                                                                       \
            "where kept rows are, *.rows, and vouches (default docs/results/kept, if it is there)"           \
    }

#define FLAG_SEED                                                                                            \
    {                                                                                                        \
        "seed", "N", "other trials: this seed instead of the experiments' own"                               \
    }

#endif
