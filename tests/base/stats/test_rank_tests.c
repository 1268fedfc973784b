// Rank tests of long samples against exact values, formulas and random deals; what must hold for all samples;
// hostile ones.
#include "base/stats/rank_tests.h"
#include "base/stats/samples.h"
#include "tests.h"

#include <stdlib.h>
#define MATHLIB_STANDALONE
#include <Rmath.h>

// -- approximations --

// P(U <= u) from the Gaussian binomial coefficient, the product of (1 - q^(m+i)) / (1 - q^i); u < n m / 2.
static double u_below(int n, int m, int u)
{
    long double *const ways = calloc((size_t)u + 1, sizeof *ways);
    long double        sum = 0, all = 1;
    ways[0] = 1;
    for (int i = 1; i <= n; i++) {
        for (int s = u; s >= m + i; s--) ways[s] -= ways[s - m - i];
        for (int s = i; s <= u; s++) ways[s] += ways[s - i];
        all = all * (m + i) / i;
    }
    for (int s = 0; s <= u; s++) sum += ways[s];
    free(ways);
    return (double)(sum / all);
}

// The error is that of the missing fourth moment: at most |k| / 24 * 0.56 with an excess k of -1.2 (n^2 + nm
// + m^2 + n + m) / (nm (n + m + 1)), or 2.1e-4 here.
START_TEST(test_normal_mann_whitney_is_within_three_ten_thousandths)
{
    enum { N = 200 };
    Rng rng = rng_seed(31);
    assert_close(u_below(50, 40, 800), pwilcox(800, 50, 40, 1, 0), 1e-12);   // the oracle's oracle
    for (int round = 0; round < 40; round++) {
        double a[N], b[N];
        fill(&rng, a, N, 0, -0.1 * uniform(&rng));
        fill(&rng, b, N, 0, 0);
        const RankTest test = mann_whitney((Sample){a, N}, (Sample){b, N});
        ck_assert_int_eq(test.method, RANK_NORMAL);
        if (test.statistic < N * N / 2)
            ck_assert_double_eq_tol(test.p_greater, u_below(N, N, (int)test.statistic), 3e-4);
    }
}
END_TEST

START_TEST(test_exact_mann_whitney_of_100_equals_the_gaussian_coefficient)
{
    enum { N = 100 };
    Rng rng = rng_seed(30);
    for (int round = 0; round < 10; round++) {
        double a[N], b[N];
        fill(&rng, a, N, 0, -0.02 * round - 0.05);
        fill(&rng, b, N, 0, 0);
        const RankTest test = mann_whitney((Sample){a, N}, (Sample){b, N});
        ck_assert_int_eq(test.method, RANK_EXACT);
        if (test.statistic < N * N / 2)
            assert_close(test.p_greater, u_below(N, N, (int)test.statistic), 1e-10);
    }
}
END_TEST

START_TEST(test_normal_wilcoxon_is_within_three_ten_thousandths)
{
    enum { N = 500 };
    Rng rng = rng_seed(32);
    for (int round = 0; round < 10; round++) {
        double a[N], b[N];
        fill(&rng, a, N, 0, 0.05 * uniform(&rng));
        fill(&rng, b, N, 0, 0);
        const RankTest test = wilcoxon((Sample){a, N}, (Sample){b, N});
        ck_assert_int_eq(test.method, RANK_NORMAL);
        ck_assert_double_eq_tol(test.p_smaller, psignrank(test.statistic - 1, N, 0, 0), 3e-4);
        ck_assert_double_eq_tol(test.p_greater, psignrank(test.statistic, N, 1, 0), 3e-4);
    }
    signrank_free();
}
END_TEST

// The textbook formulas, corrections included; t^3 - t summed over ties is t^2 - 1 summed over values.
static double plain_ties(const double x[], int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int k = 0; k < n; k++) t += x[i] == x[k];
        sum += t * t - 1;
    }
    return sum;
}

