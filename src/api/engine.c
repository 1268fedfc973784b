// engine.c - engines of the library: opening what a spec names, within what the caller allows; thinking, and
// stopping it from any thread. Values of all moves and figures: engine_values.c.
#include "api/api.h"
#include "play/player_type.h"
#include "play/show/search_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double seconds_default = 1, seconds_longest = 1e9;

// Opening.

void pollard_engine_close(PollardEngine *engine)
{
    if (engine == NULL) return;
    player_close(&engine->player);
    move_values_close(&engine->values);
    mutex_close(&engine->lock);
    pollard_game_close(engine->game);
    free(engine);
}

// Does the spec ask for more than the caller allows? 0, or an error.
static int spec_refuse(const PlayerSpec *spec, unsigned allow, char *error, size_t size)
{
    const char *const name = spec->words.name;
    if (spec->type->asks)
        return api_error(POLLARD_ERROR_INPUT, error, size,
                         "'%s' is not an engine: whoever runs the game asks it", name);
    if (spec->type->starts_programs && !(allow & POLLARD_ALLOW_PROGRAMS))
        return api_error(POLLARD_ERROR_REFUSED, error, size,
                         "'%s' starts a program, which is not allowed here", name);
    if (!spec->type->starts_programs && spec->path[0] != 0 && !(allow & POLLARD_ALLOW_FILES))
        return api_error(POLLARD_ERROR_REFUSED, error, size,
                         "'%s': %s= reads a file, which is not allowed here", name, spec->type->path_key);
    return 0;
}

// Does a search take more threads or memory than the caller allows? The spec is expanded.
static int search_refuse(const PlayerSpec *spec, const Variant *v, const PollardEngineOptions *options,
                         char *error, size_t size)
{
    SearchSettings settings;
    Evaluation    *evaluation;
    Status         status;
    if (!player_search_read(spec, v, true, &settings, &evaluation, &status))
        return api_fail(&status, error, size);
    evaluation_close(evaluation);
    const uint64_t bytes = settings.on & FEATURE_TT ? (uint64_t)sizeof(TTEntry) << settings.tt_bits : 0;
    if (options->threads_max > 0 && settings.threads > options->threads_max)
        return api_error(POLLARD_ERROR_REFUSED, error, size, "threads=%d: %d are allowed here",
                         settings.threads, options->threads_max);
    if (options->table_max > 0 && bytes > options->table_max)
        return api_error(POLLARD_ERROR_REFUSED, error, size, "tt=%d: %llu bytes, %llu are allowed here",
                         settings.tt_bits, (unsigned long long)bytes, (unsigned long long)options->table_max);
    return 0;
}

static int options_read(const PollardEngineOptions *given, PollardEngineOptions *options, char *error,
                        size_t size)
{
    *options = (PollardEngineOptions){.size = sizeof *options, .seed = 1};
    if (given == NULL) return 0;
    if (!api_struct_in(options, sizeof *options, sizeof *options, given))
        return api_error(POLLARD_ERROR_USE, error, size, "PollardEngineOptions: expected its size first");
    if (options->seat < 0 || options->seat >= PLAYERS_MAX)
        return api_error(POLLARD_ERROR_INPUT, error, size, "seat %d: expected 0 to %d", options->seat,
                         PLAYERS_MAX - 1);
    return 0;
}

static PlayerSeat seat_of(const PollardEngine *engine)
{
    return (PlayerSeat){.seed = engine->options.seed, .seat = engine->options.seat, .limited = true};
}

static int engine_read(PollardEngine *engine, const char *player, char *error, size_t size)
{
    const Variant *const v = &engine->game->v;
    PlayerSpec           spec, expanded;
    Status               status;
    Text                 search = text_on(engine->search, sizeof engine->search);
    if (!player_spec_parse(&spec, player, &status)) return api_fail(&status, error, size);
    const int refused = spec_refuse(&spec, engine->options.allow, error, size);
    if (refused < 0) return refused;
    expanded = spec;
    if (!player_spec_expand(&expanded, v, true, &status)) return api_fail(&status, error, size);
    player_spec_write(&expanded, &search);
    const int large = player_spec_searches(&expanded)
                        ? search_refuse(&expanded, v, &engine->options, error, size)
                        : 0;
    if (large < 0) return large;
    return player_open_spec(&engine->player, v, &spec, seat_of(engine), &status)
             ? 0
             : api_fail(&status, error, size);
}

