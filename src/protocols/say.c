#include "protocols/say.h"

#include <stdarg.h>
#include <stdio.h>

void say_open(Say *say, SayLine *line, void *context)
{
    say->line = line, say->context = context;
    mutex_open(&say->lock);
}

void say_close(Say *say) { mutex_close(&say->lock); }

void say_text(Say *say, const char *text)
{
    mutex_lock(&say->lock);
    say->line(say->context, text);
    mutex_unlock(&say->lock);
}

void say_line(Say *say, const char *format, ...)
{
    char    line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *c = line; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';
    say_text(say, line);
}
