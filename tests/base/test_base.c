// The things with no idea of games: texts, numbers, specs, random numbers.
#include "base/rng.h"
#include "base/spec.h"
#include "base/text.h"
#include "tests.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

START_TEST(test_text_never_overflows)
{
    char buffer[8];
    Text text = text_on(buffer, sizeof buffer);
    text_add(&text, "%s", "abc");
    ck_assert(!text.cut);
    text_add(&text, "%s", "defghijkl");
    ck_assert(text.cut);
    ck_assert_str_eq(buffer, "abcdefg");
    text_char(&text, 'x');
    ck_assert_str_eq(buffer, "abcdefg");
}
END_TEST

static const struct {
    const char *text;
    long        min, max;
    bool        good;
    long        value;
} numbers[] = {
    {"0", 0, 10, true, 0},
    {"10", 0, 10, true, 10},
    {"11", 0, 10, false, 0},
    {"7", 0, 5, false, 0},
    {"-1", 0, 10, false, 0},
    {"-3", -5, 5, true, -3},
    {"-6", -5, 5, false, 0},
    {"", 0, 10, false, 0},
    {"-", -5, 5, false, 0},
    {"1x", 0, 10, false, 0},
    {" 1", 0, 10, false, 0},
    {"+1", 0, 10, false, 0},
    {"1000000000", 0, 100, false, 0},
    {"99999999999999999999999999", 0, LONG_MAX, false, 0},
    {"9223372036854775807", 0, LONG_MAX, true, LONG_MAX},
    {"9223372036854775808", 0, LONG_MAX, false, 0},
    {"0x10", 0, 100, false, 0},
    {"1e3", 0, 10000, false, 0},
};

START_TEST(test_numbers_are_read_whole_or_not_at_all)
{
    long       value = -77;
    const bool good  = text_whole_number(numbers[_i].text, numbers[_i].min, numbers[_i].max, &value);
    ck_assert_msg(good == numbers[_i].good, "'%s'", numbers[_i].text);
    if (good) ck_assert_int_eq(value, numbers[_i].value);
    else ck_assert_int_eq(value, -77);
}
END_TEST

START_TEST(test_distance_counts_changes)
{
    ck_assert_int_eq(text_distance("othello", "othello"), 0);
    ck_assert_int_eq(text_distance("othelo", "othello"), 1);
    ck_assert_int_eq(text_distance("OTHELLO", "othello"), 0);
    ck_assert_int_eq(text_distance("", "abc"), 3);
    ck_assert_int_eq(text_distance("kitten", "sitting"), 3);
}
END_TEST

static const Option options[] = {
    {.key = "players", .min = 2, .max = 4, .fallback = 2, .help = "players"},
    {.key = "start", .choices = "standard|belgian-daisy|german-daisy", .fallback = 1, .help = "start"},
    {0},
};

START_TEST(test_spec_reads_names_and_settings)
{
    Spec   spec;
    Status status;
    int    values[2];
    ck_assert(spec_parse(&spec, "abalone:start=german-daisy,players=3", &status));
    ck_assert_str_eq(spec.name, "abalone");
    ck_assert(spec_options(&spec, options, values, &status));
    ck_assert_int_eq(values[0], 3);
    ck_assert_int_eq(values[1], 2);
    ck_assert(spec_parse(&spec, "abalone", &status));
    ck_assert(spec_options(&spec, options, values, &status));
    ck_assert_int_eq(values[0], 2);
    ck_assert_int_eq(values[1], 1);
}
END_TEST

