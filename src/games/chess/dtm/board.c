#include "games/chess/dtm/board.h"

#include <string.h>

static bool inside(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

static void rays_open(DtmBoard *b, int from)
{
    static const int step[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    for (int k = 0; k < 8; k++) {
        uint64_t  seen = 0;
        const int man  = k < 4 ? CHESS_DB_R : CHESS_DB_B;
        int       file = (from & 7) + step[k][0], rank = (from >> 3) + step[k][1];
        for (; inside(file, rank); file += step[k][0], rank += step[k][1]) {
            const int at         = rank * 8 + file;
            b->between[from][at] = seen;
            seen |= BIT(at);
        }
        b->empty[man][from] |= seen;
        b->empty[CHESS_DB_Q][from] |= seen;
        for (uint64_t left = seen; left != 0;) {
            const int at        = bits_take(&left);
            b->behind[from][at] = seen & ~b->between[from][at] & ~BIT(at);
        }
    }
}

static void steps_open(DtmBoard *b, int from)
{
    const int file = from & 7, rank = from >> 3;
    for (int at = 0; at < 64; at++) {
        const int files = (at & 7) - file, ranks = (at >> 3) - rank, far = files * files + ranks * ranks;
        if (far == 5) b->empty[CHESS_DB_N][from] |= BIT(at);
        if (far == 1 || far == 2) b->king[from] |= BIT(at);
        if (far == 2) b->pawn[ranks < 0][from] |= BIT(at);
    }
}

void dtm_board_open(DtmBoard *b)
{
    memset(b, 0, sizeof *b);
    chess_db_tables_open(&b->numbers);
    memset(b->king_number, 255, sizeof b->king_number);
    for (int at = 0, kings = 0; at < 64; at++) {
        rays_open(b, at);
        steps_open(b, at);
        int       turn = ((at & 7) > 3 ? 1 : 0) | (at >> 3 > 3 ? 2 : 0);
        const int laid = b->numbers.square[turn][at];
        if (laid >> 3 > (laid & 7)) turn |= 4;
        b->king_turn[at] = (uint8_t)turn;
        if (turn != 0) continue;
        b->king_square[kings] = (uint8_t)at;
        b->king_number[at]    = (uint8_t)kings++;
    }
    for (int set = 0; set < 256; set++)
        for (int i = 0; i < 8; i++) b->spread[set][i] = set >> i & 1 ? 255 : 0;
}

// Is it legal for `side` to have moved to this position?
static bool legal_for(const DtmBoard *b, const DtmMen *m, int black_king, int side)
{
    return dtm_legal(b, m, 1 - side) >> black_king & 1;
}

// The man i (the king: -1) goes to `to`.
static bool move_legal(const DtmBoard *b, const DtmMen *m, int black_king, int side, int i, int to)
{
    DtmMen after = *m;
    int    black = black_king;
    for (int k = 0; k < m->n; k++)
        if (m->colour[k] != side && m->square[k] == to) after.here &= ~(1u << k);
    if (i >= 0) after.square[i] = (uint8_t)to;
    else if (side == 0) after.white_king = to;
    else black = to;
    return legal_for(b, &after, black, side);
}

static uint64_t pawn_steps(const DtmMen *m, int i, uint64_t occupied)
{
    const int up = m->colour[i] == 0 ? 8 : -8, from = m->square[i], rank = from >> 3;
    if (occupied >> (from + up) & 1) return 0;
    const bool two = rank == (up > 0 ? 1 : 6) && !(occupied >> (from + 2 * up) & 1);
    return BIT(from + up) | (two ? BIT(from + 2 * up) : 0);
}

bool dtm_has_move(const DtmBoard *b, const DtmMen *m, int black_king, int side)
{
    const uint64_t occupied = dtm_occupied(m) | BIT(black_king);
    uint64_t       own = BIT(side == 0 ? m->white_king : black_king), other = 0;
    for (int i = 0; i < m->n; i++)
        if (m->here >> i & 1) *(m->colour[i] == side ? &own : &other) |= BIT(m->square[i]);
    for (int i = -1; i < m->n; i++) {
        if (i >= 0 && (!(m->here >> i & 1) || m->colour[i] != side)) continue;
        uint64_t to = i < 0 ? b->king[side == 0 ? m->white_king : black_king]
                            : dtm_attacks(b, m->man[i], side, m->square[i], occupied);
        if (i >= 0 && m->man[i] == CHESS_DB_P) to = (to & other) | pawn_steps(m, i, occupied);
        to &= ~own & ~BIT(side == 0 ? black_king : m->white_king);
        while (to != 0)
            if (move_legal(b, m, black_king, side, i, bits_take(&to))) return true;
    }
    return false;
}
