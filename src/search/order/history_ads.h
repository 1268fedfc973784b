// history_ads.h - History-ADS: moves that cut, in an adaptive list, for MAX and MIN apart. history-ads,
// sections 3-4; space-and-depth, section III.
//
// levels=single: one list for all plies. levels=multi: a list per ply, used only there. levels=blend (ours):
// what was learned at the same ply first, then the rest by the list of all plies.
#ifndef SEARCH_ORDER_HISTORY_ADS_H
#define SEARCH_ORDER_HISTORY_ADS_H

#include "search/search.h"

enum { HISTORY_ADS_BITS = 32, HISTORY_ADS_SAME_LEVEL_BIT = 31 };

static inline Ads *history_ads_list(const Search *se, int side, int level)
{
    return &se->ads[side * se->ads_levels + level];
}

// The scores a node reads: of its list, and with levels=blend of the list of all levels, for moves that are
// not in the first; else NULL.
typedef struct HistoryAds {
    const uint32_t *first, *second;
} HistoryAds;

static inline HistoryAds history_ads_at(const Search *se, int side, int ply)
{
    const Levels levels = se->settings.levels;
    return (HistoryAds){.first  = history_ads_list(se, side, levels == LEVELS_SINGLE ? 0 : 1 + ply)->score,
                        .second = levels == LEVELS_BLEND ? history_ads_list(se, side, 0)->score : NULL};
}

static inline uint64_t history_ads_score(HistoryAds ads, uint32_t id)
{
    const uint32_t score = ads.first[id];
    if (ads.second == NULL) return score;
    return score ? score | UINT32_C(1) << HISTORY_ADS_SAME_LEVEL_BIT : ads.second[id];
}

static inline void history_ads_cut(Search *se, int side, int ply, uint32_t id)
{
    if (se->settings.levels != LEVELS_MULTI) ads_query(history_ads_list(se, side, 0), id);
    if (se->settings.levels != LEVELS_SINGLE) ads_query(history_ads_list(se, side, 1 + ply), id);
}

static inline void history_ads_reset(Search *se)
{
    for (int i = 0; i < 2 * se->ads_levels; i++) ads_reset(&se->ads[i]);
}

#endif
