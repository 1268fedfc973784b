// fit.h - the mathematics of tuning, without games: a logistic regression with a ridge, TDLeaf's step,
// and SPSA.
//
// An evaluation is w1 f1 + ... + wn fn. Features differ in size by orders, so all methods work on x = f /
// size, where size is the root mean square of a feature, and on u = w * size; a feature that is always 0
// keeps its weight.
//
// Sources: Nelder and Wedderburn 1972 (regression by Newton's method); Baxter, Tridgell and Weaver 2000
// (TDLeaf); Spall 1998 (SPSA and its gains).
#ifndef TUNE_FIT_H
#define TUNE_FIT_H

#include "base/rng.h"
#include "game/game.h"

enum { FIT_MAX = EVAL_WEIGHTS_MAX };

// Observed positions: features and the result for the player they belong to, 0 ... 1.
typedef struct FitData {
    int     features;
    size_t  count, room;
    double *x;   // [count][features], owned
    double *y;   // owned
} FitData;

bool fit_add(FitData *data, const double x[], double y, Status *status);
void fit_close(FitData *data);

// The root mean square of each feature.
void fit_sizes(const FitData *data, double size[FIT_MAX]);

// The weights for which 1 / (1 + exp(-bias - w x)) explains the results best, with `ridge` times the sum of
// squares of w * size taken off the log-likelihood. A weight that would leave the side of 0 that `info`
// allows is left at 0. `bias` is what moving first is worth. False when there is nothing to learn from.
bool fit_logistic(const FitData *data, const EvalInfo *info, double ridge, double w[FIT_MAX], double *bias);

double fit_chance(const double w[], const double x[], int n);   // 1 / (1 + exp(-w x))

// Whole weights in the range of `info`, the largest of which is `largest`; those whose feature has no size
// keep `start`. All zero: all of `start`.
void fit_round(const EvalInfo *info, const double w[], const double size[], const int start[], double largest,
               int out[]);

// How large the largest weight shall be: as before, or as fine as the range allows where nothing else depends
// on the scale.
double fit_largest(const EvalInfo *info, const int start[], bool keep_scale);

// One position of a player in a game, as seen at the end of the line he expects.
typedef struct TdStep {
    double x[FIT_MAX];
    bool   over;     // the line ends the game there, so that
    double result;   // this is its value and nothing can be learned
} TdStep;

// Adds the sum over t of grad v(t) * sum over j >= t of lambda^(j - t) (v(j + 1) - v(j)) to `step`, v after
// the last being the result.
void td_game(const double u[], int n, const TdStep steps[], int count, double result, double lambda,
             double step[]);

// SPSA: in each iteration all weights are moved up and down at random at the same time, the two meet, and all
// go a step towards the winner.
typedef struct Spsa {
    int    n, iterations;
    double start[FIT_MAX], reach[FIT_MAX];   // reach: how far a weight is moved in the first iteration
    double min, max;                         // of a weight
    // steps in the first iteration, in reaches, when one side wins everything
    double gain;
    Rng    rng;
} Spsa;

// What `plus` scores against `minus`, 0 ... 1; false ends it all.
typedef bool SpsaMeet(void *context, int iteration, const double plus[], const double minus[], double *score);

// The mean of the weights over the second half.
bool spsa_run(Spsa *spsa, SpsaMeet *meet, void *context, double out[FIT_MAX]);

#endif
