#include "games/chess/numbering.h"

#include <ctype.h>
#include <string.h>

static const char letters[CHESS_DB_MEN + 1] = "qrbnp";

static int laid(int turn, int square)
{
    if (turn & 1) square ^= 7;
    if (turn & 2) square ^= 56;
    return turn & 4 ? (square & 7) << 3 | square >> 3 : square;
}

static bool touch(int a, int b)
{
    const int files = (a & 7) - (b & 7), ranks = (a >> 3) - (b >> 3);
    return files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1;
}

static int turn_for(bool pawns, int white, int black)
{
    int turn = (white & 7) > 3;
    if (pawns) return turn;
    turn |= (white >> 3) > 3 ? 2 : 0;
    const int w = laid(turn, white), b = laid(turn, black), up = (w >> 3) - (w & 7),
              up_black = (b >> 3) - (b & 7);
    return up > 0 || (up == 0 && up_black > 0) ? turn | 4 : turn;
}

static void kings_open(ChessDbTables *t, bool pawns)
{
    int pairs = 0;
    for (int black = 0; black < 64; black++)
        for (int white = 0; white < 64; white++) {
            const int turn               = turn_for(pawns, white, black);
            t->turn[pawns][white][black] = (uint8_t)turn;
            t->pair[pawns][white][black] = CHESS_DB_NO_PAIR;
            if (touch(white, black) || turn != 0) continue;
            t->kings[pawns][pairs][0]    = (uint8_t)white;
            t->kings[pawns][pairs][1]    = (uint8_t)black;
            t->pair[pawns][white][black] = (uint16_t)pairs++;
        }
    assert(pairs == (pawns ? CHESS_DB_PAIRS_PAWNS : CHESS_DB_PAIRS));
    for (int white = 0; white < 64; white++)
        for (int black = 0; black < 64; black++) {
            const int turn               = t->turn[pawns][white][black];
            t->pair[pawns][white][black] = t->pair[pawns][laid(turn, white)][laid(turn, black)];
        }
}

void chess_db_tables_open(ChessDbTables *t)
{
    memset(t, 0, sizeof *t);
    for (int turn = 0; turn < 8; turn++)
        for (int square = 0; square < 64; square++) t->square[turn][square] = (uint8_t)laid(turn, square);
    kings_open(t, false);
    kings_open(t, true);
    int two = 0, pawns = 0;
    for (int a = 0; a < 64; a++)
        for (int b = a + 1; b < 64; b++) {
            t->two_back[two][0] = (uint8_t)a, t->two_back[two][1] = (uint8_t)b;
            t->two[a][b] = t->two[b][a] = (uint16_t)two++;
            if (a < 8 || b >= 56) continue;
            t->two_pawns_back[pawns][0] = (uint8_t)a, t->two_pawns_back[pawns][1] = (uint8_t)b;
            t->two_pawns[a][b] = t->two_pawns[b][a] = (uint16_t)pawns++;
        }
}

// The list. Men are -1 where there is none.
static void men_of(int i, int men[3], int *white)
{
    men[0] = men[1] = men[2] = -1;
    *white                   = 1;
    if (i < 5) {
        men[0] = i;
        return;
    }
    i -= 5;
    const int last = i < 15 ? -1 : i < 30 ? 0 : (i - 30) % 5;
    int       pair = i < 15 ? i : i < 30 ? i - 15 : (i - 30) / 5;
    for (men[0] = 0; pair >= CHESS_DB_MEN - men[0]; men[0]++) pair -= CHESS_DB_MEN - men[0];
    men[1] = men[0] + pair;
    *white = i >= 15 && i < 30 ? 1 : 2;
    if (i >= 30) men[2] = last;
}

static void name_of(ChessDbNumbering *d)
{
    char *c = d->name;
    *c++    = 'k';
    for (int colour = 0; colour < 2; colour++) {
        if (colour == 1) *c++ = 'k';
        for (int k = 0; k < d->n; k++)
            if (d->colour[k] == colour) *c++ = letters[d->man[k]];
    }
    *c = 0;
}

// What numbers of a side are made of, outermost first. Measured on the endings of four men, blocks of 4 KiB:
// the value depends least on where a queen or rook of the side to move stands, then on the kings. So wins
// with such a man have it innermost, then the kings (KRPK 0.14 bytes per entry; kings outermost 0.19); others
// have the kings innermost (KRPK, Black to move, 0.19; outermost 0.27), and KBNK and its like the kings
// outermost.
static bool is_second(const ChessDbNumbering *d, int k) { return d->two >= 0 && k == d->two + 1; }

