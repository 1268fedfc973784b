// ranks.h - processes that hold one table together, each a part of it, and how they talk to each other.
//
// Layout. The table is cut into blocks; block b belongs to rank b mod n, where it is the block b / n of the
// part ("block-cyclic"). The size of a block does not depend on the number of ranks, so that a part written
// by one number of ranks can be read by another. A rank numbers the entries of its part with 32 bits.
//
// Contract. All functions of Ranks but `give`, `take` and `waited` are collective: all ranks call them, in
// the same order. What ends a loop is decided by sums that all ranks see, so that all of them end it. A
// failure of a rank is told to the others (ranks_agree) and is the failure of all. A rank that dies ends the
// job: that is for whoever started it to see; what was written before (parts.h) is there.
//
// Memory: the part; boxes of bounded size, three for updates, four for questions (box.h).
#ifndef RETRO_RANKS_RANKS_H
#define RETRO_RANKS_RANKS_H

#include "base/status.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

enum { RANKS_MAX = 4096, RANK_SUMS = 2 };

// Numbers for every rank: count[q] of them from items[q * room] on.
typedef struct RankBox {
    uint32_t *items, *count;
    uint32_t  room;
} RankBox;

typedef struct Ranks {
    int   me, count;
    void *context;
    // Each number becomes the sum over all ranks.
    void (*sums)(void *context, uint64_t sums[], int n);
    // The bytes of rank `from` become those of all.
    void (*share)(void *context, int from, void *bytes, size_t n);
    // Bytes from a rank to rank 0, in the order in which they are given.
    void (*give)(void *context, const uint8_t *bytes, size_t n);
    void (*take)(void *context, int from, uint8_t *bytes, size_t n);
    // Begins to hand every rank its numbers and to fill `in` with those that it is handed; neither may be
    // touched before swap_end, and neither another swap nor a reply begun. On the way each of `sums` becomes
    // the sum over all ranks.
    void (*swap_begin)(void *context, const RankBox *out, RankBox *in, uint64_t sums[RANK_SUMS]);
    void (*swap_end)(void *context);
    // One byte for each number of a swap: `replies` are those to `in`, laid out alike; `got` those to `out`.
    void (*reply)(void *context, const RankBox *in, const uint8_t *replies, const RankBox *out, uint8_t *got);
    // OPTIONAL: nanoseconds of the processor that this rank has spent in the functions above, waiting mostly.
    uint64_t (*waited)(void *context);
} Ranks;

// True when no rank failed; otherwise every rank has the status of the first that did.
bool ranks_agree(const Ranks *ranks, bool good, Status *status);

// Layout.

typedef struct RankLayout {
    uint64_t entries, block, blocks;   // of the table; entries of a block; how many there are
    int      shift;                    // block is 1 << shift; -1: it is not a power of two
    int      me, count;
    uint64_t mine;      // entries of the part of rank `me`
    uint64_t inverse;   // 2^64 / count, rounded up; 0 for one rank
} RankLayout;

typedef struct RankPlace {
    int      rank;
    uint64_t at;   // in the part of that rank
} RankPlace;

uint64_t layout_block(uint64_t entries);   // of a table whose engine does not care

// block 0: that of layout_block. Fails when a part would have 2^32 entries or more.
bool layout_open(RankLayout *l, const Ranks *ranks, uint64_t entries, uint64_t block, Status *status);

static inline uint64_t layout_block_size(const RankLayout *l, uint64_t block)
{
    assert(block < l->blocks);
    return block + 1 < l->blocks ? l->block : l->entries - block * l->block;
}

static inline RankPlace layout_place(const RankLayout *l, uint64_t entry)
{
    assert(entry < l->entries && l->shift >= 0);
    if (l->count == 1) return (RankPlace){0, entry};
    // block / count, exact for fewer than 2^52 blocks: this is done for every update.
    const uint64_t block = entry >> l->shift, n = (uint64_t)l->count,
                   row = (uint64_t)((unsigned __int128)block * l->inverse >> 64);
    return (RankPlace){(int)(block - row * n), row << l->shift | (entry & (l->block - 1))};
}

// The entry at a place of this rank's own part.
static inline uint64_t layout_entry(const RankLayout *l, uint64_t at)
{
    assert(at < l->mine);
    const uint64_t row = l->shift >= 0 ? at >> l->shift : at / l->block;
    return (row * (uint64_t)l->count + (uint64_t)l->me) * l->block + (at - row * l->block);
}

#endif
