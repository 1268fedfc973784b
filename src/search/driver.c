// driver.c - one search from outside: memory, limits, deepening, the root window, threads, the result. Not
// templated.
#include "search/order/history.h"
#include "search/order/history_ads.h"
#include "search/order/killer.h"
#include "search/presets.h"
#include "search/search.h"
#include "search/solved_root.h"
#include "base/clock.h"
#include "base/threads.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { POLL_NODES = 4096, ORACLE_BITS = 22, MINIMAL_PASSES = 12 };

// Helper threads: searches of their own that share the first one's table.
typedef struct SearchTeam {
    int         count;
    Search     *helper[SEARCH_THREADS_MAX];
    Threads     threads;
    AnyState    s;
    int         depth;
    atomic_bool halt;
} SearchTeam;

// Memory.

static bool lists_open(Search *se)
{
    const SearchSettings *const t = &se->settings;
    se->ads_levels                = t->levels == LEVELS_SINGLE ? 1 : 1 + PLY_MAX;
    if (t->on & FEATURES_LISTS) {
        const size_t words = ads_words(t->rule, se->v->facts.move_ids), lists = (size_t)(2 * se->ads_levels);
        se->ads        = calloc(lists, sizeof *se->ads);
        se->ads_memory = calloc(lists, words * sizeof *se->ads_memory);
        if (se->ads == NULL || se->ads_memory == NULL) return false;
        for (size_t i = 0; i < lists; i++)
            ads_open(&se->ads[i], t->rule, (uint32_t)t->k, (uint32_t)t->limit, se->v->facts.move_ids,
                     &se->ads_memory[i * words]);
    }
    ads_open(&se->threat, t->rule, (uint32_t)t->k, 0, PLAYERS_MAX, se->threat_memory);
    return true;
}

static bool tables_open(Search *se)
{
    const SearchSettings *const t = &se->settings;
    if (t->on & (FEATURE_ORDER_HISTORY | FEATURE_ORDER_COMBINED)) {
        const size_t levels = t->history_levels ? PLY_MAX : 1;
        se->history_level   = t->history_levels ? se->v->facts.move_ids : 0;
        se->history_player  = levels * se->v->facts.move_ids;
        se->history         = calloc(se->history_player * (size_t)se->players, sizeof *se->history);
        if (se->history == NULL) return false;
    }
    if (t->on & FEATURE_ORDER_ORACLE) {
        se->oracle_mask = (UINT64_C(1) << ORACLE_BITS) - 1;
        se->oracle      = calloc(se->oracle_mask + 1, sizeof *se->oracle);
        if (se->oracle == NULL) return false;
    }
    if (t->on & FEATURE_STATS) {
        se->stats = calloc(1, sizeof *se->stats);
        if (se->stats == NULL) return false;
    }
    return true;
}

static Search *search_open_one(const Variant *v, const SearchSettings *settings, TT *shared)
{
    Search *const se = calloc(1, sizeof *se);
    if (se == NULL) return NULL;
    se->v = v, se->rules = v->rules, se->settings = *settings, se->on = settings->on,
    se->players = v->facts.players;
    search_order_bits(settings, se->shift);
    bool good = lists_open(se) && tables_open(se);
    if (good && (settings->on & FEATURE_TT)) {
        if (shared == NULL) good = tt_open(&se->tt_own, settings->tt_bits);
        se->tt = shared == NULL ? &se->tt_own : shared;
    }
    if (good) killer_reset(se);
    if (!good) search_close(se);
    return good ? se : NULL;
}

static bool team_open(Search *se)
{
    se->team = calloc(1, sizeof *se->team);
    if (se->team == NULL) return false;
    for (int i = 0; i < se->settings.threads - 1; i++) {
        Search *const helper = search_open_one(se->v, &se->settings, se->tt);
        if (helper == NULL) return false;
        helper->halt                        = &se->team->halt;
        se->team->helper[se->team->count++] = helper;
    }
    return true;
}

Search *search_open(const Variant *v, const SearchSettings *settings, Status *status)
{
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
    free(se->team);
    free(se->ads);
    free(se->ads_memory);
    free(se->history);
    free(se->oracle);
    free(se->stats);
    free(se);
}

// What is learned within a search and forgotten, or kept, after it.
static void learned_reset(Search *se)
{
    if (se->ads != NULL) history_ads_reset(se);
    ads_reset(&se->threat);
    if (se->history != NULL) history_reset(se);
    killer_reset(se);
}

void search_reset(Search *se)
{
    learned_reset(se);
    if (se->tt == &se->tt_own && se->tt != NULL) tt_clear(se->tt);
    if (se->oracle != NULL) memset(se->oracle, 0, (se->oracle_mask + 1) * sizeof *se->oracle);
    for (int i = 0; se->team != NULL && i < se->team->count; i++) search_reset(se->team->helper[i]);
}

// Limits.

