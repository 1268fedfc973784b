// small_chess.c - the rules of small_chess.h. Mate wins, stalemate and ten plies without a capture are draws,
// and so are bare kings.
#include "search/small_chess.h"
#include "base/bits.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 16, SIDE = 4, SQUARES = SIDE * SIDE, NOWHERE = SQUARES, DRAWN_AFTER = 10 };

typedef struct Rules {
    char none;
} Rules;
typedef struct State {
    uint8_t king[2], rook[2];   // squares; NOWHERE: taken
    uint8_t turn, clock;        // plies since a capture
} State;

static const Option options[] = {{0}};

// Does the rook on `from` reach `to`, given who stands where?
static bool rook_reaches(const State *s, int from, int to)
{
    const int dx = (to % SIDE > from % SIDE) - (to % SIDE < from % SIDE),
              dy = (to / SIDE > from / SIDE) - (to / SIDE < from / SIDE);
    if (from == NOWHERE || from == to || (dx != 0) == (dy != 0)) return false;
    for (int at = from + dx + SIDE * dy; at != to; at += dx + SIDE * dy)
        if (at == s->king[0] || at == s->king[1] || at == s->rook[0] || at == s->rook[1]) return false;
    return true;
}

static bool king_reaches(int from, int to)
{
    return from != to && abs(from % SIDE - to % SIDE) <= 1 && abs(from / SIDE - to / SIDE) <= 1;
}

static bool attacked(const State *s, int square, int by)
{
    return king_reaches(s->king[by], square) || rook_reaches(s, s->rook[by], square);
}

static int turn(const Rules *r, const State *s) { return (void)r, s->turn; }

static bool in_check(const Rules *r, const State *s)
{
    return (void)r, attacked(s, s->king[s->turn], !s->turn);
}

static void play(const Rules *r, State *child, const State *s, Move m)
{
    (void)r;
    const int from = (int)(m / SQUARES), to = (int)(m % SQUARES), p = s->turn;
    *child = *s;
    child->clock++;
    if (from == s->king[p]) child->king[p] = (uint8_t)to;
    else child->rook[p] = (uint8_t)to;
    if (to == s->rook[!p]) child->rook[!p] = NOWHERE, child->clock = 0;
    child->turn = (uint8_t)!p;
}

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    const int p = s->turn, pieces[2] = {s->king[p], s->rook[p]};
    int       n = 0;
    for (int k = 0; k < 2; k++)
        for (int to = 0; to < SQUARES; to++) {
            State      child;
            const Move m = (Move)(pieces[k] * SQUARES + to);
            if (to == s->king[p] || to == s->rook[p] || to == s->king[!p]) continue;
            if (!(k == 0 ? king_reaches(s->king[p], to) : rook_reaches(s, s->rook[p], to))) continue;
            play(r, &child, s, m);
            if (!attacked(&child, child.king[p], !p)) out[n++] = m;
        }
    return n;
}

static uint64_t hash(const Rules *r, const State *s)
{
    (void)r;
    const uint64_t word = (uint64_t)s->king[0] | (uint64_t)s->king[1] << 8 | (uint64_t)s->rook[0] << 16 |
                          (uint64_t)s->rook[1] << 24 | (uint64_t)s->turn << 32;
    return mix64(word + 1);
}

static uint64_t hash_after(const Rules *r, const State *s, Move m)
{
    State child;
    play(r, &child, s, m);
    return hash(r, &child);
}

static uint32_t move_id(const Rules *r, const State *s, Move m) { return (void)r, (void)s, m; }

static Value evaluate(const Rules *r, const State *s, int p)
{
    (void)r;
    const Value rooks = 50 * ((s->rook[0] != NOWHERE) - (s->rook[1] != NOWHERE));
    const Value v     = rooks + s->king[0] % 5 - s->king[1] % 3 + s->rook[0] % 7 - s->rook[1] % 4;
    return p == 0 ? v : -v;
}

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    Move       moves[MOVES_MAX];
    const bool mate = in_check(r, s) && generate(r, s, moves) == 0;
    payoff_share(out, 2, !mate ? 0 : s->turn ? 1 : 2);
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    (void)r;
    *child      = *s;
    child->turn = (uint8_t)p;
}

