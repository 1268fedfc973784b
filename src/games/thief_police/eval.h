// eval.h - the evaluations of Thief and Police that a player may choose; part of rules.c.
//
// manhattan: P times the thief's distance to the exit less the distances of the P policemen to him, as the
// crow flies. The others look up, in the databases (pdb.h; their names and the numbers of their entries:
// numbering.h), how far each side is from its goal:
//     C, the police: turns they need for a thief who stands still; under `maze` steps to him, summed up
//     F, the thief: moves he needs to an exit past police who stand still; under `maze` without police
// Of four policemen in tables for two, those pairs count that need the fewest turns together, and for the
// thief the pair that is most in his way.
//
// Own and both. The paper looks up one table per side and never subtracts one from the other; so by default
// a side that searches values its own table alone: -C for the police, -F for the thief (for the other side
// the negative of that, as in every game for two). With F - C for both, the thief is rewarded for running
// away and the police for guarding the exit, and most games are drawn (docs/DATABASES.md). Whose search it is
// stands in the state, put there when a position is read or set up, which is what every search begins with
// (state_convert), and kept by moves. So a state reached by moves and the same position read anew may differ
// in it; their hashes differ as well.
//
// In the middle of a simultaneous turn choices already made count as places. A policeman who still stands on
// a cell that another has chosen will have to leave it; where to is not known, so tables are then asked about
// the turn's beginning. With q=3 no leaf lies there (move_kind).
//
// Source: the paper on pattern and endgame databases, sections VI and VII.

enum {
    EVAL_MANHATTAN,
    EVAL_PDB4,
    EVAL_PDB2,
    EVAL_PDB4_BOTH,
    EVAL_PDB2_BOTH,
    EVAL_PDB4_POLICE,
    EVAL_PDB4_THIEF,
    EVAL_PDB2_POLICE,
    EVAL_PDB2_THIEF,
    EVAL_MAZE,
    EVAL_COUNT
};
enum { EVAL_WEIGHT_MAX = 1000 };

#define EVAL_BOTH                                                                                            \
    .weights = 2, .fallback = {1, 1}, .max = EVAL_WEIGHT_MAX, .weight_names = {"police", "thief"}

static const EvalInfo evals[] = {
    {.name = "manhattan",
     .help = "distances of the thief to the exit and of the police to the thief, walls ignored"},
    {.name = "pdb4",
     .help = "of the side that searches: turns of four policemen to catch a still thief, or moves of the "
             "thief past still police"},
    {.name = "pdb2", .help = "the same with tables for two policemen: two pairs"},
    {.name = "pdb4-both", .help = "both tables of pdb4 for either side, weighted", EVAL_BOTH},
    {.name = "pdb2-both", .help = "both tables of pdb2 for either side, weighted", EVAL_BOTH},
    {.name = "pdb4-police", .help = "pdb4 for the police, manhattan for the thief"},
    {.name = "pdb4-thief", .help = "pdb4 for the thief, manhattan for the police"},
    {.name = "pdb2-police", .help = "pdb2 for the police, manhattan for the thief"},
    {.name = "pdb2-thief", .help = "pdb2 for the thief, manhattan for the police"},
    {.name = "maze",
     .help = "of the side that searches: steps of the police to the thief, or of the thief to the exit, as "
             "if nobody stood in the way"},
    {0},
};
#undef EVAL_BOTH

// How an evaluation values C and F.
typedef enum EvalTerm { TERM_MANHATTAN, TERM_FOUR, TERM_PAIRS, TERM_MAZE } EvalTerm;

typedef struct EvalForm {
    EvalTerm term[2];   // by the player who searches; `both`: C as TERM[POLICE], F as TERM[THIEF]
    bool     both;
} EvalForm;

