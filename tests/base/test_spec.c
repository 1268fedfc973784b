// The grammar of games and players: every way to read, change and write a spec, and what its messages say.
#include "base/spec.h"
#include "tests.h"

#include <stdio.h>
#include <string.h>

static Spec spec_of(const char *text)
{
    Spec   spec;
    Status status;
    ck_assert_msg(spec_parse(&spec, text, &status), "%s", status.text);
    return spec;
}

static void written(const Spec *spec, const char *expected)
{
    char buffer[TEXT_MAX];
    Text text = text_on(buffer, sizeof buffer);
    spec_write(spec, &text);
    ck_assert_str_eq(buffer, expected);
}

START_TEST(test_a_spec_is_written_as_it_was_read)
{
    static const char *const texts[] = {"a", "a:b=c", "a:b=c,d=e,f=g", "name:k=v:w,x=1=2"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const Spec spec = spec_of(texts[i]);
        written(&spec, texts[i]);
    }
    const Spec spec = spec_of("name:k=v:w,x=1=2");
    ck_assert_int_eq(spec.count, 2);
    ck_assert_str_eq(spec.settings[0].value, "v:w");
    ck_assert_str_eq(spec.settings[1].value, "1=2");
    ck_assert_str_eq(spec_text(&spec, "X"), "1=2");   // case does not matter
    ck_assert_ptr_null(spec_text(&spec, "v"));
}
END_TEST

START_TEST(test_settings_are_put_in_taken_out_and_filled_up)
{
    Spec   spec = spec_of("a:b=1,c=2,d=3");
    char   value[SPEC_WORD_MAX];
    Status status;
    ck_assert(spec_put(&spec, "C", "9"));
    written(&spec, "a:b=1,C=9,d=3");
    ck_assert(spec_put(&spec, "e", "5"));
    written(&spec, "a:b=1,C=9,d=3,e=5");
    ck_assert(spec_take(&spec, "B", value));
    ck_assert_str_eq(value, "1");
    written(&spec, "a:C=9,d=3,e=5");
    ck_assert(spec_take(&spec, "e", value));
    ck_assert_str_eq(value, "5");
    written(&spec, "a:C=9,d=3");
    ck_assert(!spec_take(&spec, "e", value));
    ck_assert(spec_fill(&spec, "d=7,f=8,g=9", &status));
    written(&spec, "a:C=9,d=3,f=8,g=9");
    ck_assert(spec_fill(&spec, "", &status));
    ck_assert_int_eq(spec.count, 4);
    ck_assert(!spec_fill(&spec, "h=1,i", &status));
    ck_assert_str_eq(status.text, "'h=1,i': expected key=value at 'i'");
    spec = spec_of("a:b=1,b=2");   // of a key given twice the second stays
    ck_assert(spec_take(&spec, "b", value) && value[0] == '1');
    written(&spec, "a:b=2");
}
END_TEST

// 63 characters are a word, 64 are not.
START_TEST(test_words_have_a_length)
{
    char   word[SPEC_WORD_MAX + 1], text[TEXT_MAX];
    Spec   spec = spec_of("a");
    Status status;
    memset(word, 'w', sizeof word - 1);
    word[SPEC_WORD_MAX] = 0;
    ck_assert(!spec_put(&spec, word, "1") && !spec_put(&spec, "k", word) && spec.count == 0);
    snprintf(text, sizeof text, "a:b=1,c=%s", word);
    ck_assert(!spec_parse(&spec, text, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "too long at 'c=wwww"));
    ck_assert_ptr_nonnull(strstr(status.text, "expected at most 63 characters"));
    word[SPEC_WORD_MAX - 1] = 0;
    spec.count              = 0;
    ck_assert(spec_put(&spec, word, "1") && spec_put(&spec, "k", word) && spec.count == 2);
    snprintf(text, sizeof text, "%s:%s=%s", word, word, word);
    spec = spec_of(text);
    written(&spec, text);
}
END_TEST

// 32 settings have room, one more has not.
START_TEST(test_settings_have_a_number)
{
    char   text[TEXT_MAX], more[2 * TEXT_MAX];
    Spec   spec = spec_of("a");
    Text   out  = text_on(text, sizeof text);
    Status status;
    text_add(&out, "a");
    for (int i = 0; i < SPEC_SETTINGS_MAX; i++) {
        char key[8];
        snprintf(key, sizeof key, "k%d", i);
        text_add(&out, "%ck%d=%d", i ? ',' : ':', i, i);
        ck_assert(spec_put(&spec, key, "1"));
    }
    ck_assert(!spec_put(&spec, "more", "1"));
    ck_assert(spec_put(&spec, "k31", "2"));   // in the place of what it was
    ck_assert(!spec_fill(&spec, "more=1", &status));
    ck_assert_str_eq(status.text, "'a': more than 32 settings");
    ck_assert(spec_fill(&spec, "k3=7", &status));
    spec = spec_of(text);
    ck_assert_int_eq(spec.count, SPEC_SETTINGS_MAX);
    written(&spec, text);
    snprintf(more, sizeof more, "%s,k=1", text);
    ck_assert(!spec_parse(&spec, more, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "more than 32 settings"));
}
END_TEST

