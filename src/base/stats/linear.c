#include "base/stats/linear.h"

#include <assert.h>
#include <math.h>

// The lower triangle of a becomes L with L L' = a.
static bool factor(int n, double a[LINEAR_MAX][LINEAR_MAX])
{
    assert(n >= 1 && n <= LINEAR_MAX);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i][j];
            for (int k = 0; k < j; k++) sum -= a[i][k] * a[j][k];
            if (i > j) a[i][j] = sum / a[j][j];
            else if (sum > 0 && isfinite(sum)) a[i][i] = sqrt(sum);
            else return false;
        }
    return true;
}

bool linear_solve(int n, double a[LINEAR_MAX][LINEAR_MAX], double b[LINEAR_MAX])
{
    assert(n >= 1 && n <= LINEAR_MAX);
    if (!factor(n, a)) return false;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (int i = n; i-- > 0;) {
        for (int k = i + 1; k < n; k++) b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    return true;
}
