// Describing samples, savings and their intervals, Holm: against values by hand, plain second versions, R's
// documented examples, and simulated coverage.
#include "base/stats/linear.h"
#include "base/stats/statistics.h"
#include "base/stats/samples.h"
#include "tests.h"

#include <math.h>
#include <string.h>

static double exponential(Rng *rng) { return -log(1 - uniform(rng)); }

// 2 4 4 4 5 5 7 9: the usual school example, mean 5, squares 32. Quantiles of 1 2 3 4 as in R: quantile(1:4).
// 4x + 2y = 14 and 2x + 3y = 13: x = 2, y = 3.
START_TEST(test_equations_by_hand)
{
    double a[LINEAR_MAX][LINEAR_MAX] = {{4, 2}, {2, 3}}, b[LINEAR_MAX] = {14, 13};
    ck_assert(linear_solve(2, a, b));
    ck_assert_double_eq_tol(b[0], 2, 1e-12);
    ck_assert_double_eq_tol(b[1], 3, 1e-12);
    // 9x + 3y = 6, 3x + 5y + 4z = 22, 4y + 8z = 44
    double c[LINEAR_MAX][LINEAR_MAX] = {{9, 3, 0}, {3, 5, 4}, {0, 4, 8}}, d[LINEAR_MAX] = {6, 22, 44};
    ck_assert(linear_solve(3, c, d));
    ck_assert_double_eq_tol(d[0], 1, 1e-12);
    ck_assert_double_eq_tol(d[1], -1, 1e-12);
    ck_assert_double_eq_tol(d[2], 6, 1e-12);
    double one[LINEAR_MAX][LINEAR_MAX] = {{5}}, x[LINEAR_MAX] = {10};
    ck_assert(linear_solve(1, one, x));
    ck_assert_double_eq_tol(x[0], 2, 1e-12);
    double bad[LINEAR_MAX][LINEAR_MAX] = {{1, 2}, {2, 1}}, y[LINEAR_MAX] = {1, 1};   // 1 * 1 < 2 * 2
    ck_assert(!linear_solve(2, bad, y));
    double zero[LINEAR_MAX][LINEAR_MAX] = {{0}}, w[LINEAR_MAX] = {1};
    ck_assert(!linear_solve(1, zero, w));
    // what stands before and after the unknowns is left alone
    double e[1 + LINEAR_MAX][LINEAR_MAX] = {{2}, {4, 2}, {2, 3}}, f[1 + LINEAR_MAX] = {7, 14, 13, 8};
    for (int i = 0; i < LINEAR_MAX; i++) e[0][i] = 2;
    ck_assert(linear_solve(2, e + 1, f + 1));
    ck_assert(f[0] == 7 && f[3] == 8 && e[0][LINEAR_MAX - 1] == 2);
    ck_assert_double_eq_tol(f[1], 2, 1e-12);
}
END_TEST

START_TEST(test_numbers_have_an_order)
{
    const double x[] = {-1.5, 2, 2};
    ck_assert_int_lt(double_compare(&x[0], &x[1]), 0);
    ck_assert_int_gt(double_compare(&x[1], &x[0]), 0);
    ck_assert_int_eq(double_compare(&x[1], &x[2]), 0);
}
END_TEST

START_TEST(test_descriptions_by_hand)
{
    const Sample x = SAMPLE(9, 2, 4, 5, 4, 4, 5, 7), four = SAMPLE(4, 1, 3, 2), one = SAMPLE(7);
    ck_assert_double_eq(sample_mean(x), 5);
    assert_close(sample_sd(x), sqrt(32.0 / 7), 1e-15);
    ck_assert_double_eq(sample_median(x), 4.5);
    ck_assert_double_eq(sample_min(x), 2);
    ck_assert_double_eq(sample_max(x), 9);
    ck_assert_double_eq(sample_quantile(four, 0.25), 1.75);
    ck_assert_double_eq(sample_quantile(four, 0.75), 3.25);
    ck_assert_double_eq(sample_quantile(four, 0), 1);
    ck_assert_double_eq(sample_quantile(four, 1), 4);
    ck_assert(sample_mean(one) == 7 && sample_median(one) == 7 && sample_quantile(one, 0.3) == 7);
    ck_assert_double_nan(sample_sd(one));
}
END_TEST

