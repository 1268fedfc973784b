// lab_report.h - the tables of the laboratory for the terminal and for programs.
#ifndef CLI_LAB_LAB_REPORT_H
#define CLI_LAB_LAB_REPORT_H

#include "lab/report/tables.h"

#include <jansson.h>

void    report_print(const Tables *tables);
void    report_summary(const Tables *tables);   // the verdicts only
json_t *report_json(const Tables *tables);

// Of matches; the above call them.
void    report_print_matches(const Tables *tables);
void    report_summary_matches(const Tables *tables);
json_t *report_json_match(const MatchTable *table);

#endif
