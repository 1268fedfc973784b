// opening_pair.h - one opening of a match: two games from the same position, the player in the first seat and
// then in the second.
#ifndef LAB_KINDS_MATCH_OPENING_PAIR_H
#define LAB_KINDS_MATCH_OPENING_PAIR_H

#include "lab/kinds/match/match_experiment.h"
#include "lab/store.h"
#include "play/lookups.h"

#include <stdatomic.h>

// What the two games came to. Points are those of the player: 2 for a win, 1 for a draw, 0.
typedef struct PairResult {
    int      points[2], plies[2];
    bool     capped[2];   // ended by plies_max
    uint64_t nodes[2];    // searched by the player, by the opponent, in both games
    double   seconds;
    // Which games they were (play/record.h); 0: not known (results of earlier versions).
    uint64_t game[2];
    // The databases that both players looked up (play/lookups.h); not known in results of earlier versions.
    bool lookups_known;
    char lookups[LOOKUPS_ROW_MAX];
} PairResult;

extern const StoreRows pair_rows;   // as rows of the results

// Plays opening number `opening`, from 0. Depends on nothing but its arguments and the databases, which the
// result names. False, with status, when something cannot be opened; false with an empty status when
// `stop` was set.
bool pair_play(const MatchCell *cell, uint64_t seed, int opening, const atomic_bool *stop, PairResult *out,
               Status *status);

// Adds the databases that the players would look up in this opening now, as their files are.
bool pair_lookups(const MatchCell *cell, int opening, Lookups *out, Status *status);

#endif
