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
