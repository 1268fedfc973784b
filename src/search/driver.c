// driver.c - one search from outside: memory, limits, deepening, the root window, threads, the result. Not
// templated.
#include "search/instances.h"
#include "search/search.h"
#include "search/solved_root.h"
#include "base/clock.h"
#include "base/threads.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { POLL_NODES = 4096, MINIMAL_PASSES = 12 };

// Helper threads: searches of their own that share the first one's table.
typedef struct SearchTeam {
    int         count;
    Search     *helper[SEARCH_THREADS_MAX];
    Threads     threads;
    AnyState    s;
    int         depth;
    atomic_bool halt;
} SearchTeam;

// What the ordering ideas learn: each owns its memory (order/memory.def). A search with settings that did not
// come from a spec may name features alone, so the memory is opened by these.

static bool learned_open(Search *se)
{
    const OrderSetup setup = {
        .settings = &se->settings, .players = se->players, .move_ids = se->v->facts.move_ids};
#define X(id, name, type, features)                                                                          \
    if ((se->on & FEATURES_##id) && !name##_open(&se->name, &setup)) return false;
#include "search/order/memory.def"
#undef X
    return true;
}

static void learned_reset(Search *se)
{
#define X(id, name, type, features)                                                                          \
    if (se->on & FEATURES_##id) name##_reset(&se->name);
#include "search/order/memory.def"
#undef X
}

// Also after learned_open has failed half way: what was not opened is zero.
static void learned_close(Search *se)
{
#define X(id, name, type, features)                                                                          \
    if (se->on & FEATURES_##id) name##_close(&se->name);
#include "search/order/memory.def"
#undef X
}

// Memory.

static Search *search_open_one(const Variant *v, const SearchSettings *settings, TT *shared)
{
    Search *const se = calloc(1, sizeof *se);
    if (se == NULL) return NULL;
    se->v = v, se->rules = v->rules, se->settings = *settings, se->on = settings->on,
    se->players    = v->facts.players;
    const int bits = search_order_bits(settings, se->shift);
    assert(bits <= 63 && (bits == 0 || settings->order_count > 0));
    (void)bits;
    bool good = learned_open(se);
    if (good && (settings->on & FEATURE_STATS)) good = (se->stats = calloc(1, sizeof *se->stats)) != NULL;
    if (good && (settings->on & FEATURE_TRACE)) good = search_trace_give(se, NULL);
    if (good && (settings->on & FEATURE_TT)) {
        if (shared == NULL) good = tt_open(&se->tt_own, settings->tt_bits);
        se->tt = shared == NULL ? &se->tt_own : shared;
    }
    if (!good) search_close(se);
    return good ? se : NULL;
}

static bool team_open(Search *se)
{
    SearchSettings theirs = se->settings;
    theirs.on &= ~(Features)FEATURE_TRACE;   // the tree is that of the first thread
    se->team = calloc(1, sizeof *se->team);
    if (se->team == NULL) return false;
    for (int i = 0; i < se->settings.threads - 1; i++) {
        Search *const helper = search_open_one(se->v, &theirs, se->tt);
        if (helper == NULL) return false;
        helper->halt                        = &se->team->halt;
        se->team->helper[se->team->count++] = helper;
    }
    return true;
}

Search *search_open(const Variant *v, const SearchSettings *settings, Status *status)
{
    assert(settings->threads >= 1 && settings->threads <= SEARCH_THREADS_MAX);
    Search *const se = search_open_one(v, settings, NULL);
    if (se == NULL || (settings->threads > 1 && !team_open(se))) {
        search_close(se);
        status_fail_system(status, "out of memory for the search; a smaller tt= helps");
        return NULL;
    }
    return se;
}

void search_close(Search *se)
{
    if (se == NULL) return;
    for (int i = 0; se->team != NULL && i < se->team->count; i++) search_close(se->team->helper[i]);
    if (se->tt == &se->tt_own && se->tt != NULL) tt_close(se->tt);
    learned_close(se);
    free(se->team);
    free(se->stats);
    trace_close(se->trace);
    free(se);
}

void search_reset(Search *se)
{
    learned_reset(se);
    if (se->tt == &se->tt_own && se->tt != NULL) tt_clear(se->tt);
    for (int i = 0; se->team != NULL && i < se->team->count; i++) search_reset(se->team->helper[i]);
}

Trace *search_trace_take(Search *se)
{
    Trace *const trace = se->trace;
    se->trace          = NULL;
    return trace;
}

bool search_trace_give(Search *se, Trace *trace)
{
    const int nodes = se->settings.trace_nodes > 0 ? se->settings.trace_nodes : TRACE_NODES_USUAL;
    if (!(se->settings.on & FEATURE_TRACE)) return trace_close(trace), false;
    trace_close(se->trace);
    se->trace = trace != NULL ? trace : trace_open(nodes);
    return se->trace != NULL;
}

// Limits.

static bool stop_is_asked(const Search *se)
{
    return (se->limits.stop != NULL && atomic_load_explicit(se->limits.stop, memory_order_relaxed)) ||
           (se->halt != NULL && atomic_load_explicit(se->halt, memory_order_relaxed));
}

bool search_poll(Search *se)
{
    const bool limit = se->nodes_limit > 0 && se->nodes >= se->nodes_limit;
    const bool late  = se->deadline > 0 && clock_seconds() >= se->deadline;
    se->stopped |= limit || late || stop_is_asked(se);
    se->nodes_check = se->nodes + POLL_NODES;
    if (se->nodes_limit > 0 && se->nodes_check > se->nodes_limit) se->nodes_check = se->nodes_limit;
    return se->stopped;
}

static void limits_start(Search *se, const SearchLimits *limits)
{
    se->limits        = *limits;
    const double time = limits->seconds > 0 ? limits->seconds : se->settings.time_ms / 1000.0;
    se->deadline      = time > 0 ? clock_seconds() + time : 0;
    se->nodes_limit   = limits->nodes > 0 ? limits->nodes : (uint64_t)se->settings.nodes;
    if (se->nodes_limit > 0)
        se->nodes_limit = (se->nodes_limit + (uint64_t)se->settings.threads - 1) /
                          (uint64_t)se->settings.threads;   // a share each
    se->nodes = se->interior = 0;
    se->stopped              = false;
    se->nodes_check = se->nodes_limit > 0 && se->nodes_limit < POLL_NODES ? se->nodes_limit : POLL_NODES;
}

// The positions of the game before the root; none of them is on a line of an earlier search any more.
static void history_start(Search *se)
{
    const SearchLimits *const l = &se->limits;
    assert(l->history_count >= 0 && (l->history_count == 0 || l->history != NULL));
    memset(se->past.seen, 0, sizeof se->past.seen);
    for (int i = 0; i < l->history_count; i++) se->past.seen[l->history[i] % LINE_SLOTS]++;
}

static void search_start(Search *se, const AnyState *s, const SearchLimits *limits)
{
    limits_start(se, limits);
    se->root = limits->moved > 0 ? limits->moved - 1 : se->v->game->turn(se->rules, s);
    assert(se->root >= 0 && se->root < se->players);
    se->key_side[0] = se->players > 2 ? mix64((uint64_t)se->root + 1) : 0;
    se->key_side[1] = mix64(77);
    se->rng         = rng_seed(se->settings.seed);
    se->line[0]     = (PlyInfo){0};
    if (se->on & FEATURE_REPETITION) history_start(se);
    if (!se->settings.keep_lists) learned_reset(se);
    if (se->stats != NULL) memset(se->stats, 0, sizeof *se->stats);
    se->on = se->settings.on & (se->trace != NULL ? ~0u : ~(Features)FEATURE_TRACE);
}

// One depth.

static SearchRoot *search_function(const Search *se)
{
    const SearchNodes *const nodes = se->v->game->search;
    const bool               brs   = se->settings.algorithm == ALGORITHM_BRS && se->players > 2;
    int                      k     = INSTANCE_ANY;
    if (se->on & FEATURE_TRACE) return brs ? nodes->brs_traced : nodes->alphabeta_traced;
#define X(name, features)                                                                                    \
    if (!se->settings.any && se->on == (Features)(features)) k = INSTANCE_##name;
    INSTANCES(X)
#undef X
    assert(!brs || nodes->brs[k] != NULL);
    if (brs) return nodes->brs[k];
    for (const SearchInstance *own = nodes->own; !se->settings.any && own != NULL && own->root != NULL; own++)
        if (se->on == own->on) return own->root;
    return nodes->alphabeta[k];
}

// Searches one depth with the root window, again with a full one when the value falls outside it.
static Value window_search(Search *se, const AnyState *s, int depth, bool guess, Value guessed)
{
    SearchRoot *const search = search_function(se);
    const Value       w      = se->settings.aspiration;
    if (guess && w > 0 && guessed > -VALUE_WIN_MIN && guessed < VALUE_WIN_MIN) {
        const Value v = search(se, s, depth, guessed - w, guessed + w);
        if (se->stopped || (v > guessed - w && v < guessed + w)) return v;
    }
    return search(se, s, depth, -VALUE_INF, VALUE_INF);
}

static void result_set(const Search *se, int depth, Value v, SearchResult *result)
{
    assert(depth > 0 && -VALUE_INF < v && v < VALUE_INF);
    assert(se->pv_length[0] >= 0 && se->pv_length[0] <= PLY_MAX);
    result->value     = v;
    result->depth     = depth;
    result->pv_length = se->pv_length[0] < PLY_MAX ? se->pv_length[0] : PLY_MAX;
    memcpy(result->pv, se->pv[0], (size_t)result->pv_length * sizeof(Move));
}

// `all`: the helpers have stopped, so their counts can be read.
static void result_count(const Search *se, double start, bool all, SearchResult *result)
{
    result->nodes = se->nodes, result->interior = se->interior;
    for (int i = 0; all && se->team != NULL && i < se->team->count; i++)
        result->nodes += se->team->helper[i]->nodes, result->interior += se->team->helper[i]->interior;
    result->leaves      = result->nodes - result->interior;
    result->seconds     = clock_seconds() - start;
    result->list_length = 0;
    if (se->on & FEATURES_HISTORY_ADS) result->list_length = history_ads_length(&se->history_ads);
}

// Helpers run ahead of the first thread by turns, the first of them by a ply, and leave what they find in the
// table. (Two threads at the same depth search the same nodes: the time of preset=abalone-best to depths 12
// and 13 stayed what it was; a ply ahead it is about 1.6 times shorter.)
static void helper_run(void *argument)
{
    Search *const     se   = *(Search **)argument;
    SearchTeam *const team = (SearchTeam *)((char *)se->halt - offsetof(SearchTeam, halt));
    for (int depth = 2 - se->number % 2; depth <= team->depth && !se->stopped; depth++)
        window_search(se, &team->s, depth, false, 0);
    while (!se->stopped && team->depth > 0 && !atomic_load(&team->halt))
        window_search(se, &team->s, team->depth, false, 0);
}

// Helpers that cannot be had are done without: what they find only helps.
static void team_start(Search *se, const AnyState *s, int depth, const SearchLimits *limits)
{
    SearchTeam *const team = se->team;
    if (team == NULL) return;
    team->s     = *s;
    team->depth = depth;
    atomic_store(&team->halt, false);
    for (int i = 0; i < team->count; i++) {
        search_start(team->helper[i], s, limits);
        team->helper[i]->number = i;
        team->helper[i]->rng    = rng_seed(se->settings.seed + 1 + (uint64_t)i);
    }
    threads_start(&team->threads, helper_run, team->helper, sizeof *team->helper, team->count);
}

static void team_stop(Search *se)
{
    SearchTeam *const team = se->team;
    if (team == NULL) return;
    atomic_store(&team->halt, true);
    threads_join(&team->threads);
}

// One depth by each kind of algorithm (algorithms.def); a stopped search leaves *result as it was.
typedef void DepthRun(Search *se, const AnyState *s, int depth, SearchResult *result);

static void run_window(Search *se, const AnyState *s, int depth, SearchResult *result)
{
    const Value v = window_search(se, s, depth, result->depth > 0, result->value);
    if (!se->stopped) result_set(se, depth, v, result);
}

static void run_maxn(Search *se, const AnyState *s, int depth, SearchResult *result)
{
    Value                    values[PLAYERS_MAX];
    const SearchNodes *const nodes = se->v->game->search;
    (se->on & FEATURE_TRACE ? nodes->maxn_traced : nodes->maxn)(se, s, depth, values);
    if (se->stopped) return;
    memcpy(result->values, values, sizeof values);
    result_set(se, depth, values[se->root], result);
}

static void run_minimax(Search *se, const AnyState *s, int depth, SearchResult *result)
{
    Value      v;
    const Move best = reference_move(se, s, depth, &v);
    if (se->stopped) return;
    se->pv[0][0]     = best;
    se->pv_length[0] = best != MOVE_NONE;
    result_set(se, depth, v, result);
}

static DepthRun *const runs[ALGORITHM_COUNT] = {
#define X(id, name, run, abilities, features, players, help) run_##run,
#include "search/algorithms.def"
#undef X
};

// A move for the case that not even depth 1 was completed, or that the algorithm names none.
static void fallback_move(const Search *se, const AnyState *s, SearchResult *result)
{
    Move moves[GAME_MOVES_MAX];
    if (result->pv_length > 0 || se->v->game->generate(se->rules, s, moves) == 0) return;
    result->pv[0]     = moves[0];
    result->pv_length = 1;
}

void search_run(Search *se, const AnyState *s, const SearchLimits *limits, SearchReport *report,
                void *context, SearchResult *result)
{
    const double start   = clock_seconds();
    const bool   limited = limits->seconds > 0 || limits->nodes > 0 || se->settings.time_ms > 0 ||
                         se->settings.nodes > 0;
    const int asked = limits->depth > 0 ? limits->depth : se->settings.depth;
    const int last  = asked > 0 ? asked : limited ? SEARCH_DEPTH_MAX : 1;
    if (se->trace != NULL) trace_reset(se->trace);
    if (se->v->solved != NULL && solved_root(se, s, last, result)) {
        if (report != NULL) report(context, result);
        return;
    }
    memset(result, 0, sizeof *result);
    search_start(se, s, limits);
    if (se->tt != NULL) tt_new_search(se->tt, !se->settings.keep_lists);
    team_start(se, s, last, limits);

    const bool step_by_step = se->settings.deepening || (limited && !limits->straight);
    for (int depth = step_by_step ? 1 : last; depth <= last && !se->stopped; depth++) {
        se->stopped = stop_is_asked(se);   // between depths too: a small tree is searched without a poll
        if (se->stopped) break;
        runs[se->settings.algorithm](se, s, depth, result);
        if (se->stopped) break;
        result_count(se, start, false, result);
        if (report != NULL) report(context, result);
        if (result->value >= VALUE_WIN_MIN || result->value <= -VALUE_WIN_MIN)
            if (step_by_step && asked == 0) break;   // decided: deeper will not change it
    }
    team_stop(se);
    result->stopped = se->stopped;
    result_count(se, start, true, result);
    fallback_move(se, s, result);
}

bool search_minimal_tree(const Variant *v, const SearchSettings *settings, const AnyState *s,
                         const SearchLimits *limits, uint64_t *nodes, Status *status)
{
    assert(limits->depth > 0 && (algorithm_info[settings->algorithm].abilities & ALGORITHM_WINDOW));
    // Where nothing is known yet, the evaluation finds cheap refutations. The best replies stay
    // from search to search.
    SearchSettings t  = {.algorithm   = settings->algorithm,
                         .on          = FEATURE_ORDER_REPLIES | FEATURE_ORDER_EVAL,
                         .order       = {FEATURE_ORDER_REPLIES, FEATURE_ORDER_EVAL},
                         .order_count = 2,
                         .eval_levels = PLY_MAX,
                         .keep_lists  = true,
                         .threads     = 1,
                         .any         = true};
    Search *const  se = search_open(v, &t, status);
    if (se == NULL) return false;
    SearchResult result;
    SearchLimits pass_limits = {.depth = limits->depth, .stop = limits->stop, .straight = true};
    const double end         = clock_seconds() + limits->seconds;
    *nodes                   = 0;
    for (int pass = 0; pass < MINIMAL_PASSES; pass++) {
        if (limits->seconds > 0) pass_limits.seconds = end - clock_seconds();
        if (pass_limits.seconds < 0) break;
        search_run(se, s, &pass_limits, NULL, NULL, &result);
        if (result.stopped || (*nodes > 0 && result.nodes >= *nodes)) break;
        *nodes = result.nodes;
    }
    search_close(se);
    return true;
}
