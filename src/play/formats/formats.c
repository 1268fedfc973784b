// formats.c - the table of notations, and what is the same for all of them.
#include "play/formats/formats.h"
#include "base/file.h"
#include "play/formats/epd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// The first that knows a text takes it: the strictest come first.
const GameFormat *const formats_all[] = {&format_saved,      &format_ggf, &format_epd, &format_pdn,
                                         &format_transcript, &format_pgn, NULL};

static void names_add(Text *out)
{
    for (int i = 0; formats_all[i] != NULL; i++)
        text_add(out, "%s%s", i > 0 ? ", " : "", formats_all[i]->name);
}

const GameFormat *format_find(const char *name, Status *status)
{
    char known[160];
    Text out = text_on(known, sizeof known);
    for (int i = 0; formats_all[i] != NULL; i++)
        if (strcmp(formats_all[i]->name, name) == 0) return formats_all[i];
    names_add(&out);
    status_fail(status, "unknown format '%.40s'; expected one of: %s", name, known);
    return NULL;
}

const GameFormat *format_by_suffix(const char *path)
{
    for (int i = 0; formats_all[i] != NULL; i++) {
        const size_t n = strlen(path), k = strlen(formats_all[i]->suffix);
        if (n > k && text_same(path + n - k, formats_all[i]->suffix)) return formats_all[i];
    }
    return NULL;
}

// The mark of UTF-8 at the beginning of some files is no part of the text.
static size_t mark_size(const char *text, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf";
    return size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
}

static bool is_for(const GameFormat *format, const Variant *v)
{
    return v == NULL || format->game == NULL || strcmp(format->game, v->game->name) == 0;
}

const GameFormat *format_recognise(const char *text, size_t size, const Variant *v, Status *status)
{
    char         known[160];
    Text         out = text_on(known, sizeof known);
    const size_t n   = mark_size(text, size);
    for (int i = 0; formats_all[i] != NULL; i++)
        if (is_for(formats_all[i], v) && formats_all[i]->recognise(text + n, size - n)) return formats_all[i];
    names_add(&out);
    status_fail(status, "no game in a known format; expected one of: %s", known);
    return NULL;
}

bool format_spec(const GameFormat *format, const char *text, size_t size, char out[TEXT_MAX], Status *status)
{
    const size_t n = mark_size(text, size);
    if (format->spec != NULL) return format->spec(text + n, size - n, out, status);
    snprintf(out, TEXT_MAX, "%s", format->game);
    return true;
}

void format_open(FormatReader *reader, const GameFormat *format, const Variant *v, const char *text,
                 size_t size)
{
    assert(is_for(format, v));
    *reader      = (FormatReader){.format = format, .v = v, .line = 1};
    reader->text = reader->at = text + mark_size(text, size);
    reader->end               = text + size;
}

FormatRead format_read(FormatReader *reader, FormatGame *game, Status *status)
{
    return reader->format->read(reader, game, status);
}

bool format_possible(const GameFormat *format, const FormatGame *game, Status *status)
{
    if (!is_for(format, game->record.v))
        return status_fail(status, "%s is a notation of %s; this is a game of %s", format->name, format->game,
                           game->record.v->game->name);
    return format->possible(game, status);
}

// The next game, read or only passed.
static FormatRead game_pass(FormatReader *reader, FormatGame *game, Status *status)
{
    if (reader->format->skip != NULL) return reader->format->skip(reader, status);
    const FormatRead read = format_read(reader, game, status);
    if (read == FORMAT_READ_GAME) format_game_close(game);
    return read;
}

FormatGame *format_text_game(const GameFormat *format, const Variant *v, const char *text, size_t size,
                             long number, Status *status)
{
    assert(number >= 1);
    FormatReader reader;
    FormatRead   read = FORMAT_READ_GAME;
    if (format == NULL) format = format_recognise(text, size, v, status);
    if (format == NULL) return NULL;
    FormatGame *const game = calloc(1, sizeof *game);
    if (game == NULL) return status_fail_system(status, "out of memory for a game"), NULL;
    format_open(&reader, format, v, text, size);
    for (long i = 1; i < number && read == FORMAT_READ_GAME; i++) read = game_pass(&reader, game, status);
    if (read == FORMAT_READ_GAME) read = format_read(&reader, game, status);
    if (read == FORMAT_READ_GAME) return game;
    free(game);
    if (read == FORMAT_READ_END)
        status_fail(status, "it has %d game%s; there is no game %ld", reader.number,
                    reader.number == 1 ? "" : "s", number);
    return NULL;
}

