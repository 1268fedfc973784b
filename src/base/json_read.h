// json_read.h - values out of an experiment's JSON, strictly: the error names the key and what was expected.
#ifndef BASE_JSON_READ_H
#define BASE_JSON_READ_H

#include "base/status.h"

#include <jansson.h>

// A text below `room` bytes without control characters.
bool json_read_text(const json_t *value, const char *key, char *out, size_t room, Status *status);
bool json_read_int(const json_t *value, const char *key, int min, int max, int *out, Status *status);

#endif
