#include "retro/solved/states.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { ROOM_FIRST = 1 << 10 };

bool states_open(States *set, size_t size)
{
    assert(size > 0);
    *set       = (States){.size = size, .room = ROOM_FIRST, .mask = 2 * ROOM_FIRST - 1};
    set->rows  = malloc(set->room * size);
    set->slots = calloc(set->mask + 1, sizeof *set->slots);
    if (set->rows != NULL && set->slots != NULL) return true;
    states_close(set);
    return false;
}

void states_close(States *set)
{
    free(set->rows);
    free(set->slots);
    *set = (States){0};
}

uint64_t states_bytes(const States *set)
{
    return set->count * set->size + (set->mask + 1) * sizeof *set->slots;
}

// The slot that holds the state, or the empty one where it belongs.
static uint64_t slot_find(const States *set, const void *s)
{
    uint64_t at = XXH3_64bits(s, set->size) & set->mask;
    while (set->slots[at] != 0 && memcmp(states_at(set, set->slots[at] - 1), s, set->size) != 0)
        at = (at + 1) & set->mask;
    return at;
}

static bool states_grow(States *set)
{
    if (states_no_numbers(set)) return false;
    uint8_t *const rows = realloc(set->rows, 2 * set->room * set->size);
    if (rows == NULL) return false;
    set->rows             = rows;
    uint32_t *const slots = calloc(2 * (set->mask + 1), sizeof *slots);
    if (slots == NULL) return false;
    free(set->slots);
    set->slots = slots;
    set->mask  = 2 * set->mask + 1;
    set->room *= 2;
    for (uint64_t i = 0; i < set->count; i++)
        set->slots[slot_find(set, states_at(set, i))] = (uint32_t)(i + 1);
    return true;
}

bool states_add(States *set, const void *s, uint64_t *number, bool *is_new)
{
    uint64_t at = slot_find(set, s);
    *is_new     = set->slots[at] == 0;
    if (!*is_new) return *number = set->slots[at] - 1, true;
    if (set->count == set->room) {
        if (!states_grow(set)) return false;
        at = slot_find(set, s);
    }
    memcpy(set->rows + set->count * set->size, s, set->size);
    *number        = set->count++;
    set->slots[at] = (uint32_t)set->count;
    return true;
}

uint64_t states_number(const States *set, const void *s)
{
    const uint64_t at = slot_find(set, s);
    assert(set->slots[at] != 0);
    return set->slots[at] - 1;
}
