// pgn_read.c - reading. A scanner gives tags, words and parentheses, and leaves out whatever says nothing
// about the moves; two loops over it read a game or skip one.
#include "play/formats/pgn.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *const pgn_results[] = {"*", "1-0", "0-1", "1/2-1/2"};
// The same in the files of draughts clubs, which count two points for a win.
static const char *const draughts_results[] = {"*", "2-0", "0-2", "1-1"};

typedef enum { TOKEN_END, TOKEN_TAG, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_WORD, TOKEN_BAD } TokenKind;

typedef struct Token {
    TokenKind   kind;
    const char *word;   // of TOKEN_WORD, not terminated
    size_t      size;
} Token;

// The scanner.

static bool at_line_start(const FormatReader *r) { return r->at == r->text || r->at[-1] == '\n'; }

static void skip_line(FormatReader *r)
{
    while (r->at < r->end && *r->at != '\n') r->at++;
}

// Remarks in variations are about other moves.
static void comment_keep(FormatReader *r, const char *from)
{
    if (r->comments != NULL && r->depth == 0)
        format_comment_add(r->comments, r->ply, from, (size_t)(r->at - from));
}

static void skip_rest(FormatReader *r)
{
    const char *const from = ++r->at;
    skip_line(r);
    comment_keep(r, from);
}

static bool skip_comment(FormatReader *r, Status *status)
{
    const int         line = r->line;
    const char *const from = ++r->at;
    for (; r->at < r->end; r->at++) {
        if (*r->at == '}') return comment_keep(r, from), r->at++, true;
        r->line += *r->at == '\n';
    }
    return status_fail(status, "line %d: '{' without '}'", line);
}

// Blanks, comments, escaped lines and glyphs.
static bool skip_nothing(FormatReader *r, Status *status)
{
    while (r->at < r->end) {
        const char c = *r->at;
        if (c == '\n') r->line++, r->at++;
        else if (isspace((unsigned char)c) || c == 0) r->at++;
        else if (c == '%' && at_line_start(r)) skip_line(r);
        else if (c == ';') skip_rest(r);
        else if (c == '{') {
            if (!skip_comment(r, status)) return false;
        } else if (c == '$') {
            for (r->at++; r->at < r->end && isdigit((unsigned char)*r->at);) r->at++;
        } else {
            return true;
        }
    }
    return true;
}

static bool ends_word(char c) { return c == 0 || isspace((unsigned char)c) || strchr("{}()[];$", c) != NULL; }

static Token next_token(FormatReader *r, Status *status)
{
    if (!skip_nothing(r, status)) return (Token){.kind = TOKEN_BAD};
    if (r->at == r->end) return (Token){.kind = TOKEN_END};
    const char *const from = r->at;
    switch (*from) {
    case '[': return (Token){.kind = TOKEN_TAG};   // left to tag_read
    case '(': return r->at++, (Token){.kind = TOKEN_OPEN};
    case ')': return r->at++, (Token){.kind = TOKEN_CLOSE};
    case '}':
    case ']':
        status_fail(status, "line %d: '%c' without '%c'", r->line, *from, *from == '}' ? '{' : '[');
        return (Token){.kind = TOKEN_BAD};
    default: break;
    }
    while (r->at < r->end && !ends_word(*r->at)) r->at++;
    return (Token){.kind = TOKEN_WORD, .word = from, .size = (size_t)(r->at - from)};
}

// Tags.

static void skip_blanks(FormatReader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t')) r->at++;
}

static bool tag_name_read(FormatReader *r, char name[FORMAT_NAME_MAX], Status *status)
{
    size_t n = 0;
    skip_blanks(r);
    for (; r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '_'); r->at++) {
        if (n + 1 == FORMAT_NAME_MAX)
            return status_fail(status, "line %d: a tag's name is too long", r->line);
        name[n++] = *r->at;
    }
    name[n] = 0;
    return n > 0 || status_fail(status, "line %d: expected [Name \"value\"]", r->line);
}

// What stands between quotation marks, a backslash before one or before itself taken off.
static bool tag_value_read(FormatReader *r, const char *name, char value[FORMAT_VALUE_MAX], Status *status)
{
    size_t n = 0;
    skip_blanks(r);
    if (r->at == r->end || *r->at++ != '"')
        return status_fail(status, "line %d: tag '%s': expected [%s \"value\"]", r->line, name, name);
    for (; r->at < r->end && *r->at != '"' && *r->at != '\n'; r->at++) {
        if (*r->at == '\\' && r->at + 1 < r->end && (r->at[1] == '"' || r->at[1] == '\\')) r->at++;
        if (n + 1 == FORMAT_VALUE_MAX)
            return status_fail(status, "line %d: tag '%s': longer than %d characters", r->line, name,
                               FORMAT_VALUE_MAX - 1);
        value[n++] = *r->at == 0 ? ' ' : *r->at;
    }
    value[n] = 0;
    return (r->at < r->end && *r->at++ == '"') ||
           status_fail(status, "line %d: tag '%s': no '\"' at its end", r->line, name);
}

