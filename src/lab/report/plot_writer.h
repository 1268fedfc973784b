// plot_writer.h - what all plots share: scripts of gnuplot and where they go. For the plots of the kinds.
#ifndef LAB_REPORT_PLOT_WRITER_H
#define LAB_REPORT_PLOT_WRITER_H

#include "lab/kinds/kind.h"
#include "lab/report/markup.h"
#include "lab/report/plot.h"

// Pictures on their way to the folder. Once `good` is false nothing more is drawn.
struct PlotWriter {
    const char *dir;
    PlotList   *made;
    Status     *status;
    bool        good, idle;   // idle: gnuplot is of no use here
    FILE       *script;       // of the picture being drawn
    char       *text;
    size_t      size;
};

// Begins a picture: title, fonts, axes. False when none can be drawn; else write to writer->script and end.
bool plot_writer_begin(PlotWriter *writer, const char *name, const char *title, int width, int height);
void plot_writer_end(PlotWriter *writer, const char *caption);

// Colours that stay apart for colour-blind eyes (Okabe and Ito 2008), and signs.
enum { COLOURS = 8 };
const char *plot_colour(int i);
int         plot_sign(int i);

// A panel between these parts of the picture's width and height, with its heading.
void plot_panel(FILE *out, double left, double right, double bottom, double top, const char *heading);

#endif
