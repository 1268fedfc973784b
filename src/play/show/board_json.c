#include "play/show/board_json.h"
#include "game/draw.h"

#include <assert.h>
#include <stdlib.h>

void board_cell_add(const Variant *v, const AnyState *s, int i, json_t *json)
{
    assert(i >= 0 && i < v->facts.cells);
    static const char *const marks[]  = {"none", "wall", "exit", "chosen"};
    static const char *const pieces[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    const CellView           view     = v->game->cell_view(v->rules, s, i);
    json_object_set_new(json, "owner", json_integer(view.owner));
    if (view.kind) json_object_set_new(json, "kind", json_integer(view.kind));
    if (view.kind >= CELL_PAWN)
        json_object_set_new(json, "piece", json_string(pieces[view.kind - CELL_PAWN]));
    if (view.mark) json_object_set_new(json, "mark", json_string(marks[view.mark]));
    if (view.height <= 1) return;
    json_t *const stack = json_array();
    for (int k = 0; k < view.height; k++) json_array_append_new(stack, json_integer(view.stack[k]));
    json_object_set_new(json, "stack", stack);
}

json_t *board_cells_json(const Variant *v, const AnyState *s)
{
    json_t *const cells = json_array();
    for (int i = 0; i < v->facts.cells; i++) {
        json_t *const cell = json_object();
        board_cell_add(v, s, i, cell);
        json_array_append_new(cells, cell);
    }
    return cells;
}

json_t *board_changed_json(const Variant *v, const AnyState *s, const AnyState *before)
{
    json_t *const cells = json_array();
    for (int i = 0; before != NULL && i < v->facts.cells; i++)
        if (draw_changed(v, s, before, i)) json_array_append_new(cells, json_integer(i));
    return cells;
}

json_t *board_notes_json(const Variant *v, const AnyState *s)
{
    Notes         notes;
    json_t *const list = json_array();
    variant_notes(v, s, &notes);
    for (int i = 0; i < notes.count; i++) {
        const Note *const note = &notes.notes[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:i}", "name", note->name, "value", note->value,
                                              "player", note->player));
    }
    return list;
}

static json_t *move_json(const Variant *v, const AnyState *s, Move m, const MoveCells *touched)
{
    char word[TEXT_MAX];
    Text text = text_on(word, sizeof word);
    variant_move_format(v, s, m, &text);
    json_t *const cells = json_array();
    for (int i = 0; i < touched->count; i++) json_array_append_new(cells, json_integer(touched->cells[i]));
    return json_pack("{s:s, s:o, s:s, s:I}", "text", word, "cells", cells, "button", touched->button,
                     "action", (json_int_t)v->game->action_id(v->rules, s, m));
}

json_t *board_moves_json(const Variant *v, const AnyState *s, const Move moves[], int n, bool numbers)
{
    MoveCells *const touched = calloc((size_t)n + 1, sizeof *touched);
    json_t *const    list    = json_array();
    if (touched == NULL) return json_decref(list), NULL;
    variant_move_cells(v, s, moves, n, touched);
    for (int i = 0; i < n; i++) {
        json_t *const one = move_json(v, s, moves[i], &touched[i]);
        if (numbers) json_object_set_new(one, "move", json_integer((json_int_t)moves[i]));
        json_array_append_new(list, one);
    }
    free(touched);
    return list;
}

void board_result_add(const Record *game, Ended ended, json_t *json)
{
    char          result[TEXT_MAX];
    Text          out = text_on(result, sizeof result);
    Value         payoff[PLAYERS_MAX];
    int           points[PLAYERS_MAX];
    json_t *const payoffs = json_array(), *const points_list = json_array();
    record_result(game, ended, &out);
    record_payoff(game, ended, payoff);
    record_points(game, ended, points);
    for (int p = 0; p < game->v->facts.players; p++) {
        json_array_append_new(payoffs, json_integer(payoff[p]));
        json_array_append_new(points_list, json_integer(points[p]));
    }
    json_object_set_new(json, "result", json_string(result));
    json_object_set_new(json, "points", points_list);
    json_object_set_new(json, "payoff", payoffs);
}
