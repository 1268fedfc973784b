// scan.h - reading and writing a table of bytes that other threads write at the same time, and finding a
// value in it, eight bytes at a glance.
//
// Accesses are relaxed: the algorithms are such that it does not matter which of two writers comes first, nor
// whether a write of this round is seen in it.
#ifndef RETRO_SCAN_H
#define RETRO_SCAN_H

#include <stdint.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte of a word is its lowest");

static inline uint8_t scan_get(const uint8_t *table, uint64_t i)
{
    return __atomic_load_n(&table[i], __ATOMIC_RELAXED);
}
static inline void scan_set(uint8_t *table, uint64_t i, uint8_t value)
{
    __atomic_store_n(&table[i], value, __ATOMIC_RELAXED);
}

// The top bit of every byte of `word` that is `value`.
static inline uint64_t scan_match(uint64_t word, uint8_t value)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), x = word ^ (UINT64_C(0x0101010101010101) * value);
    return ~(((x & low) + low) | x | low);
}

static inline uint64_t scan_word(const uint8_t *table, uint64_t i)
{
    return __atomic_load_n((const uint64_t *)(const void *)&table[i], __ATOMIC_RELAXED);
}

// The first i, first <= i < last, with table[i] == value, or `last`. The table is aligned to 8, and so is
// every `last` but the end of the table.
static inline uint64_t scan_find(const uint8_t *table, uint64_t first, uint64_t last, uint8_t value)
{
    uint64_t at = first & ~UINT64_C(7), wanted = ~UINT64_C(0)
                                              << 8 * (first & 7);   // in the first word, not what lies before
    for (; at + 8 <= last; at += 8, wanted = ~UINT64_C(0)) {
        const uint64_t match = scan_match(scan_word(table, at), value) & wanted;
        if (match != 0) return at + (uint64_t)(__builtin_ctzll(match) >> 3);
    }
    for (at = at > first ? at : first; at < last; at++)
        if (scan_get(table, at) == value) return at;
    return last;
}

#endif
