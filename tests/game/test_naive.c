// Every fast game agrees with its naive twin: moves, children, evaluations, payoffs, and perft from midgame
// positions.
#include "naive/naive_compare.h"
#include "base/rng.h"
#include "tests.h"

#include <string.h>

START_TEST(test_children_and_values_equal_the_naive_ones)
{
    Variant    v = test_open(test_specs[_i]);
    Status     status;
    const bool same = naive_compare_games(&v, test_specs[_i], test_amount(4, 200), v.facts.plies_max, 11,
                                          &status);
    ck_assert_msg(same, "%s: %s", test_specs[_i], status.text);
    variant_close(&v);
}
END_TEST

// A position some plies into a random game that is not over.
static void midgame(const Variant *v, Rng *rng, int plies, AnyState *s)
{
    variant_setup(v, s);
    for (int ply = 0; ply < plies; ply++) {
        Move      moves[GAME_MOVES_MAX];
        const int n = v->game->generate(v->rules, s, moves);
        if (n == 0) {
            variant_setup(v, s);
            continue;
        }
        const AnyState parent = *s;
        v->game->play(v->rules, s, &parent, moves[rng_below(rng, (uint32_t)n)]);
    }
}

// Twenty midgame positions per game, to the depth that costs the naive side at most some thousand positions.
START_TEST(test_midgame_perft_equals_the_naive_one)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(5);
    for (int k = 0; k < 20; k++) {
        AnyState s;
        midgame(&v, &rng, 3 + 2 * k, &s);
        int      depth  = 1;
        uint64_t leaves = 0, interior = 0, next;
        while (depth <= 6 &&
               (next = v.game->perft(v.rules, &s, depth, &interior)) <= (uint64_t)test_amount(6000, 200000))
            leaves = next, depth++;
        if (depth == 1) continue;
        ck_assert_msg(leaves == naive_perft(&v, test_specs[_i], &s, depth - 1), "%s: position %d, depth %d",
                      test_specs[_i], k, depth - 1);
    }
    variant_close(&v);
}
END_TEST

// Ends that random play seldom or never reaches.
static const struct {
    const char *spec, *position;
} corners[] = {
    {"virus:size=3,players=3", "12-/-3-/--- 1"},
    {"virus:size=3,players=2", "111/111/112 1"},
    {"virus:size=4,players=4", "1111/1111/1111/1134 1"},
    {"chinese-checkers:board=rhombus6,pieces=3", "------/------/------/------/-----1/-22211 2"},
    {"checkers", "W:W:B1"},
    {"checkers", "B:W18,19,K27:B10,K14,15"},
    {"checkers", "B:W6,7,8,14,15,16,22,23,24:BK1"},
    {"checkers:relaxed=yes", "B:W6,7,8,14,15,16,22,23,24:BK1,K2,K3,K12"},
    {"othello", "XXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO- X"},
    {"focus",
     "-,11111,-,-/-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,2/"
     "-,-,-,22221 1 2,0 3,0 -"},
    {"abalone", "w----/w-----/-------/-ww-----/--www----/bbbww---/bb-bb--/bbb---/----- b"},
};

START_TEST(test_rare_positions_equal_the_naive_ones)
{
    Variant  v = test_open(corners[_i].spec);
    AnyState s;
    Status   status;
    ck_assert_msg(variant_parse(&v, &s, corners[_i].position, &status), "%s", status.text);
    ck_assert_msg(naive_compare(&v, corners[_i].spec, &s, &status), "%s: %s", corners[_i].spec, status.text);
    Move      moves[GAME_MOVES_MAX];
    const int n = v.game->generate(v.rules, &s, moves);
    for (int i = 0; i < n; i++) {
        AnyState child;
        v.game->play(v.rules, &child, &s, moves[i]);
        ck_assert_msg(naive_compare(&v, corners[_i].spec, &child, &status), "%s: %s", corners[_i].spec,
                      status.text);
    }
    variant_close(&v);
}
END_TEST

Suite *suite_naive(void);
Suite *suite_naive(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("naive");
    TCase *tcase = tcase_create("naive");
    tcase_set_timeout(tcase, test_amount(120, 14400));
    tcase_add_loop_test(tcase, test_children_and_values_equal_the_naive_ones, 0, specs);
    tcase_add_loop_test(tcase, test_midgame_perft_equals_the_naive_one, 0, specs);
    tcase_add_loop_test(tcase, test_rare_positions_equal_the_naive_ones, 0, sizeof corners / sizeof *corners);
    suite_add_tcase(suite, tcase);
    return suite;
}