START_TEST(test_normal_mann_whitney_is_the_textbook_formula)
{
    enum { N = 400, M = 350, ALL = N + M };
    Rng rng = rng_seed(33);
    for (int different = 20; different <= 2000; different *= 3) {
        double values[ALL];
        fill(&rng, values, ALL, different, 0);
        const RankTest test = mann_whitney((Sample){values, N}, (Sample){values + N, M});
        const double   sd   = sqrt(N * M / 12.0 * (ALL + 1 - plain_ties(values, ALL) / ALL / (ALL - 1.0)));
        ck_assert_int_eq(test.method, RANK_NORMAL);
        assert_close(test.p_smaller, pnorm(test.statistic - 0.5, N * M / 2.0, sd, 0, 0), 1e-12);
        assert_close(test.p_greater, pnorm(test.statistic + 0.5, N * M / 2.0, sd, 1, 0), 1e-12);
    }
}
END_TEST

START_TEST(test_normal_wilcoxon_is_the_textbook_formula)
{
    enum { N = 1500 };
    Rng rng = rng_seed(34);
    for (int different = 3; different <= 1000; different *= 3) {
        double a[N], b[N], sizes[N];
        double n = 0;
        fill(&rng, a, N, different, 0);
        fill(&rng, b, N, different, 0);
        for (int i = 0; i < N; i++)
            if (a[i] != b[i]) sizes[(int)n++] = fabs(a[i] - b[i]);
        const RankTest test = wilcoxon((Sample){a, N}, (Sample){b, N});
        const double   mean = n * (n + 1) / 4,
                     sd     = sqrt(n * (n + 1) * (2 * n + 1) / 24 - plain_ties(sizes, (int)n) / 48);
        ck_assert_int_eq(test.method, RANK_NORMAL);
        assert_close(test.p_smaller, pnorm(test.statistic - 0.5, mean, sd, 0, 0), 1e-12);
        assert_close(test.p_greater, pnorm(test.statistic + 0.5, mean, sd, 1, 0), 1e-12);
    }
}
END_TEST

// Deals the values anew and counts how often U is at least as large; ten thousand deals, so within four
// standard errors of 0.005.
static double dealt_smaller(Rng *rng, double values[], int n, int all, double observed)
{
    const int deals = 10000;
    int       above = 0;
    for (int deal = 0; deal < deals; deal++) {
        for (int i = 0; i < n; i++) {
            const int    k = i + (int)rng_below(rng, (uint32_t)(all - i));
            const double v = values[i];
            values[i]      = values[k];
            values[k]      = v;
        }
        int count[16] = {0}, place[16], less = 0,
            u = 0;   // of each value; how many twice-smaller and equal ones there are
        for (int i = n; i < all; i++) count[(int)values[i]]++;
        for (int v = 0; v < 16; v++) {
            place[v] = 2 * less + count[v];
            less += count[v];
        }
        for (int i = 0; i < n; i++) u += place[(int)values[i]];
        above += u >= 2 * observed;
    }
    return (double)above / deals;
}

START_TEST(test_many_ties_agree_with_random_deals)
{
    static const int sizes[] = {20, 50, 100, 200};
    Rng              rng     = rng_seed(41 + (uint64_t)_i);
    const int        n = sizes[_i], m = sizes[_i];
    for (int round = 0; round < 10; round++) {
        double values[400];
        fill(&rng, values, n, 12, round % 3);
        fill(&rng, values + n, m, 14, 0);
        const RankTest test = mann_whitney((Sample){values, n}, (Sample){values + n, m});
        ck_assert(test.ties && test.method == (n > 100 ? RANK_NORMAL : RANK_EXACT));
        ck_assert_double_eq_tol(test.p_smaller, dealt_smaller(&rng, values, n, n + m, test.statistic), 0.02);
    }
}
END_TEST

// -- what must hold --

static void assert_sane(RankTest test)
{
    ck_assert(test.p_smaller >= 0 && test.p_smaller <= 1 && test.p_greater >= 0 && test.p_greater <= 1);
    ck_assert(test.p_two_sided >= 0 && test.p_two_sided <= 1);
    ck_assert_double_ge(test.p_smaller + test.p_greater, 1);
}

