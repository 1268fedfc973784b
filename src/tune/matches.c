// matches.c - weights by SPSA: those a little up meet those a little down. The journal holds the score
// of each meeting.
//
// Gain and reaches were chosen in Chinese Checkers (10 pieces, 9x9, pdb6+4 at depth 1, 800 meetings of 16
// games): gain 1.5 found weights 340 Elo above the start (294 to 398), gain 0.5 with smaller reaches 265 (223
// to 315).
#include "tune/weight_tuning.h"

#include <math.h>

// The purposes of meetings come before.
enum { PURPOSE_SPSA = WEIGHT_TUNING_CHECK - 1, PURPOSE_SIZES = WEIGHT_TUNING_CHECK - 2 };

typedef struct Meeting {
    WeightTuning *tuning;
    Status       *status;
} Meeting;

static bool meet(void *context, int k, const double plus[], const double minus[], double *score)
{
    const Meeting *const      meeting = context;
    WeightTuning *const       tuning  = meeting->tuning;
    const TuneSettings *const t       = &tuning->tune.settings;
    TuneMatch                 m       = {.contestants = 2, .games = t->games, .purpose = k};
    tune_step(&tuning->tune, tuning->share * k / t->rounds, tuning->share * (k + 1) / t->rounds,
              "meeting %d of %d", k + 1, t->rounds);
    if (tune_get(&tuning->tune, k, score, 1)) return true;
    for (int side = 0; side < 2; side++) {
        int weights[EVAL_WEIGHTS_MAX] = {0};
        for (int i = 0; i < tuning->info->weights; i++) weights[i] = (int)lround(side ? minus[i] : plus[i]);
        if (!weight_tuning_player(tuning, weights, &m.player[side], meeting->status)) return false;
    }
    if (!tune_match(&tuning->tune, &m, meeting->status)) return false;
    const Score s = m.tally.cross[0][1];
    *score        = (s.won + 0.5 * s.drawn) / t->games;
    return tune_add(&tuning->tune, score, 1, meeting->status);
}

// The sizes of the features over a few games of the player against himself.
static bool sizes_measure(WeightTuning *tuning, double size[FIT_MAX], Status *status)
{
    TuningGames games;
    FitData     data = {.features = tuning->info->weights};
    tune_step(&tuning->tune, 0, 0, "sizes of the features");
    if (!tuning_games_play(tuning, PURPOSE_SIZES, tuning->e->weights, &games, status)) return false;
    bool good = true;
    for (int g = 0; g < games.count; g++) {
        const Record *const  record = &games.game[g].record;
        const Variant *const v      = record->v;
        AnyState             s      = record->start;
        for (int i = 0; good && i < record->count; i++) {
            const AnyState before = s;
            double         x[EVAL_WEIGHTS_MAX];
            features_of(&tuning->features, &s, v->game->turn(v->rules, &s), x);
            good = fit_add(&data, x, 0, status);
            v->game->play(v->rules, &s, &before, record->moves[i]);
        }
    }
    fit_sizes(&data, size);
    fit_close(&data);
    tuning_games_close(&games);
    return good;
}

bool weight_tuning_matches(WeightTuning *tuning, int found[], Status *status)
{
    const EvalInfo *const info    = tuning->info;
    Meeting               meeting = {tuning, status};
    double most = fit_largest(info, tuning->e->weights, true), out[FIT_MAX], size[FIT_MAX], part = 0;
    Spsa   spsa = {.n          = info->weights,
                   .iterations = tuning->tune.settings.rounds,
                   .min        = info->min,
                   .max        = info->max,
                   .gain       = 1.5,
                   .rng        = rng_seed(tune_seed(&tuning->tune, PURPOSE_SPSA))};
    if (!sizes_measure(tuning, size, status)) return false;
    for (int i = 0; i < info->weights; i++) {
        // Leaves room above the largest.
        spsa.start[i] = tuning->e->weights[i] * fmax(1, 0.6 * tuning->largest / most);
        part          = fmax(part, fabs(spsa.start[i]) * size[i]);
    }
    for (int i = 0; i < info->weights; i++)   // a weight without effect stays where it is
        spsa.reach[i] = size[i] > 0 ? fmax(1, 0.2 * fmax(fabs(spsa.start[i]), 0.2 * part / size[i])) : 0;
    if (!spsa_run(&spsa, meet, &meeting, out)) return false;
    for (int i = 0; i < info->weights; i++) found[i] = (int)lround(out[i]);
    return true;
}
