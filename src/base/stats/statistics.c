#include "base/stats/statistics.h"
#include "base/rng.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Interval INTERVAL_UNDEFINED = {NAN, NAN};

static double finite_or_nan(double x) { return isfinite(x) ? x : NAN; }

int double_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool sample_valid(Sample x)
{
    if (x.values == NULL || x.n < 1 || x.n > SAMPLE_MAX) return false;
    for (int i = 0; i < x.n; i++)
        if (!isfinite(x.values[i])) return false;
    return true;
}

// A second pass takes out the rounding of the first; equal values have exactly their own mean.
double sample_mean(Sample x)
{
    if (!sample_valid(x)) return NAN;
    double sum = 0, rest = 0;
    for (int i = 0; i < x.n; i++) sum += x.values[i];
    const double mean = sum / x.n;
    for (int i = 0; i < x.n; i++) rest += x.values[i] - mean;
    return finite_or_nan(mean + rest / x.n);
}

// Two passes; the second sum is 0 but for the rounding of the mean, and takes it out.
double sample_sd(Sample x)
{
    const double mean = sample_mean(x);
    if (x.n < 2 || isnan(mean)) return NAN;
    double squares = 0, rest = 0;
    for (int i = 0; i < x.n; i++) {
        const double d = x.values[i] - mean;
        squares += d * d;
        rest += d;
    }
    return finite_or_nan(sqrt(fmax(0, squares - rest * rest / x.n) / (x.n - 1)));
}

double sample_min(Sample x)
{
    if (!sample_valid(x)) return NAN;
    double least = x.values[0];
    for (int i = 1; i < x.n; i++) least = x.values[i] < least ? x.values[i] : least;
    return least;
}

double sample_max(Sample x)
{
    if (!sample_valid(x)) return NAN;
    double most = x.values[0];
    for (int i = 1; i < x.n; i++) most = x.values[i] > most ? x.values[i] : most;
    return most;
}

static double quantile_sorted(const double sorted[], int n, double p)
{
    assert(n > 0 && p >= 0 && p <= 1);
    const double at = p * (n - 1), below = floor(at);
    const int    i = (int)below, next = i + 1 < n ? i + 1 : i;
    return sorted[i] + (at - below) * (sorted[next] - sorted[i]);
}

double sample_quantile(Sample x, double p)
{
    if (!sample_valid(x) || !(p >= 0 && p <= 1)) return NAN;
    double sorted[SAMPLE_MAX];
    memcpy(sorted, x.values, (size_t)x.n * sizeof *sorted);
    qsort(sorted, (size_t)x.n, sizeof *sorted, double_compare);
    return finite_or_nan(quantile_sorted(sorted, x.n, p));
}

double sample_median(Sample x) { return sample_quantile(x, 0.5); }

static double saving_of_means(double control, double treatment)
{
    return control > 0 && isfinite(control) ? finite_or_nan(1 - treatment / control) : NAN;
}

double saving(Sample control, Sample treatment)
{
    return saving_of_means(sample_mean(control), sample_mean(treatment));
}

static double resampled_mean(Sample x, Rng *rng)
{
    double sum = 0;
    for (int i = 0; i < x.n; i++) sum += x.values[rng_below(rng, (uint32_t)x.n)];
    return sum / x.n;
}

static double resampled_saving(Sample control, Sample treatment, bool paired, Rng *rng)
{
    if (!paired) {
        const double mean = resampled_mean(control, rng);
        return saving_of_means(mean, resampled_mean(treatment, rng));
    }
    double sum_control = 0, sum_treatment = 0;
    for (int i = 0; i < control.n; i++) {
        const uint32_t trial = rng_below(rng, (uint32_t)control.n);
        sum_control += control.values[trial];
        sum_treatment += treatment.values[trial];
    }
    return saving_of_means(sum_control, sum_treatment);
}

static bool bootstrap_valid(Sample control, Sample treatment, Bootstrap options)
{
    return sample_valid(control) && sample_valid(treatment) && control.n > 1 && treatment.n > 1 &&
           (!options.paired || control.n == treatment.n) && options.resamples > 0 &&
           options.resamples <= RESAMPLES_MAX && options.confidence > 0 && options.confidence < 1;
}

Interval saving_bootstrap(Sample control, Sample treatment, Bootstrap options)
{
    if (options.resamples == 0) options.resamples = RESAMPLES_DEFAULT;
    if (options.confidence == 0) options.confidence = 0.95;
    if (!bootstrap_valid(control, treatment, options)) return INTERVAL_UNDEFINED;
    double *const savings = malloc((size_t)options.resamples * sizeof *savings);
    if (savings == NULL) return INTERVAL_UNDEFINED;

    Rng      rng      = rng_seed(options.seed);
    bool     defined  = true;
    Interval interval = INTERVAL_UNDEFINED;
    for (int i = 0; i < options.resamples && defined; i++) {
        savings[i] = resampled_saving(control, treatment, options.paired, &rng);
        defined    = !isnan(savings[i]);
    }
    if (defined) {
        const double tail = (1 - options.confidence) / 2;
        qsort(savings, (size_t)options.resamples, sizeof *savings, double_compare);
        interval.low  = quantile_sorted(savings, options.resamples, tail);
        interval.high = quantile_sorted(savings, options.resamples, 1 - tail);
    }
    free(savings);
    return interval;
}

double glass_delta(Sample control, Sample treatment)
{
    const double sd = sample_sd(control);
    return sd > 0 ? finite_or_nan((sample_mean(control) - sample_mean(treatment)) / sd) : NAN;
}

static bool p_valid(double p) { return p >= 0 && p <= 1; }

static int p_place(const double sorted[], int n, double p)   // the first place of p, which is there
{
    int low = 0, high = n - 1;
    while (low < high) {
        const int mid = (low + high) / 2;
        if (sorted[mid] < p) low = mid + 1;
        else high = mid;
    }
    return low;
}

// Step down: the smallest of n is multiplied by n, the next by n - 1, ...; no value may fall below the one
// before it.
void holm_adjust(const double p[], int n, double adjusted[])
{
    double sorted[SAMPLE_MAX], holm[SAMPLE_MAX];   // on the stack: a correction cannot run out of memory
    int    tests = 0;
    assert(n >= 0);
    for (int i = 0; i < n && n <= SAMPLE_MAX; i++)
        if (p_valid(p[i])) sorted[tests++] = p[i];
    if (tests > 0) qsort(sorted, (size_t)tests, sizeof *sorted, double_compare);
    for (int i = 0; i < tests; i++) {
        const double stepped = fmin(1, sorted[i] * (tests - i));
        holm[i]              = i > 0 ? fmax(holm[i - 1], stepped) : stepped;
    }
    for (int i = 0; i < n; i++)
        adjusted[i] = tests > 0 && p_valid(p[i]) ? holm[p_place(sorted, tests, p[i])] : NAN;
}
