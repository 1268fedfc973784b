// perft.h - counting leaves over several threads, with a line per first move and progress.
//
// The tree is cut a few plies down into tasks (a position and the depth left); threads take tasks in order.
// The counting itself is the game's compiled perft (perft_template.h).
#ifndef GAME_PERFT_H
#define GAME_PERFT_H

#include "base/threads.h"
#include "game/variant.h"

#include <stdatomic.h>

enum { PERFT_DEPTH_MAX = 100, PERFT_THREADS_MAX = THREADS_MAX };

typedef struct PerftResult {
    uint64_t leaves, nodes;   // nodes: every position in the tree, leaves included
    double   seconds;
    int      moves;   // first moves, and the leaves below each of them
    Move     move[GAME_MOVES_MAX];
    uint64_t move_leaves[GAME_MOVES_MAX];
} PerftResult;

typedef struct PerftOptions {
    int depth, threads;   // 0 ... PERFT_DEPTH_MAX, 1 ... PERFT_THREADS_MAX
    // OPTIONAL: called a few times a second from the calling thread with the share done, 0 ... 1.
    void (*progress)(void *context, double done);
    void *context;
    // or NULL: ends it early, looked at before every part of about a million leaves
    const atomic_bool *stop;
} PerftOptions;

// Fails when it was stopped, or memory is short.

bool perft_run(const Variant *v, const AnyState *s, const PerftOptions *options, PerftResult *result,
               Status *status);

#endif
