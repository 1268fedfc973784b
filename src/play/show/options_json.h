// options_json.h - what players and notations there are, as JSON, from the tables that read them: for menus.
#ifndef PLAY_SHOW_OPTIONS_JSON_H
#define PLAY_SHOW_OPTIONS_JSON_H

#include "game/variant.h"

#include <jansson.h>

// Adds "engine", "players", "algorithms", "keys", "orders", "rules", "presets" and "formats" to an object:
// those of a game, or, with v NULL, of all games.
void options_add(const Variant *v, json_t *object);

#endif
