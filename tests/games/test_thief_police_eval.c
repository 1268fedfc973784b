// Evaluations of Thief and Police by look-ups: against their definition in docs/GAMES.md, computed from the
// text of a position and tables of random bytes; and whose table a side values.
#include "base/rng.h"
#include "play/evaluation.h"
#include "play/player.h"
#include "retro/catalog.h"
#include "retro/index.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 3600, POLICE = 4, TABLES = 2 };

typedef struct Twin {
    Variant     v;
    Evaluation *e;
    uint8_t    *table[TABLES];                // of the police, of the thief; NULL: none
    int         size, cells, number[CELLS];   // by row * size + column
    int         exits, exit[CELLS];           // row * size + column
    Index       pairs, fours;
} Twin;

static void number_cells(Twin *t)
{
    AnyState s = {0};
    variant_setup(&t->v, &s);
    t->cells = 0;
    while (t->size * t->size < t->v.facts.cells) t->size++;
    for (int i = 0; i < t->v.facts.cells; i++) {
        const CellMark mark = t->v.game->cell_view(t->v.rules, &s, i).mark;
        t->number[i]        = mark == CELL_MARK_WALL ? -1 : t->cells++;
        if (mark == CELL_MARK_EXIT) t->exit[t->exits++] = i;
    }
}

static Twin twin_open(const char *game, const char *player, Rng *rng)
{
    Twin   t = {.v = test_open(game)};
    Status status;
    Spec   spec;
    number_cells(&t);
    ck_assert(spec_parse(&spec, player, &status));
    ck_assert_msg(evaluation_parse(&t.e, &t.v, &spec, &status), "%s", status.text);
    for (int i = 0; i < t.e->tables; i++) {
        uint8_t *const table = malloc(t.e->wanted[i].entries);
        for (uint64_t k = 0; k < t.e->wanted[i].entries; k++) table[k] = (uint8_t)rng_next(rng);
        t.table[strncmp(t.e->wanted[i].name, "tp-thief", 8) == 0] = table;
        t.e->table[i]                                             = table;
    }
    evaluation_weigh(t.e, t.e->weights);
    ck_assert(index_open(&t.pairs, &(IndexGroup){.cells = t.cells, .pieces = 2}, 1, 1, &status));
    ck_assert(index_open(&t.fours, &(IndexGroup){.cells = t.cells, .pieces = 4}, 1, 1, &status));
    return t;
}

static void twin_close(Twin *t)
{
    for (int i = 0; i < TABLES; i++) free(t->table[i]);
    index_close(&t->pairs);
    index_close(&t->fours);
    evaluation_close(t->e);
    variant_close(&t->v);
}

// The definition.

static int cells_order(const void *a, const void *b) { return *(const uint16_t *)a - *(const uint16_t *)b; }

static uint64_t set_number(const Index *index, const int cell[])
{
    IndexPosition at = {0};
    for (int i = 0; i < POLICE && i < index->pieces; i++) at.cell[i] = (uint16_t)cell[i];
    qsort(at.cell, (size_t)index->pieces, sizeof *at.cell, cells_order);
    return index_rank(index, &at);
}

static int cell_read(const Twin *t, char **at)
{
    const long row = strtol(*at, at, 10), col = strtol(*at + 1, at, 10);
    ++*at;
    return t->number[row * t->size + col];
}

// Places of the police, choices first; where a cell comes twice, where they stood.
static void police_read(const Twin *t, char *text, int *thief, int police[POLICE])
{
    int   chosen[POLICE], n = 0;
    char *at = text;
    *thief   = cell_read(t, &at);
    for (int i = 0; i < POLICE; i++) police[i] = cell_read(t, &at);
    char *choices = strstr(text, "police:");
    if (choices == NULL) return;
    at = choices + strlen("police:") - 1;
    while (*at == ',' || *at == ':') at++, chosen[n] = cell_read(t, &at), n++, at--;
    for (int i = n; i < POLICE; i++) chosen[i] = police[i];
    for (int i = 0; i < POLICE; i++)
        for (int j = 0; j < i; j++)
            if (chosen[i] == chosen[j]) return;
    memcpy(police, chosen, sizeof chosen);
}

