#include "search/trace_check.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static Search *run(const Variant *v, const SearchSettings *t, int room, const AnyState *s,
                   const SearchLimits *limits, const SearchResult *expected)
{
    Status         status;
    SearchResult   r;
    SearchSettings with = *t;
    with.on |= FEATURE_TRACE;
    with.trace_nodes = room;
    Search *const se = search_open(v, &with, &status);
    ck_assert_ptr_nonnull(se);
    search_run(se, s, limits, NULL, NULL, &r);
    ck_assert_int_eq(r.value, expected->value);
    ck_assert_uint_eq(r.nodes, expected->nodes);
    ck_assert_uint_eq(r.interior, expected->interior);
    ck_assert_int_eq(r.pv_length, expected->pv_length);
    ck_assert_mem_eq(r.pv, expected->pv, (size_t)r.pv_length * sizeof(Move));
    return se;
}

// The tree.

static Value seen_from(const TraceNode *parent, const TraceNode *child)
{
    return child->side == parent->side ? child->value : -child->value;
}

// The best of the moves, each as it was searched last; the last of them. `n` counts the children.
static void children_look(const Trace *t, uint32_t at, Value *best, Value *last, int *n)
{
    const TraceNode *const node = &t->nodes[at];
    const uint32_t         end  = at + node->size;
    *best = *last = -VALUE_INF;
    *n            = 0;
    for (uint32_t i = at + 1; i < end; i += t->nodes[i].size) {
        const uint32_t next = i + t->nodes[i].size;
        if (t->nodes[i].way == TRACE_WAY_PASS) continue;
        *last = seen_from(node, &t->nodes[i]);
        *n += 1;
        if (next < end && t->nodes[next].index == t->nodes[i].index && t->nodes[next].m == t->nodes[i].m)
            continue;   // searched again
        if (*last > *best) *best = *last;
    }
}

static void value_check(const Search *se, uint32_t at)
{
    const Trace *const     t       = se->trace;
    const TraceNode *const node    = &t->nodes[at];
    const bool             windows = se->on & FEATURE_WINDOWS;
    Value                  best, last;
    int                    n;
    children_look(t, at, &best, &last, &n);
    switch ((TraceReason)node->reason) {
    case TRACE_ALL:
        ck_assert_int_gt(n, 0);
        ck_assert_int_eq(node->value, best);
        if (!windows) ck_assert_int_lt(node->value, node->beta);
        break;
    case TRACE_CUT:
        ck_assert_int_gt(n, 0);
        ck_assert_int_eq(node->value, last);
        ck_assert_int_eq(best, last);
        if (!windows) ck_assert_int_ge(node->value, node->beta);
        break;
    case TRACE_NULL_CUT:
        ck_assert(n == 0 && node->size > 1);
        if (!windows) ck_assert_int_ge(node->value, node->beta);
        break;
    case TRACE_FUTILE:
    case TRACE_QUIET: ck_assert_int_ge(node->value, best); break;
    case TRACE_REPEATED:
        ck_assert_int_eq(node->value, 0);
        ck_assert_uint_eq(node->size, 1);
        break;
    case TRACE_LEAF:
    case TRACE_OVER:
    case TRACE_TABLE:
    case TRACE_WINDOW: ck_assert_uint_eq(node->size, 1); break;
    default: ck_abort_msg("a node has no reason");
    }
}

// Every node but the root is in its parent's part, and parts are filled by children without a gap.
static void place_check(const Trace *t, uint32_t at, bool whole)
{
    const TraceNode *const node  = &t->nodes[at];
    uint64_t               nodes = 1;
    uint32_t               size  = 1;
    ck_assert(node->size >= 1 && at + node->size <= t->count);
    for (uint32_t i = at + 1; i < at + node->size; i += t->nodes[i].size) {
        ck_assert_uint_eq(t->nodes[i].parent, at);
        ck_assert_int_eq(t->nodes[i].ply, node->ply + 1);
        nodes += t->nodes[i].nodes, size += t->nodes[i].size;
    }
    ck_assert_uint_eq(size, node->size);
    if (whole || node->ply < t->ply_last) ck_assert_uint_eq(nodes, node->nodes);
}

static void tree_check(const Search *se)
{
    const Trace *const t = se->trace;
    ck_assert_uint_gt(t->count, 0);
    ck_assert_uint_eq(t->nodes[0].size, t->count);
    ck_assert_uint_eq(t->nodes[0].nodes, t->count);
    if (!se->settings.deepening && se->settings.aspiration == 0) ck_assert_uint_eq(t->count, se->nodes);
    for (uint32_t i = 0; i < t->count; i++) {
        place_check(t, i, true);
        if (se->settings.algorithm != ALGORITHM_MAXN) value_check(se, i);
    }
}

