#include "games/chess/dtm/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dtm_position_legal(const DtmBoard *b, const DtmPosition *p)
{
    uint64_t seen = BIT(p->men.white_king);
    for (int i = 0; i < p->men.n; i++) {
        if (!(p->men.here >> i & 1)) continue;
        if (seen >> p->men.square[i] & 1) return false;
        seen |= BIT(p->men.square[i]);
    }
    return dtm_legal(b, &p->men, p->side) >> p->black_king & 1;
}

static void move_add(const DtmBoard *b, const DtmMove *move, DtmMove out[], int *n)
{
    if (dtm_legal(b, &move->after.men, move->after.side) >> move->after.black_king & 1) out[(*n)++] = *move;
}

// Man i, or the king (-1), goes to a square, taking what stands there.
static void man_to(const DtmBoard *b, const DtmPosition *p, int i, int to, DtmMove out[], int *n)
{
    DtmMove       m   = {.after = *p, .to = to, .promoted = -1, .pawn = -1};
    DtmMen *const men = &m.after.men;
    m.after.side      = 1 - p->side;
    for (int k = 0; k < men->n; k++)
        if ((men->here >> k & 1) && men->colour[k] != p->side && men->square[k] == to)
            men->here &= ~(1u << k);
    if (i < 0) {
        m.from = p->side == 0 ? men->white_king : p->black_king;
        *(p->side == 0 ? &men->white_king : &m.after.black_king) = to;
        move_add(b, &m, out, n);
        return;
    }
    m.from         = men->square[i];
    men->square[i] = (uint8_t)to;
    if (men->man[i] != CHESS_DB_P || (to >> 3) % 7 != 0) {
        if (men->man[i] == CHESS_DB_P && (to - m.from == 16 || m.from - to == 16)) m.pawn = i;
        move_add(b, &m, out, n);
        return;
    }
    for (m.promoted = 0; m.promoted < CHESS_DB_P; m.promoted++) {
        men->man[i] = (uint8_t)m.promoted;
        move_add(b, &m, out, n);
    }
}

static uint64_t man_targets(const DtmBoard *b, const DtmPosition *p, int i, uint64_t own, uint64_t other)
{
    const DtmMen *const m   = &p->men;
    const uint64_t      all = own | other;
    if (i < 0) return b->king[p->side == 0 ? m->white_king : p->black_king] & ~own;
    const int from = m->square[i], up = p->side == 0 ? 8 : -8;
    uint64_t  to = dtm_attacks(b, m->man[i], p->side, from, all) & ~own;
    if (m->man[i] != CHESS_DB_P) return to;
    to &= other;
    if (all >> (from + up) & 1) return to;
    to |= BIT(from + up);
    if (from >> 3 == (p->side == 0 ? 1 : 6) && !(all >> (from + 2 * up) & 1)) to |= BIT(from + 2 * up);
    return to;
}

int dtm_moves(const DtmBoard *b, const DtmPosition *p, DtmMove out[DTM_MOVES_MAX])
{
    const int king[2] = {p->men.white_king, p->black_king};
    uint64_t  own = BIT(king[p->side]), other = BIT(king[1 - p->side]);
    int       n = 0;
    for (int i = 0; i < p->men.n; i++)
        if (p->men.here >> i & 1) *(p->men.colour[i] == p->side ? &own : &other) |= BIT(p->men.square[i]);
    for (int i = -1; i < p->men.n; i++) {
        if (i >= 0 && (!(p->men.here >> i & 1) || p->men.colour[i] != p->side)) continue;
        for (uint64_t left = man_targets(b, p, i, own, other) & ~BIT(king[1 - p->side]); left != 0;)
            man_to(b, p, i, bits_take(&left), out, &n);
    }
    return n;
}

// Files.

DtmFiles *dtm_files_open(const DtmBoard *b, const char *folder)
{
    DtmFiles *const f = calloc(1, sizeof *f);
    if (f == NULL) return NULL;
    f->b      = b;
    f->folder = folder;
    for (int i = 0; i < CHESS_DB_COUNT; i++) chess_db_numbering_open(&f->numbering[i], i);
    return f;
}

void dtm_files_close(DtmFiles *f)
{
    for (int i = 0; f != NULL && i < CHESS_DB_COUNT; i++)
        if (f->of[i].open) {
            db_reader_close(&f->of[i].reader);
            db_close(&f->of[i].db);
        }
    free(f);
}

