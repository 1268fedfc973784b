// engine_values.c - what every move is worth, and what an engine has found and counted, as JSON.
#include "api/api.h"
#include "base/json_write.h"
#include "play/show/search_json.h"
#include "play/show/search_text.h"

#include <string.h>

enum { LINE_TEXT_MAX = 8 * TEXT_MAX };

// The best move as a search would have reported it.
static void best_take(PollardEngine *engine, const MoveValues *values)
{
    const MoveValue *const best   = &values->list[0];
    SearchResult *const    result = &engine->result;
    *result                       = (SearchResult){.value     = best->value,
                                                   .depth     = best->depth,
                                                   .pv_length = best->pv_length,
                                                   .nodes     = values->nodes,
                                                   .interior  = values->interior,
                                                   .leaves    = values->nodes - values->interior,
                                                   .seconds   = values->seconds,
                                                   .stopped   = values->stopped};
    memcpy(result->pv, best->pv, sizeof result->pv);
    memcpy(result->values, best->values, sizeof result->values);
    engine->found = true;
}

// Not owned while the search goes on: the list is looked at by the report only.
static bool depth_done(void *context, const MoveValues *so_far)
{
    PollardEngine *const       engine = context;
    const PollardLimits *const limits = engine->limits;
    PollardResult              best;
    if (limits->report == NULL || atomic_load(&engine->stop)) return true;
    engine->values = *so_far;
    best_take(engine, so_far);
    api_result_make(engine, &engine->result, &best);
    const bool enough = limits->report(limits->context, &best) != 0;
    engine->values    = (MoveValues){0};
    if (enough) atomic_store(&engine->stop, true);
    return !enough;
}

static int values_find(PollardEngine *engine, const PollardPlay *play, const PollardLimits *limits,
                       char *error, size_t size)
{
    const Variant *const v = &engine->game->v;
    MoveValues           values;
    Status               status;
    engine->limits    = limits;
    engine->mover     = v->game->turn(v->rules, &play->record.now);
    engine->position  = play->record.now;
    engine->found     = false;
    engine->by_chance = false;
    move_values_close(&engine->values);
    const MoveValuesAsk ask = {.limits = api_limits(engine, limits), .report = depth_done, .context = engine};
    if (!move_values_find(&values, &engine->player, &play->record, &ask, &status))
        return api_fail(&status, error, size);
    engine->values = values;
    best_take(engine, &values);
    return values.count;
}

int pollard_engine_values(PollardEngine *engine, const PollardPlay *play, const PollardLimits *limits,
                          char *error, size_t error_size)
{
    PollardLimits own;
    Status        status;
    const int     wrong = api_engine_ask(engine, play, limits, &own, error, error_size);
    if (wrong < 0) return wrong;
    if (!move_values_available(&engine->player, &engine->game->v, &status))
        return api_error(POLLARD_ERROR_USE, error, error_size, "%s", status.text);
    if (!api_engine_begin(engine))
        return api_error(POLLARD_ERROR_USE, error, error_size, "the engine is thinking");
    const int count = values_find(engine, play, &own, error, error_size);
    api_engine_end(engine);
    return count;
}

static void value_make(const PollardEngine *engine, const MoveValue *from, PollardMoveValue *out)
{
    const int players = engine->game->v.facts.players;
    *out              = (PollardMoveValue){.size        = sizeof *out,
                                           .move        = from->m,
                                           .depth       = from->depth,
                                           .value       = from->value,
                                           .line_length = from->pv_length};
    memcpy(out->line, from->pv, (size_t)from->pv_length * sizeof *out->line);
    api_outcome(from->value, &out->outcome, &out->plies);
    for (int q = 0; q < players; q++) {
        if (q != engine->mover && players > 2 && !from->all) continue;
        out->values[q] = q == engine->mover ? from->value : from->all ? from->values[q] : -from->value;
        out->known |= 1u << q;
    }
}

