// jsonl_dialogue.h - the JSON protocol spoken with: requests, and their answers parsed. For the suites of it.
#ifndef TESTS_PROTOCOLS_JSONL_DIALOGUE_H
#define TESTS_PROTOCOLS_JSONL_DIALOGUE_H

#include "dialogue.h"
#include "protocols/jsonl/jsonl_inner.h"

#include <string.h>

static Dialogue d;

static inline void start(const char *game) { dialogue_open(&d, &protocol_jsonl, game, "engine"); }

static inline const Record *record(void) { return &((const Jsonl *)d.session)->t.record; }

// The last object that was said, parsed; every line is one.
static inline json_t *last_said(void)
{
    json_t *last = NULL;
    for (const char *at = heard(); *at; at += strcspn(at, "\n") + 1) {
        json_error_t error;
        json_decref(last);
        last = json_loadb(at, strcspn(at, "\n"), 0, &error);
        ck_assert_msg(json_is_object(last), "%s: %s", error.text, at);
    }
    ck_assert_msg(last != NULL, "nothing was said");
    return last;
}

static inline json_t *ask(const char *request)
{
    forget();
    d.protocol->line(d.session, request);
    d.protocol->wait(d.session);
    return last_said();
}

static inline json_t *ask_good(const char *request)
{
    json_t *const answer = ask(request);
    ck_assert_msg(json_is_true(json_object_get(answer, "ok")), "%s: %s", request, heard());
    return answer;
}

static inline void good(const char *request) { json_decref(ask_good(request)); }

static inline void bad(const char *request, const char *word)
{
    json_t *const     answer = ask(request);
    const char *const error  = json_string_value(json_object_get(answer, "error"));
    ck_assert_msg(json_is_false(json_object_get(answer, "ok")) && error != NULL &&
                      strstr(error, word) != NULL,
                  "%s: %s", request, heard());
    json_decref(answer);
}

static inline const char *text_of(const json_t *object, const char *key)
{
    const char *const text = json_string_value(json_object_get(object, key));
    ck_assert_msg(text != NULL, "%s", key);
    return text;
}

static inline json_int_t int_of(const json_t *object, const char *key)
{
    const json_t *const value = json_object_get(object, key);
    ck_assert_msg(json_is_integer(value), "%s", key);
    return json_integer_value(value);
}

static inline void has_fields(const json_t *object, const char *const fields[])
{
    for (; *fields != NULL; fields++)
        ck_assert_msg(json_object_get(object, *fields) != NULL, "%s lacks %s", heard(), *fields);
}

#endif
