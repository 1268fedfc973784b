// node_brs.h - Best-Reply Search as one node: after each move of the searching player, one opponent replies
// and the others pass. Part of search_template.h.
//
// A MIN node holds the moves of all opponents, gathered in seat order (order=threat-ads puts the opponents in
// the order of its list). Then alpha-beta with MAX and MIN in turn. The state of a MAX node has the searching
// player to move. With two players this is alpha-beta, and driver.c uses that: a game that is always for two
// compiles none of it. Source: Schadd and Winands 2011; Threat-ADS: Polk and Oommen 2013.

typedef Value BrsNode(Search *se, const State *s, int ply, int depth, Value alpha, Value beta, bool max);

enum { BRS_MOVES_MAX = MOVES_MAX * (PLAYERS_MAX - 1) };

typedef struct BrsMoves {
    int      n;
    Move     moves[BRS_MOVES_MAX];
    uint8_t  owner[BRS_MOVES_MAX];
    uint64_t scores[BRS_MOVES_MAX];
} BrsMoves;

static inline Value brs_signed(bool max, Value v) { return max ? v : -v; }

static inline Value brs_payoff(const Search *se, const State *s, bool max, int ply)
{
    Value out[PLAYERS_MAX];
    payoff(se->rules, s, out);
    return brs_signed(max, value_of_payoff(out[se->root], ply));
}

// The moves of the searching player, or of all opponents; an opponent's forced pass counts only when nobody
// has a move.
static inline void brs_generate(const Search *se, const State *s, bool max, BrsMoves *list)
{
    list->n = 0;
    if (max) {
        list->n = generate(se->rules, s, list->moves);
        return;
    }
    int passing = -1;
    for (int p = 0; p < se->players; p++) {
        if (p == se->root) continue;
        State theirs;
        pass_to(se->rules, &theirs, s, p);
        const int n = generate(se->rules, &theirs, &list->moves[list->n]);
        if (n == 1 && list->moves[list->n] == MOVE_PASS) {
            passing = passing < 0 ? p : passing;
            continue;
        }
        memset(&list->owner[list->n], p, (size_t)n);
        list->n += n;
    }
    if (list->n == 0 && passing >= 0) {
        list->moves[0] = MOVE_PASS;
        list->owner[0] = (uint8_t)passing;
        list->n        = 1;
    }
}

// The position after a move of `p`, given to the side that moves next.
static inline void brs_play(const Search *se, State *child, const State *s, bool max, int p, Move m)
{
    if (max) {
        play(se->rules, child, s, m);
        return;
    }
    State theirs, after;
    pass_to(se->rules, &theirs, s, p);
    play(se->rules, &after, &theirs, m);
    pass_to(se->rules, child, &after, se->root);
}

