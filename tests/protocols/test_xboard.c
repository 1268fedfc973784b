// The protocol of XBoard: who moves when, clocks, analysis, results that are claimed, and no line that hurts.
#include "dialogue.h"
#include "protocols/xboard_inner.h"

#include <stdio.h>
#include <string.h>

static Dialogue d;

static Xboard       *session(void) { return d.session; }
static const Record *record(void) { return &session()->t.record; }

static void start(const char *player)
{
    dialogue_open(&d, &protocol_xboard, "chess", player);
    tell(&d, "xboard");
    tell(&d, "protover 2");
}

static bool legal(const char *word)
{
    Move m;
    return words_move(&d.v, &record()->now, word, &m);
}

START_TEST(test_features_are_said_and_end_with_done)
{
    start("engine");
    static const char *const features[] = {"myname=\"Pollard",
                                           "ping=1",
                                           "setboard=1",
                                           "usermove=1",
                                           "san=0",
                                           "analyze=1",
                                           "colors=0",
                                           "time=1",
                                           "sigint=0",
                                           "sigterm=0",
                                           "variants=\"normal\" done=1\n"};
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        ck_assert_msg(was_said(features[i]), "%s", features[i]);
    ck_assert(!d.protocol->line(d.session, "quit"));
    dialogue_close(&d);
}
END_TEST

// It answers as black, then as white after `go`, looks on after `force`, and plays the other side.
START_TEST(test_it_plays_the_side_it_is_told)
{
    start("engine");
    tell(&d, "new");
    tell(&d, "sd 2");
    ck_assert_uint_eq(strlen(answer(&d, "usermove e2e4", "move ")), 4);
    ck_assert_int_eq(record()->count, 2);
    tell(&d, "force");
    forget();
    tell(&d, "usermove d2d4");
    d.protocol->wait(d.session);
    ck_assert_str_eq(heard(), "");
    ck_assert_int_eq(record()->count, 3);
    answer(&d, "go", "move ");
    ck_assert_int_eq(record()->count, 4);
    tell(&d, "undo");   // its own move: it makes another
    d.protocol->wait(d.session);
    ck_assert_int_eq(record()->count, 4);
    tell(&d, "force");
    const int before = record()->count;
    tell(&d, "remove");
    ck_assert_int_eq(record()->count, before - 2);
    tell(&d, "playother");
    ck_assert_int_eq(session()->side, !d.v.game->turn(d.v.rules, &record()->now));
    dialogue_close(&d);
}
END_TEST

