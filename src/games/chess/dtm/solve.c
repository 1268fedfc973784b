#include "games/chess/dtm/solve.h"
#include "base/memory.h"
#include "games/chess/dtm/out.h"
#include "retro/scan.h"

#include <string.h>

// Smaller endings.

void dtm_solver_views(DtmSolver *s, void (*use)(void *context, DtmView *view), void *context)
{
    const DtmFrame *const f = &s->self.frame;
    for (int c = 0; c < f->n; c++) {
        if (s->capture[c].there) use(context, &s->capture[c]);
        for (int p = 0; p < f->pawns; p++)
            for (int man = 0; man < CHESS_DB_P; man++) {
                if (c == 0) use(context, &s->promotion[p][man]);
                if (c != p && f->colour[c] != f->colour[p]) use(context, &s->both[c][p][man]);
            }
    }
}

static void view_shape(DtmView *view, const DtmBoard *b, const DtmMen *men, int promoted)
{
    view->there = men->here != 0;
    if (view->there) dtm_frame_shape(&view->frame, b, men, promoted, view->order);
}

void dtm_solver_open(DtmSolver *s, const DtmBoard *b, const ChessDbNumbering *d)
{
    DtmMen men = {.n = d->n, .here = (1u << d->n) - 1};
    int    order[CHESS_DB_OTHERS];
    memset(s, 0, sizeof *s);
    s->b = b;
    memcpy(men.man, d->man, sizeof men.man);
    memcpy(men.colour, d->colour, sizeof men.colour);
    dtm_frame_shape(&s->self.frame, b, &men, -1, order);
    const DtmFrame *const f = &s->self.frame;
    memcpy(men.man, f->man, sizeof men.man);
    memcpy(men.colour, f->colour, sizeof men.colour);
    s->self.there = true;
    for (int i = 0; i < f->n; i++) s->self.order[i] = i;
    for (int c = 0; c < f->n; c++) {
        DtmMen without = men;
        without.here &= ~(1u << c);
        view_shape(&s->capture[c], b, &without, -1);
        for (int p = 0; p < f->pawns; p++)
            for (int man = 0; man < CHESS_DB_P; man++) {
                DtmMen with = men;
                with.man[p] = without.man[p] = (uint8_t)man;
                if (c == 0) view_shape(&s->promotion[p][man], b, &with, p);
                if (c != p && f->colour[c] != f->colour[p]) view_shape(&s->both[c][p][man], b, &without, p);
                without.man[p] = CHESS_DB_P;
            }
    }
}

typedef struct Loading {
    const DtmBoard *b;
    const char     *folder;
    Status         *status;
    bool            good;
} Loading;

static void view_load(void *context, DtmView *view)
{
    Loading *const l = context;
    if (l->good) l->good = dtm_frame_load(&view->frame, l->b, l->folder, l->status);
}

bool dtm_solver_load(DtmSolver *s, const char *folder, Status *status)
{
    Loading l = {.b = s->b, .folder = folder, .status = status, .good = true};
    dtm_solver_views(s, view_load, &l);
    return l.good && dtm_frame_reserve(&s->self.frame, status);
}

static void view_close(void *context, DtmView *view)
{
    (void)context;
    dtm_frame_close(&view->frame);
}

void dtm_solver_close(DtmSolver *s)
{
    dtm_solver_views(s, view_close, NULL);
    dtm_frame_close(&s->self.frame);
}

// Slices.

static uint64_t **const *sets_of(DtmSlice *slice, uint64_t **sets[12])
{
    for (int side = 0; side < 2; side++) {
        uint64_t **const of[6] = {&slice->open[side], &slice->losing[side],   &slice->won[side],
                                  &slice->lost[side], &slice->out_wins[side], &slice->out_losses[side]};
        memcpy(sets + 6 * side, of, sizeof of);
    }
    return sets;
}

bool dtm_slice_open(DtmSlice *slice, DtmSolver *solver, Status *status)
{
    uint64_t **sets[12];
    *slice = (DtmSlice){.solver = solver, .lines = solver->self.frame.slice};
    sets_of(slice, sets);
    for (int i = 0; i < 12; i++) {
        *sets[i] = memory_reserve(slice->lines, sizeof(uint64_t), MEMORY_HUGE);
        if (*sets[i] == NULL)
            return dtm_slice_close(slice), status_fail_system(status, "out of memory for sets");
    }
    return true;
}

