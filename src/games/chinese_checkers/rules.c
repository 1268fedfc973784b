// rules.c - Chinese Checkers on stars of 121 and 73 holes and on rhombi.
//
// Geometry. All boards lie on one grid: hole (x, y) touches (x+-1, y), (x, y+-1), (x+1, y-1) and (x-1, y+1),
// rows counting downwards. On a rhombus x = c and y = r; on a star (0, 0) is the centre. Holes are numbered
// row by row, so that on a rhombus hole = r*n + c. Moves, texts and tables speak of holes.
//
// Sets. A hop keeps the parities of x and y, so a piece hops within one of four classes of at most 37 holes,
// and what it hops over is never of its own class. A set of holes is therefore four words, one per class,
// with hole (x, y) in word (x & 1) + 2 * (y & 1) at bit (x/2 + 8 * (y/2)) mod 64, rounding down. That bit is
//   - a different one for every hole of a class, though a star is nine holes of a class wide, and
//   - for what lies off the board, one or two steps beside a hole, never that of a hole of the board
// (holes_open and steps_open assert it). So to go one way from all holes at once is to rotate each word (a
// hop), or to exchange words and rotate some (a step), and no edge needs masking: what is off the board is
// never empty. A slot, 64 * word + bit, is the place of a hole in a set.
//
// Hops. Lines of the board have no gaps, so "a piece, and behind it an empty hole" is "not empty, and behind
// it empty". The origin, though empty during a chain, needs no care: its class keeps it from being hopped
// over, and to land on it leads nowhere new. So a chain is a flood fill within one word.
#include "base/bits.h"
#include "base/rng.h"
#include "game/game.h"
#include "games/chinese_checkers/numbering.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    HOLES_MAX  = 121,
    CLASSES    = 4,
    CLASS_MAX  = 37,   // holes in a class
    SLOTS      = 64 * CLASSES,
    DIRECTIONS = 6,
    PIECES_MAX = 10,
    MOVES_MAX  = PIECES_MAX * (DIRECTIONS + CLASS_MAX - 1) + 1,   // one more may be written than counts
    NOWHERE    = 255,                                             // no hole

    EVAL_GROUPS_MAX = 5,
    EVAL_GROUP_MAX  = CHECKERS_SET_MAX,   // pieces of a group
    EVAL_WEIGHT_MAX = 99,                 // keeps all sums below 2^16
    EDB_PIECES      = CHECKERS_EDB_PIECES,
    EDB_PLIES_MAX   = 251,   // of a decided endgame; above: drawn (retro/endgame.h)
};

// Four words side by side, so that what is done to all is one operation. Aligned as words are: states are
// plain bytes.
typedef uint64_t       Set __attribute__((vector_size(8 * CLASSES), aligned(8)));
#pragma GCC diagnostic ignored                                                                               \
    "-Wpsabi"   // it asks how processors without AVX return a Set: none is, all is in line

// A group of labelled pieces and the database it is looked up in.
typedef struct {
    const uint8_t *table;
    int            weight;
    uint8_t        first, count;
} EvalGroup;

// The evaluation, when it is not the plain distance (eval.h).
typedef struct {
    int which;
    // on stars: of a piece by player and hole; of a step that the rearmost is away from the tip
    uint16_t        star_cost[PLAYERS_MAX][HOLES_MAX];
    int             star_behind;
    int             groups;   // of look-ups
    EvalGroup       group[EVAL_GROUPS_MAX];
    const uint8_t  *edb;
    int             edb_weights[2][2];                   // of a group: of a win, of a ply to it
    uint8_t         rank[HOLES_MAX], view[HOLES_MAX];    // of a hole of the view; the hole of a rank
    uint8_t         star_rank[PLAYERS_MAX][HOLES_MAX];   // of a hole of the board, on stars
    uint16_t        cost[HOLES_MAX];                     // of a piece, by hole of the view
    uint16_t        behind[HOLES_MAX];                   // of the rearmost besides, by rank
    CheckersNumbers numbers;                             // of entries in databases
} Evals;

