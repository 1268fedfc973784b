// source_digest.h - a digest of C sources that changes when what they say changes, not when a comment, the
// layout or a line break does. For tools/digest.c, which `make` compiles, and for its test.
//
// A source is read as the compiler reads it: line continuations go first, comments are space, then come
// tokens. Every token is hashed with an end mark, so that spaces between tokens do not matter but tokens
// cannot run together. Three places where layout has a meaning are kept: the end of a directive, a
// parenthesis right after the name that #define defines, and spaces within literals. Adjacent string literals
// are one, as clang-format breaks long ones.
#ifndef TOOLS_SOURCE_DIGEST_H
#define TOOLS_SOURCE_DIGEST_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SOURCE_DIGEST_START UINT64_C(0xcbf29ce484222325)   // FNV-1a, 64 bits

static inline uint64_t source_digest_bytes(uint64_t digest, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) digest = (digest ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return digest;
}

// A text with its end, so that "ab", "c" is not "a", "bc".
static inline uint64_t source_digest_text(uint64_t digest, const char *text)
{
    return source_digest_bytes(digest, text, strlen(text) + 1);
}

// Removes backslash-newline (and carriage returns before a newline) in place; returns the new length.
static inline size_t source_join_lines(char *text, size_t n)
{
    size_t out = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\r' && i + 1 < n && text[i + 1] == '\n') continue;
        if (text[i] == '\\' && i + 1 < n && text[i + 1] == '\n') {
            i++;
            continue;
        }
        if (text[i] == '\\' && i + 2 < n && text[i + 1] == '\r' && text[i + 2] == '\n') {
            i += 2;
            continue;
        }
        text[out++] = text[i];
    }
    return out;
}

// How long the comment at `at` is, its newline not included; 0 when there is none.
static inline size_t source_comment(const char *text, size_t n, size_t at)
{
    if (at + 1 >= n || text[at] != '/') return 0;
    size_t i = at + 2;
    if (text[at + 1] == '/') {
        while (i < n && text[i] != '\n') i++;
        return i - at;
    }
    if (text[at + 1] != '*') return 0;
    while (i < n && !(text[i] == '*' && i + 1 < n && text[i + 1] == '/')) i++;
    return i < n ? i + 2 - at : n - at;
}

// How long the literal in quotes at `at` is. One that is not closed ends with its line: an apostrophe in an
// #error.
static inline size_t source_literal(const char *text, size_t n, size_t at)
{
    size_t i = at + 1;
    while (i < n && text[i] != text[at] && text[i] != '\n') i += text[i] == '\\' && i + 1 < n ? 2 : 1;
    return i < n && text[i] == text[at] ? i + 1 - at : (i < n ? i : n) - at;
}

static inline bool source_is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// Names and numbers; the sign of an exponent belongs to the number.
static inline size_t source_word(const char *text, size_t n, size_t at)
{
    const bool number = isdigit((unsigned char)text[at]) || text[at] == '.';
    size_t     i      = at + 1;
    while (i < n) {
        const bool sign = (text[i] == '+' || text[i] == '-') && strchr("eEpP", text[i - 1]) != NULL;
        if (!source_is_word(text[i]) && !(number && (text[i] == '.' || sign))) break;
        i++;
    }
    return i - at;
}

// The longest punctuator at `at`.
static inline size_t source_punctuator(const char *text, size_t n, size_t at)
{
    static const char *const longer[] = {"...", "<<=", ">>=", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=", "&&", "||", "*=", "/=",
                                         "%=",  "+=",  "-=",  "&=", "^=", "|=", "##", NULL};
    for (int i = 0; longer[i] != NULL; i++)
        if (n - at >= strlen(longer[i]) && memcmp(text + at, longer[i], strlen(longer[i])) == 0)
            return strlen(longer[i]);
    return 1;
}

static inline size_t source_token(const char *text, size_t n, size_t at)
{
    const char c = text[at];
    if (c == '"' || c == '\'') return source_literal(text, n, at);
    if (source_is_word(c) || (c == '.' && at + 1 < n && isdigit((unsigned char)text[at + 1])))
        return source_word(text, n, at);
    return source_punctuator(text, n, at);
}

// Where a reader of tokens stands.
typedef struct SourceReader {
    uint64_t digest;
    bool     line_start;   // nothing but space so far on this line
    bool     directive;
    bool     define;   // the next token is the name that a #define defines
    bool     string;   // the last token was a string literal, whose end is not hashed yet
} SourceReader;

static inline void source_string_end(SourceReader *r)
{
    if (r->string) r->digest = source_digest_bytes(r->digest, "\"", 2);
    r->string = false;
}

static inline void source_newline(SourceReader *r)
{
    if (r->directive) {
        source_string_end(r);
        r->digest = source_digest_bytes(r->digest, "\n", 2);
    }
    r->directive = r->define = false;
    r->line_start            = true;
}

static inline void source_add(SourceReader *r, const char *token, size_t length, char next)
{
    if (token[0] == '"') {   // the quotes of neighbours fall away
        const bool closed = length > 1 && token[length - 1] == '"';
        if (!r->string) r->digest = source_digest_bytes(r->digest, "\"", 1);
        r->digest = source_digest_bytes(r->digest, token + 1, length - 1 - closed);
        r->string = true;
    } else {
        source_string_end(r);
        r->digest = source_digest_bytes(r->digest, token, length);
        if (r->define && next == '(') r->digest = source_digest_bytes(r->digest, "(", 1);
        r->digest = source_digest_bytes(r->digest, "", 1);
    }
    r->define = r->directive && length == 6 && memcmp(token, "define", 6) == 0 && !r->define;
    if (r->line_start && token[0] == '#') r->directive = true;
    r->line_start = false;
}

// Adds a source to a digest. Its lines are joined in place.
static inline uint64_t source_digest_add(uint64_t digest, char *text, size_t size)
{
    const size_t n = source_join_lines(text, size);
    SourceReader r = {.digest = digest, .line_start = true};
    for (size_t at = 0; at < n;) {
        const size_t comment = source_comment(text, n, at);
        if (text[at] == '\n') source_newline(&r);
        if (comment > 0 || isspace((unsigned char)text[at])) {
            at += comment > 0 ? comment : 1;
            continue;
        }
        const size_t length = source_token(text, n, at);
        source_add(&r, text + at, length, at + length < n ? text[at + length] : 0);
        at += length;
    }
    source_newline(&r);
    source_string_end(&r);
    return r.digest;
}

#endif
