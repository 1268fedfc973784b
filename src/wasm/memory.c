// memory.c - base/memory.h where there are no pages to map: from the heap, which the browser lets grow.
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

// What the linker lets the heap grow to (src/wasm/wasm.mk), stacks and tables of the games aside.
static const uint64_t memory_max = UINT64_C(2) << 30;

void *memory_reserve(uint64_t count, size_t size, MemoryPages pages)
{
    size_t bytes;
    (void)pages;
    assert(size > 0);
    if (__builtin_mul_overflow(count, size, &bytes) || bytes >= memory_max) return NULL;
    bytes              = (bytes + CACHE_LINE) / CACHE_LINE * CACHE_LINE;
    void *const memory = aligned_alloc(CACHE_LINE, bytes);
    if (memory != NULL) memset(memory, 0, bytes);
    return memory;
}

void memory_release(void *memory, uint64_t count, size_t size)
{
    (void)count, (void)size;
    free(memory);
}

void memory_seal(void *memory, uint64_t count, size_t size)
{
    assert(memory != NULL);
    (void)memory, (void)count, (void)size;
}

uint64_t memory_physical(void) { return memory_max; }
