// bits.h - 64-bit sets.
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdint.h>

static inline int bits_count(uint64_t b) { return __builtin_popcountll(b); }
static inline int bits_first(uint64_t b) { return __builtin_ctzll(b); }   // b != 0

// Removes the lowest bit of *b and returns its number; *b != 0.
static inline int bits_take(uint64_t *b)
{
    const int i = bits_first(*b);
    *b &= *b - 1;
    return i;
}

#define BIT(i) (UINT64_C(1) << (i))

#endif
