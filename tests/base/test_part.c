// Parts of numbered work.
#include "base/part.h"
#include "tests.h"

START_TEST(test_every_number_is_in_exactly_one_part)
{
    for (int count = 1; count <= 12; count++)
        for (uint64_t number = 0; number < 200; number++) {
            int in = 0;
            for (int i = 1; i <= count; i++) in += part_has((Part){i, count}, number);
            ck_assert_int_eq(in, 1);
        }
    ck_assert(part_has((Part){0}, 17) && part_has((Part){1, 3}, 0) && part_has((Part){3, 3}, 5));
}
END_TEST

START_TEST(test_a_part_is_written_as_it_was_read)
{
    static const char *const texts[] = {"1/1", "2/3", "10000/10000"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Part   part;
        Status status;
        char   again[24];
        ck_assert(part_read(&part, texts[i], &status));
        part_format(part, again);
        ck_assert_str_eq(again, texts[i]);
    }
    char all[24];
    part_format((Part){0}, all);
    ck_assert_str_eq(all, "all");
}
END_TEST

START_TEST(test_what_is_no_part_is_refused)
{
    static const char *const texts[] = {
        "",     "1",    "1/",   "/3",   "0/3",   "4/3",     "1/0",
        "-1/3", "1/-3", "1/3 ", " 1/3", "1/3/3", "1/10001", "99999999999999999999/3"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Part   part;
        Status status = {0};
        ck_assert_msg(!part_read(&part, texts[i], &status), "'%s'", texts[i]);
        ck_assert_int_eq(part.count, 0);
        ck_assert_ptr_nonnull(strstr(status.text, "expected I/N"));
    }
}
END_TEST

Suite *suite_part(void);
Suite *suite_part(void)
{
    Suite *const suite = suite_create("part");
    TCase *const tests = tcase_create("part");
    tcase_add_test(tests, test_every_number_is_in_exactly_one_part);
    tcase_add_test(tests, test_a_part_is_written_as_it_was_read);
    tcase_add_test(tests, test_what_is_no_part_is_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
