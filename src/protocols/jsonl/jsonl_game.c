// jsonl_game.c - the requests about the game: a new one, its moves.
#include "base/json_read.h"
#include "protocols/jsonl/jsonl_inner.h"

#include <stdio.h>
#include <string.h>

bool jsonl_text(const json_t *request, const char *key, char *out, size_t room, Status *status)
{
    const json_t *const value = json_object_get(request, key);
    return value == NULL || json_read_text(value, key, out, room, status);
}

// Moves.

typedef struct MovesInto {
    Record *game;
    Status *status;
    bool    good;
} MovesInto;

static void move_into(void *context, const AnyState *before, Move m)
{
    MovesInto *const into = context;
    (void)before;
    into->good = into->good && record_play(into->game, m, into->status);
}

static bool moves_text(Record *game, const char *text, Status *status)
{
    AnyState  s    = game->now;
    MovesInto into = {.game = game, .status = status, .good = true};
    return variant_moves_play(game->v, &s, text, move_into, &into, status) && into.good;
}

// A message about move N of a text, as one about a list in which others came before.
static bool renumbered(Status *status, int before)
{
    int          number, used = 0;
    const Status was = *status;
    if (sscanf(was.text, "move %d:%n", &number, &used) == 1 && used > 0)
        snprintf(status->text, sizeof status->text, "move %d:%s", number + before, was.text + used);
    return false;
}

// A text with moves in it, or a list of such texts.
static bool moves_play(Record *game, const json_t *moves, Status *status)
{
    if (moves == NULL) return true;
    if (json_is_string(moves)) return moves_text(game, json_string_value(moves), status);
    if (!json_is_array(moves)) return status_fail(status, "'moves': expected a text or a list of texts");
    const int first = game->count;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const char *const text   = json_string_value(json_array_get(moves, i));
        const int         before = game->count - first;
        if (text == NULL) return status_fail(status, "'moves': expected a list of texts");
        if (!moves_text(game, text, status)) return renumbered(status, before);
    }
    return true;
}

// Requests.

bool jsonl_game_needed(const Jsonl *j, Status *status)
{
    return j->playing || status_fail(status, "there is no game; expected {\"do\": \"new\", \"game\": ...}");
}

static bool state_answer(Jsonl *j, const json_t *id)
{
    json_t *const answer = jsonl_ok();
    jsonl_state_add(j, answer);
    return jsonl_answer(j, id, answer), true;
}

// The first position and the moves of a new game.
static bool record_make(Record *game, const Variant *v, const json_t *request, Status *status)
{
    AnyState start;
    char     text[TEXT_MAX] = "";
    variant_setup(v, &start);
    if (!jsonl_text(request, "position", text, sizeof text, status) ||
        (text[0] && !variant_parse(v, &start, text, status)) || !record_open(game, v, &start, status))
        return false;
    if (moves_play(game, json_object_get(request, "moves"), status)) return true;
    record_close(game);
    return false;
}

void jsonl_game_close(Jsonl *j)
{
    if (!j->playing) return;
    thinker_close(&j->t);
    jsonl_trace_close(j);
    exact_close(&j->exact);
    variant_close(&j->v);
    j->playing = j->thinks = false;
}

// Another game in the place of this one; takes the variant and the record.
bool jsonl_game_open(Jsonl *j, const Variant *v, Record *game, Status *status)
{
    ThinkEvents events = jsonl_events;
    Text        name   = text_on(j->game, sizeof j->game);
    events.context     = j;
    jsonl_game_close(j);
    j->v = *v;
    variant_name(&j->v, &name);
    if (!thinker_open(&j->t, &j->v, &events, status)) return variant_close(&j->v), record_close(game), false;
    exact_open(&j->exact, &j->v);
    j->playing = j->t.plain = true;
    game->v                 = &j->v;
    thinker_game(&j->t, game);
    return true;
}

static bool same_game(const Jsonl *j, const Variant *v)
{
    char name[TEXT_MAX];
    Text out = text_on(name, sizeof name);
    variant_name(v, &out);
    return j->playing && strcmp(name, j->game) == 0;
}

// Who thinks about the same game stays open.
bool jsonl_game_take(Jsonl *j, Variant *v, Record *game, Status *status)
{
    if (!same_game(j, v)) return jsonl_game_open(j, v, game, status);
    variant_close(v);
    game->v = &j->v;
    return thinker_game(&j->t, game), true;
}

