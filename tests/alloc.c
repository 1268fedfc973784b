#include "alloc.h"

#include <stdatomic.h>
#include <stddef.h>

// Names that the linker gives to the real ones and to those called instead of them (--wrap).
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);

static atomic_long left;   // until one fails; 0: none does
static atomic_bool failed;

void alloc_fail_at(long n)
{
    atomic_store(&failed, false);
    atomic_store(&left, n);
}

bool alloc_failed(void)
{
    atomic_store(&left, 0);
    return atomic_load(&failed);
}

static bool this_one_fails(void)
{
    if (atomic_load_explicit(&left, memory_order_relaxed) <= 0 || atomic_fetch_sub(&left, 1) != 1)
        return false;
    return atomic_store(&failed, true), true;
}

void *__wrap_malloc(size_t size) { return this_one_fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t n, size_t size) { return this_one_fails() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *old, size_t size) { return this_one_fails() ? NULL : __real_realloc(old, size); }
