// node_alphabeta.h - alpha-beta (fail-soft), with PVS, as one node. Part of search_template.h.
//
// Serves two players and, for more, Paranoid: there the searching player is MAX and everybody else one MIN
// side. Values are for the side to move. The sign is never implied by the ply: a child of the same side
// (several plies in a row) is not negated. Sources: Knuth and Moore 1975; Marsland and Campbell 1982;
// Sturtevant and Korf 2000 (Paranoid); abalone III.

typedef Value AlphaBetaNode(Search *se, const State *s, int ply, int depth, Value alpha, Value beta);

// One compiled instance, known when the node is inlined. (Where a node is and its window are not in it: as
// numbers of their own they stay in registers. In a struct they cost the last ply up to 4 % of its
// instructions, gcc 12.)
typedef struct AlphaBetaInstance {
    Features       on;
    bool           is_last;   // this is the node of the last ply
    AlphaBetaNode *last;      // the node of the last ply
    AlphaBetaNode *node;      // of all others
} AlphaBetaInstance;

// 0 for MAX, 1 for MIN.
static inline int alphabeta_side(const Search *se, int p) { return p != se->root; }

// A game that is always for two says so: nothing has to be asked at a leaf.
static inline bool alphabeta_two(const Search *se)
{
#ifdef GAME_TWO_PLAYERS
    return (void)se, true;
#else
    return se->players == 2;
#endif
}

static inline Value alphabeta_evaluate(const Search *se, const State *s, int p)
{
    const int   q = alphabeta_two(se) ? p : se->root;   // one call, or it would not be inlined
    const Value v = evaluate(se->rules, s, q);
    return value_of_evaluation(p == q ? v : -v);
}

static __attribute__((noinline)) Value alphabeta_payoff(const Search *se, const State *s, int p, int ply)
{
    Value out[PLAYERS_MAX];
    payoff(se->rules, s, out);
    return value_of_payoff(alphabeta_two(se) || p == se->root ? out[p] : -out[se->root], ply);
}

static inline bool node_is_noisy(const Search *se, const State *s, Move m)
{
#ifdef GAME_HAS_KIND
    return GAME_KINDS_NOISY >> move_kind(se->rules, s, m) & 1;
#else
    return (void)se, (void)s, (void)m, false;
#endif
}

// The best line is m and what was found after it; after a leaf there is nothing.
static inline void pv_set(Search *se, int ply, Move m, bool leaf)
{
    const int n = leaf ? 0 : se->pv_length[ply + 1];
    assert(ply >= 0 && ply < PLY_MAX && n >= 0 && n < PLY_MAX - ply);
    se->pv[ply][0] = m;
    if (n > 0) memcpy(&se->pv[ply][1], &se->pv[ply + 1][0], (size_t)n * sizeof(Move));
    se->pv_length[ply] = n + 1;
}

// The ideas that look at the moves of the line.
enum {
    FEATURES_LINE = FEATURE_QUIESCENCE | FEATURE_STAND_PAT | FEATURE_NULL_MOVE | FEATURE_CHECK |
                    FEATURE_REPETITION
};

// Late move reductions: by how many plies a move after `searched` others is first searched less. By two: a
// value that the side to move has just made better compares badly with one that the other side has
// (docs/results/abalone).
static inline int node_reduction(const Features on, const Search *se, int depth, int searched, bool noisy)
{
    return (on & FEATURE_REDUCE) && !noisy && depth > 2 && searched >= se->settings.reduce_from ? 2 : 0;
}

// The noisy moves alone, in the order of generate.
#ifndef GAME_HAS_NOISY
static int generate_noisy(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    int n = 0;
#ifdef GAME_HAS_KIND
    const int all = generate(r, s, out);
    for (int i = 0; i < all; i++)
        if (GAME_KINDS_NOISY >> move_kind(r, s, out[i]) & 1) out[n++] = out[i];
#else
    (void)r, (void)s, (void)out;
#endif
    return n;
}
#endif

// Counts a node; true when the search must end.
static inline bool node_enter(Search *se)
{
    se->nodes++;
    return search_must_stop(se);
}

