// alloc.h - one allocation that fails, to see what the caller does then. Allocations of shared libraries
// never fail; those of Check do, so nothing may be asserted in between.
#ifndef TESTS_ALLOC_H
#define TESTS_ALLOC_H

#include <stdbool.h>

// The n-th allocation from now on fails, from 1; 0: none.
void alloc_fail_at(long n);
// Has it failed? Afterwards none does.
bool alloc_failed(void);

#endif
