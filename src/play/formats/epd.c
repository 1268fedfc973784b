// epd.c - positions of chess as Extended Position Description, a line each:
//
//     r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3; bm Bb5; id "open.3";
//
// Four fields, then operations: a word, what belongs to it, a semicolon. One in quotes is part of the text,
// and the last of a line may be missing. FEN is read too, its two counters before the operations. Empty
// lines, and those that begin with #, are passed over.
//
// A line is a game without moves. Its counters are hmvc and fmvn; id is the tag Event, c0 a remark; other
// operations are tags with their names, which have small letters, and so are written again (those with
// capitals, as suites of perft have them, are left out). A game is written as its last position, with an id
// made of who played, where and when.
//
// Source: the PGN specification and implementation guide (S. Edwards), section 16.2.
#include "play/formats/epd.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 4, COUNTER_MAX = 80 };

// A part of a line; not ended by a zero.
typedef struct Piece {
    const char *at, *end;
} Piece;

typedef struct Operation {
    Piece code, operand;   // the operand without blanks around it
} Operation;

static bool is_blank(char c) { return isspace((unsigned char)c) != 0; }

static Piece piece_trim(Piece p)
{
    while (p.at < p.end && is_blank(*p.at)) p.at++;
    while (p.at < p.end && is_blank(p.end[-1])) p.end--;
    return p;
}

static bool piece_is(Piece p, const char *word)
{
    return (size_t)(p.end - p.at) == strlen(word) && memcmp(p.at, word, strlen(word)) == 0;
}

// Cut where it is too long. False: it was, or it has a zero.
static bool piece_copy(Piece p, char *out, size_t room)
{
    const size_t n = (size_t)(p.end - p.at);
    snprintf(out, room, "%.*s", (int)(n < room ? n : room - 1), p.at);
    return strlen(out) == n;
}

static Piece word_take(Piece *rest)
{
    Piece word = {rest->at, rest->at};
    while (word.at < rest->end && is_blank(*word.at)) word.at++;
    for (word.end = word.at; word.end < rest->end && !is_blank(*word.end);) word.end++;
    rest->at = word.end;
    return word;
}

// Reading.

// The next line that is not empty; r->line is its number, and r->at after it.
static bool line_take(FormatReader *r, Piece *line)
{
    while (r->at < r->end) {
        const char *const newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
        const char *const end     = newline != NULL ? newline : r->end;
        *line                     = piece_trim((Piece){r->at, end});
        r->at                     = newline != NULL ? newline + 1 : r->end;
        if (line->at < line->end && *line->at != '#') return true;
        r->line++;
    }
    return false;
}

// Up to its semicolon or the end. False at the end of the line, where the message is empty, or with one.
static bool operation_take(Piece *rest, Operation *out, Status *status)
{
    bool quoted = false;
    status_clear(status);
    while (rest->at < rest->end && (is_blank(*rest->at) || *rest->at == ';')) rest->at++;
    if (rest->at == rest->end) return false;
    const char *end = rest->at;
    for (; end < rest->end && (quoted || *end != ';'); end++) quoted ^= *end == '"';
    Piece all    = {rest->at, end};
    out->code    = word_take(&all);
    out->operand = piece_trim(all);
    rest->at     = end < rest->end ? end + 1 : end;
    char word[FORMAT_NAME_MAX];
    bool good = piece_copy(out->code, word, sizeof word) && isalpha((unsigned char)*word) != 0;
    for (const char *c = word; *c; c++) good &= isalnum((unsigned char)*c) || *c == '_';
    if (!good)
        return status_fail(status, "'%.40s': expected an operation: a name, what belongs to it, a semicolon",
                           word);
    return !quoted || status_fail(status, "%s: '\"' without a second one", word);
}

// The operand of `id` and `c0`, with or without quotes.
static Piece unquoted(Piece p)
{
    const bool quotes = p.end - p.at >= 2 && *p.at == '"' && p.end[-1] == '"';
    return quotes ? (Piece){p.at + 1, p.end - 1} : p;
}

static bool tag_take(FormatGame *game, const char *name, Piece value, bool needed, Status *status)
{
    char text[FORMAT_VALUE_MAX];
    bool whole = piece_copy(value, text, sizeof text);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    if (!whole && needed)
        return status_fail(status, "id: expected at most %d characters, none of them 0",
                           FORMAT_VALUE_MAX - 1);
    if (whole) format_tag_set(&game->tags, name, text);   // where there is room for it
    return true;
}

