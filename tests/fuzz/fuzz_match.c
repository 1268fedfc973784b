// Any bytes as the file of a match: every line refused with one line, or a game that is written again byte
// for byte.
#include "fuzz.h"
#include "play/match_file.h"

#include <stdlib.h>
#include <string.h>

static void refused(const Status *status)
{
    fuzz_require(status->text[0] && strchr(status->text, '\n') == NULL, "a refusal has one line");
}

static void game_line(const Variant *v, const MatchHeader *header, const char *line, size_t size)
{
    MatchGame game;
    Status    status = {0};
    if (!match_game_read(&game, v, header->plies_max, header->points, line, size, &status))
        return refused(&status);
    char *const again = match_game_line(&game);
    fuzz_require(again != NULL && strlen(again) == size + 1 && memcmp(again, line, size) == 0,
                 "a game is written again");
    fuzz_require(game.record.count <= header->plies_max, "no game is longer than its limit");
    free(again);
    match_game_close(&game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MatchHeader header;
    Variant     v;
    Status      status = {0};
    const char *at = (const char *)data, *const end = at + size,
               *line_end = size > 0 ? memchr(at, '\n', size) : NULL;
    if (line_end == NULL) return 0;
    if (!match_header_read(&header, at, (size_t)(line_end - at), &status)) return refused(&status), 0;
    char *const again = match_header_line(&header);
    fuzz_require(again != NULL && match_header_read(&header, again, strlen(again) - 1, &status),
                 "a header is written again");
    free(again);
    if (!variant_open(&v, header.game, &status)) return refused(&status), 0;
    for (at = line_end + 1; at < end && (line_end = memchr(at, '\n', (size_t)(end - at))) != NULL;
         at = line_end + 1)
        game_line(&v, &header, at, (size_t)(line_end - at));
    variant_close(&v);
    return 0;
}
