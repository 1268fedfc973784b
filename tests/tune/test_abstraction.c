// Choosing abstractions: the candidates against a formula and the catalog, fits against a solution by
// rotations, the choice on made-up data, a whole run on a small board.
#include "retro/dbfile_cases.h"
#include "tune/abstraction_tables.h"
#include "tune/features.h"
#include "retro/catalog.h"

#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Candidates.

static long choose(int n, int k)
{
    long c = 1;
    if (k < 0 || n < k) return 0;
    for (int i = 0; i < k; i++) c = c * (n - i) / (i + 1);
    return c;
}

// Ways to cut n pieces into 1 to 5 groups of 1 to 6 by inclusion and exclusion, with two goals for all groups
// but the foremost.
static long partitions(int n)
{
    long sum = 0;
    for (int k = 1; k <= 5; k++) {
        long ways = 0;
        for (int j = 0; j <= k; j++) ways += (j % 2 ? -1 : 1) * choose(k, j) * choose(n - 6 * j - 1, k - 1);
        sum += ways << (k - 1);
    }
    return sum;
}

static const struct {
    const char *game;
    int         pieces,
        // candidates that are not partitions: baseline, pdb6 with ten pieces, pdb4 on 9x9; less those whose
        // name means another: pdb3
        beyond;
} boards[] = {
    {"chinese-checkers:board=rhombus6,pieces=3", 3, 0}, {"chinese-checkers:board=rhombus7", 6, 1},
    {"chinese-checkers:board=rhombus8", 6, 1},          {"chinese-checkers:board=rhombus8,pieces=10", 10, 2},
    {"chinese-checkers:board=rhombus9", 10, 3},
};

static int list(const Variant *v, EvalCandidate **out)
{
    EvalCandidate one;
    AnyState      start;
    int           n = 0;
    variant_setup(v, &start);
    for (int which = -1; v->game->eval_next(v->rules, &start, &which, &one); n++) {
        *out = realloc(n > 0 ? *out : NULL, (size_t)(n + 1) * sizeof **out);
        ck_assert_ptr_nonnull(*out);
        (*out)[n] = one;
    }
    return n;
}

static bool same_features(const EvalCandidate *a, const EvalCandidate *b)
{
    int left[2] = {0};
    for (int i = 0; i < a->weights; i++) left[0] += a->feature[i] >= 0;
    for (int i = 0; i < b->weights; i++) left[1] += b->feature[i] >= 0;
    if (left[0] != left[1]) return false;
    for (int i = 0; i < a->weights; i++) {
        bool found = a->feature[i] < 0;
        for (int k = 0; k < b->weights; k++) found = found || a->feature[i] == b->feature[k];
        if (!found) return false;
    }
    return true;
}

START_TEST(test_every_partition_is_offered_once)
{
    Variant        v   = test_open(boards[_i].game);
    EvalCandidate *all = NULL;
    const int      n   = list(&v, &all);
    ck_assert_int_eq(n, partitions(boards[_i].pieces) + boards[_i].beyond);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            ck_assert_msg(strcmp(all[i].name, all[k].name) != 0 && !same_features(&all[i], &all[k]), "%s, %s",
                          all[i].name, all[k].name);
    free(all);
    variant_close(&v);
}
END_TEST

START_TEST(test_the_catalog_has_the_tables_of_every_candidate)
{
    Status         status;
    Variant        v   = test_open(boards[_i].game);
    EvalCandidate *all = NULL;
    const int      n   = list(&v, &all);
    for (int i = 0; i < n; i += TEST_SANITIZED ? 17 : 1) {
        Spec        spec = {.name = "test"};
        Evaluation *e;
        ck_assert(spec_put(&spec, "eval", all[i].name));
        ck_assert_msg(evaluation_parse(&e, &v, &spec, &status), "%s", status.text);
        ck_assert_int_eq(e->info.weights, all[i].weights);
        for (int t = 0; t < e->tables; t++) {
            CatalogDb db;
            ck_assert_msg(catalog_open(&db, e->wanted[t].name, &status), "%s", status.text);
            ck_assert_uint_eq(db.info.entries, e->wanted[t].entries);
            catalog_close(&db);
        }
        evaluation_close(e);
    }
    free(all);
    variant_close(&v);
}
END_TEST

