// library.c - what the library is, and how texts, structs and errors leave it.
#include "api/api.h"
#include "base/build_info.h"
#include "play/player_type.h"
#include "play/show/game_json.h"
#include "search/plugin.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Errors.

// One line of plain ASCII, as a Status has it: what callers have sent may come back in it, cut anywhere.
int api_error(int code, char *error, size_t size, const char *format, ...)
{
    va_list list;
    if (error == NULL || size == 0) return code;
    va_start(list, format);
    vsnprintf(error, size, format, list);
    va_end(list);
    for (char *c = error; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';
    return code;
}

int api_fail(const Status *status, char *error, size_t size)
{
    return api_error(status->kind == STATUS_SYSTEM ? POLLARD_ERROR_SYSTEM : POLLARD_ERROR_INPUT, error, size,
                     "%s", status->text);
}

int api_null(const char *what, char *error, size_t size)
{
    return api_error(POLLARD_ERROR_USE, error, size, "NULL: expected %s", what);
}

// Texts.

void api_add(ApiOut *out, const char *text)
{
    const size_t n = strlen(text), room = out->length < out->size ? out->size - out->length : 0;
    if (room > 0 && out->buffer != NULL) {
        const size_t fits = n < room ? n : room - 1;
        memcpy(out->buffer + out->length, text, fits);
        out->buffer[out->length + fits] = 0;
    }
    out->length += n;
}

int api_end(const ApiOut *out) { return out->length < INT_MAX ? (int)out->length : POLLARD_ERROR_SYSTEM; }

int api_text(const char *text, char *buffer, size_t size)
{
    ApiOut out = {.buffer = buffer, .size = size};
    api_add(&out, text);
    return api_end(&out);
}

int api_json(json_t *json, char *buffer, size_t size)
{
    char *const text = json != NULL ? json_dumps(json, JSON_REAL_PRECISION(12)) : NULL;
    const int   n    = text != NULL ? api_text(text, buffer, size) : POLLARD_ERROR_SYSTEM;
    free(text);
    json_decref(json);
    return n;
}

// Structs.

enum { STRUCT_SIZE_MAX = 1 << 14 };   // beyond that it is a size nobody has set

bool api_struct_fits(const void *given, size_t least)
{
    size_t theirs;
    memcpy(&theirs, given, sizeof theirs);
    return theirs >= least && theirs <= STRUCT_SIZE_MAX;
}

bool api_struct_in(void *own, size_t size, size_t least, const void *given)
{
    size_t theirs;
    if (!api_struct_fits(given, least)) return false;
    memcpy(&theirs, given, sizeof theirs);
    for (size_t i = size; i < theirs; i++)
        if (((const char *)given)[i] != 0) return false;
    memset(own, 0, size);
    memcpy(own, given, theirs < size ? theirs : size);
    return true;
}

void api_struct_out(void *given, const void *own, size_t size)
{
    size_t theirs;
    memcpy(&theirs, given, sizeof theirs);
    const size_t n = theirs < size ? theirs : size;
    memcpy((char *)given + sizeof theirs, (const char *)own + sizeof theirs, n - sizeof theirs);
}

// The library.

const char *pollard_version(void) { return POLLARD_VERSION; }

const char *pollard_game_at(int i)
{
    if (i < 0) return NULL;
    for (const Game *const *game = games_all; *game != NULL; game++)
        if (i-- == 0) return (*game)->name;
    return NULL;
}

int pollard_game_load(const char *path, char *error, size_t error_size)
{
    Status status;
    if (path == NULL) return api_null("a file", error, error_size);
    return plugin_load(path, &status) ? 0 : api_fail(&status, error, error_size);
}

static json_t *player_json(const PlayerType *type)
{
    json_t *const names = json_array();
    for (int i = 0; type->names[i] != NULL; i++) json_array_append_new(names, json_string(type->names[i]));
    return json_pack("{s:o, s:s, s:b}", "names", names, "help", type->help, "starts_programs",
                     type->starts_programs);
}

int pollard_info_json(char *buffer, size_t size)
{
    json_t *const games = json_array(), *const players = json_array();
    for (const Game *const *game = games_all; *game != NULL; game++)
        json_array_append_new(games, game_json(*game));
    for (int i = 0; player_types[i] != NULL; i++)
        json_array_append_new(players, player_json(player_types[i]));
    return api_json(json_pack("{s:s, s:s, s:s, s:o, s:o}", "version", POLLARD_VERSION, "commit", build_commit,
                              "level", level_name(), "games", games, "players", players),
                    buffer, size);
}
