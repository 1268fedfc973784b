// cmd_solve.c - `pollard solve`: puzzles for one, solved in as few moves as can be.
#include "cli/solve/solve_puzzles.h"

#include <stdio.h>
#include <string.h>

int solve_fail(const Status *status)
{
    fprintf(stderr, "pollard: %s\n", status->text);
    return EXIT_JOB_FAILED;
}

int solve_stopped(void)
{
    fputs("pollard: stopped\n", stderr);
    return EXIT_INTERRUPTED;
}

static int run(const Args *args)
{
    static const char checkers[] = "chinese-checkers";
    const char *const puzzle     = args->words[0];
    if (strcmp(puzzle, "tiles") == 0) return solve_tiles(args);
    if (strncmp(puzzle, checkers, strlen(checkers)) == 0) return solve_solitaire(args);
    Status status;
    status_fail(&status, "unknown puzzle '%.60s'; expected tiles or chinese-checkers:board=rhombus9", puzzle);
    return cli_bad_input(&status);
}

static const Flag flags[] = {
    {"korf", "LIST", "tiles: instances of Korf 1985: 12, 1..100 or all"},
    {"heuristic", "NAME", "tiles: manhattan, 5-5-5 or 6-6-3 (default); 3 x 3: manhattan or 4-4 (default)"},
    {"dir", "FOLDER", "tiles: where databases are kept (default databases)"},
    {"threads", "T", "tiles: threads that build a database (default 2)"},
    {"width", "N",
     "chinese-checkers: positions kept in a layer (default 10000 for ten pieces, else 1000000)"},
    {"boards", NULL, "show every position on the way"},
    {0},
};

const Command command_solve = {
    .name      = "solve",
    .usage     = "solve tiles NUMBERS | tiles --korf LIST | chinese-checkers:board=rhombusN,pieces=K [flags]",
    .summary   = "solve a puzzle for one in the fewest moves",
    .examples  = "  pollard solve tiles 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n"
                 "  pollard solve tiles 8 7 6 5 4 3 2 1 0 --boards\n"
                 "  pollard solve tiles --korf all\n"
                 "  pollard solve tiles --korf 12 --heuristic manhattan --json\n"
                 "  pollard solve chinese-checkers:board=rhombus9,pieces=10\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = 17,
    .run       = run,
};
