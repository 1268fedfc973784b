// state.h - how much of an experiment a results file has.
#ifndef LAB_STATE_H
#define LAB_STATE_H

#include "lab/experiment.h"
#include "lab/store.h"

typedef enum { STATE_MISSING, STATE_PARTLY, STATE_KEPT } StateName;
extern const char *const state_names[];   // "missing", "partly", "kept"

// Rows: what is stored of a trial for one configuration, or of an opening for two players. Only those count
// that a report would use: the first ones of a cell without a gap.
typedef struct ExperimentState {
    int    rows, wanted;   // wanted: for all trials of the experiment
    double seconds;        // that the rows took; 0 when there are none
} ExperimentState;

// `store`: NULL when there are no results at all.
bool      experiment_state(const Experiment *experiment, Store *store, ExperimentState *out, Status *status);
StateName state_name(const ExperimentState *state);

#endif
