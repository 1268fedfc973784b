#include "games/chinese_checkers/pdb.h"
#include "base/bits.h"

#include <assert.h>
#include <string.h>

#define INLINE __attribute__((always_inline)) static inline

// The entries for the targets of a piece in one word of the set; `others` are the other pieces in that word,
// `below` how many of them lie in the words before.
INLINE int targets_emit(const CheckersDb *db, const uint64_t rest[], uint64_t to, uint64_t others, int word,
                        int below, uint64_t *out)
{
    int n = 0;
    while (to != 0) {
        const int bit = bits_take(&to), k = below + bits_count(others & (BIT(bit) - 1));
        out[n++] = rest[k] + db->choose[64 * word + bit][k + 1];
    }
    return n;
}

INLINE int moves_emit(const CheckersDb *db, const IndexCursor *cursor, uint64_t out[], int side)
{
    const uint16_t *const cell   = cursor->at.cell;
    const int             pieces = db->pieces;
    CheckersSet           all    = 0;
    int                   n      = 0;
    for (int i = 0; i < pieces; i++) all |= checkers_set(db->board.bit[cell[i]]);
    const CheckersSet empty = db->board.holes & ~all;
    for (int i = 0; i < pieces; i++) {
        const CheckersSet from = checkers_set(db->board.bit[cell[i]]), near = db->board.near[cell[i]],
                          others = all ^ from;
        CheckersSet to           = near & empty;
        uint64_t    rest[CHECKERS_PIECES_MAX];
        if ((near & all) != 0) to |= checkers_hops(from, all, empty, side);
        for (int k = 0; k < pieces; k++) rest[k] = index_others(&cursor->sums[0], i, k);
        n += targets_emit(db, rest, (uint64_t)to, (uint64_t)others, 0, 0, out + n);
        n += targets_emit(db, rest, (uint64_t)(to >> 64), (uint64_t)(others >> 64), 1,
                          bits_count((uint64_t)others), out + n);
    }
    return n;
}

static int neighbours(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    const CheckersDb *const db = data;
    index_seek(cursor, entry);
    switch (db->side) {
    case 4: return moves_emit(db, cursor, out, 4);
    case 5: return moves_emit(db, cursor, out, 5);
    case 6: return moves_emit(db, cursor, out, 6);
    case 7: return moves_emit(db, cursor, out, 7);
    case 8: return moves_emit(db, cursor, out, 8);
    default: return moves_emit(db, cursor, out, 9);
    }
}

static void cursor_open(const void *data, void *cursor)
{
    index_cursor(cursor, &((const CheckersDb *)data)->index, 0);
}

static uint64_t goal_entry(const void *data, uint64_t i) { return (void)i, ((const CheckersDb *)data)->goal; }

RetroDomain checkers_db_domain(const CheckersDb *db)
{
    return (RetroDomain){
        .data           = db,
        .entries        = db->index.size,
        .goals          = 1,
        .neighbours_max = db->pieces * CHECKERS_TARGETS_MAX,
        .cursor_size    = sizeof(IndexCursor),
        .cursor_open    = cursor_open,
        .goal           = goal_entry,
        .neighbours     = neighbours,
    };
}

// Opening.

static void choose_open(CheckersDb *db)
{
    for (int hole = 0; hole < db->side * db->side; hole++)
        for (int k = 0; k <= db->pieces; k++)
            db->choose[db->board.bit[hole]][k] = index_choose(&db->index, hole, k);
}

// Start and goal; false if the shape has another number of pieces.
static bool homes_open(CheckersDb *db, CheckersGoal goal)
{
    const int     n = db->side, holes = n * n;
    int           rows = 1, count = 0;
    IndexPosition start = {0}, end = {0};
    while (rows * (rows + 1) / 2 < db->pieces) rows++;
    if (goal == CHECKERS_TRIANGLE && rows * (rows + 1) / 2 != db->pieces) return false;
    for (int hole = 0; hole < holes; hole++) {
        if (!checkers_home_has(goal, db->pieces, hole / n, hole % n)) continue;
        if (count == db->pieces) return false;
        start.cell[count]                  = (uint16_t)hole;
        end.cell[db->pieces - 1 - count++] = (uint16_t)(holes - 1 - hole);
    }
    if (count != db->pieces) return false;
    db->start = index_rank(&db->index, &start);
    db->goal  = index_rank(&db->index, &end);
    return true;
}

bool checkers_db_open(CheckersDb *db, int side, int pieces, CheckersGoal goal, Status *status)
{
    memset(db, 0, sizeof *db);
    if (side < CHECKERS_SIDE_MIN || side > CHECKERS_SIDE_MAX)
        return status_fail(status, "a side of %d holes; expected %d ... %d", side, CHECKERS_SIDE_MIN,
                           CHECKERS_SIDE_MAX);
    if (pieces < 1 || pieces > CHECKERS_PIECES_MAX)
        return status_fail(status, "%d pieces; expected 1 ... %d", pieces, CHECKERS_PIECES_MAX);
    db->side   = side;
    db->pieces = pieces;
    if (!index_open(&db->index, &(IndexGroup){.cells = side * side, .pieces = pieces}, 1, 1, status))
        return false;
    assert(db->index.size == checkers_pattern_entries(side, pieces));
    checkers_board_open(&db->board, side);
    choose_open(db);
    if (homes_open(db, goal)) return true;
    checkers_db_close(db);
    return status_fail(status, "%d pieces; expected %s", pieces,
                       goal == CHECKERS_TRIANGLE ? "1, 3, 6 or 10, a triangle" : "4 for this goal");
}

void checkers_db_close(CheckersDb *db) { index_close(&db->index); }