static bool file_open(DtmFiles *f, int i)
{
    enum { CACHE = 1 << 24 };
    char path[DB_PATH_MAX];
    if (f->of[i].open) return true;
    if (snprintf(path, sizeof path, "%s/chess-%s.edb", f->folder, f->numbering[i].name) >= (int)sizeof path)
        return status_fail(&f->status, "'%.80s...': the path is too long", f->folder);
    const DbInfo asked = {.kind = DB_ENDGAME, .entries = f->numbering[i].entries};
    if (!db_open(&f->of[i].db, path, DB_MAP, &f->status)) return false;
    f->of[i].open = db_expect(&f->of[i].db, &asked, &f->status) &&
                    db_reader_open(&f->of[i].reader, &f->of[i].db, CACHE, &f->status);
    if (!f->of[i].open) db_close(&f->of[i].db);
    return f->of[i].open;
}

// The squares of the men as the ending has them.
static void squares_of(const ChessDbNumbering *d, const DtmMen *m, bool swapped, uint8_t squares[])
{
    unsigned taken = 0;
    for (int i = 0; i < d->n; i++)
        for (int k = 0; k < m->n; k++)
            if ((m->here >> k & 1) && !(taken >> k & 1) && m->man[k] == d->man[i] &&
                (m->colour[k] ^ swapped) == d->colour[i]) {
                squares[i] = (uint8_t)(m->square[k] ^ (swapped ? 56 : 0));
                taken |= 1u << k;
                break;
            }
}

int dtm_files_read(DtmFiles *f, const DtmPosition *p)
{
    uint8_t count[2][CHESS_DB_MEN] = {0}, squares[CHESS_DB_OTHERS] = {0};
    bool    swapped;
    if (p->men.here == 0) return CHESS_DB_DRAW;
    for (int i = 0; i < p->men.n; i++)
        if (p->men.here >> i & 1) count[p->men.colour[i]][p->men.man[i]]++;
    const int i = chess_db_find((const uint8_t(*)[CHESS_DB_MEN])count, &swapped);
    if (i < 0) return status_fail(&f->status, "there is no database of these men"), -1;
    if (!file_open(f, i)) return -1;
    const ChessDbNumbering *const d = &f->numbering[i];
    squares_of(d, &p->men, swapped, squares);
    const int      white = p->men.white_king, black = p->black_king;
    const uint64_t n     = chess_db_number(d, &f->b->numbers, p->side ^ swapped, swapped ? black ^ 56 : white,
                                       swapped ? white ^ 56 : black, squares);
    const int      value = db_read(&f->of[i].reader, n);
    if (value < 0) f->status = f->of[i].reader.status;
    return value;
}

int dtm_files_passant(DtmFiles *f, const DtmMove *m, DtmMove *answer)
{
    const DtmPosition *const p      = &m->after;
    const int                passed = (m->from + m->to) / 2;
    int                      best   = DTM_NO_PASSANT;
    for (int k = 0; m->pawn >= 0 && k < p->men.n; k++) {
        if (!(p->men.here >> k & 1) || p->men.man[k] != CHESS_DB_P || p->men.colour[k] != p->side ||
            !(f->b->pawn[p->side][p->men.square[k]] >> passed & 1))
            continue;
        DtmMove taking    = {.after = *p, .from = p->men.square[k], .to = passed, .promoted = -1, .pawn = -1};
        taking.after.side = 1 - p->side;
        taking.after.men.here &= ~(1u << m->pawn);
        taking.after.men.square[k] = (uint8_t)passed;
        if (!dtm_position_legal(f->b, &taking.after)) continue;
        const int after = dtm_files_read(f, &taking.after);
        if (after < 0) return -1;
        const int value = chess_db_before((uint8_t)after);
        if (value <= best) continue;
        best = value;
        if (answer != NULL) *answer = taking;
    }
    return best;
}

int dtm_files_after(DtmFiles *f, const DtmMove *m)
{
    const int plain = dtm_files_read(f, &m->after);
    const int best  = plain < 0 ? -1 : dtm_files_passant(f, m, NULL);
    DtmMove   moves[DTM_MOVES_MAX];
    if (plain < 0 || best == DTM_NO_PASSANT) return plain;
    if (best < 0) return -1;
    return best > plain || dtm_moves(f->b, &m->after, moves) == 0 ? best : plain;
}

static bool in_check(const DtmBoard *b, const DtmPosition *p)
{
    return p->side == 0 ? dtm_white_checked(b, &p->men) >> p->black_king & 1
                        : dtm_white_attacks(b, &p->men) >> p->black_king & 1;
}

int dtm_files_expected(DtmFiles *f, const DtmPosition *p, DtmMove *best)
{
    DtmMove   moves[DTM_MOVES_MAX];
    const int n   = dtm_moves(f->b, p, moves);
    int       top = -1;
    if (n == 0) return in_check(f->b, p) ? 0 : CHESS_DB_DRAW;
    for (int i = 0; i < n; i++) {
        const int after = dtm_files_after(f, &moves[i]);
        if (after < 0) return -1;
        const int value = chess_db_before((uint8_t)after);
        if (value > top && best != NULL) *best = moves[i];
        if (value > top) top = value;
    }
    return top;
}
