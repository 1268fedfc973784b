// search_text.h - what a search found, as text.
#ifndef PLAY_SHOW_SEARCH_TEXT_H
#define PLAY_SHOW_SEARCH_TEXT_H

#include "search/search.h"

// "12", "win", "loss".
void value_format(Value v, Text *out);

// The plies to the end of a decided value, which is a multiple of VALUE_PER_PAYOFF less them.
int value_plies(Value v);

// For people: "+12", "a win in 5 plies".
void value_describe(Value v, Text *out);

// A move, in a position that need not be the mover's turn as long as it is a pass.
void search_text_move(const Variant *v, const AnyState *s, Move m, Text *out);

// The moves of the principal variation from s. Under BRS the replies belong to whichever opponent can make
// them.
void search_text_line(const Variant *v, const AnyState *s, Algorithm algorithm, const SearchResult *result,
                      Text *out);

#endif
