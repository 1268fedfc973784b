// presets.h - the combinations of features whose speed is claimed: compiled with their switches fixed.
// X(name, features).
#ifndef SEARCH_PRESETS_H
#define SEARCH_PRESETS_H

#include "search/search.h"

#define PRESETS(X)                                                                                           \
    X(plain, 0)                                                                                              \
    X(ads, FEATURE_ORDER_ADS)                                                                                \
    X(ads_tt, FEATURE_ORDER_ADS | FEATURE_TT | FEATURE_ORDER_TT)                                             \
    X(full, FEATURE_ORDER_ADS | FEATURE_TT | FEATURE_ORDER_TT | FEATURE_ORDER_KILLER | FEATURE_PVS)

enum {
    PRESET_ANY,
#define X(name, features) PRESET_##name,
    PRESETS(X)
#undef X
        PRESET_COUNT
};

// The searches of one game.
typedef Value SearchRoot(Search *se, const void *s, int depth, Value alpha, Value beta);
typedef struct SearchPreset {
    Features    on;
    SearchRoot *root;
} SearchPreset;
typedef struct SearchNodes {
    SearchRoot *alphabeta[PRESET_COUNT], *brs[PRESET_COUNT];   // [0] reads the switches at run time
    // of this game alone, alpha-beta; ended by root NULL; or NULL
    const SearchPreset *own;
    void (*maxn)(Search *se, const void *s, int depth, Value out[PLAYERS_MAX]);
} SearchNodes;

#endif
