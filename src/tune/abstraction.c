#include "tune/abstraction.h"
#include "tune/abstraction_samples.h"
#include "tune/abstraction_tables.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const tune_target_names[TARGETS]             = {"moves", "search", "result"};
const int         abstraction_depths[ABSTRACTION_DEPTHS] = {1, 3};

void tune_abstraction_close(TuneAbstraction *out)
{
    free(out->candidate);
    out->candidate = NULL;
}

// The position where openings start and the first candidate for it.
static bool candidates_there(const Variant *v, const char *openings, AnyState *start, EvalCandidate *first,
                             Status *status)
{
    Openings o;
    int      which = -1;
    if (!openings_open(&o, v, openings, 0, status)) return false;
    openings_start(&o, start);
    openings_close(&o);
    if (v->game->eval_next != NULL && v->game->eval_next(v->rules, start, &which, first)) return true;
    char name[TEXT_MAX];
    Text text = text_on(name, sizeof name);
    variant_name(v, &text);
    return status_fail(status,
                       "%s has no abstractions to choose from with openings '%.60s'; expected "
                       "chinese-checkers on a rhombus board, or chess with random:N:FILE, a file of "
                       "positions of one ending of six to eight men",
                       name, openings);
}

bool tune_abstraction_player(const Variant *v, const char *openings, PlayerSpec *out, Status *status)
{
    AnyState      start;
    EvalCandidate first;
    if (!candidates_there(v, openings, &start, &first, status)) return false;
    return player_spec_parse(out, "alphabeta:depth=2", status) && player_spec_set(out, "eval", first.name);
}

// Seeds after those of the meetings.
enum {
    START_PURPOSE = SAMPLES_PURPOSE + 1 + 2 * ABSTRACTION_CHECKS_MAX,
    FINAL_PURPOSE = START_PURPOSE + 1 + ABSTRACTION_RIVALS_MAX
};

// Rivals.

static bool rival_add(const Variant *v, TuneAbstraction *out, const char *name, Status *status)
{
    EvalCandidate info;
    char          example[sizeof info.name] = "";
    for (int which = -1, i = 0; v->game->eval_next(v->rules, &out->start, &which, &info); i++) {
        if (i == 1) memcpy(example, info.name, sizeof example);
        if (!text_same(info.name, name)) continue;
        if (out->rivals == ABSTRACTION_RIVALS_MAX)
            return status_fail(status, "--against %s: expected at most %d names", name,
                               ABSTRACTION_RIVALS_MAX);
        return abstraction_read(v, &out->start, &info, &out->rival[out->rivals++], status);
    }
    return status_fail(status,
                       "--against %s: expected an evaluation that is offered on this board, such as %s", name,
                       example);
}

static bool rivals_named(const Variant *v, const char *names, TuneAbstraction *out, Status *status)
{
    char word[SPEC_WORD_MAX];
    for (const char *at = names;; at++) {
        const size_t n = strcspn(at, ",");
        if (n == 0 || n >= sizeof word)
            return status_fail(status, "--against %.80s: expected names separated by commas", names);
        memcpy(word, at, n);
        word[n] = 0;
        if (!rival_add(v, out, word, status)) return false;
        at += n;
        if (*at == 0) return true;
    }
}

// Those of the game's own list that are candidates.
static bool rivals_listed(const Variant *v, TuneAbstraction *out, Status *status)
{
    for (int i = 0; i < out->count; i++)
        for (const EvalInfo *e = v->game->evals; e->name != NULL; e++)
            if (text_same(e->name, out->candidate[i].info.name) && !rival_add(v, out, e->name, status))
                return false;
    return true;
}

// Scores.

static void targets_fill(const Samples *s, TuneTarget target, Columns *c)
{
    for (size_t i = 0; i < s->count; i++) {
        c->y[i]     = target == TARGET_RESULT ? s->result[i] : s->value[i];
        c->group[i] = s->game[i];
    }
}

static int columns_of(const Abstraction *a, int use[EVAL_WEIGHTS_MAX])
{
    int n = 0;
    for (int i = 0; i < a->info.weights; i++)
        if (a->info.feature[i] >= 0) use[n++] = a->info.feature[i];
    return n;
}

static double score_of(const Columns *c, const Abstraction *a, double errors[])
{
    int       use[EVAL_WEIGHTS_MAX];
    const int n = columns_of(a, use);
    return columns_score(c, use, n, errors);
}

