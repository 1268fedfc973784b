// game_json.h - what can be played, as JSON: a game, its options and its evaluations.
#ifndef PLAY_SHOW_GAME_JSON_H
#define PLAY_SHOW_GAME_JSON_H

#include "game/variant.h"

#include <jansson.h>

json_t *game_json(const Game *game);

// The option that all games have whose positions can come again, with the default of this one; false: not
// this game.
bool game_repetitions_option(const Game *game, Option *option);

#endif