static int looked_up(const Twin *t, const Index *index, int side, int thief, const int cell[])
{
    const uint64_t set   = set_number(index, cell);
    const int      table = side == 1 ? 0 : 1;
    ck_assert_ptr_nonnull(t->table[table]);
    return t->table[table][side == 1 ? (uint64_t)thief * index->size + set
                                     : set * (uint64_t)t->cells + (uint64_t)thief];
}

// The least sum over the three ways to make two pairs, for the police (side 1); for the thief the most.
static int of_pairs(const Twin *t, int side, int thief, const int police[])
{
    static const int pairings[3][POLICE] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}};
    int              turns = 1000, moves = 0;
    for (int k = 0; k < 3; k++) {
        int sum = 0;
        for (int half = 0; half < POLICE; half += 2) {
            const int pair[POLICE] = {police[pairings[k][half]], police[pairings[k][half + 1]]};
            const int one          = looked_up(t, &t->pairs, side, thief, pair);
            sum += one;
            if (one > moves) moves = one;
        }
        if (sum < turns) turns = sum;
    }
    return side == 1 ? turns : moves;
}

// Steps to the nearest exit: what one step more reaches, until nothing is new.
static int steps_to_exit(const Twin *t, int from)
{
    static int way[CELLS];
    const int  n = t->size * t->size;
    for (int i = 0; i < n; i++) way[i] = 9999;
    for (int i = 0; i < t->exits; i++) way[t->exit[i]] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 4; k++) {
                const int row = i / t->size + (k == 0) - (k == 1), col = i % t->size + (k == 2) - (k == 3);
                if (t->number[i] < 0 || row < 0 || col < 0 || row >= t->size || col >= t->size) continue;
                const int beside = row * t->size + col;
                if (t->number[beside] < 0 || way[beside] + 1 >= way[i]) continue;
                way[i]  = way[beside] + 1;
                changed = true;
            }
    }
    for (int i = 0; i < n; i++)
        if (t->number[i] == from) return way[i];
    return -1;
}

// The choices themselves count, also where two policemen would then share a cell.
static void chosen_read(const Twin *t, char *text, int police[POLICE])
{
    char *at = strstr(text, "police:");
    if (at == NULL) return;
    at += strlen("police:");
    for (int i = 0; i < POLICE; i++) {
        police[i] = cell_read(t, &at);
        if (at[-1] != ',') return;
    }
}

static int of_maze(const Twin *t, int side, char *text, int thief, int police[])
{
    int   steps = 0;
    char *at    = text;
    if (side == 0) return steps_to_exit(t, thief);
    cell_read(t, &at);
    for (int i = 0; i < POLICE; i++) police[i] = cell_read(t, &at);
    chosen_read(t, text, police);
    for (int i = 0; i < POLICE; i++) steps += 1 + t->table[0][thief * t->cells + police[i]];
    return steps;
}

// How far a side is from its goal.
static int goal(const Twin *t, const char *name, int side, char *text)
{
    int thief, police[POLICE];
    police_read(t, text, &thief, police);
    if (strncmp(name, "maze", 4) == 0) return of_maze(t, side, text, thief, police);
    return strncmp(name, "pdb4", 4) == 0 ? looked_up(t, &t->fours, side, thief, police)
                                         : of_pairs(t, side, thief, police);
}

// For the police, in a search of `searcher`.
static Value definition(const Twin *t, const AnyState *s, int searcher)
{
    const char *const name = t->e->name, *const end = strchr(name, '-');
    const int *const w = t->e->weights;
    char             text[TEXT_MAX];
    Text             out = text_on(text, sizeof text);
    variant_format(&t->v, s, &out);
    if (end != NULL && strcmp(end, "-both") == 0)
        return w[1] * goal(t, name, 0, text) - w[0] * goal(t, name, 1, text);
    const bool own = end == NULL || strcmp(end, searcher == 0 ? "-thief" : "-police") == 0;
    if (!own) return t->v.game->evaluate(t->v.rules, s, 1);   // manhattan, which has its twin
    return searcher == 0 ? goal(t, name, 0, text) : -goal(t, name, 1, text);
}

