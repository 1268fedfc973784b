#include "tune/columns.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool columns_open(Columns *c, int columns, size_t count, int groups, Status *status)
{
    assert(columns >= 0 && groups >= 0);
    const size_t side = (size_t)columns + 2;
    *c                = (Columns){.columns = columns, .groups = groups, .count = count};
    c->x              = calloc(count * (size_t)columns + 1, sizeof *c->x);
    c->y              = calloc(count + 1, sizeof *c->y);
    c->group          = calloc(count + 1, sizeof *c->group);
    bool good         = c->x != NULL && c->y != NULL && c->group != NULL;
    for (int f = 0; f <= COLUMN_FOLDS; f++) {
        c->product[f] = calloc(side * side, sizeof *c->product[f]);
        good          = good && c->product[f] != NULL;
    }
    if (good) return true;
    columns_close(c);
    return status_fail_system(status, "out of memory for %zu positions of %d features", count, columns);
}

void columns_close(Columns *c)
{
    free(c->x);
    free(c->y);
    free(c->group);
    for (int f = 0; f <= COLUMN_FOLDS; f++) free(c->product[f]);
    *c = (Columns){0};
}

void columns_centre(Columns *c, const int parent[])
{
    assert(c->x != NULL && c->y != NULL);
    const size_t n = (size_t)c->columns;
    for (size_t begin = 0, end; begin < c->count; begin = end) {
        for (end = begin; end < c->count && parent[end] == parent[begin];) end++;
        for (size_t i = 0; i <= n; i++) {   // the columns, then the target
            double mean = 0;
            for (size_t k = begin; k < end; k++)
                mean += (i < n ? c->x[k * n + i] : c->y[k]) / (double)(end - begin);
            for (size_t k = begin; k < end; k++) *(i < n ? &c->x[k * n + i] : &c->y[k]) -= mean;
        }
    }
}

void columns_prepare(Columns *c)
{
    assert(c->x != NULL && c->y != NULL && c->group != NULL);
    const int     n = c->columns, side = n + 2;
    const size_t  size = (size_t)side * (size_t)side;
    double *const all  = c->product[COLUMN_FOLDS];
    for (int f = 0; f <= COLUMN_FOLDS; f++) memset(c->product[f], 0, size * sizeof *all);
    for (size_t k = 0; k < c->count; k++) {
        const double *const x   = c->x + k * (size_t)n;
        double *const       sum = c->product[c->group[k] % COLUMN_FOLDS];
        for (int i = 0; i < side; i++) {
            const double z   = i < n ? x[i] : i == n ? 1 : c->y[k];
            double      *row = sum + (size_t)i * (size_t)side;
            for (int j = 0; j < n; j++) row[j] += z * x[j];
            row[n] += z;
            row[n + 1] += z * c->y[k];
        }
    }
    for (int f = 0; f < COLUMN_FOLDS; f++)
        for (size_t i = 0; i < size; i++) all[i] += c->product[f][i];
}

static double product(const Columns *c, int without, int i, int j)
{
    const size_t at = (size_t)i * (size_t)(c->columns + 2) + (size_t)j;
    return c->product[COLUMN_FOLDS][at] - (without < COLUMN_FOLDS ? c->product[without][at] : 0);
}

// One fit of the columns in `use`, which may have any sign. The ridge is a millionth of each column's sum of
// squares: enough for columns that depend on each other.
static bool solve(const Columns *c, const int use[], int n, int without, double w[])
{
    double a[LINEAR_MAX][LINEAR_MAX], b[LINEAR_MAX], size[LINEAR_MAX];
    for (int i = 0; i <= n; i++) {
        const int    from   = i < n ? use[i] : c->columns;
        const double square = product(c, without, from, from);
        size[i]             = square > 0 ? sqrt(square) : 1;
        for (int j = 0; j <= i; j++)
            a[i][j] = product(c, without, from, j < n ? use[j] : c->columns) / size[i] / size[j];
        a[i][i] += 1e-6;
        b[i] = product(c, without, from, c->columns + 1) / size[i];
    }
    if (!linear_solve(n + 1, a, b)) return false;
    for (int i = 0; i <= n; i++) w[i] = b[i] / size[i];
    return true;
}

void columns_fit(const Columns *c, const int use[], int n, int without, double w[])
{
    assert(n >= 0 && without >= 0 && without <= COLUMN_FOLDS);
    int    kept[LINEAR_MAX], at[LINEAR_MAX], left = n;
    double found[LINEAR_MAX];
    assert(n <= COLUMNS_USED_MAX);
    for (int i = 0; i < n; i++) kept[i] = use[i], at[i] = i;
    for (;;) {
        int worst = -1;
        if (!solve(c, kept, left, without, found)) memset(found, 0, sizeof found);
        for (int i = 0; i < left; i++)
            if (found[i] < 0 && (worst < 0 || found[i] < found[worst])) worst = i;
        if (worst < 0) break;
        left--;
        for (int i = worst; i < left; i++) kept[i] = kept[i + 1], at[i] = at[i + 1];
    }
    for (int i = 0; i < n; i++) w[i] = 0;
    for (int i = 0; i < left; i++) w[at[i]] = found[i];
    w[n] = found[left];
}

// The sum of squares of y about its mean.
static double variance(const Columns *c)
{
    const double sum = product(c, COLUMN_FOLDS, c->columns, c->columns + 1);
    return c->count > 0
             ? product(c, COLUMN_FOLDS, c->columns + 1, c->columns + 1) - sum * sum / (double)c->count
             : 0;
}

double columns_score(const Columns *c, const int use[], int n, double errors[])
{
    assert(n >= 0 && n <= COLUMNS_USED_MAX);
    double       w[COLUMN_FOLDS][LINEAR_MAX], sum = 0;
    const double whole = variance(c);
    for (int f = 0; f < COLUMN_FOLDS; f++) columns_fit(c, use, n, f, w[f]);
    for (int g = 0; g < c->groups; g++) errors[g] = 0;
    for (size_t k = 0; k < c->count; k++) {
        const double *const x = c->x + k * (size_t)c->columns, *const v = w[c->group[k] % COLUMN_FOLDS];
        double error = c->y[k] - v[n];
        for (int i = 0; i < n; i++) error -= v[i] * x[use[i]];
        errors[c->group[k]] += error * error;
    }
    for (int g = 0; g < c->groups; g++) sum += errors[g];
    return whole > 0 ? 1 - sum / whole : 0;
}

double columns_difference(const Columns *c, const double errors[], const double other[])
{
    assert(c->groups > 0);
    const double whole = variance(c), n = c->groups;
    double       sum = 0, squares = 0;
    for (int g = 0; g < c->groups; g++) {
        const double d = errors[g] - other[g];
        sum += d, squares += d * d;
    }
    if (n < 2 || whole <= 0) return 0;
    return sqrt(fmax(squares - sum * sum / n, 0) * n / (n - 1)) / whole;
}
