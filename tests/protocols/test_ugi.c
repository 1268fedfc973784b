// The Universal Game Interface: whole games of every variant by dialogue alone, with any number of players,
// and what it says about the game is what the record knows.
#include "dialogue.h"
#include "protocols/uci_inner.h"

#include <stdio.h>
#include <string.h>

static Dialogue d;

static const Record *record(void) { return &((const Uci *)d.session)->t.record; }

static void check_answers(void)
{
    char        expected[100] = "response";
    const Ended ended         = record_ended(record(), d.v.facts.plies_max);
    const int   turn          = d.v.game->turn(d.v.rules, &record()->now);
    Value       payoff[PLAYERS_MAX];
    ck_assert_str_eq(answer(&d, "query gameover", "response "), ended != ENDED_NOT ? "true" : "false");
    ck_assert_str_eq(answer(&d, "query p1turn", "response "), turn == 0 ? "true" : "false");
    snprintf(expected, sizeof expected, "p%d", turn + 1);
    ck_assert_str_eq(answer(&d, "query turn", "response "), expected);
    expected[0] = 0;
    record_payoff(record(), ended, payoff);
    for (int p = 0; p < d.v.facts.players; p++)
        if (payoff[p] > 0)
            snprintf(expected + strlen(expected), 20, "%sp%dwin", expected[0] ? " " : "", p + 1);
    if (ended == ENDED_NOT) strcpy(expected, "none");
    else if (!expected[0]) strcpy(expected, "draw");
    ck_assert_str_eq(answer(&d, "query result", "response "), expected);
}

// The whole game is in the lines: a second engine that is told them all stands in the same position.
START_TEST(test_a_whole_game_of_every_variant_by_dialogue)
{
    static char line[1 << 17];
    char        players[20];
    const int   plies = TEST_SANITIZED ? 40 : 120;
    dialogue_open(&d, &protocol_ugi, test_specs[_i], "engine");
    snprintf(players, sizeof players, "%d", d.v.facts.players);
    ck_assert_str_eq(answer(&d, "query players", "response "), players);
    tell(&d, "uginewgame");
    strcpy(line, "position startpos moves");
    for (int ply = 0; ply < plies; ply++) {
        forget();
        tell(&d, line);
        ck_assert_msg(!was_said("info string"), "%s", heard());
        ck_assert_int_eq(record()->count, ply);
        if (ply % 16 == 0 || record_ended(record(), d.v.facts.plies_max) != ENDED_NOT) check_answers();
        if (record_ended(record(), d.v.facts.plies_max) != ENDED_NOT) break;
        const char *const move = answer(&d, "go nodes 60 p3time 100", "bestmove ");
        ck_assert(strchr(move, ' ') == NULL);
        snprintf(line + strlen(line), 100, " %s", move);
    }
    dialogue_close(&d);
}
END_TEST

