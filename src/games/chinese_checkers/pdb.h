// pdb.h - pattern databases of Chinese Checkers: how many moves k pieces alone on an n x n
// rhombus need to their goal.
//
// Board and moves as in docs/GAMES.md: hole r*n + c; one piece steps to an adjacent empty hole or makes a
// chain of hops over single pieces. Nobody else is on the board, so every move can be taken back, and the
// entries a move leads to are those it comes from. An entry is the set of the pieces' holes (index.h), one
// group.
//
// Goals: TRIANGLE, for 1, 3, 6 or 10 pieces, the corner r + c >= 2n-2 - (rows-1); TIP, for 4, the tip, the
// second row and the middle of the third; BASE, for 4, the base row of the triangle of ten; PART + k, for any
// number, the holes from number k on, counted from the tip row by row. The start is the goal mirrored at the
// centre.
//
// Cost: about 10 ns per neighbour, memory included. Source: NOTES, section 2.
#ifndef GAMES_CHINESE_CHECKERS_PDB_H
#define GAMES_CHINESE_CHECKERS_PDB_H

#include "games/chinese_checkers/numbering.h"
#include "retro/index.h"
#include "retro/solve.h"

typedef struct CheckersDb {
    Index         index;
    CheckersBoard board;
    int           side, pieces;
    uint64_t      goal, start;                                      // entries
    uint64_t      choose[CHECKERS_BITS][CHECKERS_PIECES_MAX + 2];   // C(hole, k), by bit
} CheckersDb;

// Fails, saying why, on sides, pieces and goals that do not fit together.
bool checkers_db_open(CheckersDb *db, int side, int pieces, CheckersGoal goal, Status *status);
void checkers_db_close(CheckersDb *db);

// The database for retro_solve; it points to *db.
RetroDomain checkers_db_domain(const CheckersDb *db);

#endif
