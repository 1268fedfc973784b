#include "search/search_twin.h"
#include "search/search.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TWIN_LIMIT_MAX = 64 };

// The scale of values, in numbers of its own: a payoff of 1 is worth 20,000, less a point for each ply to the
// end; the least payoff that is not a draw is 12 (five of six win), less at most 1,000 plies, so that 239,000
// is the least win and an evaluation is cut just below it. No payoff is above 6 * 60.
enum { TWIN_SCALE = 20000, TWIN_WIN = 239000, TWIN_INF = 7200000 };

static Value twin_cut_to_scale(Value v)
{
    if (v >= TWIN_WIN) return TWIN_WIN - 1;
    if (v <= -TWIN_WIN) return 1 - TWIN_WIN;
    return v;
}

Twin *twin_open(const Variant *v, const SearchSettings *t)
{
    Twin *const tw = calloc(1, sizeof *tw);
    ck_assert_ptr_nonnull(tw);
    tw->v = v, tw->t = t, tw->brs = t->algorithm == ALGORITHM_BRS && v->facts.players > 2;
    return tw;
}

static Entry *twin_entry(Twin *tw, uint64_t key)
{
    size_t at = key % ENTRIES;
    while (tw->entry[at].used && tw->entry[at].key != key) at = (at + 1) % ENTRIES;
    return &tw->entry[at];
}

static void twin_put(Twin *tw, uint64_t key, Entry e)
{
    Entry *const at = twin_entry(tw, key);
    *at             = e;
    at->key         = key;
}

// The ideas, each from the log alone.

static uint64_t twin_killer(const Twin *tw, int ply, uint32_t id)
{
    uint32_t seen[KILLER_SLOTS_MAX];
    int      n = 0;
    for (int i = tw->cut_count; i-- > 0 && n < tw->t->killer_slots;) {
        if (tw->cut[i].ply != ply) continue;
        bool again = false;
        for (int k = 0; k < n; k++) again |= seen[k] == tw->cut[i].id;
        if (again) continue;
        if (tw->cut[i].id == id) return (uint64_t)(100 - n);
        seen[n++] = tw->cut[i].id;
    }
    return 0;
}

static uint64_t twin_history(const Twin *tw, int p, int ply, uint32_t id)
{
    uint64_t sum = 0;
    for (int i = 0; i < tw->cut_count; i++) {
        const Cut *const c = &tw->cut[i];
        if (c->p != p || c->id != id || (tw->t->history_levels && c->ply != ply)) continue;
        const int d = c->depth > 0 ? c->depth : 0;
        sum += tw->t->weight == WEIGHT_ONE   ? 1
             : tw->t->weight == WEIGHT_POWER ? UINT64_C(1) << d
             : d > 0                         ? (uint64_t)(d * d)
                                             : 1;
    }
    return sum;
}

// Of Move-to-Front: has a list with this limit forgotten what came last at `last`, since that many others
// came later?
static bool twin_forgotten(const Twin *tw, int side, int ply, uint64_t last)
{
    uint32_t  seen[TWIN_LIMIT_MAX];
    int       n     = 0;
    const int limit = tw->t->limit;
    if (limit == 0 || (ply >= 0 && (ply < tw->t->limit_from || ply > tw->t->limit_to))) return false;
    ck_assert_int_le(limit, TWIN_LIMIT_MAX);
    for (int i = tw->cut_count; i-- > (int)last && n < limit;) {
        bool again = tw->cut[i].side != side || (ply >= 0 && tw->cut[i].ply != ply);
        for (int k = 0; k < n; k++) again |= seen[k] == tw->cut[i].id;
        if (!again) seen[n++] = tw->cut[i].id;
    }
    return n == limit;
}

// Move-to-Front: how late the move came last; count: how often.
static uint64_t twin_list(const Twin *tw, int side, int ply, uint32_t id)
{
    uint64_t last = 0, count = 0;
    for (int i = 0; i < tw->cut_count; i++)
        if (tw->cut[i].side == side && tw->cut[i].id == id && (ply < 0 || tw->cut[i].ply == ply))
            last = (uint64_t)i + 1, count++;
    if (last > 0 && tw->t->rule == ADS_MTF && twin_forgotten(tw, side, ply, last)) return 0;
    return tw->t->rule == ADS_COUNT ? count : last;
}

