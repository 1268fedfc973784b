// verify.h - runs a random part of the stored trials again and compares every count to the digit: searches
// repeat themselves, so a row that differs was made by another program, another compiler's fault, or changed.
#ifndef LAB_VERIFY_H
#define LAB_VERIFY_H

#include "lab/row_keys.h"

#include <stdatomic.h>

typedef struct Verify Verify;

typedef struct VerifyOptions {
    double   share;   // of the trials: 0 ... 1; at least one is run
    int      least;   // not 0: of every other program's trials of a game so many at least, own ones not
    uint64_t seed;    // which
    int      threads;
    const atomic_bool *stop;
} VerifyOptions;

// Of the rows: those of the trials that were run again, and those that were left out.
typedef struct VerifyResult {
    int trials, trials_all;           // run again; there
    int rows, differ;                 // without the next
    int engine_rows, engine_differ;   // another program played in them: whether it repeats itself is its own
    int by_the_clock;                 // the clock decided them
    int external;                     // another program played in them, and they were not asked for
    int other_digest;   // of another digest than this program's, when only its own are asked for
    int repeated;       // there before, with the same digest and the same values
    int unmatched;      // not of these experiments
} VerifyResult;

// Collects rows of these experiments: visit is for store_each and kept_read, with the Verify as its context.
// Rows of any digest are run: whether they still come out of this program is what is asked. VERIFY_OWN: only
// those of this program's digests. VERIFY_ENGINES: those in which another program played, too.
enum { VERIFY_OWN = 1 << 0, VERIFY_ENGINES = 1 << 1 };
Verify    *verify_open(const Experiment experiments[], int count, unsigned which, Status *status);
void       verify_close(Verify *verify);
StoreVisit verify_visit;

// Have rows of this experiment been collected?
bool verify_has(const Verify *verify, const Experiment *experiment);

// The rows of these experiments are not to be run, for want of what they look up. To be said before.
bool verify_leave(Verify *verify, const Experiment *experiment, Status *status);

// Who made rows that were run again: one run, or several that differ in their date only; the digest of the
// rows, and this program's for the same game.
typedef struct VerifyMaker {
    StoreRun run;
    char     digest[BUILD_DIGEST_SIZE], here[BUILD_DIGEST_SIZE];
    int      rows, differ;
} VerifyMaker;

typedef struct VerifyCount {
    int trials, trials_all;       // run again; that could be
    int rows, rows_all, differ;   // run again; there
    int rows_left;                // of all: left out, or of other experiments, seeds or settings
} VerifyCount;

// Rows of one game by a program of another digest than this one's, by whatever runs.
typedef struct VerifyProgram {
    char        digest[BUILD_DIGEST_SIZE], here[BUILD_DIGEST_SIZE];   // theirs; this program's
    char        commits[200];                                         // theirs, separated by ", "
    VerifyCount own, engines;   // of its own players; in which another program played
    bool        asked;          // a row of it is of the experiments
} VerifyProgram;

// Called for every value that differs, and at the end for every maker, by one thread at a time. `engine`:
// another program played in the row.
typedef void VerifyDifference(void *context, bool engine, const char *line);
typedef void VerifyMade(void *context, const VerifyMaker *maker);
typedef void VerifyOther(void *context, const VerifyProgram *program);

// Runs the trials. False with an empty status when it was stopped.
bool verify_run(Verify *verify, const VerifyOptions *options, VerifyDifference *difference, void *context,
                VerifyResult *out, Status *status);
void verify_makers(const Verify *verify, VerifyMade *made, void *context);
// Those of which a row is of the experiments, by their digests.
void verify_programs(const Verify *verify, VerifyOther *other, void *context);

#endif
