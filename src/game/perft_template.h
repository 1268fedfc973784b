// perft_template.h - counts the leaves of the game tree, compiled against a game's own functions (see
// game_export.h).
//
// A finished game counts as one leaf at whatever depth it ends, or, where GAME_PERFT_ENDS is 0, only at that
// of the leaves; a pass is a ply. The last ply is counted, not played.

#ifndef GAME_PERFT_ENDS
#define GAME_PERFT_ENDS 1
#endif

// How many moves there are, by the game's shortcut if it offers one.
static inline int perft_count(const Rules *r, const State *s)
{
#ifdef GAME_HAS_COUNT
    return count(r, s);
#else
    Move moves[MOVES_MAX];
    return generate(r, s, moves);
#endif
}

// Is the game over? By the game's shortcut if it offers one.
static inline bool node_is_over(const Rules *r, const State *s)
{
#ifdef GAME_HAS_OVER
    return over(r, s);
#else
    return perft_count(r, s) == 0;
#endif
}

// Leaves at `depth` plies below s; *interior grows by the positions that were expanded.
static uint64_t perft_node(const Rules *r, const State *s, int depth, uint64_t *interior)
{
    if (depth <= 0) return 1;
    if (depth == 1) {
        const int n = perft_count(r, s);
        *interior += n > 0;
        return n > 0 ? (uint64_t)n : GAME_PERFT_ENDS;
    }
    Move      moves[MOVES_MAX];
    const int n = generate(r, s, moves);
    if (n == 0) return GAME_PERFT_ENDS;
    ++*interior;
    uint64_t leaves = 0;
    for (int i = 0; i < n; i++) {
        State child;
        play(r, &child, s, moves[i]);
        if (depth > 2) {
            leaves += perft_node(r, &child, depth - 1, interior);
            continue;
        }
        // The last ply in line: most of the work is here, and a call would cost as much as some games'
        // counting.
        const int k = perft_count(r, &child);
        leaves += k > 0 ? (uint64_t)k : GAME_PERFT_ENDS;
        *interior += k > 0;
    }
    return leaves;
}
