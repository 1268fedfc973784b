#include "tune/abstraction_samples.h"
#include "tune/weight_tuning.h"
#include "base/threads.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 64 };   // positions searched between two entries of the journal

void samples_close(Samples *s)
{
    free(s->position);
    free(s->game);
    free(s->parent);
    free(s->player);
    free(s->value);
    free(s->result);
    *s = (Samples){0};
}

static bool samples_room(Samples *s, int games, int moves, Status *status)
{
    assert(games >= 0 && moves >= 1 && moves <= SAMPLES_MOVES);
    const size_t n = (size_t)games * SAMPLES_OF_GAME * (size_t)moves + 1;
    *s             = (Samples){.games = games};
    s->position    = calloc(n, sizeof *s->position);
    s->game        = calloc(n, sizeof *s->game);
    s->parent      = calloc(n, sizeof *s->parent);
    s->player      = calloc(n, sizeof *s->player);
    s->value       = calloc(n, sizeof *s->value);
    s->result      = calloc(n, sizeof *s->result);
    if (s->position != NULL && s->game != NULL && s->parent != NULL && s->player != NULL &&
        s->value != NULL && s->result != NULL)
        return true;
    samples_close(s);
    return status_fail_system(status, "out of memory for the positions");
}

// Is it valued by weights: neither over nor known for certain?
static bool weighed(const Variant *v, const AnyState *s)
{
    EvalCandidate ignored;
    int           which = -1;
    return !v->game->over(v->rules, s) && v->game->count(v->rules, s) > 0 &&
           v->game->eval_next(v->rules, s, &which, &ignored);
}

// What `moves` moves of s lead to: the one that was played, then others by chance.
// Parents count through the games, SAMPLES_OF_GAME to each.
static void moves_sample(const MatchGame *played, const AnyState *s, Move first, int moves, int parent,
                         Rng *rng, Samples *out)
{
    assert(parent >= 0 && moves >= 1);
    const Variant *const v = played->record.v;
    Move                 list[GAME_MOVES_MAX];
    const int            n = v->game->generate(v->rules, s, list), p = v->game->turn(v->rules, s);
    for (int i = 0; i < n && i < moves; i++) {
        int at = i + (int)rng_below(rng, (uint32_t)(n - i));
        if (i == 0)
            for (at = 0; at + 1 < n && list[at] != first;) at++;
        const Move m = list[at];
        list[at] = list[i], list[i] = m;
        AnyState *const child = &out->position[out->count];
        v->game->play(v->rules, child, s, m);
        out->game[out->count] = parent / SAMPLES_OF_GAME, out->parent[out->count] = parent,
        out->player[out->count] = p;
        if (weighed(v, child)) out->result[out->count++] = weight_tuning_result(played, p);
    }
}

// SAMPLES_OF_GAME positions of a game, any with equal chance, in the order of the game.
static void game_sample(const MatchGame *played, int number, int moves, Rng *rng, Samples *out)
{
    const Record *const  record = &played->record;
    const Variant *const v      = record->v;
    AnyState             s      = record->start;
    int                  wanted = SAMPLES_OF_GAME;
    for (int i = 0; i < record->count; i++) {
        const AnyState now = s;
        if (wanted > 0 && rng_below(rng, (uint32_t)(record->count - i)) < (uint32_t)wanted) {
            moves_sample(played, &s, record->moves[i], moves,
                         number * SAMPLES_OF_GAME + SAMPLES_OF_GAME - wanted, rng, out);
            wanted--;
        }
        v->game->play(v->rules, &s, &now, record->moves[i]);
    }
}

static bool games_sample(Tune *tune, int moves, Samples *out, Status *status)
{
    TuningGames games;
    Rng         rng = rng_seed(tune_seed(tune, SAMPLES_PURPOSE));
    TuneMatch   m   = {.player      = {tune->settings.player},
                       .contestants = 1,
                       .games       = tune->settings.games,
                       .purpose     = SAMPLES_PURPOSE,
                       .save        = "samples.match"};
    if (!tune_match(tune, &m, status) || !tuning_games_read(tune, m.save, &games, status)) return false;
    const bool good = samples_room(out, games.count, moves, status);
    for (int i = 0; good && i < games.count; i++) game_sample(&games.game[i], i, moves, &rng, out);
    tuning_games_close(&games);
    return good;
}

