// othello.c - Othello on two bitboards: bit 0 = a1, bit 7 = h1, bit 63 = h8.
//
// The position is stored from the mover's side (own, other), so no rule has to look whose turn it is. The
// eight directions are four steps (1, 8, 7, 9 bits) taken up and down; each rule is written once for `Lanes`,
// which with AVX2 are the four steps side by side and elsewhere one step at a time.
//
// Perft 11 (212 million leaves) on one core of an EPYC 7003, best of many: gcc 12 0.42 s, clang 14 0.41 s;
// without AVX2 (ARCH=) 0.86 s.
#include "base/bits.h"
#include "base/rng.h"
#include "game/game.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { SQUARES = 64, MOVES_MAX = 64, STEPS = 4 };

typedef struct {
    // the squares seen from each square, by step: up[sq][k] towards higher bits, down[sq][k] towards lower
    uint64_t up[SQUARES][STEPS], down[SQUARES][STEPS];
    Value    row_value[4][256];   // of the discs of a row; rows 1 and 8, 2 and 7, ... are alike
    int      mobility;            // weight of a move; 0: moves are not counted
} Rules;

// The turn stands between the boards so that gcc 12 does not put them into one vector store, which cost 15 %
// of perft.
typedef struct {
    uint64_t own;
    uint32_t turn, zero;
    uint64_t other;
} State;

static const Option options[] = {{0}};

static const uint64_t steps[STEPS] = {1, 8, 7, 9};

// Columns a and h end every line but a vertical one: nothing is flanked there, and no shift may carry a line
// round.
#define NOT_EDGE UINT64_C(0x7e7e7e7e7e7e7e7e)
static const uint64_t flankable[STEPS] = {NOT_EDGE, ~UINT64_C(0), NOT_EDGE, NOT_EDGE};

// Lanes: the few operations that differ between a vector and a single word. Conditions are all ones or all
// zeros.

#ifdef __AVX2__
enum { LANES = 4 };
typedef uint64_t Lanes __attribute__((vector_size(32)));
typedef int64_t  LanesSigned __attribute__((vector_size(32)));
typedef uint64_t LanesHalf __attribute__((vector_size(16)));

static inline Lanes lanes_of(uint64_t word) { return (Lanes){word, word, word, word}; }
static inline Lanes lanes_zero(Lanes a) { return (Lanes)(a == 0); }

// Both below 2^63: AVX2 compares signed numbers only.
static inline Lanes lanes_above(Lanes a, Lanes b) { return (Lanes)((LanesSigned)a > (LanesSigned)b); }

static inline uint64_t lanes_join(Lanes a)
{
    const LanesHalf half = __builtin_shufflevector(a, a, 0, 1) | __builtin_shufflevector(a, a, 2, 3);
    return half[0] | half[1];
}
#else
enum { LANES = 1 };
typedef uint64_t Lanes;

static inline Lanes    lanes_of(uint64_t word) { return word; }
static inline Lanes    lanes_zero(Lanes a) { return -(Lanes)(a == 0); }
static inline Lanes    lanes_above(Lanes a, Lanes b) { return -(Lanes)(a > b); }
static inline uint64_t lanes_join(Lanes a) { return a; }
#endif

static inline Lanes lanes_load(const uint64_t *from)
{
    Lanes a;
    memcpy(&a, from, sizeof a);
    return a;
}

// Where a line of `other`, beginning next to an `own` disc, ends. Parallel prefix: runs of 1, 2, 4, 6 discs.
static inline Lanes ends_along(Lanes own, Lanes other, Lanes step)
{
    const Lanes twice = step + step, pair_up = other & other << step, pair_down = pair_up >> step;
    Lanes       up = other & own << step, down = other & own >> step;
    up |= other & up << step;
    down |= other & down >> step;
    up |= pair_up & up << twice;
    down |= pair_down & down >> twice;
    up |= pair_up & up << twice;
    down |= pair_down & down >> twice;
    return up << step | down >> step;
}

// The empty squares where `own` would flip something.
static inline uint64_t moves_of(uint64_t own, uint64_t other)
{
    Lanes ends = lanes_of(0);
    for (int k = 0; k < STEPS; k += LANES)
        ends |= ends_along(lanes_of(own), lanes_of(other) & lanes_load(&flankable[k]), lanes_load(&steps[k]));
    return lanes_join(ends) & ~(own | other);
}

