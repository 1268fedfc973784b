// engine_pool.h - engines that wait for their next game. Players are opened for every game; a program that
// takes a second to start, and has just played, need not start again.
//
// Threads share a pool. What is in it is healthy as far as is known: it has answered everything it was asked.
#ifndef PLAY_ENGINES_ENGINE_POOL_H
#define PLAY_ENGINES_ENGINE_POOL_H

#include "base/threads.h"

#include <stdint.h>

enum { ENGINE_POOL_MAX = 512 };

struct EnginePlayer;

typedef struct EnginePool {
    Mutex                lock;
    int                  count;
    struct EnginePlayer *idle[ENGINE_POOL_MAX];   // owned
    int                  starts;
    uint64_t             started[ENGINE_POOL_MAX];   // numbers of the texts that were started once
} EnginePool;

void engine_pool_open(EnginePool *pool);
void engine_pool_close(EnginePool *pool);   // ends all that are in it

// One that was opened from this text for this game, or NULL; it is the caller's.
struct EnginePlayer *engine_pool_take(EnginePool *pool, const char *text);
// False when there is no room: it stays the caller's.
bool engine_pool_give(EnginePool *pool, struct EnginePlayer *engine);

// Was a program started from this text before? One that was and fails to start again loses games, and does
// not end the match.
void engine_pool_know(EnginePool *pool, const char *text);
bool engine_pool_knows(EnginePool *pool, const char *text);

#endif
