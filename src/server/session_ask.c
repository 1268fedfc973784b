#include "server/session_ask.h"

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

json_t *session_ask_read(const char *body, size_t size, AskFacts *facts, Status *status)
{
    json_error_t  error;
    json_t *const ask = json_loadb(body != NULL ? body : "", size, JSON_REJECT_DUPLICATES, &error);
    if (ask == NULL) return status_fail(status, "not JSON: column %d: %s", error.column, error.text), NULL;
    if (json_is_object(ask) ? ask_check(ask, facts, status)
                            : status_fail(status, "expected an object, {\"do\": REQUEST, ...}"))
        return ask;
    json_decref(ask);
    return NULL;
}
