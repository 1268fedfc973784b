// history.h - the history heuristic: moves by how much they have cut so far, per player, all levels together
// or level by level. Schaeffer 1989.
#ifndef SEARCH_ORDER_HISTORY_H
#define SEARCH_ORDER_HISTORY_H

#include "search/order/setup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY_MAX = (1 << SCORE_BITS_ORDER_HISTORY) - 1 };

typedef struct History {
    uint32_t     *table;                   // [player][level][id]
    size_t        per_player, per_level;   // strides; per_level is 0 where one table serves all levels
    int           players, levels_used;
    HistoryWeight weight;
} History;

static inline bool history_open(History *history, const OrderSetup *setup)
{
    const bool levels = setup->settings->history_levels;
    *history          = (History){.per_player = (levels ? PLY_MAX : 1) * (size_t)setup->move_ids,
                                  .per_level  = levels ? setup->move_ids : 0,
                                  .players    = setup->players,
                                  .weight     = setup->settings->weight};
    history->table    = calloc(history->per_player * (size_t)history->players, sizeof *history->table);
    return history->table != NULL;
}

static inline void history_close(History *history) { free(history->table); }

static inline uint32_t *history_entry(const History *history, int p, int ply, uint32_t id)
{
    assert(p >= 0 && p < history->players && ply >= 0 && ply < PLY_MAX);
    assert(id < (history->per_level ? history->per_level : history->per_player));
    return &history->table[(size_t)p * history->per_player + (size_t)ply * history->per_level + id];
}

static inline uint64_t history_score(const History *history, int p, int ply, uint32_t id)
{
    return *history_entry(history, p, ply, id);
}

// Keeps the order when a counter is full.
static inline __attribute__((cold)) void history_halve(History *history, int p)
{
    uint32_t *const table = &history->table[(size_t)p * history->per_player];
    for (size_t i = 0; i < history->per_player; i++) table[i] /= 2;
}

static inline void history_cut(History *history, int p, int ply, uint32_t id, int depth)
{
    const uint32_t  d      = depth > 0 ? (uint32_t)depth : 0;
    const uint32_t  weight = history->weight == WEIGHT_ONE    ? 1
                           : history->weight == WEIGHT_SQUARE ? d * d + (d == 0)
                                                              : UINT32_C(1) << (d < 20 ? d : 20);
    uint32_t *const entry  = history_entry(history, p, ply, id);
    *entry += weight;
    if (__builtin_expect(*entry > HISTORY_MAX, 0)) history_halve(history, p);
    if (ply >= history->levels_used) history->levels_used = ply + 1;
    assert(*entry <= HISTORY_MAX);
}

// Clears the levels that were used.
static inline void history_reset(History *history)
{
    const size_t levels = history->per_level == 0 ? history->levels_used > 0 : (size_t)history->levels_used;
    const size_t words  = history->per_level == 0 ? history->per_player : history->per_level;
    for (int p = 0; p < history->players; p++)
        memset(history_entry(history, p, 0, 0), 0, levels * words * sizeof *history->table);
    history->levels_used = 0;
}

#endif
