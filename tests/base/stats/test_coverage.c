// Do the intervals of savings hold the truth as often as they say, from few trials? Simulated on counts of
// real searches: trials are drawn from 150 stored pairs of a game, whose own saving is the truth.
#include "base/rng.h"
#include "base/stats/statistics.h"
#include "tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 5, PAIRS = 160 };

typedef struct Counts {
    char   name[32];
    int    n;
    double control[PAIRS], treatment[PAIRS];
} Counts;

static Counts games[GAMES];

static void counts_read(void)
{
    char        path[4096], line[200], name[32];
    double      a, b;
    int         count = 0;
    const char *root  = getenv("POLLARD_ROOT");
    snprintf(path, sizeof path, "%s/tests/data/trial_counts.txt", root == NULL ? "." : root);
    FILE *const file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%31s %lf %lf", name, &a, &b) != 3) continue;
        if (count == 0 || strcmp(games[count - 1].name, name) != 0) {
            ck_assert_int_lt(count, GAMES);
            games[count] = (Counts){.n = 0};
            snprintf(games[count++].name, sizeof name, "%s", name);
        }
        Counts *const c = &games[count - 1];
        ck_assert_int_lt(c->n, PAIRS);
        c->control[c->n] = a, c->treatment[c->n++] = b;
    }
    fclose(file);
    ck_assert_int_eq(count, GAMES);
}

static double coverage(const Counts *c, int n, int experiments, bool paired)
{
    const double truth = saving((Sample){c->control, c->n}, (Sample){c->treatment, c->n});
    Rng          rng   = rng_seed((uint64_t)n);
    int          held  = 0;
    for (int e = 0; e < experiments; e++) {
        double a[50], b[50];
        for (int i = 0; i < n; i++) {
            const uint32_t k = rng_below(&rng, (uint32_t)c->n);
            a[i]             = c->control[k];
            b[i]             = c->treatment[paired ? k : rng_below(&rng, (uint32_t)c->n)];
        }
        const Interval x = saving_interval(
            (Sample){a, n}, (Sample){b, n},
            (Bootstrap){.paired = paired, .resamples = test_amount(200, 1000), .seed = (uint64_t)e});
        held += x.low <= truth && truth <= x.high;
    }
    return (double)held / experiments;
}

// Three and a half standard errors of a coverage of 95 % in this many experiments.
static double noise(int experiments) { return 3.5 * sqrt(0.05 * 0.95 / experiments); }

// Of Focus, a tenth of the trials takes three times the mean: five or ten trials that miss them know nothing
// of them, and no interval does; 89 % is what can be had there. A single coverage may be anything up to 1 in
// a short run, so what is too wide shows in all of them together: at most 96 %.
static void coverages_check(const int sizes[], int count, bool paired)
{
    const int many  = test_amount(300, 4000);
    double    total = 0;
    counts_read();
    for (int g = 0; g < GAMES; g++)
        for (int k = 0; k < count; k++) {
            const bool   heavy = strcmp(games[g].name, "focus") == 0 && (sizes[k] <= 10 || !paired);
            const double held  = coverage(&games[g], sizes[k], many, paired);
            if (many > 1000) printf("%s n = %d: %.1f %%\n", games[g].name, sizes[k], 100 * held);
            ck_assert_msg(held >= (heavy ? 0.89 : 0.93) - noise(many) && held < 1, "%s, n = %d: %.1f %%",
                          games[g].name, sizes[k], 100 * held);
            total += held / (GAMES * count);
        }
    const double most = 0.96 + noise(many * GAMES * count);
    ck_assert_double_lt(most, 0.99);
    ck_assert_msg(total <= most, "all together: %.2f %%, expected at most %.2f", 100 * total, 100 * most);
}

START_TEST(test_intervals_hold_their_level_from_five_trials_on)
{
    coverages_check((const int[]){5, 10, 20, 50}, 4, true);
}
END_TEST

START_TEST(test_intervals_of_samples_drawn_apart_hold_their_level)
{
    coverages_check((const int[]){5, 20}, 2, false);
}
END_TEST

Suite *suite_coverage(void);
Suite *suite_coverage(void)
{
    Suite *const suite = suite_create("coverage");
    TCase *const tcase = tcase_create("coverage");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_intervals_hold_their_level_from_five_trials_on);
    tcase_add_test(tcase, test_intervals_of_samples_drawn_apart_hold_their_level);
    suite_add_tcase(suite, tcase);
    return suite;
}
