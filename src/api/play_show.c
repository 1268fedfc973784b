// play_show.c - plays as they are shown: moves and boards as text, numbers, JSON, pictures.
#include "api/api.h"
#include "game/draw.h"
#include "play/match_game.h"
#include "play/show/board_json.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(POLLARD_CELL_NUMBERS >= 4 + CELL_STACK_MAX, "room for a pile");

static const AnyState *before_last(const PollardPlay *play, AnyState *before)
{
    const size_t size = play->game->v.game->state_size;
    if (play->record.count == 0) return NULL;
    memcpy(before, play->states + (size_t)(play->record.count - 1) * size, size);
    return before;
}

// Moves.

int pollard_play_legal(const PollardPlay *play, uint32_t *moves, uint32_t *actions, int room)
{
    if (play == NULL) return POLLARD_ERROR_USE;
    const Variant *const v     = &play->game->v;
    const int            count = play->ended == ENDED_NOT ? play->count : 0, n = count < room ? count : room;
    if (moves != NULL && n > 0) memcpy(moves, play->moves, (size_t)n * sizeof *moves);
    for (int i = 0; actions != NULL && i < n; i++)
        actions[i] = v->game->action_id(v->rules, &play->record.now, play->moves[i]);
    return count;
}

int pollard_play_move_format(const PollardPlay *play, uint32_t move, char *buffer, size_t size)
{
    char word[TEXT_MAX];
    Text text = text_on(word, sizeof word);
    if (play == NULL) return POLLARD_ERROR_USE;
    if (!api_play_has(play, move)) return POLLARD_ERROR_INPUT;
    variant_move_format(&play->game->v, &play->record.now, move, &text);
    return api_text(word, buffer, size);
}

int pollard_play_move_cells(const PollardPlay *play, uint32_t move, int *cells, int room)
{
    MoveCells touched;
    if (play == NULL) return POLLARD_ERROR_USE;
    if (!api_play_has(play, move)) return POLLARD_ERROR_INPUT;
    const Move m = move;
    variant_move_cells(&play->game->v, &play->record.now, &m, 1, &touched);
    for (int i = 0; cells != NULL && i < touched.count && i < room; i++) cells[i] = touched.cells[i];
    return touched.count;
}

// Texts.

static int moves_text(const PollardPlay *play, char *buffer, size_t size)
{
    const Variant *const v      = &play->game->v;
    const size_t         bytes  = v->game->state_size;
    ApiOut               out    = {.buffer = buffer, .size = size};
    AnyState             before = play->record.start;
    api_add(&out, "");
    for (int i = 0; i < play->record.count; i++) {
        char word[TEXT_MAX];
        Text text = text_on(word, sizeof word);
        memcpy(&before, play->states + (size_t)i * bytes, bytes);
        variant_move_format(v, &before, play->record.moves[i], &text);
        if (i > 0) api_add(&out, " ");
        api_add(&out, word);
    }
    return api_end(&out);
}

// How a drawing is written to a stream.
typedef void Drawing(FILE *out, const Variant *v, const AnyState *s, const AnyState *before, unsigned how);

static int drawing_text(const PollardPlay *play, Drawing *draw, unsigned how, char *buffer, size_t size)
{
    AnyState    before;
    char       *bytes  = NULL;
    size_t      length = 0;
    FILE *const memory = open_memstream(&bytes, &length);
    if (memory == NULL) return POLLARD_ERROR_SYSTEM;
    draw(memory, &play->game->v, &play->record.now, before_last(play, &before), how);
    const bool good = fclose(memory) == 0;
    const int  n    = good ? api_text(bytes, buffer, size) : POLLARD_ERROR_SYSTEM;
    free(bytes);
    return n;
}

// The caption of a board, or how the referee has ended the game.
static void caption_write(const PollardPlay *play, Text *out)
{
    const bool by_rules = play->ended == ENDED_NOT || play->ended == ENDED_BY_RULES;
    if (by_rules) draw_caption(&play->game->v, &play->record.now, out);
    else record_result(&play->record, play->ended, out);
}

