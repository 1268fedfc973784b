// elo.h - what the results of a match say: Elo difference, interval, likelihood of superiority, and the
// sequential test that ends a match early.
//
// A trial is a game (0, 1/2, 1) or a pair of games from one opening with sides changed (0, 1/2, 1, 3/2, 2,
// scored as its half). Pairs are the better trials: the two games of a pair are not independent, and the
// variance over pairs accounts for that. Scores are those of the first player. No state, no allocation.
//
// Sources: Elo 1978; Wald 1945 (sequential test); Owen 1988 (empirical likelihood); Van den Bergh, "The
// generalized maximum likelihood ratio for the expectation value of a distribution" (the GSPRT of Fishtest).
#ifndef BASE_STATS_ELO_H
#define BASE_STATS_ELO_H

#include "base/stats/probability.h"

#include <stdint.h>

enum { ELO_OUTCOMES_MAX = 5, ELO_MAX = 2000 };   // ELO_MAX: of the hypotheses of a test

// How often each outcome was seen, from the worst to the best: outcome i scores i / (outcomes - 1).
typedef struct EloTally {
    int      outcomes;   // 3 for games, 5 for pairs
    uint64_t count[ELO_OUTCOMES_MAX];
} EloTally;

EloTally elo_games(uint64_t losses, uint64_t draws, uint64_t wins);
EloTally elo_pairs(const uint64_t count[5]);   // pairs that brought 0, 1/2, 1, 3/2, 2 points

// The Elo difference that expects a score, and back. -inf at 0, inf at 1; NaN unless 0 <= score <= 1.
double elo_from_score(double score);
double elo_to_score(double elo);

// The interval of the score is score -+ z * deviation / sqrt(trials), cut to [0, 1]; NaN when the deviation
// is NaN or 0. The superiority is the chance that the first player is the stronger, by the normal
// distribution at (wins - losses) / sqrt(wins + losses), and likewise for pairs.
typedef struct EloEstimate {
    uint64_t trials;
    double   score;       // mean score of a trial; NaN without trials
    double   deviation;   // sample SD of the score of a trial; NaN below two trials
    Interval score_interval;
    double   elo;            // of the score
    Interval elo_interval;   // of the score interval
    double   superiority;    // NaN without trials
} EloEstimate;

// Intervals are NaN too unless 0 < confidence < 1.
EloEstimate elo_estimate(const EloTally *tally, double confidence);

// An interval of the score that is defined for every result, a match without a lost game among them: the
// means m whose likeliest distribution of outcomes (as in elo_sprt, below) is not much less likely than the
// likeliest of all, 2 ln(ratio) <= t^2, t the quantile of Student's distribution with trials - 1 degrees
// (Owen 1988: empirical likelihood, calibrated for few trials). All of [0, 1] for one trial; NaN for none, or
// unless 0 < confidence < 1. 0.2 ms.
Interval elo_score_interval(const EloTally *tally, double confidence);
// The chance of results at least as unlikely when the mean is this: the least 1 - confidence whose interval
// leaves it out. 1 for one trial; NaN for none, or unless 0 < mean < 1.
double elo_score_p(const EloTally *tally, double mean);

typedef enum EloVerdict { ELO_CONTINUE, ELO_ACCEPT_H0, ELO_ACCEPT_H1 } EloVerdict;

// H0: the difference is elo0; H1: it is elo1. alpha: chance to accept H1 under H0; beta: H0 under H1.
typedef struct EloSprt {
    double elo0, elo1;
    double alpha, beta;   // 0: 0.05
} EloSprt;

typedef struct EloSprtResult {
    double     llr;            // log-likelihood ratio of H1 to H0; 0 without trials
    double     lower, upper;   // H0 is accepted at or below `lower`, H1 at or above `upper`
    EloVerdict verdict;
} EloSprtResult;

// The generalised ratio: the likeliest distribution of outcomes with the mean of H1 against the one with the
// mean of H0. Unseen outcomes count as 1/1000, so that a match that begins with wins only is judged with
// care. All NaN, and ELO_CONTINUE, unless -ELO_MAX <= elo0 < elo1 <= ELO_MAX and alpha, beta in (0, 1/2).
EloSprtResult elo_sprt(const EloTally *tally, EloSprt sprt);

// The quick form of the ratio, n (s1 - s0) (2 score - s0 - s1) / (2 variance): close to elo_sprt for long
// matches and small differences. NaN when the variance is 0 or unknown.
double elo_llr_normal(const EloTally *tally, double elo0, double elo1);

#endif
