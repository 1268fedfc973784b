// openings.h - the positions from which the games of a match start.
//
//     none          the start of the game
//     random:5      five random plies for every player from the start, in which the game does not end
//     random:2:FILE the same from a position of such a file, any with equal chance
//     FILE          a line each, a position or moves from the start, in any notation of play/formats; empty
//                   lines and lines with # are left out. Taken in turn
//     FILE.pgn      the last positions of its games; the same for .pdn, .ggf and .json
//
// Or the lines of such a file that somebody else has read (openings_read).
//
// Opening number n depends on the seed and n alone.
#ifndef PLAY_OPENINGS_H
#define PLAY_OPENINGS_H

#include "game/variant.h"

typedef struct Openings {
    const Variant *v;
    char           text[TEXT_MAX];   // as given
    int            plies;            // random ones, of all players together
    uint64_t       seed;
    bool           walks;       // random plies follow
    AnyState      *positions;   // of a file, owned; else NULL
    int            count;
    uint64_t       sum;   // of a file's positions: tells a changed file
} Openings;

bool openings_open(Openings *openings, const Variant *v, const char *text, uint64_t seed, Status *status);
void openings_close(Openings *openings);

// The same from the lines themselves; `name` stands for them in errors.
bool openings_read(Openings *openings, const Variant *v, const char *name, const char *lines, Status *status);

// Where the first of them, or the random plies to it, start: the game, or the first position of a file.
void openings_start(const Openings *openings, AnyState *out);

// Fails only where random plies lead to the end of the game again and again.
bool openings_position(const Openings *openings, int number, AnyState *out, Status *status);

#endif
