// history_ads.h - History-ADS: moves that cut, in an adaptive list, for MAX and MIN apart. history-ads, sections 3-4; space-and-depth, section III.
//
// levels=single: one list for all plies. levels=multi: a list per ply, used only there. levels=blend (ours): what was learned at the same ply first,
// then the rest by the list of all plies.
#ifndef ORDER_HISTORY_ADS_H
#define ORDER_HISTORY_ADS_H

#include "search/search.h"

enum { HISTORY_ADS_BITS = 32, HISTORY_ADS_SAME_LEVEL_BIT = 31 };

static inline Ads *history_ads_list(const Search *se, int side, int level)
{
    return &se->ads[side * se->ads_levels + level];
}

static inline uint64_t history_ads_score(const Search *se, int side, int ply, uint32_t id)
{
    if (se->settings.levels == LEVELS_SINGLE) return ads_score(history_ads_list(se, side, 0), id);
    const uint64_t same = ads_score(history_ads_list(se, side, 1 + ply), id);
    if (se->settings.levels == LEVELS_MULTI) return same;
    return same ? same | UINT64_C(1) << HISTORY_ADS_SAME_LEVEL_BIT : ads_score(history_ads_list(se, side, 0), id);
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
