// jsonl_probe.c - `probe`: what a database says of the position and of every move.
#include "protocols/jsonl/jsonl_inner.h"

static void found_add(const ExactValue *found, json_t *object)
{
    jsonl_value_add(found->value, object);
    json_object_set_new(object, "says", json_string(found->says));
}

// *best: the best of them by value; its name is "" where one of them is not known.
static json_t *moves_json(Jsonl *j, ExactValue *best)
{
    bool                  all = true;
    Move                  moves[GAME_MOVES_MAX];
    const AnyState *const s    = &j->t.record.now;
    const int             n    = j->v.game->generate(j->v.rules, s, moves);
    json_t *const         list = json_array();
    for (int i = 0; i < n; i++) {
        ExactValue    found;
        json_t *const move = json_object();
        jsonl_move_add(j, moves[i], move);
        const bool known = exact_find_move(&j->exact, s, moves[i], &found);
        if (known) found_add(&found, move);
        else json_object_set_new(move, "value", json_null());
        if (known && (i == 0 || found.value > best->value)) *best = found;
        all &= known;
        json_array_append_new(list, move);
    }
    if (!all || n == 0) best->name[0] = 0;
    return list;
}

bool jsonl_probe(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    (void)request, (void)status;
    ExactValue    found;
    json_t *const answer = jsonl_ok();
    exact_look_again(&j->exact);
    const bool covered = exact_find(&j->exact, &j->t.record.now, &found);
    json_object_set_new(answer, "covered", json_boolean(covered));
    if (covered) {
        ExactValue    best  = {.value = -VALUE_INF};
        json_t *const moves = moves_json(j, &best);
        // Databases know no fifty moves: where the rule leaves every move less, so is the position.
        if (best.name[0] && best.value < found.value) found = best;
        json_object_set_new(answer, "name", json_string(found.name));
        found_add(&found, answer);
        json_object_set_new(answer, "moves", moves);
    }
    return jsonl_answer(j, id, answer), true;
}
