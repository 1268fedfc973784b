#include "games/chess/dtm/out.h"

#include <string.h>

static void bytes_spread(const DtmBoard *b, uint64_t set, uint8_t out[64])
{
    for (int i = 0; i < 8; i++) memcpy(out + 8 * i, b->spread[set >> 8 * i & 255], 8);
}

// The line of the men in a view as the board lies in ours.
static const uint8_t *view_line(const DtmSolver *s, const DtmView *view, const DtmMen *m, int side,
                                uint8_t room[64])
{
    uint8_t at[CHESS_DB_OTHERS] = {0};
    int     turn;
    if (!view->there) return memset(room, CHESS_DB_DRAW, 64);
    for (int i = 0; i < m->n; i++)
        if (m->here >> i & 1) at[view->order[i]] = m->square[i];
    const size_t         line  = dtm_frame_line(&view->frame, s->b, at, m->white_king, &turn);
    const uint8_t *const bytes = view->frame.value[side] + 64 * line;
    if (turn == 0) return bytes;
    for (int i = 0; i < 64; i++) room[i] = bytes[s->b->numbers.square[turn][i]];
    return room;
}

// out = the better of out and what a move to these bytes is worth.
static void best_line(const DtmBoard *b, const uint8_t after[64], uint64_t set, uint8_t out[64])
{
    uint8_t mask[64];
    bytes_spread(b, set, mask);
    for (int i = 0; i < 64; i++) {
        const uint8_t value = (uint8_t)((after[i] < CHESS_DB_DRAW ? ~after[i] : -after[i]) & mask[i]);
        out[i]              = value > out[i] ? value : out[i];
    }
}

static void move_out(DtmSolver *s, const DtmView *view, const DtmMen *after, int side, uint64_t set,
                     uint8_t out[64])
{
    uint8_t room[64];
    set &= dtm_legal(s->b, after, 1 - side);
    if (set != 0) best_line(s->b, view_line(s, view, after, 1 - side, room), set, out);
}

// Captures of man c by man i, or by the white king (i < 0).
static void capture(DtmSolver *s, const DtmMen *m, int side, int i, int c, uint64_t set, uint8_t out[64])
{
    DtmMen    after = *m;
    const int to    = m->square[c];
    after.here &= ~(1u << c);
    if (i < 0) after.white_king = to;
    else after.square[i] = (uint8_t)to;
    if (i < 0 || m->man[i] != CHESS_DB_P || (to >> 3) % 7 != 0) {
        move_out(s, &s->capture[c], &after, side, set, out);
        return;
    }
    for (int man = 0; man < CHESS_DB_P; man++) {
        after.man[i] = (uint8_t)man;
        move_out(s, &s->both[c][i][man], &after, side, set, out);
    }
}

// The black king takes man c: the same byte from all squares around.
static void capture_by_king(DtmSolver *s, const DtmMen *m, int c, uint64_t legal, uint8_t out[64])
{
    DtmMen    after = *m;
    uint8_t   room[64];
    const int to = m->square[c];
    after.here &= ~(1u << c);
    uint64_t from = s->b->king[to] & legal;
    if (from == 0 || !(dtm_legal(s->b, &after, 0) >> to & 1)) return;
    const uint8_t value = chess_db_before(view_line(s, &s->capture[c], &after, 0, room)[to]);
    while (from != 0) {
        const int at = bits_take(&from);
        if (value > out[at]) out[at] = value;
    }
}

static void captures(DtmSolver *s, const DtmMen *m, int side, uint64_t legal, uint64_t occupied,
                     uint8_t out[64])
{
    for (int c = 0; c < m->n; c++) {
        const int to = m->square[c];
        if (m->colour[c] == side) continue;
        if (side == 1) capture_by_king(s, m, c, legal, out);
        else if (s->b->king[m->white_king] >> to & 1) capture(s, m, side, -1, c, legal, out);
        for (int i = 0; i < m->n; i++)
            if (m->colour[i] == side &&
                (dtm_attacks(s->b, m->man[i], side, m->square[i], occupied) >> to & 1))
                capture(s, m, side, i, c, legal & ~s->b->between[m->square[i]][to], out);
    }
}

// What a double step of man i is worth to the other side when it may be answered en passant. `after` has the
// pawn on its new square.
static const uint8_t *passant(DtmSolver *s, const DtmMen *after, int i, int side, uint64_t set,
                              const uint8_t *plain, uint8_t room[64])
{
    uint8_t   taken[64] = {0}, line[64];
    const int to = after->square[i], passed = side == 0 ? to - 8 : to + 8;
    bool      any = false;
    for (int k = 0; k < after->n; k++) {
        if (after->man[k] != CHESS_DB_P || after->colour[k] == side ||
            !(s->b->pawn[1 - side][after->square[k]] >> passed & 1))
            continue;
        DtmMen then = *after;
        then.here &= ~(1u << i);
        then.square[k]      = (uint8_t)passed;
        const uint64_t good = set & dtm_legal(s->b, &then, side);
        if (good != 0)
            best_line(s->b, view_line(s, &s->capture[i], &then, side, line), good, taken), any = true;
    }
    if (!any) return plain;
    memcpy(room, plain, 64);
    for (int at = 0; at < 64; at++) {
        if (taken[at] == 0 || !(set >> at & 1)) continue;
        const bool only = room[at] == CHESS_DB_DRAW && taken[at] < CHESS_DB_DRAW &&
                          !dtm_has_move(s->b, after, at, 1 - side);
        if (only || taken[at] > room[at]) room[at] = taken[at];
    }
    return room;
}

static void pawn_step(DtmSolver *s, const DtmMen *m, int side, int i, int steps, uint64_t set,
                      uint8_t out[64])
{
    uint8_t   room[64], more[64];
    DtmMen    after = *m;
    const int to    = m->square[i] + (side == 0 ? 8 : -8) * steps;
    after.square[i] = (uint8_t)to;
    if ((to >> 3) % 7 == 0) {
        for (int man = 0; man < CHESS_DB_P; man++) {
            after.man[i] = (uint8_t)man;
            move_out(s, &s->promotion[i][man], &after, side, set, out);
        }
        return;
    }
    set &= dtm_legal(s->b, &after, 1 - side);
    if (set == 0) return;
    const uint8_t *line = view_line(s, &s->self, &after, 1 - side, room);
    if (steps == 2) line = passant(s, &after, i, side, set, line, more);
    best_line(s->b, line, set, out);
}

static void pawn_steps(DtmSolver *s, const DtmMen *m, int side, uint64_t legal, uint64_t occupied,
                       uint8_t out[64])
{
    const int up = side == 0 ? 8 : -8;
    for (int i = 0; i < s->self.frame.pawns; i++) {
        const int from = m->square[i], to = from + up;
        if (m->colour[i] != side || (occupied >> to & 1)) continue;
        pawn_step(s, m, side, i, 1, legal & ~BIT(to), out);
        if (from >> 3 == (side == 0 ? 1 : 6) && !(occupied >> (to + up) & 1))
            pawn_step(s, m, side, i, 2, legal & ~BIT(to) & ~BIT(to + up), out);
    }
}

void dtm_out_line(DtmSolver *s, const DtmMen *m, int side, uint64_t legal, uint8_t out[64])
{
    const uint64_t occupied = dtm_occupied(m);
    memset(out, 0, 64);
    if (legal == 0) return;
    captures(s, m, side, legal, occupied, out);
    pawn_steps(s, m, side, legal, occupied, out);
}
