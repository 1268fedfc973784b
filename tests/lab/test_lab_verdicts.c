// Verdicts can fail: by hand, with the technique taken out of every published table, and over a thousand
// simulated experiments without an effect.
#include "lab/lab_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Cell cell_of(double saving, double low, double high, double p, double printed)
{
    return (Cell){.different       = 50,
                  .saving          = saving,
                  .saving_interval = {low, high},
                  .p_holm          = p,
                  .printed         = {.there = true, .saving = printed, .significant = 1}};
}

START_TEST(test_verdicts_by_hand)
{
    static const struct {
        double  saving, low, high, p, printed;
        Verdict verdict;
    } cases[] = {
        {0.30, 0.25, 0.35, 0.001, 0.38, VERDICT_AGREES},
        {0.30, 0.25, 0.35, 0.001, 0.41, VERDICT_SAVING},
        {0.30, 0.25, 0.35, 0.060, 0.30,
         VERDICT_SIGNIFICANCE},   // a test that fails, an interval that does not
        {0.05, -0.02, 0.11, 0.001, 0.10, VERDICT_SIGNIFICANCE},   // the other way round; 10 > 7 could be seen
        {0.05, -0.02, 0.11, 0.300, 0.06, VERDICT_CANNOT_TELL},    // 6 < 7 could not
        {-0.05, -0.11, 0.02, 0.300, 0.30, VERDICT_DIRECTION},
        {-0.30, -0.35, -0.25, 0.001, 0.30, VERDICT_DIRECTION},
        {-0.30, -0.35, -0.25, 0.001, 0.02, VERDICT_DIRECTION},   // clear, however little is printed
        {-0.30, -0.35, -0.25, 0.001, -0.35, VERDICT_AGREES},     // both cost
        {0, 0, 0, 1, 0.05, VERDICT_SIGNIFICANCE},                // the same searches: nothing, and exactly
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Cell c = cell_of(cases[i].saving, cases[i].low, cases[i].high, cases[i].p, cases[i].printed);
        ck_assert_msg(nodes_verdict(&c) == cases[i].verdict, "case %zu: %s", i,
                      kind_nodes.verdicts[nodes_verdict(&c)].name);
        c.different = VERDICT_TRIALS_LEAST - 1;
        ck_assert_int_eq(nodes_verdict(&c), VERDICT_NONE);
        c.printed.contradicts = true;
        ck_assert_int_eq(nodes_verdict(&c), VERDICT_CONTRADICTS);
        c.printed.there = false;
        ck_assert_int_eq(nodes_verdict(&c), VERDICT_NONE);
    }
    Cell c                = cell_of(0.30, 0.25, 0.35, 0.001, 0.30);
    c.printed.significant = 0;   // print found nothing
    ck_assert_int_eq(nodes_verdict(&c), VERDICT_SIGNIFICANCE);
    c                     = cell_of(0.02, -0.05, 0.09, 0.5, 0.20);
    c.printed.significant = 0;
    ck_assert_int_eq(nodes_verdict(&c), VERDICT_CANNOT_TELL);
}
END_TEST

