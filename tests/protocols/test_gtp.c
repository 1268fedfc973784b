// The Go Text Protocol for Othello: answers as its specification has them, squares as GRhino and Quarry
// write them, passes said or left out, and no line that hurts.
#include "dialogue.h"
#include "protocols/gtp_inner.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static Dialogue d;

static void start(const char *player) { dialogue_open(&d, &protocol_gtp, "othello", player); }

static Record *record(void) { return &((Gtp *)d.session)->t.record; }

static void says(const char *line, const char *expected)
{
    forget();
    d.protocol->line(d.session, line);
    ck_assert_msg(strcmp(heard(), expected) == 0, "%s: %s", line, heard());
}

START_TEST(test_answers_have_their_form)
{
    start("engine:level=2");
    says("protocol_version", "= 2\n\n");
    says("12 name", "=12 Pollard\n\n");
    says("3 known_command genmove", "=3 true\n\n");
    says("known_command dance", "= false\n\n");
    says("7 dance", "?7 unknown command\n\n");
    says("dance", "? unknown command\n\n");
    says("list_games", "= Othello\n\n");
    says("set_game Othello", "=\n\n");
    says("set_game Go", "? unsupported game\n\n");
    says("boardsize 8", "=\n\n");
    says("boardsize 19", "? unacceptable size\n\n");
    says("komi 6.5", "=\n\n");
    says("play black", "? invalid color or coordinate\n\n");
    says("play green d3", "? invalid color or coordinate\n\n");
    says("genmove", "? invalid color\n\n");
    says("undo", "? cannot undo\n\n");
    says("final_score", "? the game is not over\n\n");
    says("", "");
    says("  # a comment", "");
    ck_assert(!d.protocol->line(d.session, "5 quit"));
    ck_assert(was_said("=5\n\n"));
    dialogue_close(&d);
}
END_TEST

// The list is what is known, one command a line.
START_TEST(test_every_listed_command_is_known)
{
    char list[2000], line[100];
    int  n = 0;
    start("engine:level=2");
    tell(&d, "list_commands");
    snprintf(list, sizeof list, "%s", heard() + 2);
    for (char *word = strtok(list, "\n"); word != NULL; word = strtok(NULL, "\n"), n++) {
        snprintf(line, sizeof line, "known_command %s", word);
        says(line, "= true\n\n");
    }
    ck_assert_int_ge(n, 19);
    dialogue_close(&d);
}
END_TEST

// a1 is the corner from which black's first moves are d3, c4, f5 and e6, as GRhino and Quarry have it.
START_TEST(test_squares_are_those_of_othello)
{
    static const char *const good[] = {"d3", "c4", "F5", "E6"}, *const wrong[] = {"d6", "e3", "c5", "f4",
                                                                                  "z9"};
    char line[40];
    start("engine:level=2");
    for (int i = 0; i < 4; i++) {
        snprintf(line, sizeof line, "play b %s", good[i]);
        says(line, "=\n\n");
        says("undo", "=\n\n");
    }
    for (int i = 0; i < 5; i++) {
        snprintf(line, sizeof line, "play b %s", wrong[i]);
        says(line, "? illegal move\n\n");
    }
    says("play white f4", "? illegal move\n\n");   // it is black's turn, and he has moves
    says("play w pass", "? illegal move\n\n");
    says("play b d3", "=\n\n");
    tell(&d, "showboard");
    ck_assert(was_said("3 . . . X . . . ."));
    ck_assert_int_eq(record()->count, 1);
    dialogue_close(&d);
}
END_TEST

