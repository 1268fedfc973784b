// no_files.c - what stands in for files, plug-ins and programs of others in a browser, which has none of
// them: base/file.h, search/plugin.h, play/tune_result.h, the player types of play/engines. Everything that
// asks for one is refused.
#include "base/file.h"
#include "play/engines/engine_pool.h"
#include "play/player_type.h"
#include "play/tune_result.h"
#include "search/plugin.h"

// Files.

static bool refuse(Status *status, const char *path)
{
    return status_fail(status, "'%.80s': there are no files in the browser", path);
}

bool file_fail_input(Status *status, const char *doing, const char *path)
{
    (void)doing;
    return refuse(status, path);
}

bool file_fail(Status *status, const char *doing, const char *path)
{
    return file_fail_input(status, doing, path);
}

int file_open_input(const char *path, size_t *size, Status *status)
{
    *size = 0;
    return refuse(status, path), -1;
}

char *file_read(const char *path, size_t size_max, size_t *size, Status *status)
{
    (void)size_max, *size = 0;
    return refuse(status, path), NULL;
}

bool file_and_number(const char *what, char path[PATH_MAX], long *number, Status *status)
{
    path[0] = 0, *number = 0;
    return refuse(status, what);
}

bool file_write(const char *path, const char *bytes, size_t size, Status *status)
{
    (void)bytes, (void)size;
    return refuse(status, path);
}

bool tune_result_fill(Spec *spec, const char *path, const Variant *v, Status *status)
{
    (void)spec, (void)v;
    return refuse(status, path);
}

// The linker gives it the calls of access(): no file is there. The name is the linker's.
int __wrap_access(const char *path, int mode);
int __wrap_access(const char *path, int mode) { return (void)path, (void)mode, -1; }

// Plug-ins.

const char *plugin_path(const Game *game) { return (void)game, NULL; }

// Programs.

static bool program_parse(const PlayerSpec *spec, const Variant *v, bool limited, Status *status)
{
    (void)v, (void)limited;
    return status_fail(status, "'%s': no programs are started in the browser", spec->words.name);
}

static bool program_open(Player *player, const Variant *v, const PlayerSpec *spec, Status *status)
{
    (void)player;
    return program_parse(spec, v, false, status);
}

static bool program_choose(Player *player, const Variant *v, const AnyState *s, Move *m, SearchResult *result,
                           Status *status)
{
    (void)player, (void)v, (void)s, (void)m, (void)result;
    return status_fail(status, "no programs are started in the browser");
}

static bool program_repeats(const PlayerSpec *spec) { return (void)spec, false; }

#define PROGRAM(word)                                                                                        \
    const PlayerType player_type_##word = {                                                                  \
        .names           = (const char *const[]){#word, NULL},                                               \
        .path_key        = "command",                                                                        \
        .help            = "a program, which a browser cannot start",                                        \
        .starts_programs = true,                                                                             \
        .parse           = program_parse,                                                                    \
        .open            = program_open,                                                                     \
        .choose          = program_choose,                                                                   \
        .repeats         = program_repeats,                                                                  \
    }

PROGRAM(gtp);
PROGRAM(jsonl);
PROGRAM(nboard);
PROGRAM(uci);
PROGRAM(ugi);
PROGRAM(xboard);

#undef PROGRAM
