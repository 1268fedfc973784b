// naive.c - what the naive games share: reading an option from a spec.
#include "naive.h"

#include <string.h>

const char *naive_option(const char *spec, const char *key, const char *fallback, char out[64])
{
    const size_t length = strlen(key);
    const char  *from   = NULL;
    for (const char *at = spec; (at = strstr(at, key)) != NULL; at += length)
        if (at > spec && (at[-1] == ':' || at[-1] == ',') && at[length] == '=') from = at + length + 1;
    if (from == NULL) from = fallback;
    size_t n = strcspn(from, ",");
    if (n > 63) n = 63;
    memcpy(out, from, n);
    out[n] = 0;
    return out;
}
