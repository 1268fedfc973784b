// connect_four.c - Connect Four, on up to 8 columns of up to 7 cells: a set of discs is one 64-bit word.
#include "base/bits.h"
#include "base/rng.h"
#include "game/game.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

// A column is height + 1 bits from the bottom up, column a first. Its highest bit is never a cell: it keeps
// lines from running on into the next column, and takes the carry of `tops` when the column is full.
enum { LINE_VERTICAL, LINE_FALLING, LINE_HORIZONTAL, LINE_RISING, LINES };
typedef struct {
    int      width, height, steps[LINES];
    Value    weight[LINES];   // of the evaluation
    uint64_t bottom, board;   // bottom: the lowest cells
} Rules;
typedef struct {
    uint64_t discs[2], turn;
} State;
enum { WIDTH_MAX = 8, HEIGHT_MAX = 7, MOVES_MAX = WIDTH_MAX };

static const Option options[] = {
    {.key = "width", .min = 4, .max = WIDTH_MAX, .fallback = 7, .help = "columns of the board"},
    {.key = "height", .min = 4, .max = HEIGHT_MAX, .fallback = 6, .help = "rows of the board"},
    {0},
};

// The first cell of every line of four in the set.
static uint64_t fours(uint64_t set, int step)
{
    const uint64_t twos = set & set >> step;
    return twos & twos >> 2 * step;
}

static bool has_four(const Rules *r, uint64_t set)
{
    return fours(set, r->steps[0]) | fours(set, r->steps[1]) | fours(set, r->steps[2]) |
           fours(set, r->steps[3]);
}

// The bit above the top disc of every column: adding one at the bottom carries through the discs.
static uint64_t tops(const Rules *r, const State *s) { return (s->discs[0] | s->discs[1]) + r->bottom; }
// The cells that can be filled now; none when the last move won.
static uint64_t targets(const Rules *r, const State *s)
{
    return has_four(r, s->discs[!s->turn]) ? 0 : tops(r, s) & r->board;
}

// Hot rules. A move is the bit of the cell it fills.

static int turn(const Rules *r, const State *s) { return (void)r, (int)s->turn; }

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    int n = 0;
    for (uint64_t left = targets(r, s); left;) out[n++] = (Move)bits_take(&left);
    return n;
}

#define GAME_HAS_COUNT
static int count(const Rules *r, const State *s) { return bits_count(targets(r, s)); }

static void play(const Rules *r, State *child, const State *s, Move m)
{
    assert(m < 64 && (targets(r, s) & BIT(m)));
    (void)r, *child = *s;
    child->discs[s->turn] |= BIT(m);
    child->turn ^= 1;
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    (void)r, *child = *s;
    child->turn = (uint64_t)p;
}

// The tops, and the discs of one player below them, tell all the discs.
static uint64_t hash(const Rules *r, const State *s) { return mix64(tops(r, s) | s->discs[0]) ^ -s->turn; }
static uint32_t move_id(const Rules *r, const State *s, Move m) { return (void)r, (void)s, m; }

enum { EVAL_LINES };

static const EvalInfo evals[] = {
    [EVAL_LINES] = {.name         = "lines",
                    .help         = "lines of four that the other has no disc in",
                    .weights      = 3,
                    .fallback     = {1, 1, 1},
                    .max          = 1000,
                    .weight_names = {"vertical", "horizontal", "diagonal"}},
    {0},
};

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    (void)tables, (void)which;
    assert(which == EVAL_LINES);
    r->weight[LINE_VERTICAL]   = weights[0];
    r->weight[LINE_HORIZONTAL] = weights[1];
    r->weight[LINE_FALLING] = r->weight[LINE_RISING] = weights[2];
}

// The lines of four that are still free of the other's discs, minus the other's.
static Value evaluate(const Rules *r, const State *s, int p)
{
    const uint64_t own = r->board & ~s->discs[!p], other = r->board & ~s->discs[p];
    Value          v = 0;
    for (int i = 0; i < LINES; i++)
        v += r->weight[i] * (bits_count(fours(own, r->steps[i])) - bits_count(fours(other, r->steps[i])));
    return v;
}

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    payoff_share(out, 2, has_four(r, s->discs[0]) ? 1 : has_four(r, s->discs[1]) ? 2 : 0);
}

