#include "games/chinese_checkers/edb.h"
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
    for (int i = 0; i < db->pieces; i++)
        to[i] = any_ahead != 0 ? ahead[i] : any_level != 0 ? level[i] : to[i];
}

INLINE int set_count(CheckersSet set)
{
    return bits_count((uint64_t)set) + bits_count((uint64_t)(set >> 64));
}

// Of a set, those below a bit. `word`: the board fits in one.
INLINE int set_below(CheckersSet set, int bit, bool word)
{
    return word ? bits_count((uint64_t)set & (BIT(bit) - 1)) : set_count(set & (checkers_set(bit) - 1));
}

// Who moves: piece i of `side` from `from`; the others of its side; the other side.
typedef struct Mover {
    int         side, i, from;   // a bit
    CheckersSet friends, rivals;
} Mover;

// index_moved for two sides, counting bits instead of comparing cells.
INLINE uint64_t entry_moved(const CheckersEdb *db, const IndexCursor *cursor, const Mover *mover, int to,
                            bool word)
{
    const IndexSums *const s = cursor->sums;
    const Index *const     x = &db->index;
    const int below = set_below(mover->friends, to, word), rivals = set_below(mover->rivals, to, word),
              hole        = db->board.hole[to];
    const uint64_t others = index_others(&s[mover->side], mover->i, below) - s[mover->side].same[0];
    if (mover->side == 1) return cursor->entry + others + index_choose(x, hole - rivals, below + 1);
    const int       before = set_below(mover->rivals, mover->from, word);
    const uint64_t *shift  = to > mover->from ? s[1].cell_up : s[1].cell_down;   // of the rivals in between
    const uint64_t  sign   = to > mover->from ? 1 : UINT64_MAX;
    const uint64_t  moved  = (shift[before] - shift[rivals]) - (s[1].same[before] - s[1].same[rivals]);
    return cursor->entry + (others + index_choose(x, hole, below + 1)) * x->weight[0] + sign * moved;
}

INLINE int targets_emit(const CheckersEdb *db, const IndexCursor *cursor, const Mover *mover, CheckersSet to,
                        bool word, uint64_t *out)
{
    int n = 0;
    for (uint64_t low = (uint64_t)to; low != 0;)
        out[n++] = entry_moved(db, cursor, mover, bits_take(&low), word);
    for (uint64_t high = word ? 0 : (uint64_t)(to >> 64); high != 0;)
        out[n++] = entry_moved(db, cursor, mover, 64 + bits_take(&high), word);
    return n;
}

// With the side a constant, for the shifts.
static CheckersSet hops_of(const CheckersEdb *db, CheckersSet from, CheckersSet all, CheckersSet empty)
{
    switch (db->board.side) {
    case 4: return checkers_hops_word((uint64_t)from, (uint64_t)all, (uint64_t)empty, 4);
    case 5: return checkers_hops_word((uint64_t)from, (uint64_t)all, (uint64_t)empty, 5);
    case 6: return checkers_hops_word((uint64_t)from, (uint64_t)all, (uint64_t)empty, 6);
    case 7: return checkers_hops_word((uint64_t)from, (uint64_t)all, (uint64_t)empty, 7);
    case 8: return checkers_hops(from, all, empty, 8);
    default: return checkers_hops(from, all, empty, 9);
    }
}

// Where the pieces of `side` can go.
static void targets_find(const CheckersEdb *db, const uint16_t cell[], CheckersSet all, CheckersSet to[])
{
    const CheckersSet empty = db->board.holes & ~all;
    for (int i = 0; i < db->pieces; i++) {
        const CheckersSet near = db->board.near[cell[i]];
        to[i]                  = near & empty;
        if ((near & all) != 0) to[i] |= hops_of(db, checkers_set(db->board.bit[cell[i]]), all, empty);
    }
}

// The entries that moves of a side lead to, with the same side to move as the cursor has. `side` is a mover
// without a piece: `friends` are all pieces of the side.
INLINE int moves_emit_by(const CheckersEdb *db, const IndexCursor *cursor, Mover side, const CheckersSet to[],
                         uint64_t out[], bool word)
{
    const uint16_t *const cell = &cursor->at.cell[side.side * db->pieces];
    int                   n    = 0;
    for (int i = 0; i < db->pieces; i++) {
        const int   from  = db->board.bit[cell[i]];
        const Mover mover = {side.side, i, from, side.friends ^ checkers_set(from), side.rivals};
        n += targets_emit(db, cursor, &mover, to[i], word, out + n);
    }
    return n;
}

// With side and width constants.
static int moves_emit(const CheckersEdb *db, const IndexCursor *cursor, int side, CheckersSet own,
                      CheckersSet rivals, const CheckersSet to[], uint64_t out[])
{
    if (db->board.side > CHECKERS_SIDE_WORD)
        return moves_emit_by(db, cursor, (Mover){side, 0, 0, own, rivals}, to, out, false);
    return side == 0 ? moves_emit_by(db, cursor, (Mover){0, 0, 0, own, rivals}, to, out, true)
                     : moves_emit_by(db, cursor, (Mover){1, 0, 0, own, rivals}, to, out, true);
}

