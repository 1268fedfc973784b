// One allocation fails, whichever: a statistic is NaN then, and never another number.
#include "alloc.h"
#include "base/stats/rank_tests.h"
#include "tests.h"

#include <math.h>

static const double many[] = {3, 9, 4, 7, 12, 5, 8}, few[] = {2, 4, 1, 6, 5, 3, 7};

static double p_unpaired(Sample a, Sample b) { return mann_whitney(a, b).p_two_sided; }
static double p_paired(Sample a, Sample b) { return wilcoxon(a, b).p_two_sided; }
static double low(Sample a, Sample b) { return saving_interval(a, b, (Bootstrap){.resamples = 50}).low; }

static const struct {
    double (*of)(Sample control, Sample treatment);
    int allocations;   // that it makes at least
} statistics[] = {
    {p_unpaired, 4}, {p_paired, 4}, {low, 1}, {cliff_delta, 1}, {shift_unpaired, 1}, {shift_paired, 1},
};

START_TEST(test_without_memory_a_statistic_is_nan)
{
    const Sample a = {many, 7}, b = {few, 7};
    const double expected = statistics[_i].of(a, b);
    int          failures = 0;
    ck_assert(isfinite(expected));
    for (long n = 1; n < 100; n++, failures++) {
        alloc_fail_at(n);
        const double found  = statistics[_i].of(a, b);
        const bool   failed = alloc_failed();
        if (!failed) {
            ck_assert(found == expected);
            break;
        }
        ck_assert_msg(isnan(found), "allocation %ld: %g", n, found);
    }
    ck_assert_int_ge(failures, statistics[_i].allocations);
}
END_TEST

Suite *suite_stats_memory(void);
Suite *suite_stats_memory(void)
{
    Suite *const suite = suite_create("stats_memory");
    TCase *const tcase = tcase_create("stats_memory");
    tcase_add_loop_test(tcase, test_without_memory_a_statistic_is_nan, 0,
                        (int)(sizeof statistics / sizeof statistics[0]));
    suite_add_tcase(suite, tcase);
    return suite;
}
