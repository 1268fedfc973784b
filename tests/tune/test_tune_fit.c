// The mathematics of tuning on problems whose answers are known: weights that made-up results come from,
// values of a random walk, the top of a hill.
#include "base/stats/linear.h"
#include "tune/features.h"
#include "tune/fit.h"
#include "tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double uniform(Rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

START_TEST(test_equations_are_solved)
{
    Rng rng = rng_seed(1);
    for (int trial = 0; trial < 200; trial++) {
        const int n = 1 + (int)rng_below(&rng, 16);
        double    root[LINEAR_MAX][LINEAR_MAX], a[LINEAR_MAX][LINEAR_MAX] = {{0}}, b[LINEAR_MAX] = {0},
                                             x[LINEAR_MAX];
        for (int i = 0; i < n; i++) {
            x[i] = uniform(&rng) - 0.5;
            for (int j = 0; j < n; j++) root[i][j] = uniform(&rng) - 0.5;
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                a[i][j] = i == j ? 0.1 : 0;
                for (int k = 0; k < n; k++) a[i][j] += root[i][k] * root[j][k];
                b[i] += a[i][j] * x[j];
            }
        ck_assert(linear_solve(n, a, b));
        for (int i = 0; i < n; i++) ck_assert_double_eq_tol(b[i], x[i], 1e-9);
    }
    double flat[LINEAR_MAX][LINEAR_MAX] = {{1, 1}, {1, 1}}, right[LINEAR_MAX] = {1, 1};
    ck_assert(!linear_solve(2, flat, right));
}
END_TEST

// Results drawn with the chances of known weights, over features of very different size, one of them
// always 0.
static void observe(FitData *data, const double w[], double bias, int count, uint64_t seed)
{
    Rng    rng = rng_seed(seed);
    Status status;
    for (int k = 0; k < count; k++) {
        double x[FIT_MAX] = {4 * uniform(&rng) - 2, 400 * uniform(&rng) - 200, 0, 20 * uniform(&rng) - 10};
        x[3] += x[1] / 40;   // features go together
        double z = bias;
        for (int i = 0; i < data->features; i++) z += w[i] * x[i];
        ck_assert(fit_add(data, x, uniform(&rng) < 1 / (1 + exp(-z)), &status));
    }
}

START_TEST(test_regression_finds_the_weights_behind_results)
{
    const EvalInfo info            = {.weights = 4, .min = -1000, .max = 1000};
    const double   true_w[FIT_MAX] = {1.2, -0.01, 0, 0.2};
    FitData        data            = {.features = 4};
    double         w[FIT_MAX], size[FIT_MAX], bias;
    observe(&data, true_w, 0.4, 40000, 7);
    ck_assert(fit_logistic(&data, &info, 1, w, &bias));
    ck_assert_double_eq_tol(w[0], 1.2, 0.06);
    ck_assert_double_eq_tol(w[1], -0.01, 0.001);
    ck_assert_double_eq(w[2], 0);
    ck_assert_double_eq_tol(w[3], 0.2, 0.012);
    ck_assert_double_eq_tol(bias, 0.4, 0.05);
    const int start[] = {5, 6, 7, 8};
    int       whole[EVAL_WEIGHTS_MAX];
    fit_sizes(&data, size);
    fit_round(&info, w, size, start, 600, whole);
    ck_assert_int_eq(whole[0], 600);
    ck_assert_int_eq(whole[2], 7);   // nothing was seen of it
    ck_assert_int_le(abs(whole[1] + 5), 1);
    ck_assert_int_le(abs(whole[3] - 100), 8);
    fit_close(&data);
}
END_TEST

