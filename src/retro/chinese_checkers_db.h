// chinese_checkers_db.h - pattern databases of Chinese Checkers: how many moves k pieces alone on an n x n rhombus need to their goal.
//
// Board and moves as in docs/GAMES.md: hole r*n + c; one piece steps to an adjacent empty hole or makes a chain of hops over single pieces. Nobody else is on
// the board, so every move can be taken back, and the entries a move leads to are those it comes from. An entry is the set of the pieces' holes (index.h), one group.
//
// Goals: TRIANGLE, for 1, 3, 6 or 10 pieces, the corner r + c >= 2n-2 - (rows-1); TIP, for 4, the tip, the second row and the middle of the third; BASE, for 4, the base
// row of the triangle of ten. The start is the goal mirrored at the centre.
//
// Cost: about 8 ns per neighbour. Source: NOTES, section 2.
#ifndef RETRO_CHINESE_CHECKERS_DB_H
#define RETRO_CHINESE_CHECKERS_DB_H

#include "retro/index.h"
#include "retro/solve.h"

typedef enum CheckersGoal { CHECKERS_TRIANGLE, CHECKERS_TIP, CHECKERS_BASE } CheckersGoal;

enum { CHECKERS_SIDE_MIN = 4, CHECKERS_SIDE_MAX = 9, CHECKERS_PIECES_MAX = 10, CHECKERS_BITS = 96 };

typedef unsigned __int128 CheckersSet;   // hole (r, c) at bit r*(n+1) + c: the bit after a row is never a hole

typedef struct CheckersDb {
    Index       index;
    int         side, pieces;
    uint64_t    goal, start;   // entries
    CheckersSet holes;
    CheckersSet near[CHECKERS_SIDE_MAX * CHECKERS_SIDE_MAX];   // of a hole
    uint8_t     bit[CHECKERS_SIDE_MAX * CHECKERS_SIDE_MAX];
    uint64_t    choose[CHECKERS_BITS][CHECKERS_PIECES_MAX + 2];   // C(hole, k), by bit
} CheckersDb;

// Fails, saying why, on sides, pieces and goals that do not fit together.
bool checkers_db_open(CheckersDb *db, int side, int pieces, CheckersGoal goal, Status *status);
void checkers_db_close(CheckersDb *db);

// The database for retro_solve; it points to *db.
RetroDomain checkers_db_domain(const CheckersDb *db);

#endif
