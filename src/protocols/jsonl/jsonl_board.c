// jsonl_board.c - what stands on the board and what can be done there, as JSON: `board` and `moves`.
#include "game/draw.h"
#include "play/show/board_json.h"
#include "protocols/jsonl/jsonl_inner.h"

#include <stdlib.h>

// Moves.

typedef void FormatMove(const void *rules, const void *s, Move m, Text *out);

static json_t *texts_json(const Jsonl *j, FormatMove *format)
{
    Move                  moves[GAME_MOVES_MAX];
    json_t *const         list = json_array();
    const AnyState *const s    = &j->t.record.now;
    const int             n    = j->v.game->generate(j->v.rules, s, moves);
    for (int i = 0; i < n; i++) {
        char word[TEXT_MAX];
        Text text = text_on(word, sizeof word);
        format(j->v.rules, s, moves[i], &text);
        json_array_append_new(list, json_string(word));
    }
    return list;
}

static json_t *actions_json(const Jsonl *j)
{
    Move                  moves[GAME_MOVES_MAX];
    json_t *const         list = json_array();
    const AnyState *const s    = &j->t.record.now;
    const int             n    = j->v.game->generate(j->v.rules, s, moves);
    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_integer(j->v.game->action_id(j->v.rules, s, moves[i])));
    return list;
}

static json_t *touch_json(const MoveCells *touch)
{
    json_t *const cells = json_array(), *const object = json_object();
    for (int i = 0; i < touch->count; i++) json_array_append_new(cells, json_integer(touch->cells[i]));
    json_object_set_new(object, "cells", cells);
    if (touch->button[0]) json_object_set_new(object, "button", json_string(touch->button));
    return object;
}

static json_t *touches_json(const Jsonl *j)
{
    Move                  moves[GAME_MOVES_MAX];
    json_t *const         list    = json_array();
    const AnyState *const s       = &j->t.record.now;
    const int             n       = j->v.game->generate(j->v.rules, s, moves);
    MoveCells *const      touches = calloc((size_t)n + 1, sizeof *touches);
    if (touches != NULL) variant_move_cells(&j->v, s, moves, n, touches);
    for (int i = 0; touches != NULL && i < n; i++) json_array_append_new(list, touch_json(&touches[i]));
    free(touches);
    return list;
}

void jsonl_moves_add(const Jsonl *j, bool actions, bool touches, json_t *answer)
{
    json_object_set_new(answer, "moves", texts_json(j, j->v.game->move_format));
    if (jsonl_has_codes(j)) json_object_set_new(answer, "codes", texts_json(j, j->v.game->move_code));
    if (actions) json_object_set_new(answer, "actions", actions_json(j));
    if (touches) json_object_set_new(answer, "touches", touches_json(j));
}

// The board.

static json_t *cells_json(const Jsonl *j)
{
    static const char *const shapes[] = {"square", "hole"};
    json_t *const            list     = json_array();
    for (int i = 0; i < j->v.facts.cells; i++) {
        const CellPlace place = j->v.game->cell_place(j->v.rules, i);
        json_t *const   cell  = json_pack("{s:s, s:i, s:i, s:s, s:i}", "name", place.name, "x", place.x, "y",
                                          place.y, "shape", shapes[place.shape], "tone", place.tone);
        board_cell_add(&j->v, &j->t.record.now, i, cell);
        json_array_append_new(list, cell);
    }
    return list;
}

static json_t *evaluation_json(const Jsonl *j)
{
    json_t *const list = json_array();
    for (int p = 0; p < j->v.facts.players; p++)
        json_array_append_new(list, json_integer(j->v.game->evaluate(j->v.rules, &j->t.record.now, p)));
    return list;
}

// Who plays: what people call him, the letter of his colour, his letter on the board.
static json_t *players_json(const Jsonl *j)
{
    const Facts *const facts = &j->v.facts;
    json_t *const      list  = json_array();
    for (int p = 0; p < facts->players; p++) {
        char       name[SPEC_WORD_MAX];
        const char color[] = {facts->colors[p], 0}, symbol[] = {facts->symbols[p], 0};
        json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", variant_player_name(&j->v, p, name),
                                              "color", color, "symbol", symbol));
    }
    return list;
}

typedef void DrawBoard(FILE *out, const Variant *v, const AnyState *s, const AnyState *before, unsigned how);

static void picture_add(const Jsonl *j, const char *key, DrawBoard *draw, json_t *answer)
{
    char       *bytes  = NULL;
    size_t      size   = 0;
    AnyState    before = j->t.record.start;
    FILE *const memory = open_memstream(&bytes, &size);
    record_before(&j->t.record, &before);
    if (memory != NULL) draw(memory, &j->v, &j->t.record.now, j->t.record.count > 0 ? &before : NULL, 0);
    const bool good = memory != NULL && fclose(memory) == 0;
    json_object_set_new(answer, key, good ? json_stringn(bytes, size) : json_null());
    free(bytes);
}

void jsonl_board_add(const Jsonl *j, bool svg, bool text, json_t *answer)
{
    char caption[TEXT_MAX];
    Text out = text_on(caption, sizeof caption);
    draw_caption(&j->v, &j->t.record.now, &out);
    json_object_set_new(answer, "caption", json_string(caption));
    json_object_set_new(answer, "evaluation", evaluation_json(j));
    json_object_set_new(answer, "notes", board_notes_json(&j->v, &j->t.record.now));
    json_object_set_new(answer, "players", players_json(j));
    json_object_set_new(answer, "cells", cells_json(j));
    if (svg) picture_add(j, "svg", draw_svg, answer);
    if (text) picture_add(j, "text", draw_text, answer);
}