static uint64_t twin_ads(const Twin *tw, int side, int ply, uint32_t id)
{
    if (tw->t->levels == LEVELS_SINGLE) return twin_list(tw, side, -1, id);
    const uint64_t same = twin_list(tw, side, ply, id);
    if (tw->t->levels == LEVELS_MULTI) return same;
    return same > 0 ? same + (UINT64_C(1) << 40) : twin_list(tw, side, -1, id);
}

static uint64_t twin_threat(const Twin *tw, int p)
{
    for (int i = tw->threat_count; i-- > 0;)
        if (tw->threat[i] == p) return (uint64_t)i + 1;
    return 0;
}

// For the mover's side, larger is better; made positive.
static uint64_t twin_eval(const Twin *tw, const AnyState *s, int p, Move m)
{
    AnyState child;
    tw->v->game->play(tw->v->rules, &child, s, m);
    const int64_t v = tw->v->game->evaluate(tw->v->rules, &child, tw->root);
    return (uint64_t)((INT64_C(1) << 40) + (p == tw->root ? v : -v));
}

static uint64_t twin_kind(const Twin *tw, const AnyState *s, Move m)
{
    return (uint64_t)(1000 - tw->v->game->move_kind(tw->v->rules, s, m));
}

static uint64_t twin_key(Twin *tw, Feature idea, const AnyState *s, const TwinMove *m, int side, int ply,
                         int first)
{
    const uint32_t id = tw->v->game->move_id(tw->v->rules, s, m->m);
    const int      p  = m->owner;
    switch (idea) {
    case FEATURE_ORDER_TT:
    case FEATURE_ORDER_REPLIES: return m->index == first;
    case FEATURE_ORDER_KILLER: return twin_killer(tw, ply, id);
    case FEATURE_ORDER_ADS: return twin_ads(tw, side, ply, id);
    case FEATURE_ORDER_LISTED: return twin_ads(tw, side, ply, id) > 0;
    case FEATURE_ORDER_THREAT: return side ? twin_threat(tw, p) : 0;
    case FEATURE_ORDER_HISTORY: return twin_history(tw, p, ply, id);
    case FEATURE_ORDER_EVAL: return ply < tw->t->eval_levels ? twin_eval(tw, s, p, m->m) : 0;
    case FEATURE_ORDER_KIND: return twin_kind(tw, s, m->m);
    case FEATURE_ORDER_RANDOM: return 1 + rng_below(&tw->rng, (1 << 20) - 1);
    case FEATURE_ORDER_COMBINED:
        return ply < tw->t->region_eval    ? twin_eval(tw, s, p, m->m)
             : ply < tw->t->region_history ? twin_history(tw, p, ply, id)
                                           : twin_kind(tw, s, m->m);
    case FEATURE_ORDER_COMBINED_ADS:
        return ply < tw->t->region_eval    ? twin_eval(tw, s, p, m->m)
             : ply < tw->t->region_history ? twin_ads(tw, side, ply, id)
                                           : twin_kind(tw, s, m->m);
    default: return 0;
    }
}

// The position in which the owner of a move is to move.
static void twin_theirs(const Twin *tw, const AnyState *s, bool max, int owner, AnyState *out)
{
    if (tw->brs && !max) tw->v->game->pass_to(tw->v->rules, out, s, owner);
    else *out = *s;
}

static void twin_child(const Twin *tw, const AnyState *s, bool max, const TwinMove *m, AnyState *child)
{
    AnyState theirs, after;
    twin_theirs(tw, s, max, m->owner, &theirs);
    tw->v->game->play(tw->v->rules, &after, &theirs, m->m);
    if (tw->brs && !max) tw->v->game->pass_to(tw->v->rules, child, &after, tw->root);
    else *child = after;
}