// The weights of a fit to all samples, whole and as fine as the range allows; those without a feature are 0.
static void weights_fit(const Columns *c, const Variant *v, Abstraction *a)
{
    int         use[EVAL_WEIGHTS_MAX], n      = columns_of(a, use);
    double      w[COLUMNS_USED_MAX + 1], most = 0;
    Evaluation *e;
    Status      ignored;
    if (!abstraction_open(&e, v, a->info.name, &ignored)) return;
    columns_fit(c, use, n, COLUMN_FOLDS, w);
    for (int i = 0; i < n; i++) most = fmax(most, w[i]);
    for (int i = 0, k = 0; i < a->info.weights; i++) {
        const double share = a->info.feature[i] >= 0 ? w[k++] : 0;
        a->fitted[i] = most > 0 ? (int)round(share / most * fmin(99, e->info.max)) : e->info.fallback[i];
    }
    evaluation_close(e);
}

static int by_score(const void *a, const void *b)
{
    const Abstraction *const x = a, *const y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->bytes != y->bytes ? (x->bytes > y->bytes ? 1 : -1) : strcmp(x->info.name, y->info.name);
}

// Scores all[0 ... n-1], of which the first `count` are the candidates; those are sorted, the best first.
static bool candidates_score(const Columns *c, const Variant *v, Abstraction all[], int n, int count,
                             Status *status)
{
    double *const errors = calloc((size_t)c->groups + 1, sizeof *errors), *const best = calloc(
                                                                              (size_t)c->groups + 1,
                                                                              sizeof *best);
    const bool good = (errors != NULL && best != NULL) || status_fail_system(status, "out of memory");
    for (int i = 0; good && i < n; i++) all[i].score = score_of(c, &all[i], errors);
    if (good) {
        qsort(all, (size_t)count, sizeof *all, by_score);
        score_of(c, &all[0], best);
    }
    for (int i = 0; good && i < n; i++) {
        score_of(c, &all[i], errors);
        all[i].behind = all[0].score - all[i].score;
        all[i].error  = columns_difference(c, errors, best);
        weights_fit(c, v, &all[i]);
    }
    free(errors);
    free(best);
    return good;
}

int tune_abstraction_choose(const Abstraction candidate[], int n)
{
    assert(n > 0);
    int chosen = 0;
    for (int i = 1; i < n; i++)
        if (candidate[i].behind <= candidate[i].error && candidate[i].bytes < candidate[chosen].bytes)
            chosen = i;
    return chosen;
}

static bool scores_find(Tune *tune, const PlayerSpec *plain, const AbstractionSettings *more,
                        TuneAbstraction *out, Status *status)
{
    const Variant *const v = tune->settings.v;
    Samples              samples;
    Columns              columns;
    const int            n     = out->count + out->rivals;
    Abstraction *const   grown = realloc(out->candidate, (size_t)n * sizeof *grown);
    if (grown == NULL) return status_fail_system(status, "out of memory for the candidates");
    out->candidate = grown;
    memcpy(grown + out->count, out->rival, (size_t)out->rivals * sizeof *grown);
    if (!samples_open(tune, plain, more->target == TARGET_MOVES ? SAMPLES_MOVES : 1, &samples, status))
        return false;
    out->features  = abstraction_number(grown, n);
    out->positions = samples.count;
    bool good      = columns_open(&columns, out->features, samples.count, samples.games, status);
    if (good) {
        tune_step(tune, 0.3, 0.35, "scoring %d candidates on %zu positions", out->count, samples.count);
        targets_fill(&samples, more->target, &columns);
        const FeatureTable table = {samples.position, samples.player, samples.count, out->features,
                                    columns.x};
        good                     = abstraction_features(v, grown, n, &table, status);
        if (more->target == TARGET_MOVES) columns_centre(&columns, samples.parent);
        columns_prepare(&columns);
        good = good && candidates_score(&columns, v, grown, n, out->count, status);
        columns_close(&columns);
    }
    samples_close(&samples);
    memcpy(out->rival, grown + out->count, (size_t)out->rivals * sizeof *grown);
    return good;
}

// Weights and matches.

static void nested_show(void *context, const char *what, double done)
{
    Tune *const tune = context;
    (void)what;
    tune_show(tune, done);
}

// The player with an evaluation; depth 0: his own; weights NULL: those it comes with.
static bool player_make(const PlayerSpec *plain, int depth, const char *eval, const char *weights,
                        PlayerSpec *out, Status *status)
{
    *out = *plain;
    player_spec_without(out, "eval");
    player_spec_without(out, "weights");
    if (depth > 0) {
        player_spec_without(out, "depth");
        player_spec_without(out, "nodes");
    }
    return ((depth == 0 || player_spec_set_number(out, "depth", depth)) &&
            player_spec_set(out, "eval", eval) &&
            (weights == NULL || player_spec_set(out, "weights", weights))) ||
           status_fail(status, "%s: no room for eval=%s", out->words.name, eval);
}

