// dtm/board.h - attacks for the builder of the databases, on sets of squares of the black king.
//
// The builder works on lines: all men but the black king stand still, and a word of 64 bits says something
// for every square of the black king. So attacks are computed with the other men as obstacles, and the black
// king as an obstacle is a mask: a slide from a to b is barred where he stands between. Independent of the
// game's own generator, so that each can check the other.
#ifndef GAMES_CHESS_DTM_BOARD_H
#define GAMES_CHESS_DTM_BOARD_H

#include "base/bits.h"
#include "games/chess/numbering.h"

typedef struct DtmBoard {
    ChessDbTables numbers;
    uint64_t      empty[CHESS_DB_MEN][64];   // attacks on an empty board, not of pawns
    uint64_t      king[64], pawn[2][64];
    uint64_t      between[64][64];   // squares strictly between two of a line
    uint64_t      behind[64][64];    // squares hidden from the first by a man on the second
    uint8_t       king_turn[64];     // that brings a king into the triangle a1-d1-d4
    uint8_t       king_number[64];   // 0 ... 9 there, else 255
    uint8_t       king_square[10];
    uint8_t       spread[256][8];   // a byte of 255 for every bit
} DtmBoard;

void dtm_board_open(DtmBoard *b);

// The men of a position but the black king. `here` has a bit for each of the n that is on the board.
typedef struct DtmMen {
    int      n;
    unsigned here;
    uint8_t  man[CHESS_DB_OTHERS], colour[CHESS_DB_OTHERS], square[CHESS_DB_OTHERS];
    int      white_king;
} DtmMen;

static inline uint64_t dtm_occupied(const DtmMen *m)
{
    uint64_t all = BIT(m->white_king);
    for (int i = 0; i < m->n; i++)
        if (m->here >> i & 1) all |= BIT(m->square[i]);
    return all;
}

// Squares a man attacks, obstacles being `occupied`.
static inline uint64_t dtm_attacks(const DtmBoard *b, int man, int colour, int from, uint64_t occupied)
{
    if (man == CHESS_DB_P) return b->pawn[colour][from];
    uint64_t all = b->empty[man][from];
    if (man == CHESS_DB_N) return all;
    for (uint64_t left = occupied & all; left != 0;) all &= ~b->behind[from][bits_take(&left)];
    return all;
}

// Squares that White attacks: where the black king is in check.
static inline uint64_t dtm_white_attacks(const DtmBoard *b, const DtmMen *m)
{
    const uint64_t occupied = dtm_occupied(m);
    uint64_t       all      = b->king[m->white_king];
    for (int i = 0; i < m->n; i++)
        if ((m->here >> i & 1) && m->colour[i] == 0)
            all |= dtm_attacks(b, m->man[i], 0, m->square[i], occupied);
    return all;
}

// Squares of the black king for which the white king is in check by another man.
static inline uint64_t dtm_white_checked(const DtmBoard *b, const DtmMen *m)
{
    const uint64_t occupied = dtm_occupied(m);
    uint64_t       all      = 0;
    for (int i = 0; i < m->n; i++)
        if ((m->here >> i & 1) && m->colour[i] == 1 &&
            (dtm_attacks(b, m->man[i], 1, m->square[i], occupied) & BIT(m->white_king)))
            all |= ~b->between[m->square[i]][m->white_king];
    return all;
}

// Squares of the black king for which a position with `side` to move is legal.
static inline uint64_t dtm_legal(const DtmBoard *b, const DtmMen *m, int side)
{
    const uint64_t bad = side == 0 ? dtm_white_attacks(b, m) : dtm_white_checked(b, m);
    return ~(bad | dtm_occupied(m) | b->king[m->white_king]);
}

// All squares next to those of a set.
static inline uint64_t dtm_around(uint64_t set)
{
    const uint64_t a = UINT64_C(0x0101010101010101), h = a << 7;
    const uint64_t sides = (set & ~h) << 1 | (set & ~a) >> 1, rows = set | sides;
    return sides | rows << 8 | rows >> 8;
}

// A set of squares laid as `turn` says, and the way back.
static inline uint64_t dtm_mirror(uint64_t set)
{
    const uint64_t k1 = UINT64_C(0x5555555555555555), k2 = UINT64_C(0x3333333333333333),
                   k4 = UINT64_C(0x0f0f0f0f0f0f0f0f);
    set               = (set >> 1 & k1) | (set & k1) << 1;
    set               = (set >> 2 & k2) | (set & k2) << 2;
    return (set >> 4 & k4) | (set & k4) << 4;
}

static inline uint64_t dtm_transpose(uint64_t set)
{
    uint64_t t = (set ^ set << 28) & UINT64_C(0x0f0f0f0f00000000);
    set ^= t ^ t >> 28;
    t = (set ^ set << 14) & UINT64_C(0x3333000033330000);
    set ^= t ^ t >> 14;
    t = (set ^ set << 7) & UINT64_C(0x5500550055005500);
    return set ^ t ^ t >> 7;
}

static inline uint64_t dtm_lay(uint64_t set, int turn)
{
    if (turn & 1) set = dtm_mirror(set);
    if (turn & 2) set = __builtin_bswap64(set);
    return turn & 4 ? dtm_transpose(set) : set;
}

static inline uint64_t dtm_lay_back(uint64_t set, int turn)
{
    if (turn & 4) set = dtm_transpose(set);
    if (turn & 1) set = dtm_mirror(set);
    return turn & 2 ? __builtin_bswap64(set) : set;
}

// Has the side to move a legal move, without en passant? Slow and plain: for the few positions where an
// answer en passant may be the only one.
bool dtm_has_move(const DtmBoard *b, const DtmMen *m, int black_king, int side);

#endif
