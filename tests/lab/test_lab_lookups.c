// Rows know what was in the databases that their players looked up: rows of two databases of one name are not
// mixed by a run, an import or a report, and are not taken for a fault of the program.
#include "lab/kept/kept.h"
#include "lab/lab_cases.h"
#include "lab/verify.h"
#include "play/lookups.h"
#include "retro/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define NAME "cc-pdb3-5x5"
#define ONE  "00000000000000000000000000000001"
#define TWO  "00000000000000000000000000000002"
#define MATCH                                                                                                \
    "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"chinese-checkers:board=rhombus5\",\"player\":"            \
    "\"alphabeta:depth=1,eval=pdb3\",\"opponent\":\"random\",\"opening\":\"random:2\",\"openings\":4,"       \
    "\"plies-max\":8}"
#define COUNTS                                                                                               \
    "{\"name\":\"n\",\"game\":\"chinese-checkers:board=rhombus5\",\"depth\":2,\"trials\":2,\"turns\":1,"     \
    "\"starts\":[\"initial\"],\"configurations\":[{\"name\":\"None\"},{\"name\":\"Looks\",\"settings\":"     \
    "\"eval=pdb3\"}]}"

// A database of this name with contents of its own in a folder of its own, from now on the one that is looked
// up; its digest.
static void database(const char *folder, unsigned seed, char digest[DB_DIGEST_TEXT])
{
    static char path[DB_PATH_MAX], file[DB_PATH_MAX];
    uint8_t     table[2300];   // 25 over 3
    CatalogDb   known;
    Db          db;
    Status      status;
    for (size_t i = 0; i < sizeof table; i++) table[i] = (uint8_t)(i * seed % 7);
    snprintf(path, sizeof path, "%s", lab_path(folder));
    mkdir(path, 0777);
    ck_assert(catalog_open(&known, NAME, &status) && catalog_path(&known, path, false, file, &status));
    ck_assert_msg(db_write(file, &known.info, &(DbOptions){0}, table, &status), "%s", status.text);
    catalog_close(&known);
    ck_assert(db_open(&db, file, DB_MAP, &status));
    db_digest(&db, digest);
    db_close(&db);
    databases_folder_set(path);
}

static bool runs(Store *store, const Experiment *e, int trials, Status *status)
{
    return plan_run(store, e, 1, &(PlanOptions){.trials = trials, .threads = 1}, NULL, NULL, status);
}

static void says(const Status *status, const char *one, const char *other)
{
    ck_assert_msg(strstr(status->text, NAME) != NULL && strstr(status->text, one) != NULL &&
                      strstr(status->text, other) != NULL && strchr(status->text, '\n') == NULL,
                  "%s", status->text);
}

static int pairs_of(Store *store, const Experiment *e, PairResult out[], Status *status)
{
    const MatchCell *const cell = &match_of_experiment(e)->cells[0];
    char                   protocol[PROTOCOL_MAX];
    Text                   text = text_on(protocol, sizeof protocol);
    match_protocol(cell, e->seed, &text);
    return pairs_read(store, protocol, cell->player.key, cell->opponent.key, 8, out, status);
}

