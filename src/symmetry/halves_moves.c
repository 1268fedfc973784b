#include "symmetry/halves_inner.h"

#include <assert.h>

enum { RUN_MAX = HALVES_PIECES_MAX * CHECKERS_TARGETS_MAX + TOGETHER };

// Moves into one block: the entries are base + the number below times `times`; with as many above as below
// base + the smaller times `times` + the larger of that number and the one above.
typedef struct Run {
    bool     even;
    int      count;
    uint64_t times;
    uint64_t base[RUN_MAX];
    uint32_t above[RUN_MAX];
} Run;

// Pieces above after a move of one that is on or above the diagonal: one less, as many, one more.
enum { RUN_LESS, RUN_SAME, RUN_MORE, RUNS };

typedef struct Cursor {
    uint64_t           row, row_end;   // entries of the row it stands in
    const HalvesBlock *block;
    bool               filled;   // the sums of part[PART_BELOW] are those of the entry
    Part               part[HALVES_PARTS];
    uint64_t           others;   // those on and above the diagonal, packed
    // The moves of those, as long as the holes `watch` below are empty; `down` are those to holes below, to
    // whose base the number is added.
    uint64_t watch;
    Run      run[RUNS];
    int      down;
    uint64_t down_base[RUN_MAX];
    uint8_t  down_cell[RUN_MAX];
    Run      come[2];   // of a piece from below to a hole on, above the diagonal, by its bit of others_pack
} Cursor;

size_t halves_cursor_size(void) { return sizeof(Cursor); }

// A position found anew.

INLINE int targets_emit(const Halves *h, Targets t, uint64_t base, uint64_t times, uint64_t *out)
{
    int n = 0;
    while (t.to != 0) out[n++] = base + target_take(h, &t) * times;
    return n;
}

INLINE uint64_t even_add(uint32_t a, uint32_t b, uint64_t times)
{
    return a < b ? a * times + b : b * times + a;
}

INLINE int targets_emit_even(const Halves *h, Targets t, uint64_t base, uint64_t times, uint32_t other,
                             uint64_t *out)
{
    int n = 0;
    while (t.to != 0) out[n++] = base + even_add(target_take(h, &t), other, times);
    return n;
}

// Moves to holes of `part`.
INLINE int part_emit(const Halves *h, const Rest *rest, HalvesPart part, Targets t, uint64_t *out)
{
    const HalvesBlock *const block = rest_block(h, rest, part);
    const uint32_t           below = rest->number[PART_BELOW], above = rest->number[PART_ABOVE];
    uint64_t                 base = block->base;
    if (part != PART_ON) base += rest->number[PART_ON] * block->times[PART_ON];
    if (block->even && part != PART_ON)
        return targets_emit_even(h, t, base, block->times[PART_ABOVE], part == PART_ABOVE ? below : above,
                                 out);
    const bool turned = block->even && above > below;
    if (part != PART_BELOW) base += (turned ? above : below) * block->times[PART_BELOW];
    if (part != PART_ABOVE) base += (turned ? below : above) * block->times[PART_ABOVE];
    return targets_emit(h, t, base, block->times[part], out);
}

INLINE int piece_emit(const Halves *h, const Part parts[], HalvesPart mover, int i, uint64_t *out)
{
    const HolesSet all  = {{parts[PART_BELOW].set | parts[PART_ON].set << h->half, parts[PART_ABOVE].set}};
    const HolesSet to   = targets_of(h, piece_hole(h, parts, mover, i), &all);
    const Rest     rest = rest_of(parts, mover, i);
    int            n    = 0;
    for (int p = 0; p < HALVES_PARTS; p++) {
        const Targets t = targets_in(h, parts, mover, i, (HalvesPart)p, &to);
        if (t.to != 0) n += part_emit(h, &rest, (HalvesPart)p, t, out + n);
    }
    return n;
}

// The sums of the pieces below are needed only now and then.
INLINE void below_fill(const Halves *h, Cursor *cursor)
{
    Part *const part = &cursor->part[PART_BELOW];
    if (!cursor->filled) part_fill(h, part, part->set, part->number, part->count);
    cursor->filled = true;
}

INLINE int pieces_emit(const Halves *h, Cursor *cursor, HalvesPart part, uint64_t *out)
{
    int n = 0;
    below_fill(h, cursor);
    for (int i = 0; i < cursor->part[part].count; i++) n += piece_emit(h, cursor->part, part, i, out + n);
    return n;
}

// Rows.

static void run_open(Run *run, const HalvesBlock *block)
{
    run->count = 0;
    run->even  = block->even;
    run->times = block->times[block->even ? PART_ABOVE : PART_BELOW];
}

static void run_set(Run *run, int i, const HalvesBlock *block, uint32_t on, uint32_t above)
{
    assert(i >= 0 && i < RUN_MAX);
    run->above[i] = above;
    run->base[i]  = block->base + on * block->times[PART_ON] +
                   (block->even ? 0 : above * block->times[PART_ABOVE]);
}

