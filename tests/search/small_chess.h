// small_chess.h - a game that offers all that a search may ask of one (game.h: drawn, reversible, in_check,
// null_allowed), small enough for minimax: king and rook against king and rook on four by four squares.
#ifndef TESTS_SEARCH_SMALL_CHESS_H
#define TESTS_SEARCH_SMALL_CHESS_H

#include "game/variant.h"

Variant small_chess_open(void);   // to be closed by variant_close

// A position of a random game that goes on, and the hashes of those before it; returns how many. `past` has
// room for 64.
int small_chess_position(const Variant *v, uint64_t seed, AnyState *s, uint64_t past[]);

#endif
