// eval.h - the evaluations of Chinese Checkers that a player may choose; part of rules.c. All are for rhombi;
// manhattan, baseline and look-ups of three and four pieces also for stars (below).
//
// Rhombi. Each player sees the board from his own side: hole v of his view is hole v for player 1 and the
// opposite hole for player 2. His pieces are labelled from the rear: by row of the view, r + c, then by
// column. `rank` puts the holes of the view into that order, and the state holds a set of bits in that order,
// the player's ranks: its lowest bits are the pieces that lag behind.
//
// One formula: a player's cost is a weighted sum of his pieces' distances to the far tip, of how far they are
// off the centre line ("curved board"), of the distance of the rearmost, and of look-ups: groups of labelled
// pieces, each asked of a pattern database how many moves it needs alone on the board. The sum takes the
// place of the player's distance in the state, so that `evaluate` and all else stays as it is, and only the
// player who moved is looked up again. Look-ups alone are not enough to play well: where the other side is in
// the way of every move that the database knows, all moves look the same; a little distance decides then. An
// endgame database knows both sides, so it is asked in `evaluate` and added to the costs there.
//
// Stars, for any number of players. The same formula, but ranks do not fit the state: the baseline looks for
// the rearmost among the pieces that stay, at every move; with look-ups the ranks are made anew from the
// pieces. Each player sees the board turned until his home is at the top, so that one database serves all;
// labels go by the distance to the far tip, then row by row. "Off the centre line" is in half holes, as on
// rhombi: the line leads from the tip of the player's home to that of his goal.
//
// Source: the paper on pattern and endgame databases, section IV; NOTES, section 2 (baseline, labels).

enum {
    EVAL_MANHATTAN,
    EVAL_BASELINE,
    EVAL_PDB3,
    EVAL_PDB4,
    EVAL_PDB6,
    EVAL_PDB64,
    EVAL_EDB,
    EVAL_EDB_FORWARD,
    EVAL_EDB_OWN,
    EVAL_EDB_BOTH
};
// EVAL_PARTS | parts: partitions, four bits for each group from the rear
enum { EVAL_PARTS = 1 << 20, PART_BITS = 4, PART_TOP = 8 };
// Of a weight on a star for more than two: 6 players * 10 pieces * (16 + 12) * 30 and the rearmost are below
// 2^16; with three look-ups of at most 40 moves besides, 6 * (280 + 16 + 120) * 25.
enum { STAR_WEIGHT_MAX = 30, STAR_LOOKUP_WEIGHT_MAX = 25 };

// The weights of the look-ups come first. Found by `pollard tune eval`; those of pdb3, pdb4 and pdb6 then
// changed by hand after matches at depths 1, 3 and 5 (docs/DATABASES.md).
//
// Of endgames the defaults are the paper's sum of look-ups and nothing else. A win in n plies is worth
// 99 - n: as much for the win as a weight can be, more than any n there is on the boards that fit into
// memory.
#define EVAL_ENDGAME(name_, help_)                                                                           \
    {                                                                                                        \
        .name = name_, .help = help_, .weights = 7, .fallback = {99, 1, 99, 1}, .max = EVAL_WEIGHT_MAX,      \
        .weight_names = {"won 1-3", "plies 1-3", "won 4-6", "plies 4-6", "distance", "curve", "behind"},     \
    }
static const EvalInfo evals[] = {
    {.name = "manhattan", .help = "distance to the far tip"},
    {.name         = "baseline",
     .help         = "distance, curved board, rearmost piece",
     .weights      = 3,
     .fallback     = {4, 1, 4},
     .max          = EVAL_WEIGHT_MAX,
     .weight_names = {"distance", "curve", "behind"}},
    {.name         = "pdb3",
     .help         = "pieces 1-3, 4-6 in a database of three",
     .weights      = 5,
     .fallback     = {23, 4, 14, 7, 14},
     .max          = EVAL_WEIGHT_MAX,
     .weight_names = {"1-3", "4-6", "distance", "curve", "behind"}},
    {.name         = "pdb4",
     .help         = "pieces 1-4, 4-7, 7-10 in a database of four",
     .weights      = 6,
     .fallback     = {8, 8, 8, 40, 8, 50},
     .max          = EVAL_WEIGHT_MAX,
     .weight_names = {"1-4", "4-7", "7-10", "distance", "curve", "behind"}},
    {.name         = "pdb6",
     .help         = "six pieces, or 1-6 and 5-10, in a database of six",
     .weights      = 5,
     .fallback     = {10, 10, 40, 10, 40},
     .max          = EVAL_WEIGHT_MAX,
     .weight_names = {"1-6", "5-10", "distance", "curve", "behind"}},
    {.name         = "pdb6+4",
     .help         = "pieces 1-4 in a database of four, 5-10 in one of six",
     .weights      = 5,
     .fallback     = {36, 18, 37, 11, 50},
     .max          = EVAL_WEIGHT_MAX,
     .weight_names = {"1-4", "5-10", "distance", "curve", "behind"}},
    EVAL_ENDGAME("edb6", "three against three: who wins, and when"),
    EVAL_ENDGAME("edb6-forward", "the same, under the paper's rules against draws"),
    EVAL_ENDGAME("edb6-own", "the same, a goal to be filled by one's own pieces"),
    EVAL_ENDGAME("edb6-both", "as edb6, each group looked up with either side to move"),
    {0},
};

