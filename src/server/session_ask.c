#include "server/session_ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_one_of(const char *word, const char *const list[])
{
    for (int i = 0; list[i] != NULL; i++)
        if (strcmp(word, list[i]) == 0) return true;
    return false;
}

static bool ask_check(const json_t *ask, AskFacts *facts, Status *status)
{
    static const char *const searches[] = {"think", "values", "analyse", "perft", NULL};
    const char *const        what       = json_string_value(json_object_get(ask, "do"));
    *facts                              = (AskFacts){0};
    if (what == NULL) return status_fail(status, "expected {\"do\": REQUEST, ...}");
    facts->search    = is_one_of(what, searches);
    facts->unlimited = strcmp(what, "analyse") == 0 || json_is_true(json_object_get(ask, "infinite"));
    return true;
}

static json_t *body_read(const char *body, size_t size, Status *status)
{
    json_error_t  error;
    json_t *const json = json_loadb(body != NULL ? body : "", size, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL) status_fail(status, "not JSON: column %d: %s", error.column, error.text);
    return json;
}

json_t *session_ask_read(const char *body, size_t size, AskFacts *facts, Status *status)
{
    json_t *const ask = body_read(body, size, status);
    if (ask == NULL) return NULL;
    if (json_is_object(ask) ? ask_check(ask, facts, status)
                            : status_fail(status, "expected an object, {\"do\": REQUEST, ...}"))
        return ask;
    json_decref(ask);
    return NULL;
}

// The body that opens a session.

static bool first_check(const json_t *ask, Status *status)
{
    AskFacts facts;
    if (!json_is_object(ask))
        return status_fail(status, "expected objects in \"ask\", {\"do\": REQUEST, ...}");
    if (!ask_check(ask, &facts, status)) return false;
    return !facts.search || status_fail(status, "a session cannot be opened with a search");
}

static bool keys_check(json_t *json, Status *status)
{
    for (void *at = json_object_iter(json); at != NULL; at = json_object_iter_next(json, at)) {
        const char *const   key   = json_object_iter_key(at);
        const json_t *const value = json_object_iter_value(at);
        if (strcmp(key, "about") == 0 ? !json_is_boolean(value)
                                      : strcmp(key, "ask") != 0 || !json_is_array(value))
            return status_fail(status, "expected {\"about\": true or false, \"ask\": [REQUEST, ...]}");
    }
    return true;
}

static bool open_check(json_t *json, Status *status)
{
    if (!json_is_object(json)) return status_fail(status, "expected an object, {}");
    if (!keys_check(json, status)) return false;
    const json_t *const list = json_object_get(json, "ask");
    if (json_array_size(list) > ASK_FIRST_MAX)
        return status_fail(status, "a session is opened with at most %d requests", ASK_FIRST_MAX);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!first_check(json_array_get(list, i), status)) return false;
    return true;
}

// A text of JSON has no line ends of its own.
static bool lines_write(const json_t *list, FILE *out)
{
    bool good = true;
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (i > 0) good &= fputc('\n', out) != EOF;
        good &= json_dumpf(json_array_get(list, i), out, JSON_COMPACT) == 0;
    }
    return good;
}

static bool lines_make(const json_t *list, OpenAsk *ask, Status *status)
{
    size_t size;
    if (json_array_size(list) == 0) return true;
    FILE *const out  = open_memstream(&ask->lines, &size);
    bool        good = out != NULL && lines_write(list, out);
    if (out != NULL) good &= fclose(out) == 0;
    if (good) return true;
    free(ask->lines);
    ask->lines = NULL;
    return status_fail_system(status, "out of memory for a request");
}

bool session_open_read(const char *body, size_t size, OpenAsk *ask, Status *status)
{
    json_t *const json = body_read(body, size, status);
    if (json == NULL) return false;
    *ask            = (OpenAsk){.about = json_is_true(json_object_get(json, "about"))};
    const bool good = open_check(json, status) && lines_make(json_object_get(json, "ask"), ask, status);
    json_decref(json);
    return good;
}