// The counters go to the game's own text of the position.
static bool operation_use(FormatGame *game, const Operation *op, Text *position, Status *status)
{
    char word[COUNTER_MAX], name[FORMAT_NAME_MAX];
    if (piece_is(op->code, "hmvc") || piece_is(op->code, "fmvn")) {
        piece_copy(op->code, name, sizeof name);
        if (!piece_copy(op->operand, word, sizeof word) || strchr(word, ';') != NULL)
            return status_fail(status, "%s: '%.40s...': expected a number", name, word);
        text_add(position, " %s %s;", name, word);
        return true;
    }
    if (piece_is(op->code, "id")) return tag_take(game, "Event", unquoted(op->operand), true, status);
    if (piece_is(op->code, "c0")) {
        const Piece text = unquoted(op->operand);
        return format_comment_add(&game->comments, 0, text.at, (size_t)(text.end - text.at)), true;
    }
    piece_copy(op->code, name, sizeof name);
    return !islower((unsigned char)*name) || tag_take(game, name, op->operand, false, status);
}

// The fields, those that are there.
static void fields_take(Piece *rest, Text *position)
{
    for (int i = 0; i < FIELDS; i++) {
        char        field[TEXT_MAX];
        const Piece word = word_take(rest);
        position->cut |= !piece_copy(word, field, sizeof field);
        text_add(position, "%s%s", i > 0 && *field ? " " : "", field);
    }
}

// The counters of FEN, if it is one: as operations, so that others may follow.
static bool counters_take(Piece *rest, Text *position, Status *status)
{
    static const char *const names[] = {"hmvc", "fmvn"};
    for (int i = 0; i < 2; i++) {
        Piece after = *rest;
        char  text[COUNTER_MAX];
        Piece word = word_take(&after);
        if (word.at == word.end || isalpha((unsigned char)*word.at) || *word.at == ';')
            return i == 0 || status_fail(status, "there is one counter; expected two, or none");
        const char *const stop = memchr(word.at, ';', (size_t)(word.end - word.at));
        if (stop != NULL) word.end = after.at = stop;
        if (!piece_copy(word, text, sizeof text) || strchr(text, '"') != NULL)
            return status_fail(
                status, "'%.40s': expected two counters, or operations that end with a semicolon", text);
        text_add(position, " %s %s;", names[i], text);
        *rest = after;
    }
    return true;
}

static bool line_read(const FormatReader *r, Piece line, FormatGame *game, Status *status)
{
    char      text[TEXT_MAX];
    Text      position = text_on(text, sizeof text);
    AnyState  start;
    Operation op;
    fields_take(&line, &position);
    if (!counters_take(&line, &position, status)) return false;
    while (operation_take(&line, &op, status))
        if (!operation_use(game, &op, &position, status)) return false;
    if (status->text[0]) return false;
    if (position.cut) return status_fail(status, "a field is too long; expected a position as EPD");
    return variant_parse(r->v, &start, text, status) && format_start_fits(r, &start, status) &&
           record_open(&game->record, r->v, &start, status);
}

static FormatRead epd_read(FormatReader *reader, FormatGame *game, Status *status)
{
    Piece line;
    *game = (FormatGame){.number = reader->number + 1};
    if (!line_take(reader, &line)) return FORMAT_READ_END;
    reader->number++;
    const int number = reader->line++;
    if (line_read(reader, line, game, status)) return format_judge(game), FORMAT_READ_GAME;
    format_game_close(game);
    status_prefix(status, "line %d", number);
    return status_prefix(status, "game %d", reader->number), FORMAT_READ_BAD;
}

static FormatRead epd_skip(FormatReader *reader, Status *status)
{
    Piece line;
    (void)status;
    if (!line_take(reader, &line)) return FORMAT_READ_END;
    reader->number++, reader->line++;
    return FORMAT_READ_GAME;
}

// The first line begins with eight ranks of pieces and who is to move.
static bool epd_recognise(const char *text, size_t size)
{
    FormatReader r = {.at = text, .end = text + size};
    Piece        line;
    int          ranks = 1;
    if (!line_take(&r, &line)) return false;
    const Piece board = word_take(&line), side = word_take(&line);
    for (const char *c = board.at; c < board.end; c++) {
        if (memchr("12345678PNBRQKpnbrqk/", *c, 21) == NULL) return false;
        ranks += *c == '/';
    }
    return ranks == 8 && (piece_is(side, "w") || piece_is(side, "b"));
}

// Writing.

