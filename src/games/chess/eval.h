// eval.h - evaluations of chess: features times weights; part of rules.c.
//
//     eval       material, placement tapered from middle game to endgame, and the terms named below
//     material   material alone: the yardstick of others
//
// Every feature is a whole number, white's count less black's; those of the middle game and of the endgame
// are cut towards zero, so that both sides see the same value. Placement is kept by play; everything else is
// counted here.
#ifndef GAMES_CHESS_EVAL_H
#define GAMES_CHESS_EVAL_H

#include "games/chess/board.h"

#include <string.h>

enum { EVAL_FULL, EVAL_MATERIAL };

// The first five are those of `material` too, and stand for the kinds.
enum { W_PAWN, W_KNIGHT, W_BISHOP, W_ROOK, W_QUEEN, W_MIDDLE, W_END, W_PASSED };

static const EvalInfo evals[] = {
    [EVAL_FULL]     = {.name         = "eval",
                       .help         = "material, placement, passed pawns",
                       .weights      = 8,
                       .fallback     = {100, 320, 330, 500, 950, 2, 2, 5},
                       .max          = 2000,
                       .weight_names = {"pawn", "knight", "bishop", "rook", "queen", "middle", "end", "passed"}},
    [EVAL_MATERIAL] = {.name         = "material",
                       .help         = "pieces alone",
                       .weights      = 5,
                       .fallback     = {100, 320, 330, 500, 950},
                       .max          = 2000,
                       .weight_names = {"pawn", "knight", "bishop", "rook", "queen"}},
    {0},
};

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    (void)tables;
    assert(which >= EVAL_FULL && which <= EVAL_MATERIAL);
    r->eval = which;
    memset(r->weights, 0, sizeof r->weights);
    memcpy(r->weights, weights, (size_t)evals[which].weights * sizeof *weights);
}

// Nobody can mate: bare kings, with one knight, or with bishops of one colour of squares.
static bool material_insufficient(const State *s)
{
    const uint64_t dark = UINT64_C(0xaa55aa55aa55aa55);
    if (s->kind[PAWN] | s->kind[ROOK] | s->kind[QUEEN]) return false;
    const uint64_t bishops = s->kind[BISHOP], knights = s->kind[KNIGHT];
    if (knights) return bishops == 0 && bits_count(knights) == 1;
    return (bishops & dark) == 0 || (bishops & ~dark) == 0;
}

INLINE Value difference(uint64_t set, const State *s)
{
    return bits_count(set & s->colour[WHITE]) - bits_count(set & s->colour[BLACK]);
}

INLINE Value material_of(const Rules *r, const State *s)
{
    Value v = 0;
    for (int k = PAWN; k <= QUEEN; k++) v += r->weights[k] * difference(s->kind[k], s);
    return v;
}

static Value evaluate(const Rules *r, const State *s, int p)
{
    if (material_insufficient(s)) return 0;
    const Value v = material_of(r, s);
    return p == WHITE ? v : -v;
}

#endif
