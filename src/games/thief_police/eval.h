// eval.h - the evaluations of Thief and Police that a player may choose; part of rules.c.
//
// manhattan: P times the thief's distance to the exit less the distances of the P policemen to him, as the
// crow flies. pdb4, pdb2: how many turns the police needs for a thief who stands still, and how many moves
// the thief needs to the exit past police who stand still, looked up in the databases (pdb.h; their names and
// the numbers of their entries: numbering.h). Of four policemen in tables for two, those pairs count that
// need the fewest turns together, and for the thief the pair that is most in his way.
//
// In the middle of a simultaneous turn choices already made count as places. A policeman who still stands on
// a cell that another has chosen will have to leave it; where to is not known, so tables are then asked about
// the turn's beginning.
//
// Source: the paper on pattern and endgame databases, sections VI and VII.

enum { EVAL_MANHATTAN, EVAL_PDB4, EVAL_PDB2 };
enum { EVAL_WEIGHT_MAX = 1000 };

static const EvalInfo evals[] = {
    {.name = "manhattan",
     .help = "distances of the thief to the exit and of the police to the thief, walls ignored"},
    {.name         = "pdb4",
     .help         = "turns of four policemen to catch a still thief, moves of the thief past still police",
     .weights      = 2,
     .fallback     = {1, 1},
     .max          = EVAL_WEIGHT_MAX,
     .weight_names = {"police", "thief"}},
    {.name         = "pdb2",
     .help         = "the same with tables for two policemen: two pairs",
     .weights      = 2,
     .fallback     = {1, 1},
     .max          = EVAL_WEIGHT_MAX,
     .weight_names = {"police", "thief"}},
    {0},
};

static inline int place_distance(Place a, Place b)
{
    const int rows = a.row - b.row, cols = a.col - b.col;
    return (rows < 0 ? -rows : rows) + (cols < 0 ? -cols : cols);
}

// Where the policemen stand, or will: in the order of their lanes.
static inline Lanes eval_police(const State *s)
{
    const uint64_t chosen = lanes_below((int)s->choices);
    return (Lanes){.word = (s->taken.word & chosen) | (s->police.word & ~chosen)};
}

static inline Value eval_manhattan(const Rules *r, const State *s)
{
    const Lanes police = eval_police(s);
    const Place thief  = r->board.place[thief_cell(s)];
    Value       v      = r->police * place_distance(thief, r->board.place[r->board.exit]);
    for (int i = 0; i < r->police; i++) v -= place_distance(r->board.place[police.cell[i]], thief);
    return v;
}

// Ascending, for the tables.
static inline Lanes eval_police_sorted(const State *s)
{
    if (s->choices == 0) return s->police;
    const Lanes police = eval_police(s);
    uint64_t    sorted = LANES_NONE;
    for (int i = 0; i < POLICE_MAX; i++) {
        if (lanes_hold(sorted, police.cell[i])) return s->police;
        sorted = lanes_insert(sorted, police.cell[i]);
    }
    return (Lanes){.word = sorted};
}

static inline Value eval_four(const Rules *r, const State *s)
{
    const Lanes    c     = eval_police_sorted(s);
    const uint64_t set   = pursuit_set(r->eval.choose, c.cell, POLICE_MAX);
    const unsigned thief = thief_cell(s);
    return r->eval.thief_weight * r->eval.thief[pursuit_thief_entry(r->board.cells, thief, set)] -
           r->eval.police_weight * r->eval.police[pursuit_police_entry(r->eval.sets, thief, set)];
}

static inline Value eval_pairs(const Rules *r, const State *s)
{
    const Lanes    c     = eval_police_sorted(s);
    const unsigned thief = thief_cell(s);
    int            turns = INT32_MAX, moves = 0;
    for (int i = 1; i < POLICE_MAX; i++) {   // the lowest with policeman i; the two others
        const int      a = i == 1 ? 2 : 1, b = i == 3 ? 2 : 3;
        const uint64_t one = pursuit_set(r->eval.choose, (uint16_t[]){c.cell[0], c.cell[i]}, 2),
                       two = pursuit_set(r->eval.choose, (uint16_t[]){c.cell[a], c.cell[b]}, 2);
        const int sum      = r->eval.police[pursuit_police_entry(r->eval.sets, thief, one)] +
                        r->eval.police[pursuit_police_entry(r->eval.sets, thief, two)];
        const int m = r->eval.thief[pursuit_thief_entry(r->board.cells, thief, one)],
                  n = r->eval.thief[pursuit_thief_entry(r->board.cells, thief, two)];
        turns       = sum < turns ? sum : turns;
        moves       = m > moves ? m : moves;
        moves       = n > moves ? n : moves;
    }
    return r->eval.thief_weight * moves - r->eval.police_weight * turns;
}

static Value evaluate(const Rules *r, const State *s, int p)
{
    const Value v = r->eval.which == EVAL_MANHATTAN ? eval_manhattan(r, s)
                  : r->eval.which == EVAL_PDB4      ? eval_four(r, s)
                                                    : eval_pairs(r, s);
    return p == POLICE ? v : -v;
}

#define GAME_HAS_EVAL_TABLES
static int eval_tables(const Rules *r, int which, EvalTable out[EVAL_TABLES_MAX], Status *status)
{
    if (which == EVAL_MANHATTAN) return 0;
    const BoardSpec *const spec = &r->spec;
    const int              k = which == EVAL_PDB4 ? 4 : 2, size = spec->size;
    const uint64_t         entries = pursuit_entries(r->board.cells, k);
    if (r->police != POLICE_MAX) return status_fail(status, "%d police; expected 4", r->police), -1;
    if (spec->style != STYLE_RANDOM || spec->open != 0)
        return status_fail(status, "there are no tables of this maze; expected style=random and no open="),
             -1;
    if (entries > PURSUIT_ENTRIES_MAX)
        return status_fail(status, "tables for %d police are too large at size %d; expected pdb2", k, size),
             -1;
    PursuitName name = {r->simultaneous ? PURSUIT_JOINT : PURSUIT_POLICE, k, size, spec->maze};
    pursuit_name_format(&name, out[0].name);
    name.kind = PURSUIT_THIEF;
    pursuit_name_format(&name, out[1].name);
    out[0].entries = out[1].entries = entries;
    return 2;
}

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    memset(&r->eval, 0, sizeof r->eval);
    r->eval.which = which;
    if (which == EVAL_MANHATTAN) return;
    r->eval.police        = tables[0];
    r->eval.thief         = tables[1];
    r->eval.police_weight = weights[0];
    r->eval.thief_weight  = weights[1];
    const int k           = which == EVAL_PDB4 ? 4 : 2;
    r->eval.sets          = pursuit_choose(r->board.cells, k);
    const bool filled     = pursuit_choose_fill(r->eval.choose, r->board.cells, k);
    assert(filled);   // eval_tables refuses larger ones
    (void)filled;
}
