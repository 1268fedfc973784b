// Normal and beta distribution against R's library of distributions (libRmath); intervals of proportions
// against published values, R, and their definition.
#include "base/stats/probability.h"
#include "base/stats/samples.h"
#include "tests.h"

#include <math.h>
#define MATHLIB_STANDALONE
#include <Rmath.h>

START_TEST(test_normal_equals_r)
{
    Rng rng = rng_seed(1);
    for (int i = 0; i < 20000; i++) {
        const double x = (uniform(&rng) - 0.5) * 60, p = i % 2 ? uniform(&rng) : exp(-700 * uniform(&rng));
        assert_close(normal_below(x), pnorm(x, 0, 1, 1, 0), 1e-12);
        assert_close(normal_above(x), pnorm(x, 0, 1, 0, 0), 1e-12);
        ck_assert_double_eq_tol(normal_quantile(p), qnorm(p, 0, 1, 1, 0),
                                1e-13 * (1 + fabs(normal_quantile(p))));
    }
    ck_assert_double_eq_tol(normal_quantile(0.975), 1.959963984540054, 1e-14);
    ck_assert_double_eq(normal_quantile(0.5), 0);
}
END_TEST

START_TEST(test_beta_equals_r)
{
    Rng rng = rng_seed(2);
    for (int i = 0; i < 20000; i++) {
        const double a = exp(uniform(&rng) * 12 - 3), b = exp(uniform(&rng) * 12 - 3), x = uniform(&rng);
        ck_assert_double_eq_tol(beta_below(x, a, b), pbeta(x, a, b, 1, 0), 1e-10);
    }
    for (int i = 0; i < 1000; i++) {
        const double a = 0.5 + 100 * uniform(&rng), b = 0.5 + 100 * uniform(&rng), p = uniform(&rng);
        ck_assert_double_eq_tol(beta_quantile(p, a, b), qbeta(p, a, b, 1, 0), 1e-10);
    }
}
END_TEST

// 8 of 10: Wilson's and the exact interval as R prints them (binom.wilson, binom.test).
START_TEST(test_published_intervals_of_8_in_10)
{
    const Interval wilson = proportion_wilson(8, 10, 0.95), exact = proportion_exact(8, 10, 0.95);
    ck_assert_double_eq_tol(wilson.low, 0.4901625, 5e-8);
    ck_assert_double_eq_tol(wilson.high, 0.9433178, 5e-8);
    const Interval less = share_wilson(0.8, 10, 0.95), half = share_wilson(0.85, 10, 0.95),
                   none = share_wilson(1.01, 10, 0.95);
    ck_assert(less.low == wilson.low && less.high == wilson.high && half.low > less.low &&
              half.high > less.high);
    ck_assert(isnan(none.low) && share_wilson(1, 50, 0.95).high == 1 &&
              isnan(share_wilson(0.5, 0, 0.95).low));
    ck_assert_double_eq_tol(exact.low, 0.4439045, 5e-8);
    ck_assert_double_eq_tol(exact.high, 0.9747893, 5e-8);
}
END_TEST

// At the ends of Wilson's interval the observed share is z standard errors off; at those of the exact one the
// tails of the binomial distribution have half the error each. Both are mirrored when successes and failures
// change places.
START_TEST(test_intervals_of_proportions_meet_their_definition)
{
    Rng rng = rng_seed(3);
    for (int i = 0; i < 2000; i++) {
        const long n              = 1 + (long)rng_below(&rng, i % 10 ? 60 : 3000),
                   k              = (long)rng_below(&rng, (uint32_t)n + 1);
        const double   confidence = 0.5 + 0.499 * uniform(&rng), z = qnorm((1 - confidence) / 2, 0, 1, 0, 0);
        const Interval wilson       = proportion_wilson(k, n, confidence),
                       exact        = proportion_exact(k, n, confidence);
        const Interval mirror       = proportion_wilson(n - k, n, confidence),
                       mirror_exact = proportion_exact(n - k, n, confidence);
        const double share = (double)k / (double)n, size = (double)n;
        ck_assert_double_eq_tol(wilson.low, 1 - mirror.high, 1e-12);
        ck_assert_double_eq_tol(exact.low, 1 - mirror_exact.high, 1e-10);
        ck_assert(0 <= wilson.low && wilson.low <= share && share <= wilson.high && wilson.high <= 1);
        ck_assert(0 <= exact.low && exact.low <= share && share <= exact.high && exact.high <= 1);
        if (k > 0) {
            ck_assert_double_eq_tol(share - wilson.low, z * sqrt(wilson.low * (1 - wilson.low) / size),
                                    1e-10);
            ck_assert_double_eq_tol(pbinom((double)k - 1, size, exact.low, 0, 0), (1 - confidence) / 2, 1e-9);
        } else {
            ck_assert(wilson.low == 0 && exact.low == 0);
        }
    }
}
END_TEST

