// node_table.h - a node and the transposition table. Part of search_template.h.

static inline bool table_bound_cuts(const Features on, const TTHit *hit, int depth, Value v, Value alpha,
                                    Value beta)
{
    if (hit->depth != depth && !((on & FEATURE_TT_DEEPER) && hit->depth > depth)) return false;
    return hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && v >= beta) ||
           (hit->bound == BOUND_UPPER && v <= alpha);
}

// Looks the node up: true with its value when that is enough, else at least *first, the index of the best
// move known. Never cuts at the root, which must name a move.
static inline __attribute__((always_inline)) bool table_cuts(const Features on, Search *se, uint64_t key,
                                                             int ply, int depth, Value alpha, Value beta,
                                                             int *first, Value *known)
{
    const TTHit hit = tt_probe(se->tt, key);
    if (on & FEATURE_STATS) se->stats->table_probes++, se->stats->table_hits += hit.bound != BOUND_NONE;
    if (hit.bound == BOUND_NONE) return false;
    *first = hit.index;
    *known = value_from_table(hit.value, ply);
    if (ply == 0 || !table_bound_cuts(on, &hit, depth, *known, alpha, beta)) return false;
    if (on & FEATURE_STATS) se->stats->table_cuts++;
    return true;
}

static inline void table_store(Search *se, uint64_t key, int ply, int depth, Value alpha, Value beta,
                               Value best, int index)
{
    tt_store(se->tt, key, value_to_table(best, ply), (uint16_t)index, depth,
             best >= beta   ? BOUND_LOWER
             : best > alpha ? BOUND_EXACT
                            : BOUND_UPPER);
}
