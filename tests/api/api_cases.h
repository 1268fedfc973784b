// api_cases.h - what the tests of the library share: handles that open or fail the test, texts of any length.
#ifndef TESTS_API_API_CASES_H
#define TESTS_API_API_CASES_H

#include "pollard.h"
#include "tests.h"

PollardGame   *api_game(const char *spec);
PollardPlay   *api_play(PollardGame *game, const char *position);   // NULL: the start
PollardEngine *api_engine(PollardGame *game, const char *player);

// Texts of a play; valid until the next call.
const char *api_words(const PollardPlay *play, int what);

#endif
