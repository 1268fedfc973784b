// published.h - the printed figures that the program carries (published.json): tables by paper and number.
#ifndef LAB_PUBLISHED_H
#define LAB_PUBLISHED_H

#include "base/status.h"

#include <jansson.h>

// All of them; NULL, with status, when they cannot be read. To be released with json_decref.
json_t *published_load(Status *status);

// One table; NULL when there is none.
const json_t *published_table(const json_t *published, const char *paper, const char *table);

// Does what an experiment says of `paper` and `table` name such a table, or nothing at all?
bool published_check(const json_t *published, const char *paper, const char *table, Status *status);

#endif
