// Elo and the sequential test against known values, Wald's binomial test, a plain search for the likeliest
// distributions, and the error rates they promise.
#include "base/stats/elo.h"
#include "base/stats/samples.h"
#include "base/stats/statistics.h"
#include "tests.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>

START_TEST(test_elo_and_score_are_inverse)
{
    ck_assert_double_eq_tol(elo_from_score(0.75), 190.848501887865, 1e-9);   // 400 log10 3
    ck_assert_double_eq_tol(elo_from_score(10.0 / 11), 400, 1e-9);
    ck_assert_double_eq(elo_from_score(0.5), 0);
    ck_assert_double_eq(elo_from_score(0), -INFINITY);
    ck_assert_double_eq(elo_from_score(1), INFINITY);
    ck_assert_double_nan(elo_from_score(1.01));
    ck_assert_double_nan(elo_from_score(NAN));
    for (int elo = -1000; elo <= 1000; elo += 7) {
        ck_assert_double_eq_tol(elo_from_score(elo_to_score(elo)), elo, 1e-9);
        ck_assert_double_eq_tol(elo_to_score(elo) + elo_to_score(-elo), 1, 1e-15);
    }
}
END_TEST

// 60 wins, 30 draws, 40 losses, by hand: score 75/130; sum of squares 60 + 30/4; superiority of 20 /
// sqrt(100) = 2 standard errors.
START_TEST(test_estimate_of_a_match_by_hand)
{
    const EloTally    tally = elo_games(40, 30, 60);
    const EloEstimate e     = elo_estimate(&tally, 0.95);
    const double      score = 75.0 / 130, deviation = sqrt((67.5 - 130 * score * score) / 129);
    const double      half = 1.959963984540054 * deviation / sqrt(130);
    ck_assert_uint_eq(e.trials, 130);
    ck_assert_double_eq_tol(e.score, score, 1e-15);
    ck_assert_double_eq_tol(e.deviation, deviation, 1e-14);
    ck_assert_double_eq_tol(e.score_interval.low, score - half, 1e-13);
    ck_assert_double_eq_tol(e.score_interval.high, score + half, 1e-13);
    ck_assert_double_eq_tol(e.elo, -400 * log10(1 / score - 1), 1e-9);
    ck_assert_double_eq_tol(e.elo_interval.low, -400 * log10(1 / (score - half) - 1), 1e-9);
    ck_assert_double_eq_tol(e.superiority, 0.977249868051821, 1e-12);
}
END_TEST

// Games in pairs of equal results say as much as half as many games; pairs that balance out say more than
// their games alone.
START_TEST(test_pairs_account_for_dependent_games)
{
    const EloTally same = elo_pairs((uint64_t[5]){400, 0, 0, 0, 600}), games = elo_games(400, 0, 600),
                   balanced       = elo_pairs((uint64_t[5]){0, 0, 800, 0, 200}),
                   balanced_games = elo_games(800, 0, 1200);
    const EloEstimate a = elo_estimate(&same, 0.95), b = elo_estimate(&games, 0.95),
                      c = elo_estimate(&balanced, 0.95), d = elo_estimate(&balanced_games, 0.95);
    ck_assert_double_eq(a.score, b.score);
    ck_assert_double_eq(a.elo_interval.low, b.elo_interval.low);
    ck_assert_double_eq_tol(c.score, d.score, 1e-15);
    ck_assert_double_gt(c.elo_interval.low, d.elo_interval.low);
}
END_TEST

START_TEST(test_estimates_are_mirrored_and_ordered)
{
    Rng rng = rng_seed(4);
    for (int i = 0; i < 5000; i++) {
        uint64_t count[5], mirror[5];
        for (int k = 0; k < 5; k++) mirror[4 - k] = count[k] = rng_below(&rng, 1 + rng_below(&rng, 300));
        const EloTally    a = elo_pairs(count), b = elo_pairs(mirror);
        const EloEstimate x = elo_estimate(&a, 0.9), y = elo_estimate(&b, 0.9);
        if (x.trials < 2 || !(x.deviation > 0)) continue;
        ck_assert_double_eq_tol(x.score + y.score, 1, 1e-14);
        ck_assert_double_eq_tol(x.superiority + y.superiority, 1, 1e-12);
        ck_assert(x.elo_interval.low <= x.elo && x.elo <= x.elo_interval.high);
        ck_assert_double_eq_tol(x.score_interval.low + y.score_interval.high, 1, 1e-13);
        const EloSprtResult p = elo_sprt(&a, (EloSprt){-10, 10, 0, 0}),
                            q = elo_sprt(&b, (EloSprt){-10, 10, 0, 0});
        ck_assert_double_eq_tol(p.llr, -q.llr, 1e-9 * (1 + fabs(p.llr)));
    }
}
END_TEST

