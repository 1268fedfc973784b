// rows_csv.h - the stored rows themselves as comma-separated values, for data frames: every trial of every
// configuration, or every pair of games, with the program and the machine that made it.
#ifndef LAB_REPORT_ROWS_CSV_H
#define LAB_REPORT_ROWS_CSV_H

#include "lab/experiment.h"
#include "lab/store.h"

// The rows of the experiments of one kind that their tables are made of, into a file: whole or not at all. Of
// every trial one, of this program's digest or else of an accepted one; `trials` as for tables_make. An
// experiment's rows stand together, in the order of its tables, by number.
bool rows_csv_write(const char *path, Store *store, const Experiment experiments[], int count, int trials,
                    const ExperimentKind *kind, Status *status);

#endif
