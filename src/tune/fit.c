#include "tune/fit.h"
#include "base/stats/linear.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)FIT_MAX + 1 <= (int)LINEAR_MAX, "raise LINEAR_MAX");

bool fit_add(FitData *data, const double x[], double y, Status *status)
{
    assert(data->features >= 1 && data->features <= FIT_MAX && y >= 0 && y <= 1);
    const size_t n = (size_t)data->features;
    if (data->count == data->room) {
        const size_t  room = data->room > 0 ? 2 * data->room : 1024;
        double *const xs   = realloc(data->x, room * n * sizeof *xs);
        if (xs != NULL) data->x = xs;
        double *const ys = realloc(data->y, room * sizeof *ys);
        if (ys != NULL) data->y = ys;
        if (xs == NULL || ys == NULL) return status_fail_system(status, "out of memory for the positions");
        data->room = room;
    }
    memcpy(data->x + data->count * n, x, n * sizeof *x);
    data->y[data->count++] = y;
    return true;
}

void fit_close(FitData *data)
{
    free(data->x);
    free(data->y);
    *data = (FitData){.features = data->features};
}

void fit_sizes(const FitData *data, double size[FIT_MAX])
{
    const int n = data->features;
    memset(size, 0, FIT_MAX * sizeof *size);
    for (size_t k = 0; k < data->count; k++)
        for (int i = 0; i < n; i++)
            size[i] += data->x[k * (size_t)n + (size_t)i] * data->x[k * (size_t)n + (size_t)i];
    for (int i = 0; i < n; i++) size[i] = data->count > 0 ? sqrt(size[i] / (double)data->count) : 0;
}

static double chance(double z) { return 1 / (1 + exp(-z)); }

double fit_chance(const double w[], const double x[], int n)
{
    assert(n >= 0 && n <= FIT_MAX);
    double z = 0;
    for (int i = 0; i < n; i++) z += w[i] * x[i];
    return chance(z);
}

// The regression over the features listed in `use`, and one more that is always 1: u[use[i]], the last for
// the bias.
typedef struct Newton {
    const FitData *data;
    const double  *size;
    int            use[FIT_MAX], n;
    double         ridge, u[FIT_MAX + 1];
} Newton;

// One step of Newton's method: the gradient and the matrix of second derivatives of the log-likelihood. The
// length of the step, or a negative number when it fails.
static double newton_step(Newton *t)
{
    const FitData *const data                      = t->data;
    const int            n                         = t->n;
    double               a[LINEAR_MAX][LINEAR_MAX] = {{0}}, b[LINEAR_MAX] = {0}, x[FIT_MAX + 1];
    for (size_t k = 0; k < data->count; k++) {
        double z = t->u[n];
        for (int i = 0; i < n; i++) {
            x[i] = data->x[k * (size_t)data->features + (size_t)t->use[i]] / t->size[t->use[i]];
            z += t->u[i] * x[i];
        }
        x[n]           = 1;
        const double p = chance(z), weight = p * (1 - p);
        for (int i = 0; i <= n; i++) {
            b[i] += (data->y[k] - p) * x[i];
            for (int j = 0; j <= i; j++) a[i][j] += weight * x[i] * x[j];
        }
    }
    for (int i = 0; i <= n; i++) {
        a[i][i] += i < n ? t->ridge : 1e-9;
        if (i < n) b[i] -= t->ridge * t->u[i];
    }
    if (!linear_solve(n + 1, a, b)) return -1;
    double length = 0;
    for (int i = 0; i <= n; i++) length = fmax(length, fabs(b[i]));
    const double part = length > 2 ? 2 / length : 1;   // far from the top a full step may go beyond it
    for (int i = 0; i <= n; i++) t->u[i] += part * b[i];
    return length;
}

static bool newton_run(Newton *t)
{
    memset(t->u, 0, sizeof t->u);
    for (int step = 0; step < 100; step++) {
        const double length = newton_step(t);
        if (length < 0) return false;
        if (length < 1e-9) break;
    }
    return true;
}

static bool weight_allowed(const EvalInfo *info, double w)
{
    return (w <= 0 || info->max > 0) && (w >= 0 || info->min < 0);
}

