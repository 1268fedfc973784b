#include "search/tt.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

// From this size on the pages of a table are paid for when it is opened, not in the first search.
enum { FIRST_TOUCH = 1 << 21 };

bool tt_open(TT *tt, int bits)
{
    assert(bits >= 0 && bits <= TT_BITS_MAX);
    const uint64_t entries = (UINT64_C(1) << bits) < TT_WAYS ? TT_WAYS : UINT64_C(1) << bits;
    *tt                    = (TT){.bucket_mask = entries / TT_WAYS - 1};
    assert(bits >= 0 && bits < 48);
    if (entries > memory_physical() / 4 * 3 / sizeof(TTEntry)) return false;
    tt->entries = memory_reserve(entries, sizeof(TTEntry), MEMORY_HUGE);
    if (tt->entries == NULL) return false;
    if (entries * sizeof(TTEntry) >= FIRST_TOUCH) tt_clear(tt);
    return true;
}

void tt_close(TT *tt)
{
    memory_release(tt->entries, (tt->bucket_mask + 1) * TT_WAYS, sizeof(TTEntry));
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
