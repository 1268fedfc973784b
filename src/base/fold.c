#include "base/fold.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

int fold_width(const char *text, int bytes)
{
    int n = 0;
    for (int i = 0; i < bytes; i++) n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

// Bytes of the next word; one that no line of `room` columns holds ends after a comma, if it has one.
static int word_length(const char *text, int room)
{
    const int word = (int)strcspn(text, " ");
    int       cut  = 0;
    if (fold_width(text, word) <= room) return word;
    for (int i = 0; i < word && fold_width(text, i + 1) <= room; i++)
        if (text[i] == ',') cut = i + 1;
    return cut > 0 ? cut : word;
}

void fold_print(FILE *out, const char *text, int used, int indent)
{
    assert(used >= 0 && indent >= 0 && indent < FOLD_COLUMNS);
    bool first  = true;
    int  spaces = 0;   // before the next word
    while (*text) {
        const int word = word_length(text, FOLD_COLUMNS - indent), width = fold_width(text, word);
        if (!first && used + spaces + width > FOLD_COLUMNS) {
            fprintf(out, "\n%*s", indent, "");
            used = indent, spaces = 0;
        }
        fprintf(out, "%*s%.*s", spaces, "", word, text);
        used += spaces + width, first = false;
        text += word;
        spaces = (int)strspn(text, " ");
        text += spaces;
    }
    fputc('\n', out);
}
