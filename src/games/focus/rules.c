// rules.c - Focus: piles that move as far as they take pieces, for two or four players (docs/GAMES.md).
//
// Squares are numbered 0 ... 51 row by row from the top, only those that exist. A pile is a shift register:
// two bits for the owner of each piece, the top one lowest, and above the bottom one a guard bit, so that an
// empty square is 1 and a pile of h pieces lies in 4^h ... 2*4^h-1. Taking k pieces shifts right by 2k,
// landing shifts left and puts them in.
//
// How many moves a player's piles have depends only on where they stand and how high they are, so the state
// carries that sum for each player: counting moves is reading a byte. The moves of a pile lie in a table in
// the order of the pieces taken, so generating is copying the first few.
#include "base/bits.h"
#include "base/rng.h"
#include "game/game.h"

#include <assert.h>
#include <string.h>

enum {
    SIZE       = 8,
    SQUARES    = 52,
    SEATS      = 4,   // players at most: owners take two bits
    HEIGHT_MAX = 5,
    REACH_MAX  = 4 * HEIGHT_MAX,
    // each of at most 52 pieces adds at most four moves to its pile; then the entries
    MOVES_MAX  = 5 * SQUARES,
    PLIES_MAX  = 400,
    PILE_EMPTY = 1,
};

typedef struct {
    int      players, pieces;             // pieces: each player starts with
    Value    capture, pile, reserve;      // what one counts: weights of the evaluation
    unsigned all;                         // the set of all players
    uint8_t  reach_count[SQUARES][8];     // by square and height: how many moves
    Move     reach[SQUARES][REACH_MAX];   // those moves, in ascending order of pieces taken
    uint64_t square_key[SQUARES], reserve_key[SEATS], capture_key[SEATS], status_key;
    uint8_t  column[SQUARES], row[SQUARES];
    int8_t   square[SIZE][SIZE];   // by row and column; -1 where there is none
} Rules;

typedef struct {
    uint64_t sum;   // the part of the hash that moves update, see hash
    uint16_t piles[SQUARES];
    // squares with a pile; the two bits of the owner on top (where none, of PILE_EMPTY)
    uint64_t occupied, top[2];
    uint32_t mobility;   // a byte per player: moves of the piles he has on top, at most 4 * 52
    uint8_t  reserve[SEATS], captures[SEATS];
    uint16_t turn, out;   // out: a set of players
} State;
_Static_assert(sizeof(State) == 152, "no padding, for memcmp decides equality");

static const Option options[] = {
    {.key = "players", .choices = "2|4", .fallback = 0, .help = "how many play"},
    {0},
};

// Piles.

static inline int pile_height(unsigned pile) { return (31 - __builtin_clz(pile)) / 2; }
// The pile is not empty.
static inline int      pile_top(unsigned pile) { return pile & 3; }
static inline unsigned pile_without(unsigned pile, int k) { return pile >> 2 * k; }
// The k upper pieces, without a guard.
static inline unsigned pile_upper(unsigned pile, int k) { return pile & ((1u << 2 * k) - 1); }
static inline unsigned pile_under(unsigned pile, unsigned upper, int k) { return pile << 2 * k | upper; }

// How many pieces of player p there are in a pile.
static inline int pile_count(unsigned pile, int p)
{
    enum { LOW_BITS = 0x55555 };
    const unsigned differs = pile ^ (unsigned)p * LOW_BITS;
    return __builtin_popcount(pile_upper(~(differs | differs >> 1) & LOW_BITS, pile_height(pile)));
}

// What leaves a pile when k pieces land on it: nothing when the result is at most PILE_EMPTY.
static inline unsigned pile_leaving(unsigned pile, int k) { return pile_without(pile, HEIGHT_MAX - k); }

// A number in the byte of player p.
static inline uint32_t mobility_of(unsigned n, int p) { return n << 8 * p; }

// Puts a pile in place of the one that is there, keeping hash, sets and mobility right.
static inline void square_set(const Rules *r, State *s, int i, unsigned pile)
{
    assert(i >= 0 && i < SQUARES && pile_height(pile) <= HEIGHT_MAX);
    const unsigned old = s->piles[i];
    s->piles[i]        = (uint16_t)pile;
    s->sum += ((uint64_t)pile - old) * r->square_key[i];
    s->occupied = (s->occupied & ~BIT(i)) | (uint64_t)(pile != PILE_EMPTY) << i;
    s->top[0]   = (s->top[0] & ~BIT(i)) | (uint64_t)(pile & 1) << i;
    s->top[1]   = (s->top[1] & ~BIT(i)) | (uint64_t)(pile >> 1 & 1) << i;
    s->mobility += mobility_of(r->reach_count[i][pile_height(pile)], pile_top(pile)) -
                   mobility_of(r->reach_count[i][pile_height(old)], pile_top(old));
}

