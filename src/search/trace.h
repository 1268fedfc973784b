// trace.h - a search remembered: its nodes in the order they were entered, and every step of its adaptive
// lists. trace=N; for whoever wants to see what a search did.
//
// Nodes lie as they were entered, each followed by all nodes below it: the first child of node n is n + 1,
// the next sibling of a node is as many places on as its `size` says, and nothing has to be searched for.
// What was searched twice (a null window and then an open one, a reduced depth and then the full one) is
// there twice. There is room for N: when it is full, the deepest ply is forgotten, all of it, and no longer
// remembered; so the tree is always whole down to some ply, and `nodes` of its leaves says how many were
// below. Of several iterations, and of several windows of the root, the last is there. Every step of a list
// is kept from the first iteration on, N at most, and counted beyond.
//
// Cost: allocated when the search is opened, 40 bytes a node and 32 a step; pages that are not used cost
// nothing. A node of a search that is remembered is several times as slow, and a step walks its list. A
// search that is not remembered pays nothing: its nodes are compiled without it (search_template.h).
#ifndef SEARCH_TRACE_H
#define SEARCH_TRACE_H

#include "search/order/history_ads.h"
#include "search/order/threat_ads.h"
#include "search/values.h"

#define TRACE_NONE UINT32_MAX

// Why a node has the value it has.
#define TRACE_REASONS(X)                                                                                     \
    X(OPEN, "stopped")        /* the search ended before it */                                               \
    X(LEAF, "leaf")           /* valued by the evaluation */                                                 \
    X(OVER, "over")           /* the game is over */                                                         \
    X(REPEATED, "repetition") /* drawn: it came before, or the referee ends it */                            \
    X(TABLE, "table")         /* known to the transposition table */                                         \
    X(WINDOW, "window")       /* the evaluation is outside the window of its level */                        \
    X(FUTILE, "futile")       /* too good, or too bad for anything but noisy moves */                        \
    X(QUIET, "quiet")         /* left as it stands */                                                        \
    X(NULL_CUT, "null")       /* above beta even after a pass */                                             \
    X(CUT, "cut")             /* a move was above beta: the others were not searched */                      \
    X(ALL, "all")             /* all its moves */
typedef enum {
#define X(id, name) TRACE_##id,
    TRACE_REASONS(X)
#undef X
        TRACE_REASON_COUNT
} TraceReason;

// How a node came to be searched.
#define TRACE_WAYS(X)                                                                                        \
    X(FIRST, "first")     /* with the window of its parent */                                                \
    X(SCOUT, "scout")     /* with a null window: is it better at all? */                                     \
    X(REDUCED, "reduced") /* the same, two plies shallower */                                                \
    X(AGAIN, "again")     /* it was: searched once more */                                                   \
    X(PASS, "null-move")  /* not a move: a pass */
typedef enum {
#define X(id, name) TRACE_WAY_##id,
    TRACE_WAYS(X)
#undef X
        TRACE_WAY_COUNT
} TraceWay;

// Values are those of the side that moves in the node; max^n: of the player who moves, and no window.
typedef struct TraceNode {
    uint32_t parent;   // TRACE_NONE: the root
    uint32_t size;     // nodes here from this one on, itself and those below
    uint64_t nodes;    // visited, itself and those below
    Move     m;        // that led here; MOVE_NONE: the root, or a pass
    Value    alpha, beta, value;
    uint16_t index;   // of the move among its siblings, in the order searched, from 0
    uint8_t  ply;
    int8_t   depth;
    uint8_t  reason, way, side;   // side: 0 MAX, 1 MIN
    uint8_t  mover;               // who made the move; of a pass, who moves after it
} TraceNode;
_Static_assert(sizeof(TraceNode) == 40, "a node has 40 bytes");

// A step of a list: `id` went from place `from` to place `to`, from 0; TRACE_NONE: not in it.
typedef struct TraceStep {
    uint32_t node;   // where the cut was; TRACE_NONE: not remembered, or of an earlier iteration
    uint32_t id, from, to;
    Move     m;
    uint8_t  mover, side, depth;   // depth of the iteration
    uint8_t  level;                // 0: for all plies, else 1 + ply; TRACE_THREAT: the list of opponents
    uint64_t visited;              // nodes, up to then
} TraceStep;
enum { TRACE_THREAT = 255 };

typedef struct Trace {
    TraceNode *nodes;
    TraceStep *steps;
    uint32_t   room, count;
    uint32_t   step_count, step_first;   // those of this iteration begin with step_first
    uint64_t   step_total;               // those that found no room too
    int        ply_last;                 // deeper nodes are not remembered
    int        depth;                    // of the iteration
    uint32_t   open[PLY_MAX + 2];        // the line: node by ply
    // Of the node that is entered next, and of the one left last.
    Move        next;
    int         next_index, next_mover;
    TraceWay    next_way;
    TraceReason reason;
} Trace;

extern const char *const trace_reason_names[TRACE_REASON_COUNT], *const trace_way_names[TRACE_WAY_COUNT];

