// player_type.h - a type of player is one file with one row: how its words are checked, how it is opened, how
// it chooses a move.
//
// To add one (an engine in another process, a person in a browser): write player_<type>.c with its row, and
// name the row in the list of player_spec.c.
#ifndef PLAY_PLAYER_TYPE_H
#define PLAY_PLAYER_TYPE_H

#include "play/player.h"

struct PlayerType {
    const char *const *names;      // the words that name it, ended by NULL
    const char        *path_key;   // a setting that may be as long as a path; NULL: none
    const char        *help;       // one line

    // A person chooses its moves: whoever runs the game asks for them. `choose` is NULL then.
    bool asks;

    // To open it, or to ask for its key, is to run a program that the spec names: only for specs of one's own
    // command line and files, never for one that came over a network.
    bool starts_programs;

    // Of those that do: how to talk to it (engines/engine_player.h).
    const struct EngineProtocol *engine;

    // OPTIONAL. Puts in the place of the spec what it stands for: engine, with=. With `limited`, whoever runs
    // its searches gives each a limit.
    bool (*expand)(PlayerSpec *spec, const Variant *v, bool limited, Status *status);

    // The others get a spec that is expanded.

    // OPTIONAL. Expanded further, as results are stored: presets, weights; with `key` also what is implicit.
    bool (*complete)(PlayerSpec *spec, const Variant *v, bool key, Status *status);

    // Do the words suit the type and the game? Opens nothing.
    bool (*parse)(const PlayerSpec *spec, const Variant *v, bool limited, Status *status);

    // Opens what the spec names, which parse has accepted. After a failure there is nothing to close.
    bool (*open)(Player *player, const Variant *v, const PlayerSpec *spec, Status *status);

    // A move; false when there is none to be had: an engine that ended (player->forfeits then, and the status
    // says why the game is lost), a person who left. `result` takes what a search found; others leave it
    // alone.
    bool (*choose)(Player *player, const Variant *v, const AnyState *s, Move *m, SearchResult *result,
                   Status *status);

    void (*close)(Player *player);             // OPTIONAL
    bool (*repeats)(const PlayerSpec *spec);   // as player_spec_repeats
};

extern const PlayerType player_type_engine, player_type_human, player_type_random, player_type_search,
    player_type_gtp, player_type_jsonl, player_type_nboard, player_type_uci, player_type_ugi,
    player_type_xboard;

// The list, ended by NULL.
extern const PlayerType *const player_types[];

// Refuses every setting: for types that have none.
bool player_no_settings(const PlayerSpec *spec, const Variant *v, bool limited, Status *status);

#endif
