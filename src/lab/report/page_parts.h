// page_parts.h - the parts of the page. Only for page*.c and for the kinds, which write what stands around
// their tables.
#ifndef LAB_REPORT_PAGE_PARTS_H
#define LAB_REPORT_PAGE_PARTS_H

#include "lab/kinds/kind.h"
#include "lab/report/markup.h"

extern const char page_style[];   // the style sheet: report/page.css, embedded

// The last thing in a box that scrolls sideways; the style sheet shows it where there is something to scroll.
extern const char page_scroll_hint[];

// One table: heading, protocol, numbers, players. `number` makes its anchor.
void page_table(FILE *out, const Table *table, int number);

// An item of the protocol, a name and a text, which is escaped; the second as something to type.
void page_item(FILE *out, const char *name, const char *text);
void page_item_code(FILE *out, const char *name, const char *text);
void page_code(FILE *out, const char *before, const char *text);   // `before` as it is, then text to type

// The verdicts with what they mean, and how often each was given.
void page_verdicts(FILE *out, const ExperimentKind *kind, const int counts[]);

#endif