START_TEST(test_a_run_with_another_database_is_refused_before_it_starts)
{
    char         one[DB_DIGEST_TEXT], two[DB_DIGEST_TEXT], expected[100];
    Experiment   e     = lab_parse(MATCH);
    Store *const store = lab_store("a.db", true);
    PairResult   rows[8];
    Status       status = {0};
    database("other", 3, two);
    database("first", 1, one);
    ck_assert_str_ne(one, two);
    ck_assert_msg(runs(store, &e, 2, &status), "%s", status.text);
    ck_assert_int_eq(pairs_of(store, &e, rows, &status), 2);
    snprintf(expected, sizeof expected, NAME " %s", one);
    ck_assert(rows[0].lookups_known);
    ck_assert_str_eq(rows[0].lookups, expected);
    ck_assert_str_eq(rows[1].lookups, expected);

    databases_folder_set(lab_path("other"));
    ck_assert_msg(runs(store, &e, 2, &status), "nothing is missing: %s", status.text);
    ck_assert(!runs(store, &e, 3, &status));
    says(&status, one, two);
    ck_assert_ptr_nonnull(strstr(status.text, "another --results file"));
    ck_assert_int_eq(pairs_of(store, &e, rows, &status), 2);

    databases_folder_set(lab_path("first"));
    ck_assert_msg(runs(store, &e, 3, &status), "%s", status.text);
    ck_assert_int_eq(pairs_of(store, &e, rows, &status), 3);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_trials_with_another_database_are_refused)
{
    char          one[DB_DIGEST_TEXT], two[DB_DIGEST_TEXT], expected[100], protocol[PROTOCOL_MAX];
    Experiment    e     = lab_parse(COUNTS);
    Store *const  store = lab_store("a.db", true);
    const Series *s     = series_of_experiment(&e)->list;
    Text          text  = text_on(protocol, sizeof protocol);
    TrialCount    rows[2];
    Status        status = {0};
    database("first", 1, one);
    ck_assert_msg(runs(store, &e, 1, &status), "%s", status.text);
    series_protocol(s, s->starts[0], e.seed, &text);
    ck_assert_int_eq(trials_read(store, protocol, s->configurations[0].key, 2, rows, &status), 1);
    ck_assert(rows[0].lookups_known);
    ck_assert_str_eq(rows[0].lookups, "");   // looks nothing up
    ck_assert_int_eq(trials_read(store, protocol, s->configurations[1].key, 2, rows, &status), 1);
    snprintf(expected, sizeof expected, NAME " %s", one);
    ck_assert_str_eq(rows[0].lookups, expected);
    database("other", 3, two);
    ck_assert(!runs(store, &e, 2, &status));
    says(&status, one, two);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// Where positions are shared the control's moves lead to them.
START_TEST(test_what_the_control_looked_up_is_named_by_every_row_of_its_positions)
{
    char       one[DB_DIGEST_TEXT];
    Experiment e = lab_parse(
        "{\"name\":\"n\",\"game\":\"chinese-checkers:board=rhombus5\",\"depth\":2,\"trials\":1,\"turns\":1,"
        "\"starts\":[\"initial\"],\"configurations\":[{\"name\":\"Looks\",\"settings\":\"eval=pdb3\"},"
        "{\"name\":\"None\"}]}");
    const Series *s = series_of_experiment(&e)->list;
    Variant       v = test_open(s->game);
    TrialCount    counts[2];
    Status        status = {0};
    const Trial   trial  = {.v = &v, .series = s, .start = s->starts[0], .seed = e.seed};
    database("first", 1, one);
    ck_assert_msg(trial_run(&trial, (const char *[]){s->configurations[0].key, s->configurations[1].key}, 2,
                            counts, &status),
                  "%s", status.text);
    ck_assert_ptr_nonnull(strstr(counts[0].lookups, one));
    ck_assert_str_eq(counts[0].lookups, counts[1].lookups);
    variant_close(&v);
    experiment_close(&e);
}
END_TEST

static PairResult pair(const char *lookups)
{
    PairResult r = {.points = {2, 1}, .plies = {9, 9}, .nodes = {1, 2}, .seconds = 1, .lookups_known = true};
    snprintf(r.lookups, sizeof r.lookups, "%s", lookups);
    return r;
}

static bool put(Store *store, const char *digest, int opening, const char *lookups, Status *status)
{
    const char *const players[] = {"a", "b"};
    const PairResult  r         = pair(lookups);
    return store_put(store, &(StoreKey){&pair_rows, "m", players, digest}, opening, 1, &r, status);
}

static int get(Store *store, const char *digest, Status *status)
{
    const char *const players[] = {"a", "b"};
    PairResult        rows[8];
    return store_read(store, &(StoreKey){&pair_rows, "m", players, digest}, 8, rows, status);
}

#define OWN   "0123456789abcdef"
#define OTHER "00000000deadbeef"

// Databases of other names may differ from row to row: those of mazes that are numbered by the opening.
START_TEST(test_one_name_has_one_content_within_a_cell)
{
    Store *const store  = lab_store("a.db", true);
    Status       status = {0};
    ck_assert(put(store, OWN, 0, "x " ONE, &status) && put(store, OWN, 1, "y " TWO, &status));
    ck_assert_msg(put(store, OWN, 2, "x " ONE " y " TWO, &status), "%s", status.text);
    ck_assert(put(store, OWN, 3, "", &status));
    ck_assert(!put(store, OWN, 4, "x " ONE " y " ONE, &status));
    ck_assert_msg(strstr(status.text, "database y") != NULL && strstr(status.text, ONE) != NULL &&
                      strstr(status.text, TWO) != NULL,
                  "%s", status.text);
    ck_assert_int_eq(get(store, OWN, &status), 4);
    store_close(store);
}
END_TEST

START_TEST(test_a_report_refuses_accepted_rows_of_another_database)
{
    Store *const store  = lab_store("a.db", true);
    Status       status = {0};
    ck_assert(put(store, OWN, 0, NAME " " ONE, &status) && put(store, OTHER, 1, NAME " " TWO, &status));
    ck_assert_int_eq(get(store, OWN, &status), 1);
    ck_assert(store_accept(store, OTHER));
    ck_assert_int_eq(get(store, OWN, &status), -1);
    says(&status, ONE, TWO);
    // Nor is anything added to such rows.
    ck_assert(!put(store, OWN, 2, NAME " " ONE, &status));
    says(&status, ONE, TWO);
    store_close(store);
}
END_TEST

static bool import(void *context, const StoreRow *row, Status *status)
{
    bool added;
    return store_import(context, row, &added, status);
}

START_TEST(test_rows_come_over_with_their_databases_and_are_not_mixed)
{
    Status status = {0};
    Store *from = lab_store("a.db", true), *into = lab_store("b.db", true), *other = lab_store("c.db", true);
    ck_assert(put(from, OWN, 0, NAME " " ONE, &status) && put(from, OTHER, 0, NAME " " TWO, &status));
    ck_assert_msg(store_each(from, import, into, &status), "%s", status.text);
    ck_assert(!put(into, OWN, 1, NAME " " TWO, &status));
    says(&status, ONE, TWO);
    ck_assert(put(other, OWN, 5, NAME " " TWO, &status));
    ck_assert(!store_each(other, import, into, &status));
    says(&status, ONE, TWO);
    store_close(from), store_close(into), store_close(other);
}
END_TEST

// What was checked before an import that is taken back says nothing about the next.
START_TEST(test_an_import_that_was_taken_back_is_forgotten)
{
    Status status = {0};
    Store *one = lab_store("a.db", true), *two = lab_store("b.db", true), *into = lab_store("c.db", true);
    ck_assert(put(one, OWN, 1, NAME " " ONE, &status) && put(one, OWN, 2, NAME " " ONE, &status));
    ck_assert(put(two, OWN, 0, NAME " " TWO, &status));
    ck_assert(store_import_begin(into, &status) && store_each(one, import, into, &status));
    ck_assert(store_import_end(into, false, &status) && get(into, OWN, &status) == 0);
    ck_assert_msg(store_each(two, import, into, &status), "%s", status.text);
    ck_assert(!store_each(one, import, into, &status));
    says(&status, ONE, TWO);
    ck_assert_int_eq(get(into, OWN, &status), 1);
    store_close(one), store_close(two), store_close(into);
}
END_TEST

START_TEST(test_kept_rows_carry_their_databases)
{
    char       one[DB_DIGEST_TEXT], expected[100];
    Experiment e     = lab_parse(MATCH);
    Store     *store = lab_store("a.db", true), *into = lab_store("b.db", true);
    RowKeys    keys;
    PairResult rows[8];
    int        written, left_out;
    Status     status = {0};
    database("first", 1, one);
    ck_assert_msg(runs(store, &e, 2, &status), "%s", status.text);
    ck_assert(row_keys_open(&keys, &e, 1, &status));
    ck_assert_msg(kept_write(store, &keys, lab_path("k.rows"), &written, &left_out, &status), "%s",
                  status.text);
    ck_assert_msg(kept_read_file(lab_path("k.rows"), import, into, &status), "%s", status.text);
    ck_assert_int_eq(pairs_of(into, &e, rows, &status), 2);
    snprintf(expected, sizeof expected, NAME " %s", one);
    ck_assert_str_eq(rows[1].lookups, expected);
    row_keys_close(&keys);
    store_close(store), store_close(into);
    experiment_close(&e);
}
END_TEST

typedef struct Told {
    int  lines;
    char last[1000];
} Told;

static void tell(void *context, bool engine, const char *line)
{
    Told *const told = context;
    (void)engine;
    told->lines++;
    snprintf(told->last, sizeof told->last, "%s", line);
}

START_TEST(test_a_trial_that_is_run_again_with_another_database_says_so)
{
    char         one[DB_DIGEST_TEXT], two[DB_DIGEST_TEXT];
    Experiment   e     = lab_parse(MATCH);
    Store *const store = lab_store("a.db", true);
    Told         told  = {0};
    VerifyResult result;
    Status       status = {0};
    database("first", 1, one);
    ck_assert_msg(runs(store, &e, 1, &status), "%s", status.text);
    database("other", 3, two);
    Verify *const v = verify_open(&e, 1, VERIFY_OWN, &status);
    ck_assert(v != NULL && store_each(store, verify_visit, v, &status));
    ck_assert_msg(verify_run(v, &(VerifyOptions){.share = 1, .threads = 1}, tell, &told, &result, &status),
                  "%s", status.text);
    verify_close(v);
    ck_assert_int_eq(told.lines, 1);   // nothing about the nodes, which differ too
    ck_assert_msg(strstr(told.last, "m, opening 0: database " NAME " has digest ") == told.last &&
                      strstr(told.last, one) != NULL && strstr(told.last, two) != NULL,
                  "%s", told.last);
    ck_assert_int_eq(result.differ, 1);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_only_what_can_have_been_written_is_read)
{
    static const char *const bad[] = {
        " ",
        "x",
        "x ",
        "x 1",
        " x " ONE,
        "x " ONE " ",
        "x  " ONE,
        "x " ONE "0",
        "x " ONE " y",
        "y " ONE " x " ONE,
        "x " ONE " x " TWO,
        "x 0000000000000000000000000000000G",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx " ONE,
    };
    Lookups read;
    Lookup  one[2];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!lookups_read(&read, bad[i]), "'%s'", bad[i]);
    ck_assert(lookups_read(&read, "") && read.count == 0);
    ck_assert(lookups_read(&read, "x " ONE " y " TWO) && read.count == 2);
    ck_assert_str_eq(read.list[1].name, "y");
    ck_assert_str_eq(read.list[1].digest, TWO);
    ck_assert(!lookups_differ("a " ONE " x " ONE, "b " TWO " x " ONE, one));
    ck_assert(lookups_differ("a " ONE " x " ONE, "b " TWO " x " TWO, one));
    ck_assert_str_eq(one[0].name, "x");
    ck_assert_str_eq(one[0].digest, ONE);
    ck_assert_str_eq(one[1].digest, TWO);
}
END_TEST

Suite *suite_lab_lookups(void);
Suite *suite_lab_lookups(void)
{
    Suite *const suite = suite_create("lab_lookups");
    TCase *const tcase = tcase_create("lab_lookups");
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_a_run_with_another_database_is_refused_before_it_starts);
    tcase_add_test(tcase, test_trials_with_another_database_are_refused);
    tcase_add_test(tcase, test_what_the_control_looked_up_is_named_by_every_row_of_its_positions);
    tcase_add_test(tcase, test_one_name_has_one_content_within_a_cell);
    tcase_add_test(tcase, test_a_report_refuses_accepted_rows_of_another_database);
    tcase_add_test(tcase, test_rows_come_over_with_their_databases_and_are_not_mixed);
    tcase_add_test(tcase, test_an_import_that_was_taken_back_is_forgotten);
    tcase_add_test(tcase, test_kept_rows_carry_their_databases);
    tcase_add_test(tcase, test_a_trial_that_is_run_again_with_another_database_says_so);
    tcase_add_test(tcase, test_only_what_can_have_been_written_is_read);
    suite_add_tcase(suite, tcase);
    return suite;
}
