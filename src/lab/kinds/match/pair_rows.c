// Pairs of games as rows of the results: one per protocol, player, opponent and opening.
#include "base/rng.h"
#include "lab/kinds/match/opening_pair.h"
#include "lab/store.h"

#include <math.h>
#include <string.h>

// Of the player in the first game and in the second; capped: a bit for each game.
enum { POINTS, PLIES = POINTS + 2, CAPPED = PLIES + 2, NODES, SECONDS = NODES + 2, GAME, LOOKUPS = GAME + 2 };
static const StoreColumn columns[] = {
    [POINTS]     = {"points_first", STORE_INTEGER, false, 0},
    [POINTS + 1] = {"points_second", STORE_INTEGER, false, 0},
    [PLIES]      = {"plies_first", STORE_INTEGER, false, 0},
    [PLIES + 1]  = {"plies_second", STORE_INTEGER, false, 0},
    [CAPPED]     = {"capped", STORE_INTEGER, false, 0},
    [NODES]      = {"nodes_player", STORE_INTEGER, false, 0},
    [NODES + 1]  = {"nodes_opponent", STORE_INTEGER, false, 0},
    [SECONDS]    = {"seconds", STORE_REAL, false, 0},
    [GAME]       = {"game_first", STORE_INTEGER, true, 5},
    [GAME + 1]   = {"game_second", STORE_INTEGER, true, 5},
    [LOOKUPS]    = {"databases", STORE_TEXT, true, 5},
    {0},
};

static void row_write(const void *row, StoreValue out[], char *scratch)
{
    const PairResult *const r = row;
    (void)scratch;
    for (int i = 0; i < 2; i++) {
        out[POINTS + i].integer = r->points[i], out[PLIES + i].integer = r->plies[i];
        out[NODES + i].integer = (int64_t)r->nodes[i];
        out[GAME + i]          = (StoreValue){.null = r->game[i] == 0, .integer = (int64_t)r->game[i]};
    }
    out[CAPPED].integer = r->capped[0] | r->capped[1] << 1;
    out[SECONDS].real   = r->seconds;
    out[LOOKUPS]        = (StoreValue){.null = !r->lookups_known, .text = r->lookups};
}

static bool row_read(const StoreValue in[], void *row)
{
    PairResult *const r      = row;
    const int64_t     capped = in[CAPPED].integer;
    bool good = capped >= 0 && capped <= 3 && isfinite(in[SECONDS].real) && in[SECONDS].real >= 0;
    for (int i = 0; i < 2; i++)
        good = good && in[POINTS + i].integer >= 0 && in[POINTS + i].integer <= 2 &&
               in[PLIES + i].integer >= 0 && in[PLIES + i].integer <= STORE_MOVES_MAX &&
               in[NODES + i].integer >= 0;
    if (!good) return false;
    *r = (PairResult){.seconds = in[SECONDS].real, .lookups_known = in[LOOKUPS].text != NULL};
    if (!store_lookups_copy(&in[LOOKUPS], r->lookups)) return false;
    for (int i = 0; i < 2; i++) {
        r->points[i] = (int)in[POINTS + i].integer;
        r->plies[i]  = (int)in[PLIES + i].integer;
        r->capped[i] = capped >> i & 1;
        r->nodes[i]  = (uint64_t)in[NODES + i].integer;
        r->game[i]   = (uint64_t)in[GAME + i].integer;
    }
    return true;
}

static uint64_t pair_sum(const StoreKey *key, int number, const void *row, const StoreValue values[],
                         int64_t run)
{
    const PairResult *const r           = row;
    uint64_t                sum         = store_sum_text(2, key->protocol);
    uint64_t                numbers[11] = {(uint64_t)number};
    (void)values;
    for (int i = 0; i < 2; i++) {
        numbers[1 + i] = (uint64_t)r->points[i], numbers[3 + i] = (uint64_t)r->plies[i];
        numbers[5 + i] = (uint64_t)r->capped[i], numbers[7 + i] = r->nodes[i];
    }
    numbers[9] = store_sum_real(r->seconds), numbers[10] = (uint64_t)run;
    for (int i = 0; i < 2; i++) sum = store_sum_text(sum, key->players[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sum = mix64(sum ^ numbers[i]) + i;
    // Rows of earlier formats do not have these.
    for (int i = 0; i < 2 && r->game[i] != 0; i++) sum = mix64(sum ^ r->game[i]);
    return r->lookups_known ? store_sum_text(sum, r->lookups) : sum;
}

const StoreRows pair_rows = {
    .table   = "pairs",
    .number  = "opening",
    .players = 2,
    .since   = 3,
    .size    = sizeof(PairResult),
    .columns = columns,
    .varies  = "seconds",
    .lookups = "databases",
    .write   = row_write,
    .read    = row_read,
    .sum     = pair_sum,
};
