// index_cases.h - sets of cells and their numbers (retro/index.h), for tests of what looks them up.
#ifndef TESTS_RETRO_INDEX_CASES_H
#define TESTS_RETRO_INDEX_CASES_H

#include <stdint.h>

void index_case_sort(uint16_t cells[], int count);

// The number of a set of `count` like pieces on these cells of a board, given in any order.
uint64_t index_case_number(const int set[], int count, int cells);

#endif
