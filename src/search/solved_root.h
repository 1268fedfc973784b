// solved_root.h - a search of a game that is solved (Variant.solved): the answer is looked up, not searched.
#ifndef SEARCH_SOLVED_ROOT_H
#define SEARCH_SOLVED_ROOT_H

#include "search/search.h"

// The true value of the position, on the scale of values.h, and a line of best play: to the end when somebody
// wins, `depth` plies of a draw. Counts the position and its children as nodes. False, with nothing done,
// when the game is over or the table does not have the children: then it is to be searched.
bool solved_root(const Search *se, const AnyState *s, int depth, SearchResult *result);

#endif
