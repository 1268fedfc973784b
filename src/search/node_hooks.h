// node_hooks.h - what a game may tell a node beyond its moves, with what holds where it does not. Part of
// search_template.h.

static inline bool node_drawn(const Rules *r, const State *s)
{
#ifdef GAME_HAS_DRAWN
    return drawn(r, s);
#else
    return (void)r, (void)s, false;
#endif
}

static inline int node_reversible(const Rules *r, const State *s)
{
#ifdef GAME_HAS_REVERSIBLE
    return reversible(r, s);
#else
    return (void)r, (void)s, INT_MAX;
#endif
}

static inline bool node_in_check(const Rules *r, const State *s)
{
#ifdef GAME_HAS_CHECK
    return in_check(r, s);
#else
    return (void)r, (void)s, false;
#endif
}

static inline bool node_null_allowed(const Rules *r, const State *s)
{
#ifdef GAME_HAS_NULL_ALLOWED
    return null_allowed(r, s);
#else
    return (void)r, (void)s, true;
#endif
}

// The uses of what follows are inside #ifdef too: so the code of a game without it is the same to the byte as
// before there was such a thing (tools/same_code), and its kept results stand.

#ifdef GAME_HAS_KNOWN
// Is the end known from here? Its value for player p then, `ply` plies from the root.
static inline __attribute__((always_inline)) bool node_known(Search *se, const State *s, int p, int ply,
                                                             Value *value)
{
    int result, plies;
    if (__builtin_expect(!known(se->rules, s, &result, &plies), 1)) return false;
    se->known++;
    *value = value_of_end(turn(se->rules, s) == p ? result : -result, ply + plies);
    return true;
}

// The moves of a root whose end is known that keep it: those to positions of that value; or else those to
// positions that are not known, one of which must, and then *ends stays true: no search tells the value.
// Gives how many, in the order they had.
static inline int node_keep_known(Search *se, const State *s, Value value, Move moves[], int n, bool *ends)
{
    const int p = turn(se->rules, s);
    uint8_t class[MOVES_MAX];   // 0: not known, 1: keeps the value, 2: does not
    bool any = false;
    int  out = 0;
    for (int i = 0; i < n; i++) {
        State child;
        Value v;
        play(se->rules, &child, s, moves[i]);
        class[i] = !node_known(se, &child, p, 1, &v) ? 0 : v == value ? 1 : 2;
        any |= class[i] == 1;
    }
    for (int i = 0; i < n; i++)
        if (class[i] == any) moves[out++] = moves[i];
    *ends = !any && out > 0;
    return out > 0 ? out : n;
}
#endif
