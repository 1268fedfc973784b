// Any text as a file of vouches: refused with one line, or vouches that can have been written. With right
// sums put in, to come further. And as a file of what tools/same_code compared.
#include "fuzz.h"
#include "lab/kept/same_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read(const char *text, size_t size)
{
    Vouches vouches;
    Status  status = {0};
    if (!vouches_parse(&vouches, text, size, "vouched.json", &status)) {
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
        fuzz_require(vouches.count == 0, "and no vouches");
        return;
    }
    for (int i = 0; i < vouches.count; i++) {
        const Vouch *const v = &vouches.list[i], *chain[VOUCH_CHAIN_MAX];
        fuzz_require(vouch_is_enough(v) && v->trials <= v->trials_all, "enough was run again");
        fuzz_require(!vouch_is_by_code(v) || (v->trials == 0 && vouch_hash_valid(v->hash)),
                     "or the same code");
        fuzz_require(strlen(v->from) == 16 && strlen(v->to) == 16, "two digests");
        fuzz_require(vouch_chain(&vouches, v->from, v->to, NULL, chain) == 1, "a vouch is a chain of one");
        fuzz_require(i == 0 || strcmp(v[-1].game, v->game) <= 0, "they are in order");
    }
    vouches_close(&vouches);
}

// The fields in the order in which they are summed up, as the texts that are.
static void sum_set(json_t *vouch)
{
    static const char *const keys[] = {
        "game",  "from",     "to",        "commits", "commit",      "date",    "compiler",
        "flags", "machine",  "code",      "hash",    "except",      "trials",  "trials_all",
        "rows",  "rows_all", "rows_left", "seed",    "engine_rows", "objects", "functions"};
    uint64_t sum = 4;
    char     text[24];
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const json_t *const value = json_object_get(vouch, keys[i]);
        if (value == NULL) continue;
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
        sum = store_sum_text(sum, json_is_string(value) ? json_string_value(value) : text);
    }
    snprintf(text, sizeof text, "%016llx", (unsigned long long)sum);
    json_object_set_new(vouch, "sum", json_string(text));
}

static void read_summed(const char *text, size_t size)
{
    json_t *const       json = json_loadb(text, size, 0, NULL);
    const json_t *const list = json_object_get(json, "vouches");
    json_t             *one;
    size_t              i;
    json_array_foreach(list, i, one) if (json_is_object(one)) sum_set(one);
    char *const summed = json == NULL ? NULL : json_dumps(json, 0);
    if (summed != NULL) read(summed, strlen(summed));
    free(summed);
    json_decref(json);
}

static void read_same_code(const char *text, size_t size)
{
    static SameCode code;
    Status          status = {0};
    if (!same_code_parse(&code, text, size, "same.json", &status)) {
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
        fuzz_require(code.count == 0, "and no games");
        return;
    }
    fuzz_require(code.count >= 1 && code.count <= SAME_CODE_GAMES_MAX, "there are games");
    for (int i = 0; i < code.count; i++) {
        Vouch vouch;
        same_code_vouch(&code, &code.games[i], &vouch);
        fuzz_require(vouch_is_by_code(&vouch), "each makes a vouch by its code");
        fuzz_require(vouch_is_enough(&vouch) == code.games[i].same, "which is enough when it is the same");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read((const char *)data, size);
    read_summed((const char *)data, size);
    read_same_code((const char *)data, size);
    return 0;
}
