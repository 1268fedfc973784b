// rules.c - English draughts; relaxed=yes makes jumps voluntary. Rules and texts: docs/GAMES.md.
//
// Board. The 32 dark squares lie in 35 bits, with a bit that is not a square after every second row (A. L.
// Samuel, "Some studies in machine learning using the game of checkers", 1959), so that a step is the same
// shift from every square:
//
//            0   1   2   3        row 1, squares  1- 4: black's side
//          4   5   6   7          row 2, squares  5- 8
//       (8)                       no square: what leaves the board to the left or right falls on such a bit
//            9  10  11  12        row 3, squares  9-12
//         13  14  15  16          and so on to 31 32 33 34, row 8, squares 29-32
//
//     direction 0  down left +4    1  down right +5    2  up right -4    3  up left -5
//
// Nothing but a final `& empty` keeps a step or jump on the board. Player p goes forward in directions 2p and
// 2p+1.
//
// Moves. Bits 0-5 origin, 6-11 destination, 12-30 the route of a jump: two bits a jump, the first one lowest,
// then a 1 that ends it; 0 for a step. Nine jumps are the most: a king takes only from inner squares of rows
// it never lands on.
//
// Jumps. Men that jump the same way are moved as one set: route and landing square settle the origin, and
// what a man has taken lies behind him. Kings can come round again, so each is followed alone.
#include "base/bits.h"
#include "base/rng.h"
#include "game/game.h"

#include <assert.h>

#define INLINE static inline __attribute__((always_inline))

enum {
    // Steps use up one of the 49 pairs of neighbouring squares each. Jumps are at most 152 (40 where they are
    // forced): jumping divides the board into four sets of 8 squares, joined by 9 jumps each; the chains of
    // all sets of kings on one against all sets of enemies were counted and the best added up under 12 pieces
    // a side. So 201 would do.
    MOVES_MAX = 256,
    STEPS_MAX = 49,
    JUMPS_MAX = MOVES_MAX - STEPS_MAX,

    PIECES_MAX = 12,   // a side
    LANDINGS   = 10,   // squares of the longest move, with its origin
};

#define BOARD UINT64_C(0x7fbfdfeff)

typedef struct {
    uint64_t keys[2][2][64];   // by player, king, bit; 64 because shifts reach them faster than 35 would
    uint64_t turn_key;
    bool     relaxed;
    Value    man, king;   // what they count: weights of the evaluation
    bool     hunt;
    Value    advance, trade, near;   // of eval=hunt
    uint32_t first_jump[64];         // by bit: the first action of its jumps
} Rules;

// The hash stands apart from kings: gcc 12 stores such neighbours as one vector, which costs 5 % of perft.
typedef struct {
    uint64_t hash;
    uint64_t pieces[2];   // by player
    uint64_t kings;       // of both
    uint64_t turn;
} State;

static const Option options[] = {
    {.key      = "relaxed",
     .choices  = "no|yes",
     .fallback = 0,
     .help     = "yes: no jump is forced, a chain may stop anywhere"},
    {0},
};

static const int8_t   strides[4]   = {4, 5, -4, -5};
static const uint64_t last_rows[2] = {UINT64_C(0x780000000), 0xf};   // where the men of a player become kings

// Squares are numbered 1-32 in texts.
static int square_bit(int square) { return square - 1 + (square - 1) / 8; }
static int bit_square(int bit) { return bit - bit / 9 + 1; }

// A rotation: one instruction whether or not the direction is known; what it brings round lands beyond the
// board.
INLINE uint64_t shift(uint64_t set, int d)
{
    const int k = strides[d] & 63;
    return set << k | set >> (64 - k);
}

// Where jumps from `set` land, and where such jumps came from.
INLINE uint64_t jump(uint64_t set, int d, uint64_t enemy, uint64_t empty)
{
    return shift(shift(set, d) & enemy, d) & empty;
}

INLINE uint64_t jump_back(uint64_t set, int d) { return shift(shift(set, d ^ 2), d ^ 2); }

INLINE Move move_pack(int from, int to, uint32_t route)
{
    return (Move)from | (Move)to << 6 | (Move)route << 12;
}
INLINE int      move_from(Move m) { return (int)(m & 63); }
INLINE int      move_to(Move m) { return (int)(m >> 6 & 63); }
INLINE uint32_t move_route(Move m) { return m >> 12; }

