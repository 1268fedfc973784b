// Exact rank tests: against published examples, all deals and all signs, and R's distributions (libRmath).
#include "base/stats/rank_tests.h"
#include "base/stats/samples.h"
#include "tests.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

// -- published examples --

// Permeability of the human placenta, Hollander and Wolfe 1973, p. 69; R's example(wilcox.test): W = 35, p =
// 0.1272.
START_TEST(test_published_mann_whitney)
{
    const Sample x      = SAMPLE(0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46),
                 y      = SAMPLE(1.15, 0.88, 0.90, 0.74, 1.21);
    const RankTest test = mann_whitney(x, y);
    ck_assert_double_eq(test.statistic, 35);
    ck_assert_double_eq_tol(test.p_smaller, 0.1272, 5e-5);
    ck_assert_double_eq_tol(test.p_two_sided, 0.2544, 1e-4);
    ck_assert(test.method == RANK_EXACT && !test.ties && test.dropped == 0);
    ck_assert_double_eq_tol(cliff_delta(x, y), 2 * 35.0 / 50 - 1, 1e-15);
    ck_assert_double_eq_tol(shift_unpaired(x, y), 0.305, 1e-12);   // the estimate R gives
}
END_TEST

// Hamilton depression scores, Hollander and Wolfe 1973, p. 29; R's example(wilcox.test): V = 40, p = 0.01953,
// which is 10 / 512; estimate 0.46.
START_TEST(test_published_wilcoxon)
{
    const Sample   x    = SAMPLE(1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30);
    const Sample   y    = SAMPLE(0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29);
    const RankTest test = wilcoxon(x, y);
    ck_assert_double_eq(test.statistic, 40);
    ck_assert_double_eq(test.p_smaller, 10.0 / 512);
    ck_assert_double_eq(test.p_two_sided, 20.0 / 512);
    ck_assert(test.method == RANK_EXACT && !test.ties && test.dropped == 0);
    ck_assert_double_eq_tol(shift_paired(x, y), 0.46, 1e-12);
}
END_TEST

// 2 2 | 1 2: U is 3 unless the 1 falls to the control. Differences 0 +1 -1: one pair is dropped, the others
// have rank 1.5 each.
START_TEST(test_ties_by_hand)
{
    const RankTest u = mann_whitney(SAMPLE(2, 2), SAMPLE(1, 2)),
                   w = wilcoxon(SAMPLE(5, 6, 5), SAMPLE(5, 5, 6));
    ck_assert_double_eq(u.statistic, 3);     // 2 > 1 twice, 2 = 2 twice
    ck_assert_double_eq(u.p_smaller, 0.5);   // the 1 falls into the treatment in half of the deals
    ck_assert_double_eq(u.p_greater, 1);
    ck_assert(u.ties && u.method == RANK_EXACT);
    ck_assert_double_eq(w.statistic, 1.5);
    ck_assert_double_eq(w.p_smaller, 0.75);
    ck_assert_double_eq(w.p_greater, 0.75);
    ck_assert_double_eq(w.p_two_sided, 1);
    ck_assert(w.ties && w.dropped == 1);
}
END_TEST

// -- all deals, all signs --

// U by its definition, for the deal in which the values of `mask` are the control; doubled.
static int plain_u(const double values[], int n, uint32_t mask)
{
    int u = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if ((mask >> i & 1) && !(mask >> k & 1)) u += (values[i] > values[k]) + (values[i] >= values[k]);
    return u;
}

static void assert_all_deals(const double values[], int n, int all)
{
    const int observed = plain_u(values, all, (1u << n) - 1);
    int       deals = 0, above = 0, below = 0;
    for (uint32_t mask = 0; mask < 1u << all; mask++) {
        if (__builtin_popcount(mask) != n) continue;
        const int u = plain_u(values, all, mask);
        deals++;
        above += u >= observed;
        below += u <= observed;
    }
    const RankTest test = mann_whitney((Sample){values, n}, (Sample){values + n, all - n});
    ck_assert_int_eq(test.method, RANK_EXACT);
    ck_assert_double_eq(test.statistic, observed / 2.0);
    assert_close(test.p_smaller, (double)above / deals, 1e-14);
    assert_close(test.p_greater, (double)below / deals, 1e-14);
    assert_close(test.p_two_sided, fmin(1, 2.0 * fmin(above, below) / deals), 1e-14);
    assert_close(cliff_delta((Sample){values, n}, (Sample){values + n, all - n}),
                 (double)(observed - n * (all - n)) / (n * (all - n)), 1e-14);
}

