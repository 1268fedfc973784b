// Texts from outside and numbers, as the report writes them.
#include "lab/report/markup.h"
#include "tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void assert_html(const char *text, const char *expected)
{
    char       *out;
    size_t      size;
    FILE *const file = open_memstream(&out, &size);
    markup_html(file, text);
    fclose(file);
    ck_assert_str_eq(out, expected);
    free(out);
}

static void assert_gnuplot(const char *text, int characters, const char *expected)
{
    char       *out;
    size_t      size;
    FILE *const file = open_memstream(&out, &size);
    markup_gnuplot(file, text, characters);
    fclose(file);
    ck_assert_str_eq(out, expected);
    free(out);
}

START_TEST(test_texts_come_out_whole_and_well_formed)
{
    assert_html("a\tb\r\nc\x7f\x01", "a b  c  ");
    assert_html("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8c\xb3", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8c\xb3");
    assert_html("\xc3", "\uFFFD");
    assert_html("\xc3<", "\uFFFD&lt;");
    assert_html("\xc0\xbc \xed\xa0\x80 \xf5\x80", "\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD\uFFFD");
    assert_html("\xef\xbf\xbf\xc2\x85", "\uFFFD\uFFFD\uFFFD ");
    assert_gnuplot("'a'b'", 20, "'\u2019a''b'''");
    assert_gnuplot("it's\n`x`", 20, "'it''s `x`'");
    assert_gnuplot("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 4, "'\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9'");
    assert_gnuplot("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 4, "'\xc3\xa9\xc3\xa9\xc3\xa9\u2026'");
}
END_TEST

static void assert_number(double x, int decimals, const char *expected)
{
    char buffer[64];
    Text text = text_on(buffer, sizeof buffer);
    markup_number(&text, x, decimals);
    ck_assert_str_eq(buffer, expected);
}

static void assert_chance(double p, const char *expected)
{
    char buffer[64];
    Text text = text_on(buffer, sizeof buffer);
    markup_chance(&text, p);
    ck_assert_str_eq(buffer, expected);
}

START_TEST(test_numbers_as_people_read_them)
{
    assert_number(0, 0, "0");
    assert_number(999, 0, "999");
    assert_number(1000, 0, "1,000");
    assert_number(-1234567.89, 1, "\u22121,234,567.9");
    assert_number(-0.04, 1, "0.0");
    assert_number(NAN, 2, "\u2013");
    assert_number(INFINITY, 2, "\u2013");
    assert_chance(0.04999, "0.0500");
    assert_chance(0.00001, "<0.0001");
    assert_chance(1, "1.0000");
    assert_chance(NAN, "\u2013");
}
END_TEST

START_TEST(test_slugs_are_harmless_file_names)
{
    char slug[8];
    markup_slug("../A b-c'1", slug, sizeof slug);
    ck_assert_str_eq(slug, "b-c1");
    markup_slug("abcdefghijk", slug, sizeof slug);
    ck_assert_str_eq(slug, "abcdefg");
}
END_TEST

Suite *suite_markup(void);
Suite *suite_markup(void)
{
    Suite *const suite  = suite_create("markup");
    TCase *const markup = tcase_create("markup");
    tcase_add_test(markup, test_texts_come_out_whole_and_well_formed);
    tcase_add_test(markup, test_numbers_as_people_read_them);
    tcase_add_test(markup, test_slugs_are_harmless_file_names);
    suite_add_tcase(suite, markup);
    return suite;
}
