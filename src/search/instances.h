// instances.h - the combinations of features whose speed is claimed: compiled with their switches fixed.
// X(name, features).
#ifndef SEARCH_INSTANCES_H
#define SEARCH_INSTANCES_H

#include "search/search.h"

#define INSTANCES(X)                                                                                         \
    X(plain, 0)                                                                                              \
    X(ads, FEATURE_ORDER_ADS)                                                                                \
    X(ads_tt, FEATURE_ORDER_ADS | FEATURE_TT | FEATURE_ORDER_TT)                                             \
    X(full, FEATURE_ORDER_ADS | FEATURE_TT | FEATURE_ORDER_TT | FEATURE_ORDER_KILLER | FEATURE_PVS)

enum {
    INSTANCE_ANY,
#define X(name, features) INSTANCE_##name,
    INSTANCES(X)
#undef X
        INSTANCE_COUNT
};

// The searches of one game.
typedef Value SearchRoot(Search *se, const void *s, int depth, Value alpha, Value beta);
typedef struct SearchInstance {
    Features    on;
    SearchRoot *root;
} SearchInstance;
typedef void SearchMaxn(Search *se, const void *s, int depth, Value out[PLAYERS_MAX]);
typedef struct SearchNodes {
    SearchRoot *alphabeta[INSTANCE_COUNT];   // [0] reads the switches at run time
    // NULL in a game that is always for two: there Best-Reply Search is alpha-beta
    SearchRoot *brs[INSTANCE_COUNT];
    // of this game alone, alpha-beta; ended by root NULL; or NULL
    const SearchInstance *own;
    SearchMaxn           *maxn;
    // the same with FEATURE_TRACE, which no other has
    SearchRoot *alphabeta_traced, *brs_traced;
    SearchMaxn *maxn_traced;
} SearchNodes;

#endif