START_TEST(test_other_games_have_no_candidates)
{
    static const char *const games[] = {"othello", "chinese-checkers"};
    for (int i = 0; i < 2; i++) {
        Status     status;
        Variant    v = test_open(games[i]);
        PlayerSpec player;
        ck_assert(!tune_abstraction_player(&v, "random:2", &player, &status));
        ck_assert_ptr_nonnull(strstr(status.text, games[i]));
        variant_close(&v);
    }
}
END_TEST

// Chess: lists of databases that are part of an ending.

static const struct {
    const char *position;
    int         parts;   // databases of three, four and five men, counted by hand; less kbk and knk
} endings[] = {
    {"8/8/3k4/3nn3/2PP4/2K5/8/3R4 w - - 0 1", 2 + 5 + 4},
    {"8/8/3k4/3npp2/2P5/2K5/8/3R4 w - - 0 1", 2 + 7 + 6},
    {"8/8/3k4/3npp2/2P5/2K5/8/8 w - - 0 1", 1 + 4 + 2},
    {"8/8/3k4/3n4/2P5/2K5/8/3R4 w - - 0 1", -1},                        // five men: all are known
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", -1},   // too many
    {"8/8/3k4/3npppp/2P5/2K5/8/3R4 w - - 0 1", -1},                     // nine men
    {"8/8/3k4/8/2PPPP2/2K5/8/3R4 w - - 0 1", -1},                       // four of a kind
};

START_TEST(test_every_list_of_parts_of_an_ending_is_offered_once)
{
    Status        status;
    Variant       v = test_open("chess");
    AnyState      s;
    EvalCandidate one, before = {0};
    long          expected = 0;
    int           n        = 0;
    ck_assert_msg(variant_parse(&v, &s, endings[_i].position, &status), "%s", status.text);
    for (int k = 0; k <= 4 && endings[_i].parts > 0; k++) expected += choose(endings[_i].parts, k);
    for (int which = -1; v.game->eval_next(v.rules, &s, &which, &one); n++) {
        int      named;
        EvalInfo info;
        ck_assert_msg(v.game->eval_named(v.rules, one.name, &named, &info), "%s", one.name);
        ck_assert_int_eq(named, which);
        ck_assert_int_eq(info.weights, one.weights);
        // In rising order, so that none comes twice.
        const bool longer = one.weights > before.weights;
        int        k      = 0;
        while (!longer && k < one.weights && one.feature[k] == before.feature[k]) k++;
        ck_assert_msg(longer || one.feature[k] > before.feature[k], "%s after %s", one.name, before.name);
        before = one;
    }
    ck_assert_int_eq(n, expected);
    variant_close(&v);
}
END_TEST

// Fits.

static double noise(Rng *rng) { return (double)rng_below(rng, 2000001) / 1e6 - 1; }

// Columns 0-2 explain y, 3 is a copy of 0, 4 says nothing, 5 would need a weight below 0.
static void columns_make(Columns *c, Rng *rng, double spread)
{
    Status status;
    ck_assert(columns_open(c, 6, 4000, 200, &status));
    for (size_t k = 0; k < c->count; k++) {
        double *const x = c->x + 6 * k;
        for (int i = 0; i < 6; i++) x[i] = noise(rng);
        x[3]        = x[0];
        c->y[k]     = 2 + 3 * x[0] + 1.5 * x[1] + 0.5 * x[2] - x[5] + spread * noise(rng);
        c->group[k] = (int)(k / 20);
    }
    columns_prepare(c);
}

