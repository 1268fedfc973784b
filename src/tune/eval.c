// eval.c - the frame around the methods: the player, his games, the match that judges.
#include "tune/eval.h"
#include "tune/weight_tuning.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const tune_method_names[TUNE_METHODS] = {"regression", "tdleaf", "matches"};

static void weights_text(const EvalInfo *info, const int weights[], Text *out)
{
    for (int i = 0; i < info->weights; i++) text_add(out, "%s%d", i ? "/" : "", weights[i]);
}

bool weight_tuning_player(const WeightTuning *tuning, const int weights[], PlayerSpec *out, Status *status)
{
    char list[SPEC_WORD_MAX];
    Text text = text_on(list, sizeof list);
    *out      = tuning->plain;
    weights_text(tuning->info, weights, &text);
    return (!text.cut && player_spec_set(out, "eval", tuning->info->name) &&
            player_spec_set(out, "weights", list)) ||
           status_fail(status, "%s: no room for the weights of eval=%s", out->words.name, tuning->info->name);
}

// Games.

void tuning_games_close(TuningGames *games)
{
    for (int i = 0; i < games->count; i++) match_game_close(&games->game[i]);
    free(games->game);
    *games = (TuningGames){0};
}

bool tuning_games_read(const Tune *tune, const char *name, TuningGames *games, Status *status)
{
    const TuneSettings *const t      = &tune->settings;
    MatchHeader *const        header = malloc(sizeof *header);
    MatchFile                 file;
    char                      path[PATH_MAX];
    size_t                    size;
    games->count = 0;
    games->game  = calloc((size_t)t->games, sizeof *games->game);
    bool good    = (header != NULL && games->game != NULL) ||
                status_fail_system(status, "out of memory for the games");
    good = good && tune_path(tune, name, path, status) && match_file_view(&file, path, header, status);
    free(header);
    if (!good) return tuning_games_close(games), false;
    for (const char *line;
         good && games->count < t->games && (line = match_file_next(&file, &size)) != NULL;) {
        good = match_game_read(&games->game[games->count], t->v, t->v->facts.plies_max, POINTS_RESULT, line,
                               size, status);
        games->count += good;
    }
    match_file_close(&file);
    if (!good) tuning_games_close(games);
    return good;
}

bool tuning_games_play(WeightTuning *tuning, int round, const int weights[], TuningGames *games,
                       Status *status)
{
    char      name[32];
    TuneMatch m = {.contestants = 1, .games = tuning->tune.settings.games, .purpose = round, .save = name};
    snprintf(name, sizeof name, round < TUNE_SEEDS / 2 ? "round-%d.match" : "sizes.match", round + 1);
    return weight_tuning_player(tuning, weights, &m.player[0], status) &&
           tune_match(&tuning->tune, &m, status) && tuning_games_read(&tuning->tune, name, games, status);
}

double weight_tuning_result(const MatchGame *game, int p)
{
    Value payoff[PLAYERS_MAX];
    game->record.v->game->payoff(game->record.v->rules, &game->record.now, payoff);
    return payoff[p] > 0 ? 1 : payoff[p] < 0 ? 0 : 0.5;
}

// Going towards weights.

// In units of size, of length 1.
static void direction(const double w[], const double size[], int n, double out[])
{
    double length = 0;
    for (int i = 0; i < n; i++) length += w[i] * size[i] * w[i] * size[i];
    for (int i = 0; i < n; i++) out[i] = length > 0 ? w[i] * size[i] / sqrt(length) : 0;
}

static bool gate(WeightTuning *tuning, const int weights[], const int best[], int purpose, double *score,
                 Status *status)
{
    char      name[32];
    const int games = tuning->tune.settings.check / 2 + tuning->tune.settings.check / 2 % 2;
    TuneMatch m     = {.contestants = 2, .games = games, .purpose = purpose, .save = name};
    snprintf(name, sizeof name, "gate-%d.match", purpose);
    if (!weight_tuning_player(tuning, weights, &m.player[0], status) ||
        !weight_tuning_player(tuning, best, &m.player[1], status) || !tune_match(&tuning->tune, &m, status))
        return false;
    *score = (m.tally.cross[0][1].won + 0.5 * m.tally.cross[0][1].drawn) / games;
    return true;
}

bool weight_tuning_advance(WeightTuning *tuning, const double w[], const double size[], int purpose,
                           int best[], int candidate[], Status *status)
{
    const int n = tuning->info->weights;
    double    old[FIT_MAX], here[FIT_MAX], there[FIT_MAX], most = 0.5;
    int       chosen[EVAL_WEIGHTS_MAX];
    for (int i = 0; i < n; i++) old[i] = best[i];
    direction(old, size, n, here);
    direction(w, size, n, there);
    memcpy(chosen, best, sizeof chosen);
    for (int k = 0; k < 3; k++) {
        const double part           = k == 0 ? 1 : k == 1 ? 0.5 : 0.25;
        double       mixed[FIT_MAX] = {0}, score;
        int          weights[EVAL_WEIGHTS_MAX];
        for (int i = 0; i < n; i++)
            mixed[i] = size[i] > 0 ? ((1 - part) * here[i] + part * there[i]) / size[i] : 0;
        memcpy(weights, best, sizeof weights);
        fit_round(tuning->info, mixed, size, tuning->e->weights, tuning->largest, weights);
        if (k == 0) memcpy(candidate, weights, sizeof weights);
        if (!gate(tuning, weights, best, purpose + k, &score, status)) return false;
        if (score > most) most = score, memcpy(chosen, weights, sizeof chosen);
    }
    memcpy(best, chosen, sizeof chosen);
    return true;
}

