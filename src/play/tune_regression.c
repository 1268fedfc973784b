// tune_regression.c - weights by regression: the results of games, explained by the features of positions in them.
#include "play/tune_lesson.h"

#include <string.h>

enum { SAMPLES_MAX = 32 };   // positions of a game: neighbours say much the same

static bool is_noisy(const Variant *v, const AnyState *s, Move m)
{
    return v->game->kinds_noisy >> v->game->move_kind(v->rules, s, m) & 1;
}

// Positions with no noisy move before or behind them, at most SAMPLES_MAX of a game, any of them with equal chance.
static bool game_sample(const Lesson *lesson, const Played *game, Rng *rng, FitData *data, Status *status)
{
    const Record *const  record = &game->record;
    const Variant *const v      = record->v;
    AnyState             s      = record->start, kept[SAMPLES_MAX];
    int                  quiet  = 0;
    bool                 before = false;
    for (int i = 0; i < record->count; i++) {
        const AnyState now   = s;
        const bool     noisy = is_noisy(v, &s, record->moves[i]);
        if (!before && !noisy) {
            const int at = quiet < SAMPLES_MAX ? quiet : (int)rng_below(rng, (uint32_t)quiet + 1);
            if (at < SAMPLES_MAX) kept[at] = s;
            quiet++;
        }
        before = noisy;
        v->game->play(v->rules, &s, &now, record->moves[i]);
    }
    for (int i = 0; i < quiet && i < SAMPLES_MAX; i++) {
        double    x[EVAL_WEIGHTS_MAX];
        const int p = v->game->turn(v->rules, &kept[i]);
        features_of(&lesson->features, &kept[i], p, x);
        if (!fit_add(data, x, lesson_result(game, p), status)) return false;
    }
    return true;
}

enum { PURPOSE_GATE = 1 << 18 };   // rounds come before

bool lesson_regression(Lesson *lesson, int found[], Status *status)
{
    const TuneSettings *const t    = &lesson->tune.settings;
    FitData                   data = {.features = lesson->info->weights};
    int                       best[EVAL_WEIGHTS_MAX];
    bool                      good = true;
    memcpy(best, lesson->e->weights, sizeof best);
    for (int round = 0; good && round < t->rounds; round++) {
        LessonGames games;
        Rng         rng = rng_seed(tune_seed(&lesson->tune, round));
        tune_step(&lesson->tune, lesson->share * round / t->rounds, lesson->share * (round + 0.5) / t->rounds,
                  "games of round %d of %d", round + 1, t->rounds);
        good = lesson_games(lesson, round, best, &games, status);
        if (!good) break;
        for (int i = 0; good && i < games.count; i++) good = game_sample(lesson, &games.game[i], &rng, &data, status);
        lesson_games_close(&games);
        double w[FIT_MAX], size[FIT_MAX], bias;
        fit_sizes(&data, size);
        tune_step(&lesson->tune, lesson->share * (round + 0.5) / t->rounds, lesson->share * (round + 1) / t->rounds,
                  "trials of round %d of %d", round + 1, t->rounds);
        if (good && fit_logistic(&data, lesson->info, 1, w, &bias))
            good = lesson_advance(lesson, w, size, PURPOSE_GATE + 3 * round, best, found, status);
    }
    if (memcmp(best, lesson->e->weights, sizeof best) != 0) memcpy(found, best, sizeof best);
    lesson->positions = data.count;
    fit_close(&data);
    return good;
}
