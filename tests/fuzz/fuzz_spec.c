// Any text as the spec of a game: opened, or refused with one line.
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char    text[1024];
    Variant v;
    Status  status = {0};
    fuzz_text(data, size, text, sizeof text);
    if (!variant_open(&v, text, &status)) {
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
        return 0;
    }
    AnyState s;
    Move     moves[GAME_MOVES_MAX];
    variant_setup(&v, &s);
    fuzz_require(v.game->generate(v.rules, &s, moves) > 0, "a starting position has moves");
    variant_close(&v);
    return 0;
}
