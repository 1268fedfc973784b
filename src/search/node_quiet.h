// node_quiet.h - quiescence as most programs have it: stand-pat=N. Part of node_alphabeta.h.
//
// A side may leave a position as it is, at its evaluation, or try its noisy moves, by the game's classes; a
// side in check tries all its moves. At most N plies. Neither table nor learned order: the tree is mostly
// such nodes, and one costs an evaluation and a short list. Compiled once per game, and once more for
// FEATURE_TRACE: nothing else here is switched but repetition.

// The best of moves[from ...] by its class to the front; the first of equals stays first.
static inline void quiet_pick(Move moves[], uint8_t kinds[], int from, int n)
{
    int best = from;
    for (int i = from + 1; i < n; i++)
        if (kinds[i] < kinds[best]) best = i;
    const Move    m    = moves[best];
    const uint8_t kind = kinds[best];
    for (int i = best; i > from; i--) moves[i] = moves[i - 1], kinds[i] = kinds[i - 1];
    moves[from] = m, kinds[from] = kind;
}

static inline void quiet_kinds(const Search *se, const State *s, const Move moves[], uint8_t kinds[], int n)
{
#ifdef GAME_HAS_KIND
    for (int i = 0; i < n; i++) kinds[i] = (uint8_t)move_kind(se->rules, s, moves[i]);
#else
    (void)se, (void)s, (void)moves, memset(kinds, 0, (size_t)n);
#endif
}

static AlphaBetaNode quiet_node, quiet_traced;   // with the plies left as depth

static inline __attribute__((always_inline)) Value quiet_search(const Features on, Search *se, const State *s,
                                                                int ply, int left, Value alpha, Value beta)
{
    const Rules *const r         = se->rules;
    const int          p         = turn(r, s);
    const bool         repeating = se->on & FEATURE_REPETITION;
    uint64_t           position  = 0;
    assert(ply > 0 && ply < PLY_MAX && left >= 0 && alpha < beta);
    se->pv_length[ply] = 0;
    if (node_enter(se)) return 0;
    if (repeating) {
        position = node_hash(r, s);
        if (line_draws(se, s, ply, position)) return node_ends(on, se, TRACE_REPEATED, 0);
    }
#ifdef GAME_HAS_KNOWN
    Value known;
    if (node_known(se, s, p, ply, &known)) return node_ends(on, se, TRACE_LEAF, known);
#endif
    if (node_is_over(r, s)) return node_ends(on, se, TRACE_OVER, alphabeta_payoff(se, s, p, ply));
    const bool more  = left > 0 && ply < PLY_MAX - 1;
    const bool check = more && node_in_check(r, s);
    Value      best  = check ? -VALUE_INF : alphabeta_evaluate(se, s, p);
    if (!more || best >= beta) return node_ends(on, se, more ? TRACE_QUIET : TRACE_LEAF, best);
    if (best > alpha) alpha = best;

    Move      moves[MOVES_MAX];
    uint8_t   kinds[MOVES_MAX];
    const int n       = check ? generate(r, s, moves) : generate_noisy(r, s, moves);
    int       depends = DEPENDS_NOT;
    if (n == 0) return node_ends(on, se, TRACE_QUIET, best);
    se->interior++;
    quiet_kinds(se, s, moves, kinds, n);
    if (repeating) line_push(se, ply, position);
    for (int i = 0; i < n; i++) {
        State child;
        quiet_pick(moves, kinds, i, n);
        play(r, &child, s, moves[i]);
        se->line[ply + 1] = (PlyInfo){0};
        const bool same   = alphabeta_side(se, turn(r, &child)) == alphabeta_side(se, p);
        node_tries(on, se, moves[i], p, i, TRACE_WAY_FIRST);
        Value v = (on & FEATURE_TRACE ? quiet_traced : quiet_node)(
            se, &child, ply + 1, left - 1, same ? alpha : -beta, same ? beta : -alpha);
        v = same ? v : -v;
        if (se->stopped) return 0;
        if (repeating) depends = line_depends(se, depends, v >= beta);
        if (v <= best) continue;
        best = v;
        if (v <= alpha) continue;
        alpha = v;
        pv_set(se, ply, moves[i], false);
        if (v >= beta) break;
    }
    if (repeating) line_close(se, ply, depends);
    return node_ends(on, se, best >= beta ? TRACE_CUT : check ? TRACE_ALL : TRACE_QUIET, best);
}

static __attribute__((noinline)) Value quiet_node(Search *se, const State *s, int ply, int left, Value alpha,
                                                  Value beta)
{
    return quiet_search(0, se, s, ply, left, alpha, beta);
}

static NODE_SMALL Value quiet_traced(Search *se, const State *s, int ply, int left, Value alpha, Value beta)
{
    alphabeta_enters(se, s, (NodeAt){ply, left - se->settings.stand_pat, alpha, beta});
    const Value v = quiet_search(FEATURE_TRACE, se, s, ply, left, alpha, beta);
    trace_leave(se->trace, se->nodes, ply, v, se->stopped);
    return v;
}
