// say.h - lines to the other side, from several threads, one at a time.
#ifndef PROTOCOLS_SAY_H
#define PROTOCOLS_SAY_H

#include "base/threads.h"

// Takes a line without its end. Never called by two threads at the same time.
typedef void SayLine(void *context, const char *line);

typedef struct Say {
    SayLine *line;
    void    *context;
    Mutex    lock;
} Say;

void say_open(Say *say, SayLine *line, void *context);
void say_close(Say *say);

// One line, as printf without the newline, at most 4095 characters. Words of the other side come back in
// messages: whatever is not printable ASCII becomes '?'.
void say_line(Say *say, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A text of any length as it is; it may hold line ends.
void say_text(Say *say, const char *text);

#endif
