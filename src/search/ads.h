// ads.h - adaptive lists (adaptive data structures): self-organising lists of numbers 0 ... ids-1.
//
// A query says "this one again": an element that is not in the list is appended at its end, then the update
// rule moves it forward.
//     mtf             to the front
//     transposition   past one element
//     ahead           past k elements (k=1 is transposition)
//     pos             from beyond position k to position k; from there on, past one element
//     count           by how often each was queried (equal counts are equals: whoever reads the list decides)
// A limit N forgets whatever falls to position N+1. All that is read of a list is a score per element: 0 when
// it is not in it, larger is nearer to the front. Reading is one load. A query costs O(1), O(k) for `ahead`;
// nothing is ever sorted or walked.
//
// How. Under `pos`, the list from position k on moves like Move-to-Front, so its order is recency: a time
// stamp is the score, and only a bounded list needs links to know its last element. `mtf` is k=1. The k-1
// elements before are an array with scores above any stamp. `ahead` is an array, its scores counted down from
// the top.
//
// Source: Polk and Oommen, History-ADS (history-ads, section 3) and the list rules they name;
// tests/search/test_ads.c holds a plain list that is walked, as the twin.
#ifndef SEARCH_ADS_H
#define SEARCH_ADS_H

#include "base/status.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { ADS_MTF, ADS_TRANSPOSITION, ADS_AHEAD, ADS_POS, ADS_COUNT } AdsRule;
#define ADS_RULES "mtf|transposition|ahead|pos|count"

#define ADS_NONE UINT32_MAX
enum {
    ADS_CLOCK_MAX = 1 << 30,      // the largest stamp, below the scores of array positions
    ADS_SCORE_MAX = 0x7fffffff,   // the largest score, that of the first position of an array
};

typedef struct Ads {
    uint32_t *score;           // by id
    uint32_t *next, *before;   // links of the recency part, by id; NULL when not needed
    uint32_t *order;           // the array part: id by position
    uint32_t  ids, limit;      // limit 0: none
    uint32_t  length, array;   // elements; how many of them are in the array part
    uint32_t  front, last;     // ends of the recency part; ADS_NONE when it is empty
    uint32_t  clock;           // the largest stamp given
    uint32_t  k;
    AdsRule   rule;
    bool      touched;   // queried since the last reset
} Ads;

// The list works in `memory`, ads_words() zeroed words of the caller's: many lists share one block, and one
// that is never queried costs no page of it.
size_t ads_words(AdsRule rule, uint32_t ids);
void   ads_open(Ads *ads, AdsRule rule, uint32_t k, uint32_t limit, uint32_t ids, uint32_t memory[]);
void   ads_reset(Ads *ads);

// The slow part of a query; call ads_query.
void ads_update(Ads *ads, uint32_t id);

// Numbers the stamps anew from 1, keeping their order: when the clock has come to its end.
void ads_renumber(Ads *ads);

static inline uint32_t ads_score(const Ads *ads, uint32_t id)
{
    assert(id < ads->ids);
    return ads->score[id];
}

static inline void ads_query(Ads *ads, uint32_t id)
{
    assert(id < ads->ids);
    // Unbounded Move-to-Front, the common case: recency is the list.
    if (__builtin_expect(ads->next == NULL && ads->rule == ADS_MTF, 1)) {
        ads->length += ads->score[id] == 0;
        ads->score[id] = ++ads->clock;
        ads->touched   = true;
        if (__builtin_expect(ads->clock >= ADS_CLOCK_MAX, 0)) ads_renumber(ads);
    } else {
        ads_update(ads, id);
    }
}

#endif