// The look-ups of an evaluation: groups of pieces first ... first + count - 1, counted from 0, and the
// databases. A database has as its goal `count` holes of the player's goal in the order of the labels, from
// number `goal` on, so that the foremost pieces go to the tip; or GOAL_TIP, the paper's: tip, second row and
// the middle of the third.
enum { GOAL_TIP = CHECKERS_FIRST_TIP };
typedef struct EvalPlan {
    int groups, tables;
    struct {
        int first, count, table;
    } group[EVAL_GROUPS_MAX];
    struct {
        int count, goal;
    } table[EVAL_GROUPS_MAX];
} EvalPlan;

static void plan_add(EvalPlan *plan, int first, int count, int goal)
{
    int t = 0;
    while (t < plan->tables && (plan->table[t].count != count || plan->table[t].goal != goal)) t++;
    if (t == plan->tables) {
        plan->tables++;
        plan->table[t].count = count;
        plan->table[t].goal  = goal;
    }
    plan->group[plan->groups].first   = first;
    plan->group[plan->groups].count   = count;
    plan->group[plan->groups++].table = t;
}

// False when the evaluation has no look-ups, or none for that many pieces.
static bool plan_make(EvalPlan *plan, int which, int pieces)
{
    *plan = (EvalPlan){0};
    if (which & EVAL_PARTS) {
        int first = 0;
        for (int parts = which & (EVAL_PARTS - 1); parts > 0; parts >>= PART_BITS) {
            const int count = parts & (PART_TOP - 1);
            plan_add(plan, first, count, parts & PART_TOP ? pieces - count : first);
            first += count;
        }
        return first == pieces;
    }
    switch (which) {
    case EVAL_PDB3:
        for (int g = 0; g < 2; g++) plan_add(plan, 3 * g, 3, pieces - 3);
        return pieces == 6;
    case EVAL_PDB4:
        for (int g = 0; g < 3; g++) plan_add(plan, 3 * g, 4, GOAL_TIP);
        return pieces == 10;
    case EVAL_PDB6:
        plan_add(plan, 0, 6, pieces - 6);
        if (pieces == 10) plan_add(plan, 4, 6, pieces - 6);
        return pieces >= 6;
    case EVAL_PDB64:
        plan_add(plan, 0, 4, 0);
        plan_add(plan, 4, 6, 4);
        return pieces == 10;
    default: return false;
    }
}

// pdb5+5, pdb4+3t+3: all pieces in groups, the foremost first; t: with the tip's end of the goal as its goal
// instead of the part that is its own.
static bool eval_partition(const Rules *r, const char *name, int *which, EvalInfo *info)
{
    static const char *const names[] = {"group 1", "group 2", "group 3", "group 4", "group 5"};
    int                      parts = 0, groups = 0, pieces = 0;
    if (strncmp(name, "pdb", 3) != 0) return false;
    for (const char *at = name + 3;; at++) {
        const int count = *at++ - '0';
        if (count < 1 || count > EVAL_GROUP_MAX || ++groups > EVAL_GROUPS_MAX) return false;
        parts = parts << PART_BITS | count | (*at == 't' ? PART_TOP : 0);
        pieces += count;
        if (*at == 't') at++;
        if (*at == 0) break;
        if (*at != '+') return false;
    }
    if (pieces != r->pieces) return false;
    *which = EVAL_PARTS | parts;
    *info  = (EvalInfo){.help = "all pieces in groups", .weights = groups + 3, .max = EVAL_WEIGHT_MAX};
    for (int i = 0; i < groups; i++) info->fallback[i] = 20, info->weight_names[i] = names[i];
    for (int i = 0; i < 3; i++) {
        info->fallback[groups + i]     = evals[EVAL_PDB64].fallback[2 + i];
        info->weight_names[groups + i] = evals[EVAL_PDB64].weight_names[2 + i];
    }
    return true;
}

