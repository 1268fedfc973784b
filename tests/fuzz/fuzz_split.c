// Any bytes as the list of the pieces of a database, as they are and with the checksum that they should end
// in: refused, or pieces that add up.
#include "fuzz.h"
#include "retro/dbfile_head.h"
#include "retro/split/dbfile_split.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_LINE = 17 };

static void list_check(const char *text, size_t size)
{
    static SplitList list;
    uint64_t         sum = 0;
    if (!split_list_parse(&list, text, size)) return;
    fuzz_require(list.pieces >= 1 && list.pieces <= SPLIT_PIECES_MAX, "pieces are within bounds");
    for (int i = 0; i < list.pieces; i++) {
        fuzz_require(strlen(list.path[i]) > 0 && strchr(list.path[i], '\n') == NULL, "a piece has a path");
        fuzz_require(sum % SPLIT_UNIT == 0, "a piece begins where a page does");
        sum += list.bytes[i];
    }
    fuzz_require(sum == list.size, "pieces add up");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + SUM_LINE + 1);
    fuzz_require(text != NULL, "memory");
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    list_check(text, size);
    snprintf(text + size, SUM_LINE + 1, "%016" PRIx64 "\n", (uint64_t)XXH3_64bits(text, size));
    list_check(text, size + SUM_LINE);
    free(text);
    return 0;
}
