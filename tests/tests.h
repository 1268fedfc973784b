// tests.h - what the unit tests share. `POLLARD_LONG=1` in the environment turns the short runs into long
// ones.
#ifndef TESTS_TESTS_H
#define TESTS_TESTS_H

#include "search/search.h"
#include "specs.h"

#include <check.h>

// An assertion that holds is told to the parent process, by a write each, so that a crash can be placed: most
// of the time of suites that look at every entry of a table. The first line of the test is told anyway.
#define _mark_point(file, line) ((void)0)

// Opens a game or fails the test.
Variant test_open(const char *spec);

// Reads a search, or opens one; fails the test where that fails.
SearchSettings test_settings(const Variant *v, const char *text);
Search        *test_search(const Variant *v, const SearchSettings *settings);

// The depth up to `most` at which a plain tree below s has at most `leaves` leaves; at least 1.
int test_depth(const Variant *v, const AnyState *s, int most, uint64_t leaves);

// A position of a random game that is not over.
void test_position(const Variant *v, Rng *rng, AnyState *s);

// Sanitizers are slow, and look for other mistakes than wrong values: they get a part of the cases.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { TEST_SANITIZED = 1 };
#else
enum { TEST_SANITIZED = 0 };
#endif

// `quick` (a third of it under sanitizers), or `many` in the long suite.
int test_amount(int quick, int many);

// Where the data files are: tests/data, whatever folder the test runs in.
const char *test_data(const char *file, char path[256]);

#endif
