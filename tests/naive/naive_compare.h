// naive_compare.h - a fast game against its naive twin: the same moves, children, evaluations and payoffs.
#ifndef TESTS_NAIVE_NAIVE_COMPARE_H
#define TESTS_NAIVE_NAIVE_COMPARE_H

#include "game/variant.h"
#include "naive/naive.h"

const Naive *naive_find(const char *game);   // NULL when there is none

// One position: both generators must give the same (move, child) pairs, and the same evaluations and payoffs.
bool naive_compare(const Variant *v, const char *spec, const AnyState *s, Status *status);

// Random games, comparing at every position; the games are played by the fast side.
bool naive_compare_games(const Variant *v, const char *spec, int games, int plies_max, uint64_t seed,
                         Status *status);

// The evaluation of the rules of `own`, the same game with another evaluation, which `naive_spec` names
// (naive.h); `s` is a position of `own`.
bool naive_compare_evaluation(const Variant *own, const char *naive_spec, const AnyState *s, Status *status);

// Leaves by the naive generator, to compare with perft.
uint64_t naive_perft(const Variant *v, const char *spec, const AnyState *s, int depth);

#endif
