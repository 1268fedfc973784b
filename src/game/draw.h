// draw.h - one renderer for all games, from cell_place and cell_view alone: text for the terminal, SVG for
// pictures.
#ifndef GAME_DRAW_H
#define GAME_DRAW_H

#include "game/variant.h"

#include <stdio.h>

// How to draw: any of these together.
enum {
    DRAW_COLOR  = 1 << 0,   // text: ANSI colours
    DRAW_LABELS = 1 << 1,   // the name of every cell in it, instead of letters and numbers around the board
};

// Draws with letters: a piece is its owner's symbol, a pile the symbols from the bottom up. Cells that differ
// from `before` (or NULL), and what moved, stand in brackets, a pair for neighbours in a row.
void draw_text(FILE *out, const Variant *v, const AnyState *s, const AnyState *before, unsigned how);

// A complete SVG document with the position's text as its title.
void draw_svg(FILE *out, const Variant *v, const AnyState *s, const AnyState *before, unsigned how);

// What is said beside the board: who moves or how the game ended, and the game's notes (draw_notes). One
// line, without a newline at the end.
void draw_caption(const Variant *v, const AnyState *s, Text *out);

// Notes in words, "; " between names: "exits 0.3,4.0; chosen 1.1-1.2". Those of players: the name once, then
// "by black 2, by white 1" where players have names, else their values in order, "reserves 0,3".
void draw_notes(const Variant *v, const Notes *notes, Text *out);

// Shared by the renderers.
bool draw_changed(const Variant *v, const AnyState *s, const AnyState *before, int cell);
void draw_result(const Variant *v, const Value payoff[], Text *out);   // "black wins", "draw"

// The same of a finished game, with what the players count: "black wins 40-24".
void draw_outcome(const Variant *v, const AnyState *s, Text *out);

#endif
