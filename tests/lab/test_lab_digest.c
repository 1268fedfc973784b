// Results know the program that made them: rows of another digest are not used unless they are accepted, are
// counted by name, and rows of other files keep what is known about them.
#include "lab/lab_cases.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROTOCOL "othello start=initial"
#define OTHER    "00000000deadbeef"
#define THIRD    "11111111deadbeef"

static const char *const player = "alphabeta:depth=1";

static StoreKey key(const char *digest) { return (StoreKey){&trial_rows, PROTOCOL, &player, digest}; }

static void put(Store *store, const char *digest, int trial, uint64_t nodes)
{
    const StoreKey   k      = key(digest);
    const TrialCount count  = lab_count(nodes);
    Status           status = {0};
    ck_assert_msg(store_put(store, &k, trial, 1, &count, &status), "%s", status.text);
}

// The nodes of the rows that are read, added up; -1 when there are not `n` of them.
static int64_t nodes_read(Store *store, int n)
{
    const StoreKey k = key(build_digest("othello"));
    TrialCount     found[8];
    Status         status = {0};
    int64_t        sum    = 0;
    if (store_read(store, &k, 8, found, &status) != n) return -1;
    for (int i = 0; i < n; i++) sum += (int64_t)found[i].nodes;
    return sum;
}

START_TEST(test_rows_of_another_digest_are_not_seen)
{
    Store *const   store = lab_store("a", true);
    const StoreKey own   = key(build_digest("othello"));
    StoreForeign   foreign[4];
    put(store, OTHER, 0, 100), put(store, OTHER, 1, 200);
    ck_assert_int_eq(nodes_read(store, 0), 0);
    ck_assert(!store_has(store, &own, 0) && !store_has(store, &own, 1));
    put(store, own.digest, 0, 7);
    ck_assert_int_eq(nodes_read(store, 1), 7);
    ck_assert(store_has(store, &own, 0) && !store_has(store, &own, 1));
    ck_assert_int_eq(store_foreign(store, foreign, 4), 1);   // asked for more than once, counted once
    ck_assert_str_eq(foreign[0].digest, OTHER);
    ck_assert_str_eq(foreign[0].own, own.digest);
    ck_assert_str_eq(foreign[0].commits, build_commit);
    ck_assert(foreign[0].rows == 2 && !foreign[0].accepted);
    store_close(store);
}
END_TEST

START_TEST(test_a_row_that_was_measured_anew_is_not_told_again)
{
    StoreForeign foreign[4];
    Store       *store = lab_store("a", true);
    put(store, OTHER, 0, 100), put(store, build_digest("othello"), 0, 7);
    put(store, THIRD, 0, 100), put(store, THIRD, 1, 100);
    store_close(store);
    store = lab_store("a", false);
    ck_assert_int_eq(nodes_read(store, 1), 7);
    ck_assert_int_eq(store_foreign(store, foreign, 4), 1);
    ck_assert_str_eq(foreign[0].digest, THIRD);
    ck_assert_int_eq(foreign[0].rows, 1);
    store_close(store);
}
END_TEST

START_TEST(test_rows_after_a_missing_one_are_told)
{
    Store *const      store = lab_store("a", true);
    const char *const own   = build_digest("othello");
    char              digests[100], commits[100], told[TEXT_MAX];
    Text              d = text_on(digests, sizeof digests), c = text_on(commits, sizeof commits),
         gap = text_on(told, sizeof told);
    put(store, own, 0, 7), put(store, own, 1, 8), put(store, own, 3, 9), put(store, THIRD, 2, 4);
    store_used_begin(store);
    ck_assert_int_eq(nodes_read(store, 2), 15);
    store_used(store, &d, &c, &gap);
    ck_assert_msg(strstr(told, "the first 2 trials of '") == told, "%s", told);
    put(store, own, 2, 1);
    store_used_begin(store);
    gap = text_on(told, sizeof told);
    ck_assert_int_eq(nodes_read(store, 4), 25);
    store_used(store, &d, &c, &gap);
    ck_assert_str_eq(told, "");
    store_close(store);
}
END_TEST