START_TEST(test_claims_by_hand)
{
    static const struct {
        Claim        claim;
        double       low, high, p;
        ClaimVerdict verdict;
    } cases[] = {
        {CLAIM_MORE, 1.02, 1.11, 0.01, CLAIM_HOLDS},        {CLAIM_LESS, 1.02, 1.11, 0.01, CLAIM_FAILS},
        {CLAIM_MORE, 0.98, 1.11, 0.01, CLAIM_CANNOT_TELL},  {CLAIM_MORE, 1.02, 1.11, 0.08, CLAIM_CANNOT_TELL},
        {CLAIM_LESS, 0.80, 0.95, 0.01, CLAIM_HOLDS},        {CLAIM_EQUAL, 0.95, 1.05, 0.01, CLAIM_HOLDS},
        {CLAIM_EQUAL, 0.85, 1.05, 0.60, CLAIM_CANNOT_TELL}, {CLAIM_EQUAL, 1.12, 1.30, 0.01, CLAIM_FAILS},
        {CLAIM_NONE, 1.12, 1.30, 0.01, CLAIM_UNJUDGED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Comparison k = {.claim = cases[i].claim};
        CompareCell      c = {.comparison = &k,
                              .trials     = VERDICT_TRIALS_LEAST,
                              .ratio      = 0.5 * (cases[i].low + cases[i].high),
                              .interval   = {cases[i].low, cases[i].high},
                              .p          = cases[i].p};
        ck_assert_msg(claim_verdict(&c) == cases[i].verdict, "case %zu", i);
        c.trials = VERDICT_TRIALS_LEAST - 1;
        ck_assert_int_eq(claim_verdict(&c), CLAIM_UNJUDGED);
    }
}
END_TEST

// Twelve trials: the second list of every trial has twice the nodes of the first, give or take one.
START_TEST(test_comparisons_are_those_of_the_rows)
{
    Experiment e = lab_parse("{\"name\":\"x\",\"game\":\"othello\",\"trials\":12,\"starts\":[\"initial\"],"
                             "\"configurations\":[{\"name\":\"c\"},{\"name\":\"one\",\"settings\":\"tt=8\"},"
                             "{\"name\":\"two\",\"settings\":\"tt=9\"}],\"comparisons\":[[\"one\",\"two\"],"
                             "{\"of\":\"two\",\"against\":\"one\",\"claim\":\"less\",\"says\":\"why\"}]}");
    const Series *const s      = series_of_experiment(&e)->list;
    Store *const        store  = lab_store("a", true);
    Status              status = {0};
    Tables              t;
    char                protocol[PROTOCOL_MAX];
    Text                text = text_on(protocol, sizeof protocol);
    series_protocol(s, START_INITIAL, e.seed, &text);
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 3; k++) {
            const TrialCount  count  = lab_count(k == 0 ? 5000 : (uint64_t)(k * (1000 + 10 * i) + i % 2));
            const char *const player = s->configurations[k].key;
            ck_assert(trial_put(store, protocol, &player, 1, i, &count, &status));
        }
    ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
    const CompareCell *const c = t.list[0].more;
    ck_assert_int_eq(t.list[0].more_count, 2);
    ck_assert_int_eq(c[0].trials, 12);
    ck_assert_double_eq_tol(c[0].ratio, (12 * 1055 + 6) / (24 * 1055.0 + 6), 1e-12);
    ck_assert_double_eq_tol(c[1].ratio, (24 * 1055 + 6) / (12 * 1055.0 + 6), 1e-12);
    ck_assert_double_eq_tol(c[0].p, 2.0 / 4096, 1e-12);   // all twelve differ one way
    ck_assert(c[0].interval.low < c[0].ratio && c[0].ratio < c[0].interval.high);
    ck_assert(c[0].verdict == CLAIM_UNJUDGED && c[1].verdict == CLAIM_FAILS);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_comparisons_name_configurations)
{
    static const char head[] = "{\"name\":\"x\",\"game\":\"othello\",\"configurations\":[{\"name\":\"c\"}],";
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"\"comparisons\":[[\"c\",\"d\"]]}", "there is no configuration 'd'"},
        {"\"comparisons\":[[\"c\"]]}", "expected two names of configurations"},
        {"\"comparisons\":[{\"of\":\"c\",\"against\":\"c\",\"claim\":\"big\"}]}", "less|equal|more"},
        {"\"comparisons\":3}", "expected a list of at most 12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char       text[1000];
        Experiment e;
        Status     status = {0};
        snprintf(text, sizeof text, "%s%s", head, cases[i].text);
        ck_assert(!experiment_parse(&e, text, "x", &status));
        ck_assert_msg(strstr(status.text, cases[i].error) != NULL, "%s", status.text);
    }
}
END_TEST

