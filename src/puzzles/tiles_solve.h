// tiles_solve.h - shortest solutions of sliding tiles by IDA*, with Manhattan distance or additive pattern
// databases.
//
// A partition deals all tiles to patterns; its estimate is the sum over them. The puzzle is its own mirror
// image at the main diagonal, so the same databases value the mirrored position too: the larger of the two
// sums counts.
//
// Numbers of placements are kept up to date move by move. A tile that slides within a row changes its own
// digit by one. A tile that slides to the next row passes side - 1 cells; a tile of its pattern on one of
// them changes the number by a constant that depends on the two tiles only (step), so the change is a sum of
// side - 1 constants.
//
// Cost: about 10 ns per node with Manhattan distance, 30 ns with databases of six tiles. Source: Korf 1985;
// Korf and Felner 2002; Felner, Korf and Hanan 2004.
#ifndef PUZZLES_TILES_SOLVE_H
#define PUZZLES_TILES_SOLVE_H

#include "puzzles/ida.h"
#include "puzzles/tiles_db.h"

enum { TILES_PARTS_MAX = 4 };

// A partition by name; no parts: Manhattan distance.
typedef struct TilesPartition {
    const char *name, *title;
    int         side, parts;
    const char *database[TILES_PARTS_MAX];   // their names
    int         tiles[TILES_PARTS_MAX];
    uint8_t     tile[TILES_PARTS_MAX][TILES_PATTERN_MAX];
} TilesPartition;

extern const TilesPartition tiles_partitions[];   // ended by a NULL name

// NULL when there is none
const TilesPartition *tiles_partition_find(const char *name, int side, Status *status);

typedef struct TilesSolver {
    int            side, cells, parts;
    TilesDb        db[TILES_PARTS_MAX];
    const uint8_t *table[TILES_PARTS_MAX];                              // by part; the caller's
    uint8_t        mirror[TILES_CELLS_MAX];                             // of a cell, and of a tile
    uint8_t        moves[TILES_CELLS_MAX][4], count[TILES_CELLS_MAX];   // cells beside a cell
    uint8_t        distance[TILES_CELLS_MAX][TILES_CELLS_MAX];          // of tile and cell
    // Of the position and of its mirror image, by tile of the position.
    uint8_t part[2][TILES_CELLS_MAX];
    int32_t weight[2][TILES_CELLS_MAX];   // of the tile's digit
    // of a tile that passes another on its way to a higher cell
    int32_t step[2][TILES_CELLS_MAX][TILES_CELLS_MAX];
    // cells passed between a cell and the next row's
    uint8_t passed[2][TILES_CELLS_MAX][TILES_SIDE_MAX - 1];
} TilesSolver;

// Opens the domains of a partition. Its tables are set by the caller before the first search:
// solver->table[i] has solver->db[i].index.size bytes.
bool tiles_solver_open(TilesSolver *solver, const TilesPartition *partition, Status *status);
void tiles_solver_close(TilesSolver *solver);

int tiles_estimate(const TilesSolver *solver, const TilesBoard *board);

typedef struct TilesSolution {
    IdaResult search;
    int       estimate;   // of the start
    double    seconds;
    uint8_t   move[IDA_DEPTH_MAX];   // tiles, in the order they slide
} TilesSolution;

// A shortest solution; search.solved is false when it was stopped. The board is solvable and of the solver's
// side.
void tiles_solve(const TilesSolver *solver, const TilesBoard *board, const atomic_bool *stop,
                 TilesSolution *solution);

#endif
