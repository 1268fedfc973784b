// breakthrough.c - Breakthrough, a game of its own file that is no part of the program: the example of
// docs/PLUGINS.md. `pollard-game breakthrough.c` makes a plug-in of it.
//
// Each side begins with two rows of pieces. A piece goes one row forward, straight or diagonally, to an empty
// cell; diagonally it may also capture. Who reaches the last row, or captures everything, has won. White, at
// the bottom, begins. Nobody is ever without a move: before a foremost piece no own piece stands in its way.
#include "base/bits.h"
#include "base/rng.h"
#include "game/game.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

// A set of pieces is one word with 8 bits for a row, the lowest row first, whatever the width.
enum { WIDTH_MAX = 8, HEIGHT_MAX = 8, STRIDE = 8, MOVES_MAX = 3 * 2 * WIDTH_MAX };
typedef struct {
    int      width, height;
    Value    material, advance;         // of the evaluation
    uint64_t board, home[2];            // home: the two rows a player begins on
    uint64_t goal[2], file_a, file_h;   // goal: the row a player must reach
} Rules;
typedef struct {
    uint64_t pieces[2], turn;
} State;
_Static_assert(sizeof(State) == 24, "no padding");

static const Option options[] = {
    {.key = "width", .min = 2, .max = WIDTH_MAX, .fallback = 8, .help = "columns of the board"},
    {.key = "height", .min = 4, .max = HEIGHT_MAX, .fallback = 8, .help = "rows of the board"},
    {0},
};

// The cells that the pieces reach by one of the three steps: 0 to the left, 1 straight, 2 to the right.
static uint64_t stepped(const Rules *r, uint64_t pieces, int p, int step)
{
    const uint64_t ahead = p == 0 ? pieces << STRIDE : pieces >> STRIDE;
    if (step == 1) return ahead & r->board;
    return (step == 0 ? (ahead & ~r->file_a) >> 1 : (ahead & ~r->file_h) << 1) & r->board;
}

// Where the pieces of the player to move can go by a step.
static uint64_t targets(const Rules *r, const State *s, int step)
{
    const int      p    = (int)s->turn;
    const uint64_t free = step == 1 ? ~(s->pieces[0] | s->pieces[1]) : ~s->pieces[p];
    return stepped(r, s->pieces[p], p, step) & free;
}

static bool has_won(const Rules *r, const State *s, int p)
{
    return (s->pieces[p] & r->goal[p]) || s->pieces[!p] == 0;
}

// Hot rules. A move is origin | destination << 6.

static int turn(const Rules *r, const State *s) { return (void)r, (int)s->turn; }

// Only the player who has just moved can have won.
#define GAME_HAS_OVER
static bool over(const Rules *r, const State *s) { return has_won(r, s, !s->turn); }

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    if (over(r, s)) return 0;
    int n = 0;
    for (int step = 0; step < 3; step++) {
        const int offset = (s->turn == 0 ? STRIDE : -STRIDE) + step - 1;
        for (uint64_t left = targets(r, s, step); left;) {
            const int to = bits_take(&left);
            out[n++]     = (Move)((to - offset) | to << 6);
        }
    }
    return n;
}

#define GAME_HAS_COUNT
static int count(const Rules *r, const State *s)
{
    if (over(r, s)) return 0;
    return bits_count(targets(r, s, 0)) + bits_count(targets(r, s, 1)) + bits_count(targets(r, s, 2));
}

static void play(const Rules *r, State *child, const State *s, Move m)
{
    const uint64_t from = BIT(m & 63), to = BIT(m >> 6);
    assert((s->pieces[s->turn] & from) && !(s->pieces[s->turn] & to));
    (void)r, *child = *s;
    child->pieces[s->turn] ^= from | to;
    child->pieces[!s->turn] &= ~to;
    child->turn ^= 1;
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    (void)r, *child = *s;
    child->turn = (uint64_t)p;
}

static uint64_t hash(const Rules *r, const State *s)
{
    return (void)r, mix64(s->pieces[0] + mix64(s->pieces[1])) ^ -s->turn;
}

// The player, the origin and the step.
static uint32_t move_id(const Rules *r, const State *s, Move m)
{
    const uint32_t from = m & 63, to = m >> 6, step = (s->turn == 0 ? to - from : from - to) - (STRIDE - 1);
    return (void)r, ((uint32_t)s->turn * 64 + from) * 3 + step;
}

// Captures are what quiescence follows.
#define GAME_HAS_KIND
#define GAME_KINDS       2
#define GAME_KINDS_NOISY 1u
static int move_kind(const Rules *r, const State *s, Move m)
{
    return (void)r, !(s->pieces[!s->turn] & BIT(m >> 6));
}

enum { EVAL_ADVANCE };
static const EvalInfo evals[] = {
    [EVAL_ADVANCE] = {.name         = "advance",
                      .help         = "pieces, and the squares of the rows they have come forward",
                      .weights      = 2,
                      .fallback     = {20, 1},
                      .max          = 1000,
                      .weight_names = {"material", "advance"}},
    {0},
};

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    assert(which == EVAL_ADVANCE);
    (void)tables, (void)which;
    r->material = weights[0], r->advance = weights[1];
}

static Value advance(const Rules *r, uint64_t pieces, int p)
{
    Value v = 0;
    for (int y = 0; y < r->height; y++) {
        const int rows = p == 0 ? y : r->height - 1 - y;
        v += rows * rows * bits_count(pieces >> y * STRIDE & 0xff);
    }
    return v;
}

