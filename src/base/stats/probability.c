#include "base/stats/probability.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

static const Interval INTERVAL_UNDEFINED = {NAN, NAN};

double normal_below(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
double normal_above(double x) { return 0.5 * erfc(x * M_SQRT1_2); }

double normal_quantile(double p)
{
    if (!(p >= 0 && p <= 1)) return NAN;
    if (p == 0) return -INFINITY;
    if (p == 0.5) return 0;
    if (p > 0.5) return -normal_quantile(1 - p);
    double low = -40, high = 0;   // bisected down to neighbours
    for (double x; (x = 0.5 * (low + high)) > low && x < high;) *(normal_below(x) < p ? &low : &high) = x;
    return high;
}

// The continued fraction of the incomplete beta function by Lentz's method; converges fast for x < (a + 1) /
// (a + b + 2).
static double beta_fraction(double x, double a, double b)
{
    assert(a > 0 && b > 0 && x >= 0 && x <= 1);
    const double tiny = 1e-300;
    double       c = 1, d = 1 - (a + b) * x / (a + 1);
    d            = 1 / (fabs(d) < tiny ? tiny : d);
    double value = d;
    for (int m = 1; m < 100000; m++) {
        const double terms[2] = {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                                 -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))};
        double       step     = 1;
        for (int i = 0; i < 2; i++) {
            d             = 1 + terms[i] * d;
            c             = 1 + terms[i] / c;
            d             = 1 / (fabs(d) < tiny ? tiny : d);
            c             = fabs(c) < tiny ? tiny : c;
            value *= step = d * c;
        }
        if (fabs(step - 1) < 1e-16) break;
    }
    return value;
}

static double log_gamma(double x)   // without the global sign of lgamma
{
    int sign;
    return lgamma_r(x, &sign);
}

static bool beta_valid(double p, double a, double b)
{
    return p >= 0 && p <= 1 && a > 0 && b > 0 && isfinite(a) && isfinite(b);
}

double beta_below(double x, double a, double b)
{
    if (!beta_valid(x, a, b)) return NAN;
    if (x == 0 || x == 1) return x;
    const double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(x, a, b) / a;
    return 1 - front * beta_fraction(1 - x, b, a) / b;
}

double beta_quantile(double p, double a, double b)
{
    if (!beta_valid(p, a, b)) return NAN;
    if (p == 0 || p == 1) return p;
    double low = 0, high = 1;
    for (double x; (x = 0.5 * (low + high)) > low && x < high;) *(beta_below(x, a, b) < p ? &low : &high) = x;
    return high;
}

// Student's t with f degrees: t^2 = f (1 - x) / x where x has the distribution Beta(f/2, 1/2).
double student_quantile(double p, double freedom)
{
    if (!(p > 0 && p < 1 && freedom > 0 && isfinite(freedom))) return NAN;
    if (p == 0.5) return 0;
    const double x = beta_quantile(2 * fmin(p, 1 - p), freedom / 2, 0.5), t = sqrt(freedom * (1 - x) / x);
    return p < 0.5 ? -t : t;
}

static bool proportion_valid(long successes, long n, double confidence)
{
    return n > 0 && successes >= 0 && successes <= n && confidence > 0 && confidence < 1;
}

Interval share_wilson(double share, double n, double confidence)
{
    if (!(share >= 0 && share <= 1 && n > 0 && confidence > 0 && confidence < 1)) return INTERVAL_UNDEFINED;
    const double z = -normal_quantile((1 - confidence) / 2), zz = z * z;
    const double middle = (share + zz / (2 * n)) / (1 + zz / n);
    const double half   = z / (1 + zz / n) * sqrt(share * (1 - share) / n + zz / (4 * n * n));
    return (Interval){share == 0 ? 0 : middle - half, share == 1 ? 1 : middle + half};
}

Interval proportion_wilson(long successes, long n, double confidence)
{
    if (!proportion_valid(successes, n, confidence)) return INTERVAL_UNDEFINED;
    return share_wilson((double)successes / (double)n, (double)n, confidence);
}

Interval proportion_exact(long successes, long n, double confidence)
{
    if (!proportion_valid(successes, n, confidence)) return INTERVAL_UNDEFINED;
    const double tail = (1 - confidence) / 2, k = (double)successes, trials = (double)n;
    return (Interval){successes == 0 ? 0 : beta_quantile(tail, k, trials - k + 1),
                      successes == n ? 1 : beta_quantile(1 - tail, k + 1, trials - k)};
}
