#include "base/stats/rank_tests.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const RankTest TEST_UNDEFINED = {NAN, NAN, NAN, NAN, RANK_UNDEFINED, false, 0};

// A value and the side it stands on: the control, or a positive difference.
typedef struct Ranked {
    double value;
    bool   first;
    // doubled: the rank of a tie is the mean of its first and its last place, and may end in 1/2
    int rank;
} Ranked;

// A sample in order, with what the tests need of it.
typedef struct Ranking {
    Ranked *item;
    int     n;
    int64_t sum_first;   // of the doubled ranks of the first side
    double  ties;        // sum of t^3 - t over the ties of t values
} Ranking;

const char *rank_method_name(RankMethod method)
{
    static const char *const names[] = {"undefined", "exact", "normal"};
    return names[method];
}

static int ranked_compare(const void *a, const void *b)
{
    return double_compare(&((const Ranked *)a)->value, &((const Ranked *)b)->value);
}

static void ranking_sort(Ranking *ranking)
{
    Ranked *const item = ranking->item;
    if (ranking->n > 0) qsort(item, (size_t)ranking->n, sizeof *item, ranked_compare);
    for (int from = 0, to; from < ranking->n; from = to) {
        for (to = from + 1; to < ranking->n && item[to].value == item[from].value;) to++;
        const double t = to - from;
        ranking->ties += t * t * t - t;
        for (int i = from; i < to; i++) {
            item[i].rank = from + 1 + to;
            if (item[i].first) ranking->sum_first += item[i].rank;
        }
    }
}

// -- exact distributions --

// Ranks as small whole weights: weight = (rank - base) / step, and sums of the first i weights.
typedef struct Weights {
    int      n, base, step;
    int     *weight;   // ascending
    int64_t *prefix;   // n + 1 sums
} Weights;

static int common_divisor(int a, int b)
{
    assert(a >= 0 && b >= 0);
    while (b != 0) {
        const int rest = a % b;
        a              = b;
        b              = rest;
    }
    return a;
}

static bool weights_open(Weights *weights, const Ranking *ranking, int base)
{
    const size_t n = (size_t)ranking->n;
    *weights       = (Weights){.n      = ranking->n,
                               .base   = base,
                               .weight = malloc(n * sizeof(int)),
                               .prefix = calloc(n + 1, sizeof(int64_t))};
    if (weights->weight == NULL || weights->prefix == NULL) return false;
    for (int i = 0; i < weights->n; i++)
        weights->step = common_divisor(weights->step, ranking->item[i].rank - base);
    if (weights->step == 0) weights->step = 1;   // all weights are 0
    for (int i = 0; i < weights->n; i++) {
        weights->weight[i]     = (ranking->item[i].rank - base) / weights->step;
        weights->prefix[i + 1] = weights->prefix[i] + weights->weight[i];
    }
    return true;
}

static void weights_close(Weights *weights)
{
    free(weights->weight);
    free(weights->prefix);
}

// The sums that j of the first i weights can have lie between these; j <= i.
static int64_t sum_least(const Weights *w, int j) { return w->prefix[j]; }
static int64_t sum_most(const Weights *w, int i, int j) { return w->prefix[i] - w->prefix[i - j]; }

// Of the first i + 1 weights, only numbers of chosen ones matter from which k can still be reached.
static int chosen_least(const Weights *w, int k, int i)
{
    return k - (w->n - 1 - i) > 1 ? k - (w->n - 1 - i) : 1;
}
static int chosen_most(int k, int i) { return i + 1 < k ? i + 1 : k; }

static bool choice_feasible(const Weights *w, int k)
{
    int64_t work = 0;
    for (int i = 0; i < w->n; i++)
        for (int j = chosen_most(k, i); j >= chosen_least(w, k, i); j--) {
            work += sum_most(w, i, j - 1) - sum_least(w, j - 1) + 1;
            if (work > RANK_WORK_MAX) return false;
        }
    return true;
}

static void row_add(double *restrict to, const double *restrict from, int64_t n)
{
    assert(n >= 0);
    for (int64_t s = 0; s < n; s++) to[s] += from[s];
}

// ways[j * width + s]: in how many ways j of the weights seen so far add up to s. The last row is what is
// asked for.
static void choices_count(const Weights *w, int k, int64_t width, double ways[])
{
    assert(k >= 0 && width > 0);
    ways[0] = 1;
    for (int i = 0; i < w->n; i++)
        for (int j = chosen_most(k, i); j >= chosen_least(w, k, i); j--) {
            const int64_t least = sum_least(w, j - 1), most = sum_most(w, i, j - 1);
            row_add(ways + j * width + least + w->weight[i], ways + (j - 1) * width + least,
                    most - least + 1);
        }
}

