#include "base/stats/elo.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

EloTally elo_games(uint64_t losses, uint64_t draws, uint64_t wins)
{
    return (EloTally){.outcomes = 3, .count = {losses, draws, wins}};
}

EloTally elo_pairs(const uint64_t count[5])
{
    EloTally tally = {.outcomes = 5};
    for (int i = 0; i < 5; i++) tally.count[i] = count[i];
    return tally;
}

double elo_from_score(double score)
{
    if (!(score >= 0 && score <= 1)) return NAN;
    return score == 0.5 ? 0 : 400 * (log10(score) - log10(1 - score));
}

double elo_to_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

static double outcome_score(const EloTally *tally, int i) { return (double)i / (tally->outcomes - 1); }

static double tally_trials(const EloTally *tally)
{
    assert(tally->outcomes >= 2 && tally->outcomes <= ELO_OUTCOMES_MAX);
    double n = 0;
    for (int i = 0; i < tally->outcomes; i++) n += (double)tally->count[i];
    return n;
}

// The sum of (score - about)^power over the trials.
static double tally_moment(const EloTally *tally, double about, int power)
{
    assert(power >= 1);
    double sum = 0;
    for (int i = 0; i < tally->outcomes; i++) {
        const double d = outcome_score(tally, i) - about;
        sum += (double)tally->count[i] * (power == 2 ? d * d : d);
    }
    return sum;
}

static bool tally_constant(const EloTally *tally)   // at most one outcome was seen
{
    int seen = 0;
    for (int i = 0; i < tally->outcomes; i++) seen += tally->count[i] > 0;
    return seen <= 1;
}

static double superiority(const EloTally *tally)
{
    const double squares = tally_moment(tally, 0.5, 2);
    return squares == 0 ? 0.5 : normal_below(tally_moment(tally, 0.5, 1) / sqrt(squares));
}

EloEstimate elo_estimate(const EloTally *tally, double confidence)
{
    const double n = tally_trials(tally);
    EloEstimate  e = {.trials         = (uint64_t)n,
                      .score          = NAN,
                      .deviation      = NAN,
                      .score_interval = {NAN, NAN},
                      .elo            = NAN,
                      .elo_interval   = {NAN, NAN},
                      .superiority    = NAN};
    if (n == 0) return e;
    e.score       = tally_moment(tally, 0, 1) / n;
    e.elo         = elo_from_score(e.score);
    e.superiority = superiority(tally);
    if (n < 2) return e;
    e.deviation = tally_constant(tally) ? 0 : sqrt(tally_moment(tally, e.score, 2) / (n - 1));
    if (e.deviation == 0 || !(confidence > 0 && confidence < 1)) return e;
    const double half = -normal_quantile((1 - confidence) / 2) * e.deviation / sqrt(n);
    e.score_interval  = (Interval){fmax(0, e.score - half), fmin(1, e.score + half)};
    e.elo_interval = (Interval){elo_from_score(e.score_interval.low), elo_from_score(e.score_interval.high)};
    return e;
}

// The counts as the ratio takes them: what was never seen counts a little.
static double seen(const EloTally *tally, int i) { return tally->count[i] ? (double)tally->count[i] : 1e-3; }

// Given the mean, outcome i of the likeliest distribution has the chance seen(i) / n / (1 + tilt * (score(i)
// - mean)), where the tilt makes the mean true (Van den Bergh; by Lagrange's multipliers). The sum below
// falls with the tilt and has one zero between the poles.
static double tilt_of(const EloTally *tally, double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < 200; step++) {
        const double tilt = 0.5 * (low + high);
        double       sum  = 0;
        for (int i = 0; i < tally->outcomes; i++) {
            const double d = outcome_score(tally, i) - mean;
            sum += seen(tally, i) * d / (1 + tilt * d);
        }
        *(sum > 0 ? &low : &high) = tilt;
    }
    return 0.5 * (low + high);
}

