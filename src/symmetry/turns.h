// turns.h - endgame databases of Chinese Checkers by the symmetries of the game: three pieces against three
// on a rhombus, four positions as one entry.
//
// Turned half around, with the sides exchanged, a position is the same to the side to move; so is its
// mirror image. An entry is the combination of the side to move, one of each pair of images, times that of
// the other side, both on all holes: numbers of holes are never shifted by the other side's pieces, and
// those that overlap do not exist. That is about 0.31 of the entries of the database on 7x7.
//
// A combination that is its own image, `even`, has both images of the other side in the table. So an entry
// tells both images of an even predecessor, unless it is even itself: then its image tells the other, and
// of two predecessors that are images only the one in the table is told.
#ifndef SYMMETRY_TURNS_H
#define SYMMETRY_TURNS_H

#include "games/chinese_checkers/edb.h"
#include "retro/build.h"
#include "symmetry/holes.h"

enum { TURNS_SIDE_MAX = 8, TURNS_CELLS_MAX = TURNS_SIDE_MAX * TURNS_SIDE_MAX };

typedef struct Turns {
    const CheckersEdb *db;
    Holes              holes;
    bool               own;                          // CHECKERS_OWN
    uint64_t           goal;                         // of the side not to move
    uint32_t           count;                        // combinations
    uint32_t           rows;                         // of them, one of each pair of images
    uint32_t           choose[TURNS_CELLS_MAX][3];   // C(cell, k + 1)
    // owned, by combination: where; its image; turned half around; its row << 2 | even << 1 | its image
    // has the row; the same of it turned half around. And by row.
    uint64_t *set;
    uint32_t *image, *half, *place, *half_place, *row;
} Turns;

// False when this database has other pieces, rules or sides, or memory is short: `turns` is closed then;
// otherwise it points to *db.
bool turns_open(Turns *turns, const CheckersEdb *db);
void turns_close(Turns *turns);

BuildSymmetry turns_symmetry(const Turns *turns);

#endif
