// search.h - one search: its settings, its tables, its counters, its result. The nodes are compiled per game
// (search_template.h); everything here is the same for all games.
//
//     SearchSettings settings;  search_settings_parse(&settings, &spec, variant, status)
//                               alphabeta:depth=6,order=tt+killer
//     Search *se = search_open(variant, &settings, status)                                    allocates
//         everything
//     search_run(se, &state, &limits, NULL, NULL, &result)                                    as often as
//         wanted; no allocation
//     search_close(se)
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "base/rng.h"
#include "game/variant.h"
#include "search/ads.h"
#include "search/tt.h"
#include "search/values.h"

#include <stdatomic.h>

// Features: a bit for each line of features.def.
enum {
#define X(id, name, preserves, source, help) FEATURE_BIT_##id,
#include "search/features.def"
#undef X
    FEATURE_COUNT
};
typedef enum {
#define X(id, name, preserves, source, help) FEATURE_##id = 1u << FEATURE_BIT_##id,
#include "search/features.def"
#undef X
} Feature;
typedef unsigned Features;

typedef struct FeatureInfo {
    const char *id, *name;
    bool        preserves;
    const char *source, *help;
} FeatureInfo;
extern const FeatureInfo feature_info[FEATURE_COUNT];

// clang-format off
#define FEATURES_ORDER (FEATURE_ORDER_TT | FEATURE_ORDER_KILLER | FEATURE_ORDER_ADS | FEATURE_ORDER_THREAT | FEATURE_ORDER_HISTORY | FEATURE_ORDER_EVAL | \
                        FEATURE_ORDER_KIND | FEATURE_ORDER_COMBINED | FEATURE_ORDER_COMBINED_ADS | FEATURE_ORDER_ITERATION | FEATURE_ORDER_RANDOM | FEATURE_ORDER_ORACLE)
// clang-format on
#define FEATURES_LISTS                                                                                       \
    (FEATURE_ORDER_ADS | FEATURE_ORDER_COMBINED_ADS)   // those that learn in the adaptive lists

typedef enum {
    ALGORITHM_ALPHABETA,
    ALGORITHM_BRS,
    ALGORITHM_PARANOID,
    ALGORITHM_MAXN,
    ALGORITHM_MINIMAX
} Algorithm;

typedef enum { LEVELS_SINGLE, LEVELS_MULTI, LEVELS_BLEND } Levels;
typedef enum { WEIGHT_ONE, WEIGHT_SQUARE, WEIGHT_POWER } HistoryWeight;

// Bits that the scores of ordering ideas take (the others say it in their own files).
enum { ORDER_EVAL_BITS = 25, ORDER_KIND_BITS = 5, ORDER_RANDOM_BITS = 20 };

enum {
    ORDER_MAX          = 8,
    KILLER_SLOTS_MAX   = 4,
    SEARCH_DEPTH_MAX   = 60,
    SEARCH_THREADS_MAX = 64,
    CUT_INDEX_MAX      = 64
};

// Plain data: everything a player spec can say about a search.
typedef struct SearchSettings {
    Algorithm     algorithm;
    Features      on;
    int           order_count;
    Feature       order[ORDER_MAX];   // as given: the earlier decides first
    int           depth, time_ms;     // limits of the player itself; 0: none
    int64_t       nodes;
    AdsRule       rule;
    int           k, limit;   // limit 0: none
    Levels        levels;
    bool          keep_lists;   // list lifetime: the whole game instead of one search
    int           killer_slots;
    HistoryWeight weight;
    bool          history_levels;
    int           eval_levels, region_eval, region_history;
    int           q, tt_bits, null_reduction, sibling_margin, reduce_from, aspiration;
    int           order_from;          // with fewer plies to go the generator's order; 0: ordered everywhere
    Value         window[PLY_MAX];     // width per level from the root, or by depth left
    Value         futility[PLY_MAX];   // margin by depth left
    bool          windows_from_leaves;
    bool          deepening, any;   // any: never use a preset (for tests)
    int           threads;
    uint64_t      seed;
} SearchSettings;

typedef struct SearchLimits {
    int                depth;      // 0: as the settings say
    double             seconds;    // 0: none
    uint64_t           nodes;      // 0: none
    const atomic_bool *stop;       // or NULL: looked at a few thousand times a second
    bool               straight;   // to the depth at once also under a limit of time or nodes
} SearchLimits;

// Counted only under FEATURE_STATS.
typedef struct SearchStats {
    uint64_t cuts, cuts_by_index[CUT_INDEX_MAX];   // the last element: that index and beyond
    uint64_t level_interior[PLY_MAX], level_cuts[PLY_MAX], level_cuts_first[PLY_MAX];
    uint64_t table_probes, table_hits, table_cuts;
    uint64_t list_updates, list_hits,
        // hits: the cutting move was in the list already; rank: how many moves were searched before it
        list_rank_sum;
    // moves of interior nodes that are in the list, by level
    uint64_t list_listed[PLY_MAX], list_nodes[PLY_MAX];
} SearchStats;