// The kings that can jump.
INLINE uint64_t kings_jumping(uint64_t kings, uint64_t enemy, uint64_t empty)
{
    uint64_t jumping = 0;
    for (int d = 0; d < 4; d++) jumping |= jump_back(jump(kings, d, enemy, empty), d);
    return jumping;
}

// Counting. f is the first forward direction. Arguments stay in registers, where a structure would not.

// Chains of men who have landed on `men`.
static int men_count(uint64_t men, int f, uint64_t enemy, uint64_t empty, bool relaxed)
{
    const uint64_t a = jump(men, f, enemy, empty), b = jump(men, f + 1, enemy, empty);
    if ((a | b) == 0) return bits_count(men);
    const uint64_t ends = relaxed ? men : men & ~(jump_back(a, f) | jump_back(b, f + 1));
    return bits_count(ends) + men_count(a, f, enemy, empty, relaxed) + men_count(b, f, enemy, empty, relaxed);
}

// Chains of the king at `at`, apart from stopping there; `empty` has his origin.
static int king_count(uint64_t at, uint64_t enemy, uint64_t empty, bool relaxed)
{
    int n = 0;
    for (int d = 0; d < 4; d++) {
        const uint64_t over = shift(at, d) & enemy, landing = shift(over, d) & empty;
        if (landing == 0) continue;
        const int longer = king_count(landing, enemy ^ over, empty, relaxed);
        n += longer + (relaxed || longer == 0);
    }
    return n;
}

static int kings_count(uint64_t kings, uint64_t enemy, uint64_t empty, bool relaxed)
{
    int n = 0;
    for (uint64_t jumping = kings_jumping(kings, enemy, empty); jumping; jumping &= jumping - 1) {
        const uint64_t at = jumping & -jumping;
        n += king_count(at, enemy, empty | at, relaxed);
    }
    return n;
}

INLINE int steps_count(uint64_t set, int f, uint64_t empty)
{
    return bits_count(shift(set, f) & empty) + bits_count(shift(set, f + 1) & empty);
}

// Whether there are jumps cannot be foreseen, and almost all are single ones: everything is counted, and the
// right number chosen at the end without a branch. Inlined in perft: a tenth faster.
INLINE int count_for(const Rules *r, const State *s, int p)
{
    const uint64_t own = s->pieces[p], enemy = s->pieces[!p], empty = BOARD & ~(own | enemy),
                   kings = own & s->kings;
    const int      f     = 2 * p;   // forward: f and f+1
    const uint64_t a = jump(own & ~kings, f, enemy, empty), b = jump(own & ~kings, f + 1, enemy, empty);
    int            jumps = bits_count(a) + bits_count(b), steps = steps_count(own, f, empty);
    if (jump(a | b, f, enemy, empty) | jump(a | b, f + 1, enemy, empty))
        jumps = men_count(a, f, enemy, empty, r->relaxed) + men_count(b, f, enemy, empty, r->relaxed);
    if (kings) {
        jumps += kings_count(kings, enemy, empty, r->relaxed);
        steps += steps_count(kings, f ^ 2, empty);
    }
    if (r->relaxed) return jumps + steps;
    return jumps ? jumps : steps;
}

INLINE int count(const Rules *r, const State *s) { return s->turn ? count_for(r, s, 1) : count_for(r, s, 0); }

static __attribute__((noinline)) int count_any(const Rules *r, const State *s) { return count(r, s); }

// Almost always some piece can step forward; only where none can is there more to look at.
#define GAME_HAS_OVER
INLINE bool over(const Rules *r, const State *s)
{
    const uint64_t own   = s->turn ? s->pieces[1] : s->pieces[0],
                   empty = BOARD & ~(s->pieces[0] | s->pieces[1]);
    const int f          = 2 * (int)s->turn;
    if (__builtin_expect(((shift(own, f) | shift(own, f + 1)) & empty) != 0, 1)) return false;
    const State copy = *s;   // only it has an address
    return count_any(r, &copy) == 0;
}

// Generating, in the same way: jumps first, then steps; inside a route or direction by square.

typedef struct List {
    uint64_t enemy, empty;
    bool     relaxed;
    int      n;
    Move    *moves;
} List;

// The bound is proven for legal positions; others must not break anything either.
INLINE void list_add_jump(List *list, int from, int to, uint32_t route)
{
    if (list->n < JUMPS_MAX) list->moves[list->n++] = move_pack(from, to, route);
}

// A route under construction: `end` is where its next jump or its final 1 goes, `offset` how far it has led.
typedef struct Route {
    uint32_t jumps;
    int      end, offset;
} Route;