// One of the threads: positions first, first + stride, ... below `end`.
typedef struct Deepener {
    const Tune       *tune;
    Samples          *samples;
    const PlayerSpec *spec;
    size_t            first, stride, end;
    bool              failed;
    Status            status;
} Deepener;

static void deepener_run(void *argument)
{
    Deepener *const           me = argument;
    const TuneSettings *const t  = &me->tune->settings;
    Player                    player;
    me->failed = !player_open_spec(&player, t->v, me->spec, (PlayerSeat){0}, &me->status);
    if (me->failed) return;
    player.stop = t->stop;
    for (size_t i = me->first; i < me->end && !tune_stopped(me->tune); i += me->stride) {
        const AnyState *const s = &me->samples->position[i];
        SearchResult          found;
        search_reset(player.search);   // so that the order of the positions does not matter
        player_choose(&player, t->v, s, &found);
        me->samples->value[i] = t->v->game->turn(t->v->rules, s) == me->samples->player[i] ? found.value
                                                                                           : -found.value;
    }
    player_close(&player);
}

static bool batch_search(const Tune *tune, Samples *s, const PlayerSpec *spec, size_t begin, size_t end,
                         Status *status)
{
    assert(begin < end && end <= s->count);
    const int       n         = tune->settings.threads;
    Deepener *const deepeners = calloc((size_t)n, sizeof *deepeners);
    if (deepeners == NULL) return status_fail_system(status, "out of memory");
    for (int i = 0; i < n; i++)
        deepeners[i] = (Deepener){.tune    = tune,
                                  .samples = s,
                                  .spec    = spec,
                                  .first   = begin + (size_t)i,
                                  .stride  = (size_t)n,
                                  .end     = end};
    threads_run(deepener_run, deepeners, sizeof *deepeners, n);
    bool good = true;
    for (int i = 0; good && i < n; i++)
        if (deepeners[i].failed) good = false, *status = deepeners[i].status;
    free(deepeners);
    return good && (!tune_stopped(tune) || status_fail(status, "stopped"));
}

static bool values_find(Tune *tune, Samples *s, const PlayerSpec *spec, Status *status)
{
    int row = 0;
    for (size_t begin = 0; begin < s->count; begin += BATCH, row++) {
        const size_t end = begin + BATCH < s->count ? begin + BATCH : s->count;
        tune_show(tune, (double)begin / (double)s->count);
        if (tune_get(tune, row, s->value + begin, (int)(end - begin))) continue;
        if (!batch_search(tune, s, spec, begin, end, status) ||
            !tune_add(tune, s->value + begin, (int)(end - begin), status))
            return false;
    }
    return true;
}

static void ends_remove(Samples *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (s->value[i] >= VALUE_WIN_MIN || s->value[i] <= -VALUE_WIN_MIN) continue;
        s->position[n] = s->position[i];
        s->game[n] = s->game[i], s->parent[n] = s->parent[i], s->player[n] = s->player[i];
        s->value[n] = s->value[i], s->result[n++] = s->result[i];
    }
    s->count = n;
}

bool samples_open(Tune *tune, const PlayerSpec *plain, int moves, Samples *samples, Status *status)
{
    assert(moves >= 1 && moves <= SAMPLES_MOVES);
    PlayerSpec deep = *plain;
    player_spec_without(&deep, "depth");
    player_spec_without(&deep, "nodes");
    if (!player_spec_set_number(&deep, "depth", tune->settings.depth - 1))
        return status_fail(status, "%s: no room for depth=%d", deep.words.name, tune->settings.depth - 1);
    *samples = (Samples){0};
    tune_step(tune, 0.1, 0.15, "games for positions");
    if (!games_sample(tune, moves, samples, status)) return false;
    tune_step(tune, 0.15, 0.3, "searching positions to depth %d", tune->settings.depth);
    if (!values_find(tune, samples, &deep, status)) return samples_close(samples), false;
    ends_remove(samples);
    return true;
}
