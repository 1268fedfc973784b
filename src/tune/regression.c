// regression.c - weights by regression: the results of games, explained by the features of positions in
// them.
#include "tune/weight_tuning.h"

#include <string.h>

enum { SAMPLES_MAX = 32 };   // positions of a game: neighbours say much the same

static bool is_noisy(const Variant *v, const AnyState *s, Move m)
{
    return v->game->kinds_noisy >> v->game->move_kind(v->rules, s, m) & 1;
}

// Positions with no noisy move before or after them, at most SAMPLES_MAX of a game, any of them with equal
// chance.
static bool game_sample(const WeightTuning *tuning, const MatchGame *game, Rng *rng, FitData *data,
                        Status *status)
{
    const Record *const  record = &game->record;
    const Variant *const v      = record->v;
    AnyState             s      = record->start, samples[SAMPLES_MAX];
    int                  quiet  = 0;
    bool                 before = false;
    for (int i = 0; i < record->count; i++) {
        const AnyState now   = s;
        const bool     noisy = is_noisy(v, &s, record->moves[i]);
        if (!before && !noisy) {
            const int at = quiet < SAMPLES_MAX ? quiet : (int)rng_below(rng, (uint32_t)quiet + 1);
            if (at < SAMPLES_MAX) samples[at] = s;
            quiet++;
        }
        before = noisy;
        v->game->play(v->rules, &s, &now, record->moves[i]);
    }
    for (int i = 0; i < quiet && i < SAMPLES_MAX; i++) {
        double    x[EVAL_WEIGHTS_MAX];
        const int p = v->game->turn(v->rules, &samples[i]);
        features_of(&tuning->features, &samples[i], p, x);
        if (!fit_add(data, x, weight_tuning_result(game, p), status)) return false;
    }
    return true;
}

enum { PURPOSE_GATE = 1 << 18 };   // rounds come before

bool weight_tuning_regression(WeightTuning *tuning, int found[], Status *status)
{
    const TuneSettings *const t    = &tuning->tune.settings;
    FitData                   data = {.features = tuning->info->weights};
    int                       best[EVAL_WEIGHTS_MAX];
    bool                      good = true;
    memcpy(best, tuning->e->weights, sizeof best);
    for (int round = 0; good && round < t->rounds; round++) {
        TuningGames games;
        Rng         rng = rng_seed(tune_seed(&tuning->tune, round));
        tune_step(&tuning->tune, tuning->share * round / t->rounds, tuning->share * (round + 0.5) / t->rounds,
                  "games of round %d of %d", round + 1, t->rounds);
        good = tuning_games_play(tuning, round, best, &games, status);
        if (!good) break;
        for (int i = 0; good && i < games.count; i++)
            good = game_sample(tuning, &games.game[i], &rng, &data, status);
        tuning_games_close(&games);
        double w[FIT_MAX], size[FIT_MAX], bias;
        fit_sizes(&data, size);
        tune_step(&tuning->tune, tuning->share * (round + 0.5) / t->rounds,
                  tuning->share * (round + 1) / t->rounds, "trials of round %d of %d", round + 1, t->rounds);
        if (good && fit_logistic(&data, tuning->info, 1, w, &bias))
            good = weight_tuning_advance(tuning, w, size, PURPOSE_GATE + 3 * round, best, found, status);
    }
    if (memcmp(best, tuning->e->weights, sizeof best) != 0) memcpy(found, best, sizeof best);
    tuning->positions = data.count;
    fit_close(&data);
    return good;
}
