#include "search/trace.h"

#include <stdlib.h>

const char *const trace_reason_names[TRACE_REASON_COUNT] = {
#define X(id, name) [TRACE_##id] = name,
    TRACE_REASONS(X)
#undef X
};

const char *const trace_way_names[TRACE_WAY_COUNT] = {
#define X(id, name) [TRACE_WAY_##id] = name,
    TRACE_WAYS(X)
#undef X
};

Trace *trace_open(int nodes)
{
    assert(nodes > 0 && nodes <= TRACE_NODES_MAX);
    Trace *const t = calloc(1, sizeof *t);
    if (t == NULL) return NULL;
    t->room  = (uint32_t)nodes;
    t->nodes = calloc(t->room, sizeof *t->nodes);
    t->steps = calloc(t->room, sizeof *t->steps);
    if (t->nodes != NULL && t->steps != NULL) return trace_reset(t), t;
    trace_close(t);
    return NULL;
}

void trace_close(Trace *t)
{
    if (t == NULL) return;
    free(t->nodes);
    free(t->steps);
    free(t);
}

void trace_reset(Trace *t)
{
    t->step_count = t->step_first = 0;
    t->step_total                 = 0;
    trace_root(t, 0);
}
