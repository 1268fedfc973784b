// values.h - the scale of search values: heuristic evaluations in the middle, wins and losses outside them.
//
// A finished game is worth its payoff, nearer wins more than farther ones: payoff * VALUE_PER_PAYOFF, less
// the plies from the root. The bands never touch, so adding plies keeps the order of any two values: that is
// what lets a transposition table store them relative to its own position without changing a result.
#ifndef SEARCH_VALUES_H
#define SEARCH_VALUES_H

#include "game/game.h"

#include <assert.h>

enum {
    VALUE_PER_PAYOFF = 20000,   // two players: a win is worth 60 * 20000 = 1,200,000
    // the smallest payoff that is not a draw is 12 (five of six win)
    VALUE_WIN_MIN  = 12 * VALUE_PER_PAYOFF - 1000,
    VALUE_EVAL_MAX = VALUE_WIN_MIN - 1,   // evaluations are cut to this
    VALUE_INF      = 6 * PAYOFF_UNIT * VALUE_PER_PAYOFF,
    PLY_MAX        = 128,
};

static inline Value value_of_payoff(Value payoff, int ply)
{
    assert(ply >= 0 && ply <= PLY_MAX);
    return payoff * VALUE_PER_PAYOFF - (payoff > 0 ? ply : payoff < 0 ? -ply : 0);
}

// A game of two that ends so for a player, that many plies from the root. (What databases know may lie
// farther than a search reaches.)
static inline Value value_of_end(int result, int plies)
{
    assert(plies >= 0 && plies < 1000);
    return result * (PAYOFF_UNIT * VALUE_PER_PAYOFF - plies);
}

static inline Value value_of_evaluation(Value v)
{
    return v > VALUE_EVAL_MAX ? VALUE_EVAL_MAX : v < -VALUE_EVAL_MAX ? -VALUE_EVAL_MAX : v;
}

// To and from the table: wins are counted from the position itself there, not from the root.
static inline Value value_to_table(Value v, int ply)
{
    return v >= VALUE_WIN_MIN ? v + ply : v <= -VALUE_WIN_MIN ? v - ply : v;
}
static inline Value value_from_table(Value v, int ply)
{
    return v > VALUE_EVAL_MAX ? v - ply : v < -VALUE_EVAL_MAX ? v + ply : v;
}

#endif
