// transcript.c - Othello games as people write them down: squares one after another, "f5d6c3d3c4".
//
// Capital or small letters, blanks anywhere between squares, numbers of moves before them; passes may be left
// out or written pass, pa, ps or --. Always from the usual start.
//
// A line is a game of its own when it begins with number 1, or when it has no number and all of its moves,
// two or more, can be played from the start; any other line goes on with the game before it. So both a file
// with a game per line and one game over several lines are read.
#include "play/formats/formats.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 8 };

typedef enum { WORD_NONE, WORD_NUMBER, WORD_MOVE, WORD_PASS, WORD_BAD } WordKind;

// The next word of the line at *at.
static WordKind word_next(const char **at, const char *end, char word[WORD_MAX])
{
    static const char *const passes[] = {"pass", "pa", "ps", "--"};
    while (*at < end && **at != '\n' && (isspace((unsigned char)**at) || **at == ',' || **at == 0)) ++*at;
    if (*at == end || **at == '\n') return WORD_NONE;
    const size_t      left = (size_t)(end - *at);
    const char *const from = *at;
    if (isdigit((unsigned char)**at)) {
        while (*at < end && (isdigit((unsigned char)**at) || **at == '.')) ++*at;
        snprintf(word, WORD_MAX, "%.*s", *at - from < WORD_MAX ? (int)(*at - from) : WORD_MAX - 1, from);
        return WORD_NUMBER;
    }
    if (left >= 2 && strchr("abcdefgh", tolower((unsigned char)**at)) != NULL && (*at)[1] >= '1' &&
        (*at)[1] <= '8') {
        word[0] = (char)tolower((unsigned char)**at), word[1] = (*at)[1], word[2] = 0;
        return *at += 2, WORD_MOVE;
    }
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        const size_t n = strlen(passes[i]);
        if (left >= n && strncasecmp(*at, passes[i], n) == 0) return *at += n, WORD_PASS;
    }
    snprintf(word, WORD_MAX, "%.1s", isprint((unsigned char)*from) ? from : "?");
    return WORD_BAD;
}

static bool must_pass(const Variant *v, const AnyState *s)
{
    Move moves[GAME_MOVES_MAX];
    return v->game->generate(v->rules, s, moves) == 1 && moves[0] == MOVE_PASS;
}

static bool move_play(Record *record, WordKind kind, const char *word, Status *status)
{
    Move m = MOVE_PASS;
    if (record->count == FORMAT_PLIES_MAX) return status_fail(status, "more than %d plies", FORMAT_PLIES_MAX);
    // Left out, or written though it is left out elsewhere.
    if (kind == WORD_MOVE && must_pass(record->v, &record->now) && !record_play(record, MOVE_PASS, status))
        return false;
    return variant_move_parse(record->v, &record->now, kind == WORD_PASS ? "pass" : word, &m, status) &&
           record_play(record, m, status);
}

// Plays the line at *at; *at is its end afterwards. How many moves it had, -1 with a message.
static int line_play(const char **at, const char *end, Record *record, Status *status)
{
    for (int moves = 0;;) {
        char           word[WORD_MAX];
        const WordKind kind = word_next(at, end, word);
        if (kind == WORD_NONE) return moves;
        if (kind == WORD_NUMBER) continue;
        if (kind == WORD_BAD)
            return status_fail(status, "move %d: '%s': expected a square, a1 to h8, or pass",
                               record->count + 1, word),
                 -1;
        if (!move_play(record, kind, word, status))
            return status_prefix(status, "move %d", record->count + 1), -1;
        moves++;
    }
}

// How many moves the line at `at` has when it is played from the start; -1: it cannot be.
static int line_from_start(const Variant *v, const char *at, const char *end)
{
    AnyState s;
    Record   record;
    Status   ignored;
    variant_setup(v, &s);
    if (!record_open(&record, v, &s, &ignored)) return -1;
    const int moves = line_play(&at, end, &record, &ignored);
    record_close(&record);
    return moves;
}

static bool line_begins_game(const Variant *v, const char *at, const char *end)
{
    char           word[WORD_MAX];
    const char    *look = at;
    const WordKind kind = word_next(&look, end, word);
    if (kind == WORD_NUMBER) return atol(word) == 1;
    return line_from_start(v, at, end) >= 2;
}

static bool line_is_empty(const char *at, const char *end)
{
    char word[WORD_MAX];
    return word_next(&at, end, word) == WORD_NONE;
}

static void skip_empty_lines(FormatReader *r)
{
    while (r->at < r->end && line_is_empty(r->at, r->end)) {
        while (r->at < r->end && *r->at != '\n') r->at++;
        if (r->at < r->end) r->at++, r->line++;
    }
}

static bool game_take(FormatReader *r, FormatGame *game, Status *status)
{
    AnyState usual;
    variant_setup(r->v, &usual);
    if (!record_open(&game->record, r->v, r->start != NULL ? r->start : &usual, status)) return false;
    do {
        if (line_play(&r->at, r->end, &game->record, status) < 0)
            return status_prefix(status, "line %d", r->line);
        skip_empty_lines(r);
    } while (r->at < r->end && !line_begins_game(r->v, r->at, r->end));
    return true;
}

static FormatRead transcript_read(FormatReader *reader, FormatGame *game, Status *status)
{
    *game = (FormatGame){.number = reader->number + 1};
    skip_empty_lines(reader);
    if (reader->at == reader->end) return FORMAT_READ_END;
    reader->number++;
    if (game_take(reader, game, status)) return format_judge(game), FORMAT_READ_GAME;
    format_game_close(game);
    return status_prefix(status, "game %d", reader->number), FORMAT_READ_BAD;
}

// The first line is made of squares, and its first is one of the four with which games begin.
static bool transcript_recognise(const char *text, size_t size)
{
    static const char *const first[] = {"c4", "d3", "e6", "f5"};
    FormatReader             r       = {.at = text, .end = text + size};
    char                     word[WORD_MAX], begin[WORD_MAX] = "";
    WordKind                 kind;
    skip_empty_lines(&r);
    while ((kind = word_next(&r.at, r.end, word)) != WORD_NONE) {
        if (kind == WORD_BAD) return false;
        if (kind == WORD_MOVE && begin[0] == 0) strcpy(begin, word);
    }
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (strcmp(begin, first[i]) == 0) return true;
    return false;
}

static bool transcript_can(const FormatGame *game, Status *status)
{
    AnyState usual;
    variant_setup(game->record.v, &usual);
    return memcmp(&usual, &game->record.start, game->record.v->game->state_size) == 0 ||
           status_fail(status, "a transcript begins at the usual start, and this game does not");
}

static void transcript_write(FILE *out, const FormatGame *game)
{
    const Record *const record = &game->record;
    for (int i = 0; i < record->count; i++) {
        const Move m = record->moves[i];
        if (m != MOVE_PASS) fprintf(out, "%c%c", "abcdefgh"[m % 8], "12345678"[m / 8]);
    }
    putc('\n', out);
}

const GameFormat format_transcript = {
    .name      = "transcript",
    .suffix    = ".txt",
    .help      = "squares one after another, f5d6c3, of Othello; moves alone",
    .game      = "othello",
    .recognise = transcript_recognise,
    .read      = transcript_read,
    .possible  = transcript_can,
    .write     = transcript_write,
};
