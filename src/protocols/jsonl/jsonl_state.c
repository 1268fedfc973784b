// jsonl_state.c - a game in progress as JSON.
#include "game/draw.h"
#include "play/show/board_json.h"
#include "protocols/jsonl/jsonl_inner.h"

static void text_set(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, json_string(text));
}

static json_t *position_json(const Variant *v, const AnyState *s)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    variant_format(v, s, &out);
    return json_string(text);
}

void jsonl_state_add(const Jsonl *j, json_t *answer)
{
    const Record *const game  = &j->t.record;
    const Ended         ended = record_ended(game, j->v.facts.plies_max);
    char                text[TEXT_MAX];
    Text                out = text_on(text, sizeof text);
    text_set(answer, "game", j->game);
    json_object_set_new(answer, "players", json_integer(j->v.facts.players));
    json_object_set_new(answer, "position", position_json(&j->v, &game->now));
    json_object_set_new(answer, "plies", json_integer(game->count));
    json_object_set_new(answer, "turn", json_integer(j->v.game->turn(j->v.rules, &game->now)));
    json_object_set_new(answer, "over", json_boolean(ended != ENDED_NOT));
    text_set(answer, "ended", ended_names[ended]);
    if (ended != ENDED_NOT) record_result(game, ended, &out);
    else draw_caption(&j->v, &game->now, &out);
    text_set(answer, "caption", text);
    if (ended != ENDED_NOT) board_result_add(game, ended, answer);
}

void jsonl_history_add(const Jsonl *j, json_t *answer)
{
    const Record *const game = &j->t.record;
    json_t *const       list = json_array();
    AnyState            s    = game->start;
    for (int i = 0; i < game->count; i++) {
        char           text[TEXT_MAX];
        Text           out    = text_on(text, sizeof text);
        const AnyState before = s;
        variant_move_format(&j->v, &before, game->moves[i], &out);
        json_array_append_new(list, json_string(text));
        j->v.game->play(j->v.rules, &s, &before, game->moves[i]);
    }
    json_object_set_new(answer, "start", position_json(&j->v, &game->start));
    json_object_set_new(answer, "history", list);
}

bool jsonl_has_codes(const Jsonl *j) { return j->v.game->move_code != j->v.game->move_format; }

void jsonl_move_add(const Jsonl *j, Move m, json_t *object)
{
    Move           moves[GAME_MOVES_MAX];
    char           text[TEXT_MAX], code[TEXT_MAX];
    Text           out = text_on(text, sizeof text), code_out = text_on(code, sizeof code);
    const AnyState now = j->t.record.now;
    if (m == MOVE_NONE) {
        json_object_set_new(object, "move", json_null());
        return;
    }
    variant_move_format(&j->v, &now, m, &out);
    text_set(object, "move", text);
    if (jsonl_has_codes(j)) {
        j->v.game->move_code(j->v.rules, &now, m, &code_out);
        text_set(object, "code", code);
    }
    const int n = j->v.game->generate(j->v.rules, &now, moves);
    int       i = 0;
    while (i < n && moves[i] != m) i++;
    json_object_set_new(object, "index", json_integer(i));
}
