// game_json.h - what can be played, as JSON: a game, its options and its evaluations.
#ifndef PLAY_SHOW_GAME_JSON_H
#define PLAY_SHOW_GAME_JSON_H

#include "game/variant.h"

#include <jansson.h>

json_t *game_json(const Game *game);

// {"key", "default" (null: not set), "help"} and "choices", or "min" and "max"; of a text {"key", "form",
// "help"}.
json_t *option_json(const Option *option);

// The option that all games have whose positions can come again, with the default of this one; false: not
// this game.
bool game_repetitions_option(const Game *game, Option *option);

#endif