START_TEST(test_mann_whitney_counts_all_deals)
{
    static const int different[] = {0, 1, 2, 3, 6, 15};
    Rng              rng         = rng_seed(1 + (uint64_t)_i);
    for (int round = 0; round < test_amount(700, 7000); round++) {
        double    values[9];
        const int n = 1 + (int)rng_below(&rng, 4), all = n + 1 + (int)rng_below(&rng, 5);
        fill(&rng, values, all, different[_i], 0);
        assert_all_deals(values, n, all);
    }
}
END_TEST

// W by its definition, doubled: for each positive difference, how many are smaller or equal in size, ties
// half.
static int plain_w(const double d[], int n, uint32_t positive)
{
    int w = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n && (positive >> i & 1); k++)
            w += (fabs(d[k]) < fabs(d[i])) + (fabs(d[k]) <= fabs(d[i])) + (i == k);
    return w;
}

static void assert_all_signs(const double a[], const double b[], int all)
{
    double   d[12];
    int      n = 0, above = 0, below = 0;
    uint32_t positive = 0;
    for (int i = 0; i < all; i++) {
        if (a[i] > b[i]) positive |= 1u << n;
        if (a[i] != b[i]) d[n++] = a[i] - b[i];
    }
    const int observed = plain_w(d, n, positive);
    for (uint32_t mask = 0; mask < 1u << n; mask++) {
        const int w = plain_w(d, n, mask);
        above += w >= observed;
        below += w <= observed;
    }
    const RankTest test = wilcoxon((Sample){a, all}, (Sample){b, all});
    ck_assert_int_eq(test.method, RANK_EXACT);
    ck_assert_int_eq(test.dropped, all - n);
    ck_assert_double_eq(test.statistic, observed / 2.0);
    assert_close(test.p_smaller, (double)above / (1 << n), 1e-14);
    assert_close(test.p_greater, (double)below / (1 << n), 1e-14);
    assert_close(test.p_two_sided, fmin(1, 2.0 * fmin(above, below) / (1 << n)), 1e-14);
}

START_TEST(test_wilcoxon_counts_all_signs)
{
    static const int different[] = {0, 1, 2, 3, 6, 15};
    Rng              rng         = rng_seed(11 + (uint64_t)_i);
    for (int round = 0; round < test_amount(700, 7000); round++) {
        double    a[10], b[10];
        const int n = 1 + (int)rng_below(&rng, 10);
        fill(&rng, a, n, different[_i], 0);
        fill(&rng, b, n, different[_i], 0);
        assert_all_signs(a, b, n);
    }
}
END_TEST

// -- R --

START_TEST(test_mann_whitney_equals_r_without_ties)
{
    Rng rng = rng_seed(21);
    for (int round = 0; round < 150; round++) {
        double    a[50], b[50];
        const int n        = round ? 1 + (int)rng_below(&rng, 50) : 50,
                  m        = round ? 1 + (int)rng_below(&rng, 50) : 50;
        const double shift = round % 3 ? uniform(&rng) : 0;
        fill(&rng, a, n, 0, shift);
        fill(&rng, b, m, 0, 0);
        const RankTest test = mann_whitney((Sample){a, n}, (Sample){b, m});
        ck_assert(test.method == RANK_EXACT && !test.ties);
        assert_close(test.p_smaller, pwilcox(test.statistic - 1, n, m, 0, 0), 1e-10);
        assert_close(test.p_greater, pwilcox(test.statistic, n, m, 1, 0), 1e-10);
    }
    wilcox_free();
}
END_TEST

