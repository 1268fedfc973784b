// eval.h - evaluations of chess: features times weights; part of rules.c.
//
//     eval       material, placement tapered from middle game to endgame, and the terms below
//     material   material alone: the yardstick of others
//     edb...     endgame databases of parts of the position (edb_plan.h, eval_edb.h)
//
// Every feature is a whole number, white's less black's. What counts in the middle game or in the endgame is
// scaled by the pieces left and cut towards zero, so that both sides see the same value. Placement is kept by
// play; everything else is counted here. docs/GAMES.md says what each term counts.
#ifndef GAMES_CHESS_EVAL_H
#define GAMES_CHESS_EVAL_H

#include "games/chess/eval_edb.h"
#include "games/chess/placement.h"

#include <string.h>

enum { EVAL_FULL, EVAL_MATERIAL, EVAL_EDB };   // EVAL_EDB: not in the list, by name (eval_named)

// The first five are those of `material` too, and stand for the kinds.
enum {
    W_PAWN,
    W_KNIGHT,
    W_BISHOP,
    W_ROOK,
    W_QUEEN,
    W_MIDDLE,
    W_END,
    W_PASSED,
    W_ESCORT,
    W_MOBILITY,
    W_ATTACK,
    W_SHELTER,
    W_PAIR,
    W_OPEN,
    W_WEAK,
    W_DRIVE,
    WEIGHTS,
};
_Static_assert((int)WEIGHTS <= (int)EVAL_WEIGHTS_MAX, "raise EVAL_WEIGHTS_MAX");

// In the order of EVAL_FULL, EVAL_MATERIAL.
static const EvalInfo evals[] = {
    {.name         = "eval",
     .help         = "material, placement, passed pawns, kings, mobility; tapered",
     .weights      = WEIGHTS,
     .fallback     = {100, 320, 330, 500, 950, 4, 4, 8, 3, 2, 2, 8, 30, 8, 10, 10},
     .max          = 1000,
     .weight_names = {"pawn", "knight", "bishop", "rook", "queen", "middle", "end", "passed", "escort",
                      "mobility", "attack", "shelter", "pair", "open", "weak", "drive"}},
    {.name         = "material",
     .help         = "pieces alone",
     .weights      = 5,
     .fallback     = {100, 320, 330, 500, 950},
     .max          = 1000,
     .weight_names = {"pawn", "knight", "bishop", "rook", "queen"}},
    {0},
};

#define GAME_HAS_EVAL_NAMED
static bool eval_named(const Rules *r, const char *name, int *which, EvalInfo *info)
{
    EdbPlan plan;
    (void)r;
    if (!edb_named(name, which)) return false;
    assert(*which >= EVALS_MAX);
    edb_plan_make(&plan, *which);
    edb_plan_info(&plan, info);
    return true;
}

#define GAME_HAS_EVAL_TABLES
static int eval_tables(const Rules *r, int which, EvalTable out[EVAL_TABLES_MAX], Status *status)
{
    EdbPlan plan;
    (void)r, (void)status;
    if (which < EVALS_MAX) return 0;
    edb_plan_make(&plan, which);
    return edb_plan_tables(&plan, out);
}

#define GAME_HAS_EVAL_NEXT
static bool eval_next(const Rules *r, const State *s, int *which, EvalCandidate *out)
{
    uint8_t count[2][CHESS_DB_MEN];
    (void)r;
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < CHESS_DB_MEN; i++)
            count[p][i] = (uint8_t)bits_count(s->kind[edb_kind[i]] & s->colour[p]);
    return edb_next((const uint8_t(*)[CHESS_DB_MEN])count, which, out);
}

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    memset(r->weights, 0, sizeof r->weights);
    r->eval = which < EVALS_MAX ? which : EVAL_EDB;
    if (r->eval == EVAL_EDB) edb_open(&r->edb, which, tables);
    const int n = r->eval == EVAL_EDB ? edb_plan_lookups(&r->edb.plan) + EDB_TERMS : evals[which].weights;
    memcpy(r->weights, weights, (size_t)n * sizeof *weights);
}

// Nobody can mate: bare kings, with one knight, or with bishops of one colour of squares.
static bool material_insufficient(const State *s)
{
    const uint64_t dark = UINT64_C(0xaa55aa55aa55aa55);
    if (__builtin_expect((s->kind[PAWN] | s->kind[ROOK] | s->kind[QUEEN]) != 0, 1)) return false;
    const uint64_t bishops = s->kind[BISHOP], knights = s->kind[KNIGHT];
    if (knights) return bishops == 0 && bits_count(knights) == 1;
    return (bishops & dark) == 0 || (bishops & ~dark) == 0;
}

INLINE Value difference(uint64_t set, const State *s)
{
    return bits_count(set & s->colour[WHITE]) - bits_count(set & s->colour[BLACK]);
}

