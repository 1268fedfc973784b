// jsonl_trace.c - what a search with a trace leaves behind: taken when it ends, positions of its nodes, the
// adaptive lists.
#include "play/show/search_text.h"
#include "protocols/jsonl/jsonl_inner.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_MAX = 1000, EVENTS_MAX = 10000 };

// Taking it.

static void list_add(JsonlTrace *seen, const Ads *ads, int side, int level)
{
    uint32_t *const ids = ads->length > 0 ? malloc(ads->length * sizeof *ids) : NULL;
    if (ids == NULL) return;
    uint32_t n = 0;
    for (uint32_t id = 0; id < ads->ids; id++) {
        const uint32_t place = trace_place(ads, id);
        if (place != TRACE_NONE) ids[place] = id, n++;
    }
    assert(n == ads->length);
    seen->list[seen->lists++] = (JsonlList){.side = side, .level = level, .count = n, .ids = ids};
}

static void lists_take(JsonlTrace *seen, const Search *se)
{
    const HistoryAds *const ads   = &se->history_ads;
    const bool              moves = se->on & FEATURES_HISTORY_ADS, threat = se->on & FEATURES_THREAT_ADS;
    seen->list = calloc((size_t)(moves ? 2 * ads->per_side : 0) + 1, sizeof *seen->list);
    if (seen->list == NULL) return;
    for (int side = 0; moves && side < 2; side++)
        for (int level = 0; level < ads->per_side; level++)
            list_add(seen, history_ads_list(ads, side, level), side, level);
    if (threat) list_add(seen, &se->threat_ads.list, 1, TRACE_THREAT);
}

// A move that cut in a node is a child of it, the last one that was searched there.
static uint32_t cut_child(const Trace *t, const TraceStep *step)
{
    const uint32_t end  = step->node + t->nodes[step->node].size;
    uint32_t       last = TRACE_NONE;
    for (uint32_t i = step->node + 1; i < end; i += t->nodes[i].size) last = i;
    return last != TRACE_NONE && t->nodes[last].m == step->m ? last : TRACE_NONE;
}

// Moves of steps, to find those of earlier iterations in the tree again: a table by the bits of the move.
enum { MOVE_BITS = 14 };
static uint32_t move_slot(Move m) { return (m * UINT32_C(2654435761)) >> (32 - MOVE_BITS); }

static void examples_find(JsonlTrace *seen)
{
    const Trace *const t     = seen->trace;
    uint32_t *const    known = malloc(sizeof *known << MOVE_BITS);
    if (known == NULL) return;
    memset(known, 0xff, sizeof *known << MOVE_BITS);
    for (uint32_t i = 1; i < t->count; i++) known[move_slot(t->nodes[i].m)] = i;
    for (uint32_t i = 0; i < t->step_count; i++) {
        const TraceStep *const step = &t->steps[i];
        const uint32_t         node = known[move_slot(step->m)];
        if (step->level == TRACE_THREAT || seen->example[step->id] != TRACE_NONE || node == TRACE_NONE)
            continue;
        if (t->nodes[node].m == step->m && t->nodes[node].way != TRACE_WAY_PASS)
            seen->example[step->id] = node;
    }
    free(known);
}

static void examples_take(JsonlTrace *seen, uint32_t ids)
{
    const Trace *const t = seen->trace;
    seen->example        = malloc(ids * sizeof *seen->example);
    if (seen->example == NULL) return;
    memset(seen->example, 0xff, ids * sizeof *seen->example);
    for (uint32_t i = 0; i < t->step_count; i++) {
        const TraceStep *const step = &t->steps[i];
        if (step->level == TRACE_THREAT || step->node == TRACE_NONE) continue;
        const uint32_t child = cut_child(t, step);
        if (child != TRACE_NONE) seen->example[step->id] = child;
    }
    examples_find(seen);
}

void jsonl_trace_take(Jsonl *j)
{
    JsonlTrace *const seen = &j->seen;
    Search *const     se   = j->t.player.search;
    assert(seen->trace == NULL);
    seen->root      = j->t.record.now;
    seen->algorithm = se->settings.algorithm;
    lists_take(seen, se);
    seen->trace = search_trace_take(se);
    if (seen->trace != NULL) examples_take(seen, j->v.facts.move_ids);
}

void jsonl_trace_close(Jsonl *j)
{
    JsonlTrace *const seen = &j->seen;
    for (int i = 0; i < seen->lists; i++) free(seen->list[i].ids);
    free(seen->list);
    free(seen->example);
    trace_close(seen->trace);
    memset(seen, 0, sizeof *seen);
}

bool jsonl_trace_needed(const Jsonl *j, Status *status)
{
    return j->seen.trace != NULL ||
           status_fail(status, "there is no trace; expected a search with {\"trace\": N} before");
}

// Positions.

// Best-Reply Search: any opponent replies, and the searching player moves again.
static bool by_replies(const Jsonl *j)
{
    return j->seen.algorithm == ALGORITHM_BRS && j->v.facts.players > 2;
}

static void step(const Jsonl *j, AnyState *s, const TraceNode *node)
{
    const Game *const g      = j->v.game;
    const AnyState    before = *s;
    if (node->way == TRACE_WAY_PASS) return g->pass_to(j->v.rules, s, &before, node->mover);
    if (!by_replies(j) || node->side == 1) return g->play(j->v.rules, s, &before, node->m);
    AnyState theirs, after;
    g->pass_to(j->v.rules, &theirs, &before, node->mover);
    g->play(j->v.rules, &after, &theirs, node->m);
    g->pass_to(j->v.rules, s, &after, g->turn(j->v.rules, &j->seen.root));
}