static void order_of(ChessDbNumbering *d, int side)
{
    int8_t *out  = d->order[side];
    int     last = -1;
    for (int k = 0; side == 0 && d->pawns && k < d->n; k++)
        if (d->colour[k] == 0 && d->man[k] <= CHESS_DB_R && !is_second(d, k)) last = k;
    for (int k = d->n - 1; k >= 0; k--)
        if (d->man[k] == CHESS_DB_P && !is_second(d, k)) *out++ = (int8_t)k;
    for (int k = d->n - 1; k >= 0; k--)
        if (d->man[k] != CHESS_DB_P && k != last && !is_second(d, k) && (d->pawns || d->colour[k] == 1))
            *out++ = (int8_t)k;
    *out++ = -1;
    for (int k = 0; k < d->n; k++)
        if (k == last || (!d->pawns && d->colour[k] == 0 && !is_second(d, k))) *out++ = (int8_t)k;
    d->digits = (int)(out - d->order[side]);
}

static uint32_t digit_size(const ChessDbNumbering *d, int k)
{
    if (k < 0) return d->pawns ? CHESS_DB_PAIRS_PAWNS : CHESS_DB_PAIRS;
    const bool pawn = d->man[k] == CHESS_DB_P;
    return k == d->two ? (pawn ? 1128 : 2016) : pawn ? 48 : 64;
}

static void strides_of(ChessDbNumbering *d, int side)
{
    uint32_t stride = 1;
    order_of(d, side);
    for (int i = d->digits - 1; i >= 0; i--) {
        const int k                                             = d->order[side][i];
        *(k < 0 ? &d->stride_kings[side] : &d->stride[side][k]) = stride;
        stride *= digit_size(d, k);
    }
    d->half    = stride;
    d->entries = 2 * d->half;
}

void chess_db_numbering_open(ChessDbNumbering *d, int i)
{
    assert(i >= 0 && i < CHESS_DB_COUNT);
    int men[3], white;
    men_of(i, men, &white);
    *d = (ChessDbNumbering){.two = -1};
    for (; d->n < 3 && men[d->n] >= 0; d->n++) {
        d->man[d->n]    = (uint8_t)men[d->n];
        d->colour[d->n] = d->n >= white;
        d->pawns |= men[d->n] == CHESS_DB_P;
        if (d->n > 0 && d->n < white && men[d->n] == men[d->n - 1]) d->two = d->n - 1;
    }
    name_of(d);
    strides_of(d, 0);
    strides_of(d, 1);
}

int chess_db_find(const uint8_t count[2][CHESS_DB_MEN], bool *swapped)
{
    for (int i = 0; i < CHESS_DB_COUNT; i++) {
        ChessDbNumbering d;
        uint8_t          has[2][CHESS_DB_MEN] = {0};
        chess_db_numbering_open(&d, i);
        for (int k = 0; k < d.n; k++) has[d.colour[k]][d.man[k]]++;
        const bool same = memcmp(has, count, sizeof has) == 0;
        *swapped        = !same;
        if (same ||
            (memcmp(has[0], count[1], sizeof has[0]) == 0 && memcmp(has[1], count[0], sizeof has[0]) == 0))
            return i;
    }
    return -1;
}

int chess_db_named(const char *name)
{
    uint8_t count[2][CHESS_DB_MEN] = {0};
    int     colour                 = -1;
    bool    swapped;
    if (strlen(name) > 5) return -1;
    for (; *name; name++) {
        const char  c   = (char)tolower((unsigned char)*name);
        const char *man = strchr(letters, c);
        if (c == 'k' && colour < 1) colour++;
        else if (colour < 0 || man == NULL) return -1;
        else count[colour][man - letters]++;
    }
    return colour == 1 ? chess_db_find((const uint8_t(*)[CHESS_DB_MEN])count, &swapped) : -1;
}

int chess_db_position(const ChessDbNumbering *d, const ChessDbTables *t, uint64_t number, int *white_king,
                      int *black_king, uint8_t squares[CHESS_DB_OTHERS])
{
    assert(number < d->entries);
    const int side = number >= d->half;
    number -= side ? d->half : 0;
    for (int i = 0; i < d->digits; i++) {
        const int      k      = d->order[side][i];
        const uint32_t stride = k < 0 ? d->stride_kings[side] : d->stride[side][k];
        const uint64_t digit  = number / stride;
        const bool     pawn   = k >= 0 && d->man[k] == CHESS_DB_P;
        number %= stride;
        if (k < 0) {
            *white_king = t->kings[d->pawns][digit][0];
            *black_king = t->kings[d->pawns][digit][1];
        } else if (k == d->two) {
            const uint8_t *const both = pawn ? t->two_pawns_back[digit] : t->two_back[digit];
            squares[k]                = both[0];
            squares[k + 1]            = both[1];
        } else {
            squares[k] = (uint8_t)(pawn ? digit + 8 : digit);
        }
    }
    return side;
}