// Where a weight must not be negative, the best of those that are not: its neighbour takes over a part.
START_TEST(test_regression_keeps_to_the_range)
{
    const EvalInfo info            = {.weights = 4, .min = 0, .max = 99};
    const double   true_w[FIT_MAX] = {1.2, -0.01, 0, 0.2};
    FitData        data = {.features = 4}, without = {.features = 4};
    double         w[FIT_MAX], other[FIT_MAX], bias;
    Status         status;
    observe(&data, true_w, 0, 20000, 8);
    for (size_t k = 0; k < data.count; k++) {
        double x[FIT_MAX];
        memcpy(x, data.x + 4 * k, 4 * sizeof *x);
        x[1] = 0;
        ck_assert(fit_add(&without, x, data.y[k], &status));
    }
    ck_assert(fit_logistic(&data, &info, 1, w, &bias));
    ck_assert(fit_logistic(&without, &info, 1, other, &bias));
    ck_assert_double_eq(w[1], 0);
    for (int i = 0; i < 4; i++) ck_assert_double_eq_tol(w[i], other[i], 1e-9);
    fit_close(&data);
    fit_close(&without);
}
END_TEST

START_TEST(test_regression_without_anything_to_learn)
{
    const EvalInfo info = {.weights = 1, .max = 9};
    FitData        data = {.features = 1};
    double         w[FIT_MAX], bias, zero = 0;
    const double   size[FIT_MAX] = {0};
    const int      start[]       = {3};
    int            whole[EVAL_WEIGHTS_MAX];
    Status         status;
    ck_assert(!fit_logistic(&data, &info, 1, w, &bias));
    ck_assert(fit_add(&data, &zero, 1, &status));
    ck_assert(!fit_logistic(&data, &info, 1, w, &bias));
    fit_round(&info, &zero, size, start, 9, whole);
    ck_assert_int_eq(whole[0], 3);
    fit_close(&data);
}
END_TEST

// A walk over five cells, one step to either side, lost on the left and won on the right: from cell i (1 ...
// 5) it is won with chance i / 6. Each cell a feature.
START_TEST(test_tdleaf_learns_the_chances_of_a_random_walk)
{
    Rng    rng        = rng_seed(3);
    double u[FIT_MAX] = {0};
    for (int round = 0; round < 4000; round++) {
        double sum[FIT_MAX] = {0};
        for (int game = 0; game < 10; game++) {
            TdStep steps[2000] = {0};
            int    n = 0, cell = 3;
            for (; cell >= 1 && cell <= 5 && n < 2000; n++) {
                steps[n].x[cell - 1] = 1;
                cell += rng_next(&rng) >> 63 ? 1 : -1;
            }
            td_game(u, 5, steps, n, cell == 6, 0.7, sum);
        }
        for (int i = 0; i < 5; i++) u[i] += 0.1 * sum[i] / (1 + round / 500.0);
    }
    for (int i = 0; i < 5; i++) {
        double x[FIT_MAX] = {0};
        x[i]              = 1;
        ck_assert_double_eq_tol(fit_chance(u, x, 5), (i + 1) / 6.0, 0.03);
    }
}
END_TEST

// By hand: two positions, values 1/2 each, lost by a line that ends the game after them.
START_TEST(test_tdleaf_step_by_hand)
{
    const double u[FIT_MAX]   = {0};
    const TdStep steps[]      = {{.x = {2}}, {.x = {4}}, {.over = true, .result = 0, .x = {100}}};
    double       sum[FIT_MAX] = {0};
    td_game(u, 1, steps, 3, 0, 0.5, sum);
    // Differences from the end: 0 - 0, 0 - 1/2, 1/2 - 1/2. Ahead: 0, -1/2, -1/4. Slopes 1/4 x.
    ck_assert_double_eq_tol(sum[0], -0.5 * 0.25 * 4 - 0.25 * 0.25 * 2, 1e-12);
}
END_TEST

typedef struct Hill {
    double top[FIT_MAX];
    int    n;
    Rng    rng;
} Hill;

static double hill_height(const Hill *hill, const double w[])
{
    double sum = 0;
    for (int i = 0; i < hill->n; i++)
        sum -= (w[i] - hill->top[i]) * (w[i] - hill->top[i]) / (100.0 * (i + 1));
    return sum;
}

// Eight games, each won with the chance that the difference of heights gives.
static bool hill_meet(void *context, int iteration, const double plus[], const double minus[], double *score)
{
    Hill *const  hill = context;
    const double p    = 1 / (1 + exp(hill_height(hill, minus) - hill_height(hill, plus)));
    (void)iteration;
    *score = 0;
    for (int i = 0; i < 8; i++) *score += (uniform(&hill->rng) < p) / 8.0;
    return true;
}

