// markup.h - text from outside made safe for HTML, SVG and gnuplot, and numbers as people read them.
//
// Control characters become spaces and bytes that are not UTF-8 become U+FFFD: what is written is always
// well-formed text of one line.
#ifndef LAB_REPORT_MARKUP_H
#define LAB_REPORT_MARKUP_H

#include "base/text.h"

#include <stdio.h>

void markup_html(FILE *out, const char *text);   // for an element or an attribute in quotes

// A literal of gnuplot: in single quotes, where nothing but the quote itself means anything. Longer than
// `characters`: cut, with an ellipsis.
void markup_gnuplot(FILE *out, const char *text, int characters);

// 12,345.6, with a minus sign; a dash for NaN and infinities. At most 15 digits are exact.
void markup_number(Text *out, double x, int decimals);

// A chance: four decimals, or "<0.0001"; a dash for NaN. Not escaped.
void markup_chance(Text *out, double p);

// Small letters, digits and dashes of `text`, for file names; others are left out. At most `room` - 1
// characters.
void markup_slug(const char *text, char *out, size_t room);

#endif
