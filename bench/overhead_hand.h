// overhead_hand.h - alpha-beta written by hand for Othello: plain, with History-ADS, and with the table too.
// Part of overhead.c.
//
// The twin the search template is measured against: boards in registers, moves taken from the bit set, MIN is
// every other ply, 32-bit scores. A pass is searched like a move; it is never listed.

// What the searches written here keep: counters, the best line, two lists (time stamps are Move-to-Front),
// the table.
typedef struct Line {
    uint64_t nodes, leaves, check;
    bool     stopped;
    int      length[PLY_MAX + 1];
    Move     moves[PLY_MAX + 1][PLY_MAX + 1];
} Line;
typedef struct Bench {
    Line         line;
    atomic_bool  stop;
    const Rules *rules;
    const Game  *game;   // way `table` only
    int          root;
    uint32_t     list[2][SQUARES + 1], clock[2];
    TT           tt;
} Bench;

static __attribute__((noinline)) bool bench_poll(Bench *b)
{
    b->line.check          = b->line.nodes + CHECK_NODES;
    return b->line.stopped = atomic_load_explicit(&b->stop, memory_order_relaxed);
}

// Counts a node; false when the search must end.
static inline bool bench_enter(Bench *b, int ply)
{
    b->line.length[ply] = 0;
    return !(__builtin_expect(++b->line.nodes >= b->line.check, 0) && bench_poll(b));
}

static inline void line_set(Line *line, int ply, Move m)
{
    const int n         = line->length[ply + 1];
    line->moves[ply][0] = m;
    memcpy(&line->moves[ply][1], line->moves[ply + 1], (size_t)n * sizeof m);
    line->length[ply] = n + 1;
}

static inline Value hand_payoff(Bench *b, uint64_t own, uint64_t other, int ply)
{
    const int discs = bits_count(own) - bits_count(other), win = PAYOFF_UNIT * VALUE_PER_PAYOFF - ply;
    b->line.leaves++;
    return discs > 0 ? win : discs < 0 ? -win : 0;
}

static inline Value hand_leaf(Bench *b, uint64_t own, uint64_t other, int ply)
{
    if (moves_of(own, other) == 0 && moves_of(other, own) == 0) return hand_payoff(b, own, other, ply);
    b->line.leaves++;
    return discs_value(b->rules, own) - discs_value(b->rules, other);
}

typedef Value HandNode(Bench *b, uint64_t own, uint64_t other, int ply, int depth, Value alpha, Value beta);

// Leaves are valued where they are made.
static inline __attribute__((always_inline)) Value hand_child(HandNode *const recurse, Bench *b, uint64_t own,
                                                              uint64_t other, int ply, int depth, Value alpha,
                                                              Value beta)
{
    if (depth > 0) return recurse(b, own, other, ply, depth, alpha, beta);
    return bench_enter(b, ply) ? hand_leaf(b, own, other, ply) : 0;
}

static inline Value hand_pass(HandNode *const recurse, Bench *b, uint64_t own, uint64_t other, int ply,
                              int depth, Value alpha, Value beta)
{
    const Value v = -hand_child(recurse, b, other, own, ply + 1, depth - 1, -beta, -alpha);
    if (v > alpha) line_set(&b->line, ply, MOVE_PASS);
    return v;
}

static Value hand_plain(Bench *b, uint64_t own, uint64_t other, int ply, int depth, Value alpha, Value beta)
{
    if (!bench_enter(b, ply)) return 0;
    uint64_t moves = moves_of(own, other);
    if (moves == 0) {
        if (moves_of(other, own) == 0) return hand_payoff(b, own, other, ply);
        return hand_pass(hand_plain, b, own, other, ply, depth, alpha, beta);
    }
    Value best = -VALUE_INF;
    do {
        const int      sq    = bits_take(&moves);
        const uint64_t flips = flips_of(b->rules, own, other, (Move)sq);
        const Value v = -hand_child(hand_plain, b, other ^ flips, own ^ flips ^ BIT(sq), ply + 1, depth - 1,
                                    -beta, -alpha);
        if (b->line.stopped) return 0;
        if (v <= best) continue;
        best = v;
        if (v > alpha) alpha = v, line_set(&b->line, ply, (Move)sq);
        if (v >= beta) break;
    } while (moves);
    return best;
}

typedef struct HandMoves {
    uint64_t rest;
    uint32_t scores[MOVES_MAX];
    uint8_t  squares[MOVES_MAX];
    int      n;
    bool     scored;
} HandMoves;

static inline void hand_score(HandMoves *list, const uint32_t stamps[], int first)
{
    uint32_t any = 0;
    list->n      = 0;
    for (uint64_t rest = list->rest; rest; list->n++) {
        const int sq                 = bits_take(&rest);
        list->squares[list->n]       = (uint8_t)sq;
        any |= list->scores[list->n] = sq == first ? UINT32_MAX : stamps[sq];
    }
    list->scored = any != 0;
}

