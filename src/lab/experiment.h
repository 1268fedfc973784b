// experiment.h - an experiment as data: what is searched, from which positions, how often, in which
// configurations; or who plays whom (contest.h).
//
// A JSON file (src/lab/experiments/, or a user's own) says it; docs/LAB.md lists every key with its default.
// One file may hold several series, each a table of its own: the keys of the file are the defaults of its
// series. The first configuration is the control.
#ifndef LAB_EXPERIMENT_H
#define LAB_EXPERIMENT_H

#include "base/status.h"
#include "base/text.h"
#include "game/variant.h"
#include "lab/match_experiment.h"
#include "play/player.h"

#include <stdint.h>

enum { EXPERIMENT_NAME_MAX = 64, CONFIGURATIONS_MAX = 24, STARTS_MAX = 2, PROTOCOL_MAX = 6 * TEXT_MAX };
enum { TURNS_GAME = 0 };   // instead of a number of turns: all of a game

typedef enum { START_INITIAL, START_MIDGAME } Start;
typedef enum { COUNT_NODES, COUNT_INTERIOR } Count;
typedef enum { DEPTH_PLIES, DEPTH_ROOT_CHILDREN } DepthConvention;
typedef enum { POSITIONS_SHARED, POSITIONS_OWN } Positions;
typedef enum { PER_TRIAL, PER_MOVE } Per;

typedef struct Configuration {
    char name[EXPERIMENT_NAME_MAX];
    // added to the series' search: "order=history-ads,rule=mtf"; "" for none
    char settings[TEXT_MAX];
    char published[EXPERIMENT_NAME_MAX];   // its name in print; "" when it has no printed figure
    // of its evaluation (play/player.h): results are kept by it too
    char implicit[PLAYER_IMPLICIT_MAX];
} Configuration;

// One table: one game and one protocol, several configurations.
typedef struct Series {
    char label[EXPERIMENT_NAME_MAX];   // "" when the file is one series
    char game[TEXT_MAX], search[TEXT_MAX];
    // seeds the trials together with the seed; "": the text of the game. For an experiment whose game came to
    // be written otherwise: the same trials as before
    char seed_text[TEXT_MAX];
    // player specs; searches there choose among equals at random
    char            opponents[TEXT_MAX], midgame_players[TEXT_MAX];
    char            opponents_implicit[PLAYER_IMPLICIT_MAX], midgame_implicit[PLAYER_IMPLICIT_MAX];
    int             depth, turns, midgame_turns;   // turns: measured in a trial, or TURNS_GAME
    DepthConvention convention;
    Count           count;
    Per             per;         // what the report counts; trials are kept as sums either way
    Positions       positions;   // shared: every configuration searches the positions of the control's game
    bool            shuffled;    // generator order: at random instead of as generated
    int             start_count, configuration_count;
    Start           starts[STARTS_MAX];
    Configuration   configurations[CONFIGURATIONS_MAX];
    // of the printed figures; "" when there are none
    char paper[EXPERIMENT_NAME_MAX], table[EXPERIMENT_NAME_MAX];
} Series;

typedef enum { EXPERIMENT_NODES, EXPERIMENT_MATCH } ExperimentKind;

typedef struct Experiment {
    ExperimentKind kind;
    char           name[EXPERIMENT_NAME_MAX], title[TEXT_MAX],
        note[TEXT_MAX];                     // note: what a reader should know beside the figures
    int             trials, quick_trials;   // of matches: openings
    uint64_t        seed;
    int             series_count;   // 0 for matches
    Series         *series;         // owned
    MatchExperiment matches;        // of matches
} Experiment;

extern const char *const start_names[];   // "initial", "midgame"

// Reads an experiment and checks it whole: games are opened, players and settings read, no search opened.
// `source` names the text in errors.
bool experiment_parse(Experiment *experiment, const char *text, const char *source, Status *status);
void experiment_close(Experiment *experiment);

// May this player take part in an experiment? A trial is the same whenever it is run: no limit of time, no
// threads; of nodes only for others than the measured. In a match the clock may end a search: strength at
// equal time cannot be had otherwise.
typedef enum { ROLE_MEASURED, ROLE_OTHER, ROLE_CONTESTANT } Role;
bool experiment_player_check(const Variant *v, const char *spec, Role role, Status *status);

// What a figure of the report is a count of: "trial", "game", "move".
const char *series_unit(const Series *series);

// The player of a configuration: the series' search with its depth (by the convention) and the
// configuration's settings.
void series_player(const Series *series, int configuration, Text *out);

// The same with the weights of its evaluation, also where it names none: the key under which results are
// kept, together with the protocol. It makes the same search.
void series_player_key(const Series *series, int configuration, Text *out);

// All that decides which positions are met, as one line below PROTOCOL_MAX characters: the key under which
// results are kept. It is free of configurations, except that the control's moves lead from position to
// position when they are shared.
void series_protocol(const Series *series, Start start, uint64_t seed, Text *out);

// The experiments in the program.
typedef struct Builtin {
    const char *name, *text;
} Builtin;
extern const Builtin lab_builtins[];   // ended by a NULL name
extern const char    lab_published[];

#endif
