// report.h - the tables for the terminal and for programs.
#ifndef LAB_REPORT_REPORT_H
#define LAB_REPORT_REPORT_H

#include "lab/report/tables.h"

#include <jansson.h>
#include <stdio.h>

void report_text(FILE *out, const Tables *tables);      // and the verdicts
void report_summary(FILE *out, const Tables *tables);   // the verdicts only
// {experiments: [{name, title, kind, changes, chosen, registration, cells, gap?}], chosen, made_by, foreign}
json_t *report_json(const Tables *tables);

#endif
