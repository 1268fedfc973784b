#include "games/chinese_checkers/pdb_star.h"

#include <assert.h>
#include <string.h>

// All holes that the piece on `from` reaches by hops; `out` begins with those found, its steps.
static int hops_find(const CheckersStar *board, CheckersSet all, int from, uint8_t out[], int n)
{
    CheckersSet seen = all;   // an occupied hole is no target; the origin, left empty, leads nowhere new
    uint8_t     open[CHECKERS_STAR_HOLES_MAX];
    int         count = 0;
    for (open[count++] = (uint8_t)from; count > 0;) {
        const uint8_t *const step = board->step[open[--count]];
        for (int d = 0; d < CHECKERS_DIRECTIONS; d++) {
            const int over = step[d];
            if (over == CHECKERS_NOWHERE || !(all >> over & 1) || over == from) continue;
            const int to = board->step[over][d];
            if (to == CHECKERS_NOWHERE || seen >> to & 1) continue;
            seen |= checkers_set(to);
            out[n++] = open[count++] = (uint8_t)to;
        }
    }
    return n;
}

static int neighbours(const void *data, void *cursor_, uint64_t entry, uint64_t out[])
{
    const CheckersStarDb *const db     = data;
    IndexCursor *const          cursor = cursor_;
    index_seek(cursor, entry);
    const uint16_t *const cell = cursor->at.cell;
    CheckersSet           all  = 0;
    int                   n    = 0;
    for (int i = 0; i < db->pieces; i++) all |= checkers_set(cell[i]);
    for (int i = 0; i < db->pieces; i++) {
        uint8_t to[CHECKERS_STAR_TARGETS_MAX];
        int     count = 0;
        for (int d = 0; d < CHECKERS_DIRECTIONS; d++) {
            const int next = db->board.step[cell[i]][d];
            if (next != CHECKERS_NOWHERE && !(all >> next & 1)) to[count++] = (uint8_t)next;
        }
        count = hops_find(&db->board, all, cell[i], to, count);
        for (int k = 0; k < count; k++) out[n++] = index_moved(cursor, 0, i, to[k]);
    }
    return n;
}

static void cursor_open(const void *data, void *cursor)
{
    index_cursor(cursor, &((const CheckersStarDb *)data)->index, 0);
}

static uint64_t goal_entry(const void *data, uint64_t i)
{
    return (void)i, ((const CheckersStarDb *)data)->goal;
}

RetroDomain checkers_star_db_domain(const CheckersStarDb *db)
{
    return (RetroDomain){
        .data           = db,
        .entries        = db->index.size,
        .goals          = 1,
        .neighbours_max = db->pieces * CHECKERS_STAR_TARGETS_MAX,
        .cursor_size    = sizeof(IndexCursor),
        .cursor_open    = cursor_open,
        .goal           = goal_entry,
        .neighbours     = neighbours,
    };
}

bool checkers_star_db_open(CheckersStarDb *db, int arm, int pieces, Status *status)
{
    // Counted from the top: tip, second row, middle of the third.
    static const uint16_t home[] = {0, 1, 2, 4};
    IndexPosition         start = {0}, goal = {0};
    memset(db, 0, sizeof *db);
    if (arm != 3 && arm != 4) return status_fail(status, "arms of %d rows; expected 3 or 4", arm);
    if (pieces != 3 && pieces != 4)
        return status_fail(status, "%d pieces on a star; expected 3 or 4", pieces);
    checkers_star_open(&db->board, arm);
    db->pieces      = pieces;
    const int holes = db->board.holes;
    if (!index_open(&db->index, &(IndexGroup){.cells = holes, .pieces = pieces}, 1, 1, status)) return false;
    assert(db->index.size == checkers_star_entries(arm, pieces));
    for (int i = 0; i < pieces; i++) {
        start.cell[i]             = home[i];
        goal.cell[pieces - 1 - i] = (uint16_t)(holes - 1 - home[i]);
    }
    db->start = index_rank(&db->index, &start);
    db->goal  = index_rank(&db->index, &goal);
    return true;
}

void checkers_star_db_close(CheckersStarDb *db) { index_close(&db->index); }
