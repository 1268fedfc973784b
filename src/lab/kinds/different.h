// different.h - equal games among the trials of a cell: which of them are the first of their kind. A search
// repeats itself, so a game that was played twice is one observation, and statistics take it once.
#ifndef LAB_KINDS_DIFFERENT_H
#define LAB_KINDS_DIFFERENT_H

#include <stdbool.h>
#include <stdint.h>

// Writes the numbers of those that no earlier one equals, in order, into `first` (room for n); returns how
// many there are. A game of 0 is not known (results of earlier versions) and equals no other.
int different_find(const uint64_t games[], int n, int first[]);

// Is none of them 0?
bool different_known(const uint64_t games[], int n);

#endif
