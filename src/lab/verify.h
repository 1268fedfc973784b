// verify.h - runs a random part of the stored trials again and compares every count to the digit: searches
// repeat themselves, so a row that differs was made by another program, another compiler's fault, or changed.
#ifndef LAB_VERIFY_H
#define LAB_VERIFY_H

#include "lab/row_keys.h"

#include <stdatomic.h>

typedef struct Verify Verify;

typedef struct VerifyOptions {
    double             share;   // of the trials: 0 ... 1; at least one is run
    uint64_t           seed;    // which
    int                threads;
    const atomic_bool *stop;
} VerifyOptions;

// Of the rows: those of the trials that were run again; those that are left out, because the clock decided
// them or because a program of another digest made them.
typedef struct VerifyResult {
    int trials, trials_all;   // run again; there
    int rows, differ, by_the_clock, other_digest;
} VerifyResult;

// Collects rows: visit is for store_each and kept_read, with the Verify as its context. `store`: whose
// accepted digests count too; or NULL.
Verify    *verify_open(const Experiment experiments[], int count, const Store *store, Status *status);
void       verify_close(Verify *verify);
StoreVisit verify_visit;

// Have rows of this experiment been collected?
bool verify_has(const Verify *verify, const Experiment *experiment);

// Called for every value that differs, and at the end for every run that made rows which were run again, by
// one thread at a time.
typedef void VerifyDifference(void *context, const char *line);
typedef void VerifyRun(void *context, const StoreRun *run, int rows);

// Runs the trials. False with an empty status when it was stopped.
bool verify_run(Verify *verify, const VerifyOptions *options, VerifyDifference *difference, void *context,
                VerifyResult *out, Status *status);
void verify_runs(const Verify *verify, VerifyRun *run, void *context);

#endif
