// node_maxn.h - max^n as one node: every player maximises his own component of a vector of values. Part of
// search_template.h.
//
// Shallow pruning (Korf 1991): no component of a vector is below a loss, and their sum is bounded; so what a
// player has secured bounds what the player before can still get here, and where that is less than he has
// already, the rest of the node cannot matter. With these wide bounds it takes a won game to prune, which is
// what the algorithm is known for. Ties: the first move in generator order wins, whatever the order of
// search, so pruning and ordering never change a result. Sources: Luckhardt and Irani 1986; Korf 1991.

typedef void MaxnNode(Search *se, const State *s, int ply, int depth, int above, Value secured,
                      Value out[PLAYERS_MAX]);

// Where a node is; `above`: the player of the parent node, and what he has `secured` there so far; above < 0:
// nobody.
typedef struct MaxnAt {
    int   ply, depth, above;
    Value secured;
} MaxnAt;

enum { MAXN_LOSS = -PAYOFF_UNIT * VALUE_PER_PAYOFF };   // the least a component can be

// The most that the others leave for one player when another has `taken`.
static inline int64_t maxn_left(const Search *se, Value taken)
{
    return (int64_t)se->players * VALUE_EVAL_MAX - taken - (int64_t)(se->players - 2) * MAXN_LOSS;
}

static inline void maxn_payoff(const Search *se, const State *s, int ply, Value out[PLAYERS_MAX])
{
    payoff(se->rules, s, out);
    for (int p = 0; p < se->players; p++) out[p] = value_of_payoff(out[p], ply);
}

static inline void maxn_evaluate(const Search *se, const State *s, Value out[PLAYERS_MAX])
{
    for (int p = 0; p < se->players; p++) out[p] = value_of_evaluation(evaluate(se->rules, s, p));
}

static inline __attribute__((always_inline)) void maxn_node(const Features on, MaxnNode *const recurse,
                                                            Search *se, const State *s, const MaxnAt at,
                                                            Value out[PLAYERS_MAX])
{
    const int p = turn(se->rules, s), ply = at.ply, depth = at.depth;
    assert(ply >= 0 && ply < PLY_MAX && at.above < se->players);
    for (int q = 0; q < PLAYERS_MAX; q++) out[q] = 0;
    se->pv_length[ply] = 0;
    if (node_enter(se)) return;
    uint64_t position = 0;
    if (on & FEATURE_REPETITION) {
        position = node_hash(se->rules, s);
        if (ply > 0 && line_draws(se, s, ply, position)) {
            node_ends(on, se, TRACE_REPEATED, 0);
            return;
        }
    }
#ifdef GAME_HAS_KNOWN
    Value      known = 0;
    const bool ends  = node_known(se, s, p, ply, &known);
    if (ends && ply > 0) {
        out[p] = known, out[!p] = -known;
        node_ends(on, se, TRACE_LEAF, 0);
        return;
    }
#endif
    if (depth <= 0) {
        node_ends(on, se, (on & FEATURE_TRACE) && node_is_over(se->rules, s) ? TRACE_OVER : TRACE_LEAF, 0);
        if (node_is_over(se->rules, s)) maxn_payoff(se, s, ply, out);
        else maxn_evaluate(se, s, out);
        return;
    }

    Move     moves[MOVES_MAX];
    uint64_t scores[MOVES_MAX];
    int      n = generate(se->rules, s, moves);
    if (n <= 0) {
        node_ends(on, se, TRACE_OVER, 0);
        maxn_payoff(se, s, ply, out);
        return;
    }
    se->interior++;
    if (on & FEATURE_REPETITION) line_push(se, ply, position);
#ifdef GAME_HAS_KNOWN
    if (ends) n = line_keep_known(se, s, known, moves, n);
#endif
    const NodeOrder node = {
        .s = s, .side = p != se->root, .p = p, .ply = ply, .depth = depth, .first = -1, .to = n};
    Picker pick = {.n = n, .best = -1};
    if (on & FEATURES_ORDER) order_score(on, se, &node, moves, scores, &pick);
    if (on & FEATURE_STATS) stats_node(on, se, &node, moves, n);

    bool have = false, cut = false;
    int  searched = 0, best_index = 0;
    Move m = MOVE_NONE;
    for (int i; (i = pick_next(moves, scores, on & FEATURES_ORDER, MOVES_MANY, &pick, &m)) >= 0; searched++) {
        State child;
        Value v[PLAYERS_MAX];
        play(se->rules, &child, s, m);
        node_tries(on, se, m, p, searched, TRACE_WAY_FIRST);
        recurse(se, &child, ply + 1, depth - 1, p, have ? out[p] : -VALUE_INF, v);
        if (se->stopped) return;
        if (have && (v[p] < out[p] || (v[p] == out[p] && i > best_index))) continue;
        have       = true;
        best_index = i;
        memcpy(out, v, sizeof v);
        pv_set(se, ply, m, false);
        if (at.above >= 0 && at.above != p && maxn_left(se, out[p]) < at.secured) {
            if (on & FEATURE_STATS) stats_cut(on, se, &node, m, searched);
            order_cut(on, se, &node, m);
            cut = true;
            break;
        }
    }
    if (on & FEATURE_REPETITION) line_pop(se, ply);
    node_ends(on, se, cut ? TRACE_CUT : TRACE_ALL, 0);
}
