// Any text as games in whatever notation it seems to be: all of them read, and written in every notation that
// allows them and read again as the same games; or refused in one line. The same text as moves that somebody
// pasted.
#include "fuzz.h"
#include "play/formats/epd.h"

#include <stdlib.h>
#include <string.h>

static void same_game(const FormatGame *a, const FormatGame *b)
{
    const Variant *const v = a->record.v;
    fuzz_require(a->record.count == b->record.count &&
                     memcmp(a->record.moves, b->record.moves,
                            (size_t)a->record.count * sizeof *a->record.moves) == 0 &&
                     memcmp(&a->record.now, &b->record.now, v->game->state_size) == 0,
                 "it is the same game");
}

// EPD has the last position and no moves.
static void same_end(const FormatGame *game, const FormatGame *again)
{
    fuzz_require(again->record.count == 0 &&
                     memcmp(&again->record.start, &game->record.now, game->record.v->game->state_size) == 0,
                 "it is the last position");
}

static void written_again(const GameFormat *format, const FormatGame *game)
{
    static FormatGame again;
    char             *text = NULL;
    size_t            size = 0;
    Status            status;
    if (!format_possible(format, game, &status)) return;
    FILE *const out = open_memstream(&text, &size);
    fuzz_require(out != NULL, "memory for a game");
    format->write(out, game);
    fuzz_require(fclose(out) == 0, "a game is written");
    FormatReader reader;
    format_open(&reader, format, game->record.v, text, size);
    const FormatRead read = format_read(&reader, &again, &status);
    // A transcript without moves has no game.
    if (read == FORMAT_READ_END && game->record.count == 0) return free(text);
    if (read != FORMAT_READ_GAME) fprintf(stderr, "%s: %s\n%s\n", format->name, status.text, text);
    fuzz_require(read == FORMAT_READ_GAME, "what was written is read");
    if (format == &format_epd) same_end(game, &again);
    else same_game(game, &again);
    format_game_close(&again);
    free(text);
}

static void refused_in_one_line(const Status *status)
{
    fuzz_require(status->text[0] && strchr(status->text, '\n') == NULL, "a refusal has one line");
}

static void pasted(const Variant *v, const uint8_t *data, size_t size)
{
    char     text[1024];
    AnyState s;
    Record   record;
    Status   status = {0};
    fuzz_text(data, size, text, sizeof text);
    variant_setup(v, &s);
    fuzz_require(record_open(&record, v, &s, &status), "memory for a game");
    if (!format_text_play(&record, text, &status)) {
        refused_in_one_line(&status);
        fuzz_require(record.count == 0, "what is refused changes nothing");
    }
    record_close(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FormatGame game;
    if (size == 0) return 0;
    const Variant *const v    = fuzz_variant(data[0]);
    const char *const    text = (const char *)data + 1;
    char                 spec[TEXT_MAX];
    Status               status = {0};
    pasted(v, data + 1, size - 1);
    const GameFormat *const format = format_recognise(text, size - 1, v, &status);
    if (format == NULL) return refused_in_one_line(&status), 0;
    if (!format_spec(format, text, size - 1, spec, &status)) refused_in_one_line(&status);
    FormatReader reader;
    FormatRead   read;
    format_open(&reader, format, v, text, size - 1);
    while ((read = format_read(&reader, &game, &status)) == FORMAT_READ_GAME) {
        for (int i = 0; formats_all[i] != NULL; i++) written_again(formats_all[i], &game);
        format_game_close(&game);
    }
    if (read == FORMAT_READ_BAD) refused_in_one_line(&status);
    return 0;
}
