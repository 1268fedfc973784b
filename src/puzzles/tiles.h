// tiles.h - sliding tiles on a square: positions, moves, solvability.
//
// Cell r*side + c. In the solved position tile t is on cell t and the blank, tile 0, on cell 0, as in the
// instances of Korf 1985. A move slides a tile beside the blank into it; it is written as the number of that
// tile.
#ifndef PUZZLES_TILES_H
#define PUZZLES_TILES_H

#include "base/status.h"
#include "base/text.h"

#include <stdint.h>

enum { TILES_SIDE_MIN = 3, TILES_SIDE_MAX = 4, TILES_CELLS_MAX = 16 };

typedef struct TilesBoard {
    int     side;
    uint8_t tile[TILES_CELLS_MAX];   // by cell
} TilesBoard;

// The position from words, each a number or several separated by spaces or commas: 9 or 16 different tiles.
// Unsolvable ones are refused.
bool tiles_parse(TilesBoard *board, const char *const words[], int count, Status *status);
void tiles_format(const TilesBoard *board, Text *out);   // the numbers, separated by spaces

// Half of all arrangements cannot be solved: a move of the blank is a transposition and changes the colour of
// its cell.
bool tiles_solvable(const TilesBoard *board);

// Slides tile t into the blank; false when it is not beside it.
bool tiles_slide(TilesBoard *board, int t);

int tiles_blank(const TilesBoard *board);   // its cell
int tiles_manhattan(const TilesBoard *board);

static inline int tiles_mirror(int side, int cell)
{
    return cell % side * side + cell / side;
}   // at the main diagonal

// The hundred random instances of Korf 1985 with their shortest solutions and the nodes that IDA* with
// Manhattan distance generated, as printed there.
typedef struct TilesInstance {
    uint8_t  tile[TILES_CELLS_MAX];
    int      length;
    uint64_t nodes;
} TilesInstance;
enum { TILES_KORF = 100 };
extern const TilesInstance tiles_korf[TILES_KORF];

#endif
