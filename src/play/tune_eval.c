// tune_eval.c - the frame around the methods: the player, his games, the match that judges; and the two methods that are short.
#include "play/tune_eval.h"
#include "play/tune_lesson.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const tune_method_names[TUNE_METHODS] = {"regression", "tdleaf", "matches"};

static void weights_text(const EvalInfo *info, const int weights[], Text *out)
{
    for (int i = 0; i < info->weights; i++) text_add(out, "%s%d", i ? "/" : "", weights[i]);
}

bool lesson_spec(const Lesson *lesson, const int weights[], char out[TEXT_MAX], Status *status)
{
    Spec spec = lesson->rest;
    char list[SPEC_WORD_MAX];
    Text text = text_on(list, sizeof list), whole = text_on(out, TEXT_MAX);
    weights_text(lesson->info, weights, &text);
    if (text.cut || !spec_put(&spec, "eval", lesson->info->name) || !spec_put(&spec, "weights", list))
        return status_fail(status, "'%.80s': no room for its weights", lesson->tune.settings.player);
    spec_write(&spec, &whole);
    return !whole.cut || status_fail(status, "'%.80s...': too long", lesson->tune.settings.player);
}

// Games.

void lesson_games_close(LessonGames *games)
{
    for (int i = 0; i < games->count; i++) played_close(&games->game[i]);
    free(games->game);
    *games = (LessonGames){0};
}

static bool games_read(Lesson *lesson, const char *name, LessonGames *games, Status *status)
{
    const TuneSettings *const t      = &lesson->tune.settings;
    MatchHeader *const        header = malloc(sizeof *header);
    MatchFile                 file;
    char                      path[PATH_MAX];
    size_t                    size;
    games->count = 0;
    games->game  = calloc((size_t)t->games, sizeof *games->game);
    bool good    = (header != NULL && games->game != NULL) || status_fail(status, "out of memory for the games");
    good         = good && tune_path(&lesson->tune, name, path, status) && match_file_view(&file, path, header, status);
    free(header);
    if (!good) return lesson_games_close(games), false;
    for (const char *line; good && games->count < t->games && (line = match_file_next(&file, &size)) != NULL;) {
        good = played_read(&games->game[games->count], t->v, t->v->facts.plies_max, POINTS_RESULT, line, size, status);
        games->count += good;
    }
    match_file_close(&file);
    if (!good) lesson_games_close(games);
    return good;
}

bool lesson_games(Lesson *lesson, int round, const int weights[], LessonGames *games, Status *status)
{
    char      spec[TEXT_MAX], name[32];
    TuneMatch m = {.contestants = 1, .games = lesson->tune.settings.games, .purpose = round, .save = name};
    snprintf(name, sizeof name, "round-%d.match", round + 1);
    m.spec[0] = spec;
    return lesson_spec(lesson, weights, spec, status) && tune_match(&lesson->tune, &m, status) &&
           games_read(lesson, name, games, status);
}

double lesson_result(const Played *game, int p)
{
    Value payoff[PLAYERS_MAX];
    game->record.v->game->payoff(game->record.v->rules, &game->record.now, payoff);
    return payoff[p] > 0 ? 1 : payoff[p] < 0 ? 0 : 0.5;
}

// Regression.

enum { SAMPLES_MAX = 32 };   // positions of a game: neighbours say much the same

static bool is_noisy(const Variant *v, const AnyState *s, Move m) { return v->game->kinds_noisy >> v->game->move_kind(v->rules, s, m) & 1; }

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

bool lesson_regression(Lesson *lesson, int found[], Status *status)
{
    const TuneSettings *const t    = &lesson->tune.settings;
    FitData                   data = {.features = lesson->info->weights};
    bool                      good = true;
    memcpy(found, lesson->e->weights, sizeof lesson->e->weights);
    for (int round = 0; good && round < t->rounds; round++) {
        LessonGames games;
        Rng         rng = rng_seed(tune_seed(&lesson->tune, round));
        tune_step(&lesson->tune, lesson->share * round / t->rounds, lesson->share * (round + 1) / t->rounds, "round %d of %d", round + 1,
                  t->rounds);
        good = lesson_games(lesson, round, found, &games, status);
        if (!good) break;
        for (int i = 0; good && i < games.count; i++) good = game_sample(lesson, &games.game[i], &rng, &data, status);
        lesson_games_close(&games);
        double w[FIT_MAX], size[FIT_MAX], bias;
        fit_sizes(&data, size);
        if (good && fit_logistic(&data, lesson->info, 1, w, &bias))
            fit_round(lesson->info, w, size, lesson->e->weights, lesson->largest, found);
    }
    lesson->positions = data.count;
    fit_close(&data);
    return good;
}

