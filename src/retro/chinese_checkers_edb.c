#include "retro/chinese_checkers_edb.h"
#include "base/bits.h"

#include <assert.h>
#include <string.h>

enum { PIECES_MAX = 6 };

#define INLINE __attribute__((always_inline)) static inline

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

INLINE int set_count(CheckersSet set) { return bits_count((uint64_t)set) + bits_count((uint64_t)(set >> 64)); }

// Who moves: piece i of `side` from `from`; the others of its side; the other side.
typedef struct Mover {
    int         side, i, from;   // a bit
    CheckersSet friends, rivals;
} Mover;

// index_moved for two sides, counting bits instead of comparing cells.
INLINE uint64_t entry_moved(const CheckersEdb *db, const IndexCursor *cursor, const Mover *mover, int to)
{
    const IndexSums *const s   = cursor->sums;
    const Index *const     x   = &db->index;
    const CheckersSet      low = checkers_set(to) - 1, low_from = checkers_set(mover->from) - 1;
    const int              below = set_count(mover->friends & low), rivals = set_count(mover->rivals & low),
              hole        = db->board.hole[to];
    const uint64_t others = index_others(&s[mover->side], mover->i, below) - s[mover->side].same[0];
    if (mover->side == 1) return cursor->entry + others + index_choose(x, hole - rivals, below + 1);
    const int       before = set_count(mover->rivals & low_from);
    const uint64_t *shift  = to > mover->from ? s[1].cell_up : s[1].cell_down;   // of the rivals in between
    const uint64_t  sign   = to > mover->from ? 1 : UINT64_MAX;
    const uint64_t  moved  = (shift[before] - shift[rivals]) - (s[1].same[before] - s[1].same[rivals]);
    return cursor->entry + (others + index_choose(x, hole, below + 1)) * x->weight[0] + sign * moved;
}

INLINE int targets_emit(const CheckersEdb *db, const IndexCursor *cursor, const Mover *mover, CheckersSet to,
                        uint64_t *out)
{
    int n = 0;
    for (uint64_t word = (uint64_t)to; word != 0;) out[n++] = entry_moved(db, cursor, mover, bits_take(&word));
    for (uint64_t word = (uint64_t)(to >> 64); word != 0;)
        out[n++] = entry_moved(db, cursor, mover, 64 + bits_take(&word));
    return n;
}

// With the side a constant, for the shifts.
static CheckersSet hops_of(const CheckersEdb *db, CheckersSet from, CheckersSet all, CheckersSet empty)
{
    switch (db->board.side) {
    case 4: return checkers_hops(from, all, empty, 4);
    case 5: return checkers_hops(from, all, empty, 5);
    case 6: return checkers_hops(from, all, empty, 6);
    case 7: return checkers_hops(from, all, empty, 7);
    case 8: return checkers_hops(from, all, empty, 8);
    default: return checkers_hops(from, all, empty, 9);
    }
}

// The entries that moves of `side` lead to, with the same side to move as the cursor has; the entry itself when there is no move.
static int moves_emit(const CheckersEdb *db, const IndexCursor *cursor, int side, bool forward, uint64_t out[])
{
    const uint16_t *const cell = &cursor->at.cell[side * db->pieces];
    const CheckersSet     own = pieces_of(db, cursor, side), rivals = pieces_of(db, cursor, 1 - side);
    const CheckersSet     all = own | rivals, empty = db->board.holes & ~all;
    CheckersSet           to[PIECES_MAX];
    int                   n = 0;
    for (int i = 0; i < db->pieces; i++) {
        const CheckersSet near = db->board.near[cell[i]];
        to[i]                  = near & empty;
        if ((near & all) != 0) to[i] |= hops_of(db, checkers_set(db->board.bit[cell[i]]), all, empty);
    }
    if (forward) targets_restrict(db, cell, side, to);
    for (int i = 0; i < db->pieces; i++) {
        const int   from  = db->board.bit[cell[i]];
        const Mover mover = {side, i, from, own ^ checkers_set(from), rivals};
        n += targets_emit(db, cursor, &mover, to[i], out + n);
    }
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

static void homes_open(CheckersEdb *db)
{
    const int     n = db->board.side, holes = n * n;
    IndexPosition start = {0};
    int           count = 0;
    for (int hole = 0; hole < holes; hole++) {
        if (!checkers_home_has(CHECKERS_TRIANGLE, db->pieces, hole / n, hole % n)) continue;
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
    homes_open(db);
    return true;
}

void checkers_edb_close(CheckersEdb *db) { index_close(&db->index); }
