// status.h - how a function says that outside input was wrong.
//
// Functions that take outside input return bool and fill a Status with one line a person can act on: the bad
// word and what was expected. Programmer errors assert instead.
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <stdbool.h>

enum { STATUS_TEXT_MAX = 400 };

typedef struct Status {
    char text[STATUS_TEXT_MAX];   // one line without a final newline; "" when nothing went wrong
} Status;

// Writes the message and returns false, so that a parser can say `return status_fail(status, ...)`.
bool status_fail(Status *status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Puts "prefix: " before the message that is there; returns false.
bool status_prefix(Status *status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
