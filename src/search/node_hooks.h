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

// The value of what a move of a root leads to, for who made it: as databases know it, or the game is over.
static inline bool node_move_known(Search *se, const State *child, int p, Value *value)
{
    Value out[PLAYERS_MAX];
    if (node_known(se, child, p, 1, value)) return true;
    if (node_drawn(se->rules, child)) return *value = 0, true;
    if (count(se->rules, child) > 0) return false;
    payoff(se->rules, child, out);
    *value = value_of_payoff(out[p], 1);
    return true;
}
#endif