START_TEST(test_accepted_rows_are_used_where_there_are_none_of_its_own)
{
    Store *const      store = lab_store("a", true);
    const char *const own   = build_digest("othello");
    char              digests[100], commits[100], both[100];
    char              told[TEXT_MAX];
    Text              d = text_on(digests, sizeof digests), c = text_on(commits, sizeof commits);
    Text              gap = text_on(told, sizeof told);
    StoreForeign      foreign[4];
    put(store, OTHER, 0, 100), put(store, OTHER, 1, 200), put(store, THIRD, 2, 4), put(store, own, 0, 7);
    ck_assert(store_accept(store, OTHER));
    store_used_begin(store);
    ck_assert_int_eq(nodes_read(store, 2), 207);
    store_used(store, &d, &c, &gap);
    snprintf(both, sizeof both, strcmp(own, OTHER) < 0 ? "%s, %s" : "%2$s, %1$s", own, OTHER);
    ck_assert_str_eq(digests, both);
    ck_assert_str_eq(commits, build_commit);
    const StoreKey k = key(own);
    ck_assert(store_has(store, &k, 1) && !store_has(store, &k, 2));
    ck_assert_int_eq(store_foreign(store, foreign, 4), 2);
    ck_assert(foreign[0].accepted && foreign[0].rows == 1 && strcmp(foreign[0].digest, OTHER) == 0);
    ck_assert(!foreign[1].accepted && foreign[1].rows == 1 && strcmp(foreign[1].digest, THIRD) == 0);
    store_close(store);
}
END_TEST

// Everything a visitor is shown about a row, as a line.
typedef struct Seen {
    int    rows, imported;
    Store *into;
    Text   text;
} Seen;

static bool see(void *context, const StoreRow *row, Status *status)
{
    Seen *const seen  = context;
    bool        added = false;
    seen->rows++;
    if (row->key.rows == &trial_rows)
        text_add(&seen->text, "%s|%s|%d|%s|%s|%d|%llu\n", row->key.protocol, row->key.players[0], row->number,
                 row->key.digest, row->run.machine, row->run.threads,
                 (unsigned long long)((const TrialCount *)row->row)->nodes);
    else
        text_add(&seen->text, "%s|%s|%s|%d|%s\n", row->key.protocol, row->key.players[0], row->key.players[1],
                 row->number, row->key.digest);
    if (seen->into != NULL && !store_import(seen->into, row, &added, status)) return false;
    seen->imported += added;
    return true;
}

static Seen each(Store *store, Store *into, char *buffer, size_t size)
{
    Status status = {0};
    Seen   seen   = {.into = into, .text = text_on(buffer, size)};
    ck_assert_msg(store_each(store, see, &seen, &status), "%s", status.text);
    return seen;
}

static const char all_rows[] = PROTOCOL "|alphabeta:depth=1|0|" OTHER "|test machine|1|100\n" PROTOCOL
                                        "|alphabeta:depth=1|1|" OTHER "|test machine|1|200\n"
                                        "m|a|b|3|0123456789abcdef\n";

static void fill(const char *name)
{
    Store *const     store  = lab_store(name, true);
    const PairResult pair   = {.points = {2, 1}, .plies = {9, 9}, .nodes = {1, 2}, .seconds = 1};
    Status           status = {0};
    put(store, OTHER, 1, 200), put(store, OTHER, 0, 100);
    ck_assert(pair_put(store, "m", "a", "b", 3, &pair, &status));
    store_close(store);
}

START_TEST(test_every_row_is_visited_and_comes_over_with_its_digest_and_run)
{
    char text[2000];
    fill("a");
    Store *const from = lab_store("a", false);
    Status       status;
    Store       *into = store_open(lab_path("b"), true, &status);
    ck_assert(store_run_begin(into, "another machine", 2, &status));
    put(into, build_digest("othello"), 0, 5);
    Seen seen = each(from, into, text, sizeof text);
    ck_assert_str_eq(text, all_rows);
    ck_assert(seen.rows == 3 && seen.imported == 3);
    seen = each(from, into, text, sizeof text);   // again: nothing changes
    ck_assert(seen.rows == 3 && seen.imported == 0);
    store_close(into);
    store_close(from);
    into = lab_store("b", false);   // whole, with checksums of its own
    seen = each(into, NULL, text, sizeof text);
    ck_assert_int_eq(seen.rows, 4);
    ck_assert(strstr(text, PROTOCOL "|alphabeta:depth=1|0|" OTHER "|test machine|1|100\n") != NULL);
    ck_assert(strstr(text, "|another machine|2|5\n") != NULL);
    store_close(into);
}
END_TEST

