// reference.c - the oracle: minimax, Best-Reply Search and max^n as their definitions read, through the
// game's table, without pruning, ordering or memory.
#include "search/search.h"

#include <string.h>

typedef struct Reference {
    const Variant *v;
    int            root;
    Search        *se;
} Reference;   // se: to count and stop by, or NULL

static bool finished(const Reference *ref, const AnyState *s)
{
    return ref->v->game->count(ref->v->rules, s) == 0;
}

// The value of a leaf for player p.
static Value leaf(const Reference *ref, const AnyState *s, int p, int ply)
{
    Value payoff[PLAYERS_MAX];
    if (!finished(ref, s)) return value_of_evaluation(ref->v->game->evaluate(ref->v->rules, s, p));
    ref->v->game->payoff(ref->v->rules, s, payoff);
    return value_of_payoff(payoff[p], ply);
}

// Two players, or Paranoid: the value for the searching player, whom all others want to hurt.
static Value minimax(const Reference *ref, const AnyState *s, int ply, int depth)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = depth > 0 ? ref->v->game->generate(ref->v->rules, s, moves) : 0;
    if (ref->se != NULL &&
        (ref->se->nodes++, ref->se->interior += n != 0, search_must_stop(ref->se) || ref->se->stopped))
        return 0;
    if (n == 0) return leaf(ref, s, ref->root, ply);
    const bool max  = ref->v->game->turn(ref->v->rules, s) == ref->root;
    Value      best = max ? -VALUE_INF : VALUE_INF;
    for (int i = 0; i < n; i++) {
        AnyState child;
        ref->v->game->play(ref->v->rules, &child, s, moves[i]);
        const Value v = minimax(ref, &child, ply + 1, depth - 1);
        if (max ? v > best : v < best) best = v;
    }
    return best;
}

static Value brs(const Reference *ref, const AnyState *s, int ply, int depth, bool max);

// The best reply of opponent p; *any becomes true when he has a move (a pass counts only if `passes`).
static Value brs_reply(const Reference *ref, const AnyState *s, int p, int ply, int depth, bool passes,
                       bool *any)
{
    const Game *const g = ref->v->game;
    AnyState          theirs;
    Move              moves[GAME_MOVES_MAX];
    Value             best = VALUE_INF;
    g->pass_to(ref->v->rules, &theirs, s, p);
    const int n = g->generate(ref->v->rules, &theirs, moves);
    for (int i = 0; i < n; i++) {
        if ((moves[i] == MOVE_PASS) != passes) continue;
        AnyState after, mine;
        g->play(ref->v->rules, &after, &theirs, moves[i]);
        g->pass_to(ref->v->rules, &mine, &after, ref->root);
        const Value v = brs(ref, &mine, ply + 1, depth - 1, true);
        *any          = true;
        if (v < best) best = v;
    }
    return best;
}

static Value brs_min(const Reference *ref, const AnyState *s, int ply, int depth)
{
    for (int passes = 0; passes < 2; passes++) {
        Value best = VALUE_INF;
        bool  any  = false;
        for (int p = 0; p < ref->v->facts.players; p++) {
            if (p == ref->root) continue;
            const Value v = brs_reply(ref, s, p, ply, depth, passes, &any);
            if (v < best) best = v;
            if (passes && any) return best;   // one pass is enough: they all lead to the same position
        }
        if (any) return best;
    }
    Value payoff[PLAYERS_MAX];
    ref->v->game->payoff(ref->v->rules, s, payoff);
    return value_of_payoff(payoff[ref->root], ply);
}

// The value for the searching player, who moves every second ply.
static Value brs(const Reference *ref, const AnyState *s, int ply, int depth, bool max)
{
    if (depth == 0) return leaf(ref, s, ref->root, ply);
    if (!max) return brs_min(ref, s, ply, depth);
    Move      moves[GAME_MOVES_MAX];
    const int n = ref->v->game->generate(ref->v->rules, s, moves);
    if (n == 0) {
        Value payoff[PLAYERS_MAX];
        ref->v->game->payoff(ref->v->rules, s, payoff);
        return value_of_payoff(payoff[ref->root], ply);
    }
    Value best = -VALUE_INF;
    for (int i = 0; i < n; i++) {
        AnyState child;
        ref->v->game->play(ref->v->rules, &child, s, moves[i]);
        const Value v = brs(ref, &child, ply + 1, depth - 1, false);
        if (v > best) best = v;
    }
    return best;
}

static void maxn(const Reference *ref, const AnyState *s, int ply, int depth, Value out[PLAYERS_MAX])
{
    Move      moves[GAME_MOVES_MAX];
    const int n = depth > 0 ? ref->v->game->generate(ref->v->rules, s, moves) : 0;
    memset(out, 0, PLAYERS_MAX * sizeof *out);
    if (n == 0) {
        for (int p = 0; p < ref->v->facts.players; p++) out[p] = leaf(ref, s, p, ply);
        return;
    }
    const int p = ref->v->game->turn(ref->v->rules, s);
    for (int i = 0; i < n; i++) {
        AnyState child;
        Value    v[PLAYERS_MAX];
        ref->v->game->play(ref->v->rules, &child, s, moves[i]);
        maxn(ref, &child, ply + 1, depth - 1, v);
        if (i == 0 || v[p] > out[p]) memcpy(out, v, sizeof v);
    }
}

Value reference_value(const Variant *v, Algorithm algorithm, const AnyState *s, int depth,
                      Value values[PLAYERS_MAX])
{
    const Reference ref = {.v = v, .root = v->game->turn(v->rules, s)};
    if (algorithm == ALGORITHM_MAXN) {
        maxn(&ref, s, 0, depth, values);
        return values[ref.root];
    }
    if (algorithm == ALGORITHM_BRS && v->facts.players > 2) return brs(&ref, s, 0, depth, true);
    return minimax(&ref, s, 0, depth);
}

Move reference_move(Search *se, const AnyState *s, int depth, Value *value)
{
    const Variant *const v   = se->v;
    const Reference      ref = {.v = v, .root = se->root, .se = se};
    Move                 moves[GAME_MOVES_MAX], best = MOVE_NONE;
    const int            n = v->game->generate(v->rules, s, moves);
    se->nodes++;
    se->interior += n > 0;
    *value = n > 0 ? -VALUE_INF : leaf(&ref, s, ref.root, 0);
    for (int i = 0; i < n && !se->stopped; i++) {
        AnyState child;
        v->game->play(v->rules, &child, s, moves[i]);
        const Value w = minimax(&ref, &child, 1, depth - 1);
        if (w > *value) *value = w, best = moves[i];
    }
    return best;
}
