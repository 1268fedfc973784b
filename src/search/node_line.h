// node_line.h - repetition: which positions of the line are draws, and what such values depend on. Part of
// search_template.h.
//
// A position is a draw when it came before, in the line or in the game that led to the root, or when the
// referee ends the game in it. Most positions did not come before, and one look at a table of counters says
// so; only then the line is gone back, no farther than moves can be taken back.
//
// Such a value holds on this path alone. Every value therefore says on which ply of the line it depends: the
// ply of the earlier position, -1 when that lies in the game. A node that is cut off depends on what the cut
// depends on, any other on all that it has searched; what depends on nothing above a node is the same on
// every path to it, and only that goes to the table. (What is in the table may still be worth something else
// on a path on which one of its positions came before: no key can tell.)

enum { DEPENDS_NOT = PLY_MAX };

static inline uint16_t *line_slot(Search *se, uint64_t hash) { return &se->past.seen[hash % LINE_SLOTS]; }

static inline void line_push(Search *se, int ply, uint64_t hash)
{
    se->past.hash[ply] = hash;
    ++*line_slot(se, hash);
}

static inline void line_pop(Search *se, int ply)
{
    assert(*line_slot(se, se->past.hash[ply]) > 0);
    --*line_slot(se, se->past.hash[ply]);
}

// The ply of the line where the position was before, -1 in the game; DEPENDS_NOT: nowhere. A null move is no
// move of a game: what lies before it does not count.
static __attribute__((noinline)) int line_find(const Search *se, const State *s, int ply, uint64_t hash)
{
    const int       plies = node_reversible(se->rules, s), games = se->limits.history_count;
    const int       back = plies < ply + games ? plies : ply + games;
    const uint64_t *past = se->limits.history;
    int             k    = 1;
    for (; k <= back && k <= ply; k++) {
        if (se->line[ply - k + 1].null) return DEPENDS_NOT;
        if (se->past.hash[ply - k] == hash) return ply - k;
    }
    for (; k <= back; k++)
        if (past[games - (k - ply)] == hash) return -1;
    return DEPENDS_NOT;
}

// Is the position a draw? Also says what this depends on.
static inline bool line_draws(Search *se, const State *s, int ply, uint64_t hash)
{
    se->past.depends = DEPENDS_NOT;
    if (__builtin_expect(*line_slot(se, hash) != 0, 0)) {
        se->past.depends = line_find(se, s, ply, hash);
        if (se->past.depends != DEPENDS_NOT) return true;
    }
    if (__builtin_expect(!node_drawn(se->rules, s), 1) || node_is_over(se->rules, s)) return false;
    // By a count of plies, which began that many plies ago.
    const int plies  = node_reversible(se->rules, s);
    se->past.depends = plies == 0 ? DEPENDS_NOT : plies > ply ? -1 : ply - plies;
    return true;
}

// What a node depends on after one more move of value v was searched.
static inline int line_depends(const Search *se, int depends, bool cut)
{
    return cut || se->past.depends < depends ? se->past.depends : depends;
}

// At the end of a node: true when its value is the same on every path.
static inline bool line_close(Search *se, int ply, int depends)
{
    line_pop(se, ply);
    se->past.depends = depends < ply ? depends : DEPENDS_NOT;
    return depends >= ply;
}

#ifdef GAME_HAS_KNOWN
// The moves of a root whose end is known that keep it: those to positions of that value, or else those to
// positions that are not known, one of which must. All of them where one repeats a position or ends the game
// by a count: then the rules have a say, too. Gives how many, in the order they had. The root must have been
// pushed.
static inline int line_keep_known(Search *se, const State *s, Value value, Move moves[], int n)
{
    const int p = turn(se->rules, s);
    uint8_t class[MOVES_MAX];   // 0: not known, 1: keeps the value, 2: does not
    bool any = false;
    int  out = 0;
    for (int i = 0; i < n; i++) {
        State child;
        Value v;
        play(se->rules, &child, s, moves[i]);
        if ((se->on & FEATURE_REPETITION) && line_draws(se, &child, 1, node_hash(se->rules, &child)) &&
            se->past.depends != DEPENDS_NOT)
            return n;
        class[i] = !node_move_known(se, &child, p, &v) ? 0 : v == value ? 1 : 2;
        any |= class[i] == 1;
    }
    for (int i = 0; i < n; i++)
        if (class[i] == any) moves[out++] = moves[i];
    return out > 0 ? out : n;
}
#endif
