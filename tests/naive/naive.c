// naive.c - what the naive games share: reading options and weights from a spec.
#include "naive.h"

#include <stdlib.h>
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

void naive_weights(const char *spec, const int fallback[], int count, int out[])
{
    char        text[64];
    const char *at = naive_option(spec, "weights", "", text);
    for (int i = 0; i < count; i++) {
        out[i] = *text ? atoi(at) : fallback[i];
        at += strcspn(at, "/");
        if (*at) at++;
    }
}
