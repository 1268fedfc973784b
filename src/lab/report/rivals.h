// rivals.h - would something else agree with print as well? Every published table is judged again with other
// settings in the technique's place (lab/experiment.h), against the same printed figures: what agrees then
// says that the figures do not tell the technique from its rival.
#ifndef LAB_REPORT_RIVALS_H
#define LAB_REPORT_RIVALS_H

#include "lab/report/tables.h"

#include <jansson.h>
#include <stdio.h>

// Fills in the rivals of the tables of these experiments, whose files are `texts`; of what has none nothing.
// `trials` as of tables_make.
bool rivals_judge(Tables *tables, Store *store, const Experiment experiments[], char *const texts[],
                  int count, int trials, Status *status);

// "as many agree with order=killer (3 of 4); fewer with none (0 of 4); not run: order=history". Nothing where
// there are no rivals.
void rivals_sentence(const Table *table, Text *out);
void rivals_text(FILE *out, const Table *table);             // the same below a table
void rivals_summary_text(const Tables *tables, FILE *out);   // all tables of a kind together
// Adds an object for each; `number`: of the table in its experiment, from 1.
void rivals_json(const Table *table, int number, json_t *list);

#endif
