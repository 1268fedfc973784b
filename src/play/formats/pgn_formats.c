// pgn_formats.c - PGN and PDN as rows of the table: how they are known, which game they are of.
#include "play/formats/pgn.h"

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

static bool pdn_recognise(const char *text, size_t size)
{
    char              word[TEXT_MAX];
    Status            ignored;
    FormatTags *const tags  = malloc(sizeof *tags);
    bool              known = false;
    if (tags != NULL && pgn_first_tags(text, look(size), tags, &ignored)) {
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
    const bool        good    = pgn_first_tags(text, size, tags, status);
    const char *const variant = good ? format_tag(tags, "Variant") : NULL;
    snprintf(out, TEXT_MAX, "%s", variant != NULL ? variant : "chess");
    for (size_t i = 0; i < sizeof chess / sizeof *chess; i++)
        if (text_same(out, chess[i])) strcpy(out, "chess");
    free(tags);
    return good || status->text[0] == 0 || status_prefix(status, "game 1");
}

// Tags as they are, those that follow from the record anew.
static void write_with(FILE *out, const FormatGame *game, bool variant)
{
    FormatTags *const tags = malloc(sizeof *tags);
    if (tags == NULL) return;
    *tags = game->tags;
    pgn_tags_settle(tags, &game->record, variant);
    pgn_write(out, tags, &game->record, &game->comments, pgn_result(game));
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
    .read      = pgn_read,
    .skip      = pgn_skip,
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
    return pgn_read(reader, game, status);
}

static FormatRead pdn_skip(FormatReader *reader, Status *status)
{
    reader->draughts = true;
    return pgn_skip(reader, status);
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