START_TEST(test_spsa_climbs_a_noisy_hill)
{
    Hill   hill = {.top = {80, 10, 30}, .n = 3, .rng = rng_seed(4)};
    Spsa   spsa = {.n          = 3,
                   .iterations = 3000,
                   .start      = {40, 40, 40},
                   .reach      = {8, 8, 8},
                   .max        = 99,
                   .gain       = 0.5,
                   .rng        = rng_seed(5)};
    double out[FIT_MAX];
    ck_assert(spsa_run(&spsa, hill_meet, &hill, out));
    for (int i = 0; i < 3; i++) ck_assert_double_eq_tol(out[i], hill.top[i], 6);
}
END_TEST

static bool never(void *context, int iteration, const double plus[], const double minus[], double *score)
{
    (void)plus, (void)minus;
    *score = 1;
    return iteration < *(int *)context;
}

START_TEST(test_spsa_stays_in_its_range_and_can_be_stopped)
{
    Spsa   spsa = {.n          = 2,
                   .iterations = 50,
                   .start      = {5, 5},
                   .reach      = {4, 4},
                   .min        = 0,
                   .max        = 6,
                   .gain       = 5,
                   .rng        = rng_seed(5)};
    double out[FIT_MAX];
    int    last = 50;
    ck_assert(spsa_run(&spsa, never, &last, out));
    for (int i = 0; i < 2; i++) ck_assert(out[i] >= 0 && out[i] <= 6);
    last = 20;
    ck_assert(!spsa_run(&spsa, never, &last, out));
}
END_TEST

// An evaluation is the sum of its features times its weights; Abalone cuts one term to whole numbers.
START_TEST(test_features_add_up_to_the_evaluation)
{
    static const struct {
        const char *game, *eval, *weights;
    } cases[]        = {{"abalone", "paper", "700/11/7/13/31/57"},
                        {"chinese-checkers:board=rhombus9,pieces=10", "baseline", "31/7/19"}};
    Variant     v    = test_open(cases[_i].game);
    Spec        spec = {.name = "x"};
    Evaluation *e;
    FeatureSet  set;
    Status      status;
    Rng         rng = rng_seed(9);
    ck_assert(spec_put(&spec, "eval", cases[_i].eval) && spec_put(&spec, "weights", cases[_i].weights));
    ck_assert(evaluation_parse(&e, &v, &spec, &status) && evaluation_load(e, &status));
    ck_assert(features_open(&set, &v, e, &status));
    for (int k = 0; k < 300; k++) {
        AnyState s, own;
        double   x[EVAL_WEIGHTS_MAX], sum = 0;
        test_position(&v, &rng, &s);
        const int p = k % 2;
        features_of(&set, &s, p, x);
        for (int i = 0; i < set.n; i++) sum += e->weights[i] * x[i];
        state_convert(&e->v, &own, &v, &s);
        ck_assert_double_eq_tol(sum, v.game->evaluate(e->v.rules, &own, p), 1.05);
    }
    features_close(&set);
    evaluation_close(e);
    variant_close(&v);
}
END_TEST

Suite *suite_tune_fit(void);
Suite *suite_tune_fit(void)
{
    Suite *const suite = suite_create("tune_fit");
    TCase *const tcase = tcase_create("tune_fit");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_equations_are_solved);
    tcase_add_test(tcase, test_regression_finds_the_weights_behind_results);
    tcase_add_test(tcase, test_regression_keeps_to_the_range);
    tcase_add_test(tcase, test_regression_without_anything_to_learn);
    tcase_add_test(tcase, test_tdleaf_learns_the_chances_of_a_random_walk);
    tcase_add_test(tcase, test_tdleaf_step_by_hand);
    tcase_add_test(tcase, test_spsa_climbs_a_noisy_hill);
    tcase_add_test(tcase, test_spsa_stays_in_its_range_and_can_be_stopped);
    tcase_add_loop_test(tcase, test_features_add_up_to_the_evaluation, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
