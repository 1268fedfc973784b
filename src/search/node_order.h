// node_order.h - the ordering step of a node: every idea that is on gives each move a score. Part of
// search_template.h.
//
// The scores of several ideas share 64 bits; se->shift says where each lies, so that the idea named first in
// order= decides first. What an idea knows is in its own file in order/; here is one line for each.

// How moves are picked (order/pick.h): whether the lists of this game are long as a rule. (A jump chain makes
// 256 moves possible in Checkers; eight are usual.)
enum { MOVES_MANY = (int)MOVES_MAX > 256 };

// What an idea may need to know of the node.
typedef struct NodeOrder {
    const State *s;      // the position whose moves these are (BRS: with the owner of the move to play)
    int          side;   // 0 MAX, 1 MIN: which adaptive list
    int          p;      // whose moves they are
    int          ply, depth;
    int          first;      // index of the table's move among the node's moves, or -1
    int          from, to;   // the indices of p's moves among them
} NodeOrder;

static inline uint64_t order_clamp(Value v, int bits)
{
    const Value half = 1 << (bits - 1);
    return (uint64_t)((v >= half ? half - 1 : v <= -half ? -half + 1 : v) + half);
}

// The evaluation after the move, for the mover's side.
static inline uint64_t order_eval(const Search *se, const NodeOrder *node, Move m)
{
    State child;
    play(se->rules, &child, node->s, m);
    const bool  mine = se->players == 2 || node->p == se->root;
    const Value v    = mine ? evaluate(se->rules, &child, node->p) : -evaluate(se->rules, &child, se->root);
    return order_clamp(v, SCORE_BITS_ORDER_EVAL);
}

static inline uint64_t order_kind(const Search *se, const NodeOrder *node, Move m)
{
#ifdef GAME_HAS_KIND
    _Static_assert(GAME_KINDS < 1 << SCORE_BITS_ORDER_KIND, "raise the bits of kind in features.def");
    return (uint64_t)(GAME_KINDS - move_kind(se->rules, node->s, m));
#else
    return (void)se, (void)node, (void)m, 0;
#endif
}

_Static_assert((int)SCORE_BITS_ORDER_COMBINED >= (int)SCORE_BITS_ORDER_EVAL &&
                   (int)SCORE_BITS_ORDER_COMBINED >= (int)SCORE_BITS_ORDER_HISTORY &&
                   (int)SCORE_BITS_ORDER_COMBINED_ADS >= (int)SCORE_BITS_ORDER_ADS &&
                   (int)SCORE_BITS_ORDER_COMBINED_ADS >= (int)SCORE_BITS_ORDER_EVAL,
               "combined ordering takes the bits of what it combines");

// Regions by level: evaluation near the root, what the moves have done so far (the history of the level, or
// an adaptive list) below it, the game's classes at the bottom. A game that generates its moves class by
// class needs no scores for that, unless another idea is to decide after it.
static inline uint64_t order_combined(const Search *se, const NodeOrder *node, Move m, uint64_t learned,
                                      int shift)
{
    if (node->ply < se->settings.region_eval) return order_eval(se, node, m);
    if (node->ply < se->settings.region_history) return learned;
#ifdef GAME_KINDS_IN_ORDER
    if (shift == 0) return 0;
#endif
    (void)shift;
    return order_kind(se, node, m);
}

// Moves are ordered, and what orders them learns, where enough plies are to go.
static inline bool order_asked(const Search *se, int depth)
{
    return depth >= se->settings.order_from || se->settings.order_from == 0;
}

// Is there nothing to score here: too near the leaves, or combined ordering alone, in its bottom region, of
// moves that come class by class?
static inline bool order_by_generator(const Features on, const Search *se, int ply, int depth)
{
    if (!order_asked(se, depth)) return true;
#ifdef GAME_KINDS_IN_ORDER
    const Features combined = FEATURE_ORDER_COMBINED | FEATURE_ORDER_COMBINED_ADS;
    return (on & combined) && (on & FEATURES_ORDER & ~(combined | FEATURE_ORDER_ITERATION)) == 0 &&
           ply >= se->settings.region_history;
#else
    return (void)on, (void)se, (void)ply, false;
#endif
}

