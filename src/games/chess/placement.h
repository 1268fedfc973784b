// placement.h - how well pieces of chess stand, in steps of four hundredths of a pawn; part of rules.c.
//
// Written by hand from what textbooks teach (knights towards the centre, rooks on the seventh rank, a king
// that hides in the middle game and walks to the centre in the endgame); weights=, not these numbers, are
// what `pollard tune eval` tunes. For white, rank by rank from the first, files a to d; files e to h are the
// mirror image.
#ifndef GAMES_CHESS_PLACEMENT_H
#define GAMES_CHESS_PLACEMENT_H

#include "games/chess/board.h"

// clang-format off
static const int8_t placement_table[2][KINDS][8][4] = {{
    {{0, 0, 0, 0}, {-1, 1, 0, -4}, {-1, 0, 0, 2}, {-2, -1, 2, 6},               // pawn, middle game
     {0, 1, 3, 7}, {2, 4, 6, 8}, {8, 10, 12, 12}, {0, 0, 0, 0}},
    {{-12, -8, -6, -6}, {-9, -5, 0, 0}, {-6, 0, 3, 4}, {-5, 1, 4, 6},           // knight
     {-5, 2, 5, 7}, {-6, 1, 5, 6}, {-9, -5, 1, 2}, {-14, -9, -7, -6}},
    {{-4, -3, -4, -3}, {-1, 4, 1, 1}, {0, 3, 3, 3}, {-1, 2, 3, 5},              // bishop
     {-1, 1, 3, 5}, {-2, 0, 2, 2}, {-4, -2, 0, 0}, {-5, -4, -4, -4}},
    {{-2, -1, 1, 3}, {-3, -1, 0, 1}, {-3, -1, 0, 0}, {-3, -1, 0, 0},            // rook
     {-2, 0, 0, 1}, {-1, 1, 1, 2}, {3, 4, 4, 5}, {1, 1, 2, 2}},
    {{-2, -2, -1, 0}, {-2, -1, 1, 0}, {-1, 0, 1, 1}, {-1, 0, 0, 1},             // queen
     {-1, 0, 0, 0}, {-1, 0, 1, 1}, {-2, -2, 0, 0}, {-1, 0, 1, 1}},
    {{6, 9, 2, -2}, {4, 4, -2, -5}, {-4, -6, -9, -12}, {-10, -12, -15, -18},    // king
     {-14, -16, -18, -20}, {-16, -18, -20, -22}, {-18, -20, -22, -24}, {-20, -22, -24, -26}},
}, {
    {{0, 0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1, 1}, {3, 3, 3, 3},                    // pawn, endgame
     {5, 5, 5, 5}, {8, 8, 8, 8}, {12, 12, 12, 12}, {0, 0, 0, 0}},
    {{-12, -9, -7, -6}, {-8, -4, -2, 0}, {-6, -1, 1, 3}, {-5, 0, 4, 5},         // knight
     {-5, 0, 4, 5}, {-6, -1, 1, 3}, {-9, -5, -2, 0}, {-12, -9, -7, -6}},
    {{-4, -3, -3, -2}, {-3, -1, 0, 1}, {-2, 1, 2, 2}, {-2, 1, 2, 3},            // bishop
     {-2, 1, 2, 3}, {-2, 1, 2, 2}, {-3, -1, 0, 1}, {-4, -3, -3, -2}},
    {{-2, -1, 0, 0}, {-2, -1, 0, 0}, {-1, 0, 0, 0}, {0, 0, 0, 0},               // rook
     {0, 1, 1, 1}, {1, 1, 1, 1}, {3, 3, 3, 3}, {2, 2, 2, 2}},
    {{-7, -5, -4, -3}, {-5, -3, -1, 0}, {-3, 0, 2, 3}, {-2, 1, 4, 6},           // queen
     {-2, 1, 4, 6}, {-3, 0, 3, 4}, {-4, -1, 1, 2}, {-6, -4, -2, -1}},
    {{-12, -8, -6, -5}, {-8, -4, -1, 0}, {-5, -1, 3, 5}, {-4, 1, 6, 8},         // king
     {-4, 2, 7, 9}, {-5, 0, 5, 6}, {-8, -4, 0, 1}, {-12, -8, -6, -5}},
}};
// clang-format on

static void placement_open(Rules *r)
{
    for (int p = 0; p < 2; p++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int square = 0; square < 64; square++) {
                const int file = square % 8 < 4 ? square % 8 : 7 - square % 8;
                const int rank = p == WHITE ? square / 8 : 7 - square / 8;
                for (int end = 0; end < 2; end++)
                    r->placement[p][kind][square][end] = (int16_t)(placement_table[end][kind][rank][file] *
                                                                   (p == WHITE ? 1 : -1));
            }
}

#endif
