// take.h - values out of an experiment's JSON, strictly: the error names the key and what was expected.
#ifndef LAB_TAKE_H
#define LAB_TAKE_H

#include "base/status.h"

#include <jansson.h>

// A text below `room` bytes without control characters.
bool text_take(const json_t *value, const char *key, char *out, size_t room, Status *status);
bool number_take(const json_t *value, const char *key, int min, int max, int *out, Status *status);

#endif
