// Savings: rows of points by paper, beside the printed ones, and by experiment where there are none; and ours
// against theirs.
#include "lab/kinds/nodes/plots.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const char *start_heading(Start start)
{
    return start == START_INITIAL ? "from the initial position" : "from midgame positions";
}

// Names.

const char *table_label(const Table *table)
{
    if (table_series(table)->label[0]) return table_series(table)->label;
    const char *end = experiment_title(table->experiment);
    for (const char *next; (next = strstr(end, ": ")) != NULL && next[2];) end = next + 2;
    return end;
}

void game_label(const Table *table, char out[TEXT_MAX])
{
    Variant v;
    Status  status;
    if (!variant_open(&v, table_series(table)->game, &status)) {
        snprintf(out, TEXT_MAX, "%s", table_series(table)->game);
        return;
    }
    if (v.facts.players > 2) snprintf(out, TEXT_MAX, "%s, %d players", v.game->title, v.facts.players);
    else snprintf(out, TEXT_MAX, "%s", v.game->title);
    variant_close(&v);
}

static bool has_printed(const Table *t)
{
    for (int i = 0; i < t->count; i++)
        if (isfinite(table_cells(t)[i].printed.saving) && isfinite(table_cells(t)[i].saving)) return true;
    return false;
}

static bool has_saving(const Table *t)
{
    for (int i = 0; i < t->count; i++)
        if (isfinite(table_cells(t)[i].saving)) return true;
    return false;
}

static bool cell_drawn(const Cell *c) { return isfinite(c->printed.saving) || isfinite(c->saving); }

// The tables of one paper, or of an experiment of one's own, as rows from the top: a heading and a row for
// each configuration but the control.
typedef struct Rows {
    const Tables     *tables;
    const char       *paper;   // "" for those of `own`
    const Experiment *own;
    bool              starts[STARTS_MAX];
    int               count;
    double            least, most;   // savings in percent
} Rows;

static bool rows_have(const Rows *rows, int table)
{
    assert(table >= 0);
    const Table *const t = &rows->tables->list[table];
    if (strcmp(table_series(t)->paper, rows->paper) != 0) return false;
    return rows->paper[0] ? has_printed(t) : t->experiment == rows->own && has_saving(t);
}

static void range_widen(double *least, double *most, double x)
{
    if (isfinite(x)) *least = fmin(*least, floor(x / 10) * 10), *most = fmax(*most, ceil(x / 10) * 10);
}

static Rows rows_of(const Tables *tables, const char *paper, const Experiment *own)
{
    Rows rows = {.tables = tables, .paper = paper, .own = own, .most = 10};
    for (int i = 0; i < tables->count; i++) {
        if (!rows_have(&rows, i)) continue;
        const Table *const t = &tables->list[i];
        rows.count += table_series(t)->configuration_count;
        for (int k = 0; k < t->count; k++) {
            const Cell *const c = &table_cells(t)[k];
            if (!cell_drawn(c)) continue;
            rows.starts[c->start] = true;
            range_widen(&rows.least, &rows.most, 100 * c->saving);
            range_widen(&rows.least, &rows.most, 100 * c->saving_interval.low);
            range_widen(&rows.least, &rows.most, 100 * c->saving_interval.high);
            range_widen(&rows.least, &rows.most, 100 * c->printed.saving);
        }
    }
    return rows;
}

// Headings and bands, in the coordinates of a panel.
static void rows_headings(const Rows *rows, FILE *out)
{
    int row = 0, group = 0;
    for (int i = 0; i < rows->tables->count; i++) {
        if (!rows_have(rows, i)) continue;
        const Table *const t = &rows->tables->list[i];
        const int          n = table_series(t)->configuration_count;
        char               text[2 * TEXT_MAX];
        snprintf(text, sizeof text, "%s%s%s", table_series(t)->table, rows->paper[0] ? "  " : "",
                 table_label(t));
        fputs("set label ", out);
        markup_gnuplot(out, text, 34);
        fprintf(out, " at screen 0.018, first %.2f left textcolor rgb '#1f2933'\n", rows->count - row - 0.5);
        if (group++ % 2 == 0)
            fprintf(out,
                    "set object rect from screen 0.01, first %d to screen 0.99, first %d fc rgb '#f5f7fa' fs "
                    "solid "
                    "noborder behind\n",
                    rows->count - row - n, rows->count - row);
        row += n;
    }
}

static void rows_names(const Rows *rows, FILE *out, bool shown)
{
    int row = 0;
    fputs("set ytics scale 0 (", out);
    for (int i = 0; i < rows->tables->count; i++) {
        if (!rows_have(rows, i)) continue;
        const Series *const s = table_series(&rows->tables->list[i]);
        row++;
        for (int k = 1; k < s->configuration_count; k++, row++) {
            markup_gnuplot(out, shown ? s->configurations[k].name : "", 24);
            fprintf(out, " %.2f,", rows->count - row - 0.5);
        }
    }
    fputs("'' -1)\n", out);
}