START_TEST(test_interval_holds_the_truth_as_often_as_it_says)
{
    enum { MATCHES = 4000, GAMES = 200 };
    Rng          rng = rng_seed(5);
    const double win = 0.45, draw = 0.25, truth = elo_from_score(win + draw / 2);
    int          held = 0;
    for (int i = 0; i < MATCHES; i++) {
        EloTally tally = elo_games(0, 0, 0);
        for (int g = 0; g < GAMES; g++) {
            const double x = uniform(&rng);
            tally.count[x < win ? 2 : x < win + draw ? 1 : 0]++;
        }
        const Interval elo = elo_estimate(&tally, 0.95).elo_interval;
        held += elo.low <= truth && truth <= elo.high;
    }
    ck_assert_double_eq_tol((double)held / MATCHES, 0.95, 4 * sqrt(0.95 * 0.05 / MATCHES));
}
END_TEST

// Without draws the ratio is Wald's: wins * log(s1 / s0) + losses * log((1 - s1) / (1 - s0)), but for the
// thousandth of a draw.
START_TEST(test_ratio_without_draws_is_wald_s)
{
    for (uint64_t wins = 0; wins <= 60; wins += 3)
        for (uint64_t losses = wins ? 0 : 1; losses <= 60; losses += 4) {
            const EloTally tally = elo_games(losses, 0, wins);
            const double   s0 = elo_to_score(-20), s1 = elo_to_score(40);
            const double   wald = (double)wins * log(s1 / s0) + (double)losses * log((1 - s1) / (1 - s0));
            ck_assert_double_eq_tol(elo_sprt(&tally, (EloSprt){-20, 40, 0, 0}).llr, wald, 5e-3);
        }
}
END_TEST

// The log-likelihood of the best distribution of three outcomes with a mean, by trying the chance of a draw
// in small steps.
static double best_likelihood(const EloTally *tally, double mean)
{
    double    best  = -INFINITY;
    const int steps = 200000;
    for (int i = 1; i < steps; i++) {
        const double draw = (double)i / steps, win = mean - draw / 2, loss = 1 - draw - win;
        if (win <= 0 || loss <= 0) continue;
        best = fmax(best, (double)tally->count[0] * log(loss) + (double)tally->count[1] * log(draw) +
                              (double)tally->count[2] * log(win));
    }
    return best;
}

START_TEST(test_ratio_is_that_of_the_likeliest_distributions)
{
    Rng rng = rng_seed(6);
    for (int i = 0; i < 20; i++) {
        const EloTally tally = elo_games(1 + rng_below(&rng, 100), 1 + rng_below(&rng, 100),
                                         1 + rng_below(&rng, 100));
        const double   plain = best_likelihood(&tally, elo_to_score(30)) -
                             best_likelihood(&tally, elo_to_score(-5));
        ck_assert_double_eq_tol(elo_sprt(&tally, (EloSprt){-5, 30, 0, 0}).llr, plain, 1e-5);
    }
}
END_TEST

START_TEST(test_normal_ratio_is_close_for_long_matches)
{
    Rng rng = rng_seed(7);
    for (int i = 0; i < 1000; i++) {
        uint64_t count[5];
        for (int k = 0; k < 5; k++) count[k] = 500 + rng_below(&rng, 300);
        const EloTally tally = elo_pairs(count);
        const double llr = elo_sprt(&tally, (EloSprt){0, 5, 0, 0}).llr, quick = elo_llr_normal(&tally, 0, 5);
        ck_assert_double_eq_tol(llr, quick, 0.02 + 0.03 * fabs(llr));
    }
}
END_TEST

// Draws one match to its verdict.
static EloVerdict sprt_play(Rng *rng, double elo, double draw, EloSprt sprt)
{
    EloTally      tally  = elo_games(0, 0, 0);
    EloSprtResult result = {0};
    const double  win    = elo_to_score(elo) - draw / 2;
    for (int game = 0; game < 20000 && result.verdict == ELO_CONTINUE; game++) {
        const double x = uniform(rng);
        tally.count[x < win ? 2 : x < win + draw ? 1 : 0]++;
        if (game % 4 == 3) result = elo_sprt(&tally, sprt);
    }
    return result.verdict;
}