static bool player_fitted(const PlayerSpec *plain, const Abstraction *a, PlayerSpec *out, Status *status)
{
    char list[SPEC_WORD_MAX];
    Text text = text_on(list, sizeof list);
    for (int i = 0; i < a->info.weights; i++) text_add(&text, "%s%d", i ? "/" : "", a->fitted[i]);
    return player_make(plain, 0, a->info.name, list, out, status);
}

// A match against the candidate that is ahead; winning more games than it loses, the challenger takes its
// place.
static bool playoff_meet(Tune *tune, const PlayerSpec *plain, int i, TuneAbstraction *out, Status *status)
{
    const Abstraction *const a = &out->candidate[i], *const ahead = &out->candidate[out->chosen];
    char      file[32];
    TuneMatch m = {.contestants = 2,
                   .games       = tune->settings.check,
                   .purpose     = FINAL_PURPOSE + out->finals,
                   .save        = file};
    snprintf(file, sizeof file, "final-%d.match", out->finals);
    tune_step(tune, 0.35, 0.4, "play-off, %s", a->info.name);
    if (!player_fitted(plain, a, &m.player[0], status) ||
        !player_fitted(plain, ahead, &m.player[1], status) || !tune_match(tune, &m, status))
        return false;
    const Score score         = m.tally.cross[0][1];
    out->final[out->finals++] = (AbstractionFinal){i, out->chosen, score, score.won > score.lost};
    if (score.won > score.lost) out->chosen = i;
    return true;
}

static bool playoff_was_in(const TuneAbstraction *out, int i)
{
    bool in = i == out->chosen;
    for (int k = 0; k < out->finals; k++)
        in = in || out->final[k].candidate == i || out->final[k].against == i;
    return in;
}

static bool is_listed(const Variant *v, const char *name)
{
    for (const EvalInfo *e = v->game->evals; e->name != NULL; e++)
        if (text_same(e->name, name)) return true;
    return false;
}

// The best candidate of each number of look-ups, from the most to the fewest, then those of the game's own
// list.
static bool playoff_run(Tune *tune, const PlayerSpec *plain, TuneAbstraction *out, Status *status)
{
    out->chosen = tune_abstraction_choose(out->candidate, out->count);
    for (int lookups = EVAL_WEIGHTS_MAX; lookups >= 0; lookups--) {
        int i = 0;
        while (i < out->count && out->candidate[i].lookups != lookups) i++;
        if (i == out->count || playoff_was_in(out, i) || out->finals == ABSTRACTION_FINALS_MAX) continue;
        if (!playoff_meet(tune, plain, i, out, status)) return false;
    }
    for (int i = 0; i < out->count; i++) {
        if (!is_listed(tune->settings.v, out->candidate[i].info.name) || playoff_was_in(out, i) ||
            out->finals == ABSTRACTION_FINALS_MAX)
            continue;
        if (!playoff_meet(tune, plain, i, out, status)) return false;
    }
    return true;
}

// Where learning begins: the weights of the fit, or those the evaluation comes with when they win.
static bool start_find(Tune *tune, const PlayerSpec *plain, const Abstraction *a, int number,
                       PlayerSpec *player, Status *status)
{
    char      file[80];
    TuneMatch m = {
        .contestants = 2, .games = tune->settings.check, .purpose = START_PURPOSE + number, .save = file};
    snprintf(file, sizeof file, "start-%s.match", a->info.name);
    if (!player_fitted(plain, a, &m.player[0], status) ||
        !player_make(plain, 0, a->info.name, NULL, &m.player[1], status) || !tune_match(tune, &m, status))
        return false;
    *player = m.player[m.tally.cross[0][1].won < m.tally.cross[0][1].lost];
    return true;
}

static bool weights_find(Tune *tune, const PlayerSpec *plain, const Abstraction *a, int number, TuneEval *out,
                         Status *status)
{
    TuneSettings t = tune->settings;
    char         file[80], path[PATH_MAX];
    snprintf(file, sizeof file, "weights-%s", a->info.name);
    if (!start_find(tune, plain, a, number, &t.player, status) || !tune_path(tune, file, path, status))
        return false;
    t.out = path, t.depth = 0;
    t.progress = nested_show, t.context = tune;
    return tune_eval(&t, TUNE_REGRESSION, out, status);
}

