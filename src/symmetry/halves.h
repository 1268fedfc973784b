// halves.h - pattern databases of Chinese Checkers by the mirror: k pieces alone on a rhombus whose goal is
// its own image at the long diagonal, a position and its image as one entry.
//
// A position is numbered by its three parts: the pieces below the diagonal, on it, and above it, each a
// combination of its own (index.h). The holes above have the numbers of their images below, so the image
// is the same three numbers with the outer two exchanged. Entries are those with fewer pieces above than
// below, and of those with as many the ones whose number above is not larger; the others of these stand
// idle in the table, which has about 0.6 of the entries.
//
// A move changes one or two of the three numbers, and the new entry is linear in the number that the target
// decides. Rows of the table are positions that differ below the diagonal only: the rows that a row's moves
// lead to are walked through side by side. What the pieces on and above the diagonal do is found out once for
// a row, what those below it do once for their combination, and both are used again wherever nobody of the
// others stands on a hole that it depends on.
#ifndef SYMMETRY_HALVES_H
#define SYMMETRY_HALVES_H

#include "games/chinese_checkers/pdb.h"
#include "retro/build.h"
#include "symmetry/holes.h"

enum {
    HALVES_PIECES_MAX = 6,
    HALVES_CELLS_MAX  = 36,   // of a half of the largest board
    HALVES_COUNTS     = HALVES_PIECES_MAX + 1,
};

typedef enum HalvesPart { PART_BELOW, PART_ON, PART_ABOVE, HALVES_PARTS } HalvesPart;

// Positions of given numbers of pieces above and below: base + the sum of the parts' numbers times `times`.
// With as many above as below the smaller number of the two takes times[PART_ABOVE].
typedef struct HalvesBlock {
    uint64_t base, times[HALVES_PARTS], end;   // `end` of those that are in the table
    bool     even;
} HalvesBlock;

// The moves of a combination below the diagonal with nobody on and above it, as long as the holes `watch` of
// the others are empty. In `targets` the numbers after moves that stay below; in `crosses` those that do not:
// the number that is left << HALVES_CROSS_BITS | the hole, a bit as in `watch` (others_pack).
enum { HALVES_CROSS_BITS = 6 };

typedef struct HalvesCombination {
    uint64_t watch;
    uint32_t first, count;          // of `targets`
    uint32_t cross, on, above;      // of `crosses`: the first; how many lead onto and above the diagonal
    uint32_t with[HALVES_COUNTS];   // as in Part
} HalvesCombination;

typedef struct Halves {
    const CheckersDb *db;
    Holes             holes;
    int               pieces, half, side;                                // half: holes of one
    uint32_t          choose[HALVES_CELLS_MAX + 1][HALVES_COUNTS + 1];   // C(cell, k)
    uint64_t         *sets[HALVES_COUNTS];                               // owned: of a half, by number
    HalvesBlock       block[HALVES_COUNTS][HALVES_COUNTS];               // [above][below]
    uint64_t          entries, positions;                                // of the table; not idle
    uint64_t          goal;
    // owned, by the number of pieces below; NULL: too many combinations to list their moves
    HalvesCombination *combination[HALVES_COUNTS];
    uint32_t          *targets, *crosses;   // owned
} Halves;

// False without a message when this database is not its own image or has too many pieces. `halves` is
// closed then; otherwise it points to *db.
bool halves_open(Halves *halves, const CheckersDb *db);
void halves_close(Halves *halves);

BuildSymmetry halves_symmetry(const Halves *halves);

#endif