static void assert_swapped(RankTest x, RankTest y)
{
    assert_close(x.p_smaller, y.p_greater, 1e-10);
    assert_close(x.p_greater, y.p_smaller, 1e-10);
    assert_close(x.p_two_sided, y.p_two_sided, 1e-10);
    ck_assert(x.method == y.method && x.ties == y.ties && x.dropped == y.dropped);
}

START_TEST(test_p_values_are_sane_and_change_sides_with_the_samples)
{
    Rng rng = rng_seed(51);
    for (int round = 0; round < 400; round++) {
        double       a[300], b[300];
        const int    most = round % 40 ? 40 : 300, different = round % 2 ? 1 + (int)rng_below(&rng, 50) : 0;
        const Sample x = {a, 1 + (int)rng_below(&rng, (uint32_t)most)},
                     y = {b, 1 + (int)rng_below(&rng, (uint32_t)most)}, z = {b, x.n};
        fill(&rng, a, 300, different, 0);
        fill(&rng, b, 300, different, 0);
        assert_sane(mann_whitney(x, y));
        assert_sane(wilcoxon(x, z));
        assert_swapped(mann_whitney(x, y), mann_whitney(y, x));
        assert_swapped(wilcoxon(x, z), wilcoxon(z, x));
        ck_assert_double_eq(mann_whitney(x, y).statistic + mann_whitney(y, x).statistic, x.n * y.n);
        ck_assert_double_eq(cliff_delta(x, y), -cliff_delta(y, x));
        ck_assert_double_eq_tol(shift_unpaired(x, y), -shift_unpaired(y, x), 1e-12);
        ck_assert_double_eq_tol(shift_paired(x, z), -shift_paired(z, x), 1e-12);
    }
}
END_TEST

START_TEST(test_only_the_order_matters)
{
    Rng rng = rng_seed(52);
    for (int round = 0; round < 300; round++) {
        double       a[30], b[30], log_a[30], log_b[30];
        const Sample x = {a, 1 + (int)rng_below(&rng, 30)}, y = {b, 1 + (int)rng_below(&rng, 30)},
                     log_x = {log_a, x.n}, log_y = {log_b, y.n};
        fill(&rng, a, 30, round % 2 ? 10 : 0, 1);
        fill(&rng, b, 30, round % 2 ? 10 : 0, 1);
        for (int i = 0; i < 30; i++) log_a[i] = 100 + log(a[i]), log_b[i] = 100 + log(b[i]);
        const RankTest plain = mann_whitney(x, y), logs = mann_whitney(log_x, log_y);
        ck_assert(plain.statistic == logs.statistic && plain.p_smaller == logs.p_smaller &&
                  plain.p_two_sided == logs.p_two_sided);
        ck_assert_double_eq(cliff_delta(x, y), cliff_delta(log_x, log_y));
    }
}
END_TEST

// A shift added to one sample comes back from the estimates.
START_TEST(test_shifts_are_found)
{
    Rng    rng = rng_seed(53);
    double a[200], b[200];
    fill(&rng, b, 200, 0, 0);
    for (int i = 0; i < 200; i++) a[i] = b[i] + 3;
    ck_assert_double_eq_tol(shift_unpaired((Sample){a, 200}, (Sample){b, 200}), 3, 1e-12);
    ck_assert_double_eq_tol(shift_paired((Sample){a, 200}, (Sample){b, 200}), 3, 1e-12);
    ck_assert_double_eq(shift_unpaired(SAMPLE(10, 20), SAMPLE(1, 2, 4)), 12.5);   // 6 8 9 16 18 19
    ck_assert_double_eq(shift_paired(SAMPLE(1, 4), SAMPLE(0, 0)), 2.5);           // 1, 2.5, 4
}
END_TEST

// -- hostile input --

