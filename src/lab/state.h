// state.h - how much of some experiments there is, in a results file and in kept rows (lab/kept/kept.h).
#ifndef LAB_STATE_H
#define LAB_STATE_H

#include "lab/kept/vouch.h"
#include "lab/row_keys.h"

// No rows at all; some; all of them, in a results file or kept; all of them in kept rows.
typedef enum { STATE_MISSING, STATE_PARTLY, STATE_MEASURED, STATE_KEPT } StateName;
extern const char *const state_names[];   // "missing", "partly", "measured", "kept"

// Rows: what is stored of a trial for one configuration, or of an opening for two players, of any digest;
// once, also where several digests, a results file and a kept one have it.
typedef struct ExperimentState {
    int    rows, wanted;   // wanted: for all trials of the experiment
    int    kept;           // of the rows: those in kept rows
    int    other;          // of those that make the state: by programs of other digests only
    int    vouched;        // of those that make the state: by such programs, but vouched for
    double seconds;        // that the rows took; 0 when there are none
} ExperimentState;

typedef struct LabStates {
    RowKeys           keys;
    const DigestList *accept;    // digests that are as good as this program's; or NULL
    const Vouches    *vouches;   // rows that are as good as this program's own; or NULL
    bool              kept;      // set by the caller: are the rows that are visited kept ones?
    unsigned char   **present;   // by key and number: where it is, and whose (a set)
    double           *seconds;   // by key
} LabStates;

bool lab_states_open(LabStates *states, const Experiment experiments[], int count, Status *status);
void lab_states_close(LabStates *states);

// Counts a row; the context is the LabStates. For store_each and kept_read.
StoreVisit lab_states_visit;

// Of one of the experiments.
ExperimentState state_of(const LabStates *states, const Experiment *experiment);
StateName       state_name(const ExperimentState *state);

// "kept", "partly 50%"; with ", by another program" when one of another digest made some of what counts, or
// ", vouched for" when this program vouches for all of that.
void state_text(const ExperimentState *state, Text *out);

#endif