START_TEST(test_wilcoxon_equals_r_without_ties)
{
    Rng rng = rng_seed(22);
    for (int round = 0; round < 400; round++) {
        double    a[RANK_PAIRS_MAX], b[RANK_PAIRS_MAX];
        const int n = 1 + (int)rng_below(&rng, round % 8 ? 100 : RANK_PAIRS_MAX);
        fill(&rng, a, n, 0, round % 3 ? uniform(&rng) : 0);
        fill(&rng, b, n, 0, 0);
        const RankTest test = wilcoxon((Sample){a, n}, (Sample){b, n});
        ck_assert(test.method == RANK_EXACT && !test.ties);
        assert_close(test.p_smaller, psignrank(test.statistic - 1, n, 0, 0), 1e-9);
        assert_close(test.p_greater, psignrank(test.statistic, n, 1, 0), 1e-9);
    }
    signrank_free();
}
END_TEST

// Two values only, 0 and 1: how many of the ones are dealt to the control is hypergeometric.
START_TEST(test_mann_whitney_of_two_values_is_hypergeometric)
{
    Rng rng = rng_seed(23);
    for (int round = 0; round < 50; round++) {
        double    a[200], b[200], ones[2] = {0, 0};
        const int n = 1 + (int)rng_below(&rng, 200), m = 1 + (int)rng_below(&rng, 200);
        fill(&rng, a, n, 2, 0);
        fill(&rng, b, m, 2, 0);
        for (int i = 0; i < n; i++) ones[0] += a[i];
        for (int i = 0; i < m; i++) ones[1] += b[i];
        const double   all  = ones[0] + ones[1];
        const RankTest test = mann_whitney((Sample){a, n}, (Sample){b, m});
        ck_assert_int_eq(test.method, RANK_EXACT);
        assert_close(test.p_smaller, phyper(ones[0] - 1, all, n + m - all, n, 0, 0), 1e-9);
        assert_close(test.p_greater, phyper(ones[0], all, n + m - all, n, 1, 0), 1e-9);
    }
}
END_TEST

// Differences -1, 0, 1 only: the sign test.
START_TEST(test_wilcoxon_of_equal_differences_is_binomial)
{
    Rng rng = rng_seed(24);
    for (int round = 0; round < 100; round++) {
        double    a[RANK_PAIRS_MAX], b[RANK_PAIRS_MAX];
        const int n        = 1 + (int)rng_below(&rng, RANK_PAIRS_MAX);
        int       positive = 0, pairs = 0;
        fill(&rng, a, n, 2, 0);
        fill(&rng, b, n, 2, 0);
        for (int i = 0; i < n; i++) {
            positive += a[i] > b[i];
            pairs += a[i] != b[i];
        }
        const RankTest test = wilcoxon((Sample){a, n}, (Sample){b, n});
        ck_assert(test.method == RANK_EXACT && test.dropped == n - pairs);
        assert_close(test.p_smaller, pbinom(positive - 1, pairs, 0.5, 0, 0), 1e-9);
        assert_close(test.p_greater, pbinom(positive, pairs, 0.5, 1, 0), 1e-9);
    }
}
END_TEST

Suite *suite_rank_exact(void);
Suite *suite_rank_exact(void)
{
    Suite *suite = suite_create("rank_exact");
    TCase *tcase = tcase_create("rank_exact");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_published_mann_whitney);
    tcase_add_test(tcase, test_published_wilcoxon);
    tcase_add_test(tcase, test_ties_by_hand);
    tcase_add_loop_test(tcase, test_mann_whitney_counts_all_deals, 0, 6);
    tcase_add_loop_test(tcase, test_wilcoxon_counts_all_signs, 0, 6);
    tcase_add_test(tcase, test_mann_whitney_equals_r_without_ties);
    tcase_add_test(tcase, test_wilcoxon_equals_r_without_ties);
    tcase_add_test(tcase, test_mann_whitney_of_two_values_is_hypergeometric);
    tcase_add_test(tcase, test_wilcoxon_of_equal_differences_is_binomial);
    suite_add_tcase(suite, tcase);
    return suite;
}
