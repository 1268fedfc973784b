// reference.c - the oracle: minimax, Best-Reply Search and max^n as their definitions read, through the
// game's table, without pruning, ordering or memory.
#include "search/search.h"

#include <string.h>

typedef struct Reference {
    const Variant      *v;
    int                 root;
    Search             *se;     // to count and stop by, or NULL
    const SearchLimits *game;   // repetition=yes: the positions before the root; or NULL
} Reference;

// The positions of a line, each with the way to it.
typedef struct Step {
    const struct Step *above;   // NULL: of the root
    uint64_t           hash;
} Step;

static Step step_to(const Reference *ref, const Step *above, const AnyState *s)
{
    return (Step){.above = above, .hash = ref->v->game->hash(ref->v->rules, s)};
}

// Did the position come before, or does the referee end the game in it? The root has no position above.
static bool drawn(const Reference *ref, const Step *at, const AnyState *s)
{
    if (ref->game == NULL || at->above == NULL) return false;
    for (const Step *step = at->above; step != NULL; step = step->above)
        if (step->hash == at->hash) return true;
    for (int i = 0; i < ref->game->history_count; i++)
        if (ref->game->history[i] == at->hash) return true;
    return ref->v->game->count(ref->v->rules, s) > 0 && ref->v->game->drawn(ref->v->rules, s);
}

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

// Do databases know the end? Its value for the searching player then.
static bool known(const Reference *ref, const AnyState *s, int ply, Value *value)
{
    const Variant *const v = ref->v;
    int                  result, plies;
    if (v->game->known == NULL || !v->game->known(v->rules, s, &result, &plies)) return false;
    *value = value_of_end(v->game->turn(v->rules, s) == ref->root ? result : -result, ply + plies);
    return true;
}

// The same after a move of the root, where the game may be over or drawn by the rules.
static bool known_after(const Reference *ref, const AnyState *child, Value *value)
{
    const Variant *const v = ref->v;
    Value                payoff[PLAYERS_MAX];
    if (known(ref, child, 1, value)) return true;
    const bool draw = v->game->drawn(v->rules, child);
    if (!draw && !finished(ref, child)) return false;
    v->game->payoff(v->rules, child, payoff);
    *value = draw ? 0 : value_of_payoff(payoff[ref->root], 1);
    return true;
}

// The moves of a root whose end is known that keep it: to positions of its value, or else to ones that are
// not known; all of them where one repeats a position or ends the game by a count.
static int keep_known(const Reference *ref, const Step *at, const AnyState *s, Value value, Move moves[],
                      int n)
{
    Move keeps[GAME_MOVES_MAX], others[GAME_MOVES_MAX];
    int  good = 0, more = 0;
    for (int i = 0; i < n; i++) {
        AnyState child;
        Value    v;
        ref->v->game->play(ref->v->rules, &child, s, moves[i]);
        const Step step = step_to(ref, at, &child);
        if (drawn(ref, &step, &child) && ref->v->game->reversible(ref->v->rules, &child) > 0) return n;
        if (!known_after(ref, &child, &v)) others[more++] = moves[i];
        else if (v == value) keeps[good++] = moves[i];
    }
    if (good + more == 0) return n;
    memcpy(moves, good > 0 ? keeps : others, (size_t)(good > 0 ? good : more) * sizeof *moves);
    return good > 0 ? good : more;
}

// Two players, or Paranoid: the value for the searching player, whom all others want to hurt.
static Value minimax(const Reference *ref, const Step *above, const AnyState *s, int ply, int depth)
{
    Move       moves[GAME_MOVES_MAX];
    const Step at   = step_to(ref, above, s);
    const bool draw = drawn(ref, &at, s);
    Value      end  = 0;
    const bool ends = !draw && known(ref, s, ply, &end);
    int        n    = 0;
    if (depth > 0 && !draw && (!ends || above == NULL)) n = ref->v->game->generate(ref->v->rules, s, moves);
    if (ends && n > 0) n = keep_known(ref, &at, s, end, moves, n);
    if (ref->se != NULL &&
        (ref->se->nodes++, ref->se->interior += n != 0, search_must_stop(ref->se) || ref->se->stopped))
        return 0;
    if (n == 0) return draw ? 0 : ends ? end : leaf(ref, s, ref->root, ply);
    const bool max  = ref->v->game->turn(ref->v->rules, s) == ref->root;
    Value      best = max ? -VALUE_INF : VALUE_INF;
    for (int i = 0; i < n; i++) {
        AnyState child;
        ref->v->game->play(ref->v->rules, &child, s, moves[i]);
        const Value v = minimax(ref, &at, &child, ply + 1, depth - 1);
        if (max ? v > best : v < best) best = v;
    }
    return best;
}

static Value brs(const Reference *ref, const Step *above, const AnyState *s, int ply, int depth, bool max);

typedef struct NodeDepth {
    int ply, depth;
} NodeDepth;

