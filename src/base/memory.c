#include "base/memory.h"

#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE = 1 << 21 };

// Bytes of whole pages, at least one; 0 when that is more than can be counted.
static size_t bytes_of(uint64_t count, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t       bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - HUGE_PAGE - page) return 0;
    return bytes == 0 ? page : (bytes + page - 1) / page * page;
}

static void *pages_map(size_t bytes)
{
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

// A table that begins at a huge page has no small pages at its ends.
static void *huge_pages_map(size_t bytes)
{
    char *const start = pages_map(bytes + HUGE_PAGE);
    if (start == NULL) return NULL;
    const size_t before = -(uintptr_t)start & (HUGE_PAGE - 1);
    if (before > 0) munmap(start, before);
    munmap(start + before + bytes, HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
    madvise(start + before, bytes, MADV_HUGEPAGE);
#endif
    return start + before;
}

void *memory_reserve(uint64_t count, size_t size, MemoryPages pages)
{
    assert(size > 0);
    const size_t bytes = bytes_of(count, size);
    if (bytes == 0) return NULL;
    return pages == MEMORY_HUGE && bytes >= HUGE_PAGE ? huge_pages_map(bytes) : pages_map(bytes);
}

void memory_release(void *memory, uint64_t count, size_t size)
{
    if (memory == NULL) return;
    const int error = munmap(memory, bytes_of(count, size));
    assert(error == 0), (void)error;
}

void memory_seal(void *memory, uint64_t count, size_t size)
{
    assert(memory != NULL);
    mprotect(memory, bytes_of(count, size), PROT_READ);
}

uint64_t memory_physical(void) { return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE); }
