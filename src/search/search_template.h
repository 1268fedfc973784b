// search_template.h - the searches, compiled against one game's own functions. Included by
// game/game_export.h, once per game.
//
// Needs, as static functions of the including file: State, Rules, generate, play, turn, hash, move_id,
// payoff, evaluate, pass_to; uses over, leaf, count, rehash, move_kind, generate_noisy, Parts, drawn,
// reversible, in_check, null_allowed where GAME_HAS_... says that they are there, GAME_TWO_PLAYERS (no
// Best-Reply Search: with two players it is alpha-beta), and GAME_INSTANCES: more instances of alpha-beta,
// for this game alone.
// Gives one constant table, `search_nodes`.
//
// Each algorithm is one always_inline node function that takes the set of enabled features as `on`. In
// search_any it is read at run time; in an instance it is a constant, every `if (on & ...)` is decided by the
// compiler, and the instance is as fast as if the other ideas had never been written. FEATURE_TRACE has an
// instance for itself and is compiled away in all others, search_any too.

#include "search/instances.h"
#include "search/order/iteration.h"
#include "search/order/pick.h"
#include "search/search.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

// Where a node is, and the window it is searched with.
typedef struct NodeAt {
    int   ply, depth;
    Value alpha, beta;
} NodeAt;

// Nodes that need not be fast are compiled to be small: a page has to load them.
#ifdef __clang__
#define NODE_SMALL __attribute__((noinline, minsize))
#else
#define NODE_SMALL __attribute__((noinline, cold))
#endif

#include "search/node_hooks.h"
#include "search/node_order.h"
#include "search/node_stats.h"
#include "search/node_trace.h"
#include "search/node_table.h"
#include "search/node_line.h"
#include "search/node_alphabeta.h"
#ifndef GAME_TWO_PLAYERS
#include "search/node_brs.h"
#endif
#include "search/node_maxn.h"