// The result is claimed after the move that ends the game, whoever made it, and nothing follows.
START_TEST(test_results_are_claimed)
{
    start("engine");
    tell(&d, "force");
    tell(&d, "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    tell(&d, "sd 3");
    ck_assert_str_eq(answer(&d, "go", "move "), "a1a8");
    ck_assert_msg(was_said("\n1-0 {white wins"), "%s", heard());
    tell(&d, "new");
    tell(&d, "force");
    for (const char *moves = "f2f3 e7e5 g2g4 d8h4", *at = moves; at != NULL; at = strchr(at, ' ')) {
        char line[40];
        at += *at == ' ';
        snprintf(line, sizeof line, "usermove %.4s", at);
        tell(&d, line);
    }
    ck_assert_msg(was_said("0-1 {black wins"), "%s", heard());
    forget();
    tell(&d, "usermove e2e4");
    ck_assert_str_eq(heard(), "Illegal move (the game is over): e2e4\n");
    tell(&d, "new");
    tell(&d, "force");
    for (int i = 0; i < 8; i++)
        tell(&d, i % 4 == 0   ? "usermove g1f3"
                 : i % 4 == 1 ? "usermove g8f6"
                 : i % 4 == 2 ? "usermove f3g1"
                              : "usermove f6g8");
    ck_assert_msg(was_said("1/2-1/2 {draw by repetition}"), "%s", heard());
    dialogue_close(&d);
}
END_TEST

// The limit of plies is our matches' own.
START_TEST(test_a_game_beyond_the_limit_of_plies_goes_on)
{
    start("engine");
    tell(&d, "new");
    tell(&d, "sd 1");
    d.v.facts.plies_max = 3;
    for (int ply = 0; ply < 6; ply += 2) {
        char line[40];
        snprintf(line, sizeof line, "usermove %c2%c3", "abg"[ply / 2], "abg"[ply / 2]);
        ck_assert_uint_ge(strlen(answer(&d, line, "move ")), 4);
        ck_assert_msg(!was_said("1/2-1/2"), "%s", heard());
        ck_assert_int_eq(record()->count, ply + 2);
    }
    dialogue_close(&d);
}
END_TEST

START_TEST(test_a_whole_game_against_itself_is_legal_and_ends)
{
    start("alphabeta:depth=1,order=random");
    tell(&d, "new");
    tell(&d, "st 1");
    forget();
    int plies = 0;
    while (!was_said("1-0 {") && !was_said("0-1 {") && !was_said("1/2-1/2 {")) {
        const int before = record()->count;
        tell(&d, "go");
        d.protocol->wait(d.session);
        ck_assert_int_eq(record()->count, before + 1);
        ck_assert_int_lt(plies++, d.v.facts.plies_max + 1);
        if (TEST_SANITIZED && plies > 60) break;
    }
    dialogue_close(&d);
}
END_TEST

START_TEST(test_pings_wait_for_the_move)
{
    start("engine");
    tell(&d, "new");
    tell(&d, "st 1000");
    tell(&d, "go");
    forget();
    for (int i = 1; i <= 3; i++) {
        char line[20];
        snprintf(line, sizeof line, "ping %d", i);
        tell(&d, line);
    }
    pause_ms(20);
    ck_assert(!was_said("pong"));
    forget();
    tell(&d, "usermove e2e4");
    ck_assert_str_eq(heard(), "Illegal move (it is not your turn): e2e4\n");
    forget();
    tell(&d, "?");   // now
    ck_assert(strncmp(heard(), "move ", 5) == 0 || was_said("\nmove "));
    ck_assert(strstr(heard(), "move ") < strstr(heard(), "pong 1\npong 2\npong 3\n"));
    ck_assert(was_said("pong 3"));
    forget();
    tell(&d, "ping 9");
    ck_assert_str_eq(heard(), "pong 9\n");
    dialogue_close(&d);
}
END_TEST

// No move of a search is played on a board that was changed meanwhile.
START_TEST(test_what_changes_the_board_ends_the_search)
{
    static const char *const lines[] = {"force", "new", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                                        "result 1-0 {x}", "playother"};
    start("engine");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        tell(&d, "new");
        tell(&d, "st 1000");
        tell(&d, "go");
        forget();
        tell(&d, lines[i]);
        ck_assert_msg(!was_said("move "), "%s: %s", lines[i], heard());
        // After setboard it is its turn again.
        const bool thinks = strncmp(lines[i], "setboard", 8) == 0;
        ck_assert_msg(thinker_busy(&session()->t) == thinks, "%s", lines[i]);
        tell(&d, "force");
    }
    tell(&d, "new");
    tell(&d, "go");
    forget();
    dialogue_close(&d);
    ck_assert_ptr_null(strstr(heard(), "move "));
}
END_TEST

START_TEST(test_analysis_follows_the_board)
{
    start("engine");
    tell(&d, "analyze");
    ck_assert(wait_for("\n1 ", 10));
    tell(&d, "ping 4");
    ck_assert(was_said("pong 4\n"));
    tell(&d, ".");
    ck_assert(was_said("stat01: "));
    forget();
    tell(&d, "usermove e2e4");
    ck_assert(wait_for("\n2 ", 10));
    ck_assert_int_eq(record()->count, 1);
    forget();
    tell(&d, "undo");
    ck_assert_int_eq(record()->count, 0);
    tell(&d, "exit");
    ck_assert(!was_said("move "));
    ck_assert(!session()->analyzing);
    forget();
    pause_ms(20);
    ck_assert_str_eq(heard(), "");
    dialogue_close(&d);
}
END_TEST

