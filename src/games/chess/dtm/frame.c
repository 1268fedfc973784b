#include "games/chess/dtm/frame.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// Pawns, then Black's men, then White's with the most mobile last: most moves stay near their line.
static int order_key(const DtmMen *men, int i)
{
    return men->man[i] == CHESS_DB_P ? men->colour[i] : 100 - 10 * men->colour[i] - men->man[i];
}

static int digits_of(const DtmFrame *f, int i)
{
    if (f->man[i] == CHESS_DB_P) return i == f->lead ? 24 : 48;
    if (i == f->promoted) return i == f->lead ? 4 : 8;
    return 64;
}

// -1: a square that the man cannot have.
static int digit_of(const DtmFrame *f, int i, int square)
{
    const int  file = square & 7, rank = square >> 3;
    const bool half = i == f->lead;
    if (half && file > 3) return -1;
    if (f->man[i] == CHESS_DB_P) return rank < 1 || rank > 6 ? -1 : half ? (rank - 1) * 4 + file : square - 8;
    if (i == f->promoted) return rank != (f->colour[i] == 0 ? 7 : 0) ? -1 : file;
    return square;
}

// Strides: pawns outermost, the white king innermost.
static void places_of(DtmFrame *f)
{
    size_t stride = f->lead < 0 ? 10 : 64;
    for (int i = f->n - 1; i >= 0; i--) {
        for (int square = 0; square < 64; square++) {
            const int digit     = digit_of(f, i, square);
            f->place[i][square] = digit < 0 ? UINT32_MAX : (uint32_t)((size_t)digit * stride);
        }
        stride *= (size_t)digits_of(f, i);
        if (i == f->pawns) f->slice = stride;
    }
    f->lines = stride;
    if (f->pawns == f->n) f->slice = 64;
}

void dtm_frame_shape(DtmFrame *f, const DtmBoard *b, const DtmMen *men, int promoted,
                     int order[CHESS_DB_OTHERS])
{
    *f = (DtmFrame){.two = -1, .promoted = -1, .lead = -1};
    for (int i = 0; i < men->n; i++) {
        if (!(men->here >> i & 1)) continue;
        order[i] = 0;
        for (int k = 0; k < men->n; k++)
            if (k != i && (men->here >> k & 1))
                order[i] += order_key(men, k) < order_key(men, i) ||
                            (order_key(men, k) == order_key(men, i) && k < i);
        f->man[order[i]]    = men->man[i];
        f->colour[order[i]] = men->colour[i];
        f->pawns += men->man[i] == CHESS_DB_P;
        if (i == promoted) f->promoted = order[i];
        f->n++;
    }
    for (int i = 0; i + 1 < f->n; i++)
        if (f->man[i] == f->man[i + 1] && f->colour[i] == f->colour[i + 1] && f->promoted != i &&
            f->promoted != i + 1)
            f->two = i;
    f->lead = f->pawns > 0 ? 0 : f->promoted;
    places_of(f);
    for (int at = 0; at < 64; at++) f->king_place[at] = f->lead < 0 ? b->king_number[at] : (uint32_t)at;
}

bool dtm_frame_reserve(DtmFrame *f, Status *status)
{
    for (int side = 0; side < 2; side++) {
        f->value[side] = memory_reserve(f->lines, 64, MEMORY_HUGE);
        if (f->value[side] == NULL)
            return dtm_frame_close(f), status_fail_system(status, "out of memory for a table");
    }
    return true;
}

void dtm_frame_close(DtmFrame *f)
{
    for (int side = 0; side < 2; side++) {
        memory_release(f->value[side], f->lines, 64);
        f->value[side] = NULL;
    }
}

uint64_t dtm_frame_bytes(const DtmFrame *f) { return (uint64_t)f->lines * 128; }

bool dtm_frame_men(const DtmFrame *f, const DtmBoard *b, size_t line, DtmMen *m)
{
    const size_t kings = f->lead < 0 ? 10 : 64;
    m->n               = f->n;
    m->here            = (1u << f->n) - 1;
    m->white_king      = f->lead < 0 ? b->king_square[line % kings] : (int)(line % kings);
    line /= kings;
    uint64_t seen = BIT(m->white_king);
    bool     good = true;
    for (int i = f->n - 1; i >= 0; i--) {
        const size_t digits = (size_t)digits_of(f, i);
        const int    digit  = (int)(line % digits);
        int          at     = digit;
        line /= digits;
        if (f->man[i] == CHESS_DB_P) at = i == f->lead ? (digit / 4 + 1) * 8 + digit % 4 : digit + 8;
        else if (i == f->promoted) at = digit + (f->colour[i] == 0 ? 56 : 0);
        m->man[i]    = f->man[i];
        m->colour[i] = f->colour[i];
        m->square[i] = (uint8_t)at;
        good &= !(seen >> at & 1);
        seen |= BIT(at);
    }
    return good && (f->two < 0 || m->square[f->two] < m->square[f->two + 1]);
}

