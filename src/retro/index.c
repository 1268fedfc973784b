#include "retro/index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint64_t add_capped(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

// Pascal's triangle. Entries that do not fit are never part of a rank that does, but the search of unrank
// meets them.
static bool choose_open(Index *x, int cells)
{
    const size_t columns = (size_t)x->columns;
    x->choose            = calloc((size_t)(cells + 1) * columns, sizeof *x->choose);
    if (x->choose == NULL) return false;
    x->choose[0] = 1;
    for (size_t n = 1; n <= (size_t)cells; n++) {
        x->choose[n * columns] = 1;
        for (size_t k = 1; k < columns; k++)
            x->choose[n * columns + k] = add_capped(x->choose[(n - 1) * columns + k - 1],
                                                    x->choose[(n - 1) * columns + k]);
    }
    return true;
}

// Lays out the lists; *cells becomes the largest number of cells, *most the largest group.
static bool groups_open(Index *x, int *cells, int *most, Status *status)
{
    int board = 0, taken = 0;   // by the exclusive groups so far
    for (int g = 0; g < x->groups; g++) {
        const IndexGroup group = x->group[g];
        if (group.cells < 1 || group.cells > INDEX_CELLS_MAX)
            return status_fail(status, "group %d has %d cells; expected 1 ... %d", g + 1, group.cells,
                               INDEX_CELLS_MAX);
        if (group.exclusive && board != 0 && group.cells != board)
            return status_fail(status,
                               "group %d has %d cells; expected %d, as the exclusive groups before it", g + 1,
                               group.cells, board);
        x->first[g] = x->pieces;
        x->cells[g] = group.cells - (group.exclusive ? taken : 0);
        if (group.pieces < 1 || group.pieces > x->cells[g] || group.pieces > INDEX_PIECES_MAX - x->pieces)
            return status_fail(status, "group %d has %d pieces; expected 1 ... %d, and %d in all groups",
                               g + 1, group.pieces, x->cells[g], INDEX_PIECES_MAX);
        x->pieces += group.pieces;
        if (group.exclusive) board = group.cells, taken += group.pieces;
        if (group.cells > *cells) *cells = group.cells;
        if (group.pieces > *most) *most = group.pieces;
    }
    return true;
}

static bool sizes_open(Index *x, Status *status)
{
    uint64_t size = 1;
    for (int g = x->groups - 1; g >= 0; g--) {
        x->weight[g] = size;
        x->digits[g] = index_choose(x, x->cells[g], x->group[g].pieces);
        if (x->digits[g] == UINT64_MAX || __builtin_mul_overflow(size, x->digits[g], &size) ||
            size > INT64_MAX / 2)
            return status_fail(status,
                               "more than 2^62 entries for a side to move; expected fewer pieces or cells");
    }
    x->board = size;
    x->size  = size * (uint64_t)x->sides;
    return true;
}

bool index_open(Index *x, const IndexGroup group[], int groups, int sides, Status *status)
{
    int cells = 0, most = 0;
    memset(x, 0, sizeof *x);
    if (groups < 1 || groups > INDEX_GROUPS_MAX)
        return status_fail(status, "%d groups of pieces; expected 1 ... %d", groups, INDEX_GROUPS_MAX);
    if (sides < 1 || sides > 2) return status_fail(status, "%d sides to move; expected 1 or 2", sides);
    x->groups = groups;
    x->sides  = sides;
    memcpy(x->group, group, (size_t)groups * sizeof *group);
    if (!groups_open(x, &cells, &most, status)) return false;
    x->columns = most + 2;
    if (!choose_open(x, cells))
        return status_fail_system(status, "out of memory for the binomials of %d cells", cells);
    if (sizes_open(x, status)) return true;
    index_close(x);
    return false;
}

void index_close(Index *x)
{
    free(x->choose);
    x->choose = NULL;
}

// How many of the n ascending cells are below `cell`. No branch: it is not to be predicted.
static int cells_below(const uint16_t cells[], int n, int cell)
{
    int below = 0;
    for (int i = 0; i < n; i++) below += cells[i] < cell;
    return below;
}

// How many pieces of the exclusive groups before g are below `cell`.
static int taken_below(const Index *x, const IndexPosition *at, int g, int cell)
{
    assert(g >= 0 && g < x->groups);
    int below = 0;
    for (int h = 0; h < g; h++)
        if (x->group[h].exclusive) below += cells_below(&at->cell[x->first[h]], x->group[h].pieces, cell);
    return below;
}