START_TEST(test_clocks_are_understood)
{
    start("engine");
    tell(&d, "level 40 5:30 2");
    ck_assert(session()->clock && session()->period == 40 && session()->left[0] == 330 &&
              session()->inc == 2);
    tell(&d, "level 0 3 0.5");
    ck_assert(session()->left[0] == 180 && session()->inc == 0.5 && session()->period == 0);
    tell(&d, "time 1234");
    tell(&d, "otim 99");
    ck_assert(session()->left[0] == 12.34 && session()->left[1] == 0.99);
    forget();
    tell(&d, "level x y z");
    ck_assert(strncmp(heard(), "Error (", 7) == 0);
    tell(&d, "memory 32");
    tell(&d, "cores 2");
    tell(&d, "time 100");
    ck_assert_uint_eq(strlen(answer(&d, "usermove e2e4", "move ")), 4);
    // Two plies, however busy the machine is; a second thread's table may cut the line short.
    tell(&d, "time 100000");
    tell(&d, "cores 1");
    tell(&d, "sd 2");
    ck_assert_uint_eq(strlen(answer(&d, "usermove a2a3", "move ")), 4);
    ck_assert(legal(answer(&d, "hint", "Hint: ")));
    dialogue_close(&d);
}
END_TEST

// What it asks of the search: 40 moves to the control, of which it has made as many as there are full moves.
START_TEST(test_the_clock_is_what_the_search_is_asked_to_keep)
{
    start("alphabeta:depth=1");
    const ThinkAsk *const ask = &session()->t.ask;
    tell(&d, "level 40 5 2");
    tell(&d, "time 10000");
    tell(&d, "otim 20000");
    answer(&d, "usermove e2e4", "move ");
    ck_assert(!ask->clock[0] && ask->clock[1] && ask->time[1] == 100 && ask->inc[1] == 2);
    ck_assert(ask->movestogo == 40 && ask->movetime == 0 && ask->depth == 0 && !ask->infinite);
    answer(&d, "usermove a2a3", "move ");
    ck_assert_int_eq(ask->movestogo, 39);
    tell(&d, "level 0 5 0");
    answer(&d, "usermove b2b3", "move ");
    ck_assert(ask->movestogo == 0 && ask->time[1] == 300 && ask->inc[1] == 0);
    tell(&d, "st 2");
    tell(&d, "sd 1");
    answer(&d, "usermove c2c3", "move ");
    ck_assert(!ask->clock[1] && ask->movetime == 2 && ask->depth == 1);
    dialogue_close(&d);
}
END_TEST