// Each bad text with the word its message must name.
static const struct {
    const char *text, *word;
} bad_specs[] = {
    {"", "expected a name"},
    {":players=2", "expected a name"},
    {"a:", "key=value"},
    {"a:players", "players"},
    {"a:players=", "players="},
    {"a:=3", "=3"},
    {"a:players=5", "2 to 4"},
    {"a:players=x", "players=x"},
    {"a:start=nowhere", "standard|belgian-daisy|german-daisy"},
    {"a:color=red", "color"},
    {"a:players=2,players=3", "twice"},
    {"a:players=2,,start=standard", "key=value"},
    {"a:players=2,", "key=value"},
    {"a:players=-1", "-1"},
    {"a:players=1000000000000", "1000000000000"},
    {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaa"},
};

START_TEST(test_bad_specs_name_the_bad_word)
{
    Spec       spec;
    Status     status = {0};
    int        values[2];
    const bool good = spec_parse(&spec, bad_specs[_i].text, &status) &&
                      spec_options(&spec, options, values, &status);
    ck_assert_msg(!good, "'%s' was accepted", bad_specs[_i].text);
    ck_assert_msg(strstr(status.text, bad_specs[_i].word) != NULL, "'%s': %s", bad_specs[_i].text,
                  status.text);
    ck_assert_ptr_null(strchr(status.text, '\n'));
}
END_TEST

START_TEST(test_messages_hold_no_control_characters)
{
    Status status;
    status_fail(&status, "bad '%s'", "a\x1b[31m\nb");
    ck_assert_str_eq(status.text, "bad 'a?[31m?b'");
    status_prefix(&status, "at '%s'", "x\ty");
    ck_assert_str_eq(status.text, "at 'x?y': bad 'a?[31m?b'");
}
END_TEST

START_TEST(test_a_status_knows_a_system_failure_from_wrong_input)
{
    Status status;
    ck_assert(!status_fail_system(&status, "'%s': no space left", "table"));
    ck_assert_int_eq(status_exit_code(&status), 1);
    status_prefix(&status, "db build");
    ck_assert_str_eq(status.text, "db build: 'table': no space left");
    ck_assert_int_eq(status_exit_code(&status), 1);
    ck_assert(!status_fail(&status, "bad '%s'", "word"));   // a later failure says its own kind
    ck_assert_int_eq(status_exit_code(&status), 2);
    status_fail_system(&status, "no memory");
    status_clear(&status);
    ck_assert_str_eq(status.text, "");
    ck_assert_int_eq(status.kind, STATUS_INPUT);
}
END_TEST

// The stream is part of what experiments promise: the same on every machine.
START_TEST(test_random_numbers_are_fixed_by_the_seed)
{
    Rng a = rng_seed(1), b = rng_seed(1), c = rng_seed(2);
    ck_assert_uint_eq(rng_next(&a), UINT64_C(12966619160104079557));
    ck_assert_uint_eq(rng_next(&a), UINT64_C(9600361134598540522));
    rng_next(&b);
    rng_next(&b);
    ck_assert_uint_eq(rng_next(&a), rng_next(&b));
    ck_assert_uint_ne(rng_next(&a), rng_next(&c));
}
END_TEST

START_TEST(test_random_numbers_below_n_are_even)
{
    Rng rng       = rng_seed(3);
    int counts[7] = {0};
    for (int i = 0; i < 70000; i++) {
        const uint32_t k = rng_below(&rng, 7);
        ck_assert_uint_lt(k, 7);
        counts[k]++;
    }
    for (int k = 0; k < 7; k++) ck_assert_int_le(abs(counts[k] - 10000), 400);   // four standard deviations
}
END_TEST

START_TEST(test_payoffs_are_shared)
{
    Value out[PLAYERS_MAX];
    for (int players = 2; players <= PLAYERS_MAX; players++)
        for (unsigned winners = 0; winners < 1u << players; winners++) {
            Value sum = 0;
            payoff_share(out, players, winners);
            for (int p = 0; p < PLAYERS_MAX; p++) sum += out[p];
            ck_assert_int_eq(sum, 0);
        }
    payoff_share(out, 2, 2);
    ck_assert_int_eq(out[0], -PAYOFF_UNIT);
    ck_assert_int_eq(out[1], PAYOFF_UNIT);
}
END_TEST

Suite *suite_base(void);
Suite *suite_base(void)
{
    Suite *suite = suite_create("base");
    TCase *tcase = tcase_create("base");
    tcase_add_test(tcase, test_text_never_overflows);
    tcase_add_loop_test(tcase, test_numbers_are_read_whole_or_not_at_all, 0,
                        sizeof numbers / sizeof *numbers);
    tcase_add_test(tcase, test_distance_counts_changes);
    tcase_add_test(tcase, test_spec_reads_names_and_settings);
    tcase_add_loop_test(tcase, test_bad_specs_name_the_bad_word, 0, sizeof bad_specs / sizeof *bad_specs);
    tcase_add_test(tcase, test_messages_hold_no_control_characters);
    tcase_add_test(tcase, test_a_status_knows_a_system_failure_from_wrong_input);
    tcase_add_test(tcase, test_random_numbers_are_fixed_by_the_seed);
    tcase_add_test(tcase, test_random_numbers_below_n_are_even);
    tcase_add_test(tcase, test_payoffs_are_shared);
    suite_add_tcase(suite, tcase);
    return suite;
}
