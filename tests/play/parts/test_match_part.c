// Which games of a match are in which part.
#include "play/match_cases.h"
#include "play/parts/match_merge.h"
#include "play/parts/match_part.h"

#include <stdio.h>
#include <stdlib.h>

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

// Plays a part to its end into a file of the test's folder.
static void part_play(const MatchSettings *t, Part which, const char *name)
{
    static Match match;
    MatchPart    part;
    Status       status = {0};
    ck_assert_msg(match_open(&match, t, &status), "%s", status.text);
    ck_assert_msg(match_part_open(&part, &match, which, match_path(name), &status), "%s", status.text);
    ck_assert_msg(match_part_run(&part, NULL, NULL, &status), "%s", status.text);
    ck_assert_int_eq(part.done, part.games);
    match_part_close(&part);
    match_close(&match);
}

START_TEST(test_parts_played_by_any_number_of_threads_are_merged_to_the_match)
{
    const MatchCase *const c = &match_cases[_i];
    Variant                v = test_open(c->game);
    MatchSettings          t = match_settings(c, &v, 1, match_path("a"));
    char                   paths[3][200];
    const char            *files[3] = {paths[0], paths[1], paths[2]};
    Tally                  tally;
    Status                 status = {0};
    size_t                 size;
    match_play(&t, &tally);
    t.save = NULL;
    for (int i = 0; i < 3; i++) {
        char name[4] = {'p', (char)('1' + i), 0};
        t.threads    = 1 + 2 * i;
        part_play(&t, (Part){i + 1, 3}, name);
        snprintf(paths[i], sizeof paths[i], "%s", match_path(name));
    }
    MatchMerge merge = {.files = files, .count = 3, .games = c->games};
    ck_assert_msg(match_merge(&merge, match_path("b"), &status), "%s", status.text);
    ck_assert_int_eq(merge.written, c->games);
    char *const whole = match_text("a", &size);
    ck_assert(match_is("b", whole, size));
    free(whole);
    variant_close(&v);
}
END_TEST

Suite *suite_match_part(void);
Suite *suite_match_part(void)
{
    Suite *const suite = suite_create("match_part");
    TCase *const tests = tcase_create("match_part");
    tcase_add_test(tests, test_the_parts_of_a_match_share_nothing_and_are_all_of_it);
    tcase_add_test(tests, test_numbers_beyond_all_games_do_not_overflow);
    tcase_add_checked_fixture(tests, match_folder_make, match_folder_remove);
    tcase_add_loop_test(tests, test_parts_played_by_any_number_of_threads_are_merged_to_the_match, 0,
                        MATCH_CASES);
    suite_add_tcase(suite, tests);
    return suite;
}