START_TEST(test_sd_is_stable_far_from_zero)
{
    assert_close(sample_sd(SAMPLE(1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16)), sqrt(30), 1e-15);
    assert_close(sample_sd(SAMPLE(1e15 + 4, 1e15 + 7, 1e15 + 13, 1e15 + 16)), sqrt(30), 1e-15);
}
END_TEST

// The twin: long double, and the quantile by counting instead of sorting.
static double plain_order(Sample x, int k)
{
    for (int i = 0; i < x.n; i++) {
        int less = 0, equal = 0;
        for (int j = 0; j < x.n; j++) {
            less += x.values[j] < x.values[i];
            equal += x.values[j] == x.values[i];
        }
        if (less <= k && k < less + equal) return x.values[i];
    }
    return NAN;
}

START_TEST(test_descriptions_equal_a_plain_twin)
{
    Rng rng = rng_seed(1);
    for (int round = 0; round < 3000; round++) {
        double       values[40];
        const Sample x = {values, 2 + (int)rng_below(&rng, 39)};
        for (int i = 0; i < x.n; i++)
            values[i] = round % 2 ? rng_below(&rng, 20) + 1 : 1e6 * exponential(&rng);
        long double sum = 0, squares = 0;
        for (int i = 0; i < x.n; i++) sum += values[i];
        for (int i = 0; i < x.n; i++) squares += (values[i] - sum / x.n) * (values[i] - sum / x.n);
        assert_close(sample_mean(x), (double)(sum / x.n), 1e-15);
        assert_close(sample_sd(x), (double)sqrtl(squares / (x.n - 1)), 1e-14);
        const double p = uniform(&rng), at = p * (x.n - 1);
        const int    k   = (int)at;
        const double low = plain_order(x, k), high = plain_order(x, k + 1 < x.n ? k + 1 : k);
        assert_close(sample_quantile(x, p), low + (high - low) * (at - k), 1e-12);
        ck_assert_double_eq(sample_min(x), plain_order(x, 0));
        ck_assert_double_eq(sample_max(x), plain_order(x, x.n - 1));
    }
}
END_TEST

START_TEST(test_equal_values_have_their_mean_and_no_deviation)
{
    Rng rng = rng_seed(2);
    for (int round = 0; round < 2000; round++) {
        double       values[200], value = exponential(&rng);
        const Sample x = {values, 2 + (int)rng_below(&rng, 199)};
        for (int i = 0; i < x.n; i++) values[i] = value;
        ck_assert(sample_mean(x) == value && sample_sd(x) == 0 && sample_median(x) == value);
        ck_assert_double_eq(saving(x, x), 0);
        ck_assert_double_nan(glass_delta(x, x));
    }
}
END_TEST

START_TEST(test_saving_and_glass_by_hand)
{
    const Sample control = SAMPLE(100, 200, 300), treatment = SAMPLE(50, 100, 150);
    ck_assert_double_eq(saving(control, treatment), 0.5);
    ck_assert_double_eq(saving(treatment, control), -1);
    ck_assert_double_eq(glass_delta(control, treatment), 1);
    ck_assert_double_eq(glass_delta(treatment, control), -2);
    ck_assert_double_nan(saving(SAMPLE(0, 0), control));
    ck_assert_double_nan(saving(SAMPLE(-5, 1), control));
}
END_TEST

START_TEST(test_interval_repeats_with_its_seed)
{
    double       a[30], b[30];
    const Sample control = {a, 30}, treatment = {b, 30};
    Rng          rng = rng_seed(3);
    for (int i = 0; i < 30; i++) a[i] = 1000 + 500 * uniform(&rng), b[i] = 800 + 500 * uniform(&rng);
    for (int paired = 0; paired < 2; paired++) {
        const Bootstrap options = {.paired = paired, .seed = 1};
        const Interval  x       = saving_interval(control, treatment, options),
                       y        = saving_interval(control, treatment, options);
        const Interval z      = saving_interval(control, treatment, (Bootstrap){.paired = paired, .seed = 2});
        const Interval same   = saving_interval(control, treatment,
                                                (Bootstrap){paired, RESAMPLES_DEFAULT, 0.95, 1});
        const Interval narrow = saving_interval(control, treatment, (Bootstrap){paired, 0, 0.5, 1});
        ck_assert(memcmp(&x, &y, sizeof x) == 0 && memcmp(&x, &same, sizeof x) == 0 &&
                  memcmp(&x, &z, sizeof x) != 0);
        ck_assert_double_eq_tol(x.low, z.low, 0.01);
        ck_assert_double_eq_tol(x.high, z.high, 0.01);
        ck_assert(x.low < narrow.low && narrow.low < saving(control, treatment));
        ck_assert(saving(control, treatment) < narrow.high && narrow.high < x.high);
    }
}
END_TEST

