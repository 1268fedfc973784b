// table_line.h - the line of a search, walked on through its table.
//
// Where the table cuts, the line that a search has found ends: what follows was searched at another place, or
// by an earlier search, and only its value and best move are left. This walks on from the end of the line:
// the position is looked up, and its best move is played. It is for what is shown; the search itself, its
// counts and its values know nothing of it.
//
// An entry is followed as a node would use it: its bound is exact, it was searched to what is left of the
// depth (deeper where the settings take deeper results, or may extend), and its value is that of the line.
// Thus every move is one that has this value. The line ends where the table no longer knows, the game is
// over, or a position would come twice, in it or in the game before. Positions near the limit of the
// referee's count have other keys (node_table.h) and are not found.
//
// Cost: a generation of moves for each move of the line.
#ifndef PLAY_SHOW_TABLE_LINE_H
#define PLAY_SHOW_TABLE_LINE_H

#include "search/search.h"

// The new length. `s` is where the line begins, a position of se->v, and was searched last, or is the
// position before one that was; `value` is for its player to move. To be called between two depths, from the
// report of the search, while the positions of the game before it are there. The length is as it was with
// more than two players, without a table or a line, and where moves are not legal.
int table_line_extend(const Search *se, const AnyState *s, Value value, int depth, Move pv[PLY_MAX],
                      int length);

#endif
