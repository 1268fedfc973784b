#include "play/formats/pgn_repair.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Scan {
    char       *text, *at, *end;
    bool        draughts, changed, drawn, words;   // words: the tags are over
    int         depth;                             // of variations
    int         tags;
    const char *tag[FORMAT_TAGS_MAX];
    size_t      tag_size[FORMAT_TAGS_MAX];
} Scan;

static bool ends_word(char c) { return c == 0 || isspace((unsigned char)c) || strchr("{}()[];$", c) != NULL; }

static bool is_one_of(const char *word, size_t n, const char *const list[])
{
    for (; *list != NULL; list++)
        if (strlen(*list) == n && memcmp(*list, word, n) == 0) return true;
    return false;
}

static void blank(Scan *s, char *from, char *to)
{
    for (; from < to; from++)
        if (*from != '\n') *from = ' ';
    s->changed = true;
}

static void skip_until(Scan *s, char c)
{
    while (s->at < s->end && *s->at != c) s->at++;
}

// Tags.

static bool tag_is_known(Scan *s, const char *name, size_t n)
{
    for (int i = 0; i < s->tags; i++)
        if (s->tag_size[i] == n && memcmp(s->tag[i], name, n) == 0) return true;
    if (s->tags < FORMAT_TAGS_MAX) s->tag[s->tags] = name, s->tag_size[s->tags++] = n;
    return false;
}

// At '[': the place after the tag, or the end where it has none.
static void tag_scan(Scan *s)
{
    char *const from = s->at++;
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t')) s->at++;
    const char *const name = s->at;
    while (s->at < s->end && (isalnum((unsigned char)*s->at) || *s->at == '_')) s->at++;
    const size_t n = (size_t)(s->at - name);
    skip_until(s, '"');
    for (s->at += s->at < s->end; s->at < s->end && *s->at != '"'; s->at++)
        s->at += *s->at == '\\' && s->at + 1 < s->end;
    skip_until(s, ']');
    s->at += s->at < s->end;
    if (tag_is_known(s, name, n)) blank(s, from, s->at);
}

// Words.

// Takes `n` characters out of a word: what follows moves up.
static void cut(Scan *s, char *from, size_t n, char *word_end)
{
    memmove(from, from + n, (size_t)(word_end - from) - n);
    blank(s, word_end - n, word_end);
}

// "a8(Q)+" is "a8=Q+": the parenthesis is at the end of the word.
static void promotion_repair(Scan *s, const char *word)
{
    char *const at = s->at;
    const bool  is = at > word && (at[-1] == '8' || at[-1] == '1') && s->end - at >= 3 && at[0] == '(' &&
                    strchr("QRBNqrbn", at[1]) != NULL && at[1] != 0 && at[2] == ')';
    if (!is) return;
    at[0]      = '=';
    s->changed = true;
    for (s->at += 3; s->at < s->end && !ends_word(*s->at);) s->at++;
    cut(s, at + 2, 1, s->at);
}

// "exd6ep", "exd6e.p.+".
static void passant_repair(Scan *s, char *word)
{
    static const char *const forms[] = {"e.p.", "ep"};
    for (int i = 0; i < 2; i++)
        for (char *c = word; c + strlen(forms[i]) <= s->at; c++)
            if (memcmp(c, forms[i], strlen(forms[i])) == 0 && (c == word || isdigit((unsigned char)c[-1])))
                return cut(s, c, strlen(forms[i]), s->at);
}

// "+=", alone or after a move.
static void judgement_repair(Scan *s, char *word)
{
    static const char *const forms[] = {"+/=", "=/+", "+/-", "-/+", "+=", "=+", "+-", "-+", "="};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const size_t n = strlen(forms[i]);
        if ((size_t)(s->at - word) < n || memcmp(s->at - n, forms[i], n) != 0) continue;
        return blank(s, s->at - n, s->at);
    }
}

// True at the result.
static bool word_scan(Scan *s)
{
    static const char *const results[]  = {"*", "1-0", "0-1", "1/2-1/2", NULL};
    static const char *const draughts[] = {"2-0", "0-2", "1-1", NULL};
    char *const              word       = s->at;
    while (s->at < s->end && !ends_word(*s->at)) s->at++;
    const size_t n = (size_t)(s->at - word);
    s->words       = true;
    if (s->depth > 0) return false;
    if (is_one_of(word, n, results) || (s->draughts && is_one_of(word, n, draughts))) return true;
    if (n == 3 && memcmp(word, "1/2", 3) == 0) {
        blank(s, word, s->at);
        *word           = '*';
        return s->drawn = true;
    }
    promotion_repair(s, word);
    passant_repair(s, word);
    judgement_repair(s, word);
    return false;
}

// One game: to its result, the next tag or the end.
static void game_scan(Scan *s)
{
    while (s->at < s->end) {
        const char c = *s->at;
        if (isspace((unsigned char)c) || c == 0 || c == '$') s->at++;
        else if (c == ';' || (c == '%' && (s->at == s->text || s->at[-1] == '\n'))) skip_until(s, '\n');
        else if (c == '{') skip_until(s, '}'), s->at += s->at < s->end;
        else if (c == '(' || c == ')') s->depth += c == '(' ? 1 : s->depth > 0 ? -1 : 0, s->at++;
        else if (c == '[' && s->words) return;
        else if (c == '[') tag_scan(s);
        else if (c == '}' || c == ']') return;
        else if (word_scan(s)) return;
    }
}

// The first `size` characters of what is left, corrected as far as one game goes; false: out of memory.
static bool part_scan(Scan *s, const FormatReader *reader, size_t size)
{
    *s = (Scan){.text = malloc(size + 1), .draughts = reader->draughts};
    if (s->text == NULL) return false;
    memcpy(s->text, reader->at, size);
    s->at  = s->text;
    s->end = s->text + size;
    game_scan(s);
    return true;
}

// Games are short and files may be long: so much is copied, and more where the game does not end in it.
enum { PART = 16384 };

bool pgn_repair_open(PgnRepair *repair, const FormatReader *reader)
{
    const size_t rest = (size_t)(reader->end - reader->at);
    Scan         s    = {0};
    *repair           = (PgnRepair){0};
    for (size_t size = PART;; size *= 2) {
        const bool all = size >= rest;
        if (!part_scan(&s, reader, all ? rest : size)) return false;
        if (all || s.at < s.end) break;
        free(s.text);
    }
    *repair = (PgnRepair){
        .text = s.text, .size = (size_t)(s.at - s.text), .changed = s.changed, .drawn = s.drawn};
    return true;
}

void pgn_repair_close(PgnRepair *repair)
{
    free(repair->text);
    *repair = (PgnRepair){0};
}
