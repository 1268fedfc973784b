// chosen_report.h - what a report says about conventions that were chosen after looking at print
// (lab/kinds/chosen.h).
#ifndef LAB_REPORT_CHOSEN_REPORT_H
#define LAB_REPORT_CHOSEN_REPORT_H

#include "lab/report/tables.h"

#include <jansson.h>
#include <stdio.h>

enum { CHOSEN_SENTENCE_MAX = 4 * TEXT_MAX };

// Comparisons with print by what is known of their conventions.
typedef enum { CHOSEN_USED, CHOSEN_NOT_USED, CHOSEN_NOT_SAID, CHOSEN_GROUPS } ChosenGroup;

typedef struct ChosenCounts {
    int compared[CHOSEN_GROUPS], agree[CHOSEN_GROUPS];   // cells that have a verdict; that agree
} ChosenCounts;

ChosenCounts chosen_count(const Tables *tables);

// "chosen on: 20 of 22 agree; not used to choose: 14 of 29 agree (space-and-depth 14 of 14, abalone 0 of
// 15)", a line; nothing where no comparison was
// made or no experiment says what was chosen. The second as a paragraph.
void chosen_summary_text(const Tables *tables, FILE *out);
void chosen_summary_html(const Tables *tables, FILE *out);

// A sentence about one table; "" where its experiment does not say.
void chosen_sentence(const Table *table, Text *out);

json_t *chosen_summary_json(
    const Tables *tables);   // {used: {agree, compared}, not_used: ..., not_said: ...}
json_t *chosen_json(const Experiment *experiment);   // null where the experiment does not say

#endif
