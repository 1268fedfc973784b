// The NBoard protocol: games in GGF, hints, moves and analyses; what it says holds for the board that was
// set last, and no line hurts.
#include "dialogue.h"
#include "protocols/nboard_inner.h"
#include "play/formats/formats.h"
#include "protocols/othello_words.h"
#include "protocols/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ggf[] =
    "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[x]PW[y]RE[?]TI[15:00]"
    "TY[8]BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6/1.0]B[D3//2.5]W[C5]B[E6]W[F7];)";

static Dialogue d;

static Record *record(void) { return &((Nboard *)d.session)->t.record; }

static void start(void)
{
    dialogue_open(&d, &protocol_nboard, "othello", "engine");
    tell(&d, "nboard 2");
    ck_assert_str_eq(heard(), "set myname Pollard\n");
    tell(&d, "set depth 4");
    ck_assert(was_said("set myname Pollard4\n"));
    forget();
}

static bool legal(const char *two)
{
    Move m;
    char word[3] = {two[0], two[1], 0};
    return words_move(&d.v, &record()->now, word, &m);
}

START_TEST(test_a_game_is_set_and_a_move_is_said_but_not_played)
{
    start();
    tell(&d, ggf);
    ck_assert_str_eq(heard(), "");
    ck_assert_int_eq(record()->count, 6);
    const char *const move = answer(&d, "go", "=== ");
    ck_assert_msg(legal(move) && move[2] == '/', "%s", move);
    ck_assert(was_said("status Pollard is thinking\n") && was_said("nodestats "));
    ck_assert_int_eq(record()->count, 6);
    char line[40];
    snprintf(line, sizeof line, "move %.2s/1.00/0.5", move);
    tell(&d, line);
    ck_assert_int_eq(record()->count, 7);
    dialogue_close(&d);
}
END_TEST

// At the last depth there is a line for each of the best moves, all of them legal, the best first.
START_TEST(test_hints_are_the_best_moves)
{
    double last = 1e9;
    int    n    = 0;
    start();
    tell(&d, ggf);
    answer(&d, "hint 3", "status");
    for (const char *at = strstr(heard(), "search "); at != NULL; at = strstr(at + 1, "search ")) {
        char   pv[200];
        double eval;
        int    games, depth;
        ck_assert_int_eq(sscanf(at, "search %199s %lf %d %d", pv, &eval, &games, &depth), 4);
        ck_assert(legal(pv) && games == 0);
        if (depth != 4) continue;
        ck_assert(eval <= last);
        last = eval, n++;
    }
    ck_assert_int_eq(n, 3);
    dialogue_close(&d);
}
END_TEST

// Every position of the game, by the moves made; the values of a finished one are discs.
START_TEST(test_a_game_is_analyzed_from_its_end)
{
    start();
    tell(&d, ggf);
    answer(&d, "analyze", "status");
    ck_assert_int_eq(times_said("analysis "), 7);
    ck_assert(strstr(heard(), "analysis 6 ") < strstr(heard(), "analysis 0 "));
    ck_assert(!was_said("search "));
    // Two black discs and a white one, too far away for a move.
    tell(&d,
         "set game (;GM[Othello]BO[8 **--O----------------------------------------------------------- O];)");
    answer(&d, "analyze", "status");
    ck_assert(was_said("analysis 0 1.00\n"));
    answer(&d, "go", "status");
    ck_assert(was_said("status The game is over\n") && !was_said("==="));
    dialogue_close(&d);
}
END_TEST