Trace *trace_open(int nodes);   // NULL when memory is short
void   trace_close(Trace *trace);
void   trace_reset(Trace *trace);   // before a search

// Room again: of the plies remembered and the one to come, the deepest goes. The root stays. (Here and not in
// trace.c: games from outside are compiled with it.)
static __attribute__((noinline, unused)) void trace_forget_deepest(Trace *t, int ply)
{
    int deepest = 0;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->nodes[i].ply > deepest) deepest = t->nodes[i].ply;
    t->ply_last = (ply > deepest ? ply : deepest) - 1;
    if (ply > deepest) return;
    // `size` says where each goes, until all sizes are counted anew.
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->count; i++)
        t->nodes[i].size = t->nodes[i].ply <= t->ply_last ? kept++ : TRACE_NONE;
    for (uint32_t i = 0; i < t->step_count; i++)
        if (t->steps[i].node != TRACE_NONE) t->steps[i].node = t->nodes[t->steps[i].node].size;
    for (int i = 0; i <= PLY_MAX; i++)
        if (t->open[i] != TRACE_NONE) t->open[i] = t->nodes[t->open[i]].size;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->nodes[i].parent != TRACE_NONE && t->nodes[i].size != TRACE_NONE)
            t->nodes[i].parent = t->nodes[t->nodes[i].parent].size;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->nodes[i].size != TRACE_NONE) t->nodes[t->nodes[i].size] = t->nodes[i];
    t->count = kept;
    for (uint32_t i = 0; i < kept; i++) t->nodes[i].size = 1;
    for (uint32_t i = kept; i-- > 1;) t->nodes[t->nodes[i].parent].size += t->nodes[i].size;
}

// A new iteration: nodes of the last one are forgotten, what its lists did is not.
static inline void trace_root(Trace *t, int depth)
{
    for (uint32_t i = t->step_first; i < t->step_count; i++) t->steps[i].node = TRACE_NONE;
    t->step_first = t->step_count;
    t->count      = 0;
    t->ply_last   = PLY_MAX;
    t->depth      = depth;
    t->next = MOVE_NONE, t->next_index = t->next_mover = 0, t->next_way = TRACE_WAY_FIRST;
    for (int ply = 0; ply <= PLY_MAX; ply++) t->open[ply] = TRACE_NONE;
}

// What will lead to the next node.
static inline void trace_next(Trace *t, Move m, int mover, int index, TraceWay way)
{
    t->next = m, t->next_mover = mover, t->next_index = index, t->next_way = way;
}

static inline void trace_enter(Trace *t, uint64_t visited, int ply, int depth, Value alpha, Value beta,
                               int side)
{
    t->reason    = TRACE_OPEN;
    t->open[ply] = TRACE_NONE;
    while (t->count == t->room && t->ply_last > 0 && ply <= t->ply_last) trace_forget_deepest(t, ply);
    if (t->count == t->room || ply > t->ply_last) return;
    assert(ply == 0 || t->open[ply - 1] != TRACE_NONE);
    t->nodes[t->count] = (TraceNode){.parent = ply > 0 ? t->open[ply - 1] : TRACE_NONE,
                                     .size   = 1,
                                     .nodes  = visited,
                                     .m      = t->next,
                                     .alpha  = alpha,
                                     .beta   = beta,
                                     .index  = (uint16_t)t->next_index,
                                     .ply    = (uint8_t)ply,
                                     .depth  = (int8_t)depth,
                                     .way    = (uint8_t)t->next_way,
                                     .side   = (uint8_t)side,
                                     .mover  = (uint8_t)t->next_mover};
    t->open[ply]       = t->count++;
}

// Visited: nodes of the search before it was entered, and now.
static inline void trace_leave(Trace *t, uint64_t visited, int ply, Value value, bool stopped)
{
    if (t->open[ply] == TRACE_NONE) return;
    TraceNode *const node = &t->nodes[t->open[ply]];
    node->value           = stopped ? 0 : value;
    node->reason          = (uint8_t)(stopped ? TRACE_OPEN : t->reason);
    node->nodes           = visited - node->nodes;
    node->size            = t->count - t->open[ply];
    t->open[ply]          = TRACE_NONE;
}

// The place of an element, from 0; TRACE_NONE: it is not in the list. Equals are in the order of their ids.
static inline uint32_t trace_place(const Ads *ads, uint32_t id)
{
    const uint32_t score = ads->score[id];
    uint32_t       place = 0;
    if (score == 0) return TRACE_NONE;
    for (uint32_t i = 0; i < id; i++) place += ads->score[i] >= score;
    for (uint32_t i = id + 1; i < ads->ids; i++) place += ads->score[i] > score;
    return place;
}

// Queries a list, and remembers what that did.
static inline void trace_query(Trace *t, Ads *ads, TraceStep made)
{
    made.from = trace_place(ads, made.id);
    ads_query(ads, made.id);
    t->step_total++;
    if (t->step_count == t->room) return;
    made.to                   = trace_place(ads, made.id);
    made.depth                = (uint8_t)t->depth;
    t->steps[t->step_count++] = made;
}

#endif
