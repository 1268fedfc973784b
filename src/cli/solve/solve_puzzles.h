// solve_puzzles.h - the puzzles of `pollard solve`. Each reads its words and flags, solves, prints, and
// returns the exit code.
#ifndef CLI_SOLVE_SOLVE_PUZZLES_H
#define CLI_SOLVE_SOLVE_PUZZLES_H

#include "cli/cli.h"

int solve_tiles(const Args *args);
int solve_solitaire(const Args *args);

#endif
