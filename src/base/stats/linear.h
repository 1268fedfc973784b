// linear.h - small systems of linear equations with a symmetric positive definite matrix, solved by
// Cholesky's method.
//
// For a few dozen unknowns at most: no allocation, n^3 / 6 multiplications.
#ifndef BASE_STATS_LINEAR_H
#define BASE_STATS_LINEAR_H

#include <stdbool.h>

enum { LINEAR_MAX = 32 };

// Solves a x = b for n unknowns; row i of a begins at a[i]. x takes the place of b, and a is destroyed. False
// when a is not positive definite.
bool linear_solve(int n, double a[LINEAR_MAX][LINEAR_MAX], double b[LINEAR_MAX]);

#endif
