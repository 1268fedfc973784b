// position_args.c - the game, position and moves named on a command line; JSON and colour for the commands.
#include "base/file.h"
#include "cli/cli.h"
#include "play/pgn/pgn.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void remember(void *context, const AnyState *before, Move m)
{
    PositionArgs *const at = context;
    Status              ignored;
    at->before = *before;
    at->moved  = true;
    if (at->game.moves != NULL && !record_play(&at->game, m, &ignored)) record_close(&at->game);
}

// The last position of a game in a file, FILE or FILE:N, and how it came about.
static bool pgn_open_last(PositionArgs *at, const char *what, Status *status)
{
    char           path[PATH_MAX];
    long           number;
    PgnGame *const game = file_and_number(what, path, &number, status)
                            ? pgn_file_game(path, &at->v, number > 0 ? number : 1, status)
                            : NULL;
    if (game == NULL) return status_prefix(status, "--pgn");
    at->game     = game->record;
    at->s        = at->game.now;
    at->moved    = at->game.count > 0;
    at->from_pgn = true;
    record_before(&at->game, &at->before);
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

bool position_args_open(PositionArgs *at, const Args *args, Status *status)
{
    memset(at, 0, sizeof *at);
    if (!variant_open(&at->v, args->words[0], status)) return false;
    Text name = text_on(at->name, sizeof at->name);
    variant_name(&at->v, &name);

    const char *const position = args_value(args, "position"), *const moves = args_value(args, "moves"),
                      *const pgn  = args_value(args, "pgn");
    bool                     good = true;
    if (position != NULL && pgn != NULL)
        good = status_fail(status, "--position and --pgn: expected one of them");
    else good = pgn != NULL ? pgn_open_last(at, pgn, status) : start_open(at, position, status);
    if (good && moves != NULL) good = variant_moves_play(&at->v, &at->s, moves, remember, at, status);
    if (good && at->game.moves == NULL) good = status_fail_system(status, "out of memory for a game");
    if (!good) position_args_close(at);
    return good;
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

int cli_fail(const Status *status) { return cli_end(status_exit_code(status), "%s", status->text); }

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
