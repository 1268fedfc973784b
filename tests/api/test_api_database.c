// Databases of the library: one that is built here is found in its folder and says what is true.
#include "api/api_cases.h"
#include "retro/build.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], path[DB_PATH_MAX], error[POLLARD_ERROR_MAX];

static void build(const char *name)
{
    CatalogDb   db;
    Status      status;
    BuildResult result;
    char        part[DB_PATH_MAX], given[DB_PATH_MAX];
    snprintf(folder, sizeof folder, "/tmp/api-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(pollard_databases_folder(folder, given, sizeof given), (int)strlen(folder));
    ck_assert_str_eq(given, folder);
    ck_assert_msg(catalog_open(&db, name, &status), "%s", status.text);
    ck_assert(catalog_path(&db, folder, false, path, &status) &&
              catalog_path(&db, folder, true, part, &status));
    const BuildOptions options = {.path = path, .part = part, .threads = 1, .file = {.form = db.form}};
    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    catalog_close(&db);
}

static void clean(void)
{
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

static PollardDatabase *database_open(const char *name)
{
    PollardDatabase *database;
    ck_assert_msg(pollard_database_open(&database, name, error, sizeof error) == 0, "%s", error);
    return database;
}

static json_t *probe(PollardDatabase *database, const char *position, int line)
{
    static char  text[1 << 14];
    json_error_t why;
    const int    n = pollard_database_probe(database, position, line, text, sizeof text, error, sizeof error);
    ck_assert_msg(n > 0, "%s", error);
    json_t *const json = json_loads(text, 0, &why);
    ck_assert_ptr_nonnull(json);
    return json;
}

static void expect(PollardDatabase *database, const char *position, int value, const char *says)
{
    json_t *const       json  = probe(database, position, 1);
    const json_t *const found = json_object_get(json, "value");
    if (value < 0) ck_assert(json_is_null(found));
    else ck_assert_int_eq((int)json_integer_value(found), value);
    ck_assert_str_eq(json_string_value(json_object_get(json, "says")), says);
    ck_assert_uint_eq(json_array_size(json_object_get(json, "moves")), value > 0 ? (size_t)value : 0);
    json_decref(json);
}

START_TEST(test_a_solved_game_says_who_wins_and_how)
{
    build("solve:tictactoe");
    PollardDatabase *const database = database_open("solve:tictactoe");
    expect(database, "XX-OO---- X", 1, "won in 1 plies");
    expect(database, "--------- X", -1, "drawn");
    expect(database, "XXXOO---- O", 0, "lost: the game is over");
    json_t *const json = probe(database, "XX-OO---- X", 1);
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(json, "moves"), 0)), "c1");
    ck_assert_str_eq(json_string_value(json_object_get(json, "name")), "solve-tictactoe");
    ck_assert_uint_eq(json_array_size(json_object_get(json, "positions")), 1);
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(json, "positions"), 0)), "XXXOO---- O");
    json_decref(json);
    json_t *const without = probe(database, "XX-OO---- X", 0);
    ck_assert_uint_eq(json_array_size(json_object_get(without, "moves")), 0);
    json_decref(without);
    ck_assert_int_eq(pollard_database_probe(database, "nonsense", 0, NULL, 0, error, sizeof error),
                     POLLARD_ERROR_INPUT);
    pollard_database_close(database);
    clean();
}
END_TEST

// The line of a won ending: every position is in the database, the last one is mate.
START_TEST(test_a_line_of_an_ending_leads_to_mate)
{
    build("chess-kqk");
    PollardDatabase *const database  = database_open("chess-kqk");
    json_t *const          json      = probe(database, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 1);
    const json_t *const    positions = json_object_get(json, "positions");
    const size_t           n         = json_array_size(positions);
    ck_assert_str_eq(json_string_value(json_object_get(json, "says")), "won in 9 moves");
    ck_assert_uint_eq(n, 17);
    ck_assert_uint_eq(json_array_size(json_object_get(json, "moves")), n);
    for (size_t i = 0; i < n; i++) {
        json_t *const     one  = probe(database, json_string_value(json_array_get(positions, i)), 0);
        const char *const says = json_string_value(json_object_get(one, "says"));
        char              want[40];
        const size_t      left = (n - i) / 2;
        snprintf(want, sizeof want, "%s in %zu move%s", i % 2 ? "won" : "lost", left, left == 1 ? "" : "s");
        ck_assert_str_eq(says, i + 1 == n ? "mated" : want);
        json_decref(one);
    }
    json_decref(json);
    pollard_database_close(database);
    clean();
}
END_TEST

START_TEST(test_what_is_not_there_is_refused)
{
    PollardDatabase *database = (PollardDatabase *)error;
    ck_assert_int_gt(pollard_databases_folder("/no-such-folder", NULL, 0), 0);
    ck_assert_int_eq(pollard_database_open(&database, "chess-krk", error, sizeof error),
                     POLLARD_ERROR_SYSTEM);
    ck_assert_ptr_nonnull(strstr(error, "not built"));
    ck_assert_ptr_null(database);
    ck_assert_int_eq(pollard_database_open(&database, "chess-kxk", error, sizeof error), POLLARD_ERROR_INPUT);
    ck_assert_int_eq(pollard_database_open(&database, "../etc", error, sizeof error), POLLARD_ERROR_INPUT);
    ck_assert_int_eq(pollard_databases_folder("", NULL, 0), POLLARD_ERROR_INPUT);
}
END_TEST

// An engine looks where the folder is.
START_TEST(test_an_engine_finds_the_solution_in_the_folder)
{
    build("solve:tictactoe");
    PollardGame *const   game   = api_game("tictactoe");
    PollardPlay *const   play   = api_play(game, "XX-OO---- X");
    PollardEngine *const engine = api_engine(game, "engine");
    PollardResult        result = {.size = sizeof result};
    char                 text[4096];
    ck_assert_int_gt(pollard_engine_json(engine, text, sizeof text), 0);
    ck_assert_msg(strstr(text, "eval=solved") != NULL, "%s", text);
    ck_assert_int_eq(pollard_engine_think(engine, play, NULL, &result, error, sizeof error), 0);
    ck_assert(result.outcome == 1 && result.plies == 1);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
    clean();
}
END_TEST

Suite *suite_api_database(void);
Suite *suite_api_database(void)
{
    Suite *s = suite_create("api_database");
    TCase *t = tcase_create("api_database");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, test_a_solved_game_says_who_wins_and_how);
    tcase_add_test(t, test_a_line_of_an_ending_leads_to_mate);
    tcase_add_test(t, test_what_is_not_there_is_refused);
    tcase_add_test(t, test_an_engine_finds_the_solution_in_the_folder);
    suite_add_tcase(s, t);
    return s;
}
