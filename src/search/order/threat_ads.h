// threat_ads.h - Threat-ADS: the opponents in an adaptive list, by who made the most threatening reply;
// Best-Reply Search gathers their moves in that order. Polk and Oommen, "On applying adaptive data structures
// to multi-player game playing", 2013.
#ifndef SEARCH_ORDER_THREAT_ADS_H
#define SEARCH_ORDER_THREAT_ADS_H

#include "search/order/setup.h"

#include <assert.h>

_Static_assert(PLAYERS_MAX < 1 << SCORE_BITS_ORDER_THREAT, "raise the bits of threat-ads in features.def");

typedef struct ThreatAds {
    Ads      list;   // of players
    int      players;
    uint32_t memory[4 * PLAYERS_MAX];   // of the list: a ThreatAds must not be moved
} ThreatAds;

static inline bool threat_ads_open(ThreatAds *threat, const OrderSetup *setup)
{
    const SearchSettings *const t = setup->settings;
    assert(ads_words(t->rule, PLAYERS_MAX) <= 4 * PLAYERS_MAX);
    threat->players = setup->players;
    ads_open(&threat->list, t->rule, (uint32_t)t->k, 0, PLAYERS_MAX, threat->memory);
    return true;
}

static inline void threat_ads_close(ThreatAds *threat) { (void)threat; }
static inline void threat_ads_reset(ThreatAds *threat) { ads_reset(&threat->list); }

// How many opponents of `root` player p is ahead of, and one for being listed.
static inline uint64_t threat_ads_score(const ThreatAds *threat, int root, int p)
{
    assert(p >= 0 && p < threat->players);
    const uint32_t score = ads_score(&threat->list, (uint32_t)p);
    uint64_t       rank  = score > 0;
    for (int q = 0; q < threat->players; q++)
        rank += score > ads_score(&threat->list, (uint32_t)q) && q != root;
    return rank;
}

// The best reply was player p's.
static inline void threat_ads_reply(ThreatAds *threat, int p) { ads_query(&threat->list, (uint32_t)p); }

#endif