bool fit_logistic(const FitData *data, const EvalInfo *info, double ridge, double w[FIT_MAX], double *bias)
{
    assert(ridge >= 0 && data->features >= 1 && data->features <= FIT_MAX);
    double size[FIT_MAX];
    Newton t = {.data = data, .size = size, .ridge = ridge};
    fit_sizes(data, size);
    for (int i = 0; i < data->features; i++)
        if (size[i] > 0) t.use[t.n++] = i;
    for (;;) {
        int left = 0;
        if (t.n == 0 || !newton_run(&t)) return false;
        memset(w, 0, FIT_MAX * sizeof *w);
        for (int i = 0; i < t.n; i++) w[t.use[i]] = t.u[i] / size[t.use[i]];
        for (int i = 0; i < t.n; i++)
            if (weight_allowed(info, t.u[i])) t.use[left++] = t.use[i];
        *bias = t.u[t.n];
        if (left == t.n) return true;
        t.n = left;
    }
}

double fit_largest(const EvalInfo *info, const int start[], bool keep_scale)
{
    double largest = 1;
    for (int i = 0; i < info->weights; i++) largest = fmax(largest, abs(start[i]));
    return keep_scale ? largest : fmax(largest, fmin(info->max, 99));
}

void fit_round(const EvalInfo *info, const double w[], const double size[], const int start[], double largest,
               int out[])
{
    assert(info->min <= info->max && largest > 0);
    double most = 0;
    for (int i = 0; i < info->weights; i++)
        if (size[i] > 0) most = fmax(most, fabs(w[i]));
    for (int i = 0; i < info->weights; i++) {
        const double scaled = most > 0 && size[i] > 0 ? round(w[i] / most * largest) : start[i];
        out[i]              = (int)fmin(fmax(scaled, info->min), info->max);
    }
}

// TDLeaf.

void td_game(const double u[], int n, const TdStep steps[], int count, double result, double lambda,
             double step[])
{
    assert(n >= 1 && n <= FIT_MAX && count >= 0 && lambda >= 0 && lambda <= 1);
    double next = result, ahead = 0;   // v(t + 1); the weighted sum of differences from t on
    for (int t = count; t-- > 0;) {
        const double v = steps[t].over ? steps[t].result : fit_chance(u, steps[t].x, n);
        ahead          = lambda * ahead + next - v;
        for (int i = 0; !steps[t].over && i < n; i++) step[i] += ahead * v * (1 - v) * steps[t].x[i];
        next = v;
    }
}

// SPSA. The gains fall as Spall advises: reaches with k^-0.101, steps with (k + A)^-0.602.

static double clamp(const Spsa *t, double w) { return fmin(fmax(w, t->min), t->max); }

bool spsa_run(Spsa *t, SpsaMeet *meet, void *context, double out[FIT_MAX])
{
    assert(t->n >= 1 && t->n <= FIT_MAX && t->iterations >= 1 && t->min <= t->max);
    double    w[FIT_MAX], sum[FIT_MAX] = {0};
    const int half = t->iterations / 2;
    memcpy(w, t->start, sizeof w);
    for (int k = 0; k < t->iterations; k++) {
        const double reach = pow(k + 1, -0.101),
                     gain  = t->gain * pow(1 + k / (0.1 * t->iterations + 1), -0.602);
        double delta[FIT_MAX], plus[FIT_MAX] = {0}, minus[FIT_MAX] = {0}, score;
        for (int i = 0; i < t->n; i++) {
            delta[i] = rng_next(&t->rng) >> 63 ? t->reach[i] * reach : -t->reach[i] * reach;
            plus[i] = clamp(t, w[i] + delta[i]), minus[i] = clamp(t, w[i] - delta[i]);
        }
        if (!meet(context, k, plus, minus, &score)) return false;
        for (int i = 0; i < t->n; i++) {
            w[i] = clamp(t, w[i] + gain * (2 * score - 1) * delta[i]);
            if (k >= half) sum[i] += w[i] / (t->iterations - half);
        }
    }
    memcpy(out, sum, sizeof sum);
    return true;
}