// The value of s for player p, who need not be the one to move. (The copy keeps a caller's state in
// registers: only it has an address.)
static inline __attribute__((always_inline)) Value alphabeta_leaf(Search *se, const State *s, int p, int ply)
{
#ifdef GAME_HAS_KNOWN
    Value known;
    if (node_known(se, s, p, ply, &known)) return known;
#endif
    if (__builtin_expect(!node_is_over(se->rules, s), 1)) return alphabeta_evaluate(se, s, p);
    const State copy = *s;
    return alphabeta_payoff(se, &copy, p, ply);
}

// The same below the last ply, where no node of its own looks for repetitions.
static inline __attribute__((always_inline)) Value alphabeta_last_leaf(const Features on, Search *se,
                                                                       const State *s, int p, int ply)
{
    if ((on & FEATURE_REPETITION) && line_draws(se, s, ply, node_hash(se->rules, s))) return 0;
    return alphabeta_leaf(se, s, p, ply);
}

static inline void alphabeta_enters(Search *se, const State *s, const NodeAt at)
{
    const int side = alphabeta_side(se, turn(se->rules, s));
    trace_enter(se->trace, se->nodes, at.ply, at.depth, at.alpha, at.beta, side);
}

// A leaf of value v for player p, with p's window; it was valued as the last move of the line says.
static inline void alphabeta_trace_leaf(const Features on, Search *se, const State *s, int p, NodeAt at,
                                        Value v)
{
    const int  side       = alphabeta_side(se, turn(se->rules, s));
    const bool same       = side == alphabeta_side(se, p);
    const bool drawn_here = (on & FEATURE_REPETITION) && line_draws(se, s, at.ply, node_hash(se->rules, s));
    const TraceReason why = drawn_here                 ? TRACE_REPEATED
                          : node_is_over(se->rules, s) ? TRACE_OVER
                                                       : TRACE_LEAF;
    at = (NodeAt){at.ply, at.depth, same ? at.alpha : -at.beta, same ? at.beta : -at.alpha};
    trace_leaf(se, at, side, why, same ? v : -v);
}

#include "search/node_quiet.h"

// The last ply, depth 1, has a node of its own: its children are leaves, all but the noisy ones under
// quiescence.
static inline __attribute__((always_inline)) Value alphabeta_child(const AlphaBetaInstance instance,
                                                                   Search *se, const State *s, NodeAt at)
{
    if ((instance.on & FEATURE_STAND_PAT) && at.depth <= 0)
        return instance.on & FEATURE_TRACE
                 ? quiet_traced(se, s, at.ply, se->settings.stand_pat, at.alpha, at.beta)
                 : quiet_node(se, s, at.ply, se->settings.stand_pat, at.alpha, at.beta);
    return at.depth == 1 ? instance.last(se, s, at.ply, at.depth, at.alpha, at.beta)
                         : instance.node(se, s, at.ply, at.depth, at.alpha, at.beta);
}

// The window of a child one ply below: as it is where the same side moves on, else turned round.
static inline NodeAt alphabeta_below(int ply, int depth, bool same, Value alpha, Value beta)
{
    return (NodeAt){
        .ply = ply + 1, .depth = depth, .alpha = same ? alpha : -beta, .beta = same ? beta : -alpha};
}

// The evaluation is enough, unless the game is over. The window is as it was narrowed: an empty one is why.
static inline __attribute__((always_inline)) Value alphabeta_estimated(const Features on, Search *se,
                                                                       const State *s, const NodeAt at,
                                                                       Value estimate)
{
    if (node_is_over(se->rules, s))
        return node_ends(on, se, TRACE_OVER, alphabeta_payoff(se, s, turn(se->rules, s), at.ply));
    return node_ends(on, se, at.alpha >= at.beta ? TRACE_WINDOW : TRACE_FUTILE, estimate);
}