static const EvalForm eval_forms[EVAL_COUNT] = {
    [EVAL_MANHATTAN]   = {.both = true},
    [EVAL_PDB4]        = {.term = {TERM_FOUR, TERM_FOUR}},
    [EVAL_PDB2]        = {.term = {TERM_PAIRS, TERM_PAIRS}},
    [EVAL_PDB4_BOTH]   = {.term = {TERM_FOUR, TERM_FOUR}, .both = true},
    [EVAL_PDB2_BOTH]   = {.term = {TERM_PAIRS, TERM_PAIRS}, .both = true},
    [EVAL_PDB4_POLICE] = {.term = {[POLICE] = TERM_FOUR}},
    [EVAL_PDB4_THIEF]  = {.term = {[THIEF] = TERM_FOUR}},
    [EVAL_PDB2_POLICE] = {.term = {[POLICE] = TERM_PAIRS}},
    [EVAL_PDB2_THIEF]  = {.term = {[THIEF] = TERM_PAIRS}},
    [EVAL_MAZE]        = {.term = {TERM_MAZE, TERM_MAZE}},
};

// Policemen per entry of a table: C of TERM_MAZE is looked up one by one, its F needs no table.
static inline int term_police(EvalTerm term)
{
    static const int police[] = {[TERM_FOUR] = 4, [TERM_PAIRS] = 2, [TERM_MAZE] = 1};
    return police[term];
}

// Whose search a position read by these rules begins: State.searcher.
static inline uint16_t eval_searcher(const Rules *r, const State *s)
{
    return eval_forms[r->eval.which].both ? 0 : (uint16_t)(1 + s->turn);
}

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
    Value       v      = r->police * r->exit_distance[thief_cell(s)];
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

static inline int eval_look_up(const Rules *r, int side, unsigned thief, uint64_t set)
{
    return side == POLICE ? r->eval.police[pursuit_police_entry(r->eval.sets, thief, set)]
                          : r->eval.thief[pursuit_thief_entry(r->board.cells, thief, set)];
}

static inline Value eval_four(const Rules *r, const State *s, int side)
{
    const Lanes c = eval_police_sorted(s);
    return eval_look_up(r, side, thief_cell(s), pursuit_set(r->eval.choose, c.cell, POLICE_MAX));
}

static inline Value eval_pairs(const Rules *r, const State *s, int side)
{
    const Lanes    c     = eval_police_sorted(s);
    const unsigned thief = thief_cell(s);
    int            turns = INT32_MAX, moves = 0;
    for (int i = 1; i < POLICE_MAX; i++) {   // the lowest with policeman i; the two others
        const int      a = i == 1 ? 2 : 1, b = i == 3 ? 2 : 3;
        const uint64_t one = pursuit_set(r->eval.choose, (uint16_t[]){c.cell[0], c.cell[i]}, 2),
                       two = pursuit_set(r->eval.choose, (uint16_t[]){c.cell[a], c.cell[b]}, 2);
        const int m = eval_look_up(r, side, thief, one), n = eval_look_up(r, side, thief, two);
        turns = m + n < turns ? m + n : turns;
        moves = m > moves ? m : moves;
        moves = n > moves ? n : moves;
    }
    return side == POLICE ? turns : moves;
}

// A step less is needed to stand beside the thief, which is what the table counts.
static inline Value eval_maze(const Rules *r, const State *s, int side)
{
    if (side == THIEF) return r->eval.exit_way[thief_cell(s)];
    const Lanes police = eval_police(s);
    Value       steps  = r->police;
    for (int i = 0; i < r->police; i++) steps += eval_look_up(r, POLICE, thief_cell(s), police.cell[i]);
    return steps;
}

// C or F.
static inline Value eval_goal(const Rules *r, const State *s, EvalTerm term, int side)
{
    return term == TERM_FOUR  ? eval_four(r, s, side)
         : term == TERM_PAIRS ? eval_pairs(r, s, side)
                              : eval_maze(r, s, side);
}

static inline Value eval_both(const Rules *r, const State *s, const EvalForm *form)
{
    return r->eval.thief_weight * eval_goal(r, s, form->term[THIEF], THIEF) -
           r->eval.police_weight * eval_goal(r, s, form->term[POLICE], POLICE);
}

