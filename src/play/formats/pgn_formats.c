// pgn_formats.c - PGN and PDN as rows of the table: how they are known, which game they are of.
#include "play/formats/pgn.h"
#include "play/formats/pgn_forfeit.h"
#include "play/formats/pgn_repair.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// How much of a text is looked at to know what it is.
enum { LOOK_MAX = 1 << 16 };

static size_t look(size_t size) { return size < LOOK_MAX ? size : LOOK_MAX; }

// Does a text begin with a tag, a remark or the number of a move?
static bool begins_so(const char *text, size_t size)
{
    size_t i = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (i < size && isspace((unsigned char)text[i])) i++;
    if (i < size && strchr("[{;%", text[i]) != NULL && text[i] != 0) return true;
    const size_t digits = i;
    while (i < size && isdigit((unsigned char)text[i])) i++;
    return i > digits && i < size && text[i] == '.';
}

// "11-15" or "15x22x29".
static bool is_draughts_move(const char *word)
{
    int numbers = 0;
    for (long square; text_number(&word, 32, &square) && square > 0; word++) {
        numbers++;
        if (*word == 0) return numbers > 1;
        if (strchr("-xX", *word) == NULL) return false;
    }
    return false;
}

// The tags of the first game, also where one is given twice.
static bool first_tags(const char *text, size_t size, FormatTags *tags, Status *status)
{
    FormatReader reader;
    PgnRepair    repair;
    if (pgn_first_tags(text, size, tags, status)) return true;
    pgn_open(&reader, NULL, text, size);
    if (status->text[0] == 0 || !pgn_repair_open(&repair, &reader)) return false;
    const bool good = repair.changed && pgn_first_tags(repair.text, repair.size, tags, status);
    pgn_repair_close(&repair);
    return good;
}

static bool pdn_recognise(const char *text, size_t size)
{
    char              word[TEXT_MAX];
    Status            ignored;
    FormatTags *const tags  = malloc(sizeof *tags);
    bool              known = false;
    if (tags != NULL && first_tags(text, look(size), tags, &ignored)) {
        const bool other = format_tag(tags, "Variant") != NULL;   // a game of ours as PGN
        known            = !other && (format_tag(tags, "GameType") != NULL ||
                           (pgn_first_word(text, look(size), word) && is_draughts_move(word)));
    }
    free(tags);
    return known;
}

// What neither is PDN nor our own JSON, and begins as PGN does or has a move of chess for its first word.
static bool pgn_recognise(const char *text, size_t size)
{
    char word[TEXT_MAX];
    if (begins_so(text, size)) return !format_saved.recognise(text, size);
    return pgn_first_word(text, look(size), word) &&
           ((strlen(word) >= 2 && strlen(word) <= 7 &&
             strspn(word, "abcdefghKQRBNOx=+#-12345678") == strlen(word)) ||
            strcmp(word, "*") == 0);
}

static bool pgn_spec(const char *text, size_t size, char out[TEXT_MAX], Status *status)
{
    static const char *const chess[] = {"standard", "normal", "from position"};
    FormatTags *const        tags    = malloc(sizeof *tags);
    if (tags == NULL) return status_fail_system(status, "out of memory for a game");
    const bool        good    = first_tags(text, size, tags, status);
    const char *const variant = good ? format_tag(tags, "Variant") : NULL;
    snprintf(out, TEXT_MAX, "%s", variant != NULL ? variant : "chess");
    for (size_t i = 0; i < sizeof chess / sizeof *chess; i++)
        if (text_same(out, chess[i])) strcpy(out, "chess");
    free(tags);
    return good || status->text[0] == 0 || status_prefix(status, "game 1");
}

// Reading: pgn_read, and what a text says beside its moves.

// A result that stands in the tag alone, or that the position has.
static void result_settle(FormatGame *game)
{
    static const struct {
        const char *text;
        int         lead;   // of White
    } results[] = {{"1-0", 1}, {"2-0", 1}, {"0-1", -1}, {"0-2", -1}, {"1/2-1/2", 0}, {"1/2", 0}, {"1-1", 0}};
    const char *const tag = format_tag(&game->tags, "Result");
    for (size_t i = 0; tag != NULL && !game->decided && i < sizeof results / sizeof *results; i++)
        if (strcmp(tag, results[i].text) == 0)
            format_points_set(game, pgn_white(game->record.v), results[i].lead);
    format_judge(game);
}

// Remarks right after the result, before the next line that is empty, are about the game that has ended.
// `comments` NULL: they are passed.
static void remarks_after(FormatReader *r, FormatComments *comments, int ply)
{
    for (;;) {
        const char *at    = r->at;
        int         lines = 0;
        for (; at < r->end && isspace((unsigned char)*at); at++) lines += *at == '\n';
        if (at == r->end || lines > 1 || (*at != '{' && *at != ';')) return;
        const char *const from = at + 1, *const end = memchr(from, *at == '{' ? '}' : '\n',
                                                             (size_t)(r->end - from));
        if (end == NULL && *at == '{') return;   // for who reads on to refuse
        const size_t size = (size_t)((end != NULL ? end : r->end) - from);
        if (comments != NULL) format_comment_add(comments, ply, from, size);
        for (const char *c = from; c < from + size; c++) lines += *c == '\n';
        r->line += lines;
        r->at = from + size + (*at == '{');
    }
}

