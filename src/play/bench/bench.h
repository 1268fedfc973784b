// bench.h - a fixed set of searches over all games. The sum of their node counts is the signature: it changes
// only when rules, evaluations, generation orders or searches change. The evaluations that a player must
// choose by name have a sum of their own. The command line, and the engine as WebAssembly, run the same.
//
// Cost: some seconds, one thread.
#ifndef PLAY_BENCH_BENCH_H
#define PLAY_BENCH_BENCH_H

#include "base/status.h"

#include <jansson.h>
#include <stdint.h>

typedef struct BenchRow {
    const char *game, *preset, *eval;   // eval NULL: the game's default
    int         depth;
    uint64_t    nodes;
    double      seconds;
} BenchRow;

// A search that is done.
typedef void BenchTell(void *context, const BenchRow *row);

// {"signature", "evaluations", "games": a row per search}; NULL with a message. `tell` may be NULL.
json_t *bench_run(BenchTell *tell, void *context, Status *status);

#endif
