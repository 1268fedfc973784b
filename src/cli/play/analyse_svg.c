// analyse_svg.c - the graph of an analysis.
#include "cli/play/analyse_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The picture, in its own units.
enum { WIDTH = 960, HEIGHT = 400, LEFT = 64, RIGHT = 24, TOP = 52, BOTTOM = 44, EDGE = 24 };

// Colours that are told apart on white, also by those who see few colours: one per player, and for mistakes.
static const char *const lines[PLAYERS_MAX] = {"#1f4e8c", "#c25a00", "#2f7d32",
                                               "#8a2be2", "#7a5c00", "#555555"};
static const char *const marks[]            = {"", "#e0a100", "#c21807"};

typedef struct Graph {
    FILE                *out;
    const AnalyseReport *report;
    double               top;      // the largest value that is no win, rounded up
    int                  eyes;     // two players: in whose eyes; -1: a line for each
    double               across;   // for a ply
} Graph;

static bool is_win(Value v) { return v >= VALUE_WIN_MIN || v <= -VALUE_WIN_MIN; }

// The next of 1, 2, 5, 10, 20, ... from `least` on.
static double round_up(double least)
{
    double unit = 1;
    for (int i = 0; unit < least; i++) unit *= i % 3 == 1 ? 2.5 : 2;
    return unit;
}

static double x_of(const Graph *g, int ply) { return LEFT + g->across * ply; }

// Wins lie beyond the scale, at the edge.
static double y_of(const Graph *g, Value v)
{
    const double middle = TOP + (HEIGHT - TOP - BOTTOM) / 2.0, half = (HEIGHT - TOP - BOTTOM) / 2.0 - EDGE;
    if (is_win(v)) return v > 0 ? TOP : HEIGHT - BOTTOM;
    return middle - half * v / g->top;
}

// The value of the position before move `ply` for the player of a line; false where it is not known.
static bool value_at(const Graph *g, int ply, int p, Value *v)
{
    const Analysis *const     a    = g->report->analysis;
    const bool                last = ply == a->done;
    const MoveAnalysis *const move = &a->moves[last ? ply - 1 : ply];
    if (a->done == 0 || (last ? !move->compared : move->depth == 0)) return false;
    if (a->player->search->settings.algorithm == ALGORITHM_MAXN && !last)
        return *v = move->found.values[p], true;
    const Value own = last ? move->after : move->found.value;
    if (a->game->v->facts.players > 2) return *v = own, move->mover == p;
    return *v = move->mover == p ? own : -own, true;
}

static void find_top(Graph *g)
{
    const Analysis *const a       = g->report->analysis;
    double                largest = 1;
    for (int i = 0; i <= a->done; i++)
        for (int p = 0; p < a->game->v->facts.players; p++) {
            Value v;
            if (value_at(g, i, p, &v) && !is_win(v)) largest = fmax(largest, fabs((double)v));
        }
    g->top = round_up(largest);
}

static void write_text(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<') fputs("&lt;", out);
        else if (*text == '>') fputs("&gt;", out);
        else if (*text == '&') fputs("&amp;", out);
        else if ((unsigned char)*text >= ' ' && (unsigned char)*text < 0x7f) putc(*text, out);
        else putc('?', out);
}

