// The checksums of rows of results: over every value of a row and everything that names it, and the same in
// every version of the program, which reads the files of the earlier ones.
#include "lab/lab_cases.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#define LOOKED_UP "a 00112233445566778899aabbccddeeff"

// Row 4 of a protocol p: of player a; of player a against b. With everything that a row can have, or without
// what may be missing.
static void rows_put(const char *name, bool full)
{
    Store *const      store  = lab_store(name, true);
    Status            status = {0};
    const char *const player = "a";
    TrialCount        trial  = {.nodes = 30, .interior = 10, .leaves = 20, .list_length = 5, .seconds = 0.25};
    PairResult        pair   = {.points = {2, 1}, .plies = {30, 40}, .nodes = {7, 8}, .seconds = 0.5};
    pair.capped[1]           = true;
    if (full) {
        trial.turns = 6, trial.game = 77, trial.with_cuts = true, trial.cuts[0] = 3, trial.cuts[2] = 1;
        pair.game[0] = 55, pair.game[1] = 66;
        trial.lookups_known = pair.lookups_known = true;
        snprintf(trial.lookups, sizeof trial.lookups, "%s", LOOKED_UP);
        snprintf(pair.lookups, sizeof pair.lookups, "%s", LOOKED_UP);
    }
    ck_assert_msg(trial_put(store, "p", &player, 1, 4, &trial, &status), "%s", status.text);
    ck_assert_msg(pair_put(store, "p", "a", "b", 4, &pair, &status), "%s", status.text);
    store_close(store);
}

static sqlite3 *database(const char *name)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(lab_path(name), &db), SQLITE_OK);
    return db;
}

static sqlite3_int64 number(const char *name, const char *sql)
{
    sqlite3 *const db = database(name);
    sqlite3_stmt  *s;
    ck_assert_int_eq(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
    const sqlite3_int64 found = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    return found;
}

// Worked out from the description of the sums by a program in another language.
START_TEST(test_sums_are_those_of_earlier_versions)
{
    static const sqlite3_int64 trials[] = {32151497650077743, 6263683796735138452},
                               pairs[]  = {-1936161027868472492, 2743828486272207291};
    rows_put("a", _i == 1);
    ck_assert_int_eq(number("a", "SELECT run FROM trials"), 1);
    ck_assert_int_eq(number("a", "SELECT run FROM pairs"), 1);
    ck_assert_int_eq(number("a", "SELECT sum FROM trials"), trials[_i]);
    ck_assert_int_eq(number("a", "SELECT sum FROM pairs"), pairs[_i]);
}
END_TEST

// Each leaves a row that could have been measured: only the sum tells.
static const char *const changes[] = {
    "UPDATE trials SET trial = 5",
    "UPDATE trials SET nodes = 31, interior = 11",
    "UPDATE trials SET nodes = 31, leaves = 21",
    "UPDATE trials SET interior = 9, leaves = 21",
    "UPDATE trials SET list_length = 6",
    "UPDATE trials SET seconds = 0.26",
    "UPDATE trials SET cuts = '3 0 2'",
    "UPDATE trials SET cuts = '3 1 1'",
    "UPDATE trials SET cuts = NULL",
    "UPDATE trials SET turns = 5",
    "UPDATE trials SET turns = NULL",
    "UPDATE trials SET game = 78",
    "UPDATE trials SET game = NULL",
    "UPDATE trials SET databases = 'a 00112233445566778899aabbccddeefe'",
    "UPDATE trials SET databases = 'b 00112233445566778899aabbccddeeff'",
    "UPDATE trials SET databases = NULL",
    "UPDATE trials SET digest = '0123456789abcdee'",
    "UPDATE trials SET digest = 'none'",
    "UPDATE trials SET sum = sum + 1",
    "UPDATE pairs SET opening = 5",
    "UPDATE pairs SET points_first = 1",
    "UPDATE pairs SET points_second = 0",
    "UPDATE pairs SET points_first = 1, points_second = 2",
    "UPDATE pairs SET plies_first = 31",
    "UPDATE pairs SET plies_second = 41",
    "UPDATE pairs SET plies_first = 40, plies_second = 30",
    "UPDATE pairs SET capped = 0",
    "UPDATE pairs SET capped = 1",
    "UPDATE pairs SET capped = 3",
    "UPDATE pairs SET nodes_player = 8",
    "UPDATE pairs SET nodes_opponent = 7",
    "UPDATE pairs SET nodes_player = 8, nodes_opponent = 7",
    "UPDATE pairs SET seconds = 0.25",
    "UPDATE pairs SET game_first = 54",
    "UPDATE pairs SET game_second = 65",
    "UPDATE pairs SET game_second = NULL",
    "UPDATE pairs SET databases = NULL",
    "UPDATE pairs SET databases = ''",
    "UPDATE pairs SET digest = '0123456789abcdee'",
    "UPDATE pairs SET sum = sum - 1",
    "UPDATE players SET text = 'c' WHERE text = 'b'",
    "UPDATE protocols SET text = 'q'",
    "INSERT INTO runs VALUES (2, 'x', 'y', 1, 'z', NULL, NULL, NULL); UPDATE pairs SET run = 2",
};

START_TEST(test_every_value_is_under_the_sum)
{
    Status status = {0};
    rows_put("a", true);
    sqlite3 *const db = database("a");
    ck_assert_msg(sqlite3_exec(db, changes[_i], NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
    Store *const store = store_open(lab_path("a"), false, &status);
    ck_assert_msg(store == NULL, "not noticed: %s", changes[_i]);
    ck_assert_msg(strstr(status.text, "damaged") != NULL, "%s", status.text);
}
END_TEST

Suite *suite_lab_sums(void);
Suite *suite_lab_sums(void)
{
    Suite *suite = suite_create("lab_sums");
    TCase *tcase = tcase_create("lab_sums");
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_loop_test(tcase, test_sums_are_those_of_earlier_versions, 0, 2);
    tcase_add_loop_test(tcase, test_every_value_is_under_the_sum, 0,
                        (int)(sizeof changes / sizeof changes[0]));
    suite_add_tcase(suite, tcase);
    return suite;
}
