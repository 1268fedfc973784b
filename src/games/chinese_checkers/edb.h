// edb.h - endgame databases of Chinese Checkers: k pieces against k on an n x n rhombus, the
// whole game.
//
// Rules as in docs/GAMES.md: side 0 goes from r + c small to r + c large, side 1 back. A game is over when
// the one who has just moved has his goal full, one of the pieces in it his own. Entries: side to move, then
// the holes of side 0, then those of side 1 on the holes left (index.h).
//
// Rules that may be changed, after NOTES section 2: FORWARD allows only moves towards the far tip; if there
// is none, moves that keep the distance; if there is none, moves back. OWN asks for a goal full of one's own
// pieces: then who cannot win leaves a piece in his home, the other's goal, and most entries are draws,
// against which the paper has FORWARD.
#ifndef GAMES_CHINESE_CHECKERS_EDB_H
#define GAMES_CHINESE_CHECKERS_EDB_H

#include "games/chinese_checkers/numbering.h"
#include "retro/endgame.h"
#include "retro/index.h"

typedef struct CheckersEdb {
    Index         index;
    CheckersBoard board;
    int           pieces;    // of a side
    unsigned      rules;     // CHECKERS_FORWARD | CHECKERS_OWN; 0: the game
    uint64_t      start;     // side 0 to move
    CheckersSet   goal[2];   // of a side
    CheckersSet   level[2 * CHECKERS_SIDE_MAX],
        ahead[2][2 * CHECKERS_SIDE_MAX];   // holes with r + c as given; further on for a side
} CheckersEdb;

// pieces: 1, 3 or 6. Fails, saying why, on what does not fit.
bool checkers_edb_open(CheckersEdb *db, int side, int pieces, unsigned rules, Status *status);
void checkers_edb_close(CheckersEdb *db);

// The database for endgame_solve; it points to *db.
EndgameDomain checkers_edb_domain(const CheckersEdb *db);

#endif
