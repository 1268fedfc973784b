// tune_matches.c - weights by SPSA: those a little up meet those a little down. The journal holds the score of each meeting.
#include "play/tune_lesson.h"

#include <math.h>

typedef struct Meeting {
    Lesson *lesson;
    Status *status;
} Meeting;

static bool meet(void *context, int k, const double plus[], const double minus[], double *score)
{
    const Meeting *const      meeting = context;
    Lesson *const             lesson  = meeting->lesson;
    const TuneSettings *const t       = &lesson->tune.settings;
    char                      spec[2][TEXT_MAX];
    TuneMatch                 m = {.spec = {spec[0], spec[1]}, .contestants = 2, .games = t->games, .purpose = k};
    tune_step(&lesson->tune, lesson->share * k / t->rounds, lesson->share * (k + 1) / t->rounds, "meeting %d of %d", k + 1, t->rounds);
    if (tune_get(&lesson->tune, k, score, 1)) return true;
    for (int side = 0; side < 2; side++) {
        int weights[EVAL_WEIGHTS_MAX] = {0};
        for (int i = 0; i < lesson->info->weights; i++) weights[i] = (int)lround(side ? minus[i] : plus[i]);
        if (!lesson_spec(lesson, weights, spec[side], meeting->status)) return false;
    }
    if (!tune_match(&lesson->tune, &m, meeting->status)) return false;
    const Score s = m.tally.cross[0][1];
    *score        = (s.won + 0.5 * s.drawn) / t->games;
    return tune_add(&lesson->tune, score, 1, meeting->status);
}

bool lesson_matches(Lesson *lesson, int found[], Status *status)
{
    const EvalInfo *const info    = lesson->info;
    Meeting               meeting = {lesson, status};
    double                most = fit_largest(info, lesson->e->weights, true), out[FIT_MAX];
    Spsa spsa = {.n = info->weights, .iterations = lesson->tune.settings.rounds, .min = info->min, .max = info->max, .gain = 0.5,
                 .rng = rng_seed(tune_seed(&lesson->tune, LESSON_CHECK - 1))};
    for (int i = 0; i < info->weights; i++) {
        spsa.start[i] = lesson->e->weights[i] * fmax(1, 0.6 * lesson->largest / most);   // room above the largest
        spsa.reach[i] = fmax(1, 0.2 * fmax(fabs(spsa.start[i]), 0.1 * lesson->largest));
    }
    if (!spsa_run(&spsa, meet, &meeting, out)) return false;
    for (int i = 0; i < info->weights; i++) found[i] = (int)lround(out[i]);
    return true;
}
