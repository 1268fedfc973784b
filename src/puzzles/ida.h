// ida.h - iterative deepening A*, as functions that are inlined into the searches that use them.
//
// A domain gives one function, `next`: it writes the next child of a node, advances the node's own cursor,
// and returns the child's estimate, or IDA_NONE when no child is left. A node is plain bytes of the domain's
// making, with whatever an incremental estimate needs and a cursor that begins at zero in a new
// child. Estimates never exceed the true cost, every move costs 1, and an estimate of 0 means the goal: then
// the first solution found is a shortest one.
//
// Passed a literal function, the call is inlined, so that a node costs what it would in a search written by
// hand. The stack is the caller's; nothing is allocated.
//
// Counted are the children made, those beyond the bound included, over all rounds, and the start once: so
// counted Korf 1985 (docs/SOLVE.md). Source: Korf, "Depth-first iterative-deepening: an optimal admissible
// tree search", 1985.
#ifndef PUZZLES_IDA_H
#define PUZZLES_IDA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { IDA_NONE = -1, IDA_DEPTH_MAX = 120, IDA_LOOK_EVERY = 1 << 16 };

typedef int IdaNext(const void *domain, void *node, void *child);

typedef struct IdaResult {
    bool     solved;    // false: stopped, or beyond IDA_DEPTH_MAX
    int      length;    // of the solution; its nodes are on the stack
    int      bound;     // of the last round
    uint64_t nodes;     // of all rounds
    uint64_t decided;   // of the rounds before the last: the order of moves does not change it
} IdaResult;

#define IDA_INLINE __attribute__((always_inline)) static inline

// One round: everything whose cost and estimate add up to at most `bound`. The smallest sum beyond it goes to
// *beyond. False when stopped.
IDA_INLINE bool ida_round(const void *domain, IdaNext *next, uint8_t *stack, size_t size,
                          const atomic_bool *stop, IdaResult *r, int *beyond)
{
    int      depth = 0;
    uint64_t look  = r->nodes + IDA_LOOK_EVERY;
    for (;;) {
        uint8_t *const child    = stack + (size_t)(depth + 1) * size;
        const int      estimate = next(domain, stack + (size_t)depth * size, child);
        if (estimate == IDA_NONE) {
            if (depth-- == 0) return true;
            continue;
        }
        r->nodes++;
        const int cost = depth + 1 + estimate;
        if (cost > r->bound) {
            if (cost < *beyond) *beyond = cost;
            continue;
        }
        depth++;
        if (estimate == 0) return r->solved = true, r->length = depth, true;
        if (r->nodes < look) continue;
        look = r->nodes + IDA_LOOK_EVERY;
        if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) return false;
    }
}

// Where a search begins: a node of `size` bytes and its estimate.
typedef struct IdaStart {
    const void *node;
    size_t      size;
    int         estimate;
} IdaStart;

// stack: room for IDA_DEPTH_MAX + 1 nodes.
IDA_INLINE void ida_search(const void *domain, IdaNext *next, void *stack, IdaStart start,
                           const atomic_bool *stop, IdaResult *r)
{
    *r = (IdaResult){.bound = start.estimate, .solved = start.estimate == 0, .nodes = 1};
    while (!r->solved && r->bound <= IDA_DEPTH_MAX) {
        int beyond = IDA_DEPTH_MAX + 1;
        r->decided = r->nodes;
        memcpy(stack, start.node, start.size);   // with its cursor at the beginning
        if (!ida_round(domain, next, stack, start.size, stop, r, &beyond) || r->solved) return;
        r->bound = beyond;
    }
}

#endif
