#include "base/json_write.h"

#include <inttypes.h>
#include <stdio.h>

json_t *json_count(uint64_t n)
{
    if (n < (UINT64_C(1) << 53)) return json_integer((json_int_t)n);
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, n);
    return json_string(text);
}
