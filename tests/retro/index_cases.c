#include "retro/index_cases.h"

#include "retro/index.h"

#include <check.h>
#include <stdlib.h>

static int cells_order(const void *a, const void *b) { return *(const uint16_t *)a - *(const uint16_t *)b; }

void index_case_sort(uint16_t cells[], int count) { qsort(cells, (size_t)count, sizeof *cells, cells_order); }

uint64_t index_case_number(const int set[], int count, int cells)
{
    Status           status;
    Index            x;
    IndexPosition    at    = {0};
    const IndexGroup group = {.cells = cells, .pieces = count};
    for (int i = 0; i < count; i++) at.cell[i] = (uint16_t)set[i];
    index_case_sort(at.cell, count);
    ck_assert(index_open(&x, &group, 1, 1, &status));
    const uint64_t number = index_rank(&x, &at);
    index_close(&x);
    return number;
}