START_TEST(test_sequential_test_errs_no_more_than_promised)
{
    enum { MATCHES = 400 };
    const EloSprt sprt     = {.elo0 = 0, .elo1 = 60};
    const double  bound    = 0.05 + 3 * sqrt(0.05 * 0.95 / MATCHES);
    Rng           rng      = rng_seed(8);
    int           wrong[2] = {0, 0};
    for (int i = 0; i < MATCHES; i++) {
        wrong[0] += sprt_play(&rng, sprt.elo0, 0.3, sprt) != ELO_ACCEPT_H0;
        wrong[1] += sprt_play(&rng, sprt.elo1, 0.3, sprt) != ELO_ACCEPT_H1;
    }
    ck_assert_double_le((double)wrong[0] / MATCHES, bound);
    ck_assert_double_le((double)wrong[1] / MATCHES, bound);
}
END_TEST

START_TEST(test_bounds_and_verdicts)
{
    const EloTally none = elo_games(0, 0, 0), good = elo_games(100, 100, 300), bad = elo_games(300, 100, 100),
                   one        = elo_games(0, 0, 1);
    const EloSprt       sprt  = {.elo0 = 0, .elo1 = 20};
    const EloSprtResult start = elo_sprt(&none, sprt);
    ck_assert_double_eq_tol(start.upper, 2.94443897916644, 1e-12);   // log 19
    ck_assert_double_eq_tol(start.lower, -2.94443897916644, 1e-12);
    ck_assert_double_eq(start.llr, 0);
    ck_assert_int_eq(start.verdict, ELO_CONTINUE);
    ck_assert_int_eq(elo_sprt(&good, sprt).verdict, ELO_ACCEPT_H1);
    ck_assert_int_eq(elo_sprt(&bad, sprt).verdict, ELO_ACCEPT_H0);
    ck_assert_int_eq(elo_sprt(&one, sprt).verdict, ELO_CONTINUE);
    ck_assert_double_lt(elo_sprt(&one, sprt).llr, 0.1);   // one win proves nothing, though it has no variance
}
END_TEST

