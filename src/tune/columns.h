// columns.h - which of many linear evaluations explains a target best, without games: thousands of fits
// over subsets of the same columns.
//
// Samples come in groups (the games they are from): a fit is judged on groups that it has not seen. There are
// COLUMN_FOLDS folds, group g in fold g mod COLUMN_FOLDS; a subset is fitted on the others by least squares
// with a bias and a small ridge, weights below 0 left out one after the other, and predicts the fold. The
// score is the share of the variance that is explained, 1 - (sum of squared errors) / (sum of squares about
// the mean).
//
// Two subsets are compared pairwise: errors of the same groups are subtracted, and the standard error is that
// of the sum of such differences over independent groups. Positions of a game say much the same, so that
// counting them one by one would promise too much.
//
// Cost: the sums of products are made once for all columns; a fit then takes n^3 / 6 and samples * n
// multiplications.
#ifndef TUNE_COLUMNS_H
#define TUNE_COLUMNS_H

#include "base/stats/linear.h"
#include "base/status.h"

#include <stddef.h>

enum { COLUMN_FOLDS = 5, COLUMNS_USED_MAX = LINEAR_MAX - 1 };

typedef struct Columns {
    int     columns, groups;
    size_t  count;
    double *x;       // [count][columns], owned; filled by the caller, as all up to here
    double *y;       // owned
    int    *group;   // 0 ... groups - 1; owned

    // of each fold and of all: sums over samples of z_i z_j, z = (columns, 1, y); columns_prepare makes them
    double *product[COLUMN_FOLDS + 1];
} Columns;

bool columns_open(Columns *c, int columns, size_t count, int groups, Status *status);
void columns_close(Columns *c);

// Takes the mean off every column and the target within each parent, as where only the differences between
// the moves of a position count. parent[count]: samples of one lie together. Before columns_prepare.
void columns_centre(Columns *c, const int parent[]);

// To be called when x, y and group are filled in.
void columns_prepare(Columns *c);

// The weights of the columns use[0 ... n-1] and the bias after them, fitted on all folds but `without`
// (COLUMN_FOLDS: on all). Repeated columns are allowed.
void columns_fit(const Columns *c, const int use[], int n, int without, double w[]);

// The squared errors of the predictions by group, into errors[groups]; returns the score. Without variance in
// y it is 0.
double columns_score(const Columns *c, const int use[], int n, double errors[]);

// The standard error of the difference of two scores, from their errors.
double columns_difference(const Columns *c, const double errors[], const double other[]);

#endif
