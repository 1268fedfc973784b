// registration.h - experiments that were registered before they ran: the hash of the experiment, its
// hypotheses, the date and the commit, in the results file. A report says whether a table was registered, and
// how much had been tried before: a result that was found among twenty variants is worth less than one that
// was said beforehand.
//
// Exactly: an experiment is the SHA-256 of its file as canonical JSON (keys sorted, no spaces). Its rows are
// those of its protocols and players, of any digest. Rows made before it was registered are those that the
// file had then, or those of runs that had begun before, whichever are more. Variants are the other protocols
// (all that decides which positions are met: game and its options, start, turns, opponents, seed, control) of
// the same game and kind of experiment that the file has rows of, from runs that had begun before the
// registration; of an experiment that is not registered, all of them. Other experiments registered before are
// those with another hash.
#ifndef LAB_REGISTRATION_H
#define LAB_REGISTRATION_H

#include "lab/experiment.h"
#include "lab/store.h"

typedef struct Registration {
    bool there;
    char date[24];   // UTC: "2026-11-17 01:20:33"
    char commit[64];
    int  rows_before;
    int  variants, others;   // protocols; experiments registered before
} Registration;

// Registers an experiment now. One that is there already stays as it is: *added is false then.
// `hypotheses`: a JSON list of texts.
bool registration_put(Store *store, const Experiment *experiment, const char *hypotheses, bool *added,
                      Status *status);

// What is known about an experiment in this file.
bool registration_find(Store *store, const Experiment *experiment, Registration *out, Status *status);

// "registered 2026-11-17 01:20:33 (commit ae14a9000b33) before its first row; 3 other protocols ...".
void registration_text(const Registration *registration, Text *out);

#endif
