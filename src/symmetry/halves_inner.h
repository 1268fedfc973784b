// halves_inner.h - positions in parts and what their moves lead to, shared by the files of halves.
#ifndef SYMMETRY_HALVES_INNER_H
#define SYMMETRY_HALVES_INNER_H

#include "symmetry/halves.h"

#define INLINE __attribute__((always_inline)) static inline

enum {
    TOGETHER = 4
};   // entries that are added to at once: lists are read, and entries written, so far over

// One part of a position: a combination, with the sums that the numbers after a move are made of.
typedef struct Part {
    uint64_t set;
    uint32_t number;
    int      count;
    uint8_t  cell[8];
    uint32_t with[HALVES_COUNTS];   // one more piece with k of these before it: less its own C(cell, k + 1)
    uint32_t without[HALVES_PIECES_MAX];                    // one piece less
    uint32_t other[HALVES_PIECES_MAX][HALVES_PIECES_MAX];   // piece i replaced by one with k before it
} Part;

INLINE void part_fill(const Halves *h, Part *part, uint64_t set, uint32_t number, int count)
{
    uint32_t same[HALVES_COUNTS + 1], up[HALVES_COUNTS + 1], down[HALVES_COUNTS + 1];   // from piece i on
    part->set    = set;
    part->number = number;
    part->count  = count;
    for (int i = 0; i < count && i < HALVES_PIECES_MAX; i++) part->cell[i] = (uint8_t)bits_take(&set);
    same[count] = up[count] = down[count] = 0;
    for (int i = count - 1; i >= 0; i--) {
        const uint32_t *const row = h->choose[part->cell[i]];
        same[i]                   = same[i + 1] + row[i + 1];
        up[i]                     = up[i + 1] + row[i + 2];
        down[i]                   = down[i + 1] + row[i];
    }
    for (int k = 0; k <= count; k++) part->with[k] = same[0] - same[k] + up[k];
    for (int i = 0; i < count; i++) {
        part->without[i] = same[0] - same[i] + down[i + 1];
        for (int k = 0; k <= i; k++) part->other[i][k] = part->with[k] - up[i] + same[i + 1];
        for (int k = i + 1; k < count; k++) part->other[i][k] = part->without[i] - down[k + 1] + same[k + 1];
    }
}

// Holes on and above the diagonal as one word.
INLINE uint64_t others_pack(const Halves *h, const HolesSet *set)
{
    return set->word[1] | set->word[0] >> h->half << HALVES_CELLS_MAX;
}

// Where a part lies in a set of holes.
INLINE int part_word(HalvesPart part) { return part == PART_ABOVE; }
INLINE int part_shift(const Halves *h, HalvesPart part) { return part == PART_ON ? h->half : 0; }

INLINE int piece_hole(const Halves *h, const Part parts[], HalvesPart part, int i)
{
    return 64 * part_word(part) + part_shift(h, part) + parts[part].cell[i];
}

INLINE HolesSet holes_empty(const Halves *h, const HolesSet *all)
{
    return (HolesSet){{h->holes.all.word[0] & ~all->word[0], h->holes.all.word[1] & ~all->word[1]}};
}

// Where a piece can go.
INLINE HolesSet targets_of(const Halves *h, int from, const HolesSet *all)
{
    const HolesSet *const near = &h->holes.near[from], *const over = &h->holes.over[from];
    const HolesSet empty = holes_empty(h, all);
    HolesSet       to    = {{near->word[0] & empty.word[0], near->word[1] & empty.word[1]}};
    if (((over->word[0] & all->word[0]) | (over->word[1] & all->word[1])) == 0) return to;
    const HolesSet hops = holes_hops(&h->holes, from, all, &empty);
    to.word[0] |= hops.word[0], to.word[1] |= hops.word[1];
    return to;
}

// Holes that those moves depend on, when others come to stand on the board.
static inline HolesSet holes_watched(const Halves *h, int from, const HolesSet *all)
{
    const HolesSet empty = holes_empty(h, all), hops = holes_hops(&h->holes, from, all, &empty);
    HolesSet       watched = h->holes.near[from];
    for (int w = 0; w < 2; w++) {
        watched.word[w] |= hops.word[w];
        for (uint64_t left = hops.word[w]; left != 0;) {
            const HolesSet *const over = &h->holes.over[64 * w + bits_take(&left)];
            watched.word[0] |= over->word[0], watched.word[1] |= over->word[1];
        }
    }
    return watched;
}

// Targets of a piece in one part, which then has these others; `sums` by how many of them are before it.
typedef struct Targets {
    uint64_t        to, others;
    const uint32_t *sums;
} Targets;

// Of piece i of `mover` in `part`.
INLINE Targets targets_in(const Halves *h, const Part parts[], HalvesPart mover, int i, HalvesPart part,
                          const HolesSet *to)
{
    Targets t = {.to = to->word[part_word(part)] >> part_shift(h, part)};
    if (part == PART_BELOW) t.to &= BIT(h->half) - 1;
    t.others = part == mover ? parts[part].set ^ BIT(parts[part].cell[i]) : parts[part].set;
    t.sums   = part == mover ? parts[part].other[i] : parts[part].with;
    return t;
}

// The number of the part after the first of the moves, which is taken out.
INLINE uint32_t target_take(const Halves *h, Targets *t)
{
    const int cell = bits_take(&t->to), k = bits_count(t->others & (BIT(cell) - 1));
    return t->sums[k] + h->choose[cell][k + 1];
}

// The parts without the piece that moves.
typedef struct Rest {
    int      count[HALVES_PARTS];
    uint32_t number[HALVES_PARTS];
} Rest;

INLINE Rest rest_of(const Part parts[], HalvesPart mover, int i)
{
    Rest rest;
    for (int p = 0; p < HALVES_PARTS; p++) {
        rest.count[p]  = parts[p].count - (p == (int)mover);
        rest.number[p] = p == (int)mover ? parts[p].without[i] : parts[p].number;
    }
    return rest;
}

// The block it comes to in `part`.
INLINE const HalvesBlock *rest_block(const Halves *h, const Rest *rest, HalvesPart part)
{
    return &h->block[rest->count[PART_ABOVE] + (part == PART_ABOVE)]
                    [rest->count[PART_BELOW] + (part == PART_BELOW)];
}

// halves_moves.c
size_t halves_cursor_size(void);
int    halves_neighbours(const void *data, void *cursor, uint64_t entry, uint64_t out[]);
// halves_places.c: an entry by the sets of the parts; where the whole table's values are.
uint64_t halves_entry(const Halves *halves, const uint64_t set[HALVES_PARTS]);
void     halves_add(const Halves *halves, uint64_t set[HALVES_PARTS], int hole);   // a piece on r*side + c
void     halves_places(const void *data, uint64_t first, uint64_t out[], size_t n);

#endif
