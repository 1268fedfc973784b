#include "puzzles/tiles_db.h"
#include "base/bits.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// Sets of cells.

static TilesSet set_of(int cell) { return (TilesSet)(1u << cell); }

static TilesSet set_grow(const TilesDb *db, TilesSet a)
{
    return (TilesSet)(a | a << db->side | a >> db->side | (a & db->not_last) << 1 | (a & db->not_first) >> 1);
}

// All that hangs together with `from` over the cells `open`, which hold it.
static TilesSet set_region(const TilesDb *db, TilesSet from, TilesSet open)
{
    for (TilesSet more; (more = set_grow(db, from) & open) != from;) from = more;
    return from;
}

// The domain.

static int neighbours(const void *data, void *memory, uint64_t entry, uint64_t out[])
{
    const TilesDb *const db     = data;
    IndexCursor *const   cursor = memory;
    const TilesSet       all    = (TilesSet)((1u << db->cells) - 1);
    int                  n      = 0;
    index_seek(cursor, entry);
    const uint16_t *const cell  = cursor->at.cell;
    const int             blank = cell[db->tiles];
    TilesSet              open  = all;
    for (int i = 0; i < db->tiles; i++) open ^= set_of(cell[i]);
    if (!(open & set_of(blank))) return 0;
    const TilesSet region = set_region(db, set_of(blank), open);
    for (int i = 0; i < db->tiles; i++) {
        for (uint64_t to = db->near[cell[i]] & region; to != 0;) {
            const int      b     = bits_take(&to);
            const TilesSet after = set_region(db, set_of(cell[i]), open ^ set_of(b) ^ set_of(cell[i]));
            out[n++] = index_moved(cursor, i, 0, b) - (uint64_t)blank + (uint64_t)__builtin_ctz(after);
        }
    }
    return n;
}

static void cursor_open(const void *data, void *cursor)
{
    index_cursor(cursor, &((const TilesDb *)data)->states, 0);
}

// Every tile on its own cell. The blank's cell, 0, is the lowest of its region.
static uint64_t goal_entry(const void *data, uint64_t i)
{
    const TilesDb *const db = data;
    IndexPosition        at = {0};
    (void)i;
    for (int k = 0; k < db->tiles; k++) at.cell[k] = db->tile[k];
    return index_rank(&db->states, &at);
}

RetroDomain tiles_db_domain(const TilesDb *db)
{
    return (RetroDomain){
        .data           = db,
        .entries        = db->states.size,
        .goals          = 1,
        .neighbours_max = 4 * db->tiles,
        .cursor_size    = sizeof(IndexCursor),
        .cursor_open    = cursor_open,
        .goal           = goal_entry,
        .neighbours     = neighbours,
    };
}

void tiles_db_fold(const TilesDb *db, const uint8_t *states, uint8_t *table)
{
    assert(states != NULL && table != NULL);
    for (uint64_t i = 0; i < db->index.size; i++) {
        const uint8_t *const row  = states + i * (uint64_t)db->cells;
        uint8_t              best = row[0];
        for (int b = 1; b < db->cells; b++) best = row[b] < best ? row[b] : best;
        table[i] = best;
    }
}

bool tiles_db_build(const TilesDb *db, const RetroOptions *options, uint8_t *table, RetroResult *result,
                    Status *status)
{
    assert(table != NULL && options->threads >= 1);
    const RetroDomain domain = tiles_db_domain(db);
    uint8_t *const    states = retro_table_open(domain.entries);
    if (states == NULL)
        return status_fail_system(status, "out of memory for %zu states", (size_t)domain.entries);
    status_clear(status);
    bool good = retro_solve(&domain, options, states, result, status) && result->complete;
    if (good) tiles_db_fold(db, states, table);
    retro_table_close(states, domain.entries);
    return good;
}

uint64_t tiles_db_rank(const TilesDb *db, const uint8_t cell[])
{
    assert(cell != NULL);
    IndexPosition at = {0};
    for (int i = 0; i < db->tiles; i++) at.cell[i] = cell[db->tile[i]];
    return index_rank(&db->index, &at);
}

// Opening.

static void board_open(TilesDb *db)
{
    for (int cell = 0; cell < db->cells; cell++) {
        if (cell % db->side > 0) db->not_first |= set_of(cell);
        if (cell % db->side < db->side - 1) db->not_last |= set_of(cell);
    }
    for (int cell = 0; cell < db->cells; cell++)
        db->near[cell] = set_grow(db, set_of(cell)) & (TilesSet)((1u << db->cells) - 1) &
                         (TilesSet)~set_of(cell);
}

bool tiles_db_open(TilesDb *db, int side, const uint8_t tile[], int tiles, Status *status)
{
    IndexGroup group[INDEX_GROUPS_MAX];
    unsigned   seen = 1;
    memset(db, 0, sizeof *db);
    if (side < TILES_SIDE_MIN || side > TILES_SIDE_MAX)
        return status_fail(status, "a side of %d cells; expected %d or %d", side, TILES_SIDE_MIN,
                           TILES_SIDE_MAX);
    if (tiles < 1 || tiles > TILES_PATTERN_MAX)
        return status_fail(status, "a pattern of %d tiles; expected 1 ... %d", tiles, TILES_PATTERN_MAX);
    db->side  = side;
    db->cells = side * side;
    db->tiles = tiles;
    for (int i = 0; i < tiles; i++) {
        if (tile[i] >= db->cells || (seen >> tile[i] & 1))
            return status_fail(status, "tile %d of a pattern; expected different ones from 1 to %d", tile[i],
                               db->cells - 1);
        seen |= 1u << tile[i];
        db->tile[i] = tile[i];
        group[i]    = (IndexGroup){.cells = db->cells, .pieces = 1, .exclusive = true};
    }
    group[tiles] = (IndexGroup){.cells = db->cells, .pieces = 1};
    board_open(db);
    if (!index_open(&db->index, group, tiles, 1, status)) return false;
    if (index_open(&db->states, group, tiles + 1, 1, status)) return true;
    index_close(&db->index);
    return false;
}

void tiles_db_close(TilesDb *db)
{
    index_close(&db->index);
    index_close(&db->states);
}

void tiles_db_info(const TilesDb *db, const char *name, DbInfo *info)
{
    char list[3 * TILES_CELLS_MAX + 1];
    Text text = text_on(list, sizeof list);
    for (int i = 0; i < db->tiles; i++) text_add(&text, " %d", db->tile[i]);
    *info = (DbInfo){.kind = DB_PATTERN, .entries = db->index.size};
    snprintf(info->name, sizeof info->name, "%s", name);
    snprintf(info->game, sizeof info->game, "sliding tiles, %d x %d", db->side, db->side);
    snprintf(info->index, sizeof info->index,
             "cells of tiles%s, each of those left free by the tiles before, last fastest", list);
    snprintf(info->goal, sizeof info->goal,
             "moves of tiles%s to their cells; moves of others are free, the blank where it is best", list);
    snprintf(info->values, sizeof info->values, "moves to the goal; 255: not reached");
}