// As above, for any number of weights.
static void subsets_count(const Weights *w, double ways[])
{
    ways[0] = 1;
    for (int i = 0; i < w->n; i++)
        for (int64_t s = w->prefix[i]; s >= 0; s--) ways[s + w->weight[i]] += ways[s];
}

// Shares of the ways with a sum of at most, or at least, `at`; added up from the outside in, the small ones
// first.
typedef struct Tails {
    double lower, upper;
} Tails;

static Tails tails_of(const double ways[], int64_t width, int64_t at)
{
    assert(at >= 0 && at < width);
    double below = 0, above = 0;
    for (int64_t s = 0; s < at; s++) below += ways[s];
    for (int64_t s = width - 1; s > at; s--) above += ways[s];
    const double all = below + ways[at] + above;
    return (Tails){fmin(1, (below + ways[at]) / all), fmin(1, (above + ways[at]) / all)};
}

static bool choice_tails(const Weights *w, int k, int64_t at, Tails *tails)
{
    const int64_t width = sum_most(w, w->n, k) + 1;
    double *const ways  = calloc((size_t)((k + 1) * width), sizeof *ways);
    if (ways == NULL) return false;
    choices_count(w, k, width, ways);
    *tails = tails_of(ways + k * width, width, at);
    free(ways);
    return true;
}

static bool subset_tails(const Weights *w, int64_t at, Tails *tails)
{
    const int64_t width = w->prefix[w->n] + 1;
    double *const ways  = calloc((size_t)width, sizeof *ways);
    if (ways == NULL) return false;
    subsets_count(w, ways);
    *tails = tails_of(ways, width, at);
    free(ways);
    return true;
}

// -- results --

// A large statistic speaks for a smaller treatment.
static void test_conclude(RankTest *test, Tails tails, RankMethod method)
{
    test->p_smaller   = tails.upper;
    test->p_greater   = tails.lower;
    test->p_two_sided = fmin(1, 2 * fmin(tails.lower, tails.upper));
    test->method      = method;
}

static Tails tails_normal(double statistic, double mean, double variance)
{
    assert(variance >= 0);
    const double sd = sqrt(fmax(0, variance)), d = statistic - mean;
    if (sd == 0) return (Tails){1, 1};
    return (Tails){normal_below((d + 0.5) / sd), normal_above((d - 0.5) / sd)};
}

// -- Mann and Whitney --

static bool ranking_unpaired(Ranking *ranking, Sample control, Sample treatment)
{
    if (!sample_valid(control) || !sample_valid(treatment)) return false;
    *ranking      = (Ranking){.n = control.n + treatment.n};
    ranking->item = malloc((size_t)ranking->n * sizeof *ranking->item);
    if (ranking->item == NULL) return false;
    for (int i = 0; i < control.n; i++)
        ranking->item[i] = (Ranked){.value = control.values[i], .first = true};
    for (int i = 0; i < treatment.n; i++)
        ranking->item[control.n + i] = (Ranked){.value = treatment.values[i]};
    ranking_sort(ranking);
    return true;
}

static double u_statistic(const Ranking *ranking, int n)   // n: of the control
{
    return (double)(ranking->sum_first - (int64_t)n * (n + 1)) / 2;
}

static Tails mann_whitney_normal(const Ranking *ranking, double n, double m)
{
    const double all = n + m;
    return tails_normal(u_statistic(ranking, (int)n), n * m / 2,
                        n * m / 12 * (all + 1 - ranking->ties / (all * (all - 1))));
}

// Deals the ranks of the shorter sample. False without memory.
static bool mann_whitney_conclude(const Ranking *ranking, int n, RankTest *test)
{
    const int     m = ranking->n - n, k = n < m ? n : m, base = ranking->item[0].rank;
    const int64_t sum = n <= m ? ranking->sum_first
                               : (int64_t)ranking->n * (ranking->n + 1) - ranking->sum_first;
    Weights       w;
    Tails         tails = {0, 0};
    bool          done  = weights_open(&w, ranking, base);
    if (done && !choice_feasible(&w, k)) test_conclude(test, mann_whitney_normal(ranking, n, m), RANK_NORMAL);
    else if (done && (done = choice_tails(&w, k, (sum - (int64_t)k * base) / w.step, &tails)))
        test_conclude(test, n <= m ? tails : (Tails){tails.upper, tails.lower}, RANK_EXACT);
    weights_close(&w);
    return done;
}

