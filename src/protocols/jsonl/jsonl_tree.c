// jsonl_tree.c - `tree`: a node of the last search with a trace, and what is below it, in the order searched.
#include "protocols/jsonl/jsonl_inner.h"

#include <string.h>

enum { CHILDREN_MAX = 10000 };

// Children lie behind their parent, each followed by all that is below it.
static uint32_t child_first(const Trace *t, uint32_t node)
{
    return t->nodes[node].size > 1 ? node + 1 : TRACE_NONE;
}

static uint32_t child_next(const Trace *t, uint32_t node, uint32_t child)
{
    const uint32_t next = child + t->nodes[child].size;
    return next < node + t->nodes[node].size ? next : TRACE_NONE;
}

static int children_count(const Trace *t, uint32_t node)
{
    int n = 0;
    for (uint32_t child = child_first(t, node); child != TRACE_NONE; child = child_next(t, node, child)) n++;
    return n;
}

static json_t *bound_json(Value v)
{
    return v <= -VALUE_INF || v >= VALUE_INF ? json_null() : json_integer(v);
}

static void ints_add(const TraceNode *n, json_t *object)
{
    json_object_set_new(object, "index", json_integer(n->index));
    json_object_set_new(object, "ply", json_integer(n->ply));
    json_object_set_new(object, "depth", json_integer(n->depth));
    json_object_set_new(object, "alpha", bound_json(n->alpha));
    json_object_set_new(object, "beta", bound_json(n->beta));
    json_object_set_new(object, "nodes", json_integer((json_int_t)n->nodes));
}

// `before`: the position in which its move was made.
static json_t *node_json(const Jsonl *j, uint32_t node, const AnyState *before)
{
    const Trace *const     t      = j->seen.trace;
    const TraceNode *const n      = &t->nodes[node];
    json_t *const          object = json_object();
    json_object_set_new(object, "node", json_integer(node));
    json_object_set_new(object, "parent", n->parent == TRACE_NONE ? json_null() : json_integer(n->parent));
    jsonl_trace_move(j, before, n->mover, n->m, object);
    json_object_set(object, "text", json_object_get(object, "move"));
    if (n->way == TRACE_WAY_PASS) json_object_set_new(object, "text", json_string("null move"));
    json_object_set_new(object, "mover", n->parent == TRACE_NONE ? json_null() : json_integer(n->mover));
    json_object_set_new(object, "side", json_string(n->side == 0 ? "max" : "min"));
    ints_add(n, object);
    if (n->reason == TRACE_OPEN) json_object_set_new(object, "value", json_null());
    else jsonl_value_add(n->value, object);
    json_object_set_new(object, "why", json_string(trace_reason_names[n->reason]));
    json_object_set_new(object, "how", json_string(trace_way_names[n->way]));
    json_object_set_new(object, "children", json_integer(children_count(t, node)));
    // Visited, but not remembered.
    json_object_set_new(object, "recorded", json_boolean(n->size > 1 || n->nodes <= 1));
    return object;
}

// Moves that were not searched.

static bool was_searched(const Trace *t, uint32_t node, int mover, Move m)
{
    for (uint32_t child = child_first(t, node); child != TRACE_NONE; child = child_next(t, node, child))
        if (t->nodes[child].m == m && t->nodes[child].mover == mover) return true;
    return false;
}

static json_t *unsearched_json(const Jsonl *j, const AnyState *s, int mover, Move m)
{
    json_t *const object = json_pack("{s:n}", "node");
    jsonl_trace_move(j, s, mover, m, object);
    json_object_set(object, "text", json_object_get(object, "move"));
    json_object_set_new(object, "mover", json_integer(mover));
    json_object_set_new(object, "why", json_string("not searched"));
    return object;
}

