// settings.h - what a player spec can say about a search, as plain data: features, algorithms, settings.
//
//     SearchSettings settings;
//     search_settings_parse(&settings, &spec, variant, status)      alphabeta:depth=6,order=tt+killer,tt=20
//
// Three lists say it all, each in one place: features.def (ideas), algorithms.def and settings.def (keys).
#ifndef SEARCH_SETTINGS_H
#define SEARCH_SETTINGS_H

#include "game/variant.h"
#include "search/ads.h"
#include "search/values.h"

// A bit for each line of features.def.
enum {
#define X(id, name, class, bits, preserves, source, help) FEATURE_BIT_##id,
#include "search/features.def"
#undef X
    FEATURE_COUNT
};
typedef enum {
#define X(id, name, class, bits, preserves, source, help) FEATURE_##id = 1u << FEATURE_BIT_##id,
#include "search/features.def"
#undef X
} Feature;
typedef unsigned Features;

typedef enum {
    CLASS_METHOD,
    CLASS_RULES,
    CLASS_TABLE,
    CLASS_EXTENSION,
    CLASS_PRUNING,
    CLASS_COUNTERS,
    CLASS_ORDER,
    CLASS_ORDER_INTERNAL   // no spec can name it
} FeatureClass;

// Sets of features: all that order moves; those of each memory of order/memory.def; all that learn.
enum {
    FEATURES_ORDER = 0
#define X(id, name, class, bits, preserves, source, help) | (CLASS_##class >= CLASS_ORDER ? FEATURE_##id : 0)
#include "search/features.def"
#undef X
    ,
#define X(id, name, type, features) FEATURES_##id = (features),
#include "search/order/memory.def"
#undef X
    FEATURES_LEARNING = 0
#define X(id, name, type, features) | FEATURES_##id
#include "search/order/memory.def"
#undef X
};

// Bits of a score that each idea takes, as constants.
enum {
#define X(id, name, class, bits, preserves, source, help) SCORE_BITS_##id = (bits),
#include "search/features.def"
#undef X
};

typedef struct FeatureInfo {
    const char *name;
    FeatureClass class;
    int         bits;
    bool        preserves;
    const char *source, *help;
} FeatureInfo;
extern const FeatureInfo feature_info[FEATURE_COUNT];
extern const char *const feature_class_names[CLASS_ORDER_INTERNAL + 1];

typedef enum {
#define X(id, name, run, abilities, features, players, help) ALGORITHM_##id,
#include "search/algorithms.def"
#undef X
    ALGORITHM_COUNT
} Algorithm;

enum {
    ALGORITHM_TWO_PLAYERS = 1 << 0,   // only for two
    ALGORITHM_WINDOW      = 1 << 1,   // a value within bounds: aspiration, threads, the minimal tree
    ALGORITHM_LIMITS      = 1 << 2,   // may be stopped by time and nodes
    ALGORITHM_ORDER_FROM  = 1 << 3,   // knows order-from=
};

typedef struct AlgorithmInfo {
    const char *name;
    unsigned    abilities;
    Features    features;   // that it knows
    const char *players, *help;
} AlgorithmInfo;
extern const AlgorithmInfo algorithm_info[ALGORITHM_COUNT];

// The algorithm of that name, NULL when there is none; its number is its place in algorithm_info.
const AlgorithmInfo *search_algorithm_find(const char *name);
// All names, separated by ", ".
void search_algorithm_names(Text *out);

typedef enum { LEVELS_SINGLE, LEVELS_MULTI, LEVELS_BLEND } Levels;
typedef enum { WEIGHT_ONE, WEIGHT_SQUARE, WEIGHT_POWER } HistoryWeight;

enum { ORDER_MAX = 8, KILLER_SLOTS_MAX = 4, SEARCH_DEPTH_MAX = 60, SEARCH_THREADS_MAX = 64 };
enum { TRACE_NODES_MAX = 4000000, TRACE_NODES_USUAL = 100000 };   // usual: of settings that name none

// A member, or several, for each line of settings.def, which says what they mean. Lists: `order` as given,
// the earlier decides first; `window` by level from the root, or by remaining depth; `futility` by remaining
// depth.
typedef struct SearchSettings {
    Algorithm algorithm;
    Features  on;
    bool      any;   // read the features at run time, never use an instance (for tests)
#define NUMBER(member, type, key, min, max, fallback, switches, needs, help) type member;
#define CHOICE(member, type, key, choices, fallback, switches, needs, help)  type member;
#define LIST(name, key, form, members, switches, needs, help)                members;
#include "search/settings.def"
} SearchSettings;

bool search_settings_parse(SearchSettings *settings, const Spec *spec, const Variant *v, Status *status);
// Puts the keys of preset= in its place. Presets belong to games (Game.presets).
bool search_preset_expand(Spec *spec, Status *status);
// Where each ordering idea's score lies (the earliest highest); returns the bits they take together.
int search_order_bits(const SearchSettings *settings, int shift[FEATURE_COUNT]);

// The keys, for help: ended by key NULL. search_option_needs: what the one at `index` needs, as a set of
// features; features_describe writes such a set for people ("killer or history in order=").
const Option *search_options(void);
Features      search_option_needs(int index);
void          features_describe(Features features, Text *out);

#endif