// The number of a move in the tables of the ordering ideas.
static inline uint32_t order_id(const Search *se, const NodeOrder *node, Move m)
{
    const uint32_t id = move_id(se->rules, node->s, m);
    assert(id < se->v->facts.move_ids);
    return id;
}

// Scores the moves of one player and keeps the best in `pick`, so that the first move needs no other look at
// the list.
static inline __attribute__((always_inline)) void order_score(const Features on, Search *se,
                                                              const NodeOrder *node, const Move moves[],
                                                              uint64_t scores[], Picker *pick)
{
    int              best = pick->best, scored = pick->scored;
    int64_t          top = best >= 0 ? (int64_t)scores[best] : 0;
    HistoryAdsScores ads = {0};
    assert(node->from >= 0 && node->from <= node->to && node->to <= pick->n);
    if (on & FEATURES_HISTORY_ADS) ads = history_ads_at(&se->history_ads, node->side, node->ply);
    for (int i = node->from; i < node->to; i++) {
        const Move     m     = moves[i];
        const uint32_t id    = order_id(se, node, m);
        uint64_t       score = 0;
        if (on & FEATURE_ORDER_KILLER)
            score |= killer_score(&se->killer, node->ply, id) << se->shift[FEATURE_BIT_ORDER_KILLER];
        if (on & FEATURE_ORDER_ADS) score |= history_ads_score(ads, id) << se->shift[FEATURE_BIT_ORDER_ADS];
        if (on & FEATURE_ORDER_LISTED)
            score |= (uint64_t)(history_ads_score(ads, id) > 0) << se->shift[FEATURE_BIT_ORDER_LISTED];
        if (on & FEATURE_ORDER_THREAT)
            score |= threat_ads_score(&se->threat_ads, se->root, node->p)
                  << se->shift[FEATURE_BIT_ORDER_THREAT];
        if (on & FEATURE_ORDER_HISTORY)
            score |= history_score(&se->history, node->p, node->ply, id)
                  << se->shift[FEATURE_BIT_ORDER_HISTORY];
        if ((on & FEATURE_ORDER_EVAL) && node->ply < se->settings.eval_levels)
            score |= order_eval(se, node, m) << se->shift[FEATURE_BIT_ORDER_EVAL];
        if (on & FEATURE_ORDER_KIND) score |= order_kind(se, node, m) << se->shift[FEATURE_BIT_ORDER_KIND];
        if (on & FEATURE_ORDER_COMBINED) {
            const int      shift   = se->shift[FEATURE_BIT_ORDER_COMBINED];
            const uint64_t learned = history_score(&se->history, node->p, node->ply, id);
            score |= order_combined(se, node, m, learned, shift) << shift;
        }
        if (on & FEATURE_ORDER_COMBINED_ADS) {
            const int shift = se->shift[FEATURE_BIT_ORDER_COMBINED_ADS];
            score |= order_combined(se, node, m, history_ads_score(ads, id), shift) << shift;
        }
        if (on & FEATURE_ORDER_RANDOM)
            score |= (UINT64_C(1) + rng_below(&se->rng, (1 << SCORE_BITS_ORDER_RANDOM) - 1))
                  << se->shift[FEATURE_BIT_ORDER_RANDOM];
        assert((int64_t)score >= 0);
        scores[i] = score;
        scored += score != 0;
        if ((int64_t)score > top) top = (int64_t)score, best = i;
    }
    // The one move that the table or the best replies name.
    if ((on & (FEATURE_ORDER_TT | FEATURE_ORDER_REPLIES)) && node->first >= node->from &&
        node->first < node->to) {
        const uint64_t score = scores[node->first];
        scored += score == 0;
        scores[node->first] = score | UINT64_C(1)
                                          << se->shift[on & FEATURE_ORDER_REPLIES ? FEATURE_BIT_ORDER_REPLIES
                                                                                  : FEATURE_BIT_ORDER_TT];
        if ((int64_t)scores[node->first] > top) best = node->first;
    }
    pick->best = best, pick->scored = scored;
}

