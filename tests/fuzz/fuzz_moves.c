// Any text as a list of moves of some game: all played, or refused with one line.
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const Variant *const v = fuzz_variant(data[0]);
    char                 text[2048];
    AnyState             s;
    Status               status = {0};
    variant_setup(v, &s);
    fuzz_text(data + 1, size - 1, text, sizeof text);
    if (!variant_moves_play(v, &s, text, NULL, NULL, &status))
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
    fuzz_require(v->game->hash(v->rules, &s) == v->game->rehash(v->rules, &s), "the hash is right");
    return 0;
}