void dtm_slice_close(DtmSlice *slice)
{
    uint64_t **sets[12];
    sets_of(slice, sets);
    for (int i = 0; i < 12; i++) memory_release(*sets[i], slice->lines, sizeof(uint64_t)), *sets[i] = NULL;
}

static bool men_of(const DtmSlice *slice, size_t line, DtmMen *m)
{
    return dtm_frame_men(&slice->solver->self.frame, slice->solver->b, slice->first + line, m);
}

static uint8_t *bytes_of(const DtmSlice *slice, int side, size_t line)
{
    return slice->solver->self.frame.value[side] + 64 * (slice->first + line);
}

// Squares whose byte is `value`; whose byte is at most `value`, which is less than 128. Eight bytes at a
// glance: the top bits of a word, gathered by a multiplication.
static uint64_t tops_gather(uint64_t word) { return (word >> 7) * UINT64_C(0x0102040810204080) >> 56; }

static uint64_t bytes_equal(const uint8_t bytes[64], uint8_t value)
{
    uint64_t set = 0;
    for (int i = 0; i < 8; i++)
        set |= tops_gather(scan_match(scan_word(bytes, (uint64_t)(8 * i)), value)) << 8 * i;
    return set;
}

static uint64_t bytes_at_most(const uint8_t bytes[64], uint8_t value)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    uint64_t       set = 0;
    for (int i = 0; i < 8; i++) {
        const uint64_t word = scan_word(bytes, (uint64_t)(8 * i));
        set |= tops_gather(~((word & ~tops) + (127 - (uint64_t)value) * ones) & ~word & tops) << 8 * i;
    }
    return set;
}

static void bytes_set(uint8_t bytes[64], uint64_t set, uint8_t value)
{
    while (set != 0) bytes[bits_take(&set)] = value;
}

static void last_raise(DtmSlice *slice, int level)
{
    int before = atomic_load_explicit(&slice->last, memory_order_relaxed);
    while (before < level && !atomic_compare_exchange_weak(&slice->last, &before, level)) {}
}

// What is legal, and the moves out.
static void line_begin(DtmSlice *slice, size_t line, const DtmMen *m, int side)
{
    const uint64_t legal  = dtm_legal(slice->solver->b, m, side);
    uint8_t *const bytes  = bytes_of(slice, side, line);
    uint64_t       losing = legal, wins = 0, losses = 0;
    int            last = 0;
    dtm_out_line(slice->solver, m, side, legal, bytes);
    for (uint64_t left = legal; left != 0;) {
        const int at    = bits_take(&left);
        const int value = bytes[at];
        if (value == 0) continue;
        const int moves = value > CHESS_DB_DRAW ? 256 - value : value;
        if (value >= CHESS_DB_DRAW) losing &= ~BIT(at);
        if (value == CHESS_DB_DRAW) continue;
        *(value > CHESS_DB_DRAW ? &wins : &losses) |= BIT(moves & 63);
        const int level = value > CHESS_DB_DRAW ? 2 * moves - 1 : 2 * moves;
        last            = level > last ? level : last;
    }
    slice->open[side][line]       = legal;
    slice->losing[side][line]     = losing;
    slice->out_wins[side][line]   = wins;
    slice->out_losses[side][line] = losses;
    last_raise(slice, last);
}

void dtm_pass_begin(DtmSlice *slice, size_t from, size_t to)
{
    for (size_t line = from; line < to; line++) {
        DtmMen     m;
        const bool there = men_of(slice, line, &m);
        for (int side = 0; side < 2; side++) {
            slice->won[side][line] = slice->lost[side][line] = 0;
            if (there) line_begin(slice, line, &m, side);
            else slice->open[side][line] = slice->losing[side][line] = 0;
        }
    }
}

// Quiet moves. Men of `side` but pawns go to other lines, the black king stays in his.

static size_t line_to(const DtmSlice *slice, const DtmMen *m, size_t line, int i, int to)
{
    const DtmFrame *const f = &slice->solver->self.frame;
    if (f->two < 0 || (i != f->two && i != f->two + 1))
        return line + f->place[i][to] - f->place[i][m->square[i]];
    const int other = m->square[2 * f->two + 1 - i], low = to < other ? to : other,
              high = to < other ? other : to;
    return line - f->place[f->two][m->square[f->two]] - f->place[f->two + 1][m->square[f->two + 1]] +
           f->place[f->two][low] + f->place[f->two + 1][high];
}

