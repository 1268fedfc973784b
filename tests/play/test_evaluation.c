// Evaluations that a player chooses: Chinese Checkers against a twin that goes by the definition and ranks
// with retro/index; reading specs; tables on disk.
//
// The tables are made up: what a look-up must find is written where the twin says it is, all else is 0.
#include "retro/dbfile_cases.h"
#include "retro/index_cases.h"
#include "play/player.h"
#include "retro/catalog.h"
#include "retro/index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Case {
    const char *game, *eval;
    int         groups, first[5], count[5], table[5];   // of look-ups
} Case;

static const Case cases[] = {
    {"chinese-checkers:board=rhombus6,pieces=6", "baseline", 0, {0}, {0}, {0}},
    {"chinese-checkers:board=rhombus9", "baseline", 0, {0}, {0}, {0}},
    {"chinese-checkers:board=rhombus7,pieces=3", "baseline", 0, {0}, {0}, {0}},
    {"chinese-checkers:board=rhombus7", "pdb3", 2, {0, 3}, {3, 3}, {0, 0}},
    {"chinese-checkers:board=rhombus9", "pdb4", 3, {0, 3, 6}, {4, 4, 4}, {0, 0, 0}},
    {"chinese-checkers:board=rhombus8", "pdb6", 1, {0}, {6}, {0}},
    {"chinese-checkers:board=rhombus9", "pdb6", 2, {0, 4}, {6, 6}, {0, 0}},
    {"chinese-checkers:board=rhombus9", "pdb6+4", 2, {0, 4}, {4, 6}, {0, 1}},
    {"chinese-checkers:board=rhombus9", "pdb4+3+3", 3, {0, 3, 6}, {3, 3, 4}, {0, 1, 2}},
    {"chinese-checkers:board=rhombus9", "pdb3+3t+2+2t", 4, {0, 2, 4, 7}, {2, 2, 3, 3}, {0, 1, 2, 2}},
    {"chinese-checkers:board=rhombus7", "pdb5t+1", 2, {0, 1}, {1, 5}, {0, 1}},
    {"chinese-checkers:board=rhombus6,pieces=3", "edb6", 1, {0}, {3}, {0}},
    {"chinese-checkers:board=rhombus6,pieces=6", "edb6-forward", 2, {0, 3}, {3, 3}, {0, 0}},
    {"chinese-checkers:board=rhombus5,pieces=6", "edb6-own", 2, {0, 3}, {3, 3}, {0, 0}},
};

typedef struct Table {
    uint8_t *entries;
    uint64_t count;
} Table;

// An evaluation with empty tables.
static Evaluation *evaluation_of(const Variant *v, const char *eval, Table tables[EVAL_TABLES_MAX])
{
    Status      status;
    Spec        spec;
    Evaluation *e;
    char        text[100];
    snprintf(text, sizeof text, "alphabeta:eval=%s", eval);
    ck_assert(spec_parse(&spec, text, &status));
    ck_assert_msg(evaluation_parse(&e, v, &spec, &status), "%s", status.text);
    ck_assert_int_eq(spec.count, 0);
    for (int t = 0; t < e->tables; t++) {
        tables[t] = (Table){calloc(1, e->wanted[t].entries), e->wanted[t].entries};
        ck_assert_ptr_nonnull(tables[t].entries);
        e->table[t] = tables[t].entries;
    }
    return e;
}

static void evaluation_end(Evaluation *e, Table tables[])
{
    for (int t = 0; t < e->tables; t++) free(tables[t].entries);
    evaluation_close(e);
}

static void table_put(Table *table, uint64_t at, uint8_t value)
{
    ck_assert_uint_lt(at, table->count);
    table->entries[at] = value;
}

// The board as text says it: the holes of a player in his own view, from the rear, columns rising.
static int holes_of(const char *text, int side, int p, int out[10])
{
    int n = 0, at[81], count = 0;
    for (const char *c = text; *c != ' '; c++) {
        if (*c == '/') continue;
        if (*c == '1' + p) at[n++] = p == 0 ? count : side * side - 1 - count;
        count++;
    }
    for (int row = 0, k = 0; row <= 2 * side - 2; row++)
        for (int column = 0; column < side; column++)
            for (int i = 0; i < n; i++)
                if (at[i] % side == column && at[i] / side + column == row) out[k++] = at[i];
    return n;
}

