// pdb_star.h - pattern databases of Chinese Checkers on stars: how many moves k pieces alone on the board
// need from anywhere to the far end.
//
// As pdb.h, with two differences: the board is a star, so that neighbours come from a list instead of shifts,
// and one database serves all players, who see the board turned until their home is at the top (eval.h). The
// goal, at the bottom: the tip and the second row for three pieces, and the middle of the third row for four.
//
// Cost: about 25 ns per neighbour; cc-pdb4-star has 8.5 million entries.
#ifndef GAMES_CHINESE_CHECKERS_PDB_STAR_H
#define GAMES_CHINESE_CHECKERS_PDB_STAR_H

#include "games/chinese_checkers/numbering.h"
#include "retro/index.h"
#include "retro/solve.h"

typedef struct CheckersStarDb {
    Index        index;
    CheckersStar board;
    int          pieces;
    uint64_t     goal, start;   // entries; the start is the goal's mirror image
} CheckersStarDb;

// arm: 3 or 4 rows; pieces: 3 or 4. Fails, saying why, on others.
bool checkers_star_db_open(CheckersStarDb *db, int arm, int pieces, Status *status);
void checkers_star_db_close(CheckersStarDb *db);

// The database for retro_solve; it points to *db.
RetroDomain checkers_star_db_domain(const CheckersStarDb *db);

#endif