// The moves of a piece into a part that is not below.
static void moves_keep(const Halves *h, Cursor *cursor, HalvesPart mover, int i, HalvesPart part,
                       const HolesSet *to)
{
    const Part *const        parts = cursor->part;
    const Rest               rest  = rest_of(parts, mover, i);
    const HalvesBlock *const block = rest_block(h, &rest, part);
    Run *const               run   = &cursor->run[RUN_SAME + (part == PART_ABOVE) - (mover == PART_ABOVE)];
    for (Targets t = targets_in(h, parts, mover, i, part, to); t.to != 0;) {
        if (run->count == 0) run_open(run, block);
        const uint32_t number = target_take(h, &t);
        run_set(run, run->count++, block, part == PART_ON ? number : rest.number[PART_ON],
                part == PART_ABOVE ? number : rest.number[PART_ABOVE]);
    }
}

static void down_keep(const Halves *h, Cursor *cursor, HalvesPart mover, int i, uint64_t to)
{
    const Rest               rest  = rest_of(cursor->part, mover, i);
    const HalvesBlock *const block = rest_block(h, &rest, PART_BELOW);
    while (to != 0) {
        cursor->down_base[cursor->down] = block->base + rest.number[PART_ON] * block->times[PART_ON] +
                                          rest.number[PART_ABOVE] * block->times[PART_ABOVE];
        cursor->down_cell[cursor->down++] = (uint8_t)bits_take(&to);
    }
}

static void piece_keep(const Halves *h, Cursor *cursor, HalvesPart mover, int i)
{
    const Part *const parts = cursor->part;
    const HolesSet    all   = {{parts[PART_ON].set << h->half, parts[PART_ABOVE].set}};
    const int         from  = piece_hole(h, parts, mover, i);
    const HolesSet    to    = targets_of(h, from, &all);
    const uint64_t    below = BIT(h->half) - 1;
    cursor->watch |= holes_watched(h, from, &all).word[0] & below;
    moves_keep(h, cursor, mover, i, PART_ON, &to);
    moves_keep(h, cursor, mover, i, PART_ABOVE, &to);
    down_keep(h, cursor, mover, i, to.word[0] & below);
}

// Pieces that come from below to a hole of this part.
static void come_keep(const Halves *h, Cursor *cursor, HalvesPart part)
{
    const Part *const parts = cursor->part;
    Rest              rest  = {{parts[0].count, parts[1].count, parts[2].count}, {0}};
    if (rest.count[PART_BELOW]-- == 0) return;
    const HalvesBlock *const block = rest_block(h, &rest, part);
    Run *const               run   = &cursor->come[part == PART_ABOVE];
    Targets t = {BIT(part == PART_ON ? h->side : h->half) - 1, parts[part].set, parts[part].with};
    run_open(run, block);
    for (t.to &= ~t.others; t.to != 0;) {
        const int      bit    = bits_first(t.to) + (part == PART_ON ? HALVES_CELLS_MAX : 0);
        const uint32_t number = target_take(h, &t);
        run_set(run, bit, block, part == PART_ON ? number : parts[PART_ON].number,
                part == PART_ABOVE ? number : parts[PART_ABOVE].number);
    }
}

static void row_keep(const Halves *h, Cursor *cursor)
{
    const Part *const parts = cursor->part;
    const HolesSet    all   = {{parts[PART_ON].set << h->half, parts[PART_ABOVE].set}};
    cursor->others          = others_pack(h, &all);
    cursor->watch           = 0;
    cursor->down            = 0;
    for (int r = 0; r < RUNS; r++) cursor->run[r].count = 0;
    for (int i = 0; i < parts[PART_ON].count; i++) piece_keep(h, cursor, PART_ON, i);
    for (int i = 0; i < parts[PART_ABOVE].count; i++) piece_keep(h, cursor, PART_ABOVE, i);
    come_keep(h, cursor, PART_ON);
    come_keep(h, cursor, PART_ABOVE);
}

static const HalvesBlock *block_find(const Halves *h, uint64_t entry, int *above, int *below)
{
    for (*above = 0; *above <= h->pieces; ++*above)
        for (*below = *above; *above + *below <= h->pieces; ++*below) {
            const HalvesBlock *const block = &h->block[*above][*below];
            if (entry >= block->base && entry < block->end) return block;
        }
    assert(false);
    return NULL;
}

// The combination of this number of pieces on the diagonal.
static uint64_t set_on(const Halves *h, uint64_t number, int pieces)
{
    uint64_t set = 0;
    for (int i = pieces, cell = h->side - 1; i > 0; i--, cell--) {
        while (h->choose[cell][i] > number) cell--;
        number -= h->choose[cell][i];
        set |= BIT(cell);
    }
    return set;
}