int twin_generate(const Twin *tw, const AnyState *s, bool max, TwinMove list[TWIN_MOVES])
{
    const Game *const g = tw->v->game;
    Move              moves[GAME_MOVES_MAX];
    int               n = 0, passing = -1;
    for (int p = 0; p < tw->v->facts.players; p++) {
        AnyState theirs;
        if (tw->brs && !max ? p == tw->root : p != g->turn(tw->v->rules, s)) continue;
        twin_theirs(tw, s, max, p, &theirs);
        const int k = g->generate(tw->v->rules, &theirs, moves);
        if (tw->brs && !max && k == 1 && moves[0] == MOVE_PASS) {
            if (passing < 0) passing = p;
            continue;
        }
        for (int i = 0; i < k; i++, n++) list[n] = (TwinMove){.m = moves[i], .owner = p, .index = n};
    }
    if (n == 0 && passing >= 0) list[n++] = (TwinMove){.m = MOVE_PASS, .owner = passing};
    return n;
}

static bool twin_before(const Twin *tw, const TwinMove *a, const TwinMove *b)
{
    for (int i = 0; i < tw->t->order_count; i++)
        if (a->key[i] != b->key[i]) return a->key[i] > b->key[i];
    return false;
}

static uint64_t twin_hash(const Twin *tw, const AnyState *s, bool max)
{
    return tw->v->game->hash(tw->v->rules, s) ^
           (tw->v->facts.players > 2 ? mix64((uint64_t)tw->root * 2 + (tw->brs && !max)) : 0);
}

static bool twin_ordered(const Twin *tw, int depth)
{
    return tw->t->order_from == 0 || depth >= tw->t->order_from;
}

// Iteration sorting as its paper describes it, by the rank of every known move: the best third of them to
// the front, the worst sixth to the back, the others by rank into the places that they leave, moves
// without a value where they are.
static void twin_iteration(TwinMove list[], const bool known[], const Value value[], int n)
{
    TwinMove *const sorted = malloc((size_t)n * sizeof *sorted), *const by_rank = malloc((size_t)n *
                                                                                         sizeof *sorted);
    int rank[TWIN_MOVES], all = 0, at = 0;
    for (int i = 0; i < n; i++) {
        if (!known[i]) continue;
        all++, rank[i] = 0;
        for (int k = 0; k < n; k++)
            rank[i] += known[k] && (value[k] > value[i] || (value[k] == value[i] && k < i));
        by_rank[rank[i]] = list[i];
    }
    const int first = all / 3, last = all - all / 6;   // the ranks between stay in the middle
    int       next = first;
    while (at < first) sorted[at] = by_rank[at], at++;
    for (int i = 0; i < n; i++)
        if (!known[i]) sorted[at++] = list[i];
        else if (rank[i] >= first && rank[i] < last) sorted[at++] = by_rank[next++];
    for (int k = last; k < all; k++) sorted[at++] = by_rank[k];
    memcpy(list, sorted, (size_t)n * sizeof *list);
    free(sorted);
    free(by_rank);
}

// Stable; iteration sorting last.
void twin_order(Twin *tw, const AnyState *s, bool max, int ply, int depth, int first, TwinMove list[], int n)
{
    if (!twin_ordered(tw, depth)) return;
    for (int i = 0; i < n; i++) {
        AnyState theirs;
        twin_theirs(tw, s, max, list[i].owner, &theirs);
        for (int k = 0; k < tw->t->order_count; k++)
            list[i].key[k] = twin_key(tw, tw->t->order[k], &theirs, &list[i], !max, ply, first);
    }
    for (int i = 1; i < n; i++) {
        const TwinMove x = list[i];
        int            k = i;
        for (; k > 0 && twin_before(tw, &x, &list[k - 1]); k--) list[k] = list[k - 1];
        list[k] = x;
    }
    const bool combined = tw->t->on & (FEATURE_ORDER_COMBINED | FEATURE_ORDER_COMBINED_ADS);
    if (!(tw->t->on & FEATURE_ORDER_ITERATION) || depth <= 2 || (combined && ply < tw->t->region_eval))
        return;
    bool  known[TWIN_MOVES];
    Value value[TWIN_MOVES];
    for (int i = 0; i < n; i++) {
        AnyState child;
        twin_child(tw, s, max, &list[i], &child);
        const Entry *const e = twin_entry(tw, twin_hash(tw, &child, true));
        known[i] = e->used, value[i] = max ? e->value : -e->value;
    }
    twin_iteration(list, known, value, n);
}

