// Evaluations that look something up: what they count is kept as sums, as the bench does for the others, with
// databases that are built here; and a match is not continued with a database of other contents.
#include "base/rng.h"
#include "play/match_cases.h"
#include "play/player.h"
#include "retro/build.h"
#include "retro/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void database_build(const char *name)
{
    CatalogDb   db;
    BuildResult result;
    Status      status;
    char        path[DB_PATH_MAX], part[DB_PATH_MAX];
    ck_assert_msg(catalog_open(&db, name, &status), "%s", status.text);
    ck_assert(catalog_path(&db, databases_folder(), false, path, &status) &&
              catalog_path(&db, databases_folder(), true, part, &status));
    const BuildOptions options = {.path = path, .part = part, .threads = 1};
    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    catalog_close(&db);
}

// Boards small enough for their databases to be built in a moment. What each evaluation counts was recorded
// when this test was written: a change that is meant writes it anew.
static const struct {
    const char *game, *player;
    uint64_t    nodes;
    Value       value;
} searches[] = {
    {"chinese-checkers:board=rhombus4,pieces=3", "alphabeta:depth=4,eval=edb6", 7582, 1474},
    {"chinese-checkers:board=rhombus4,pieces=3", "alphabeta:depth=4,eval=edb6-forward", 7052, 1308},
    {"chinese-checkers:board=rhombus4,pieces=3", "alphabeta:depth=4,eval=edb6-own", 2761, 0},
    {"chinese-checkers:board=rhombus4,pieces=3", "alphabeta:depth=4,eval=edb6-both", 9101, -252},
    {"chinese-checkers:board=rhombus5", "alphabeta:depth=3,eval=pdb3", 3791, 10801048},
    {"chinese-checkers:board=rhombus5", "alphabeta:depth=3,eval=pdb6", 3429, 10800633},
    {"chinese-checkers:board=star73,players=3", "brs:depth=2,eval=pdb3", 1456, 8702},
    {"thief-police:size=7", "alphabeta:depth=4,eval=pdb4", 684, -282},
    {"thief-police:size=7", "alphabeta:depth=4,eval=pdb2", 834, -274},
    {"thief-police:size=7", "alphabeta:depth=4,eval=pdb4-both", 732, -18},
    {"thief-police:size=7", "alphabeta:depth=4,eval=pdb2-both", 1093, 110},
    {"thief-police:size=7", "alphabeta:depth=4,eval=pdb4-police", 968, -204},
    {"thief-police:size=7", "alphabeta:depth=4,eval=pdb4-thief", 946, -74},
    {"thief-police:size=7", "alphabeta:depth=4,eval=pdb2-police", 1118, -196},
    {"thief-police:size=7", "alphabeta:depth=4,eval=pdb2-thief", 946, -74},
    {"thief-police:size=7", "alphabeta:depth=4,eval=maze", 896, -280},
    {"thief-police:size=7,simultaneous=yes", "alphabeta:depth=4,eval=pdb4", 448, -180},
    {"thief-police:size=7,simultaneous=yes", "alphabeta:depth=4,eval=pdb2", 448, -157},
    {"connect-four:width=4,height=4", "alphabeta:depth=3,eval=solved", 29, 7199946},
};
enum { SEARCHES = sizeof searches / sizeof *searches };

// Some positions of a random game, so that both sides' tables are asked.
static void count(const Variant *v, Player *player, uint64_t *nodes, Value *value)
{
    Rng      rng = rng_seed(1);
    AnyState s;
    Move     moves[GAME_MOVES_MAX];
    variant_setup(v, &s);
    for (int ply = 0; ply < 6; ply++) {
        const AnyState before = s;
        const int      n      = v->game->generate(v->rules, &s, moves);
        SearchResult   result;
        if (n == 0) return;
        player_choose(player, v, &s, &result);
        *nodes += result.nodes, *value += (Value)((ply + 1) * result.value);
        v->game->play(v->rules, &s, &before, moves[rng_below(&rng, (uint32_t)n)]);
    }
}

