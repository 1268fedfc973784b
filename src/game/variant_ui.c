// variant_ui.c - what interfaces and learners are told of a position besides its text: how moves are made by
// touching cells, their numbers, what the board does not show. All of it cold.
#include "game/variant.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct CellNames {
    int  count;
    char names[GAME_CELLS_MAX][CELL_NAME_MAX];
} CellNames;

static void names_find(const Variant *v, CellNames *out)
{
    assert(v->facts.cells <= GAME_CELLS_MAX);
    out->count = v->facts.cells;
    for (int i = 0; i < out->count; i++) {
        const CellPlace place = v->game->cell_place(v->rules, i);
        memcpy(out->names[i], place.name, sizeof place.name);
    }
}

// The cell with the longest name that the text begins with, and that length; -1: none.
static int cell_at(const CellNames *names, const char *text, size_t *length)
{
    int found = -1;
    *length   = 0;
    for (int i = 0; i < names->count; i++) {
        if (names->names[i][0] != *text) continue;   // almost all
        const size_t n = strlen(names->names[i]);
        if (n > *length && strncmp(names->names[i], text, n) == 0) *length = n, found = i;
    }
    return found;
}

static void cells_in_text(const CellNames *names, const char *text, MoveCells *out)
{
    while (*text && out->count < MOVE_CELLS_MAX) {
        size_t    length;
        const int cell = cell_at(names, text, &length);
        if (cell >= 0) out->cells[out->count++] = cell;
        text += cell >= 0 ? length : 1;
    }
}

// names: NULL when the game says itself what is touched.
static void cells_find(const Variant *v, const AnyState *s, Move m, const CellNames *names, MoveCells *out)
{
    char word[TEXT_MAX];
    Text text = text_on(word, sizeof word);
    *out      = (MoveCells){0};
    if (names == NULL) v->game->move_cells(v->rules, s, m, out);
    if (out->count != 0 || out->button[0]) return;
    variant_move_format(v, s, m, &text);
    if (names != NULL) cells_in_text(names, word, out);
    if (out->count == 0) snprintf(out->button, sizeof out->button, "%.*s", MOVE_BUTTON_MAX - 1, word);
}

void variant_move_cells(const Variant *v, const AnyState *s, const Move moves[], int n, MoveCells out[])
{
    CellNames  names;
    const bool asked = v->game->move_cells != NULL;
    if (!asked) names_find(v, &names);
    for (int i = 0; i < n; i++) cells_find(v, s, moves[i], asked ? NULL : &names, &out[i]);
}

bool variant_action_parse(const Variant *v, const AnyState *s, uint32_t action, Move *m)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves);
    for (int i = 0; i < n; i++)
        if (v->game->action_id(v->rules, s, moves[i]) == action) return *m = moves[i], true;
    return false;
}

void variant_notes(const Variant *v, const AnyState *s, Notes *out)
{
    *out = (Notes){0};
    if (v->game->notes != NULL) v->game->notes(v->rules, s, out);
}

void notes_add(Notes *notes, const char *name, int player, const char *format, ...)
{
    if (notes->count == NOTES_MAX) {
        notes->cut = true;
        return;
    }
    Note *const note   = &notes->notes[notes->count++];
    const int   length = snprintf(note->name, sizeof note->name, "%s", name);
    note->player       = player;
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(note->value, sizeof note->value, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof note->name || n >= (int)sizeof note->value) notes->cut = true;
}
