// Trials as rows of the results: one per protocol, player and trial.
#include "lab/kinds/nodes/trial.h"
#include "base/rng.h"
#include "lab/store.h"

#include <math.h>
#include <string.h>

enum { NODES, INTERIOR, LEAVES, LIST_LENGTH, SECONDS, CUTS, TURNS, GAME, LOOKUPS };
static const StoreColumn columns[] = {
    [NODES] = {"nodes", STORE_INTEGER, false, 0},   [INTERIOR] = {"interior", STORE_INTEGER, false, 0},
    [LEAVES] = {"leaves", STORE_INTEGER, false, 0}, [LIST_LENGTH] = {"list_length", STORE_INTEGER, false, 0},
    [SECONDS] = {"seconds", STORE_REAL, false, 0},  [CUTS] = {"cuts", STORE_TEXT, true, 0},
    [TURNS] = {"turns", STORE_INTEGER, true, 4},    [GAME] = {"game", STORE_INTEGER, true, 5},
    [LOOKUPS] = {"databases", STORE_TEXT, true, 5}, {0},
};

// "3 0 1": cut-offs by index, up to the last that is not 0.
static void cuts_format(const TrialCount *c, Text *out)
{
    int last = CUT_INDEX_MAX - 1;
    while (last > 0 && c->cuts[last] == 0) last--;
    for (int i = 0; i <= last; i++) text_add(out, "%s%llu", i ? " " : "", (unsigned long long)c->cuts[i]);
}

static bool cuts_parse(const char *text, TrialCount *c)
{
    c->with_cuts = true;
    for (int i = 0; i < CUT_INDEX_MAX; i++) {
        long n;
        if (!text_number(&text, INT64_MAX, &n)) return false;
        c->cuts[i] = (uint64_t)n;
        if (*text == 0) return true;
        if (*text++ != ' ') return false;
    }
    return false;
}

static void row_write(const void *row, StoreValue out[], char *scratch)
{
    const TrialCount *const c    = row;
    Text                    text = text_on(scratch, STORE_SCRATCH);
    _Static_assert(CUT_INDEX_MAX * 21 <= STORE_SCRATCH, "room for all cut-offs");
    out[NODES].integer = (int64_t)c->nodes, out[INTERIOR].integer = (int64_t)c->interior;
    out[LEAVES].integer = (int64_t)c->leaves, out[LIST_LENGTH].integer = (int64_t)c->list_length;
    out[SECONDS].real = c->seconds;
    if (c->with_cuts) cuts_format(c, &text);
    out[CUTS]    = (StoreValue){.null = !c->with_cuts, .text = scratch};
    out[TURNS]   = (StoreValue){.null = c->turns == 0, .integer = c->turns};
    out[GAME]    = (StoreValue){.null = c->game == 0, .integer = (int64_t)c->game};
    out[LOOKUPS] = (StoreValue){.null = !c->lookups_known, .text = c->lookups};
}

// Can this have been counted?
static bool row_possible(const StoreValue in[])
{
    const int64_t nodes = in[NODES].integer, interior = in[INTERIOR].integer, leaves = in[LEAVES].integer;
    return nodes > 0 && interior >= 0 && interior <= nodes && leaves == nodes - interior &&
           in[LIST_LENGTH].integer >= 0 && in[TURNS].integer >= 0 && in[TURNS].integer <= STORE_MOVES_MAX &&
           isfinite(in[SECONDS].real) && in[SECONDS].real >= 0;
}

static bool row_read(const StoreValue in[], void *row)
{
    TrialCount *const c = row;
    if (!row_possible(in)) return false;
    *c = (TrialCount){.nodes         = (uint64_t)in[NODES].integer,
                      .interior      = (uint64_t)in[INTERIOR].integer,
                      .leaves        = (uint64_t)in[LEAVES].integer,
                      .list_length   = (uint64_t)in[LIST_LENGTH].integer,
                      .seconds       = in[SECONDS].real,
                      .turns         = (int)in[TURNS].integer,
                      .game          = (uint64_t)in[GAME].integer,
                      .lookups_known = in[LOOKUPS].text != NULL};
    return store_lookups_copy(&in[LOOKUPS], c->lookups) &&
           (in[CUTS].text == NULL || cuts_parse(in[CUTS].text, c));
}

static uint64_t trial_sum(const StoreKey *key, int number, const void *row, const StoreValue values[],
                          int64_t run)
{
    const TrialCount *const c         = row;
    const char *const       cuts      = values[CUTS].null ? "-" : values[CUTS].text;
    const uint64_t          numbers[] = {(uint64_t)number, c->nodes,       c->interior,
                                         c->leaves,        c->list_length, store_sum_real(c->seconds),
                                         (uint64_t)run};
    uint64_t sum = store_sum_text(store_sum_text(store_sum_text(1, key->protocol), key->players[0]), cuts);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sum = mix64(sum ^ numbers[i]) + i;
    // Rows of earlier formats do not have these.
    if (c->turns != 0) sum = mix64(sum ^ (uint64_t)c->turns);
    if (c->game != 0) sum = mix64(sum ^ c->game);
    return c->lookups_known ? store_sum_text(sum, c->lookups) : sum;
}

const StoreRows trial_rows = {
    .table     = "trials",
    .number    = "trial",
    .players   = 1,
    .since     = 1,
    .sum_since = 2,
    .size      = sizeof(TrialCount),
    .columns   = columns,
    .varies    = "seconds",
    .lookups   = "databases",
    .write     = row_write,
    .read      = row_read,
    .sum       = trial_sum,
};
