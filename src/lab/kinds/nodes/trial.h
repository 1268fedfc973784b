// trial.h - one trial: a start, a few turns, and what each configuration counted at the positions met.
#ifndef LAB_KINDS_NODES_TRIAL_H
#define LAB_KINDS_NODES_TRIAL_H

#include "game/variant.h"
#include "lab/kinds/nodes/series.h"
#include "lab/store.h"
#include "play/lookups.h"
#include "search/search.h"

#include <stdatomic.h>

// Sums over the turns of a trial: a few, or those of a whole game, which ends by its rules or after as many
// plies as its facts allow, counted from the trial's start.
typedef struct TrialCount {
    uint64_t nodes, interior, leaves;
    uint64_t list_length;   // when the last turn's search ended
    // how many; fewer than asked for when the game ended; 0: not known (results of earlier versions)
    int      turns;
    double   seconds;
    bool     with_cuts;   // stats=yes
    uint64_t cuts[CUT_INDEX_MAX];
    // Which game the positions were met in: the first measured position and the moves from there to the last
    // measured one, as one number (play/record.h); 0: not known (results of earlier versions). Trials of
    // equal games measure the same positions again: in the same searches, or, with a shuffled generator, in
    // another order of the moves. Neither is an independent observation.
    uint64_t game;
    // The databases that decided it (play/lookups.h): those of the configuration, of the opponents and the
    // midgame players, and of the control where its moves led to the positions. Not known in results of
    // earlier versions.
    bool lookups_known;
    char lookups[LOOKUPS_ROW_MAX];
} TrialCount;

extern const StoreRows trial_rows;   // as rows of the results

int trial_turns_max(const Variant *v, const Series *series);

// Which trial: it depends on this and on the searches, on nothing else.
typedef struct Trial {
    const Variant     *v;
    const Series      *series;
    Start              start;
    uint64_t           seed;
    int                trial;   // its number
    const atomic_bool *stop;    // or NULL
} Trial;

// Runs a trial for the players `specs` (searches; the first is the control when positions are shared). False,
// with status, when something cannot be opened; false with an empty status when `stop` was set.
bool trial_run(const Trial *trial, const char *const specs[], int count, TrialCount counts[], Status *status);

// The positions in which the measured player is to move in this trial when the search `control` moves;
// returns how many: at most trial_turns_max. For tests and for a look.
int trial_positions(const Trial *trial, const char *control, AnyState out[], Status *status);

#endif