int pollard_engine_value(const PollardEngine *engine, int i, PollardMoveValue *value)
{
    PollardMoveValue out;
    if (engine == NULL || value == NULL || !api_struct_fits(value, sizeof out)) return POLLARD_ERROR_USE;
    if (i < 0 || i >= engine->values.count) return POLLARD_ERROR_USE;
    value_make(engine, &engine->values.list[i], &out);
    api_struct_out(value, &out, sizeof out);
    return 0;
}

// JSON.

static void line_write(const PollardEngine *engine, const Move pv[], int length, char line[LINE_TEXT_MAX])
{
    const Variant *const v   = &engine->game->v;
    Text                 out = text_on(line, LINE_TEXT_MAX);
    SearchResult         one = {.pv_length = length};
    memcpy(one.pv, pv, (size_t)length * sizeof *pv);
    const Algorithm algorithm = player_searches(&engine->player) ? engine->player.search->settings.algorithm
                                                                 : ALGORITHM_ALPHABETA;
    search_text_line(v, &engine->position, algorithm, &one, &out);
}

static json_t *move_json(const PollardEngine *engine, const MoveValue *one)
{
    char text[TEXT_MAX], line[LINE_TEXT_MAX];
    Text out = text_on(text, sizeof text);
    variant_move_format(&engine->game->v, &engine->position, one->m, &out);
    line_write(engine, one->pv, one->pv_length, line);
    return json_pack("{s:I, s:s, s:i, s:i, s:s}", "move", (json_int_t)one->m, "text", text, "value",
                     one->value, "depth", one->depth, "pv", line);
}

static void found_add(const PollardEngine *engine, json_t *json)
{
    const Variant *const      v      = &engine->game->v;
    const SearchResult *const result = &engine->result;
    char                      position[TEXT_MAX], move[TEXT_MAX], line[LINE_TEXT_MAX];
    Text position_out = text_on(position, sizeof position), move_out = text_on(move, sizeof move);
    variant_format(v, &engine->position, &position_out);
    variant_move_format(v, &engine->position, result->pv[0], &move_out);
    line_write(engine, result->pv, result->pv_length, line);
    json_object_set_new(json, "position", json_string(position));
    json_object_set_new(json, "depth", json_integer(result->depth));
    json_object_set_new(json, "value", result->depth > 0 ? json_integer(result->value) : json_null());
    json_object_set_new(json, "move", json_string(move));
    json_object_set_new(json, "pv", json_string(line));
    json_object_set_new(json, "nodes", json_count(result->nodes));
    json_object_set_new(json, "interior", json_count(result->interior));
    json_object_set_new(json, "leaves", json_count(result->leaves));
    json_object_set_new(json, "seconds", json_real(result->seconds));
    json_object_set_new(json, "stopped", json_boolean(result->stopped));
    json_object_set_new(json, "by_chance", json_boolean(engine->by_chance));
    const Search *const search = engine->player.search;
    if (search != NULL && search->stats != NULL) search_stats_json(search->stats, result, json);
    if (engine->values.count == 0) return;
    json_t *const moves = json_array();
    for (int i = 0; i < engine->values.count; i++)
        json_array_append_new(moves, move_json(engine, &engine->values.list[i]));
    json_object_set_new(json, "moves", moves);
}

int pollard_engine_json(const PollardEngine *engine, char *buffer, size_t size)
{
    char name[TEXT_MAX], player[TEXT_MAX + SPEC_PATH_MAX];
    Text name_out = text_on(name, sizeof name), player_out = text_on(player, sizeof player);
    if (engine == NULL) return POLLARD_ERROR_USE;
    variant_name(&engine->game->v, &name_out);
    player_spec_write(&engine->player.spec, &player_out);
    json_t *const json = json_pack("{s:s, s:s, s:s}", "player", player, "search", engine->search, "game",
                                   name);
    if (json != NULL && engine->found) found_add(engine, json);
    return api_json(json, buffer, size);
}
