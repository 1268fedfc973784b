// papers.h - the papers whose tables the laboratory repeats (papers.json), and the tables that they print
// (published.json), 26 of them: what `lab list`, `lab show` and the page cite.
#ifndef LAB_PAPERS_H
#define LAB_PAPERS_H

#include "base/status.h"
#include "base/text.h"

#include <jansson.h>

// All papers, as papers.json has them; NULL, with status, when they cannot be read. For json_decref.
json_t *papers_load(Status *status);

const json_t *paper_find(const json_t *papers, const char *key);   // NULL when there is none

// "Spencer Polk and B. John Oommen: Title. Venue, 2015. doi:10..."
void paper_cite(const json_t *paper, Text *out);
// "Polk and Oommen 2015": for a narrow place.
void paper_cite_short(const json_t *paper, Text *out);

// A printed table. An experiment that has the name repeats it: `paper` and its number, history-ads-1.
typedef struct PrintedTable {
    const char *paper, *game;   // as published.json has them
    char        table[16];      // "I", also where published.json has it in parts ("I, depth 5")
    char        experiment[64];
} PrintedTable;

enum { PRINTED_TABLES_MAX = 64 };

// Every printed table once, in the order of published.json; returns how many. The texts are `published`'s.
int printed_tables(const json_t *published, PrintedTable out[PRINTED_TABLES_MAX]);

#endif
