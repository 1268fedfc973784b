// naive.h - second, naive implementations of the games, to check the fast ones against.
//
// Written from docs/GAMES.md alone, with arrays and loops, sharing no code with src/. A naive game works on
// position texts only: it parses one, finds every legal move the obvious way, and emits the text of each
// resulting position. Slow on purpose. tests/game/test_naive.c compares these children, as sorted lists, with
// those of the fast games, and the evaluations with theirs.
#ifndef TESTS_NAIVE_NAIVE_H
#define TESTS_NAIVE_NAIVE_H

#include <stdbool.h>

enum { NAIVE_TEXT_MAX = 1024 };

// Called once per legal move with the canonical text of the position after it. `move` is the move's text.
typedef void NaiveEmit(void *context, const char *move, const char *position);

typedef struct Naive {
    const char *game;   // the game's name, e.g. "othello"

    // `spec` is the full game spec, e.g. "focus:players=4" (look options up with naive_option).
    // `map` is NULL, but for thief-police: the maze, size lines of size characters each ended by '\n',
    // '#' wall, '.' open, 'E' an exit (naive_maze). Emits nothing for a finished game. The text given is
    // always legal.
    void (*children)(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context);

    // Evaluation for player p (from 0), and payoffs of a finished game for players 0 ... players-1. Here
    // `spec` may name an evaluation and its weights, as a player's would: "othello:eval=mobility".
    int (*evaluate)(const char *spec, const char *map, const char *position, int p);
    void (*payoff)(const char *spec, const char *map, const char *position, int out[6]);
} Naive;

// The weights of an evaluation, weights=A/B/... in `spec`, or the fallback when they are not given.
void naive_weights(const char *spec, const int fallback[], int count, int out[]);

// The text of option `key` in `spec`, or `fallback` when it is not given; written to `out` and returned.
const char *naive_option(const char *spec, const char *key, const char *fallback, char out[64]);

// The maze of a thief-police spec, as the naive game wants it; and the position it starts from.
const char *naive_maze(const char *spec);
void        naive_maze_start(const char *spec, char out[NAIVE_TEXT_MAX]);

extern const Naive naive_othello, naive_checkers, naive_focus, naive_chinese_checkers, naive_virus,
    naive_abalone, naive_thief_police, naive_tictactoe, naive_connect_four, naive_chess, naive_breakthrough;

#endif
