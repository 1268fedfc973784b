// row_keys.h - which rows of a results file belong to some experiments: their keys, found by hash.
#ifndef LAB_ROW_KEYS_H
#define LAB_ROW_KEYS_H

#include "lab/experiment.h"
#include "lab/store.h"

// The rows of one task of an experiment by one player, or two: number 0 ... trials-1 of them.
typedef struct RowKey {
    const Experiment *experiment;
    int               task, row;   // numbers: of the experiment's task, of the task's row
    StoreKey          key;         // its texts are owned; the digest is this program's
    const char       *players[STORE_PLAYERS_MAX];
    uint64_t          hash;
} RowKey;

typedef struct RowKeys {
    int     count, room;
    RowKey *list;   // in the order of the experiments, their tasks, their rows
} RowKeys;

bool row_keys_open(RowKeys *keys, const Experiment experiments[], int count, Status *status);
void row_keys_close(RowKeys *keys);

// The next key after number `after` (-1 for the first) that is this row's but for the digest; -1 when there
// is none. Experiments share rows: there may be several.
int row_keys_find(const RowKeys *keys, const StoreKey *row, int after);

// The rows of a protocol are about the game it begins with. Do two have the same, whatever its options; and
// the digest of this program for it, DIGEST_NONE when it has no such game.
bool        protocols_share_game(const char *a, const char *b);
const char *protocol_digest(const char *protocol);

#endif
