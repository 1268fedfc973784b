#include "play/engines/engine_pool.h"
#include "base/rng.h"
#include "play/engines/engine_player.h"

#include <assert.h>
#include <string.h>

void engine_pool_open(EnginePool *pool)
{
    pool->count = pool->starts = 0;
    mutex_open(&pool->lock);
}

void engine_pool_close(EnginePool *pool)
{
    for (int i = 0; i < pool->count; i++) engine_player_end(pool->idle[i]);
    pool->count = 0;
    mutex_close(&pool->lock);
}

struct EnginePlayer *engine_pool_take(EnginePool *pool, const char *text)
{
    EnginePlayer *found = NULL;
    mutex_lock(&pool->lock);
    for (int i = pool->count - 1; i >= 0 && found == NULL; i--)
        if (strcmp(pool->idle[i]->text, text) == 0) {
            found         = pool->idle[i];
            pool->idle[i] = pool->idle[--pool->count];
        }
    mutex_unlock(&pool->lock);
    return found;
}

bool engine_pool_give(EnginePool *pool, struct EnginePlayer *engine)
{
    assert(engine != NULL);
    mutex_lock(&pool->lock);
    const bool room = pool->count < ENGINE_POOL_MAX;
    if (room) pool->idle[pool->count++] = engine;
    mutex_unlock(&pool->lock);
    return room;
}

static uint64_t text_hash(const char *text)
{
    uint64_t n = UINT64_C(0x706f6f6c);
    for (; *text; text++) n = mix64(n + (unsigned char)*text);
    return n;
}

bool engine_pool_knows(EnginePool *pool, const char *text)
{
    const uint64_t n = text_hash(text);
    int            i = 0;
    mutex_lock(&pool->lock);
    while (i < pool->starts && pool->started[i] != n) i++;
    const bool known = i < pool->starts;
    mutex_unlock(&pool->lock);
    return known;
}

void engine_pool_know(EnginePool *pool, const char *text)
{
    if (engine_pool_knows(pool, text)) return;
    mutex_lock(&pool->lock);
    if (pool->starts < ENGINE_POOL_MAX) pool->started[pool->starts++] = text_hash(text);
    mutex_unlock(&pool->lock);
}
