// pgn_file.c - files of games.
#include "play/pgn/pgn.h"
#include "base/file.h"

#include <assert.h>
#include <stdlib.h>

static PgnRead game_read(PgnReader *reader, long number, PgnGame *game, Status *status)
{
    while (reader->number + 1 < number) {
        const PgnRead skipped = pgn_skip(reader, status);
        if (skipped != PGN_READ_GAME) return skipped;
    }
    return pgn_read(reader, game, status);
}

PgnGame *pgn_file_game(const char *path, const Variant *v, long number, Status *status)
{
    assert(number >= 1);
    PgnReader   reader;
    size_t      size;
    char *const text = file_read(path, PGN_SIZE_MAX, &size, status);
    if (text == NULL) return NULL;
    PgnGame *const game = malloc(sizeof *game);
    PgnRead        read = PGN_READ_BAD;
    if (game == NULL) status_fail_system(status, "out of memory for a game");
    else pgn_open(&reader, v, text, size), read = game_read(&reader, number, game, status);
    free(text);
    if (read == PGN_READ_GAME) return game;
    free(game);
    if (read == PGN_READ_BAD) return status_prefix(status, "'%.200s'", path), NULL;
    status_fail(status, "'%.200s' has %d games; there is no game %ld", path, reader.number, number);
    return NULL;
}

bool pgn_file_each(const char *path, const Variant *v, PgnEach *each, void *context, Status *status)
{
    PgnReader   reader;
    size_t      size;
    char *const text = file_read(path, PGN_SIZE_MAX, &size, status);
    if (text == NULL) return false;
    PgnGame *const game = malloc(sizeof *game);
    PgnRead        read = PGN_READ_BAD;
    bool           good = game != NULL || status_fail_system(status, "out of memory for a game");
    pgn_open(&reader, v, text, size);
    while (good && (read = pgn_read(&reader, game, status)) == PGN_READ_GAME) {
        good = each(context, game, status) || status_prefix(status, "game %d", game->number);
        pgn_game_close(game);
    }
    free(game);
    free(text);
    return (good && read == PGN_READ_END) || status_prefix(status, "'%.200s'", path);
}
