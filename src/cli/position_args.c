// position_args.c - the game, position and moves named on a command line; JSON and colour for the commands.
#include "base/file.h"
#include "cli/cli.h"
#include "play/formats/formats.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The last position of a game in a file, FILE or FILE:N, and how it came about; `format` NULL: any.
static bool file_open_last(PositionArgs *at, const GameFormat *format, const char *flag, const char *what,
                           Status *status)
{
    char              path[PATH_MAX];
    long              number;
    FormatGame *const game = file_and_number(what, path, &number, status)
                               ? format_file_game(format, &at->v, path, number > 0 ? number : 1, status)
                               : NULL;
    if (game == NULL) return status_prefix(status, "--%s", flag);
    at->game      = game->record;
    at->from_file = true;
    game->record  = (Record){0};
    format_game_close(game);
    free(game);
    return true;
}

// Where nothing else is said, the usual start.
static bool start_open(PositionArgs *at, const char *position, Status *status)
{
    if (position == NULL) variant_setup(&at->v, &at->s);
    else if (!variant_parse(&at->v, &at->s, position, status)) return false;
    return record_open(&at->game, &at->v, &at->s, status);
}

static bool one_of(const char *a, const char *name_a, const char *b, const char *name_b, Status *status)
{
    return a == NULL || b == NULL ||
           status_fail(status, "--%s and --%s: expected one of them", name_a, name_b);
}

static bool game_open(PositionArgs *at, const Args *args, Status *status)
{
    const char *const position = args_value(args, "position"), *const moves = args_value(args, "moves"),
                      *const pgn = args_value(args, "pgn"), *const from = args_value(args, "from");
    if (!one_of(position, "position", pgn, "pgn", status) ||
        !one_of(position, "position", from, "from", status) || !one_of(pgn, "pgn", from, "from", status))
        return false;
    if (!(pgn != NULL    ? file_open_last(at, &format_pgn, "pgn", pgn, status)
          : from != NULL ? file_open_last(at, NULL, "from", from, status)
                         : start_open(at, position, status)))
        return false;
    if (moves != NULL && !format_text_play(&at->game, moves, status)) return false;
    at->s     = at->game.now;
    at->moved = at->game.count > 0;
    record_before(&at->game, &at->before);
    return true;
}

bool position_args_open(PositionArgs *at, const Args *args, Status *status)
{
    memset(at, 0, sizeof *at);
    if (!variant_open(&at->v, args->words[0], status)) return false;
    Text name = text_on(at->name, sizeof at->name);
    variant_name(&at->v, &name);
    if (game_open(at, args, status)) return true;
    position_args_close(at);
    return false;
}

void position_args_close(PositionArgs *at)
{
    record_close(&at->game);
    variant_close(&at->v);
}

int cli_end(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("pollard: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return code;
}

// Where a game may come from is for the command line to say: those who look one up do not know of it.
int cli_fail(const Status *status)
{
    const bool unknown = strstr(status->text, "unknown game '") != NULL;
    return cli_end(status_exit_code(status), "%s%s", status->text,
                   unknown ? "; --game FILE.so or POLLARD_GAMES adds another" : "");
}

int json_print(json_t *object)
{
    const int failed = json_dumpf(object, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    putchar('\n');
    json_decref(object);
    return failed || fflush(stdout) != 0 ? EXIT_JOB_FAILED : EXIT_DONE;
}

bool cli_color(void)
{
    const char *const term = getenv("TERM");
    return isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL && term != NULL && strcmp(term, "dumb") != 0;
}
