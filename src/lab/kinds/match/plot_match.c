// Points of matches: a panel for every row of a table, the columns along its foot, ours with its interval and
// the printed share. A long table without printed figures is one panel, its rows below each other.
#include "base/stats/elo.h"
#include "lab/kinds/match/match.h"
#include "lab/report/plot_writer.h"

#include <assert.h>
#include <math.h>

enum { ROWS_LONG = 7, LINE_HEIGHT = 36, LABELS = 230, KEY_HEIGHT = 24 };   // of a long table; pixels
enum { WIDTH = 900, PANEL_HEIGHT = 200, PANELS_ACROSS = 3, TOP = 120, FOOT = 20, GAP = 96 };

static bool has_games(const Table *t)
{
    for (int i = 0; i < t->count; i++)
        if (table_match_cells(t)[i].pairs > 0) return true;
    return false;
}

// x, y, low, high of ours or of the printed shares. The first line keeps a block without data from being an
// error.
static void row_data(const Table *t, int row, FILE *out, bool printed)
{
    assert(row >= 0);
    fprintf(out, "$%s << EOD\nNaN NaN NaN NaN\n", printed ? "printed" : "ours");
    for (int k = 0; k < table_matches(t)->columns; k++) {
        const MatchResultCell *const c = &table_match_cells(t)[row * table_matches(t)->columns + k];
        if (printed && isfinite(c->published)) fprintf(out, "%.2f %.6g 0 0\n", k + 0.12, 100 * c->published);
        if (!printed && isfinite(c->share))
            fprintf(out, "%.2f %.6g %.6g %.6g\n", k - 0.12, 100 * c->share, 100 * c->interval.low,
                    100 * c->interval.high);
    }
    fputs("EOD\n", out);
}

// How many characters, up to a space, all columns begin with: "depth 5", "depth 7".
static int common_length(const Table *t)
{
    const char *const first = table_match_cells(t)[0].cell->column;
    int               n = 0, common = 0;
    for (; first[n]; n++) {
        for (int k = 1; k < table_matches(t)->columns; k++)
            if (table_match_cells(t)[k].cell->column[n] != first[n]) return common;
        if (first[n] == ' ') common = n + 1;
    }
    return common;
}

static void row_tics(const Table *t, FILE *out)
{
    const int common = common_length(t);
    char      name[MATCH_WORD_MAX];
    snprintf(name, sizeof name, "%.*s", common > 0 ? common - 1 : 0, table_match_cells(t)[0].cell->column);
    fputs("set xlabel ", out);
    markup_gnuplot(out, name, 30);
    fputs(" offset 0,0.4 textcolor rgb '#374151'\nset xtics scale 0 (", out);
    for (int k = 0; k < table_matches(t)->columns; k++) {
        markup_gnuplot(out, table_match_cells(t)[k].cell->column + common, 14);
        fprintf(out, " %d, ", k);
    }
    fputs("'' -9)\n", out);
}

static void row_panel(const Table *t, int row, FILE *out, int height)
{
    assert(row >= 0 && height > 0);
    const int    across = table_matches(t)->rows < PANELS_ACROSS ? table_matches(t)->rows : PANELS_ACROSS;
    const double width = 0.93 / across, left = 0.06 + row % across * width;
    const double top = height - TOP - row / across * (PANEL_HEIGHT + GAP);
    row_data(t, row, out, false);
    row_data(t, row, out, true);
    if (row > 0) fputs("unset label 1\n", out);   // the title is there
    plot_panel(out, left, left + width - 0.05, (top - PANEL_HEIGHT) / height, top / height, "");
    fprintf(out, "set label 2 ");
    markup_gnuplot(out, table_match_cells(t)[row * table_matches(t)->columns].cell->row, 34);
    fprintf(out, " at screen %.5f, screen %.5f offset 0,0.75 left textcolor rgb '#52606d'\n", left,
            top / height);
    row_tics(t, out);
    fprintf(out, "set xrange [-0.6:%.1f]\nset yrange [0:105]\nset ytics 0, 25, 100\n",
            table_matches(t)->columns - 0.4);
    fputs("set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead lc rgb '#9aa5b1' lw 1.5\n", out);
    fprintf(out,
            "set key at screen 0.985, screen %.5f right top Left reverse samplen 1 spacing 1.1 textcolor rgb "
            "'#374151'\n",
            1 - 34.0 / height);
    fprintf(out,
            "plot $ours using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 2 pt 7 ps 0.6 %s, $printed using "
            "1:2 with "
            "points lc rgb '#D55E00' lw 1.4 pt 12 ps 0.8 %s\n",
            row == 0 ? "title 'ours, with 95 % interval'" : "notitle",
            row == 0 && table_matches(t)->paper[0] ? "title 'published'" : "notitle");
}

// Long tables: points along the foot, Elo along the head.