static inline __attribute__((always_inline)) Value brs_node(const Features on, BrsNode *const recurse,
                                                            Search *se, const State *s, const NodeAt at,
                                                            bool max)
{
    const int   ply = at.ply, depth = at.depth;
    const Value beta  = at.beta;
    Value       alpha = at.alpha;
    assert(ply >= 0 && ply < PLY_MAX);
    assert(-VALUE_INF <= alpha && alpha < beta && beta <= VALUE_INF);
    assert(!max || node_is_over(se->rules, s) || turn(se->rules, s) == se->root);

    // Step 1. Count, and look at the limits now and then.
    se->pv_length[ply] = 0;
    if (node_enter(se)) return 0;

    // Step 2. A draw by repetition or by the referee; then leaves.
    uint64_t position = 0;
    if (on & FEATURE_REPETITION) {
        position = node_hash(se->rules, s);
        if (ply > 0 && line_draws(se, s, ply, position)) return node_ends(on, se, TRACE_REPEATED, 0);
    }
    if (depth <= 0) {
        if (node_is_over(se->rules, s)) return node_ends(on, se, TRACE_OVER, brs_payoff(se, s, max, ply));
        return node_ends(on, se, TRACE_LEAF,
                         brs_signed(max, value_of_evaluation(evaluate(se->rules, s, se->root))));
    }

    // Step 3. Table.
    uint64_t key   = 0;
    int      first = -1;
    if (on & (FEATURE_TT | FEATURE_ORDER_REPLIES))
        key = node_hash(se->rules, s) ^ se->key_side[0] ^ (max ? 0 : se->key_side[1]);
    Value known;
    if ((on & FEATURE_TT) && table_cuts(on, se, key, at, &first, &known))
        return node_ends(on, se, TRACE_TABLE, known);

    // Step 4. Moves; none means the game is over, for this player at least.
    BrsMoves list;
    brs_generate(se, s, max, &list);
    if (list.n <= 0) return node_ends(on, se, TRACE_OVER, brs_payoff(se, s, max, ply));
    se->interior++;
    if (on & FEATURE_REPETITION) line_push(se, ply, position);

    // Step 5. Order, opponent by opponent.
    if (on & FEATURE_ORDER_REPLIES) first = replies_first(&se->replies, replies_key(key, depth), list.n);
    NodeOrder node = {.s     = s,
                      .side  = !max,
                      .p     = se->root,
                      .ply   = ply,
                      .depth = depth,
                      .first = first < list.n ? first : -1};
    Picker    pick = {.n = list.n, .best = -1};
    if (on & FEATURES_ORDER) {
        while (node.to < list.n) {
            State theirs;
            node.from = node.to, node.to = list.n;
            if (!max) {
                node.p = list.owner[node.from];
                for (node.to = node.from; node.to < list.n && list.owner[node.to] == node.p; node.to++) {}
                pass_to(se->rules, &theirs, s, node.p);
                node.s = &theirs;
            }
            order_score(max ? on & ~(Features)FEATURE_ORDER_THREAT : on, se, &node, list.moves, list.scores,
                        &pick);
            node.s = s;
        }
    }
    if ((on & FEATURE_STATS) && max) stats_node(on, se, &node, list.moves, list.n);

    // Step 6. Search the moves, best first.
    Value best       = -VALUE_INF;
    int   best_index = -1, searched = 0, depends = DEPENDS_NOT;
    Move  m = MOVE_NONE;
    for (int i; (i = pick_next(list.moves, list.scores, on & FEATURES_ORDER, true, &pick, &m)) >= 0;
         searched++) {
        State     child;
        const int p = max ? se->root : list.owner[i];
        brs_play(se, &child, s, max, p, m);

        Value v    = 0;
        bool  full = true;
        if ((on & FEATURE_PVS) && searched > 0) {
            node_tries(on, se, m, p, searched, TRACE_WAY_SCOUT);
            v    = -recurse(se, &child, ply + 1, depth - 1, -alpha - 1, -alpha, !max);
            full = v > alpha && v < beta;
        }
        if (full) {
            node_tries(on, se, m, p, searched,
                       (on & FEATURE_PVS) && searched > 0 ? TRACE_WAY_AGAIN : TRACE_WAY_FIRST);
            v = -recurse(se, &child, ply + 1, depth - 1, -beta, -alpha, !max);
        }
        if (se->stopped) return 0;

        if (on & FEATURE_REPETITION) depends = line_depends(se, depends, v >= beta);
        if (v <= best) continue;
        best       = v;
        best_index = i;
        if (v > alpha) {
            if (!(on & FEATURE_OPEN_ROOT) || ply > 0) alpha = v;
            pv_set(se, ply, m, false);
        }
        if (v >= beta) {
            State theirs;
            if (!max) pass_to(se->rules, &theirs, s, p), node.s = &theirs;
            node.p = p;
            if (on & FEATURE_STATS) stats_cut(on, se, &node, m, searched);
            order_cut(on, se, &node, m);
            break;
        }
    }

    // Step 7. Remember; the opponent with the most threatening move rises in his list.
    assert(best_index >= 0 && -VALUE_INF < best && best < VALUE_INF);
    const bool holds = !(on & FEATURE_REPETITION) || line_close(se, ply, depends);
    if ((on & FEATURE_ORDER_THREAT) && (on & FEATURE_TRACE) && !max)
        trace_reply(se, ply, list.owner[best_index]);
    else if ((on & FEATURE_ORDER_THREAT) && !max) threat_ads_reply(&se->threat_ads, list.owner[best_index]);
    if (on & FEATURE_ORDER_REPLIES) replies_learn(&se->replies, replies_key(key, depth), best_index);
    if ((on & FEATURE_TT) && holds) table_store(se, key, at, best, best_index);
    return node_ends(on, se, best >= beta ? TRACE_CUT : TRACE_ALL, best);
}