START_TEST(test_impossible_arguments_give_nan)
{
    const double bad[] = {-0.1, 1.1, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 5; i++) {
        ck_assert_double_nan(normal_quantile(bad[i]));
        ck_assert_double_nan(beta_below(bad[i], 1, 1));
        ck_assert_double_nan(beta_quantile(bad[i], 1, 1));
        ck_assert_double_nan(proportion_wilson(1, 2, bad[i]).low);
        ck_assert_double_nan(proportion_exact(1, 2, bad[i]).high);
    }
    ck_assert_double_nan(beta_below(0.5, 0, 1));
    ck_assert_double_nan(beta_below(0.5, 1, INFINITY));
    ck_assert_double_nan(normal_below(NAN));
    ck_assert_double_nan(proportion_wilson(0, 0, 0.95).low);
    ck_assert_double_nan(proportion_exact(3, 2, 0.95).low);
    ck_assert_double_nan(proportion_exact(-1, 2, 0.95).low);
    ck_assert_double_eq(normal_quantile(0), -INFINITY);
    ck_assert_double_eq(normal_quantile(1), INFINITY);
    ck_assert_double_eq(normal_below(INFINITY), 1);
    ck_assert_double_eq(beta_quantile(0, 2, 3), 0);
    ck_assert_double_eq(beta_quantile(1, 2, 3), 1);
}
END_TEST

// The middle is exact; a degree of freedom makes it Cauchy's distribution: the quarter is at -1.
START_TEST(test_student_equals_r)
{
    static const double p[] = {1e-6, 0.001, 0.025, 0.25, 0.4999, 0.5, 0.6, 0.975, 0.9999};
    static const double f[] = {0.5, 1, 2, 3.7, 9, 49, 1000};
    for (size_t i = 0; i < sizeof p / sizeof *p; i++)
        for (size_t k = 0; k < sizeof f / sizeof *f; k++) {
            const double expected = qt(p[i], f[k], 1, 0);
            ck_assert_double_eq_tol(student_quantile(p[i], f[k]), expected, 1e-8 * (1 + fabs(expected)));
        }
    ck_assert_double_eq(student_quantile(0.5, 3), 0);
    ck_assert_double_eq_tol(student_quantile(0.25, 1), -1, 1e-12);
    ck_assert_double_nan(student_quantile(0, 3));
    ck_assert_double_nan(student_quantile(1, 3));
    ck_assert_double_nan(student_quantile(0.3, 0));
    ck_assert_double_nan(student_quantile(0.3, INFINITY));
    ck_assert_double_nan(student_quantile(NAN, 3));
}
END_TEST

Suite *suite_probability(void);
Suite *suite_probability(void)
{
    Suite *suite = suite_create("probability");
    TCase *tcase = tcase_create("probability");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_normal_equals_r);
    tcase_add_test(tcase, test_beta_equals_r);
    tcase_add_test(tcase, test_published_intervals_of_8_in_10);
    tcase_add_test(tcase, test_intervals_of_proportions_meet_their_definition);
    tcase_add_test(tcase, test_impossible_arguments_give_nan);
    tcase_add_test(tcase, test_student_equals_r);
    suite_add_tcase(suite, tcase);
    return suite;
}
