// draw_text.c - boards for the terminal. A row is composed on a line of characters, each with a style, and
// printed at once. A cell is `text_width` characters wide and begins at a multiple of `half` columns, so that
// at least one column stays free before and after it, for brackets.
#include "game/draw.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 6, CELL_TEXT_MAX = CELL_STACK_MAX + 1 + CELL_NAME_MAX };

typedef struct Grid {
    const Variant  *v;
    const AnyState *s, *before;
    unsigned        how;
    bool            lettered;   // names like c4 on squares: columns and rows get letters and numbers
    bool            piles;
    int             half, text_width, width, height, columns;
    char           *line;    // the row at hand: `columns` characters
    const char    **style;   // and what colours each of them; NULL: nothing
} Grid;

// Letter on piece, both colours given: visible whether the terminal itself is light or dark.
static const char *ansi_color(char letter)
{
    switch (letter) {
    case 'k': return "\x1b[97;40m";
    case 'w': return "\x1b[30;107m";
    case 'r': return "\x1b[97;41m";
    case 'g': return "\x1b[30;42m";
    case 'b': return "\x1b[97;44m";
    case 'y': return "\x1b[30;103m";
    case 'v': return "\x1b[97;45m";
    default: return "\x1b[30;43m";
    }
}

// What is written in a cell, and the owner of each character, -1 for none.
typedef struct CellText {
    int    used;
    char   text[CELL_TEXT_MAX + 1];
    int8_t owner[CELL_TEXT_MAX];
} CellText;

static void cell_char(CellText *t, char c, int owner)
{
    assert(t->used < CELL_TEXT_MAX);
    if (t->used == CELL_TEXT_MAX) return;   // said for gcc, which cannot see it
    t->owner[t->used]  = (int8_t)owner;
    t->text[t->used++] = c;
}

// A piece or, from the bottom up, a pile.
static void cell_pieces(const Grid *g, const CellView *view, CellText *t)
{
    const char symbol = g->v->facts.symbols[view->owner];
    if (view->kind >= CELL_PAWN) {
        const char letter = "PNBRQK"[view->kind - CELL_PAWN];
        cell_char(t, view->owner == 0 ? letter : (char)tolower((unsigned char)letter), view->owner);
    } else if (view->height <= 1)
        cell_char(t, view->kind == CELL_CROWNED ? (char)toupper((unsigned char)symbol) : symbol, view->owner);
    for (int i = 0; view->height > 1 && i < view->height; i++)
        cell_char(t, g->v->facts.symbols[view->stack[i]], view->stack[i]);
}

static CellText cell_text(const Grid *g, int cell)
{
    const CellPlace place = g->v->game->cell_place(g->v->rules, cell);
    const CellView  view  = g->v->game->cell_view(g->v->rules, g->s, cell);
    // the light squares of checkers, which have no names
    const bool blank = (place.tone == TONE_LIGHT && place.name[0] == 0) || place.tone == TONE_NONE;
    const bool named = (g->how & DRAW_LABELS) && place.tone != TONE_NONE && view.mark != CELL_MARK_WALL &&
                       place.name[0];
    CellText t = {0};
    if (view.mark == CELL_MARK_WALL) cell_char(&t, '#', -1);
    else if (view.owner >= 0) cell_pieces(g, &view, &t);
    else if (view.mark == CELL_MARK_EXIT) cell_char(&t, 'E', -1);
    else if (view.mark == CELL_MARK_CHOSEN) cell_char(&t, '+', -1);
    else if (!named) cell_char(&t, blank ? ' ' : '.', -1);
    if (named && t.used > 0) cell_char(&t, ':', -1);
    for (int i = 0; named && place.name[i]; i++) cell_char(&t, place.name[i], -1);
    return t;
}

static Grid grid_of(const Variant *v, const AnyState *s, const AnyState *before, unsigned how)
{
    Grid g = {.v = v, .s = s, .before = before, .how = how, .lettered = true, .text_width = 1};
    for (int i = 0; i < v->facts.cells; i++) {
        const CellPlace place = v->game->cell_place(v->rules, i);
        const int       used  = cell_text(&g, i).used;
        if (used > g.text_width) g.text_width = used;
        if (place.x + 2 > g.width) g.width = place.x + 2;
        if (place.y + 1 > g.height) g.height = place.y + 1;
        g.piles |= v->game->cell_view(v->rules, s, i).height > 1;
        g.lettered &= place.shape == CELL_SQUARE && islower((unsigned char)place.name[0]) &&
                      isdigit((unsigned char)place.name[1]);
    }
    g.half    = (g.text_width + 2) / 2;   // a cell and a blank fit in two halves
    g.columns = MARGIN + g.width * g.half;
    return g;
}

// The cell drawn at each (y, x), or -1.
static void grid_fill(const Grid *g, int cell_at[])
{
    for (int i = 0; i < g->width * g->height; i++) cell_at[i] = -1;
    for (int i = 0; i < g->v->facts.cells; i++) {
        const CellPlace place = g->v->game->cell_place(g->v->rules, i);
        if (place.tone != TONE_NONE) cell_at[place.y * g->width + place.x] = i;
    }
}

// The line.

static void line_clear(Grid *g)
{
    memset(g->line, ' ', (size_t)g->columns);
    for (int i = 0; i < g->columns; i++) g->style[i] = NULL;
}

static void line_put(Grid *g, int column, const char *text)
{
    for (; *text && column < g->columns; text++) g->line[column++] = *text;
}