// The pieces left, 24 at the start, 0 with pawns alone: knights and bishops 1, rooks 2, queens 4.
enum { PHASE_MAX = 24 };
INLINE int phase_of(const State *s)
{
    const int n = bits_count(s->kind[KNIGHT] | s->kind[BISHOP]) + 2 * bits_count(s->kind[ROOK]) +
                  4 * bits_count(s->kind[QUEEN]);
    return n < PHASE_MAX ? n : PHASE_MAX;
}

// Terms of one side; `us` is a constant.

typedef struct Terms {
    int passed, escort, mobility, attack, shelter, open, weak;
} Terms;

// All squares before and beside `set`, as seen by us.
INLINE uint64_t fill_up(uint64_t set, const int us)
{
    set |= us == WHITE ? set << 8 : set >> 8;
    set |= us == WHITE ? set << 16 : set >> 16;
    return set | (us == WHITE ? set << 32 : set >> 32);
}
INLINE uint64_t widen(uint64_t set) { return set | (set & ~(FILE_A << 7)) << 1 | (set & ~FILE_A) >> 1; }

INLINE int steps_between(int a, int b)
{
    const int files = a % 8 - b % 8, ranks = a / 8 - b / 8;
    const int x = files < 0 ? -files : files, y = ranks < 0 ? -ranks : ranks;
    return x > y ? x : y;
}

// Pawns that no enemy pawn can stop or take: more the further they are, and by how much nearer our king is to
// the square before them than the other one.
INLINE void terms_passed(const State *s, Terms *t, const int us)
{
    static const uint8_t bonus[8] = {0, 0, 1, 2, 4, 7, 11, 0};
    const uint64_t       own = s->kind[PAWN] & s->colour[us], enemy = s->kind[PAWN] & s->colour[!us];
    const uint64_t       guarded = fill_up(widen(pawns_up(enemy, !us)), !us),
                   ahead         = fill_up(pawns_up(own, !us), !us);
    for (uint64_t set = own & ~guarded & ~ahead; set;) {
        const int square = bits_take(&set), rank = us == WHITE ? square / 8 : 7 - square / 8;
        const int stop = square + (us == WHITE ? 8 : -8);
        t->passed += bonus[rank];
        t->escort += (rank - 1) *
                     (steps_between(king_square(s, !us), stop) - steps_between(king_square(s, us), stop));
    }
}

// Isolated pawns, and those with one of their own behind them.
INLINE void terms_pawns(const State *s, Terms *t, const int us)
{
    const uint64_t own    = s->kind[PAWN] & s->colour[us];
    const uint64_t files  = fill_up(own, WHITE) | fill_up(own, BLACK);
    const uint64_t beside = (files & ~(FILE_A << 7)) << 1 | (files & ~FILE_A) >> 1;
    t->weak               = bits_count(own & ~beside) + bits_count(own & fill_up(pawns_up(own, us), us));
    // Rooks: 1 on a file without own pawns, 2 without any.
    const uint64_t rooks = s->kind[ROOK] & s->colour[us], enemy = s->kind[PAWN] & s->colour[!us];
    const uint64_t half = rooks & ~files;
    t->open = bits_count(half) + bits_count(half & ~(fill_up(enemy, WHITE) | fill_up(enemy, BLACK)));
    // Pawns on the two ranks before the king, beside him too.
    const uint64_t king = s->kind[KING] & s->colour[us], before = pawns_up(widen(king), us);
    t->shelter = bits_count(own & (before | pawns_up(before, us)));
}

// Squares that a piece attacks, but for own ones and those that enemy pawns guard; and those among them
// around the enemy king.
INLINE void terms_pieces(const State *s, Terms *t, const int us)
{
    const uint64_t own = s->colour[us], occ = occupied(s), enemy = s->kind[PAWN] & s->colour[!us];
    const uint64_t good = ~(own | pawns_left(enemy, !us) | pawns_right(enemy, !us));
    const uint64_t zone = attacks.king[king_square(s, !us)] & good;
    int            free = 0, near = 0;
    for (uint64_t from = s->kind[KNIGHT] & own; from;) {
        const uint64_t set = attacks.knight[bits_take(&from)] & good;
        free += 2 * bits_count(set), near += 2 * bits_count(set & zone);
    }
    for (uint64_t from = s->kind[BISHOP] & own; from;) {
        const uint64_t set = bishop_attacks(bits_take(&from), occ) & good;
        free += 2 * bits_count(set), near += 2 * bits_count(set & zone);
    }
    for (uint64_t from = s->kind[ROOK] & own; from;) {
        const uint64_t set = rook_attacks(bits_take(&from), occ) & good;
        free += 2 * bits_count(set), near += 3 * bits_count(set & zone);
    }
    for (uint64_t from = s->kind[QUEEN] & own; from;) {
        const int      square = bits_take(&from);
        const uint64_t set    = (rook_attacks(square, occ) | bishop_attacks(square, occ)) & good;
        free += bits_count(set), near += 4 * bits_count(set & zone);
    }
    t->mobility = free;
    t->attack   = near;
}