// A node of the last ply where no quiet move is expected to come up to alpha: the noisy ones are tried.
static inline __attribute__((always_inline)) Value alphabeta_futile(const AlphaBetaInstance instance,
                                                                    Search *se, const State *s,
                                                                    const NodeAt at, Value estimate)
{
    const Features     on    = instance.on;
    const int          ply   = at.ply;
    Value              alpha = at.alpha;
    const Rules *const r     = se->rules;
    const int          p     = turn(r, s);
    Move               moves[MOVES_MAX];
    Value              best    = estimate;
    const int          n       = generate_noisy(r, s, moves);
    int                depends = DEPENDS_NOT;
    if (n == 0 && node_is_over(r, s)) return node_ends(on, se, TRACE_OVER, alphabeta_payoff(se, s, p, ply));
    if (on & FEATURE_REPETITION) line_push(se, ply, node_hash(r, s));
    for (int i = 0; i < n; i++) {
        State child;
        play(r, &child, s, moves[i]);
        node_tries(on, se, moves[i], p, i, TRACE_WAY_FIRST);
        Value v;
        if (on & FEATURES_LINE) se->line[ply + 1] = (PlyInfo){.noisy = true, .checks = se->line[ply].checks};
        if (on & (FEATURE_QUIESCENCE | FEATURE_STAND_PAT)) {
            const bool same = alphabeta_side(se, turn(r, &child)) == alphabeta_side(se, p);
            v = alphabeta_child(instance, se, &child, alphabeta_below(ply, 0, same, alpha, at.beta));
            v = same ? v : -v;
            if (se->stopped) return 0;
        } else {
            if (node_enter(se)) return 0;
            v = alphabeta_last_leaf(on, se, &child, p, ply + 1);
            if (on & FEATURE_TRACE)
                alphabeta_trace_leaf(on, se, &child, p, (NodeAt){ply + 1, 0, alpha, at.beta}, v);
        }
        if (on & FEATURE_REPETITION) depends = line_depends(se, depends, v >= at.beta);
        if (v <= best) continue;
        best = v;
        if (v <= alpha) continue;
        alpha = v;
        pv_set(se, ply, moves[i], !(on & (FEATURE_QUIESCENCE | FEATURE_STAND_PAT)));
        if (v >= at.beta) break;
    }
    if (on & FEATURE_REPETITION) line_close(se, ply, depends);
    return node_ends(on, se, best >= at.beta ? TRACE_CUT : TRACE_FUTILE, best);
}

#ifdef GAME_HAS_LEAF
#include "search/node_leaves.h"
#endif