// Text in quotes, which has none itself and is one line.
static void write_text(FILE *out, const char *code, const char *text)
{
    fprintf(out, " %s \"", code);
    for (; *text; text++) putc(*text == '"' ? '\'' : (unsigned char)*text < ' ' ? ' ' : *text, out);
    fputs("\";", out);
}

// What is known: PGN has ? for what is not.
static const char *known_tag(const FormatTags *tags, const char *name)
{
    const char *const value = format_tag(tags, name);
    return value == NULL || *value == 0 || *value == '?' ? NULL : value;
}

// What is too long is cut, but not inside of a character of UTF-8.
static void text_end(Text *text)
{
    size_t n = strlen(text->start);
    if (!text->cut) return;
    while (n > 0 && ((unsigned char)text->start[n - 1] & 0xc0) == 0x80) n--;
    if (n > 0 && (unsigned char)text->start[n - 1] >= 0xc0) n--;
    text->start[n] = 0;
}

static void write_id(FILE *out, const FormatTags *tags)
{
    static const struct {
        const char *tag, *before;
    } parts[] = {{"Event", ""}, {"Round", "round "}, {"Date", ""}};
    char              text[FORMAT_VALUE_MAX];
    Text              id    = text_on(text, sizeof text);
    const char *const white = known_tag(tags, "White"), *const black = known_tag(tags, "Black");
    if (white != NULL || black != NULL)
        text_add(&id, "%s - %s", white != NULL ? white : "?", black != NULL ? black : "?");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *const value = known_tag(tags, parts[i].tag);
        if (value != NULL) text_add(&id, "%s%s%s", *text ? ", " : "", parts[i].before, value);
    }
    text_end(&id);
    if (*text) write_text(out, "id", text);
}

// Tags that are operations, as they were read: one, whole and no other.
static void write_operations(FILE *out, const FormatTags *tags)
{
    for (int i = 0; i < tags->count; i++) {
        const FormatTag *const tag = &tags->tag[i];
        char                   text[FORMAT_NAME_MAX + FORMAT_VALUE_MAX + 2];
        Operation              op;
        Status                 ignored;
        const int              n    = snprintf(text, sizeof text, "%s %s", tag->name, tag->value);
        Piece                  rest = {text, text + n};
        if (!islower((unsigned char)*tag->name) || !operation_take(&rest, &op, &ignored) ||
            !piece_is(op.code, tag->name) || rest.at < rest.end || n == 0 || text[n - 1] == ';' ||
            piece_is(op.code, "hmvc") || piece_is(op.code, "fmvn") || piece_is(op.code, "id") ||
            piece_is(op.code, "c0"))
            continue;
        fprintf(out, " %.*s", (int)(op.code.end - op.code.at), op.code.at);
        if (op.operand.at < op.operand.end) putc(' ', out);
        for (const char *c = op.operand.at; c < op.operand.end; c++)
            putc((unsigned char)*c < ' ' ? ' ' : *c, out);
        putc(';', out);
    }
}

// The counters are the last two words of the game's own text.
static void write_position(FILE *out, const Record *record)
{
    char text[TEXT_MAX];
    Text position = text_on(text, sizeof text);
    variant_format(record->v, &record->now, &position);
    Piece rest = {text, text + strlen(text)};
    for (int i = 0; i < FIELDS; i++) {
        const Piece word = word_take(&rest);
        fprintf(out, "%.*s ", (int)(word.end - word.at), word.at);
    }
    const Piece halfmoves = word_take(&rest), number = word_take(&rest);
    fprintf(out, "hmvc %.*s; fmvn %.*s;", (int)(halfmoves.end - halfmoves.at), halfmoves.at,
            (int)(number.end - number.at), number.at);
}

static void epd_write(FILE *out, const FormatGame *game)
{
    const char *const remark = format_comment_at(&game->comments, game->record.count);
    write_position(out, &game->record);
    write_operations(out, &game->tags);
    if (remark != NULL) write_text(out, "c0", remark);
    write_id(out, &game->tags);
    putc('\n', out);
}

static bool epd_can(const FormatGame *game, Status *status)
{
    (void)game, (void)status;
    return true;
}

const GameFormat format_epd = {
    .name      = "epd",
    .suffix    = ".epd",
    .help      = "Extended Position Description, of chess; the last position of a game, a line each",
    .game      = "chess",
    .recognise = epd_recognise,
    .read      = epd_read,
    .skip      = epd_skip,
    .possible  = epd_can,
    .write     = epd_write,
};
