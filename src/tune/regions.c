#include "tune/regions.h"
#include "base/threads.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One of the threads: positions first, first + stride, ...
typedef struct Searcher {
    const Tune       *tune;
    const AnyState   *positions;
    const PlayerSpec *spec;
    int               first, stride;
    uint64_t          nodes;
    bool              failed;
    Status            status;
} Searcher;

static void searcher_run(void *argument)
{
    Searcher *const           me = argument;
    const TuneSettings *const t  = &me->tune->settings;
    for (int i = me->first; i < t->games && !tune_stopped(me->tune) && !me->failed; i += me->stride) {
        Player       player;
        SearchResult found;
        me->failed = !player_open_spec(&player, t->v, me->spec, (PlayerSeat){0}, &me->status);
        if (me->failed) return;
        player.stop = t->stop;
        player_choose(&player, t->v, &me->positions[i], &found);
        me->nodes += found.nodes;
        player_close(&player);
    }
}

static bool pair_search(const Tune *tune, const AnyState positions[], const PlayerSpec *spec, double *nodes,
                        Status *status)
{
    const int       n         = tune->settings.threads;
    Searcher *const searchers = calloc((size_t)n, sizeof *searchers);
    if (searchers == NULL) return status_fail_system(status, "out of memory");
    for (int i = 0; i < n; i++)
        searchers[i] = (Searcher){
            .tune = tune, .positions = positions, .spec = spec, .first = i, .stride = n};
    threads_run(searcher_run, searchers, sizeof *searchers, n);
    bool good = true;
    *nodes    = 0;
    for (int i = 0; good && i < n; i++) {
        *nodes += (double)searchers[i].nodes;
        if (searchers[i].failed) good = false, *status = searchers[i].status;
    }
    free(searchers);
    return good && (!tune_stopped(tune) || status_fail(status, "stopped"));
}

static bool regions_player(const PlayerSpec *plain, int depth, int a, int b, PlayerSpec *out, Status *status)
{
    char borders[24];
    snprintf(borders, sizeof borders, "%d/%d", a, b);
    *out = *plain;
    return (player_spec_set_number(out, "depth", depth) && player_spec_set(out, "regions", borders)) ||
           status_fail(status, "%s: no room for regions=%s", out->words.name, borders);
}

static AnyState *positions_find(const Tune *tune, Status *status)
{
    const TuneSettings *const t   = &tune->settings;
    AnyState *const           out = calloc((size_t)t->games, sizeof *out);
    Openings                  openings;
    if (out == NULL) return status_fail_system(status, "out of memory for the positions"), NULL;
    bool good = openings_open(&openings, t->v, t->openings, tune_seed(tune, 0), status);
    if (good) {
        for (int i = 0; good && i < t->games; i++) good = openings_position(&openings, i, &out[i], status);
        openings_close(&openings);
    }
    if (good) return out;
    free(out);
    return NULL;
}

static bool pairs_search(Tune *tune, const PlayerSpec *plain, const AnyState positions[], TuneRegions *out,
                         Status *status)
{
    const int depth = out->depth, all = (depth + 1) * (depth + 2) / 2;
    int       row   = 0;
    double    least = 0;
    for (int a = 0; a <= depth; a++)
        for (int b = a; b <= depth; b++, row++) {
            PlayerSpec    spec;
            double *const nodes = &out->nodes[a][b];
            tune_step(tune, (double)row / all, (double)(row + 1) / all, "regions %d/%d", a, b);
            if (!tune_get(tune, row, nodes, 1) &&
                (!regions_player(plain, depth, a, b, &spec, status) ||
                 !pair_search(tune, positions, &spec, nodes, status) || !tune_add(tune, nodes, 1, status)))
                return false;
            if (row == 0 || *nodes < least) least = *nodes, out->best[0] = a, out->best[1] = b;
        }
    return true;
}

static bool regions_find(Tune *tune, const PlayerSpec *plain, TuneRegions *out, Status *status)
{
    AnyState *const positions = positions_find(tune, status);
    const bool      good      = positions != NULL && pairs_search(tune, plain, positions, out, status);
    Text            game      = text_on(out->tuned.game, sizeof out->tuned.game);
    free(positions);
    variant_name(tune->settings.v, &game);
    out->tuned.count = 1;
    snprintf(out->tuned.keys[0].key, SPEC_WORD_MAX, "regions");
    snprintf(out->tuned.keys[0].value, SPEC_WORD_MAX, "%d/%d", out->best[0], out->best[1]);
    return good;
}

// The player without depth and regions, who must take regions= and repeat.
static bool plain_read(PlayerSpec *plain, const TuneSettings *t, Status *status)
{
    PlayerSpec trial, ignored;
    if (t->depth < 2 || t->depth > TUNE_REGIONS_DEPTH_MAX)
        return status_fail(status, "tune regions: expected --depth from 2 to %d", TUNE_REGIONS_DEPTH_MAX);
    *plain = t->player;
    if (!player_spec_expand(plain, t->v, true, status)) return false;
    player_spec_without(plain, "depth");
    player_spec_without(plain, "regions");
    return regions_player(plain, t->depth, 0, 0, &trial, status) &&
           tune_player(&trial, t->v, &ignored, status);
}

bool tune_regions(const TuneSettings *settings, TuneRegions *out, Status *status)
{
    assert(settings->v != NULL && settings->games >= 1);
    Tune *const  tune = calloc(1, sizeof *tune);
    TuneSettings t    = *settings;
    PlayerSpec   plain;
    if (tune == NULL) return status_fail_system(status, "out of memory");
    memset(out, 0, sizeof *out);
    out->depth = t.depth;
    bool good  = plain_read(&plain, &t, status);
    t.player   = plain;
    if (good && (good = tune_open(tune, &t, "regions", status))) {
        good = regions_find(tune, &plain, out, status);
        tune_close(tune);
    }
    free(tune);
    return good;
}