// What flips along upward rays: the discs before the first square that is not the other's, if an own disc
// stands there.
static inline Lanes flips_up(Lanes own, Lanes other, Lanes ray)
{
    const Lanes stop = ray & ~other, bracket = stop & -stop & own;
    return (bracket - 1) & ray & ~lanes_zero(bracket);
}

// Downward the first stop is the highest bit, which no subtraction finds: stops are smeared along the ray
// instead. It is an own disc when the own discs, read as a number, exceed the empty squares (bit 63 is in no
// downward ray).
static inline Lanes flips_down(Lanes own, Lanes other, Lanes ray, Lanes step)
{
    const Lanes stop = ray & ~other, mine = stop & own;
    Lanes       past = stop | stop >> step;
    past |= past >> (step + step);
    past |= past >> (4 * step);
    return ray & ~past & lanes_above(mine, stop ^ mine);
}

static inline uint64_t flips_of(const Rules *r, uint64_t own, uint64_t other, Move m)
{
    const Lanes mine = lanes_of(own), theirs = lanes_of(other);
    Lanes       flips = lanes_of(0);
    for (int k = 0; k < STEPS; k += LANES)
        flips |= flips_up(mine, theirs, lanes_load(&r->up[m][k])) |
                 flips_down(mine, theirs, lanes_load(&r->down[m][k]), lanes_load(&steps[k]));
    return lanes_join(flips);
}

// Hot rules. A move is its square.

static int turn(const Rules *r, const State *s) { return (void)r, (int)s->turn; }

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    (void)r;
    uint64_t moves = moves_of(s->own, s->other);
    if (moves == 0) {
        out[0] = MOVE_PASS;
        return moves_of(s->other, s->own) != 0;
    }
    const int n = bits_count(moves);
    // by fours, the last ones in vain: the end of a loop over single moves is mispredicted at every other
    // node
    for (int i = 0; i < n; i += 4)
        for (int k = i; k < i + 4; k++, moves &= moves - 1)
            out[k] = (Move)bits_first(moves | BIT(SQUARES - 1));
    return n;
}

static int count(const Rules *r, const State *s)
{
    (void)r;
    const uint64_t moves = moves_of(s->own, s->other);
    return moves ? bits_count(moves) : moves_of(s->other, s->own) != 0;
}

static bool over(const Rules *r, const State *s)
{
    (void)r;
    return moves_of(s->own, s->other) == 0 && moves_of(s->other, s->own) == 0;
}

static void play(const Rules *r, State *child, const State *s, Move m)
{
    assert(m == MOVE_PASS || (m < SQUARES && !((s->own | s->other) & BIT(m))));
    const uint64_t flips = m == MOVE_PASS ? 0 : flips_of(r, s->own, s->other, m);
    const uint64_t disc  = m == MOVE_PASS ? 0 : BIT(m);
    child->own           = s->other ^ flips;
    child->other         = s->own ^ flips ^ disc;
    child->turn          = s->turn ^ 1;
    child->zero          = 0;
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    (void)r;
    *child = (uint64_t)p == s->turn ? *s : (State){.own = s->other, .other = s->own, .turn = (uint32_t)p};
}

