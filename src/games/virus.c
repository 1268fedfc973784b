// virus.c - the Virus Game on a bitboard per player, eight bits to a row whatever the size (bit 0 = a1, bit 8
// = a2).
//
// Perft 12 with two players on size 8 (1062 million leaves) on one core of an EPYC 7003: 0.86 s.
#include "base/bits.h"
#include "base/rng.h"
#include "game/game.h"

#include <assert.h>

enum { STRIDE = 8, SQUARES = STRIDE * STRIDE, OWNERS_MAX = 4, MOVES_MAX = SQUARES };

typedef struct {
    uint64_t board;                 // the squares that exist
    uint64_t cross[SQUARES];        // a square and its neighbours: what a move there takes
    uint64_t not_first, not_last;   // the board without its first, its last column
    int      size, players;
} Rules;

typedef struct {
    uint64_t squares[OWNERS_MAX], turn;
} State;   // no square has two owners

static const Option options[] = {
    {.key = "size", .min = 3, .max = STRIDE, .fallback = 8, .help = "squares in a row and in a column"},
    {.key = "players", .min = 2, .max = OWNERS_MAX, .fallback = 2, .help = "number of players"},
    {0},
};

static inline uint64_t squares_all(const State *s)
{
    return s->squares[0] | s->squares[1] | s->squares[2] | s->squares[3];
}

// The squares where the player to move may play. None when nobody else is left.
static inline uint64_t moves_of(const Rules *r, const State *s)
{
    const uint64_t own = s->squares[s->turn];
    if (squares_all(s) == own) return 0;
    const uint64_t beside = own << STRIDE | own >> STRIDE | (own & r->not_last) << 1 |
                            (own & r->not_first) >> 1;
    return beside & r->board & ~own;
}

// Hot rules. A move is its square.

static int turn(const Rules *r, const State *s) { return (void)r, (int)s->turn; }

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    int n = 0;
    for (uint64_t moves = moves_of(r, s); moves;) out[n++] = (Move)bits_take(&moves);
    return n;
}

static int count(const Rules *r, const State *s) { return bits_count(moves_of(r, s)); }

// As long as two players have squares each of them has a move: the board is connected.
static bool over(const Rules *r, const State *s)
{
    (void)r;
    const uint64_t own = s->squares[s->turn];
    return own == 0 || own == squares_all(s);
}

// The mover keeps the turn when he has wiped out everybody else: then the game is over.
static void play(const Rules *r, State *child, const State *s, Move m)
{
    assert(m < SQUARES && (r->board & BIT(m)));
    for (int q = 0; q < OWNERS_MAX; q++) child->squares[q] = s->squares[q] & ~r->cross[m];
    child->squares[s->turn] |= r->cross[m];
    uint64_t next = s->turn;
    do next = next + 1 == (uint64_t)r->players ? 0 : next + 1;
    while (child->squares[next] == 0);
    child->turn = next;
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    (void)r;
    *child      = *s;
    child->turn = (uint64_t)p;
}

// Mixed on demand: four independent multiplications cost less than up to ten keys a move.
static uint64_t hash(const Rules *r, const State *s)
{
    (void)r;
    const uint64_t h = s->squares[0] * UINT64_C(0x9e3779b97f4a7c15) ^
                       rng_rotate(s->squares[1] * UINT64_C(0xd1342543de82ef95), 16) ^
                       rng_rotate(s->squares[2] * UINT64_C(0xbf58476d1ce4e5b9), 32) ^
                       rng_rotate(s->squares[3] * UINT64_C(0x94d049bb133111eb), 48);
    return mix64(h ^ s->turn);
}

static uint32_t move_id(const Rules *r, const State *s, Move m) { return (void)r, (void)s, m; }

static Value evaluate(const Rules *r, const State *s, int p)
{
    (void)r;
    assert(p >= 0 && p < r->players);
    return bits_count(s->squares[p]) - bits_count(squares_all(s) ^ s->squares[p]);
}

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    int      most    = 0;
    unsigned winners = 0;
    for (int p = 0; p < r->players; p++) {
        const int n = bits_count(s->squares[p]);
        if (n > most) most = n, winners = 0;
        if (n == most) winners |= 1u << p;
    }
    payoff_share(out, r->players, winners);
}

// Cold part.

