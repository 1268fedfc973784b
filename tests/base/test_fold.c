// Text for a terminal is folded at words within 100 columns; SHA-256 gives the digests of its standard.
#include "base/fold.h"
#include "base/sha256.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static char *folded(const char *text, int used, int indent)
{
    char       *out;
    size_t      size;
    FILE *const file = open_memstream(&out, &size);
    fold_print(file, text, used, indent);
    fclose(file);
    return out;
}

static void expect(const char *text, int used, int indent, const char *lines)
{
    char *const out = folded(text, used, indent);
    ck_assert_str_eq(out, lines);
    free(out);
}

#define TEN(x) x x x x x x x x x x

START_TEST(test_lines_are_broken_at_words)
{
    expect("", 0, 0, "\n");
    expect("a  b", 0, 0, "a  b\n");
    // 50 + 1 + 49 columns fit, one more does not
    expect(TEN("aaaaa") " " TEN("bbbb") "bbbbbbbbb", 0, 2, TEN("aaaaa") " " TEN("bbbb") "bbbbbbbbb\n");
    expect(TEN("aaaaa") " " TEN("bbbbb"), 0, 2, TEN("aaaaa") "\n  " TEN("bbbbb") "\n");
    expect("a " TEN("bbbb"), 60, 4, "a\n    " TEN("bbbb") "\n");
    // a character of three bytes is one column
    expect(TEN("\u2026\u2026\u2026\u2026\u2026") " " TEN("bbbb") "bbbbbbbbb", 0, 2,
           TEN("\u2026\u2026\u2026\u2026\u2026") " " TEN("bbbb") "bbbbbbbbb\n");
}
END_TEST

START_TEST(test_a_word_that_no_line_holds_is_broken_after_a_comma)
{
    expect(TEN("aaaa,aaaa,") TEN("b"), 0, 0, TEN("aaaa,aaaa,") "\n" TEN("b") "\n");
    expect(TEN(TEN("a")) TEN("b"), 0, 0, TEN(TEN("a")) TEN("b") "\n");   // no comma: left as it is
}
END_TEST

// FIPS 180-4 examples; the million of a is from the same.
START_TEST(test_sha256_of_its_standard)
{
    char  out[SHA256_TEXT];
    char *million = malloc(1000000);
    sha256("", 0, out);
    ck_assert_str_eq(out, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256("abc", 3, out);
    ck_assert_str_eq(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, out);
    ck_assert_str_eq(out, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    memset(million, 'a', 1000000);
    sha256(million, 1000000, out);
    ck_assert_str_eq(out, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}
END_TEST

Suite *suite_fold(void);
Suite *suite_fold(void)
{
    Suite *const suite = suite_create("fold");
    TCase *const tcase = tcase_create("fold");
    tcase_add_test(tcase, test_lines_are_broken_at_words);
    tcase_add_test(tcase, test_a_word_that_no_line_holds_is_broken_after_a_comma);
    tcase_add_test(tcase, test_sha256_of_its_standard);
    suite_add_tcase(suite, tcase);
    return suite;
}
