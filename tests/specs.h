// specs.h - the games and options that tests and fuzzers go through: every game, every option that changes
// its rules.
#ifndef TESTS_SPECS_H
#define TESTS_SPECS_H

extern const char *const test_specs[];   // ended by NULL

#endif
