// Pattern databases of Thief and Police against a formula that needs no search over sets of police: each open
// cell beside the thief is given a policeman, at the cost of his way there with the thief's cell closed. One
// policeman moving per turn, the cheapest sum; all of them moving, the least of the longest ways. The maze is
// the naive one (naive/thief_police_maze.c).
#include "games/thief_police/pdb.h"
#include "naive/naive.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_WAY = 100000, OPEN_MAX = 400, SIDES = 4 };

static PursuitDb db;   // large

typedef struct Graph {
    int cells, beside[OPEN_MAX][SIDES], degree[OPEN_MAX];
} Graph;

static Graph graph_of(const char *spec)
{
    const char *const map  = naive_maze(spec);
    const int         size = (int)strcspn(map, "\n");
    int               number[OPEN_MAX * 4];
    Graph             g = {0};
    for (int i = 0; i < size * size; i++)
        number[i] = map[i / size * (size + 1) + i % size] == '#' ? -1 : g.cells++;
    for (int i = 0; i < size * size; i++)
        for (int k = 0; k < SIDES; k++) {
            const int row = i / size + (k == 0) - (k == 1), col = i % size + (k == 2) - (k == 3);
            if (number[i] < 0 || row < 0 || col < 0 || row >= size || col >= size) continue;
            if (number[row * size + col] < 0) continue;
            g.beside[number[i]][g.degree[number[i]]++] = number[row * size + col];
        }
    return g;
}

// Ways from every cell to `to`, the thief's cell closed: shortened until none is longer than it must be.
static void ways_fill(const Graph *g, int thief, int to, int way[OPEN_MAX])
{
    for (int i = 0; i < g->cells; i++) way[i] = i == to ? 0 : NO_WAY;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < g->cells; i++)
            for (int k = 0; k < g->degree[i]; k++)
                if (i != thief && g->beside[i][k] != thief && way[g->beside[i][k]] + 1 < way[i])
                    way[i] = way[g->beside[i][k]] + 1, changed = true;
    }
}

typedef struct Siege {
    bool together;
    int  police, sides, cell[POLICE_MAX], way[SIDES][OPEN_MAX];
} Siege;

// The best that is left when the cells before `side` are settled, `skip` of them without a policeman.
static int assign(const Siege *g, int side, int skip, unsigned used)
{
    if (side == g->sides) return 0;
    int best = NO_WAY;
    if (skip > 0) best = assign(g, side + 1, skip - 1, used);
    for (int i = 0; i < g->police; i++) {
        if (used >> i & 1) continue;
        const int way = g->way[side][g->cell[i]], rest = assign(g, side + 1, skip, used | 1u << i);
        const int all = g->together ? (way > rest ? way : rest) : way + rest;
        if (all < best) best = all;
    }
    return best;
}

static int formula(Siege *siege)
{
    const int skip  = siege->sides > siege->police ? siege->sides - siege->police : 0;
    const int turns = assign(siege, 0, skip, 0);
    return turns >= NO_WAY ? PURSUIT_NEVER : turns < PURSUIT_MOST ? turns : PURSUIT_MOST;
}

// Every set of police around one cell of the thief, or every so manyth.
static int assert_slice(const Graph *g, int thief, PursuitKind kind, uint64_t step)
{
    Siege siege = {.together = kind == PURSUIT_JOINT, .police = db.police, .sides = g->degree[thief]};
    uint8_t *const slice   = malloc(db.slice_entries + PURSUIT_SLACK);
    void *const    scratch = malloc(db.scratch);
    int            checked = 0;
    ck_assert(slice != NULL && scratch != NULL);
    pursuit_slice(&db, (uint64_t)thief, scratch, slice);
    for (int k = 0; k < siege.sides; k++) ways_fill(g, thief, g->beside[thief][k], siege.way[k]);
    for (uint64_t set = 0; set < db.sets; set += step) {
        const PursuitPosition at = pursuit_unrank(&db, (uint64_t)thief * db.sets + set);
        bool                  on = false;
        for (int i = 0; i < db.police; i++) siege.cell[i] = at.police.cell[i], on |= siege.cell[i] == thief;
        ck_assert_int_eq(slice[set], on ? PURSUIT_VOID : formula(&siege));
        checked += !on;
    }
    free(slice);
    free(scratch);
    return checked;
}

static void pursuit_opened(const char *spec, BoardSpec board, PursuitKind kind, int police, Graph *g)
{
    Status status;
    *g = graph_of(spec);
    ck_assert_msg(pursuit_open(&db, &board, kind, police, &status), "%s", status.text);
    ck_assert_int_eq(g->cells, db.board.cells);
}

static const struct {
    const char *spec;
    BoardSpec   board;
} small[] = {
    {"thief-police:size=6,maze=3", {6, 3, STYLE_RANDOM, 0, 0, 1}},
    {"thief-police:size=5,maze=4,open=25", {5, 4, STYLE_RANDOM, 25, 0, 1}},
    {"thief-police:size=7,maze=5,style=loops,loops=3", {7, 5, STYLE_LOOPS, 0, 3, 1}},
    {"thief-police:size=7,maze=6,style=perfect", {7, 6, STYLE_PERFECT, 0, 0, 1}},
};
enum { SMALL = sizeof small / sizeof *small };

// All entries of small mazes, for one to four policemen.
START_TEST(test_tables_of_small_mazes_are_assignments)
{
    int checked = 0;
    for (int kind = PURSUIT_POLICE; kind <= PURSUIT_JOINT; kind++)
        for (int police = 1; police <= (_i == 1 ? 3 : 4); police++) {
            Graph g;
            pursuit_opened(small[_i].spec, small[_i].board, (PursuitKind)kind, police, &g);
            for (int thief = 0; thief < g.cells; thief++)
                checked += assert_slice(&g, thief, (PursuitKind)kind, 1);
        }
    ck_assert_int_gt(checked, 10000);
}
END_TEST

// The mazes that are played: a few cells of the thief, sets of two and every 37th of three.
START_TEST(test_tables_of_the_usual_mazes_are_assignments)
{
    for (int kind = PURSUIT_POLICE; kind <= PURSUIT_JOINT; kind++)
        for (int police = 2; police <= 3; police++) {
            char  spec[60];
            Graph g;
            snprintf(spec, sizeof spec, "thief-police:maze=%d", 1 + _i);
            pursuit_opened(spec, (BoardSpec){20, 1 + _i, STYLE_LOOPS, 0, LOOPS_USUAL, 1}, (PursuitKind)kind,
                           police, &g);
            for (int thief = 3 * _i; thief < g.cells; thief += test_amount(75, 3))
                assert_slice(&g, thief, (PursuitKind)kind, police == 2 ? 1 : 37);
        }
}
END_TEST

Suite *suite_thief_police_assignment(void);
Suite *suite_thief_police_assignment(void)
{
    Suite *suite = suite_create("thief_police_assignment");
    TCase *tcase = tcase_create("thief_police_assignment");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, test_tables_of_small_mazes_are_assignments, 0, SMALL);
    tcase_add_loop_test(tcase, test_tables_of_the_usual_mazes_are_assignments, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