// Every published table of node counts at small depths with the technique taken out: all configurations are
// the control, and nothing agrees with print.
START_TEST(test_no_published_table_agrees_without_the_technique)
{
    int tables = 0;
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        if (strncmp(b->name, "history-ads", 11) != 0 && strncmp(b->name, "space-and", 9) != 0) continue;
        json_t *const object = json_loads(b->text, 0, NULL);
        json_object_set_new(object, "depth", json_integer(2));
        json_object_set_new(object, "turns", json_integer(1));
        json_object_set_new(object, "midgame-turns", json_integer(1));
        char *const text = json_dumps(object, 0);
        Experiment  e;
        Tables      t;
        Status      status = {0};
        int         counts[VERDICTS_MAX];
        ck_assert_msg(
            experiment_parse_changed(&e, text, b->name, &(ExperimentChanges){.in_place = ""}, &status), "%s",
            status.text);
        Store *const store = lab_store(b->name, true);
        lab_run(store, &e, 1, &(PlanOptions){.threads = 1, .trials = VERDICT_TRIALS_LEAST});
        ck_assert(tables_make(&t, store, &e, 1, 0, &status));
        tables_verdicts(&t, counts);
        ck_assert_msg(counts[VERDICT_AGREES] == 0 && counts[VERDICT_SAVING] == 0, "%s", b->name);
        tables++;
        tables_close(&t);
        store_close(store);
        experiment_close(&e);
        free(text);
        json_decref(object);
    }
    ck_assert_int_eq(tables, 14);
}
END_TEST

// No effect: control and treatment have the same lognormal count, but for noise of their own. A thousand
// tables of four comparisons, printed savings of 2 to 9 %: near enough to 0 that within ten points is easy.
START_TEST(test_of_a_thousand_experiments_without_an_effect_few_agree)
{
    enum { N = 20, CELLS = 4 };
    const int many  = test_amount(1000, 20000);
    int       agree = 0, wrong_tables = 0;
    Rng       rng = rng_seed(5);
    for (int table = 0; table < many; table++) {
        Cell   cells[CELLS];
        double p[CELLS];
        bool   some = false;
        for (int i = 0; i < CELLS; i++) {
            double a[N], b[N];
            for (int k = 0; k < N; k++) {
                double sum = 0;
                for (int g = 0; g < 12; g++) sum += (double)(rng_next(&rng) >> 11) * 0x1p-53;
                const double size = exp(sum - 6);
                a[k]              = size * (1 + (double)rng_below(&rng, 100) / 200);
                b[k]              = size * (1 + (double)rng_below(&rng, 100) / 200);
            }
            const Sample control = {a, N}, treatment = {b, N};
            cells[i] = cell_of(saving(control, treatment), 0, 0, 1, 0.02 + 0.0001 * rng_below(&rng, 700));
            cells[i].saving_interval = saving_interval(
                control, treatment, (Bootstrap){.paired = true, .resamples = 100, .seed = (uint64_t)table});
            p[i] = wilcoxon(control, treatment).p_two_sided;
        }
        holm_adjust(p, CELLS, p);
        for (int i = 0; i < CELLS; i++) {
            cells[i].p_holm = p[i];
            agree += nodes_verdict(&cells[i]) == VERDICT_AGREES;
            some |= nodes_verdict(&cells[i]) == VERDICT_AGREES;
        }
        wrong_tables += some;
    }
    ck_assert_msg(wrong_tables <= 0.05 * many, "%d of %d tables", wrong_tables, many);
    ck_assert_msg(agree <= 0.05 * CELLS * many, "%d of %d cells", agree, CELLS * many);
}
END_TEST

Suite *suite_lab_verdicts(void);
Suite *suite_lab_verdicts(void)
{
    Suite *const suite = suite_create("lab_verdicts");
    TCase *const tcase = tcase_create("lab_verdicts");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_verdicts_by_hand);
    tcase_add_test(tcase, test_claims_by_hand);
    tcase_add_test(tcase, test_comparisons_are_those_of_the_rows);
    tcase_add_test(tcase, test_comparisons_name_configurations);
    tcase_add_test(tcase, test_no_published_table_agrees_without_the_technique);
    tcase_add_test(tcase, test_of_a_thousand_experiments_without_an_effect_few_agree);
    suite_add_tcase(suite, tcase);
    return suite;
}
