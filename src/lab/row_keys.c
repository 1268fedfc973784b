#include "lab/row_keys.h"
#include "lab/kinds/kind.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t key_hash(const StoreKey *key)
{
    uint64_t hash = store_sum_text(store_sum_text(1, key->rows->table), key->protocol);
    for (int i = 0; i < key->rows->players; i++) hash = store_sum_text(hash, key->players[i]);
    return hash;
}

static bool room_make(RowKeys *keys, Status *status)
{
    if (keys->count < keys->room) return true;
    const int     room  = keys->room ? 2 * keys->room : 64;
    RowKey *const grown = realloc(keys->list, (size_t)room * sizeof *grown);
    if (grown == NULL) return status_fail_system(status, "out of memory for the rows");
    keys->list = grown, keys->room = room;
    return true;
}

static bool key_add(RowKeys *keys, const Task *task, int number, int row, Status *status)
{
    const StoreRows *const rows = task->experiment->kind->rows;
    if (!room_make(keys, status)) return false;
    RowKey *const k = &keys->list[keys->count++];
    *k = (RowKey){.experiment = task->experiment, .task = number, .row = row, .key = {.rows = rows}};
    k->key.digest   = task->digest;
    k->key.protocol = strdup(task->protocol);
    bool whole      = k->key.protocol != NULL;
    for (int i = 0; i < rows->players; i++) {
        k->players[i] = strdup(task->player[row * rows->players + i]);
        whole         = whole && k->players[i] != NULL;
    }
    if (!whole) return status_fail_system(status, "out of memory for the rows");
    return true;
}

bool row_keys_open(RowKeys *keys, const Experiment experiments[], int count, Status *status)
{
    assert(count >= 0);
    Task *const task = malloc(sizeof *task);
    bool        good = task != NULL || status_fail_system(status, "out of memory for the rows");
    *keys            = (RowKeys){0};
    for (int i = 0; good && i < count; i++) {
        const Experiment *const e = &experiments[i];
        for (int k = 0; good && k < e->kind->tasks(e); k++) {
            memset(task, 0, sizeof *task);
            task->experiment = e, task->trials = e->trials;
            e->kind->task(e, k, task);
            for (int row = 0; good && row < task->rows; row++) good = key_add(keys, task, k, row, status);
        }
    }
    free(task);
    if (!good) return row_keys_close(keys), false;
    for (int i = 0; i < keys->count; i++) {   // now that the list stays where it is
        keys->list[i].key.players = keys->list[i].players;
        keys->list[i].hash        = key_hash(&keys->list[i].key);
    }
    return true;
}

void row_keys_close(RowKeys *keys)
{
    for (int i = 0; i < keys->count; i++) {
        free((char *)keys->list[i].key.protocol);
        for (int k = 0; k < STORE_PLAYERS_MAX; k++) free((char *)keys->list[i].players[k]);
    }
    free(keys->list);
    *keys = (RowKeys){0};
}

int row_keys_find(const RowKeys *keys, const StoreKey *row, int after)
{
    assert(after >= -1 && after < keys->count);
    const uint64_t hash = key_hash(row);
    for (int i = after + 1; i < keys->count; i++) {
        const StoreKey *const key  = &keys->list[i].key;
        bool                  same = keys->list[i].hash == hash && key->rows == row->rows &&
                    strcmp(key->protocol, row->protocol) == 0;
        for (int k = 0; same && k < row->rows->players; k++)
            same = strcmp(key->players[k], row->players[k]) == 0;
        if (same) return i;
    }
    return -1;
}

// The game that a protocol begins with, without its options; a match says "match" first.
static int game_of(const char *protocol, const char **out)
{
    if (strncmp(protocol, "match ", 6) == 0) protocol += 6;
    *out = protocol;
    return (int)strcspn(protocol, ": ");
}

bool protocols_share_game(const char *a, const char *b)
{
    const char *x, *y;
    const int   n = game_of(a, &x), m = game_of(b, &y);
    return n == m && strncmp(x, y, (size_t)n) == 0;
}

const char *protocol_digest(const char *protocol)
{
    const char *game;
    char        name[SPEC_WORD_MAX];
    const int   n = game_of(protocol, &game);
    if (n >= (int)sizeof name) return DIGEST_NONE;
    snprintf(name, sizeof name, "%.*s", n, game);
    return build_digest(name);
}
