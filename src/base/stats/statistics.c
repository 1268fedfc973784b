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

// The logarithm of mean(treatment) / mean(control) with its standard error by the delta method, and the
// degrees of freedom that the error has (Welch's for samples drawn apart). The error is NaN where a mean is
// not positive.
typedef struct LogRatio {
    double value, error, freedom;
} LogRatio;

static LogRatio log_ratio(Sample control, Sample treatment, bool paired)
{
    double    sum_a = 0, sum_b = 0, both = 0, only_a = 0, only_b = 0;
    const int n = control.n, m = treatment.n;
    for (int i = 0; i < n; i++) sum_a += control.values[i];
    for (int i = 0; i < m; i++) sum_b += treatment.values[i];
    const double mean_a = sum_a / n, mean_b = sum_b / m;
    if (!(mean_a > 0 && mean_b > 0 && isfinite(mean_a) && isfinite(mean_b))) return (LogRatio){NAN, NAN, NAN};
    for (int i = 0; i < n || i < m; i++) {
        const double a = i < n ? control.values[i] / mean_a - 1 : 0,
                     b = i < m ? treatment.values[i] / mean_b - 1 : 0;
        both += (b - a) * (b - a), only_a += a * a, only_b += b * b;
    }
    const double value = log(mean_b / mean_a);
    if (paired) return (LogRatio){value, sqrt(both / (n - 1) / n), n - 1};
    const double v = only_a / (n - 1) / n, w = only_b / (m - 1) / m;
    return (LogRatio){value, sqrt(v + w), (v + w) * (v + w) / (v * v / (n - 1) + w * w / (m - 1))};
}

// Draws trials until they have a deviation: in a resample of one trial alone there is none. False when it
// does not come to that.
static bool resample(Sample control, Sample treatment, bool paired, Rng *rng, LogRatio *out)
{
    enum { DRAWS_MAX = 1000 };
    double a[SAMPLE_MAX], b[SAMPLE_MAX];
    for (int draw = 0; draw < DRAWS_MAX; draw++) {
        for (int i = 0; i < control.n; i++) {
            const uint32_t trial = rng_below(rng, (uint32_t)control.n);
            a[i]                 = control.values[trial];
            if (paired) b[i] = treatment.values[trial];
        }
        for (int i = 0; !paired && i < treatment.n; i++)
            b[i] = treatment.values[rng_below(rng, (uint32_t)treatment.n)];
        *out = log_ratio((Sample){a, control.n}, (Sample){b, treatment.n}, paired);
        if (out->error > 0) return true;
    }
    return false;
}

static bool bootstrap_valid(Sample control, Sample treatment, Bootstrap options)
{
    return sample_valid(control) && sample_valid(treatment) && control.n > 1 && treatment.n > 1 &&
           (!options.paired || control.n == treatment.n) && options.resamples > 0 &&
           options.resamples <= RESAMPLES_MAX && options.confidence > 0 && options.confidence < 1;
}

// A resample that misses the one trial far from the others has hardly any error of its own, and would be
// infinitely far off: its error counts as no less than this share of the sample's.
#define ERROR_LEAST 0.25

// The errors by which resamples miss the sample, in their own standard errors: how far the truth may lie on
// each side; no nearer than Student's distribution says.
static bool error_limits(Sample control, Sample treatment, Bootstrap options, const LogRatio *of,
                         double *below, double *above)
{
    double *const t    = malloc((size_t)options.resamples * sizeof *t);
    const double  tail = (1 - options.confidence) / 2;
    Rng           rng  = rng_seed(options.seed);
    bool          good = t != NULL;
    for (int i = 0; good && i < options.resamples; i++) {
        LogRatio r;
        good = resample(control, treatment, options.paired, &rng, &r);
        if (good) t[i] = (r.value - of->value) / fmax(r.error, ERROR_LEAST * of->error);
    }
    if (good) {
        const double student = student_quantile(1 - tail, of->freedom);
        qsort(t, (size_t)options.resamples, sizeof *t, double_compare);
        *below = fmax(student, quantile_sorted(t, options.resamples, 1 - tail));
        *above = fmax(student, -quantile_sorted(t, options.resamples, tail));
    }
    free(t);
    return good;
}

Interval saving_interval(Sample control, Sample treatment, Bootstrap options)
{
    double below, above;
    if (options.resamples == 0) options.resamples = RESAMPLES_DEFAULT;
    if (options.confidence == 0) options.confidence = 0.95;
    if (!bootstrap_valid(control, treatment, options)) return INTERVAL_UNDEFINED;
    const LogRatio ratio = log_ratio(control, treatment, options.paired);
    if (isnan(ratio.error)) return INTERVAL_UNDEFINED;
    if (ratio.error == 0) return (Interval){1 - exp(ratio.value), 1 - exp(ratio.value)};
    if (!error_limits(control, treatment, options, &ratio, &below, &above)) return INTERVAL_UNDEFINED;
    return (Interval){1 - exp(ratio.value + above * ratio.error), 1 - exp(ratio.value - below * ratio.error)};
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