static uint64_t number_of_both(const int one[], const int two[], int count, int cells, int side)
{
    Status           status;
    Index            x;
    IndexPosition    at    = {.side = side};
    const IndexGroup group = {.cells = cells, .pieces = count, .exclusive = true};
    for (int i = 0; i < count; i++) at.cell[i] = (uint16_t)one[i], at.cell[count + i] = (uint16_t)two[i];
    index_case_sort(at.cell, count);
    index_case_sort(at.cell + count, count);
    ck_assert(index_open(&x, (IndexGroup[]){group, group}, 2, 2, &status));
    const uint64_t number = index_rank(&x, &at);
    index_close(&x);
    return number;
}

// Of a player, without look-ups.
static Value cost_of(const int hole[], int n, int side, const int w[3])
{
    const int last = 2 * side - 2;
    Value     cost = w[2] * (last - hole[0] / side - hole[0] % side);
    for (int i = 0; i < n; i++) {
        const int row = hole[i] / side, column = hole[i] % side;
        cost += w[0] * (last - row - column) + w[1] * abs(row - column);
    }
    return cost;
}

// For player 1, three against three: group g against group g. `weights`: won, plies of each group.
static Value endgames_of(const Case *c, int hole[2][10], int n, int side, const int weights[], Table *table,
                         int mover, Rng *rng)
{
    Value value = 0;
    for (int i = 0; i < n; i++) hole[1][i] = side * side - 1 - hole[1][i];
    for (int g = 0; g < c->groups; g++) {
        const uint64_t at = number_of_both(hole[0] + 3 * g, hole[1] + 3 * g, 3, side * side, mover);
        if (table->entries[at] == 0)
            table_put(table, at, (uint8_t)(rng_below(rng, 4) ? 1 + rng_below(rng, 250) : 254));
        const int  plies = table->entries[at];
        const bool mine  = (plies % 2 == 1) == (mover == 0);
        if (plies == 254) continue;
        value += mine ? weights[2 * g] - weights[2 * g + 1] * plies
                      : weights[2 * g + 1] * plies - weights[2 * g];
    }
    return value;
}

// Writes what the look-ups will find, and adds up what the evaluation must be for player 1.
static Value twin(const Case *c, int side, const int weights[], Table tables[], const char *text, Rng *rng)
{
    int        hole[2][10], n = 0;
    Value      cost[2] = {0, 0};
    const bool edb     = strncmp(c->eval, "edb", 3) == 0;
    const int  mover   = strchr(text, ' ')[1] - '1';
    for (int p = 0; p < 2; p++) n = holes_of(text, side, p, hole[p]);
    for (int p = 0; p < 2; p++) {
        const bool six = strcmp(c->eval, "pdb6") == 0 && c->groups == 1;
        cost[p]        = cost_of(hole[p], n, side, weights + (edb ? 4 : c->groups + six));
        for (int g = 0; g < c->groups && !edb; g++) {
            const uint64_t at = index_case_number(hole[p] + c->first[g], c->count[g], side * side);
            if (tables[c->table[g]].entries[at] == 0)
                table_put(&tables[c->table[g]], at, (uint8_t)(1 + rng_below(rng, 29)));
            cost[p] += weights[g] * tables[c->table[g]].entries[at];
        }
    }
    const Value value = cost[1] - cost[0];
    return edb ? value + endgames_of(c, hole, n, side, weights, &tables[0], mover, rng) : value;
}

static void game_values_agree(const Case *c, const Variant *v, Evaluation *e, Table tables[], Rng *rng)
{
    const int side = c->game[strlen("chinese-checkers:board=rhombus")] - '0';
    AnyState  s, own, adopted;
    variant_setup(v, &s);
    for (int ply = 0; ply < 60; ply++) {
        char      text[TEXT_MAX];
        Text      out = text_on(text, sizeof text);
        Move      moves[GAME_MOVES_MAX];
        const int n = v->game->generate(v->rules, &s, moves);
        variant_format(v, &s, &out);
        const Value expected = twin(c, side, e->weights, tables, text, rng);
        state_convert(&e->v, &adopted, v, &s);
        ck_assert_int_eq(v->game->evaluate(e->v.rules, &adopted, 0), expected);
        ck_assert_int_eq(v->game->evaluate(e->v.rules, &adopted, 1), -expected);
        if (n == 0) return;
        const Move     m      = moves[rng_below(rng, (uint32_t)n)];
        const AnyState before = s;
        v->game->play(v->rules, &s, &before, m);
        out = text_on(text, sizeof text);
        variant_format(v, &s, &out);
        twin(c, side, e->weights, tables, text, rng);   // writes what will be looked up
        memset(&own, 0, sizeof own);
        v->game->play(e->v.rules, &own, &adopted, m);
        state_convert(&e->v, &adopted, v, &s);
        ck_assert_mem_eq(&own, &adopted, v->game->state_size);
    }
}

