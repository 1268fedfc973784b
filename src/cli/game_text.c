#include "cli/game_text.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>

// All of stdin, with a zero after it; NULL with a message.
static char *stdin_read(size_t *size, Status *status)
{
    char       *text   = NULL;
    FILE *const memory = open_memstream(&text, size);
    char        part[1 << 16];
    size_t      n, all = 0;
    while (memory != NULL && all <= FORMAT_SIZE_MAX && (n = fread(part, 1, sizeof part, stdin)) > 0)
        all += fwrite(part, 1, n, memory);
    const bool good = memory != NULL && fclose(memory) == 0;
    if (good && all <= FORMAT_SIZE_MAX && !ferror(stdin)) return text;
    free(text);
    if (!good) status_fail_system(status, "out of memory for the games");
    else if (ferror(stdin)) file_fail(status, "read", "stdin");
    else status_fail(status, "stdin: larger than %zu bytes", FORMAT_SIZE_MAX);
    return NULL;
}

// The text is there.
static bool content_find(GameText *games, const char *spec, Status *status)
{
    char said[TEXT_MAX];
    if (spec != NULL && !variant_open(&games->v, spec, status)) return status_prefix(status, "--game");
    games->format = format_recognise(games->text, games->size, spec != NULL ? &games->v : NULL, status);
    if (games->format == NULL) return false;
    if (spec == NULL && (!format_spec(games->format, games->text, games->size, said, status) ||
                         !variant_open(&games->v, said, status)))
        return false;
    Text name = text_on(games->name, sizeof games->name);
    variant_name(&games->v, &name);
    return true;
}

static bool text_open(GameText *games, const char *what, const char *spec, Status *status)
{
    snprintf(games->path, sizeof games->path, "%.400s", what);
    if (content_find(games, spec, status)) return true;
    game_text_close(games);
    return status_prefix(status, "%.200s", what);
}

bool game_text_open(GameText *games, const char *path, const char *spec, Status *status)
{
    *games              = (GameText){0};
    const bool standard = strcmp(path, "-") == 0;
    char       what[TEXT_MAX];
    games->text = standard ? stdin_read(&games->size, status)
                           : file_read(path, FORMAT_SIZE_MAX, &games->size, status);
    snprintf(what, sizeof what, standard ? "stdin" : "'%.400s'", path);
    return games->text != NULL && text_open(games, what, spec, status);
}

bool game_text_take(GameText *games, const char *text, const char *what, const char *spec, Status *status)
{
    *games      = (GameText){.size = strlen(text)};
    games->text = strdup(text);
    if (games->text == NULL) return status_fail_system(status, "out of memory for the games");
    return text_open(games, what, spec, status);
}

void game_text_close(GameText *games)
{
    free(games->text);
    if (games->v.rules != NULL) variant_close(&games->v);
    games->text = NULL;
}
