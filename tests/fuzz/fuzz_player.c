// Any text as a player: refused with one line, or a value that is read as it is written and whose key is its
// own key. Files are left out: with= would read what the text names. So are programs.
#include "fuzz.h"
#include "play/player_type.h"

#include <string.h>

enum { ROOM = SPEC_SETTINGS_MAX * 2 * SPEC_WORD_MAX + 2 * SPEC_PATH_MAX };

static void refused(const Status *status)
{
    fuzz_require(status->text[0] && strchr(status->text, '\n') == NULL, "a refusal has one line");
}

static void read_again(const PlayerSpec *spec, char text[ROOM])
{
    PlayerSpec again;
    Status     status = {0};
    char       second[ROOM];
    Text       out = text_on(text, ROOM), out_again = text_on(second, ROOM);
    player_spec_write(spec, &out);
    fuzz_require(!out.cut && player_spec_parse(&again, text, &status), "a spec is read as it is written");
    player_spec_write(&again, &out_again);
    fuzz_require(again.type == spec->type && strcmp(text, second) == 0, "and written the same");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    char                 text[2048], written[ROOM], key[ROOM], again[ROOM];
    const Variant *const v      = fuzz_variant(data[0]);
    Status               status = {0};
    PlayerSpec           spec;
    fuzz_text(data + 1, size - 1, text, sizeof text);
    if (!player_spec_parse(&spec, text, &status)) return refused(&status), 0;
    read_again(&spec, written);
    if (spec.type->starts_programs) return 0;
    spec.path[0] = 0;
    if (!player_spec_check(&spec, v, false, &status)) return refused(&status), 0;
    if (!player_spec_key(&spec, v, &spec, &status)) return refused(&status), 0;
    read_again(&spec, key);
    fuzz_require(player_spec_check(&spec, v, false, &status), "a key can be played");
    fuzz_require(player_spec_key(&spec, v, &spec, &status), "a key has a key");
    read_again(&spec, again);
    fuzz_require(strcmp(key, again) == 0, "which is itself");
    return 0;
}