static void line_print(const Grid *g, FILE *out)
{
    for (int i = 0; i < g->columns; i++) {
        if (g->style[i] != NULL) fprintf(out, "%s%c\x1b[0m", g->style[i], g->line[i]);
        else fputc(g->line[i], out);
    }
}

// Where the text of the cell at x begins; texts are aligned to the right.
static int column_of(const Grid *g, int x) { return MARGIN + x * g->half; }

static bool is_changed(const Grid *g, const int row[], int x)
{
    return x >= 0 && x < g->width && row[x] >= 0 && draw_changed(g->v, g->s, g->before, row[x]);
}

// The last move: brackets around each run of changed cells.
static void put_brackets(Grid *g, const int row[], int x)
{
    const int column = column_of(g, x);
    if (!is_changed(g, row, x)) return;
    if (!is_changed(g, row, x - 2)) g->line[column - 1] = '[';
    if (!is_changed(g, row, x + 2) && column + g->text_width < g->columns)
        g->line[column + g->text_width] = ']';
}

static void put_cell(Grid *g, const int row[], int x)
{
    const CellText t      = cell_text(g, row[x]);
    const int      column = column_of(g, x) + g->text_width - t.used;
    line_put(g, column, t.text);
    for (int i = 0; i < t.used && (g->how & DRAW_COLOR); i++)
        if (t.owner[i] >= 0) g->style[column + i] = ansi_color(g->v->facts.colors[t.owner[i]]);
    put_brackets(g, row, x);
}

static const char *row_label(const Grid *g, const int row[], bool last, char name[CELL_NAME_MAX])
{
    name[0] = 0;
    for (int x = 0; x < g->width; x++) {
        if (row[x] < 0) continue;
        const CellPlace place = g->v->game->cell_place(g->v->rules, row[x]);
        if (place.name[0] == 0) continue;
        memcpy(name, place.name, CELL_NAME_MAX);
        if (!last) break;
    }
    return name + (g->lettered && name[0] != 0);
}

static void print_letters(FILE *out, Grid *g, const int cell_at[])
{
    line_clear(g);
    for (int x = 0; x < g->width; x += 2)
        for (int y = 0; y < g->height; y++) {
            const int cell = cell_at[y * g->width + x];
            if (cell >= 0)
                g->line[column_of(g, x) + g->text_width - 1] =
                    g->v->game->cell_place(g->v->rules, cell).name[0];
        }
    line_print(g, out);
    fputc('\n', out);
}

// Does every cell have the number of the one to its lower right?
static bool numbers_run_down(const Grid *g, const int cell_at[])
{
    bool some = false;
    for (int y = 0; y + 1 < g->height; y++)
        for (int x = 0; x + 1 < g->width; x++) {
            const int cell = cell_at[y * g->width + x], below = cell_at[(y + 1) * g->width + x + 1];
            if (cell < 0 || below < 0) continue;
            const CellPlace a = g->v->game->cell_place(g->v->rules, cell),
                            b = g->v->game->cell_place(g->v->rules, below);
            if (a.shape != CELL_HOLE || a.name[0] == 0 || strcmp(a.name + 1, b.name + 1) != 0) return false;
            some = true;
        }
    return some;
}

// The numbers of the bottom row where its diagonals would continue; the last cell's is in its label.
static void print_numbers(FILE *out, Grid *g, const int row[])
{
    line_clear(g);
    for (int x = 1; x + 1 < g->width; x++)
        if (row[x - 1] >= 0 && row[x + 1] >= 0)
            line_put(g, column_of(g, x), g->v->game->cell_place(g->v->rules, row[x - 1]).name + 1);
    line_print(g, out);
    fputc('\n', out);
}

static void print_row(FILE *out, Grid *g, const int row[])
{
    char       name[CELL_NAME_MAX];
    const bool ends = !(g->how & DRAW_LABELS);   // otherwise every cell says its own name
    line_clear(g);
    if (ends) {
        const char *const label = row_label(g, row, false, name);
        line_put(g, MARGIN - 1 - (int)strlen(label), label);
    }
    for (int x = 0; x < g->width; x++)
        if (row[x] >= 0) put_cell(g, row, x);
    line_print(g, out);
    if (ends && !g->lettered) fputs(row_label(g, row, true, name), out);
    fputc('\n', out);
}

void draw_text(FILE *out, const Variant *v, const AnyState *s, const AnyState *before, unsigned how)
{
    assert(!(how & ~(unsigned)(DRAW_COLOR | DRAW_LABELS)));
    Grid       g       = grid_of(v, s, before, how);
    int *const cell_at = malloc((size_t)(g.width * g.height) * sizeof *cell_at);
    g.line             = malloc((size_t)g.columns);
    g.style            = malloc((size_t)g.columns * sizeof *g.style);
    if (cell_at != NULL && g.line != NULL && g.style != NULL) {
        const bool ends = !(how & DRAW_LABELS);
        grid_fill(&g, cell_at);
        if (ends && g.lettered) print_letters(out, &g, cell_at);
        for (int y = 0; y < g.height; y++) print_row(out, &g, &cell_at[y * g.width]);
        if (ends && !g.lettered && numbers_run_down(&g, cell_at))
            print_numbers(out, &g, &cell_at[(g.height - 1) * g.width]);
        if (g.piles) fprintf(out, "%*spiles from the bottom up; the last piece is on top\n", MARGIN, "");
    }
    free(cell_at);
    free(g.line);
    free(g.style);
}