// The next square is the best scored, the first of equals, then the rest in order: its place in the list, or
// -1 for the rest.
static inline int hand_best(const HandMoves *list)
{
    int      best  = -1;
    uint32_t score = 0;
    for (int i = 0; list->scored && i < list->n; i++)
        if (list->scores[i] > score) score = list->scores[i], best = i;
    return best;
}

static inline int hand_pick(HandMoves *list)
{
    const int best = hand_best(list);
    list->scored   = best >= 0;
    if (best < 0) return bits_take(&list->rest);
    list->scores[best] = 0;
    list->rest &= ~BIT(list->squares[best]);
    return list->squares[best];
}

static inline uint64_t hand_key(const Bench *b, uint64_t own, uint64_t other, int ply)
{
    return hash(b->rules, &(State){.own = own, .other = other, .turn = (uint32_t)(b->root ^ (ply & 1))});
}

// Fetches the table's line of the next child.
static inline __attribute__((always_inline)) void   // or gcc 12 takes it for pure and drops the call
hand_prefetch(const Bench *b, const HandMoves *list, uint64_t own, uint64_t other, int ply)
{
    const int      best = hand_best(list), sq = best >= 0 ? list->squares[best] : bits_first(list->rest);
    const uint64_t flips = flips_of(b->rules, own, other, (Move)sq);
    tt_prefetch(&b->tt, hand_key(b, other ^ flips, own ^ flips ^ BIT(sq), ply + 1));
}

// The moves, best first; *best_sq becomes the best one.
static inline __attribute__((always_inline)) Value hand_moves(HandNode *const recurse, const bool fetch,
                                                              Bench *b, HandMoves *list, uint64_t own,
                                                              uint64_t other, int ply, int depth, Value alpha,
                                                              Value beta, int *best_sq)
{
    Value best = -VALUE_INF;
    do {
        const int      sq    = hand_pick(list);
        const uint64_t flips = flips_of(b->rules, own, other, (Move)sq);
        if (fetch && depth > 1 && best > -VALUE_INF && list->rest) hand_prefetch(b, list, own, other, ply);
        const Value v = -hand_child(recurse, b, other ^ flips, own ^ flips ^ BIT(sq), ply + 1, depth - 1,
                                    -beta, -alpha);
        if (b->line.stopped) return 0;
        if (v <= best) continue;
        best = v, *best_sq = sq;
        if (v > alpha) alpha = v, line_set(&b->line, ply, (Move)sq);
        if (v >= beta) {
            b->list[ply & 1][sq] = ++b->clock[ply & 1];
            break;
        }
    } while (list->rest);
    return best;
}

static Value hand_ads(Bench *b, uint64_t own, uint64_t other, int ply, int depth, Value alpha, Value beta)
{
    if (!bench_enter(b, ply)) return 0;
    HandMoves list;
    int       best_sq;
    list.rest = moves_of(own, other);
    if (list.rest == 0) {
        if (moves_of(other, own) == 0) return hand_payoff(b, own, other, ply);
        return hand_pass(hand_ads, b, own, other, ply, depth, alpha, beta);
    }
    hand_score(&list, b->list[ply & 1], -1);
    return hand_moves(hand_ads, false, b, &list, own, other, ply, depth, alpha, beta, &best_sq);
}

static Value hand_ads_tt(Bench *b, uint64_t own, uint64_t other, int ply, int depth, Value alpha, Value beta)
{
    if (!bench_enter(b, ply)) return 0;
    const uint64_t key = hand_key(b, own, other, ply);
    tt_prefetch(&b->tt, key);
    HandMoves list;
    list.rest       = moves_of(own, other);
    const TTHit hit = tt_probe(&b->tt, key);
    if (hit.bound != BOUND_NONE && hit.depth == depth && ply > 0) {
        const Value v = value_from_table(hit.value, ply);
        if (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER ? v >= beta : v <= alpha))
            return b->line.leaves++, v;
    }
    Value best;
    int   best_sq = SQUARES;   // the table keeps squares
    if (list.rest == 0) {
        if (moves_of(other, own) == 0) return hand_payoff(b, own, other, ply);
        best = hand_pass(hand_ads_tt, b, own, other, ply, depth, alpha, beta);
    } else {
        hand_score(&list, b->list[ply & 1], hit.index);
        best = hand_moves(hand_ads_tt, true, b, &list, own, other, ply, depth, alpha, beta, &best_sq);
    }
    if (b->line.stopped) return 0;
    tt_store(&b->tt, key, value_to_table(best, ply), (uint16_t)best_sq, depth,
             best >= beta   ? BOUND_LOWER
             : best > alpha ? BOUND_EXACT
                            : BOUND_UPPER);
    return best;
}
