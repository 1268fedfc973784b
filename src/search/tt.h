// tt.h - the transposition table: what earlier searches found about a position.
//
// An entry is two words: data, and the full 64-bit key xor data. Both are written without a lock; a torn
// entry no longer matches its key and is not found (Hyatt and Mann 2002), so threads may share a table.
// Entries lie in buckets of one cache line. A new result replaces, in this order: the same position, an empty
// entry, one of an older search, the shallowest one.
//
//     data   32 bits value (wins counted from the position itself) | 16 index of the best move | 8 depth | 6
//            age | 2 bound
//
// The best move is stored as its index in the generator's order, which is a function of the position. A probe
// costs one cache line.
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include "game/game.h"

#include <assert.h>
#include <stdatomic.h>

typedef enum { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } Bound;

enum { TT_WAYS = 4, TT_BITS_MAX = 32, TT_INDEX_NONE = 0xffff };

typedef struct TTEntry {
    _Atomic uint64_t check, data;
} TTEntry;

typedef struct TT {
    TTEntry *entries;
    uint64_t bucket_mask;   // number of buckets - 1
    uint8_t  age;           // 0 ... 63, moved on by every search
    // entries of earlier searches are worth nothing: taken first, in order, as empty ones are
    bool forgets;
    // xored into the keys compared, not into the place: a new salt forgets everything at no cost
    uint64_t salt;
} TT;

typedef struct TTHit {
    Value    value;
    uint16_t index;
    int      depth;
    Bound    bound;
} TTHit;

bool tt_open(TT *tt, int bits);   // 2^bits entries, one bucket at least; false when memory is short
void tt_close(TT *tt);
void tt_clear(TT *tt);
void tt_new_search(TT *tt, bool forget);   // ages all entries; `forget` makes them unfindable

static inline TTEntry *tt_bucket(const TT *tt, uint64_t key)
{
    return &tt->entries[(key & tt->bucket_mask) * TT_WAYS];
}

static inline TTHit tt_unpack(uint64_t data)
{
    return (TTHit){.value = (Value)(uint32_t)(data >> 32),
                   .index = (uint16_t)(data >> 16),
                   .depth = (int8_t)(data >> 8),
                   .bound = (Bound)(data & 3)};
}

// bound BOUND_NONE: not found.
static inline TTHit tt_probe(const TT *tt, uint64_t key)
{
    TTEntry *const bucket = tt_bucket(tt, key);
    for (int i = 0; i < TT_WAYS; i++) {
        const uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        if ((atomic_load_explicit(&bucket[i].check, memory_order_relaxed) ^ data ^ tt->salt) == key &&
            (data & 3))
            return tt_unpack(data);
    }
    return (TTHit){.index = TT_INDEX_NONE};
}

// (always_inline: gcc 12 drops a call of it as one without effect)
static inline __attribute__((always_inline)) void tt_prefetch(const TT *tt, uint64_t key)
{
    __builtin_prefetch(tt_bucket(tt, key));
}

static inline void tt_store(TT *tt, uint64_t key, Value value, uint16_t index, int depth, Bound bound)
{
    assert(bound >= BOUND_LOWER && bound <= BOUND_EXACT && depth >= INT8_MIN && depth <= INT8_MAX);
    TTEntry *const bucket = tt_bucket(tt, key), *victim = bucket;
    int            worst = INT32_MAX;
    for (int i = 0; i < TT_WAYS; i++) {
        const uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        if ((atomic_load_explicit(&bucket[i].check, memory_order_relaxed) ^ data ^ tt->salt) == key) {
            victim = &bucket[i];
            break;
        }
        const bool current = (data >> 2 & 63) == tt->age;
        const int  worth   = (data & 3) == 0 || (tt->forgets && !current)
                               ? -1000
                               : (int8_t)(data >> 8) + (current ? 256 : 0);
        if (worth < worst) worst = worth, victim = &bucket[i];
    }
    const uint64_t data = (uint64_t)(uint32_t)value << 32 | (uint64_t)index << 16 |
                          (uint64_t)(uint8_t)depth << 8 | (uint64_t)tt->age << 2 | (uint64_t)bound;
    atomic_store_explicit(&victim->check, key ^ tt->salt ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

#endif
