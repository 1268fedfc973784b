// series.h - an experiment of kind "nodes": what is searched, from which positions, how often, in which
// configurations.
//
// One file may hold several series, each a table of its own: the keys of the file are the defaults of its
// series. The first configuration is the control.
#ifndef LAB_KINDS_NODES_SERIES_H
#define LAB_KINDS_NODES_SERIES_H

#include "lab/experiment.h"

#include <jansson.h>

// Comparisons: of a file; a report may add as many.
enum { CONFIGURATIONS_MAX = 24, STARTS_MAX = 2, COMPARISONS_MAX = 12 };
enum { TURNS_GAME = 0 };   // instead of a number of turns: all of a game

typedef enum { START_INITIAL, START_MIDGAME } Start;
typedef enum { COUNT_NODES, COUNT_INTERIOR } Count;
// What a depth of N stands for: N moves from the root; N moves below each of its moves; N levels of nodes,
// the root's and the leaves' among them, so N - 1 moves.
typedef enum { DEPTH_PLIES, DEPTH_ROOT_CHILDREN, DEPTH_LEVELS } DepthConvention;
typedef enum { POSITIONS_SHARED, POSITIONS_OWN } Positions;
typedef enum { PER_TRIAL, PER_MOVE } Per;

typedef struct Configuration {
    char name[EXPERIMENT_NAME_MAX];
    // added to the series' search: "order=history-ads,rule=mtf"; "" for none
    char settings[TEXT_MAX];
    char published[EXPERIMENT_NAME_MAX];   // its name in print; "" when it has no printed figure
    // Its player, as reports show it: the series' search with its depth (by the convention) and the settings;
    // and its key, by which results are stored together with the protocol
    char shown[TEXT_MAX], key[TEXT_MAX];
} Configuration;

// One configuration against another that is not the control; and what a paper's text says of it.
typedef enum { CLAIM_NONE, CLAIM_LESS, CLAIM_EQUAL, CLAIM_MORE } Claim;
typedef struct Comparison {
    char  of[EXPERIMENT_NAME_MAX], against[EXPERIMENT_NAME_MAX];   // names of configurations
    int   number_of, number_against;
    Claim claim;                           // of the first's count, against the second's
    char  says[EXPERIMENT_NAME_MAX * 2];   // where, in our words
} Comparison;

// One table: one game and one protocol, several configurations.
typedef struct Series {
    char label[EXPERIMENT_NAME_MAX];   // "" when the file is one series
    char game[TEXT_MAX], search[TEXT_MAX];
    // seeds the trials together with the seed; "": the text of the game. For an experiment whose game came to
    // be written otherwise: the same trials as before
    char            seed_text[TEXT_MAX];
    LabPlayer       opponents, midgame_players;    // searches there choose among equals at random
    int             depth, turns, midgame_turns;   // turns: measured in a trial, or TURNS_GAME
    int             opening_turns;                 // random turns of every player before an initial start
    DepthConvention convention;
    Count           count;
    Per             per;         // what the report counts; trials are stored as sums either way
    Positions       positions;   // shared: every configuration searches the positions of the control's game
    bool            shuffled;    // generator order: at random instead of as generated
    int             start_count, configuration_count;
    Start           starts[STARTS_MAX];
    Configuration   configurations[CONFIGURATIONS_MAX];
    int             comparison_count;
    Comparison      comparisons[2 * COMPARISONS_MAX];
    // of the printed figures; "" when there are none
    char paper[EXPERIMENT_NAME_MAX], table[EXPERIMENT_NAME_MAX];
} Series;

typedef struct SeriesList {
    int    count;
    Series list[];
} SeriesList;

extern const char *const start_names[];   // "initial", "midgame"

// Reads the series of a file into a list, to be freed; NULL when something is wrong with them. Opens every
// game, no search.
SeriesList *series_list_read(const Experiment *experiment, json_t *object, Status *status);

// Adds the comparison of two configurations, "A,B", to every series that has both (a name may hold commas)
// and does not compare them yet.
// Returns how many have both, -1 with status when one has no room for it.
int series_compare(SeriesList *list, const char *names, Status *status);

// Those of an experiment of this kind.
const SeriesList *series_of_experiment(const Experiment *experiment);

// How many moves deep its searches are, by its convention.
int series_moves(const Series *series);

// What a figure of the report is a count of: "trial", "game", "move".
const char *series_unit(const Series *series);

// All that decides which positions are met, as one line below PROTOCOL_MAX characters: the key under which
// results are stored. It is free of configurations, except that the control's moves lead from position to
// position when they are shared.
void series_protocol(const Series *series, Start start, uint64_t seed, Text *out);

#endif
