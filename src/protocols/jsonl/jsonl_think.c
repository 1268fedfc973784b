// jsonl_think.c - `think` and `values`: what is asked for, who is asked, and what comes back.
#include "play/move_values.h"
#include "play/player_type.h"
#include "play/show/search_json.h"
#include "play/show/search_text.h"
#include "protocols/jsonl/jsonl_inner.h"

#include <string.h>

// What comes back: by the thread of the search.

void jsonl_value_add(Value v, json_t *object)
{
    json_object_set_new(object, "value", json_integer(v));
    if (v >= VALUE_WIN_MIN) json_object_set_new(object, "win_in", json_integer(value_plies(v)));
    if (v <= -VALUE_WIN_MIN) json_object_set_new(object, "loss_in", json_integer(value_plies(v)));
}

static void values_of_all_add(const Jsonl *j, const Value values[], json_t *object)
{
    json_t *const list = json_array();
    for (int p = 0; p < j->v.facts.players; p++) json_array_append_new(list, json_integer(values[p]));
    json_object_set_new(object, "values", list);
}

void jsonl_pv_add(const Jsonl *j, const AnyState *s, const Move pv[], int length, json_t *object)
{
    char         text[4 * TEXT_MAX];
    Text         out  = text_on(text, sizeof text);
    SearchResult line = {.pv_length = length};
    memcpy(line.pv, pv, (size_t)length * sizeof *pv);
    search_text_line(&j->v, s, j->t.player.search->settings.algorithm, &line, &out);
    json_object_set_new(object, "pv", json_string(text));
}

static void count_add(json_t *object, const char *key, uint64_t n)
{
    json_object_set_new(object, key, json_integer((json_int_t)n));
}

// A move with its value and its line.
static json_t *line_json(const Jsonl *j, const ThinkLine *line)
{
    json_t *const object = json_object();
    jsonl_move_add(j, line->pv_length > 0 ? line->pv[0] : MOVE_NONE, object);
    jsonl_value_add(line->value, object);
    if (line->values != NULL) values_of_all_add(j, line->values, object);
    jsonl_pv_add(j, &j->t.record.now, line->pv, line->pv_length, object);
    return object;
}

static void depth_event(Jsonl *j, const ThinkLine *line)
{
    JsonlThink *const think  = &j->think;
    json_t *const     object = think->values ? json_object() : line_json(j, line);
    json_object_set_new(object, "depth", json_integer(line->depth));
    if (think->values) json_object_set(object, "moves", think->moves);
    count_add(object, "nodes", line->nodes);
    json_object_set_new(object, "seconds", json_real(line->seconds));
    jsonl_event(j, think->id, "depth", object);
}

static void line_take(void *context, const ThinkLine *line)
{
    Jsonl *const      j     = context;
    JsonlThink *const think = &j->think;
    think->depth = line->depth, think->nodes = line->nodes;
    if (think->values && line->number == 1) json_decref(think->moves), think->moves = json_array();
    if (think->values) json_array_append_new(think->moves, line_json(j, line));
    if (think->events && line->number == line->count) depth_event(j, line);
}

static void result_add(const Jsonl *j, const SearchResult *found, json_t *answer)
{
    const bool known = found->depth > 0;
    json_object_set_new(answer, "depth", json_integer(found->depth));
    if (known) jsonl_value_add(found->value, answer);
    else json_object_set_new(answer, "value", json_null());
    if (known && j->t.player.search->settings.algorithm == ALGORITHM_MAXN)
        values_of_all_add(j, found->values, answer);
    jsonl_pv_add(j, &j->t.record.now, found->pv, found->pv_length, answer);
    count_add(answer, "nodes", found->nodes);
    count_add(answer, "interior", found->interior);
    count_add(answer, "leaves", found->leaves);
}

static void stats_add(const Jsonl *j, const ThinkDone *done, json_t *answer)
{
    const Search *const se    = j->t.player.search;
    json_t *const       stats = json_object();
    if (se->stats != NULL) {
        search_stats_json(se->stats, &done->result, stats);
        json_object_set(answer, "stats", stats);
    }
    json_decref(stats);
    if (j->t.ask.minimal)
        json_object_set_new(answer, "minimal_tree",
                            done->minimal > 0 ? json_integer((json_int_t)done->minimal) : json_null());
}

static void values_add(Jsonl *j, json_t *answer)
{
    JsonlThink *const think = &j->think;
    json_object_set_new(answer, "depth", json_integer(think->depth));
    json_object_set_new(answer, "moves", think->moves);
    count_add(answer, "nodes", think->nodes);
    think->moves = NULL;
}

static json_t *think_answer(Jsonl *j, const ThinkDone *done)
{
    JsonlThink *const think  = &j->think;
    json_t *const     answer = jsonl_ok();
    json_object_set_new(answer, "game", json_string(j->game));
    json_object_set_new(answer, "player", json_string(think->player));
    if (think->values) values_add(j, answer);
    else jsonl_move_add(j, done->best, answer);
    if (done->searched) result_add(j, &done->result, answer), stats_add(j, done, answer);
    json_object_set_new(answer, "seconds", json_real(done->seconds));
    if (done->searched || think->values) json_object_set_new(answer, "stopped", json_boolean(done->stopped));
    return answer;
}