// Two trials: every resample with a deviation holds both, so it misses by nothing, and Student's distribution
// with one degree of freedom (12.7062 at 97.5 %) makes the interval. Ratios to the means: 0.5 and 1.5, 10/11
// and 12/11; their differences are +-9/22, so the error of the logarithm of 55/200 is 9/22.
START_TEST(test_interval_of_two_trials_by_hand)
{
    const Sample   control = SAMPLE(100, 300), treatment = SAMPLE(50, 60);
    const Interval x = saving_interval(control, treatment, (Bootstrap){.paired = true, .seed = 1});
    assert_close(x.low, 1 - 0.275 * exp(12.706204736174707 * 9 / 22), 1e-9);
    assert_close(x.high, 1 - 0.275 * exp(-12.706204736174707 * 9 / 22), 1e-9);
    // always two thirds: pairs know it, single draws do not
    const Sample   third   = SAMPLE(200.0 / 3, 200);
    const Interval exact   = saving_interval(control, third, (Bootstrap){.paired = true, .seed = 1});
    const Interval unknown = saving_interval(control, third, (Bootstrap){.seed = 1});
    ck_assert_double_eq_tol(exact.low, 1.0 / 3, 1e-12);
    ck_assert_double_eq_tol(exact.high, 1.0 / 3, 1e-12);
    ck_assert_double_lt(unknown.low, 0);
}
END_TEST

// Twelve values of one kind and twelve of another: for so many the interval of a ratio is close to that of
// Fieller's theorem, worked out here by its quadratic equation.
// Resamples without the last trial have next to no error of their own.
START_TEST(test_interval_of_trials_alike_but_one_stays_near_them)
{
    const Sample control   = SAMPLE(1000, 1000, 1000, 1000, 1000, 1000, 1000),
                 treatment = SAMPLE(340, 341, 340, 339, 340, 341, 300);
    const Interval x       = saving_interval(control, treatment, (Bootstrap){.paired = true, .seed = 1});
    ck_assert_double_gt(x.low, 0.6);
    ck_assert_double_lt(x.low, 0.66);
    ck_assert_double_gt(x.high, 0.668);
    ck_assert_double_lt(x.high, 0.72);
}
END_TEST

START_TEST(test_interval_is_close_to_fieller_s_where_nothing_is_skewed)
{
    double a[24], b[24], ma = 0, mb = 0, saa = 0, sab = 0, sbb = 0;
    Rng    rng = rng_seed(8);
    for (int i = 0; i < 24; i++) {
        a[i] = 1000 + 100 * uniform(&rng), b[i] = 0.6 * a[i] + 50 * uniform(&rng);
        ma += a[i] / 24, mb += b[i] / 24;
    }
    for (int i = 0; i < 24; i++)
        saa += (a[i] - ma) * (a[i] - ma), sab += (a[i] - ma) * (b[i] - mb), sbb += (b[i] - mb) * (b[i] - mb);
    const double   k = 2.0686576 * 2.0686576 / (24 * 23);   // Student's 97.5 % with 23 degrees, squared
    const double   p = ma * ma - k * saa, q = ma * mb - k * sab, r = mb * mb - k * sbb;
    const double   root  = sqrt(q * q - p * r);
    const Interval x     = saving_interval((Sample){a, 24}, (Sample){b, 24},
                                           (Bootstrap){.paired = true, .seed = 1});
    const double   width = 2 * root / p;
    ck_assert_double_eq_tol(x.low, 1 - (q + root) / p, 0.15 * width);
    ck_assert_double_eq_tol(x.high, 1 - (q - root) / p, 0.15 * width);
}
END_TEST

