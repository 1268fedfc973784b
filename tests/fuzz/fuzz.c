#include "fuzz.h"
#include "specs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPECS_MAX = 64 };

const Variant *fuzz_variant(uint8_t choice)
{
    static Variant opened[SPECS_MAX];
    int            count = 0;
    while (test_specs[count] != NULL) count++;
    Variant *const v = &opened[choice % count];
    Status         status;
    if (v->game == NULL)
        fuzz_require(variant_open(v, test_specs[choice % count], &status), "a test spec opens");
    return v;
}

void fuzz_text(const uint8_t *data, size_t size, char *out, size_t out_size)
{
    const size_t n = size < out_size - 1 ? size : out_size - 1;
    memcpy(out, data, n);
    out[n] = 0;
}

void fuzz_require(bool held, const char *promise)
{
    if (held) return;
    fprintf(stderr, "broken: %s\n", promise);
    abort();
}