int pollard_engine_open(PollardEngine **engine, PollardGame *game, const char *player,
                        const PollardEngineOptions *options, char *error, size_t error_size)
{
    PollardEngineOptions own;
    if (engine == NULL) return api_null("a place for the engine", error, error_size);
    *engine = NULL;
    if (game == NULL) return api_null("a game", error, error_size);
    if (player == NULL) return api_null("the spec of a player", error, error_size);
    const int wrong = options_read(options, &own, error, error_size);
    if (wrong < 0) return wrong;
    PollardEngine *const made = calloc(1, sizeof *made);
    if (made == NULL)
        return api_error(POLLARD_ERROR_SYSTEM, error, error_size, "out of memory for an engine");
    made->game    = api_game_hold(game);
    made->options = own;
    mutex_open(&made->lock);
    atomic_init(&made->stop, false);
    const int code = engine_read(made, player, error, error_size);
    if (code < 0) return pollard_engine_close(made), code;
    *engine = made;
    return 0;
}

int pollard_engine_reset(PollardEngine *engine, uint64_t seed, char *error, size_t error_size)
{
    Status status;
    if (engine == NULL) return api_null("an engine", error, error_size);
    if (!api_engine_begin(engine))
        return api_error(POLLARD_ERROR_USE, error, error_size, "the engine is thinking");
    Player *const player = &engine->player;
    engine->options.seed = seed;
    engine->found        = false;
    move_values_close(&engine->values);
    bool good = true;
    if (player_searches(player)) {
        search_reset(player->search);
        player->rng = rng_seed(mix64(seed) + (uint64_t)engine->options.seat);
    } else {
        const PlayerSpec spec = player->spec;
        player_close(player);
        good = player_open_spec(player, &engine->game->v, &spec, seat_of(engine), &status);
    }
    api_engine_end(engine);
    return good ? 0 : api_fail(&status, error, error_size);
}

// Thinking.

bool api_engine_begin(PollardEngine *engine)
{
    mutex_lock(&engine->lock);
    const bool free_now = !engine->thinking;
    if (free_now) {
        engine->thinking = true;
        atomic_store(&engine->stop, false);
    }
    mutex_unlock(&engine->lock);
    return free_now;
}

void api_engine_end(PollardEngine *engine)
{
    mutex_lock(&engine->lock);
    engine->thinking = false;
    engine->limits   = NULL;
    mutex_unlock(&engine->lock);
}

int pollard_engine_stop(PollardEngine *engine)
{
    if (engine == NULL) return POLLARD_ERROR_USE;
    mutex_lock(&engine->lock);
    const bool thinking = engine->thinking;
    if (thinking) atomic_store(&engine->stop, true);
    mutex_unlock(&engine->lock);
    return thinking;
}

// A play of the same game may come from another handle.
static bool same_game(const Variant *a, const Variant *b)
{
    return a == b || (a->game == b->game && a->repetitions == b->repetitions &&
                      memcmp(a->values, b->values, sizeof a->values) == 0);
}

static int limits_read(const PollardLimits *given, PollardLimits *limits, char *error, size_t size)
{
    *limits = (PollardLimits){.size = sizeof *limits};
    if (given == NULL) return 0;
    if (!api_struct_in(limits, sizeof *limits, sizeof *limits, given))
        return api_error(POLLARD_ERROR_USE, error, size, "PollardLimits: expected its size first");
    if (limits->depth < 0 || limits->depth > POLLARD_DEPTH_MAX)
        return api_error(POLLARD_ERROR_INPUT, error, size, "depth %d: expected 0 to %d", limits->depth,
                         POLLARD_DEPTH_MAX);
    if (isnan(limits->seconds) || limits->seconds < 0)
        return api_error(POLLARD_ERROR_INPUT, error, size, "%g seconds: expected 0 or more", limits->seconds);
    if (limits->seconds > seconds_longest) limits->seconds = seconds_longest;
    return 0;
}

int api_engine_ask(PollardEngine *engine, const PollardPlay *play, const PollardLimits *given,
                   PollardLimits *limits, char *error, size_t size)
{
    if (engine == NULL) return api_null("an engine", error, size);
    if (play == NULL) return api_null("a play", error, size);
    const int wrong = limits_read(given, limits, error, size);
    if (wrong < 0) return wrong;
    if (engine->player.type == NULL)
        return api_error(POLLARD_ERROR_USE, error, size, "the last reset failed; expected another, or close");
    if (!same_game(&engine->game->v, &play->game->v))
        return api_error(POLLARD_ERROR_USE, error, size, "the play is of another game than the engine");
    if (play->ended != ENDED_NOT) return api_error(POLLARD_ERROR_OVER, error, size, "the game is over");
    return 0;
}

SearchLimits api_limits(const PollardEngine *engine, const PollardLimits *limits)
{
    const SearchSettings *const own = &engine->player.search->settings;
    SearchLimits made = {.seconds = limits->seconds, .nodes = limits->nodes, .stop = &engine->stop};
    made.depth        = limits->depth;
    const bool timed  = made.seconds > 0 || own->time_ms > 0 || made.nodes > 0 || own->nodes > 0;
    if (!timed && made.depth == 0 && own->depth == 0) made.seconds = seconds_default;
    // Until stopped: step by step, as under a limit.
    if (!timed && made.depth == POLLARD_DEPTH_MAX) made.seconds = seconds_longest;
    return made;
}