// How much less likely the results are, in logarithms, when the mean is this: 0 at their own mean, rising to
// both sides.
static double unlikeliness(const EloTally *tally, double mean)
{
    const double tilt = tilt_of(tally, mean);
    double       sum  = 0;
    for (int i = 0; i < tally->outcomes; i++)
        sum += seen(tally, i) * log1p(tilt * (outcome_score(tally, i) - mean));
    return sum;
}

// The last mean on the way from `inside` to `end` (0 or 1) that is likely enough; `end` when all are.
static double mean_limit(const EloTally *tally, double inside, double end, double most)
{
    assert(most >= 0);
    const double edge = 1e-9, last = end < inside ? edge : 1 - edge;
    double       out = last;
    if (unlikeliness(tally, last) <= most) return end;
    for (int step = 0; step < 60; step++) {
        const double m                                     = 0.5 * (inside + out);
        *(unlikeliness(tally, m) <= most ? &inside : &out) = m;
    }
    return inside;
}

Interval elo_score_interval(const EloTally *tally, double confidence)
{
    const double n = tally_trials(tally);
    if (n < 1 || !(confidence > 0 && confidence < 1)) return (Interval){NAN, NAN};
    if (n < 2) return (Interval){0, 1};
    const double x = beta_quantile(1 - confidence, (n - 1) / 2, 0.5), most = (n - 1) * (1 - x) / x / 2;
    double       all = 0, mean = 0;
    for (int i = 0; i < tally->outcomes; i++)
        all += seen(tally, i), mean += seen(tally, i) * outcome_score(tally, i);
    mean /= all;
    return (Interval){mean_limit(tally, mean, 0, most), mean_limit(tally, mean, 1, most)};
}

double elo_score_p(const EloTally *tally, double mean)
{
    const double n = tally_trials(tally);
    if (n < 1 || !(mean > 0 && mean < 1)) return NAN;
    if (n < 2) return 1;
    const double t2 = 2 * fmax(0, unlikeliness(tally, mean));
    return beta_below((n - 1) / (n - 1 + t2), (n - 1) / 2, 0.5);
}

static double llr_exact(const EloTally *tally, double mean0, double mean1)
{
    const double tilt0 = tilt_of(tally, mean0), tilt1 = tilt_of(tally, mean1);
    double       llr = 0;
    for (int i = 0; i < tally->outcomes; i++) {
        const double score = outcome_score(tally, i);
        llr += seen(tally, i) * (log1p(tilt0 * (score - mean0)) - log1p(tilt1 * (score - mean1)));
    }
    return llr;
}

static bool rate_valid(double rate) { return rate > 0 && rate < 0.5; }

EloSprtResult elo_sprt(const EloTally *tally, EloSprt sprt)
{
    const double  alpha = sprt.alpha == 0 ? 0.05 : sprt.alpha, beta = sprt.beta == 0 ? 0.05 : sprt.beta;
    EloSprtResult result = {NAN, NAN, NAN, ELO_CONTINUE};
    if (!(sprt.elo0 < sprt.elo1 && sprt.elo0 >= -ELO_MAX && sprt.elo1 <= ELO_MAX)) return result;
    if (!rate_valid(alpha) || !rate_valid(beta)) return result;
    result.lower = log(beta / (1 - alpha));
    result.upper = log((1 - beta) / alpha);
    result.llr   = tally_trials(tally) == 0
                     ? 0
                     : llr_exact(tally, elo_to_score(sprt.elo0), elo_to_score(sprt.elo1));
    if (result.llr <= result.lower) result.verdict = ELO_ACCEPT_H0;
    if (result.llr >= result.upper) result.verdict = ELO_ACCEPT_H1;
    return result;
}

double elo_llr_normal(const EloTally *tally, double elo0, double elo1)
{
    const double n = tally_trials(tally);
    if (tally_constant(tally)) return NAN;
    const double score = tally_moment(tally, 0, 1) / n, variance = tally_moment(tally, score, 2) / n;
    const double s0 = elo_to_score(elo0), s1 = elo_to_score(elo1);
    return n * (s1 - s0) * (2 * score - s0 - s1) / (2 * variance);
}