START_TEST(test_values_are_those_of_the_definition)
{
    const Case *const c = &cases[_i];
    Variant           v = test_open(c->game);
    Table             tables[EVAL_TABLES_MAX];
    Evaluation *const e   = evaluation_of(&v, c->eval, tables);
    Rng               rng = rng_seed(71 + (uint64_t)_i);
    for (int game = 0; game < test_amount(6, 200); game++) {
        const EvalInfo *const info                      = &e->info;
        int                   weights[EVAL_WEIGHTS_MAX] = {0};
        for (int i = 0; i < info->weights; i++) weights[i] = (int)rng_below(&rng, 100);
        evaluation_weigh(e, weights);
        game_values_agree(c, &v, e, tables, &rng);
    }
    evaluation_end(e, tables);
    variant_close(&v);
}
END_TEST

// Tuning relies on it: the value is the sum of the weights times the values with one weight alone.
// Weights of players who give none. A composed evaluation takes 20 for each group and the rest from pdb6+4.
static const struct {
    const char *game, *eval;
    int         count, weights[8];
} defaults[] = {
    {"chinese-checkers:board=rhombus9", "pdb6+4", 5, {36, 18, 37, 11, 50}},
    {"chinese-checkers:board=rhombus9", "pdb4+3+3", 6, {20, 20, 20, 37, 11, 50}},
    {"chinese-checkers:board=rhombus9", "pdb5+5", 5, {20, 20, 37, 11, 50}},
    {"chinese-checkers:board=rhombus7", "pdb5t+1", 5, {20, 20, 37, 11, 50}},
    {"checkers", "material", 2, {1, 2}},
    {"focus:players=4", "pieces", 3, {10, 1, 1}},
};

START_TEST(test_default_weights_are_those_of_the_table)
{
    Variant     v = test_open(defaults[_i].game);
    Status      status;
    Spec        spec;
    Evaluation *e;
    char        text[100];
    snprintf(text, sizeof text, "alphabeta:eval=%s", defaults[_i].eval);
    ck_assert(spec_parse(&spec, text, &status));
    ck_assert_msg(evaluation_parse(&e, &v, &spec, &status), "%s", status.text);
    ck_assert_int_eq(e->info.weights, defaults[_i].count);
    for (int i = 0; i < e->info.weights; i++) ck_assert_int_eq(e->weights[i], defaults[_i].weights[i]);
    evaluation_close(e);
    variant_close(&v);
}
END_TEST

START_TEST(test_values_are_linear_in_the_weights)
{
    const Case *const c = &cases[_i];
    Variant           v = test_open(c->game);
    Table             tables[EVAL_TABLES_MAX];
    Evaluation *const e   = evaluation_of(&v, c->eval, tables);
    Rng               rng = rng_seed(5 + (uint64_t)_i);
    const int         n   = e->info.weights;
    for (int round = 0; round < 20 && n > 0; round++) {
        AnyState  s, own;
        Value     sum                       = 0;
        int       weights[EVAL_WEIGHTS_MAX] = {0};
        const int side                      = c->game[strlen("chinese-checkers:board=rhombus")] - '0';
        char      text[TEXT_MAX];
        Text      out = text_on(text, sizeof text);
        test_position(&v, &rng, &s);
        variant_format(&v, &s, &out);
        twin(c, side, e->weights, tables, text, &rng);
        for (int i = 0; i < n; i++) {
            int one[EVAL_WEIGHTS_MAX] = {0};
            one[i]                    = 1;
            weights[i]                = (int)rng_below(&rng, 100);
            evaluation_weigh(e, one);
            state_convert(&e->v, &own, &v, &s);
            sum += weights[i] * v.game->evaluate(e->v.rules, &own, 0);
        }
        evaluation_weigh(e, weights);
        state_convert(&e->v, &own, &v, &s);
        ck_assert_int_eq(v.game->evaluate(e->v.rules, &own, 0), sum);
    }
    evaluation_end(e, tables);
    variant_close(&v);
}
END_TEST