// x, y, low, high of ours or of the printed savings. The first line keeps a block without data from being an
// error.
static void rows_data(const Rows *rows, FILE *out, Start start, bool printed)
{
    int row = 0;
    fprintf(out, "$%s << EOD\nNaN NaN NaN NaN\n", printed ? "printed" : "ours");
    for (int i = 0; i < rows->tables->count; i++) {
        if (!rows_have(rows, i)) continue;
        const Table *const t = &rows->tables->list[i];
        const int          n = table_series(t)->configuration_count;
        for (int k = 0; k < t->count; k++) {
            const Cell *const c     = &table_cells(t)[k];
            const bool        point = !isfinite(c->saving_interval.low);
            const Interval    ends  = point ? (Interval){c->saving, c->saving} : c->saving_interval;
            const double      y     = rows->count - row - k % n - 0.5;
            if (c->start != start || k % n == 0) continue;
            if (printed && isfinite(c->printed.saving))
                fprintf(out, "%.6g %.2f 0 0\n", 100 * c->printed.saving, y - 0.2);
            if (!printed && isfinite(c->saving))
                fprintf(out, "%.6g %.2f %.6g %.6g\n", 100 * c->saving, y + 0.12, 100 * ends.low,
                        100 * ends.high);
        }
        row += n;
    }
    fputs("EOD\n", out);
}

static const char OURS[]   = "lc rgb '#0072B2' lw 2 pt 7 ps 0.6";
static const char THEIRS[] = "lc rgb '#D55E00' lw 1.4 pt 12 ps 0.75";

static void rows_panel(const Rows *rows, FILE *out, Start start, bool first, double left, double right,
                       int height)
{
    assert(left < right && height > 0);
    rows_data(rows, out, start, false);
    rows_data(rows, out, start, true);
    if (!first) fputs("unset label\nunset object\n", out);
    plot_panel(out, left, right, 76.0 / height, 1 - 84.0 / height, start_heading(start));
    rows_names(rows, out, first);
    if (first) rows_headings(rows, out);
    fprintf(out,
            "set xrange [%g:%g]\nset yrange [0:%d]\nset xlabel 'saving against the control (%%)' textcolor "
            "rgb '#374151'\n",
            rows->least, rows->most, rows->count);
    fprintf(out,
            "set key at screen 0.985, screen %.5f right top horizontal samplen 1.5 width 1 textcolor rgb "
            "'#374151'\n",
            1 - 12.0 / height);
    fprintf(out, "set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb '#9aa5b1'\n");
    fprintf(out, "plot $ours using 1:2:3:4 with xerrorbars %s %s", OURS,
            first ? "title 'ours, with 95 % interval'" : "notitle");
    if (rows->paper[0])
        fprintf(out, ", $printed using 1:2 with points %s %s", THEIRS,
                first ? "title 'published'" : "notitle");
    fputc('\n', out);
}

static void rows_draw(const Rows *rows, PlotWriter *writer, const char *name, const char *title,
                      const char *caption)
{
    const int    height = 170 + 19 * rows->count, panels = rows->starts[0] + rows->starts[1];
    const double from = 0.27, to = 0.985, gap = 0.045, width = (to - from - gap * (panels - 1)) / panels;
    if (rows->count == 0 || panels == 0 || !plot_writer_begin(writer, name, title, 900, height)) return;
    for (int s = 0, panel = 0; s < STARTS_MAX; s++) {
        const double left = from + panel * (width + gap);
        if (rows->starts[s])
            rows_panel(rows, writer->script, (Start)s, panel++ == 0, left, left + width, height);
    }
    plot_writer_end(writer, caption);
}

static void paper_draw(const Tables *tables, const char *paper, PlotWriter *writer)
{
    const Rows rows = rows_of(tables, paper, NULL);
    char       name[EXPERIMENT_NAME_MAX + 16], title[TEXT_MAX];
    snprintf(name, sizeof name, "savings-%s", paper);
    snprintf(title, sizeof title, "Savings, ours and published: %s", paper);
    rows_draw(
        &rows, writer, name, title,
        "Dot and bar: our saving with its 95 % interval. Diamond: the published saving, from the printed "
        "means. Further right is better.");
}

// An experiment that nobody has printed.
static void own_draw(const Tables *tables, const Experiment *own, PlotWriter *writer)
{
    const Rows rows = rows_of(tables, "", own);
    char       name[EXPERIMENT_NAME_MAX + 16], title[TEXT_MAX + 16];
    snprintf(name, sizeof name, "savings-%s", own->name);
    snprintf(title, sizeof title, "Savings: %s", experiment_title(own));
    rows_draw(
        &rows, writer, name, title,
        "Dot and bar: the saving of each configuration against the control, the first one, with its 95 % "
        "interval. Further right is better.");
}

