// kept_inner.h - what writing and reading kept rows share. Only for kept*.c.
#ifndef LAB_KEPT_INNER_H
#define LAB_KEPT_INNER_H

#include "lab/kept/kept.h"

enum { KEPT_FORMAT = 1, KEPT_FIELDS_MAX = STORE_COLUMNS_MAX + 16 };
#define KEPT_NAME         "pollard-rows"
#define KEPT_REGISTRATION "registration"

// A checksum over bytes.
uint64_t kept_sum(uint64_t sum, const char *bytes, size_t size);

#endif
