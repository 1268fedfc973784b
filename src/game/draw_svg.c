// draw_svg.c - boards as pictures: one SVG document, no scripts, no outside fonts.
#include "game/draw.h"
#include "game/draw_pieces.h"

#include <ctype.h>
#include <string.h>

enum { UNIT = 44, MARGIN = 36 };   // pixels: a cell's width; room for coordinates around the board

typedef struct Svg {
    FILE           *out;
    const Variant  *v;
    const AnyState *s, *before;
    unsigned        how;
    double          row;             // height of a row
    int             width, height;   // of the whole picture
} Svg;

static const char *fill_of(char letter)
{
    switch (letter) {
    case 'k': return "#25282d";
    case 'w': return "#faf7ef";
    case 'r': return "#cf3f2e";
    case 'g': return "#3c9a4c";
    case 'b': return "#2f6dc9";
    case 'y': return "#e8b92c";
    case 'v': return "#8a50bd";
    default: return "#e07c2c";
    }
}

static const char *tone_of(int tone)
{
    switch (tone) {
    case TONE_DARK: return "#a9825a";
    case TONE_LIGHT: return "#efdfc3";
    case TONE_FELT: return "#3d8f63";
    default: return "#e9dcc3";
    }
}

static double center_x(const CellPlace *place) { return MARGIN + (place->x + 1) * UNIT / 2.0; }
static double center_y(const Svg *g, const CellPlace *place)
{
    return MARGIN + UNIT / 2.0 + place->y * g->row;
}

static void print_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: fputc(*text, out);
        }
    }
}

static void label(const Svg *g, double x, double y, const char *text)
{
    fprintf(g->out, "<text class=\"l\" x=\"%.1f\" y=\"%.1f\">", x, y + 4);
    print_escaped(g->out, text);
    fputs("</text>\n", g->out);
}

static void square(const Svg *g, double x, double y, double size, const char *fill, const char *more)
{
    fprintf(g->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"%s/>\n",
            x - size / 2, y - size / 2, size, size, fill, more);
}

static void circle(const Svg *g, double x, double y, double radius, const char *fill, const char *more)
{
    fprintf(g->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"%s/>\n", x, y, radius, fill, more);
}

static void draw_ground(const Svg *g, const CellPlace *place, const CellView *view, bool changed)
{
    const double x = center_x(place), y = center_y(g, place);
    if (place->shape == CELL_HOLE) {
        circle(g, x, y, UNIT * 0.42, tone_of(TONE_PLAIN), " stroke=\"#8d7a5c\"");
        if (place->tone >= TONE_HOME && place->tone < TONE_FELT)
            circle(g, x, y, UNIT * 0.42, fill_of(g->v->facts.colors[place->tone - TONE_HOME]),
                   " fill-opacity=\"0.28\"");
        if (changed)
            circle(g, x, y, UNIT * 0.46, "none",
                   " stroke=\"#111\" stroke-width=\"2.5\" stroke-dasharray=\"5 3\"");
        return;
    }
    square(g, x, y, UNIT, view->mark == CELL_MARK_WALL ? "#4a4f57" : tone_of(place->tone),
           place->tone == TONE_LIGHT || view->mark == CELL_MARK_WALL
               ? ""
               : " stroke=\"#7d6c50\" stroke-opacity=\"0.6\"");
    if (view->mark == CELL_MARK_EXIT) {
        square(g, x, y, UNIT * 0.9, "#8fd19e", "");
        fprintf(g->out, "<text class=\"m\" x=\"%.1f\" y=\"%.1f\">EXIT</text>\n", x, y + 5);
    }
    if (view->mark == CELL_MARK_CHOSEN)
        circle(g, x, y, UNIT * 0.3, "none",
               " stroke=\"#2f6dc9\" stroke-width=\"3\" stroke-dasharray=\"4 3\"");
    if (changed)
        square(g, x, y, UNIT - 4, "none", " stroke=\"#111\" stroke-width=\"2.5\" stroke-dasharray=\"5 3\"");
}

static void draw_pile(const Svg *g, double x, double y, const CellView *view)
{
    for (int i = 0; i < view->height; i++) {
        const double at = y + 10 - 6.0 * i;
        fprintf(g->out, "<ellipse cx=\"%.1f\" cy=\"%.1f\" rx=\"16\" ry=\"8\" fill=\"%s\" stroke=\"#222\"/>\n",
                x, at, fill_of(g->v->facts.colors[view->height > 1 ? view->stack[i] : view->owner]));
    }
}

static void draw_crown(const Svg *g, double x, double y, char color)
{
    fprintf(g->out, "<path d=\"M%.1f %.1fl4 8 5-10 5 10 4-8v14h-18z\" fill=\"%s\"/>\n", x - 9, y - 6,
            color == 'w' ? "#b8860b" : "#f3cf62");
}

static void draw_chessman(const Svg *g, double x, double y, int kind, char color)
{
    const PieceShape *const shape = &piece_shapes[kind - CELL_PAWN];
    const char *const       lines = color == 'k' ? "#e6ddcb" : "#222";
    fprintf(g->out,
            "<g transform=\"translate(%.1f %.1f)\" stroke-width=\"1.4\" stroke-linejoin=\"round\" "
            "stroke-linecap=\"round\"><path d=\"%s\" fill=\"%s\" stroke=\"%s\"/>",
            x, y, shape->outline, fill_of(color), color == 'k' ? "#0c0d0f" : "#222");
    if (shape->lines[0]) fprintf(g->out, "<path d=\"%s\" fill=\"none\" stroke=\"%s\"/>", shape->lines, lines);
    fputs("</g>\n", g->out);
}