static inline Value eval_own(const Rules *r, const State *s, const EvalForm *form)
{
    assert(s->searcher == 1 + THIEF || s->searcher == 1 + POLICE);
    const int      side = s->searcher - 1;
    const EvalTerm term = form->term[side];
    if (term == TERM_MANHATTAN) return eval_manhattan(r, s);
    const Value goal = eval_goal(r, s, term, side);
    return side == POLICE ? -goal : goal;
}

static Value evaluate(const Rules *r, const State *s, int p)
{
    const EvalForm *const form = &eval_forms[r->eval.which];
    const Value           v    = r->eval.which == EVAL_MANHATTAN ? eval_manhattan(r, s)
                               : form->both                      ? eval_both(r, s, form)
                                                                 : eval_own(r, s, form);
    return p == POLICE ? v : -v;
}

// Has the evaluation a table of this side?
static inline bool eval_has_table(int which, int side)
{
    const EvalTerm term = eval_forms[which].term[side];
    return term != TERM_MANHATTAN && !(term == TERM_MAZE && side == THIEF);
}

#define GAME_HAS_EVAL_TABLES
static int eval_tables(const Rules *r, int which, EvalTable out[EVAL_TABLES_MAX], Status *status)
{
    BoardSpec board = r->spec;
    int       n     = 0;
    for (int side = POLICE; side >= THIEF; side--) {
        if (!eval_has_table(which, side)) continue;
        const int      k       = term_police(eval_forms[which].term[side]);
        const uint64_t entries = pursuit_entries(r->board.cells, k);
        if (k > 1 && r->police != POLICE_MAX)
            return status_fail(status, "%d police; expected 4", r->police), -1;
        if (board.open != 0)
            return status_fail(status,
                               "there are no tables of mazes with open=%d; expected no open=", board.open),
                 -1;
        if (entries > PURSUIT_ENTRIES_MAX)
            return status_fail(status, "tables for %d police are too large at size %d; expected pdb2", k,
                               board.size),
                 -1;
        PursuitName name = {PURSUIT_THIEF, k, board};
        if (side == POLICE) {
            // One policeman moves alike in both games.
            name.kind        = r->simultaneous && k > 1 ? PURSUIT_JOINT : PURSUIT_POLICE;
            name.board.exits = 1;
        }
        pursuit_name_format(&name, out[n].name);
        out[n++].entries = entries;
    }
    return n;
}

// Breadth first from the exits.
static void exit_ways_fill(Rules *r)
{
    uint16_t queue[CELLS_MAX], *const way = r->eval.exit_way;
    int head = 0, tail = 0;
    for (int cell = 0; cell < r->board.cells; cell++) way[cell] = CELL_NONE;
    for (int i = 0; i < r->spec.exits; i++) {
        queue[tail++]               = r->board.exits.cell[i];
        way[r->board.exits.cell[i]] = 0;
    }
    for (; head < tail; head++)
        for (int d = 0; d < LANES; d++) {
            const uint16_t to = r->board.next[queue[head]].cell[d];
            if (to == CELL_NONE || way[to] != CELL_NONE) continue;
            way[to]       = (uint16_t)(way[queue[head]] + 1);
            queue[tail++] = to;
        }
}

static void eval_use(Rules *r, int which, const uint8_t *const tables[], const int weights[])
{
    assert(which >= 0 && which < EVAL_COUNT);
    memset(&r->eval, 0, sizeof r->eval);
    r->eval.which = which;
    if (which == EVAL_MANHATTAN) return;
    int k = 0, n = 0;
    for (int side = POLICE; side >= THIEF; side--) {
        if (!eval_has_table(which, side)) continue;
        k = term_police(eval_forms[which].term[side]);
        if (side == POLICE) r->eval.police = tables[n++];
        else r->eval.thief = tables[n++];
    }
    if (evals[which].weights > 0) {
        r->eval.police_weight = weights[0];
        r->eval.thief_weight  = weights[1];
    }
    if (which == EVAL_MAZE) exit_ways_fill(r);
    r->eval.sets      = pursuit_choose(r->board.cells, k);
    const bool filled = pursuit_choose_fill(r->eval.choose, r->board.cells, k);
    assert(filled);   // eval_tables refuses larger ones
    (void)filled;
}
