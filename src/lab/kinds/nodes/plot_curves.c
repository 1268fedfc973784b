// Curves and bars over a number: counts by depth, savings by the length of the list, cut-offs by index.
#include "lab/kinds/nodes/plots.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 64, POINTS_MAX = 64, WIDTH = 900, HEIGHT_MIN = 500, CUTS_SHOWN = 10 };

typedef struct Line {
    char   label[TEXT_MAX];
    Start  start;
    bool   printed;   // the same in print: its colour, dashed
    int    count;
    double x[POINTS_MAX], y[POINTS_MAX];   // by ascending x
} Line;

typedef struct Chart {
    const char *x_label, *y_label;
    bool        log_x, log_y, bars;
    double      last_x;   // the tic with a name instead of its number; NaN: none
    const char *last_name;
    int         count;
    Line        lines[LINES_MAX];
} Chart;

// The line of this label and start, made when it is new; NULL when there is no room.
static Line *chart_line(Chart *chart, const char *label, Start start, bool printed)
{
    for (int i = 0; i < chart->count; i++) {
        Line *const line = &chart->lines[i];
        if (line->start == start && line->printed == printed && strcmp(line->label, label) == 0) return line;
    }
    if (chart->count == LINES_MAX) return NULL;
    Line *const line = &chart->lines[chart->count++];
    line->start = start, line->printed = printed, line->count = 0;
    snprintf(line->label, sizeof line->label, "%s", label);
    return line;
}

static void line_add(Line *line, double x, double y)
{
    if (line == NULL || line->count == POINTS_MAX || !isfinite(y)) return;
    int i = line->count++;
    for (; i > 0 && line->x[i - 1] > x; i--) line->x[i] = line->x[i - 1], line->y[i] = line->y[i - 1];
    line->x[i] = x, line->y[i] = y;
}

// The place of a line's label among the labels: its colour and sign.
static int label_number(const Chart *chart, const Line *line)
{
    int number = 0;
    for (int i = 0; i < chart->count; i++) {
        bool seen = false;
        for (int k = 0; k < i; k++) seen = seen || strcmp(chart->lines[k].label, chart->lines[i].label) == 0;
        if (strcmp(chart->lines[i].label, line->label) == 0) return number;
        number += !seen;
    }
    return number;
}

static int labels_count(const Chart *chart)
{
    int most = 0;
    for (int i = 0; i < chart->count; i++) {
        const int n = label_number(chart, &chart->lines[i]) + 1;
        most        = n > most ? n : most;
    }
    return most;
}

static bool has_printed(const Chart *chart, bool printed)
{
    for (int i = 0; i < chart->count; i++)
        if (chart->lines[i].printed == printed) return true;
    return false;
}

// Removes lines with fewer points than `least`.
static void chart_thin(Chart *chart, int least)
{
    assert(least >= 1);
    int left = 0;
    for (int i = 0; i < chart->count; i++)
        if (chart->lines[i].count >= least) {
            if (left != i) chart->lines[left] = chart->lines[i];
            left++;
        }
    chart->count = left;
}

// Drawing.

// High enough for a line of the key for every label.
static int chart_height(const Chart *chart)
{
    const int key = 110 + 24 * (labels_count(chart) + 2 * has_printed(chart, true));
    return key > HEIGHT_MIN ? key : HEIGHT_MIN;
}

static void chart_tics(const Chart *chart, FILE *out)
{
    fputs("set xtics (", out);
    for (int i = 0; i < chart->count; i++)
        for (int k = 0; k < chart->lines[i].count; k++) {
            const double x = chart->lines[i].x[k];
            if (x == chart->last_x) fprintf(out, "'%s' %g, ", chart->last_name, x);
            else fprintf(out, "'%g' %g, ", x, x);
        }
    fputs("'' 0)\n", out);
}