// The least squares with any sign, by gradient descent over the samples themselves.
static void slow_fit(const Columns *c, const int use[], int n, int without, double w[])
{
    for (int i = 0; i <= n; i++) w[i] = 0;
    for (int step = 0; step < 400; step++) {
        double gradient[LINEAR_MAX] = {0}, count = 0;
        for (size_t k = 0; k < c->count; k++) {
            if (c->group[k] % COLUMN_FOLDS == without) continue;
            double error = c->y[k] - w[n];
            for (int i = 0; i < n; i++) error -= w[i] * c->x[k * (size_t)c->columns + (size_t)use[i]];
            for (int i = 0; i < n; i++) gradient[i] += error * c->x[k * (size_t)c->columns + (size_t)use[i]];
            gradient[n] += error;
            count++;
        }
        for (int i = 0; i <= n; i++) w[i] += gradient[i] / count;
    }
}

START_TEST(test_fits_are_those_of_plain_descent)
{
    Rng       rng    = rng_seed(7);
    const int use[3] = {0, 2, 4};
    Columns   c;
    columns_make(&c, &rng, 0.3);
    for (int without = 0; without <= COLUMN_FOLDS; without++) {
        double fast[LINEAR_MAX], slow[LINEAR_MAX];
        columns_fit(&c, use, 2, without, fast);
        slow_fit(&c, use, 2, without, slow);
        for (int i = 0; i <= 2; i++) ck_assert_double_eq_tol(fast[i], slow[i], 1e-4);
    }
    columns_close(&c);
}
END_TEST

START_TEST(test_scores_find_what_explains)
{
    Rng              rng          = rng_seed(8);
    static const int subsets[][3] = {{0, 1, 2}, {0, 1, 4}, {0, 4, 4}, {4, 4, 4}, {0, 3, 1}};
    double           score[5], errors[5][200], w[LINEAR_MAX];
    Columns          c;
    columns_make(&c, &rng, 0);
    for (int i = 0; i < 5; i++) score[i] = columns_score(&c, subsets[i], 3, errors[i]);
    // Variances: 9, 2.25, 0.25 and 1, in units of that of a column.
    const double all = 9 + 2.25 + 0.25 + 1;
    ck_assert_double_eq_tol(score[0], 11.5 / all, 0.01);
    ck_assert_double_eq_tol(score[1], 11.25 / all, 0.01);
    ck_assert_double_eq_tol(score[2], 9 / all, 0.01);
    ck_assert_double_eq_tol(score[3], 0, 0.01);
    ck_assert_double_eq_tol(score[4], score[1], 0.001);   // a copy adds nothing and does no harm
    ck_assert_double_gt(score[0] - score[1], 3 * columns_difference(&c, errors[0], errors[1]));
    ck_assert_double_lt(fabs(score[4] - score[1]), 3 * columns_difference(&c, errors[4], errors[1]));
    ck_assert_double_eq(columns_difference(&c, errors[2], errors[2]), 0);
    columns_fit(&c, (int[]){5, 0}, 2, COLUMN_FOLDS, w);
    ck_assert_double_eq(w[0], 0);
    ck_assert_double_eq_tol(w[1], 3, 0.1);
    columns_close(&c);
}
END_TEST

// Learning by heart what games have in common does not pay: games not learned from know nothing of it.
START_TEST(test_noise_is_not_explained)
{
    Rng     rng = rng_seed(9);
    Columns c;
    Status  status;
    int     use[20];
    double  errors[20];
    ck_assert(columns_open(&c, 20, 200, 20, &status));
    for (size_t k = 0; k < c.count; k++) {
        for (int i = 0; i < 20; i++) c.x[20 * k + (size_t)i] = noise(&rng);
        c.y[k]     = noise(&rng);
        c.group[k] = (int)(k / 10);
    }
    for (int i = 0; i < 20; i++) use[i] = i;
    columns_prepare(&c);
    ck_assert_double_lt(columns_score(&c, use, 20, errors), 0.02);
    columns_close(&c);
}
END_TEST

