// game_check.h - proves that a game keeps the contract of game.h, by random play.
#ifndef GAME_GAME_CHECK_H
#define GAME_GAME_CHECK_H

#include "game/variant.h"

typedef struct CheckReport {
    uint64_t games, positions, finished;   // played; looked at; that ended by the rules
    int      moves_most;                   // most moves seen in one position
    int      plies_most;
} CheckReport;

// Plays `games` random games and tests every position on the way. On failure the message names the broken
// promise and the position. `progress` (or NULL) is called after every game.
typedef void CheckProgress(void *context, uint64_t done, uint64_t total);
bool game_check(const Variant *v, uint64_t games, uint64_t seed, CheckProgress *progress, void *context,
                CheckReport *report, Status *status);

#endif