static void chart_range(const Chart *chart, FILE *out)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < chart->count; i++)
        for (int k = 0; k < chart->lines[i].count; k++) {
            low[0] = fmin(low[0], chart->lines[i].x[k]), high[0] = fmax(high[0], chart->lines[i].x[k]);
            low[1] = fmin(low[1], chart->lines[i].y[k]), high[1] = fmax(high[1], chart->lines[i].y[k]);
        }
    if (chart->log_x) fprintf(out, "set logscale x\nset xrange [%g:%g]\n", low[0] / 1.3, high[0] * 1.3);
    else fprintf(out, "set xrange [%g:%g]\n", low[0] - 0.6, high[0] + 0.6);
    if (chart->log_y)
        fprintf(out, "set logscale y\nset format y '%%.0s%%c'\nset yrange [%g:%g]\n", fmax(low[1], 1) / 1.5,
                high[1] * 1.5);
    else
        fprintf(out, "set yrange [%g:%g]\n", fmin(0, floor(low[1] / 10) * 10),
                fmax(10, ceil(high[1] / 10) * 10));
}

// The points of a line; bars of several lines stand beside each other.
static void line_data(const Chart *chart, int i, FILE *out, double slot)
{
    const Line *const line = &chart->lines[i];
    const double shift = chart->bars ? slot * (label_number(chart, line) - (labels_count(chart) - 1) / 2.0)
                                     : 0;
    fprintf(out, "$line%d << EOD\nNaN NaN\n", i);
    for (int k = 0; k < line->count; k++) fprintf(out, "%.6g %.8g\n", line->x[k] + shift, line->y[k]);
    fputs("EOD\n", out);
}

// Signs with odd numbers are filled, those before them are the same hollow. Later lines are thinner: what
// they cover is seen beside them.
static void line_style(const Chart *chart, int number, bool printed, FILE *out)
{
    const int sign = plot_sign(number);
    if (chart->bars) fprintf(out, "with boxes lc rgb '%s'", plot_colour(number));
    else if (printed)
        fprintf(out, "with linespoints lc rgb '%s' lw 1.4 pt %d ps 0.8 dt (9,6)", plot_colour(number),
                sign % 2 ? sign - 1 : sign);
    else
        fprintf(out, "with linespoints lc rgb '%s' lw %.1f pt %d ps %.2f dt %d", plot_colour(number),
                fmax(1.6, 3.6 - 0.6 * number), sign, fmax(0.6, 1.1 - 0.15 * number), 1 + number / COLOURS);
}

static void chart_key(const Chart *chart, FILE *out)
{
    int shown = 0;
    for (int i = 0; i < chart->count; i++) {
        if (label_number(chart, &chart->lines[i]) < shown) continue;
        fputs(", keyentry ", out);
        line_style(chart, shown++, false, out);
        fputs(" title ", out);
        markup_gnuplot(out, chart->lines[i].label, 25);
    }
    if (has_printed(chart, true))
        fputs(", keyentry with lines lc rgb '#6b7280' lw 2 title 'ours', keyentry with lines lc rgb "
              "'#6b7280' lw 1.4 "
              "dt (9,6) title 'printed'",
              out);
}

static void chart_panel(const Chart *chart, FILE *out, Start start, bool first, double left, double right)
{
    assert(left < right);
    const int height = chart_height(chart);
    if (!first) fputs("unset label\nset format y ''\nunset ylabel\n", out);
    else
        fprintf(
            out,
            "set xlabel '%s' textcolor rgb '#374151'\nset ylabel '%s' offset 0.8,0 textcolor rgb '#374151'\n",
            chart->x_label, chart->y_label);
    plot_panel(out, left, right, 76.0 / height, 1 - 84.0 / height, start_heading(start));
    if (first)
        fprintf(out,
                "set key at screen %.5f, screen %.5f left top Left reverse maxrows 100 samplen 1.6 spacing "
                "1.2 font "
                "'sans-serif,12' textcolor rgb "
                "'#374151'\n",
                0.765, 1 - 80.0 / height);
    else fputs("unset key\n", out);
    fputs("plot NaN notitle", out);
    for (int i = 0; i < chart->count; i++) {
        if (chart->lines[i].start != start) continue;
        fprintf(out, ", $line%d using 1:2 ", i);
        line_style(chart, label_number(chart, &chart->lines[i]), chart->lines[i].printed, out);
        fputs(" notitle", out);
    }
    if (first) chart_key(chart, out);
    fputc('\n', out);
}