START_TEST(test_evaluations_that_look_up_count_as_recorded)
{
    Variant     v = test_open(searches[_i].game);
    Spec        spec;
    Evaluation *e;
    Player      player;
    uint64_t    nodes = 0;
    Value       value = 0;
    Status      status;
    databases_folder_set(match_path("databases"));
    mkdir(databases_folder(), 0777);
    ck_assert(spec_parse(&spec, searches[_i].player, &status));
    ck_assert_msg(evaluation_parse(&e, &v, &spec, &status), "%s", status.text);
    ck_assert_int_gt(e->tables, 0);
    for (int i = 0; i < e->tables; i++) database_build(e->wanted[i].name);
    evaluation_close(e);
    ck_assert_msg(player_open(&player, &v, searches[_i].player, 1, 0, &status), "%s", status.text);
    count(&v, &player, &nodes, &value);
    ck_assert_msg(nodes == searches[_i].nodes && value == searches[_i].value, "%s: %llu nodes, values %d",
                  searches[_i].player, (unsigned long long)nodes, (int)value);
    player_close(&player);
    variant_close(&v);
}
END_TEST

// None is left out that these boards have.
START_TEST(test_every_evaluation_that_looks_up_is_in_the_list)
{
    for (int i = 0; i < SEARCHES; i++) {
        Variant v = test_open(searches[i].game);
        for (int k = 0; v.game->evals != NULL && v.game->evals[k].name != NULL; k++) {
            EvalTable tables[EVAL_TABLES_MAX];
            Status    status;
            bool      there = v.game->eval_tables(v.rules, k, tables, &status) <= 0;
            for (int at = 0; !there && at < SEARCHES; at++)
                there = strncmp(searches[at].game, v.game->name, strlen(v.game->name)) == 0 &&
                        strcmp(strstr(searches[at].player, ",eval=") + 6, v.game->evals[k].name) == 0;
            ck_assert_msg(there, "%s: eval=%s", searches[i].game, v.game->evals[k].name);
        }
        variant_close(&v);
    }
}
END_TEST

// A database of this name with contents of its own.
static void database_fill(const char *folder, const char *name, unsigned seed)
{
    CatalogDb db;
    Status    status;
    char      path[DB_PATH_MAX];
    databases_folder_set(match_path(folder));
    mkdir(databases_folder(), 0777);
    ck_assert(catalog_open(&db, name, &status));
    uint8_t *const table = malloc(db.info.entries);
    ck_assert_ptr_nonnull(table);
    for (uint64_t i = 0; i < db.info.entries; i++) table[i] = (uint8_t)(i * seed % 7);
    ck_assert(catalog_path(&db, databases_folder(), false, path, &status));
    ck_assert_msg(db_write(path, &db.info, &(DbOptions){0}, table, &status), "%s", status.text);
    catalog_close(&db);
    free(table);
}

START_TEST(test_a_match_is_not_continued_with_another_database)
{
    static const MatchCase c = {"chinese-checkers:board=rhombus4",         "random:1",   2, 2,
                                {"alphabeta:depth=1,eval=pdb3", "random"}, POINTS_RESULT};
    Variant                v = test_open(c.game);
    MatchSettings          t = match_settings(&c, &v, 1, match_path("a"));
    Tally                  tally;
    Status                 status;
    database_fill("one", "cc-pdb3-4x4", 1);
    match_play(&t, &tally);
    database_fill("two", "cc-pdb3-4x4", 3);
    ck_assert(match_refused(&t, &status));
    ck_assert_msg(strstr(status.text, "another database cc-pdb3-4x4, of digest ") != NULL, "%s", status.text);
    databases_folder_set(match_path("one"));
    match_play(&t, &tally);
    variant_close(&v);
}
END_TEST

#define ONE "00112233445566778899aabbccddeeff"
#define TWO "ffeeddccbbaa99887766554433221100"

START_TEST(test_what_was_looked_up_is_listed_by_name)
{
    Lookups l = {0}, back;
    char    text[LOOKUPS_TEXT_MAX];
    Text    out = text_on(text, sizeof text);
    Status  status;
    ck_assert(lookups_add(&l, "m", ONE, &status) && lookups_add(&l, "z", TWO, &status));
    ck_assert(lookups_add(&l, "b", TWO, &status) && lookups_add(&l, "m", ONE, &status));
    lookups_write(&l, &out);
    ck_assert_str_eq(text, "b " TWO " m " ONE " z " TWO);
    ck_assert(lookups_read(&back, text));
    ck_assert_int_eq(back.count, 3);
    ck_assert_str_eq(back.list[1].name, "m");
    ck_assert_str_eq(back.list[2].digest, TWO);
    ck_assert(lookups_read(&back, "") && back.count == 0);
    // the same name with other contents
    ck_assert(!lookups_add(&l, "m", TWO, &status));
    ck_assert_str_eq(status.text, "database m changed while it was in use: digest " ONE ", then " TWO);
    ck_assert_int_eq(status.kind, STATUS_SYSTEM);
    for (int i = l.count; i < LOOKUPS_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%03d", i);
        ck_assert(lookups_add(&l, name, ONE, &status));
    }
    ck_assert(!lookups_add(&l, "one-more", ONE, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "more than"));
    ck_assert(lookups_add(&l, "b", TWO, &status));   // there already
}
END_TEST