// Between a frame and a database.

void dtm_places_open(DtmPlaces *p, const DtmBoard *b, const DtmFrame *f)
{
    uint8_t  count[2][CHESS_DB_MEN] = {0};
    unsigned taken                  = 0;
    *p                              = (DtmPlaces){.b = b};
    for (int i = 0; i < f->n; i++) count[f->colour[i]][f->man[i]]++;
    const int found = chess_db_find((const uint8_t(*)[CHESS_DB_MEN])count, &p->swapped);
    assert(found >= 0);
    chess_db_numbering_open(&p->d, found);
    for (int i = 0; i < p->d.n; i++)
        for (int k = 0; k < f->n; k++)
            if (!(taken >> k & 1) && f->man[k] == p->d.man[i] &&
                (f->colour[k] ^ p->swapped) == p->d.colour[i]) {
                p->from[i] = k;
                taken |= 1u << k;
                break;
            }
}

void dtm_places_men(const DtmPlaces *p, const DtmMen *m, int side, uint64_t number[8])
{
    const ChessDbNumbering *const d    = &p->d;
    const ChessDbTables *const    t    = &p->b->numbers;
    const int                     flip = p->swapped ? 56 : 0, in = side ^ p->swapped;
    const uint32_t *const         stride = d->stride[in];
    for (int turn = 0; turn < (d->pawns ? 2 : 8); turn++) {
        const uint8_t *const laid = t->square[turn];
        number[turn]              = in ? d->half : 0;
        for (int i = 0; i < d->n; i++) {
            const int  at   = laid[m->square[p->from[i]] ^ flip];
            const bool pawn = d->man[i] == CHESS_DB_P;
            if (i == d->two) {
                const int other = laid[m->square[p->from[++i]] ^ flip];
                number[turn] += (uint64_t)(pawn ? t->two_pawns : t->two)[at][other] * stride[i - 1];
            } else {
                number[turn] += (uint64_t)(pawn ? at - 8 : at) * stride[i];
            }
        }
    }
}

// Two pawns on one rank, left and right: their mirror image is a slice too, so that half of each counts.
static bool mirrored_twice(const DtmFrame *f, const DtmMen *m)
{
    return f->lead >= 0 && f->lead == f->two && m->square[0] >> 3 == m->square[1] >> 3 &&
           (m->square[1] & 7) > 3;
}

uint64_t dtm_places_once(const DtmPlaces *p, const DtmFrame *f, const DtmMen *m, const uint64_t number[8])
{
    const uint64_t diagonal = UINT64_C(0x8040201008040201);
    const int      king     = m->white_king;
    uint64_t       below    = 0;
    if (f->lead >= 0) return mirrored_twice(f, m) && (king & 7) > 3 ? 0 : ~UINT64_C(0);
    for (int at = 0; at < 64; at++)
        if (p->b->numbers.turn[0][king][at] == 0) below |= BIT(at);
    return king % 9 == 0 && number[0] > number[4] ? below & ~diagonal : below;
}

static void line_load(const DtmPlaces *p, const DtmMen *m, const uint8_t *flat, int side, uint8_t line[64])
{
    uint64_t number[8], n;
    dtm_places_men(p, m, side, number);
    for (int k = 0; k < 64; k++)
        if (dtm_places_number(p, number, side, m->white_king, k, &n)) line[k] = flat[n];
}

void dtm_frame_fill(DtmFrame *f, const DtmPlaces *p, const uint8_t *flat)
{
    for (size_t line = 0; line < f->lines; line++) {
        DtmMen m;
        if (!dtm_frame_men(f, p->b, line, &m)) continue;
        for (int side = 0; side < 2; side++) line_load(p, &m, flat, side, f->value[side] + 64 * line);
    }
}

bool dtm_frame_load(DtmFrame *f, const DtmBoard *b, const char *folder, Status *status)
{
    char      path[DB_PATH_MAX];
    Db        file;
    DtmPlaces p;
    dtm_places_open(&p, b, f);
    if (snprintf(path, sizeof path, "%s/chess-%s.edb", folder, p.d.name) >= (int)sizeof path)
        return status_fail(status, "'%.80s...': the path is too long", folder);
    if (!db_open(&file, path, DB_LOAD, status)) return false;
    const DbInfo asked = {.kind = DB_ENDGAME, .entries = p.d.entries};
    const bool   good  = db_expect(&file, &asked, status) && dtm_frame_reserve(f, status);
    if (good) dtm_frame_fill(f, &p, file.flat);
    db_close(&file);
    return good;
}