INLINE uint32_t route_close(Route route) { return route.jumps | UINT32_C(1) << route.end; }
INLINE Route    route_extend(Route route, int d)
{
    return (Route){route.jumps | (uint32_t)d << route.end, route.end + 2, route.offset + 2 * strides[d]};
}

static void men_generate(List *list, uint64_t men, int f, Route route)
{
    const uint64_t a = jump(men, f, list->enemy, list->empty), b = jump(men, f + 1, list->enemy, list->empty);
    if (a) men_generate(list, a, f, route_extend(route, f));
    if (b) men_generate(list, b, f, route_extend(route, f + 1));
    uint64_t ends = list->relaxed ? men : men & ~(jump_back(a, f) | jump_back(b, f + 1));
    while (ends) {
        const int to = bits_take(&ends);
        list_add_jump(list, to - route.offset, to, route_close(route));
    }
}

// Returns whether the king at `at` can jump on.
static bool king_generate(List *list, uint64_t at, uint64_t enemy, uint64_t empty, Route route)
{
    bool jumps = false;
    for (int d = 0; d < 4; d++) {
        const uint64_t over = shift(at, d) & enemy, landing = shift(over, d) & empty;
        if (landing == 0) continue;
        jumps              = true;
        const Route longer = route_extend(route, d);
        if (king_generate(list, landing, enemy ^ over, empty, longer) && !list->relaxed) continue;
        const int to = bits_first(landing);
        list_add_jump(list, to - longer.offset, to, route_close(longer));
    }
    return jumps;
}

static void kings_generate(List *list, uint64_t kings)
{
    for (uint64_t jumping = kings_jumping(kings, list->enemy, list->empty); jumping; jumping &= jumping - 1) {
        const uint64_t at = jumping & -jumping;
        king_generate(list, at, list->enemy, list->empty | at, (Route){0});
    }
}

INLINE int steps_generate(uint64_t set, int d, uint64_t empty, Move out[], int n)
{
    for (uint64_t to = shift(set, d) & empty; to;) {
        const int at = bits_take(&to);
        out[n++]     = move_pack(at - strides[d], at, 0);
    }
    return n;
}

INLINE int generate_for(const Rules *r, const State *s, int p, Move out[MOVES_MAX])
{
    const uint64_t own = s->pieces[p], enemy = s->pieces[!p], empty = BOARD & ~(own | enemy),
                   kings = own & s->kings;
    const int      f     = 2 * p;   // forward: f and f+1
    const uint64_t a = jump(own & ~kings, f, enemy, empty), b = jump(own & ~kings, f + 1, enemy, empty);
    int            n = 0;
    if (a | b | kings) {
        List list = {enemy, empty, r->relaxed, 0, out};
        if (a) men_generate(&list, a, f, route_extend((Route){0}, f));
        if (b) men_generate(&list, b, f, route_extend((Route){0}, f + 1));
        if (kings) kings_generate(&list, kings);
        n = list.n;
        if (n > 0 && !r->relaxed) return n;
    }
    n = steps_generate(own, f, empty, out, n);
    n = steps_generate(own, f + 1, empty, out, n);
    if (kings) {
        n = steps_generate(kings, f ^ 2, empty, out, n);
        n = steps_generate(kings, (f + 1) ^ 2, empty, out, n);
    }
    return n;
}

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    return s->turn ? generate_for(r, s, 1, out) : generate_for(r, s, 0, out);
}

// The other hot rules.

static int      turn(const Rules *r, const State *s) { return (void)r, (int)s->turn; }
static uint64_t hash(const Rules *r, const State *s) { return (void)r, s->hash; }

// 1 when the piece at `bit` is a king.
INLINE int king_at(const State *s, int bit) { return (int)(s->kings >> bit & 1); }

// What a jump takes, and what that changes in the hash. Out of line: steps are more frequent, and play stays
// small.
static __attribute__((noinline, const)) uint64_t jump_taken(Move m)
{
    uint64_t taken = 0;
    int      at    = move_from(m);
    for (uint32_t route = move_route(m); route > 1; route >>= 2) {
        taken |= BIT(at + strides[route & 3]);
        at += 2 * strides[route & 3];
    }
    return taken;
}

static __attribute__((noinline, pure)) uint64_t jump_hash(const Rules *r, int enemy, uint64_t taken,
                                                          uint64_t kings)
{
    uint64_t h = 0;
    while (taken) {
        const int at = bits_take(&taken);
        h ^= r->keys[enemy][kings >> at & 1][at];
    }
    return h;
}

