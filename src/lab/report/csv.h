// csv.h - the tables as comma-separated values (RFC 4180), for other people's tools. No times, so the same
// results give the same bytes.
#ifndef LAB_REPORT_CSV_H
#define LAB_REPORT_CSV_H

#include "lab/report/tables.h"

#include <stdio.h>

// Those of node counts, and those of matches.
void csv_print(FILE *file, const Tables *tables);
void csv_print_matches(FILE *file, const Tables *tables);

// Into a file: whole or not at all.
bool csv_write(const char *path, const Tables *tables, Status *status);
bool csv_write_matches(const char *path, const Tables *tables, Status *status);

#endif
