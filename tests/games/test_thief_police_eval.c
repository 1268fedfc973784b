// Evaluations of Thief and Police by look-ups: against their definition in docs/GAMES.md, computed from the
// text of a position and tables of random bytes.
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
    uint8_t    *table[TABLES];
    int         size, cells, number[CELLS];   // by row * size + column
    Index       pairs, fours;
} Twin;

static void number_cells(Twin *t)
{
    AnyState s = {0};
    variant_setup(&t->v, &s);
    t->cells = 0;
    while (t->size * t->size < t->v.facts.cells) t->size++;
    for (int i = 0; i < t->v.facts.cells; i++)
        t->number[i] = t->v.game->cell_view(t->v.rules, &s, i).mark == CELL_MARK_WALL ? -1 : t->cells++;
}

static Twin twin_open(const char *game, const char *player, Rng *rng)
{
    Twin   t = {.v = test_open(game)};
    Status status;
    Spec   spec;
    number_cells(&t);
    ck_assert(spec_parse(&spec, player, &status));
    ck_assert_msg(evaluation_parse(&t.e, &t.v, &spec, &status), "%s", status.text);
    ck_assert_int_eq(t.e->tables, TABLES);
    for (int i = 0; i < TABLES; i++) {
        t.table[i] = malloc(t.e->wanted[i].entries);
        for (uint64_t k = 0; k < t.e->wanted[i].entries; k++) t.table[i][k] = (uint8_t)rng_next(rng);
        t.e->table[i] = t.table[i];
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

static int looked_up(const Twin *t, const Index *index, int table, int thief, const int cell[])
{
    const uint64_t set = set_number(index, cell);
    return t->table[table][table == 0 ? (uint64_t)thief * index->size + set
                                      : set * (uint64_t)t->cells + (uint64_t)thief];
}

static Value definition(const Twin *t, const AnyState *s)
{
    static const int pairings[3][POLICE] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}};
    const int *const w                   = t->e->weights;
    char             text[TEXT_MAX];
    Text             out = text_on(text, sizeof text);
    int              thief, police[POLICE], turns = 1000, moves = 0;
    variant_format(&t->v, s, &out);
    police_read(t, text, &thief, police);
    if (strcmp(t->v.game->evals[t->e->which].name, "pdb4") == 0)
        return w[1] * looked_up(t, &t->fours, 1, thief, police) -
               w[0] * looked_up(t, &t->fours, 0, thief, police);
    for (int k = 0; k < 3; k++) {
        int sum = 0;
        for (int half = 0; half < POLICE; half += 2) {
            const int pair[POLICE] = {police[pairings[k][half]], police[pairings[k][half + 1]]};
            const int m            = looked_up(t, &t->pairs, 1, thief, pair);
            sum += looked_up(t, &t->pairs, 0, thief, pair);
            if (m > moves) moves = m;
        }
        if (sum < turns) turns = sum;
    }
    return w[1] * moves - w[0] * turns;
}

// Cases.

static const struct {
    const char *game, *player;
} cases[] = {
    {"thief-police:size=7", "alphabeta:eval=pdb4,weights=3/5"},
    {"thief-police:size=7,maze=2", "alphabeta:eval=pdb2,weights=7/2"},
    {"thief-police:size=8,maze=3,simultaneous=yes", "alphabeta:eval=pdb4"},
    {"thief-police:size=6,maze=4,simultaneous=yes", "alphabeta:eval=pdb2,weights=1000/999"},
    {"thief-police:size=20,maze=5", "alphabeta:eval=pdb2,weights=0/1"},
};
enum { CASES = sizeof cases / sizeof *cases };

START_TEST(test_values_are_those_of_the_definition)
{
    Rng  rng    = rng_seed((uint64_t)_i);
    Twin t      = twin_open(cases[_i].game, cases[_i].player, &rng);
    int  police = 0;
    for (int k = test_amount(300, 20000); k > 0; k--) {
        AnyState s, own;
        test_position(&t.v, &rng, &s);
        state_convert(&t.e->v, &own, &t.v, &s);
        ck_assert_mem_eq(&own, &s, t.v.game->state_size);
        const Value expected = definition(&t, &s);
        ck_assert_int_eq(t.v.game->evaluate(t.e->v.rules, &own, 1), expected);
        ck_assert_int_eq(t.v.game->evaluate(t.e->v.rules, &own, 0), -expected);
        police += t.v.game->turn(t.v.rules, &s) == 1;
    }
    ck_assert_int_gt(police, 0);
    twin_close(&t);
}
END_TEST

// Every place of a simultaneous turn: four policemen in a row who move into each other's cells.
START_TEST(test_crowded_choices_are_valued_too)
{
    Rng  rng     = rng_seed(8);
    Twin t       = twin_open("thief-police:size=5,maze=1,simultaneous=yes",
                       _i == 0 ? "alphabeta:eval=pdb4" : "alphabeta:eval=pdb2", &rng);
    int  doubles = 0;
    for (int k = 0; k < 2000; k++) {
        AnyState s, own;
        char     text[TEXT_MAX];
        Text     out = text_on(text, sizeof text);
        int      thief, police[POLICE], stood[POLICE];
        test_position(&t.v, &rng, &s);
        state_convert(&t.e->v, &own, &t.v, &s);
        ck_assert_int_eq(t.v.game->evaluate(t.e->v.rules, &own, 1), definition(&t, &s));
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
START_TEST(test_the_catalog_has_the_tables)
{
    static const char *const specs[][2] = {{"thief-police", "pdb4"},
                                           {"thief-police:simultaneous=yes,maze=17", "pdb4"},
                                           {"thief-police:size=60,maze=3", "pdb2"},
                                           {"thief-police:size=60,simultaneous=yes", "pdb2"},
                                           {"thief-police:size=11", "pdb2"}};
    Variant                  v          = test_open(specs[_i][0]);
    const int                which      = strcmp(specs[_i][1], "pdb4") == 0 ? 1 : 2;
    EvalTable                tables[EVAL_TABLES_MAX];
    Status                   status;
    ck_assert_int_eq(v.game->eval_tables(v.rules, which, tables, &status), TABLES);
    for (int i = 0; i < TABLES; i++) {
        CatalogDb db;
        ck_assert_msg(catalog_open(&db, tables[i].name, &status), "%s", status.text);
        ck_assert_str_eq(db.info.name, tables[i].name);
        ck_assert_uint_eq(db.info.entries, tables[i].entries);
        catalog_close(&db);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_boards_without_tables_are_refused)
{
    static const char *const bad[][3] = {{"thief-police:police=3", "pdb4", "3 police; expected 4"},
                                         {"thief-police:style=perfect", "pdb2", "expected style=random"},
                                         {"thief-police:open=140", "pdb2", "no open="},
                                         {"thief-police:size=60", "pdb4", "expected pdb2"}};
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
    tcase_add_loop_test(tcase, test_the_catalog_has_the_tables, 0, 5);
    tcase_add_loop_test(tcase, test_boards_without_tables_are_refused, 0, 4);
    suite_add_tcase(suite, tcase);
    return suite;
}
