// db_board.h - the boards of the databases of Chinese Checkers: an n x n rhombus as a set of bits, its hops
// and homes; stars as holes with their neighbours.
//
// On a rhombus hole (r, c) is number r*n + c and bit r*(n+1) + c of a set: the bit after a row is never a
// hole, so that shifts need no masks. On a star the number, row by row from the top, is the bit.
#ifndef GAMES_CHINESE_CHECKERS_DB_BOARD_H
#define GAMES_CHINESE_CHECKERS_DB_BOARD_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 CheckersSet;

enum {
    CHECKERS_SIDE_MIN    = 4,
    CHECKERS_SIDE_MAX    = 9,
    CHECKERS_SIDE_WORD   = 7,
    CHECKERS_HOLES_MAX   = 81,
    CHECKERS_PIECES_MAX  = 10,
    CHECKERS_BITS        = 96,
    CHECKERS_TARGETS_MAX = 6 + 24,   // of a piece: steps, and the other holes of its class of at most 25

    CHECKERS_STAR_HOLES_MAX   = 121,
    CHECKERS_STAR_TARGETS_MAX = 6 + 36,   // the largest class of a star has 37
    CHECKERS_DIRECTIONS       = 6,
    CHECKERS_NOWHERE          = 255,   // no hole
};

// Holes counted from the tip, row by row: TRIANGLE the first of them, TIP four that lie together, BASE the
// fourth row; CHECKERS_PART + k those from number k on.
typedef enum CheckersGoal { CHECKERS_TRIANGLE, CHECKERS_TIP, CHECKERS_BASE, CHECKERS_PART = 16 } CheckersGoal;

typedef struct CheckersBoard {
    int         side;
    CheckersSet holes;
    CheckersSet near[CHECKERS_HOLES_MAX];   // the neighbours of a hole
    uint8_t     bit[CHECKERS_HOLES_MAX];
    uint8_t     hole[CHECKERS_BITS];   // of a bit
} CheckersBoard;

void checkers_board_open(CheckersBoard *board, int side);

// Is hole (r, c), counted from the tip, in the home of this shape for this number of pieces?
bool checkers_home_has(CheckersGoal goal, int pieces, int r, int c);

// Stars with arms of `arm` rows. Hole (x, y), rows counting downwards from the centre (0, 0), touches
// (x+-1, y), (x, y+-1), (x+1, y-1), (x-1, y+1).
typedef struct CheckersStar {
    int     arm, holes, rows;
    int8_t  x[CHECKERS_STAR_HOLES_MAX], y[CHECKERS_STAR_HOLES_MAX];
    uint8_t step[CHECKERS_STAR_HOLES_MAX][CHECKERS_DIRECTIONS];   // opposite ways are d and d ^ 1
} CheckersStar;

void checkers_star_open(CheckersStar *star, int arm);

// The hole at (x, y), CHECKERS_NOWHERE if there is none.
int checkers_star_hole(const CheckersStar *star, int x, int y);

// Two triangles.
static inline bool checkers_star_has(int arm, int x, int y)
{
    const int z = -x - y;
    return (x >= -arm && y >= -arm && z >= -arm) || (x <= arm && y <= arm && z <= arm);
}

#define CHECKERS_INLINE __attribute__((always_inline)) static inline

CHECKERS_INLINE CheckersSet checkers_set(int bit) { return (CheckersSet)1 << bit; }

// Where one hop takes the pieces `from` over `over`, landing on `empty`. Shifts are those of the board: the
// side is a constant where this is inlined.
CHECKERS_INLINE CheckersSet checkers_hops_land(CheckersSet from, CheckersSet over, CheckersSet empty,
                                               int side)
{
    const int   shift[3] = {1, side, side + 1};   // right; down and left; down
    CheckersSet to       = 0;
    for (int d = 0; d < 3; d++) {
        to |= (from << shift[d] & over) << shift[d];
        to |= (from >> shift[d] & over) >> shift[d];
    }
    return to & empty;
}

// All that a piece reaches by chains of hops. It hops over no hole of its own class, so its origin need not
// be cleared.
CHECKERS_INLINE CheckersSet checkers_hops(CheckersSet from, CheckersSet over, CheckersSet empty, int side)
{
    CheckersSet all = 0;
    for (CheckersSet front = from; front != 0;) {
        front = checkers_hops_land(front, over, empty, side) & ~all;
        all |= front;
    }
    return all;
}

// The same in one word, for boards that fit: sides up to CHECKERS_SIDE_WORD. What is shifted out of the word
// is not a hole.
CHECKERS_INLINE uint64_t checkers_hops_word(uint64_t from, uint64_t over, uint64_t empty, int side)
{
    const int shift[3] = {1, side, side + 1};
    uint64_t  all      = 0;
    for (uint64_t front = from; front != 0;) {
        uint64_t to = 0;
        for (int d = 0; d < 3; d++) {
            to |= (front << shift[d] & over) << shift[d];
            to |= (front >> shift[d] & over) >> shift[d];
        }
        front = to & empty & ~all;
        all |= front;
    }
    return all;
}

#endif