static void draw_label(const Graph *g, double x, double y, const char *anchor, const char *text)
{
    fprintf(g->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    write_text(g->out, text);
    fputs("</text>\n", g->out);
}

static void draw_rule(const Graph *g, double y, const char *label, const char *color)
{
    fprintf(g->out, "<path d=\"M%d %.1fH%d\" stroke=\"%s\"/>\n", LEFT, y, WIDTH - RIGHT, color);
    draw_label(g, LEFT - 8, y + 4, "end", label);
}

static void draw_scale(const Graph *g)
{
    const Analysis *const a = g->report->analysis;
    char                  label[32];
    for (int i = -2; i <= 2; i++) {
        const Value v = (Value)lround(g->top * i / 2);
        if (i % 2 != 0 && g->top < 2) continue;
        snprintf(label, sizeof label, v == 0 ? "0" : "%+d", v);
        draw_rule(g, y_of(g, v), label, i == 0 ? "#888" : "#ddd");
    }
    draw_label(g, LEFT - 8, TOP + 4, "end", "win");
    draw_label(g, LEFT - 8, HEIGHT - BOTTOM + 4, "end", "loss");
    const int step = a->game->count <= 20 ? 2 : a->game->count <= 120 ? 10 : 50;
    for (int ply = step; ply <= a->game->count; ply += step) {
        snprintf(label, sizeof label, "%d", ply);
        fprintf(g->out, "<path d=\"M%.1f %dv-5\" stroke=\"#888\"/>\n", x_of(g, ply), HEIGHT - BOTTOM + 10);
        draw_label(g, x_of(g, ply), HEIGHT - BOTTOM + 24, "middle", label);
    }
    draw_label(g, WIDTH - RIGHT, HEIGHT - 6, "end", "plies");
}

static void draw_line(const Graph *g, int p)
{
    const Analysis *const a    = g->report->analysis;
    bool                  open = false;
    fprintf(g->out, "<path fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke=\"%s\" d=\"",
            lines[p]);
    for (int i = 0; i <= a->done; i++) {
        Value v;
        if (!value_at(g, i, p, &v)) {
            open = open && a->game->v->facts.players > 2;
            continue;
        }
        fprintf(g->out, "%c%.1f %.1f", open ? 'L' : 'M', x_of(g, i), y_of(g, v));
        open = true;
    }
    fputs("\"/>\n", g->out);
}

// A mistake stands on the line, where the move led to.
static void draw_mark(const Graph *g, int ply)
{
    const MoveAnalysis *const move = &g->report->analysis->moves[ply];
    const int                 p    = g->eyes >= 0 ? g->eyes : move->mover;
    char                      word[TEXT_MAX], number[16], name[SPEC_WORD_MAX];
    Text                      out = text_on(word, sizeof word);
    Value                     v;
    if (!value_at(g, ply + 1, p, &v)) v = move->mover == p ? move->after : -move->after;
    const double x = x_of(g, ply + 1), y = y_of(g, v);
    analyse_move_text(g->report, ply, &out);
    fprintf(g->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\" stroke=\"#fff\"><title>", x, y,
            move->verdict == MOVE_BLUNDER ? 6 : 4, marks[move->verdict]);
    fprintf(g->out, "%d. %s: ", ply + 1,
            variant_player_name(g->report->analysis->game->v, move->mover, name));
    write_text(g->out, word);
    fprintf(g->out, ", a %s</title></circle>\n", verdict_names[move->verdict]);
    snprintf(number, sizeof number, "%d", ply + 1);
    if (move->verdict == MOVE_BLUNDER) draw_label(g, x, y < HEIGHT / 2.0 ? y + 20 : y - 10, "middle", number);
}

static void draw_legend(const Graph *g)
{
    const Variant *const v = g->report->analysis->game->v;
    char                 name[TEXT_MAX], text[2 * TEXT_MAX];
    double               x = LEFT;
    snprintf(text, sizeof text, "%s, analysed by %.80s", g->report->game, g->report->player);
    draw_label(g, LEFT, 20, "start", text);
    for (int p = 0; p < v->facts.players; p++) {
        if (g->eyes >= 0 && p != g->eyes) continue;
        snprintf(text, sizeof text, g->eyes >= 0 ? "value for %.60s" : "%.18s",
                 analyse_player(g->report, p, name));
        fprintf(g->out, "<path d=\"M%.1f 36h20\" stroke=\"%s\" stroke-width=\"3\"/>\n", x, lines[p]);
        draw_label(g, x + 26, 40, "start", text);
        x += 50 + 7.0 * (double)strlen(text);
    }
    for (int k = MOVE_MISTAKE; k <= MOVE_BLUNDER; k++) {
        fprintf(g->out, "<circle cx=\"%.1f\" cy=\"36\" r=\"%d\" fill=\"%s\"/>\n", x + 6, 2 * k + 2, marks[k]);
        draw_label(g, x + 18, 40, "start", verdict_names[k]);
        x += 90;
    }
}

void analyse_svg(FILE *out, const AnalyseReport *report)
{
    const Analysis *const a = report->analysis;
    const Variant *const  v = a->game->v;
    AnyState              usual;
    variant_setup(v, &usual);
    Graph g  = {.out = out, .report = report, .eyes = -1};
    g.across = (WIDTH - LEFT - RIGHT) / (double)(a->game->count > 0 ? a->game->count : 1);
    if (v->facts.players == 2) g.eyes = v->game->turn(v->rules, &usual);
    find_top(&g);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n<rect width=\"%d\" height=\"%d\" "
            "fill=\"#fff\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_legend(&g);
    draw_scale(&g);
    for (int p = 0; p < v->facts.players; p++)
        if (g.eyes < 0 || g.eyes == p) draw_line(&g, p);
    for (int i = 0; i < a->done; i++)
        if (a->moves[i].verdict != MOVE_SOUND) draw_mark(&g, i);
    fputs("</svg>\n", out);
}
