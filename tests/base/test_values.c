// Small things that much stands on: sets of bits, random numbers, the clock, values out of JSON, digests of
// a build, texts and messages at the end of their room.
#include "base/bits.h"
#include "base/build_info.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/system_faults.h"
#include "base/text.h"
#include "base/threads.h"
#include "tests.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

START_TEST(test_bits_are_counted_and_taken_from_below)
{
    uint64_t b = BIT(0) | BIT(5) | BIT(63);
    ck_assert_int_eq(bits_count(b), 3);
    ck_assert_int_eq(bits_first(b), 0);
    ck_assert_int_eq(bits_take(&b), 0);
    ck_assert_int_eq(bits_take(&b), 5);
    ck_assert_uint_eq(b, UINT64_C(0x8000000000000000));
    ck_assert_int_eq(bits_take(&b), 63);
    ck_assert_uint_eq(b, 0);
    ck_assert_int_eq(bits_count(b), 0);
}
END_TEST

// The finaliser of splitmix64: its stream from seed 0 is known (Vigna's splitmix64.c), and mix64 of a
// multiple of the golden gamma is a number of it. Keys are the stream of rng_seed, whose first two numbers
// test_base.c has for seed 1.
START_TEST(test_the_mixing_function_is_that_of_splitmix64)
{
    static const uint64_t stream[] = {UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0x6e789e6aa1b965f4),
                                      UINT64_C(0x06c45d188009454f)};
    uint64_t              keys[3]  = {0, 0, 77};
    for (uint64_t i = 0; i < 3; i++)
        ck_assert_uint_eq(mix64((i + 1) * UINT64_C(0x9e3779b97f4a7c15)), stream[i]);
    ck_assert_uint_eq(mix64(0), 0);
    rng_keys(keys, 2, 1);
    ck_assert_uint_eq(keys[0], UINT64_C(12966619160104079557));
    ck_assert_uint_eq(keys[1], UINT64_C(9600361134598540522));
    ck_assert_uint_eq(keys[2], 77);
}
END_TEST

// Below 2^31 + 1 almost half of the numbers are drawn again: those kept are even. Below 1 there is only 0.
START_TEST(test_large_random_numbers_are_even_too)
{
    const uint32_t n   = (1u << 31) + 1;
    Rng            rng = rng_seed(5);
    int            low = 0, odd = 0;
    for (int i = 0; i < 40000; i++) {
        const uint32_t k = rng_below(&rng, n);
        ck_assert_uint_lt(k, n);
        low += k < n / 2, odd += (int)(k & 1);
        ck_assert_uint_eq(rng_below(&rng, 1), 0);
    }
    ck_assert_int_le(abs(low - 20000), 400);   // four standard deviations
    ck_assert_int_le(abs(odd - 20000), 400);
}
END_TEST

static const struct {
    double after;
    long   seconds, nanoseconds;
} moments[] = {
    {0, 100, 750000000},   {0.125, 100, 875000000}, {0.25, 101, 0},
    {0.5, 101, 250000000}, {2.5, 103, 250000000},   {1e7, 1000100, 750000000},
};

START_TEST(test_a_moment_is_reckoned_from_now)
{
    faults_clock_stands(100, 750000000);
    const double          now = clock_seconds();
    const struct timespec t   = clock_after(moments[_i].after);
    faults_clock_goes();
    ck_assert(now == 100.75);
    ck_assert_int_eq(t.tv_sec, moments[_i].seconds);
    ck_assert_int_eq(t.tv_nsec, moments[_i].nanoseconds);
}
END_TEST

START_TEST(test_processors_are_counted_up_to_a_limit)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    ck_assert_int_eq(processors_count(1), 1);
    ck_assert_int_eq(processors_count(INT_MAX), n < 1 ? 1 : n);
}
END_TEST

START_TEST(test_values_of_json_are_read_strictly)
{
    char          out[4] = "";
    int           n      = -77;
    Status        status;
    json_t *const j = json_loads("[\"abc\", \"abcd\", \"a\\tb\", \"a\\u007f\", \" ~\", 5, -5, 6, 2.0, true,"
                                 "9223372036854775807, -9223372036854775808]",
                                 0, NULL);
    ck_assert_ptr_nonnull(j);
#define AT(i) json_array_get(j, i)
    ck_assert(json_read_text(AT(0), "k", out, sizeof out, &status));
    ck_assert_str_eq(out, "abc");
    ck_assert(!json_read_text(AT(1), "k", out, sizeof out, &status));
    ck_assert_str_eq(status.text, "'k': longer than 3 characters");
    ck_assert(!json_read_text(AT(2), "k", out, sizeof out, &status));
    ck_assert_str_eq(status.text, "'k': expected text without control characters");
    ck_assert(!json_read_text(AT(3), "k", out, sizeof out, &status));
    ck_assert(!json_read_text(AT(5), "k", out, sizeof out, &status));
    ck_assert_str_eq(status.text, "'k': expected text in quotes");
    ck_assert_str_eq(out, "abc");
    ck_assert(json_read_text(AT(4), "k", out, sizeof out, &status));
    ck_assert_str_eq(out, " ~");
    for (size_t i = 7; i < 12; i++) {
        ck_assert(!json_read_int(AT(i), "k", -5, 5, &n, &status));
        ck_assert_str_eq(status.text, "'k': expected a whole number from -5 to 5");
        ck_assert_int_eq(n, -77);
    }
    ck_assert(!json_read_int(AT(0), "k", -5, 5, &n, &status));
    ck_assert(!json_read_int(NULL, "k", INT_MIN, INT_MAX, &n, &status));
    ck_assert(json_read_int(AT(5), "k", -5, 5, &n, &status) && n == 5);
    ck_assert(json_read_int(AT(6), "k", -5, 5, &n, &status) && n == -5);
#undef AT
    json_decref(j);
}
END_TEST

