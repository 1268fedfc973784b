// The level of processor that the games run at. What portable builds choose is tests/portable/portable.sh.
#include "game/levels.h"
#include "tests.h"

#include <string.h>

START_TEST(test_the_level_of_the_start_can_be_chosen_by_name)
{
    Status                   status = {.text = ""};
    const Game *const *const games  = games_all;
    ck_assert(level_choose(NULL, &status));
    ck_assert(level_choose(level_name(), &status));
    ck_assert_ptr_eq(games_all, games);
    ck_assert_ptr_nonnull(game_find("othello"));
}
END_TEST

START_TEST(test_an_unknown_level_is_refused_and_changes_nothing)
{
    Status                   status = {.text = ""};
    const Game *const *const games  = games_all;
    ck_assert(!level_choose("x86-64-v9", &status));
    ck_assert_ptr_nonnull(strstr(status.text, "'x86-64-v9'"));
    ck_assert_ptr_nonnull(strstr(status.text, level_name()));
    ck_assert_ptr_eq(games_all, games);
}
END_TEST

Suite *suite_levels(void);
Suite *suite_levels(void)
{
    Suite *suite = suite_create("levels");
    TCase *tcase = tcase_create("levels");
    tcase_add_test(tcase, test_the_level_of_the_start_can_be_chosen_by_name);
    tcase_add_test(tcase, test_an_unknown_level_is_refused_and_changes_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
