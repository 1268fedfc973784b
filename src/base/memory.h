// memory.h - the one way to reserve a large table: zeroed, and aligned to the pages it lies on.
//
// Pages are given when they are first touched. Huge pages (2 MiB) save about two fifths of a random probe
// into a large table; where the system has none to give, small ones serve. Cost: two system calls, so not for
// small things.
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum MemoryPages { MEMORY_SMALL, MEMORY_HUGE } MemoryPages;

// Room for `count` things of `size` bytes; NULL when there is none, or when no address space could hold them.
// To be released with the same numbers.
void *memory_reserve(uint64_t count, size_t size, MemoryPages pages);
void  memory_release(void *memory, uint64_t count, size_t size);   // NULL: nothing

// Writing to it is a crash from now on, where the system can see to that.
void memory_seal(void *memory, uint64_t count, size_t size);

uint64_t memory_physical(void);   // bytes of this machine's memory

#endif
