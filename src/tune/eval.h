// eval.h - the weights of a player's evaluation, learned from his own games.
//
//     regression   games against himself; the result is explained by the features of positions sampled from
//                  them (logistic, with a ridge). A few rounds, each played
//                  with the weights of the one before and added to the games that are there
//     tdleaf       games against himself; the value at the end of the line he expects is moved towards the
//                  values he sees later and the result, TDLeaf(0.7)
//     matches      SPSA: weights a little up against weights a little down, pairs of games from the same
//                  openings
//
// Then a match on openings of its own: the weights found against those at the start. They are the result only
// when they are better with 95 % confidence.
#ifndef TUNE_EVAL_H
#define TUNE_EVAL_H

#include "tune/tune.h"

typedef enum { TUNE_REGRESSION, TUNE_TDLEAF, TUNE_MATCHES, TUNE_METHODS } TuneMethod;
extern const char *const tune_method_names[TUNE_METHODS];

typedef struct TuneEval {
    TuneMethod method;
    char       name[SPEC_WORD_MAX];   // of the evaluation
    EvalInfo   info;
    int        start[EVAL_WEIGHTS_MAX], found[EVAL_WEIGHTS_MAX];
    bool       checked, better;   // checked: they differ, so that a match was played
    TuneCheck  check;
    size_t     positions;   // learned from; 0 for matches
    TuneResult tuned;       // what is worth keeping: `found` when better, else `start`
} TuneEval;

// False when it failed, or was stopped.
bool tune_eval(const TuneSettings *settings, TuneMethod method, TuneEval *out, Status *status);

#endif
