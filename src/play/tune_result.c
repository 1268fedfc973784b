#include "play/tune_result.h"
#include "base/file.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char *const known[TUNE_RESULT_KEYS_MAX] = {"eval", "weights", "windows", "regions"};

static bool sum_of(const json_t *body, char out[24])
{
    char *const text = json_dumps(body, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(12));
    if (text == NULL) return false;
    snprintf(out, 24, "%016" PRIx64, (uint64_t)XXH3_64bits(text, strlen(text)));
    free(text);
    return true;
}

// What the sum is of.
static json_t *body_make(const char *game, json_t *keys, json_t *about)
{
    return json_pack("{s:i, s:s, s:O, s:O}", "pollard_tune", TUNE_RESULT_VERSION, "game", game, "keys", keys,
                     "about", about);
}

char *tune_result_text(const TuneResult *tuned, const char *about)
{
    assert(tuned->count >= 0 && tuned->count <= TUNE_RESULT_KEYS_MAX);
    json_t *const keys = json_object(), *const note = json_loads(about, JSON_REJECT_DUPLICATES, NULL);
    for (int i = 0; i < tuned->count; i++)
        json_object_set_new(keys, tuned->keys[i].key, json_string(tuned->keys[i].value));
    json_t *const body = note != NULL ? body_make(tuned->game, keys, note) : NULL;
    char          sum[24], *text = NULL;
    if (body != NULL && sum_of(body, sum) && json_object_set_new(body, "sum", json_string(sum)) == 0)
        text = json_dumps(body, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    json_decref(body);
    json_decref(keys);
    json_decref(note);
    const size_t n    = text != NULL ? strlen(text) : 0;
    char *const  line = text != NULL ? realloc(text, n + 2) : NULL;
    if (line == NULL) return free(text), NULL;
    memcpy(line + n, "\n", 2);
    return line;
}

// A word that a spec can hold.
static bool word_good(const char *word)
{
    return word != NULL && *word && strlen(word) < SPEC_WORD_MAX &&
           strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/+-._:") ==
               strlen(word);
}

static bool keys_read(TuneResult *tuned, json_t *keys, Status *status)
{
    const char *key;
    json_t     *value;
    json_object_foreach(keys, key, value)
    {
        int i = 0;
        while (i < TUNE_RESULT_KEYS_MAX && strcmp(known[i], key) != 0) i++;
        if (i == TUNE_RESULT_KEYS_MAX)
            return status_fail(status, "unknown key '%.40s'; expected eval, weights, windows or regions",
                               key);
        if (!word_good(json_string_value(value))) return status_fail(status, "'%s': expected a word", key);
        Setting *const setting = &tuned->keys[tuned->count++];
        snprintf(setting->key, sizeof setting->key, "%s", key);
        snprintf(setting->value, sizeof setting->value, "%s", json_string_value(value));
    }
    return tuned->count > 0 || status_fail(status, "'keys' is empty");
}

static bool result_read(TuneResult *tuned, json_t *json, Status *status)
{
    int          version = 0;
    const char  *game, *sum;
    json_t      *keys, *about;
    json_error_t error;
    char         right[24];
    if (json_unpack(json, "{s:i}", "pollard_tune", &version) != 0)
        return status_fail(status, "not a `pollard tune` result file");
    if (version != TUNE_RESULT_VERSION)
        return status_fail(status, "a result of version %d; this program reads version %d", version,
                           TUNE_RESULT_VERSION);
    if (json_unpack_ex(json, &error, JSON_STRICT, "{s:i, s:s, s:o, s:o, s:s}", "pollard_tune", &version,
                       "game", &game, "keys", &keys, "about", &about, "sum", &sum) != 0)
        return status_fail(status, "not a `pollard tune` result file: %s", error.text);
    if (!json_is_object(keys) || !json_is_object(about) || strlen(game) >= sizeof tuned->game)
        return status_fail(status, "not a `pollard tune` result file: a value is out of range");
    json_t *const body = body_make(game, keys, about);
    const bool    same = body != NULL && sum_of(body, right) && strcmp(sum, right) == 0;
    json_decref(body);
    if (!same) return status_fail(status, "its checksum is wrong: it was damaged or changed");
    snprintf(tuned->game, sizeof tuned->game, "%s", game);
    return keys_read(tuned, keys, status);
}

bool tune_result_parse(TuneResult *tuned, const char *text, size_t size, Status *status)
{
    json_error_t  error;
    json_t *const json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    memset(tuned, 0, sizeof *tuned);
    const bool good = json_is_object(json)
                        ? result_read(tuned, json, status)
                        : status_fail(status, "not a `pollard tune` result file; expected a JSON object");
    json_decref(json);
    return good;
}

bool tune_result_write(const TuneResult *tuned, const char *about, const char *path, Status *status)
{
    char *const text = tune_result_text(tuned, about);
    if (text == NULL) return status_fail_system(status, "out of memory for '%.80s'", path);
    const bool good = file_write(path, text, strlen(text), status);
    free(text);
    return good;
}

bool tune_result_read(TuneResult *tuned, const char *path, Status *status)
{
    size_t      size;
    char *const text = file_read(path, TUNE_RESULT_SIZE_MAX, &size, status);
    const bool  good = text != NULL && tune_result_parse(tuned, text, size, status);
    free(text);
    return good || status_prefix(status, "with=%.80s", path);
}

static bool same_game(const TuneResult *tuned, const Variant *v)
{
    const size_t n = strcspn(tuned->game, ":");
    return strlen(v->game->name) == n && strncmp(tuned->game, v->game->name, n) == 0;
}

static const char *tune_result_key(const TuneResult *tuned, const char *key)
{
    for (int i = 0; i < tuned->count; i++)
        if (strcmp(tuned->keys[i].key, key) == 0) return tuned->keys[i].value;
    return NULL;
}

bool tune_result_fill(Spec *spec, const char *path, const Variant *v, Status *status)
{
    assert(path != NULL && v->game != NULL);
    TuneResult tuned;
    if (!tune_result_read(&tuned, path, status)) return false;
    if (!same_game(&tuned, v))
        return status_fail(status, "with=%.120s: it is for %.80s; expected one for %s", path, tuned.game,
                           v->game->name);
    const char *const chosen = spec_text(spec, "eval"), *const made = tune_result_key(&tuned, "eval");
    const bool other = chosen != NULL && made != NULL && !text_same(chosen, made);
    for (int i = 0; i < tuned.count; i++) {
        if (spec_text(spec, tuned.keys[i].key) != NULL ||
            (other && strcmp(tuned.keys[i].key, "weights") == 0))
            continue;
        if (!spec_put(spec, tuned.keys[i].key, tuned.keys[i].value))
            return status_fail(status, "with=%.120s: more than %d settings", path, SPEC_SETTINGS_MAX);
    }
    return true;
}