static const char *const not_lists[] = {
    "a",
    "a ",
    " a " ONE,
    "a " ONE " ",
    "a " ONE "0",
    "a  " ONE,
    "a " ONE " b",
    "b " ONE " a " ONE,
    "a " ONE " a " ONE,
    "a 00112233445566778899aabbccddeef",
    "a " ONE "  b " ONE,
    "a 00112233445566778899aabbccddeefg",
};

START_TEST(test_other_texts_are_not_lists_of_databases)
{
    Lookups back;
    Lookup  one[2];
    ck_assert_msg(!lookups_read(&back, not_lists[_i]), "'%s'", not_lists[_i]);
    ck_assert(!lookups_differ(not_lists[_i], "a " TWO, one));
}
END_TEST

START_TEST(test_a_database_that_differs_is_found)
{
    Lookup one[2];
    ck_assert(lookups_differ("a " ONE " c " ONE, "b " ONE " c " TWO " d " ONE, one));
    ck_assert_str_eq(one[0].name, "c");
    ck_assert_str_eq(one[1].name, "c");
    ck_assert_str_eq(one[0].digest, ONE);
    ck_assert_str_eq(one[1].digest, TWO);
    ck_assert(!lookups_differ("a " ONE " c " ONE, "b " TWO " c " ONE " d " TWO, one));
    ck_assert(!lookups_differ("a " ONE, "", one));
    ck_assert(!lookups_differ("a " ONE, "a " ONE, one));
    ck_assert(lookups_differ("a " ONE, "a " TWO, one));
}
END_TEST

// Its digest is asked for before it is loaded, and after.
START_TEST(test_an_evaluation_says_what_it_will_look_up)
{
    Variant     v = test_open("chinese-checkers:board=rhombus4");
    Spec        spec;
    Status      status;
    Evaluation *e;
    Lookups     before = {0}, after = {0};
    database_fill("one", "cc-pdb3-4x4", 1);
    ck_assert(spec_parse(&spec, "x:eval=pdb3", &status));
    ck_assert_msg(evaluation_parse(&e, &v, &spec, &status), "%s", status.text);
    ck_assert_msg(evaluation_lookups(e, &before, &status), "%s", status.text);
    ck_assert_msg(evaluation_load(e, &status), "%s", status.text);
    ck_assert(evaluation_lookups(e, &after, &status));
    ck_assert_int_eq(before.count, 1);
    ck_assert_str_eq(before.list[0].name, "cc-pdb3-4x4");
    ck_assert_str_eq(before.list[0].digest, after.list[0].digest);
    evaluation_close(e);
    databases_folder_set("/no-such-folder");
    ck_assert(spec_parse(&spec, "x:eval=pdb3", &status) && evaluation_parse(&e, &v, &spec, &status));
    ck_assert(!evaluation_lookups(e, &before, &status));
    evaluation_close(e);
    ck_assert(evaluation_lookups(NULL, &before, &status));
    variant_close(&v);
}
END_TEST

Suite *suite_lookups(void);
Suite *suite_lookups(void)
{
    Suite *const suite = suite_create("lookups");
    TCase *const tcase = tcase_create("lookups");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, match_folder_make, match_folder_remove);
    tcase_add_loop_test(tcase, test_evaluations_that_look_up_count_as_recorded, 0, SEARCHES);
    tcase_add_test(tcase, test_every_evaluation_that_looks_up_is_in_the_list);
    tcase_add_test(tcase, test_a_match_is_not_continued_with_another_database);
    tcase_add_test(tcase, test_what_was_looked_up_is_listed_by_name);
    tcase_add_loop_test(tcase, test_other_texts_are_not_lists_of_databases, 0,
                        (int)(sizeof not_lists / sizeof *not_lists));
    tcase_add_test(tcase, test_a_database_that_differs_is_found);
    tcase_add_test(tcase, test_an_evaluation_says_what_it_will_look_up);
    suite_add_tcase(suite, tcase);
    return suite;
}