// The squares where player p's piece is on top.
static inline uint64_t squares_of(const State *s, int p)
{
    const uint64_t differs = (s->top[0] ^ -(uint64_t)(p & 1)) | (s->top[1] ^ -(uint64_t)(p >> 1));
    return s->occupied & ~differs;
}

// Hot rules. A move is its destination, its origin << 8 and the pieces taken << 16; an entry has its
// destination as origin and takes none.

static inline int  move_to(Move m) { return m & 0xff; }
static inline int  move_from(Move m) { return m >> 8 & 0xff; }
static inline int  move_taken(Move m) { return m >> 16 & 0xff; }
static inline Move move_make(int from, int to, int taken) { return (Move)(to | from << 8 | taken << 16); }
static inline Move entry_make(int to) { return move_make(to, to, 0); }

static int turn(const Rules *r, const State *s) { return (void)r, s->turn; }

// No moves: he is out, or everybody else is.
static inline bool turn_is_idle(const Rules *r, const State *s)
{
    const unsigned others = r->all & ~(1u << s->turn);
    return (s->out >> s->turn & 1) || (s->out & others) == others;
}

static int count(const Rules *r, const State *s)
{
    if (turn_is_idle(r, s)) return 0;
    return (int)(s->mobility >> 8 * s->turn & 0xff) + (s->reserve[s->turn] ? SQUARES : 0);
}

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    if (turn_is_idle(r, s)) return 0;
    // Moves copied at once; what is too many is overwritten, and MOVES_MAX leaves room for it.
    enum { BLOCK = 4 };
    int n = 0;
    for (uint64_t own = squares_of(s, s->turn); own;) {
        const int i = bits_take(&own), k = r->reach_count[i][pile_height(s->piles[i])];
        for (int j = 0; j < k; j += BLOCK) memcpy(out + n + j, r->reach[i] + j, BLOCK * sizeof *out);
        n += k;
    }
    if (s->reserve[s->turn])
        for (int i = 0; i < SQUARES; i++) out[n++] = entry_make(i);
    return n;
}

// The mover p lands k pieces on a square; what is then below the top five leaves.
static inline void square_land(const Rules *r, State *s, int i, unsigned upper, int k, int p)
{
    unsigned       pile    = pile_under(s->piles[i], upper, k);
    const unsigned leaving = pile_leaving(s->piles[i], k);
    if (leaving > PILE_EMPTY) {
        const int own = pile_count(leaving, p), captured = pile_height(leaving) - own;
        s->reserve[p]  = (uint8_t)(s->reserve[p] + own);
        s->captures[p] = (uint8_t)(s->captures[p] + captured);
        s->sum += (uint64_t)own * r->reserve_key[p] + (uint64_t)captured * r->capture_key[p];
        pile = pile_under(PILE_EMPTY, pile_upper(pile, HEIGHT_MAX), HEIGHT_MAX);
    }
    square_set(r, s, i, pile);
}

// Every pile has a move, so mobility tells who has one.
static inline bool player_is_bare(const State *s, int p)
{
    return (s->mobility >> 8 * p & 0xff) == 0 && s->reserve[p] == 0;
}

// Gives the turn to the next player who has something left; those before him are found out. It comes back to
// the mover when he has won.
static inline void turn_advance(const Rules *r, State *s)
{
    int p = s->turn;
    for (;;) {
        p = p + 1 == r->players ? 0 : p + 1;
        if (p == s->turn) return;
        if (s->out >> p & 1) continue;
        if (!player_is_bare(s, p)) break;
        s->out = (uint16_t)(s->out | 1u << p);
    }
    s->turn = (uint16_t)p;
}

// In pieces, because gcc 12 makes a call of copying the whole: a sixth of the time of perft.
static inline void state_copy(State *to, const State *from)
{
    enum { PIECE = 64 };
    char *const       t = (char *)to;
    const char *const f = (const char *)from;
    memcpy(t, f, PIECE);
    memcpy(t + PIECE, f + PIECE, PIECE);
    memcpy(t + 2 * PIECE, f + 2 * PIECE, sizeof *to - 2 * PIECE);
}

static void play(const Rules *r, State *child, const State *s, Move m)
{
    state_copy(child, s);
    const int p = s->turn, from = move_from(m), to = move_to(m), k = move_taken(m);
    if (k == 0) {
        assert(s->reserve[p] > 0);
        child->reserve[p]--;
        child->sum -= r->reserve_key[p];
        square_land(r, child, to, (unsigned)p, 1, p);
    } else {
        square_set(r, child, from, pile_without(s->piles[from], k));
        square_land(r, child, to, pile_upper(s->piles[from], k), k, p);
    }
    turn_advance(r, child);
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    (void)r;
    state_copy(child, s);
    child->turn = (uint16_t)p;
}