static int move_kind(const Rules *r, const State *s, Move m)
{
    (void)r;
    if (m % SQUARES == s->rook[!s->turn]) return m / SQUARES == s->king[s->turn] ? 1 : 0;
    return m / SQUARES == s->king[s->turn] ? 3 : 2;
}

// Captures are left to be made, and moves after which there is none.
static bool leaf(const Rules *r, const State *s, Move m, Value *value)
{
    State child;
    Move  moves[MOVES_MAX];
    play(r, &child, s, m);
    if (child.clock == 0 || generate(r, &child, moves) == 0) return false;
    *value = evaluate(r, &child, s->turn);
    return true;
}

static bool drawn(const Rules *r, const State *s)
{
    return (void)r, s->clock >= DRAWN_AFTER || (s->rook[0] == NOWHERE && s->rook[1] == NOWHERE);
}
static int  reversible(const Rules *r, const State *s) { return (void)r, s->clock; }
static bool null_allowed(const Rules *r, const State *s) { return (void)r, s->rook[s->turn] != NOWHERE; }

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    (void)r, (void)values, (void)status;
    *facts = (Facts){.players     = 2,
                     .move_ids    = (SQUARES + 1) * SQUARES,
                     .plies_max   = 60,
                     .traits      = TRAIT_REPEATS,
                     .repetitions = 3,
                     .cells       = SQUARES,
                     .symbols     = "wb",
                     .colors      = "wk"};
    return true;
}

static void setup(const Rules *r, State *s)
{
    (void)r;
    *s = (State){.king = {0, 15}, .rook = {1, 14}};
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    (void)r;
    text_add(out, "%d %d %d %d %d %d", s->king[0], s->king[1], s->rook[0], s->rook[1], s->turn, s->clock);
}
static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    (void)r, (void)s;
    return status_fail(status, "'%s': small chess reads no positions", text);
}
static bool validate(const Rules *r, const State *s, Status *st) { return (void)r, (void)s, (void)st, true; }
static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    (void)r, (void)s;
    text_add(out, "%d-%d", (int)(m / SQUARES), (int)(m % SQUARES));
}
static CellPlace cell_place(const Rules *r, int i)
{
    (void)r;
    return (CellPlace){.x = 2 * (i % SIDE), .y = i / SIDE, .shape = CELL_SQUARE};
}
static CellView cell_view(const Rules *r, const State *s, int i)
{
    (void)r;
    return (CellView){.owner = i == s->king[0] || i == s->rook[0] ? 0
                             : i == s->king[1] || i == s->rook[1] ? 1
                                                                  : -1};
}

#define GAME       small_chess
#define GAME_NAME  "small-chess"
#define GAME_TITLE "Small chess"
#define GAME_TWO_PLAYERS
#define GAME_KINDS       4
#define GAME_KINDS_NOISY 3
#define GAME_HAS_KIND
#define GAME_HAS_LEAF
#define GAME_HAS_HASH_AFTER
#define GAME_HAS_DRAWN
#define GAME_HAS_REVERSIBLE
#define GAME_HAS_CHECK
#define GAME_HAS_NULL_ALLOWED
#include "game/game_export.h"

Variant small_chess_open(void)
{
    Variant v = {.game = &EXPORT_GAME, .rules = calloc(1, sizeof(Rules))};
    Status  status;
    if (v.rules == NULL || !v.game->rules_open(v.rules, NULL, &v.facts, &status)) abort();
    v.repetitions = v.facts.repetitions;
    return v;
}

int small_chess_position(const Variant *v, uint64_t seed, AnyState *s, uint64_t past[])
{
    Rng rng = rng_seed(seed);
    for (;;) {
        int n = 0;
        variant_setup(v, s);
        for (int plies = (int)rng_below(&rng, 40); plies > 0; plies--) {
            Move           moves[GAME_MOVES_MAX];
            const AnyState parent = *s;
            const int      count  = v->game->generate(v->rules, s, moves);
            if (count == 0 || v->game->drawn(v->rules, s)) break;
            past[n++] = v->game->hash(v->rules, s);
            v->game->play(v->rules, s, &parent, moves[rng_below(&rng, (uint32_t)count)]);
        }
        if (v->game->count(v->rules, s) > 0) return n;
    }
}