RankTest mann_whitney(Sample control, Sample treatment)
{
    Ranking ranking;
    if (!ranking_unpaired(&ranking, control, treatment)) return TEST_UNDEFINED;
    RankTest   test = {.statistic = u_statistic(&ranking, control.n), .ties = ranking.ties > 0};
    const bool done = mann_whitney_conclude(&ranking, control.n, &test);
    free(ranking.item);
    return done ? test : TEST_UNDEFINED;
}

// -- Wilcoxon --

static bool pairs_valid(Sample control, Sample treatment)
{
    if (!sample_valid(control) || !sample_valid(treatment) || control.n != treatment.n) return false;
    for (int i = 0; i < control.n; i++)
        if (!isfinite(control.values[i] - treatment.values[i])) return false;
    return true;
}

static bool ranking_paired(Ranking *ranking, Sample control, Sample treatment)
{
    if (!pairs_valid(control, treatment)) return false;
    *ranking = (Ranking){.item = malloc((size_t)control.n * sizeof *ranking->item)};
    if (ranking->item == NULL) return false;
    for (int i = 0; i < control.n; i++) {
        const double d = control.values[i] - treatment.values[i];
        if (d != 0) ranking->item[ranking->n++] = (Ranked){.value = fabs(d), .first = d > 0};
    }
    ranking_sort(ranking);
    return true;
}

static Tails wilcoxon_normal(const Ranking *ranking)
{
    const double n = ranking->n;
    return tails_normal((double)ranking->sum_first / 2, n * (n + 1) / 4,
                        n * (n + 1) * (2 * n + 1) / 24 - ranking->ties / 48);
}

static bool wilcoxon_conclude(const Ranking *ranking, RankTest *test)
{
    Weights w;
    Tails   tails = {1, 1};
    if (ranking->n > RANK_PAIRS_MAX) {
        test_conclude(test, wilcoxon_normal(ranking), RANK_NORMAL);
        return true;
    }
    const bool done = ranking->n == 0 ||
                      (weights_open(&w, ranking, 0) && subset_tails(&w, ranking->sum_first / w.step, &tails));
    if (ranking->n > 0) weights_close(&w);
    test_conclude(test, tails, RANK_EXACT);
    return done;
}

RankTest wilcoxon(Sample control, Sample treatment)
{
    Ranking ranking;
    if (!ranking_paired(&ranking, control, treatment)) return TEST_UNDEFINED;
    RankTest   test = {.statistic = (double)ranking.sum_first / 2,
                       .ties      = ranking.ties > 0,
                       .dropped   = control.n - ranking.n};
    const bool done = wilcoxon_conclude(&ranking, &test);
    free(ranking.item);
    return done ? test : TEST_UNDEFINED;
}

// -- effect sizes --

double cliff_delta(Sample control, Sample treatment)
{
    Ranking ranking;
    if (!ranking_unpaired(&ranking, control, treatment)) return NAN;
    const double pairs = (double)control.n * treatment.n, u = u_statistic(&ranking, control.n);
    free(ranking.item);
    return (2 * u - pairs) / pairs;
}

static double median_in_place(double values[], size_t n)
{
    assert(n > 0);
    qsort(values, n, sizeof *values, double_compare);
    const double low = values[(n - 1) / 2], median = low + (values[n / 2] - low) / 2;
    return isfinite(median) ? median : NAN;
}

double shift_unpaired(Sample control, Sample treatment)
{
    if (!sample_valid(control) || !sample_valid(treatment)) return NAN;
    double *const all    = malloc((size_t)control.n * (size_t)treatment.n * sizeof *all);
    size_t        n      = 0;
    double        median = NAN;
    for (int i = 0; i < control.n && all; i++)
        for (int k = 0; k < treatment.n; k++) all[n++] = control.values[i] - treatment.values[k];
    if (all) median = median_in_place(all, n);
    free(all);
    return median;
}

double shift_paired(Sample control, Sample treatment)
{
    if (!pairs_valid(control, treatment)) return NAN;
    double *const all    = malloc((size_t)control.n * ((size_t)control.n + 1) / 2 * sizeof *all);
    size_t        n      = 0;
    double        median = NAN;
    for (int i = 0; i < control.n && all; i++)
        for (int k = i; k < control.n; k++)
            all[n++] = (control.values[i] - treatment.values[i]) / 2 +
                       (control.values[k] - treatment.values[k]) / 2;
    if (all) median = median_in_place(all, n);
    free(all);
    return median;
}