// The sum of every number in the position times a random odd key: a universal hash, so two positions agree
// about as rarely as with a table of keys for every content of every square, at one multiplication per
// changed square. Its low bits say little by themselves; the mixing spreads all of them.
static uint64_t hash(const Rules *r, const State *s)
{
    return mix64(s->sum + (uint64_t)(s->turn | s->out << 8) * r->status_key);
}

static uint64_t sum_compute(const Rules *r, const State *s)
{
    uint64_t sum = 0;
    for (int i = 0; i < SQUARES; i++) sum += s->piles[i] * r->square_key[i];
    for (int p = 0; p < SEATS; p++)
        sum += s->reserve[p] * r->reserve_key[p] + s->captures[p] * r->capture_key[p];
    return sum;
}

static uint64_t rehash(const Rules *r, const State *s)
{
    State fresh = *s;
    fresh.sum   = sum_compute(r, s);
    return hash(r, &fresh);
}

static uint32_t move_id(const Rules *r, const State *s, Move m)
{
    (void)r, (void)s;
    return (uint32_t)(move_taken(m) ? move_from(m) * SQUARES + move_to(m) : SQUARES * SQUARES + move_to(m));
}

// A capture is the only noisy kind: captured pieces never come back, while a reserve can go round for ever. A
// gain takes a pile from somebody or gets own pieces back.
enum { KIND_CAPTURE, KIND_GAIN, KIND_QUIET, KIND_ENTRY, KINDS };

static int move_kind(const Rules *r, const State *s, Move m)
{
    (void)r;
    const int      p = s->turn, k = move_taken(m);
    const unsigned below = s->piles[move_to(m)], leaving = pile_leaving(below, k ? k : 1);
    if (leaving > PILE_EMPTY) return pile_count(leaving, p) < pile_height(leaving) ? KIND_CAPTURE : KIND_GAIN;
    if (below != PILE_EMPTY && pile_top(below) != p) return KIND_GAIN;
    return k ? KIND_QUIET : KIND_ENTRY;
}

enum { EVAL_PIECES };

static const EvalInfo evals[] = {
    [EVAL_PIECES] = {.name         = "pieces",
                     .help         = "captured pieces, piles, reserve",
                     .weights      = 3,
                     .fallback     = {10, 1, 1},
                     .max          = 1000,
                     .weight_names = {"capture", "pile", "reserve"}},
    {0},
};

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    (void)tables, (void)which;
    assert(which == EVAL_PIECES);
    r->capture = weights[0];
    r->pile    = weights[1];
    r->reserve = weights[2];
}

static inline Value player_score(const Rules *r, const State *s, int p)
{
    const Value captures = r->capture * s->captures[p];
    return s->out >> p & 1 ? captures
                           : captures + r->pile * bits_count(squares_of(s, p)) + r->reserve * s->reserve[p];
}

static Value evaluate(const Rules *r, const State *s, int p)
{
    if (r->players == 2) return player_score(r, s, p) - player_score(r, s, !p);
    Value all = 0;
    for (int q = 0; q < SEATS; q++) all += player_score(r, s, q);
    return 2 * player_score(r, s, p) - all;
}

// Those who are not out share the win, the last of them or all when the referee stops the game. A player
// given the turn who has nothing is as good as out.
static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    const unsigned bare = player_is_bare(s, s->turn) ? 1u << s->turn : 0;
    payoff_share(out, r->players, r->all & ~(unsigned)s->out & ~bare);
}

// Cold part.

static bool square_exists(int x, int y)
{
    const int from_side = x < SIZE / 2 ? x : SIZE - 1 - x, from_end = y < SIZE / 2 ? y : SIZE - 1 - y;
    return from_side + from_end > 1;
}

static void squares_number(Rules *r)
{
    int n = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            r->square[y][x] = -1;
            if (!square_exists(x, y)) continue;
            r->column[n]    = (uint8_t)x;
            r->row[n]       = (uint8_t)y;
            r->square[y][x] = (int8_t)n++;
        }
}