// Column 0 is the same for all moves of a position and decides nearly everything about its value; column 1
// tells the moves apart.
START_TEST(test_what_moves_share_does_not_count)
{
    Rng       rng = rng_seed(10);
    Columns   c;
    Status    status;
    int       parent[600];
    double    errors[30];
    const int both[2] = {0, 1};
    ck_assert(columns_open(&c, 2, 600, 30, &status));
    for (size_t k = 0; k < c.count; k++) {
        c.x[2 * k]     = k % 6 == 0 ? noise(&rng) : c.x[2 * k - 2];
        c.x[2 * k + 1] = noise(&rng);
        c.y[k]         = 50 * c.x[2 * k] + c.x[2 * k + 1];
        c.group[k] = (int)(k / 20), parent[k] = (int)(k / 6);
    }
    columns_prepare(&c);
    ck_assert_double_gt(columns_score(&c, &both[0], 1, errors), 0.99);
    columns_centre(&c, parent);
    columns_prepare(&c);
    for (size_t k = 0; k < c.count; k += 6) {
        double sum = 0;
        for (size_t i = k; i < k + 6; i++) sum += c.y[i];
        ck_assert_double_eq_tol(sum, 0, 1e-9);
    }
    ck_assert_double_lt(columns_score(&c, &both[0], 1, errors), 0.01);
    ck_assert_double_gt(columns_score(&c, &both[1], 1, errors), 0.99);
    columns_close(&c);
}
END_TEST

START_TEST(test_ties_go_to_the_smaller_tables)
{
    Abstraction a[4] = {{.bytes = 900, .behind = 0, .error = 0},
                        {.bytes = 500, .behind = 0.1, .error = 0.2},
                        {.bytes = 500, .behind = 0.15, .error = 0.2},
                        {.bytes = 10, .behind = 0.3, .error = 0.2}};
    ck_assert_int_eq(tune_abstraction_choose(a, 4), 1);
    ck_assert_int_eq(tune_abstraction_choose(a, 1), 0);
    a[3].error = 0.4;
    ck_assert_int_eq(tune_abstraction_choose(a, 4), 3);
}
END_TEST

// A whole run.

static const AbstractionSettings small = {.memory = 8000, .build_seconds = 10, .target = TARGET_MOVES};

static TuneSettings settings_of(const Variant *v, const char *out, int threads, const atomic_bool *stop)
{
    PlayerSpec player;
    Status     status;
    ck_assert(player_spec_parse(&player, "alphabeta:depth=1,eval=baseline", &status));
    return (TuneSettings){.v        = v,
                          .player   = player,
                          .openings = "random:2",
                          .out      = out,
                          .seed     = 5,
                          .threads  = threads,
                          .games    = 20,
                          .rounds   = 1,
                          .check    = 10,
                          .depth    = 2,
                          .stop     = stop};
}

static int entry_remove(const char *path, const struct stat *ignored, int kind, struct FTW *at)
{
    return (void)ignored, (void)kind, (void)at, remove(path);
}

// The folders of tunings and databases, which db_folder_remove does not know.
static void folder_remove(void)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", db_file("a"));
    *strrchr(folder, '/') = 0;
    nftw(folder, entry_remove, 8, FTW_DEPTH | FTW_PHYS);
}

static void databases_here(void)
{
    static char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s.databases", db_file("a"));
    setenv("POLLARD_DATABASES", folder, 1);
}

// Stops when the positions are being searched.
static void stop_late(void *context, const char *what, double done)
{
    (void)what;
    if (done > 0.2) atomic_store((atomic_bool *)context, true);
}

