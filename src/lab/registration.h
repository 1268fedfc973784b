// registration.h - experiments that were registered before they ran: the hash of the experiment, its
// hypotheses, the date and the commit, in the results file. A report says whether a table was registered, and
// how much had been tried before: a result that was found among twenty variants is worth less than one that
// was said beforehand.
//
// Exactly: an experiment is the SHA-256 of what is run as canonical JSON (keys sorted, no spaces): of its
// file with the seed of --seed and the settings of --in-place in the place of its own. So another seed is
// another experiment, and a report of it says that its file was registered, but not this. The number of
// trials is the file's: when fewer are there, or a report shows others, it says so. Its rows are those of
// its protocols and players, of any digest. Rows made before it was registered are those that the file had
// then, or those of runs that had begun before, whichever are more. Variants are the other protocols (all
// that decides which positions are met: game and its options, start, turns, opponents, seed, control) of the
// same game and kind of experiment that the file has rows of: from runs that had begun before the
// registration, and the others, which came after it; of an experiment that is not registered, all of them.
// Other players are those that met the experiment's own protocols and are none of its own, each once, by
// their first run: settings are what is varied most. Other experiments are those with another hash that were
// registered before and after.
#ifndef LAB_REGISTRATION_H
#define LAB_REGISTRATION_H

#include "lab/experiment.h"
#include "lab/store.h"

typedef struct RegistrationTried {
    int variants, players, others;
} RegistrationTried;

typedef struct Registration {
    bool there;
    char date[24];   // UTC: "2026-11-17 01:20:33"
    char commit[64];
    int  hypotheses;   // how many were written down with it
    int  rows_before;
    int  rows, wanted;   // those of this program's digest that are there; for all trials of its file
    // Other protocols, other players of its own protocols, other experiments registered: before it, or all
    // when it is not there.
    RegistrationTried before, after;
    int               games;   // that it is about
    // Not registered as it was run, but its file was, without these changes: date and commit are those of it.
    bool file_there;
    char changes[TEXT_MAX];
} Registration;

// Registers an experiment now. One that is there already stays as it is: *added is false then. `kept`: a
// folder of kept rows, which count among those that were there before; NULL: none.
bool registration_put(Store *store, const Experiment *experiment, const char *kept, bool *added,
                      Status *status);

// A registration as it is stored. It is kept with the rows of its experiment, and imported with them: of two
// with the same hash the earlier one stays.
typedef struct RegistrationRow {
    const char *hash, *name, *hypotheses, *date, *commit;   // hypotheses: a JSON list
    int         rows_before;
} RegistrationRow;
typedef bool RegistrationVisit(void *context, const RegistrationRow *row, Status *status);
// All of a file, by date.
bool    registrations_each(Store *store, RegistrationVisit *visit, void *context, Status *status);
bool    registration_import(Store *store, const RegistrationRow *row, bool *added, Status *status);
int64_t registration_sum(const RegistrationRow *row);

// What is known about an experiment in this file.
bool registration_find(Store *store, const Experiment *experiment, Registration *out, Status *status);

// "registered 2026-11-17 01:20:33 UTC (commit ae14a9000b33) before its first row; before it: 3 other
// protocols and 8 other players of this game with rows; after it: 1 other protocol and 0 other players ...".
void registration_text(const Registration *registration, Text *out);

#endif