static void row_seek(const Halves *h, Cursor *cursor, uint64_t entry)
{
    int                      above = 0, below = 0;
    const HalvesBlock *const block  = block_find(h, entry, &above, &below);
    const uint64_t           number = (entry - block->base) / block->times[PART_ABOVE],
                   rest = (entry - block->base) % block->times[PART_ABOVE], on = rest / block->times[PART_ON];
    const int pieces_on            = h->pieces - above - below;
    cursor->block                  = block;
    cursor->row                    = entry - rest % block->times[PART_ON];
    cursor->row_end                = cursor->row + block->times[PART_ON];
    cursor->part[PART_BELOW].count = below;
    part_fill(h, &cursor->part[PART_ABOVE], h->sets[above][number], (uint32_t)number, above);
    part_fill(h, &cursor->part[PART_ON], set_on(h, on, pieces_on), (uint32_t)on, pieces_on);
    row_keep(h, cursor);
}

// A position by what is known of its row and of the combination below.

INLINE int run_emit(const Run *run, uint32_t below, uint64_t *out)
{
    const uint64_t add = below * run->times;
    if (!run->even)
        for (int k = 0; k < run->count; k += TOGETHER)
            for (int j = 0; j < TOGETHER; j++) out[k + j] = run->base[k + j] + add;
    else
        for (int k = 0; k < run->count; k++)
            out[k] = run->base[k] + even_add(run->above[k], below, run->times);
    return run->count;
}

// The pieces on and above the diagonal; `with`: the sums of the combination below.
INLINE int row_emit(const Halves *h, const Cursor *cursor, const uint32_t with[], uint64_t *out)
{
    const Part *const below = &cursor->part[PART_BELOW];
    int               n     = 0;
    for (int r = 0; r < RUNS; r++) n += run_emit(&cursor->run[r], below->number, out + n);
    for (int i = 0; i < cursor->down; i++) {
        const int cell = cursor->down_cell[i], k = bits_count(below->set & (BIT(cell) - 1));
        out[n++] = cursor->down_base[i] + with[k] + h->choose[cell][k + 1];
    }
    return n;
}

INLINE int stay_emit(const Cursor *cursor, const uint32_t to[], uint32_t count, uint64_t *out)
{
    const HalvesBlock *const block = cursor->block;
    const uint32_t           above = cursor->part[PART_ABOVE].number;
    const uint64_t           base  = block->base + cursor->part[PART_ON].number * block->times[PART_ON];
    if (!block->even)
        for (uint32_t k = 0; k < count; k += TOGETHER)
            for (uint32_t j = 0; j < TOGETHER; j++) out[k + j] = cursor->row + to[k + j];
    else
        for (uint32_t k = 0; k < count; k++) out[k] = base + even_add(to[k], above, block->times[PART_ABOVE]);
    return (int)count;
}

INLINE int come_emit(const Run *run, const uint32_t cross[], uint32_t count, uint64_t *out)
{
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t bit = cross[k] & ((1 << HALVES_CROSS_BITS) - 1), below = cross[k] >> HALVES_CROSS_BITS;
        out[k] = run->base[bit] +
                 (run->even ? even_add(run->above[bit], below, run->times) : below * run->times);
    }
    return (int)count;
}

// The pieces below.
INLINE int combination_emit(const Halves *h, const Cursor *cursor, const HalvesCombination *c, uint64_t *out)
{
    const uint32_t *const cross = &h->crosses[c->cross];
    int                   n     = stay_emit(cursor, &h->targets[c->first], c->count, out);
    n += come_emit(&cursor->come[0], cross, c->on, out + n);
    return n + come_emit(&cursor->come[1], cross + c->on, c->above, out + n);
}

int halves_neighbours(const void *data, void *cursor_, uint64_t entry, uint64_t out[])
{
    const Halves *const h      = data;
    Cursor *const       cursor = cursor_;
    Part *const         below  = &cursor->part[PART_BELOW];
    if (entry - cursor->row >= cursor->row_end - cursor->row) row_seek(h, cursor, entry);
    below->number                         = (uint32_t)(entry - cursor->row);
    below->set                            = h->sets[below->count][below->number];
    cursor->filled                        = false;
    const HalvesCombination *const listed = h->combination[below->count], *const c =
                                                                              listed == NULL
                                                                                  ? NULL
                                                                                  : &listed[below->number];
    int n = c != NULL && (c->watch & cursor->others) == 0 ? combination_emit(h, cursor, c, out)
                                                          : pieces_emit(h, cursor, PART_BELOW, out);
    if ((cursor->watch & below->set) == 0) {
        if (c == NULL) below_fill(h, cursor);
        return n + row_emit(h, cursor, c != NULL ? c->with : below->with, out + n);
    }
    n += pieces_emit(h, cursor, PART_ON, out + n);
    return n + pieces_emit(h, cursor, PART_ABOVE, out + n);
}
