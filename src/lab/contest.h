// contest.h - an experiment of matches as data: a table of cells, in each of which one player meets another in pairs of games from the same openings.
//
// The file gives one template for the game and one for each player, with variables in braces ("alphabeta:depth={depth}"), and the values of the variables along
// the rows and the columns; a value may name other variables in braces. Every row with every column is a cell. docs/LAB.md lists the keys. `player` is the one whose points are reported; in the first game
// of a pair he has the first seat, in the second the second.
#ifndef LAB_CONTEST_H
#define LAB_CONTEST_H

#include "base/status.h"
#include "base/text.h"

#include <jansson.h>
#include <stdint.h>

enum {
    CONTEST_WORD_MAX      = 64,    // a variable's name, a label
    CONTEST_VALUE_MAX     = 256,   // a variable's value
    CONTEST_VARIABLES_MAX = 8,     // of a cell
    CONTEST_LINES_MAX     = 64,    // rows, columns
    CONTEST_CELLS_MAX     = 512,
};

typedef struct Variable {
    char name[CONTEST_WORD_MAX], value[CONTEST_VALUE_MAX];
} Variable;

typedef struct ContestCell {
    char     row[CONTEST_WORD_MAX], column[CONTEST_WORD_MAX];   // labels; "" when the file has no rows or columns
    int      variable_count;
    Variable variables[CONTEST_VARIABLES_MAX];
    char     game[TEXT_MAX];   // a spec, but for {opening}
    char     player[TEXT_MAX], opponent[TEXT_MAX];
    char     player_kept[TEXT_MAX], opponent_kept[TEXT_MAX];   // by these results are kept (play/player.h)
    int      plies_max;                                        // a game that lasts longer is a draw
    bool     timed;   // a player has a limit of time: such games do not repeat, and depend on the machine
} ContestCell;

typedef struct Contest {
    char         opening[TEXT_MAX];                                  // as in play/openings.h
    char         paper[CONTEST_WORD_MAX], table[CONTEST_WORD_MAX];   // of the printed figures; "" when there are none
    int          rows, columns;                                      // at least 1 each
    ContestCell *cells;                                              // owned; row by row
} Contest;

// Does this key belong to a contest alone?
bool contest_key(const char *key);

// Reads the keys of a contest from an experiment's object; the others are not its own. Opens every game of it, no search and no database, and leaves the players' eval= and weights= for needs.h: results are reported without them. `openings`: how many will be
// played at most. Close it either way.
bool contest_take(Contest *contest, json_t *object, int openings, Status *status);
void contest_close(Contest *contest);

// The game of opening number `opening`, from 0: {opening} stands for its number from 1. False when it is too long.
bool contest_game(const ContestCell *cell, int opening, char out[TEXT_MAX]);

// All that decides the openings of a cell and how its games end, as one line: the key under which results are kept, together with the two players.
void contest_protocol(const Contest *contest, const ContestCell *cell, uint64_t seed, Text *out);

// Is a cell of it played by the clock?
bool contest_timed(const Contest *contest);

// A variable's value in a cell; NULL when it has none of this name.
const char *contest_value(const ContestCell *cell, const char *name);

#endif
