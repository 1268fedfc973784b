// holes.h - the holes of a rhombus of Chinese Checkers as two words of bits, in any numbering, and where a
// piece gets from one of them.
//
// A hole is a number below 128: its word is number / 64. Hops are followed hole by hole: on boards with few
// pieces that is less than shifting whole boards in six directions.
#ifndef SYMMETRY_HOLES_H
#define SYMMETRY_HOLES_H

#include "base/bits.h"
#include "games/chinese_checkers/db_board.h"

enum { HOLES_NUMBERS = 128 };

typedef struct HolesSet {
    uint64_t word[2];
} HolesSet;

typedef struct Holes {
    int      side;
    uint8_t  number[CHECKERS_HOLES_MAX];   // of hole r*side + c
    HolesSet all;
    HolesSet near[HOLES_NUMBERS];   // the neighbours
    HolesSet over[HOLES_NUMBERS];   // neighbours with a hole right beyond them:
    uint8_t  beyond[HOLES_NUMBERS][HOLES_NUMBERS];
} Holes;

// After `side` and `number` were filled in.
void holes_open(Holes *holes);

static inline bool holes_has(const HolesSet *set, int number)
{
    return set->word[number >> 6] >> (number & 63) & 1;
}

static inline void holes_flip(HolesSet *set, int number) { set->word[number >> 6] ^= BIT(number & 63); }

// What a piece reaches by chains of hops over `all`, itself in it.
static inline HolesSet holes_hops(const Holes *holes, int from, const HolesSet *all, const HolesSet *empty)
{
    HolesSet reached = {{0, 0}}, todo = {{0, 0}};
    for (int at = from;;) {
        for (int w = 0; w < 2; w++)
            for (uint64_t over = holes->over[at].word[w] & all->word[w]; over != 0;) {
                const int      to  = holes->beyond[at][64 * w + bits_take(&over)];
                const uint64_t bit = BIT(to & 63) & empty->word[to >> 6] & ~reached.word[to >> 6];
                reached.word[to >> 6] |= bit;
                todo.word[to >> 6] |= bit;
            }
        if (todo.word[0] != 0) at = bits_take(&todo.word[0]);
        else if (todo.word[1] != 0) at = 64 + bits_take(&todo.word[1]);
        else return reached;
    }
}

// The same where all numbers are below 64.
static inline uint64_t holes_hops_word(const Holes *holes, int from, uint64_t all, uint64_t empty)
{
    uint64_t reached = 0, todo = 0;
    for (int at = from;; at = bits_take(&todo)) {
        for (uint64_t over = holes->over[at].word[0] & all; over != 0;) {
            const uint64_t bit = BIT(holes->beyond[at][bits_take(&over)]) & empty & ~reached;
            reached |= bit;
            todo |= bit;
        }
        if (todo == 0) return reached;
    }
}

#endif
