// search.h - one search: its memory, its counters, its result. The nodes are compiled per game
// (search_template.h); everything here is the same for all games.
//
//     search_settings_parse(&settings, &spec, variant, status)   what to search and how (settings.h)
//     Search *se = search_open(variant, &settings, status)       allocates everything
//     search_run(se, &state, &limits, NULL, NULL, &result)       as often as wanted; no allocation
//     search_close(se)
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "base/rng.h"
#include "search/order/history.h"
#include "search/order/history_ads.h"
#include "search/order/killer.h"
#include "search/order/replies.h"
#include "search/order/threat_ads.h"
#include "search/settings.h"
#include "search/trace.h"
#include "search/tt.h"

#include <stdatomic.h>

enum { CUT_INDEX_MAX = 64 };

typedef struct SearchLimits {
    int                depth;      // 0: as the settings say
    double             seconds;    // 0: none
    uint64_t           nodes;      // 0: none
    const atomic_bool *stop;       // or NULL: looked at a few thousand times a second
    bool               straight;   // to the depth at once also under a limit of time or nodes
    // the positions of the game before this one, as hashes, the oldest first: for repetition=yes
    const uint64_t *history;
    int             history_count;
    // or 0: the position is one after a move of player moved - 1, and is searched for him: Paranoid holds all
    // others for his enemies, Best-Reply Search begins with a reply to him. Values stay those of the player
    // to move (BRS: of those who reply)
    int moved;
} SearchLimits;

// Counted only under FEATURE_STATS.
typedef struct SearchStats {
    uint64_t cuts, cuts_by_index[CUT_INDEX_MAX];   // the last element: that index and beyond
    uint64_t level_interior[PLY_MAX], level_cuts[PLY_MAX], level_cuts_first[PLY_MAX];
    uint64_t table_probes, table_hits, table_cuts;
    // hits: the cutting move was in the list already; rank: how many moves were searched before it
    uint64_t list_updates, list_hits, list_rank_sum;
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
    bool    noisy;    // the move that led here is noisy
    bool    null;     // it was a null move
    uint8_t checks;   // check extensions on the way here
} PlyInfo;

// The positions of the line and of the game before it, and the lowest ply that the value just found depends
// on.
enum { LINE_SLOTS = 4096 };
typedef struct LineHashes {
    uint64_t hash[PLY_MAX + 1];
    uint16_t seen[LINE_SLOTS];   // by their low bits, how many there are
    int      depends;
} LineHashes;

// One thread's search. Hot members first; the rest is set up once.
typedef struct Search {
    const void *rules;
    Features    on;
    uint64_t    nodes, interior;   // interior: expanded, the others are leaves
    uint64_t    nodes_check;       // when to look at the clock and the limits next
    bool        stopped;
    int         root, players;   // the player who searches
    // xored into hashes: the searching player (paranoid, BRS), MIN nodes (BRS)
    uint64_t key_side[2];
    int      shift[FEATURE_COUNT];   // where each ordering idea's score lies in a move's 64 bits
    TT      *tt;
    // What each ordering idea has learned: history_ads, killer, ...
#define X(id, name, type, features) type name;
#include "search/order/memory.def"
#undef X
    PlyInfo      line[PLY_MAX + 1];
    LineHashes   past;   // repetition=yes (node_line.h)
    Move         pv[PLY_MAX + 1][PLY_MAX + 1];
    int          pv_length[PLY_MAX + 1];
    Rng          rng;
    SearchStats *stats;
    Trace       *trace;   // NULL: not remembered

    SearchSettings     settings;
    const Variant     *v;
    SearchLimits       limits;
    double             deadline;   // by clock_seconds; 0: none
    uint64_t           nodes_limit;
    atomic_bool       *halt;   // helper threads: stop now
    TT                 tt_own;
    struct SearchTeam *team;     // helper threads, or NULL
    int                number;   // of a helper thread
    uint32_t           known;    // positions that databases knew, of all searches since it was opened
} Search;

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
// The same with repetition=yes, after the game whose positions *limits has.
Value reference_value_repeating(const Variant *v, Algorithm algorithm, const AnyState *s, int depth,
                                const SearchLimits *limits, Value values[PLAYERS_MAX]);
// The first of the best moves by minimax (Paranoid for more than two players), counted and stopped as a
// search.
Move reference_move(Search *se, const AnyState *s, int depth, Value *value);

// The trace of the last search, now the caller's; the search goes on without one. NULL: there is none.
// The other way round: the search remembers in this one, which it closes; NULL: in one as its settings say.
// False: no memory, or not of a search with trace=.
Trace *search_trace_take(Search *se);
bool   search_trace_give(Search *se, Trace *trace);

// Called by nodes every few thousand visits: true when the search must end.
bool search_poll(Search *se);

static inline bool search_must_stop(Search *se)
{
    return __builtin_expect(se->nodes >= se->nodes_check, 0) && search_poll(se);
}

#endif