static Value twin_payoff(const Twin *tw, const AnyState *s, int ply)
{
    Value out[PLAYERS_MAX];
    tw->v->game->payoff(tw->v->rules, s, out);
    const Value v = TWIN_SCALE * out[tw->root];
    return v == 0 ? 0 : v > 0 ? v - ply : v + ply;   // sooner wins, later losses
}

bool twin_over(const Twin *tw, const AnyState *s) { return tw->v->game->count(tw->v->rules, s) == 0; }

static Value twin_leaf(Twin *tw, const AnyState *s, int ply)
{
    tw->leaves++;
    return twin_over(tw, s) ? twin_payoff(tw, s, ply)
                            : twin_cut_to_scale(tw->v->game->evaluate(tw->v->rules, s, tw->root));
}

static Value twin_far(Value v, int plies)
{
    return v >= TWIN_WIN ? v - plies : v <= -TWIN_WIN ? v + plies : v;
}

void twin_cut(Twin *tw, const AnyState *s, bool max, const TwinMove *m, int ply, int depth, int searched)
{
    AnyState theirs;
    twin_theirs(tw, s, max, m->owner, &theirs);
    const Cut c = {.p     = m->owner,
                   .side  = !max,
                   .ply   = ply,
                   .depth = depth,
                   .id    = tw->v->game->move_id(tw->v->rules, &theirs, m->m)};
    tw->list_hits += twin_ads(tw, c.side, ply, c.id) > 0;
    tw->cuts++;
    tw->cuts_first += searched == 0;
    if (!twin_ordered(tw, depth)) return;
    ck_assert_int_lt(tw->cut_count, LOG_MAX);
    tw->cut[tw->cut_count++] = c;
}

// Is the position a draw on this path? From the line to the game before it, without a bound; a null move ends
// what counts. Fills in what that depends on.
bool twin_drawn(Twin *tw, const AnyState *s, int ply)
{
    const Game *const g    = tw->v->game;
    const uint64_t    hash = tw->path[ply] = g->hash(tw->v->rules, s);
    bool              whole                = true;
    tw->depends                            = PLY_MAX;
    if (!(tw->t->on & FEATURE_REPETITION) || ply == 0) return false;
    for (int k = ply - 1; k >= 0 && whole; k--) {
        whole = !tw->null[k + 1];
        if (whole && tw->path[k] == hash) return tw->depends = k, true;
    }
    for (int i = 0; i < tw->game.history_count && whole; i++)
        if (tw->game.history[i] == hash) return tw->depends = -1, true;
    if (twin_over(tw, s) || !g->drawn(tw->v->rules, s)) return false;
    const int clock = g->reversible(tw->v->rules, s);
    if (clock > 0) tw->depends = clock > ply ? -1 : ply - clock;
    return true;
}

// After a move of a node: what the node depends on so far.
static void twin_depends(const Twin *tw, bool cut, int *depends)
{
    if (cut || tw->depends < *depends) *depends = tw->depends;
}

// At its end: a node does not depend on itself.
static void twin_leaves(Twin *tw, int ply, int depends) { tw->depends = depends < ply ? depends : PLY_MAX; }

