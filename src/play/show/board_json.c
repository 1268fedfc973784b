#include "play/show/board_json.h"

#include <assert.h>

static json_t *list_json(const Variant *v, const AnyState *s,
                         void (*format)(const void *rules, const void *s, Move m, Text *out))
{
    Move          moves[GAME_MOVES_MAX];
    json_t *const list = json_array();
    const int     n    = v->game->generate(v->rules, s, moves);
    for (int i = 0; i < n; i++) {
        char word[TEXT_MAX];
        Text text = text_on(word, sizeof word);
        format(v->rules, s, moves[i], &text);
        json_array_append_new(list, json_string(word));
    }
    return list;
}

json_t *board_moves_json(const Variant *v, const AnyState *s)
{
    return list_json(v, s, v->game->move_format);
}
json_t *board_codes_json(const Variant *v, const AnyState *s) { return list_json(v, s, v->game->move_code); }
bool    board_has_codes(const Variant *v) { return v->game->move_code != v->game->move_format; }

static json_t *cell_json(const Variant *v, const AnyState *s, int i)
{
    assert(i >= 0 && i < v->facts.cells);
    static const char *const shapes[] = {"square", "hole"}, *const marks[] = {"none", "wall", "exit",
                                                                              "chosen"};
    static const char *const pieces[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    const CellPlace          place    = v->game->cell_place(v->rules, i);
    const CellView           view     = v->game->cell_view(v->rules, s, i);
    json_t *const json = json_pack("{s:s, s:i, s:i, s:s, s:i, s:i}", "name", place.name, "x", place.x, "y",
                                   place.y, "shape", shapes[place.shape], "tone", place.tone, "owner",
                                   view.owner);
    if (view.kind) json_object_set_new(json, "kind", json_integer(view.kind));
    if (view.kind >= CELL_PAWN)
        json_object_set_new(json, "piece", json_string(pieces[view.kind - CELL_PAWN]));
    if (view.mark) json_object_set_new(json, "mark", json_string(marks[view.mark]));
    if (view.height > 1) {
        json_t *const stack = json_array();
        for (int k = 0; k < view.height; k++) json_array_append_new(stack, json_integer(view.stack[k]));
        json_object_set_new(json, "stack", stack);
    }
    return json;
}

json_t *board_cells_json(const Variant *v, const AnyState *s)
{
    json_t *const cells = json_array();
    for (int i = 0; i < v->facts.cells; i++) json_array_append_new(cells, cell_json(v, s, i));
    return cells;
}

json_t *board_evaluation_json(const Variant *v, const AnyState *s)
{
    json_t *const list = json_array();
    for (int p = 0; p < v->facts.players; p++)
        json_array_append_new(list, json_integer(v->game->evaluate(v->rules, s, p)));
    return list;
}
