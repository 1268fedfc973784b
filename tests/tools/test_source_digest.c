// The digest of sources: what a comment, the layout or a line break changes, and what it must not. Cases
// worked by hand from the C standard's phases of translation.
#include "../../tools/source_digest.h"
#include "tests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t digest_of(const char *text)
{
    char *const    copy   = strdup(text);
    const uint64_t digest = source_digest_add(SOURCE_DIGEST_START, copy, strlen(copy));
    free(copy);
    return digest;
}

START_TEST(test_comments_and_layout_do_not_count)
{
    static const char *const same[][2] = {
        {"int a = 1;", "int  a=1 ;\n"},
        {"int a = 1;", "int a = 1; // one"},
        {"int a = 1;", "/* a */ int /**/ a = /* = 2 */ 1;"},
        {"int a = 1;", "int a = // 2; \\\n still the comment \\\n 3;\n 1;"},
        {"int a = 1;", "in\\\nt a = \\\n1;"},
        {"int a = 1;\nint b;", "int a = 1;\r\n\r\nint b;\r\n"},
        {"x = a / b;", "x = a/b;"},
        {"x = a / *b;", "x = a / /* , */ *b;"},
        {"s = \"a // b\";", "s = \"a // b\"; // c"},
        {"s = \"a /* b\"; t = \"c */\";", "s = \"a /* b\";\n\n\nt = \"c */\";"},
        {"s = \"ab\";", "s = \"a\"\n    \"b\";"},
        {"s = \"a\\\"b\"; // c", "s = \"a\\\"b\";"},
        {"c = '\"'; // x", "c = '\"'; /* y */"},
        {"c = '\\''; // x", "c = '\\'';"},
        {"c = '\\\\'; // x", "c = '\\\\';"},
        {"#define A(x) x + \\\n    1\nint b;", "#define A(x) x + 1 // note\nint b;"},
        {"#define A /* no\nend */ 1\nint b;", "#define A 1\nint b;"},
        {"a ? b : c", "a?b:c"},
        {"x = 1e+5;", "x = 1e+5 ;"},
        {"", " \n/* nothing */\n"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        ck_assert_msg(digest_of(same[i][0]) == digest_of(same[i][1]), "'%s' and '%s'", same[i][0],
                      same[i][1]);
}
END_TEST

START_TEST(test_what_the_source_says_counts)
{
    static const char *const differ[][2] = {
        {"int a = 1;", "int a = 2;"},
        {"int a;", "inta;"},
        {"a + +b", "a++ b"},
        {"a - -1", "a--1"},
        {"a < < b", "a << b"},
        {"x = 1 e5;", "x = 1e5;"},
        {"x = 1.5;", "x = 1 .5;"},
        {"s = \"a b\";", "s = \"a  b\";"},
        {"s = \"//\";", "s = \"/\";"},
        {"s = \"a\"; // \"b\"", "s = \"a\" \"b\";"},
        {"c = '/*'; a = 1; /* */", "c = '/*'; a = 2; /* */"},
        {"s = \"\\\\\"; a = 1; // \"", "s = \"\\\\\"; a = 2; // \""},
        {"#define A (x) x", "#define A(x) x"},
        {"#define A 1\nint b;", "#define A 1 int\nb;"},
        {"#error don't\nint a;", "#error don't\nint b;"},
        {"/* a */ int b;", "int c; /* a */"},
        {"int a; /* open", "/* open"},
        {"\"a\" b", "\"a b\""},
        {"a b", "a\tc"},
    };
    for (size_t i = 0; i < sizeof differ / sizeof *differ; i++)
        ck_assert_msg(digest_of(differ[i][0]) != digest_of(differ[i][1]), "'%s' and '%s'", differ[i][0],
                      differ[i][1]);
}
END_TEST

// FNV-1a as its authors give it: 0xaf63dc4c8601ec8c is the hash of "a".
START_TEST(test_the_hash_is_the_published_one)
{
    ck_assert(source_digest_bytes(SOURCE_DIGEST_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    ck_assert(source_digest_bytes(SOURCE_DIGEST_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    ck_assert(source_digest_bytes(SOURCE_DIGEST_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    // Two tokens, each with its end.
    ck_assert(digest_of("int a") == source_digest_bytes(SOURCE_DIGEST_START, "int\0a", 6));
}
END_TEST

Suite *suite_source_digest(void);
Suite *suite_source_digest(void)
{
    Suite *const suite = suite_create("source_digest");
    TCase *const tcase = tcase_create("source_digest");
    tcase_add_test(tcase, test_comments_and_layout_do_not_count);
    tcase_add_test(tcase, test_what_the_source_says_counts);
    tcase_add_test(tcase, test_the_hash_is_the_published_one);
    suite_add_tcase(suite, tcase);
    return suite;
}