// The frame.

static bool evaluation_choose(WeightTuning *tuning, Status *status)
{
    const Variant *const v    = tuning->tune.settings.v;
    Spec                 spec = {.name = "tune"};
    if (v->game->evals == NULL)
        return status_fail(status,
                           "%s has no weights to tune; `pollard games %s` lists the evaluations of a game",
                           v->game->name, v->game->name);
    if (tuning->e == NULL &&
        !(spec_put(&spec, "eval", v->game->evals[0].name) && evaluation_parse(&tuning->e, v, &spec, status)))
        return false;
    tuning->info = &tuning->e->info;
    if (tuning->info->weights == 0)
        return status_fail(status, "eval=%s of %s has no weights to tune", tuning->info->name, v->game->name);
    const bool scaled = (tuning->search.on & (FEATURE_WINDOWS | FEATURE_SIBLING)) ||
                        tuning->search.aspiration > 0;
    tuning->largest = fit_largest(tuning->info, tuning->e->weights, scaled);
    return evaluation_load(tuning->e, status) && features_open(&tuning->features, v, tuning->e, status);
}

static bool result_judge(WeightTuning *tuning, TuneEval *out, Status *status)
{
    PlayerSpec players[2];
    out->checked = memcmp(out->start, out->found, sizeof out->start) != 0;
    if (out->checked) {
        tune_step(&tuning->tune, tuning->share, 1, "the match that judges");
        if (!weight_tuning_player(tuning, out->found, &players[0], status) ||
            !weight_tuning_player(tuning, out->start, &players[1], status) ||
            !tune_check(&tuning->tune, players, "check.match", WEIGHT_TUNING_CHECK, &out->check, status))
            return false;
        out->better = out->check.elo.elo_interval.low > 0 || out->check.elo.score == 1;
    }
    Text weights     = text_on(out->tuned.keys[1].value, SPEC_WORD_MAX),
         game        = text_on(out->tuned.game, TEXT_MAX);
    out->tuned.count = 2;
    variant_name(tuning->tune.settings.v, &game);
    snprintf(out->tuned.keys[0].key, SPEC_WORD_MAX, "eval");
    snprintf(out->tuned.keys[0].value, SPEC_WORD_MAX, "%s", out->name);
    snprintf(out->tuned.keys[1].key, SPEC_WORD_MAX, "weights");
    weights_text(&out->info, out->better ? out->found : out->start, &weights);
    return true;
}

static bool weight_tuning_run(WeightTuning *tuning, TuneEval *out, Status *status)
{
    static bool (*const methods[TUNE_METHODS])(WeightTuning *, int[], Status *) = {
        weight_tuning_regression, weight_tuning_tdleaf, weight_tuning_matches};
    out->info = *tuning->info;
    snprintf(out->name, sizeof out->name, "%s", tuning->e->name);
    out->info.name = out->name;
    memcpy(out->start, tuning->e->weights, sizeof out->start);
    memcpy(out->found, tuning->e->weights, sizeof out->found);
    if (!methods[out->method](tuning, out->found, status)) return false;
    out->positions = tuning->positions;
    return result_judge(tuning, out, status);
}

bool tune_eval(const TuneSettings *settings, TuneMethod method, TuneEval *out, Status *status)
{
    WeightTuning *const tuning = calloc(1, sizeof *tuning);
    char                about[40];
    if (tuning == NULL) return status_fail_system(status, "out of memory");
    memset(out, 0, sizeof *out);
    out->method           = method;
    tuning->tune.settings = *settings;
    tuning->share         = (double)settings->games * settings->rounds;
    tuning->share /= tuning->share + settings->check;
    snprintf(about, sizeof about, "eval, %s", tune_method_names[method]);
    bool good = tune_player(&settings->player, settings->v, &tuning->plain, status) &&
                player_search_read(&tuning->plain, settings->v, false, &tuning->search, &tuning->e, status);
    if (good) {
        player_spec_without(&tuning->plain, "eval");
        player_spec_without(&tuning->plain, "weights");
        good = evaluation_choose(tuning, status);
    }
    if (good && (good = tune_open(&tuning->tune, settings, about, status))) {
        good = weight_tuning_run(tuning, out, status);
        tune_close(&tuning->tune);
    }
    features_close(&tuning->features);
    evaluation_close(tuning->e);
    free(tuning);
    return good;
}