// Cases.

static const struct {
    const char *game, *player;
} cases[] = {
    {"thief-police:size=7", "alphabeta:eval=pdb4-both,weights=3/5"},
    {"thief-police:size=7,maze=2", "alphabeta:eval=pdb2-both,weights=7/2"},
    {"thief-police:size=8,maze=3,simultaneous=yes", "alphabeta:eval=pdb4-both"},
    {"thief-police:size=6,maze=4,simultaneous=yes", "alphabeta:eval=pdb2-both,weights=1000/999"},
    {"thief-police:size=20,maze=5", "alphabeta:eval=pdb2-both,weights=0/1"},
    {"thief-police:size=7", "alphabeta:eval=pdb4"},
    {"thief-police:size=20,maze=2,exits=2", "alphabeta:eval=pdb2"},
    {"thief-police:size=8,maze=3,simultaneous=yes", "alphabeta:eval=pdb4"},
    {"thief-police:size=6,maze=4,simultaneous=yes", "alphabeta:eval=pdb2"},
    {"thief-police:size=7,style=perfect", "alphabeta:eval=pdb4-police"},
    {"thief-police:size=7,style=loops", "alphabeta:eval=pdb4-thief"},
    {"thief-police:size=7,maze=2,simultaneous=yes", "alphabeta:eval=pdb2-police"},
    {"thief-police:size=7,maze=2,simultaneous=yes", "alphabeta:eval=pdb2-thief"},
    {"thief-police:maze=3,exits=4", "alphabeta:eval=maze"},
    {"thief-police:size=6,maze=9,simultaneous=yes", "alphabeta:eval=maze"},
};
enum { CASES = sizeof cases / sizeof *cases };

// A position that a search begins with, and what it leads to: the value goes by who began.
START_TEST(test_values_are_those_of_the_definition)
{
    Rng  rng    = rng_seed((uint64_t)_i);
    Twin t      = twin_open(cases[_i].game, cases[_i].player, &rng);
    int  police = 0, later = 0;
    for (int k = test_amount(300, 20000); k > 0; k--) {
        AnyState s, own;
        test_position(&t.v, &rng, &s);
        state_convert(&t.e->v, &own, &t.v, &s);
        const int searcher = t.v.game->turn(t.v.rules, &s);
        police += searcher == 1;
        for (int ply = 0; ply < 6; ply++) {
            Move           moves[GAME_MOVES_MAX];
            const Value    expected = definition(&t, &s, searcher);
            const AnyState before = s, own_before = own;
            ck_assert_int_eq(t.v.game->evaluate(t.e->v.rules, &own, 1), expected);
            ck_assert_int_eq(t.v.game->evaluate(t.e->v.rules, &own, 0), -expected);
            later += ply > 0 && t.v.game->turn(t.v.rules, &s) != searcher;
            const int n = t.v.game->generate(t.v.rules, &s, moves);
            if (n == 0) break;
            const Move m = moves[rng_below(&rng, (uint32_t)n)];
            t.v.game->play(t.v.rules, &s, &before, m);
            t.v.game->play(t.e->v.rules, &own, &own_before, m);
        }
    }
    ck_assert_int_gt(police, 0);
    ck_assert_int_gt(later, 0);
    twin_close(&t);
}
END_TEST

