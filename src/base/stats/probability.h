// probability.h - the normal, the beta and Student's distribution, and intervals for a proportion.
//
// No state, no allocation. Arguments outside the domain, NaN among them, give NaN. The values come from exp,
// erfc and lgamma of the C library: the normal distribution is good to 1e-12 of its value, the beta
// distribution to 1e-10 for parameters up to 8000; the last digits may differ between libraries.
//
// Sources: Wilson 1927 (score interval); Clopper and Pearson 1934 (exact interval); Press et al., Numerical
// Recipes, 6.4 (continued fraction of the incomplete beta function).
#ifndef BASE_STATS_PROBABILITY_H
#define BASE_STATS_PROBABILITY_H

typedef struct Interval {
    double low, high;   // both NaN when undefined
} Interval;

// The chance that a standard normal variable is at most x (or at least x). Infinities are welcome.
double normal_below(double x);
double normal_above(double x);

// The x with normal_below(x) = p; -inf at 0, inf at 1. NaN unless 0 <= p <= 1.
double normal_quantile(double p);

// The chance that a Beta(a, b) variable is at most x: the regularised incomplete beta function. NaN unless a,
// b > 0 are finite and 0 <= x <= 1.
double beta_below(double x, double a, double b);

// The x with beta_below(x, a, b) = p. NaN unless a, b > 0 are finite and 0 <= p <= 1.
double beta_quantile(double p, double a, double b);

// The x below which Student's t with so many degrees of freedom (a fraction is welcome) lies with chance p.
// NaN unless 0 < p < 1 and the degrees are positive and finite.
double student_quantile(double p, double freedom);

// Intervals for the chance of a success after `successes` of n trials. Wilson's has the stated confidence on
// average and is the one to report; the exact one has at least that confidence for every chance. NaN unless 0
// <= successes <= n, n > 0, 0 < confidence < 1. share_wilson takes half successes as well: a share of the
// points of n games.
Interval proportion_wilson(long successes, long n, double confidence);
Interval proportion_exact(long successes, long n, double confidence);
Interval share_wilson(double share, double n, double confidence);

#endif