// Iteration sorting has something to go by where the children were searched one iteration before, and were
// not leaves, which the table does not keep. Beside combined ordering it leaves the region of the evaluation
// as it is (abalone, Fig. 4).
static inline bool order_iterates(const Features on, const Search *se, int ply, int depth)
{
    return depth > 2 && order_asked(se, depth) &&
           (!(on & (FEATURE_ORDER_COMBINED | FEATURE_ORDER_COMBINED_ADS)) || ply >= se->settings.region_eval);
}

// Iteration sorting comes last: it rearranges the order of all the other ideas by the table's values of the
// children.
static __attribute__((noinline)) void order_iteration(Search *se, const State *s, uint64_t key_xor,
                                                      Move moves[], uint64_t scores[], Picker *pick)
{
    const int     n = pick->n;
    IterationMove sorted[MOVES_MAX], out[MOVES_MAX];
    int           scratch[MOVES_MAX];
    Move          copy[MOVES_MAX];
    for (int i = 0; i < n; i++) copy[i] = moves[i];
    for (int i = 0; i < n; i++) {
        Move      m     = MOVE_NONE;
        const int index = pick_next(copy, scores, true, MOVES_MANY, pick, &m);
        State     child;
        play(se->rules, &child, s, m);
        const TTHit hit   = tt_probe(se->tt, hash(se->rules, &child) ^ key_xor);
        const bool  other = (turn(se->rules, &child) == se->root) != (turn(se->rules, s) == se->root);
        const Value value = other ? -hit.value : hit.value;
        sorted[i]         = (IterationMove){.index = index, .known = hit.bound != BOUND_NONE, .value = value};
    }
    iteration_sort(sorted, out, scratch, n);
    for (int i = 0; i < n; i++) scores[out[i].index] = (uint64_t)(n - i);
    *pick = (Picker){.n = n, .scored = n, .best = out[0].index};
}

// Moves that come in generator order need not all be there before the first is searched.
#ifndef GAME_HAS_PARTS
typedef struct Parts {
    char none;
} Parts;
static inline void parts_open(const Rules *r, const State *s, Parts *parts) { (void)r, (void)s, (void)parts; }
static inline int  parts_next(const Rules *r, Parts *parts, Move out[])
{
    return (void)r, (void)parts, (void)out, 0;
}
#endif
static inline bool order_in_parts(const Features on, const Search *se, int ply, int depth)
{
#ifdef GAME_HAS_PARTS
    if (on & FEATURE_STATS || ((on & FEATURE_ORDER_ITERATION) && order_iterates(on, se, ply, depth)))
        return false;
    return !(on & FEATURES_ORDER) || order_by_generator(on, se, ply, depth);
#else
    return (void)on, (void)se, (void)ply, (void)depth, false;
#endif
}

// The next move's index, or -1; `parts` (or NULL) has those that are not in the list yet.
static inline __attribute__((always_inline)) int order_next(const Features on, const Search *se, Parts *parts,
                                                            Move moves[], uint64_t scores[], Picker *pick,
                                                            Move *m)
{
    const int i = pick_next(moves, scores, on & FEATURES_ORDER, MOVES_MANY, pick, m);
    if (i >= 0 || parts == NULL) return i;
    pick->n += parts_next(se->rules, parts, moves + pick->n);
    return pick_next(moves, scores, on & FEATURES_ORDER, MOVES_MANY, pick, m);
}

static inline void trace_cut(Search *se, const NodeOrder *node, Move m, uint32_t id);   // node_trace.h

// A cut-off: tell the ideas that learn.
static inline __attribute__((always_inline)) void order_cut(const Features on, Search *se,
                                                            const NodeOrder *node, Move m)
{
    const uint32_t id = order_id(se, node, m);
    if (on & FEATURES_KILLER) killer_cut(&se->killer, node->ply, id);
    if ((on & FEATURES_HISTORY_ADS) && (on & FEATURE_TRACE)) trace_cut(se, node, m, id);
    else if (on & FEATURES_HISTORY_ADS) history_ads_cut(&se->history_ads, node->side, node->ply, id);
    if (on & FEATURES_HISTORY) history_cut(&se->history, node->p, node->ply, id, node->depth);
}