// Mixed on demand: three multiplications cost less than a key for every flipped disc.
static uint64_t hash(const Rules *r, const State *s)
{
    (void)r;
    uint64_t h = s->own * UINT64_C(0x9e3779b97f4a7c15) ^
                 rng_rotate(s->other * UINT64_C(0xd1342543de82ef95), 32);
    h ^= s->turn;
    h = (h ^ h >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 29;
}

static uint32_t move_id(const Rules *r, const State *s, Move m)
{
    return (void)r, (void)s, m < SQUARES ? m : SQUARES;
}

// Evaluations: discs by their squares, ten weights for the ten classes of squares that rotations and mirrors
// leave, and the moves of both sides. One formula for all: `discs` gives every square 1.

enum { EVAL_WEIGHTS, EVAL_DISCS, EVAL_MOBILITY, SQUARE_CLASSES = 10 };
#define SQUARE_WEIGHTS 100, -20, 10, 5, -50, -2, -2, -1, -1, -1
#define SQUARE_NAMES   "a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"
enum { WEIGHT_MAX = 999 };   // so that eleven weights fit a word of a spec

static const EvalInfo evals[] = {
    [EVAL_WEIGHTS]  = {.name         = "weights",
                       .help         = "discs, weighed by their squares",
                       .weights      = SQUARE_CLASSES,
                       .fallback     = {SQUARE_WEIGHTS},
                       .min          = -WEIGHT_MAX,
                       .max          = WEIGHT_MAX,
                       .weight_names = {SQUARE_NAMES}},
    [EVAL_DISCS]    = {.name = "discs", .help = "discs"},
    [EVAL_MOBILITY] = {.name         = "mobility",
                       .help         = "discs, weighed by their squares, and moves",
                       .weights      = SQUARE_CLASSES + 1,
                       .fallback     = {SQUARE_WEIGHTS, 10},
                       .min          = -WEIGHT_MAX,
                       .max          = WEIGHT_MAX,
                       .weight_names = {SQUARE_NAMES, "moves"}},
    {0},
};

// The class of square (x, y): a1 b1 c1 d1, b2 c2 d2, c3 d3, d4.
static int square_class(int x, int y)
{
    static const int first[4] = {0, 4, 7, 9};
    const int        a = x < 4 ? x : 7 - x, b = y < 4 ? y : 7 - y;
    return a < b ? first[a] + b - a : first[b] + a - b;
}

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    (void)tables;
    assert(which >= EVAL_WEIGHTS && which <= EVAL_MOBILITY);
    r->mobility = which == EVAL_MOBILITY ? weights[SQUARE_CLASSES] : 0;
    for (int y = 0; y < 4; y++)
        for (int row = 0; row < 256; row++) {
            int sum = 0;
            for (int x = 0; x < 8; x++)
                if (row >> x & 1) sum += which == EVAL_DISCS ? 1 : weights[square_class(x, y)];
            r->row_value[y][row] = sum;
        }
}

static inline Value discs_value(const Rules *r, uint64_t discs)
{
    Value sum = 0;
    for (int y = 0; y < 4; y++)
        sum += r->row_value[y][discs >> 8 * y & 255] + r->row_value[y][discs >> (56 - 8 * y) & 255];
    return sum;
}

// Out of line: a leaf of the usual search stays small.
static __attribute__((noinline)) Value mobility_value(const Rules *r, uint64_t own, uint64_t other)
{
    return r->mobility * (bits_count(moves_of(own, other)) - bits_count(moves_of(other, own)));
}

static Value evaluate(const Rules *r, const State *s, int p)
{
    Value v = discs_value(r, s->own) - discs_value(r, s->other);
    if (r->mobility) v += mobility_value(r, s->own, s->other);
    return (uint32_t)p == s->turn ? v : -v;
}

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    const int      own = bits_count(s->own), other = bits_count(s->other);
    const unsigned winner = own == other || !over(r, s) ? 0 : 1u << (own > other ? s->turn : s->turn ^ 1);
    payoff_share(out, 2, winner);
}

// Cold part.

// The squares from `sq` in direction (dx, dy) to the edge.
static uint64_t ray_from(int sq, int dx, int dy)
{
    uint64_t ray = 0;
    int      x = sq % 8 + dx, y = sq / 8 + dy;
    for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) ray |= BIT(8 * y + x);
    return ray;
}

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    static const int dx[STEPS] = {1, 0, -1, 1}, dy[STEPS] = {0, 1, 1, 1};   // the steps as columns and rows
    (void)values, (void)status;
    for (int sq = 0; sq < SQUARES; sq++) {
        for (int k = 0; k < STEPS; k++) {
            r->up[sq][k]   = ray_from(sq, dx[k], dy[k]);
            r->down[sq][k] = ray_from(sq, -dx[k], -dy[k]);
        }
    }
    eval_use(r, EVAL_WEIGHTS, NULL, evals[EVAL_WEIGHTS].fallback);
    *facts = (Facts){.players   = 2,
                     .move_ids  = SQUARES + 1,
                     .plies_max = 200,
                     .traits    = TRAIT_PASS,
                     .cells     = SQUARES,
                     .names     = {"black", "white"},
                     .symbols   = "XO",
                     .colors    = "kw"};
    return true;
}

