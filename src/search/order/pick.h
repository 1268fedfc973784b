// pick.h - a node's moves with their scores, handed out best first, only as far as the node gets.
//
// Stable: equal scores keep the generator's order, or published node counts could not be compared. A score of 0 says nothing, so once no
// score is left the rest goes out in generator order without another look.
#ifndef ORDER_PICK_H
#define ORDER_PICK_H

#include "game/game.h"

// Finds the best of scores[0..n) that is not 0, the first of equals; -1 when there is none. Where lists may be long (`many`, a constant of the game) in two
// passes, of which the first has no branches and is done several scores at once (signed, for the sake of the instructions there are: scores take at most 63 bits).
// Measured: two passes make Abalone and Focus a third faster, one pass Othello a quarter.
static inline int pick_best(const uint64_t scores[], int n, const bool many)
{
    int     best = -1;
    int64_t top  = 0;
    if (!many) {
        for (int i = 0; i < n; i++)
            if ((int64_t)scores[i] > top) top = (int64_t)scores[i], best = i;
        return best;
    }
    for (int i = 0; i < n; i++) top = (int64_t)scores[i] > top ? (int64_t)scores[i] : top;
    if (top == 0) return -1;
    for (best = 0; (int64_t)scores[best] != top;) best++;
    return best;
}

// Hands out the index of the next move, or -1. `*scored` starts as "some score is not 0", `*next` as 0. A move handed out by score
// becomes MOVE_NONE in the list, so that the second pass leaves it out.
static inline int pick_next(Move moves[], uint64_t scores[], int n, const bool many, bool *scored, int *next, Move *m)
{
    if (*scored) {
        const int best = pick_best(scores, n, many);
        if (best >= 0) {
            *m           = moves[best];
            scores[best] = 0;
            moves[best]  = MOVE_NONE;
            return best;
        }
        *scored = false;
    }
    while (*next < n && moves[*next] == MOVE_NONE) ++*next;
    if (*next == n) return -1;
    *m = moves[*next];
    return (*next)++;
}

// The move pick_next will hand out next, or MOVE_NONE.
static inline Move pick_peek(const Move moves[], const uint64_t scores[], int n, const bool many, bool scored, int next)
{
    const int best = scored ? pick_best(scores, n, many) : -1;
    if (best >= 0) return moves[best];
    while (next < n && moves[next] == MOVE_NONE) next++;
    return next < n ? moves[next] : MOVE_NONE;
}

#endif