static inline __attribute__((always_inline)) Value alphabeta_node(const AlphaBetaInstance instance,
                                                                  Search *se, const State *s, int ply,
                                                                  int depth, Value alpha, Value beta)
{
    const Features     on   = instance.on;
    const bool         last = instance.is_last;
    const Rules *const r    = se->rules;
    const int          p    = turn(r, s);
    assert(ply >= 0 && ply < PLY_MAX && p >= 0 && p < se->players);
    assert(-VALUE_INF <= alpha && alpha < beta && beta <= VALUE_INF);
    assert(!last || depth == 1);

    // Step 1. Count, and look at the limits now and then.
    se->pv_length[ply] = 0;
    if (node_enter(se)) return 0;

    // Step 2. A draw by repetition or by the referee, or what databases know; the root must name a move.
    uint64_t position = 0;
    if (on & FEATURE_REPETITION) {
        position = node_hash(r, s);
        if (ply > 0 && line_draws(se, s, ply, position)) return node_ends(on, se, TRACE_REPEATED, 0);
    }
#ifdef GAME_HAS_KNOWN
    Value      known = 0;
    const bool ends  = node_known(se, s, p, ply, &known);
    if (ends && ply > 0) return node_ends(on, se, TRACE_LEAF, known);
#endif

    // Step 3. Leaf. Quiescence searches on after a noisy move, but not for ever.
    if (depth <= 0) {
        const bool noisy = (on & FEATURE_QUIESCENCE) && se->line[ply].noisy && depth > -se->settings.q;
        if (!noisy || ply >= PLY_MAX - 1)
            return node_ends(on, se, (on & FEATURE_TRACE) && node_is_over(r, s) ? TRACE_OVER : TRACE_LEAF,
                             alphabeta_leaf(se, s, p, ply));
    }

    // Step 4. Windows: forward pruning around the evaluation, no re-search.
    const bool windows  = (on & FEATURE_WINDOWS) && ply > 0;
    const bool futility = (on & FEATURE_FUTILITY) && ply > 0 && depth > 0 &&
                          se->settings.futility[depth] < VALUE_INF && !node_in_check(r, s);
    Value estimate = 0;
    if (windows || futility) estimate = alphabeta_evaluate(se, s, p);
    if (windows) {
        const Value width = se->settings.window[!se->settings.windows_from_leaves ? ply
                                                : depth > 0                       ? depth
                                                                                  : 0];
        if (estimate - width > alpha) alpha = estimate - width;
        if (estimate + width < beta) beta = estimate + width;
        if (alpha >= beta) return alphabeta_estimated(on, se, s, (NodeAt){ply, depth, alpha, beta}, estimate);
    }

    // Step 5. Futility: near the leaves the evaluation and a margin for what the plies still to go may bring.
    // It knows nothing of won and lost games.
    if (futility) {
        const Value margin = se->settings.futility[depth];
        if (beta > -VALUE_WIN_MIN && estimate - margin >= beta)
            return alphabeta_estimated(on, se, s, (NodeAt){ply, depth, alpha, beta}, estimate);
        if (last && alpha < VALUE_WIN_MIN && estimate + margin <= alpha)
            return alphabeta_futile(instance, se, s, (NodeAt){ply, depth, alpha, beta}, estimate);
    }

    // Step 6. Moves; none means the game is over. The table's line is on its way meanwhile: half the time of
    // a node was waiting for it. Where whoever came here has fetched it, step 7 comes first.
    uint64_t   key    = 0;
    const bool stored = (on & FEATURE_TT) && depth > 0;
    if (on & (FEATURE_TT | FEATURE_ORDER_REPLIES))
        key = (on & FEATURE_REPETITION ? position : node_hash(r, s)) ^ se->key_side[0];
#ifdef GAME_HAS_CLOCK
    if (on & FEATURE_REPETITION) key ^= table_clock(se, s, depth);
#endif
#ifdef GAME_HAS_HASH_AFTER
    const NodeAt entry = {ply, depth, alpha, beta};
    int          first = -1;
    Value        found;
    if (stored && !node_is_over(r, s) && table_cuts(on, se, key, entry, &first, &found))
        return node_ends(on, se, TRACE_TABLE, found);
#else
    if (stored) tt_prefetch(se->tt, key);
#endif
    Move       moves[MOVES_MAX];
    uint64_t   scores[MOVES_MAX];
    Parts      parts;
    const bool in_parts = order_in_parts(on, se, ply, depth);
    if (in_parts) parts_open(r, s, &parts);
    int n = in_parts ? parts_next(r, &parts, moves) : generate(r, s, moves);
    if (n <= 0) return node_ends(on, se, TRACE_OVER, alphabeta_payoff(se, s, p, ply));

#ifndef GAME_HAS_HASH_AFTER
    // Step 7. Table: a cut-off, or at least a first move. Nodes of depth 0 and below depend on the move that
    // led here, so they are not stored.
    const NodeAt entry = {ply, depth, alpha, beta};
    int          first = -1;
    Value        found;
    if (stored && table_cuts(on, se, key, entry, &first, &found))
        return node_ends(on, se, TRACE_TABLE, found);
#endif
    se->interior++;
    if (on & FEATURE_REPETITION) line_push(se, ply, position);
#ifdef GAME_HAS_KNOWN
    if (ends) n = line_keep_known(se, s, known, moves, n);
#endif

    // Step 8. Null move: if passing is still above beta, some move is too.
    if ((on & FEATURE_NULL_MOVE) && !last && ply > 0 && depth > se->settings.null_reduction &&
        !se->line[ply].null && beta < VALUE_WIN_MIN && node_null_allowed(r, s) && !node_in_check(r, s) &&
        alphabeta_evaluate(se, s, p) >= beta) {
        State     passed;
        const int other = se->players == 2 ? !p : p == se->root ? (p + 1) % se->players : se->root;
        pass_to(r, &passed, s, other);
        node_tries(on, se, MOVE_NONE, other, 0, TRACE_WAY_PASS);
        se->line[ply + 1] = (PlyInfo){.null = true, .checks = se->line[ply].checks};
        const int   less  = se->settings.null_reduction;
        const Value v     = -alphabeta_child(instance, se, &passed,
                                             alphabeta_below(ply, depth - 1 - less, false, beta - 1, beta));
        if (se->stopped) return 0;
        if (v >= beta) {
            if (on & FEATURE_REPETITION) line_close(se, ply, se->past.depends);
            return node_ends(on, se, TRACE_NULL_CUT, v < VALUE_WIN_MIN ? v : beta);
        }
    }

    // Step 9. Order, where there is a choice (or a random number to draw).
    if (on & FEATURE_ORDER_REPLIES) first = replies_first(&se->replies, replies_key(key, depth), n);
    const NodeOrder node = {.s     = s,
                            .side  = alphabeta_side(se, p),
                            .p     = p,
                            .ply   = ply,
                            .depth = depth,
                            .first = first < n ? first : -1,
                            .to    = n};
    Picker          pick = {.n = n, .best = -1};
    if ((on & (FEATURES_ORDER & ~FEATURE_ORDER_ITERATION)) && (n > 1 || (on & FEATURE_ORDER_RANDOM)) &&
        !order_by_generator(on, se, ply, depth))
        order_score(on, se, &node, moves, scores, &pick);
    if ((on & FEATURE_ORDER_ITERATION) && order_iterates(on, se, ply, depth))
        order_iteration(se, s, se->key_side[0], moves, scores, &pick);
    if (on & FEATURE_STATS) stats_node(on, se, &node, moves, n);

#ifdef GAME_HAS_LEAF
    if (last && pick.best >= 0 && leaves_plain(on, se, alpha, beta, n)) {
        const Leaves leaves = leaves_search(se, s, ply, beta, moves, scores, &pick);
        if (leaves.best >= beta) {
            pv_set(se, ply, moves[leaves.index], true);
            order_cut(on, se, &node, moves[leaves.index]);
        }
        if (stored) table_store(se, key, entry, leaves.best, leaves.index);
        return leaves.best;
    }
#endif

    // Step 10. Search the moves, best first. What lies below the last ply, most of the tree, is valued here,
    // without a call.
    Value best = -VALUE_INF, sibling = VALUE_INF;
    int   best_index = -1, searched = 0, depends = DEPENDS_NOT;
    Move  m = MOVE_NONE;
    for (int i; (i = order_next(on, se, in_parts ? &parts : NULL, moves, scores, &pick, &m)) >= 0;
         searched++) {
        const bool noisy = (on & (FEATURE_QUIESCENCE | FEATURE_SIBLING | FEATURE_REDUCE)) &&
                           node_is_noisy(se, s, m);
        if ((on & FEATURE_SIBLING) && depth == 1 && !noisy && sibling + se->settings.sibling_margin <= alpha)
            continue;

        State child;
#ifdef GAME_HAS_HASH_AFTER
        if ((on & FEATURE_TT) && !last && searched == 0) table_fetch_after(se, s, m);
#endif
        play(r, &child, s, m);
        const bool check = (on & FEATURE_CHECK) && se->line[ply].checks < se->settings.check &&
                           node_in_check(r, &child);
        const bool leaf = last && !((on & FEATURE_QUIESCENCE) && noisy) && !(on & FEATURE_STAND_PAT) &&
                          !check;
        if ((on & FEATURES_LINE) && (!leaf || (on & FEATURE_REPETITION)))
            se->line[ply + 1] = (PlyInfo){.noisy = noisy, .checks = (uint8_t)(se->line[ply].checks + check)};

        Value v    = 0;
        bool  full = true;
        if (leaf) {
            const bool scout = (on & FEATURE_PVS) && searched > 0;
            if (node_enter(se)) return 0;
            v = alphabeta_last_leaf(on, se, &child, p, ply + 1);
            if (on & FEATURE_TRACE) {
                node_tries(on, se, m, p, searched, scout ? TRACE_WAY_SCOUT : TRACE_WAY_FIRST);
                alphabeta_trace_leaf(on, se, &child, p,
                                     (NodeAt){ply + 1, depth - 1, alpha, scout ? alpha + 1 : beta}, v);
            }
            // PVS sees it twice
            if (scout && v > alpha && v < beta) {
                if (node_enter(se)) return 0;
                if (on & FEATURE_TRACE) {
                    node_tries(on, se, m, p, searched, TRACE_WAY_AGAIN);
                    alphabeta_trace_leaf(on, se, &child, p, (NodeAt){ply + 1, depth - 1, alpha, beta}, v);
                }
            }
        } else {
            // Where the first move did not cut, all of them are likely to be searched: the next child's line
            // is fetched while this one is searched.
            if ((on & FEATURE_TT) && depth > 1 && searched > 0) {
                const Move ahead = pick_peek(moves, scores, MOVES_MANY, &pick);
#ifdef GAME_HAS_HASH_AFTER
                if (ahead != MOVE_NONE) table_fetch_after(se, s, ahead);
#else
                if (ahead != MOVE_NONE) {
                    State after;
                    play(r, &after, s, ahead);
                    tt_prefetch(se->tt, hash(r, &after) ^ se->key_side[0]);
                }
#endif
            }

            const bool same  = alphabeta_side(se, turn(r, &child)) == node.side;
            const int  below = depth - 1 + check,
                      less   = check ? 0 : node_reduction(on, se, depth, searched, noisy);
            bool again       = false;
            if (less > 0) {
                node_tries(on, se, m, p, searched, TRACE_WAY_REDUCED);
                v    = alphabeta_child(instance, se, &child,
                                       alphabeta_below(ply, below - less, same, alpha, alpha + 1));
                full = again = (same ? v : -v) > alpha;
            }
            if ((on & FEATURE_PVS) && searched > 0 && full) {
                node_tries(on, se, m, p, searched, again ? TRACE_WAY_AGAIN : TRACE_WAY_SCOUT);
                v    = alphabeta_child(instance, se, &child,
                                       alphabeta_below(ply, below, same, alpha, alpha + 1));
                full = again = (same ? v : -v) > alpha && (same ? v : -v) < beta;
            }
            if (full) {
                node_tries(on, se, m, p, searched, again ? TRACE_WAY_AGAIN : TRACE_WAY_FIRST);
                v = alphabeta_child(instance, se, &child, alphabeta_below(ply, below, same, alpha, beta));
            }
            v = same ? v : -v;
            if (se->stopped) return 0;
        }

        if (on & FEATURE_REPETITION) depends = line_depends(se, depends, v >= beta);
        if ((on & FEATURE_SIBLING) && depth == 1 && !noisy) sibling = v;
        if (v <= best) continue;
        best       = v;
        best_index = i;
        if (v > alpha) {
            if (!(on & FEATURE_OPEN_ROOT) || ply > 0) alpha = v;
            pv_set(se, ply, m, leaf);
        }
        if (v >= beta) {
            if (on & FEATURE_STATS) stats_cut(on, se, &node, m, searched);
            if (order_asked(se, depth)) order_cut(on, se, &node, m);
            break;
        }
    }

    // Step 11. Remember what holds on every path.
    assert(best_index >= 0 && -VALUE_INF < best && best < VALUE_INF);
    const bool holds = !(on & FEATURE_REPETITION) || line_close(se, ply, depends);
#ifdef GAME_HAS_KNOWN
    if (ends) return node_ends(on, se, TRACE_ALL, best);   // of some of its moves: not for the table
#endif
    if (on & FEATURE_ORDER_REPLIES) replies_learn(&se->replies, replies_key(key, depth), best_index);
    if (stored && holds) table_store(se, key, entry, best, best_index);
    return node_ends(on, se, best >= beta ? TRACE_CUT : TRACE_ALL, best);
}