// Quiescence by standing pat.
static Value twin_quiet(Twin *tw, const AnyState *s, int ply, int left, Value alpha, Value beta)
{
    const Game *const g   = tw->v->game;
    const bool        max = g->turn(tw->v->rules, s) == tw->root;
    tw->nodes++;
    if (twin_drawn(tw, s, ply)) return tw->leaves++, 0;
    if (left == 0 || ply == PLY_MAX - 1 || twin_over(tw, s)) return twin_leaf(tw, s, ply);
    const bool check = g->in_check(tw->v->rules, s);
    Value      best  = max ? -TWIN_INF : TWIN_INF;
    if (!check) best = twin_cut_to_scale(g->evaluate(tw->v->rules, s, tw->root));
    TwinMove *const list  = malloc(TWIN_MOVES * sizeof *list);
    const int       all   = twin_generate(tw, s, max, list);
    int             tried = 0, depends = PLY_MAX;
    for (int kind = 0; kind < g->kinds; kind++)
        for (int i = 0; i < all && (max ? best < beta : best > alpha); i++) {
            if (g->move_kind(tw->v->rules, s, list[i].m) != kind || (!check && !(g->kinds_noisy >> kind & 1)))
                continue;
            if (max && best > alpha) alpha = best;
            if (!max && best < beta) beta = best;
            AnyState child;
            twin_child(tw, s, max, &list[i], &child);
            tw->noisy[ply + 1] = tw->null[ply + 1] = false;
            const Value v                          = twin_quiet(tw, &child, ply + 1, left - 1, alpha, beta);
            twin_depends(tw, max ? v >= beta : v <= alpha, &depends);
            if (max ? v > best : v < best) best = v;
            tried++;
        }
    free(list);
    if (tried == 0) tw->leaves++;
    twin_leaves(tw, ply, depends);
    return best;
}

// A node of the last ply that is not worth more than its noisy moves.
static Value twin_futile(Twin *tw, const AnyState *s, int ply, Value alpha, Value beta)
{
    const Game *const g       = tw->v->game;
    const bool        max     = g->turn(tw->v->rules, s) == tw->root;
    TwinMove *const   list    = malloc(TWIN_MOVES * sizeof *list);
    const int         n       = twin_generate(tw, s, max, list);
    Value             best    = twin_leaf(tw, s, ply);   // the end of the game, when there are no moves
    int               depends = PLY_MAX;
    for (int i = 0; i < n && (max ? best < beta : best > alpha); i++) {
        if (!(g->kinds_noisy >> g->move_kind(tw->v->rules, s, list[i].m) & 1)) continue;
        AnyState child;
        twin_child(tw, s, max, &list[i], &child);
        tw->noisy[ply + 1] = true, tw->null[ply + 1] = false, tw->checks[ply + 1] = tw->checks[ply];
        const Value v = twin_node(tw, &child, ply + 1, 0, alpha, beta, !max);
        twin_depends(tw, max ? v >= beta : v <= alpha, &depends);
        if (max ? v > best : v < best) best = v;
        if (max && best > alpha) alpha = best;
        if (!max && best < beta) beta = best;
    }
    free(list);
    twin_leaves(tw, ply, depends);
    return best;
}