// What the thief found must not be taken for what the police would find: a search for one side and, with the
// same table, one for the other after a move both give what plain minimax gives.
START_TEST(test_searches_of_both_sides_share_nothing)
{
    Rng                  rng      = rng_seed(3);
    Twin                 t        = twin_open(cases[5 + _i].game, cases[5 + _i].player, &rng);
    const SearchSettings settings = test_settings(&t.e->v, "alphabeta:depth=5,tt=16,order=tt");
    Status               status;
    Search *const        se        = search_open(&t.e->v, &settings, &status);
    int                  different = 0;
    for (int k = 0; k < 20; k++) {
        AnyState     s, own, child, after;
        SearchResult result;
        Move         moves[GAME_MOVES_MAX];
        test_position(&t.v, &rng, &s);
        state_convert(&t.e->v, &own, &t.v, &s);
        search_run(se, &own, &(SearchLimits){0}, NULL, NULL, &result);
        ck_assert_int_eq(result.value, reference_value(&t.e->v, ALGORITHM_ALPHABETA, &own, 5, NULL));
        if (t.v.game->generate(t.v.rules, &s, moves) == 0) continue;
        t.v.game->play(t.v.rules, &child, &s, moves[0]);
        state_convert(&t.e->v, &after, &t.v, &child);
        search_run(se, &after, &(SearchLimits){.depth = 4}, NULL, NULL, &result);
        ck_assert_int_eq(result.value, reference_value(&t.e->v, ALGORITHM_ALPHABETA, &after, 4, NULL));
        t.v.game->play(t.e->v.rules, &child, &own, moves[0]);
        different += result.value != reference_value(&t.e->v, ALGORITHM_ALPHABETA, &child, 4, NULL);
    }
    ck_assert_int_gt(different, 0);
    search_close(se);
    twin_close(&t);
}
END_TEST

// Every place of a simultaneous turn: four policemen in a row who move into each other's cells.
START_TEST(test_crowded_choices_are_valued_too)
{
    Rng  rng     = rng_seed(8);
    Twin t       = twin_open("thief-police:size=5,maze=1,simultaneous=yes",
                       _i == 0 ? "alphabeta:eval=pdb4-both" : "alphabeta:eval=pdb2", &rng);
    int  doubles = 0;
    for (int k = 0; k < 2000; k++) {
        AnyState s, own;
        char     text[TEXT_MAX];
        Text     out = text_on(text, sizeof text);
        int      thief, police[POLICE], stood[POLICE];
        test_position(&t.v, &rng, &s);
        state_convert(&t.e->v, &own, &t.v, &s);
        ck_assert_int_eq(t.v.game->evaluate(t.e->v.rules, &own, 1),
                         definition(&t, &s, t.v.game->turn(t.v.rules, &s)));
        variant_format(&t.v, &s, &out);
        char *const choices = strstr(text, "police:");
        if (choices == NULL) continue;
        police_read(&t, text, &thief, police);
        strcpy(choices, "police");
        police_read(&t, text, &thief, stood);
        doubles += memcmp(police, stood, sizeof stood) == 0;
    }
    ck_assert_int_gt(doubles, 10);
    twin_close(&t);
}
END_TEST

START_TEST(test_searches_agree_with_the_reference)
{
    Rng  rng = rng_seed(11);
    Twin t   = twin_open(cases[_i].game, cases[_i].player, &rng);
    for (int k = test_amount(20, 300); k > 0; k--) {
        AnyState             s, own;
        SearchResult         result;
        Status               status;
        const SearchSettings settings = test_settings(&t.e->v, "alphabeta:depth=4,tt=10,order=tt+history");
        Search *const        se       = search_open(&t.e->v, &settings, &status);
        test_position(&t.v, &rng, &s);
        state_convert(&t.e->v, &own, &t.v, &s);
        search_run(se, &own, &(SearchLimits){0}, NULL, NULL, &result);
        ck_assert_int_eq(result.value, reference_value(&t.e->v, ALGORITHM_ALPHABETA, &own, 4, NULL));
        search_close(se);
    }
    twin_close(&t);
}
END_TEST

