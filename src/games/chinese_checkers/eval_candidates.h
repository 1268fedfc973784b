// eval_candidates.h - the evaluations of Chinese Checkers that `tune abstraction` chooses from; part of
// rules.c, after eval.h.
//
// The baseline, the paper's partitions, then every way to cut the pieces into 1-5 groups of 1-6, with each
// goal for each group: 212 for six pieces, some thousands for ten. They are found by counting through the
// codes of partitions, which takes milliseconds for all.

// Groups from the rear without a gap, all pieces. The foremost group's own part is the tip's end, so that t
// says nothing new.
static bool parts_good(int parts, int pieces)
{
    int last = 0;
    for (; parts > 0; parts >>= PART_BITS) {
        const int count = parts & (PART_TOP - 1);
        last            = parts & (PART_TOP * 2 - 1);
        if (count < 1 || count > EVAL_GROUP_MAX) return false;
        pieces -= count;
    }
    return pieces == 0 && last < PART_TOP;
}

static void parts_name(int parts, Text *out)
{
    bool more = false;
    text_add(out, "pdb");
    for (int at = PART_BITS * (EVAL_GROUPS_MAX - 1); at >= 0; at -= PART_BITS) {
        const int part = parts >> at & (2 * PART_TOP - 1);
        if (part == 0) continue;
        text_add(out, "%s%d%s", more ? "+" : "", part & (PART_TOP - 1), part & PART_TOP ? "t" : "");
        more = true;
    }
}

static bool plans_same(const EvalPlan *a, const EvalPlan *b)
{
    if (a->groups != b->groups) return false;
    for (int g = 0; g < a->groups; g++)
        if (a->group[g].first != b->group[g].first || a->group[g].count != b->group[g].count ||
            a->table[a->group[g].table].goal != b->table[b->group[g].table].goal)
            return false;
    return true;
}

// Is it one of the list, under another name?
static bool plan_listed(const EvalPlan *plan, int pieces)
{
    EvalPlan other;
    for (int which = EVAL_PDB3; which <= EVAL_PDB64; which++)
        if (plan_make(&other, which, pieces) && plans_same(plan, &other)) return true;
    return false;
}

// A partition cannot be asked for by a name of the list: pdb3 with three pieces.
static bool name_listed(const char *name)
{
    for (const EvalInfo *e = evals; e->name != NULL; e++)
        if (strcmp(e->name, name) == 0) return true;
    return false;
}

// The four holes of GOAL_TIP are in the catalog for 9x9 only.
static bool listed_offered(const Rules *r, int which, EvalPlan *plan)
{
    if (plan_make(plan, which, r->pieces)) return which != EVAL_PDB4 || r->side == 9;
    return which == EVAL_BASELINE;
}

// Features: the last three weights come first, then the look-ups by first piece, size and goal
enum { FEATURES_SHARED = 3, GOALS = PIECES_MAX + 1 };

static void candidate_fill(const EvalPlan *plan, int weights, EvalCandidate *out)
{
    out->weights = weights;
    for (int g = 0; g < weights - FEATURES_SHARED; g++) {
        const int size  = plan->group[g].first * (EVAL_GROUP_MAX + 1) + plan->group[g].count;
        out->feature[g] = g < plan->groups
                            ? FEATURES_SHARED + size * GOALS + plan->table[plan->group[g].table].goal + 1
                            : -1;
    }
    for (int i = 0; i < FEATURES_SHARED; i++) out->feature[weights - FEATURES_SHARED + i] = i;
}

#define GAME_HAS_EVAL_NEXT
static bool eval_next(const Rules *r, const State *s, int *which, EvalCandidate *out)
{
    EvalPlan plan;
    Text     name = text_on(out->name, sizeof out->name);
    (void)s;
    if (!r->rhombus) return false;
    if (*which < EVAL_BASELINE) *which = EVAL_BASELINE - 1;
    while (++*which <= EVAL_PDB64) {
        if (!listed_offered(r, *which, &plan)) continue;
        text_add(&name, "%s", evals[*which].name);
        candidate_fill(&plan, evals[*which].weights, out);
        return true;
    }
    // After the list, or the one after the last.
    int parts = *which & EVAL_PARTS ? *which & (EVAL_PARTS - 1) : 1;
    for (; parts < EVAL_PARTS; parts++) {
        if (!parts_good(parts, r->pieces) || !plan_make(&plan, EVAL_PARTS | parts, r->pieces) ||
            plan_listed(&plan, r->pieces))
            continue;
        name = text_on(out->name, sizeof out->name);
        parts_name(parts, &name);
        if (name_listed(out->name)) continue;
        *which = EVAL_PARTS | parts;
        candidate_fill(&plan, plan.groups + FEATURES_SHARED, out);
        return true;
    }
    return false;
}
