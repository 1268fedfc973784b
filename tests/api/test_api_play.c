// Plays of the library: random games of every game, step by step beside the game's own table and the referee;
// undo, texts that are read back, every way in which a game ends.
#include "api/api_cases.h"
#include "play/record.h"

#include <string.h>

// A random game through the library and beside it, by the contract and the record.
static void compare_step(const PollardPlay *play, const Record *record, int plies_max)
{
    const Variant *const v     = record->v;
    const Ended          ended = record_ended(record, plies_max);
    Move                 moves[GAME_MOVES_MAX];
    uint32_t             legal[POLLARD_MOVES_MAX], actions[POLLARD_MOVES_MAX];
    char                 position[TEXT_MAX];
    Text                 text = text_on(position, sizeof position);
    const int            n    = ended == ENDED_NOT ? v->game->generate(v->rules, &record->now, moves) : 0;
    ck_assert_int_eq(pollard_play_over(play), (int)ended);
    ck_assert_int_eq(pollard_play_turn(play), v->game->turn(v->rules, &record->now));
    ck_assert_int_eq(pollard_play_legal(play, legal, actions, POLLARD_MOVES_MAX), n);
    ck_assert_mem_eq(legal, moves, (size_t)n * sizeof *moves);
    for (int i = 0; i < n; i++) {
        ck_assert_uint_eq(actions[i], v->game->action_id(v->rules, &record->now, moves[i]));
        ck_assert_uint_lt(actions[i], v->facts.actions);
    }
    variant_format(v, &record->now, &text);
    ck_assert_str_eq(api_words(play, POLLARD_TEXT_POSITION), position);
}

static void compare_end(const PollardPlay *play, const Record *record, int plies_max)
{
    const Ended ended = record_ended(record, plies_max);
    int         points[PLAYERS_MAX], want[PLAYERS_MAX], paid[PLAYERS_MAX], sum = 0;
    Value       payoff[PLAYERS_MAX];
    record_points(record, ended, want);
    record_payoff(record, ended, payoff);
    const int seats = pollard_play_points(play, points, paid);
    ck_assert_int_eq(seats, record->v->facts.players);
    for (int p = 0; p < seats; p++) {
        ck_assert_int_eq(points[p], want[p]);
        ck_assert_int_eq(paid[p], payoff[p]);
        sum += paid[p];
    }
    ck_assert_int_eq(sum, 0);
}

START_TEST(test_random_games_go_as_the_rules_and_the_referee_say)
{
    Rng                rng  = rng_seed(100 + (uint64_t)_i);
    Variant            v    = test_open(test_specs[_i]);
    PollardGame *const game = api_game(test_specs[_i]);
    for (int trial = 0; trial < test_amount(2, 50); trial++) {
        PollardPlay *const play = api_play(game, NULL);
        const int          cap  = trial % 2 ? v.facts.plies_max : 60;
        Record             record;
        AnyState           s;
        Status             status;
        variant_setup(&v, &s);
        ck_assert(record_open(&record, &v, &s, &status));
        ck_assert_int_eq(pollard_play_cap(play, -1), v.facts.plies_max);
        ck_assert_int_eq(pollard_play_cap(play, cap), cap);
        uint32_t legal[POLLARD_MOVES_MAX];
        int      n;
        compare_step(play, &record, cap);
        while (record.count < 400 && (n = pollard_play_legal(play, legal, NULL, POLLARD_MOVES_MAX)) > 0) {
            const uint32_t m = legal[rng_below(&rng, (uint32_t)n)];
            ck_assert_int_eq(pollard_play_points(play, NULL, NULL), POLLARD_ERROR_USE);
            ck_assert_int_eq(pollard_play_move(play, m), 0);
            ck_assert(record_play(&record, m, &status));
            compare_step(play, &record, cap);
        }
        if (pollard_play_over(play) != POLLARD_OVER_NOT) {
            compare_end(play, &record, cap);
            ck_assert_int_eq(pollard_play_move(play, 0), POLLARD_ERROR_OVER);
        }
        record_close(&record);
        pollard_play_close(play);
    }
    pollard_game_close(game);
    variant_close(&v);
}
END_TEST