uint64_t index_rank(const Index *x, const IndexPosition *at)
{
    uint64_t entry = (uint64_t)at->side * x->board;
    for (int g = 0; g < x->groups; g++) {
        const uint16_t *const cell  = &at->cell[x->first[g]];
        uint64_t              digit = 0;
        for (int i = 0; i < x->group[g].pieces; i++) {
            const int n = cell[i] - (x->group[g].exclusive ? taken_below(x, at, g, cell[i]) : 0);
            assert(i == 0 || cell[i - 1] < cell[i]);
            digit += index_choose(x, n, i + 1);
        }
        assert(digit < x->digits[g]);
        entry += digit * x->weight[g];
    }
    return entry;
}

// Cursors.

static int reduced_limit(const IndexCursor *cursor, int g, int i)
{
    const Index *const x = cursor->index;
    return i < x->group[g].pieces ? cursor->reduced[x->first[g] + i] : x->cells[g];
}

// The sums for pieces n-1 ... 0 of group g, from those above.
static void sums_fill(IndexCursor *cursor, int g, int n)
{
    assert(n >= 0 && n <= INDEX_PIECES_MAX);
    const Index *const    x = cursor->index;
    IndexSums *const      s = &cursor->sums[g];
    const uint16_t *const c = &cursor->reduced[x->first[g]];
    for (int i = n - 1; i >= 0; i--) {
        const uint64_t *const row = &x->choose[c[i] * x->columns];
        s->same[i]                = s->same[i + 1] + row[i + 1];
        s->down[i]                = s->down[i + 1] + row[i];
        s->up[i]                  = s->up[i + 1] + row[i + 2];
    }
    if (!x->group[g].exclusive || x->cells[g] == x->group[g].cells) return;
    for (int i = n - 1; i >= 0; i--) {
        s->cell_up[i]   = s->cell_up[i + 1] + index_choose(x, c[i] + 1, i + 1);
        s->cell_down[i] = s->cell_down[i + 1] + (c[i] > 0 ? index_choose(x, c[i] - 1, i + 1) : 0);
    }
}

// Sets the lowest pieces of g to the combination number `rest` of theirs.
static void group_unrank(IndexCursor *cursor, int g, int pieces, uint64_t rest)
{
    assert(pieces >= 0 && pieces <= INDEX_PIECES_MAX);
    const Index *const x = cursor->index;
    for (int i = pieces - 1; i > 0; i--) {
        int low = i;   // C(low, i+1) <= rest, and no more than `rest` until low + n; halved without a branch
        for (int n = reduced_limit(cursor, g, i + 1) - low; n > 1; n -= n / 2)
            low += index_choose(x, low + n / 2, i + 1) <= rest ? n / 2 : 0;
        cursor->reduced[x->first[g] + i] = (uint16_t)low;
        rest -= index_choose(x, low, i + 1);
    }
    if (pieces > 0) cursor->reduced[x->first[g]] = (uint16_t)rest;   // C(rest, 1)
}

// With the pieces from i on left where they are, the i lower ones have C(cell of i, i) combinations: only
// those that must change are set anew.
static bool group_seek(IndexCursor *cursor, int g, uint64_t digit)
{
    const Index *const     x = cursor->index;
    const IndexSums *const s = &cursor->sums[g];
    const int              k = x->group[g].pieces;
    int                    n = 0;
    while (n < k && digit - s->same[n] >= index_choose(x, reduced_limit(cursor, g, n), n)) n++;
    if (n == 0) return false;
    group_unrank(cursor, g, n, digit - s->same[n]);
    sums_fill(cursor, g, n);
    return true;
}

// The next combination of g; the first one, and false, after the last.
static bool group_next(IndexCursor *cursor, int g)
{
    const Index *const x = cursor->index;
    uint16_t *const    c = &cursor->reduced[x->first[g]];
    const int          k = x->group[g].pieces;
    int                i = 0;
    while (i < k && c[i] + 1 == reduced_limit(cursor, g, i + 1)) i++;
    if (i < k) c[i]++;
    for (int j = 0; j < i; j++) c[j] = (uint16_t)j;
    sums_fill(cursor, g, i < k ? i + 1 : k);
    return i < k;
}