typedef struct {
    int      players, pieces, holes, rows;
    bool     rhombus;
    int      side;   // rhombus: holes of a side; star: rows of an arm
    int8_t   x[HOLES_MAX], y[HOLES_MAX];
    uint8_t  row[HOLES_MAX], column[HOLES_MAX];   // as written, from 0
    uint8_t  slot[HOLES_MAX];
    uint8_t  hole[SLOTS];                        // NOWHERE where there is none
    uint8_t  step[HOLES_MAX][DIRECTIONS];        // the neighbouring hole, NOWHERE where there is none
    uint8_t  home[HOLES_MAX];                    // the player, from 1, whose home it belongs to; 0 for none
    uint8_t  distance[PLAYERS_MAX][HOLES_MAX];   // steps to the tip of the player's goal on an empty board
    Set      only[HOLES_MAX];                    // the set of just this hole
    Set      goal[PLAYERS_MAX];
    uint8_t  arm[PLAYERS_MAX];   // where the player starts
    uint64_t turn_key[PLAYERS_MAX];
    uint64_t winner_key[1 + PLAYERS_MAX];   // [0] is 0: nobody
    uint64_t key[PLAYERS_MAX][HOLES_MAX];
    Evals    eval;
} Rules;

// All but pieces and turn follows from them (state_complete) and is updated by play.
typedef struct {
    Set      pieces[PLAYERS_MAX];
    Set      empty;   // holes without a piece
    uint64_t hash;
    // the sum over the player's pieces, or what a chosen evaluation has in its place
    uint16_t distance[PLAYERS_MAX];
    uint16_t total;   // the sum over the players
    uint8_t  turn;
    uint8_t  winner;   // from 1; 0 until there is one
} State;

enum { BOARD_STAR, BOARD_STAR73, BOARD_RHOMBUS4 };   // and so on to rhombus9

static const Option options[] = {
    {.key     = "board",
     .choices = "star|star73|rhombus4|rhombus5|rhombus6|rhombus7|rhombus8|rhombus9",
     .help    = "star has 121 holes"},
    {.key = "players", .choices = "2|3|4|6", .help = "number of players; rhombus boards are for 2"},
    {.key     = "pieces",
     .choices = "auto|3|6|10",
     .help    = "pieces of a player; auto: 10 on star and rhombus9, else 6"},
    {0},
};

// A hop in direction d adds hop_shift[d], mod 64, to the bit.
static const int8_t direction_x[DIRECTIONS] = {1, -1, 0, 0, 1, -1},
                    direction_y[DIRECTIONS] = {0, 0, 1, -1, -1, 1};
static const uint8_t hop_shift[DIRECTIONS]  = {1, 63, 8, 56, 57, 7};

// The way from the centre of a star to the tips of its arms, clockwise from the top.
static const int8_t arm_x[6] = {1, 2, 1, -1, -2, -1}, arm_y[6] = {-2, -1, 1, 2, 1, -1};

#include "games/chinese_checkers/sets.h"

// Hot rules. A move is from | to << 8, both holes.

static int turn(const Rules *r, const State *s) { return (void)r, s->turn; }

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    if (s->winner) return 0;
    Reach reach;
    reach_find(&reach, s);
    int n = 0;
    for (int c = 0; c < CLASSES; c++) {
        uint64_t near[DIRECTIONS], hop[DIRECTIONS];
        for (int d = 0; d < DIRECTIONS; d++) {
            near[d] = reach.near[d][c];
            hop[d]  = reach.far[d][c] & ~near[d];
        }
        for (uint64_t mine = s->pieces[s->turn][c]; mine;) {
            const int  at   = bits_take(&mine);
            const Move from = r->hole[64 * c + at];
            for (int d = 0; d < DIRECTIONS; d++) {   // no branch: which steps are open is not to be predicted
                out[n] = from | (Move)r->step[from][d] << 8;
                n += (int)(near[d] >> at & 1);
            }
            for (uint64_t to = hops_chain(hops_land(BIT(at), hop), hop); to;)
                out[n++] = from | (Move)r->hole[64 * c + bits_take(&to)] << 8;
        }
    }
    if (n == 0) out[n++] = MOVE_PASS;
    return n;
}

