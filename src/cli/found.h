// found.h - what a search found, as text.
#ifndef CLI_FOUND_H
#define CLI_FOUND_H

#include "search/search.h"

// "12", "win", "loss".
void found_value(Value v, Text *out);

// For people: "+12", "a win in 5 plies".
void found_words(Value v, Text *out);

// A move, in a position that need not be the mover's turn as long as it is a pass.
void found_move(const Variant *v, const AnyState *s, Move m, Text *out);

// The moves of the principal variation from s. Under BRS the replies belong to whichever opponent can make them.
void found_line(const Variant *v, const AnyState *s, Algorithm algorithm, const SearchResult *result, Text *out);

#endif
