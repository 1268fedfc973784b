// pgn_read.c - reading. A scanner gives tags, words and parentheses, and leaves out whatever says nothing
// about the moves; two loops over it read a game or skip one.
#include "play/pgn/pgn.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const pgn_results[] = {"*", "1-0", "0-1", "1/2-1/2"};
const char *const pgn_roster[]  = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};

typedef enum { TOKEN_END, TOKEN_TAG, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_WORD, TOKEN_BAD } TokenKind;

typedef struct Token {
    TokenKind   kind;
    const char *word;   // of TOKEN_WORD, not terminated
    size_t      size;
} Token;

// The scanner.

static bool at_line_start(const PgnReader *r) { return r->at == r->text || r->at[-1] == '\n'; }

static void skip_line(PgnReader *r)
{
    while (r->at < r->end && *r->at != '\n') r->at++;
}

static bool skip_comment(PgnReader *r, Status *status)
{
    const int from = r->line;
    for (r->at++; r->at < r->end; r->at++) {
        if (*r->at == '}') return r->at++, true;
        r->line += *r->at == '\n';
    }
    return status_fail(status, "line %d: '{' without '}'", from);
}

// Blanks, comments, escaped lines and glyphs.
static bool skip_nothing(PgnReader *r, Status *status)
{
    while (r->at < r->end) {
        const char c = *r->at;
        if (c == '\n') r->line++, r->at++;
        else if (isspace((unsigned char)c) || c == 0) r->at++;
        else if (c == '%' && at_line_start(r)) skip_line(r);
        else if (c == ';') skip_line(r);
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

static Token next_token(PgnReader *r, Status *status)
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

bool pgn_in_roster(const char *name)
{
    for (int i = 0; i < PGN_ROSTER; i++)
        if (strcmp(pgn_roster[i], name) == 0) return true;
    return false;
}

static bool has_room(const PgnTags *tags, const char *name)
{
    int others = 0;
    for (int i = 0; i < tags->count; i++) others += !pgn_in_roster(tags->tag[i].name);
    return pgn_in_roster(name) || others < PGN_TAGS_MAX - PGN_ROSTER;
}

const char *pgn_tag(const PgnTags *tags, const char *name)
{
    for (int i = 0; i < tags->count; i++)
        if (strcmp(tags->tag[i].name, name) == 0) return tags->tag[i].value;
    return NULL;
}

bool pgn_tag_set(PgnTags *tags, const char *name, const char *value)
{
    int i = 0;
    while (i < tags->count && strcmp(tags->tag[i].name, name) != 0) i++;
    if ((i == tags->count && !has_room(tags, name)) || strlen(name) >= PGN_NAME_MAX ||
        strlen(value) >= PGN_VALUE_MAX)
        return false;
    strcpy(tags->tag[i].name, name);
    strcpy(tags->tag[i].value, value);
    if (i == tags->count) tags->count++;
    return true;
}

static void skip_blanks(PgnReader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t')) r->at++;
}

static bool tag_name_read(PgnReader *r, char name[PGN_NAME_MAX], Status *status)
{
    size_t n = 0;
    skip_blanks(r);
    for (; r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '_'); r->at++) {
        if (n + 1 == PGN_NAME_MAX) return status_fail(status, "line %d: a tag's name is too long", r->line);
        name[n++] = *r->at;
    }
    name[n] = 0;
    return n > 0 || status_fail(status, "line %d: expected [Name \"value\"]", r->line);
}

// What stands between quotation marks, a backslash before one or before itself taken off.
static bool tag_value_read(PgnReader *r, const char *name, char value[PGN_VALUE_MAX], Status *status)
{
    size_t n = 0;
    skip_blanks(r);
    if (r->at == r->end || *r->at++ != '"')
        return status_fail(status, "line %d: tag '%s': expected [%s \"value\"]", r->line, name, name);
    for (; r->at < r->end && *r->at != '"' && *r->at != '\n'; r->at++) {
        if (*r->at == '\\' && r->at + 1 < r->end && (r->at[1] == '"' || r->at[1] == '\\')) r->at++;
        if (n + 1 == PGN_VALUE_MAX)
            return status_fail(status, "line %d: tag '%s': longer than %d characters", r->line, name,
                               PGN_VALUE_MAX - 1);
        value[n++] = *r->at == 0 ? ' ' : *r->at;
    }
    value[n] = 0;
    return (r->at < r->end && *r->at++ == '"') ||
           status_fail(status, "line %d: tag '%s': no '\"' at its end", r->line, name);
}

// At '['. The tags may be NULL.
static bool tag_read(PgnReader *r, PgnTags *tags, Status *status)
{
    char name[PGN_NAME_MAX], value[PGN_VALUE_MAX];
    r->at++;
    if (!tag_name_read(r, name, status) || !tag_value_read(r, name, value, status)) return false;
    skip_blanks(r);
    if (r->at == r->end || *r->at++ != ']')
        return status_fail(status, "line %d: tag '%s': no ']' at its end", r->line, name);
    if (tags == NULL) return true;
    if (pgn_tag(tags, name) != NULL)
        return status_fail(status, "line %d: tag '%s' is there twice", r->line, name);
    return pgn_tag_set(tags, name, value) ||
           status_fail(status, "line %d: more than %d tags", r->line, PGN_TAGS_MAX - PGN_ROSTER);
}

// The tags before a game. False at the end of the text too, with an empty message.
static bool tags_read(PgnReader *r, PgnTags *tags, Status *status)
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

static bool result_find(const Token *t, PgnResult *result)
{
    for (int i = 0; i < 4; i++)
        if (t->size == strlen(pgn_results[i]) && memcmp(t->word, pgn_results[i], t->size) == 0)
            return *result = (PgnResult)i, true;
    return false;
}

// Without "12." or "12..." at the front, and without what judges a move at the end.
static Token word_trim(Token t)
{
    size_t digits = 0, dots;
    while (digits < t.size && isdigit((unsigned char)t.word[digits])) digits++;
    dots = digits;
    while (dots < t.size && t.word[dots] == '.') dots++;
    if (dots > digits) t.word += dots, t.size -= dots;
    while (t.size > 0 && (t.word[t.size - 1] == '!' || t.word[t.size - 1] == '?')) t.size--;
    return t;
}

// The next word of a game, variations left out: TOKEN_WORD, TOKEN_END at its end, or TOKEN_BAD.
static TokenKind next_word(PgnReader *r, Token *t, Status *status)
{
    for (int depth = 0;;) {
        *t = next_token(r, status);
        if (t->kind == TOKEN_BAD) return TOKEN_BAD;
        if (t->kind == TOKEN_END || t->kind == TOKEN_TAG) {
            if (depth == 0) return TOKEN_END;
            return status_fail(status, "line %d: '(' without ')'", r->line), TOKEN_BAD;
        }
        if (t->kind == TOKEN_OPEN && ++depth > PGN_DEPTH_MAX)
            return status_fail(status, "line %d: variations deeper than %d", r->line, PGN_DEPTH_MAX),
                   TOKEN_BAD;
        if (t->kind == TOKEN_CLOSE && --depth < 0)
            return status_fail(status, "line %d: ')' without '('", r->line), TOKEN_BAD;
        if (t->kind == TOKEN_WORD && depth == 0) return TOKEN_WORD;
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
static bool word_play(Record *record, const Token *whole, Status *status)
{
    const Token t = word_trim(*whole);
    Move        m;
    Status      ignored;
    if (says_nothing(&t)) return true;
    if (record->count == PGN_PLIES_MAX) return status_fail(status, "more than %d plies", PGN_PLIES_MAX);
    if (token_move(record, &t, &m, status) ||
        (t.word > whole->word && token_move(record, whole, &m, &ignored)))
        return record_play(record, m, status);
    return false;
}

static bool moves_read(PgnReader *r, PgnGame *game, Status *status)
{
    const Variant *const v      = r->v;
    Record *const        record = &game->record;
    AnyState             usual;
    variant_setup(v, &usual);
    const int first  = v->game->turn(v->rules, &usual);
    int       number = pgn_first_number(v, &record->start), seat = v->game->turn(v->rules, &record->now);
    for (Token t;;) {
        const TokenKind kind = next_word(r, &t, status);
        if (kind == TOKEN_BAD) return false;
        if (kind == TOKEN_END || result_find(&t, &game->result)) return true;
        if (!word_play(record, &t, status)) {
            char name[SPEC_WORD_MAX];
            return status_prefix(status, "line %d, move %d of %s", r->line, number,
                                 variant_player_name(v, seat, name));
        }
        const int before = seat;
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

static bool start_read(const Variant *v, const PgnTags *tags, AnyState *start, Status *status)
{
    const char *const fen = pgn_tag(tags, "FEN"), *const setup = pgn_tag(tags, "SetUp"),
                      *const variant = pgn_tag(tags, "Variant");
    if (variant != NULL && !variant_is(v, variant))
        return status_fail(status, "tag 'Variant': '%.80s'; expected a game of %s", variant, v->game->name);
    if (fen != NULL && (setup == NULL || strcmp(setup, "0") != 0))
        return variant_parse(v, start, fen, status) || status_prefix(status, "tag 'FEN'");
    variant_setup(v, start);
    return true;
}

void pgn_open(PgnReader *reader, const Variant *v, const char *text, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf";   // of UTF-8, at the beginning of some files
    const size_t      n      = size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    *reader = (PgnReader){.v = v, .text = text + n, .at = text + n, .end = text + size, .line = 1};
}

PgnRead pgn_read(PgnReader *reader, PgnGame *game, Status *status)
{
    AnyState start;
    *game     = (PgnGame){.number = ++reader->number};
    bool good = tags_read(reader, &game->tags, status);
    if (!good && status->text[0] == 0) return reader->number--, PGN_READ_END;
    good = good && start_read(reader->v, &game->tags, &start, status) &&
           record_open(&game->record, reader->v, &start, status);
    if (good && moves_read(reader, game, status)) return PGN_READ_GAME;
    pgn_game_close(game);
    return status_prefix(status, "game %d", reader->number), PGN_READ_BAD;
}

PgnRead pgn_skip(PgnReader *reader, Status *status)
{
    PgnResult result;
    reader->number++;
    bool good = tags_read(reader, NULL, status);
    if (!good && status->text[0] == 0) return reader->number--, PGN_READ_END;
    for (Token t; good;) {
        const TokenKind kind = next_word(reader, &t, status);
        if (kind == TOKEN_END || (kind == TOKEN_WORD && result_find(&t, &result))) return PGN_READ_GAME;
        good = kind == TOKEN_WORD;
    }
    return status_prefix(status, "game %d", reader->number), PGN_READ_BAD;
}

void pgn_game_close(PgnGame *game)
{
    if (game->record.moves != NULL) record_close(&game->record);
}
