// page_inner.h - the parts of the page. Only for page*.c.
#ifndef LAB_REPORT_PAGE_INNER_H
#define LAB_REPORT_PAGE_INNER_H

#include "lab/report/markup.h"
#include "lab/report/page.h"

extern const char page_style[];    // the style sheet
extern const char page_method[];   // HTML

const char *page_verdict_class(Verdict v);   // of the style sheet
const char *page_verdict_sign(Verdict v);    // seen without colours

// One table: heading, protocol, numbers, players. `number` makes its anchor.
void page_table(FILE *out, const Table *table, int number);
void page_table_title(FILE *out, const Table *table);

// The same of matches.
const char *page_match_class(MatchVerdict v);
const char *page_match_sign(MatchVerdict v);
void        page_match(FILE *out, const MatchTable *table, int number);
void        page_match_title(FILE *out, const MatchTable *table);

extern const char page_method_matches[];   // HTML

#endif