// At '['. The tags may be NULL.
static bool tag_read(FormatReader *r, FormatTags *tags, Status *status)
{
    char name[FORMAT_NAME_MAX], value[FORMAT_VALUE_MAX];
    r->at++;
    if (!tag_name_read(r, name, status) || !tag_value_read(r, name, value, status)) return false;
    skip_blanks(r);
    if (r->at == r->end || *r->at++ != ']')
        return status_fail(status, "line %d: tag '%s': no ']' at its end", r->line, name);
    if (tags == NULL) return true;
    if (format_tag(tags, name) != NULL)
        return status_fail(status, "line %d: tag '%s' is there twice", r->line, name);
    return format_tag_set(tags, name, value) ||
           status_fail(status, "line %d: more than %d tags", r->line, FORMAT_TAGS_MAX - PGN_ROSTER);
}

// The tags before a game. False at the end of the text too, with an empty message.
static bool tags_read(FormatReader *r, FormatTags *tags, Status *status)
{
    bool any = false;
    status_clear(status);
    for (;;) {
        if (!skip_nothing(r, status)) return false;
        if (r->at == r->end) return any;
        if (*r->at != '[') return true;
        if (!tag_read(r, tags, status)) return false;
        any = true;
    }
}

// Words.

static bool token_is(const Token *t, const char *word)
{
    return t->size == strlen(word) && memcmp(t->word, word, t->size) == 0;
}

static bool result_find(const FormatReader *r, const Token *t, PgnResult *result)
{
    for (int i = 0; i < 4; i++)
        if (token_is(t, pgn_results[i]) || (r->draughts && token_is(t, draughts_results[i])))
            return *result = (PgnResult)i, true;
    return false;
}

// Without "12." or "12..." at the front, and without what judges a move at the end: in draughts a forced one
// has a star.
static Token word_trim(const FormatReader *r, Token t)
{
    const char *const marks  = r->draughts ? "!?*" : "!?";
    size_t            digits = 0, dots;
    while (digits < t.size && isdigit((unsigned char)t.word[digits])) digits++;
    dots = digits;
    while (dots < t.size && t.word[dots] == '.') dots++;
    if (dots > digits) t.word += dots, t.size -= dots;
    while (t.size > 0 && t.word[t.size - 1] != 0 && strchr(marks, t.word[t.size - 1]) != NULL) t.size--;
    return t;
}

// The next word of a game, variations left out: TOKEN_WORD, TOKEN_END at its end, or TOKEN_BAD.
static TokenKind next_word(FormatReader *r, Token *t, Status *status)
{
    for (r->depth = 0;;) {
        *t = next_token(r, status);
        if (t->kind == TOKEN_BAD) return TOKEN_BAD;
        if (t->kind == TOKEN_END || t->kind == TOKEN_TAG) {
            if (r->depth == 0) return TOKEN_END;
            return status_fail(status, "line %d: '(' without ')'", r->line), TOKEN_BAD;
        }
        if (t->kind == TOKEN_OPEN && ++r->depth > FORMAT_DEPTH_MAX)
            return status_fail(status, "line %d: variations deeper than %d", r->line, FORMAT_DEPTH_MAX),
                   TOKEN_BAD;
        if (t->kind == TOKEN_CLOSE && --r->depth < 0)
            return status_fail(status, "line %d: ')' without '('", r->line), TOKEN_BAD;
        if (t->kind == TOKEN_WORD && r->depth == 0) return TOKEN_WORD;
    }
}

// Games.

// Nothing but a number, which may lack its dot, or a remark that older files have. No game has moves like it.
static bool says_nothing(const Token *t)
{
    size_t digits = 0;
    while (digits < t->size && isdigit((unsigned char)t->word[digits])) digits++;
    return digits == t->size || (t->size == 4 && memcmp(t->word, "e.p.", 4) == 0);
}

static bool token_move(const Record *record, const Token *t, Move *m, Status *status)
{
    char word[TEXT_MAX];
    if (t->size >= sizeof word) return status_fail(status, "'%.40s...' is too long", t->word);
    memcpy(word, t->word, t->size);
    word[t->size] = 0;
    return variant_move_parse(record->v, &record->now, word, m, status);
}

// In some games a move begins like the number of one: "1.16-1.15".
static bool word_play(const FormatReader *r, Record *record, const Token *whole, Status *status)
{
    const Token t = word_trim(r, *whole);
    Move        m;
    Status      ignored;
    if (says_nothing(&t)) return true;
    if (record->count == FORMAT_PLIES_MAX) return status_fail(status, "more than %d plies", FORMAT_PLIES_MAX);
    if (token_move(record, &t, &m, status) ||
        (t.word > whole->word && token_move(record, whole, &m, &ignored)))
        return record_play(record, m, status);
    return false;
}

static void result_set(FormatGame *game, PgnResult result)
{
    const int lead = result == PGN_WHITE_WINS ? 1 : result == PGN_BLACK_WINS ? -1 : 0;
    if (result != PGN_UNKNOWN) format_points_set(game, pgn_white(game->record.v), lead);
}

