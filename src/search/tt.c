#include "search/tt.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

bool tt_open(TT *tt, int bits)
{
    const uint64_t entries = UINT64_C(1) << bits;
    const int      ways    = entries < TT_WAYS ? (int)entries : TT_WAYS;
    const size_t   bytes   = entries * sizeof(TTEntry), page = 1 << 21;
    *tt                    = (TT){.ways = ways, .bucket_mask = entries / (uint64_t)ways - 1};
    tt->entries            = aligned_alloc(bytes < page ? 64 : page, bytes < 64 ? 64 : bytes);
    if (tt->entries == NULL) return false;
    if (bytes >= page) madvise(tt->entries, bytes, MADV_HUGEPAGE);   // saves about two fifths of a probe; refused politely elsewhere
    tt_clear(tt);
    return true;
}

void tt_close(TT *tt)
{
    free(tt->entries);
    tt->entries = NULL;
}

void tt_clear(TT *tt)
{
    memset(tt->entries, 0, (tt->bucket_mask + 1) * (uint64_t)tt->ways * sizeof(TTEntry));
    tt->age  = 0;
    tt->salt = 0;
}

// Ages repeat after 64 searches; before an old entry could look new again, the table is cleared for good.
void tt_new_search(TT *tt, bool forget)
{
    const uint64_t salt = forget ? tt->salt + UINT64_C(0x9e3779b97f4a7c15) : tt->salt;
    tt->age             = (tt->age + 1) & 63;
    if (tt->age == 0 && forget) tt_clear(tt);
    tt->salt    = salt;
    tt->forgets = forget;
}