static void reach_fill(Rules *r, int i)
{
    static const int8_t step[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    int                 n          = 0;
    for (int k = 1; k <= HEIGHT_MAX; k++) {
        for (int d = 0; d < 4; d++) {
            const int x = r->column[i] + k * step[d][0], y = r->row[i] + k * step[d][1];
            if (x < 0 || x >= SIZE || y < 0 || y >= SIZE || r->square[y][x] < 0) continue;
            r->reach[i][n++] = move_make(i, r->square[y][x], k);
        }
        r->reach_count[i][k] = (uint8_t)n;
    }
}

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    (void)status;
    r->players = values[0] ? 4 : 2;
    r->pieces  = values[0] ? 13 : 18;
    r->all     = (1u << r->players) - 1;
    eval_use(r, EVAL_PIECES, NULL, evals[EVAL_PIECES].fallback);
    squares_number(r);
    for (int i = 0; i < SQUARES; i++) reach_fill(r, i);

    uint64_t keys[SQUARES + 2 * SEATS + 1];
    rng_keys(keys, SQUARES + 2 * SEATS + 1, 0xf0c5);
    for (int i = 0; i < SQUARES; i++) r->square_key[i] = keys[i] | 1;
    for (int p = 0; p < SEATS; p++) {
        r->reserve_key[p] = keys[SQUARES + p] | 1;
        r->capture_key[p] = keys[SQUARES + SEATS + p] | 1;
    }
    r->status_key = keys[SQUARES + 2 * SEATS] | 1;

    *facts = (Facts){.players   = r->players,
                     .move_ids  = SQUARES * SQUARES + SQUARES,
                     .plies_max = PLIES_MAX,
                     .traits    = TRAIT_REPEATS | (r->players > 2 ? TRAIT_ELIMINATION : 0),
                     .cells     = SQUARES,
                     .symbols   = "1234",
                     .colors    = "rbgy"};
    return true;
}

// An empty board from a zeroed state; all else is then put there by square_set.
static void board_clear(const Rules *r, State *s)
{
    for (int i = 0; i < SQUARES; i++) s->piles[i] = PILE_EMPTY;
    s->top[0] = BIT(SQUARES) - 1;
    s->sum    = sum_compute(r, s);
}

static void setup(const Rules *r, State *s)
{
    const char *const start = r->players == 2 ? "----"
                                                "112211"
                                                "-221122-"
                                                "-112211-"
                                                "-221122-"
                                                "-112211-"
                                                "221122"
                                                "----"
                                              : "1142"
                                                "222424"
                                                "11114242"
                                                "22224242"
                                                "31313333"
                                                "31314444"
                                                "131333"
                                                "3144";
    board_clear(r, s);
    for (int i = 0; i < SQUARES; i++)
        if (start[i] != '-') square_set(r, s, i, pile_under(PILE_EMPTY, (unsigned)(start[i] - '1'), 1));
}

#include "games/focus/notation.h"

static CellPlace cell_place(const Rules *r, int i)
{
    CellPlace place = {.x = 2 * r->column[i], .y = r->row[i], .shape = CELL_SQUARE};
    Text      name  = text_on(place.name, sizeof place.name);
    square_format(r, i, &name);
    return place;
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    (void)r;
    const unsigned pile = s->piles[i];
    const int      h    = pile_height(pile);
    CellView       view = {.owner = (int8_t)(h ? pile_top(pile) : -1), .height = (uint8_t)h};
    for (int k = 0; k < h; k++) view.stack[k] = (uint8_t)pile_top(pile_without(pile, h - 1 - k));
    return view;
}

static void notes(const Rules *r, const State *s, Notes *out)
{
    char gone[SEATS + 1];
    Text text = text_on(gone, sizeof gone);
    for (int p = 0; p < r->players; p++) notes_add(out, "reserves", p, "%d", s->reserve[p]);
    for (int p = 0; p < r->players; p++) notes_add(out, "captures", p, "%d", s->captures[p]);
    out_format(r, s, &text);
    if (s->out != 0) notes_add(out, "out", -1, "%s", gone);
}

// An entry is confirmed by a button: the square alone may be one that was touched by mistake.
static void move_cells(const Rules *r, const State *s, Move m, MoveCells *out)
{
    (void)r, (void)s;
    if (move_taken(m) > 0) *out = (MoveCells){2, {move_from(m), move_to(m)}, ""};
    else *out = (MoveCells){1, {move_to(m)}, "enter"};
}

#define GAME       focus
#define GAME_NAME  "focus"
#define GAME_TITLE "Focus"
#define GAME_MOVE_HELP                                                                                       \
    "from, to and how many pieces of the pile, with - between (the number may be left out); "                \
    "* and a square enters a piece of the reserve"
#define GAME_HAS_COUNT
#define GAME_HAS_REHASH
#define GAME_HAS_KIND
#define GAME_KINDS       KINDS
#define GAME_KINDS_NOISY (1u << KIND_CAPTURE)
#define GAME_HAS_MOVE_PARSE
#define GAME_HAS_NOTES
#define GAME_HAS_MOVE_CELLS
#define GAME_HAS_EVALS
#include "game/game_export.h"