static void chart_draw(const Chart *chart, const char *name, const char *title, const char *caption,
                       PlotWriter *writer)
{
    bool starts[STARTS_MAX] = {0};
    for (int i = 0; i < chart->count; i++) starts[chart->lines[i].start] = true;
    const int panels = starts[0] + starts[1];
    if (chart->count == 0 || !plot_writer_begin(writer, name, title, WIDTH, chart_height(chart))) return;
    const double from = 0.085, to = 0.75, gap = 0.025, width = (to - from - gap * (panels - 1)) / panels,
                 slot = 0.8 / labels_count(chart);
    if (chart->bars) fprintf(writer->script, "set grid noxtics\nset boxwidth %.5f absolute\n", slot);
    for (int i = 0; i < chart->count; i++) line_data(chart, i, writer->script, slot);
    chart_tics(chart, writer->script);
    chart_range(chart, writer->script);
    for (int s = 0, panel = 0; s < STARTS_MAX; s++) {
        const double left = from + panel * (width + gap);
        if (starts[s]) chart_panel(chart, writer->script, (Start)s, panel++ == 0, left, left + width);
    }
    plot_writer_end(writer, caption);
}

static Chart *chart_open(PlotWriter *writer)
{
    Chart *const chart = calloc(1, sizeof *chart);
    if (chart == NULL) writer->good = status_fail_system(writer->status, "out of memory for a picture");
    else chart->last_x = NAN;
    return chart;
}

// Counts by depth: the series of an experiment that differ in depth only.

static bool same_but_depth(const Table *a, const Table *b)
{
    const Series *const s = table_series(a), *const t = table_series(b);
    bool same = a->experiment == b->experiment && strcmp(table_series(a)->game, table_series(b)->game) == 0 &&
                strcmp(s->search, t->search) == 0 && strcmp(s->opponents.shown, t->opponents.shown) == 0 &&
                s->count == t->count && s->convention == t->convention && s->per == t->per &&
                s->positions == t->positions && s->shuffled == t->shuffled && s->turns == t->turns &&
                s->midgame_turns == t->midgame_turns && s->configuration_count == t->configuration_count;
    for (int i = 0; same && i < s->configuration_count; i++)
        same = strcmp(s->configurations[i].name, t->configurations[i].name) == 0 &&
               strcmp(s->configurations[i].settings, t->configurations[i].settings) == 0;
    return same;
}

// What the labels of the series begin with before a comma: "all minus one" of "all minus one, depth 5" and
// "all minus one, depth 6".
static void depths_label(const Tables *tables, const Table *model, char out[EXPERIMENT_NAME_MAX])
{
    size_t n = strlen(table_series(model)->label);
    for (int i = 0; i < tables->count; i++) {
        const char *const other = table_series(&tables->list[i])->label;
        size_t            same  = 0;
        if (!same_but_depth(model, &tables->list[i])) continue;
        while (same < n && table_series(model)->label[same] == other[same]) same++;
        n = same;
    }
    while (n > 0 && table_series(model)->label[n] != ',') n--;
    snprintf(out, EXPERIMENT_NAME_MAX, "%.*s", (int)n, table_series(model)->label);
}

// The title of the experiment and what tells this group of series: what their labels share, or the game; its
// spec where the experiment has several, nothing where the title says it.
static void depths_title(const Tables *tables, const Table *model, char *out, size_t room)
{
    char game[TEXT_MAX], label[EXPERIMENT_NAME_MAX];
    bool several = false;
    depths_label(tables, model, label);
    for (int i = 0; i < tables->count; i++)
        several = several || (tables->list[i].experiment == model->experiment &&
                              strcmp(table_series(&tables->list[i])->game, table_series(model)->game) != 0);
    game_label(model, game);
    if (label[0]) snprintf(out, room, "%s: %s", experiment_title(model->experiment), label);
    else if (several)
        snprintf(out, room, "%s (%s)", experiment_title(model->experiment), table_series(model)->game);
    else if (strstr(experiment_title(model->experiment), game) != NULL)
        snprintf(out, room, "%s", experiment_title(model->experiment));
    else snprintf(out, room, "%s (%s)", experiment_title(model->experiment), game);
}

