// What stands around a table of node counts.
#include "lab/kinds/nodes/nodes.h"
#include "lab/report/page_parts.h"

#include <math.h>

// What was counted.
static const char *count_name(const Series *s)
{
    return s->count == COUNT_INTERIOR ? "interior nodes" : "nodes";
}

// "initial 50 trials, 9 different", by the control of every start that has trials.
static void games_text(const Table *t, Text *out)
{
    const int each = table_series(t)->configuration_count;
    for (int i = 0; i < t->count; i += each) {
        const Cell *const c = &table_cells(t)[i];
        if (c->trials == 0) continue;
        text_add(out, "%s%s %d trials, ", out->used > 0 ? "; " : "", start_names[c->start], c->trials);
        if (c->different_known) text_add(out, "%d different", c->different);
        else text_add(out, "which does not tell their games");
    }
}

// Is some game there twice?
static bool games_repeat(const Table *t)
{
    for (int i = 0; i < t->count; i++)
        if (table_cells(t)[i].different < table_cells(t)[i].trials) return true;
    return false;
}

// "6 plies", or what the convention makes of them.
static void depth_text(const Series *s, char *out, size_t room)
{
    if (s->convention == DEPTH_PLIES) snprintf(out, room, "%d plies", s->depth);
    else
        snprintf(out, room,
                 s->convention == DEPTH_LEVELS ? "%d levels of nodes (%d plies)"
                                               : "%d plies below each move of the root (%d from the root)",
                 s->depth, series_moves(s));
}

// "initial 1.32, midgame 1.48": how far our control's count is from the printed one.
static void control_text(const Table *t, Text *out)
{
    const int each = table_series(t)->configuration_count;
    for (int i = 0; i < t->count; i += each) {
        const Cell *const c = &table_cells(t)[i];
        if (isfinite(c->control_ratio))
            text_add(out, "%s%s %.2f", out->used > 0 ? ", " : "", start_names[c->start], c->control_ratio);
    }
}

void nodes_text_head(const Table *t, const char *makers, FILE *out)
{
    const Series *const s         = table_series(t);
    char                turns[40] = "whole games", depth[TEXT_MAX], games[TEXT_MAX];
    Text                text      = text_on(games, sizeof games);
    (void)makers;   // counts are the same on every machine
    fprintf(out, "%s%s%s  %s\n", t->experiment->name, s->label[0] ? ", " : "", s->label,
            t->experiment->title);
    if (t->experiment->note[0]) fprintf(out, "  %s\n", t->experiment->note);
    if (s->turns != TURNS_GAME) snprintf(turns, sizeof turns, "%d turns", s->turns);
    depth_text(s, depth, sizeof depth);
    fprintf(out, "  %s, %s, %s, %s per %s, generator %s, opponents %s, %s, midgame after %d turns\n", s->game,
            s->search, depth, count_name(s), series_unit(s), s->shuffled ? "shuffled" : "in its own order",
            s->opponents.shown, turns, s->midgame_turns);
    games_text(t, &text);
    if (games[0])
        fprintf(out, "  games: %s%s\n", games,
                games_repeat(t) ? "; the figures are those of different games only" : "");
    text = text_on(games, sizeof games);
    control_text(t, &text);
    if (games[0]) fprintf(out, "  count of the control, ours / printed: %s\n", games);
}

void nodes_unit(const Table *t, Text *out)
{
    const Series *const s = table_series(t);
    text_add(out, "%s", count_name(s));
    if (s->per == PER_MOVE || s->turns == TURNS_GAME) text_add(out, " per %s", series_unit(s));
}

void nodes_html_title(const Table *t, FILE *out)
{
    markup_html(out, experiment_title(t->experiment));
    if (table_series(t)->label[0]) {
        fputs(" \u2013 ", out);
        markup_html(out, table_series(t)->label);
    }
}

// Protocol.