static void done_answer(void *context, const ThinkDone *done)
{
    Jsonl *const      j     = context;
    JsonlThink *const think = &j->think;
    if (think->answer == NULL) think->answer = think_answer(j, done);
    if (done->searched && j->t.player.search->trace != NULL) jsonl_trace_take(j);
    if (done->status.text[0]) {
        json_decref(think->answer);
        jsonl_refuse(j, think->id, done->status.text);
    } else {
        jsonl_answer(j, think->id, think->answer);
    }
    json_decref(think->moves);
    json_decref(think->id);
    think->id = think->moves = think->answer = NULL;
}

const ThinkEvents jsonl_events = {.line = line_take, .done = done_answer};

// What is asked for.

static bool limits_read(const Jsonl *j, const json_t *request, ThinkAsk *ask, Status *status)
{
    const int p       = j->v.game->turn(j->v.rules, &j->t.record.now);
    int64_t   nodes   = 0;
    int       time_ms = 0, left_ms = -1, inc_ms = 0;
    *ask = (ThinkAsk){0};
    if (!jsonl_int(request, "depth", 1, SEARCH_DEPTH_MAX, &ask->depth, status) ||
        !jsonl_count(request, "nodes", INT64_MAX, &nodes, status) ||
        !jsonl_int(request, "time_ms", 1, 1000000000, &time_ms, status) ||
        !jsonl_int(request, "left_ms", 0, 1000000000, &left_ms, status) ||
        !jsonl_int(request, "inc_ms", 0, 1000000000, &inc_ms, status) ||
        !jsonl_int(request, "moves_to_go", 1, 1000, &ask->movestogo, status) ||
        !jsonl_bool(request, "infinite", &ask->infinite, status) ||
        !jsonl_bool(request, "events", &ask->steps, status) ||
        !jsonl_bool(request, "minimal", &ask->minimal, status))
        return false;
    ask->nodes = (uint64_t)nodes, ask->movetime = time_ms / 1000.0;
    ask->clock[p] = left_ms >= 0, ask->time[p] = left_ms / 1000.0, ask->inc[p] = inc_ms / 1000.0;
    return !ask->infinite || !think_limited(ask) || status_fail(status, "infinite: expected no other limit");
}

// Specs of the other side must not reach beyond this program, unless the command line says so.
static bool spec_read(const Jsonl *j, const json_t *request, PlayerSpec *spec, Status *status)
{
    const json_t *const value = json_object_get(request, "player");
    const char *const   text  = json_string_value(value);
    if (value == NULL) return true;
    if (text == NULL) return status_fail(status, "'player': expected text in quotes");
    if (!player_spec_parse(spec, text, status)) return false;
    if (j->trusted || (!spec->type->starts_programs && spec->path[0] == 0))
        return spec_limits_check(spec, &j->v, j->threads_max, j->table_max, status);
    return status_fail(status, "'%s' starts a program or reads a file, which only jsonl --trusted allows",
                       spec->words.name);
}

// The player stays open for requests that name the same.
static bool player_take(Jsonl *j, const PlayerSpec *spec, bool limited, Status *status)
{
    char text[sizeof j->spoken];
    Text out = text_on(text, sizeof text);
    player_spec_write(spec, &out);
    memcpy(j->think.player, text, sizeof text);
    if (j->thinks && j->spoken_limited == limited && j->spoken_trace == j->t.trace &&
        strcmp(text, j->spoken) == 0)
        return true;
    j->t.limited    = limited;
    j->thinks       = false;
    j->spoken_trace = j->t.trace;
    if (!thinker_player(&j->t, spec, status)) return false;
    memcpy(j->spoken, text, sizeof text);
    j->spoken_limited = limited;
    return j->thinks  = true;
}

bool jsonl_player(Jsonl *j, const json_t *request, const PlayerSpec *fallback, bool limited, Status *status)
{
    PlayerSpec spec = *fallback;
    return spec_read(j, request, &spec, status) && player_take(j, &spec, limited, status);
}

// A new trace, where there is to be one: the old one goes, and a player that stayed open has none any more.
static bool trace_begin(Jsonl *j, Status *status)
{
    Search *const se = j->t.player.search;
    if (se == NULL || !(se->settings.on & FEATURE_TRACE)) return true;
    jsonl_trace_close(j);
    return se->trace != NULL || search_trace_give(se, NULL) ||
           status_fail_system(status, "out of memory for the trace; a smaller one helps");
}

bool jsonl_think(Jsonl *j, const json_t *request, const json_t *id, bool values, Status *status)
{
    ThinkAsk ask;
    j->t.trace = 0;
    if (!limits_read(j, request, &ask, status) ||
        !jsonl_int(request, "trace", 1, TRACE_NODES_MAX, &j->t.trace, status) ||
        !trace_limits_check(j->t.trace, j->table_max, status) ||
        !jsonl_player(j, request, &j->player, think_limited(&ask) || ask.infinite, status))
        return false;
    if (values && !player_searches(&j->t.player))
        return status_fail(status, "values: '%s' is not a search", j->t.spec.words.name);
    if (values && !move_values_available(&j->t.player, &j->v, status)) return false;
    if (!values && !trace_begin(j, status)) return false;
    j->think.id     = json_deep_copy(id);
    j->think.values = values;
    j->think.events = ask.steps;
    j->think.moves  = json_array();
    j->think.depth = 0, j->think.nodes = 0;
    if (values) ask.lines = GAME_MOVES_MAX;
    thinker_start(&j->t, &ask);
    return true;
}

bool jsonl_busy(Jsonl *j) { return j->playing && thinker_busy(&j->t); }