START_TEST(test_digests_of_a_build)
{
    const DigestList list = {.count = 2, .list = {"one", "two", "three"}};
    ck_assert_str_ne(build_digest("othello"), DIGEST_NONE);
    ck_assert_str_eq(build_digest("othello:size=6"), build_digest("othello"));
    ck_assert_str_ne(build_digest("othello"), build_digest("focus"));
    ck_assert_str_eq(build_digest("othell"), DIGEST_NONE);
    ck_assert_str_eq(build_digest("othello2"), DIGEST_NONE);
    ck_assert_str_eq(build_digest(""), DIGEST_NONE);
    ck_assert(digest_in(&list, "one") && digest_in(&list, "two") && !digest_in(&list, "three"));
    ck_assert(!digest_in(NULL, "one") && !digest_in(&list, "on"));
    ck_assert(digest_valid("none") && digest_valid("0123456789abcdef"));
    ck_assert(!digest_valid("0123456789abcde") && !digest_valid("0123456789abcdef0") &&
              !digest_valid("0123456789abcdeg") && !digest_valid("nones"));
    ck_assert_ptr_nonnull(strchr(build_compiler(), ' '));
}
END_TEST

START_TEST(test_text_fills_its_room_and_no_more)
{
    char buffer[6] = "xxxxx";
    Text text      = text_on(buffer, 5);
    ck_assert_str_eq(buffer, "");
    text_add(&text, "%s", "ab");
    text_char(&text, 'c');
    text_char(&text, 'd');
    ck_assert(!text.cut && text.used == 4);
    ck_assert_str_eq(buffer, "abcd");
    text_add(&text, "%s", "");
    ck_assert(!text.cut);
    text_char(&text, 'e');
    ck_assert(text.cut && text.used == 4);
    text = text_on(buffer, 5);
    text_add(&text, "%s", "abcd");
    ck_assert(!text.cut && text.used == 4);
    text = text_on(buffer, 5);
    text_add(&text, "%s", "abcde");
    ck_assert(text.cut && text.used == 4);
    ck_assert_str_eq(buffer, "abcd");
}
END_TEST

// Of up to 63 characters; later ones are not looked at.
START_TEST(test_the_distance_of_texts)
{
    static const struct {
        const char *a, *b;
        int         distance;
    } cases[] = {
        {"", "", 0},
        {"a", "", 1},
        {"", "a", 1},
        {"abc", "abd", 1},
        {"abc", "xabc", 1},
        {"abc", "bc", 1},
        {"flaw", "lawn", 2},
        {"intention", "execution", 5},
        {"sunday", "saturday", 3},
        {"ab", "ba", 2},
        {"checkers", "CHEKERS", 1},
    };
    char a[101], b[101];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(text_distance(cases[i].a, cases[i].b), cases[i].distance);
        ck_assert_int_eq(text_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
    memset(a, 'a', 100), memset(b, 'b', 100);
    a[100] = b[100] = 0;
    ck_assert_int_eq(text_distance(a, b), 63);
}
END_TEST

// 399 characters and the end; what is outside ASCII is not for a terminal.
START_TEST(test_a_message_has_one_line_of_plain_characters)
{
    char   word[STATUS_TEXT_MAX + 20];
    Status status;
    ck_assert(!status_fail(&status, "%s", "a\x1f b~\x7f\x80"));
    ck_assert_str_eq(status.text, "a? b~??");
    memset(word, 'w', sizeof word - 1);
    word[sizeof word - 1] = 0;
    ck_assert(!status_fail(&status, "%s", word));
    ck_assert_uint_eq(strlen(status.text), STATUS_TEXT_MAX - 1);
    ck_assert(!status_prefix(&status, "%s", "p"));
    ck_assert_uint_eq(strlen(status.text), STATUS_TEXT_MAX - 1);
    ck_assert_int_eq(strncmp(status.text, "p: www", 6), 0);
    ck_assert_uint_eq(memory_physical(), (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE));
}
END_TEST

Suite *suite_values(void);
Suite *suite_values(void)
{
    Suite *suite = suite_create("values");
    TCase *tcase = tcase_create("values");
    tcase_add_test(tcase, test_bits_are_counted_and_taken_from_below);
    tcase_add_test(tcase, test_the_mixing_function_is_that_of_splitmix64);
    tcase_add_test(tcase, test_large_random_numbers_are_even_too);
    tcase_add_loop_test(tcase, test_a_moment_is_reckoned_from_now, 0,
                        (int)(sizeof moments / sizeof *moments));
    tcase_add_test(tcase, test_processors_are_counted_up_to_a_limit);
    tcase_add_test(tcase, test_values_of_json_are_read_strictly);
    tcase_add_test(tcase, test_digests_of_a_build);
    tcase_add_test(tcase, test_text_fills_its_room_and_no_more);
    tcase_add_test(tcase, test_the_distance_of_texts);
    tcase_add_test(tcase, test_a_message_has_one_line_of_plain_characters);
    suite_add_tcase(suite, tcase);
    return suite;
}