START_TEST(test_results_and_the_ends_that_no_position_knows)
{
    dialogue_open(&d, &protocol_ugi, "tictactoe", "engine");
    tell(&d, "position startpos moves a1 b1 a2 b2 a3");
    ck_assert_str_eq(answer(&d, "query result", "response "), "p1win");
    ck_assert_str_eq(answer(&d, "go depth 2", "bestmove "), "0000");
    dialogue_close(&d);
    dialogue_open(&d, &protocol_ugi, "chess", "engine");
    tell(&d, "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    ck_assert_str_eq(answer(&d, "query result", "response "), "none");
    tell(&d, "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    ck_assert_str_eq(answer(&d, "query gameover", "response "), "true");
    ck_assert_str_eq(answer(&d, "query result", "response "), "draw");
    dialogue_close(&d);
}
END_TEST

START_TEST(test_passes_are_said_or_left_out)
{
    char line[3 * TEXT_MAX], pass[3 * TEXT_MAX];
    dialogue_open(&d, &protocol_ugi, "othello", "engine");
    Rng rng = rng_seed(11);
    // A random game that passes somewhere.
    for (int found = 0; found < 3;) {
        AnyState s;
        Move     moves[GAME_MOVES_MAX];
        test_position(&d.v, &rng, &s);
        if (d.v.game->generate(d.v.rules, &s, moves) != 1 || moves[0] != MOVE_PASS) continue;
        char     text[TEXT_MAX], after[TEXT_MAX];
        Text     out = text_on(text, sizeof text), after_out = text_on(after, sizeof after);
        AnyState child;
        variant_format(&d.v, &s, &out);
        d.v.game->play(d.v.rules, &child, &s, MOVE_PASS);
        ck_assert_int_gt(d.v.game->generate(d.v.rules, &child, moves), 0);
        variant_move_format(&d.v, &child, moves[0], &after_out);
        snprintf(line, sizeof line, "position fen %s moves %s", text, after);
        snprintf(pass, sizeof pass, "position fen %s moves pass %s", text, after);
        forget();
        tell(&d, line);
        const AnyState left_out = record()->now;
        tell(&d, pass);
        ck_assert_str_eq(heard(), "");
        ck_assert_mem_eq(&left_out, &record()->now, d.v.game->state_size);
        ck_assert_int_eq(record()->count, 2);
        snprintf(line, sizeof line, "position fen %s", text);
        tell(&d, line);
        ck_assert_str_eq(answer(&d, "go depth 3", "bestmove "), "pass");
        found++;
    }
    dialogue_close(&d);
}
END_TEST

// The clock of player 3 counts when he moves, and nobody else's.
START_TEST(test_every_player_has_a_clock)
{
    ThinkAsk ask;
    Status   status;
    dialogue_open(&d, &protocol_ugi, "focus:players=4", "brs");
    uci_go_read(d.session, "p1time 1000 p2time 2000 p3time 3000 p4time 4000 p3inc 500 p7time 5", &ask,
                &status);
    for (int p = 0; p < PLAYERS_MAX; p++) {
        ck_assert_int_eq(ask.clock[p], p < 4);
        ck_assert(ask.time[p] == (p < 4 ? p + 1 : 0) && ask.inc[p] == (p == 2 ? 0.5 : 0));
    }
    ck_assert(!ask.infinite && think_time(&ask, 2, 20).hard > think_time(&ask, 1, 20).hard);
    tell(&d, "setoption name MultiPV value 3");
    answer(&d, "go depth 2", "bestmove ");
    ck_assert_int_eq(times_said("info depth 2 multipv "), 3);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_wrong_lines_are_answered_in_one_line)
{
    static const char *const lines[] = {"query",
                                        "query weather",
                                        "ucinewgame",
                                        "uci",
                                        "ponderhit",
                                        "position fen nonsense",
                                        "position startpos moves a1 a1"};
    dialogue_open(&d, &protocol_ugi, "tictactoe", "engine");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        forget();
        tell(&d, lines[i]);
        ck_assert_msg(strncmp(heard(), "info string ", 12) == 0, "%s: %s", lines[i], heard());
        ck_assert_ptr_eq(strchr(heard(), '\n') + 1, strchr(heard(), 0));
    }
    forget();
    d.protocol->too_long(d.session);
    ck_assert(strncmp(heard(), "info string ", 12) == 0);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_no_line_hurts)
{
    static const char *const words[] = {
        "ugi",   "query",   "gameover", "result",     "turn",      "players", "p1turn",
        "go",    "depth",   "1",        "nodes",      "2",         "p1time",  "p3time",
        "moves", "b1",      "position", "startpos",   "fen",       "stop",    "infinite",
        "-1",    "isready", "\xff",     "uginewgame", "setoption", "name",    "Hash"};
    dialogue_open(&d, &protocol_ugi, "virus:size=5,players=3", "brs");
    tell_nonsense(&d, words, sizeof words / sizeof *words, test_amount(2000, 100000));
    tell(&d, "stop");
    tell(&d, "position startpos");
    ck_assert(answer(&d, "go depth 2", "bestmove ")[0] != '0');
    dialogue_close(&d);
}
END_TEST

Suite *suite_ugi(void);
Suite *suite_ugi(void)
{
    Suite *suite = suite_create("ugi");
    TCase *tcase = tcase_create("ugi");
    int    specs = 0;
    while (test_specs[specs] != NULL) specs++;
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, test_a_whole_game_of_every_variant_by_dialogue, 0, specs);
    tcase_add_test(tcase, test_results_and_the_ends_that_no_position_knows);
    tcase_add_test(tcase, test_passes_are_said_or_left_out);
    tcase_add_test(tcase, test_every_player_has_a_clock);
    tcase_add_test(tcase, test_wrong_lines_are_answered_in_one_line);
    tcase_add_test(tcase, test_no_line_hurts);
    suite_add_tcase(suite, tcase);
    return suite;
}
