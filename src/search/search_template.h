// search_template.h - the searches, compiled against one game's own functions. Included by
// game/game_export.h, once per game.
//
// MissingDatabases, as static functions of the including file: State, Rules, generate, play, turn, hash,
// move_id, payoff, evaluate, pass_to; uses over, count, move_kind, generate_noisy, Parts where GAME_HAS_...
// says that they are there, GAME_TWO_PLAYERS, and GAME_PRESETS: more presets of alpha-beta, for this game
// alone. Gives one constant table, `search_nodes`.
//
// Each algorithm is one always_inline node function that takes the set of enabled features as `on`. In
// search_any it is read at run time; in a preset it is a constant, every `if (on & ...)` is decided by the
// compiler, and the preset is as fast as if the other ideas had never been written.

#include "search/order/history.h"
#include "search/order/history_ads.h"
#include "search/order/iteration.h"
#include "search/order/killer.h"
#include "search/order/pick.h"
#include "search/order/threat_ads.h"
#include "search/presets.h"
#include "search/search.h"

#include <string.h>

#include "search/node_order.h"
#include "search/node_stats.h"
#include "search/node_table.h"
#include "search/node_alphabeta.h"
#include "search/node_brs.h"
#include "search/node_maxn.h"

// One instance of an algorithm. FEATURES may mention `se`, which makes the switches run-time. Presets are
// flattened: with this many instances gcc would call the rules instead of inlining them, and clone a node for
// each of the first plies. The last ply, where most of the time goes, is an instance of its own: a loop over
// leaves, with the registers to itself.
#ifdef __clang__
#define PRESET_INLINING __attribute__((flatten, noinline))
#else
#define PRESET_INLINING __attribute__((flatten, noclone, noinline))
#endif
#define ALPHABETA(NAME, FEATURES, INLINING)                                                                    \
    static Value          alphabeta_##NAME##_node(Search *se, const State *s, int ply, int depth, Value alpha, \
                                                  Value beta);                                                 \
    static INLINING Value alphabeta_##NAME##_last(Search *se, const State *s, int ply, int depth,              \
                                                  Value alpha, Value beta)                                     \
    {                                                                                                          \
        (void)depth;                                                                                           \
        return alphabeta_node((FEATURES), true, NULL, alphabeta_##NAME##_node, se, s, ply, 1, alpha, beta);    \
    }                                                                                                          \
    static INLINING Value alphabeta_##NAME##_node(Search *se, const State *s, int ply, int depth,              \
                                                  Value alpha, Value beta)                                     \
    {                                                                                                          \
        return alphabeta_node((FEATURES), false, alphabeta_##NAME##_last, alphabeta_##NAME##_node, se, s,      \
                              ply, depth, alpha, beta);                                                        \
    }                                                                                                          \
    static Value alphabeta_##NAME(Search *se, const void *s, int depth, Value alpha, Value beta)               \
    {                                                                                                          \
        return alphabeta_child(alphabeta_##NAME##_last, alphabeta_##NAME##_node, se, s, 0, depth, alpha,       \
                               beta);                                                                          \
    }
#define BRS(NAME, FEATURES, INLINING)                                                                        \
    static INLINING Value brs_##NAME##_node(Search *se, const State *s, int ply, int depth, Value alpha,     \
                                            Value beta, bool max)                                            \
    {                                                                                                        \
        return brs_node((FEATURES), brs_##NAME##_node, se, s, ply, depth, alpha, beta, max);                 \
    }                                                                                                        \
    static Value brs_##NAME(Search *se, const void *s, int depth, Value alpha, Value beta)                   \
    {                                                                                                        \
        return brs_##NAME##_node(se, s, 0, depth, alpha, beta, true);                                        \
    }

ALPHABETA(any, se->on, __attribute__((noinline)))
BRS(any, se->on, )
#define X(name, features) ALPHABETA(name, features, PRESET_INLINING) BRS(name, features, PRESET_INLINING)
PRESETS(X)
#undef X

#ifdef GAME_PRESETS
#define X(name, features) ALPHABETA(name, features, PRESET_INLINING)
GAME_PRESETS(X)
#undef X
static const SearchPreset search_own[] = {
#define X(name, features) {(features), alphabeta_##name},
    GAME_PRESETS(X)
#undef X
        {0},
};
#endif

static void maxn_any_node(Search *se, const State *s, int ply, int depth, int above, Value secured,
                          Value out[PLAYERS_MAX])
{
    maxn_node(se->on, maxn_any_node, se, s, ply, depth, above, secured, out);
}
static void maxn_any(Search *se, const void *s, int depth, Value out[PLAYERS_MAX])
{
    maxn_any_node(se, s, 0, depth, -1, -VALUE_INF, out);
}

static const SearchNodes search_nodes = {
#define X(name, features) alphabeta_##name,
    .alphabeta = {alphabeta_any, PRESETS(X)},
#undef X
#define X(name, features) brs_##name,
    .brs = {brs_any, PRESETS(X)},
#undef X
    .maxn = maxn_any,
#ifdef GAME_PRESETS
    .own = search_own,
#endif
};

#undef ALPHABETA
#undef BRS
#undef PRESET_INLINING
