#include "symmetry/turns.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define INLINE __attribute__((always_inline)) static inline

enum { PIECES = CHECKERS_EDB_PIECES, PLACE_IMAGE = 1, PLACE_EVEN = 2, PLACE_SHIFT = 2 };

// The combination of three cells, ascending.
static uint32_t number_of(const Turns *t, const int cell[PIECES])
{
    return t->choose[cell[0]][0] + t->choose[cell[1]][1] + t->choose[cell[2]][2];
}

// The entry of a position with this side to move and this other side, both combinations.
INLINE uint64_t entry_of(const Turns *t, uint32_t place, uint32_t rivals)
{
    return (uint64_t)(place >> PLACE_SHIFT) * t->count + (place & PLACE_IMAGE ? t->image[rivals] : rivals);
}

// Moves. What a side has once a piece has left: the sums of the other two, by how many of them are before the
// target.
typedef struct Pair {
    uint32_t sums[PIECES];
    uint64_t set;
} Pair;

INLINE Pair pair_of(const Turns *t, int a, int b)
{
    return (Pair){.sums = {t->choose[a][1] + t->choose[b][2], t->choose[a][0] + t->choose[b][2],
                           t->choose[a][0] + t->choose[b][1]},
                  .set  = BIT(a) | BIT(b)};
}

INLINE uint64_t targets_of(const Turns *t, int from, uint64_t all)
{
    const uint64_t empty = t->holes.all.word[0] & ~all, near = t->holes.near[from].word[0] & empty;
    return (t->holes.over[from].word[0] & all) == 0 ? near
                                                    : near | holes_hops_word(&t->holes, from, all, empty);
}

// The combinations that a move of one side leads to.
INLINE int moves_list(const Turns *t, uint64_t set, uint64_t all, uint32_t out[])
{
    const uint64_t upper = set & (set - 1);
    const int      a = bits_first(set), b = bits_first(upper), c = bits_first(upper & (upper - 1));
    const int      cell[PIECES] = {a, b, c};
    const Pair     pair[PIECES] = {pair_of(t, b, c), pair_of(t, a, c), pair_of(t, a, b)};
    int            n            = 0;
    for (int i = 0; i < PIECES; i++)
        for (uint64_t to = targets_of(t, cell[i], all); to != 0;) {
            const int at = bits_take(&to), k = bits_count(pair[i].set & (BIT(at) - 1));
            out[n++] = pair[i].sums[k] + t->choose[at][k];
        }
    return n;
}

enum { MOVES_MAX = PIECES * CHECKERS_TARGETS_MAX };

static int moves(const void *data, void *cursor, uint64_t entry)
{
    (void)cursor;
    const Turns *const t   = data;
    const uint64_t     own = t->set[t->row[entry / t->count]], all = own | t->set[entry % t->count];
    int                n = 0;
    for (uint64_t rest = own; rest != 0;) n += bits_count(targets_of(t, bits_take(&rest), all));
    return n > 0 ? n : 1;   // a pass
}

static int successors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    (void)cursor;
    const Turns *const t   = data;
    const uint32_t     own = t->row[entry / t->count], rivals = (uint32_t)(entry % t->count);
    uint32_t           to[MOVES_MAX];
    int                n = moves_list(t, t->set[own], t->set[own] | t->set[rivals], to);
    if (n == 0) to[n++] = own;
    for (int i = 0; i < n; i++) out[i] = entry_of(t, t->half_place[rivals], t->half[to[i]]);
    return n;
}

