// naive.c - what the naive games share: reading options and weights from a spec.
#include "naive.h"

#include <stdlib.h>
#include <string.h>

// Where the text of an option begins, or NULL.
static const char *option_find(const char *spec, const char *key)
{
    const size_t length = strlen(key);
    const char  *from   = NULL;
    for (const char *at = spec; (at = strstr(at, key)) != NULL; at += length)
        if (at > spec && (at[-1] == ':' || at[-1] == ',') && at[length] == '=') from = at + length + 1;
    return from;
}

const char *naive_option(const char *spec, const char *key, const char *fallback, char out[64])
{
    const char *const found = option_find(spec, key), *const from = found != NULL ? found : fallback;
    size_t n = strcspn(from, ",");
    if (n > 63) n = 63;
    memcpy(out, from, n);
    out[n] = 0;
    return out;
}

void naive_weights(const char *spec, const int fallback[], int count, int out[])
{
    const char *at = option_find(spec, "weights");
    for (int i = 0; i < count; i++) {
        out[i] = at != NULL ? atoi(at) : fallback[i];
        if (at == NULL) continue;
        at += strcspn(at, "/,");
        if (*at == '/') at++;
    }
}
