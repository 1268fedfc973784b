// state.h - how much of some experiments there is, in a results file and in kept rows (lab/kept.h).
#ifndef LAB_STATE_H
#define LAB_STATE_H

#include "lab/row_keys.h"

typedef enum { STATE_MISSING, STATE_PARTLY, STATE_KEPT } StateName;
extern const char *const state_names[];   // "missing", "partly", "kept"

// Rows: what is stored of a trial for one configuration, or of an opening for two players; once, also where
// both a results file and a kept one have it.
typedef struct ExperimentState {
    int    rows, wanted;   // wanted: for all trials of the experiment
    int    other;          // rows of other digests than this program's, which do not count
    double seconds;        // that the rows took; 0 when there are none
} ExperimentState;

typedef struct LabStates {
    RowKeys         keys;
    const Store    *store;     // whose accepted digests count too; or NULL
    unsigned char **present;   // by key and number: is it there?
    double         *seconds;   // by key
    int            *other;
} LabStates;

bool lab_states_open(LabStates *states, const Experiment experiments[], int count, Status *status);
void lab_states_close(LabStates *states);

// Counts a row; the context is the LabStates. For store_each and kept_read.
StoreVisit lab_states_visit;

// Of one of the experiments.
ExperimentState state_of(const LabStates *states, const Experiment *experiment);
StateName       state_name(const ExperimentState *state);

#endif