START_TEST(test_equal_values_prove_nothing)
{
    static const double same[300] = {0};
    for (int n = 1; n <= 300; n += 23)
        for (int m = 1; m <= 300; m += 46) {
            const RankTest u = mann_whitney((Sample){same, n}, (Sample){same, m}),
                           w = wilcoxon((Sample){same, n}, (Sample){same, n});
            ck_assert(u.p_smaller == 1 && u.p_greater == 1 && u.p_two_sided == 1 &&
                      u.statistic == n * m / 2.0);
            ck_assert(w.p_smaller == 1 && w.p_greater == 1 && w.p_two_sided == 1 && w.statistic == 0 &&
                      w.dropped == n);
            ck_assert(cliff_delta((Sample){same, n}, (Sample){same, m}) == 0);
        }
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
                                                SAMPLE(NAN, NAN, NAN)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int side = 0; side < 2; side++) {
            const Sample   x = side ? bad[i] : good, y = side ? good : bad[i];
            const RankTest tests[] = {mann_whitney(x, y), wilcoxon(x, y)};
            for (int k = 0; k < 2; k++) {
                ck_assert_int_eq(tests[k].method, RANK_UNDEFINED);
                ck_assert(isnan(tests[k].statistic) && isnan(tests[k].p_smaller) &&
                          isnan(tests[k].p_greater) && isnan(tests[k].p_two_sided));
            }
            ck_assert(isnan(cliff_delta(x, y)) && isnan(shift_unpaired(x, y)) && isnan(shift_paired(x, y)));
        }
    ck_assert_int_eq(wilcoxon(good, SAMPLE(1, 2)).method, RANK_UNDEFINED);
    ck_assert_int_eq(wilcoxon(SAMPLE(1e308), SAMPLE(-1e308)).method, RANK_UNDEFINED);
    ck_assert_double_nan(shift_paired(good, SAMPLE(1, 2)));
    ck_assert_double_nan(shift_unpaired(SAMPLE(1e308), SAMPLE(-1e308)));
    ck_assert_str_eq(rank_method_name(RANK_NORMAL), "normal");
}
END_TEST

START_TEST(test_longest_samples_are_answered)
{
    static double a[SAMPLE_MAX], b[SAMPLE_MAX];
    Rng           rng = rng_seed(61);
    fill(&rng, a, SAMPLE_MAX, 0, 0.01);
    fill(&rng, b, SAMPLE_MAX, 1000, 0);
    const Sample   x = {a, SAMPLE_MAX}, y = {b, SAMPLE_MAX}, few = {a, 1};
    const RankTest lone = mann_whitney(few, y);
    assert_sane(mann_whitney(x, y));
    assert_sane(wilcoxon(x, y));
    ck_assert_int_eq(lone.method, RANK_EXACT);
    assert_sane(lone);
}
END_TEST

Suite *suite_rank_tests(void);
Suite *suite_rank_tests(void)
{
    Suite *suite = suite_create("rank_tests");
    TCase *tcase = tcase_create("rank_tests");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_normal_mann_whitney_is_within_three_ten_thousandths);
    tcase_add_test(tcase, test_exact_mann_whitney_of_100_equals_the_gaussian_coefficient);
    tcase_add_test(tcase, test_normal_wilcoxon_is_within_three_ten_thousandths);
    tcase_add_test(tcase, test_normal_mann_whitney_is_the_textbook_formula);
    tcase_add_test(tcase, test_normal_wilcoxon_is_the_textbook_formula);
    tcase_add_loop_test(tcase, test_many_ties_agree_with_random_deals, 0, 4);
    tcase_add_test(tcase, test_p_values_are_sane_and_change_sides_with_the_samples);
    tcase_add_test(tcase, test_only_the_order_matters);
    tcase_add_test(tcase, test_shifts_are_found);
    tcase_add_test(tcase, test_equal_values_prove_nothing);
    tcase_add_test(tcase, test_hostile_samples_give_nan);
    tcase_add_test(tcase, test_longest_samples_are_answered);
    suite_add_tcase(suite, tcase);
    return suite;
}