// Weights of the list are for ten pieces; with six others are better on rhombi.
#define GAME_HAS_EVAL_NAMED
static bool eval_named(const Rules *r, const char *name, int *which, EvalInfo *info)
{
    static const int six[][EVAL_WEIGHTS_MAX] = {
        [EVAL_BASELINE] = {42, 21, 54}, [EVAL_PDB6] = {16, 0, 7, 2, 8}};
    static const int star[][EVAL_WEIGHTS_MAX] = {
        [EVAL_PDB3] = {4, 4, 4, 1, 4}, [EVAL_PDB4] = {4, 4, 4, 4, 1, 4}};
    for (int i = 0; evals[i].name != NULL; i++) {
        if (!text_same(evals[i].name, name)) continue;
        *which = i;
        *info  = evals[i];
        if (!r->rhombus) {
            const bool lookups = i == EVAL_PDB3 || i == EVAL_PDB4;
            if (r->players > 2) info->max = lookups ? STAR_LOOKUP_WEIGHT_MAX : STAR_WEIGHT_MAX;
            if (lookups) memcpy(info->fallback, star[i], sizeof star[i]);
            return true;
        }
        if (r->pieces != 10 && (i == EVAL_BASELINE || i == EVAL_PDB6))
            memcpy(info->fallback, six[i], sizeof six[i]);
        return true;
    }
    return eval_partition(r, name, which, info);
}

// Ranks: two words in the place of the pieces of players 3 and 4, who do not play on a rhombus.
INLINE uint64_t       *ranks_of(State *s, int p) { return (uint64_t *)&s->pieces[2 + p]; }
INLINE const uint64_t *ranks_in(const State *s, int p) { return (const uint64_t *)&s->pieces[2 + p]; }

INLINE int view_hole(const Rules *r, int p, int hole) { return p == 0 ? hole : r->holes - 1 - hole; }

INLINE int ranks_lowest(const uint64_t ranks[2])
{
    return ranks[0] ? __builtin_ctzll(ranks[0]) : 64 + __builtin_ctzll(ranks[1]);
}

// The holes of the view, from the rear; returns how many.
INLINE int ranks_list(const Rules *r, const uint64_t ranks[2], uint8_t out[PIECES_MAX])
{
    int n = 0;
    for (uint64_t word = ranks[0]; word;) out[n++] = r->eval.view[bits_take(&word)];
    for (uint64_t word = ranks[1]; word;) out[n++] = r->eval.view[64 + bits_take(&word)];
    return n;
}

// The number of a set of `count` holes, in registers: loops of a known length.
INLINE uint32_t group_number(const Rules *r, const uint8_t hole[], int count)
{
    uint64_t low = 0, high = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t bit = BIT(hole[i] & 63);
        low |= hole[i] < 64 ? bit : 0;
        high |= hole[i] < 64 ? 0 : bit;
    }
    return checkers_number(&r->eval.numbers, low, high);
}

// The cost of a player's pieces, from scratch.
static uint16_t eval_cost(const Rules *r, const uint64_t ranks[2])
{
    uint8_t   hole[PIECES_MAX];
    int       sum = r->eval.behind[ranks_lowest(ranks)];
    const int n   = ranks_list(r, ranks, hole);
    for (int i = 0; i < n; i++) sum += r->eval.cost[hole[i]];
    for (int g = 0; g < r->eval.groups; g++) {
        const EvalGroup *const group = &r->eval.group[g];
        const uint8_t *const   first = hole + group->first;
        sum += group->weight * group->table[group->count == 3   ? group_number(r, first, 3)
                                            : group->count == 6 ? group_number(r, first, 6)
                                                                : group_number(r, first, group->count)];
    }
    return (uint16_t)sum;
}

// The ranks of player p's pieces on a star.
INLINE void star_ranks(const Rules *r, const State *s, int p, uint64_t ranks[2])
{
    ranks[0] = ranks[1] = 0;
    for (int c = 0; c < CLASSES; c++)
        for (uint64_t mine = s->pieces[p][c]; mine;) {
            const int k = r->eval.star_rank[p][r->hole[64 * c + bits_take(&mine)]];
            ranks[k >> 6] |= BIT(k & 63);
        }
}

static uint16_t star_looked_up(const Rules *r, const State *s, int p)
{
    uint64_t ranks[2];
    star_ranks(r, s, p, ranks);
    return eval_cost(r, ranks);
}

// The sums of a position on a star.
static void star_complete(const Rules *r, State *s)
{
    s->total = 0;
    for (int p = 0; p < r->players && r->eval.groups > 0; p++) {
        if (set_count(&s->pieces[p]) != r->pieces) return;   // validate will refuse it
        s->distance[p] = star_looked_up(r, s, p);
        s->total       = (uint16_t)(s->total + s->distance[p]);
    }
    for (int p = 0; p < r->players && r->eval.groups == 0; p++) {
        int sum = 0, rear = 0;
        for (int i = 0; i < r->holes; i++) {
            if (!set_has(&s->pieces[p], r->slot[i])) continue;
            sum += r->eval.star_cost[p][i];
            if (r->distance[p][i] > rear) rear = r->distance[p][i];
        }
        s->distance[p] = (uint16_t)(sum + r->eval.star_behind * rear);
        s->total       = (uint16_t)(s->total + s->distance[p]);
    }
}

