// pick.h - a node's moves with their scores, handed out best first, only as far as the node gets.
//
// Stable: equal scores keep the generator's order, or published node counts could not be compared. A score of 0 says nothing, so once no
// score is left the rest goes out in generator order without another look.
#ifndef ORDER_PICK_H
#define ORDER_PICK_H

#include "game/game.h"

// Finds the best of scores[0..n) that is not 0, the first of equals; -1 when there is none.
static inline int pick_best(const uint64_t scores[], int n)
{
    int      best  = -1;
    uint64_t score = 0;
    for (int i = 0; i < n; i++)
        if (scores[i] > score) score = scores[i], best = i;
    return best;
}

// Hands out the index of the next move, or -1. `*scored` starts as "some score is not 0", `*next` as 0. A move handed out by score
// becomes MOVE_NONE in the list, so that the second pass leaves it out.
static inline int pick_next(Move moves[], uint64_t scores[], int n, bool *scored, int *next, Move *m)
{
    if (*scored) {
        const int best = pick_best(scores, n);
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

#endif
