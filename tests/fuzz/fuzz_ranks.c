// Any bytes as the manifest of a build by ranks, as they are and with the checksum that they should end in:
// refused, or numbers within their bounds.
#include "fuzz.h"
#include "retro/dbfile_head.h"
#include "retro/ranks/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_LINE = 17 };

static bool manifest_check(const char *text, size_t size)
{
    static PartsManifest m;
    if (!parts_manifest_parse(&m, text, size)) return false;
    fuzz_require(m.ranks >= 1 && m.ranks <= RANKS_MAX && m.round <= UINT8_MAX, "numbers are within bounds");
    fuzz_require(memchr(text, 0, size) == NULL && text[size - 1] == '\n', "it is all text");
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + SUM_LINE + 1);
    fuzz_require(text != NULL, "memory");
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    // A changed byte is not taken: what is whole is so by its checksum.
    if (manifest_check(text, size)) {
        text[size / 2] ^= 1;
        fuzz_require(!manifest_check(text, size), "a changed byte is refused");
        text[size / 2] ^= 1;
    }
    snprintf(text + size, SUM_LINE + 1, "%016" PRIx64 "\n", (uint64_t)XXH3_64bits(text, size));
    manifest_check(text, size + SUM_LINE);
    free(text);
    return 0;
}