// Sets are chosen, not indexed, by the player: so the child of a leaf stays in registers, and its hash is
// never computed.
INLINE void play(const Rules *r, State *child, const State *s, Move m)
{
    const bool p    = s->turn;
    const int  from = move_from(m), to = move_to(m);
    assert((p ? s->pieces[1] : s->pieces[0]) & BIT(from) && BOARD & BIT(to));
    const int      king_before = king_at(s, from);
    const int      king_after  = king_before | (int)((p ? last_rows[1] : last_rows[0]) >> to & 1);
    const uint64_t taken       = move_route(m) ? jump_taken(m) : 0;
    // In this order: a king may come back to his origin.
    const uint64_t own   = ((p ? s->pieces[1] : s->pieces[0]) & ~BIT(from)) | BIT(to);
    const uint64_t enemy = (p ? s->pieces[0] : s->pieces[1]) & ~taken;
    child->hash = s->hash ^ r->turn_key ^ r->keys[p][king_before][from] ^ r->keys[p][king_after][to] ^
                  (taken ? jump_hash(r, !p, taken, s->kings) : 0);
    child->pieces[0] = p ? enemy : own;
    child->pieces[1] = p ? own : enemy;
    child->kings     = (s->kings & ~BIT(from) & ~taken) | (uint64_t)king_after << to;
    child->turn      = !p;
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    *child = *s;
    if ((int)s->turn != p) child->hash ^= r->turn_key;
    child->turn = (uint64_t)p;
}

static uint64_t rehash(const Rules *r, const State *s)
{
    uint64_t h = s->turn ? r->turn_key : 0;
    for (int p = 0; p < 2; p++)
        for (uint64_t set = s->pieces[p]; set;) {
            const int bit = bits_take(&set);
            h ^= r->keys[p][king_at(s, bit)][bit];
        }
    return h;
}

// Origin and destination, as they lie in the move: a quarter of the numbers is used, none has to be computed.
static uint32_t move_id(const Rules *r, const State *s, Move m) { return (void)r, (void)s, m & 0xfff; }

// Best first: jumps over two or more, over one, promotions, the rest.
static int move_kind(const Rules *r, const State *s, Move m)
{
    (void)r;
    const uint32_t route = move_route(m);
    if (route) return route >> 4 ? 0 : 1;
    return !king_at(s, move_from(m)) && last_rows[s->turn] >> move_to(m) & 1 ? 2 : 3;
}

enum { EVAL_MATERIAL, EVAL_HUNT };

static const EvalInfo evals[] = {
    [EVAL_MATERIAL] = {.name         = "material",
                       .help         = "men and kings",
                       .weights      = 2,
                       .fallback     = {1, 2},
                       .max          = 1000,
                       .weight_names = {"man", "king"}},
    [EVAL_HUNT]     = {.name         = "hunt",
                       .help         = "how far men are, too; the side that is ahead trades and comes close",
                       .weights      = 5,
                       .fallback     = {100, 150, 3, 2, 4},
                       .max          = 1000,
                       .weight_names = {"man", "king", "advance", "trade", "near"}},
    {0},
};

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    (void)tables;
    assert(which == EVAL_MATERIAL || which == EVAL_HUNT);
    r->man  = weights[0];
    r->king = weights[1];
    r->hunt = which == EVAL_HUNT;
    if (r->hunt) r->advance = weights[2], r->trade = weights[3], r->near = weights[4];
}

// How far men have come, in rows from their own side.
static int rows_advanced(uint64_t men, int p)
{
    static const uint8_t first[8] = {0, 4, 9, 13, 18, 22, 27, 31};   // bit of each row
    int                  sum      = 0;
    for (int k = 1; k < 8; k++)
        sum += bits_count(p ? men & (BIT(first[8 - k]) - 1) : men >> first[k] << first[k]);
    return sum;
}

// For every king 7 less its distance to the nearest enemy in steps, if that is not below 0.
static int kings_near(uint64_t kings, uint64_t enemy)
{
    int sum = 0;
    for (int k = 1; k < 7; k++) {
        enemy |= (shift(enemy, 0) | shift(enemy, 1) | shift(enemy, 2) | shift(enemy, 3)) & BOARD;
        sum += bits_count(kings & enemy);
    }
    return sum;
}