// How many of the six sets each hole of *of is in, summed over the holes: adds in all places at once.
INLINE int sets_count(const Set in[DIRECTIONS], const Set *of)
{
    Set       carry[3], four;
    const Set a = set_add(&in[0], &in[1], &in[2], &carry[0]), b = set_add(&in[3], &in[4], &in[5], &carry[1]);
    carry[2] = a & b;
    Set one = a ^ b, two = set_add(&carry[0], &carry[1], &carry[2], &four);
    one &= *of;
    two &= *of;
    four &= *of;
    return set_count(&one) + 2 * set_count(&two) + 4 * set_count(&four);
}

// In each direction a piece has a step or a first hop or neither: counted for all pieces at once. What chains
// reach beyond the first hop is counted piece by piece, for those that can land where another hop begins.
static int count(const Rules *r, const State *s)
{
    (void)r;
    if (s->winner) return 0;
    const Set mine = s->pieces[s->turn];
    Set       open[DIRECTIONS], hop[DIRECTIONS], any = {0}, chain = {0};
    Reach     reach;
    reach_find(&reach, s);
    for (int d = 0; d < DIRECTIONS; d++) {
        open[d] = reach.near[d] | reach.far[d];
        hop[d]  = reach.far[d] & ~reach.near[d];
        any |= hop[d];
    }
    for (int d = 0; d < DIRECTIONS; d++) chain |= mine & hop[d] & set_pull(&any, hop_shift[d]);

    int n = sets_count(open, &mine);
    for (int c = 0; c < CLASSES; c++)
        for (uint64_t from = chain[c]; from;) {
            uint64_t hop_c[DIRECTIONS];
            for (int d = 0; d < DIRECTIONS; d++) hop_c[d] = hop[d][c];
            const uint64_t first = hops_land(BIT(bits_take(&from)), hop_c);
            n += bits_count(hops_chain(first, hop_c) & ~first);
        }
    return n > 0 ? n : 1;
}

#include "games/chinese_checkers/eval.h"
#include "games/chinese_checkers/eval_candidates.h"

// The player before the one to move has won if his goal is full and a piece in it is his.
INLINE uint8_t winner_find(const Rules *r, const State *s)
{
    const int  p    = (s->turn ? s->turn : r->players) - 1;
    const bool full = !set_meets(&r->goal[p], &s->empty);
    return full && set_meets(&r->goal[p], &s->pieces[p]) ? (uint8_t)(p + 1) : 0;
}

INLINE void turn_give(const Rules *r, State *s, int p)
{
    s->hash ^= r->turn_key[s->turn] ^ r->turn_key[p];
    s->turn = (uint8_t)p;
}

// *to = *s in line: as an assignment it becomes a call of memmove.
INLINE void state_copy(State *to, const State *s)
{
    for (int p = 0; p < PLAYERS_MAX; p++) to->pieces[p] = s->pieces[p];
    memcpy(&to->empty, &s->empty, sizeof *s - offsetof(State, empty));
}

static void play(const Rules *r, State *child, const State *s, Move m)
{
    const int p = s->turn;
    state_copy(child, s);
    if (m != MOVE_PASS) {
        const int from = m & 255, to = (int)(m >> 8);
        assert(set_has(&s->pieces[p], r->slot[from]) && set_has(&s->empty, r->slot[to]));
        const Set both   = r->only[from] ^ r->only[to];
        child->pieces[p] = s->pieces[p] ^ both;
        child->empty     = s->empty ^ both;
        child->hash ^= r->key[p][from] ^ r->key[p][to];
        if (r->eval.which == EVAL_MANHATTAN)
            child->distance[p] = (uint16_t)(s->distance[p] + r->distance[p][to] - r->distance[p][from]);
        else child->distance[p] = eval_moved(r, child, s, p, from, to);
        child->total = (uint16_t)(s->total + child->distance[p] - s->distance[p]);
    }
    turn_give(r, child, p + 1 < r->players ? p + 1 : 0);
    child->winner = winner_find(r, child);
    child->hash ^= r->winner_key[child->winner];
}