static void depths_draw(const Tables *tables, int first, PlotWriter *writer)
{
    assert(first >= 0 && first < tables->count);
    Chart *const       chart = chart_open(writer);
    const Table *const model = &tables->list[first];
    char               name[EXPERIMENT_NAME_MAX + 16], title[3 * TEXT_MAX], unit[60];
    if (chart == NULL) return;
    for (int i = first; i < tables->count; i++)
        for (int k = 0; same_but_depth(model, &tables->list[i]) && k < tables->list[i].count; k++) {
            const Cell *const c     = &table_cells(&tables->list[i])[k];
            const int         depth = table_series(&tables->list[i])->depth;
            if (c->mean > 0)
                line_add(chart_line(chart, c->configuration->name, c->start, false), depth, c->mean);
            if (c->printed.there && c->printed.mean > 0)
                line_add(chart_line(chart, c->configuration->name, c->start, true), depth, c->printed.mean);
        }
    chart->x_label = "depth (plies)", chart->log_y = true;
    snprintf(unit, sizeof unit, "%s per %s, mean",
             table_series(model)->count == COUNT_INTERIOR ? "interior nodes" : "nodes",
             series_unit(table_series(model)));
    chart->y_label = unit;
    snprintf(name, sizeof name, "depth-%s", model->experiment->name);
    depths_title(tables, model, title, sizeof title);
    chart_thin(chart, 2);
    if (has_printed(chart, false))
        chart_draw(
            chart, name, title,
            has_printed(chart, true)
                ? "Mean count by depth, on a logarithmic axis: equal distances are equal factors. Lower is "
                  "better. Solid: ours; dashed, with hollow signs: as printed."
                : "Mean count by depth, on a logarithmic axis: equal distances are equal factors. Lower is "
                  "better.",
            writer);
    free(chart);
}

void plot_depths(const Tables *tables, PlotWriter *writer)
{
    for (int i = 0; writer->good && i < tables->count; i++) {
        bool seen = false, more = false;
        for (int k = 0; k < i; k++) seen = seen || same_but_depth(&tables->list[k], &tables->list[i]);
        for (int k = i; k < tables->count; k++)
            more = more || (same_but_depth(&tables->list[i], &tables->list[k]) &&
                            table_series(&tables->list[i])->depth != table_series(&tables->list[k])->depth);
        if (!seen && more) depths_draw(tables, i, writer);
    }
}

// Savings by the length of the list.

// The limit of a configuration, INFINITY without one; `base` gets its other settings.
static double limit_of(const char *settings, char base[TEXT_MAX])
{
    double limit = INFINITY;
    Text   out   = text_on(base, TEXT_MAX);
    while (*settings) {
        const int n = (int)strcspn(settings, ",");
        if (strncmp(settings, "limit=", 6) != 0) text_add(&out, "%s%.*s", out.used ? "," : "", n, settings);
        else if (atoi(settings + 6) > 0) limit = atoi(settings + 6);
        settings += n + (settings[n] == ',');
    }
    return limit;
}

// Some other configuration of the series differs from this one in its limit only.
static bool has_limits(const Series *s, const char *base)
{
    char other[TEXT_MAX];
    for (int i = 0; i < s->configuration_count; i++)
        if (isfinite(limit_of(s->configurations[i].settings, other)) && strcmp(base, other) == 0) return true;
    return false;
}

static bool same_limits_group(const Table *a, const Table *b)
{
    return a->experiment == b->experiment ||
           (table_series(a)->paper[0] && strcmp(table_series(a)->paper, table_series(b)->paper) == 0);
}

// No other table of the group has the same label.
static bool label_is_alone(const Tables *tables, int table)
{
    assert(table >= 0 && table < tables->count);
    const Table *const t = &tables->list[table];
    for (int i = 0; i < tables->count; i++)
        if (i != table && same_limits_group(t, &tables->list[i]) &&
            strcmp(table_label(t), table_label(&tables->list[i])) == 0)
            return false;
    return true;
}

static void limits_add(Chart *chart, const Tables *tables, int table, double none)
{
    assert(table >= 0 && table < tables->count);
    const Table *const t     = &tables->list[table];
    const bool         alone = label_is_alone(tables, table);
    const char        *first = NULL;
    for (int k = 0; k < t->count; k++) {
        char         base[TEXT_MAX], label[TEXT_MAX], first_base[TEXT_MAX];
        Text         text  = text_on(label, sizeof label);
        const Cell  *c     = &table_cells(t)[k];
        const double limit = limit_of(c->configuration->settings, base);
        if (!has_limits(table_series(t), base)) continue;
        if (first == NULL) first = c->configuration->settings;
        limit_of(first, first_base);
        if (!alone) text_add(&text, "depth %d, ", table_series(t)->depth);
        text_add(&text, "%s", table_label(t));
        if (strcmp(base, first_base) != 0) text_add(&text, ", %s", base);
        line_add(chart_line(chart, label, c->start, false), isfinite(limit) ? limit : none, 100 * c->saving);
    }
}

