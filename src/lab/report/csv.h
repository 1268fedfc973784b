// csv.h - the tables as comma-separated values (RFC 4180), for other people's tools. No times, so the same
// results give the same bytes.
#ifndef LAB_REPORT_CSV_H
#define LAB_REPORT_CSV_H

#include "lab/report/tables.h"

#include <stdio.h>

// The tables of one kind: each kind has columns of its own.
void csv_print(FILE *out, const Tables *tables, const ExperimentKind *kind);

// Into a file: whole or not at all.
bool csv_write(const char *path, const Tables *tables, const ExperimentKind *kind, Status *status);

#endif