// What eval=hunt adds to the material, for black. Material alone leaves five kings in one corner and two in
// the other for ever: here the side that is ahead (three halves for a king) gains by trades and by coming
// close.
static Value hunt(const Rules *r, const State *s)
{
    const uint64_t black = s->pieces[0], white = s->pieces[1];
    const int      pieces = bits_count(black) - bits_count(white);
    const int      lead   = 2 * pieces + bits_count(black & s->kings) - bits_count(white & s->kings);
    const int      near   = lead > 0 ? kings_near(black & s->kings, white)
                          : lead < 0 ? -kings_near(white & s->kings, black)
                                     : 0;
    return r->advance * (rows_advanced(black & ~s->kings, 0) - rows_advanced(white & ~s->kings, 1)) +
           r->trade * pieces * (2 * PIECES_MAX - bits_count(black | white)) + r->near * near;
}

static Value evaluate(const Rules *r, const State *s, int p)
{
    const uint64_t own = p ? s->pieces[1] : s->pieces[0], enemy = p ? s->pieces[0] : s->pieces[1];
    const Value    pieces   = bits_count(own) - bits_count(enemy);
    const Value    kings    = bits_count(own & s->kings) - bits_count(enemy & s->kings);
    const Value    material = r->man * (pieces - kings) + r->king * kings;
    if (__builtin_expect(!r->hunt, 1)) return material;
    return material + (p ? -hunt(r, s) : hunt(r, s));
}

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    payoff_share(out, 2, count(r, s) > 0 ? 0 : s->turn ? 1 : 2);
}

// Cold part.

#include "games/checkers/actions.h"

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    (void)status;
    r->relaxed = values[0];
    eval_use(r, EVAL_MATERIAL, NULL, evals[EVAL_MATERIAL].fallback);
    rng_keys(&r->keys[0][0][0], 2 * 2 * 64, 0x636865636b657273);
    rng_keys(&r->turn_key, 1, 0x7475726e);
    *facts = (Facts){.players   = 2,
                     .move_ids  = 64 * 64,
                     .actions   = actions_open(r),
                     .plies_max = 300,
                     .traits    = TRAIT_REPEATS,
                     // the rules of the English game; the relaxed one is played in published experiments
                     .repetitions = r->relaxed ? 0 : 3,
                     .cells       = 64,
                     .names       = {"black", "white"},
                     .symbols     = "bw",
                     .colors      = "kw"};
    return true;
}

static void setup(const Rules *r, State *s)
{
    for (int square = 1; square <= PIECES_MAX; square++) {
        s->pieces[0] |= BIT(square_bit(square));
        s->pieces[1] |= BIT(square_bit(33 - square));
    }
    s->hash = rehash(r, s);
}

#include "games/checkers/notation.h"

static bool cell_dark(int i) { return (i / 8 + i) & 1; }

static CellPlace cell_place(const Rules *r, int i)
{
    (void)r;
    CellPlace place = {.x = 2 * (i % 8), .y = i / 8, .shape = CELL_SQUARE, .tone = cell_dark(i) ? 1 : 2};
    if (cell_dark(i)) {
        Text name = text_on(place.name, sizeof place.name);
        text_add(&name, "%d", i / 2 + 1);
    }
    return place;
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    (void)r;
    if (!cell_dark(i)) return (CellView){.owner = -1};
    const int bit   = square_bit(i / 2 + 1);
    const int owner = s->pieces[0] & BIT(bit) ? 0 : s->pieces[1] & BIT(bit) ? 1 : -1;
    return (CellView){.owner = (int8_t)owner, .kind = (uint8_t)king_at(s, bit), .height = owner >= 0};
}

#define GAME       checkers
#define GAME_NAME  "checkers"
#define GAME_TITLE "Checkers"
#define GAME_MOVE_HELP                                                                                       \
    "from and to with - between; a jump with x, through every square it lands on (15x22x29)"
#define GAME_ENGINE                                                                                          \
    {                                                                                                        \
        NULL, "alphabeta:eval=hunt,order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes,repetition=yes"   \
    }
#define GAME_INSTANCES(X)                                                                                    \
    X(engine, FEATURE_ORDER_ADS | FEATURE_TT | FEATURE_ORDER_TT | FEATURE_ORDER_KILLER | FEATURE_PVS |       \
                  FEATURE_REPETITION)
#define GAME_TWO_PLAYERS
#define GAME_KINDS       4
#define GAME_KINDS_NOISY 3
#define GAME_HAS_COUNT
#define GAME_HAS_REHASH
#define GAME_HAS_KIND
#define GAME_HAS_EVALS
#define GAME_HAS_MOVE_PARSE
#define GAME_HAS_ACTION
#include "game/game_export.h"
