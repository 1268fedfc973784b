// spread_ranks.h - the whole table from parts of a smaller one, of which images share an entry (build.h).
//
// Collective, in runs of the whole table, one of each rank at a time: a rank finds the entries that have the
// values of its run, asks the ranks that own them, and hands its run to rank 0. No rank ever has more of the
// whole table than some runs.
#ifndef RETRO_RANKS_SPREAD_RANKS_H
#define RETRO_RANKS_SPREAD_RANKS_H

#include "retro/build.h"
#include "retro/ranks/ranks.h"

typedef struct RankSpread {
    const Ranks         *ranks;
    const RankLayout    *layout;   // of the smaller table
    const BuildSymmetry *symmetry;
    const uint8_t       *part;
    uint64_t             entries;   // of the whole table
    // In rank 0, bytes in order. When it fails, the others still hand over theirs.
    bool (*write)(void *context, const uint8_t *bytes, size_t n, Status *status);
    void *context;
} RankSpread;

typedef struct RankSpreadResult {
    uint64_t counts[256];   // entries of the whole table by their byte
    uint64_t sent;          // questions and answers of this rank, in bytes
    uint64_t memory;        // of the boxes
} RankSpreadResult;

// Collective. Fails in all ranks when memory is short in one, otherwise in rank 0 alone, by what it writes.
bool ranks_spread(const RankSpread *spread, RankSpreadResult *result, Status *status);

// What it takes in a rank beside its part, for a whole table of so many entries.
uint64_t spread_memory(uint64_t entries, uint64_t ranks);

#endif
