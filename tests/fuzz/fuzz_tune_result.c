// Any text as a result of tuning: refused with one line, or keys that a spec can hold. With a right sum put
// in, to come further.
#include "fuzz.h"
#include "play/tune_result.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void read(const char *text, size_t size)
{
    TuneResult tuned;
    Status     status = {0};
    if (!tune_result_parse(&tuned, text, size, &status)) {
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
        return;
    }
    Spec spec = {.name = "alphabeta"}, again;
    char written[1024];
    Text out = text_on(written, sizeof written);
    fuzz_require(tuned.count > 0 && tuned.count <= TUNE_RESULT_KEYS_MAX, "a result has keys");
    for (int i = 0; i < tuned.count; i++)
        fuzz_require(spec_put(&spec, tuned.keys[i].key, tuned.keys[i].value), "a key fits into a spec");
    spec_write(&spec, &out);
    fuzz_require(spec_parse(&again, written, &status) && again.count == spec.count,
                 "the spec is read as written");
}

// The same keys for the same game, summed up.
static void read_summed(const char *text, size_t size)
{
    json_t *const       json  = json_loadb(text, size, 0, NULL);
    const json_t *const keys  = json_object_get(json, "keys");
    const char *const   game  = json_string_value(json_object_get(json, "game"));
    TuneResult          tuned = {0};
    const char         *key;
    json_t             *value;
    if (game != NULL && strlen(game) < sizeof tuned.game) strcpy(tuned.game, game);
    json_object_foreach((json_t *)keys, key, value)
    {
        const char *const word = json_string_value(value);
        if (tuned.count == TUNE_RESULT_KEYS_MAX || word == NULL || strlen(word) >= SPEC_WORD_MAX ||
            strlen(key) >= SPEC_WORD_MAX)
            continue;
        strcpy(tuned.keys[tuned.count].key, key);
        strcpy(tuned.keys[tuned.count++].value, word);
    }
    json_decref(json);
    char *const whole = tune_result_text(&tuned, "{}");
    if (whole != NULL) read(whole, strlen(whole));
    free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read((const char *)data, size);
    read_summed((const char *)data, size);
    return 0;
}
