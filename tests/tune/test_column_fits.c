// Fits over columns, worked out by hand.
#include "tests.h"
#include "tune/columns.h"

#include <math.h>

// One column, a group for every sample.
static Columns columns_of(const double x[], const double y[], int n)
{
    Columns c;
    Status  status;
    ck_assert_msg(columns_open(&c, 1, (size_t)n, n, &status), "%s", status.text);
    for (int i = 0; i < n; i++) c.x[i] = x[i], c.y[i] = y[i], c.group[i] = i;
    columns_prepare(&c);
    return c;
}

// Errors 5, 1, 2, 4 and 1, 2, 2, 1 differ by 4, -1, 0, 3: sum 6, squares 26, about their mean 26 - 36 / 4 =
// 17. The sum of four independent ones has the error sqrt(17 * 4 / 3); y = 0, 2, 4, 6 has the squares 20
// about its mean.
START_TEST(test_the_error_of_a_difference)
{
    static const double x[] = {1, 1, 1, 1}, y[] = {0, 2, 4, 6}, same[] = {3, 3, 3, 3};
    static const double one[] = {5, 1, 2, 4}, other[] = {1, 2, 2, 1};
    Columns             c = columns_of(x, y, 4), d = columns_of(x, same, 4), e = columns_of(x, y + 1, 1);
    ck_assert_double_eq_tol(columns_difference(&c, one, other), sqrt(17 * 4 / 3.0) / 20, 1e-12);
    ck_assert_double_eq_tol(columns_difference(&c, other, one), sqrt(17 * 4 / 3.0) / 20, 1e-12);
    ck_assert(columns_difference(&d, one, other) == 0);   // no variance
    ck_assert(columns_difference(&e, one, other) == 0);   // one group
    columns_close(&c), columns_close(&d), columns_close(&e);
}
END_TEST

// Without columns a fold is predicted by the mean of the others: of 0, 1, 2, 3, 4 that misses by (5 y - 10)
// / 4, in squares 6.25, 1.5625, 0, 1.5625, 6.25; their sum is 15.625, and 10 the squares about the mean.
START_TEST(test_a_mean_explains_nothing_that_it_has_not_seen)
{
    static const double x[] = {0, 0, 0, 0, 0}, y[] = {0, 1, 2, 3, 4};
    static const double expected[] = {6.25, 1.5625, 0, 1.5625, 6.25};
    Columns             c          = columns_of(x, y, 5);
    double              errors[5];
    ck_assert_double_eq_tol(columns_score(&c, NULL, 0, errors), 1 - 1.5625, 1e-4);
    for (int i = 0; i < 5; i++) ck_assert_double_eq_tol(errors[i], expected[i], 1e-4);
    columns_close(&c);
}
END_TEST

// y = 2 x + 1 is found, and predicts every fold; y = 9 - 2 x would need a weight below 0: the mean is left.
// The ridge is a millionth.
START_TEST(test_weights_are_found_and_those_below_zero_left_out)
{
    static const double x[] = {1, 2, 3, 4, 6, 8}, up[] = {3, 5, 7, 9, 13, 17}, down[] = {7, 5, 3, 1, -3, -7};
    static const int    use[] = {0, 0};
    Columns             c = columns_of(x, up, 6), d = columns_of(x, down, 6);
    double              w[3], errors[6];
    columns_fit(&c, use, 1, COLUMN_FOLDS, w);
    ck_assert_double_eq_tol(w[0], 2, 1e-3);
    ck_assert_double_eq_tol(w[1], 1, 1e-3);
    ck_assert_double_gt(columns_score(&c, use, 1, errors), 0.9999);
    columns_fit(&c, use, 2, 3, w);   // twice the same column shares the weight
    ck_assert_double_eq_tol(w[0] + w[1], 2, 1e-3);
    ck_assert_double_eq_tol(w[2], 1, 1e-3);
    columns_fit(&d, use, 1, COLUMN_FOLDS, w);
    ck_assert(w[0] == 0);
    ck_assert_double_eq_tol(w[1], 1, 1e-3);   // (7 + 5 + 3 + 1 - 3 - 7) / 6
    columns_fit(&d, use, 1, 0, w);            // groups 0 and 5 are the fold: (5 + 3 + 1 - 3) / 4
    ck_assert_double_eq_tol(w[1], 1.5, 1e-3);
    columns_close(&c), columns_close(&d);
}
END_TEST

// Parents 4, 4, 9: 1 and 3 become -1 and 1, 5 becomes 0; the same of the target 10, 20, 7.
START_TEST(test_means_are_taken_off_within_a_parent)
{
    static const double x[] = {1, 3, 5}, y[] = {10, 20, 7};
    static const int    parent[] = {4, 4, 9};
    Columns             c        = columns_of(x, y, 3);
    columns_centre(&c, parent);
    ck_assert(c.x[0] == -1 && c.x[1] == 1 && c.x[2] == 0);
    ck_assert(c.y[0] == -5 && c.y[1] == 5 && c.y[2] == 0);
    columns_close(&c);
    ck_assert_ptr_null(c.x);
}
END_TEST

Suite *suite_column_fits(void);
Suite *suite_column_fits(void)
{
    Suite *const suite = suite_create("column_fits");
    TCase *const tcase = tcase_create("column_fits");
    tcase_add_test(tcase, test_the_error_of_a_difference);
    tcase_add_test(tcase, test_a_mean_explains_nothing_that_it_has_not_seen);
    tcase_add_test(tcase, test_weights_are_found_and_those_below_zero_left_out);
    tcase_add_test(tcase, test_means_are_taken_off_within_a_parent);
    suite_add_tcase(suite, tcase);
    return suite;
}
