#include "symmetry/halves.h"
#include "symmetry/halves_inner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void cursor_open(const void *data, void *cursor)
{
    (void)data;
    memset(cursor, 0, halves_cursor_size());
}

static uint64_t goal_entry(const void *data, uint64_t i) { return (void)i, ((const Halves *)data)->goal; }

// Opening.

static void numbers_open(Halves *h)
{
    const int n     = h->side;
    int       below = 0;
    // An image has the same place among those above as its hole among those below: each in the order of the
    // holes of one of them would be another order, so it is that of the ones below.
    for (int r = 0; r < n; r++)
        for (int c = 0; c <= r; c++) {
            const int number           = r == c ? h->half + r : below++;
            h->holes.number[r * n + c] = (uint8_t)number;
            if (r != c) h->holes.number[c * n + r] = (uint8_t)(64 + number);
        }
    h->holes.side = n;
    holes_open(&h->holes);
}

static bool sets_open(Halves *h)
{
    for (int k = 0; k <= h->pieces; k++) {
        const size_t n = h->choose[h->half][k];
        if (n == 0) continue;
        if ((h->sets[k] = malloc(n * sizeof *h->sets[k])) == NULL) return false;
        uint64_t set = BIT(k) - 1;
        for (size_t i = 0; i < n; i++) {
            h->sets[k][i] = set;
            // The next number of as many bits.
            const uint64_t low = set & (~set + 1), up = set + low;
            if (low != 0) set = up | ((set ^ up) >> 2) / low;
        }
    }
    return true;
}

static void block_open(Halves *h, int above, int below)
{
    const int      on     = h->pieces - above - below;
    const uint64_t many_a = h->choose[h->half][above], many_b = h->choose[h->half][below],
                   many_on   = on <= h->side ? h->choose[h->side][on] : 0;
    HalvesBlock *const block = &h->block[above][below];
    block->even              = above == below;
    block->base              = h->entries;
    block->times[PART_BELOW] = 1;
    block->times[PART_ON]    = many_b;
    block->times[PART_ABOVE] = many_b * many_on;
    h->entries += many_a * many_b * many_on;
    h->positions += block->even ? many_a * (many_a + 1) / 2 * many_on : many_a * many_b * many_on;
    block->end = h->entries;
    if (block->even) return;
    HalvesBlock *const image = &h->block[below][above];
    *image                   = *block;
    image->times[PART_BELOW] = block->times[PART_ABOVE];
    image->times[PART_ABOVE] = 1;
}

static void choose_open(Halves *h)
{
    for (int n = 0; n <= HALVES_CELLS_MAX; n++)
        for (int k = 0; k <= HALVES_COUNTS; k++)
            h->choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : h->choose[n - 1][k - 1] + h->choose[n - 1][k];
}

// Moves of the pieces below, listed by combination.

enum { COMBINATIONS_MAX = 1 << 16 };   // lists that a processor's caches can feed

// Sizes of the lists so far.
typedef struct Lists {
    uint32_t targets, crosses;
} Lists;

static void targets_list(Halves *h, const Part parts[], int i, const HolesSet *to, Lists *used)
{
    for (Targets t = targets_in(h, parts, PART_BELOW, i, PART_BELOW, to); t.to != 0; used->targets++) {
        const uint32_t number = target_take(h, &t);
        if (h->targets != NULL) h->targets[used->targets] = number;
    }
}

static uint32_t crosses_list(Halves *h, uint32_t without, uint64_t to, Lists *used)
{
    const uint32_t first = used->crosses;
    for (; to != 0; used->crosses++) {
        const uint32_t bit = (uint32_t)bits_take(&to);
        if (h->crosses != NULL) h->crosses[used->crosses] = without << HALVES_CROSS_BITS | bit;
    }
    return used->crosses - first;
}

