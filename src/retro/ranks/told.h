// told.h - entries that a rank need not tell of again: a bit for every entry of the table.
//
// An entry is reached from many others, a dozen times and more by one rank; only the first time matters where
// an update says all there is to say. The bits take an eighth of the table in every rank, whatever their
// number, so only few ranks can afford them (told_fits). They are lost with the job, which costs messages and
// nothing else.
#ifndef RETRO_RANKS_TOLD_H
#define RETRO_RANKS_TOLD_H

#include "base/bits.h"
#include "base/status.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct RankTold {
    uint64_t *word;   // NULL: nothing is kept in mind
    uint64_t  bytes;
} RankTold;

// True when a part and the bits together take no more than a part of a table of `whole` entries does: a table
// by symmetry leaves room for them.
static inline bool told_fits(uint64_t entries, uint64_t whole, uint64_t ranks)
{
    return entries / ranks + entries / 8 <= whole / ranks;
}

static inline bool told_open(RankTold *told, uint64_t entries, Status *status)
{
    told->bytes = (entries + 63) / 64 * 8;
    told->word  = calloc(told->bytes, 1);
    return told->word != NULL || status_fail_system(status, "out of memory for a bit of every entry");
}

static inline void told_close(RankTold *told)
{
    free(told->word);
    *told = (RankTold){0};
}

static inline bool told_has(const RankTold *told, uint64_t entry)
{
    return told->word != NULL && (told->word[entry >> 6] >> (entry & 63) & 1) != 0;
}

// Whether it was there already.
static inline bool told_add(const RankTold *told, uint64_t entry)
{
    if (told->word == NULL) return false;
    uint64_t *const word = &told->word[entry >> 6];
    const uint64_t  bit  = BIT(entry & 63);
    const bool      was  = (*word & bit) != 0;
    if (!was) *word |= bit;
    return was;
}

#endif
