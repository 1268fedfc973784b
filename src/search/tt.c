#include "search/tt.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

bool tt_open(TT *tt, int bits)
{
    assert(bits >= 0 && bits <= TT_BITS_MAX);
    const uint64_t entries = (UINT64_C(1) << bits) < TT_WAYS ? TT_WAYS : UINT64_C(1) << bits;
    const size_t   bytes = entries * sizeof(TTEntry), page = 1 << 21;
    *tt                   = (TT){.bucket_mask = entries / TT_WAYS - 1};
    const uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    if (bytes > memory / 4 * 3) return false;
    tt->bytes   = bytes < 4096 ? 4096 : bytes;
    tt->entries = mmap(NULL, tt->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (tt->entries == MAP_FAILED) return tt->entries = NULL, false;
    if (bytes < page) return true;
    // saves about two fifths of a probe; refused politely elsewhere
    madvise(tt->entries, tt->bytes, MADV_HUGEPAGE);
    tt_clear(tt);   // its pages are paid for here, not in the first search
    return true;
}

void tt_close(TT *tt)
{
    if (tt->entries != NULL) munmap(tt->entries, tt->bytes);
    tt->entries = NULL;
}

void tt_clear(TT *tt)
{
    memset(tt->entries, 0, (tt->bucket_mask + 1) * TT_WAYS * sizeof(TTEntry));
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