// Trials vary by a factor both samples share when they are paired; the truth is a saving of 20 %.
static double coverage(bool paired, int n, int experiments, double *width)
{
    Rng rng  = rng_seed(4);
    int held = 0;
    *width   = 0;
    for (int e = 0; e < experiments; e++) {
        double a[100], b[100];
        for (int i = 0; i < n; i++) {
            const double size = 1 + exponential(&rng), other = paired ? size : 1 + exponential(&rng);
            a[i] = 1000 * size * (0.9 + 0.2 * uniform(&rng));
            b[i] = 800 * other * (0.9 + 0.2 * uniform(&rng));
        }
        const Interval interval = saving_interval(
            (Sample){a, n}, (Sample){b, n},
            (Bootstrap){.paired = paired, .resamples = 500, .seed = (uint64_t)e});
        held += interval.low <= 0.2 && 0.2 <= interval.high;
        *width += (interval.high - interval.low) / experiments;
    }
    return (double)held / experiments;
}

// Within four standard errors of 95 %.
START_TEST(test_interval_holds_the_truth_as_often_as_it_says)
{
    const int    experiments = 800;
    double       width_unpaired, width_paired;
    const double unpaired = coverage(false, 100, experiments, &width_unpaired);
    const double paired   = coverage(true, 100, experiments, &width_paired);
    const double bound    = 4 * sqrt(0.05 * 0.95 / experiments);
    ck_assert_double_eq_tol(unpaired, 0.95, bound);
    ck_assert_double_eq_tol(paired, 0.95, bound);
    ck_assert_double_lt(width_paired, 0.5 * width_unpaired);   // pairing pays where trials differ
}
END_TEST

// 0.01 0.04 0.03 0.005: the usual example of Holm's method; as R says, p.adjust(p, "holm").
START_TEST(test_holm_by_hand)
{
    double       p[]    = {0.01, 0.04, 0.03, 0.005};
    const double holm[] = {0.03, 0.06, 0.06, 0.02};
    holm_adjust(p, 4, p);
    for (int i = 0; i < 4; i++) assert_close(p[i], holm[i], 1e-14);
}
END_TEST

// The definition: go through the tests from the smallest p; reject while p <= level / (tests left); a test is
// rejected at its adjusted p but not below.
static bool holm_rejects(const double p[], int n, int which, double level)
{
    bool done[12] = {false};
    for (int left = n; left > 0; left--) {
        int least = -1;
        for (int i = 0; i < n; i++)
            if (!done[i] && (least < 0 || p[i] < p[least] || (p[i] == p[least] && i == which))) least = i;
        if (p[least] * left > level) return false;
        if (least == which) return true;
        done[least] = true;
    }
    return false;
}

START_TEST(test_holm_rejects_what_its_definition_rejects)
{
    Rng rng = rng_seed(5);
    for (int round = 0; round < 5000; round++) {
        double    p[12], adjusted[12];
        const int n = 1 + (int)rng_below(&rng, 12);
        for (int i = 0; i < n; i++)
            p[i] = round % 2 ? rng_below(&rng, 9) / 64.0 : uniform(&rng) * uniform(&rng);
        holm_adjust(p, n, adjusted);
        for (int i = 0; i < n; i++) {
            ck_assert(adjusted[i] >= p[i] && adjusted[i] <= 1);
            if (adjusted[i] < 1) ck_assert(holm_rejects(p, n, i, adjusted[i]));
            if (adjusted[i] > 0) ck_assert(!holm_rejects(p, n, i, adjusted[i] * (1 - 1e-12)));
        }
    }
}
END_TEST

START_TEST(test_holm_leaves_out_what_is_no_probability)
{
    double       p[] = {0.01, NAN, 0.04, -1, 2, INFINITY}, adjusted[6], one[1] = {0.3};
    const double truth[] = {0.02, NAN, 0.04};
    holm_adjust(p, 6, adjusted);
    for (int i = 0; i < 6; i++) ck_assert(i == 0 || i == 2 ? adjusted[i] == truth[i] : isnan(adjusted[i]));
    holm_adjust(p, 0, adjusted);
    holm_adjust(one, 1, one);
    ck_assert_double_eq(one[0], 0.3);
}
END_TEST