// One instance of an algorithm. FEATURES may mention `se`, which makes the switches run-time. Instances are
// flattened: with this many of them gcc would call the rules instead of inlining them, and clone a node for
// each of the first plies. The last ply, where most of the time goes, is a function of its own: a loop over
// leaves, with the registers to itself. Sanitizers are slow anyway: without flattening the rules of Chinese
// Checkers compile in 9 seconds instead of 54.
#if defined(__has_feature)
#define INSTANCE_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define INSTANCE_SANITIZED 1
#else
#define INSTANCE_SANITIZED 0
#endif
#if INSTANCE_SANITIZED || !defined(__OPTIMIZE__)
#define INSTANCE_INLINING __attribute__((noinline))
#elif defined(__clang__)
#define INSTANCE_INLINING __attribute__((flatten, noinline))
#else
#define INSTANCE_INLINING __attribute__((flatten, noclone, noinline))
#endif
#define ALPHABETA(NAME, FEATURES, INLINING)                                                                  \
    static AlphaBetaNode  alphabeta_##NAME##_node;                                                           \
    static INLINING Value alphabeta_##NAME##_last(Search *se, const State *s, int ply, int depth,            \
                                                  Value alpha, Value beta)                                   \
    {                                                                                                        \
        const AlphaBetaInstance instance = {(FEATURES), true, alphabeta_##NAME##_last,                       \
                                            alphabeta_##NAME##_node};                                        \
        assert(depth == 1);                                                                                  \
        (void)depth;                                                                                         \
        if ((FEATURES)&FEATURE_TRACE) alphabeta_enters(se, s, (NodeAt){ply, 1, alpha, beta});                \
        const Value v = alphabeta_node(instance, se, s, ply, 1, alpha, beta);                                \
        if ((FEATURES)&FEATURE_TRACE) trace_leave(se->trace, se->nodes, ply, v, se->stopped);                \
        return v;                                                                                            \
    }                                                                                                        \
    static INLINING Value alphabeta_##NAME##_node(Search *se, const State *s, int ply, int depth,            \
                                                  Value alpha, Value beta)                                   \
    {                                                                                                        \
        const AlphaBetaInstance instance = {(FEATURES), false, alphabeta_##NAME##_last,                      \
                                            alphabeta_##NAME##_node};                                        \
        if ((FEATURES)&FEATURE_TRACE) alphabeta_enters(se, s, (NodeAt){ply, depth, alpha, beta});            \
        const Value v = alphabeta_node(instance, se, s, ply, depth, alpha, beta);                            \
        if ((FEATURES)&FEATURE_TRACE) trace_leave(se->trace, se->nodes, ply, v, se->stopped);                \
        return v;                                                                                            \
    }                                                                                                        \
    static Value alphabeta_##NAME(Search *se, const void *s, int depth, Value alpha, Value beta)             \
    {                                                                                                        \
        const AlphaBetaInstance instance = {(FEATURES), false, alphabeta_##NAME##_last,                      \
                                            alphabeta_##NAME##_node};                                        \
        if ((FEATURES)&FEATURE_TRACE) trace_root(se->trace, depth);                                          \
        return alphabeta_child(instance, se, s, (NodeAt){0, depth, alpha, beta});                            \
    }
#define BRS(NAME, FEATURES, INLINING)                                                                        \
    static INLINING Value brs_##NAME##_node(Search *se, const State *s, int ply, int depth, Value alpha,     \
                                            Value beta, bool max)                                            \
    {                                                                                                        \
        if ((FEATURES)&FEATURE_TRACE) trace_enter(se->trace, se->nodes, ply, depth, alpha, beta, !max);      \
        const Value v = brs_node((FEATURES), brs_##NAME##_node, se, s, (NodeAt){ply, depth, alpha, beta},    \
                                 max);                                                                       \
        if ((FEATURES)&FEATURE_TRACE) trace_leave(se->trace, se->nodes, ply, v, se->stopped);                \
        return v;                                                                                            \
    }                                                                                                        \
    static Value brs_##NAME(Search *se, const void *s, int depth, Value alpha, Value beta)                   \
    {                                                                                                        \
        if ((FEATURES)&FEATURE_TRACE) trace_root(se->trace, depth);                                          \
        return brs_##NAME##_node(se, s, 0, depth, alpha, beta, se->limits.moved == 0);                       \
    }

#define UNTRACED (se->on & ~(Features)FEATURE_TRACE)
#define TRACED   (se->on | FEATURE_TRACE)
ALPHABETA(any, UNTRACED, __attribute__((noinline)))
ALPHABETA(traced, TRACED, NODE_SMALL)
#define X(name, features) ALPHABETA(name, features, INSTANCE_INLINING)
INSTANCES(X)
#ifdef GAME_INSTANCES
GAME_INSTANCES(X)
#endif
#undef X

#ifndef GAME_TWO_PLAYERS
BRS(any, UNTRACED, )
BRS(traced, TRACED, NODE_SMALL)
#define X(name, features) BRS(name, features, INSTANCE_INLINING)
INSTANCES(X)
#undef X
#endif

#ifdef GAME_INSTANCES
static const SearchInstance search_own[] = {
#define X(name, features) {(features), alphabeta_##name},
    GAME_INSTANCES(X)
#undef X
        {0},
};
#endif

static void maxn_any_node(Search *se, const State *s, int ply, int depth, int above, Value secured,
                          Value out[PLAYERS_MAX])
{
    maxn_node(UNTRACED, maxn_any_node, se, s, (MaxnAt){ply, depth, above, secured}, out);
}
static void maxn_any(Search *se, const void *s, int depth, Value out[PLAYERS_MAX])
{
    maxn_any_node(se, s, 0, depth, -1, -VALUE_INF, out);
}
static NODE_SMALL void maxn_traced_node(Search *se, const State *s, int ply, int depth, int above,
                                        Value secured, Value out[PLAYERS_MAX])
{
    const int p = turn(se->rules, s);
    trace_enter(se->trace, se->nodes, ply, depth, -VALUE_INF, VALUE_INF, p != se->root);
    maxn_node(TRACED, maxn_traced_node, se, s, (MaxnAt){ply, depth, above, secured}, out);
    trace_leave(se->trace, se->nodes, ply, out[p], se->stopped);
}
static void maxn_traced(Search *se, const void *s, int depth, Value out[PLAYERS_MAX])
{
    trace_root(se->trace, depth);
    maxn_traced_node(se, s, 0, depth, -1, -VALUE_INF, out);
}

static const SearchNodes search_nodes = {
#define X(name, features) alphabeta_##name,
    .alphabeta = {alphabeta_any, INSTANCES(X)},
#undef X
#ifndef GAME_TWO_PLAYERS
#define X(name, features) brs_##name,
    .brs = {brs_any, INSTANCES(X)},
#undef X
    .brs_traced = brs_traced,
#endif
    .alphabeta_traced = alphabeta_traced,
    .maxn             = maxn_any,
    .maxn_traced      = maxn_traced,
#ifdef GAME_INSTANCES
    .own = search_own,
#endif
};

#undef ALPHABETA
#undef BRS
#undef TRACED
#undef UNTRACED
#undef NODE_SMALL
#undef INSTANCE_INLINING
#undef INSTANCE_SANITIZED