static void unsearched_of(const Jsonl *j, uint32_t node, const AnyState *s, int mover, json_t *list)
{
    Move           moves[GAME_MOVES_MAX];
    AnyState       theirs  = *s;
    const bool     replies = j->seen.algorithm == ALGORITHM_BRS && j->v.facts.players > 2;
    const uint32_t at      = node;
    if (replies) j->v.game->pass_to(j->v.rules, &theirs, s, mover);
    const int n = j->v.game->generate(j->v.rules, &theirs, moves);
    for (int i = 0; i < n; i++)
        if (!(replies && moves[i] == MOVE_PASS) && !was_searched(j->seen.trace, at, mover, moves[i]))
            json_array_append_new(list, unsearched_json(j, s, mover, moves[i]));
}

// Of a node some of whose moves were: there the others were left out.
static json_t *unsearched_list(const Jsonl *j, uint32_t node, const AnyState *s)
{
    const TraceNode *const n       = &j->seen.trace->nodes[node];
    const bool             replies = j->seen.algorithm == ALGORITHM_BRS && j->v.facts.players > 2;
    const int              root    = j->v.game->turn(j->v.rules, &j->seen.root);
    json_t *const          list    = json_array();
    if (n->size == 1 || n->reason == TRACE_OPEN) return list;
    if (!replies) unsearched_of(j, node, s, j->v.game->turn(j->v.rules, s), list);
    else if (n->side == 0) unsearched_of(j, node, s, root, list);
    for (int p = 0; replies && n->side == 1 && p < j->v.facts.players; p++)
        if (p != root) unsearched_of(j, node, s, p, list);
    return list;
}

// The request.

static json_t *children_json(const Jsonl *j, uint32_t node, const AnyState *s, int from, int count,
                             int *total)
{
    const Trace *const t = j->seen.trace;
    json_t *const list = json_array(), *const rest = unsearched_list(j, node, s);
    int i = 0;
    for (uint32_t child = child_first(t, node); child != TRACE_NONE; child = child_next(t, node, child), i++)
        if (i >= from && i < from + count) json_array_append_new(list, node_json(j, child, s));
    for (size_t k = 0; k < json_array_size(rest); k++, i++)
        if (i >= from && i < from + count) json_array_append(list, json_array_get(rest, k));
    *total = i;
    json_decref(rest);
    return list;
}

static void trace_add(const Trace *t, json_t *answer)
{
    json_object_set_new(answer, "iteration", json_integer(t->depth));
    json_object_set_new(answer, "recorded", json_integer(t->count));
    json_object_set_new(answer, "room", json_integer(t->room));
    // The plies below are forgotten.
    json_object_set_new(answer, "ply_last", t->ply_last >= PLY_MAX ? json_null() : json_integer(t->ply_last));
}

bool jsonl_tree(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    int node = 0, from = 0, count = 200, total;
    if (!jsonl_trace_needed(j, status) || !jsonl_int(request, "from", 0, CHILDREN_MAX, &from, status) ||
        !jsonl_int(request, "count", 1, CHILDREN_MAX, &count, status))
        return false;
    const Trace *const t = j->seen.trace;
    if (t->count == 0)
        return status_fail(status, "there are no nodes: the answer was looked up, or stopped at once");
    if (!jsonl_int(request, "node", 0, (int)t->count - 1, &node, status)) return false;
    AnyState       s, before;
    const uint32_t parent = t->nodes[node].parent;
    jsonl_trace_position(j, (uint32_t)node, &s);
    jsonl_trace_position(j, parent == TRACE_NONE ? 0 : parent, &before);
    json_t *const answer = jsonl_ok();
    json_object_set_new(answer, "node", node_json(j, (uint32_t)node, &before));
    json_object_set_new(answer, "from", json_integer(from));
    json_object_set_new(answer, "children", children_json(j, (uint32_t)node, &s, from, count, &total));
    json_object_set_new(answer, "total", json_integer(total));
    trace_add(t, answer);
    return jsonl_answer(j, id, answer), true;
}
