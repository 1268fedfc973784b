// status.h - how a function says that something from outside went wrong.
//
// Functions that take outside input or use the system return bool and fill a Status with one line a person
// can act on: the bad word and what was expected, or the file and why the system refused it. Programmer
// errors assert instead.
//
// A failure is of one of two kinds, because programs that call this one must tell them apart. Wrong input is
// what its author can put right: a bad word, a named file that does not exist, is not a regular file or says
// something wrong; the command ends with 2. A system failure is everything else: no memory, no space, no
// permission, an output that cannot be written, a file that another process holds, damage to files that this
// program made for itself (databases, results, unfinished builds); the command ends with 1. The kind is set
// where the message is made.
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <stdbool.h>

enum { STATUS_TEXT_MAX = 400 };

typedef enum StatusKind { STATUS_INPUT, STATUS_SYSTEM } StatusKind;

typedef struct Status {
    char       text[STATUS_TEXT_MAX];   // one line without a final newline; "" when nothing went wrong
    StatusKind kind;                    // of the failure that `text` describes
} Status;

// Nothing went wrong so far.
void status_clear(Status *status);

// Writes the message and returns false, so that a parser can say `return status_fail(status, ...)`. The first
// is for wrong input, the second for a failure of the system.
bool status_fail(Status *status, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool status_fail_system(Status *status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Puts "prefix: " before the message that is there, whose kind stays; returns false.
bool status_prefix(Status *status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// What a command that ends with this failure returns: 2 for wrong input, 1 for a failure of the system.
int status_exit_code(const Status *status);

#endif