// A winner stays the winner, and nobody becomes one by a turn given away: only a move can win.
static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    state_copy(child, s);
    turn_give(r, child, p);
}

static uint64_t hash(const Rules *r, const State *s) { return (void)r, s->hash; }

// Play looks the mover up in the databases of his evaluation.
#define GAME_HAS_HASH_AFTER
INLINE uint64_t hash_after(const Rules *r, const State *s, Move m)
{
    const int      p = s->turn, next = p + 1 < r->players ? p + 1 : 0;
    const uint64_t turned = s->hash ^ r->turn_key[p] ^ r->turn_key[next];
    return m == MOVE_PASS ? turned : turned ^ r->key[p][m & 255] ^ r->key[p][m >> 8];
}

static uint64_t rehash(const Rules *r, const State *s)
{
    uint64_t h = r->turn_key[s->turn] ^ r->winner_key[s->winner];
    for (int p = 0; p < r->players; p++)
        for (int i = 0; i < r->holes; i++)
            if (set_has(&s->pieces[p], r->slot[i])) h ^= r->key[p][i];
    return h;
}

static uint32_t move_id(const Rules *r, const State *s, Move m)
{
    (void)s;
    assert(m == MOVE_PASS || ((int)(m & 255) < r->holes && (int)(m >> 8) < r->holes));
    // 0 is hole 0 to itself: no other move
    return m == MOVE_PASS ? 0 : (m & 255) * (uint32_t)r->holes + (m >> 8);
}

#define GAME_HAS_OVER
static bool over(const Rules *r, const State *s) { return (void)r, s->winner != 0; }

static Value evaluate(const Rules *r, const State *s, int p)
{
    const Value value = s->total - 2 * s->distance[p];
    if (r->eval.edb == NULL) return value;
    return value + (s->turn == p ? edb_value(r, s) : -edb_value(r, s));
}

// On a rhombus a move that does not win changes the mover's cost alone. (A page has to load its engine: none
// of this there.)
#ifndef __wasm__
#define GAME_HAS_LEAF
INLINE bool leaf(const Rules *r, const State *s, Move m, Value *value)
{
    const int p = s->turn, from = m & 255, to = (int)(m >> 8);
    if (m == MOVE_PASS || !r->rhombus || r->eval.edb != NULL) return false;
    const Set empty = s->empty ^ r->only[from] ^ r->only[to];
    if (!set_meets(&r->goal[p], &empty)) return false;
    uint64_t  ranks[2] = {ranks_in(s, p)[0], ranks_in(s, p)[1]};
    const int cost     = r->eval.which == EVAL_MANHATTAN
                           ? s->distance[p] + r->distance[p][to] - r->distance[p][from]
                           : rhombus_moved(r, s, p, from, to, ranks);
    *value             = s->total - s->distance[p] - cost;
    return true;
}
#endif

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    payoff_share(out, r->players, s->winner ? 1u << (s->winner - 1) : 0);
}

// Cold part: the board.

static bool place_exists(const Rules *r, int x, int y)
{
    if (r->rhombus) return x >= 0 && x < r->side && y >= 0 && y < r->side;
    return checkers_star_has(r->side, x, y);
}

static int place_slot(int x, int y)
{
    return 64 * ((x & 1) + 2 * (y & 1)) + (((x >> 1) + 8 * (y >> 1)) & 63);
}

// NOWHERE off the board.
static int place_hole(const Rules *r, int x, int y)
{
    return place_exists(r, x, y) ? r->hole[place_slot(x, y)] : NOWHERE;
}

