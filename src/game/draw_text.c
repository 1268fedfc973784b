// draw_text.c - boards for the terminal. A half cell is one character wide, two where piles need their height
// beside them.
#include "game/draw.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Grid {
    const Variant  *v;
    const AnyState *s, *before;
    bool            color,
        lettered;   // square boards with names like c4, whose columns and rows get letters and numbers
    int half, width, height;
} Grid;

static const char *ansi_color(char letter)
{
    switch (letter) {
    case 'k': return "\x1b[1;34m";   // black pieces in blue: black is often the background
    case 'w': return "\x1b[1;97m";
    case 'r': return "\x1b[1;31m";
    case 'g': return "\x1b[1;32m";
    case 'b': return "\x1b[1;36m";
    case 'y': return "\x1b[1;33m";
    case 'v': return "\x1b[1;35m";
    default: return "\x1b[1;91m";
    }
}

static char symbol_of(const Variant *v, const CellView *view, const CellPlace *place)
{
    if (view->mark == CELL_MARK_WALL) return '#';
    if (view->owner >= 0) {
        const char symbol = v->facts.symbols[view->owner];
        return view->kind == 1 ? (char)toupper((unsigned char)symbol) : symbol;
    }
    if (view->mark == CELL_MARK_EXIT) return 'E';
    if (view->mark == CELL_MARK_CHOSEN) return '+';
    return place->tone == TONE_LIGHT || place->tone == TONE_NONE ? ' ' : '.';
}

static Grid grid_of(const Variant *v, const AnyState *s, const AnyState *before, bool color)
{
    Grid g = {.v = v, .s = s, .before = before, .color = color, .lettered = true, .half = 1};
    for (int i = 0; i < v->facts.cells; i++) {
        const CellPlace place = v->game->cell_place(v->rules, i);
        if (v->game->cell_view(v->rules, s, i).height > 1) g.half = 2;
        if (place.x + 2 > g.width) g.width = place.x + 2;
        if (place.y + 1 > g.height) g.height = place.y + 1;
        g.lettered &= place.shape == CELL_SQUARE && islower((unsigned char)place.name[0]) &&
                      isdigit((unsigned char)place.name[1]);
    }
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

static void print_cell(FILE *out, const Grid *g, int cell)
{
    const CellPlace place   = g->v->game->cell_place(g->v->rules, cell);
    const CellView  view    = g->v->game->cell_view(g->v->rules, g->s, cell);
    const bool      changed = draw_changed(g->v, g->s, g->before, cell);
    if (g->color && view.owner >= 0) fputs(ansi_color(g->v->facts.colors[view.owner]), out);
    if (g->color && changed) fputs("\x1b[7m", out);
    fputc(symbol_of(g->v, &view, &place), out);
    if (g->half == 2) fputc(view.height > 1 ? (char)('0' + view.height) : ' ', out);
    if (g->color) fputs("\x1b[0m", out);
}

// The last move without colours: brackets around each run of changed cells, in the gaps. `cell` may be -1.
static bool is_bracketed(const Grid *g, int cell)
{
    return !g->color && cell >= 0 && draw_changed(g->v, g->s, g->before, cell);
}

static void print_gap(FILE *out, const Grid *g, int left, int right)
{
    const bool after = is_bracketed(g, left), ahead = is_bracketed(g, right);
    const char first = after && !ahead ? ']' : ' ', last = ahead && !after ? '[' : ' ';
    if (g->half == 2) fputc(first, out);
    fputc(g->half == 1 && first != ' ' ? first : last, out);
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

static void print_letters(FILE *out, const Grid *g, const int cell_at[])
{
    fprintf(out, "%6s", "");
    for (int x = 0; x < g->width; x += 2) {
        char letter = ' ';
        for (int y = 0; y < g->height && letter == ' '; y++)
            if (cell_at[y * g->width + x] >= 0)
                letter = g->v->game->cell_place(g->v->rules, cell_at[y * g->width + x]).name[0];
        fprintf(out, "%c%*s", letter, 2 * g->half - 1, "");
    }
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

// The numbers of the bottom row where its diagonals would go on; the last cell's is in its label.
static void print_numbers(FILE *out, const Grid *g, const int row[])
{
    int blank = 6;   // before the next one
    for (int x = 1; x + 1 < g->width; x++) {
        blank += g->half;
        if (row[x - 1] < 0 || row[x + 1] < 0) continue;
        const CellPlace place = g->v->game->cell_place(g->v->rules, row[x - 1]);
        blank -= fprintf(out, "%*s%s", blank, "", place.name + 1);
    }
    fputc('\n', out);
}

static void print_row(FILE *out, const Grid *g, const int row[])
{
    char name[CELL_NAME_MAX];
    fprintf(out, "%5s%c", row_label(g, row, false, name), is_bracketed(g, row[0]) ? '[' : ' ');
    for (int x = 0; x < g->width; x++) {
        // The half cell behind a drawn cell is the gap to the next one.
        if (row[x] < 0) print_gap(out, g, x > 0 ? row[x - 1] : -1, x + 1 < g->width ? row[x + 1] : -1);
        else print_cell(out, g, row[x]);
    }
    if (!g->lettered) fprintf(out, "%s", row_label(g, row, true, name));
    fputc('\n', out);
}

void draw_text(FILE *out, const Variant *v, const AnyState *s, const AnyState *before, bool color)
{
    const Grid g       = grid_of(v, s, before, color);
    int *const cell_at = malloc((size_t)(g.width * g.height) * sizeof *cell_at);
    if (cell_at == NULL) return;
    grid_fill(&g, cell_at);
    if (g.lettered) print_letters(out, &g, cell_at);
    for (int y = 0; y < g.height; y++) print_row(out, &g, &cell_at[y * g.width]);
    if (!g.lettered && numbers_run_down(&g, cell_at))
        print_numbers(out, &g, &cell_at[(g.height - 1) * g.width]);
    free(cell_at);
}