// Plain minimax says the same of every position of the game; positive is good for black.
START_TEST(test_an_analysis_is_what_minimax_says_seen_by_black)
{
    dialogue_open(&d, &protocol_nboard, "othello", "alphabeta");
    tell(&d, "set depth 2");
    tell(&d, ggf);
    answer(&d, "analyze", "status");
    AnyState s      = record()->start;
    int      whites = 0;
    for (int ply = 0;; ply++) {
        char           line[40];
        Value          ignored[PLAYERS_MAX];
        const bool     white  = d.v.game->turn(d.v.rules, &s) == 1;
        const Value    value  = reference_value(&d.v, ALGORITHM_ALPHABETA, &s, 2, ignored);
        const AnyState before = s;
        snprintf(line, sizeof line, "analysis %d %d.00\n", ply, white ? -value : value);
        ck_assert_msg(was_said(line), "%s: %s", line, heard());
        whites += white && value != 0;
        if (ply == 6) break;
        d.v.game->play(d.v.rules, &s, &before, record()->moves[ply]);
    }
    ck_assert_int_gt(whites, 0);   // a wrong sign would show
    dialogue_close(&d);
}
END_TEST

// Four moves at the start, all alike: five positions to one ply.
START_TEST(test_a_search_is_said_with_its_line_value_depth_and_nodes)
{
    char   pv[8], move[8];
    double value, same, seconds, took;
    int    games, depth, nodes;
    Value  ignored[PLAYERS_MAX];
    dialogue_open(&d, &protocol_nboard, "othello", "alphabeta");
    tell(&d, "set depth 1");
    answer(&d, "go", "status");
    const char *const said = strstr(heard(), "search ");
    ck_assert_msg(said != NULL &&
                      sscanf(said, "search %7s %lf %d %d\nnodestats %d %lf\n=== %2s/%lf/%lf\nstatus\n", pv,
                             &value, &games, &depth, &nodes, &seconds, move, &same, &took) == 9,
                  "%s", heard());
    ck_assert(strcmp(pv, move) == 0 && games == 0 && depth == 1 && nodes == 5 && value == same);
    ck_assert(value == reference_value(&d.v, ALGORITHM_ALPHABETA, &record()->now, 1, ignored));
    ck_assert(seconds >= 0 && took >= seconds - 0.001 && took < 60);
    dialogue_close(&d);
}
END_TEST

// After a ping nothing is said about the board before it.
START_TEST(test_ping_ends_what_is_thought)
{
    start();
    tell(&d, "set depth 60");
    tell(&d, _i == 0 ? "go" : _i == 1 ? "hint 5" : "analyze");
    if (_i % 2) pause_ms(50);
    forget();
    tell(&d, "ping 17");
    ck_assert(was_said("pong 17\n"));
    forget();
    pause_ms(20);
    ck_assert_str_eq(heard(), "");
    tell(&d, "learn");
    ck_assert_str_eq(heard(), "learned\n");
    tell(&d, "set depth 60");
    forget();
    tell(&d, "go");
    dialogue_close(&d);   // while it thinks: nobody wants the move
    ck_assert_ptr_null(strstr(heard(), "==="));
}
END_TEST

static const struct {
    const char *line, *said;
} wrong[] = {
    {"set game", "status set game: it has 0 games"},
    {"set game (;GM[Othello]B[F5]", "status set game: game 1: line 1: no ';)' at its end"},
    {"set game (;BO[8 ---];)", "status set game: game 1: line 1: BO[8 ---...]: 3 cells"},
    {"set game (;BO[10 ---];)", "status set game: game 1: line 1: BO[10 ---]: expected a board of size 8"},
    {"set game (;B[A1];)", "status set game: game 1: line 1, B[A1]: illegal move 'A1'"},
    {"set game (;W[D3];)", "status set game: game 1: line 1, W[D3]: it is not his turn"},
    {"set game (;B[F5]BO[8 -];)",
     "status set game: game 1: line 1: BO[8 -...]: expected before the first move"},
    {"move a1", "status move: illegal move 'a1'"},
    {"move", "status move: illegal move ''"},
    {"dance", ""},   // what is not known is ignored
    {"set contempt 5", ""},
    {"set", ""},
};