static uint64_t cross_at(const Rules *r, int sq)
{
    const uint64_t b = BIT(sq);
    return (b | b << STRIDE | b >> STRIDE | (b & r->not_last) << 1 | (b & r->not_first) >> 1) & r->board;
}

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    (void)status;
    r->size    = values[0];
    r->players = values[1];
    for (int row = 0; row < r->size; row++) r->board |= (BIT(r->size) - 1) << STRIDE * row;
    r->not_first = r->board & ~UINT64_C(0x0101010101010101);
    r->not_last  = r->board & r->board >> 1 & UINT64_C(0x7f7f7f7f7f7f7f7f);
    for (int sq = 0; sq < SQUARES; sq++)
        if (r->board & BIT(sq)) r->cross[sq] = cross_at(r, sq);
    *facts = (Facts){.players   = r->players,
                     .move_ids  = SQUARES,
                     .plies_max = 100 * r->players,
                     .traits    = TRAIT_REPEATS | TRAIT_ELIMINATION,
                     .cells     = r->size * r->size,
                     .symbols   = "1234",
                     .colors    = "rbgy"};
    return true;
}

// Corners clockwise from the top left; two players take opposite ones.
static void setup(const Rules *r, State *s)
{
    const int last = r->size - 1, corners[OWNERS_MAX] = {0, last, STRIDE * last + last, STRIDE * last};
    *s = (State){0};
    for (int p = 0; p < r->players; p++) s->squares[p] = BIT(corners[r->players == 2 ? 2 * p : p]);
}

// Cells are numbered without gaps, row by row.
static int cell_square(const Rules *r, int i) { return STRIDE * (i / r->size) + i % r->size; }

static int square_owner(const State *s, int sq)
{
    for (int p = 0; p < OWNERS_MAX; p++)
        if (s->squares[p] & BIT(sq)) return p;
    return -1;
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    for (int i = 0; i < r->size * r->size; i++) {
        if (i && i % r->size == 0) text_char(out, '/');
        text_char(out, "-1234"[square_owner(s, cell_square(r, i)) + 1]);
    }
    text_add(out, " %d", (int)s->turn + 1);
}

// The player whose digit c is, or -1.
static int player_read(const Rules *r, char c) { return c >= '1' && c < '1' + r->players ? c - '1' : -1; }

// Reads one row and moves *at past it and what must follow: a stroke, or a space after the last row.
static bool row_parse(const Rules *r, State *s, int row, const char **at, Status *status)
{
    for (int column = 0; column < r->size; column++, ++*at) {
        const char c = **at;
        const int  p = player_read(r, c);
        if (c == 0 || c == '/' || c == ' ')
            return status_fail(status, "row %d has %d squares; expected %d", row + 1, column, r->size);
        if (p < 0 && c != '-')
            return status_fail(status, "'%c' in row %d is not a square; expected - or 1 to %d", c, row + 1,
                               r->players);
        if (p >= 0) s->squares[p] |= BIT(STRIDE * row + column);
    }
    const char end = row + 1 < r->size ? '/' : ' ';
    if (**at == end) return ++*at, true;
    if (**at == 0 && end == '/') return status_fail(status, "%d rows; expected %d", row + 1, r->size);
    if (**at == 0) return status_fail(status, "no player to move; expected a space and 1 to %d", r->players);
    return status_fail(status, "'%.20s' after the %d squares of row %d; expected '%c'", *at, r->size, row + 1,
                       end);
}

static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    const char *at = text;
    for (int row = 0; row < r->size; row++)
        if (!row_parse(r, s, row, &at, status)) return false;
    const int p = player_read(r, *at);
    if (p < 0 || at[1])
        return status_fail(status, "player to move '%.20s'; expected 1 to %d", at, r->players);
    s->turn = (uint64_t)p;
    return true;
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    (void)r;
    if (s->squares[s->turn]) return true;
    return status_fail(status, "player %d is to move without a square", (int)s->turn + 1);
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    (void)r, (void)s;
    text_add(out, "%c%c", "abcdefgh"[m % STRIDE], "12345678"[m / STRIDE]);
}

static CellPlace cell_place(const Rules *r, int i)
{
    const int x = i % r->size, y = i / r->size;
    return (CellPlace){.x = 2 * x, .y = y, .shape = CELL_SQUARE, .name = {"abcdefgh"[x], "12345678"[y]}};
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    const int owner = square_owner(s, cell_square(r, i));
    return (CellView){.owner = (int8_t)owner, .kind = 2 * (owner >= 0), .height = owner >= 0};
}

#define GAME           virus
#define GAME_NAME      "virus"
#define GAME_TITLE     "Virus Game"
#define GAME_MOVE_HELP "the square to take, by its letter and number"
#define GAME_ENGINE                                                                                          \
    {"players=2", "alphabeta:order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"},                      \
    {                                                                                                        \
        NULL, "paranoid:order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"                             \
    }
#define GAME_HAS_COUNT
#define GAME_HAS_OVER
#include "game/game_export.h"