static void combination_fill(Halves *h, int pieces, uint32_t number, Lists *used)
{
    const uint64_t           above               = BIT(HALVES_CELLS_MAX) - 1;
    HalvesCombination *const c                   = &h->combination[pieces][number];
    Part                     parts[HALVES_PARTS] = {{0}};
    uint64_t                 cross[HALVES_PIECES_MAX];
    part_fill(h, &parts[PART_BELOW], h->sets[pieces][number], number, pieces);
    const HolesSet all = {{parts[PART_BELOW].set, 0}};
    *c                 = (HalvesCombination){.first = used->targets, .cross = used->crosses};
    memcpy(c->with, parts[PART_BELOW].with, sizeof c->with);
    for (int i = 0; i < pieces; i++) {
        const int      from = parts[PART_BELOW].cell[i];
        const HolesSet to = targets_of(h, from, &all), watched = holes_watched(h, from, &all);
        targets_list(h, parts, i, &to, used);
        cross[i] = others_pack(h, &to);
        c->watch |= others_pack(h, &watched);
    }
    c->count = used->targets - c->first;
    for (int i = 0; i < pieces; i++)
        c->on += crosses_list(h, parts[PART_BELOW].without[i], cross[i] & ~above, used);
    for (int i = 0; i < pieces; i++)
        c->above += crosses_list(h, parts[PART_BELOW].without[i], cross[i] & above, used);
}

// Fills everything, or, as long as `targets` and `crosses` are NULL, all but these. Returns their sizes.
static Lists lists_fill(Halves *h)
{
    Lists used = {0};
    for (int k = 1; k <= h->pieces; k++)
        for (uint32_t i = 0; h->combination[k] != NULL && i < h->choose[h->half][k]; i++)
            combination_fill(h, k, i, &used);
    return used;
}

static bool lists_open(Halves *h)
{
    for (int k = 1; k <= h->pieces; k++) {
        const size_t n = h->choose[h->half][k];
        if (n == 0 || n > COMBINATIONS_MAX) continue;
        if ((h->combination[k] = calloc(n, sizeof *h->combination[k])) == NULL) return false;
    }
    const Lists size = lists_fill(h);
    h->targets       = calloc((size_t)size.targets + TOGETHER, sizeof *h->targets);
    h->crosses       = calloc((size_t)size.crosses + 1, sizeof *h->crosses);
    if (h->targets == NULL || h->crosses == NULL) return false;
    lists_fill(h);
    return true;
}

// The goal's entry; false when it is not its own image.
static bool goal_open(Halves *h)
{
    IndexPosition at;
    uint64_t      set[HALVES_PARTS] = {0};
    index_unrank(&h->db->index, h->db->goal, &at);
    for (int i = 0; i < h->pieces; i++) halves_add(h, set, at.cell[i]);
    h->goal = halves_entry(h, set);
    return set[PART_ABOVE] == set[PART_BELOW];
}

bool halves_open(Halves *h, const CheckersDb *db)
{
    memset(h, 0, sizeof *h);
    h->db     = db;
    h->side   = db->side;
    h->pieces = db->pieces;
    h->half   = db->side * (db->side - 1) / 2;
    if (h->pieces > HALVES_PIECES_MAX) return false;
    assert(h->half <= HALVES_CELLS_MAX && h->half + h->side <= 64);
    choose_open(h);
    numbers_open(h);
    for (int above = 0; above <= h->pieces; above++)
        for (int below = above; above + below <= h->pieces; below++) block_open(h, above, below);
    if (goal_open(h) && sets_open(h) && lists_open(h)) return true;
    halves_close(h);
    return false;
}

void halves_close(Halves *h)
{
    for (int k = 0; k < HALVES_COUNTS; k++) free(h->sets[k]), free(h->combination[k]);
    free(h->targets);
    free(h->crosses);
    memset(h, 0, sizeof *h);
}

BuildSymmetry halves_symmetry(const Halves *h)
{
    return (BuildSymmetry){
        .pattern   = {.data           = h,
                      .entries        = h->entries,
                      .goals          = 1,
                      .neighbours_max = h->pieces * CHECKERS_TARGETS_MAX + TOGETHER,
                      .cursor_size    = halves_cursor_size(),
                      .cursor_open    = cursor_open,
                      .goal           = goal_entry,
                      .neighbours     = halves_neighbours},
        .entries   = h->entries,
        .positions = h->positions,
        .data      = h,
        .places    = halves_places,
    };
}
