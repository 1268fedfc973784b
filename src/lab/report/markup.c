#include "lab/report/markup.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const char DASH[] = "\u2013", MINUS[] = "\u2212", UNKNOWN[] = "\uFFFD", ELLIPSIS[] = "\u2026";

// How many bytes the character at `at` has; 0 when it is not one of UTF-8 that XML allows.
static int character_length(const unsigned char *at)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (at[0] < 0x80) return 1;
    const int n    = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    uint32_t  code = at[0] & (0xffu >> (n + 1));
    if (at[0] < 0xc2 || at[0] > 0xf4) return 0;
    for (int i = 1; i < n; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (at[i] & 0x3fu);
    }
    const bool legal = code >= least[n] && code <= 0x10ffff && (code & 0xfffff800u) != 0xd800 &&
                       (code & 0xfffe) != 0xfffe;
    return !legal ? 0 : code < 0xa0 ? -n : n;   // negative: a control character
}

// Takes the next character from *text: its bytes, or what stands for them.
static const char *character_next(const char **text, int *length)
{
    const unsigned char *const at = (const unsigned char *)*text;
    const int                  n  = character_length(at);
    *text += n == 0 ? 1 : n < 0 ? -n : n;
    *length = n > 0 ? n : n < 0 ? 1 : (int)sizeof UNKNOWN - 1;
    if (n == 0) return UNKNOWN;
    if (n > 1) return (const char *)at;
    return n < 0 || at[0] < ' ' || at[0] == 127 ? " " : (const char *)at;
}

void markup_html(FILE *out, const char *text)
{
    while (*text) {
        int               n;
        const char *const c = character_next(&text, &n);
        switch (*c) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: fwrite(c, 1, (size_t)n, out);
        }
    }
}

static int characters_count(const char *text)
{
    int count = 0;
    for (int n; *text; count++) character_next(&text, &n);
    return count;
}

void markup_gnuplot(FILE *out, const char *text, int characters)
{
    const int show = characters_count(text) > characters ? characters - 1 : characters;
    fputc('\'', out);
    for (int i = 0; i < show && *text; i++) {
        int               n;
        const char *const c = character_next(&text, &n);
        if (*c == '\'')
            // At its beginning gnuplot takes two quotes for a whole text.
            fputs(i == 0 ? "\u2019" : "''", out);
        else fwrite(c, 1, (size_t)n, out);
    }
    fprintf(out, "%s'", *text ? ELLIPSIS : "");
}

void markup_number(Text *out, double x, int decimals)
{
    char digits[400];
    if (!isfinite(x)) {
        text_add(out, "%s", DASH);
        return;
    }
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(x));
    const int whole = (int)strspn(digits, "0123456789");
    if (x < 0 && strspn(digits, "0.") != strlen(digits)) text_add(out, "%s", MINUS);
    for (int i = 0; i < whole; i++) {
        text_char(out, digits[i]);
        if (i + 1 < whole && (whole - i - 1) % 3 == 0) text_char(out, ',');
    }
    text_add(out, "%s", digits + whole);
}

void markup_chance(Text *out, double p)
{
    if (p < 0.00005) text_add(out, "<0.0001");
    else markup_number(out, p, 4);
}

void markup_slug(const char *text, char *out, size_t room)
{
    size_t used = 0;
    for (; *text && used + 1 < room; text++)
        if (islower((unsigned char)*text) || isdigit((unsigned char)*text) || *text == '-')
            out[used++] = *text;
    out[used] = 0;
}
