// node_stats.h - what FEATURE_STATS counts at a node. Part of search_template.h. Compiled away in instances;
// slow is fine here.

static inline void stats_node(const Features on, Search *se, const NodeOrder *node, const Move moves[], int n)
{
    se->stats->level_interior[node->ply]++;
    if (!(on & FEATURES_HISTORY_ADS)) return;
    se->stats->list_nodes[node->ply]++;
    const HistoryAdsScores ads = history_ads_at(&se->history_ads, node->side, node->ply);
    for (int i = 0; i < n; i++)
        if (moves[i] != MOVE_NONE)
            se->stats->list_listed[node->ply] += history_ads_score(ads,
                                                                   move_id(se->rules, node->s, moves[i])) > 0;
}

// A cut-off by m after `searched` others; called before the lists learn of it.
static inline void stats_cut(const Features on, Search *se, const NodeOrder *node, Move m, int searched)
{
    SearchStats *const st = se->stats;
    st->cuts++;
    st->cuts_by_index[searched < CUT_INDEX_MAX ? searched : CUT_INDEX_MAX - 1]++;
    st->level_cuts[node->ply]++;
    st->level_cuts_first[node->ply] += searched == 0;
    if (!(on & FEATURES_HISTORY_ADS)) return;
    st->list_updates++;
    if (history_ads_score(history_ads_at(&se->history_ads, node->side, node->ply),
                          move_id(se->rules, node->s, m)) == 0)
        return;
    st->list_hits++;
    st->list_rank_sum += (uint64_t)searched;
}
