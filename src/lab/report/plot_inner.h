// plot_inner.h - what the kinds of pictures share: scripts of gnuplot and where they go. Only for plot*.c.
#ifndef LAB_REPORT_PLOT_INNER_H
#define LAB_REPORT_PLOT_INNER_H

#include "lab/report/markup.h"
#include "lab/report/plot.h"

// Pictures on their way to the folder. Once `good` is false nothing more is drawn.
typedef struct PlotWriter {
    const char *dir;
    PlotList   *made;
    Status     *status;
    bool        good, idle;   // idle: gnuplot is of no use here
    FILE       *script;       // of the picture being drawn
    char       *text;
    size_t      size;
} PlotWriter;

// Begins a picture: title, fonts, axes. False when none can be drawn; else draw into easel->script and end.
bool plot_writer_begin(PlotWriter *writer, const char *name, const char *title, int width, int height);
void plot_writer_end(PlotWriter *writer, const char *caption);

// Colours that stay apart for colour-blind eyes (Okabe and Ito 2008), and signs.
enum { COLOURS = 8 };
const char *plot_colour(int i);
int         plot_sign(int i);

// A panel between these parts of the picture's width and height, with its heading.
void plot_panel(FILE *out, double left, double right, double bottom, double top, const char *heading);

const char *start_heading(Start start);

// What a table is called: its label, or what its title ends with behind ": ".
const char *table_label(const Table *table);
const char *table_title(const Table *table);

// The game as people say it: "Focus, 4 players".
void game_label(const Table *table, char out[TEXT_MAX]);

// The kinds.
void plot_savings(const Tables *tables, PlotWriter *writer);
void plot_scatter(const Tables *tables, PlotWriter *writer);
void plot_depths(const Tables *tables, PlotWriter *writer);
void plot_limits(const Tables *tables, PlotWriter *writer);
void plot_cuts(const Tables *tables, PlotWriter *writer);
void plot_matches(const Tables *tables, PlotWriter *writer);

#endif
