// The tables of matches for the terminal and for programs.
#include "cli/lab/lab_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *percent_text(double share, char out[40])
{
    if (!isfinite(share)) return "-";
    snprintf(out, 40, "%.1f%%", 100 * share);
    return out;
}

static const char *elo_text(double elo, char out[40])
{
    Text text = text_on(out, 40);
    match_elo_format(&text, elo);
    return out;
}

// Wide enough for the labels of the rows and of the columns.
typedef struct Widths {
    int row, column;
} Widths;

static Widths widths_of(const MatchTable *t)
{
    Widths w = {24, 12};
    for (int i = 0; i < t->count; i++) {
        const int row = (int)strlen(t->cells[i].cell->row), column = (int)strlen(t->cells[i].cell->column);
        w.row = row > w.row ? row : w.row, w.column = column > w.column ? column : w.column;
    }
    return w;
}

static void print_head(const MatchTable *t, Widths w, const char *makers)
{
    const Experiment *const      e = t->experiment;
    const MatchExperiment *const c = t->matches;
    printf("%s  %s\n", e->name, e->title);
    if (e->note[0]) printf("  %s\n", e->note);
    printf("  first cell: %s, %s against %s, openings %s, a draw after %d plies\n", c->cells[0].game,
           c->cells[0].player, c->cells[0].opponent, c->opening, c->cells[0].plies_max);
    if (match_timed(c)) printf("  by the clock: not repeatable, depends on the machine: %s\n", makers);
    printf("  %-*s %-*s %5s %4s %5s %4s %7s %16s %6s %15s %7s %7s", w.row, "", w.column, "", "games", "won",
           "drawn", "lost", "points", "95 % interval", "Elo", "95 % interval", "first", "second");
    if (c->paper[0]) printf(" %8s  %s", "printed", "verdict");
    putchar('\n');
}

static void print_cell(const MatchTable *t, Widths w, const MatchResultCell *c)
{
    char share[40], low[40], high[40], first[40], second[40], printed[40], elo[40], interval[100] = "-",
                                                                                    range[100] = "-";
    if (isfinite(c->interval.low))
        snprintf(interval, sizeof interval, "%s to %s", percent_text(c->interval.low, low),
                 percent_text(c->interval.high, high));
    if (!isnan(c->elo_interval.low))
        snprintf(range, sizeof range, "%s to %s", elo_text(c->elo_interval.low, low),
                 elo_text(c->elo_interval.high, high));
    printf("  %-*s %-*s %5d %4d %5d %4d %7s %16s %6s %15s %7s %7s", w.row, c->cell->row, w.column,
           c->cell->column, 2 * c->pairs, c->won, c->drawn, c->lost, percent_text(c->share, share), interval,
           elo_text(c->elo, elo), range, percent_text(c->share_first, first),
           percent_text(c->share_second, second));
    if (t->matches->paper[0])
        printf(" %8s  %s", percent_text(c->published, printed), match_verdict_name(c->verdict));
    putchar('\n');
}

void report_print_matches(const Tables *tables)
{
    for (int i = 0; i < tables->match_count; i++) {
        const MatchTable *const t = &tables->matches[i];
        const Widths            w = widths_of(t);
        print_head(t, w, tables->makers);
        for (int k = 0; k < t->count; k++) {
            if (k > 0 && t->matches->columns > 1 && k % t->matches->columns == 0) putchar('\n');
            print_cell(t, w, &t->cells[k]);
        }
        putchar('\n');
    }
}

void report_summary_matches(const Tables *tables)
{
    int compared = 0;
    for (int v = MATCH_AGREES; v < MATCH_VERDICTS; v++) compared += tables->match_verdicts[v];
    if (compared == 0) return;
    printf("%d printed match results: %d agree (same side of 50 %%, no further apart than chance allows)",
           compared, tables->match_verdicts[MATCH_AGREES]);
    for (int v = MATCH_DIRECTION; v < MATCH_VERDICTS; v++)
        if (tables->match_verdicts[v] > 0)
            printf(", %d: %s", tables->match_verdicts[v], match_verdict_name((MatchVerdict)v));
    putchar('\n');
}

static json_t *percent(double share) { return isfinite(share) ? json_real(100 * share) : json_null(); }
static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

// JSON has no infinities: then a text, "inf" or "-inf".
static json_t *elo_json(double elo)
{
    return isinf(elo) ? json_string(elo > 0 ? "inf" : "-inf") : number(elo);
}

static json_t *cell_json(const MatchResultCell *c)
{
    json_t *const variables = json_object();
    for (int i = 0; i < c->cell->variable_count; i++)
        json_object_set_new(variables, c->cell->variables[i].name, json_string(c->cell->variables[i].value));
    return json_pack("{s:s, s:s, s:o, s:s, s:[s, s], s:i, s:i, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, "
                     "s:o, s:o, s:o, s:o, s:o,"
                     " s:o, s:b, s:s}",
                     "row", c->cell->row, "column", c->cell->column, "variables", variables, "game",
                     c->cell->game, "players", c->cell->player, c->cell->opponent, "games", 2 * c->pairs,
                     "won", c->won, "drawn", c->drawn, "lost", c->lost, "capped", c->capped, "points_percent",
                     percent(c->share), "low", percent(c->interval.low), "high", percent(c->interval.high),
                     "elo", elo_json(c->elo), "elo_low", elo_json(c->elo_interval.low), "elo_high",
                     elo_json(c->elo_interval.high), "published_percent", percent(c->published),
                     "points_percent_first", percent(c->share_first), "points_percent_second",
                     percent(c->share_second), "plies", number(c->plies), "nodes_player",
                     number(c->nodes_player), "nodes_opponent", number(c->nodes_opponent), "by_the_clock",
                     c->cell->timed, "verdict", match_verdict_name(c->verdict));
}

json_t *report_json_match(const MatchTable *t)
{
    json_t *const cells = json_array();
    for (int k = 0; k < t->count; k++) json_array_append_new(cells, cell_json(&t->cells[k]));
    return json_pack("{s:s, s:s, s:s, s:o}", "name", t->experiment->name, "title", t->experiment->title,
                     "kind", "match", "cells", cells);
}
