// Breakthrough, the example of a game from outside (examples/breakthrough.c), linked with the tests: it keeps
// the contract and agrees with its naive twin; the same game as a plug-in is in tests/cli/plugins.sh.
#include "game/game_check.h"
#include "naive/naive_compare.h"
#include "base/rng.h"
#include "play/evaluation.h"
#include "tests.h"

#include <string.h>

extern const Game game_breakthrough_only;

static const char *const specs[] = {"breakthrough", "breakthrough:width=5,height=6",
                                    "breakthrough:width=2,height=4", "breakthrough:width=8,height=4",
                                    "breakthrough:width=3,height=8"};
enum { SPECS = sizeof specs / sizeof *specs };

static Variant game_open(const char *spec)
{
    if (game_find(game_breakthrough_only.name) == NULL) ck_assert(games_add(&game_breakthrough_only));
    return test_open(spec);
}

START_TEST(test_it_keeps_the_contract)
{
    Variant     v = game_open(specs[_i]);
    CheckReport report;
    Status      status;
    const bool  good = game_check(&v, (uint64_t)test_amount(100, 10000), 3, NULL, NULL, &report, &status);
    ck_assert_msg(good, "%s: %s", specs[_i], status.text);
    ck_assert_uint_eq(report.finished, report.games);
    variant_close(&v);
}
END_TEST

START_TEST(test_children_and_values_equal_the_naive_ones)
{
    Variant    v = game_open(specs[_i]);
    Status     status;
    const bool same = naive_compare_games(&v, specs[_i], test_amount(20, 1000), v.facts.plies_max, 11,
                                          &status);
    ck_assert_msg(same, "%s: %s", specs[_i], status.text);
    variant_close(&v);
}
END_TEST

START_TEST(test_weights_weigh_as_in_the_naive_game)
{
    Variant     v = game_open("breakthrough:width=6,height=6");
    AnyState    s;
    Evaluation *e;
    Status      status;
    Rng         rng  = rng_seed(4);
    Spec        spec = {.name = "alphabeta"};
    ck_assert(spec_put(&spec, "eval", "advance"));
    ck_assert_msg(evaluation_parse(&e, &v, &spec, &status), "%s", status.text);
    evaluation_weigh(e, (const int[EVAL_WEIGHTS_MAX]){7, 300});
    for (int i = 0; i < 100; i++) {
        test_position(&v, &rng, &s);
        ck_assert_msg(
            naive_compare_evaluation(&e->v, "breakthrough:width=6,height=6,weights=7/300", &s, &status), "%s",
            status.text);
    }
    evaluation_close(e);
    variant_close(&v);
}
END_TEST

// By hand: in the second row the two at the edges have two moves each, the others three.
START_TEST(test_perft_equals_the_naive_one)
{
    for (int i = 0; i < SPECS; i++) {
        Variant  v = game_open(specs[i]);
        AnyState s;
        uint64_t interior = 0;
        variant_setup(&v, &s);
        for (int depth = 1; depth <= 3; depth++)
            ck_assert_uint_eq(v.game->perft(v.rules, &s, depth, &interior),
                              naive_perft(&v, specs[i], &s, depth));
        variant_close(&v);
    }
    Variant  v = game_open("breakthrough");
    AnyState s;
    uint64_t interior = 0;
    variant_setup(&v, &s);
    ck_assert_uint_eq(v.game->perft(v.rules, &s, 1, &interior), 2 * 2 + 6 * 3);
    variant_close(&v);
}
END_TEST

START_TEST(test_positions_that_cannot_be_are_refused)
{
    static const struct {
        const char *position, *word;
    } cases[] = {
        {"--/--/--/-- W", "without pieces"},
        {"WW/--/-B/-- B", "2 pieces W on the last row"},
        {"W-/--/--/-B W", "W has won and would move"},
        {"--/--/W-/-- W", "W has won and would move"},
        {"--/WW/WW/W- B", "more than 4 pieces W"},
        {"BB/BB/WW/W W", "expected 4 rows of 2 cells"},
        {"BB/BB/WW-WW W", "expected /"},
        {"BB/BB/WX/WW W", "'X' is not a cell"},
        {"BB/BB/WW/WW x", "side to move"},
    };
    Variant  v = game_open("breakthrough:width=2,height=4");
    AnyState s;
    Status   status;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert(!variant_parse(&v, &s, cases[i].position, &status));
        ck_assert_msg(strstr(status.text, cases[i].word) != NULL, "%s: %s", cases[i].position, status.text);
    }
    ck_assert_msg(variant_parse(&v, &s, "w-/--/-b/-- b", &status), "%s", status.text);
    ck_assert(v.game->over(v.rules, &s));
    variant_close(&v);
}
END_TEST

Suite *suite_breakthrough(void);
Suite *suite_breakthrough(void)
{
    Suite *suite = suite_create("breakthrough");
    TCase *tcase = tcase_create("breakthrough");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_it_keeps_the_contract, 0, SPECS);
    tcase_add_loop_test(tcase, test_children_and_values_equal_the_naive_ones, 0, SPECS);
    tcase_add_test(tcase, test_weights_weigh_as_in_the_naive_game);
    tcase_add_test(tcase, test_perft_equals_the_naive_one);
    tcase_add_test(tcase, test_positions_that_cannot_be_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