// Matches.

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

// The frame.

static bool evaluation_take(Lesson *lesson, Status *status)
{
    const Variant *const v    = lesson->tune.settings.v;
    Spec                 spec = {.name = "tune"};
    if (v->game->evals == NULL)
        return status_fail(status, "%s has no weights to tune; `pollard games %s` lists the evaluations of a game", v->game->name, v->game->name);
    if (lesson->e == NULL && !(spec_put(&spec, "eval", v->game->evals[0].name) && evaluation_parse(&lesson->e, v, &spec, status)))
        return false;
    lesson->info = &v->game->evals[lesson->e->which];
    if (lesson->info->weights == 0)
        return status_fail(status, "eval=%s of %s has no weights to tune", lesson->info->name, v->game->name);
    const bool scaled = (lesson->search.on & (FEATURE_WINDOWS | FEATURE_SIBLING)) || lesson->search.aspiration > 0;
    lesson->largest   = fit_largest(lesson->info, lesson->e->weights, scaled);
    return evaluation_load(lesson->e, status) && features_open(&lesson->features, v, lesson->e, status);
}

static bool result_judge(Lesson *lesson, TuneEval *out, Status *status)
{
    char spec[2][TEXT_MAX];
    out->checked = memcmp(out->start, out->found, sizeof out->start) != 0;
    if (out->checked) {
        tune_step(&lesson->tune, lesson->share, 1, "the match that judges");
        if (!lesson_spec(lesson, out->found, spec[0], status) || !lesson_spec(lesson, out->start, spec[1], status) ||
            !tune_check(&lesson->tune, spec[0], spec[1], "check.match", LESSON_CHECK, &out->check, status))
            return false;
        out->better = out->check.elo.elo_interval.low > 0 || out->check.elo.score == 1;
    }
    Text weights = text_on(out->tuned.keys[1].value, SPEC_WORD_MAX), game = text_on(out->tuned.game, TEXT_MAX);
    out->tuned.count = 2;
    variant_name(lesson->tune.settings.v, &game);
    snprintf(out->tuned.keys[0].key, SPEC_WORD_MAX, "eval");
    snprintf(out->tuned.keys[0].value, SPEC_WORD_MAX, "%s", out->info->name);
    snprintf(out->tuned.keys[1].key, SPEC_WORD_MAX, "weights");
    weights_text(out->info, out->better ? out->found : out->start, &weights);
    return true;
}

static bool lesson_run(Lesson *lesson, TuneEval *out, Status *status)
{
    static bool (*const methods[TUNE_METHODS])(Lesson *, int[], Status *) = {lesson_regression, lesson_tdleaf, lesson_matches};
    out->info = lesson->info;
    memcpy(out->start, lesson->e->weights, sizeof out->start);
    memcpy(out->found, lesson->e->weights, sizeof out->found);
    if (!methods[out->method](lesson, out->found, status)) return false;
    out->positions = lesson->positions;
    return result_judge(lesson, out, status);
}

bool tune_eval(const TuneSettings *settings, TuneMethod method, TuneEval *out, Status *status)
{
    Lesson *const lesson = calloc(1, sizeof *lesson);
    char          about[40];
    if (lesson == NULL) return status_fail(status, "out of memory");
    memset(out, 0, sizeof *out);
    out->method           = method;
    lesson->tune.settings = *settings;
    lesson->share         = (double)settings->games * settings->rounds;
    lesson->share /= lesson->share + settings->check;
    snprintf(about, sizeof about, "eval, %s", tune_method_names[method]);
    bool good = tune_player(settings, &lesson->rest, &lesson->search, &lesson->e, status) && evaluation_take(lesson, status);
    if (good && (good = tune_open(&lesson->tune, settings, about, status))) {
        good = lesson_run(lesson, out, status);
        tune_close(&lesson->tune);
    }
    features_close(&lesson->features);
    evaluation_close(lesson->e);
    free(lesson);
    return good;
}