START_TEST(test_a_run_repeats_whatever_the_threads_and_stops)
{
    static TuneAbstraction a, b;
    Status                 status;
    atomic_bool            stop = false;
    Variant                v    = test_open("chinese-checkers:board=rhombus6,pieces=3");
    TuneSettings           t    = settings_of(&v, db_file("a"), 1, NULL);
    databases_here();
    ck_assert_msg(tune_abstraction(&t, &small, &a, &status), "%s", status.text);
    ck_assert_int_eq(a.offered, partitions(3));
    ck_assert_int_gt(a.built, 0);
    ck_assert_int_eq(a.count + a.too_large, a.offered);
    for (int i = 1; i < a.count; i++) ck_assert_double_le(a.candidate[i].score, a.candidate[i - 1].score);
    // The choice: the smallest of the tied, but for who won against it.
    int ahead = tune_abstraction_choose(a.candidate, a.count);
    for (int i = 0; i < a.finals; i++) {
        ck_assert_int_eq(a.final[i].against, ahead);
        if (a.final[i].score.won > a.final[i].score.lost) ahead = a.final[i].candidate;
    }
    ck_assert_int_eq(a.chosen, ahead);
    t          = settings_of(&v, db_file("b"), 2, &stop);
    t.progress = stop_late, t.context = &stop;
    ck_assert(!tune_abstraction(&t, &small, &b, &status));
    tune_abstraction_close(&b);
    stop       = false;
    t.progress = NULL;
    ck_assert_msg(tune_abstraction(&t, &small, &b, &status), "%s", status.text);
    ck_assert_int_eq(b.built, 0);
    ck_assert_int_eq(a.count, b.count);
    ck_assert_int_eq(a.chosen, b.chosen);
    for (int i = 0; i < a.count; i++) {
        ck_assert_str_eq(a.candidate[i].info.name, b.candidate[i].info.name);
        ck_assert_double_eq(a.candidate[i].score, b.candidate[i].score);
    }
    ck_assert_str_eq(a.tuned.keys[1].value, b.tuned.keys[1].value);
    ck_assert_int_eq(a.checks, b.checks);
    for (int i = 0; i < a.checks; i++)
        ck_assert_int_eq(a.check[i].check.score.won, b.check[i].check.score.won);
    tune_abstraction_close(&a);
    tune_abstraction_close(&b);
    variant_close(&v);
}
END_TEST

// Features of one number agree, whichever candidate is asked.
START_TEST(test_shared_features_are_the_same)
{
    static TuneAbstraction a;
    enum { POSITIONS = 20 };
    Status       status;
    Rng          rng = rng_seed(3);
    Variant      v   = test_open("chinese-checkers:board=rhombus6,pieces=3");
    TuneSettings t   = settings_of(&v, db_file("a"), 1, NULL);
    AnyState     s[POSITIONS];
    int          p[POSITIONS];
    databases_here();
    ck_assert_msg(tune_abstraction(&t, &small, &a, &status), "%s", status.text);
    double *const      x     = calloc((size_t)a.features * POSITIONS, sizeof *x);
    double *const      one   = calloc((size_t)a.features * POSITIONS, sizeof *one);
    const FeatureTable all   = {s, p, POSITIONS, a.features, x};
    const FeatureTable alone = {s, p, POSITIONS, a.features, one};
    for (int k = 0; k < POSITIONS; k++) test_position(&v, &rng, &s[k]), p[k] = k % 2;
    ck_assert(abstraction_features(&v, a.candidate, a.count, &all, &status));
    for (int i = 0; i < a.count; i++) {
        const EvalCandidate *const c = &a.candidate[i].info;
        ck_assert(abstraction_features(&v, &a.candidate[i], 1, &alone, &status));
        for (int k = 0; k < POSITIONS; k++)
            for (int w = 0; w < c->weights; w++)
                if (c->feature[w] >= 0)
                    ck_assert_double_eq(x[k * a.features + c->feature[w]],
                                        one[k * a.features + c->feature[w]]);
    }
    free(x);
    free(one);
    tune_abstraction_close(&a);
    variant_close(&v);
}
END_TEST