static void long_data(const Table *t, int column, FILE *out)
{
    assert(column >= 0);
    const int columns = table_matches(t)->columns;
    fprintf(out, "$column%d << EOD\nNaN NaN NaN NaN\n", column);
    for (int row = 0; row < table_matches(t)->rows; row++) {
        const MatchResultCell *const c = &table_match_cells(t)[row * columns + column];
        if (isfinite(c->share))
            fprintf(out, "%.6g %.3f %.6g %.6g\n", 100 * c->share,
                    row + 0.6 * ((column + 0.5) / columns - 0.5), 100 * c->interval.low,
                    100 * c->interval.high);
    }
    fputs("EOD\n", out);
}

static void long_tics(const Table *t, FILE *out)
{
    static const int elos[] = {-400, -200, -100, 0, 100, 200, 400};
    fputs("set ytics scale 0 (", out);
    for (int row = 0; row < table_matches(t)->rows; row++) {
        markup_gnuplot(out, table_match_cells(t)[row * table_matches(t)->columns].cell->row, 30);
        fprintf(out, " %d, ", row);
    }
    fputs("'' -9)\nset x2tics (", out);
    for (size_t i = 0; i < sizeof elos / sizeof *elos; i++)
        fprintf(out, elos[i] == 0 ? "'%d' %.4f, " : "'%+d' %.4f, ", elos[i], 100 * elo_to_score(elos[i]));
    fputs("'' -9)\n", out);
}

// Room above the panel for the names of the columns, beside the title and above the head's figures.
static int long_top(const Table *t)
{
    const int columns = table_matches(t)->columns;
    return TOP + (columns > 3 ? (columns - 3) * KEY_HEIGHT : 0);
}

static void long_draw(const Table *t, PlotWriter *writer, int height)
{
    FILE *const out = writer->script;
    for (int k = 0; k < table_matches(t)->columns; k++) long_data(t, k, out);
    plot_panel(out, (double)LABELS / WIDTH, 0.97, 84.0 / height, 1 - (double)long_top(t) / height, "");
    long_tics(t, out);
    fprintf(out,
            "set border 1\nset xrange [0:100]\nset x2range [0:100]\nset yrange [%d.5:-0.5]\nset xtics 0, 10, "
            "100\n",
            table_matches(t)->rows - 1);
    fputs("set grid xtics noytics\nset xlabel 'share of the points (%)' textcolor rgb '#374151'\nset x2label "
          "'Elo' "
          "offset "
          "0,-0.4 textcolor rgb '#374151'\nset arrow 1 from 50, graph 0 to 50, graph 1 nohead lc rgb "
          "'#9aa5b1' lw 1.5\n",
          out);
    fprintf(out,
            "set key at screen 0.985, screen %.5f right top Left reverse samplen 1 spacing 1.1 textcolor rgb "
            "'#374151'\n",
            1 - 14.0 / height);
    fputs("plot NaN notitle", out);
    for (int k = 0; k < table_matches(t)->columns; k++) {
        fprintf(out, ", $column%d using 1:2:3:4 with xerrorbars lc rgb '%s' lw 2 pt %d ps 0.7 title ", k,
                plot_colour(k), plot_sign(k));
        markup_gnuplot(
            out, table_match_cells(t)[k].cell->column[0] ? table_match_cells(t)[k].cell->column : "ours", 30);
    }
    fputc('\n', out);
}

static bool is_long(const Table *t)
{
    return table_matches(t)->paper[0] == 0 && table_matches(t)->rows >= ROWS_LONG &&
           table_matches(t)->columns <= 4;
}

static void table_draw(const Table *t, PlotWriter *writer)
{
    const int across = table_matches(t)->rows < PANELS_ACROSS ? table_matches(t)->rows : PANELS_ACROSS;
    const int down   = (table_matches(t)->rows + across - 1) / across;
    const int height = is_long(t) ? long_top(t) + table_matches(t)->rows * LINE_HEIGHT + 84
                                  : TOP + down * PANEL_HEIGHT + (down - 1) * GAP + 48 + FOOT;
    char      name[EXPERIMENT_NAME_MAX + 16];
    snprintf(name, sizeof name, "points-%s", t->experiment->name);
    if (!plot_writer_begin(writer, name, experiment_title(t->experiment), WIDTH, height)) return;
    if (is_long(t)) long_draw(t, writer, height);
    for (int row = 0; !is_long(t) && row < table_matches(t)->rows; row++)
        row_panel(t, row, writer->script, height);
    plot_writer_end(
        writer,
        is_long(t) ? "Share of the points with its 95 % interval. Right of the line the player is ahead of "
                     "his opponent."
        : table_matches(t)->paper[0]
            ? "Share of the points in percent. Dot and bar: ours with its 95 % interval. Hollow diamond: the "
              "published share. Above the line the player is ahead of his opponent."
            : "Share of the points in percent. Dot and bar: ours with its 95 % interval. Above the line the "
              "player is ahead of his opponent.");
}

void plot_matches(const Tables *tables, PlotWriter *writer)
{
    for (int i = 0; i < tables->count; i++)
        if (has_games(&tables->list[i])) table_draw(&tables->list[i], writer);
}