static size_t king_to(const DtmSlice *slice, const DtmMen *m, size_t line, int to, int *turn)
{
    const DtmFrame *const f = &slice->solver->self.frame;
    *turn                   = 0;
    if (f->lead >= 0) return line + (size_t)to - (size_t)m->white_king;
    return dtm_frame_line(f, slice->solver->b, m->square, to, turn);
}

static uint64_t quiet_targets(const DtmSlice *slice, const DtmMen *m, int i, uint64_t occupied)
{
    return dtm_attacks(slice->solver->b, m->man[i], m->colour[i], m->square[i], occupied) & ~occupied;
}

// Those of `set` that have no quiet move to a position in `open` of the other side.
static uint64_t line_stuck(const DtmSlice *slice, const DtmMen *m, size_t line, int side, uint64_t set)
{
    const DtmBoard *const b = slice->solver->b;
    const uint64_t occupied = dtm_occupied(m), *const open = slice->open[1 - side];
    if (side == 1) set &= ~dtm_around(open[line]);
    for (int i = slice->solver->self.frame.pawns; set != 0 && i < m->n; i++) {
        if (m->colour[i] != side) continue;
        for (uint64_t left = quiet_targets(slice, m, i, occupied); left != 0 && set != 0;) {
            const int to = bits_take(&left);
            set &= ~(open[line_to(slice, m, line, i, to)] & ~b->between[m->square[i]][to]);
        }
    }
    for (uint64_t left = side == 0 ? b->king[m->white_king] & ~occupied : 0; left != 0 && set != 0;) {
        int          turn;
        const size_t other = king_to(slice, m, line, bits_take(&left), &turn);
        set &= ~dtm_lay_back(open[other], turn);
    }
    return set;
}

static void set_add(uint64_t *word, uint64_t set)
{
    if (set & ~__atomic_load_n(word, __ATOMIC_RELAXED)) __atomic_fetch_or(word, set, __ATOMIC_RELAXED);
}

// The white king came from another line; a king on the diagonal has two.
static void king_spread(const DtmSlice *slice, const DtmMen *m, size_t line, uint64_t set,
                        const uint64_t *within, uint64_t *add, uint64_t occupied)
{
    const DtmBoard *const b = slice->solver->b;
    for (uint64_t left = b->king[m->white_king] & ~occupied; left != 0;) {
        const int      from = bits_take(&left);
        int            turn;
        const size_t   other = king_to(slice, m, line, from, &turn);
        const uint64_t laid  = dtm_lay(set, turn);
        set_add(&add[other], laid & within[other]);
        if (slice->solver->self.frame.lead >= 0) continue;
        const int at = b->numbers.square[turn][from];
        if (at >> 3 != (at & 7)) continue;
        DtmMen twin = *m;
        int    none;
        for (int i = 0; i < m->n; i++) twin.square[i] = b->numbers.square[turn ^ 4][m->square[i]];
        // Laid by `turn`, then mirrored: turn 4 comes last, so that turn ^ 4 is both.
        const size_t again = dtm_frame_line(&slice->solver->self.frame, b, twin.square, at, &none);
        set_add(&add[again], dtm_transpose(laid) & within[again]);
    }
}

// Un-moves: positions of `side` to move, within a set, from which a quiet move leads to `set`.
static void line_spread(const DtmSlice *slice, const DtmMen *m, size_t line, int side, uint64_t set,
                        const uint64_t *within, uint64_t *add)
{
    const DtmBoard *const b        = slice->solver->b;
    const uint64_t        occupied = dtm_occupied(m);
    if (side == 1) set_add(&add[line], dtm_around(set) & within[line]);
    for (int i = slice->solver->self.frame.pawns; i < m->n; i++) {
        if (m->colour[i] != side) continue;
        for (uint64_t left = quiet_targets(slice, m, i, occupied); left != 0;) {
            const int      from  = bits_take(&left);
            const size_t   other = line_to(slice, m, line, i, from);
            const uint64_t moved = set & ~b->between[m->square[i]][from] & within[other];
            if (moved != 0) set_add(&add[other], moved);
        }
    }
    if (side == 0) king_spread(slice, m, line, set, within, add, occupied);
}

