// pgn_file.c - files of games.
#include "play/formats/pgn.h"
#include "base/file.h"

#include <stdlib.h>

bool pgn_file_each(const char *path, const Variant *v, PgnEach *each, void *context, Status *status)
{
    FormatReader reader;
    size_t       size;
    char *const  text = file_read(path, FORMAT_SIZE_MAX, &size, status);
    if (text == NULL) return false;
    FormatGame *const game = malloc(sizeof *game);
    FormatRead        read = FORMAT_READ_BAD;
    bool              good = game != NULL || status_fail_system(status, "out of memory for a game");
    pgn_open(&reader, v, text, size);
    while (good && (read = pgn_read(&reader, game, status)) == FORMAT_READ_GAME) {
        good = each(context, game, status) || status_prefix(status, "game %d", game->number);
        format_game_close(game);
    }
    free(game);
    free(text);
    return (good && read == FORMAT_READ_END) || status_prefix(status, "'%.200s'", path);
}
