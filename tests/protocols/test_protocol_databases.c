// What protocols say of positions that a database knows: mates, not large values; and nothing that
// contradicts itself near the fiftieth move.
#include "dialogue.h"
#include "play/match_cases.h"
#include "retro/build.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static Dialogue d;

static void database_build(const char *name)
{
    CatalogDb   db;
    BuildResult result;
    Status      status;
    char        path[DB_PATH_MAX], part[DB_PATH_MAX];
    databases_folder_set(match_path("databases"));
    mkdir(databases_folder(), 0777);
    ck_assert_msg(catalog_open(&db, name, &status), "%s", status.text);
    ck_assert(catalog_path(&db, databases_folder(), false, path, &status) &&
              catalog_path(&db, databases_folder(), true, part, &status));
    const BuildOptions options = {.path = path, .part = part, .threads = 1};
    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    catalog_close(&db);
}

// A rook against a king, by whoever is to move: 29, 30 and 6 plies by the database.
static const struct {
    const char *fen, *score, *score_xboard;
} mates[] = {
    {"8/8/8/3k4/8/8/8/K6R w - - 0 1", " score mate 15 ", " 100015 "},
    {"7R/8/8/8/8/2k5/8/K7 b - - 0 1", " score mate -15 ", " -100015 "},
    {"8/8/8/8/3k4/8/7r/K7 w - - 0 1", " score mate -3 ", " -100003 "},
};

START_TEST(test_exact_values_are_said_as_mates)
{
    char line[120];
    database_build("chess-krk");
    for (int depth = 1; depth <= 4; depth++) {
        dialogue_open(&d, &protocol_uci, "chess", "alphabeta:eval=edb:krk,tt=12,order=tt");
        snprintf(line, sizeof line, "position fen %s", mates[_i].fen);
        tell(&d, line);
        snprintf(line, sizeof line, "go depth %d", depth);
        answer(&d, line, "bestmove ");
        ck_assert_msg(times_said(mates[_i].score) == depth, "%s", heard());
        ck_assert_msg(was_said(" tbhits ") && !was_said(" tbhits 0 "), "%s", heard());
        dialogue_close(&d);
    }
    dialogue_open(&d, &protocol_xboard, "chess", "alphabeta:eval=edb:krk,depth=2");
    snprintf(line, sizeof line, "setboard %s", mates[_i].fen);
    tell(&d, "force");
    tell(&d, line);
    tell(&d, "post");
    answer(&d, "go", "move ");
    ck_assert_msg(was_said(mates[_i].score_xboard), "%s", heard());
    dialogue_close(&d);
}
END_TEST

// Several lines, or chosen moves: databases know them all at the first depth, which is said then.
START_TEST(test_lines_that_are_known_at_once_are_said)
{
    static const char *const asks[] = {"go movetime 300", "go wtime 30000 btime 30000", "go mate 20",
                                       "go movetime 300 searchmoves a1a2"};
    database_build("chess-krk");
    for (int i = 0; i < 4; i++) {
        dialogue_open(&d, &protocol_uci, "chess", "alphabeta:eval=edb:krk,tt=12,order=tt");
        if (i < 3) tell(&d, "setoption name MultiPV value 3");
        tell(&d, "position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1");
        answer(&d, asks[i], "bestmove ");
        ck_assert_msg(was_said(" score mate ") && was_said(i < 3 ? " multipv 3 " : " multipv 1 "), "%s: %s",
                      asks[i], heard());
        ck_assert_msg(!was_said(" tbhits 0 "), "%s", heard());
        dialogue_close(&d);
    }
}
END_TEST

// Every move is the hundredth ply without a capture: what a database has won is drawn.
START_TEST(test_a_probe_agrees_with_its_moves_at_the_fiftieth_move)
{
    static const char *const says[] = {"\"covered\":true,\"name\":\"chess-krk\",\"value\":1199971,\"win_in\":"
                                       "29,\"says\":\"won in 29 plies\"",
                                       "\"covered\":true,\"name\":\"rules\",\"value\":0,\"says\":\"drawn\""};
    char                     line[200];
    database_build("chess-krk");
    dialogue_open(&d, &protocol_jsonl, "chess", "engine");
    for (int i = 0; i < 2; i++) {
        snprintf(line, sizeof line, "{\"do\":\"new\",\"position\":\"8/8/8/3k4/8/8/8/K6R w - - %d 70\"}",
                 i ? 99 : 98);
        tell(&d, line);
        forget();
        tell(&d, "{\"do\":\"probe\"}");
        ck_assert_msg(was_said(says[i]), "%s", heard());
    }
    dialogue_close(&d);
}
END_TEST

Suite *suite_protocol_databases(void);
Suite *suite_protocol_databases(void)
{
    Suite *const suite = suite_create("protocol_databases");
    TCase *const tcase = tcase_create("protocol_databases");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, match_folder_make, match_folder_remove);
    tcase_add_test(tcase, test_lines_that_are_known_at_once_are_said);
    tcase_add_loop_test(tcase, test_exact_values_are_said_as_mates, 0, sizeof mates / sizeof *mates);
    tcase_add_test(tcase, test_a_probe_agrees_with_its_moves_at_the_fiftieth_move);
    suite_add_tcase(suite, tcase);
    return suite;
}
