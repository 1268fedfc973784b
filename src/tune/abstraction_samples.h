// abstraction_samples.h - positions for `tune abstraction`: what moves lead to in games of the player against
// himself, with the result and the value of a deeper search. For tune_abstraction only.
#ifndef TUNE_ABSTRACTION_SAMPLES_H
#define TUNE_ABSTRACTION_SAMPLES_H

#include "tune/tune.h"

// Positions of a game at most, and moves of each; the seed of the games, those of the matches come after.
enum { SAMPLES_OF_GAME = 10, SAMPLES_MOVES = 6, SAMPLES_PURPOSE = 1 << 19 };

typedef struct Samples {
    size_t    count;
    int       games;
    AnyState *position;        // after a move; all owned
    int      *game, *parent;   // each is from; samples of one parent lie together
    int      *player;          // who moved: all numbers are for him
    double   *value, *result;
} Samples;

// Plays the games, then searches what the moves of some positions lead to, settings.depth plies deep with the
// move; what is done already is read from the folder. `moves`: of each position, the one that was played and
// others by chance. Where the search sees the end of the game it needs no evaluation: those are left out.
// `plain` is the player, whose depth= is replaced. For two players.
bool samples_open(Tune *tune, const PlayerSpec *plain, int moves, Samples *samples, Status *status);
void samples_close(Samples *samples);

#endif
