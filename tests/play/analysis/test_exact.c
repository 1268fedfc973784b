// What databases say of positions and moves, with databases that are built here: against minimax to the end,
// and every position against its moves.
#include "base/rng.h"
#include "play/analysis/exact.h"
#include "play/match_cases.h"
#include "retro/build.h"
#include "search/search.h"

#include <string.h>
#include <sys/stat.h>

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

// The value of a position is that of its best move.
static void moves_check(Exact *exact, const AnyState *s, const ExactValue *found)
{
    const Variant *const v = exact->v;
    Move                 moves[GAME_MOVES_MAX];
    const int            n    = v->game->generate(v->rules, s, moves);
    Value                best = -VALUE_INF;
    for (int i = 0; i < n; i++) {
        ExactValue after;
        ck_assert(exact_find_move(exact, s, moves[i], &after));
        if (after.value > best) best = after.value;
    }
    if (n > 0) ck_assert_int_eq(best, found->value);
}

static const struct {
    const char *game, *database, *start;
    bool        small;   // minimax comes to the end
} cases[] = {
    {"tictactoe", "solve:tictactoe", NULL, true},
    {"connect-four:width=4,height=4", "solve:connect-four:width=4,height=4", NULL, false},
    {"chinese-checkers:board=rhombus4,pieces=3", "cc-edb6-4x4", NULL, false},
    {"chess", "chess-krk", "8/8/8/3k4/8/8/8/4K2R w - - 0 1", false},
    {"chess", "chess-krk", "7r/8/3k4/8/8/2K5/8/8 w - - 0 1", false},
};

START_TEST(test_positions_have_the_value_of_their_best_move)
{
    Variant    v   = test_open(cases[_i].game);
    Rng        rng = rng_seed(5);
    Exact      exact;
    ExactValue found;
    Status     status;
    AnyState   s;
    exact_open(&exact, &v);
    variant_setup(&v, &s);
    if (cases[_i].start != NULL) ck_assert(variant_parse(&v, &s, cases[_i].start, &status));
    databases_folder_set(match_path("none"));
    ck_assert(!exact_find(&exact, &s, &found));
    database_build(cases[_i].database);
    ck_assert(!exact_find(&exact, &s, &found));   // it is not looked for at every position
    exact_look_again(&exact);
    for (int game = 0; game < 5; game++) {
        AnyState at = s;
        for (int ply = 0; ply < 12; ply++) {
            Move           moves[GAME_MOVES_MAX];
            const AnyState before = at;
            const int      n      = v.game->generate(v.rules, &at, moves);
            ck_assert(exact_find(&exact, &at, &found));
            moves_check(&exact, &at, &found);
            if (cases[_i].small)
                ck_assert_int_eq(found.value, n == 0
                                                  ? found.value
                                                  : reference_value(&v, ALGORITHM_ALPHABETA, &at, 9, NULL));
            if (n == 0 || v.game->drawn(v.rules, &at)) break;
            v.game->play(v.rules, &at, &before, moves[rng_below(&rng, (uint32_t)n)]);
        }
    }
    exact_close(&exact);
    variant_close(&v);
}
END_TEST

START_TEST(test_mates_are_counted_in_plies)
{
    Variant    v = test_open("chess");
    Exact      exact;
    ExactValue found;
    Status     status;
    AnyState   s;
    database_build("chess-krk");
    exact_open(&exact, &v);
    ck_assert(variant_parse(&v, &s, "4k3/8/4K3/8/8/8/8/7R w - - 0 1", &status));
    ck_assert(exact_find(&exact, &s, &found));
    ck_assert_str_eq(found.name, "chess-krk");
    ck_assert_str_eq(found.says, "won in 1 ply");
    ck_assert_int_eq(found.value, value_of_payoff(PAYOFF_UNIT, 1));
    // rights that no database knows, and men that none has
    ck_assert(variant_parse(&v, &s, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &status));
    ck_assert(!exact_find(&exact, &s, &found));
    variant_setup(&v, &s);
    ck_assert(!exact_find(&exact, &s, &found));
    exact_close(&exact);
    variant_close(&v);
}
END_TEST

START_TEST(test_games_of_more_and_other_rules_are_not_covered)
{
    static const char *const games[] = {"virus:size=5,players=3", "chinese-checkers:board=rhombus4",
                                        "othello"};
    Variant                  v       = test_open(games[_i]);
    Exact                    exact;
    ExactValue               found;
    AnyState                 s;
    database_build("cc-edb6-4x4");
    exact_open(&exact, &v);
    variant_setup(&v, &s);
    ck_assert(!exact_find(&exact, &s, &found));
    exact_close(&exact);
    variant_close(&v);
}
END_TEST

Suite *suite_exact(void);
Suite *suite_exact(void)
{
    Suite *suite = suite_create("exact");
    TCase *tcase = tcase_create("exact");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, match_folder_make, match_folder_remove);
    tcase_add_loop_test(tcase, test_positions_have_the_value_of_their_best_move, 0, 5);
    tcase_add_test(tcase, test_mates_are_counted_in_plies);
    tcase_add_loop_test(tcase, test_games_of_more_and_other_rules_are_not_covered, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
