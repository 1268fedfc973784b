// player_jsonl.c - `jsonl`: a program that answers requests in lines of JSON (docs/PROTOCOLS.md, `pollard
// jsonl`), for every game and every number of players.
//
// It keeps the game: `new` tells the start and the moves so far, `move` what happened since, `think` asks.
// Answers are found by the number of their request; whatever else it says in JSON is passed over.
#include "base/clock.h"
#include "play/engines/engine_game.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define GREET_SECONDS 5.0   // at least, to load its tables on a busy machine
#define STOP_SECONDS  2.0   // from `stop` to its move

// Sends a request, whose reference it takes, with a number of its own.
static bool request(EnginePlayer *engine, json_t *json, Status *status)
{
    engine_process_ask(&engine->process);
    json_object_set_new(json, "id", json_integer(++engine->asked));
    char *const text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    if (text == NULL) return status_fail_system(status, "out of memory for an engine");
    const bool good = engine_say(engine, status, "%s\n", text);
    free(text);
    return good;
}

// An object that was read from a line: our answer, or nothing of ours.
static bool is_answer(const EnginePlayer *engine, const json_t *json)
{
    const json_t *const id = json_object_get(json, "id");
    return json_is_integer(id) && json_integer_value(id) == engine->asked &&
           json_object_get(json, "event") == NULL;
}

static bool is_good(const json_t *json, Status *status)
{
    if (json_is_true(json_object_get(json, "ok"))) return true;
    const char *const error = json_string_value(json_object_get(json, "error"));
    return status_fail(status, "it refuses: %.200s", error != NULL ? error : "no 'ok' and no 'error'");
}

// The answer, to be freed, or NULL. A stop is passed on once: then it has a moment to answer.
static json_t *answer(EnginePlayer *engine, double deadline, Status *status)
{
    for (bool asked = false;;) {
        const char *const line = engine_line(engine, deadline, status);
        if (line != NULL) {
            json_t *const json = json_loads(line, 0, NULL);
            if (!json_is_object(json))
                return json_decref(json), status_fail(status, "expected a line of JSON, got '%.60s'", line),
                       NULL;
            if (is_answer(engine, json)) return is_good(json, status) ? json : (json_decref(json), NULL);
            json_decref(json);
        } else if (!engine->stopped) {
            engine->stopped = asked;
            return NULL;
        } else {
            asked        = true;
            engine->stop = NULL;
            deadline     = clock_seconds() + STOP_SECONDS;
            if (!engine_say(engine, status, "{\"do\":\"stop\"}\n")) return NULL;
        }
    }
}

// A request of which only matters that it is carried out.
static bool ask(EnginePlayer *engine, json_t *json, Status *status)
{
    if (!request(engine, json, status)) return false;
    json_t *const found = answer(engine, engine_deadline(engine, GREET_SECONDS), status);
    json_decref(found);
    return found != NULL;
}

static json_t *new_request(const Variant *v)
{
    char name[TEXT_MAX];
    Text out = text_on(name, sizeof name);
    variant_name(v, &out);
    return json_pack("{s:s, s:s}", "do", "new", "game", name);
}

// Does it answer, and does it know the game?
static bool jsonl_greet(EnginePlayer *engine, const Variant *v, Status *status)
{
    return ask(engine, new_request(v), status);
}

static bool jsonl_new_game(EnginePlayer *engine, Status *status)
{
    engine->told = -1;
    return ask(engine, json_pack("{s:s}", "do", "reset"), status);
}

static bool move_add(void *context, const Variant *v, int player, const char *word, Status *status)
{
    (void)v, (void)player;
    return json_array_append_new(context, json_string(word)) == 0 ||
           status_fail_system(status, "out of memory for an engine");
}

// The game since it was told, or the whole of it.
static bool position_say(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s,
                         Status *status)
{
    const int     known = engine_game_known(engine, game);
    char          position[TEXT_MAX];
    Text          out   = text_on(position, sizeof position);
    json_t *const json  = known < 0 ? new_request(v) : json_pack("{s:s}", "do", "move");
    json_t *const moves = json_array();
    variant_format(v, game != NULL ? &game->start : s, &out);
    if (known < 0) json_object_set_new(json, "position", json_string(position));
    const bool good = game == NULL || engine_moves_each(game, known < 0 ? 0 : known, move_add, moves, status);
    const bool more = json_array_size(moves) > 0;
    json_object_set_new(json, "moves", moves);
    engine->told = -1;
    if (!good) return json_decref(json), false;
    if (known >= 0 && !more) json_decref(json);
    else if (!ask(engine, json, status)) return false;
    if (game != NULL) engine->told = game->count, engine->told_game = record_hash(game);
    return true;
}

// Every one of options= is a field of the request.
static json_t *think_request(const EnginePlayer *engine)
{
    json_t *const json = json_pack("{s:s}", "do", "think");
    if (engine->depth > 0) json_object_set_new(json, "depth", json_integer(engine->depth));
    if (engine->nodes > 0) json_object_set_new(json, "nodes", json_integer(engine->nodes));
    if (engine->time_ms > 0) json_object_set_new(json, "time_ms", json_integer(engine->time_ms));
    for (int i = 0; i < engine->options; i++)
        json_object_set_new(json, engine->option[i].name, json_string(engine->option[i].value));
    return json;
}

static uint64_t count_read(const json_t *json, const char *key)
{
    const json_int_t n = json_integer_value(json_object_get(json, key));
    return n > 0 ? (uint64_t)n : 0;
}

static const char *jsonl_move(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s,
                              EngineFound *found, Status *status)
{
    if (!position_say(engine, v, game, s, status) || !request(engine, think_request(engine), status))
        return NULL;
    json_t *const json = answer(engine, engine_deadline(engine, 0), status);
    if (json == NULL) return NULL;
    const char *move = json_string_value(json_object_get(json, "code"));
    if (move == NULL) move = json_string_value(json_object_get(json, "move"));
    Text out = text_on(engine->answer, sizeof engine->answer);
    if (move != NULL) text_add(&out, "%s", move);
    else status_fail(status, "it has no move");
    found->nodes         = count_read(json, "nodes");
    const uint64_t depth = count_read(json, "depth");
    found->depth         = depth < 10000 ? (int)depth : 0;
    json_decref(json);
    return move != NULL ? engine->answer : NULL;
}

static const EngineProtocol jsonl = {.name      = "jsonl",
                                     .farewell  = "{\"do\":\"quit\"}\n",
                                     .limits    = LIMIT_DEPTH | LIMIT_TIME | LIMIT_NODES,
                                     .unlimited = true,
                                     .greet     = jsonl_greet,
                                     .new_game  = jsonl_new_game,
                                     .move      = jsonl_move};
ENGINE_PLAYER(jsonl, jsonl, "the same for lines of JSON, for any game and number of players");