int pollard_play_text(const PollardPlay *play, int what, char *buffer, size_t size)
{
    char words[4 * TEXT_MAX];
    Text text = text_on(words, sizeof words);
    if (play == NULL) return POLLARD_ERROR_USE;
    const Variant *const v = &play->game->v;
    switch (what) {
    case POLLARD_TEXT_POSITION: variant_format(v, &play->record.now, &text); break;
    case POLLARD_TEXT_START: variant_format(v, &play->record.start, &text); break;
    case POLLARD_TEXT_MOVES: return moves_text(play, buffer, size);
    case POLLARD_TEXT_RESULT: record_result(&play->record, play->ended, &text); break;
    case POLLARD_TEXT_BOARD: return drawing_text(play, draw_text, 0, buffer, size);
    case POLLARD_TEXT_CAPTION: caption_write(play, &text); break;
    default: return POLLARD_ERROR_INPUT;
    }
    return api_text(words, buffer, size);
}

int pollard_play_svg(const PollardPlay *play, int labels, char *buffer, size_t size)
{
    if (play == NULL) return POLLARD_ERROR_USE;
    return drawing_text(play, draw_svg, labels != 0 ? DRAW_LABELS : 0, buffer, size);
}

// Boards as data.

int pollard_play_cells(const PollardPlay *play, int8_t *numbers, int room)
{
    if (play == NULL) return POLLARD_ERROR_USE;
    const Variant *const v = &play->game->v;
    for (int i = 0, at = 0; i < v->facts.cells && numbers != NULL; i++) {
        const CellView view                       = v->game->cell_view(v->rules, &play->record.now, i);
        int8_t         cell[POLLARD_CELL_NUMBERS] = {view.owner, (int8_t)view.kind, (int8_t)view.height,
                                                     (int8_t)view.mark};
        for (int k = 0; k < POLLARD_CELL_NUMBERS - 4; k++)
            cell[4 + k] = view.height > 1 && k < view.height && k < CELL_STACK_MAX ? (int8_t)view.stack[k]
                                                                                   : -1;
        for (int k = 0; k < POLLARD_CELL_NUMBERS && at < room; k++) numbers[at++] = cell[k];
    }
    return v->facts.cells * POLLARD_CELL_NUMBERS;
}

static json_t *points_json(const PollardPlay *play)
{
    int           points[PLAYERS_MAX];
    json_t *const list = json_array();
    const int     n    = pollard_play_points(play, points, NULL);
    for (int p = 0; p < n; p++) json_array_append_new(list, json_integer(points[p]));
    return list;
}

int pollard_play_json(const PollardPlay *play, char *buffer, size_t size)
{
    char name[TEXT_MAX], position[TEXT_MAX], result[TEXT_MAX], caption[4 * TEXT_MAX];
    Text name_out = text_on(name, sizeof name), position_out = text_on(position, sizeof position),
         result_out = text_on(result, sizeof result), caption_out = text_on(caption, sizeof caption);
    AnyState before;
    if (play == NULL) return POLLARD_ERROR_USE;
    const Variant *const  v    = &play->game->v;
    const AnyState *const s    = &play->record.now;
    const bool            over = play->ended != ENDED_NOT;
    variant_name(v, &name_out);
    variant_format(v, s, &position_out);
    record_result(&play->record, play->ended, &result_out);
    caption_write(play, &caption_out);
    json_t *const json = json_pack(
        "{s:s, s:s, s:i, s:i, s:b, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "game", name, "position", position,
        "turn", pollard_play_turn(play), "plies", play->record.count, "over", over, "why",
        ended_names[play->ended], "result", result, "caption", caption, "notes", board_notes_json(v, s),
        "cells", board_cells_json(v, s), "changed", board_changed_json(v, s, before_last(play, &before)),
        "moves", over ? json_array() : board_moves_json(v, s, play->moves, play->count, true));
    if (over && json != NULL) json_object_set_new(json, "points", points_json(play));
    return api_json(json, buffer, size);
}
