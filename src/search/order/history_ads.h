// history_ads.h - History-ADS: moves that cut, in an adaptive list, for MAX and MIN apart. history-ads,
// sections 3-4; space-and-depth, section III.
//
// levels=single: one list for all plies. levels=multi: a list per ply, used only there. levels=blend (ours):
// what was learned at the same ply first, then the rest by the list of all plies.
//
// order=listed reads the same lists, but only whether a move is in one: what the order in the list is worth.
#ifndef SEARCH_ORDER_HISTORY_ADS_H
#define SEARCH_ORDER_HISTORY_ADS_H

#include "search/order/setup.h"

#include <assert.h>
#include <stdlib.h>

enum { HISTORY_ADS_SAME_LEVEL_BIT = SCORE_BITS_ORDER_ADS - 1 };
_Static_assert(ADS_SCORE_MAX < UINT32_C(1) << HISTORY_ADS_SAME_LEVEL_BIT, "a score must leave the bit free");

typedef struct HistoryAds {
    Ads      *lists;   // [side][per_side]: list 0 for all levels, list 1 + ply for one
    int       per_side;
    Levels    levels;
    uint32_t *memory;   // of all lists
} HistoryAds;

// The limit of the list of a ply; of that of all plies, -1.
static inline uint32_t history_ads_limit(const SearchSettings *t, int ply)
{
    assert(ply >= -1 && t->limit >= 0);
    return ply < 0 || (ply >= t->limit_from && ply <= t->limit_to) ? (uint32_t)t->limit : 0;
}

static inline bool history_ads_open(HistoryAds *ads, const OrderSetup *setup)
{
    const SearchSettings *const t     = setup->settings;
    const int                   side  = t->levels == LEVELS_SINGLE ? 1 : 1 + PLY_MAX;
    const size_t                words = ads_words(t->rule, setup->move_ids), count = (size_t)(2 * side);
    *ads = (HistoryAds){.per_side = side,
                        .levels   = t->levels,
                        .lists    = calloc(count, sizeof *ads->lists),
                        .memory   = calloc(count, words * sizeof *ads->memory)};
    if (ads->lists == NULL || ads->memory == NULL) return false;
    for (size_t i = 0; i < count; i++)
        ads_open(&ads->lists[i], t->rule, (uint32_t)t->k, history_ads_limit(t, (int)i % side - 1),
                 setup->move_ids, &ads->memory[i * words]);
    return true;
}

static inline void history_ads_close(HistoryAds *ads)
{
    free(ads->lists);
    free(ads->memory);
}

static inline void history_ads_reset(HistoryAds *ads)
{
    for (int i = 0; i < 2 * ads->per_side; i++) ads_reset(&ads->lists[i]);
}

// Elements of all lists together; 0 when there are none.
static inline uint64_t history_ads_length(const HistoryAds *ads)
{
    uint64_t length = 0;
    for (int i = 0; i < 2 * ads->per_side; i++) length += ads->lists[i].length;
    return length;
}

static inline Ads *history_ads_list(const HistoryAds *ads, int side, int level)
{
    assert(side >= 0 && side < 2 && level >= 0 && level < ads->per_side);
    return &ads->lists[side * ads->per_side + level];
}

// The scores a node reads: of its list, and with levels=blend of the list of all levels, for moves that are
// not in the first; else NULL.
typedef struct HistoryAdsScores {
    const uint32_t *first, *second;
} HistoryAdsScores;

static inline HistoryAdsScores history_ads_at(const HistoryAds *ads, int side, int ply)
{
    const int level = ads->levels == LEVELS_SINGLE ? 0 : 1 + ply;
    return (HistoryAdsScores){.first  = history_ads_list(ads, side, level)->score,
                              .second = ads->levels == LEVELS_BLEND ? history_ads_list(ads, side, 0)->score
                                                                    : NULL};
}

static inline uint64_t history_ads_score(HistoryAdsScores scores, uint32_t id)
{
    const uint32_t score = scores.first[id];
    if (scores.second == NULL) return score;
    return score ? score | UINT32_C(1) << HISTORY_ADS_SAME_LEVEL_BIT : scores.second[id];
}

static inline void history_ads_cut(const HistoryAds *ads, int side, int ply, uint32_t id)
{
    if (ads->levels != LEVELS_MULTI) ads_query(history_ads_list(ads, side, 0), id);
    if (ads->levels != LEVELS_SINGLE) ads_query(history_ads_list(ads, side, 1 + ply), id);
}

#endif