static bool targets_none(const CheckersEdb *db, const CheckersSet to[])
{
    CheckersSet any = 0;
    for (int i = 0; i < db->pieces; i++) any |= to[i];
    return any == 0;
}

// The best class of moves that a side has: 2 forward, 1 sideways, 0 back or none. Steps are seen at a glance.
static int class_best(const CheckersEdb *db, int side, CheckersSet own, CheckersSet rivals)
{
    const int         n     = db->board.side;
    const CheckersSet empty = db->board.holes & ~(own | rivals);
    if (((side == 0 ? own << 1 | own << (n + 1) : own >> 1 | own >> (n + 1)) & empty) != 0) return 2;
    CheckersSet to[PIECES_MAX], level = 0;
    uint16_t    cell[PIECES_MAX];
    int         i = 0;
    for (CheckersSet rest = own; rest != 0; rest &= rest - 1) {
        const uint64_t low = (uint64_t)rest;
        cell[i++] =
            db->board.hole[low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(rest >> 64))];
    }
    targets_find(db, cell, own | rivals, to);
    for (i = 0; i < db->pieces; i++) {
        const int at = cell[i] / n + cell[i] % n;
        if ((to[i] & db->ahead[side][at]) != 0) return 2;
        level |= to[i] & db->level[at];
    }
    return level != 0;
}

// Leaves of the holes that pieces may have come from those from which the rule let them: moves forward
// always; others when there was nothing better.
static void origins_restrict(const CheckersEdb *db, const uint16_t cell[], int side, CheckersSet own,
                             CheckersSet rivals, CheckersSet to[])
{
    const int n = db->board.side;
    for (int i = 0; i < db->pieces; i++) {
        const int         at    = cell[i] / n + cell[i] % n;
        const CheckersSet other = own ^ checkers_set(db->board.bit[cell[i]]);
        CheckersSet       left  = to[i] & (db->ahead[side][at] | db->level[at]);   // he came back or sideways
        for (; left != 0; left &= left - 1) {
            const CheckersSet from = left & (~left + 1);
            if (class_best(db, side, other | from, rivals) > ((from & db->level[at]) != 0)) to[i] ^= from;
        }
    }
}

static int turned(const CheckersEdb *db, uint64_t out[], int n)
{
    for (int i = 0; i < n; i++) out[i] = index_other_side(&db->index, out[i]);
    return n;
}

static int moves(const void *data, void *cursor_, uint64_t entry)
{
    const CheckersEdb *const db     = data;
    IndexCursor *const       cursor = cursor_;
    index_seek(cursor, entry);
    const int             side = cursor->at.side;
    const uint16_t *const cell = &cursor->at.cell[side * db->pieces];
    CheckersSet           to[PIECES_MAX];
    int                   n = 0;
    targets_find(db, cell, pieces_of(db, cursor, 0) | pieces_of(db, cursor, 1), to);
    if (db->rules & CHECKERS_FORWARD) targets_restrict(db, cell, side, to);
    for (int i = 0; i < db->pieces; i++) n += set_count(to[i]);
    return n > 0 ? n : 1;   // a pass
}

static int successors(const void *data, void *cursor_, uint64_t entry, uint64_t out[])
{
    const CheckersEdb *const db     = data;
    IndexCursor *const       cursor = cursor_;
    index_seek(cursor, entry);
    const int             side = cursor->at.side;
    const uint16_t *const cell = &cursor->at.cell[side * db->pieces];
    const CheckersSet     own = pieces_of(db, cursor, side), rivals = pieces_of(db, cursor, 1 - side);
    CheckersSet           to[PIECES_MAX];
    targets_find(db, cell, own | rivals, to);
    if (db->rules & CHECKERS_FORWARD) targets_restrict(db, cell, side, to);
    int n = moves_emit(db, cursor, side, own, rivals, to, out);
    if (n == 0) out[n++] = entry;
    return turned(db, out, n);
}

// Moves, passes too, can be taken back by moves: the side that is not to move makes one, and it is its turn.
static int predecessors(const void *data, void *cursor_, uint64_t entry, uint64_t out[])
{
    const CheckersEdb *const db     = data;
    IndexCursor *const       cursor = cursor_;
    index_seek(cursor, entry);
    const int             side = 1 - cursor->at.side;
    const uint16_t *const cell = &cursor->at.cell[side * db->pieces];
    const CheckersSet     own = pieces_of(db, cursor, side), rivals = pieces_of(db, cursor, 1 - side);
    CheckersSet           to[PIECES_MAX];
    targets_find(db, cell, own | rivals, to);
    const bool none = targets_none(db, to);
    if (db->rules & CHECKERS_FORWARD) origins_restrict(db, cell, side, own, rivals, to);
    int n = moves_emit(db, cursor, side, own, rivals, to, out);
    if (none) out[n++] = entry;
    return turned(db, out, n);
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
        .cursor_size  = sizeof(IndexCursor),
        .cursor_open  = cursor_open,
        .outcome      = outcome,
        .moves        = moves,
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
    assert(db->index.size == checkers_endgame_entries(side, pieces));
    db->pieces = pieces;
    db->rules  = rules;
    checkers_board_open(&db->board, side);
    levels_open(db);
    homes_open(db);
    return true;
}

void checkers_edb_close(CheckersEdb *db) { index_close(&db->index); }