// The cost after a move of player p on a star.
static uint16_t star_moved(const Rules *r, const State *s, int p, int from, int to)
{
    const uint8_t *const distance = r->distance[p];
    const int            left = distance[from], entered = distance[to];
    int                  rear = 0;   // of the pieces that stay
    for (int c = 0; c < CLASSES; c++)
        for (uint64_t mine = s->pieces[p][c]; mine;) {
            const int hole = r->hole[64 * c + bits_take(&mine)];
            if (hole != from && distance[hole] > rear) rear = distance[hole];
        }
    const int before = left > rear ? left : rear, after = entered > rear ? entered : rear;
    return (uint16_t)(s->distance[p] + r->eval.star_cost[p][to] - r->eval.star_cost[p][from] +
                      r->eval.star_behind * (after - before));
}

// Ranks and sums of a position; of one that validate will refuse, nothing.
static void eval_complete(const Rules *r, State *s)
{
    if (!r->rhombus) {
        star_complete(r, s);
        return;
    }
    for (int p = 0; p < 2; p++)
        if (set_count(&s->pieces[p]) != r->pieces) return;
    for (int p = 0; p < 2; p++) {
        for (int i = 0; i < r->holes; i++) {
            const int k = r->eval.rank[view_hole(r, p, i)];
            if (set_has(&s->pieces[p], r->slot[i])) ranks_of(s, p)[k >> 6] |= BIT(k & 63);
        }
        s->distance[p] = eval_cost(r, ranks_in(s, p));
    }
    s->total = (uint16_t)(s->distance[0] + s->distance[1]);
}

// The cost after a move of player p on a rhombus, whose ranks become those after it.
INLINE uint16_t rhombus_moved(const Rules *r, const State *s, int p, int from, int to, uint64_t ranks[2])
{
    const uint64_t *const before = ranks_in(s, p);
    const int v = view_hole(r, p, from), w = view_hole(r, p, to), a = r->eval.rank[v], b = r->eval.rank[w];
    ranks[a >> 6] ^= BIT(a & 63);
    ranks[b >> 6] ^= BIT(b & 63);
    if (r->eval.groups > 0) return eval_cost(r, ranks);
    return (uint16_t)(s->distance[p] + r->eval.cost[w] - r->eval.cost[v] +
                      r->eval.behind[ranks_lowest(ranks)] - r->eval.behind[ranks_lowest(before)]);
}

// The cost after a move of player p.
static uint16_t eval_moved(const Rules *r, State *child, const State *s, int p, int from, int to)
{
    if (r->rhombus) return rhombus_moved(r, s, p, from, to, ranks_of(child, p));
    return r->eval.groups > 0 ? star_looked_up(r, child, p) : star_moved(r, s, p, from, to);
}

// Endgames: three pieces of each side, as holes of the board. `weights`: of the win, of a ply to it.
static Value edb_group(const Rules *r, const uint8_t first[], const uint8_t second[], int to_move,
                       const int weights[2])
{
    const uint64_t number = checkers_endgame_number(&r->eval.numbers, first, second, to_move);
    const int      plies  = r->eval.edb[number];
    if (plies > EDB_PLIES_MAX) return 0;   // drawn
    const Value value = weights[0] - weights[1] * plies;
    return plies % 2 ? value : -value;
}

// For the player to move. Six pieces a side are two endgames, like against like: the rear three against the
// other's rear three, front against front. Rear against front would make the rear worthless: it is lost
// wherever it stands, and stays at home. In a close race who is to move decides who wins; looked up with
// either side to move, such a race is worth little, and one that is won in any case twice as much.
static Value edb_value(const Rules *r, const State *s)
{
    uint8_t hole[2][PIECES_MAX];
    Value   sum = 0;
    for (int p = 0; p < 2; p++) {
        const int n = ranks_list(r, ranks_in(s, p), hole[p]);
        for (int i = 0; i < n && i < PIECES_MAX; i++)   // the second for gcc, which cannot see it
            hole[p][i] = (uint8_t)view_hole(r, p, hole[p][i]);
    }
    for (int g = 0; g * EDB_PIECES < r->pieces; g++) {
        const uint8_t *const first = &hole[0][g * EDB_PIECES], *const second = &hole[1][g * EDB_PIECES];
        sum += edb_group(r, first, second, s->turn, r->eval.edb_weights[g]);
        if (r->eval.which == EVAL_EDB_BOTH)
            sum -= edb_group(r, first, second, 1 - s->turn, r->eval.edb_weights[g]);
    }
    return sum;
}
