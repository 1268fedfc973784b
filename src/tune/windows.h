// windows.h - the widths of windows= by level, as the abalone paper asks for them: narrow enough to save
// nodes, wide enough that the player still beats plain alpha-beta searching one ply less.
//
// The widths begin where next to nothing is pruned: at the largest difference between an evaluation and what
// a search of the rest of the depth makes of it, over positions from the openings, doubled until the player
// passes the test below. Then level after level is narrowed to 3/5, round after round, until the sequential
// test no longer says that the player is `TUNE_WINDOWS_ELO` rather than 0 Elo stronger than plain alpha-beta
// of one ply less (5 % errors; a test that does not decide counts as no). The linear widths, (D - level) * c,
// have one c. Two matches on fresh openings report the result: against one ply less, and against the same
// depth.
#ifndef TUNE_WINDOWS_H
#define TUNE_WINDOWS_H

#include "tune/tune.h"

enum { TUNE_WINDOWS_ELO = 30, TUNE_LEVELS_MAX = 16 };

// One test: `level` at a width; level 0: all of them, the first at that width.
typedef struct TuneTest {
    int    level, games;
    Value  width;
    double score;
    bool   passed;
} TuneTest;

typedef struct TuneWindows {
    bool       linear;
    int        levels;                                           // depth - 1
    Value      start[TUNE_LEVELS_MAX], found[TUNE_LEVELS_MAX];   // by level, from level 1 at index 0
    int        tests;
    TuneTest  *test;         // owned
    TuneCheck  less, same;   // matches against plain alpha-beta of one ply less, of the same depth
    TuneResult tuned;
} TuneWindows;

// The player's depth= and windows= are left out; settings->depth counts. False when it failed, or was
// stopped; tune_windows_close frees the tests.
bool tune_windows(const TuneSettings *settings, bool linear, TuneWindows *out, Status *status);
void tune_windows_close(TuneWindows *out);

#endif
