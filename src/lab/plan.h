// plan.h - running experiments: which trials are missing, spread over threads, each stored as it finishes.
//
// All trials that meet the same positions are one task (task.h), whichever experiments they belong to; so is
// every cell of a match experiment. The first trial of every task comes first, then the second of every task:
// so the time left is known soon, and a run that is ended early has something of everything. Of match
// experiments the first column of every row comes before the second: columns are mostly depths, and a deep
// cell takes a hundred times as long as a shallow one.
//
// A part of the trials: which part trial k of a task belongs to depends on k and the task's protocol (with
// two players, on them too), not on the other experiments, the threads or what the file has. The first trials
// of different tasks fall to different parts, so that parts of few trials are alike.
#ifndef LAB_PLAN_H
#define LAB_PLAN_H

#include "base/part.h"
#include "lab/experiment.h"
#include "lab/store.h"

#include <stdatomic.h>

typedef struct PlanOptions {
    int                trials;   // of a match experiment: openings; 0: as the experiments say
    bool               quick;    // the experiments' quick-trials
    Part               part;     // only the trials of this part
    int                threads;
    const atomic_bool *stop;
} PlanOptions;

// How many trials an experiment has under these options.
int plan_trials(const Experiment *experiment, const PlanOptions *options);

// How many trials plan_run would run, with this store open for reading or writing; -1 with status.
int plan_missing(Store *store, const Experiment experiments[], int count, const PlanOptions *options,
                 Status *status);

// How many trials the part has, done or not; -1 with status.
int plan_part_trials(Store *store, const Experiment experiments[], int count, const PlanOptions *options,
                     Status *status);

// What was done last, for a progress line.
typedef struct PlanProgress {
    double      done;   // 0 ... 1, by time
    int         finished, total;
    const char *what;   // how the task stands: "othello initial: saving 71 %"
} PlanProgress;
typedef void PlanReport(void *context, const PlanProgress *progress);   // called by one thread at a time

// Runs everything that is missing. False with an empty status when it was stopped.
bool plan_run(Store *store, const Experiment experiments[], int count, const PlanOptions *options,
              PlanReport *report, void *context, Status *status);

#endif
