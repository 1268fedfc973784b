// lab_cases.h - what the suites of the laboratory share: a folder of their own, experiments from text,
// results as CSV.
#ifndef TESTS_LAB_LAB_CASES_H
#define TESTS_LAB_LAB_CASES_H

#include "lab/kinds/match/match.h"
#include "lab/kinds/nodes/nodes.h"
#include "lab/report/csv.h"
#include "lab/plan.h"
#include "tests.h"

// Files in a folder of the test's own, which lives as long as the test.
void        lab_folder_make(void);
void        lab_folder_remove(void);
const char *lab_path(const char *name);   // good for three more calls

// Read or opened, or the test fails.
Experiment lab_parse(const char *text);
Store     *lab_store(const char *name, bool write);

// Runs all that is missing, or fails the test.
void lab_run(Store *store, const Experiment experiments[], int count, const PlanOptions *options);

// The tables as CSV; the caller frees it.
char *lab_csv(Store *store, const Experiment experiments[], int count, int trials);

// The program's digest of the game that a protocol is about; any other has one of its own.
const char *lab_digest(const char *protocol);

// Rows of the two kinds, one trial or one opening at a time.
bool trial_has(Store *store, const char *protocol, const char *player, int trial);
bool trial_put(Store *store, const char *protocol, const char *const players[], int count, int trial,
               const TrialCount counts[], Status *status);
int  trials_read(Store *store, const char *protocol, const char *player, int trials, TrialCount out[],
                 Status *status);
bool pair_has(Store *store, const char *protocol, const char *player, const char *opponent, int opening);
bool pair_put(Store *store, const char *protocol, const char *player, const char *opponent, int opening,
              const PairResult *result, Status *status);
int  pairs_read(Store *store, const char *protocol, const char *player, const char *opponent, int openings,
                PairResult out[], Status *status);

// A row with this many nodes, one in three of them interior.
TrialCount lab_count(uint64_t nodes);
bool       lab_count_same(const TrialCount *a, const TrialCount *b);   // but for the time

#endif
