#include "retro/ranks/ranks.h"
#include "base/bits.h"

#include <inttypes.h>

// Of the entries of a block, less in small tables, so that many ranks have some: by the table alone.
enum { BLOCK_BITS = 15, BLOCK_BITS_MIN = 6, BLOCKS_WANTED = 256 };

bool ranks_agree(const Ranks *ranks, bool good, Status *status)
{
    uint64_t failed[RANKS_MAX] = {0};
    failed[ranks->me]          = !good;
    ranks->sums(ranks->context, failed, ranks->count);
    int first = 0;
    while (first < ranks->count && failed[first] == 0) first++;
    if (first == ranks->count) return true;
    ranks->share(ranks->context, first, status, sizeof *status);
    return false;
}

static uint64_t part_entries(const RankLayout *l)
{
    const uint64_t n = (uint64_t)l->count, me = (uint64_t)l->me, rows = (l->blocks + n - 1 - me) / n;
    if (rows == 0) return 0;
    return (rows - 1) * l->block + layout_block_size(l, (rows - 1) * n + me);
}

uint64_t layout_block(uint64_t entries)
{
    int bits = BLOCK_BITS;
    while (bits > BLOCK_BITS_MIN && (uint64_t)BLOCKS_WANTED << bits > entries) bits--;
    return BIT(bits);
}

bool layout_open(RankLayout *l, const Ranks *ranks, uint64_t entries, uint64_t block, Status *status)
{
    assert(entries > 0 && ranks->count >= 1 && ranks->count <= RANKS_MAX);
    *l                  = (RankLayout){.entries = entries,
                                       .block   = block > 0 ? block : layout_block(entries),
                                       .shift   = block > 0 ? -1 : bits_first(layout_block(entries)),
                                       .me      = ranks->me,
                                       .count   = ranks->count};
    l->blocks           = (entries + l->block - 1) / l->block;
    l->mine             = part_entries(l);
    l->inverse          = l->count > 1 ? UINT64_MAX / (uint64_t)l->count + 1 : 0;
    const uint64_t most = (l->blocks + (uint64_t)l->count - 1) / (uint64_t)l->count * l->block;
    return most <= UINT32_MAX || status_fail(status,
                                             "parts of %" PRIu64 " entries; at most %" PRIu32
                                             " fit: use at least %" PRIu64 " ranks",
                                             most, UINT32_MAX, entries / UINT32_MAX + 1);
}
