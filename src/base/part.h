// part.h - a part of numbered work, "I/N": N parts together are the whole, and no two share anything. What
// belongs to a part depends on its number alone, so that parts can be run anywhere, in any order, again.
#ifndef BASE_PART_H
#define BASE_PART_H

#include "base/status.h"

#include <stdint.h>

enum { PARTS_MAX = 10000 };

// number 1 ... count; count 0: the whole.
typedef struct Part {
    int number, count;
} Part;

// "2/3".
bool part_read(Part *part, const char *text, Status *status);
// "2/3", or "all".
void part_format(Part part, char out[24]);
bool part_has(Part part, uint64_t number);

#endif
