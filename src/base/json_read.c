#include "base/json_read.h"

#include <assert.h>
#include <string.h>

bool json_read_text(const json_t *value, const char *key, char *out, size_t room, Status *status)
{
    assert(room > 0);
    const char *const text = json_string_value(value);
    if (text == NULL) return status_fail(status, "'%s': expected text in quotes", key);
    if (strlen(text) >= room) return status_fail(status, "'%s': longer than %zu characters", key, room - 1);
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            return status_fail(status, "'%s': expected text without control characters", key);
    memcpy(out, text, strlen(text) + 1);
    return true;
}

bool json_read_int(const json_t *value, const char *key, int min, int max, int *out, Status *status)
{
    assert(min <= max);
    const json_int_t n = json_is_integer(value) ? json_integer_value(value) : (json_int_t)min - 1;
    if (n < min || n > max)
        return status_fail(status, "'%s': expected a whole number from %d to %d", key, min, max);
    *out = (int)n;
    return true;
}
