// player_spec.h - who plays, as one value: parsed once from text, changed by functions, opened into a player
// (player.h), written as text or as the key under which results are stored.
//
//     engine                            the best player of the game: engine:level=3, engine:time=5000
//     random                            any legal move, equally likely
//     human                             asks whoever runs the game (the terminal, a browser)
//     alphabeta:depth=6,order=killer    a search; docs/SEARCH.md has all of them
//     alphabeta:depth=5,eval=pdb6+4     a search with an evaluation of its own (evaluation.h)
//     alphabeta:depth=5,with=FILE       a search with what `pollard tune` found (tune_result.h)
//     uci:command=gnuchess --uci,depth=7    a program of its own (engines/); also
//                                       ugi: xboard: gtp: nboard: jsonl:
//
// The grammar is that of base/spec.h. Text is for the edges: command line, files, reports. In between a
// player is a PlayerSpec: about 5 KB of plain bytes, copied like a number, nothing to free. No key occurs
// twice in it. The first word decides the type of player (player_type.h); whether the other words suit the
// type and the game is checked where the game is known.
#ifndef PLAY_PLAYER_SPEC_H
#define PLAY_PLAYER_SPEC_H

#include "game/variant.h"

typedef struct PlayerType PlayerType;

typedef struct PlayerSpec {
    const PlayerType *type;
    Spec              words;                 // the name and the settings, in the order given
    char              path[SPEC_PATH_MAX];   // of the key that may name a file (PlayerType.path_key); ""
} PlayerSpec;

// Checks the form, the name of the player, and that no key is given twice.
bool player_spec_parse(PlayerSpec *spec, const char *text, Status *status);

// The value of a key, or NULL.
const char *player_spec_get(const PlayerSpec *spec, const char *key);

// Puts a key in, or another value in its place. False when there is no room for it, or when the value is
// empty, too long or holds a comma that no path has: whoever called knows what the value was for.
bool player_spec_set(PlayerSpec *spec, const char *key, const char *value);
bool player_spec_set_number(PlayerSpec *spec, const char *key, long value);

// Takes a key out; a spec without it stays as it is.
void player_spec_without(PlayerSpec *spec, const char *key);

// Adds the settings of a list `key=value,key=value` whose keys are not given.
bool player_spec_fill(PlayerSpec *spec, const char *settings, Status *status);

// The spec as text; player_spec_parse reads it back.
void player_spec_write(const PlayerSpec *spec, Text *out);

// Puts in the place of `engine` and of a file what they stand for; a preset stays. What is left has a type
// that can be opened. With `limited`, whoever runs its searches gives each a limit: `engine` needs none.
bool player_spec_expand(PlayerSpec *spec, const Variant *v, bool limited, Status *status);

// Is it a search, a person? For a spec that is expanded; `engine` is neither before.
bool player_spec_searches(const PlayerSpec *spec);
bool player_spec_asks(const PlayerSpec *spec);

// What the spec stands for in this game: `engine` and its level, a file and a preset are replaced by what
// they hold, and the weights of an evaluation that it names are written out. `out` may be `spec`.
bool player_spec_resolve(const PlayerSpec *spec, const Variant *v, PlayerSpec *out, Status *status);

// How reports show a player: resolved, but `engine` stays `engine`; below TEXT_MAX characters.
bool player_spec_shown(const PlayerSpec *spec, const Variant *v, PlayerSpec *out, Status *status);

// How results are stored: resolved, and with the game's own evaluation and its weights where the player names
// none; below TEXT_MAX characters. A player opened from it makes the same search, also after a change of the
// game's weights, its engine or a preset. The key of a key is itself.
bool player_spec_key(const PlayerSpec *spec, const Variant *v, PlayerSpec *out, Status *status);

// Does the same position always lead to the same move? Not under a limit of time, nor with several threads.
// The spec is resolved.
bool player_spec_repeats(const PlayerSpec *spec);

#endif
