// node_trace.h - what FEATURE_TRACE remembers of a node (trace.h). Part of search_template.h.
// Compiled away in all instances but one; slow is fine here.

// A node ends for this reason, with this value.
static inline __attribute__((always_inline)) Value node_ends(const Features on, Search *se, TraceReason why,
                                                             Value v)
{
    if (on & FEATURE_TRACE) se->trace->reason = why;
    return v;
}

// A move that is searched next.
static inline __attribute__((always_inline)) void node_tries(const Features on, Search *se, Move m, int mover,
                                                             int index, TraceWay way)
{
    if (on & FEATURE_TRACE) trace_next(se->trace, m, mover, index, way);
}

// A leaf that is valued without a node of its own. Already counted.
static inline void trace_leaf(Search *se, const NodeAt at, int side, TraceReason why, Value v)
{
    trace_enter(se->trace, se->nodes - 1, at.ply, at.depth, at.alpha, at.beta, side);
    se->trace->reason = why;
    trace_leave(se->trace, se->nodes, at.ply, v, false);
}

// A cut-off by m: the adaptive lists learn of it.
static inline void trace_cut(Search *se, const NodeOrder *node, Move m, uint32_t id)
{
    const HistoryAds *const ads  = &se->history_ads;
    TraceStep               made = {.node    = se->trace->open[node->ply],
                                    .id      = id,
                                    .m       = m,
                                    .mover   = (uint8_t)node->p,
                                    .side    = (uint8_t)node->side,
                                    .visited = se->nodes};
    if (ads->levels != LEVELS_MULTI) trace_query(se->trace, history_ads_list(ads, node->side, 0), made);
    if (ads->levels == LEVELS_SINGLE) return;
    made.level = (uint8_t)(1 + node->ply);
    trace_query(se->trace, history_ads_list(ads, node->side, 1 + node->ply), made);
}

// The best reply was player p's.
static inline void trace_reply(Search *se, int ply, int p)
{
    trace_query(se->trace, &se->threat_ads.list,
                (TraceStep){.node    = se->trace->open[ply],
                            .id      = (uint32_t)p,
                            .m       = MOVE_NONE,
                            .mover   = (uint8_t)p,
                            .side    = 1,
                            .level   = TRACE_THREAT,
                            .visited = se->nodes});
}
