// eval_open.h - the evaluations of Chinese Checkers, opened: the databases they ask for, and tables of costs
// and labels. Part of rules.c, after eval.h and the board.

static void table_name(const Rules *r, int count, int goal, EvalTable *out)
{
    const CheckersPattern pattern = {
        .side = r->side, .pieces = count, .first = goal, .home = r->pieces, .star = r->rhombus ? 0 : r->side};
    checkers_pattern_name(&pattern, out->name);
    out->entries = r->rhombus ? checkers_pattern_entries(r->side, count)
                              : checkers_star_entries(r->side, count);
}

static const unsigned endgame_rules[] = {[EVAL_EDB]         = 0,
                                         [EVAL_EDB_FORWARD] = CHECKERS_OWN | CHECKERS_FORWARD,
                                         [EVAL_EDB_OWN]     = CHECKERS_OWN,
                                         [EVAL_EDB_BOTH]    = 0};

static bool eval_is_endgame(int which) { return which >= EVAL_EDB && which <= EVAL_EDB_BOTH; }

#define GAME_HAS_EVAL_TABLES
static int eval_tables(const Rules *r, int which, EvalTable out[EVAL_TABLES_MAX], Status *status)
{
    EvalPlan plan;
    if (which == EVAL_MANHATTAN) return 0;
    if (which == EVAL_BASELINE) return 0;
    if (!r->rhombus && which != EVAL_PDB3 && which != EVAL_PDB4)
        return status_fail(status, "this board is a star; expected a rhombus"), -1;
    if (eval_is_endgame(which)) {
        if (r->pieces == 10) return status_fail(status, "10 pieces; expected 3 or 6"), -1;
        checkers_endgame_name(r->side, endgame_rules[which], out[0].name);
        out[0].entries = checkers_endgame_entries(r->side, EDB_PIECES);
        return 1;
    }
    if (!plan_make(&plan, which, r->pieces))
        return status_fail(status, "no look-ups for %d pieces; expected %s", r->pieces,
                           which == EVAL_PDB3   ? "6"
                           : which == EVAL_PDB6 ? "6 or 10"
                                                : "10"),
             -1;
    for (int t = 0; t < plan.tables; t++) table_name(r, plan.table[t].count, plan.table[t].goal, &out[t]);
    return plan.tables;
}

// The labels of the view: rows from the rear, columns within a row.
static void ranks_open(Rules *r)
{
    int n = 0;
    for (int row = 0; row <= 2 * (r->side - 1); row++)
        for (int hole = r->holes - 1; hole >= 0; hole--) {   // falling r is rising c
            if (hole / r->side + hole % r->side != row) continue;
            r->eval.view[n]    = (uint8_t)hole;
            r->eval.rank[hole] = (uint8_t)n++;
        }
    checkers_numbers_open(&r->eval.numbers, r->holes);
}

// The hole of a star on which player p, who sees the board turned until his home is at the top, has `hole`.
static int star_view(const Rules *r, int p, int hole)
{
    int x = r->x[hole], y = r->y[hole];
    for (int turns = r->arm[p]; turns > 0; turns--) {   // by 60 degrees against the clock
        const int z = -x - y;
        y           = -x;
        x           = -z;
    }
    return place_hole(r, x, y);
}

// The labels of the view on a star: by the distance to the bottom tip, the farthest first, then row by row.
static void star_ranks_open(Rules *r)
{
    uint8_t distance[HOLES_MAX];
    int     n = 0;
    distances_find(r, r->holes - 1, distance);
    for (int away = 4 * r->side; away >= 0; away--)
        for (int hole = 0; hole < r->holes; hole++) {
            if (distance[hole] != away) continue;
            r->eval.view[n]    = (uint8_t)hole;
            r->eval.rank[hole] = (uint8_t)n++;
        }
    assert(n == r->holes);
    for (int p = 0; p < r->players; p++)
        for (int hole = 0; hole < r->holes; hole++)
            r->eval.star_rank[p][hole] = r->eval.rank[star_view(r, p, hole)];
    checkers_numbers_open(&r->eval.numbers, r->holes);
}

// The costs by hole of the view and by rank, from those of player 1 by hole of the board.
static void star_costs_open(Rules *r)
{
    for (int hole = 0; hole < r->holes; hole++) {
        const int view = star_view(r, 0, hole), k = r->eval.rank[view];
        r->eval.cost[view] = r->eval.star_cost[0][hole];
        r->eval.behind[k]  = (uint16_t)(r->eval.star_behind * r->distance[0][hole]);
    }
}

// weights: distance, curve, behind.
static void costs_open(Rules *r, const int weights[])
{
    for (int k = 0; k < r->holes; k++) {
        const int hole = r->eval.view[k], row = hole / r->side, column = hole % r->side;
        const int left     = 2 * (r->side - 1) - row - column;
        r->eval.cost[hole] = (uint16_t)(weights[0] * left +
                                        weights[1] * (row < column ? column - row : row - column));
        r->eval.behind[k]  = (uint16_t)(weights[2] * left);
    }
}

// The same on a star; how far a hole is off the centre line is a cross product.
static void star_open(Rules *r, const int weights[])
{
    r->eval.star_behind = weights[2];
    for (int p = 0; p < r->players; p++)
        for (int i = 0; i < r->holes; i++) {
            const int off           = arm_y[r->arm[p]] * r->x[i] - arm_x[r->arm[p]] * r->y[i];
            r->eval.star_cost[p][i] = (uint16_t)(weights[0] * r->distance[p][i] +
                                                 weights[1] * (off < 0 ? -off : off));
        }
}

static void groups_open(Rules *r, const EvalPlan *plan, const uint8_t *const tables[], const int weights[])
{
    r->eval.groups = plan->groups;
    for (int g = 0; g < plan->groups; g++)
        r->eval.group[g] = (EvalGroup){.table  = tables[plan->group[g].table],
                                       .weight = weights[g],
                                       .first  = (uint8_t)plan->group[g].first,
                                       .count  = (uint8_t)plan->group[g].count};
}

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    EvalPlan plan;
    memset(&r->eval, 0, sizeof r->eval);
    r->eval.which = which;
    if (which == EVAL_MANHATTAN) return;
    if (!r->rhombus) {
        assert(which == EVAL_BASELINE || which == EVAL_PDB3 || which == EVAL_PDB4);
        star_open(r, weights + evals[which].weights - 3);
        if (!plan_make(&plan, which, r->pieces)) return;
        star_ranks_open(r);
        star_costs_open(r);
        groups_open(r, &plan, tables, weights);
        return;
    }
    ranks_open(r);
    if (plan_make(&plan, which, r->pieces)) groups_open(r, &plan, tables, weights);
    if (which & EVAL_PARTS) costs_open(r, weights + plan.groups);
    else if (evals[which].weights > 0) costs_open(r, weights + evals[which].weights - 3);
    if (eval_is_endgame(which)) {
        r->eval.edb = tables[0];
        memcpy(r->eval.edb_weights, weights, sizeof r->eval.edb_weights);
    }
}
