// ggf.c - Othello games in the Generic Game Format, as servers and boards exchange them:
//
//     (;GM[Othello]PC[here]PB[a]PW[b]RE[+4.00]TY[8]BO[8 -------- ... *]B[d3//1.2]W[c5/-2.00];)
//
// A game is a list of properties, two capital letters at most and a value in brackets; a backslash in a value
// takes the meaning of the next character. Moves have an optional value and time after slashes, which are
// left out. A pass is PA, and may be missing where it was forced. Before a game, or between games, there may
// be numbers and blanks (archives count the boards of a match there).
//
// Source: the property list of the Generic Game Server (M. Buro, I. Durdanovic).
#include "play/formats/formats.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MAX = 8, BOARD_CELLS = 64 };

typedef struct Property {
    char key[KEY_MAX], value[FORMAT_VALUE_MAX];
} Property;

// Properties that are tags. The others, which speak of clocks and ratings in ways of their own, are left out.
static const struct {
    const char *key, *tag;
} tags_known[] = {{"EV", "Event"},    {"PC", "Site"},        {"DT", "Date"},
                  {"PB", "Black"},    {"PW", "White"},       {"RB", "BlackElo"},
                  {"RW", "WhiteElo"}, {"TI", "TimeControl"}, {"RO", "Round"}};
enum { TAGS_KNOWN = sizeof tags_known / sizeof *tags_known };

static void skip_blanks(FormatReader *r)
{
    for (; r->at < r->end && (isspace((unsigned char)*r->at) || *r->at == 0); r->at++)
        r->line += *r->at == '\n';
}

// "(;" after what archives write before it. False at the end of the text too, with an empty message.
static bool game_begin(FormatReader *r, Status *status)
{
    status_clear(status);
    for (skip_blanks(r); r->at < r->end && isdigit((unsigned char)*r->at); skip_blanks(r)) r->at++;
    if (r->at == r->end) return false;
    if (r->end - r->at < 2 || memcmp(r->at, "(;", 2) != 0)
        return status_fail(status, "line %d: '%.1s': expected '(;'", r->line, r->at);
    r->at += 2;
    return true;
}

static bool game_ends(FormatReader *r)
{
    skip_blanks(r);
    if (r->end - r->at < 2 || memcmp(r->at, ";)", 2) != 0) return false;
    r->at += 2;
    return true;
}

static bool value_read(FormatReader *r, Property *p, Status *status)
{
    size_t n = 0;
    for (r->at++; r->at < r->end && *r->at != ']'; r->at++) {
        if (*r->at == '\\' && r->at + 1 < r->end) r->at++;
        if (n + 1 == sizeof p->value)
            return status_fail(status, "line %d: %s[...]: longer than %zu characters", r->line, p->key,
                               sizeof p->value - 1);
        r->line += *r->at == '\n';
        p->value[n++] = (unsigned char)*r->at < ' ' ? ' ' : *r->at;
    }
    p->value[n] = 0;
    return (r->at < r->end && *r->at++ == ']') ||
           status_fail(status, "line %d: %s[: no ']' at its end", r->line, p->key);
}

static bool property_read(FormatReader *r, Property *p, Status *status)
{
    size_t n = 0;
    skip_blanks(r);
    for (; r->at < r->end && isupper((unsigned char)*r->at) && n + 1 < sizeof p->key; r->at++)
        p->key[n++] = *r->at;
    p->key[n] = 0;
    skip_blanks(r);
    if (r->at == r->end) return status_fail(status, "line %d: no ';)' at its end", r->line);
    if (n == 0 || *r->at != '[')
        return status_fail(status, "line %d: '%s%.1s': expected a property, XY[...], or ';)'", r->line,
                           p->key, isprint((unsigned char)*r->at) ? r->at : "?");
    return value_read(r, p, status);
}

// "8 <64 cells> *": the size, the board row by row, the side to move; blanks anywhere.
static bool board_read(const FormatReader *r, const char *text, AnyState *start, Status *status)
{
    char        cells[BOARD_CELLS + 1], position[BOARD_CELLS + 3];
    const char *at   = text;
    long        size = 0;
    int         n    = 0;
    if (!text_number(&at, 100, &size) || size != 8)
        return status_fail(status, "BO[%.20s]: expected a board of size 8", text);
    for (; *at; at++) {
        if (*at == ' ') continue;
        if (n > BOARD_CELLS || strchr(n < BOARD_CELLS ? "*Oo-" : "*Oo", *at) == NULL)
            return status_fail(status, "BO[%.20s...]: '%c' is number %d; expected 64 of '-*O' and who moves",
                               text, *at, n + 1);
        cells[n++] = *at == '*' ? 'X' : *at == 'o' ? 'O' : *at;
    }
    if (n <= BOARD_CELLS)
        return status_fail(status, "BO[%.20s...]: %d cells; expected 64 of '-*O' and who moves", text, n);
    snprintf(position, sizeof position, "%.*s %c", BOARD_CELLS, cells, cells[BOARD_CELLS]);
    return variant_parse(r->v, start, position, status) && format_start_fits(r, start, status);
}

