// text.h - building bounded text and reading small pieces of it.
//
// A Text is a caller's buffer that is always terminated and never overflows: what does not fit is dropped and
// remembered in `cut`. No allocation.
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { TEXT_MAX = 512 };   // enough for every position and every move of every game

typedef struct Text {
    char  *start;
    size_t used, size;
    bool   cut;
} Text;

Text text_on(char *buffer, size_t size);
void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_char(Text *text, char c);

// Reads a decimal number without sign or spaces at *at, at most `max`, and moves *at after it.
bool text_number(const char **at, long max, long *out);

// The whole of `text` as a decimal number between min and max (a leading '-' is read). False when it is
// anything else.
bool text_whole_number(const char *text, long min, long max, long *out);

// Equal but for the case of ASCII letters.
bool text_same(const char *a, const char *b);

// How many single-character changes, insertions and deletions lead from a to b, for "did you mean". Both
// below 64 characters.
int text_distance(const char *a, const char *b);

#endif