// The board cells of the exclusive groups from g on: steps over the cells taken by the groups before.
static void cells_fill(IndexCursor *cursor, int g)
{
    const Index *const x = cursor->index;
    uint16_t           taken[INDEX_PIECES_MAX];   // ascending
    int                n = 0;
    for (int h = 0; h < x->groups; h++) {
        const int       k       = x->group[h].pieces;
        uint16_t *const cell    = &cursor->at.cell[x->first[h]];
        const uint16_t *reduced = &cursor->reduced[x->first[h]];
        if (!x->group[h].exclusive) {
            if (h >= g) memcpy(cell, reduced, (size_t)k * sizeof *cell);
            continue;
        }
        if (h >= g)
            for (int i = 0, step = 0; i < k; i++) {
                while (step < n && taken[step] <= reduced[i] + step) step++;
                cell[i] = (uint16_t)(reduced[i] + step);
            }
        for (int i = 0; h + 1 < x->groups && i < k; i++, n++) {
            int j = n;
            for (; j > 0 && taken[j - 1] > cell[i]; j--) taken[j] = taken[j - 1];
            taken[j] = cell[i];
        }
    }
}

// Where everybody stands, without the sums.
static void cursor_unrank(IndexCursor *cursor, const Index *x, uint64_t entry)
{
    assert(entry < x->size);
    cursor->index = x;
    cursor->entry = entry;
    cursor->at    = (IndexPosition){.side = entry >= x->board};
    uint64_t rest = entry - (entry >= x->board ? x->board : 0);
    for (int g = 0; g < x->groups; g++) {
        const uint64_t digit = x->weight[g] == 1 ? rest : rest / x->weight[g];
        rest -= digit * x->weight[g];
        group_unrank(cursor, g, x->group[g].pieces, digit);
    }
    cells_fill(cursor, 0);
}

void index_unrank(const Index *x, uint64_t entry, IndexPosition *at)
{
    IndexCursor cursor;
    cursor_unrank(&cursor, x, entry);
    *at = cursor.at;
}

void index_cursor(IndexCursor *cursor, const Index *x, uint64_t entry)
{
    memset(cursor, 0, sizeof *cursor);
    cursor_unrank(cursor, x, entry);
    for (int g = 0; g < x->groups; g++) sums_fill(cursor, g, x->group[g].pieces);
}

void index_seek(IndexCursor *cursor, uint64_t entry)
{
    assert(entry < cursor->index->size);
    const Index *const x = cursor->index;
    assert(entry < x->size);
    int changed     = x->groups;
    cursor->entry   = entry;
    cursor->at.side = entry >= x->board;
    uint64_t rest   = entry - (entry >= x->board ? x->board : 0);
    for (int g = 0; g < x->groups; g++) {
        const uint64_t digit = x->weight[g] == 1 ? rest : rest / x->weight[g];
        rest -= digit * x->weight[g];
        if (group_seek(cursor, g, digit) && g < changed) changed = g;
    }
    if (changed < x->groups) cells_fill(cursor, changed);
}

bool index_next(IndexCursor *cursor)
{
    const Index *const x = cursor->index;
    int                g = x->groups - 1;
    if (cursor->entry + 1 == x->size) return false;
    cursor->entry++;
    while (g >= 0 && !group_next(cursor, g)) g--;
    if (g < 0) cursor->at.side = 1;
    cells_fill(cursor, g < 0 ? 0 : g);
    return true;
}

// What the digit of an exclusive group h gains when a piece of an earlier one goes: the cells between lose or
// win a taken cell below them.
static uint64_t renumbered(const IndexCursor *cursor, int h, int from, int to)
{
    const Index *const     x     = cursor->index;
    const IndexSums *const s     = &cursor->sums[h];
    const uint16_t *const  cell  = &cursor->at.cell[x->first[h]];
    const int              k     = x->group[h].pieces;
    const uint64_t *const  moved = to > from ? s->cell_up : s->cell_down;
    const int              a     = cells_below(cell, k, to > from ? from : to),
              b                  = cells_below(cell, k, to > from ? to : from);
    return (moved[a] - moved[b]) - (s->same[a] - s->same[b]);
}

uint64_t index_moved(const IndexCursor *cursor, int g, int i, int to)
{
    const Index *const     x         = cursor->index;
    const IndexSums *const s         = &cursor->sums[g];
    const uint16_t *const  cell      = &cursor->at.cell[x->first[g]];
    const bool             exclusive = x->group[g].exclusive;
    const int              from      = cell[i];
    const int              below     = cells_below(cell, x->group[g].pieces, to) - (from < to);
    const int              n         = to - (exclusive ? taken_below(x, &cursor->at, g, to) : 0);
    const uint64_t         digit     = index_others(s, i, below) + index_choose(x, n, below + 1);
    uint64_t               entry     = cursor->entry + (digit - s->same[0]) * x->weight[g];
    for (int h = g + 1; exclusive && h < x->groups; h++)
        if (x->group[h].exclusive) entry += renumbered(cursor, h, from, to) * x->weight[h];
    return entry;
}