// The other side has moved: takes back its moves, and a pass when it has none.
static int predecessors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    (void)cursor;
    const Turns *const t   = data;
    const uint32_t     own = t->row[entry / t->count], rivals = (uint32_t)(entry % t->count);
    const bool         even    = t->place[own] & PLACE_EVEN;
    const uint32_t     half[2] = {t->half[own], t->image[t->half[own]]};   // and its image
    uint32_t           from[MOVES_MAX];
    int                moved = moves_list(t, t->set[rivals], t->set[own] | t->set[rivals], from), n = 0;
    if (moved == 0) from[moved++] = rivals;
    for (int i = 0; i < moved; i++) {
        const uint32_t place = t->half_place[from[i]];
        if (even && (place & PLACE_IMAGE)) continue;
        const uint64_t row = (uint64_t)(place >> PLACE_SHIFT) * t->count;
        out[n++]           = row + half[place & PLACE_IMAGE];
        if (!even && (place & PLACE_EVEN)) out[n++] = row + half[1];
    }
    return n;
}

static uint8_t outcome(const void *data, void *cursor, uint64_t entry)
{
    (void)cursor;
    const Turns *const t   = data;
    const uint64_t     own = t->set[t->row[entry / t->count]], rivals = t->set[entry % t->count];
    if ((own & rivals) != 0) return ENDGAME_NONE;
    const uint64_t fill = t->own ? rivals : rivals | own;
    return (t->goal & ~fill) == 0 && (t->goal & rivals) != 0 ? ENDGAME_LOST : ENDGAME_OPEN;
}

// The whole table, a combination of the first side at a time.

typedef struct Row {
    uint8_t  hole[TURNS_CELLS_MAX];   // those left, ascending
    uint32_t first;                   // the combination of the first side
    uint32_t place, half[2];          // its place; turned half around, and the image of that
    bool     second;                  // to move
} Row;

static Row row_open(const Turns *t, uint64_t number)
{
    Row row     = {.first = (uint32_t)(number % t->count), .second = number >= t->count};
    row.place   = t->place[row.first];
    row.half[0] = t->half[row.first];
    row.half[1] = t->image[row.half[0]];
    int free    = 0;
    for (uint64_t left = t->holes.all.word[0] & ~t->set[row.first]; left != 0;)
        row.hole[free++] = (uint8_t)bits_take(&left);
    return row;
}

// The entry with this combination of the second side. When that is to move, turned half around, it is the
// one that has the row.
INLINE uint64_t row_entry(const Turns *t, const Row *row, uint32_t second, bool second_moves)
{
    if (!second_moves) return entry_of(t, row->place, second);
    const uint32_t place = t->half_place[second];
    return (uint64_t)(place >> PLACE_SHIFT) * t->count + row->half[place & PLACE_IMAGE];
}

// n of them from `at` on, the second side's combinations among the holes left, in their order.
INLINE void row_entries(const Turns *t, const Row *row, uint64_t at, size_t n, uint64_t *out, bool second)
{
    int a = 0, b = 1, c = 2;
    while (t->choose[c + 1][2] <= at) c++;
    at -= t->choose[c][2];
    while (t->choose[b + 1][1] <= at) b++;
    a = (int)(at - t->choose[b][1]);
    for (size_t done = 0; done < n; a = 0, b++) {
        if (b == c) b = 1, c++;
        const uint32_t sum  = t->choose[row->hole[c]][2] + t->choose[row->hole[b]][1];
        const int      last = n - done < (size_t)(b - a) ? a + (int)(n - done) : b;
        for (; a < last; a++) out[done++] = row_entry(t, row, sum + row->hole[a], second);
    }
}

static void places(const void *data, uint64_t first, uint64_t out[], size_t n)
{
    const Turns *const t     = data;
    const uint64_t     width = t->db->index.digits[1];
    for (size_t done = 0; done < n;) {
        const uint64_t number = (first + done) / width, at = (first + done) % width;
        const size_t   part = width - at < n - done ? (size_t)(width - at) : n - done;
        const Row      row  = row_open(t, number);
        if (row.second) row_entries(t, &row, at, part, out + done, true);
        else row_entries(t, &row, at, part, out + done, false);
        done += part;
    }
}

// Opening.