// "+4.00", "-12.00:r": what the first colour, black, was ahead at the end.
static void result_read(FormatGame *game, const char *text)
{
    const bool  less  = *text == '-';
    const char *digit = text + (less || *text == '+');
    if (!isdigit((unsigned char)*digit)) return;   // not known
    format_points_set(game, 0,
                      digit[strspn(digit, "0.")] < '1' || digit[strspn(digit, "0.")] > '9' ? 0
                      : less                                                               ? -1
                                                                                           : 1);
}

static bool is_pass(const char *word)
{
    return text_same(word, "pa") || text_same(word, "pass") || text_same(word, "--");
}

static bool forced_pass(const Record *record)
{
    Move moves[GAME_MOVES_MAX];
    return record->v->game->generate(record->v->rules, &record->now, moves) == 1 && moves[0] == MOVE_PASS;
}

static bool move_read(const FormatReader *r, Record *record, const Property *p, Status *status)
{
    const Variant *const v    = record->v;
    const int            seat = p->key[0] == 'B' ? 0 : 1;
    char                 word[FORMAT_VALUE_MAX];
    Move                 m;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(p->value, "/ "), p->value);
    if (is_pass(word) && v->game->count(v->rules, &record->now) == 0) return true;   // some end with passes
    if (v->game->turn(v->rules, &record->now) != seat && forced_pass(record) && !is_pass(word) &&
        !record_play(record, MOVE_PASS, status))
        return false;
    bool good = v->game->turn(v->rules, &record->now) == seat || status_fail(status, "it is not his turn");
    if (record->count == FORMAT_PLIES_MAX) good = status_fail(status, "more than %d plies", FORMAT_PLIES_MAX);
    good = good && variant_move_parse(v, &record->now, is_pass(word) ? "pass" : word, &m, status) &&
           record_play(record, m, status);
    return good || status_prefix(status, "line %d, %s[%.40s]", r->line, p->key, p->value);
}

static bool tag_take(FormatGame *game, const Property *p)
{
    for (int i = 0; i < TAGS_KNOWN; i++)
        if (strcmp(p->key, tags_known[i].key) == 0)
            return format_tag_set(&game->tags, tags_known[i].tag, p->value), true;
    return false;
}

// One property of a game; the record is open.
static bool property_take(FormatReader *r, FormatGame *game, const Property *p, Status *status)
{
    AnyState start;
    if (strcmp(p->key, "B") == 0 || strcmp(p->key, "W") == 0) return move_read(r, &game->record, p, status);
    if (tag_take(game, p)) return true;
    if (strcmp(p->key, "RE") == 0) return result_read(game, p->value), true;
    if (strcmp(p->key, "C") == 0)
        return format_comment_add(&game->comments, game->record.count, p->value, strlen(p->value)), true;
    if (strcmp(p->key, "GM") == 0 && !text_same(p->value, "othello"))
        return status_fail(status, "line %d: GM[%.40s]: expected a game of Othello", r->line, p->value);
    if (strcmp(p->key, "TY") == 0 && (p->value[0] != '8' || isdigit((unsigned char)p->value[1])))
        return status_fail(status, "line %d: TY[%.40s]: expected a board of size 8", r->line, p->value);
    if (strcmp(p->key, "KB") == 0 || strcmp(p->key, "KW") == 0)
        return status_fail(status, "line %d: %s[%.40s]: a game that was begun by bids cannot be read",
                           r->line, p->key, p->value);
    if (strcmp(p->key, "BO") != 0) return true;
    if (game->record.count > 0)
        return status_fail(status, "line %d: BO[%.20s...]: expected before the first move", r->line,
                           p->value);
    if (!board_read(r, p->value, &start, status)) return status_prefix(status, "line %d", r->line);
    record_close(&game->record);
    return record_open(&game->record, r->v, &start, status);
}

static bool game_take(FormatReader *r, FormatGame *game, Status *status)
{
    AnyState usual;
    variant_setup(r->v, &usual);
    if (!record_open(&game->record, r->v, r->start != NULL ? r->start : &usual, status)) return false;
    while (!game_ends(r)) {
        Property p;
        if (!property_read(r, &p, status) || !property_take(r, game, &p, status)) return false;
    }
    return true;
}

