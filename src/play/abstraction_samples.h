// abstraction_samples.h - positions for `tune abstraction`: from games of the player against himself, with the result and the value of a deeper search. For
// tune_abstraction only.
#ifndef PLAY_ABSTRACTION_SAMPLES_H
#define PLAY_ABSTRACTION_SAMPLES_H

#include "play/tune.h"

enum {
    SAMPLES_OF_GAME = 10,
    SAMPLES_PURPOSE = 1 << 19
};   // positions of a game at most; the seed of the games, those of the matches come behind

typedef struct Samples {
    size_t    count;
    int       games;
    AnyState *position;         // all owned
    int      *game;             // each is from
    double   *value, *result;   // for the player to move
} Samples;

// Plays the games, searches the positions to settings.depth; what is done already is read from the folder. Positions whose search sees the end of the game are left out:
// there a search needs no evaluation. `rest` is the player's spec, whose depth= is replaced.
bool samples_open(Tune *tune, const Spec *rest, Samples *samples, Status *status);
void samples_close(Samples *samples);

#endif