INLINE Terms terms_of(const State *s, const int us)
{
    Terms t = {0};
    terms_passed(s, &t, us);
    terms_pawns(s, &t, us);
    terms_pieces(s, &t, us);
    return t;
}

// Driving a bare king to the edge, with our king near him; with bishop and knight to a corner of the bishop's
// colour.
static int drive_of(const State *s, int us)
{
    const uint64_t enemy = s->colour[!us];
    if ((enemy & (enemy - 1)) != 0) return 0;
    const int  king = king_square(s, !us), file = king % 8, rank = king / 8;
    const int  x = file < 4 ? 3 - file : file - 4, y = rank < 4 ? 3 - rank : rank - 4;   // from the centre
    const int  near  = 7 - steps_between(king, king_square(s, us));
    const bool mates = (s->kind[PAWN] | s->kind[ROOK] | s->kind[QUEEN]) == 0;
    if (!mates || bits_count(s->kind[BISHOP]) != 1) return 2 * (x + y) + 2 * near;
    const bool dark = (s->kind[BISHOP] & UINT64_C(0xaa55aa55aa55aa55)) != 0;
    const int  a = dark ? 0 : 7, near_corner = steps_between(king, a),
              far_corner = steps_between(king, 63 - a);
    return x + y + 3 * (7 - (near_corner < far_corner ? near_corner : far_corner)) + 2 * near;
}

INLINE Value material_value(const int w[], const State *s)
{
    Value v = 0;
    for (int k = PAWN; k <= QUEEN; k++) v += w[k] * difference(s->kind[k], s);
    return v;
}

// For white. Not in line: it would be compiled at every place where a search values a leaf.
static __attribute__((noinline)) Value full_value(const int w[], const State *s)
{
    const Terms    a = terms_of(s, WHITE), b = terms_of(s, BLACK);
    const uint64_t bishops = s->kind[BISHOP];
    const int      phase = phase_of(s), ended = PHASE_MAX - phase;
    const int      pairs = (bits_count(bishops & s->colour[WHITE]) > 1) -
                      (bits_count(bishops & s->colour[BLACK]) > 1);
    return material_value(w, s) + w[W_MIDDLE] * (s->placed[0] * phase / PHASE_MAX) +
           w[W_END] * (s->placed[1] * ended / PHASE_MAX) +
           w[W_PASSED] * ((a.passed - b.passed) * (PHASE_MAX + ended) / (2 * PHASE_MAX)) +
           w[W_ESCORT] * ((a.escort - b.escort) * ended / PHASE_MAX) +
           w[W_MOBILITY] * (a.mobility - b.mobility) +
           w[W_ATTACK] * ((a.attack - b.attack) * phase / PHASE_MAX) +
           w[W_SHELTER] * ((a.shelter - b.shelter) * phase / PHASE_MAX) + w[W_PAIR] * pairs +
           w[W_OPEN] * (a.open - b.open) - w[W_WEAK] * (a.weak - b.weak) +
           w[W_DRIVE] * (drive_of(s, WHITE) - drive_of(s, BLACK));
}

// By databases, for white: what is known for certain, or look-ups, material in pawns, the evaluation with the
// weights it has by itself, and progress.
static __attribute__((noinline)) Value edb_value(const Rules *r, const State *s)
{
    static const int pawns[] = {1, 3, 3, 5, 9};
    const int *const w       = r->weights + edb_plan_lookups(&r->edb.plan);
    const int64_t    most    = EDB_EXACT - 1;
    const Value      ahead   = material_value(pawns, s);
    int64_t          v       = (int64_t)w[EDB_MATERIAL] * ahead -
                w[EDB_PROGRESS] * s->halfmoves * ((ahead > 0) - (ahead < 0));
#ifndef POLLARD_NO_DATABASES
    int certain;
    if (edb_certain(r, s, &certain))
        return ((certain > 0) - (certain < 0)) * EDB_EXACT + EDB_EXACT_STEP * certain;
    v += edb_lookups(&r->edb, r->weights, s);
#endif
    if (w[EDB_OWN]) v += (int64_t)w[EDB_OWN] * full_value(evals[EVAL_FULL].fallback, s);
    return (Value)(v > most ? most : v < -most ? -most : v);
}

static Value evaluate(const Rules *r, const State *s, int p)
{
    if (material_insufficient(s)) return 0;
    const Value v = r->eval == EVAL_FULL     ? full_value(r->weights, s)
                  : r->eval == EVAL_MATERIAL ? material_value(r->weights, s)
                                             : edb_value(r, s);
    return p == WHITE ? v : -v;
}

#endif
