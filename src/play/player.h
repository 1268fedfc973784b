// player.h - one spec for every kind of player, in the grammar of base/spec.h.
//
//     random    any legal move, equally likely
//     human     asks whoever runs the game (the terminal, a browser)
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "base/rng.h"
#include "game/variant.h"

typedef enum { PLAYER_RANDOM, PLAYER_HUMAN } PlayerKind;

typedef struct Player {
    PlayerKind kind;
    char       name[SPEC_WORD_MAX];
    Rng        rng;
} Player;

// Reads a spec. `seed` and `seat` make the player's own stream of random numbers.
bool player_open(Player *player, const char *spec, uint64_t seed, int seat, Status *status);

// The player's move; the game is not over. Not for a human.
Move player_choose(Player *player, const Variant *v, const AnyState *s);

#endif