void jsonl_trace_position(const Jsonl *j, uint32_t node, AnyState *s)
{
    const TraceNode *const nodes = j->seen.trace->nodes;
    uint32_t               line[PLY_MAX + 1];
    int                    n = 0;
    for (; nodes[node].parent != TRACE_NONE && n <= PLY_MAX; node = nodes[node].parent) line[n++] = node;
    *s = j->seen.root;
    while (n-- > 0) step(j, s, &nodes[line[n]]);
}

void jsonl_trace_move(const Jsonl *j, const AnyState *s, int mover, Move m, json_t *object)
{
    char     text[TEXT_MAX];
    Text     out    = text_on(text, sizeof text);
    AnyState theirs = *s;
    if (m == MOVE_NONE) {
        json_object_set_new(object, "move", json_null());
        return;
    }
    if (by_replies(j)) j->v.game->pass_to(j->v.rules, &theirs, s, mover);
    search_text_move(&j->v, &theirs, m, &out);
    json_object_set_new(object, "move", json_string(text));
}

// Lists.

static void list_name_add(int side, int level, json_t *object)
{
    const bool threat = level == TRACE_THREAT;
    json_object_set_new(object, "side", json_string(threat ? "threat" : side == 0 ? "max" : "min"));
    json_object_set_new(object, "level", level == 0 || threat ? json_null() : json_integer(level - 1));
}

// What an id stands for, as far as can be told: a move with it, as it is written where it was searched.
static void id_add(const Jsonl *j, int level, uint32_t id, json_t *object)
{
    const JsonlTrace *const seen = &j->seen;
    const uint32_t at = seen->example != NULL && level != TRACE_THREAT ? seen->example[id] : TRACE_NONE;
    AnyState       s;
    json_object_set_new(object, "id", json_integer(id));
    if (at == TRACE_NONE) {
        json_object_set_new(object, "move", json_null());
        return;
    }
    const TraceNode *const node = &seen->trace->nodes[at];
    jsonl_trace_position(j, node->parent, &s);
    jsonl_trace_move(j, &s, node->mover, node->m, object);
}

// How often each element of a list was queried in this search: by id, owned.
static uint32_t *hits_count(const Jsonl *j, const JsonlList *list)
{
    const Trace *const t    = j->seen.trace;
    uint32_t *const    hits = calloc((size_t)j->v.facts.move_ids + PLAYERS_MAX, sizeof *hits);
    for (uint32_t i = 0; hits != NULL && i < t->step_count; i++)
        if (t->steps[i].side == list->side && t->steps[i].level == list->level) hits[t->steps[i].id]++;
    return hits;
}

static json_t *list_json(const Jsonl *j, const JsonlList *list)
{
    json_t *const object = json_object(), *const entries = json_array();
    uint32_t *const hits = hits_count(j, list);
    list_name_add(list->side, list->level, object);
    json_object_set_new(object, "length", json_integer(list->count));
    for (uint32_t i = 0; hits != NULL && i < list->count && i < LISTED_MAX; i++) {
        json_t *const entry = json_object();
        id_add(j, list->level, list->ids[i], entry);
        json_object_set_new(entry, "hits", json_integer(hits[list->ids[i]]));
        json_array_append_new(entries, entry);
    }
    free(hits);
    json_object_set_new(object, "entries", entries);
    return object;
}

static json_t *counts_answer(const Jsonl *j)
{
    const Trace *const t      = j->seen.trace;
    json_t *const      answer = jsonl_ok();
    json_object_set_new(answer, "events_total", json_integer((json_int_t)t->step_total));
    json_object_set_new(answer, "events_kept", json_integer(t->step_count));
    return answer;
}

bool jsonl_lists(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    (void)request;
    if (!jsonl_trace_needed(j, status)) return false;
    json_t *const answer = counts_answer(j), *const lists = json_array();
    for (int i = 0; i < j->seen.lists; i++) json_array_append_new(lists, list_json(j, &j->seen.list[i]));
    json_object_set_new(answer, "lists", lists);
    return jsonl_answer(j, id, answer), true;
}

static json_t *place_json(uint32_t place) { return place == TRACE_NONE ? json_null() : json_integer(place); }

static json_t *event_json(const Jsonl *j, const TraceStep *e)
{
    json_t *const object = json_object();
    json_object_set_new(object, "at", json_integer((json_int_t)e->visited));
    json_object_set_new(object, "node", place_json(e->node));
    json_object_set_new(object, "depth", json_integer(e->depth));
    list_name_add(e->side, e->level, object);
    id_add(j, e->level, e->id, object);
    json_object_set_new(object, "from", place_json(e->from));
    json_object_set_new(object, "to", place_json(e->to));
    return object;
}

bool jsonl_list_events(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    int from = 0, count = 1000;
    if (!jsonl_trace_needed(j, status) || !jsonl_int(request, "from", 0, TRACE_NODES_MAX, &from, status) ||
        !jsonl_int(request, "count", 1, EVENTS_MAX, &count, status))
        return false;
    const Trace *const t = j->seen.trace;
    json_t *const answer = counts_answer(j), *const events = json_array();
    for (uint32_t i = (uint32_t)from; i < t->step_count && i < (uint32_t)(from + count); i++)
        json_array_append_new(events, event_json(j, &t->steps[i]));
    json_object_set_new(answer, "from", json_integer(from));
    json_object_set_new(answer, "events", events);
    return jsonl_answer(j, id, answer), true;
}