START_TEST(test_what_is_wrong_changes_nothing)
{
    start();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        forget();
        tell(&d, wrong[i].line);
        ck_assert_msg(strncmp(heard(), wrong[i].said, strlen(wrong[i].said)) == 0, "%s: %s", wrong[i].line,
                      heard());
        if (!wrong[i].said[0]) ck_assert_str_eq(heard(), "");
        ck_assert_int_eq(record()->count, 0);
    }
    d.protocol->too_long(d.session);
    ck_assert(was_said("status a line that is too long"));
    dialogue_close(&d);
}
END_TEST

// Random games, written as GGF with the passes or without them, are read as they were.
START_TEST(test_games_in_ggf_are_read_as_they_were_played)
{
    Rng  rng    = rng_seed(8);
    bool passed = false;
    start();
    for (int trial = 0; trial < 60 || !passed; trial++) {
        char     text[4000] = "(;GM[Othello]";
        Status   status;
        Record   game;
        AnyState s;
        variant_setup(&d.v, &s);
        ck_assert(record_open(&game, &d.v, &s, &status));
        while (true) {
            Move      moves[GAME_MOVES_MAX];
            char      word[TEXT_MAX];
            Text      out = text_on(word, sizeof word);
            const int n   = d.v.game->generate(d.v.rules, &game.now, moves);
            if (n == 0) break;
            const Move m = moves[rng_below(&rng, (uint32_t)n)];
            variant_move_format(&d.v, &game.now, m, &out);
            passed |= m == MOVE_PASS;
            if (m != MOVE_PASS || trial % 2)
                snprintf(text + strlen(text), 20, "%c[%.4s]", "BW"[d.v.game->turn(d.v.rules, &game.now)],
                         m == MOVE_PASS ? "PA" : word);
            ck_assert(record_play(&game, m, &status));
        }
        strcat(text, ";)");
        FormatGame *const read = format_text_game(&format_ggf, &d.v, text, strlen(text), 1, &status);
        ck_assert_msg(read != NULL, "%s: %s", text, status.text);
        ck_assert_int_eq(read->record.count, game.count);
        ck_assert_mem_eq(&read->record.now, &game.now, d.v.game->state_size);
        format_game_close(read);
        free(read);
        record_close(&game);
    }
    dialogue_close(&d);
}
END_TEST

START_TEST(test_no_line_hurts)
{
    static const char *const words[] = {
        "set", "depth", "2",           "game",   "(;",   ";)", "B[F5]",        "W[D6]",   "BO[8 ",
        "]",   "move",  "f5/1/2",      "d6",     "hint", "go", "ping",         "analyze", "learn",
        "1",   "-3",    "99999999999", "nboard", "\xfe", "PA", "(;GM[Othello]"};
    start();
    tell_nonsense(&d, words, sizeof words / sizeof *words, test_amount(2000, 100000));
    tell(&d, "ping 1");
    tell(&d, "set depth 2");
    tell(&d, ggf);
    ck_assert(legal(answer(&d, "go", "=== ")));
    dialogue_close(&d);
}
END_TEST

Suite *suite_nboard(void);
Suite *suite_nboard(void)
{
    Suite *suite = suite_create("nboard");
    TCase *tcase = tcase_create("nboard");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_a_game_is_set_and_a_move_is_said_but_not_played);
    tcase_add_test(tcase, test_hints_are_the_best_moves);
    tcase_add_test(tcase, test_a_game_is_analyzed_from_its_end);
    tcase_add_test(tcase, test_an_analysis_is_what_minimax_says_seen_by_black);
    tcase_add_test(tcase, test_a_search_is_said_with_its_line_value_depth_and_nodes);
    tcase_add_loop_test(tcase, test_ping_ends_what_is_thought, 0, 3);
    tcase_add_test(tcase, test_what_is_wrong_changes_nothing);
    tcase_add_test(tcase, test_games_in_ggf_are_read_as_they_were_played);
    tcase_add_test(tcase, test_no_line_hurts);
    suite_add_tcase(suite, tcase);
    return suite;
}
