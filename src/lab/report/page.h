// page.h - a report as one web page: pictures, tables beside the printed figures, method, how to repeat it.
//
// The page needs nothing but itself: styles and pictures are in it, no script, no network. It links
// results.csv beside it. All text from outside is escaped. Same tables, same bytes.
#ifndef LAB_REPORT_PAGE_H
#define LAB_REPORT_PAGE_H

#include "lab/report/tables.h"

// Writes dir/index.html whole or not at all, and the pictures as SVG files beside it (plot.h). Makes
// `dir` when only that is missing. `command` is what the user typed, for the section on repeating it.
bool page_write(const Tables *tables, const char *dir, const char *command, Status *status);

#endif
