// tiles_db.h - additive pattern databases of sliding tiles: the moves of some tiles to their cells, when
// moves of the others cost nothing.
//
// The tiles of a pattern are numbered in an ordered part (index.h): each is a group of one, on the cells that
// those before it left free. Databases of patterns that share no tile may be added up: every move is one of a
// single tile and is counted in at most one of them.
//
// Building. What the other tiles do costs nothing, so the blank wanders freely over all cells without a tile
// of the pattern that hang together with its own: a state is a placement and such a region, named by its
// lowest cell. Between states every move costs 1 and can be taken back, which is what retro_solve wants; the
// entries of cells that name no region stay unreached. Of a placement the database keeps the least over the
// regions: 16 bytes become one.
//
// Cost: with k tiles of 15, 16!/(16-k)! bytes for the database (5: 524,160; 6: 5,765,760), 16 times that
// while it is built. Source: Korf and Felner, "Disjoint pattern database heuristics", 2002.
#ifndef PUZZLES_TILES_DB_H
#define PUZZLES_TILES_DB_H

#include "retro/dbfile.h"
#include "retro/index.h"
#include "retro/solve.h"
#include "puzzles/tiles.h"

enum { TILES_PATTERN_MAX = INDEX_GROUPS_MAX - 1 };   // the blank is a group too

typedef uint16_t TilesSet;   // of cells

typedef struct TilesDb {
    int     side, cells, tiles;
    uint8_t tile[TILES_PATTERN_MAX];
    Index   index;   // of the database: placements
    // while it is built: placements and the cell of the blank, which runs fastest
    Index    states;
    TilesSet not_first, not_last;   // cells that have a neighbour to the left, to the right
    TilesSet near[TILES_CELLS_MAX];
} TilesDb;

// tile: different ones from 1 to side^2 - 1. Fails, saying why, on anything else.
bool tiles_db_open(TilesDb *db, int side, const uint8_t tile[], int tiles, Status *status);
void tiles_db_close(TilesDb *db);

uint64_t tiles_db_rank(const TilesDb *db, const uint8_t cell[]);   // cell: by tile

// The states, for retro_solve; and from its table the database, db->index.size bytes.
RetroDomain tiles_db_domain(const TilesDb *db);
void        tiles_db_fold(const TilesDb *db, const uint8_t *states, uint8_t *table);

// Both in one. False when it failed or was stopped (then result->complete is false and the status empty).
bool tiles_db_build(const TilesDb *db, const RetroOptions *options, uint8_t *table, RetroResult *result,
                    Status *status);

// What the file says of itself: tiles15-NAME.
void tiles_db_info(const TilesDb *db, const char *name, DbInfo *info);

#endif