// The evaluation asks for databases that the catalog knows, of the size it expects.
static const struct {
    const char *game, *eval, *tables[TABLES];
} asked[] = {
    {"thief-police", "pdb4", {"tp-police4-20x20-1-loops10", "tp-thief4-20x20-1-loops10"}},
    {"thief-police:style=random", "pdb4-both", {"tp-police4-20x20-1", "tp-thief4-20x20-1"}},
    {"thief-police:simultaneous=yes,maze=17,loops=0",
     "pdb4",
     {"tp-police4-20x20-17-loops0-joint", "tp-thief4-20x20-17-loops0"}},
    {"thief-police:size=60,maze=3", "pdb2", {"tp-police2-60x60-3", "tp-thief2-60x60-3"}},
    {"thief-police:size=60,simultaneous=yes", "pdb2", {"tp-police2-60x60-1-joint", "tp-thief2-60x60-1"}},
    {"thief-police:size=11,style=perfect,exits=2",
     "pdb2",
     {"tp-police2-11x11-1-perfect", "tp-thief2-11x11-1-perfect-exits2"}},
    {"thief-police:maze=4", "pdb4-police", {"tp-police4-20x20-4-loops10"}},
    {"thief-police:maze=4", "pdb2-thief", {"tp-thief2-20x20-4-loops10"}},
    {"thief-police:simultaneous=yes,police=3,exits=2", "maze", {"tp-police1-20x20-1-loops10"}},
};

START_TEST(test_the_catalog_has_the_tables)
{
    Variant     v = test_open(asked[_i].game);
    Status      status;
    Spec        spec = {.name = "alphabeta"};
    Evaluation *e;
    int         n = 0;
    ck_assert(spec_put(&spec, "eval", asked[_i].eval));
    ck_assert_msg(evaluation_parse(&e, &v, &spec, &status), "%s", status.text);
    for (; n < TABLES && asked[_i].tables[n] != NULL; n++) {
        CatalogDb db;
        ck_assert_str_eq(e->wanted[n].name, asked[_i].tables[n]);
        ck_assert_msg(catalog_open(&db, e->wanted[n].name, &status), "%s", status.text);
        ck_assert_str_eq(db.info.name, e->wanted[n].name);
        ck_assert_uint_eq(db.info.entries, e->wanted[n].entries);
        catalog_close(&db);
    }
    ck_assert_int_eq(e->tables, n);
    evaluation_close(e);
    variant_close(&v);
}
END_TEST

START_TEST(test_boards_without_tables_are_refused)
{
    static const char *const bad[][3] = {{"thief-police:police=3", "pdb4", "3 police; expected 4"},
                                         {"thief-police:open=140", "pdb2", "no open="},
                                         {"thief-police:size=60", "pdb4", "expected pdb2"},
                                         {"thief-police", "pdb4,weights=1/1", "has none"}};
    Variant                  v        = test_open(bad[_i][0]);
    Player                   player;
    Status                   status;
    char                     text[100];
    snprintf(text, sizeof text, "alphabeta:depth=1,eval=%s", bad[_i][1]);
    ck_assert(!player_open(&player, &v, text, 1, 0, &status));
    ck_assert_msg(strstr(status.text, bad[_i][2]) != NULL, "%s", status.text);
    variant_close(&v);
}
END_TEST

Suite *suite_thief_police_eval(void);
Suite *suite_thief_police_eval(void)
{
    Suite *suite = suite_create("thief_police_eval");
    TCase *tcase = tcase_create("thief_police_eval");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, test_values_are_those_of_the_definition, 0, CASES);
    tcase_add_loop_test(tcase, test_crowded_choices_are_valued_too, 0, 2);
    tcase_add_loop_test(tcase, test_searches_agree_with_the_reference, 0, CASES);
    tcase_add_loop_test(tcase, test_searches_of_both_sides_share_nothing, 0, CASES - 5);
    tcase_add_loop_test(tcase, test_the_catalog_has_the_tables, 0, (int)(sizeof asked / sizeof *asked));
    tcase_add_loop_test(tcase, test_boards_without_tables_are_refused, 0, 4);
    suite_add_tcase(suite, tcase);
    return suite;
}
