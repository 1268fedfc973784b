// tdleaf.c - weights by TDLeaf: what a player expects is moved towards what comes.
//
// A round is played with fixed weights; then every position of it is searched once more for the line that the
// player expects, over threads; then the steps of all games are added up in order. The journal holds the
// sizes of the features and the weights after each round.
#include "tune/weight_tuning.h"
#include "base/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TD_LAMBDA 0.7   // Baxter, Tridgell and Weaver
#define TD_STEP   0.5   // of the first round, over a seat of a game; falls as 1 / (1 + round / 10)

// A position as its player sees it.
typedef struct LeafSample {
    TdStep step;
    int    p;
} LeafSample;

typedef struct Reader {
    const WeightTuning *tuning;
    const TuningGames  *games;
    const PlayerSpec   *player;
    LeafSample        **samples;   // of each game, owned by the caller
    int                 first, stride;
    bool                failed;
    Status              status;
} Reader;

static void leaf_sample_add(const WeightTuning *tuning, const Variant *v, const AnyState *s,
                            const SearchResult *found, LeafSample *out)
{
    AnyState end = *s;
    out->p       = v->game->turn(v->rules, s);
    for (int i = 0; i < found->pv_length && v->game->count(v->rules, &end) > 0; i++) {
        const AnyState before = end;
        v->game->play(v->rules, &end, &before, found->pv[i]);
    }
    if (v->game->count(v->rules, &end) == 0) {
        Value payoff[PLAYERS_MAX];
        v->game->payoff(v->rules, &end, payoff);
        out->step.over   = true;
        out->step.result = payoff[out->p] > 0 ? 1 : payoff[out->p] < 0 ? 0 : 0.5;
    }
    features_of(&tuning->features, &end, out->p, out->step.x);
}

static bool game_read(Reader *reader, int number)
{
    const MatchGame *const game = &reader->games->game[number];
    const Variant *const   v    = game->record.v;
    AnyState               s    = game->record.start;
    Player                 player;
    reader->samples[number] = calloc((size_t)game->record.count + 1, sizeof(LeafSample));
    if (reader->samples[number] == NULL)
        return status_fail_system(&reader->status, "out of memory for the positions");
    if (!player_open_spec(&player, v, reader->player, (PlayerSeat){0}, &reader->status)) return false;
    player.stop = reader->tuning->tune.settings.stop;
    for (int i = 0; i < game->record.count && !tune_stopped(&reader->tuning->tune); i++) {
        const AnyState before = s;
        SearchResult   found  = {0};
        player_choose(&player, v, &s, &found);
        leaf_sample_add(reader->tuning, v, &s, &found, &reader->samples[number][i]);
        v->game->play(v->rules, &s, &before, game->record.moves[i]);
    }
    player_close(&player);
    return true;
}

static void reader_run(void *argument)
{
    Reader *const reader = argument;
    for (int i = reader->first; i < reader->games->count && !reader->failed; i += reader->stride)
        reader->failed = !game_read(reader, i);
}

static bool leaf_samples_read(const WeightTuning *tuning, const TuningGames *games, const PlayerSpec *player,
                              LeafSample **samples, Status *status)
{
    const int     n       = tuning->tune.settings.threads;
    Reader *const readers = calloc((size_t)n, sizeof *readers);
    if (readers == NULL) return status_fail_system(status, "out of memory");
    for (int i = 0; i < n; i++)
        readers[i] = (Reader){
            .tuning = tuning, .games = games, .player = player, .samples = samples, .first = i, .stride = n};
    threads_run(reader_run, readers, sizeof *readers, n);
    bool good = true;
    for (int i = 0; good && i < n; i++)
        if (readers[i].failed) good = false, *status = readers[i].status;
    free(readers);
    if (good && tune_stopped(&tuning->tune)) return status_fail(status, "stopped");
    return good;
}

// What is learned so far.
typedef struct Learner {
    int n;
    // sizes of the features; weights times sizes, so that a typical value is 1
    double size[FIT_MAX], u[FIT_MAX];
} Learner;

// The scale of everything from the positions of the first round.
static bool learner_start(Learner *learner, const WeightTuning *tuning, const TuningGames *games,
                          LeafSample *const samples[], Status *status)
{
    FitData data  = {.features = learner->n};
    double  value = 0;
    bool    good  = true;
    for (int g = 0; g < games->count; g++)
        for (int i = 0; good && i < games->game[g].record.count; i++) {
            double sum = 0;
            for (int k = 0; k < learner->n; k++) sum += tuning->e->weights[k] * samples[g][i].step.x[k];
            value += sum * sum;
            good = fit_add(&data, samples[g][i].step.x, 0, status);
        }
    value = data.count > 0 && value > 0 ? sqrt(value / (double)data.count) : 1;
    fit_sizes(&data, learner->size);
    for (int k = 0; k < learner->n; k++) learner->u[k] = tuning->e->weights[k] * learner->size[k] / value;
    fit_close(&data);
    return good;
}