// Solver part: the board in a mirror.

#define GAME_HAS_SYMMETRY
static int symmetries(const Rules *r) { return (void)r, 2; }

static void symmetry(const Rules *r, State *image, const State *s, int k)
{
    const int      bits   = r->height + 1;
    const uint64_t column = BIT(bits) - 1;
    (void)k, *image = (State){.turn = s->turn};
    for (int x = 0; x < r->width; x++)
        for (int p = 0; p < 2; p++)
            image->discs[p] |= (s->discs[p] >> x * bits & column) << (r->width - 1 - x) * bits;
}

// Cold part. Cells are numbered row by row from the top left.

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    const int w = values[0], h = values[1];
    *r = (Rules){.width = w, .height = h, .steps = {1, h, h + 1, h + 2}};
    for (int x = 0; x < w; x++) r->bottom |= BIT(x * (h + 1));
    r->board = r->bottom * (BIT(h) - 1);
    eval_use(r, EVAL_LINES, NULL, evals[EVAL_LINES].fallback);
    *facts = (Facts){.players   = 2,
                     .move_ids  = (uint32_t)(w * (h + 1)),
                     .plies_max = w * h,
                     .cells     = w * h,
                     .names     = {"red", "yellow"},
                     .symbols   = "XO",
                     .colors    = "ry"};
    return (void)status, true;
}

static void     setup(const Rules *r, State *s) { (void)r, *s = (State){0}; }
static uint64_t cell_bit(const Rules *r, int i)
{
    return BIT(i % r->width * (r->height + 1) + r->height - 1 - i / r->width);
}

static CellPlace cell_place(const Rules *r, int i)
{
    const int x = i % r->width, y = i / r->width;
    return (CellPlace){.x = 2 * x, .y = y, .shape = CELL_SQUARE, .name = {"abcdefgh"[x], "1234567"[y]}};
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    const int owner = s->discs[0] & cell_bit(r, i) ? 0 : s->discs[1] & cell_bit(r, i) ? 1 : -1;
    return (CellView){.owner = (int8_t)owner, .height = owner >= 0};
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    for (int i = 0; i < r->width * r->height; i++)
        text_add(out, "%s%c", i > 0 && i % r->width == 0 ? "/" : "", "-XO"[cell_view(r, s, i).owner + 1]);
    text_add(out, " %c", "XO"[s->turn]);
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
        const char *const which = strchr("XO-", toupper((unsigned char)*text));
        if (which == NULL) return status_fail(status, "'%c' is not a cell; expected X, O or -", *text);
        if (*which != '-') s->discs[*which == 'O'] |= cell_bit(r, i);
    }
    const char side = (char)toupper((unsigned char)text[1]);
    if (*text != ' ' || (side != 'X' && side != 'O'))
        return status_fail(status, "side to move '%s'; expected a space and X or O", text);
    s->turn = side == 'O';
    return true;
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    const int      x = bits_count(s->discs[0]), o = bits_count(s->discs[1]);
    const uint64_t hanging = tops(r, s) & (s->discs[0] | s->discs[1]);   // what no carry reached
    if (hanging)
        return status_fail(status, "a disc hangs in the air in column %c",
                           'a' + bits_first(hanging) / (r->height + 1));
    if (x != o + (int)s->turn)
        return status_fail(status, "%d X and %d O do not fit with %c to move", x, o, "XO"[s->turn]);
    if (has_four(r, s->discs[s->turn]))
        return status_fail(status, "%c has four in a row and would move", "XO"[s->turn]);
    return true;
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    (void)s, text_add(out, "%c", 'a' + (int)m / (r->height + 1));
}

// The cell that is filled.
#define GAME_HAS_MOVE_CELLS
static void move_cells(const Rules *r, const State *s, Move m, MoveCells *out)
{
    const int x = (int)m / (r->height + 1), y = r->height - 1 - (int)m % (r->height + 1);
    (void)s, *out                             = (MoveCells){1, {y * r->width + x}, ""};
}

#define GAME           connect_four
#define GAME_NAME      "connect-four"
#define GAME_TITLE     "Connect Four"
#define GAME_MOVE_HELP "the letter of the column"
#define GAME_TWO_PLAYERS
#define GAME_HAS_EVALS
#include "game/game_export.h"