static FormatRead ggf_read(FormatReader *reader, FormatGame *game, Status *status)
{
    *game     = (FormatGame){.number = ++reader->number};
    bool good = game_begin(reader, status);
    if (!good && status->text[0] == 0) return reader->number--, FORMAT_READ_END;
    good = good && game_take(reader, game, status);
    if (good) return format_judge(game), FORMAT_READ_GAME;
    format_game_close(game);
    return status_prefix(status, "game %d", reader->number), FORMAT_READ_BAD;
}

static bool ggf_recognise(const char *text, size_t size)
{
    FormatReader r = {.text = text, .at = text, .end = text + size, .line = 1};
    Status       ignored;
    return game_begin(&r, &ignored);
}

// Writing.

static void write_property(FILE *out, const char *key, const char *value)
{
    fprintf(out, "%s[", key);
    for (; *value; value++) {
        if (*value == ']' || *value == '\\') putc('\\', out);
        putc((unsigned char)*value < ' ' ? ' ' : *value, out);
    }
    putc(']', out);
}

// The discs that black is ahead of white at the end; where the game was not played out, all of them.
static void write_result(FILE *out, const FormatGame *game)
{
    const Variant *const v = game->record.v;
    if (!game->decided) fputs("RE[?]", out);
    else if (game->ended == ENDED_BY_RULES && v->game->score != NULL)
        fprintf(out, "RE[%+d.00]",
                v->game->score(v->rules, &game->record.now, 0) -
                    v->game->score(v->rules, &game->record.now, 1));
    else if (game->points[0] == game->points[1]) fputs("RE[+0.00:s]", out);
    else fprintf(out, "RE[%c64.00:r]", game->points[0] > game->points[1] ? '+' : '-');
}

static void write_board(FILE *out, const Record *record)
{
    char text[TEXT_MAX];
    Text position = text_on(text, sizeof text);
    variant_format(record->v, &record->start, &position);
    fputs("BO[8", out);
    for (int i = 0; i < BOARD_CELLS; i++)
        fprintf(out, "%s%c", i % 8 == 0 ? " " : "", text[i] == 'X' ? '*' : text[i]);
    fprintf(out, " %c]\n", text[BOARD_CELLS + 1] == 'X' ? '*' : 'O');
}

static void write_comment(FILE *out, const FormatGame *game, int ply)
{
    const char *at = format_comment_at(&game->comments, ply);
    while (at != NULL && *at) {
        // A value has a limit: longer remarks are several, parted at a blank where there is one.
        size_t n = strlen(at);
        if (n >= FORMAT_VALUE_MAX)
            for (n = FORMAT_VALUE_MAX - 1; n > 1 && at[n] != ' ';) n--;
        if (n <= 1 && at[n]) n = FORMAT_VALUE_MAX - 1;
        char part[FORMAT_VALUE_MAX];
        snprintf(part, sizeof part, "%.*s", (int)n, at);
        write_property(out, "C", part);
        at += n;
    }
}

static void ggf_write(FILE *out, const FormatGame *game)
{
    const Record *const record = &game->record;
    const Variant      *v      = record->v;
    AnyState            s      = record->start;
    fputs("(;GM[Othello]", out);
    for (int i = 0; i < TAGS_KNOWN; i++) {
        const char *const value = format_tag(&game->tags, tags_known[i].tag);
        if (value != NULL) write_property(out, tags_known[i].key, value);
    }
    write_result(out, game);
    fputs("TY[8]\n", out);
    write_board(out, record);
    for (int i = 0; i < record->count; i++) {
        const AnyState before = s;
        char           word[TEXT_MAX];
        Text           move = text_on(word, sizeof word);
        write_comment(out, game, i);
        variant_move_format(v, &s, record->moves[i], &move);
        fprintf(out, "%c[%s]%s", "BW"[v->game->turn(v->rules, &s)],
                record -> moves[i] == MOVE_PASS ? "PA" : word, i % 10 == 9 ? "\n" : "");
        v->game->play(v->rules, &s, &before, record->moves[i]);
    }
    write_comment(out, game, record->count);
    fputs(";)\n", out);
}

static bool ggf_can(const FormatGame *game, Status *status)
{
    (void)game, (void)status;
    return true;
}

const GameFormat format_ggf = {
    .name      = "ggf",
    .suffix    = ".ggf",
    .help      = "Generic Game Format, of Othello",
    .game      = "othello",
    .recognise = ggf_recognise,
    .read      = ggf_read,
    .possible  = ggf_can,
    .write     = ggf_write,
};
