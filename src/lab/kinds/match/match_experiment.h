// match_experiment.h - an experiment of kind "match" as data: a table of cells, in each of which one player
// meets another in pairs of games from the same openings.
//
// The file gives one template for the game and one for each player, with variables in braces
// ("alphabeta:depth={depth}"), and the values of the variables along the rows and the columns; a value may
// name other variables in braces. Every row with every column is a cell. docs/LAB.md lists the keys. `player`
// is the one whose points are reported; in the first game of a pair he has the first seat, in the second the
// second.
#ifndef LAB_KINDS_MATCH_MATCH_EXPERIMENT_H
#define LAB_KINDS_MATCH_MATCH_EXPERIMENT_H

#include "lab/experiment.h"
#include "lab/positions.h"

#include <jansson.h>

enum {
    MATCH_WORD_MAX      = 64,    // a variable's name, a label
    MATCH_VALUE_MAX     = 256,   // a variable's value
    MATCH_VARIABLES_MAX = 16,    // of a cell
    MATCH_LINES_MAX     = 64,    // rows, columns
    MATCH_CELLS_MAX     = 512,
};

typedef struct Variable {
    char name[MATCH_WORD_MAX], value[MATCH_VALUE_MAX];
} Variable;

typedef struct MatchCell {
    char row[MATCH_WORD_MAX], column[MATCH_WORD_MAX];   // labels; "" when the file has no rows or columns
    // "printed": false of its row or column: a printed figure of these variables belongs to another cell
    bool     unprinted;
    int      variable_count;
    Variable variables[MATCH_VARIABLES_MAX];
    char     game[TEXT_MAX];      // a spec, but for {opening}
    char     opening[TEXT_MAX];   // as in play/openings.h, or positions:NAME
    // of positions:NAME, else NULL; the experiment's
    const PositionSet *positions;
    int                plies_max;   // a game that lasts longer is a draw
    bool timed;      // a player has a limit of time: such games do not repeat, and depend on the machine
    bool external;   // a player is another program: nobody promises that such games repeat

    LabPlayer player, opponent;
} MatchCell;

// What a printed percentage may be: of the points; of the pairs of games, each won, drawn or lost by its sum;
// or of the games, those that were won.
typedef enum { PRINTED_POINTS, PRINTED_PAIRS, PRINTED_WINS, PRINTED_READINGS } PrintedAs;

typedef struct MatchExperiment {
    // of the printed figures; "" when there are none
    char         paper[MATCH_WORD_MAX], table[MATCH_WORD_MAX];
    bool         readings;        // it says what print counts: all three are shown
    PrintedAs    printed_as;      // which of them is compared
    int          rows, columns;   // at least 1 each
    MatchCell   *cells;           // owned; row by row
    PositionSet *positions;       // owned: a list
} MatchExperiment;

// Reads the keys of this kind from an experiment's object, and refuses those that are unknown. Opens every
// game of it, no search and no database, and leaves the players' eval= and weights= for missing_databases.h:
// results are reported without them. NULL when something is wrong with it.
MatchExperiment *match_experiment_read(const Experiment *experiment, json_t *object, Status *status);
void             match_experiment_close(MatchExperiment *matches);

// Puts `--in-place` into the file as its key (lab/kinds/kind.h).
bool match_in_place(json_t *object, const char *settings, Status *status);

// That of an experiment of this kind.
const MatchExperiment *match_of_experiment(const Experiment *experiment);

// The game of opening number `opening`, from 0: {opening} stands for its number from 1. False when it is too
// long.
bool match_cell_game(const MatchCell *cell, int opening, char out[TEXT_MAX]);

// All that decides the openings of a cell and how its games end, as one line: the key under which results are
// stored, together with the two players.
void match_protocol(const MatchCell *cell, uint64_t seed, Text *out);

// Is a cell of it played by the clock, by another program?
bool match_timed(const MatchExperiment *matches);
bool match_external(const MatchExperiment *matches);

// A variable's value in a cell; NULL when it has none of this name.
const char *match_value(const MatchCell *cell, const char *name);

#endif