static void item_starts(FILE *out, const Series *s)
{
    fputs("<div><dt>Starts</dt><dd>", out);
    for (int i = 0; i < s->start_count; i++) {
        if (i > 0) fputs("; ", out);
        if (s->starts[i] == START_INITIAL) {
            fputs("the initial position", out);
            if (s->opening_turns > 0)
                fprintf(out, ", after %d random turn%s of each player", s->opening_turns,
                        s->opening_turns == 1 ? "" : "s");
        } else {
            fprintf(out, "midgame: after %d turns by <code>", s->midgame_turns);
            markup_html(out, s->midgame_players.shown);
            fputs("</code>", out);
        }
    }
    fputs("</dd></div>\n", out);
}

static void item_trials(FILE *out, const Table *t)
{
    const Cell *const cells = table_cells(t);
    char              text[TEXT_MAX];
    int               least = t->count > 0 ? cells[0].trials : 0, most = least;
    for (int i = 1; i < t->count; i++) {
        least = cells[i].trials < least ? cells[i].trials : least;
        most  = cells[i].trials > most ? cells[i].trials : most;
    }
    if (least < most)
        snprintf(text, sizeof text, "%d to %d per cell; the experiment asks for %d", least, most,
                 t->experiment->trials);
    else if (least != t->experiment->trials)
        snprintf(text, sizeof text, "%d per cell; the experiment asks for %d", least, t->experiment->trials);
    else snprintf(text, sizeof text, "%d per cell", least);
    page_item(out, "Trials", text);
    Text games = text_on(text, sizeof text);
    games_text(t, &games);
    if (games_repeat(t)) text_add(&games, "; the figures are those of different games only");
    if (least > 0) page_item(out, "Games", text);
}

static void item_turns(FILE *out, const Table *t)
{
    const Series *const s     = table_series(t);
    const Cell *const   cells = table_cells(t);
    char                text[TEXT_MAX];
    Text                line = text_on(text, sizeof text);
    if (s->turns != TURNS_GAME) text_add(&line, "%d; ", s->turns);
    else if (t->count > 0 && isfinite(cells[0].mean_turns))
        text_add(&line, "those of whole games, %.1f on average; ", cells[0].mean_turns);
    else text_add(&line, "those of whole games; ");
    text_add(&line, s->per == PER_MOVE ? "a trial counts their mean" : "a trial counts their sum");
    page_item(out, "Turns", text);
}

void nodes_html_protocol(const Table *t, FILE *out)
{
    const Series *const s = table_series(t);
    char                text[TEXT_MAX];
    page_item_code(out, "Game", s->game);
    page_item_code(out, "Search", s->search);
    depth_text(s, text, sizeof text);
    page_item(out, "Depth", text);
    page_item(out, "Count", s->count == COUNT_INTERIOR ? "interior nodes" : "all nodes");
    page_item(out, "Generator",
              s->shuffled ? "moves in random order" : "moves in the order of the generator");
    page_item_code(out, "Opponents", s->opponents.shown);
    item_turns(out, t);
    item_starts(out, s);
    item_trials(out, t);
    Text ratio = text_on(text, sizeof text);
    control_text(t, &ratio);
    if (text[0]) page_item(out, "Count of the control, ours / published", text);
    page_item(out, "Positions",
              s->positions == POSITIONS_SHARED
                  ? "shared: all configurations search those of the control's game"
                  : "own: each configuration plays its own game");
    snprintf(text, sizeof text, "%llu", (unsigned long long)t->experiment->seed);
    page_item(out, "Seed", text);
    if (s->paper[0]) {
        snprintf(text, sizeof text, "%s, table %s", s->paper, s->table);
        page_item_code(out, "Published in", text);
    }
}

void nodes_html_players(const Table *t, FILE *out)
{
    const int n = table_series(t)->configuration_count;
    nodes_html_more(t, out);
    fputs("<details><summary>The searches, to type</summary><ul>\n", out);
    for (int i = 0; i < n && i < t->count; i++) {
        fputs("<li>", out);
        markup_html(out, table_cells(t)[i].configuration->name);
        page_code(out, ": ", table_cells(t)[i].configuration->shown);
        fputs("</li>\n", out);
    }
    fputs("</ul></details>\n", out);
}
