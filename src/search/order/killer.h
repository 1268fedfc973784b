// killer.h - killer moves: the last moves that cut at this ply. Akl and Newborn 1977. (The same as a list per
// level, Move-to-Front, with a limit of as many elements as there are slots; tests/search/test_search.c
// compares both.)
#ifndef SEARCH_ORDER_KILLER_H
#define SEARCH_ORDER_KILLER_H

#include "search/order/setup.h"

#include <assert.h>

typedef struct Killer {
    int      slots;
    uint32_t move[PLY_MAX][KILLER_SLOTS_MAX];   // ids, the last one first; UINT32_MAX: none
} Killer;

_Static_assert(KILLER_SLOTS_MAX < 1 << SCORE_BITS_ORDER_KILLER, "raise the bits of killer in features.def");

static inline void killer_reset(Killer *killer)
{
    for (int ply = 0; ply < PLY_MAX; ply++)
        for (int i = 0; i < KILLER_SLOTS_MAX; i++) killer->move[ply][i] = UINT32_MAX;
}

static inline bool killer_open(Killer *killer, const OrderSetup *setup)
{
    assert(setup->settings->killer_slots >= 1 && setup->settings->killer_slots <= KILLER_SLOTS_MAX);
    killer->slots = setup->settings->killer_slots;
    killer_reset(killer);
    return true;
}

static inline void killer_close(Killer *killer) { (void)killer; }

static inline uint64_t killer_score(const Killer *killer, int ply, uint32_t id)
{
    assert(ply >= 0 && ply < PLY_MAX);
    for (int i = 0; i < killer->slots; i++)
        if (killer->move[ply][i] == id) return (uint64_t)(KILLER_SLOTS_MAX - i);
    return 0;
}

static inline void killer_cut(Killer *killer, int ply, uint32_t id)
{
    assert(ply >= 0 && ply < PLY_MAX && id != UINT32_MAX);
    uint32_t *const slot = killer->move[ply];
    int             i    = 0;
    while (i < killer->slots - 1 && slot[i] != id) i++;
    for (; i > 0; i--) slot[i] = slot[i - 1];
    slot[0] = id;
}

#endif