START_TEST(test_matches_without_variance_are_undefined_not_certain)
{
    const EloTally none = elo_games(0, 0, 0), one = elo_games(0, 1, 0), wins = elo_games(0, 0, 9),
                   draws = elo_games(0, 9, 0);
    const EloEstimate a = elo_estimate(&none, 0.95), b = elo_estimate(&one, 0.95),
                      c = elo_estimate(&wins, 0.95), d = elo_estimate(&draws, 0.95),
                      e = elo_estimate(&wins, 2);
    ck_assert(isnan(a.score) && isnan(a.elo) && isnan(a.superiority) && isnan(a.elo_interval.low));
    ck_assert(b.score == 0.5 && b.elo == 0 && b.superiority == 0.5 && isnan(b.deviation));
    ck_assert(c.elo == INFINITY && c.deviation == 0 && isnan(c.elo_interval.low) &&
              isnan(c.elo_interval.high));
    ck_assert_double_eq_tol(c.superiority, 0.998650101968370, 1e-12);   // three standard errors
    ck_assert(d.superiority == 0.5 && d.elo == 0 && isnan(d.elo_interval.low));
    ck_assert_double_nan(e.score_interval.low);
    ck_assert_double_nan(elo_llr_normal(&wins, 0, 5));
    ck_assert_double_nan(elo_llr_normal(&none, 0, 5));
    const EloSprt bad[] = {{5, 5, 0, 0},   {5, 0, 0, 0},  {NAN, 5, 0, 0}, {0, INFINITY, 0, 0},
                           {0, 5, 0.5, 0}, {0, 5, 0, -1}, {0, 5, NAN, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_double_nan(elo_sprt(&wins, bad[i]).llr);
        ck_assert_int_eq(elo_sprt(&wins, bad[i]).verdict, ELO_CONTINUE);
    }
}
END_TEST

// The definition by search over distributions: the greatest likelihood that three chances with this mean
// give.
static double likelihood_best(const uint64_t count[3], double mean)
{
    double best = -INFINITY;
    for (int k = 0; k <= 4000; k++) {   // p(1/2), and so p(1) and p(0)
        const double half = k / 4000.0, one = mean - half / 2, zero = 1 - half - one,
                     p[3] = {zero, half, one};
        double sum        = 0;
        if (one < -1e-12 || zero < -1e-12) continue;
        for (int i = 0; i < 3; i++) sum += count[i] > 0 ? (double)count[i] * log(fmax(p[i], 0)) : 0;
        best = fmax(best, sum);
    }
    return best;
}

START_TEST(test_the_interval_of_a_score_holds_the_means_that_are_likely_enough)
{
    static const uint64_t tallies[][3] = {{3, 4, 9},  {1, 20, 4}, {0, 2, 23}, {10, 0, 15},
                                          {0, 0, 25}, {0, 25, 0}, {25, 0, 0}};
    for (size_t t = 0; t < sizeof tallies / sizeof *tallies; t++) {
        const EloTally tally    = elo_games(tallies[t][0], tallies[t][1], tallies[t][2]);
        const double   n        = (double)(tallies[t][0] + tallies[t][1] + tallies[t][2]);
        const double   own      = ((double)tallies[t][2] + (double)tallies[t][1] / 2) / n;
        const Interval found    = elo_score_interval(&tally, 0.95);
        const double   quantile = qt(0.975, n - 1, 1, 0), most = quantile * quantile / 2;
        double         best = 0;   // of all distributions: the shares seen
        for (int i = 0; i < 3; i++)
            best += tallies[t][i] > 0 ? (double)tallies[t][i] * log((double)tallies[t][i] / n) : 0;
        ck_assert(found.low <= own && own <= found.high && found.low >= 0 && found.high <= 1);
        for (int k = 1; k < 200; k++) {
            const double mean = k / 200.0;
            if (fabs(mean - found.low) < 0.004 || fabs(mean - found.high) < 0.004) continue;
            const bool likely = best - likelihood_best(tallies[t], mean) <= most;
            ck_assert_msg(likely == (mean > found.low && mean < found.high), "%zu: %g in [%g, %g]", t, mean,
                          found.low, found.high);
        }
    }
}
END_TEST

START_TEST(test_the_interval_of_a_score_is_defined_for_every_match)
{
    const EloTally none = elo_games(0, 0, 0), one = elo_games(0, 0, 1), all = elo_games(0, 0, 25),
                   lost = elo_games(25, 0, 0);
    const Interval a = elo_score_interval(&one, 0.95), b = elo_score_interval(&all, 0.95),
                   c = elo_score_interval(&lost, 0.95);
    ck_assert(isnan(elo_score_interval(&none, 0.95).low) && isnan(elo_score_interval(&all, 1).low));
    ck_assert(a.low == 0 && a.high == 1 && b.high == 1 && c.low == 0);
    // Only wins: the ratio is 25 ln(1 / mean).
    ck_assert_double_eq_tol(b.low, exp(-qt(0.975, 24, 1, 0) * qt(0.975, 24, 1, 0) / 50), 2e-3);
    ck_assert_double_eq_tol(c.high, 1 - b.low, 1e-6);
    for (uint64_t won = 1; won < 24; won++) {   // rising with the wins
        const EloTally x = elo_games(25 - won, 0, won), y = elo_games(24 - won, 0, won + 1);
        ck_assert(elo_score_interval(&x, 0.95).low < elo_score_interval(&y, 0.95).low);
        ck_assert(elo_score_interval(&x, 0.90).low > elo_score_interval(&x, 0.95).low);
    }
}
END_TEST

// How often the interval of 25 pairs holds the true mean, over random matches: near 95 %.
START_TEST(test_the_interval_of_a_score_covers_the_true_mean)
{
    static const double chances[][5] = {
        {0.1, 0.1, 0.2, 0.2, 0.4}, {0.02, 0.02, 0.4, 0.16, 0.4}, {0.2, 0, 0.6, 0, 0.2}};
    Rng rng = rng_seed(5);
    for (size_t d = 0; d < 3; d++) {
        double mean = 0;
        int    held = 0, n = test_amount(600, 5000);
        for (int i = 0; i < 5; i++) mean += chances[d][i] * i / 4;
        for (int match = 0; match < n; match++) {
            uint64_t count[5] = {0};
            for (int pair = 0; pair < 25; pair++) {
                double x = (double)rng_below(&rng, 1000000) / 1e6;
                int    i = 0;
                while (i < 4 && x >= chances[d][i]) x -= chances[d][i++];
                count[i]++;
            }
            const EloTally tally    = elo_pairs(count);
            const Interval interval = elo_score_interval(&tally, 0.95);
            held += interval.low <= mean && mean <= interval.high;
        }
        ck_assert_msg(held > 0.92 * n && held < 0.98 * n, "%zu: %d of %d", d, held, n);
    }
}
END_TEST

// The error at which an interval just leaves the mean out: between the intervals of a little more and a
// little less confidence.
START_TEST(test_p_of_a_mean_is_where_the_interval_ends)
{
    Rng rng = rng_seed(31);
    int far = 0;
    for (int i = 0; i < 300; i++) {
        uint64_t count[5];
        for (int k = 0; k < 5; k++) count[k] = rng_below(&rng, 12);
        count[2]++, count[4]++;
        const EloTally tally = elo_pairs(count);
        const double   mean = 0.3 + 0.05 * (double)rng_below(&rng, 9), p = elo_score_p(&tally, mean);
        ck_assert(p >= 0 && p <= 1);
        if (p < 1e-6 || p > 0.99) continue;
        const Interval wide   = elo_score_interval(&tally, 1 - 0.99 * p),
                       narrow = elo_score_interval(&tally, 1 - 1.01 * p);
        ck_assert_msg(wide.low <= mean && mean <= wide.high, "p %g", p);
        if (1.01 * p < 1) ck_assert_msg(narrow.low > mean || mean > narrow.high, "p %g", p);
        far += p < 0.05;
    }
    ck_assert_int_gt(far, 30);
    // Games won or lost alone, one mean for both: the likelihood is the binomial one. 15 of 20 against one
    // half: 2 (15 ln 1.5 + 5 ln 0.5) = 5.232, its root 2.287 by Student's distribution with 19 degrees.
    const EloTally games = elo_games(5, 0, 15);
    ck_assert_double_eq_tol(elo_score_p(&games, 0.5), 2 * pt(2.2874, 19, 0, 0), 2e-4);
    const EloTally none = elo_games(0, 0, 0), one = elo_games(0, 0, 1);
    ck_assert(isnan(elo_score_p(&none, 0.5)) && elo_score_p(&one, 0.5) == 1);
    ck_assert(isnan(elo_score_p(&games, 0)) && isnan(elo_score_p(&games, 1)));
}
END_TEST

// Tables of twenty cells of equal players, 25 pairs each, corrected by Holm: in hardly more than one of
// twenty tables any cell is told from one half. Without the correction it is most of them.
START_TEST(test_tables_of_equal_players_tell_nothing)
{
    enum { TABLES = 400, CELLS = 20 };
    Rng rng  = rng_seed(77);
    int told = 0, uncorrected = 0;
    for (int t = 0; t < TABLES; t++) {
        double p[CELLS], least = 1, holm = 1;
        for (int i = 0; i < CELLS; i++) {
            uint64_t count[5] = {0};
            for (int k = 0; k < 25; k++)   // two games each, won, drawn or lost alike
                count[rng_below(&rng, 3) + rng_below(&rng, 3)]++;
            const EloTally tally = elo_pairs(count);
            p[i]                 = elo_score_p(&tally, 0.5);
            least                = fmin(least, p[i]);
        }
        holm_adjust(p, CELLS, p);
        for (int i = 0; i < CELLS; i++) holm = fmin(holm, p[i]);
        told += holm < 0.05, uncorrected += least < 0.05;
    }
    ck_assert_msg(told <= TABLES * 8 / 100, "%d of %d", told, TABLES);
    ck_assert_int_gt(uncorrected, TABLES / 2);
}
END_TEST

Suite *suite_elo(void);
Suite *suite_elo(void)
{
    Suite *suite = suite_create("elo");
    TCase *tcase = tcase_create("elo");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_elo_and_score_are_inverse);
    tcase_add_test(tcase, test_estimate_of_a_match_by_hand);
    tcase_add_test(tcase, test_pairs_account_for_dependent_games);
    tcase_add_test(tcase, test_estimates_are_mirrored_and_ordered);
    tcase_add_test(tcase, test_interval_holds_the_truth_as_often_as_it_says);
    tcase_add_test(tcase, test_ratio_without_draws_is_wald_s);
    tcase_add_test(tcase, test_ratio_is_that_of_the_likeliest_distributions);
    tcase_add_test(tcase, test_normal_ratio_is_close_for_long_matches);
    tcase_add_test(tcase, test_sequential_test_errs_no_more_than_promised);
    tcase_add_test(tcase, test_bounds_and_verdicts);
    tcase_add_test(tcase, test_matches_without_variance_are_undefined_not_certain);
    tcase_add_test(tcase, test_the_interval_of_a_score_holds_the_means_that_are_likely_enough);
    tcase_add_test(tcase, test_the_interval_of_a_score_is_defined_for_every_match);
    tcase_add_test(tcase, test_the_interval_of_a_score_covers_the_true_mean);
    tcase_add_test(tcase, test_p_of_a_mean_is_where_the_interval_ends);
    tcase_add_test(tcase, test_tables_of_equal_players_tell_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
