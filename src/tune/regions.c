#include "tune/regions.h"
#include "base/threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One of the threads: positions first, first + stride, ...
typedef struct Searcher {
    const Tune     *tune;
    const AnyState *positions;
    const char     *spec;
    int             first, stride;
    uint64_t        nodes;
    bool            failed;
    Status          status;
} Searcher;

static void searcher_run(void *argument)
{
    Searcher *const           me = argument;
    const TuneSettings *const t  = &me->tune->settings;
    for (int i = me->first; i < t->games && !tune_stopped(me->tune) && !me->failed; i += me->stride) {
        Player       player;
        SearchResult found;
        me->failed = !player_open(&player, t->v, me->spec, 0, 0, &me->status);
        if (me->failed) return;
        player.stop = t->stop;
        player_choose(&player, t->v, &me->positions[i], &found);
        me->nodes += found.nodes;
        player_close(&player);
    }
}

static bool pair_search(const Tune *tune, const AnyState positions[], const char *spec, double *nodes,
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

static bool regions_spec(const Spec *plain, int depth, int a, int b, char out[TEXT_MAX], Status *status)
{
    Spec spec = *plain;
    char borders[24], number[12];
    Text text = text_on(out, TEXT_MAX);
    snprintf(borders, sizeof borders, "%d/%d", a, b);
    snprintf(number, sizeof number, "%d", depth);
    if (spec_put(&spec, "depth", number) && spec_put(&spec, "regions", borders)) {
        spec_write(&spec, &text);
        if (!text.cut) return true;
    }
    return status_fail(status, "the player is too long");
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

static bool pairs_search(Tune *tune, const Spec *plain, const AnyState positions[], TuneRegions *out,
                         Status *status)
{
    const int depth = out->depth, all = (depth + 1) * (depth + 2) / 2;
    int       row   = 0;
    double    least = 0;
    for (int a = 0; a <= depth; a++)
        for (int b = a; b <= depth; b++, row++) {
            char          spec[TEXT_MAX];
            double *const nodes = &out->nodes[a][b];
            tune_step(tune, (double)row / all, (double)(row + 1) / all, "regions %d/%d", a, b);
            if (!tune_get(tune, row, nodes, 1) &&
                (!regions_spec(plain, depth, a, b, spec, status) ||
                 !pair_search(tune, positions, spec, nodes, status) || !tune_add(tune, nodes, 1, status)))
                return false;
            if (row == 0 || *nodes < least) least = *nodes, out->best[0] = a, out->best[1] = b;
        }
    return true;
}

static bool regions_find(Tune *tune, const Spec *plain, TuneRegions *out, Status *status)
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

// The player must take regions= and repeat.
static bool plain_take(Spec *plain, const TuneSettings *t, char player[TEXT_MAX], Status *status)
{
    char           ignored[SPEC_WORD_MAX];
    SearchSettings search;
    Evaluation    *evaluation;
    Spec           spec;
    TuneSettings   with = *t;
    if (t->depth < 2 || t->depth > TUNE_REGIONS_DEPTH_MAX)
        return status_fail(status, "tune regions: expected --depth from 2 to %d", TUNE_REGIONS_DEPTH_MAX);
    if (!spec_parse(plain, t->player, status) || !tune_result_expand(plain, t->v, status)) return false;
    spec_take(plain, "depth", ignored);
    spec_take(plain, "regions", ignored);
    with.player = player;
    if (!regions_spec(plain, t->depth, 0, 0, player, status) ||
        !tune_player(&with, &spec, &search, &evaluation, status))
        return false;
    evaluation_close(evaluation);
    Text text = text_on(player, TEXT_MAX);
    spec_write(plain, &text);
    return true;
}

bool tune_regions(const TuneSettings *settings, TuneRegions *out, Status *status)
{
    Tune *const  tune = calloc(1, sizeof *tune);
    TuneSettings t    = *settings;
    Spec         plain;
    char         player[TEXT_MAX];
    if (tune == NULL) return status_fail_system(status, "out of memory");
    memset(out, 0, sizeof *out);
    out->depth = t.depth;
    bool good  = plain_take(&plain, &t, player, status);
    t.player   = player;
    if (good && (good = tune_open(tune, &t, "regions", status))) {
        good = regions_find(tune, &plain, out, status);
        tune_close(tune);
    }
    free(tune);
    return good;
}
