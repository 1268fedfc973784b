// What values cannot show: the order in which moves are searched, and the ideas that change values. A twin of
// the search, written plainly from MAX's point of view, keeps nothing but a log of its cut-offs and asks
// every ordering idea of that log; it must visit the same number of nodes and leaves, find the same value and
// move. (The pieces one by one: test_order.c.)
#ifndef TESTS_SEARCH_SEARCH_TWIN_H
#define TESTS_SEARCH_SEARCH_TWIN_H

#include "base/rng.h"
#include "search/search.h"

enum { LOG_MAX = 1 << 16, ENTRIES = 1 << 16, TWIN_MOVES = 4096 };

typedef struct Cut {
    int      p, side, ply, depth;
    uint32_t id;
} Cut;
typedef struct Entry {
    bool     used;
    uint64_t key;
    Value    value;
    int      index, depth;
    Bound    bound;
} Entry;   // value and bound for the searching player

typedef struct Twin {
    const Variant        *v;
    const SearchSettings *t;
    bool                  brs;
    int                   root, cut_count, threat_count;
    uint64_t              nodes, leaves, cuts, cuts_first, list_hits;
    Rng                   rng;
    Move                  move;   // the best one at the root
    bool                  noisy[PLY_MAX + 1], null[PLY_MAX + 1];
    int                   checks[PLY_MAX + 1];   // extensions on the way
    uint64_t              path[PLY_MAX + 1];     // the positions of the line, as hashes
    SearchLimits          game;                  // those before the root
    int                   depends;               // the ply that the last value depends on; PLY_MAX: none
    int                   threat[LOG_MAX];       // opponents with the best reply, as they came
    Cut                   cut[LOG_MAX];
    Entry                 entry[ENTRIES];
} Twin;

typedef struct TwinMove {
    Move     m;
    int      owner, index;
    uint64_t key[ORDER_MAX];
} TwinMove;

void  twin_cut(Twin *tw, const AnyState *s, bool max, const TwinMove *m, int ply, int depth, int searched);
int   twin_generate(const Twin *tw, const AnyState *s, bool max, TwinMove list[TWIN_MOVES]);
Value twin_node(Twin *tw, const AnyState *s, int ply, int depth, Value alpha, Value beta, bool brs_max);
Twin *twin_open(const Variant *v, const SearchSettings *t);
void twin_order(Twin *tw, const AnyState *s, bool max, int ply, int depth, int first, TwinMove list[], int n);
bool twin_over(const Twin *tw, const AnyState *s);
bool twin_drawn(Twin *tw, const AnyState *s, int ply);
Value twin_run(Twin *tw, const AnyState *s, int depth);

#endif
