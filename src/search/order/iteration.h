// iteration.h - iteration sorting: a sorted list of moves rearranged by what an earlier, shallower search
// found of some of them. abalone, IV.D, Fig. 5.
//
// Of the n moves with a known value, the best third goes to the front by value, the worst sixth to the back;
// the other known ones are permuted among their own places by value. Moves without a value keep their order.
#ifndef SEARCH_ORDER_ITERATION_H
#define SEARCH_ORDER_ITERATION_H

#include "game/game.h"

#include <assert.h>

typedef struct IterationMove {
    int   index;
    bool  known;
    Value value;
} IterationMove;

// Sorts the indices `by` (positions of known moves) by value, best first; equal values keep their order.
static inline void iteration_rank(const IterationMove moves[], int by[], int n)
{
    for (int i = 1; i < n; i++) {
        const int x = by[i];
        int       k = i;
        for (; k > 0 && moves[by[k - 1]].value < moves[x].value; k--) by[k] = by[k - 1];
        by[k] = x;
    }
}

// `moves` in the order of the other ideas; `out` takes the final order. Arrays of n; scratch is n ints.
static inline void iteration_sort(const IterationMove moves[], IterationMove out[], int scratch[], int n)
{
    int known = 0;
    for (int i = 0; i < n; i++)
        if (moves[i].known) scratch[known++] = i;
    iteration_rank(moves, scratch, known);
    const int front = known / 3, back = known / 6;

    int at = 0, middle = front;
    for (int i = 0; i < front; i++) out[at++] = moves[scratch[i]];
    for (int i = 0; i < n; i++) {
        if (!moves[i].known) {
            out[at++] = moves[i];
            continue;
        }
        bool moved = false;   // to the front or the back: its place closes up
        for (int k = 0; k < front; k++) moved |= scratch[k] == i;
        for (int k = known - back; k < known; k++) moved |= scratch[k] == i;
        if (!moved) out[at++] = moves[scratch[middle++]];
    }
    for (int i = known - back; i < known; i++) out[at++] = moves[scratch[i]];
    assert(at == n && middle == known - back);
}

#endif