// A search with an evaluation of its own finds the value of plain minimax with it.
START_TEST(test_searches_agree_with_the_reference)
{
    static const char *const orders[] = {"none", "killer+history-ads", "tt+eval", "history"};
    Variant                  v        = test_open("chinese-checkers:board=rhombus6,pieces=3");
    Table                    tables[EVAL_TABLES_MAX];
    Evaluation *const        e   = evaluation_of(&v, "baseline", tables);
    Rng                      rng = rng_seed(9);
    evaluation_weigh(e, (int[EVAL_WEIGHTS_MAX]){7, 3, 5});
    for (int i = 0; i < test_amount(40, 1000); i++) {
        AnyState     s, own;
        SearchResult result;
        Status       status;
        char         text[100];
        test_position(&v, &rng, &s);
        state_convert(&e->v, &own, &v, &s);
        snprintf(text, sizeof text, "alphabeta:depth=3,tt=10,order=%s", orders[i % 4]);
        if (i % 4 != 2) snprintf(text, sizeof text, "alphabeta:depth=3,order=%s", orders[i % 4]);
        const SearchSettings settings = test_settings(&e->v, text);
        Search *const        se       = search_open(&e->v, &settings, &status);
        const SearchLimits   limits   = {0};
        search_run(se, &own, &limits, NULL, NULL, &result);
        ck_assert_int_eq(result.value, reference_value(&e->v, ALGORITHM_ALPHABETA, &own, 3, NULL));
        search_close(se);
    }
    evaluation_end(e, tables);
    variant_close(&v);
}
END_TEST

// Specs.

typedef struct Bad {
    const char *game, *player, *message;
} Bad;