static void holes_open(Rules *r)
{
    memset(r->hole, NOWHERE, sizeof r->hole);
    const int first = r->rhombus ? 0 : -2 * r->side;
    for (int y = first; y < first + r->rows; y++)
        for (int x = first, column = 0; x < first + r->rows; x++) {
            if (!place_exists(r, x, y)) continue;
            const int i = r->holes++, slot = place_slot(x, y);
            assert(i < HOLES_MAX && r->hole[slot] == NOWHERE);
            r->x[i]       = (int8_t)x;
            r->y[i]       = (int8_t)y;
            r->row[i]     = (uint8_t)(y - first);
            r->column[i]  = (uint8_t)column++;
            r->slot[i]    = (uint8_t)slot;
            r->hole[slot] = (uint8_t)i;
            set_flip(&r->only[i], slot);
        }
}

static void steps_open(Rules *r)
{
    for (int i = 0; i < r->holes; i++)
        for (int d = 0; d < DIRECTIONS; d++) {
            const int x = r->x[i], y = r->y[i], dx = direction_x[d], dy = direction_y[d];
            r->step[i][d] = (uint8_t)place_hole(r, x + dx, y + dy);
            assert(place_exists(r, x + dx, y + dy) || r->hole[place_slot(x + dx, y + dy)] == NOWHERE);
            assert(place_exists(r, x + 2 * dx, y + 2 * dy) ||
                   r->hole[place_slot(x + 2 * dx, y + 2 * dy)] == NOWHERE);
            assert(place_exists(r, x + dx, y + dy) || !place_exists(r, x + 2 * dx, y + 2 * dy));
        }
}

// Breadth first from `tip` over the empty board.
static void distances_find(const Rules *r, int tip, uint8_t distance[HOLES_MAX])
{
    uint8_t queue[HOLES_MAX];
    int     head = 0, tail = 0;
    memset(distance, NOWHERE, HOLES_MAX);
    distance[tip] = 0;
    for (queue[tail++] = (uint8_t)tip; head < tail; head++)
        for (int d = 0; d < DIRECTIONS; d++) {
            const int next = r->step[queue[head]][d];
            if (next == NOWHERE || distance[next] != NOWHERE) continue;
            distance[next] = (uint8_t)(distance[queue[head]] + 1);
            queue[tail++]  = (uint8_t)next;
        }
}

// The tip of an arm of a star, clockwise from the top; a rhombus has arms 0 and 3 only.
static int arm_tip(const Rules *r, int arm)
{
    if (r->rhombus) return arm == 0 ? 0 : r->holes - 1;
    return place_hole(r, arm_x[arm] * r->side, arm_y[arm] * r->side);
}

// A home is the holes within a number of steps of its tip.
static void seat_open(Rules *r, int p, int arm)
{
    const int rows = r->pieces == 3 ? 2 : r->pieces == 6 ? 3 : 4;
    uint8_t   distance[HOLES_MAX];
    r->arm[p] = (uint8_t)arm;
    distances_find(r, arm_tip(r, arm), distance);
    distances_find(r, arm_tip(r, (arm + 3) % 6), r->distance[p]);
    for (int i = 0; i < r->holes; i++) {
        if (distance[i] < rows) r->home[i] = (uint8_t)(p + 1);
        if (r->distance[p][i] < rows) set_flip(&r->goal[p], r->slot[i]);
    }
}

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    static const uint8_t players[] = {2, 3, 4, 6}, pieces[] = {0, 3, 6, 10};
    static const uint8_t arms[][PLAYERS_MAX] = {{0, 3}, {0, 2, 4}, {1, 2, 4, 5}, {0, 1, 2, 3, 4, 5}};
    const int            board               = values[0];
    r->rhombus                               = board >= BOARD_RHOMBUS4;
    r->side    = r->rhombus ? CHECKERS_SIDE_MIN + board - BOARD_RHOMBUS4 : board == BOARD_STAR ? 4 : 3;
    r->rows    = r->rhombus ? r->side : 4 * r->side + 1;
    r->players = players[values[1]];
    r->pieces  = values[2] ? pieces[values[2]] : board == BOARD_STAR || (r->rhombus && r->side == 9) ? 10 : 6;
    if (r->rhombus && r->players > 2)
        return status_fail(status, "players=%d: rhombus%d is for 2 players; expected players=2", r->players,
                           r->side);
    if (board == BOARD_STAR73 && r->pieces > 6)
        return status_fail(status, "pieces=%d: an arm of star73 has 6 holes; expected pieces=3 or 6",
                           r->pieces);

    if (board == BOARD_RHOMBUS4 && r->pieces > 6)
        return status_fail(status, "pieces=%d: homes would overlap on rhombus4; expected pieces=3 or 6",
                           r->pieces);

    holes_open(r);
    steps_open(r);
    // Each table has its own seed: 0xcc01 ... 0xcc06 are those of the players' pieces.
    rng_keys(r->turn_key, PLAYERS_MAX, 0xcc00);
    rng_keys(&r->winner_key[1], PLAYERS_MAX, 0xcc07);
    for (int p = 0; p < r->players; p++) {
        seat_open(r, p, arms[values[1]][p]);
        rng_keys(r->key[p], HOLES_MAX, 0xcc01 + (uint64_t)p);
    }
    *facts = (Facts){
        .players   = r->players,
        .move_ids  = (uint32_t)(r->holes * r->holes),
        .plies_max = r->players == 2 ? 200 : 100 * r->players,
        .traits    = TRAIT_REPEATS | TRAIT_PASS,
        .cells     = r->holes,
        .symbols   = "123456",
        .colors    = "rbgyvo",
    };
    return true;
}