// The lists.

typedef struct Naive {
    uint32_t count, *ids;
} Naive;

static void naive_move(Naive *list, const TraceStep *step, uint32_t limit)
{
    uint32_t at = 0;
    while (at < list->count && list->ids[at] != step->id) at++;
    ck_assert_uint_eq(step->from, at < list->count ? at : TRACE_NONE);
    if (at < list->count)
        memmove(&list->ids[at], &list->ids[at + 1], (--list->count - at) * sizeof *list->ids);
    if (step->to == TRACE_NONE) return;
    ck_assert_uint_le(step->to, list->count);
    memmove(&list->ids[step->to + 1], &list->ids[step->to], (list->count++ - step->to) * sizeof *list->ids);
    list->ids[step->to] = step->id;
    if (limit > 0 && list->count > limit) list->count--;
}

static void list_check(const Search *se, const Ads *ads, int side, int level)
{
    const Trace *const t    = se->trace;
    Naive              list = {.ids = calloc((size_t)ads->ids + 1, sizeof *list.ids)};
    for (uint32_t i = 0; i < t->step_count; i++)
        if (t->steps[i].side == side && t->steps[i].level == level)
            naive_move(&list, &t->steps[i], ads->limit);
    ck_assert_uint_eq(list.count, ads->length);
    for (uint32_t i = 0; i < list.count; i++) ck_assert_uint_eq(trace_place(ads, list.ids[i]), i);
    free(list.ids);
}

static void steps_check(const Search *se)
{
    const Trace *const t = se->trace;
    ck_assert_uint_eq(t->step_total, t->step_count);
    for (uint32_t i = 0; i < t->step_count; i++) {
        const TraceStep *const step = &t->steps[i];
        ck_assert(i == 0 || step->visited >= step[-1].visited);
        if (step->node == TRACE_NONE) continue;
        ck_assert_uint_lt(step->node, t->count);
        if (step->level != TRACE_THREAT) ck_assert_int_eq(t->nodes[step->node].reason, TRACE_CUT);
    }
    if (se->on & FEATURES_HISTORY_ADS)
        for (int side = 0; side < 2; side++)
            for (int level = 0; level < se->history_ads.per_side && level < 20; level++)
                list_check(se, history_ads_list(&se->history_ads, side, level), side, level);
    if (se->on & FEATURES_THREAT_ADS) list_check(se, &se->threat_ads.list, 1, TRACE_THREAT);
}

// Less room.

static void short_check(const Trace *whole, const Trace *t, int room)
{
    uint32_t n = 0;
    ck_assert(t->count >= 1 && t->count <= (uint32_t)room);
    for (uint32_t i = 0; i < whole->count; i++) {
        const TraceNode *const a = &whole->nodes[i], *const b = &t->nodes[n];
        if (a->ply > t->ply_last) continue;
        ck_assert_uint_lt(n, t->count);
        ck_assert(a->m == b->m && a->value == b->value && a->alpha == b->alpha && a->beta == b->beta &&
                  a->reason == b->reason && a->nodes == b->nodes && a->ply == b->ply);
        place_check(t, n++, false);
    }
    ck_assert_uint_eq(n, t->count);
    for (uint32_t i = 0; i < t->step_count; i++)
        if (t->steps[i].node != TRACE_NONE) {
            const TraceStep *const a = &whole->steps[i], *const b = &t->steps[i];
            ck_assert(a->id == b->id && a->from == b->from && a->to == b->to);
            ck_assert_int_eq(whole->nodes[a->node].m, t->nodes[b->node].m);
            ck_assert_uint_eq(whole->nodes[a->node].nodes, t->nodes[b->node].nodes);
        }
}

void trace_check(const Variant *v, const SearchSettings *t, const AnyState *s, const SearchLimits *limits,
                 const SearchResult *expected)
{
    // Some of the searches, by their counts: one in `every`.
    const uint64_t every = getenv("POLLARD_LONG") != NULL ? 1 : TEST_SANITIZED ? 60 : 12;
    if (expected->nodes > 3000 || expected->nodes % every != 0) return;
    Search *const se = run(v, t, 2 * (int)expected->nodes + 2, s, limits, expected);
    tree_check(se);
    if (!t->keep_lists) steps_check(se);
    const int     room = 1 + (int)(expected->nodes * 7 % 97);
    Search *const less = run(v, t, room, s, limits, expected);
    short_check(se->trace, less->trace, room);
    search_close(se);
    search_close(less);
}
