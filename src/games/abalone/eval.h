// eval.h - the evaluation of Abalone, a weighted sum of six terms; part of rules.c.
//
// The terms are those of the paper, II.C, which prints no weights. The defaults were found by `pollard tune
// eval` (docs/TUNE.md), from those of an earlier replication, 800/8/3/10/30/50; a player may choose others:
// weights=. What each term counts, docs/GAMES.md says. Danger is counted in thirds, so its part is cut to a
// whole number.

static const EvalInfo evals[] = {
    {.name         = "paper",
     .help         = "marbles, distance from the centre, coherence, breaks, danger",
     .weights      = WEIGHTS,
     .fallback     = {691, 54, 10, 4, 152, 104},
     .max          = 10000,
     .weight_names = {"marble", "center", "coherence", "break", "danger", "double"}},
    {0},
};

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    (void)which, (void)tables;
    memcpy(r->weights, weights, sizeof r->weights);
}

// Both sides at once: a Pair holds a set for the side to move and one for the other, and a term is the
// difference of two counts.

typedef uint64_t   Pair __attribute__((vector_size(16)));
static inline Pair pair_swapped(Pair x) { return (Pair){x[1], x[0]}; }
static inline int  pair_difference(Pair x) { return bits_count(x[0]) - bits_count(x[1]); }
static inline Pair pair_rotate(Pair x, unsigned k) { return x << k | x >> (CELLS - k); }

// Cells whose neighbour in direction d is in x.
static inline Pair pair_facing(Pair x, Direction d)
{
    return (d == E ? x >> 1 : d == W ? x << 1 : pair_rotate(x, step[d ^ 1])) & (BOARD & ~edge[d]);
}

// Sum of the distances from E5, added bit by bit.
static inline int term_distance(Pair x)
{
    return pair_difference(x & ((WITHIN_1 & ~CENTER) | (WITHIN_3 & ~WITHIN_2))) +
           2 * pair_difference(x & (WITHIN_3 & ~WITHIN_1)) + 4 * pair_difference(x & RIM);
}

// Own neighbours of all marbles, and lines of three by their middle.
static inline int term_coherence(Pair x, const Pair near[DIRECTIONS])
{
    int n = 0;
    for (Direction d = 0; d < DIRECTIONS; d += 2)
        n += 2 * pair_difference(x & near[d]) + pair_difference(x & near[d] & near[d ^ 1]);
    return n;
}

// Marbles between opponents.
static inline int term_break(Pair x, const Pair near[DIRECTIONS])
{
    const Pair between = (near[E] & near[W]) | (near[NE] & near[SW]) | (near[NW] & near[SE]);
    return pair_difference(x & pair_swapped(between));
}

// Marbles on the rim: 1 for one opponent beside it, 3 for more.
static inline int term_danger(Pair x, const Pair near[DIRECTIONS])
{
    Pair some = near[E], more = {0, 0};
    for (Direction d = W; d < DIRECTIONS; d++) {
        more |= some & near[d];
        some |= near[d];
    }
    return pair_difference(x & RIM & pair_swapped(some)) + 2 * pair_difference(x & RIM & pair_swapped(more));
}

// Marbles on the edge of direction d with an own one and two opponents behind. (No line is shorter than five
// cells.)
static inline Pair doubles_find(Pair x, const Pair near[DIRECTIONS], Direction d)
{
    const Pair two = x & near[d ^ 1];
    return two & edge[d] & pair_rotate(pair_swapped(two), 2u * step[d] % CELLS);
}

// No cell is on the edges of opposite directions.
static inline int term_double(Pair x, const Pair near[DIRECTIONS])
{
    int n = 0;
    for (Direction d = 0; d < DIRECTIONS; d += 2)
        n += pair_difference(doubles_find(x, near, d) | doubles_find(x, near, d ^ 1));
    return n;
}

static Value evaluate(const Rules *r, const State *s, int p)
{
    const int *const w = r->weights;
    const Pair       x = {s->own, s->other};
    Pair             near[DIRECTIONS];
    for (Direction d = 0; d < DIRECTIONS; d++) near[d] = pair_facing(x, d);
    const Value value = w[WEIGHT_MARBLE] * pair_difference(x) - w[WEIGHT_CENTER] * term_distance(x) +
                        w[WEIGHT_COHERENCE] * term_coherence(x, near) +
                        w[WEIGHT_BREAK] * term_break(x, near) - w[WEIGHT_DANGER] * term_danger(x, near) / 3 -
                        w[WEIGHT_DOUBLE] * term_double(x, near);
    return (uint64_t)p == s->turn ? value : -value;
}
