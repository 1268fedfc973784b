// format_cases.h - what the suites of notations share.
#ifndef TESTS_PLAY_FORMATS_FORMAT_CASES_H
#define TESTS_PLAY_FORMATS_FORMAT_CASES_H

#include "base/rng.h"
#include "play/formats/formats.h"
#include "tests.h"

// The start of chess, and a mate, as EPD without operations.
#define EPD_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define EPD_MATE  "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -"

// A game of random moves from a position some plies in, ended after `plies`, with names and remarks.
FormatGame *format_case_random(const Variant *v, Rng *rng, int before, int plies);
void        format_case_free(FormatGame *game);

// The game in a notation, to be freed.
char *format_case_text(const GameFormat *format, const FormatGame *game, size_t *size);

#endif
