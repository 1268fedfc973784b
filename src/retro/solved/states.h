// states.h - a set of states, numbered in the order they came in: bytes compared with bytes, never a hash
// alone.
//
// Open addressing over 32-bit numbers, at most half full. Memory: state_size + 8 ... 16 bytes a state.
#ifndef RETRO_SOLVED_STATES_H
#define RETRO_SOLVED_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STATES_MAX = INT32_MAX };

typedef struct States {
    size_t    size;   // bytes of a state
    uint64_t  count, room;
    uint8_t  *rows;
    uint32_t *slots;   // number + 1; 0: empty
    uint64_t  mask;
} States;

bool states_open(States *set, size_t size);   // false: no memory
void states_close(States *set);

// The number of a state, which is put in when it is new; false when memory or numbers are out, which of them
// states_no_numbers then says.
bool states_add(States *set, const void *s, uint64_t *number, bool *is_new);
// The number of a state that is in the set.
uint64_t states_number(const States *set, const void *s);

static inline const uint8_t *states_at(const States *set, uint64_t number)
{
    return set->rows + number * set->size;
}

// It cannot grow for want of numbers, however much memory there is.
static inline bool states_no_numbers(const States *set) { return set->room > STATES_MAX / 2; }

uint64_t states_bytes(const States *set);

#endif