typedef struct SearchResult {
    Value    value;                 // for the player to move; max^n: his component
    Value    values[PLAYERS_MAX];   // max^n: all of them
    int      depth;                 // completed
    int      pv_length;
    Move     pv[PLY_MAX];   // pv[0] is the move; BRS: the replies in between with it
    uint64_t nodes, interior, leaves;
    double   seconds;
    bool     stopped;   // a limit was hit before the depth was reached
    uint64_t list_length;
} SearchResult;

// Called after each completed depth.
typedef void SearchReport(void *context, const SearchResult *so_far);

typedef struct PlyInfo {
    bool noisy;   // the move that led here is noisy
    bool null;    // it was a null move
} PlyInfo;

// One thread's search. Hot members first; the rest is set up once.
typedef struct Search {
    const void *rules;
    Features    on;
    uint64_t    nodes, interior,
        // interior: expanded, the others are leaves; nodes_check: when to look at the clock and the limits
        // next
        nodes_check;
    bool stopped;
    int  root, players;   // the player who searches
    // xored into hashes: the searching player (paranoid, BRS), MIN nodes (BRS)
    uint64_t     key_side[2];
    int          shift[FEATURE_COUNT];   // where each ordering idea's score lies in a move's 64 bits
    TT          *tt;
    Ads         *ads;          // [side][1 + PLY_MAX]: list 0 for all levels, list 1+ply for one
    int          ads_levels;   // lists per side
    uint32_t    *ads_memory, threat_memory[4 * PLAYERS_MAX];
    Ads          threat;                          // opponents
    uint32_t    *history;                         // [player][level][id]
    size_t       history_player, history_level;   // strides; history_level is 0 for one table for all levels
    int          history_levels_used;
    uint32_t     killer[PLY_MAX][KILLER_SLOTS_MAX];
    uint64_t    *oracle;   // best replies by position: key with the index of the move in its low bits
    uint64_t     oracle_mask;
    PlyInfo      line[PLY_MAX + 1];
    Move         pv[PLY_MAX + 1][PLY_MAX + 1];
    int          pv_length[PLY_MAX + 1];
    Rng          rng;
    SearchStats *stats;

    SearchSettings     settings;
    const Variant     *v;
    SearchLimits       limits;
    double             deadline;   // by clock_seconds; 0: none
    uint64_t           nodes_limit;
    atomic_bool       *halt;   // helper threads: stop now
    TT                 tt_own;
    struct SearchTeam *team;     // helper threads, or NULL
    int                number;   // of a helper thread
} Search;

bool search_settings_parse(SearchSettings *settings, const Spec *spec, const Variant *v, Status *status);
// Puts the keys of preset= in its place.
bool search_preset_expand(Spec *spec, Status *status);
// Where each ordering idea's score lies (the earliest highest); returns the bits they take together.
int           search_order_bits(const SearchSettings *settings, int shift[FEATURE_COUNT]);
const Option *search_options(void);   // the keys, for help

Search *search_open(const Variant *v, const SearchSettings *settings, Status *status);
void    search_close(Search *se);
void    search_reset(Search *se);   // forgets everything learned: lists, tables, counters
// Of order=random, from the next search on.
static inline void search_seed(Search *se, uint64_t seed) { se->settings.seed = seed; }
void               search_run(Search *se, const AnyState *s, const SearchLimits *limits, SearchReport *report,
                              void *context, SearchResult *result);

// The size of the minimal tree, as a bound from above: the smallest tree found by searching again with the
// best replies of the last search until the count no longer falls. For alphabeta, paranoid and brs. To
// limits->depth; its seconds and its stop end it early: then *nodes is what was found so far, or 0.
bool search_minimal_tree(const Variant *v, const SearchSettings *settings, const AnyState *s,
                         const SearchLimits *limits, uint64_t *nodes, Status *status);

// The oracle: plain minimax of each algorithm through the game's table, with no pruning and nothing
// remembered. Slow.
Value reference_value(const Variant *v, Algorithm algorithm, const AnyState *s, int depth,
                      Value values[PLAYERS_MAX]);
// The first of the best moves by minimax (Paranoid for more than two players), counted and stopped as a
// search.
Move reference_move(Search *se, const AnyState *s, int depth, Value *value);

// Called by nodes every few thousand visits: true when the search must end.
bool search_poll(Search *se);

static inline bool search_must_stop(Search *se)
{
    return __builtin_expect(se->nodes >= se->nodes_check, 0) && search_poll(se);
}

#endif
