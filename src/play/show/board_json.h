// board_json.h - a position as JSON: what stands on the cells, what the board does not show, the legal moves.
// One board for programs, browsers and `pollard show --json`.
#ifndef PLAY_SHOW_BOARD_JSON_H
#define PLAY_SHOW_BOARD_JSON_H

#include "play/match_game.h"

#include <jansson.h>

// What stands on a cell, added to an object: owner, and where there is something to say kind, piece, mark,
// stack.
void board_cell_add(const Variant *v, const AnyState *s, int i, json_t *json);

json_t *board_cells_json(const Variant *v, const AnyState *s);   // all cells, in order

// The numbers of the cells that differ from `before`, NULL: none.
json_t *board_changed_json(const Variant *v, const AnyState *s, const AnyState *before);

// Who has won a game that is over, added to an object: result, points, payoff.
void board_result_add(const Record *game, Ended ended, json_t *json);

// [{"name", "value", "player"}]; player -1: nobody's.
json_t *board_notes_json(const Variant *v, const AnyState *s);

// [{"text", "cells", "button", "action", "move"}]: the cells to touch, then the button unless it is "". The
// moves as numbers only with `numbers`: they mean something to programs that use the library.
json_t *board_moves_json(const Variant *v, const AnyState *s, const Move moves[], int n, bool numbers);

#endif
