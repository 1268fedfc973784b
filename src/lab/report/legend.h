// legend.h - what the columns of a table in the terminal mean, one line each.
#ifndef LAB_REPORT_LEGEND_H
#define LAB_REPORT_LEGEND_H

#include "lab/report/column.h"

// Of a column, by its kind and its key; NULL when legend.def lacks it.
const char *legend_of(const ExperimentKind *kind, const Column *column);

// Explains the headings that these tables have, once each.
void legend_text(FILE *out, const Tables *tables);

#endif
