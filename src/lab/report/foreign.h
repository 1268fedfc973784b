// foreign.h - rows that another program made, in words: which were left aside, which were accepted or vouched
// for.
#ifndef LAB_REPORT_FOREIGN_H
#define LAB_REPORT_FOREIGN_H

#include "lab/store.h"

#include <jansson.h>

enum { FOREIGN_LINE_MAX = 4 * TEXT_MAX };

// A sentence without its full stop, naming both digests; room for FOREIGN_LINE_MAX.
void foreign_format(const StoreForeign *foreign, Text *out);

// [{game, digest, commit, own, rows, accepted, vouched}]
json_t *foreign_json(const StoreForeign list[], int count);

#endif