static const Bad bad[] = {
    {"virus", "alphabeta:depth=1,eval=pdb6", "eval=pdb6: virus has only one evaluation"},
    {"othello", "alphabeta:depth=1,eval=pdb6",
     "eval=pdb6: unknown evaluation of othello; expected one of: weights, discs, mobility"},
    {"othello", "alphabeta:depth=1,eval=discs,weights=1", "weights=1: eval=discs has none"},
    {"othello", "alphabeta:depth=1,weights=1/2/3/4/5/6/7/8/9",
     "expected the 10 numbers a1/b1/c1/d1/b2/c2/d2/c3/d3/d4 of eval=weights"},
    {"othello", "alphabeta:depth=1,weights=1/2/3/4/5/6/7/8/9/1000", "1000; expected -999 ... 999"},
    {"checkers", "alphabeta:depth=1,weights=-1/2", "-1; expected 0 ... 1000"},
    {"chinese-checkers:players=6", "brs:depth=1,eval=baseline,weights=31/1/1", "31; expected 0 ... 30"},
    {"chinese-checkers:players=6", "brs:depth=1,eval=edb6", "this board is a star; expected a rhombus"},
    {"chinese-checkers", "alphabeta:depth=1,eval=pdb6",
     "eval=pdb6: this board is a star; expected a rhombus"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=pdb",
     "unknown evaluation of chinese-checkers"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=pdb3",
     "no look-ups for 10 pieces; expected 6"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=pdb6+3", "eval=pdb6+3: unknown evaluation"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=pdb6+4+", "eval=pdb6+4+: unknown evaluation"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=pdb7+3", "eval=pdb7+3: unknown evaluation"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=edb6", "10 pieces; expected 3 or 6"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=baseline,weights=1/2",
     "expected the 3 numbers"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=baseline,weights=1/2/3/4",
     "expected the 3 numbers"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=baseline,weights=1/2/x",
     "expected the 3 numbers"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=baseline,weights=1/2/100",
     "100; expected 0 ... 99"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=baseline,weights=-1/2/3",
     "-1; expected 0 ... 99"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,weights=3", "eval=manhattan has none"},
    {"chinese-checkers:board=rhombus9", "alphabeta:depth=1,eval=baseline,eval=pdb4", "eval"},
    {"chinese-checkers:board=rhombus9", "alphabeta:eval=baseline", "has no limit"},
};

START_TEST(test_bad_words_are_named)
{
    Variant    v = test_open(bad[_i].game);
    Player     player;
    Status     status;
    const bool good = player_open(&player, &v, bad[_i].player, 1, 0, &status);
    ck_assert_msg(!good && strstr(status.text, bad[_i].message) != NULL, "%s",
                  good ? "accepted" : status.text);
    variant_close(&v);
}
END_TEST

// Tables on disk.

static void file_make(const char *name, const char *file, size_t entries)
{
    uint8_t *const table = db_table(TABLE_WAVES, entries);
    Status         status;
    CatalogDb      known;
    char           path[DB_PATH_MAX];
    ck_assert(catalog_open(&known, name, &status));
    DbInfo info  = known.info;
    info.entries = entries;
    catalog_close(&known);
    snprintf(path, sizeof path, "%s.pdb", db_file(file));
    db_put(path, info, (DbOptions){.form = DB_ZSTD}, table);
    free(table);
}

static void folder_name(void)
{
    char folder[DB_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", db_file("x"));
    *strrchr(folder, '/') = 0;
    setenv("POLLARD_DATABASES", folder, 1);
}

START_TEST(test_databases_are_opened_once_and_checked)
{
    Variant v = test_open("chinese-checkers:board=rhombus7");
    Player  a, b;
    Status  status;
    folder_name();
    ck_assert(!player_open(&a, &v, "alphabeta:depth=1,eval=pdb3", 1, 0, &status));
    ck_assert_ptr_nonnull(
        strstr(status.text, "cc-pdb3-7x7.pdb is not built; `pollard db build cc-pdb3-7x7` builds it"));

    file_make("cc-pdb3-7x7", "cc-pdb3-7x7", 18424);
    ck_assert_msg(player_open(&a, &v, "alphabeta:depth=1,eval=pdb3", 1, 0, &status), "%s", status.text);
    ck_assert(player_open(&b, &v, "alphabeta:depth=2,eval=pdb3,weights=1/2/3/4/5", 1, 1, &status));
    ck_assert_ptr_eq(a.evaluation->table[0], b.evaluation->table[0]);
    player_close(&a);
    player_close(&b);

    file_make("cc-pdb3-7x7", "cc-pdb6-7x7", 18424);
    ck_assert(!player_open(&a, &v, "alphabeta:depth=1,eval=pdb6", 1, 0, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "cc-pdb6-7x7.pdb"));
    variant_close(&v);
}
END_TEST

START_TEST(test_a_table_of_another_size_is_refused)
{
    Variant v = test_open("chinese-checkers:board=rhombus7");
    Player  a;
    Status  status;
    folder_name();
    file_make("cc-pdb3-7x7", "cc-pdb3-7x7", 18423);
    ck_assert(!player_open(&a, &v, "alphabeta:depth=1,eval=pdb3", 1, 0, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "18423"));
    variant_close(&v);
}
END_TEST

// Every table that an evaluation asks for is in the catalog, with as many entries.
START_TEST(test_the_catalog_has_what_evaluations_ask_for)
{
    static const char *const named[] = {"pdb4+3+3", "pdb6+4t", "pdb2+2+2+2+2", "pdb5+5",
                                        "pdb3+3",   "pdb5t+1", "pdb2+1"};
    static const char *const games[] = {"chinese-checkers:board=rhombus9",
                                        "chinese-checkers:board=rhombus9,pieces=6",
                                        "chinese-checkers:board=rhombus6,pieces=3"};
    int                      found   = 0;
    for (int g = 0; g < 3; g++) {
        Variant v = test_open(games[g]);
        for (int i = 0; i < 17; i++) {
            Status            status;
            Spec              spec;
            Evaluation       *e;
            char              text[100];
            const char *const name = i < 10 ? v.game->evals[i].name : named[i - 10];
            snprintf(text, sizeof text, "alphabeta:eval=%s", name);
            ck_assert(spec_parse(&spec, text, &status));
            if (!evaluation_parse(&e, &v, &spec, &status)) continue;
            for (int t = 0; t < e->tables; t++, found++) {
                CatalogDb db;
                ck_assert_msg(catalog_open(&db, e->wanted[t].name, &status), "%s", status.text);
                ck_assert_uint_eq(db.info.entries, e->wanted[t].entries);
                ck_assert_str_eq(db.info.name, e->wanted[t].name);
                catalog_close(&db);
            }
            evaluation_close(e);
        }
        variant_close(&v);
    }
    ck_assert_int_gt(found, 20);
}
END_TEST

Suite *suite_evaluation(void);

Suite *suite_evaluation(void)
{
    const int    n     = (int)(sizeof cases / sizeof *cases);
    Suite *const suite = suite_create("evaluation");
    TCase *const cost = tcase_create("values"), *const spec = tcase_create("specs"),
                 *const disk = tcase_create("disk");
    tcase_set_timeout(cost, 600);
    tcase_add_loop_test(cost, test_values_are_those_of_the_definition, 0, n);
    tcase_add_loop_test(cost, test_values_are_linear_in_the_weights, 0, n);
    tcase_add_test(cost, test_searches_agree_with_the_reference);
    tcase_add_loop_test(spec, test_default_weights_are_those_of_the_table, 0,
                        (int)(sizeof defaults / sizeof *defaults));
    tcase_add_loop_test(spec, test_bad_words_are_named, 0, (int)(sizeof bad / sizeof *bad));
    tcase_add_test(spec, test_the_catalog_has_what_evaluations_ask_for);
    tcase_add_checked_fixture(disk, db_folder_make, db_folder_remove);
    tcase_add_test(disk, test_databases_are_opened_once_and_checked);
    tcase_add_test(disk, test_a_table_of_another_size_is_refused);
    suite_add_tcase(suite, cost);
    suite_add_tcase(suite, spec);
    suite_add_tcase(suite, disk);
    return suite;
}
