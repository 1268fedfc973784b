#include "symmetry/halves_inner.h"

#include <assert.h>

void halves_add(const Halves *h, uint64_t set[HALVES_PARTS], int hole)
{
    const int number = h->holes.number[hole];
    assert(number < HOLES_NUMBERS);
    if (number >= 64) set[PART_ABOVE] |= BIT(number - 64);
    else if (number >= h->half) set[PART_ON] |= BIT(number - h->half);
    else set[PART_BELOW] |= BIT(number);
}

static uint32_t set_number(const Halves *h, uint64_t set)
{
    uint32_t number = 0;
    for (int k = 1; set != 0; k++) number += h->choose[bits_take(&set)][k];
    return number;
}

// The sums Part.with.
static void set_sums(const Halves *h, uint64_t set, uint32_t with[HALVES_COUNTS])
{
    uint32_t up = 0, same = 0;
    uint8_t  cell[HALVES_COUNTS];
    int      count = 0;
    while (set != 0) cell[count++] = (uint8_t)bits_take(&set);
    for (int k = count; k >= 0; k--) {
        if (k < count) up += h->choose[cell[k]][k + 2];
        with[k] = up;
    }
    for (int k = 1; k <= count; k++) with[k] += same += h->choose[cell[k - 1]][k];
}

static uint64_t entry_of(const HalvesBlock *block, const uint32_t number[HALVES_PARTS])
{
    const bool turned = block->even && number[PART_ABOVE] > number[PART_BELOW];
    return block->base + number[PART_ON] * block->times[PART_ON] +
           number[turned ? PART_ABOVE : PART_BELOW] * block->times[PART_BELOW] +
           number[turned ? PART_BELOW : PART_ABOVE] * block->times[PART_ABOVE];
}

uint64_t halves_entry(const Halves *h, const uint64_t set[HALVES_PARTS])
{
    uint32_t number[HALVES_PARTS];
    for (int p = 0; p < HALVES_PARTS; p++) number[p] = set_number(h, set[p]);
    return entry_of(&h->block[bits_count(set[PART_ABOVE])][bits_count(set[PART_BELOW])], number);
}

// Entries with the lowest piece on the holes first ... last - 1 and the others where they are.
static void holes_places(const Halves *h, const uint64_t others[HALVES_PARTS], int first, int last,
                         uint64_t *out)
{
    uint32_t           same[HALVES_PARTS], with[HALVES_PARTS][HALVES_COUNTS];
    const HalvesBlock *block[HALVES_PARTS];
    const int          above = bits_count(others[PART_ABOVE]), below = bits_count(others[PART_BELOW]);
    const int          start[HALVES_PARTS] = {0, h->half, 64};
    for (int p = 0; p < HALVES_PARTS; p++) {
        same[p]  = set_number(h, others[p]);
        block[p] = &h->block[above + (p == PART_ABOVE)][below + (p == PART_BELOW)];
        set_sums(h, others[p], with[p]);
    }
    for (int hole = first; hole < last; hole++) {
        const int number = h->holes.number[hole],
                  p      = number >= 64      ? PART_ABOVE
                         : number >= h->half ? PART_ON
                                             : PART_BELOW,
                  cell = number - start[p], k = bits_count(others[p] & (BIT(cell) - 1));
        uint32_t numbers[HALVES_PARTS] = {same[0], same[1], same[2]};
        numbers[p]                     = with[p][k] + h->choose[cell][k + 1];
        *out++                         = entry_of(block[p], numbers);
    }
}

// Entries that differ in the lowest piece follow each other.
void halves_places(const void *data, uint64_t first, uint64_t out[], size_t n)
{
    const Halves *const   h = data;
    IndexCursor           cursor;
    const uint16_t *const cell = cursor.at.cell;
    index_cursor(&cursor, &h->db->index, first);
    for (size_t done = 0; done < n;) {
        const int    limit                = h->pieces > 1 ? cell[1] : h->side * h->side;
        const size_t room                 = n - done;
        const int    last                 = (size_t)(limit - cell[0]) < room ? limit : cell[0] + (int)room;
        uint64_t     others[HALVES_PARTS] = {0};
        for (int i = 1; i < h->pieces; i++) halves_add(h, others, cell[i]);
        holes_places(h, others, cell[0], last, out + done);
        done += (size_t)(last - cell[0]);
        if (first + done < h->db->index.size) index_seek(&cursor, first + done);
    }
}
