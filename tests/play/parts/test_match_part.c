// Which games of a match are in which part.
#include "play/parts/match_part.h"
#include "tests.h"

START_TEST(test_the_parts_of_a_match_share_nothing_and_are_all_of_it)
{
    static Match match;
    for (int contestants = 1; contestants <= 5; contestants++)
        for (int players = 2; players <= 4; players += 2)
            for (int games = 1; games <= 130; games += 7) {
                schedule_open(&match.schedule, contestants, players);
                match.settings.games = games;
                for (int count = 1; count <= 5; count++) {
                    int seen[130] = {0}, all = 0;
                    for (int i = 1; i <= count; i++) {
                        const Part part = {i, count};
                        const int  n    = match_part_games(&match, part);
                        int        last = -1;
                        for (int k = 0; k < n; k++) {
                            const int number = match_part_number(&match, part, k);
                            ck_assert(number > last && number < games);
                            // The games of an opening are in one part.
                            ck_assert(part_has(part, (uint64_t)(number / match.schedule.group)));
                            seen[number]++, last = number;
                        }
                        ck_assert_int_ge(match_part_number(&match, part, n), games);
                        all += n;
                    }
                    ck_assert_int_eq(all, games);
                    for (int i = 0; i < games; i++) ck_assert_int_eq(seen[i], 1);
                }
            }
}
END_TEST

START_TEST(test_numbers_beyond_all_games_do_not_overflow)
{
    static Match match;
    schedule_open(&match.schedule, 2, 2);
    match.settings.games = MATCH_GAMES_MAX;
    const Part part      = {PARTS_MAX, PARTS_MAX};
    ck_assert_int_eq(match_part_games(&match, part), MATCH_GAMES_MAX / PARTS_MAX);
    ck_assert_int_ge(match_part_number(&match, part, MATCH_GAMES_MAX), MATCH_GAMES_MAX);
}
END_TEST

Suite *suite_match_part(void);
Suite *suite_match_part(void)
{
    Suite *const suite = suite_create("match_part");
    TCase *const tests = tcase_create("match_part");
    tcase_add_test(tests, test_the_parts_of_a_match_share_nothing_and_are_all_of_it);
    tcase_add_test(tests, test_numbers_beyond_all_games_do_not_overflow);
    suite_add_tcase(suite, tests);
    return suite;
}