// The best reply of opponent p; *any becomes true when he has a move (a pass counts only if `passes`).
static Value brs_reply(const Reference *ref, const Step *at, const AnyState *s, int p, NodeDepth node,
                       bool passes, bool *any)
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
        const Value v = brs(ref, at, &mine, node.ply + 1, node.depth - 1, true);
        *any          = true;
        if (v < best) best = v;
    }
    return best;
}

static Value brs_min(const Reference *ref, const Step *at, const AnyState *s, NodeDepth node)
{
    for (int passes = 0; passes < 2; passes++) {
        Value best = VALUE_INF;
        bool  any  = false;
        for (int p = 0; p < ref->v->facts.players; p++) {
            if (p == ref->root) continue;
            const Value v = brs_reply(ref, at, s, p, node, passes, &any);
            if (v < best) best = v;
            if (passes && any) return best;   // one pass is enough: they all lead to the same position
        }
        if (any) return best;
    }
    Value payoff[PLAYERS_MAX];
    ref->v->game->payoff(ref->v->rules, s, payoff);
    return value_of_payoff(payoff[ref->root], node.ply);
}

// The value for the searching player, who moves every second ply.
static Value brs(const Reference *ref, const Step *above, const AnyState *s, int ply, int depth, bool max)
{
    const Step at = step_to(ref, above, s);
    if (drawn(ref, &at, s)) return 0;
    if (depth == 0) return leaf(ref, s, ref->root, ply);
    if (!max) return brs_min(ref, &at, s, (NodeDepth){ply, depth});
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
        const Value v = brs(ref, &at, &child, ply + 1, depth - 1, false);
        if (v > best) best = v;
    }
    return best;
}

static void maxn(const Reference *ref, const Step *above, const AnyState *s, int ply, int depth,
                 Value out[PLAYERS_MAX])
{
    Move       moves[GAME_MOVES_MAX];
    const Step at  = step_to(ref, above, s);
    Value      end = 0;
    memset(out, 0, PLAYERS_MAX * sizeof *out);
    if (drawn(ref, &at, s)) return;
    const bool ends = known(ref, s, ply, &end);
    int n = depth > 0 && (!ends || above == NULL) ? ref->v->game->generate(ref->v->rules, s, moves) : 0;
    if (ends && n > 0) n = keep_known(ref, &at, s, end, moves, n);
    if (n == 0 && ends) {
        out[ref->root] = end, out[!ref->root] = -end;
        return;
    }
    if (n == 0) {
        for (int p = 0; p < ref->v->facts.players; p++) out[p] = leaf(ref, s, p, ply);
        return;
    }
    const int p = ref->v->game->turn(ref->v->rules, s);
    for (int i = 0; i < n; i++) {
        AnyState child;
        Value    v[PLAYERS_MAX];
        ref->v->game->play(ref->v->rules, &child, s, moves[i]);
        maxn(ref, &at, &child, ply + 1, depth - 1, v);
        if (i == 0 || v[p] > out[p]) memcpy(out, v, sizeof v);
    }
}

static Value value_find(const Reference *ref, Algorithm algorithm, const AnyState *s, int depth,
                        Value values[PLAYERS_MAX])
{
    if (algorithm == ALGORITHM_MAXN) {
        maxn(ref, NULL, s, 0, depth, values);
        return values[ref->root];
    }
    if (algorithm == ALGORITHM_BRS && ref->v->facts.players > 2) return brs(ref, NULL, s, 0, depth, true);
    return minimax(ref, NULL, s, 0, depth);
}

Value reference_value(const Variant *v, Algorithm algorithm, const AnyState *s, int depth,
                      Value values[PLAYERS_MAX])
{
    const Reference ref = {.v = v, .root = v->game->turn(v->rules, s)};
    return value_find(&ref, algorithm, s, depth, values);
}

Value reference_value_repeating(const Variant *v, Algorithm algorithm, const AnyState *s, int depth,
                                const SearchLimits *limits, Value values[PLAYERS_MAX])
{
    const Reference ref = {.v = v, .root = v->game->turn(v->rules, s), .game = limits};
    return value_find(&ref, algorithm, s, depth, values);
}

Move reference_move(Search *se, const AnyState *s, int depth, Value *value)
{
    const Variant *const v   = se->v;
    const Reference      ref = {
             .v = v, .root = se->root, .se = se, .game = se->on & FEATURE_REPETITION ? &se->limits : NULL};
    const Step at = step_to(&ref, NULL, s);
    Move       moves[GAME_MOVES_MAX], best = MOVE_NONE;
    int        n   = v->game->generate(v->rules, s, moves);
    Value      end = 0;
    if (known(&ref, s, 0, &end) && n > 0) n = keep_known(&ref, &at, s, end, moves, n);
    se->nodes++;
    se->interior += n > 0;
    *value = n > 0 ? -VALUE_INF : leaf(&ref, s, ref.root, 0);
    for (int i = 0; i < n && !se->stopped; i++) {
        AnyState child;
        v->game->play(v->rules, &child, s, moves[i]);
        const Value w = minimax(&ref, &at, &child, 1, depth - 1);
        if (w > *value) *value = w, best = moves[i];
    }
    return best;
}
