// lab_report.h - the tables of the laboratory for the terminal and for programs.
#ifndef CLI_LAB_REPORT_H
#define CLI_LAB_REPORT_H

#include "lab/tables.h"

#include <jansson.h>

void    report_print(const Tables *tables);
void    report_summary(const Tables *tables);   // the verdicts only
json_t *report_json(const Tables *tables);

#endif
