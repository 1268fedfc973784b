// jsonl.c - one JSON object per line: every game, every number of players. docs/PROTOCOLS.md describes it.
#include "base/json_read.h"
#include "play/show/game_json.h"
#include "play/show/options_json.h"
#include "protocols/jsonl/jsonl_inner.h"

#include <stdlib.h>
#include <string.h>

// Answers.

json_t *jsonl_ok(void) { return json_pack("{s:b}", "ok", 1); }

static void object_say(Jsonl *j, json_t *object)
{
    char *const text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(9));
    say_text(&j->say, text != NULL ? text : "{\"ok\":false,\"error\":\"out of memory\"}");
    free(text);
    json_decref(object);
}

// The id comes first.
static json_t *object_with_id(const json_t *id)
{
    json_t *const object = json_object();
    if (id != NULL) json_object_set_new(object, "id", json_deep_copy(id));
    return object;
}

void jsonl_answer(Jsonl *j, const json_t *id, json_t *answer)
{
    json_t *const whole = object_with_id(id);
    json_object_update(whole, answer);
    json_decref(answer);
    object_say(j, whole);
}

void jsonl_event(Jsonl *j, const json_t *id, const char *event, json_t *object)
{
    json_t *const whole = object_with_id(id);
    json_object_set_new(whole, "event", json_string(event));
    json_object_update(whole, object);
    json_decref(object);
    object_say(j, whole);
}

// Words of the other side come back in messages, perhaps cut in the middle of a character.
void jsonl_refuse(Jsonl *j, const json_t *id, const char *message)
{
    char clean[STATUS_TEXT_MAX];
    Text out = text_on(clean, sizeof clean);
    for (; *message; message++) text_char(&out, *message >= ' ' && *message <= '~' ? *message : '?');
    jsonl_answer(j, id, json_pack("{s:b, s:s}", "ok", 0, "error", clean));
}

// Fields.

bool jsonl_bool(const json_t *request, const char *key, bool *out, Status *status)
{
    const json_t *const value = json_object_get(request, key);
    if (value == NULL) return true;
    if (!json_is_boolean(value)) return status_fail(status, "'%s': expected true or false", key);
    *out = json_is_true(value);
    return true;
}

bool jsonl_int(const json_t *request, const char *key, int min, int max, int *out, Status *status)
{
    const json_t *const value = json_object_get(request, key);
    return value == NULL || json_read_int(value, key, min, max, out, status);
}

bool jsonl_count(const json_t *request, const char *key, int64_t max, int64_t *out, Status *status)
{
    const json_t *const value = json_object_get(request, key);
    if (value == NULL) return true;
    *out = json_integer_value(value);
    return (json_is_integer(value) && *out >= 1 && *out <= max) ||
           status_fail(status, "'%s': expected a whole number from 1 on", key);
}

// Requests. They answer themselves and return true, or false with a message.

static bool think(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    return jsonl_think(j, request, id, false, status);
}

static bool values(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    return jsonl_think(j, request, id, true, status);
}

static bool stop(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    (void)request, (void)status;
    const bool busy = jsonl_busy(j);
    if (busy) thinker_stop(&j->t);
    json_t *const answer = jsonl_ok();
    json_object_set_new(answer, "stopped", json_boolean(busy));
    return jsonl_answer(j, id, answer), true;
}

static bool board(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    bool svg = false, text = false;
    if (!jsonl_bool(request, "svg", &svg, status) || !jsonl_bool(request, "text", &text, status))
        return false;
    json_t *const answer = jsonl_ok();
    jsonl_board_add(j, svg, text, answer);
    return jsonl_answer(j, id, answer), true;
}

static bool games(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    (void)request, (void)status;
    json_t *const list = json_array(), *const answer = jsonl_ok();
    for (int i = 0; games_all[i] != NULL; i++) json_array_append_new(list, game_json(games_all[i]));
    json_object_set_new(answer, "games", list);
    return jsonl_answer(j, id, answer), true;
}

static bool options(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    (void)request, (void)status;
    json_t *const answer = jsonl_ok();
    options_add(j->playing ? &j->v : NULL, answer);
    return jsonl_answer(j, id, answer), true;
}

static bool quit(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    (void)request, (void)status;
    if (j->playing) thinker_stop(&j->t);
    return jsonl_answer(j, id, jsonl_ok()), true;
}

enum { NEEDS_GAME = 1, NEEDS_REST = 2 };   // NEEDS_REST: not while a search runs

#define LIMITS "depth nodes time_ms left_ms inc_ms moves_to_go infinite player events"
typedef struct Request {
    const char   *name;
    JsonlRequest *run;
    const char   *fields;   // beside do and id
    unsigned      needs;
} Request;

