// Any text as a file of games: all of them read, and written again as what was read; or refused in one line.
#include "fuzz.h"
#include "play/formats/pgn.h"

#include <stdlib.h>
#include <string.h>

static void written_again(const Variant *v, const FormatGame *game)
{
    static FormatGame again;
    char             *text   = NULL;
    size_t            size   = 0;
    FILE *const       out    = open_memstream(&text, &size);
    Status            status = {0};
    FormatReader      reader;
    fuzz_require(out != NULL, "memory for a game");
    pgn_write(out, &game->tags, &game->record, &game->comments, pgn_result(game));
    fuzz_require(fclose(out) == 0, "a game is written");
    pgn_open(&reader, v, text, size);
    fuzz_require(pgn_read(&reader, &again, &status) == FORMAT_READ_GAME, "what was written is read");
    fuzz_require(again.record.count == game->record.count && pgn_result(&again) == pgn_result(game) &&
                     memcmp(again.record.moves, game->record.moves,
                            (size_t)again.record.count * sizeof *again.record.moves) == 0 &&
                     memcmp(&again.record.now, &game->record.now, v->game->state_size) == 0,
                 "it is the same game");
    format_game_close(&again);
    fuzz_require(pgn_skip(&reader, &status) == FORMAT_READ_END, "it is one game");
    free(text);
}

// Skipping finds as many games, unless it goes further: moves are not its business.
static int skipped(const Variant *v, const char *text, size_t size)
{
    FormatReader reader;
    Status       status;
    pgn_open(&reader, v, text, size);
    while (pgn_skip(&reader, &status) == FORMAT_READ_GAME) {}
    return reader.number;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FormatGame game;
    if (size == 0) return 0;
    const Variant *const v    = fuzz_variant(data[0]);
    const char *const    text = (const char *)data + 1;
    FormatReader         reader;
    Status               status = {0};
    FormatRead           read;
    pgn_open(&reader, v, text, size - 1);
    while ((read = pgn_read(&reader, &game, &status)) == FORMAT_READ_GAME) {
        written_again(v, &game);
        format_game_close(&game);
    }
    if (read == FORMAT_READ_BAD)
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
    fuzz_require(skipped(v, text, size - 1) >= reader.number, "skipping finds as many games");
    return 0;
}