void plot_savings(const Tables *tables, PlotWriter *writer)
{
    for (int i = 0; i < tables->count; i++) {
        const Table *const t     = &tables->list[i];
        const char *const  paper = table_series(t)->paper;
        bool               seen  = false;
        for (int k = 0; k < i; k++) {
            const Table *const before = &tables->list[k];
            seen                      = seen || (strcmp(table_series(before)->paper, paper) == 0 &&
                            (paper[0] || before->experiment == t->experiment));
        }
        if (seen) continue;
        if (paper[0]) paper_draw(tables, paper, writer);
        else own_draw(tables, t->experiment, writer);
    }
}

// Ours against theirs.

enum { GAMES_MAX = 32 };

typedef struct Games {
    int  count;
    char names[GAMES_MAX][TEXT_MAX];
} Games;

static int games_number(Games *games, const Table *t)
{
    char name[TEXT_MAX];
    int  i = 0;
    game_label(t, name);
    while (i < games->count && strcmp(games->names[i], name) != 0) i++;
    if (i == GAMES_MAX) return GAMES_MAX - 1;
    if (i == games->count) memcpy(games->names[games->count++], name, sizeof name);
    return i;
}

// One block per game: printed, ours, start.
static Games scatter_data(const Tables *tables, FILE *out, double *least, double *most)
{
    Games games = {0};
    for (int i = 0; i < tables->count; i++) {
        const Table *const t = &tables->list[i];
        if (!has_printed(t)) continue;
        games_number(&games, t);
        fprintf(out, "$table%d << EOD\nNaN NaN 0\n", i);
        for (int k = 0; k < t->count; k++) {
            const Cell *const c = &table_cells(t)[k];
            if (!isfinite(c->saving) || !isfinite(c->printed.saving)) continue;
            fprintf(out, "%.6g %.6g %d\n", 100 * c->printed.saving, 100 * c->saving, c->start);
            range_widen(least, most, 100 * c->saving);
            range_widen(least, most, 100 * c->printed.saving);
        }
        fputs("EOD\n", out);
    }
    return games;
}

static void scatter_axes(FILE *out, double least, double most)
{
    plot_panel(out, 0.08, 0.68, 76.0 / 640, 1 - 64.0 / 640, "");
    fprintf(out, "set xrange [%g:%g]\nset yrange [%g:%g]\n", least, most, least, most);
    fputs(
        "set xlabel 'published saving (%)' textcolor rgb '#374151'\nset ylabel 'our saving (%)' offset 0.8,0 "
        "textcolor rgb '#374151'\n"
        "set key at screen 0.70, graph 1 left top Left reverse samplen 1 spacing 1.25 textcolor rgb "
        "'#374151'\n",
        out);
    fprintf(out, "$band << EOD\n%g %g %g\n%g %g %g\nEOD\n", least, least - VERDICT_POINTS,
            least + VERDICT_POINTS, most, most - VERDICT_POINTS, most + VERDICT_POINTS);
}

static void scatter_points(const Tables *tables, FILE *out, const Games *games)
{
    Games again = *games;
    for (int i = 0; i < tables->count; i++) {
        if (!has_printed(&tables->list[i])) continue;
        const char *const colour = plot_colour(games_number(&again, &tables->list[i]));
        fprintf(out, ", $table%d using 1:($3==0?$2:NaN) with points pt 7 ps 0.8 lc rgb '%s' notitle", i,
                colour);
        fprintf(out, ", $table%d using 1:($3==1?$2:NaN) with points pt 6 ps 0.8 lw 1.8 lc rgb '%s' notitle",
                i, colour);
    }
    for (int g = 0; g < games->count; g++) {
        fprintf(out, ", keyentry with points pt 5 ps 0.9 lc rgb '%s' title ", plot_colour(g));
        markup_gnuplot(out, games->names[g], 28);
    }
    fputs(", keyentry with points pt 7 ps 0.8 lc rgb '#52606d' title 'initial position'"
          ", keyentry with points pt 6 ps 0.8 lw 1.8 lc rgb '#52606d' title 'midgame positions'\n",
          out);
}

void plot_scatter(const Tables *tables, PlotWriter *writer)
{
    double least = 0, most = 10;
    bool   any = false;
    for (int i = 0; i < tables->count; i++) any = any || has_printed(&tables->list[i]);
    if (!any || !plot_writer_begin(writer, "verdicts", "Our savings against the published ones", 900, 640))
        return;
    FILE *const out   = writer->script;
    const Games games = scatter_data(tables, out, &least, &most);
    scatter_axes(out, least, most);
    fprintf(out,
            "plot $band using 1:2:3 with filledcurves fc rgb '#e7eef5' title 'within %d points', x with "
            "lines lc rgb "
            "'#7b8794' lw 1 title 'the same'",
            VERDICT_POINTS);
    scatter_points(tables, out, &games);
    plot_writer_end(
        writer,
        "One point per comparison. On the diagonal ours is the published saving; within the band it is at "
        "most 10 percentage points off.");
}