static void draw_piece(const Svg *g, const CellPlace *place, const CellView *view, bool piles)
{
    const double x = center_x(place), y = center_y(g, place);
    const char   color = g->v->facts.colors[view->owner];
    if (view->kind == CELL_TERRITORY) {
        square(g, x, y, UNIT - 2, fill_of(color), " fill-opacity=\"0.85\"");
        return;
    }
    if (view->kind >= CELL_PAWN) {
        draw_chessman(g, x, y, view->kind, color);
        return;
    }
    if (piles) {
        draw_pile(g, x, y, view);
        return;
    }
    circle(g, x, y, UNIT * 0.36, fill_of(color), " stroke=\"#222\" stroke-width=\"1.4\"");
    circle(g, x - UNIT * 0.1, y - UNIT * 0.12, UNIT * 0.11, "#fff", " fill-opacity=\"0.28\"");
    if (view->kind == CELL_CROWNED) draw_crown(g, x, y, color);
}

// Square boards with names like c4: letters above the board, numbers to its left. Others: the names at both
// ends of each row.
static void draw_labels(const Svg *g)
{
    const int cells = g->v->facts.cells;
    for (int i = 0; i < cells; i++) {
        const CellPlace place = g->v->game->cell_place(g->v->rules, i);
        if (place.name[0] == 0) continue;
        bool first = true, last = true, top = true;
        for (int k = 0; k < cells; k++) {
            const CellPlace other = g->v->game->cell_place(g->v->rules, k);
            if (other.name[0] == 0) continue;
            if (other.y == place.y && other.x < place.x) first = false;
            if (other.y == place.y && other.x > place.x) last = false;
            if (other.x == place.x && other.y < place.y) top = false;
        }
        const bool   lettered = place.shape == CELL_SQUARE && islower((unsigned char)place.name[0]);
        const double x = center_x(&place), y = center_y(g, &place);
        if (lettered && first) label(g, MARGIN * 0.6, y, place.name + 1);
        if (lettered && top) label(g, x, MARGIN * 0.7, (char[]){place.name[0], 0});
        if (!lettered && first) label(g, x - UNIT * 0.78, y, place.name);
        if (!lettered && last) label(g, x + UNIT * 0.78, y, place.name);
    }
}

// The name of a cell: in the corner of a square, in the middle of a hole, on the piece where there is one.
static void draw_name(const Svg *g, const CellPlace *place, const CellView *view)
{
    const bool   hole = place->shape == CELL_HOLE;
    const double x = center_x(place), y = center_y(g, place);
    if (place->name[0] == 0) return;
    const bool pale = hole && view->owner >= 0 && strchr("krgbv", g->v->facts.colors[view->owner]) != NULL;
    fprintf(g->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\"%s>", hole ? "n" : "n s",
            hole ? x : x - UNIT / 2.0 + 2, hole ? y + 4 : y - UNIT / 2.0 + 10,
            pale ? " style=\"fill:#fff\"" : "");
    print_escaped(g->out, place->name);
    fputs("</text>\n", g->out);
}

static void draw_open(Svg *g)
{
    int right = 0, bottom = 0;
    g->row = UNIT;
    for (int i = 0; i < g->v->facts.cells; i++) {
        const CellPlace place = g->v->game->cell_place(g->v->rules, i);
        if (place.x + 2 > right) right = place.x + 2;
        if (place.y + 1 > bottom) bottom = place.y + 1;
        if (place.shape == CELL_HOLE) g->row = UNIT * 0.866;
    }
    g->width  = 2 * MARGIN + right * UNIT / 2;
    g->height = (int)(2 * MARGIN + UNIT + (bottom - 1) * g->row) + 24;
    fprintf(g->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
            g->width, g->height, g->width, g->height);
    fputs("<style>text{font-family:sans-serif;text-anchor:middle;fill:#444}.l{font-size:13px}"
          ".m{font-size:12px;font-weight:bold}.c{font-size:15px}.n{font-size:11px}"
          ".s{font-size:10px;text-anchor:start;stroke:#fff;stroke-width:2.5px;paint-order:stroke}</style>\n",
          g->out);
    char position[TEXT_MAX];
    Text text = text_on(position, sizeof position);
    variant_format(g->v, g->s, &text);
    fputs("<title>", g->out);
    print_escaped(g->out, position);
    fprintf(g->out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fffdf8\"/>\n", g->width, g->height);
}

void draw_svg(FILE *out, const Variant *v, const AnyState *s, const AnyState *before, unsigned how)
{
    Svg  g     = {.out = out, .v = v, .s = s, .before = before, .how = how};
    bool piles = false;
    draw_open(&g);
    for (int i = 0; i < v->facts.cells; i++) piles |= v->game->cell_view(v->rules, s, i).height > 1;
    if (!(how & DRAW_LABELS)) draw_labels(&g);
    for (int i = 0; i < v->facts.cells; i++) {
        const CellPlace place = v->game->cell_place(v->rules, i);
        const CellView  view  = v->game->cell_view(v->rules, s, i);
        if (place.tone == TONE_NONE) continue;
        draw_ground(&g, &place, &view, draw_changed(v, s, before, i));
        if (view.owner >= 0) draw_piece(&g, &place, &view, piles);
        if ((how & DRAW_LABELS) && view.mark != CELL_MARK_WALL) draw_name(&g, &place, &view);
    }
    char caption[TEXT_MAX];
    Text text = text_on(caption, sizeof caption);
    draw_caption(v, s, &text);
    fprintf(out, "<text class=\"c\" x=\"%d\" y=\"%d\">", g.width / 2, g.height - 14);
    print_escaped(out, caption);
    fputs("</text>\n</svg>\n", out);
}
