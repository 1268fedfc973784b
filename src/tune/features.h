// features.h - the features of an evaluation, found by giving it one weight at a time.
#ifndef TUNE_FEATURES_H
#define TUNE_FEATURES_H

#include "play/evaluation.h"
#include "tune/fit.h"

typedef struct FeatureSet {
    const Variant *v;   // whose positions are asked
    int            n;
    double         unit;   // the one weight: as large as may be, for an evaluation may round
    Evaluation    *none, *only[EVAL_WEIGHTS_MAX];
} FeatureSet;

// For the evaluation that `e` is; e must be loaded.
bool features_open(FeatureSet *set, const Variant *v, const Evaluation *e, Status *status);
void features_close(FeatureSet *set);

// What a unit of each weight adds to the value of s for player p.
void features_of(const FeatureSet *set, const AnyState *s, int p, double x[EVAL_WEIGHTS_MAX]);

#endif
