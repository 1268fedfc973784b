#include "base/status.h"

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

bool status_fail(Status *status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(status->text, sizeof status->text, format, arguments);
    va_end(arguments);
    clean(status->text);
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