static Value evaluate(const Rules *r, const State *s, int p)
{
    const Value pieces = bits_count(s->pieces[0]) - bits_count(s->pieces[1]),
                rows   = advance(r, s->pieces[0], 0) - advance(r, s->pieces[1], 1),
                v      = r->material * pieces + r->advance * rows;
    return p == 0 ? v : -v;
}

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    payoff_share(out, 2, has_won(r, s, 0) ? 1 : has_won(r, s, 1) ? 2 : 0);
}

// Solver part: the board in a mirror.

#define GAME_HAS_SYMMETRY
static int symmetries(const Rules *r) { return (void)r, 2; }

static void symmetry(const Rules *r, State *image, const State *s, int k)
{
    (void)k, *image = (State){.turn = s->turn};
    for (int x = 0; x < r->width; x++)
        for (int p = 0; p < 2; p++) image->pieces[p] |= (s->pieces[p] >> x & r->file_a) << (r->width - 1 - x);
}

// Cold part. Cells are numbered row by row from the top left.

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    const int      w = values[0], h = values[1];
    const uint64_t row = BIT(w) - 1;
    *r = (Rules){.width = w, .height = h, .file_a = 0x0101010101010101, .file_h = 0x8080808080808080};
    for (int y = 0; y < h; y++) r->board |= row << y * STRIDE;
    r->goal[1] = row, r->goal[0] = row << (h - 1) * STRIDE;
    r->home[0] = row | row << STRIDE, r->home[1] = r->home[0] << (h - 2) * STRIDE;
    eval_use(r, EVAL_ADVANCE, NULL, evals[EVAL_ADVANCE].fallback);
    *facts = (Facts){.players   = 2,
                     .move_ids  = 2 * 64 * 3,
                     .plies_max = 4 * w * (h - 1),   // every move brings one of 4w pieces a row forward
                     .cells     = w * h,
                     .names     = {"white", "black"},
                     .symbols   = "WB",
                     .colors    = "wk"};
    return (void)status, true;
}

static void setup(const Rules *r, State *s) { *s = (State){.pieces = {r->home[0], r->home[1]}}; }

static int cell_bit(const Rules *r, int i) { return (r->height - 1 - i / r->width) * STRIDE + i % r->width; }

static int owner_of(const State *s, int bit)
{
    return s->pieces[0] & BIT(bit) ? 0 : s->pieces[1] & BIT(bit) ? 1 : -1;
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    for (int i = 0; i < r->width * r->height; i++)
        text_add(out, "%s%c", i > 0 && i % r->width == 0 ? "/" : "", "-WB"[owner_of(s, cell_bit(r, i)) + 1]);
    text_add(out, " %c", "WB"[s->turn]);
}

static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    const int cells = r->width * r->height;
    if (strlen(text) != (size_t)(cells + r->height + 1))
        return status_fail(status,
                           "expected %d rows of %d cells with / between, a space and the side to move",
                           r->height, r->width);
    for (int i = 0; i < cells; i++, text++) {
        if (i > 0 && i % r->width == 0 && *text++ != '/')
            return status_fail(status, "'%c' at the end of a row; expected /", text[-1]);
        const char *const which = strchr("WB-", toupper((unsigned char)*text));
        if (which == NULL) return status_fail(status, "'%c' is not a cell; expected W, B or -", *text);
        if (*which != '-') s->pieces[*which == 'B'] |= BIT(cell_bit(r, i));
    }
    const char side = (char)toupper((unsigned char)text[1]);
    if (*text != ' ' || (side != 'W' && side != 'B'))
        return status_fail(status, "side to move '%s'; expected a space and W or B", text);
    s->turn = side == 'B';
    return true;
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    for (int p = 0; p < 2; p++)
        if (bits_count(s->pieces[p]) > 2 * r->width)
            return status_fail(status, "more than %d pieces %c", 2 * r->width, "WB"[p]);
    if (s->pieces[0] == 0 && s->pieces[1] == 0) return status_fail(status, "a board without pieces");
    if (has_won(r, s, (int)s->turn)) return status_fail(status, "%c has won and would move", "WB"[s->turn]);
    const int there = bits_count(s->pieces[!s->turn] & r->goal[!s->turn]);
    return there <= 1 || status_fail(status, "%d pieces %c on the last row", there, "WB"[!s->turn]);
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    const int from = m & 63, to = (int)(m >> 6);
    text_add(out, "%c%d%c%c%d", 'a' + from % STRIDE, 1 + from / STRIDE, move_kind(r, s, m) ? '-' : 'x',
             'a' + to % STRIDE, 1 + to / STRIDE);
}

static CellPlace cell_place(const Rules *r, int i)
{
    const int x = i % r->width, y = i / r->width;
    return (CellPlace){.x     = 2 * x,
                       .y     = y,
                       .shape = CELL_SQUARE,
                       .tone  = (x + y) % 2 ? TONE_DARK : TONE_LIGHT,
                       .name  = {"abcdefgh"[x], "12345678"[r->height - 1 - y]}};
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    const int owner = owner_of(s, cell_bit(r, i));
    return (CellView){.owner = (int8_t)owner, .height = owner >= 0};
}

#define GAME           breakthrough
#define GAME_NAME      "breakthrough"
#define GAME_TITLE     "Breakthrough"
#define GAME_MOVE_HELP "origin and destination: b2-b3, or b2xc3 for a capture"
#define GAME_TWO_PLAYERS
#define GAME_HAS_EVALS
#include "game/game_export.h"