// The combination of the cells that `moved` makes of those of a set.
static uint32_t number_moved(const Turns *t, uint64_t set, bool image)
{
    const int n  = t->holes.side;
    uint64_t  to = 0;
    int       cell[PIECES];
    while (set != 0) {
        const int at = bits_take(&set);
        to |= BIT(image ? at % n * n + at / n : n * n - 1 - at);
    }
    for (int i = 0; i < PIECES; i++) cell[i] = bits_take(&to);
    return number_of(t, cell);
}

static void places_open(Turns *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        t->image[i] = number_moved(t, t->set[i], true);
        t->half[i]  = number_moved(t, t->set[i], false);
        if (t->image[i] < i) t->place[i] = t->place[t->image[i]] | PLACE_IMAGE;
        else t->row[t->rows] = i, t->place[i] = t->rows++ << PLACE_SHIFT;
        if (t->image[i] == i) t->place[i] |= PLACE_EVEN;
    }
    for (uint32_t i = 0; i < t->count; i++) t->half_place[i] = t->place[t->half[i]];
}

static bool tables_open(Turns *t)
{
    const size_t n = t->count;
    t->set         = malloc(n * sizeof *t->set);
    t->image       = malloc(n * sizeof *t->image);
    t->half        = malloc(n * sizeof *t->half);
    t->place       = malloc(n * sizeof *t->place);
    t->half_place  = malloc(n * sizeof *t->half_place);
    t->row         = malloc(n * sizeof *t->row);
    return t->set != NULL && t->image != NULL && t->half != NULL && t->place != NULL &&
           t->half_place != NULL && t->row != NULL;
}

static void sets_open(Turns *t)
{
    const int cells = t->holes.side * t->holes.side;
    uint32_t  i     = 0;
    for (int c = 2; c < cells; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++) t->set[i++] = BIT(a) | BIT(b) | BIT(c);
    assert(i == t->count);
}

static void board_open(Turns *t)
{
    const int n   = t->db->board.side;
    t->holes.side = n;
    for (int hole = 0; hole < n * n; hole++) {
        const uint32_t cell   = (uint32_t)hole;
        t->holes.number[hole] = (uint8_t)hole;
        t->choose[hole][0]    = cell;
        t->choose[hole][1]    = hole < 2 ? 0 : cell * (cell - 1) / 2;
        t->choose[hole][2]    = hole < 3 ? 0 : cell * (cell - 1) / 2 * (cell - 2) / 3;
        if (t->db->goal[1] >> t->db->board.bit[hole] & 1) t->goal |= BIT(hole);
    }
    holes_open(&t->holes);
}

bool turns_open(Turns *t, const CheckersEdb *db)
{
    memset(t, 0, sizeof *t);
    if (db->board.side > TURNS_SIDE_MAX || db->pieces != PIECES || (db->rules & CHECKERS_FORWARD))
        return false;
    t->db    = db;
    t->own   = db->rules & CHECKERS_OWN;
    t->count = (uint32_t)db->index.digits[0];
    board_open(t);
    if (!tables_open(t)) return turns_close(t), false;
    sets_open(t);
    places_open(t);
    return true;
}

void turns_close(Turns *t)
{
    free(t->set);
    free(t->image);
    free(t->half);
    free(t->place);
    free(t->half_place);
    free(t->row);
    memset(t, 0, sizeof *t);
}

// As many entries as a move's targets, and for predecessors that are their own images, of which a piece has
// no more than a diagonal has holes, another one.
BuildSymmetry turns_symmetry(const Turns *t)
{
    const uint64_t entries = (uint64_t)t->rows * t->count;
    return (BuildSymmetry){
        .endgame   = {.data         = t,
                      .entries      = entries,
                      .moves_max    = PIECES * (CHECKERS_TARGETS_MAX + TURNS_SIDE_MAX),
                      .outcome      = outcome,
                      .moves        = moves,
                      .successors   = successors,
                      .predecessors = predecessors},
        .entries   = entries,
        .positions = (uint64_t)t->rows * t->db->index.digits[1],
        .data      = t,
        .places    = places,
    };
}