static bool weights_all(Tune *tune, const PlayerSpec *plain, TuneAbstraction *out, Status *status)
{
    const Abstraction *const chosen = &out->candidate[out->chosen];
    for (int i = 0; i <= out->rivals; i++) {
        const Abstraction *const a = i == 0 ? chosen : &out->rival[i - 1];
        tune_step(tune, 0.4 + 0.25 * i / (out->rivals + 1), 0.4 + 0.25 * (i + 1) / (out->rivals + 1),
                  "weights of %s", a->info.name);
        if (i > 0 && text_same(a->info.name, chosen->info.name)) out->weights[i] = out->weights[0];
        else if (!weights_find(tune, plain, a, i, &out->weights[i], status)) return false;
    }
    return true;
}

static bool weights_changed(const TuneEval *w)
{
    return memcmp(w->better ? w->found : w->start, w->info.fallback,
                  (size_t)w->info.weights * sizeof *w->found) != 0;
}

static bool rival_meet(Tune *tune, const PlayerSpec *plain, int rival, int d, bool learned,
                       TuneAbstraction *out, Status *status)
{
    char                    file[32];
    PlayerSpec              players[2];
    const TuneEval *const   other  = &out->weights[1 + rival];
    const int               number = (rival * ABSTRACTION_DEPTHS + d) * 2 + learned;
    AbstractionCheck *const check  = &out->check[out->checks];
    if (!player_make(plain, abstraction_depths[d], out->weights[0].name, out->weights[0].tuned.keys[1].value,
                     &players[0], status) ||
        !player_make(plain, abstraction_depths[d], other->name, learned ? other->tuned.keys[1].value : NULL,
                     &players[1], status))
        return false;
    // The same player; or the weights it comes with, as before.
    const bool same = text_same(other->name, out->weights[0].name) && (learned || !weights_changed(other));
    if (same || (learned && !weights_changed(other))) return true;
    *check = (AbstractionCheck){.rival = rival, .depth = abstraction_depths[d], .learned = learned};
    snprintf(file, sizeof file, "meeting-%d.match", number);
    tune_step(tune, 0.65 + 0.35 * number / (4 * out->rivals), 0.65 + 0.35 * (number + 1) / (4 * out->rivals),
              "against %s at depth %d", other->name, abstraction_depths[d]);
    out->checks++;
    return tune_check(tune, players, file, SAMPLES_PURPOSE + 1 + number, &check->check, status);
}

static bool rivals_meet(Tune *tune, const PlayerSpec *plain, TuneAbstraction *out, Status *status)
{
    for (int rival = 0; rival < out->rivals; rival++)
        for (int d = 0; d < ABSTRACTION_DEPTHS; d++)
            for (int learned = 0; learned < 2; learned++)
                if (!rival_meet(tune, plain, rival, d, learned, out, status)) return false;
    return true;
}

// The frame.

static bool abstraction_find(Tune *tune, const PlayerSpec *plain, const AbstractionSettings *more,
                             TuneAbstraction *out, Status *status)
{
    const Variant *const v = tune->settings.v;
    int                  ignored;
    tune_step(tune, 0, 0.1, "tables");
    if (!abstraction_list(v, more, out, status) ||
        !(more->against != NULL ? rivals_named(v, more->against, out, status)
                                : rivals_listed(v, out, status)) ||
        !abstraction_build(tune, out->rival, out->rivals, &ignored, &out->built, status) ||
        !abstraction_build(tune, out->candidate, out->count, &out->tables, &out->built, status) ||
        !scores_find(tune, plain, more, out, status))
        return false;
    if (!playoff_run(tune, plain, out, status) || !weights_all(tune, plain, out, status) ||
        !rivals_meet(tune, plain, out, status))
        return false;
    out->tuned = out->weights[0].tuned;
    return true;
}

bool tune_abstraction(const TuneSettings *settings, const AbstractionSettings *more, TuneAbstraction *out,
                      Status *status)
{
    assert(settings->v != NULL && settings->threads >= 1 && more->target < TARGETS);
    Tune *const tune = calloc(1, sizeof *tune);
    char        about[SPEC_WORD_MAX + 120];
    PlayerSpec  plain;
    if (tune == NULL) return status_fail_system(status, "out of memory");
    memset(out, 0, sizeof *out);
    snprintf(about, sizeof about, "abstraction, %" PRIu64 " bytes, tables of %.0f s, target %s, against %.*s",
             more->memory, more->build_seconds, tune_target_names[more->target], SPEC_WORD_MAX,
             more->against != NULL ? more->against : "the list");
    EvalCandidate ignored;
    bool          good = candidates_there(settings->v, settings->openings, &out->start, &ignored, status) &&
                tune_player(&settings->player, settings->v, &plain, status);
    if (good && (good = tune_open(tune, settings, about, status))) {
        good = abstraction_find(tune, &plain, more, out, status);
        tune_close(tune);
    }
    free(tune);
    return good;
}
