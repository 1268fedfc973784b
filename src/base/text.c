#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

Text text_on(char *buffer, size_t size)
{
    assert(size > 0);
    buffer[0] = 0;
    return (Text){.start = buffer, .size = size};
}

void text_add(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(text->start + text->used, text->size - text->used, format, arguments);
    va_end(arguments);
    assert(n >= 0);
    if ((size_t)n < text->size - text->used) {
        text->used += (size_t)n;
    } else {
        text->used = text->size - 1;
        text->cut  = true;
    }
}

void text_char(Text *text, char c)
{
    assert(text->used < text->size);
    if (text->used + 1 >= text->size) {
        text->cut = true;
        return;
    }
    text->start[text->used++] = c;
    text->start[text->used]   = 0;
}

bool text_number(const char **at, long max, long *out)
{
    const char *p = *at;
    long        n = 0;
    if (!isdigit((unsigned char)*p)) return false;
    for (; isdigit((unsigned char)*p); p++) {
        const int digit = *p - '0';
        if (n > (max - digit) / 10) return false;
        n = 10 * n + digit;
        if (n > max) return false;
    }
    *at  = p;
    *out = n;
    return true;
}

bool text_whole_number(const char *text, long min, long max, long *out)
{
    assert(min <= max);
    const bool  negative = text[0] == '-';
    const char *at       = text + negative;
    long        n;
    if (!text_number(&at, negative ? -min : max, &n) || *at) return false;
    if (negative) n = -n;
    if (n < min || n > max) return false;
    *out = n;
    return true;
}

bool text_same(const char *a, const char *b) { return strcasecmp(a, b) == 0; }

static int least(int a, int b, int c)
{
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

int text_distance(const char *a, const char *b)
{
    enum { LENGTH_MAX = 64 };
    const int m = (int)strnlen(a, LENGTH_MAX - 1), n = (int)strnlen(b, LENGTH_MAX - 1);
    int       row[LENGTH_MAX];
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; i <= m; i++) {
        int diagonal = row[0];
        row[0]       = i;
        for (int j = 1; j <= n; j++) {
            const int  above = row[j];
            const bool same  = tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1]);
            row[j]           = least(above + 1, row[j - 1] + 1, diagonal + !same);
            diagonal         = above;
        }
    }
    return row[n];
}
