// json_write.h - values for JSON that is written.
#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include <jansson.h>
#include <stdint.h>

// An integer; a string beyond what JSON readers keep exactly (2^53).
json_t *json_count(uint64_t n);

#endif