static void setup(const Rules *r, State *s)
{
    (void)r;
    *s = (State){.own = BIT(28) | BIT(35), .other = BIT(27) | BIT(36), .turn = 0};
}

// The player whose disc stands on a square, or -1.
static int disc_owner(const State *s, int sq)
{
    return s->own & BIT(sq) ? (int)s->turn : s->other & BIT(sq) ? (int)(s->turn ^ 1) : -1;
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    (void)r;
    for (int sq = 0; sq < SQUARES; sq++) text_char(out, "-XO"[disc_owner(s, sq) + 1]);
    text_add(out, " %c", "XO"[s->turn]);
}

// What a character of a board means: player 0 or 1, -1 for an empty square, -2 for none of these.
static int cell_read(char c)
{
    if (c == 0) return -2;
    const int lower = tolower((unsigned char)c);
    return strchr("x*b", lower) ? 0 : strchr("ow", lower) ? 1 : strchr("-._", lower) ? -1 : -2;
}

static bool board_parse(uint64_t discs[2], const char *text, Status *status)
{
    for (int sq = 0; sq < SQUARES; sq++) {
        const char c     = text[sq];
        const int  owner = cell_read(c);
        if (c == 0 || c == ' ') return status_fail(status, "the board ends after %d cells; expected 64", sq);
        if (owner == -2)
            return status_fail(status, "'%c' at %c%d is not a cell; expected X, O, -", c, "abcdefgh"[sq % 8],
                               1 + sq / 8);
        if (owner >= 0) discs[owner] |= BIT(sq);
    }
    return true;
}

// What follows the board: a space and a side, or nothing, which means black.
static bool side_parse(int *side, const char *text, Status *status)
{
    *side = 0;
    if (*text == 0) return true;
    if (*text != ' ')
        return status_fail(status, "'%.20s' after 64 cells; expected a space and the side to move", text);
    *side = cell_read(text[1]);
    if (*side < 0 || text[2]) return status_fail(status, "side to move '%.20s'; expected X or O", text + 1);
    return true;
}

static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    (void)r;
    uint64_t discs[2] = {0, 0};
    int      side;
    if (!board_parse(discs, text, status) || !side_parse(&side, text + SQUARES, status)) return false;
    *s = (State){.own = discs[side], .other = discs[!side], .turn = (uint32_t)side};
    return true;
}

// Every board can be played on; one without a move for either side is a finished game.
static bool validate(const Rules *r, const State *s, Status *status)
{
    return (void)r, (void)s, (void)status, true;
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    (void)r, (void)s;
    if (m == MOVE_PASS) text_add(out, "pass");
    else text_add(out, "%c%c", "abcdefgh"[m % 8], "12345678"[m / 8]);
}

static bool move_parse(const Rules *r, const State *s, const char *text, Move *m, Status *status)
{
    (void)status;
    if (!text_same(text, "--") && !text_same(text, "pa") && !text_same(text, "ps")) return false;
    Move moves[MOVES_MAX];
    if (generate(r, s, moves) != 1 || moves[0] != MOVE_PASS) return false;
    *m = MOVE_PASS;
    return true;
}

static CellPlace cell_place(const Rules *r, int i)
{
    (void)r;
    const int x = i % 8, y = i / 8;
    return (CellPlace){
        .x = 2 * x, .y = y, .shape = CELL_SQUARE, .tone = TONE_FELT, .name = {"abcdefgh"[x], "12345678"[y]}};
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    (void)r;
    const int owner = disc_owner(s, i);
    return (CellView){.owner = (int8_t)owner, .height = owner >= 0};
}

// Discs.
static int score(const Rules *r, const State *s, int p)
{
    (void)r;
    return bits_count((uint32_t)p == s->turn ? s->own : s->other);
}

#define GAME           othello
#define GAME_NAME      "othello"
#define GAME_TITLE     "Othello"
#define GAME_MOVE_HELP "the square for your disc; pass where there is none"
#define GAME_TWO_PLAYERS
#define GAME_HAS_COUNT
#define GAME_HAS_OVER
#define GAME_HAS_EVALS
#define GAME_HAS_MOVE_PARSE
#define GAME_HAS_SCORE
#include "game/game_export.h"
