// cmd_solve.c - `pollard solve`: puzzles for one, solved in as few moves as can be.
#include "cli/solve/solve_puzzles.h"

const Command command_solve = {.name = "solve", .summary = "solve a puzzle for one in the fewest moves"};

static const Flag flags_tiles[] = {
    {"korf", "LIST", "instances of Korf 1985 instead of a position: 12, 1..100 or all"},
    {"heuristic", "NAME", "manhattan, 5-5-5 or 6-6-3 (default); for 3 x 3 manhattan or 4-4 (default)"},
    FLAG_DIR,
    {"threads", "T", "threads to build a missing database with (default 2)"},
    {"boards", NULL, "show every position on the way"},
    {0},
};

const Command command_solve_tiles = {
    .name      = "solve tiles",
    .words     = "[NUMBERS]",
    .summary   = "the 15-puzzle or the 8-puzzle: 16 or 9 numbers row by row, 0 the blank",
    .examples  = "  pollard solve tiles 8 7 6 5 4 3 2 1 0 --boards\n"
                 "  pollard solve tiles 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n"
                 "  pollard solve tiles --korf all\n"
                 "  pollard solve tiles --korf 12 --heuristic manhattan --json\n",
    .flags     = flags_tiles,
    .words_max = 16,
    .run       = solve_tiles,
};

static const Flag flags_solitaire[] = {
    {"width", "N", "positions stored in a layer (default 10000 for ten pieces, otherwise 1000000)"},
    {"boards", NULL, "show every position on the way"},
    {0},
};

const Command command_solve_chinese_checkers = {
    .name         = "solve chinese-checkers",
    .words        = ":board=rhombusN,pieces=K",
    .summary      = "Chinese Checkers for one: all pieces across the rhombus",
    .examples     = "  pollard solve chinese-checkers:board=rhombus6,pieces=3 --boards\n"
                    "  pollard solve chinese-checkers:board=rhombus9,pieces=10\n",
    .flags        = flags_solitaire,
    .words_min    = 1,
    .words_max    = 1,
    .verb_is_spec = true,
    .run          = solve_solitaire,
};
