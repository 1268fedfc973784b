// match_cases.h - what the suites of matches share: a folder of their own, small matches, playing them.
#ifndef TESTS_PLAY_MATCH_CASES_H
#define TESTS_PLAY_MATCH_CASES_H

#include "play/match.h"
#include "tests.h"

// Files in a folder of the test's own, which lives as long as the test.
void        match_folder_make(void);
void        match_folder_remove(void);
const char *match_path(const char *name);   // "a", "b", "openings"; good for three more calls
char       *match_text(const char *name, size_t *size);
void        match_put(const char *name, const char *text, size_t size);
bool        match_is(const char *name, const char *text, size_t size);

typedef struct MatchCase {
    const char *game, *openings;
    int         contestants, games;
    const char *spec[4];
    PointsRule  points;
} MatchCase;

enum { MATCH_CASES = 5 };
extern const MatchCase match_cases[MATCH_CASES];

// A player from text; good until the end of the test.
const PlayerSpec *match_player(const char *text);

MatchSettings match_settings(const MatchCase *c, const Variant *v, int threads, const char *save);

// Plays a match to its end; what it came to is left in *tally.
void match_play(const MatchSettings *t, Tally *tally);
bool match_refused(const MatchSettings *t, Status *status);

// Equal but for times and the place in memory.
void tally_same(const Tally *a, const Tally *b);

#endif
