// jsonl_analyse.c - `analyse`: the game so far, move by move (play/analysis), in the thread of the thinker.
#include "play/analysis/analysis.h"
#include "play/show/search_text.h"
#include "protocols/jsonl/jsonl_inner.h"

// Where nothing is said: deep enough to see mistakes, in moments in all games.
enum { DEPTH_TWO = 6, DEPTH_MORE = 3 };

static void value_set(json_t *object, const char *key, bool known, Value v)
{
    json_object_set_new(object, key, known ? json_integer(v) : json_null());
}

static void move_set(const Jsonl *j, const AnyState *s, Move m, const char *key, json_t *object)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    search_text_move(&j->v, s, m, &out);
    json_object_set_new(object, key, json_string(text));
}

static void values_set(const Jsonl *j, const MoveAnalysis *move, json_t *object)
{
    json_t *const list = json_array();
    for (int p = 0; p < j->v.facts.players; p++)
        json_array_append_new(list, json_integer(move->found.values[p]));
    json_object_set_new(object, "values", list);
}

// Move `ply`, from 0, of the analysis; s is the position before it.
static json_t *move_json(const Jsonl *j, const Analysis *analysis, int ply, const AnyState *s)
{
    const MoveAnalysis *const move   = &analysis->moves[ply];
    const bool                known  = move->depth > 0;
    json_t *const             object = json_object();
    json_object_set_new(object, "ply", json_integer(ply + 1));
    json_object_set_new(object, "mover", json_integer(move->mover));
    move_set(j, s, move->played, "move", object);
    json_object_set_new(object, "depth", json_integer(move->depth));
    value_set(object, "value", known, move->found.value);
    value_set(object, "after", move->compared, move->after);
    value_set(object, "loss", move->compared, move->loss);
    if (known) move_set(j, s, move->found.pv[0], "best", object);
    else json_object_set_new(object, "best", json_null());
    jsonl_pv_add(j, s, move->found.pv, known ? move->found.pv_length : 0, object);
    if (known && j->t.player.search->settings.algorithm == ALGORITHM_MAXN) values_set(j, move, object);
    json_object_set_new(object, "verdict", json_string(verdict_names[move->verdict]));
    return object;
}

static json_t *moves_json(const Jsonl *j, const Analysis *analysis)
{
    json_t *const list = json_array();
    AnyState      s    = analysis->game->start;
    for (int i = 0; i < analysis->done; i++) {
        const AnyState before = s;
        json_array_append_new(list, move_json(j, analysis, i, &before));
        j->v.game->play(j->v.rules, &s, &before, analysis->game->moves[i]);
    }
    return list;
}

// What is a mistake is known when all moves are: until then by those that were looked at.
static void move_event(Jsonl *j, Analysis *analysis, const AnyState *before)
{
    analysis_judge(analysis, j->think.mistake);
    json_t *const object = move_json(j, analysis, analysis->done - 1, before);
    json_object_set_new(object, "plies", json_integer(analysis->game->count));
    jsonl_event(j, j->think.id, "move", object);
}

static json_t *answer_json(const Jsonl *j, const Analysis *analysis)
{
    json_t *const answer = jsonl_ok();
    json_object_set_new(answer, "game", json_string(j->game));
    json_object_set_new(answer, "player", json_string(j->think.player));
    json_object_set_new(answer, "plies", json_integer(analysis->game->count));
    json_object_set_new(answer, "mistake", json_integer(analysis->mistake));
    json_object_set_new(answer, "blunder", json_integer(ANALYSIS_BLUNDER * analysis->mistake));
    json_object_set_new(answer, "moves", moves_json(j, analysis));
    json_object_set_new(answer, "stopped", json_boolean(analysis->done < analysis->game->count));
    return answer;
}

// By the thread of the thinker.
static void analyse(void *context)
{
    Jsonl *const        j      = context;
    const SearchLimits *limits = &j->t.limits;
    Status              status;
    Analysis            analysis;
    if (!analysis_open(&analysis, &j->t.record, &j->t.player, limits, &status)) {
        j->think.answer = json_pack("{s:b, s:s}", "ok", 0, "error", status.text);
        return;
    }
    for (AnyState before = analysis.replay.now; analysis_next(&analysis); before = analysis.replay.now)
        if (j->think.events) move_event(j, &analysis, &before);
    analysis_judge(&analysis, j->think.mistake);
    j->think.answer = answer_json(j, &analysis);
    analysis_close(&analysis);
}

// For more than two players max^n, which has a value for everybody.
static bool player_find(Jsonl *j, const json_t *request, bool limited, Status *status)
{
    PlayerSpec usual = j->player;
    if (j->v.facts.players > 2 && !player_spec_parse(&usual, "maxn", status)) return false;
    if (!jsonl_player(j, request, &usual, limited, status)) return false;
    return player_searches(&j->t.player) ||
           status_fail(status, "analyse: '%s' is not a search", j->t.spec.words.name);
}

bool jsonl_analyse(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    ThinkAsk   ask     = {.work = analyse};
    int64_t    nodes   = 0;
    int        time_ms = 0, mistake = 0;
    bool       events = false;
    const bool given  = json_object_get(request, "player") != NULL;
    if (!jsonl_int(request, "depth", 2, SEARCH_DEPTH_MAX, &ask.depth, status) ||
        !jsonl_count(request, "nodes", INT64_MAX, &nodes, status) ||
        !jsonl_int(request, "time_ms", 1, 1000000000, &time_ms, status) ||
        !jsonl_int(request, "mistake", 1, VALUE_EVAL_MAX / ANALYSIS_BLUNDER, &mistake, status) ||
        !jsonl_bool(request, "events", &events, status))
        return false;
    j->t.trace = 0;
    ask.nodes = (uint64_t)nodes, ask.movetime = time_ms / 1000.0;
    if (!given && !think_limited(&ask)) ask.depth = j->v.facts.players > 2 ? DEPTH_MORE : DEPTH_TWO;
    if (!player_find(j, request, think_limited(&ask), status)) return false;
    if (ask.depth == 0 && j->t.player.search->settings.depth == 1)
        return status_fail(status, "analyse: '%s': expected a depth of 2 or more", j->think.player);
    j->think.id      = json_deep_copy(id);
    j->think.values  = false;
    j->think.events  = events;
    j->think.mistake = mistake;
    thinker_start(&j->t, &ask);
    return true;
}
