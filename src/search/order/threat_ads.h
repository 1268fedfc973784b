// threat_ads.h - Threat-ADS: the opponents in an adaptive list, by who made the most threatening reply;
// Best-Reply Search gathers their moves in that order. Polk and Oommen, "On applying adaptive data structures
// to multi-player game playing", 2013.
#ifndef SEARCH_ORDER_THREAT_ADS_H
#define SEARCH_ORDER_THREAT_ADS_H

#include "search/search.h"

enum { THREAT_ADS_BITS = 3 };

// How many opponents player p stands before, and one for being listed.
static inline uint64_t threat_ads_score(const Search *se, int p)
{
    const uint32_t score = ads_score(&se->threat, (uint32_t)p);
    uint64_t       rank  = score > 0;
    for (int q = 0; q < se->players; q++)
        rank += score > ads_score(&se->threat, (uint32_t)q) && q != se->root;
    return rank;
}

#endif