bool search_poll(Search *se)
{
    const bool limit = se->nodes_limit > 0 && se->nodes >= se->nodes_limit;
    const bool told  = (se->limits.stop != NULL &&
                       atomic_load_explicit(se->limits.stop, memory_order_relaxed)) ||
                      (se->halt != NULL && atomic_load_explicit(se->halt, memory_order_relaxed));
    const bool late = se->deadline > 0 && clock_seconds() >= se->deadline;
    se->stopped |= limit || told || late;
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

static void search_start(Search *se, const AnyState *s, const SearchLimits *limits)
{
    limits_start(se, limits);
    se->root        = se->v->game->turn(se->rules, s);
    se->key_side[0] = se->players > 2 ? mix64((uint64_t)se->root + 1) : 0;
    se->key_side[1] = mix64(77);
    se->rng         = rng_seed(se->settings.seed);
    se->line[0]     = (PlyInfo){0};
    if (!se->settings.keep_lists) learned_reset(se);
    if (se->stats != NULL) memset(se->stats, 0, sizeof *se->stats);
}

// One depth.

static SearchRoot *search_function(const Search *se)
{
    const SearchNodes *const nodes = se->v->game->search;
    const bool               brs   = se->settings.algorithm == ALGORITHM_BRS && se->players > 2;
    int                      k     = PRESET_ANY;
#define X(name, features)                                                                                    \
    if (!se->settings.any && se->on == (Features)(features)) k = PRESET_##name;
    PRESETS(X)
#undef X
    if (brs) return nodes->brs[k];
    for (const SearchPreset *own = nodes->own; !se->settings.any && own != NULL && own->root != NULL; own++)
        if (se->on == own->on) return own->root;
    return nodes->alphabeta[k];
}

// Searches one depth with the root window, again with a full one when the value falls outside it.
static Value search_depth(Search *se, const AnyState *s, int depth, bool guess, Value guessed)
{
    SearchRoot *const search = search_function(se);
    const Value       w      = se->settings.aspiration;
    if (guess && w > 0 && guessed > -VALUE_WIN_MIN && guessed < VALUE_WIN_MIN) {
        const Value v = search(se, s, depth, guessed - w, guessed + w);
        if (se->stopped || (v > guessed - w && v < guessed + w)) return v;
    }
    return search(se, s, depth, -VALUE_INF, VALUE_INF);
}

static void result_take(const Search *se, int depth, Value v, SearchResult *result)
{
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
    for (int i = 0; se->ads != NULL && i < 2 * se->ads_levels; i++) result->list_length += se->ads[i].length;
}

// Helpers run ahead of the first thread by turns, the first of them by a ply, and leave what they find in the
// table. (Two threads at the same depth search the same nodes: the time of preset=abalone-best to depths 12
// and 13 stayed what it was; a ply ahead it is about 1.6 times shorter.)
static void helper_run(void *argument)
{
    Search *const     se   = *(Search **)argument;
    SearchTeam *const team = (SearchTeam *)((char *)se->halt - offsetof(SearchTeam, halt));
    for (int depth = 2 - se->number % 2; depth <= team->depth && !se->stopped; depth++)
        search_depth(se, &team->s, depth, false, 0);
    while (!se->stopped && team->depth > 0 && !atomic_load(&team->halt))
        search_depth(se, &team->s, team->depth, false, 0);
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

static void run_maxn(Search *se, const AnyState *s, int depth, SearchResult *result)
{
    Value values[PLAYERS_MAX];
    if (se->settings.algorithm == ALGORITHM_MINIMAX) {
        const Move best = reference_move(se, s, depth, &values[se->root]);
        if (se->stopped) return;
        se->pv[0][0]     = best;
        se->pv_length[0] = best != MOVE_NONE;
    } else {
        se->v->game->search->maxn(se, s, depth, values);
        if (se->stopped) return;
        memcpy(result->values, values, sizeof values);
    }
    result_take(se, depth, values[se->root], result);
}

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
    if (se->v->solved != NULL && solved_root(se, s, last, result)) {
        if (report != NULL) report(context, result);
        return;
    }
    memset(result, 0, sizeof *result);
    search_start(se, s, limits);
    if (se->tt != NULL) tt_new_search(se->tt, !se->settings.keep_lists);
    team_start(se, s, last, limits);

    const bool step_by_step = se->settings.deepening || limited;
    for (int depth = step_by_step ? 1 : last; depth <= last && !se->stopped; depth++) {
        if (se->settings.algorithm >= ALGORITHM_MAXN) {
            run_maxn(se, s, depth, result);
        } else {
            const Value v = search_depth(se, s, depth, result->depth > 0, result->value);
            if (!se->stopped) result_take(se, depth, v, result);
        }
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

bool search_minimal_tree(const Variant *v, const SearchSettings *settings, const AnyState *s, int depth,
                         const atomic_bool *stop, uint64_t *nodes, Status *status)
{
    // Where nothing is known yet, the evaluation finds cheap refutations.
    SearchSettings t  = {.algorithm   = settings->algorithm,
                         .on          = FEATURE_ORDER_ORACLE | FEATURE_ORDER_EVAL,
                         .order       = {FEATURE_ORDER_ORACLE, FEATURE_ORDER_EVAL},
                         .order_count = 2,
                         .eval_levels = PLY_MAX,
                         .k           = 1,
                         .threads     = 1,
                         .any         = true};
    Search *const  se = search_open(v, &t, status);
    if (se == NULL) return false;
    SearchResult       result;
    const SearchLimits limits = {.depth = depth, .stop = stop};
    *nodes                    = 0;
    for (int pass = 0; pass < MINIMAL_PASSES; pass++) {
        search_run(se, s, &limits, NULL, NULL, &result);
        if (result.stopped || (*nodes > 0 && result.nodes >= *nodes)) break;
        *nodes = result.nodes;
    }
    search_close(se);
    return true;
}