bool jsonl_new_game(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    char    spec[TEXT_MAX] = "";
    Variant v;
    Record  game;
    if (!jsonl_text(request, "game", spec, sizeof spec, status) ||
        (!spec[0] && !jsonl_game_needed(j, status)) || !variant_open(&v, spec[0] ? spec : j->game, status))
        return false;
    if (!record_make(&game, &v, request, status)) return variant_close(&v), false;
    return jsonl_game_take(j, &v, &game, status) && state_answer(j, id);
}

bool jsonl_state(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    (void)request, (void)status;
    json_t *const answer = jsonl_ok();
    jsonl_state_add(j, answer);
    jsonl_history_add(j, answer);
    return jsonl_answer(j, id, answer), true;
}

bool jsonl_moves(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    bool actions = false, touches = false;
    if (!jsonl_bool(request, "actions", &actions, status) ||
        !jsonl_bool(request, "touches", &touches, status))
        return false;
    json_t *const answer = jsonl_ok();
    jsonl_moves_add(j, actions, touches, answer);
    return jsonl_answer(j, id, answer), true;
}

// A move by its number for learners.
static bool move_action(Record *game, const json_t *action, Status *status)
{
    Move             m;
    const json_int_t n = json_is_integer(action) ? json_integer_value(action) : -1;
    if (n < 0 || n >= (json_int_t)ACTIONS_MAX || !variant_action_parse(game->v, &game->now, (uint32_t)n, &m))
        return status_fail(status, "'action': expected one of the list that {\"do\": \"moves\"} has");
    return record_play(game, m, status);
}

// One move: by its text, or by its place in the list of moves.
static bool move_one(Record *game, const json_t *move, Status *status)
{
    Move      list[GAME_MOVES_MAX];
    int       i;
    const int n = game->v->game->generate(game->v->rules, &game->now, list);
    if (json_is_string(move)) {
        const char *const text = json_string_value(move);
        return strlen(text) < SPEC_WORD_MAX ? words_play(game, text, status)
                                            : status_fail(status, "illegal move '%.20s'", text);
    }
    if (!json_is_integer(move)) return status_fail(status, "'move': expected a text or a number");
    return json_read_int(move, "move", 0, n - 1, &i, status) && record_play(game, list[i], status);
}

// A game with the same moves; to be closed.
static bool record_copy(Record *copy, const Record *game, Status *status)
{
    if (!record_open(copy, game->v, &game->start, status)) return false;
    for (int i = 0; i < game->count; i++)
        if (!record_play(copy, game->moves[i], status)) return record_close(copy), false;
    return true;
}

// What was played since `from`, forced passes included.
static json_t *played_json(const Record *game, int from)
{
    json_t *const list = json_array();
    for (int i = from; i < game->count; i++) {
        char text[TEXT_MAX];
        Text out = text_on(text, sizeof text);
        record_move_text(game, i, &out);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

bool jsonl_move(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    const json_t *const one    = json_object_get(request, "move");
    const json_t *const many   = json_object_get(request, "moves");
    const json_t *const action = json_object_get(request, "action");
    const int           before = j->t.record.count;
    const Ended         ended  = record_ended(&j->t.record, j->v.facts.plies_max);
    char                text[TEXT_MAX];
    Text                out = text_on(text, sizeof text);
    Record              next;
    record_result(&j->t.record, ended, &out);
    if ((one != NULL) + (many != NULL) + (action != NULL) != 1)
        return status_fail(status, "expected 'move', 'moves' or 'action'");
    if (ended != ENDED_NOT) return status_fail(status, "the game is over: %s", text);
    if (!record_copy(&next, &j->t.record, status)) return false;
    if (action != NULL ? !move_action(&next, action, status)
        : one != NULL  ? !move_one(&next, one, status)
                       : !moves_play(&next, many, status))
        return record_close(&next), false;
    thinker_game(&j->t, &next);
    json_t *const answer = jsonl_ok();
    json_object_set_new(answer, "played", played_json(&j->t.record, before));
    jsonl_state_add(j, answer);
    return jsonl_answer(j, id, answer), true;
}

bool jsonl_undo(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    int plies = 1;
    if (!jsonl_int(request, "plies", 0, 1000000, &plies, status)) return false;
    if (plies > j->t.record.count)
        return status_fail(status, "there are %d moves to take back", j->t.record.count);
    while (plies-- > 0) record_undo(&j->t.record);
    return state_answer(j, id);
}

bool jsonl_reset(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    Record game;
    (void)request;
    if (!record_open(&game, &j->v, &j->t.record.start, status)) return false;
    thinker_game(&j->t, &game);
    thinker_forget(&j->t);
    return state_answer(j, id);
}