static bool learner_step(Learner *learner, const TuningGames *games, LeafSample *const samples[], double rate,
                         int players, Status *status)
{
    double        sum[FIT_MAX] = {0};
    TdStep *const steps        = malloc((size_t)games->game[0].record.v->facts.plies_max * sizeof *steps +
                                        sizeof *steps);
    if (steps == NULL) return status_fail_system(status, "out of memory for the positions");
    for (int g = 0; g < games->count; g++)
        for (int p = 0; p < players; p++) {
            int n = 0;
            for (int i = 0; i < games->game[g].record.count; i++) {
                if (samples[g][i].p != p) continue;
                steps[n] = samples[g][i].step;
                for (int k = 0; k < learner->n; k++)
                    steps[n].x[k] /= learner->size[k] > 0 ? learner->size[k] : 1;
                n++;
            }
            td_game(learner->u, learner->n, steps, n, weight_tuning_result(&games->game[g], p), TD_LAMBDA,
                    sum);
        }
    free(steps);
    for (int k = 0; k < learner->n; k++) learner->u[k] += rate * sum[k] / (games->count * players);
    return true;
}

static void learner_weights(const Learner *learner, const WeightTuning *tuning, int out[])
{
    double w[FIT_MAX];
    for (int k = 0; k < learner->n; k++) w[k] = learner->size[k] > 0 ? learner->u[k] / learner->size[k] : 0;
    fit_round(tuning->info, w, learner->size, tuning->e->weights, tuning->largest, out);
}

// Weights stay on the side of 0 that they may be on.
static void learner_bound(Learner *learner, const EvalInfo *info)
{
    for (int k = 0; k < learner->n; k++) {
        if (info->min >= 0) learner->u[k] = fmax(0, learner->u[k]);
        if (info->max <= 0) learner->u[k] = fmin(0, learner->u[k]);
    }
}

static bool round_learn(WeightTuning *tuning, Learner *learner, int round, const int weights[],
                        Status *status)
{
    TuningGames games;
    PlayerSpec  player;
    if (!weight_tuning_player(tuning, weights, &player, status) ||
        !tuning_games_play(tuning, round, weights, &games, status))
        return false;
    LeafSample **const samples = calloc((size_t)games.count + 1, sizeof *samples);
    if (samples == NULL) {
        tuning_games_close(&games);
        return status_fail_system(status, "out of memory for the positions");
    }
    bool good = leaf_samples_read(tuning, &games, &player, samples, status);
    if (good && round == 0) good = learner_start(learner, tuning, &games, samples, status);
    good = good && learner_step(learner, &games, samples, TD_STEP / (1 + round / 10.0),
                                tuning->tune.settings.v->facts.players, status);
    if (good) learner_bound(learner, tuning->info);
    for (int i = 0; i < games.count; i++) {
        tuning->positions += (size_t)games.game[i].record.count;
        free(samples[i]);
    }
    free(samples);
    tuning_games_close(&games);
    return good;
}

// A row of the journal: sizes, weights, positions so far.
static void row_put(const Learner *learner, const WeightTuning *tuning, double row[])
{
    memcpy(row, learner->size, (size_t)learner->n * sizeof *row);
    memcpy(row + learner->n, learner->u, (size_t)learner->n * sizeof *row);
    row[2 * learner->n] = (double)tuning->positions;
}

static void row_get(Learner *learner, WeightTuning *tuning, const double row[])
{
    memcpy(learner->size, row, (size_t)learner->n * sizeof *row);
    memcpy(learner->u, row + learner->n, (size_t)learner->n * sizeof *row);
    tuning->positions = (size_t)row[2 * learner->n];
}

bool weight_tuning_tdleaf(WeightTuning *tuning, int found[], Status *status)
{
    Learner   learner = {.n = tuning->info->weights}, mean = learner;
    const int rounds = tuning->tune.settings.rounds, half = rounds / 2;
    memcpy(found, tuning->e->weights, sizeof tuning->e->weights);
    for (int round = 0; round < rounds; round++) {
        double row[2 * FIT_MAX + 1];
        tune_step(&tuning->tune, tuning->share * round / rounds, tuning->share * (round + 1) / rounds,
                  "round %d of %d", round + 1, rounds);
        if (tune_get(&tuning->tune, round, row, 2 * learner.n + 1)) {
            row_get(&learner, tuning, row);
        } else {
            if (!round_learn(tuning, &learner, round, found, status)) return false;
            row_put(&learner, tuning, row);
            if (!tune_add(&tuning->tune, row, 2 * learner.n + 1, status)) return false;
        }
        learner_weights(&learner, tuning, found);
        for (int k = 0; round >= half && k < learner.n; k++) mean.u[k] += learner.u[k] / (rounds - half);
    }
    double w[FIT_MAX];
    int    best[EVAL_WEIGHTS_MAX];
    for (int k = 0; k < learner.n; k++) w[k] = learner.size[k] > 0 ? mean.u[k] / learner.size[k] : 0;
    memcpy(best, tuning->e->weights, sizeof best);
    tune_step(&tuning->tune, tuning->share, tuning->share, "trials");
    if (!weight_tuning_advance(tuning, w, learner.size, rounds, best, found, status)) return false;
    if (memcmp(best, tuning->e->weights, sizeof best) != 0) memcpy(found, best, sizeof best);
    return true;
}
