// killer.h - killer moves: the last moves that cut at this ply. Akl and Newborn 1977. (The same as a list per
// level, Move-to-Front, with a limit of as many elements as there are slots; tests/test_search.c compares
// both.)
#ifndef SEARCH_ORDER_KILLER_H
#define SEARCH_ORDER_KILLER_H

#include "search/search.h"

enum { KILLER_BITS = 3 };

static inline uint64_t killer_score(const Search *se, int ply, uint32_t id)
{
    for (int i = 0; i < se->settings.killer_slots; i++)
        if (se->killer[ply][i] == id) return (uint64_t)(KILLER_SLOTS_MAX - i);
    return 0;
}

static inline void killer_cut(Search *se, int ply, uint32_t id)
{
    uint32_t *const slot = se->killer[ply];
    int             i    = 0;
    while (i < se->settings.killer_slots - 1 && slot[i] != id) i++;
    for (; i > 0; i--) slot[i] = slot[i - 1];
    slot[0] = id;
}

static inline void killer_reset(Search *se)
{
    for (int ply = 0; ply < PLY_MAX; ply++)
        for (int i = 0; i < KILLER_SLOTS_MAX; i++) se->killer[ply][i] = UINT32_MAX;
}

#endif
