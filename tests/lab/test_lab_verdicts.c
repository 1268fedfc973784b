// Verdicts can fail: by hand, with the technique taken out of published tables, and over many simulated
// tables without an effect.
#include "lab/lab_cases.h"
#include "lab/report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The file of an experiment of the program, to be changed; for json_decref.
static json_t *lab_builtin(const char *name)
{
    const Builtin *b = lab_builtins;
    while (b->name != NULL && strcmp(b->name, name) != 0) b++;
    ck_assert_msg(b->name != NULL, "%s", name);
    json_t *const object = json_loads(b->text, 0, NULL);
    ck_assert_ptr_nonnull(object);
    return object;
}

static Cell cell_of(double saving, double low, double high, double p, double printed)
{
    return (Cell){.different       = 50,
                  .compared        = 50,
                  .saving          = saving,
                  .saving_interval = {low, high},
                  .p_holm          = p,
                  .printed         = {.there = true, .saving = printed, .significant = 1}};
}

// Without an effect it depends on whether the printed one would have been seen. The interval is one of the
// ratio of the means, r = 1 - saving, and lies around it by factors. Of a printed saving the ratio would have
// lain below 1 by the factor 1 / (1 - print); ours reaches up by (1 - low) / (1 - saving). Of a printed cost
// it would have lain above by 1 - print; ours reaches down by (1 - saving) / (1 - high).
START_TEST(test_verdicts_by_hand)
{
    static const struct {
        double  saving, low, high, p, printed;
        Verdict verdict;
    } cases[] = {
        {0.30, 0.25, 0.35, 0.001, 0.38, VERDICT_AGREES},
        {0.30, 0.25, 0.35, 0.001, 0.41, VERDICT_SAVING},
        {-0.30, -0.35, -0.25, 0.001, -0.35, VERDICT_AGREES},   // both cost
        {-0.30, -0.35, -0.25, 0.001, 0.30, VERDICT_DIRECTION},
        {-0.30, -0.35, -0.25, 0.001, 0.02, VERDICT_DIRECTION},   // clear, however little is printed
        {0.30, 0.25, 0.35, 0.001, -0.30, VERDICT_DIRECTION},
        // a test that fails, an interval that does not; the other way round
        {0.30, 0.25, 0.35, 0.060, 0.30, VERDICT_SIGNIFICANCE},    // 1 / 0.70 = 1.43 > 0.75 / 0.70 = 1.07
        {0.05, -0.02, 0.11, 0.001, 0.10, VERDICT_SIGNIFICANCE},   // 1 / 0.90 = 1.11 > 1.02 / 0.95 = 1.074
        {0.05, -0.02, 0.11, 0.300, 0.06, VERDICT_CANNOT_TELL},    // 1 / 0.94 = 1.064 < 1.074
        // insignificant, and the other direction: that is chance
        {-0.05, -0.11, 0.02, 0.300, 0.30, VERDICT_SIGNIFICANCE},   // 1 / 0.70 = 1.43 > 1.11 / 1.05 = 1.06
        {-0.30, -0.80, 0.05, 0.300, 0.40, VERDICT_SIGNIFICANCE},   // 1 / 0.60 = 1.67 > 1.80 / 1.30 = 1.38
        // savings and their differences would say the opposite: 45 < 50, 42 < 50, 30 > 22
        {-0.10, -0.60, 0.20, 0.300, 0.45, VERDICT_SIGNIFICANCE},   // 1 / 0.55 = 1.82 > 1.60 / 1.10 = 1.45
        {0.05, -0.45, 0.38, 0.300, 0.42, VERDICT_SIGNIFICANCE},    // 1 / 0.58 = 1.72 > 1.45 / 0.95 = 1.53
        {0.30, -0.02, 0.52, 0.300, -0.30, VERDICT_CANNOT_TELL},    // 1.30 < 0.70 / 0.48 = 1.46
        {0, 0, 0, 1, 0.05, VERDICT_SIGNIFICANCE},                  // the same searches: nothing, and exactly
        {0, 0, 0, 1, -0.05, VERDICT_SIGNIFICANCE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Cell c = cell_of(cases[i].saving, cases[i].low, cases[i].high, cases[i].p, cases[i].printed);
        ck_assert_msg(nodes_verdict(&c) == cases[i].verdict, "case %zu: %s", i,
                      kind_nodes.verdicts[nodes_verdict(&c)].name);
        c.compared = VERDICT_TRIALS_LEAST - 1;   // however many it has itself
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

// Forty trials of a configuration, of which the control has nine: nine are compared, too few for a verdict.
START_TEST(test_trials_that_the_control_has_not_make_no_verdict)
{
    enum { MANY = 40 };
    for (int control = VERDICT_TRIALS_LEAST - 1; control <= VERDICT_TRIALS_LEAST; control++)
        for (int own = 0; own < 2; own++) {
            json_t *const object = lab_builtin("space-and-depth-2");
            if (own) json_object_set_new(object, "positions", json_string("own"));
            char *const         text = json_dumps(object, 0);
            Experiment          e    = lab_parse(text);
            const Series *const s    = series_of_experiment(&e)->list;
            char                name[40], protocol[PROTOCOL_MAX], *report;
            size_t              size;
            Text                line   = text_on(protocol, sizeof protocol);
            Status              status = {0};
            Tables              t;
            snprintf(name, sizeof name, "%d-%d", control, own);
            Store *const store = lab_store(name, true);
            series_protocol(s, START_INITIAL, e.seed, &line);
            for (int i = 0; i < MANY; i++)
                for (int k = i < control ? 0 : 1; k < 2; k++) {
                    const char *const player = s->configurations[k].key;
                    TrialCount        count  = lab_count((uint64_t)((k == 0 ? 10000 : 5000) + 10 * i));
                    count.game               = (uint64_t)i + 1;
                    ck_assert(trial_put(store, protocol, &player, 1, i, &count, &status));
                }
            ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
            const Cell *const c = &table_cells(&t.list[0])[1];
            ck_assert(c->trials == MANY && c->different == MANY && c->compared == control);
            ck_assert_int_eq(c->verdict, control < VERDICT_TRIALS_LEAST ? VERDICT_NONE : VERDICT_AGREES);
            FILE *const out = open_memstream(&report, &size);
            report_text(out, &t);
            fclose(out);
            ck_assert(strstr(report, " compared") != NULL);   // shown where they are fewer
            free(report);
            tables_close(&t);
            store_close(store);
            experiment_close(&e);
            free(text);
            json_decref(object);
        }
}
END_TEST

// Null tests: without the technique nothing agrees, and every comparison has a verdict that it could have
// failed by.

static bool published_table_of_counts(const char *name)
{
    return strncmp(name, "history-ads", 11) == 0 || strncmp(name, "space-and", 9) == 0 ||
           strcmp(name, "abalone-1") == 0 || strcmp(name, "abalone-2") == 0;
}

// Small: two plies, one turn, starts that differ.
static void make_small(json_t *object)
{
    json_t *series;
    size_t  i;
    json_object_set_new(object, "depth", json_integer(2));
    json_object_set_new(object, "depth-convention", json_string("plies"));
    json_object_set_new(object, "turns", json_integer(1));
    json_object_set_new(object, "opening", json_string("random:3"));
    json_object_set_new(object, "midgame-turns", json_integer(3));
    json_array_foreach(json_object_get(object, "series"), i, series)
        json_object_set_new(series, "depth", json_integer(2));
}

// All configurations are the control.
START_TEST(test_no_published_table_agrees_without_the_technique)
{
    int tables = 0, tested = 0;
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        if (!published_table_of_counts(b->name)) continue;
        json_t *const object = lab_builtin(b->name);
        make_small(object);
        char *const text = json_dumps(object, 0);
        Experiment  e;
        Tables      t;
        Status      status = {0};
        ck_assert_msg(
            experiment_parse_changed(&e, text, b->name, &(ExperimentChanges){.in_place = ""}, &status), "%s",
            status.text);
        Store *const store = lab_store(b->name, true);
        lab_run(store, &e, 1, &(PlanOptions){.threads = 1, .trials = VERDICT_TRIALS_LEAST + 4});
        ck_assert(tables_make(&t, store, &e, 1, 0, &status));
        for (int i = 0; i < t.count; i++)
            for (int k = 0; k < t.list[i].count; k++) {
                const Cell *const c = &table_cells(&t.list[i])[k];
                if (isnan(c->printed.saving) || c->printed.contradicts) continue;
                ck_assert_msg(c->verdict == VERDICT_SIGNIFICANCE || c->verdict == VERDICT_CANNOT_TELL,
                              "%s, %s, %s: %s, %d compared", b->name, c->configuration->name,
                              start_names[c->start], kind_nodes.verdicts[c->verdict].name, c->compared);
                tested += c->verdict == VERDICT_SIGNIFICANCE;
            }
        tables += t.count;
        tables_close(&t);
        store_close(store);
        experiment_close(&e);
        free(text);
        json_decref(object);
    }
    ck_assert_int_eq(tables, 14 + 6 + 6);
    ck_assert_int_ge(tested, 70);
}
END_TEST

// The published matches with the opponent in the player's place, at depth 1. The variables stay, so that
// every cell has its printed share; cells of one game share their pairs.
START_TEST(test_no_published_match_agrees_without_the_technique)
{
    static const struct {
        const char *name, *eval;
    } plain[] = {{"databases-1", "baseline"},  {"databases-2", "baseline"},  {"databases-3", "baseline"},
                 {"databases-4", "baseline"},  {"databases-5", "material"},  {"databases-6", "material"},
                 {"databases-7", "manhattan"}, {"databases-8", "manhattan"}, {"databases-9", "manhattan"},
                 {"databases-10", "manhattan"}};
    int          tested = 0;
    Store *const store  = lab_store("a", true);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        char          player[60];
        json_t *const object = lab_builtin(plain[i].name);
        snprintf(player, sizeof player, "alphabeta:depth=1,eval=%s", plain[i].eval);
        json_object_set_new(object, "player", json_string(player));
        json_object_set_new(object, "opponent", json_string(player));
        char *const text = json_dumps(object, 0);
        Experiment  e    = lab_parse(text);
        Tables      t;
        Status      status = {0};
        lab_run(store, &e, 1, &(PlanOptions){.threads = 1, .trials = MATCH_PAIRS_LEAST});
        ck_assert_msg(tables_make(&t, store, &e, 1, MATCH_PAIRS_LEAST, &status), "%s", status.text);
        for (int k = 0; k < t.list[0].count; k++) {
            const MatchResultCell *const c = &table_match_cells(&t.list[0])[k];
            if (isnan(c->published)) continue;
            ck_assert_msg(c->verdict == MATCH_DIFFERS || c->verdict == MATCH_CANNOT_TELL,
                          "%s, %s, %s: '%s', %d different pairs", plain[i].name, c->cell->row,
                          c->cell->column, kind_match.verdicts[c->verdict].name, c->different);
            ck_assert_double_eq_tol(c->share, 0.5, 1e-12);
            tested += c->verdict == MATCH_DIFFERS;
        }
        tables_close(&t);
        experiment_close(&e);
        free(text);
        json_decref(object);
    }
    ck_assert_int_ge(tested, 40);
    store_close(store);
}
END_TEST

// Two standard errors of a count of five in a hundred.
static double noise(double n) { return 2 * sqrt(0.05 * 0.95 * n); }

static double uniform(Rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

// Control and treatments have the same lognormal count, but for noise of their own.
static void null_counts(Rng *rng, uint64_t counts[], int n)
{
    double sum = 0;
    for (int g = 0; g < 12; g++) sum += uniform(rng);
    for (int i = 0; i < n; i++)
        counts[i] = (uint64_t)(1e6 * exp(sum - 6) * (1 + (double)rng_below(rng, 100) / 200));
}

// No effect. Tables of four comparisons from stored rows, printed savings of 4 to 16 %: near enough to 0 that
// chance comes within ten points.
START_TEST(test_of_many_tables_without_an_effect_few_agree)
{
    enum { N = 20, CELLS = 4 };
    const int         many = TEST_SANITIZED ? 30 : test_amount(30, 1000);
    static const char file[] =
        "{\"name\":\"null\",\"paper\":\"history-ads\",\"table\":\"1\",\"game\":\"othello\","
        "\"starts\":[\"initial\"],\"configurations\":[{\"name\":\"none\"},"
        "{\"name\":\"a\",\"settings\":\"tt=8\"},{\"name\":\"b\",\"settings\":\"tt=9\"},"
        "{\"name\":\"c\",\"settings\":\"tt=10\"},{\"name\":\"d\",\"settings\":\"tt=11\"}]}";
    Experiment    e         = lab_parse(file);
    json_t *const published = json_loads(
        "{\"tables\":[{\"paper\":\"history-ads\",\"table\":\"1\",\"rows\":["
        "{\"start\":\"initial\",\"configuration\":\"none\",\"mean\":100},"
        "{\"start\":\"initial\",\"configuration\":\"a\",\"mean\":96,\"significant\":true},"
        "{\"start\":\"initial\",\"configuration\":\"b\",\"mean\":92,\"significant\":true},"
        "{\"start\":\"initial\",\"configuration\":\"c\",\"mean\":88,\"significant\":true},"
        "{\"start\":\"initial\",\"configuration\":\"d\",\"mean\":84,\"significant\":true}]}]}",
        0, NULL);
    const Series *const s      = series_of_experiment(&e)->list;
    Store *const        store  = lab_store("a", true);
    Rng                 rng    = rng_seed(5);
    Status              status = {0};
    int                 agree = 0, wrong_tables = 0, significant = 0, seen[VERDICTS] = {0};
    ck_assert(published != NULL && s->configuration_count == CELLS + 1);
    for (int table = 0; table < many; table++) {
        const char *players[CELLS + 1];
        char        protocol[PROTOCOL_MAX];
        Text        text = text_on(protocol, sizeof protocol);
        Table       t    = {.experiment = &e};
        int         here = 0;
        e.seed           = (uint64_t)table;
        series_protocol(s, START_INITIAL, e.seed, &text);
        for (int i = 0; i <= CELLS; i++) players[i] = s->configurations[i].key;
        for (int trial = 0; trial < N; trial++) {
            uint64_t   nodes[CELLS + 1];
            TrialCount counts[CELLS + 1];
            null_counts(&rng, nodes, CELLS + 1);
            for (int i = 0; i <= CELLS; i++) counts[i] = lab_count(nodes[i]), counts[i].game = nodes[0];
            ck_assert(trial_put(store, protocol, players, CELLS + 1, trial, counts, &status));
        }
        ck_assert_msg(nodes_summarise(&t, 0, store, N, published, &status), "%s", status.text);
        for (int i = 1; i <= CELLS; i++) {
            const Cell *const c = &table_cells(&t)[i];
            ck_assert(c->compared == N && c->verdict != VERDICT_NONE);
            here += c->verdict == VERDICT_AGREES;
            significant += c->p < 0.05;
            seen[c->verdict]++;
        }
        agree += here, wrong_tables += here > 0;
        free(t.cells);
        free(t.more);
    }
    const double cells = CELLS * many;
    ck_assert_msg(wrong_tables <= 0.05 * many + noise(many), "%d of %d tables", wrong_tables, many);
    ck_assert_msg(agree <= 0.05 * cells, "%d of %g cells", agree, cells);
    // chance is at work, and the verdicts are those of no effect
    ck_assert_msg(significant > 0 && significant <= 0.05 * cells + noise(cells), "%d of %g", significant,
                  cells);
    ck_assert(seen[VERDICT_CANNOT_TELL] > 0 && seen[VERDICT_SIGNIFICANCE] > 0);
    ck_assert_int_le(seen[VERDICT_DIRECTION], seen[VERDICT_SIGNIFICANCE] / 10);
    json_decref(published);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// The same a thousand times, without a store and with shorter bootstraps.
START_TEST(test_of_a_thousand_experiments_without_an_effect_few_agree)
{
    enum { N = 20, CELLS = 4 };
    const int many  = TEST_SANITIZED ? 1000 : test_amount(1000, 20000);
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
                for (int g = 0; g < 12; g++) sum += uniform(&rng);
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

// Equal players, a quarter of the games drawn.
static void null_pairs(Store *store, const Experiment *e, const MatchCell *cell, Rng *rng, int n)
{
    char   protocol[PROTOCOL_MAX];
    Text   text   = text_on(protocol, sizeof protocol);
    Status status = {0};
    match_protocol(cell, e->seed, &text);
    for (int i = 0; i < n; i++) {
        PairResult r = {.plies = {9, 9}};
        for (int k = 0; k < 2; k++) {
            const double u = uniform(rng);
            r.points[k]    = u < 0.375 ? 0 : u < 0.625 ? 1 : 2;
            r.game[k]      = rng_next(rng) | 1;
        }
        ck_assert(pair_put(store, protocol, cell->player.key, cell->opponent.key, i, &r, &status));
    }
}

// Matches without an effect: tables of stored pairs beside printed shares that are told from one half, near
// enough that chance may reach them.
START_TEST(test_of_many_matches_between_equal_players_few_agree)
{
    enum { N = 25, CELLS = 4 };
    const int  many = TEST_SANITIZED ? 40 : test_amount(40, 1000);
    Experiment e    = lab_parse(
           "{\"name\":\"null\",\"kind\":\"match\",\"paper\":\"history-ads\",\"table\":\"1\","
              "\"game\":\"connect-four:width={width}\",\"player\":\"random\",\"opponent\":\"random\","
              "\"opening\":\"random:1\",\"columns\":{\"width\":[4,5,6,7]}}");
    json_t *const published = json_loads(
        "{\"tables\":[{\"paper\":\"history-ads\",\"table\":\"1\",\"games\":100,\"rows\":["
        "{\"width\":4,\"percent\":61},{\"width\":5,\"percent\":63},"
        "{\"width\":6,\"percent\":66},{\"width\":7,\"percent\":38}]}]}",
        0, NULL);
    const MatchExperiment *const m      = match_of_experiment(&e);
    Store *const                 store  = lab_store("a", true);
    Rng                          rng    = rng_seed(7);
    Status                       status = {0};
    int                          agree = 0, apart = 0;
    ck_assert(published != NULL && m->rows * m->columns == CELLS);
    for (int table = 0; table < many; table++) {
        Table t = {.experiment = &e};
        e.seed  = (uint64_t)table;
        for (int i = 0; i < CELLS; i++) null_pairs(store, &e, &m->cells[i], &rng, N);
        ck_assert_msg(match_summarise(&t, 0, store, N, published, &status), "%s", status.text);
        for (int i = 0; i < CELLS; i++) {
            const MatchResultCell *const c = &table_match_cells(&t)[i];
            ck_assert(c->different == N && c->verdict != MATCH_NONE);
            agree += c->verdict == MATCH_AGREES || c->verdict == MATCH_DIRECTION;
            apart += c->interval.low > 0.5 || c->interval.high < 0.5;
        }
        free(t.cells);
    }
    ck_assert_msg(agree <= 0.05 * CELLS * many, "%d of %d cells", agree, CELLS * many);
    ck_assert_msg(apart > 0 && apart <= 0.05 * CELLS * many + noise(CELLS * many),
                  "%d of %d intervals leave one half out", apart, CELLS * many);
    json_decref(published);
    store_close(store);
    experiment_close(&e);
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
    tcase_add_test(tcase, test_trials_that_the_control_has_not_make_no_verdict);
    tcase_add_test(tcase, test_no_published_match_agrees_without_the_technique);
    tcase_add_test(tcase, test_of_many_tables_without_an_effect_few_agree);
    tcase_add_test(tcase, test_of_a_thousand_experiments_without_an_effect_few_agree);
    tcase_add_test(tcase, test_of_many_matches_between_equal_players_few_agree);
    suite_add_tcase(suite, tcase);
    return suite;
}