// Black's king has one move, and the rook mates. To one ply: two nodes. Mates are beyond 100000, in moves.
START_TEST(test_thinking_aloud_is_depth_score_time_nodes_and_line)
{
    int  depth, score, time, nodes;
    char line[100];
    start("alphabeta");
    tell(&d, "force");
    tell(&d, "post");
    tell(&d, "setboard 7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    tell(&d, "sd 2");
    ck_assert_str_eq(answer(&d, "go", "move "), "h8g8");
    ck_assert_int_eq(sscanf(heard(), "1 %d %d %d %99[^\n]", &score, &time, &nodes, line), 4);
    ck_assert(score > -100000 && score < 0 && time >= 0 && nodes == 2 && strcmp(line, "h8g8") == 0);
    ck_assert_int_eq(sscanf(strchr(heard(), '\n'), "\n2 %d %d %d %99[^\n]", &score, &time, &nodes, line), 4);
    ck_assert(score == -100001 && nodes > 2 && strcmp(line, "h8g8 a1a8") == 0);
    ck_assert_str_eq(answer(&d, "hint", "Hint: "), "a1a8");
    ck_assert_str_eq(answer(&d, "go", "move "), "a1a8");
    ck_assert_int_eq(sscanf(heard(), "%d %d %d %d %99[^\n]", &depth, &score, &time, &nodes, line), 5);
    ck_assert(depth == 1 && score == 100001 && strcmp(line, "a1a8") == 0);
    tell(&d, "nopost");
    tell(&d, "setboard 7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    ck_assert_str_eq(answer(&d, "go", "move "), "h8g8");
    ck_assert_str_eq(heard(), "move h8g8\n");
    dialogue_close(&d);
}
END_TEST

// `.` says what the last line of an analysis said.
START_TEST(test_the_state_of_an_analysis_is_its_last_line)
{
    char      line[60];
    int       depth;
    long long nodes, time;
    start("alphabeta");
    tell(&d, "analyze");
    ck_assert(wait_for("\n3 ", 30));
    tell(&d, ".");
    ck_assert(wait_for("stat01: ", 10));
    ck_assert_int_eq(sscanf(strstr(heard(), "stat01: "), "stat01: %lld %lld %d 0 0", &time, &nodes, &depth),
                     3);
    ck_assert(depth >= 3 && time >= 0);
    snprintf(line, sizeof line, "\n%d ", depth);
    ck_assert(wait_for(line, 10));
    tell(&d, "exit");
    long long its = 0;
    ck_assert_int_eq(sscanf(strstr(heard(), line), "%*d %*d %*d %lld", &its), 1);
    ck_assert_int_eq(its, nodes);
    forget();
    tell(&d, ".");
    ck_assert_str_eq(heard(), "");
    dialogue_close(&d);
}
END_TEST

START_TEST(test_no_line_hurts)
{
    static const char *const words[] = {
        "new",    "force",     "go",   "usermove", "e2e4",   "e7e5",     "undo",
        "remove", "sd",        "1",    "st",       "level",  "40",       "5",
        "0",      "time",      "ping", "analyze",  "exit",   "setboard", "8/8/8/8/8/8/8/8 w - -",
        "?",      ".",         "hint", "post",     "memory", "variant",  "result",
        "\xff",   "playother", "2",    "-7",       "cores"};
    start("alphabeta:depth=1");
    tell_nonsense(&d, words, sizeof words / sizeof *words, test_amount(2000, 50000));
    tell(&d, "exit");
    tell(&d, "new");
    tell(&d, "sd 1");
    ck_assert_uint_eq(strlen(answer(&d, "usermove e2e4", "move ")), 4);
    forget();
    tell(&d, "dance");
    ck_assert_str_eq(heard(), "Error (unknown command): dance\n");
    forget();
    d.protocol->too_long(d.session);
    ck_assert(strncmp(heard(), "Error (", 7) == 0);
    dialogue_close(&d);
    refused(&protocol_xboard, "othello", "engine", "is for chess");
}
END_TEST

Suite *suite_xboard(void);
Suite *suite_xboard(void)
{
    Suite *suite = suite_create("xboard");
    TCase *tcase = tcase_create("xboard");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_features_are_said_and_end_with_done);
    tcase_add_test(tcase, test_it_plays_the_side_it_is_told);
    tcase_add_test(tcase, test_results_are_claimed);
    tcase_add_test(tcase, test_a_game_beyond_the_limit_of_plies_goes_on);
    tcase_add_test(tcase, test_a_whole_game_against_itself_is_legal_and_ends);
    tcase_add_test(tcase, test_pings_wait_for_the_move);
    tcase_add_test(tcase, test_what_changes_the_board_ends_the_search);
    tcase_add_test(tcase, test_analysis_follows_the_board);
    tcase_add_test(tcase, test_clocks_are_understood);
    tcase_add_test(tcase, test_the_clock_is_what_the_search_is_asked_to_keep);
    tcase_add_test(tcase, test_thinking_aloud_is_depth_score_time_nodes_and_line);
    tcase_add_test(tcase, test_the_state_of_an_analysis_is_its_last_line);
    tcase_add_test(tcase, test_no_line_hurts);
    suite_add_tcase(suite, tcase);
    return suite;
}
