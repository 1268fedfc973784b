// tests.h - what the unit tests share. `POLLARD_LONG=1` in the environment turns the short runs into long ones.
#ifndef TESTS_TESTS_H
#define TESTS_TESTS_H

#include "game/variant.h"
#include "specs.h"

#include <check.h>

// Opens a game or fails the test.
Variant test_open(const char *spec);

// `quick`, or `many` in the long suite.
int test_amount(int quick, int many);

// Where the data files are: tests/data, whatever folder the test runs in.
const char *test_data(const char *file, char path[256]);

#endif
