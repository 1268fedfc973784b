// search_line.h - the line of a search as it is shown: as far as the table knows it (table_line.h).
#ifndef PLAY_SHOW_SEARCH_LINE_H
#define PLAY_SHOW_SEARCH_LINE_H

#include "play/player.h"

// Walks on from the end of a line that the player's search has just found in s. The new length.
int search_line_extend(const Player *player, const Variant *v, const AnyState *s, Value value, int depth,
                       Move pv[PLY_MAX], int length);

// The line of the last completed depth, kept until the search ends: a depth that is stopped leaves something
// else in the table.
typedef struct SearchLine {
    int  depth, length;   // 0: there is none
    Move pv[PLY_MAX];
} SearchLine;

void search_line_take(SearchLine *line, const Player *player, const Variant *v, const AnyState *s,
                      const SearchResult *found);
// Into a result of this depth.
void search_line_put(const SearchLine *line, SearchResult *result);

#endif
