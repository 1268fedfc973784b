// node_leaves.h - the last ply of a game that values a move without making it (GAME_HAS_LEAF). Part of
// node_alphabeta.h.
//
// Under a null window a node of the last ply either cuts, mostly by its first move, or values all its moves,
// and then their order does not matter. So the first move is picked by its score, and the others are valued
// as the rules generate them: no sorting. What a search in the order of the scores would have counted and
// chosen is known afterwards: nodes, values and moves stay the same. (With stats=yes every leaf is made, best
// first: tests/search/test_leaves.c compares the two.)
//
// Measured against the commit before, 19e780ca, an instance of its own included; Chinese Checkers (rhombus7,
// six pieces, depth 7, six positions, the players of databases-2, their table filled at random), callgrind,
// gcc 12 for x86-64-v3: 1.38 times fewer instructions by look-ups, 1.39 by the baseline; on star73, depth 5,
// where every leaf is made, 1.17 by the baseline, 1.28 by the distance. In seconds 1.1 to 1.35, on a 2-core
// EPYC that others used, November 2026. With both builds and
// K=order=tt+killer+eval+history-ads,eval-levels=4,tt=18,pvs=yes,deepening=yes:
//     time pollard match chinese-checkers:board=rhombus7,pieces=6 alphabeta:depth=7,eval=manhattan,$K
//         alphabeta:depth=7,eval=baseline,$K --games 6 --openings random:5

#ifdef GAME_HAS_KNOWN
#error "GAME_HAS_LEAF: what databases know is found by making a position"
#endif

typedef struct Leaves {
    Value best;
    int   index;   // of the move that has it, the first of equals
} Leaves;

// Nothing looks at single leaves or at the line, and no limit is near: then nobody sees the difference.
static inline __attribute__((always_inline)) bool leaves_plain(const Features on, const Search *se,
                                                               Value alpha, Value beta, int n)
{
    const Features single = FEATURES_LINE | FEATURE_SIBLING | FEATURE_TRACE | FEATURE_STATS |
                            FEATURE_OPEN_ROOT | FEATURE_ORDER_REPLIES;
    return !(on & single) && alphabeta_two(se) && beta - alpha == 1 &&
           se->nodes + (uint64_t)n < se->nodes_check;
}

static __attribute__((noinline)) Value leaves_made(Search *se, const State *s, Move m, int p, int ply)
{
    State child;
    play(se->rules, &child, s, m);
    return alphabeta_leaf(se, &child, p, ply);
}

static inline __attribute__((always_inline)) Value leaves_value(Search *se, const State *s, Move m, int p,
                                                                int ply)
{
    Value v;
    if (__builtin_expect(!leaf(se->rules, s, m, &v), 0)) return leaves_made(se, s, m, p, ply);
    v = value_of_evaluation(v);
    assert(v == leaves_made(se, s, m, p, ply));
    return v;
}

// Does move i come before move k? By score, then as generated.
static inline bool leaves_before(const uint64_t scores[], int i, int k)
{
    return scores[i] > scores[k] || (scores[i] == scores[k] && i < k);
}

// The moves of a node below whose ply are leaves; `pick` has the best of the scores.
static inline __attribute__((always_inline)) Leaves leaves_search(Search *se, const State *s, int ply,
                                                                  Value beta, const Move moves[],
                                                                  const uint64_t scores[], const Picker *pick)
{
    const int n = pick->n, first = pick->best;
    const int p   = turn(se->rules, s);
    Leaves    out = {leaves_value(se, s, moves[first], p, ply + 1), first};
    se->nodes++;
    if (__builtin_expect(out.best >= beta, 1)) return out;
    int cut = -1;
    for (int i = 0; i < n; i++) {
        if (i == first || (cut >= 0 && !leaves_before(scores, i, cut))) continue;
        const Value v = leaves_value(se, s, moves[i], p, ply + 1);
        if (cut >= 0 ? v < beta : v < out.best || (v == out.best && !leaves_before(scores, i, out.index)))
            continue;
        out = (Leaves){v, i};
        if (v >= beta) cut = i;
    }
    int before = n - 1;   // leaves of this node beside the first
    if (cut >= 0) {
        before = 0;
        for (int i = 0; i < n; i++) before += leaves_before(scores, i, cut);
    }
    se->nodes += (uint64_t)before;
    return out;
}
