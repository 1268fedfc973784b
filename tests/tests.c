#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

Variant test_open(const char *spec)
{
    Variant v;
    Status  status;
    ck_assert_msg(variant_open(&v, spec, &status), "%s", status.text);
    return v;
}

int test_amount(int quick, int many) { return getenv("POLLARD_LONG") != NULL ? many : quick; }

const char *test_data(const char *file, char path[256])
{
    const char *const root = getenv("POLLARD_ROOT");
    snprintf(path, 256, "%s/tests/data/%s", root != NULL ? root : ".", file);
    return path;
}
