// node_table.h - a node and the transposition table. Part of search_template.h.

// The hash of a position, which an incremental one must equal from scratch.
static inline uint64_t node_hash(const Rules *r, const State *s)
{
#ifdef GAME_HAS_REHASH
    assert(hash(r, s) == rehash(r, s));
#endif
    return hash(r, s);
}

#ifdef GAME_HAS_CLOCK
// A search to whose values a count of the referee's may matter, which is not in the hash, finds a position
// only with the same count.
static inline uint64_t table_clock(const Search *se, const State *s, int depth)
{
    const SearchSettings *const set  = &se->settings;
    const int                   more = set->check + set->stand_pat + set->q;
    if (__builtin_expect(clock_left(se->rules, s) > depth + more, 1)) return 0;
    return mix64((uint64_t)node_reversible(se->rules, s) + 1);
}
#endif

static inline bool table_bound_cuts(const Features on, const TTHit *hit, Value v, NodeAt at)
{
    if (hit->depth != at.depth && !((on & FEATURE_TT_DEEPER) && hit->depth > at.depth)) return false;
    return hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && v >= at.beta) ||
           (hit->bound == BOUND_UPPER && v <= at.alpha);
}

// Looks the node up: true with its value when that is enough, else at least *first, the index of the best
// move known. Never cuts at the root, which must name a move.
static inline __attribute__((always_inline)) bool table_cuts(const Features on, Search *se, uint64_t key,
                                                             const NodeAt at, int *first, Value *known)
{
    const TTHit hit = tt_probe(se->tt, key);
    if (on & FEATURE_STATS) se->stats->table_probes++, se->stats->table_hits += hit.bound != BOUND_NONE;
    if (hit.bound == BOUND_NONE) return false;
    *first = hit.index;
    *known = value_from_table(hit.value, at.ply);
    assert(-VALUE_INF < *known && *known < VALUE_INF);
    if (at.ply == 0 || !table_bound_cuts(on, &hit, *known, at)) return false;
    if (on & FEATURE_STATS) se->stats->table_cuts++;
    return true;
}

#ifdef GAME_HAS_HASH_AFTER
// Fetches the line of the position after a move.
static inline __attribute__((always_inline)) void table_fetch_after(const Search *se, const State *s, Move m)
{
    const uint64_t after = hash_after(se->rules, s, m);
#ifndef NDEBUG
    State child;
    play(se->rules, &child, s, m);
    assert(after == hash(se->rules, &child) || node_is_over(se->rules, &child));
#endif
    tt_prefetch(se->tt, after ^ se->key_side[0]);
}
#endif

// `at` with the window that the node was entered with.
static inline void table_store(Search *se, uint64_t key, const NodeAt at, Value best, int index)
{
    tt_store(se->tt, key, value_to_table(best, at.ply), (uint16_t)index, at.depth,
             best >= at.beta   ? BOUND_LOWER
             : best > at.alpha ? BOUND_EXACT
                               : BOUND_UPPER);
}
