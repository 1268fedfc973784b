// plot.h - the tables as pictures: SVG files drawn by gnuplot.
//
// Savings beside the printed ones, by paper; ours against theirs; counts by depth; savings by the length of
// the list; where cut-offs happen; the points of matches. A picture is drawn when some table has the data for
// it. Same tables and same gnuplot: same bytes.
#ifndef LAB_REPORT_PLOT_H
#define LAB_REPORT_PLOT_H

#include "lab/report/tables.h"

enum { PLOTS_MAX = 256 };

typedef struct Plot {
    char file[EXPERIMENT_NAME_MAX + 32];   // without the folder
    char title[TEXT_MAX];                  // not escaped
    char caption[TEXT_MAX];                // what is to be seen; not escaped
    // owned; from its "<svg" on, without the prolog of the file. Its ids are its own: several fit on a page
    char  *svg;
    size_t size;
} Plot;

typedef struct PlotList {
    int    count;
    Plot   list[PLOTS_MAX];
    Status note;   // why pictures are missing, such as "gnuplot is not installed"; "" when none are
} PlotList;

// Draws everything into the folder `dir`, which is there. Without gnuplot, or when it fails, pictures are
// missing and `note` says why; that is not an error. False when a file cannot be written or memory is short.
// Close `made` either way.
bool plots_write(const Tables *tables, const char *dir, PlotList *made, Status *status);
void plots_close(PlotList *made);

#endif