// One engine for both sides: every move is legal, passes are made where they must be, and the score is right.
START_TEST(test_whole_games_are_legal_and_counted)
{
    char line[40];
    start(_i % 2 ? "engine:level=1" : "alphabeta:depth=1");
    for (int ply = 0; record_ended(record(), 1000) == ENDED_NOT; ply++) {
        ck_assert_int_lt(ply, 130);
        const int  turn   = d.v.game->turn(d.v.rules, &record()->now);
        const bool passes = record()->count > 0 && record()->moves[record()->count - 1] == MOVE_PASS;
        const int  before = record()->count;
        // Sometimes the pass is left out: the other colour is asked for at once.
        Move       moves[GAME_MOVES_MAX];
        const bool must = d.v.game->generate(d.v.rules, &record()->now, moves) == 1 && moves[0] == MOVE_PASS;
        const bool left_out = must && _i > 1 && !passes;
        snprintf(line, sizeof line, "genmove %s", (turn == 0) != left_out ? "black" : "w");
        const char *const move = answer(&d, line, "= ");
        if (must && !left_out) ck_assert_str_eq(move, "pass");
        else ck_assert(isupper((unsigned char)move[0]) && isdigit((unsigned char)move[1]) && !move[2]);
        ck_assert_int_eq(record()->count, before + 1 + left_out);
    }
    const int more = d.v.game->score(d.v.rules, &record()->now, 0) -
                     d.v.game->score(d.v.rules, &record()->now, 1);
    snprintf(line, sizeof line, "%c+%d", more > 0 ? 'B' : 'W', more > 0 ? more : -more);
    ck_assert_str_eq(answer(&d, "final_score", "= "), more == 0 ? "0" : line);
    ck_assert_str_eq(answer(&d, "genmove b", "= "), "pass");
    says("play w pass", "=\n\n");
    // And back again: a pass that was left out goes with the move after it.
    int undone = 0;
    while (record()->count > 0) {
        says("undo", "=\n\n");
        ck_assert_int_lt(undone++, 130);
    }
    says("genmove w", "? illegal move: it is not the turn of white\n\n");
    dialogue_close(&d);
}
END_TEST

START_TEST(test_reg_genmove_plays_nothing_and_clocks_are_kept)
{
    start("engine");
    says("time_settings 0 1 10", "=\n\n");   // a tenth of a second a move
    answer(&d, "reg_genmove b", "= ");
    const Gtp *const      g   = d.session;
    const ThinkAsk *const ask = &g->t.ask;
    ck_assert(ask->movetime == 0.1 && !ask->clock[0] && !ask->clock[1]);
    ck_assert_int_eq(record()->count, 0);
    says("time_settings 600 0 0", "=\n\n");
    says("time_left b 1 0", "=\n\n");
    answer(&d, "genmove b", "= ");
    ck_assert(ask->movetime == 0 && ask->clock[0] && ask->time[0] == 1 && ask->movestogo == 0);
    ck_assert(g->left[0] < 1 && g->left[0] > 0.2 && g->left[1] == 600);
    says("time_left w 2 1", "=\n\n");
    ck_assert_int_eq(g->stones_left[1], 1);
    answer(&d, "genmove w", "= ");
    ck_assert(ask->clock[1] && !ask->clock[0] && ask->time[1] == 2 && ask->movestogo == 1);
    ck_assert(g->left[1] < 2);
    says("time_left x 2 1", "? invalid color\n\n");
    says("clear_board", "=\n\n");
    ck_assert(g->left[0] == 600 && g->left[1] == 600 && g->stones_left[1] == 0);
    says("time_settings 0 10 0", "=\n\n");   // a period without stones: no limit
    ck_assert(!g->timed);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_no_line_hurts)
{
    static const char *const words[] = {"play",        "genmove",
                                        "b",           "w",
                                        "black",       "d3",
                                        "c5",          "pass",
                                        "undo",        "1",
                                        "clear_board", "boardsize",
                                        "8",           "komi",
                                        "-1",          "999999999999999999999",
                                        "#",           "showboard",
                                        "final_score", "reg_genmove",
                                        "\xff",        "list_commands"};
    start("alphabeta:depth=1");
    tell_nonsense(&d, words, sizeof words / sizeof *words, test_amount(3000, 100000));
    forget();
    d.protocol->too_long(d.session);
    ck_assert_str_eq(heard(), "? a line that is too long was left out\n\n");
    says("clear_board", "=\n\n");
    says("play b d3", "=\n\n");
    dialogue_close(&d);
}
END_TEST

START_TEST(test_other_games_and_players_are_refused)
{
    refused(&protocol_gtp, "chess", "engine", "'chess': the protocol gtp is for othello");
    refused(&protocol_gtp, "othello", "human", "'human' is not a search");
}
END_TEST

Suite *suite_gtp(void);
Suite *suite_gtp(void)
{
    Suite *suite = suite_create("gtp");
    TCase *tcase = tcase_create("gtp");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_answers_have_their_form);
    tcase_add_test(tcase, test_every_listed_command_is_known);
    tcase_add_test(tcase, test_squares_are_those_of_othello);
    tcase_add_loop_test(tcase, test_whole_games_are_legal_and_counted, 0, 4);
    tcase_add_test(tcase, test_reg_genmove_plays_nothing_and_clocks_are_kept);
    tcase_add_test(tcase, test_no_line_hurts);
    tcase_add_test(tcase, test_other_games_and_players_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