// The value for the searching player. Windows are his too: at a MIN node a value of alpha or less cuts.
Value twin_node(Twin *tw, const AnyState *s, int ply, int depth, Value alpha, Value beta, bool brs_max)
{
    const SearchSettings *const t   = tw->t;
    const Game *const           g   = tw->v->game;
    const bool                  max = tw->brs ? brs_max : g->turn(tw->v->rules, s) == tw->root;
    if (depth <= 0 && (t->on & FEATURE_STAND_PAT)) return twin_quiet(tw, s, ply, t->stand_pat, alpha, beta);
    tw->nodes++;
    if (twin_drawn(tw, s, ply)) return tw->leaves++, 0;
    if (depth <= 0 && !((t->on & FEATURE_QUIESCENCE) && tw->noisy[ply] && -depth < t->q))
        return twin_leaf(tw, s, ply);

    const Value estimate = twin_cut_to_scale(g->evaluate(tw->v->rules, s, tw->root));
    const Value width    = t->window[t->windows_from_leaves ? (depth < 0 ? 0 : depth) : ply];
    if ((t->on & FEATURE_WINDOWS) && ply > 0) {
        if (alpha < estimate - width) alpha = estimate - width;
        if (beta > estimate + width) beta = estimate + width;
        if (alpha >= beta) return twin_leaf(tw, s, ply);
    }

    const bool in_check = g->in_check(tw->v->rules, s);
    if ((t->on & FEATURE_FUTILITY) && ply > 0 && depth > 0 && !in_check) {
        const Value margin = t->futility[depth];
        const bool  above  = beta > -TWIN_WIN && estimate - margin >= beta,
                   below   = alpha < TWIN_WIN && estimate + margin <= alpha;
        if (max ? above : below) return twin_leaf(tw, s, ply);
        if (depth == 1 && (max ? below : above)) return twin_futile(tw, s, ply, alpha, beta);
    }

    const uint64_t key = twin_hash(tw, s, max), oracle = mix64(key + 1000 + (uint64_t)depth);
    int            first = -1;
    if ((t->on & FEATURE_TT) && depth > 0) {
        const Entry e = *twin_entry(tw, key);
        if (e.used) {
            const Value v              = twin_far(e.value, ply);
            const bool  settings_check = e.depth == depth || ((t->on & FEATURE_TT_DEEPER) && e.depth > depth);
            first                      = e.index;
            if (ply > 0 && settings_check &&
                (e.bound == BOUND_EXACT || (e.bound == BOUND_LOWER && v >= beta) ||
                 (e.bound == BOUND_UPPER && v <= alpha))) {
                tw->leaves++;
                return v;
            }
        }
    }
    if ((t->on & FEATURE_ORDER_REPLIES) && twin_entry(tw, oracle)->used)
        first = twin_entry(tw, oracle)->index;

    if ((t->on & FEATURE_NULL_MOVE) && ply > 0 && depth > t->null_reduction && !tw->null[ply] &&
        !twin_over(tw, s) && !in_check && g->null_allowed(tw->v->rules, s) &&
        (max ? beta < TWIN_WIN && estimate >= beta : alpha > -TWIN_WIN && estimate <= alpha)) {
        AnyState passed;
        g->pass_to(tw->v->rules, &passed, s, !g->turn(tw->v->rules, s));
        tw->noisy[ply + 1] = false, tw->null[ply + 1] = true, tw->checks[ply + 1] = tw->checks[ply];
        const Value v = twin_node(tw, &passed, ply + 1, depth - 1 - t->null_reduction, max ? beta - 1 : alpha,
                                  max ? beta : alpha + 1, false);
        if (max ? v >= beta : v <= alpha) {
            twin_leaves(tw, ply, tw->depends);
            if (max) return v < TWIN_WIN ? v : beta;
            return v > -TWIN_WIN ? v : alpha;
        }
    }

    TwinMove *const list = malloc(TWIN_MOVES * sizeof *list);
    const int       n    = twin_generate(tw, s, max, list);
    if (n == 0) {
        free(list);
        tw->leaves++;
        return twin_payoff(tw, s, ply);
    }
    twin_order(tw, s, max, ply, depth, first, list, n);
    const Value alpha_start = alpha, beta_start = beta;
    Value       best = max ? -TWIN_INF : TWIN_INF, sibling = max ? TWIN_INF : -TWIN_INF;
    int         best_at = -1, depends = PLY_MAX;
    for (int i = 0, searched = 0; i < n; i++, searched++) {
        const bool noisy = !tw->brs && (g->kinds_noisy >> g->move_kind(tw->v->rules, s, list[i].m) & 1);
        const bool last  = (t->on & FEATURE_SIBLING) && depth == 1 && !noisy;
        if (last && (max ? sibling + t->sibling_margin <= alpha : sibling - t->sibling_margin >= beta))
            continue;
        AnyState child;
        twin_child(tw, s, max, &list[i], &child);
        const int more = (t->on & FEATURE_CHECK) && tw->checks[ply] < t->check &&
                         g->in_check(tw->v->rules, &child);
        tw->noisy[ply + 1] = noisy, tw->null[ply + 1] = false, tw->checks[ply + 1] = tw->checks[ply] + more;
        Value v    = 0;
        bool  full = true;
        if ((t->on & FEATURE_REDUCE) && !noisy && !more && depth > 2 && searched >= t->reduce_from) {
            v    = twin_node(tw, &child, ply + 1, depth - 3, max ? alpha : beta - 1, max ? alpha + 1 : beta,
                             !max);
            full = max ? v > alpha : v < beta;
            tw->noisy[ply + 1] = noisy, tw->null[ply + 1] = false;
        }
        if ((t->on & FEATURE_PVS) && searched > 0 && full) {
            v    = twin_node(tw, &child, ply + 1, depth - 1 + more, max ? alpha : beta - 1,
                          max ? alpha + 1 : beta, !max);
            full = v > alpha && v < beta;
        }
        if (full) {
            tw->noisy[ply + 1] = noisy, tw->null[ply + 1] = false;
            v = twin_node(tw, &child, ply + 1, depth - 1 + more, alpha, beta, !max);
        }
        twin_depends(tw, max ? v >= beta : v <= alpha, &depends);
        if (last) sibling = v;
        if (max ? v <= best : v >= best) continue;
        best = v, best_at = i;
        if (ply == 0 && v > alpha) tw->move = list[i].m;
        if (max && v > alpha && (ply > 0 || !(t->on & FEATURE_OPEN_ROOT))) alpha = v;
        if (!max && v < beta) beta = v;
        if (max ? v >= beta : v <= alpha) {
            twin_cut(tw, s, max, &list[i], ply, depth, searched);
            break;
        }
    }
    if (tw->brs && !max) {
        ck_assert_int_lt(tw->threat_count, LOG_MAX);
        tw->threat[tw->threat_count++] = list[best_at].owner;
    }
    const Entry e = {.used  = true,
                     .value = twin_far(best, -ply),
                     .index = list[best_at].index,
                     .depth = depth,
                     .bound = (max ? best >= beta : best >= beta_start)   ? BOUND_LOWER
                            : (max ? best <= alpha_start : best <= alpha) ? BOUND_UPPER
                                                                          : BOUND_EXACT};
    if ((t->on & FEATURE_TT) && depth > 0 && depends >= ply) twin_put(tw, key, e);
    if (t->on & FEATURE_ORDER_REPLIES) twin_put(tw, oracle, e);
    twin_leaves(tw, ply, depends);
    free(list);
    return best;
}

