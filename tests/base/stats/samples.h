// samples.h - what the tests of statistics share.
#ifndef TESTS_BASE_STATS_SAMPLES_H
#define TESTS_BASE_STATS_SAMPLES_H

#include "base/rng.h"
#include "base/stats/statistics.h"

#include <check.h>
#include <math.h>

// A sample of the numbers given.
#define SAMPLE(...)                                                                                          \
    ((Sample){(const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double)})

static inline double uniform(Rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

// Fills n values, moved by `shift`: whole numbers below `different`, with ties; or, when that is 0, without
// ties from [0, 1).
static inline void fill(Rng *rng, double values[], int n, int different, double shift)
{
    for (int i = 0; i < n; i++)
        values[i] = shift + (different ? rng_below(rng, (uint32_t)different) : uniform(rng));
}

static inline void assert_close(double value, double truth, double relative)
{
    ck_assert_msg(fabs(value - truth) <= relative * fabs(truth), "%.17g is not %.17g", value, truth);
}

#endif