// A player who values by two databases: what his searches find is explained by those two, and by no list
// without both of them.
START_TEST(test_the_databases_that_make_the_values_are_found)
{
    static const char         positions[] = "8/3k4/8/3q1p2/2P5/2K5/8/3R4 w - - 0 1\n"
                                            "8/p7/2q2k2/8/8/5P2/1R3K2/8 w - - 0 1\n"
                                            "1q6/4p1k1/8/8/8/7P/6K1/R7 b - - 0 1\n";
    const AbstractionSettings more        = {.memory = 1 << 20, .build_seconds = 10, .target = TARGET_SEARCH};
    static TuneAbstraction    a;
    char                      openings[PATH_MAX];
    Status                    status;
    Variant                   v    = test_open("chess");
    TuneSettings              t    = settings_of(&v, db_file("a"), 1, NULL);
    int                       with = 0;
    FILE *const               file = fopen(db_file("openings.epd"), "w");
    ck_assert(file != NULL && fputs(positions, file) >= 0 && fclose(file) == 0);
    snprintf(openings, sizeof openings, "random:2:%s", db_file("openings.epd"));
    databases_here();
    t.openings = openings, t.games = 100;
    ck_assert(player_spec_parse(&t.player, "alphabeta:depth=1,eval=edb:krk+kpk,weights=3/4/0/0/0", &status));
    ck_assert_msg(tune_abstraction(&t, &more, &a, &status), "%s", status.text);
    // Of kqk, krk, kpk: every list. The tables of four men do not fit.
    ck_assert_int_eq(a.count, 8);
    ck_assert_int_eq(a.count + a.too_large, a.offered);
    ck_assert_str_eq(a.candidate[0].info.name, "edb:krk+kpk");
    for (int i = 0; i < a.count; i++) {
        const char *const name = a.candidate[i].info.name;
        const bool        both = strstr(name, "krk") != NULL && strstr(name, "kpk") != NULL;
        ck_assert_msg(both || a.candidate[i].behind > a.candidate[i].error, "%s", name);
        with += both;
    }
    ck_assert_int_eq(with, 2);
    ck_assert_double_gt(a.candidate[0].score, 0.5);
    tune_abstraction_close(&a);
    variant_close(&v);
}
END_TEST

Suite *suite_abstraction(void);

Suite *suite_abstraction(void)
{
    Suite *const suite = suite_create("abstraction");
    TCase *const offer = tcase_create("candidates"), *const settings_check = tcase_create("fits"),
                 *const runs = tcase_create("runs");
    const int           n    = (int)(sizeof boards / sizeof *boards);
    tcase_set_timeout(offer, 120);
    tcase_set_timeout(runs, 300);
    tcase_add_loop_test(offer, test_every_partition_is_offered_once, 0, n);
    tcase_add_loop_test(offer, test_the_catalog_has_the_tables_of_every_candidate, 0, n);
    tcase_add_test(offer, test_other_games_have_no_candidates);
    tcase_add_loop_test(offer, test_every_list_of_parts_of_an_ending_is_offered_once, 0,
                        (int)(sizeof endings / sizeof *endings));
    tcase_add_test(settings_check, test_fits_are_those_of_plain_descent);
    tcase_add_test(settings_check, test_scores_find_what_explains);
    tcase_add_test(settings_check, test_noise_is_not_explained);
    tcase_add_test(settings_check, test_what_moves_share_does_not_count);
    tcase_add_test(settings_check, test_ties_go_to_the_smaller_tables);
    tcase_add_checked_fixture(runs, db_folder_make, folder_remove);
    tcase_add_test(runs, test_a_run_repeats_whatever_the_threads_and_stops);
    tcase_add_test(runs, test_shared_features_are_the_same);
    tcase_add_test(runs, test_the_databases_that_make_the_values_are_found);
    suite_add_tcase(suite, offer);
    suite_add_tcase(suite, settings_check);
    suite_add_tcase(suite, runs);
    return suite;
}