static void limits_draw(const Tables *tables, int first, PlotWriter *writer)
{
    assert(first >= 0 && first < tables->count);
    Chart *const       chart = chart_open(writer);
    const Table *const model = &tables->list[first];
    const char *const  group = table_series(model)->paper[0] ? table_series(model)->paper
                                                             : model->experiment->name;
    char               base[TEXT_MAX], name[EXPERIMENT_NAME_MAX + 16], title[2 * TEXT_MAX];
    double             most = 0;
    if (chart == NULL) return;
    for (int i = first; i < tables->count; i++)
        for (int k = 0; same_limits_group(model, &tables->list[i]) && k < tables->list[i].count; k++) {
            const double limit = limit_of(table_cells(&tables->list[i])[k].configuration->settings, base);
            if (isfinite(limit)) most = fmax(most, limit);
        }
    chart->last_x = 3 * most, chart->last_name = "none", chart->log_x = true;
    chart->x_label = "limit of the list (entries)", chart->y_label = "saving against the control (%)";
    for (int i = first; i < tables->count; i++)
        if (same_limits_group(model, &tables->list[i])) limits_add(chart, tables, i, chart->last_x);
    snprintf(name, sizeof name, "limit-%s", group);
    snprintf(title, sizeof title, "Saving by the length of the list: %s",
             table_series(model)->paper[0] ? group : experiment_title(model->experiment));
    chart_thin(chart, 3);
    chart_draw(
        chart, name, title,
        "How much of the saving is left when the adaptive list is cut to a few entries. \"none\": no limit.",
        writer);
    free(chart);
}

void plot_limits(const Tables *tables, PlotWriter *writer)
{
    for (int i = 0; writer->good && i < tables->count; i++) {
        bool seen = false;
        for (int k = 0; k < i; k++) seen = seen || same_limits_group(&tables->list[k], &tables->list[i]);
        if (!seen) limits_draw(tables, i, writer);
    }
}

// Cut-offs by index.

static void cuts_draw(const Table *t, PlotWriter *writer)
{
    Chart *const chart = chart_open(writer);
    char         name[EXPERIMENT_NAME_MAX + 16], title[2 * TEXT_MAX];
    if (chart == NULL) return;
    for (int k = 0; k < t->count; k++) {
        const Cell *const c    = &table_cells(t)[k];
        double            rest = 0;
        if (!c->with_cuts) continue;
        for (int i = CUTS_SHOWN - 1; i < CUT_INDEX_MAX; i++) rest += c->cuts[i];
        for (int i = 0; i < CUTS_SHOWN; i++)
            line_add(chart_line(chart, c->configuration->name, c->start, false), i + 1,
                     100 * (i + 1 < CUTS_SHOWN ? c->cuts[i] : rest));
    }
    chart->bars = true, chart->last_x = CUTS_SHOWN, chart->last_name = "10+";
    chart->x_label = "place of the move that cut off", chart->y_label = "share of the cut-offs (%)";
    snprintf(name, sizeof name, "cuts-%s", t->experiment->name);
    if (table_series(t)->label[0])
        snprintf(title, sizeof title, "Which move cuts off: %s, %s", table_series(t)->label,
                 experiment_title(t->experiment));
    else
        snprintf(title, sizeof title, "Which move cuts off: %s (depth %d)", experiment_title(t->experiment),
                 table_series(t)->depth);
    chart_draw(chart, name, title,
               "At nodes with a cut-off: was it the first move searched, the second, ...? Good ordering puts "
               "everything at 1.",
               writer);
    free(chart);
}

void plot_cuts(const Tables *tables, PlotWriter *writer)
{
    for (int i = 0; writer->good && i < tables->count; i++) cuts_draw(&tables->list[i], writer);
}