START_TEST(test_a_path_is_longer_than_a_word_and_no_setting)
{
    char   path[SPEC_PATH_MAX], text[SPEC_PATH_MAX + 40];
    Spec   spec;
    Status status;
    memset(text, 'p', sizeof text);
    memcpy(text, "a:b=1,with=", 11);
    snprintf(text + 11 + SPEC_PATH_MAX - 1, 20, ",c=2");
    ck_assert_msg(spec_parse_path(&spec, text, "with", path, &status), "%s", status.text);
    written(&spec, "a:b=1,c=2");
    ck_assert_uint_eq(strlen(path), SPEC_PATH_MAX - 1);
    ck_assert_uint_eq(strspn(path, "p"), SPEC_PATH_MAX - 1);
    snprintf(text + 11 + SPEC_PATH_MAX - 1, 20, "p");
    ck_assert(!spec_parse_path(&spec, text, "with", path, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "expected at most 1023 characters"));
    ck_assert(spec_parse_path(&spec, "a:b=1", "with", path, &status));
    ck_assert_str_eq(path, "");
    ck_assert(!spec_parse_path(&spec, "a:with=1,With=2", "with", path, &status));
    ck_assert_str_eq(status.text, "a: option 'with' is given twice");
    ck_assert(!spec_parse_path(&spec, "a:with=", "with", path, &status));
    ck_assert_str_eq(status.text, "'a:with=': expected key=value at 'with='");
}
END_TEST

static const Option options[] = {
    {.key = "players", .min = -2, .max = 4, .fallback = 3, .help = "players"},
    {.key = "start", .choices = "one|two|three", .fallback = 1, .help = "start"},
    {.key = "order", .form = "a+b", .fallback = 7, .help = "a text"},
    {0},
};

static const struct {
    const char *text, *message;   // NULL: good
    int         values[3];
} option_cases[] = {
    {"g", NULL, {3, 1, 7}},
    {"g:players=-2", NULL, {-2, 1, 7}},
    {"g:players=4,start=ONE", NULL, {4, 0, 7}},
    {"g:start=three,order=x+y", NULL, {3, 2, 7}},
    {"g:players=5", "g: players=5: expected a number from -2 to 4", {0}},
    {"g:players=-3", "g: players=-3: expected a number from -2 to 4", {0}},
    {"g:start=thre", "g: start=thre: expected one of one|two|three", {0}},
    {"g:start=threes", "g: start=threes: expected one of one|two|three", {0}},
    {"g:color=red", "g: unknown option 'color'; expected one of: players, start, order", {0}},
    {"g:start=one,Start=two", "g: option 'Start' is given twice", {0}},
};

START_TEST(test_options_are_read_from_their_table)
{
    const Spec spec   = spec_of(option_cases[_i].text);
    Status     status = {0};
    int        values[3];
    const bool good = spec_options(&spec, options, values, &status);
    ck_assert_int_eq(good, option_cases[_i].message == NULL);
    if (good) ck_assert_mem_eq(values, option_cases[_i].values, sizeof values);
    else ck_assert_str_eq(status.text, option_cases[_i].message);
}
END_TEST

START_TEST(test_values_of_options_as_text)
{
    static const Option none[] = {{0}};
    char                out[SPEC_WORD_MAX];
    int                 values[1];
    Status              status;
    const Spec          spec = spec_of("g:color=red");
    ck_assert_str_eq(option_text(&options[0], -2, out), "-2");
    ck_assert_str_eq(option_text(&options[1], 0, out), "one");
    ck_assert_str_eq(option_text(&options[1], 1, out), "two");
    ck_assert_str_eq(option_text(&options[1], 2, out), "three");
    ck_assert(!spec_options(&spec, none, values, &status));
    ck_assert_str_eq(status.text, "g: unknown option 'color'; g has no options");
}
END_TEST

Suite *suite_spec(void);
Suite *suite_spec(void)
{
    Suite *suite = suite_create("spec");
    TCase *tcase = tcase_create("spec");
    tcase_add_test(tcase, test_a_spec_is_written_as_it_was_read);
    tcase_add_test(tcase, test_settings_are_put_in_taken_out_and_filled_up);
    tcase_add_test(tcase, test_words_have_a_length);
    tcase_add_test(tcase, test_settings_have_a_number);
    tcase_add_test(tcase, test_a_path_is_longer_than_a_word_and_no_setting);
    tcase_add_loop_test(tcase, test_options_are_read_from_their_table, 0,
                        (int)(sizeof option_cases / sizeof *option_cases));
    tcase_add_test(tcase, test_values_of_options_as_text);
    suite_add_tcase(suite, tcase);
    return suite;
}