#include "games/chinese_checkers/eval_open.h"

// Cold part: positions.

// Fills in what follows from pieces and turn; the rest of *s is zero.
static void state_complete(const Rules *r, State *s)
{
    for (int i = 0; i < r->holes; i++) {
        const int slot = r->slot[i];
        set_flip(&s->empty, slot);
        for (int p = 0; p < r->players; p++) {
            if (!set_has(&s->pieces[p], slot)) continue;
            set_flip(&s->empty, slot);
            s->distance[p] = (uint16_t)(s->distance[p] + r->distance[p][i]);
            s->total       = (uint16_t)(s->total + r->distance[p][i]);
        }
    }
    if (r->eval.which != EVAL_MANHATTAN) eval_complete(r, s);
    s->winner = winner_find(r, s);
    s->hash   = rehash(r, s);
}

static void setup(const Rules *r, State *s)
{
    for (int i = 0; i < r->holes; i++)
        if (r->home[i]) set_flip(&s->pieces[r->home[i] - 1], r->slot[i]);
    state_complete(r, s);
}

#include "games/chinese_checkers/notation.h"

// Cold part: drawing. Rhombi stand on their sharp corner, player 1's home at the top.

static CellPlace cell_place(const Rules *r, int i)
{
    const int x = r->x[i], y = r->y[i], k = r->side;
    CellPlace place = {.shape = CELL_HOLE, .tone = r->home[i] ? (uint8_t)(3 + r->home[i]) : 0};
    place.x         = r->rhombus ? k - 1 + x - y : 3 * k + 2 * x + y;
    place.y         = r->rhombus ? x + y : r->row[i];
    Text name       = text_on(place.name, sizeof place.name);
    hole_format(r, i, &name);
    return place;
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    const int owner = owner_find(r, s, i);
    return (CellView){.owner = (int8_t)owner, .height = owner >= 0};
}

#define GAME           chinese_checkers
#define GAME_NAME      "chinese-checkers"
#define GAME_TITLE     "Chinese Checkers"
#define GAME_MOVE_HELP "from and to with - between, whatever hops lie between them"
#define GAME_ENGINE                                                                                          \
    {"players=2", "alphabeta:eval=baseline,order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"},        \
    {                                                                                                        \
        NULL, "brs:eval=baseline,order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"                    \
    }
#ifndef __wasm__
#define GAME_INSTANCES(X)                                                                                    \
    X(tables, FEATURE_ORDER_ADS | FEATURE_ORDER_EVAL | FEATURE_TT | FEATURE_ORDER_TT |                       \
                  FEATURE_ORDER_KILLER | FEATURE_PVS)
#endif
#define GAME_HAS_COUNT
#define GAME_HAS_REHASH
#define GAME_HAS_EVALS
#define GAME_DATABASES chinese_checkers_databases
#include "game/game_export.h"
