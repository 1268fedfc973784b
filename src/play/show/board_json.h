// board_json.h - a position as JSON: its cells, its moves.
#ifndef PLAY_SHOW_BOARD_JSON_H
#define PLAY_SHOW_BOARD_JSON_H

#include "game/variant.h"

#include <jansson.h>

// A list of what is drawn: name, place, shape and what stands there.
json_t *board_cells_json(const Variant *v, const AnyState *s);

// The legal moves as people write them, or as programs do.
json_t *board_moves_json(const Variant *v, const AnyState *s);
json_t *board_codes_json(const Variant *v, const AnyState *s);

// Has the game a notation for programs of its own?
bool board_has_codes(const Variant *v);

// What the evaluation says for each player.
json_t *board_evaluation_json(const Variant *v, const AnyState *s);

#endif