static const Request requests[] = {
    {"new", jsonl_new_game, "game position moves", NEEDS_REST},
    {"state", jsonl_state, "", NEEDS_GAME},
    {"moves", jsonl_moves, "actions touches", NEEDS_GAME},
    {"move", jsonl_move, "move moves action", NEEDS_GAME | NEEDS_REST},
    {"undo", jsonl_undo, "plies", NEEDS_GAME | NEEDS_REST},
    {"reset", jsonl_reset, "", NEEDS_GAME | NEEDS_REST},
    {"import", jsonl_import, "text game number", NEEDS_REST},
    {"export", jsonl_export, "format tags forfeit", NEEDS_GAME},
    {"think", think, LIMITS " minimal trace", NEEDS_GAME | NEEDS_REST},
    {"values", values, LIMITS, NEEDS_GAME | NEEDS_REST},
    {"tree", jsonl_tree, "node from count", NEEDS_GAME | NEEDS_REST},
    {"lists", jsonl_lists, "", NEEDS_GAME | NEEDS_REST},
    {"list-events", jsonl_list_events, "from count", NEEDS_GAME | NEEDS_REST},
    {"analyse", jsonl_analyse, "depth nodes time_ms player events mistake", NEEDS_GAME | NEEDS_REST},
    {"probe", jsonl_probe, "", NEEDS_GAME},
    {"stop", stop, "", 0},
    {"board", board, "svg text", NEEDS_GAME},
    {"perft", jsonl_perft, "depth", NEEDS_GAME | NEEDS_REST},
    {"games", games, "", 0},
    {"options", options, "", 0},
    {"quit", quit, "", 0},
    {0},
};

// Lines.

static bool field_known(const char *fields, const char *key)
{
    const size_t n = strlen(key);
    if (n == 0) return false;
    if (strcmp(key, "do") == 0 || strcmp(key, "id") == 0) return true;
    for (const char *at = fields; (at = strstr(at, key)) != NULL; at += n)
        if ((at == fields || at[-1] == ' ') && (at[n] == ' ' || at[n] == 0)) return true;
    return false;
}

static bool fields_check(const Request *r, const json_t *request, Status *status)
{
    for (void *at = json_object_iter((json_t *)request); at != NULL;
         at       = json_object_iter_next((json_t *)request, at))
        if (!field_known(r->fields, json_object_iter_key(at)))
            return status_fail(status, "%s: no field '%.40s'; expected %s", r->name, json_object_iter_key(at),
                               r->fields[0] ? r->fields : "none");
    return true;
}

static const Request *request_find(const json_t *request, Status *status)
{
    const char *const name = json_string_value(json_object_get(request, "do"));
    int               i    = 0;
    if (name == NULL) return status_fail(status, "expected {\"do\": REQUEST, ...}"), NULL;
    while (requests[i].name != NULL && strcmp(name, requests[i].name) != 0) i++;
    if (requests[i].name != NULL) return &requests[i];
    status_fail(status, "unknown request '%.40s'; docs/PROTOCOLS.md has all of them", name);
    return NULL;
}

static bool request_run(Jsonl *j, const Request *r, const json_t *request, const json_t *id, Status *status)
{
    if (!fields_check(r, request, status)) return false;
    if ((r->needs & NEEDS_GAME) && !jsonl_game_needed(j, status)) return false;
    if ((r->needs & NEEDS_REST) && jsonl_busy(j))
        return status_fail(status, "a search is running; wait for its answer, or stop it");
    return r->run(j, request, id, status);
}

static bool request_take(Jsonl *j, const json_t *request)
{
    Status              status;
    const json_t *const given = json_object_get(request, "id");
    const bool          named = json_is_string(given) || json_is_integer(given);
    const json_t *const id    = named ? given : NULL;
    if (given != NULL && !named) {
        jsonl_refuse(j, NULL, "'id': expected a text or a whole number");
        return true;
    }
    const Request *const r = request_find(request, &status);
    if (r == NULL || !request_run(j, r, request, id, &status)) return jsonl_refuse(j, id, status.text), true;
    return r->run != quit;
}

static bool session_line(void *session, const char *line)
{
    Jsonl *const j = session;
    json_error_t error;
    char         message[JSON_ERROR_TEXT_LENGTH + 40];
    if (line[strspn(line, " \t")] == 0) return true;
    json_t *const request = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(request)) {
        Text out = text_on(message, sizeof message);
        if (request == NULL) text_add(&out, "not JSON: column %d: %s", error.column, error.text);
        else text_add(&out, "expected an object, {\"do\": REQUEST, ...}");
        jsonl_refuse(j, NULL, message);
        json_decref(request);
        return true;
    }
    const bool more = request_take(j, request);
    json_decref(request);
    return more;
}

static void session_too_long(void *session)
{
    jsonl_refuse(session, NULL, "a line that is too long was left out");
}

static void session_wait(void *session)
{
    Jsonl *const j = session;
    if (j->playing) thinker_wait(&j->t);
}

static void session_close(void *session)
{
    Jsonl *const j = session;
    jsonl_game_close(j);
    say_close(&j->say);
    free(j);
}

static void *session_open(const ProtocolSetup *setup, Status *status)
{
    Jsonl *const j = calloc(1, sizeof *j);
    if (j == NULL) return status_fail_system(status, "out of memory for the engine"), NULL;
    j->player = *setup->player, j->trusted = setup->trusted;
    j->threads_max = setup->threads_max, j->table_max = setup->table_max;
    say_open(&j->say, setup->say, setup->context);
    if (setup->v == NULL) return j;
    // A game of its own: requests may put another in its place.
    char     name[TEXT_MAX];
    Text     out = text_on(name, sizeof name);
    Variant  v;
    Record   game;
    AnyState start;
    variant_name(setup->v, &out);
    if (variant_open(&v, name, status)) {
        variant_setup(&v, &start);
        if (!record_open(&game, &v, &start, status)) variant_close(&v);
        else if (jsonl_game_open(j, &v, &game, status)) return j;
    }
    session_close(j);
    return NULL;
}

const Protocol protocol_jsonl = {
    .name     = "jsonl",
    .patient  = true,
    .open     = session_open,
    .line     = session_line,
    .too_long = session_too_long,
    .wait     = session_wait,
    .close    = session_close,
};