// Level 0.
static void line_mates(DtmSlice *slice, const DtmMen *m, size_t line, int side, size_t *found)
{
    const DtmBoard *const b     = slice->solver->b;
    uint8_t *const        bytes = bytes_of(slice, side, line);
    uint64_t              set   = slice->losing[side][line];
    if (slice->out_losses[side][line] != 0) set &= bytes_equal(bytes, 0);
    set = line_stuck(slice, m, line, side, set);
    if (set == 0) return;
    const uint64_t checked = side == 0 ? dtm_white_checked(b, m) : dtm_white_attacks(b, m);
    slice->losing[side][line] &= ~set;
    slice->lost[side][line] = set & checked;
    bytes_set(bytes, set & ~checked, CHESS_DB_DRAW);
    *found += (size_t)bits_count(set & checked);
}

void dtm_pass_mates(DtmSlice *slice, size_t from, size_t to)
{
    size_t found = 0;
    for (size_t line = from; line < to; line++) {
        DtmMen m;
        if ((slice->losing[0][line] | slice->losing[1][line]) == 0 || !men_of(slice, line, &m)) continue;
        for (int side = 0; side < 2; side++)
            if (slice->losing[side][line] != 0) line_mates(slice, &m, line, side, &found);
    }
    atomic_fetch_add(&slice->found, found);
}

// The first half of a level: what may be won, or lost, in it.
void dtm_pass_spread(DtmSlice *slice, size_t from, size_t to)
{
    const bool    winning = slice->level % 2 == 1;
    const int     moves   = (slice->level + 1) / 2;
    const uint8_t value   = (uint8_t)(winning ? 256 - moves : moves);
    for (size_t line = from; line < to; line++) {
        DtmMen m;
        bool   known = false;
        for (int side = 0; side < 2; side++) {
            uint64_t *const add    = winning ? slice->won[side] : slice->lost[side];
            uint64_t *const within = winning ? slice->open[side] : slice->losing[side];
            const uint64_t  outs   = winning ? slice->out_wins[side][line] : slice->out_losses[side][line];
            const uint64_t  set    = winning ? slice->lost[1 - side][line] : slice->won[1 - side][line];
            if (within[line] != 0 && moves < CHESS_DB_DRAW && (outs >> (moves & 63) & 1))
                set_add(&add[line], bytes_equal(bytes_of(slice, side, line), value) & within[line]);
            if (set == 0) continue;
            if (!known) known = men_of(slice, line, &m);
            line_spread(slice, &m, line, side, set, within, add);
        }
    }
}

static size_t settle_won(DtmSlice *slice, size_t line, int side, uint8_t value)
{
    const uint64_t set      = slice->won[side][line];
    slice->lost[side][line] = 0;
    if (set == 0) return 0;
    slice->open[side][line] &= ~set;
    slice->losing[side][line] &= ~set;
    bytes_set(bytes_of(slice, side, line), set, value);
    return (size_t)bits_count(set);
}

static size_t settle_lost(DtmSlice *slice, size_t line, int side, uint8_t value)
{
    uint64_t       set   = slice->lost[side][line];
    uint8_t *const bytes = bytes_of(slice, side, line);
    DtmMen         m;
    slice->won[side][line] = 0;
    if (set == 0) return 0;
    if (slice->out_losses[side][line] != 0) set &= bytes_at_most(bytes, value);
    if (set != 0 && men_of(slice, line, &m)) set = line_stuck(slice, &m, line, side, set);
    slice->lost[side][line] = set;
    slice->losing[side][line] &= ~set;
    bytes_set(bytes, set, value);
    return (size_t)bits_count(set);
}

void dtm_pass_settle(DtmSlice *slice, size_t from, size_t to)
{
    const bool    winning = slice->level % 2 == 1;
    const int     moves   = (slice->level + 1) / 2;
    const uint8_t value   = (uint8_t)(winning ? 256 - moves : moves);
    size_t        found   = 0;
    for (size_t line = from; line < to; line++)
        for (int side = 0; side < 2; side++)
            found += winning ? settle_won(slice, line, side, value) : settle_lost(slice, line, side, value);
    atomic_fetch_add(&slice->found, found);
}

// What is left is drawn.
void dtm_pass_end(DtmSlice *slice, size_t from, size_t to)
{
    for (size_t line = from; line < to; line++)
        for (int side = 0; side < 2; side++)
            bytes_set(bytes_of(slice, side, line), slice->losing[side][line], CHESS_DB_DRAW);
}