// Back to the start and on again: the same positions as on the way.
START_TEST(test_undo_goes_back_through_the_same_positions)
{
    enum { PLIES = 150 };
    static char        before[PLIES][TEXT_MAX];
    uint32_t           legal[POLLARD_MOVES_MAX], played[PLIES];
    Rng                rng  = rng_seed(7);
    PollardGame *const game = api_game(test_specs[_i]);
    PollardPlay *const play = api_play(game, NULL);
    int                n, plies = 0;
    ck_assert_int_eq(pollard_play_undo(play), POLLARD_ERROR_USE);
    while (plies < PLIES && (n = pollard_play_legal(play, legal, NULL, POLLARD_MOVES_MAX)) > 0) {
        strcpy(before[plies], api_words(play, POLLARD_TEXT_POSITION));
        played[plies] = legal[rng_below(&rng, (uint32_t)n)];
        ck_assert_int_eq(pollard_play_move(play, played[plies++]), 0);
    }
    uint32_t history[PLIES];
    ck_assert_int_eq(pollard_play_history(play, history, PLIES), plies);
    ck_assert_mem_eq(history, played, (size_t)plies * sizeof *played);
    for (int i = plies; i-- > 0;) {
        ck_assert_int_eq(pollard_play_undo(play), 0);
        ck_assert_str_eq(api_words(play, POLLARD_TEXT_POSITION), before[i]);
        ck_assert_int_eq(pollard_play_over(play), POLLARD_OVER_NOT);
        ck_assert_int_eq(pollard_play_history(play, NULL, 0), i);
    }
    for (int i = 0; i < plies; i++) ck_assert_int_eq(pollard_play_move(play, played[i]), 0);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// The text of a game, read by another play, leads to the same end; so does a copy.
START_TEST(test_a_game_as_text_and_its_copy_are_the_same_game)
{
    static char        moves[1 << 16], end[TEXT_MAX];
    char               error[POLLARD_ERROR_MAX] = "";
    uint32_t           legal[POLLARD_MOVES_MAX];
    Rng                rng  = rng_seed(8);
    PollardGame *const game = api_game(test_specs[_i]);
    PollardPlay *const play = api_play(game, NULL), *const other = api_play(game, NULL), *copy;
    int n, plies                                                 = 0;
    while (plies < 100 && (n = pollard_play_legal(play, legal, NULL, POLLARD_MOVES_MAX)) > 0) {
        char           word[TEXT_MAX];
        uint32_t       back = 0;
        const uint32_t m    = legal[rng_below(&rng, (uint32_t)n)];
        ck_assert_int_gt(pollard_play_move_format(play, m, word, sizeof word), 0);
        ck_assert_int_eq(pollard_play_move_parse(play, word, &back, error, sizeof error), 0);
        ck_assert_uint_eq(back, m);
        ck_assert_int_eq(pollard_play_move(play, m), 0);
        plies++;
    }
    strcpy(moves, api_words(play, POLLARD_TEXT_MOVES));
    strcpy(end, api_words(play, POLLARD_TEXT_POSITION));
    if (plies > 0)
        ck_assert_msg(pollard_play_move_text(other, moves, error, sizeof error) == plies, "%s", error);
    ck_assert_str_eq(api_words(other, POLLARD_TEXT_POSITION), end);
    ck_assert_int_eq(pollard_play_copy(&copy, play), 0);
    ck_assert_str_eq(api_words(copy, POLLARD_TEXT_POSITION), end);
    ck_assert_str_eq(api_words(copy, POLLARD_TEXT_MOVES), moves);
    ck_assert_int_eq(pollard_play_over(copy), pollard_play_over(play));
    if (plies > 0) {   // the copy is one of its own
        ck_assert_int_eq(pollard_play_undo(copy), 0);
        ck_assert_int_eq(pollard_play_history(play, NULL, 0), plies);
    }
    pollard_play_close(copy);
    pollard_play_close(other);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// Texts of moves.

START_TEST(test_a_list_with_a_bad_move_plays_none_of_it)
{
    char               error[POLLARD_ERROR_MAX] = "";
    PollardGame *const game                     = api_game("othello");
    PollardPlay *const play                     = api_play(game, NULL);
    ck_assert_int_eq(pollard_play_move_text(play, "f5d6c3", error, sizeof error), 3);
    ck_assert_int_eq(pollard_play_move_text(play, "d3, c4 a1", error, sizeof error), POLLARD_ERROR_INPUT);
    ck_assert_msg(strstr(error, "a1") != NULL, "%s", error);
    ck_assert_int_eq(pollard_play_history(play, NULL, 0), 3);
    ck_assert_str_eq(api_words(play, POLLARD_TEXT_MOVES), "f5 d6 c3");
    ck_assert_int_eq(pollard_play_move_text(play, "", error, sizeof error), POLLARD_ERROR_INPUT);
    ck_assert_int_eq(pollard_play_move_text(play, "d3, c4", error, sizeof error), 2);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_a_list_beyond_the_end_plays_none_of_it)
{
    char               error[POLLARD_ERROR_MAX] = "";
    PollardGame *const game                     = api_game("tictactoe");
    PollardPlay *const play                     = api_play(game, NULL);
    pollard_play_cap(play, 3);
    ck_assert_int_eq(pollard_play_move_text(play, "a1 a2 b1 b2", error, sizeof error), POLLARD_ERROR_OVER);
    ck_assert_ptr_nonnull(strstr(error, "over"));
    ck_assert_int_eq(pollard_play_history(play, NULL, 0), 0);
    ck_assert_int_eq(pollard_play_move_text(play, "a1 a2 b1", error, sizeof error), 3);
    ck_assert_int_eq(pollard_play_over(play), POLLARD_OVER_CAP);
    ck_assert_int_eq(pollard_play_legal(play, NULL, NULL, 0), 0);
    ck_assert_int_eq(pollard_play_move_text(play, "b2", error, sizeof error), POLLARD_ERROR_OVER);
    pollard_play_cap(play, 100);
    ck_assert_int_eq(pollard_play_over(play), POLLARD_OVER_NOT);
    ck_assert_int_eq(pollard_play_move_text(play, "b2", error, sizeof error), 1);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// How games end.

START_TEST(test_games_in_every_notation_are_read)
{
    static const struct {
        const char *game, *text, *moves;
    } cases[] = {
        {"othello", "f5d6c3", "f5 d6 c3"},
        {"othello",
         "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]"
         "B[f5]W[d6//1.2];)",
         "f5 d6"},
        {"checkers", "[GameType \"21\"]\n1. 11-15 23-19 {well} 2. 8-11 *", "11-15 23-19 8-11"},
        {"chess", "1. e4 e5 2. Nf3 *", "e4 e5 Nf3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PollardGame *game;
        PollardPlay *play;
        char         error[POLLARD_ERROR_MAX] = "", text[200];
        ck_assert_int_eq(pollard_game_open(&game, cases[i].game, error, sizeof error), 0);
        ck_assert_msg(pollard_play_read(&play, game, cases[i].text, error, sizeof error) == 0, "%s", error);
        pollard_play_text(play, POLLARD_TEXT_MOVES, text, sizeof text);
        ck_assert_str_eq(text, cases[i].moves);
        ck_assert_int_eq(pollard_play_undo(play), 0);
        pollard_play_close(play);
        ck_assert_int_eq(pollard_play_read(&play, game, "no game at all", error, sizeof error),
                         POLLARD_ERROR_INPUT);
        ck_assert_ptr_null(play);
        ck_assert_int_eq(pollard_play_read(&play, game, NULL, NULL, 0), POLLARD_ERROR_USE);
        pollard_game_close(game);
    }
}
END_TEST

START_TEST(test_a_file_that_is_no_plug_in_is_refused)
{
    char error[POLLARD_ERROR_MAX] = "";
    ck_assert_int_lt(pollard_game_load("no-such-file.so", error, sizeof error), 0);
    ck_assert_ptr_nonnull(strstr(error, "no-such-file.so"));
    ck_assert_int_eq(pollard_game_load(NULL, error, sizeof error), POLLARD_ERROR_USE);
}
END_TEST

START_TEST(test_a_won_game_is_over_by_the_rules)
{
    int                points[POLLARD_SEATS_MAX], payoff[POLLARD_SEATS_MAX];
    char               error[POLLARD_ERROR_MAX];
    PollardGame *const game = api_game("tictactoe");
    PollardPlay *const play = api_play(game, "XX-OO---- X");
    ck_assert_int_eq(pollard_play_move_text(play, "c1", error, sizeof error), 1);
    ck_assert_int_eq(pollard_play_over(play), POLLARD_OVER_RULES);
    ck_assert_int_eq(pollard_play_points(play, points, payoff), 2);
    ck_assert(points[0] == 2 && points[1] == 0 && payoff[0] == 60 && payoff[1] == -60);
    ck_assert_str_eq(api_words(play, POLLARD_TEXT_RESULT), "X wins");
    ck_assert_str_eq(api_words(play, POLLARD_TEXT_START), "XX-OO---- X");
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_the_third_time_of_a_position_is_a_draw_and_undo_takes_it_back)
{
    int                points[POLLARD_SEATS_MAX];
    char               error[POLLARD_ERROR_MAX] = "";
    PollardGame *const game                     = api_game("chess");
    PollardPlay *const play                     = api_play(game, NULL);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pollard_play_over(play), POLLARD_OVER_NOT);
        ck_assert_msg(pollard_play_move_text(play, "Nf3 Nf6 Ng1 Ng8", error, sizeof error) == 4, "%s", error);
    }
    ck_assert_int_eq(pollard_play_over(play), POLLARD_OVER_REPETITION);
    ck_assert_int_eq(pollard_play_points(play, points, NULL), 2);
    ck_assert(points[0] == 1 && points[1] == 1);
    ck_assert_str_eq(api_words(play, POLLARD_TEXT_RESULT), "draw by repetition");
    ck_assert_int_eq(pollard_play_undo(play), 0);
    ck_assert_int_eq(pollard_play_over(play), POLLARD_OVER_NOT);
    pollard_play_close(play);
    pollard_game_close(game);

    PollardGame *const endless = api_game("chess:repetitions=0");   // the option is known here too
    PollardPlay *const longer  = api_play(endless, NULL);
    for (int i = 0; i < 4; i++) pollard_play_move_text(longer, "Nf3 Nf6 Ng1 Ng8", NULL, 0);
    ck_assert_int_eq(pollard_play_over(longer), POLLARD_OVER_NOT);
    pollard_play_close(longer);
    pollard_game_close(endless);
}
END_TEST

START_TEST(test_fifty_moves_are_a_draw_by_a_rule)
{
    char               error[POLLARD_ERROR_MAX] = "";
    PollardGame *const game                     = api_game("chess");
    PollardPlay *const play                     = api_play(game, "7k/8/8/8/8/8/R7/K7 w - - 99 80");
    ck_assert_int_eq(pollard_play_over(play), POLLARD_OVER_NOT);
    ck_assert_msg(pollard_play_move_text(play, "Ra3", error, sizeof error) == 1, "%s", error);
    ck_assert_int_eq(pollard_play_over(play), POLLARD_OVER_DRAW_RULE);
    ck_assert_str_eq(api_words(play, POLLARD_TEXT_RESULT), "draw by the rules");
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// Counting, and handles.

START_TEST(test_perft_counts_as_published)
{
    uint64_t           leaves, nodes;
    PollardGame *const game = api_game("chess");
    PollardPlay *const play = api_play(game, NULL);
    ck_assert_int_eq(pollard_play_perft(play, 3, 2, &leaves, &nodes, NULL, 0), 0);
    ck_assert_uint_eq(leaves, 8902);
    ck_assert_uint_eq(nodes, 1 + 20 + 400 + 8902);
    ck_assert_int_eq(pollard_play_perft(play, 0, 1, &leaves, NULL, NULL, 0), 0);
    ck_assert_uint_eq(leaves, 1);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_handles_are_closed_in_any_order)
{
    PollardGame *const   game   = api_game("focus:players=4");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "random");
    pollard_game_close(game);
    PollardResult result = {.size = sizeof result};
    ck_assert_int_eq(pollard_engine_think(engine, play, NULL, &result, NULL, 0), 0);
    pollard_play_close(play);
    pollard_engine_close(engine);
    pollard_game_close(NULL);
    pollard_play_close(NULL);
    pollard_engine_close(NULL);
    pollard_database_close(NULL);
}
END_TEST

Suite *suite_api_play(void);
Suite *suite_api_play(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *s = suite_create("api_play");
    TCase *t = tcase_create("api_play");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, test_random_games_go_as_the_rules_and_the_referee_say, 0, specs);
    tcase_add_loop_test(t, test_undo_goes_back_through_the_same_positions, 0, specs);
    tcase_add_loop_test(t, test_a_game_as_text_and_its_copy_are_the_same_game, 0, specs);
    tcase_add_test(t, test_a_list_with_a_bad_move_plays_none_of_it);
    tcase_add_test(t, test_a_list_beyond_the_end_plays_none_of_it);
    tcase_add_test(t, test_games_in_every_notation_are_read);
    tcase_add_test(t, test_a_file_that_is_no_plug_in_is_refused);
    tcase_add_test(t, test_a_won_game_is_over_by_the_rules);
    tcase_add_test(t, test_the_third_time_of_a_position_is_a_draw_and_undo_takes_it_back);
    tcase_add_test(t, test_fifty_moves_are_a_draw_by_a_rule);
    tcase_add_test(t, test_perft_counts_as_published);
    tcase_add_test(t, test_handles_are_closed_in_any_order);
    suite_add_tcase(s, t);
    return s;
}
