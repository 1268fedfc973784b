// pick.h - a node's moves with their scores, handed out best first, only as far as the node gets.
//
// Stable: equal scores keep the generator's order, or published node counts could not be compared. A score of
// 0 says nothing, so once no score is left the rest goes out in generator order without another look.
#ifndef SEARCH_ORDER_PICK_H
#define SEARCH_ORDER_PICK_H

#include "game/game.h"

#include <assert.h>

typedef struct Picker {
    int n;        // moves in the list
    int scored;   // those still to come whose score is not 0
    int best;     // the first of the best of these where it is known, else -1
    int next;     // where generator order continues
} Picker;

// Finds the best of scores[0..n), the first of equals; some score is not 0. Where lists may be long (`many`,
// a constant of the game) in two passes, of which the first has no branches and is done several scores at
// once (signed, for the sake of the instructions there are: scores take at most 63 bits). Measured: two
// passes make Abalone and Focus a third faster, one pass Othello a quarter.
static inline int pick_best(const uint64_t scores[], int n, const bool many)
{
    assert(n > 0);
    int     best = 0;
    int64_t top  = (int64_t)scores[0];
    if (!many) {
        for (int i = 1; i < n; i++)
            if ((int64_t)scores[i] > top) top = (int64_t)scores[i], best = i;
        return best;
    }
    for (int i = 1; i < n; i++) top = (int64_t)scores[i] > top ? (int64_t)scores[i] : top;
    while ((int64_t)scores[best] != top) best++;
    return best;
}

// Hands out the index of the next move, or -1. A move handed out by score becomes MOVE_NONE in the list, so
// that generator order leaves it out; nothing of that happens in a search without any order (`ordered`, a
// constant of the search).
static inline int pick_next(Move moves[], uint64_t scores[], const bool ordered, const bool many,
                            Picker *pick, Move *m)
{
    if (ordered && pick->scored > 0) {
        const int best = pick->best >= 0 ? pick->best : pick_best(scores, pick->n, many);
        assert(best < pick->n && scores[best] > 0 && moves[best] != MOVE_NONE);
        *m           = moves[best];
        scores[best] = 0;
        moves[best]  = MOVE_NONE;
        pick->best   = -1;
        pick->scored--;
        return best;
    }
    while (ordered && pick->next < pick->n && moves[pick->next] == MOVE_NONE) pick->next++;
    if (pick->next == pick->n) return -1;
    *m = moves[pick->next];
    return pick->next++;
}

// The move pick_next will hand out next, or MOVE_NONE.
static inline Move pick_peek(const Move moves[], const uint64_t scores[], const bool many, Picker *pick)
{
    if (pick->scored > 0) return moves[pick->best = pick_best(scores, pick->n, many)];
    while (pick->next < pick->n && moves[pick->next] == MOVE_NONE) pick->next++;
    return pick->next < pick->n ? moves[pick->next] : MOVE_NONE;
}

#endif
