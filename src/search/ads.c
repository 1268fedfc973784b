#include "search/ads.h"

#include <assert.h>
#include <string.h>

static uint32_t array_score(uint32_t position) { return ADS_SCORE_MAX - position; }
static uint32_t array_position(uint32_t score) { return ADS_SCORE_MAX - score; }

// Scores, then either both links and the array before position k, or the array of all positions and one
// beyond.
size_t ads_words(AdsRule rule, uint32_t ids)
{
    return rule == ADS_COUNT                              ? ids
         : rule == ADS_TRANSPOSITION || rule == ADS_AHEAD ? 2 * (size_t)ids + 1
                                                          : 4 * (size_t)ids;
}

void ads_open(Ads *ads, AdsRule rule, uint32_t k, uint32_t limit, uint32_t ids, uint32_t memory[])
{
    assert(k >= 1 && ids >= 1);
    *ads = (Ads){.rule  = rule,
                 .k     = rule == ADS_MTF || rule == ADS_TRANSPOSITION ? 1 : k,
                 .limit = limit,
                 .ids   = ids,
                 .front = ADS_NONE,
                 .last  = ADS_NONE};
    if (ads->k > ids) ads->k = ids;   // a list is never longer
    ads->score = memory;
    if (rule == ADS_TRANSPOSITION || rule == ADS_AHEAD) ads->order = memory + ids;
    if (rule == ADS_POS || (rule == ADS_MTF && limit > 0))
        ads->next = memory + ids, ads->before = memory + 2 * (size_t)ids,
        ads->order = memory + 3 * (size_t)ids;
}

void ads_reset(Ads *ads)
{
    if (!ads->touched) return;
    memset(ads->score, 0, ads->ids * sizeof *ads->score);
    ads->length = ads->array = ads->clock = 0;
    ads->front = ads->last = ADS_NONE;
    ads->touched           = false;
}

// Once in a thousand million queries, so a simple selection will do: the next larger stamp gets the next
// number.
void ads_renumber(Ads *ads)
{
    uint32_t done = 0;
    for (uint32_t number = 1;; number++) {
        uint32_t next = ADS_NONE;
        for (uint32_t id = 0; id < ads->ids; id++)
            if (ads->score[id] > done && ads->score[id] <= ads->clock &&
                (next == ADS_NONE || ads->score[id] < ads->score[next]))
                next = id;
        if (next == ADS_NONE) {
            ads->clock = number - 1;
            return;
        }
        done             = ads->score[next];
        ads->score[next] = number;
    }
}

// The recency part: a doubly linked list whose order the stamps repeat.

static void recency_unlink(Ads *ads, uint32_t id)
{
    const uint32_t b = ads->before[id], n = ads->next[id];
    assert((b == ADS_NONE) == (ads->front == id) && (n == ADS_NONE) == (ads->last == id));
    if (b == ADS_NONE) ads->front = n;
    else ads->next[b] = n;
    if (n == ADS_NONE) ads->last = b;
    else ads->before[n] = b;
}

static void recency_push(Ads *ads, uint32_t id)
{
    ads->before[id] = ADS_NONE;
    ads->next[id]   = ads->front;
    if (ads->front == ADS_NONE) ads->last = id;
    else ads->before[ads->front] = id;
    ads->front     = id;
    ads->score[id] = ++ads->clock;
    if (ads->clock >= ADS_CLOCK_MAX) ads_renumber(ads);
}

// The array part.

static void array_put(Ads *ads, uint32_t position, uint32_t id)
{
    assert(position <= ads->ids && id < ads->ids);
    ads->order[position] = id;
    ads->score[id]       = array_score(position);
}

// Moves the element at `position` past `k` others, or to the front.
static void array_forward(Ads *ads, uint32_t position, uint32_t k)
{
    const uint32_t id = ads->order[position], to = position > k ? position - k : 0;
    assert(id < ads->ids && ads->score[id] == array_score(position));
    for (uint32_t i = position; i > to; i--) array_put(ads, i, ads->order[i - 1]);
    array_put(ads, to, id);
}

// Appends at the end of the list, unlimited for the moment.
static void ahead_update(Ads *ads, uint32_t id)
{
    if (ads->score[id] == 0) array_put(ads, ads->length++, id);
    array_forward(ads, array_position(ads->score[id]), ads->k);
    if (ads->limit > 0 && ads->length > ads->limit) ads->score[ads->order[--ads->length]] = 0;
}

// Positions before k are an array of k-1 elements; the rest is recency.
static void pos_update(Ads *ads, uint32_t id)
{
    const bool     known = ads->score[id] != 0;
    const uint32_t room  = ads->k - 1;
    ads->length += !known;
    if (!known && ads->array < room) {   // the list is still shorter than k: append, then past one
        array_put(ads, ads->array++, id);
        array_forward(ads, ads->array - 1, 1);
    } else if (known && ads->score[id] > ads->clock) {   // in the array: past one
        array_forward(ads, array_position(ads->score[id]), 1);
    } else if (id == ads->front && room > 0) {   // at position k: past one, into the array
        const uint32_t out = ads->order[room - 1];
        recency_unlink(ads, id);
        array_put(ads, room - 1, id);
        recency_push(ads, out);
    } else if (!known && ads->front == ADS_NONE && room > 0) {   // appended at position k itself: past one
        const uint32_t out = ads->order[room - 1];
        array_put(ads, room - 1, id);
        recency_push(ads, out);
    } else {   // beyond position k: to position k
        if (known) recency_unlink(ads, id);
        recency_push(ads, id);
    }
    if (ads->limit == 0 || ads->length <= ads->limit) return;
    ads->length--;
    if (ads->last != ADS_NONE) {
        ads->score[ads->last] = 0;
        recency_unlink(ads, ads->last);
    } else {
        ads->score[ads->order[--ads->array]] = 0;
    }
}

// A newcomer to a full list would be last and is forgotten at once.
static void count_update(Ads *ads, uint32_t id)
{
    if (ads->score[id] == 0) {
        if (ads->limit > 0 && ads->length == ads->limit) return;
        ads->length++;
    }
    ads->score[id] += ads->score[id] < ADS_SCORE_MAX;
}

void ads_update(Ads *ads, uint32_t id)
{
    assert(id < ads->ids);
    ads->touched = true;
    switch (ads->rule) {
    case ADS_MTF:
    case ADS_POS: pos_update(ads, id); break;
    case ADS_TRANSPOSITION:
    case ADS_AHEAD: ahead_update(ads, id); break;
    case ADS_COUNT: count_update(ads, id); break;
    }
    assert(ads->length <= ads->ids && (ads->limit == 0 || ads->length <= ads->limit));
    assert(ads->array < ads->k && ads->array <= ads->length);
    assert(ads->clock < ADS_CLOCK_MAX && ads->score[id] <= ADS_SCORE_MAX);
}
