#include "games/chess/dtm/count.h"
#include "games/chess/dtm/frame.h"

#include <string.h>

static void value_count(DtmTotals *t, int side, int value, uint64_t number)
{
    const int plies = value > CHESS_DB_DRAW ? 2 * (256 - value) - 1 : 2 * value;
    if (value == CHESS_DB_DRAW) {
        t->drawn[side]++;
        return;
    }
    int *const longest = value > CHESS_DB_DRAW ? &t->longest_win[side] : &t->longest_loss[side];
    ++*(value > CHESS_DB_DRAW ? &t->won[side] : &t->lost[side]);
    if ((plies + 1) / 2 > *longest) *longest = (plies + 1) / 2;
    if (plies > t->plies) t->plies = plies, t->deepest = number;
}

static void line_count(const DtmPlaces *p, const DtmFrame *f, const DtmMen *m, int side, const uint8_t *flat,
                       DtmTotals *t)
{
    const DtmBoard *const b = p->b;
    uint64_t              number[8], n, left = dtm_legal(b, m, side);
    const int             king = m->white_king;
    if (left == 0) return;
    dtm_places_men(p, m, side, number);
    left &= dtm_places_once(p, f, m, number);
    while (left != 0) {
        const int  at       = bits_take(&left);
        const bool diagonal = f->lead < 0 && king % 9 == 0 && at % 9 == 0;
        if (!dtm_places_number(p, number, side, king, at, &n)) continue;
        value_count(t, side, flat[n], n);
        if (diagonal && number[0] == number[4] && f->two >= 0 &&
            m->square[f->two] >> 3 != (m->square[f->two] & 7))
            ++*(flat[n] > CHESS_DB_DRAW    ? &t->same_won[side]
                : flat[n] == CHESS_DB_DRAW ? &t->same_drawn[side]
                                           : &t->same_lost[side]);
    }
}

void dtm_count(const DtmBoard *b, const ChessDbNumbering *d, const uint8_t *flat, DtmTotals *totals)
{
    DtmMen    men = {.n = d->n, .here = (1u << d->n) - 1};
    DtmFrame  f;
    DtmPlaces p;
    int       order[CHESS_DB_OTHERS];
    memset(totals, 0, sizeof *totals);
    memcpy(men.man, d->man, sizeof men.man);
    memcpy(men.colour, d->colour, sizeof men.colour);
    dtm_frame_shape(&f, b, &men, -1, order);
    dtm_places_open(&p, b, &f);
    for (size_t line = 0; line < f.lines; line++) {
        DtmMen m;
        if (!dtm_frame_men(&f, b, line, &m)) continue;
        for (int side = 0; side < 2; side++) line_count(&p, &f, &m, side, flat, totals);
    }
}
