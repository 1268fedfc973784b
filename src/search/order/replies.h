// replies.h - the best replies that an earlier search found, to measure the minimal tree: a table by position
// and depth, a new entry in the place of whatever was there.
//
//     entry   48 bits key | 16 index of the best move in the generator's order
#ifndef SEARCH_ORDER_REPLIES_H
#define SEARCH_ORDER_REPLIES_H

#include "base/rng.h"
#include "search/order/setup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { REPLIES_ENTRIES = 1 << 22 };

typedef struct Replies {
    uint64_t *entries;
} Replies;

static inline bool replies_open(Replies *replies, const OrderSetup *setup)
{
    (void)setup;
    replies->entries = calloc(REPLIES_ENTRIES, sizeof *replies->entries);
    return replies->entries != NULL;
}

static inline void replies_close(Replies *replies) { free(replies->entries); }
static inline void replies_reset(Replies *replies)
{
    memset(replies->entries, 0, REPLIES_ENTRIES * sizeof *replies->entries);
}

static inline uint64_t replies_key(uint64_t key, int depth) { return mix64(key + (uint64_t)depth); }

// The index of the best reply, -1 when none is known; the node has n moves.
static inline int replies_first(const Replies *replies, uint64_t key, int n)
{
    const uint64_t entry = replies->entries[key % REPLIES_ENTRIES];
    const int      index = (int)(entry & 0xffff);
    return (entry ^ key) >> 16 == 0 && index < n ? index : -1;
}

static inline void replies_learn(Replies *replies, uint64_t key, int index)
{
    assert(index >= 0 && index < GAME_MOVES_MAX * PLAYERS_MAX);
    replies->entries[key % REPLIES_ENTRIES] = (key & ~UINT64_C(0xffff)) | (uint64_t)index;
}

#endif
