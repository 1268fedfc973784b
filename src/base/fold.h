// fold.h - text for a terminal: columns instead of bytes, and lines that are not too long for it.
#ifndef BASE_FOLD_H
#define BASE_FOLD_H

#include <stdio.h>

enum { FOLD_COLUMNS = 100 };   // a line is at most this wide

// How many columns the first `bytes` of a text in UTF-8 take, at one column a character.
int fold_width(const char *text, int bytes);

// Writes `text` over lines of at most FOLD_COLUMNS columns, broken at spaces (a word that no line holds,
// after a comma), and ends the last one. The first line has `used` columns already, the others begin at
// `indent`.
void fold_print(FILE *out, const char *text, int used, int indent);

#endif