static bool moves_read(FormatReader *r, FormatGame *game, Status *status)
{
    const Variant *const v      = r->v;
    Record *const        record = &game->record;
    AnyState             usual;
    PgnResult            result;
    variant_setup(v, &usual);
    const int first  = v->game->turn(v->rules, &usual);
    int       number = pgn_first_number(v, &record->start), seat = v->game->turn(v->rules, &record->now);
    for (Token t;;) {
        const TokenKind kind = next_word(r, &t, status);
        if (kind == TOKEN_BAD) return false;
        if (kind == TOKEN_END) return true;
        if (result_find(r, &t, &result)) return result_set(game, result), true;
        if (!word_play(r, record, &t, status)) {
            char name[SPEC_WORD_MAX];
            return status_prefix(status, "line %d, move %d of %s", r->line, number,
                                 variant_player_name(v, seat, name));
        }
        const int before = seat;
        r->ply           = record->count;
        seat             = v->game->turn(v->rules, &record->now);
        number += seat == first && before != first;
    }
}

// The names that chess goes by in files from elsewhere.
static bool variant_is(const Variant *v, const char *name)
{
    static const char *const chess[] = {"chess", "standard", "normal", "from position"};
    char                     own[TEXT_MAX];
    Text                     out = text_on(own, sizeof own);
    variant_name(v, &out);
    for (size_t i = 0; i < sizeof chess / sizeof *chess; i++)
        if (text_same(name, chess[i])) return strcmp(v->game->name, "chess") == 0;
    return text_same(name, own);
}

// English draughts is number 21 of those that PDN knows; "21,B,..." says more about the notation.
static bool is_english(const char *type)
{
    return strncmp(type, "21", 2) == 0 && !isdigit((unsigned char)type[2]);
}

static bool start_read(const FormatReader *r, const FormatTags *tags, AnyState *start, Status *status)
{
    const Variant *const v = r->v;
    const char *const fen = format_tag(tags, "FEN"), *const setup = format_tag(tags, "SetUp"),
                      *const variant = format_tag(tags, "Variant"),
                      *const type    = format_tag(tags, "GameType");
    if (r->draughts && type != NULL && !is_english(type))
        return status_fail(status, "tag 'GameType': '%.40s'; expected 21, English draughts", type);
    if (variant != NULL && !variant_is(v, variant))
        return status_fail(status, "tag 'Variant': '%.80s'; expected a game of %s", variant, v->game->name);
    if (fen != NULL && (setup == NULL || strcmp(setup, "0") != 0))
        return (variant_parse(v, start, fen, status) || status_prefix(status, "tag 'FEN'")) &&
               format_start_fits(r, start, status);
    if (r->start != NULL) *start = *r->start;
    else variant_setup(v, start);
    return true;
}

void pgn_open(FormatReader *reader, const Variant *v, const char *text, size_t size)
{
    format_open(reader, &format_pgn, v, text, size);
}

FormatRead pgn_read(FormatReader *reader, FormatGame *game, Status *status)
{
    AnyState start;
    *game            = (FormatGame){.number = ++reader->number};
    reader->comments = &game->comments, reader->ply = reader->depth = 0;
    bool       good = tags_read(reader, &game->tags, status);
    const bool end  = !good && status->text[0] == 0;
    good            = good && start_read(reader, &game->tags, &start, status) &&
           record_open(&game->record, reader->v, &start, status) && moves_read(reader, game, status);
    reader->comments = NULL;
    if (good) return game->ended = record_ended(&game->record, INT_MAX), FORMAT_READ_GAME;
    format_game_close(game);
    if (end) return reader->number--, FORMAT_READ_END;
    return status_prefix(status, "game %d", reader->number), FORMAT_READ_BAD;
}

FormatRead pgn_skip(FormatReader *reader, Status *status)
{
    PgnResult result;
    reader->number++;
    bool good = tags_read(reader, NULL, status);
    if (!good && status->text[0] == 0) return reader->number--, FORMAT_READ_END;
    for (Token t; good;) {
        const TokenKind kind = next_word(reader, &t, status);
        if (kind == TOKEN_END || (kind == TOKEN_WORD && result_find(reader, &t, &result)))
            return FORMAT_READ_GAME;
        good = kind == TOKEN_WORD;
    }
    return status_prefix(status, "game %d", reader->number), FORMAT_READ_BAD;
}

// The first game of a text, to be known by.

bool pgn_first_tags(const char *text, size_t size, FormatTags *tags, Status *status)
{
    FormatReader reader;
    pgn_open(&reader, NULL, text, size);
    tags->count = 0;
    return tags_read(&reader, tags, status);
}

bool pgn_first_word(const char *text, size_t size, char out[TEXT_MAX])
{
    FormatReader reader;
    Status       ignored;
    pgn_open(&reader, NULL, text, size);
    if (!tags_read(&reader, NULL, &ignored)) return false;
    for (Token t; next_word(&reader, &t, &ignored) == TOKEN_WORD;) {
        t = word_trim(&reader, t);
        if (says_nothing(&t)) continue;
        if (t.size >= TEXT_MAX) return false;
        memcpy(out, t.word, t.size);
        out[t.size] = 0;
        return true;
    }
    return false;
}