START_TEST(test_hostile_samples_give_nan)
{
    static const double many[SAMPLE_MAX + 1] = {0};
    const Sample        good                 = SAMPLE(1, 2, 3);
    const Sample        bad[]                = {{NULL, 0},
                                                {NULL, 3},
                                                {good.values, 0},
                                                {good.values, -1},
                                                {many, SAMPLE_MAX + 1},
                                                SAMPLE(1, NAN, 2),
                                                SAMPLE(1, INFINITY, 2),
                                                SAMPLE(-INFINITY, 1, 2),
                                                SAMPLE(NAN)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert(!sample_valid(bad[i]));
        ck_assert(isnan(sample_mean(bad[i])) && isnan(sample_sd(bad[i])) && isnan(sample_median(bad[i])));
        ck_assert(isnan(sample_min(bad[i])) && isnan(sample_max(bad[i])) &&
                  isnan(sample_quantile(bad[i], 0.5)));
        ck_assert(isnan(saving(bad[i], good)) && isnan(saving(good, bad[i])));
        ck_assert(isnan(glass_delta(bad[i], good)) && isnan(glass_delta(good, bad[i])));
        ck_assert_double_nan(saving_interval(bad[i], good, (Bootstrap){.seed = 1}).low);
        ck_assert_double_nan(saving_interval(good, bad[i], (Bootstrap){.paired = true}).high);
    }
    ck_assert_double_nan(sample_quantile(good, -0.1));
    ck_assert_double_nan(sample_quantile(good, NAN));
    ck_assert_double_nan(sample_mean(SAMPLE(1e308, 1e308)));
    ck_assert_double_nan(sample_sd(SAMPLE(1e300, -1e300)));
}
END_TEST

START_TEST(test_interval_options_out_of_range_give_nan)
{
    const Sample good = SAMPLE(1, 2, 3), two = SAMPLE(1, 2), one = SAMPLE(1),
                 huge     = SAMPLE(1e308, 1e308, 1e308);
    const Bootstrap bad[] = {{false, -1, 0, 1},
                             {false, RESAMPLES_MAX + 1, 0, 1},
                             {false, 0, 1, 1},
                             {false, 0, -0.5, 1},
                             {false, 0, NAN, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_double_nan(saving_interval(good, good, bad[i]).low);
    ck_assert_double_nan(saving_interval(good, two, (Bootstrap){.paired = true}).low);
    ck_assert_double_nan(saving_interval(one, good, (Bootstrap){.seed = 1}).low);
    ck_assert_double_nan(saving_interval(SAMPLE(0, 0), good, (Bootstrap){.seed = 1}).low);
    ck_assert_double_nan(saving_interval(good, SAMPLE(0, 0), (Bootstrap){.seed = 1}).low);
    ck_assert_double_nan(saving_interval(huge, good, (Bootstrap){.seed = 1}).low);
    ck_assert(!isnan(saving_interval(good, two, (Bootstrap){.seed = 1}).low));
}
END_TEST

Suite *suite_statistics(void);
Suite *suite_statistics(void)
{
    Suite *suite = suite_create("statistics");
    TCase *tcase = tcase_create("statistics");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_numbers_have_an_order);
    tcase_add_test(tcase, test_equations_by_hand);
    tcase_add_test(tcase, test_descriptions_by_hand);
    tcase_add_test(tcase, test_sd_is_stable_far_from_zero);
    tcase_add_test(tcase, test_descriptions_equal_a_plain_twin);
    tcase_add_test(tcase, test_equal_values_have_their_mean_and_no_deviation);
    tcase_add_test(tcase, test_saving_and_glass_by_hand);
    tcase_add_test(tcase, test_interval_repeats_with_its_seed);
    tcase_add_test(tcase, test_interval_of_two_trials_by_hand);
    tcase_add_test(tcase, test_interval_of_trials_alike_but_one_stays_near_them);
    tcase_add_test(tcase, test_interval_is_close_to_fieller_s_where_nothing_is_skewed);
    tcase_add_test(tcase, test_interval_holds_the_truth_as_often_as_it_says);
    tcase_add_test(tcase, test_holm_by_hand);
    tcase_add_test(tcase, test_holm_rejects_what_its_definition_rejects);
    tcase_add_test(tcase, test_holm_leaves_out_what_is_no_probability);
    tcase_add_test(tcase, test_hostile_samples_give_nan);
    tcase_add_test(tcase, test_interval_options_out_of_range_give_nan);
    suite_add_tcase(suite, tcase);
    return suite;
}