void api_outcome(Value value, int *outcome, int *plies)
{
    *outcome = value >= VALUE_WIN_MIN ? 1 : value <= -VALUE_WIN_MIN ? -1 : 0;
    *plies   = *outcome != 0 ? value_plies(value) : 0;
}

void api_result_make(const PollardEngine *engine, const SearchResult *found, PollardResult *out)
{
    const int  players = engine->game->v.facts.players, p = engine->mover;
    const bool all = player_searches(&engine->player) &&
                     engine->player.search->settings.algorithm == ALGORITHM_MAXN;
    *out = (PollardResult){.size        = sizeof *out,
                           .move        = found->pv[0],
                           .depth       = found->depth,
                           .value       = found->value,
                           .stopped     = found->stopped,
                           .by_chance   = engine->by_chance,
                           .nodes       = found->nodes,
                           .leaves      = found->leaves,
                           .seconds     = found->seconds,
                           .line_length = found->pv_length};
    memcpy(out->line, found->pv, (size_t)found->pv_length * sizeof *out->line);
    if (found->depth == 0) return;
    api_outcome(found->value, &out->outcome, &out->plies);
    for (int q = 0; q < players; q++) {
        if (q != p && players > 2 && !all) continue;
        out->values[q] = all ? found->values[q] : q == p ? found->value : -found->value;
        out->known |= 1u << q;
    }
}

static void depth_done(void *context, const SearchResult *found)
{
    PollardEngine *const       engine = context;
    const PollardLimits *const limits = engine->limits;
    PollardResult              so_far;
    engine->result = *found;
    engine->found  = true;
    search_line_take(&engine->line, &engine->player, &engine->game->v, &engine->position, found);
    search_line_put(&engine->line, &engine->result);
    if (limits->report == NULL || atomic_load(&engine->stop)) return;
    api_result_make(engine, &engine->result, &so_far);
    if (limits->report(limits->context, &so_far) != 0) atomic_store(&engine->stop, true);
}

// The move of one who does not search, or who makes a mistake.
static int other_move(PollardEngine *engine, const PollardPlay *play, char *error, size_t size)
{
    Player *const player = &engine->player;
    Status        status;
    Move          m;
    player->stop = &engine->stop;
    if (!player_move(player, &engine->game->v, &play->record.now, &m, NULL, &status)) {
        if (status.text[0] == 0)
            return api_error(POLLARD_ERROR_STOPPED, error, size, "stopped before it had a move");
        const int code = api_fail(&status, error, size);
        return player->forfeits ? POLLARD_ERROR_FORFEIT : code;
    }
    engine->result.pv[0]     = m;
    engine->result.pv_length = 1;
    return 0;
}

static int think(PollardEngine *engine, const PollardPlay *play, const PollardLimits *limits, char *error,
                 size_t size)
{
    const Variant *const  v      = &engine->game->v;
    Player *const         player = &engine->player;
    const AnyState *const s      = &play->record.now;
    Move                  m;
    engine->limits   = limits;
    engine->mover    = v->game->turn(v->rules, s);
    engine->position = *s;
    engine->found    = false;
    engine->result   = (SearchResult){0};
    engine->line     = (SearchLine){0};
    player->game     = &play->record;
    move_values_close(&engine->values);
    engine->by_chance = player_mistake(player, v, s, &m);
    int code          = 0;
    if (engine->by_chance) {
        engine->result.pv[0]     = m;
        engine->result.pv_length = 1;
    } else if (player_searches(player)) {
        const SearchLimits own = api_limits(engine, limits);
        SearchResult       found;
        player_search_position(player, v, s, &own, depth_done, engine, &found);
        search_line_put(&engine->line, &found);
        engine->result = found;
    } else {
        code = other_move(engine, play, error, size);
    }
    player->game  = NULL;
    engine->found = code == 0;
    return code;
}

int pollard_engine_think(PollardEngine *engine, const PollardPlay *play, const PollardLimits *limits,
                         PollardResult *result, char *error, size_t error_size)
{
    PollardLimits own;
    PollardResult out;
    int           code = api_engine_ask(engine, play, limits, &own, error, error_size);
    if (code < 0) return code;
    if (result == NULL) return api_null("a PollardResult", error, error_size);
    if (!api_struct_fits(result, sizeof out))
        return api_error(POLLARD_ERROR_USE, error, error_size, "PollardResult: expected its size first");
    if (!api_engine_begin(engine))
        return api_error(POLLARD_ERROR_USE, error, error_size, "the engine is thinking");
    code = think(engine, play, &own, error, error_size);
    if (code == 0) api_result_make(engine, &engine->result, &out);
    api_engine_end(engine);
    if (code == 0) api_struct_out(result, &out, sizeof out);
    return code;
}