START_TEST(test_an_equal_key_with_other_values_is_refused_by_name)
{
    char   text[2000];
    Status status = {0};
    bool   added;
    fill("a");
    Store *const store   = lab_store("a", true);
    TrialCount   changed = lab_count(101), slower = lab_count(100);
    StoreRow     row = {.key    = key(OTHER),
                        .number = 0,
                        .run    = {"pollard 9", "abc", "cc 1", "-O", "elsewhere", "2026-01-01 00:00:00", 1},
                        .row    = &changed};
    slower.seconds   = 9;
    ck_assert(!store_import(store, &row, &added, &status));
    ck_assert_msg(strstr(status.text, "trial 0 of 'alphabeta:depth=1' (" PROTOCOL ", digest " OTHER
                                      ") is there with other values") != NULL,
                  "%s", status.text);
    row.row = &slower;   // time is not a value
    ck_assert(store_import(store, &row, &added, &status) && !added);
    row.key = key(THIRD), row.row = &changed;
    ck_assert(store_import_begin(store, &status) && store_import(store, &row, &added, &status) && added);
    ck_assert(store_import_end(store, false, &status));
    each(store, NULL, text, sizeof text);
    ck_assert_str_eq(text, all_rows);
    ck_assert(store_import_begin(store, &status) && store_import(store, &row, &added, &status) && added);
    ck_assert(store_import_end(store, true, &status));
    each(store, NULL, text, sizeof text);
    ck_assert(strstr(text, "|0|" THIRD "|elsewhere|1|101\n") != NULL);
    store_close(store);
}
END_TEST

START_TEST(test_the_run_says_what_the_program_is)
{
    Store *const  store = lab_store("a", true);
    sqlite3      *db;
    sqlite3_stmt *s;
    store_close(store);
    ck_assert_int_eq(sqlite3_open(lab_path("a"), &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_prepare_v2(db, "SELECT program, revision, compiler, flags FROM runs", -1, &s, NULL),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
    const char *const expected[] = {"pollard " POLLARD_VERSION, build_commit, build_compiler(), build_flags};
    for (int i = 0; i < 4; i++) ck_assert_str_eq((const char *)sqlite3_column_text(s, i), expected[i]);
    ck_assert(strstr(build_compiler(), "gcc ") == build_compiler() ||
              strstr(build_compiler(), "clang ") == build_compiler());
    ck_assert(build_commit[0] != 0 && strstr(build_flags, "-std=gnu17") != NULL);
    sqlite3_finalize(s);
    sqlite3_close(db);
}
END_TEST

START_TEST(test_every_game_has_a_digest_of_its_own)
{
    int n = 0;
    for (; games_all[n] != NULL; n++) {
        ck_assert(digest_valid(build_digest(games_all[n]->name)));
        for (int k = 0; k < n; k++)
            ck_assert_str_ne(build_digest(games_all[n]->name), build_digest(games_all[k]->name));
    }
    ck_assert_str_eq(build_digest("othello:size=6"), build_digest("othello"));
    ck_assert(digest_valid("none") && digest_valid("0123456789abcdef"));
    ck_assert(!digest_valid("") && !digest_valid("0123456789abcde") && !digest_valid("0123456789abcdeg") &&
              !digest_valid("0123456789ABCDEF") && !digest_valid("0123456789abcdef0"));
}
END_TEST

Suite *suite_lab_digest(void);
Suite *suite_lab_digest(void)
{
    Suite *const suite = suite_create("lab_digest");
    TCase *const tcase = tcase_create("lab_digest");
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_rows_of_another_digest_are_not_seen);
    tcase_add_test(tcase, test_a_row_that_was_measured_anew_is_not_told_again);
    tcase_add_test(tcase, test_rows_after_a_missing_one_are_told);
    tcase_add_test(tcase, test_accepted_rows_are_used_where_there_are_none_of_its_own);
    tcase_add_test(tcase, test_every_row_is_visited_and_comes_over_with_its_digest_and_run);
    tcase_add_test(tcase, test_an_equal_key_with_other_values_is_refused_by_name);
    tcase_add_test(tcase, test_the_run_says_what_the_program_is);
    tcase_add_test(tcase, test_every_game_has_a_digest_of_its_own);
    suite_add_tcase(suite, tcase);
    return suite;
}