// A move by which nobody moves is no move of the game.
static void null_move_tell(Status *status)
{
    const Status      told = *status;
    const char *const at   = strstr(told.text, "illegal move '--'");
    if (at != NULL)
        status_fail(status, "%.*s'--' is a null move, which no game has", (int)(at - told.text), told.text);
}

// A game that was refused at `from`, in the words of others.
static FormatRead repaired_read(FormatReader *reader, const FormatReader *from, FormatGame *game,
                                Status *status)
{
    PgnRepair  repair;
    FormatRead read = FORMAT_READ_BAD;
    if (!pgn_repair_open(&repair, from)) return read;
    if (repair.changed) {
        FormatReader copy = *from;
        copy.text = copy.at = repair.text;
        copy.end            = repair.text + repair.size;
        read                = pgn_read(&copy, game, status);
        reader->at          = from->at + (repair.drawn ? copy.end - copy.text : copy.at - copy.text);
        reader->line = copy.line, reader->number = copy.number;
    }
    if (read == FORMAT_READ_GAME && repair.drawn) format_points_set(game, pgn_white(game->record.v), 0);
    if (read == FORMAT_READ_BAD) null_move_tell(status);
    pgn_repair_close(&repair);
    return read;
}

static FormatRead game_read(FormatReader *reader, FormatGame *game, Status *status)
{
    const FormatReader from = *reader;
    FormatRead         read = pgn_read(reader, game, status);
    if (read == FORMAT_READ_BAD) read = repaired_read(reader, &from, game, status);
    if (read != FORMAT_READ_GAME) return read;
    remarks_after(reader, &game->comments, game->record.count);
    result_settle(game);
    return read;
}

static FormatRead game_skip(FormatReader *reader, Status *status)
{
    const FormatRead read = pgn_skip(reader, status);
    if (read == FORMAT_READ_GAME) remarks_after(reader, NULL, 0);
    return read;
}

// Writing.

// Remarks of the game and why it was forfeited.
static void write_forfeit(FILE *out, FormatTags *tags, const FormatGame *game)
{
    FormatComments told = {0};
    for (int i = 0; i < game->comments.count; i++) {
        const FormatComment *const c    = &game->comments.list[i];
        const char *const          text = game->comments.text + c->at;
        format_comment_add(&told, c->ply, text, strlen(text));
    }
    pgn_forfeit_tell(&game->forfeit, &game->record, tags, &told);
    pgn_write(out, tags, &game->record, &told, pgn_result(game));
    free(told.list);
    free(told.text);
}

// Tags as they are, those that follow from the record anew.
static void write_with(FILE *out, const FormatGame *game, bool variant)
{
    FormatTags *const tags = malloc(sizeof *tags);
    if (tags == NULL) return;
    *tags = game->tags;
    pgn_tags_settle(tags, &game->record, variant);
    if (game->ended == ENDED_BY_FORFEIT) write_forfeit(out, tags, game);
    else pgn_write(out, tags, &game->record, &game->comments, pgn_result(game));
    free(tags);
}

static bool pgn_can(const FormatGame *game, Status *status) { return pgn_possible(game->record.v, status); }

static void pgn_write_game(FILE *out, const FormatGame *game) { write_with(out, game, true); }

const GameFormat format_pgn = {
    .name      = "pgn",
    .suffix    = ".pgn",
    .help      = "Portable Game Notation, of any game for two players",
    .recognise = pgn_recognise,
    .spec      = pgn_spec,
    .read      = game_read,
    .skip      = game_skip,
    .possible  = pgn_can,
    .write     = pgn_write_game,
};

// PDN. Its readers know one game of 21: no option may change the rules, only the referee's counting.
static bool pdn_can(const FormatGame *game, Status *status)
{
    const Variant *const v = game->record.v;
    char                 name[TEXT_MAX];
    Text                 out = text_on(name, sizeof name);
    variant_name(v, &out);
    return v->values[0] == v->game->options[0].fallback ||
           status_fail(status, "%s: a game as PDN has the rules of English draughts", name);
}

static FormatRead pdn_read(FormatReader *reader, FormatGame *game, Status *status)
{
    reader->draughts = true;
    return game_read(reader, game, status);
}

static FormatRead pdn_skip(FormatReader *reader, Status *status)
{
    reader->draughts = true;
    return game_skip(reader, status);
}

static void pdn_write_game(FILE *out, const FormatGame *game) { write_with(out, game, false); }

const GameFormat format_pdn = {
    .name      = "pdn",
    .suffix    = ".pdn",
    .help      = "Portable Draughts Notation, of English draughts",
    .game      = "checkers",
    .recognise = pdn_recognise,
    .read      = pdn_read,
    .skip      = pdn_skip,
    .possible  = pdn_can,
    .write     = pdn_write_game,
};
