#include "base/status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Outside text quoted in a message may hold control characters, which must not reach a terminal; every legal
// word is plain ASCII.
static void clean(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 127) *text = '?';
}

static bool fail(Status *status, StatusKind kind, const char *format, va_list arguments)
{
    assert(status != NULL && format != NULL);
    vsnprintf(status->text, sizeof status->text, format, arguments);
    clean(status->text);
    status->kind = kind;
    return false;
}

void status_clear(Status *status) { *status = (Status){.kind = STATUS_INPUT}; }

bool status_fail(Status *status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(status, STATUS_INPUT, format, arguments);
    va_end(arguments);
    return false;
}

bool status_fail_system(Status *status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(status, STATUS_SYSTEM, format, arguments);
    va_end(arguments);
    return false;
}

bool status_prefix(Status *status, const char *format, ...)
{
    char    text[STATUS_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    clean(text);

    char whole[2 * STATUS_TEXT_MAX + 2];
    snprintf(whole, sizeof whole, "%s: %s", text, status->text);
    whole[STATUS_TEXT_MAX - 1] = 0;
    memcpy(status->text, whole, STATUS_TEXT_MAX);
    return false;
}

int status_exit_code(const Status *status)
{
    assert(status->text[0] != 0 && (status->kind == STATUS_INPUT || status->kind == STATUS_SYSTEM));
    return status->kind == STATUS_SYSTEM ? 1 : 2;
}