Value twin_run(Twin *tw, const AnyState *s, int depth)
{
    const SearchSettings *const t      = tw->t;
    Value                       v      = 0;
    bool                        guess  = false;
    const int                   before = tw->root;
    tw->root                           = tw->v->game->turn(tw->v->rules, s);
    tw->rng                            = rng_seed(t->seed);
    for (int i = 0; tw->v->facts.players == 2 && tw->root != before && i < ENTRIES;
         i++) {   // two players share their knowledge: turn it round
        Entry *const e = &tw->entry[i];
        e->value       = -e->value;
        e->bound = e->bound == BOUND_LOWER ? BOUND_UPPER : e->bound == BOUND_UPPER ? BOUND_LOWER : e->bound;
    }
    tw->nodes = tw->leaves = tw->cuts = tw->cuts_first = tw->list_hits = 0;
    tw->noisy[0] = tw->null[0] = false, tw->checks[0] = 0;
    if (!t->keep_lists) tw->cut_count = tw->threat_count = 0;
    if (!t->keep_lists && (t->on & FEATURE_TT)) memset(tw->entry, 0, sizeof tw->entry);
    for (int d = t->deepening ? 1 : depth; d <= depth; d++) {
        const Value w = t->aspiration, low = v - w, high = v + w;
        const bool  narrow = guess && w > 0 && v > -TWIN_WIN && v < TWIN_WIN;
        if (narrow) v = twin_node(tw, s, 0, d, low, high, true);
        if (!narrow || v <= low || v >= high) v = twin_node(tw, s, 0, d, -TWIN_INF, TWIN_INF, true);
        guess = true;
    }
    return v;
}