FormatGame *format_file_game(const GameFormat *format, const Variant *v, const char *path, long number,
                             Status *status)
{
    size_t      size;
    char *const text = file_read(path, FORMAT_SIZE_MAX, &size, status);
    if (text == NULL) return NULL;
    FormatGame *const game = format_text_game(format, v, text, size, number, status);
    free(text);
    if (game == NULL) status_prefix(status, "'%.200s'", path);
    return game;
}

// The games of a text, one after another.
static bool games_each(FormatReader *reader, FormatGame *game, FormatEach *each, void *context,
                       Status *status)
{
    FormatRead read;
    while ((read = format_read(reader, game, status)) == FORMAT_READ_GAME) {
        const bool good = each(context, game, status) || status_prefix(status, "game %d", game->number);
        format_game_close(game);
        if (!good) return false;
    }
    return read == FORMAT_READ_END;
}

bool format_file_each(const GameFormat *format, const Variant *v, const char *path, FormatEach *each,
                      void *context, Status *status)
{
    FormatReader reader;
    size_t       size;
    if (!is_for(format, v))
        return status_fail(status, "'%.200s': %s is a notation of %s; this is a game of %s", path,
                           format->name, format->game, v->game->name);
    char *const text = file_read(path, FORMAT_SIZE_MAX, &size, status);
    if (text == NULL) return false;
    FormatGame *const game = malloc(sizeof *game);
    format_open(&reader, format, v, text, size);
    const bool good = game != NULL ? games_each(&reader, game, each, context, status)
                                   : status_fail_system(status, "out of memory for a game");
    free(game);
    free(text);
    return good || status_prefix(status, "'%.200s'", path);
}

// Moves that a person pasted.

static void remember(void *context, const AnyState *before, Move m)
{
    (void)before;
    Record *const record = context;
    Status        ignored;
    if (record->moves != NULL && !record_play(record, m, &ignored)) record_close(record);
}

static bool list_play(Record *record, const char *text, Status *status)
{
    AnyState probe = record->now, s = record->now;
    if (!variant_moves_play(record->v, &probe, text, NULL, NULL, status)) return false;
    variant_moves_play(record->v, &s, text, remember, record, status);
    return record->moves != NULL || status_fail_system(status, "out of memory for a game");
}

static bool is_usual(const Record *record)
{
    AnyState usual;
    variant_setup(record->v, &usual);
    return record->count == 0 && memcmp(&usual, &record->start, record->v->game->state_size) == 0;
}

static bool game_append(Record *record, FormatGame *game, Status *status)
{
    if (is_usual(record)) {
        record_close(record);
        *record      = game->record;
        game->record = (Record){0};
        return true;
    }
    for (int i = 0; i < game->record.count; i++)
        if (!record_play(record, game->record.moves[i], status)) return false;
    return true;
}

static bool first_game_play(Record *record, const GameFormat *format, const char *text, Status *status)
{
    FormatReader      reader;
    FormatGame *const game = calloc(1, sizeof *game);
    if (game == NULL) return status_fail_system(status, "out of memory for a game");
    format_open(&reader, format, record->v, text, strlen(text));
    if (!is_usual(record)) reader.start = &record->now;
    const FormatRead read = format_read(&reader, game, status);
    const bool       good = read == FORMAT_READ_GAME && game_append(record, game, status);
    if (read == FORMAT_READ_END) status_fail(status, "there is no game in it");
    if (read == FORMAT_READ_GAME) format_game_close(game);
    free(game);
    return good;
}

// What is wrong with a list of moves is said as such. Notations begin with a bracket or with "1.", but for
// EPD, which nothing else looks like.
static bool looks_like_moves(const char *text)
{
    text += strspn(text, " \t\r\n");
    const size_t digits = strspn(text, "0123456789");
    return (*text == 0 || strchr("[({", *text) == NULL) && (digits == 0 || text[digits] != '.');
}

bool format_text_play(Record *record, const char *text, Status *status)
{
    Status                  ignored;
    const GameFormat *const format = format_recognise(text, strlen(text), record->v, &ignored);
    if (list_play(record, text, status)) return true;
    if (record->moves == NULL || format == NULL) return false;
    const bool moves = looks_like_moves(text) && format != &format_epd;
    return first_game_play(record, format, text, moves ? &ignored : status);
}
