// gnuplot.h - one picture by the program gnuplot, run without a shell: the script goes in and the SVG comes
// out through unnamed files.
#ifndef LAB_REPORT_GNUPLOT_H
#define LAB_REPORT_GNUPLOT_H

#include "base/status.h"

#include <stddef.h>

// Returns the SVG, to be freed, and its size; NULL with a status that says why when gnuplot is missing or
// fails. About 50 ms.
char *gnuplot_run(const char *script, size_t length, size_t *size, Status *status);

#endif
