// history.h - the history heuristic: moves by how much they have cut so far, per player, all levels together
// or level by level. Schaeffer 1989.
#ifndef SEARCH_ORDER_HISTORY_H
#define SEARCH_ORDER_HISTORY_H

#include "search/search.h"

#include <string.h>

enum { HISTORY_BITS = 26, HISTORY_MAX = (1 << HISTORY_BITS) - 1 };

static inline uint32_t *history_entry(const Search *se, int p, int ply, uint32_t id)
{
    return &se->history[(size_t)p * se->history_player + (size_t)ply * se->history_level + id];
}

static inline uint64_t history_score(const Search *se, int p, int ply, uint32_t id)
{
    return *history_entry(se, p, ply, id);
}

// Keeps the order when a counter is full.
static inline __attribute__((cold)) void history_halve(Search *se, int p)
{
    uint32_t *const table = &se->history[(size_t)p * se->history_player];
    for (size_t i = 0; i < se->history_player; i++) table[i] /= 2;
}

static inline void history_cut(Search *se, int p, int ply, uint32_t id, int depth)
{
    const uint32_t  d      = depth > 0 ? (uint32_t)depth : 0;
    const uint32_t  weight = se->settings.weight == WEIGHT_ONE    ? 1
                           : se->settings.weight == WEIGHT_SQUARE ? d * d + (d == 0)
                                                                  : UINT32_C(1) << (d < 20 ? d : 20);
    uint32_t *const entry  = history_entry(se, p, ply, id);
    *entry += weight;
    if (__builtin_expect(*entry > HISTORY_MAX, 0)) history_halve(se, p);
    if (ply >= se->history_levels_used) se->history_levels_used = ply + 1;
}

// Clears the levels that were used.
static inline void history_reset(Search *se)
{
    const size_t levels = se->history_level == 0 ? se->history_levels_used > 0
                                                 : (size_t)se->history_levels_used;
    const size_t words  = se->history_level == 0 ? se->history_player : se->history_level;
    for (int p = 0; p < se->players; p++)
        memset(history_entry(se, p, 0, 0), 0, levels * words * sizeof *se->history);
    se->history_levels_used = 0;
}

#endif
