#include "retro/chinese_checkers_edb.h"
#include "base/bits.h"

#include <assert.h>
#include <string.h>

enum { PIECES_MAX = 6 };

static CheckersSet pieces_of(const CheckersEdb *db, const IndexCursor *cursor, int side)
{
    const uint16_t *const cell = &cursor->at.cell[side * db->pieces];
    CheckersSet           set  = 0;
    for (int i = 0; i < db->pieces; i++) set |= checkers_set(db->board.bit[cell[i]]);
    return set;
}

// What the rule leaves of the targets of all pieces: the first class that anybody has a move of.
static void targets_restrict(const CheckersEdb *db, const uint16_t cell[], int side, CheckersSet to[])
{
    const int   n = db->board.side;
    CheckersSet ahead[PIECES_MAX], level[PIECES_MAX], any_ahead = 0, any_level = 0;
    for (int i = 0; i < db->pieces; i++) {
        const int at          = cell[i] / n + cell[i] % n;
        any_ahead |= ahead[i] = to[i] & db->ahead[side][at];
        any_level |= level[i] = to[i] & db->level[at];
    }
    for (int i = 0; i < db->pieces; i++) to[i] = any_ahead != 0 ? ahead[i] : any_level != 0 ? level[i] : to[i];
}

static int targets_emit(const CheckersEdb *db, const IndexCursor *cursor, int side, int i, CheckersSet to,
                        uint64_t *out)
{
    int n = 0;
    for (uint64_t word = (uint64_t)to; word != 0;)
        out[n++] = index_moved(cursor, side, i, db->board.hole[bits_take(&word)]);
    for (uint64_t word = (uint64_t)(to >> 64); word != 0;)
        out[n++] = index_moved(cursor, side, i, db->board.hole[64 + bits_take(&word)]);
    return n;
}

// The entries that moves of `side` lead to, with the same side to move as the cursor has; the entry itself when there is no move.
static int moves_emit(const CheckersEdb *db, const IndexCursor *cursor, int side, bool forward, uint64_t out[])
{
    const uint16_t *const cell = &cursor->at.cell[side * db->pieces];
    const CheckersSet     all = pieces_of(db, cursor, 0) | pieces_of(db, cursor, 1), empty = db->board.holes & ~all;
    CheckersSet           to[PIECES_MAX];
    int                   n = 0;
    for (int i = 0; i < db->pieces; i++) {
        const CheckersSet near = db->board.near[cell[i]];
        to[i]                  = near & empty;
        if ((near & all) != 0) to[i] |= checkers_hops(checkers_set(db->board.bit[cell[i]]), all, empty, db->board.side);
    }
    if (forward) targets_restrict(db, cell, side, to);
    for (int i = 0; i < db->pieces; i++) n += targets_emit(db, cursor, side, i, to[i], out + n);
    if (n == 0) out[n++] = cursor->entry;
    return n;
}

static int turned(const CheckersEdb *db, uint64_t out[], int n)
{
    for (int i = 0; i < n; i++) out[i] = index_other_side(&db->index, out[i]);
    return n;
}

static int successors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    const CheckersEdb *const db = data;
    index_seek(cursor, entry);
    return turned(db, out, moves_emit(db, cursor, ((IndexCursor *)cursor)->at.side, db->rules & CHECKERS_FORWARD, out));
}

// Moves, passes too, can be taken back by moves: the side that is not to move makes one, and it is its turn.
static int predecessors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    const CheckersEdb *const db = data;
    index_seek(cursor, entry);
    return turned(db, out, moves_emit(db, cursor, 1 - ((IndexCursor *)cursor)->at.side, false, out));
}

static uint8_t outcome(const void *data, void *cursor_, uint64_t entry)
{
    const CheckersEdb *const db     = data;
    IndexCursor *const       cursor = cursor_;
    index_seek(cursor, entry);
    const int         moved = 1 - cursor->at.side;
    const CheckersSet goal = db->goal[moved], his = pieces_of(db, cursor, moved);
    const CheckersSet fill = db->rules & CHECKERS_OWN ? his : his | pieces_of(db, cursor, 1 - moved);
    return (goal & ~fill) == 0 && (goal & his) != 0 ? ENDGAME_LOST : ENDGAME_OPEN;
}

static void cursor_open(const void *data, void *cursor)
{
    index_cursor(cursor, &((const CheckersEdb *)data)->index, 0);
}

EndgameDomain checkers_edb_domain(const CheckersEdb *db)
{
    return (EndgameDomain){
        .data         = db,
        .entries      = db->index.size,
        .moves_max    = db->pieces * CHECKERS_TARGETS_MAX,
        .candidates   = db->rules & CHECKERS_FORWARD,
        .cursor_size  = sizeof(IndexCursor),
        .cursor_open  = cursor_open,
        .outcome      = outcome,
        .successors   = successors,
        .predecessors = predecessors,
    };
}

// Opening.

static void levels_open(CheckersEdb *db)
{
    const int n = db->board.side;
    for (int hole = 0; hole < n * n; hole++) {
        const CheckersSet set = checkers_set(db->board.bit[hole]);
        const int         at  = hole / n + hole % n;
        db->level[at] |= set;
        for (int k = 0; k < at; k++) db->ahead[0][k] |= set;
        for (int k = at + 1; k <= 2 * n - 2; k++) db->ahead[1][k] |= set;
    }
}

static void homes_open(CheckersEdb *db, int rows)
{
    const int     n = db->board.side, holes = n * n;
    IndexPosition start = {0};
    int           count = 0;
    for (int hole = 0; hole < holes; hole++) {
        if (!checkers_home_has(CHECKERS_TRIANGLE, rows, hole / n, hole % n)) continue;
        db->goal[1] |= checkers_set(db->board.bit[hole]);
        db->goal[0] |= checkers_set(db->board.bit[holes - 1 - hole]);
        start.cell[count]                      = (uint16_t)hole;
        start.cell[2 * db->pieces - 1 - count] = (uint16_t)(holes - 1 - hole);
        count++;
    }
    assert(count == db->pieces);
    db->start = index_rank(&db->index, &start);
}

bool checkers_edb_open(CheckersEdb *db, int side, int pieces, unsigned rules, Status *status)
{
    memset(db, 0, sizeof *db);
    if (side < CHECKERS_SIDE_MIN || side > CHECKERS_SIDE_MAX)
        return status_fail(status, "a side of %d holes; expected %d ... %d", side, CHECKERS_SIDE_MIN,
                           CHECKERS_SIDE_MAX);
    if (pieces != 1 && pieces != 3 && pieces != PIECES_MAX)
        return status_fail(status, "%d pieces of a side; expected 1, 3 or %d", pieces, PIECES_MAX);
    const IndexGroup group = {.cells = side * side, .pieces = pieces, .exclusive = true};
    if (!index_open(&db->index, (IndexGroup[]){group, group}, 2, 2, status)) return false;
    db->pieces = pieces;
    db->rules  = rules;
    checkers_board_open(&db->board, side);
    levels_open(db);
    homes_open(db, pieces == 1 ? 1 : pieces == 3 ? 2 : 3);
    return true;
}

void checkers_edb_close(CheckersEdb *db) { index_close(&db->index); }
