// What the tables say about rows made by hand.
#include "lab/lab_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 12 };

static void put(Store *store, const Experiment *e, const Series *s, Start start, int configuration,
                const double values[], int n)
{
    char              protocol[PROTOCOL_MAX];
    Text              a         = text_on(protocol, sizeof protocol);
    const char *const players[] = {s->configurations[configuration].key};
    Status            status    = {0};
    series_protocol(s, start, e->seed, &a);
    for (int i = 0; i < n; i++) {
        TrialCount c = lab_count((uint64_t)values[i] * 3);
        if (s->count == COUNT_NODES) c = lab_count((uint64_t)values[i]);
        c.list_length = (uint64_t)i;
        ck_assert_msg(trial_put(store, protocol, players, 1, i, &c, &status), "%s", status.text);
    }
}

static Tables make(Store *store, const Experiment *e, int count, int trials)
{
    Tables tables;
    Status status = {0};
    ck_assert_msg(tables_make(&tables, store, e, count, trials, &status), "%s", status.text);
    return tables;
}

static void expect_near(double a, double b)
{
    ck_assert_msg(fabs(a - b) <= 1e-12 * fabs(b), "%.17g, expected %.17g", a, b);
}

static double mean_of(const double x[], int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum / n;
}

static double sd_of(const double x[], int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (x[i] - mean_of(x, n)) * (x[i] - mean_of(x, n));
    return sqrt(sum / (n - 1));
}

#define HEAD "{\"name\":\"x\",\"game\":\"othello\",\"trials\":6,\"configurations\":[{\"name\":\"c\"},"
#define TAIL "{\"name\":\"d\",\"settings\":\"tt=8\"},{\"name\":\"e\",\"settings\":\"tt=9\"}]"

static int verdicts_of(const Tables *tables, Verdict verdict)
{
    int counts[VERDICTS_MAX];
    tables_verdicts(tables, counts);
    return counts[verdict];
}

START_TEST(test_figures_are_those_of_the_rows)
{
    static const char *const kinds[] = {HEAD TAIL "}", HEAD TAIL ",\"count\":\"interior\"}",
                                        HEAD TAIL ",\"positions\":\"own\"}"};
    const double x[6] = {900, 1200, 1500, 1000, 1100, 1300}, y[6] = {300, 310, 320, 330, 340, 350},
                 z[6] = {1000, 1150, 1600, 990, 1050, 1400};
    for (int kind = 0; kind < 3; kind++) {
        Experiment   e     = lab_parse(kinds[kind]);
        Store *const store = lab_store(kind == 0 ? "a" : kind == 1 ? "b" : "c", true);
        put(store, &e, series_of_experiment(&e)->list, START_INITIAL, 0, x, 6);
        put(store, &e, series_of_experiment(&e)->list, START_INITIAL, 1, y, 6);
        put(store, &e, series_of_experiment(&e)->list, START_INITIAL, 2, z, 6);
        put(store, &e, series_of_experiment(&e)->list, START_MIDGAME, 0, y, 6);
        put(store, &e, series_of_experiment(&e)->list, START_MIDGAME, 1, x, 6);
        put(store, &e, series_of_experiment(&e)->list, START_MIDGAME, 2, y, 6);
        Tables t = make(store, &e, 1, 0);
        ck_assert(t.count == 1 && t.list[0].count == 6);
        const Cell *const c = table_cells(&t.list[0]);
        for (int i = 0; i < 6; i++) {
            ck_assert_int_eq(c[i].trials, 6);
            ck_assert(c[i].start == (i < 3 ? START_INITIAL : START_MIDGAME) && c[i].verdict == VERDICT_NONE);
            ck_assert_str_eq(c[i].configuration->name, i % 3 == 0 ? "c" : i % 3 == 1 ? "d" : "e");
            expect_near(c[i].mean_list, 2.5);
            ck_assert(!c[i].with_cuts && isnan(c[i].saving) == (i % 3 == 0) &&
                      isnan(c[i].glass) == (i % 3 == 0));
        }
        expect_near(c[0].mean, mean_of(x, 6));
        expect_near(c[0].sd, sd_of(x, 6));
        expect_near(c[0].median, 1150);
        expect_near(kind == 1 ? c[0].mean_interior : c[0].mean_nodes, mean_of(x, 6));
        if (kind == 1) expect_near(c[0].mean_nodes, 3 * mean_of(x, 6));
        expect_near(c[1].saving, 1 - mean_of(y, 6) / mean_of(x, 6));
        expect_near(c[2].saving, 1 - mean_of(z, 6) / mean_of(x, 6));
        expect_near(c[4].saving, 1 - mean_of(x, 6) / mean_of(y, 6));
        expect_near(c[5].saving, 0);
        expect_near(c[1].glass, (mean_of(x, 6) - mean_of(y, 6)) / sd_of(x, 6));
        expect_near(c[1].cliff, 1);
        expect_near(c[4].cliff, -1);
        ck_assert(c[1].saving_interval.low < c[1].saving && c[1].saving < c[1].saving_interval.high);
        // Of all 924 ways to deal 12 ranks one is as far; every pair differs the same way: one of 64.
        expect_near(c[1].mann_whitney.p_smaller, 1.0 / 924);
        expect_near(c[1].mann_whitney.p_two_sided, 2.0 / 924);
        expect_near(c[4].mann_whitney.p_greater, 1.0 / 924);
        expect_near(c[5].mann_whitney.p_two_sided, 1);
        if (kind == 2) ck_assert(isnan(c[1].wilcoxon.p_two_sided));
        else expect_near(c[1].wilcoxon.p_two_sided, 2.0 / 64);
        // The test of the design, corrected by Holm over the four of both starts: the two smallest are equal,
        // then z, then 1.
        const double least = kind == 2 ? 2.0 / 924 : 2.0 / 64;
        expect_near(c[1].p, least);
        expect_near(c[1].p_holm, 4 * least);
        expect_near(c[4].p_holm, 4 * least);
        const double p = kind == 2 ? c[2].mann_whitney.p_two_sided : c[2].wilcoxon.p_two_sided;
        ck_assert(p > 0.4 && p <= 1);
        expect_near(c[2].p_holm, 2 * p > 1 ? 1 : 2 * p);
        ck_assert(isnan(c[0].p_holm) && isnan(c[3].p_holm));
        tables_close(&t);
        store_close(store);
        experiment_close(&e);
    }
}
END_TEST

START_TEST(test_a_comparison_is_over_the_trials_that_both_have)
{
    const double x[6] = {900, 1200, 1500, 1000, 1100, 1300}, y[3] = {300, 310, 320};
    Experiment   e     = lab_parse(HEAD TAIL "}");
    Store *const store = lab_store("a", true);
    put(store, &e, series_of_experiment(&e)->list, START_INITIAL, 0, x, 6);
    put(store, &e, series_of_experiment(&e)->list, START_INITIAL, 1, y, 3);
    put(store, &e, series_of_experiment(&e)->list, START_MIDGAME, 1, y, 3);
    put(store, &e, series_of_experiment(&e)->list, START_MIDGAME, 2, x, 1);
    Tables            t = make(store, &e, 1, 0);
    const Cell *const c = table_cells(&t.list[0]);
    ck_assert(c[0].trials == 6 && c[1].trials == 3 && c[2].trials == 0);
    expect_near(c[0].mean, mean_of(x, 6));
    expect_near(c[1].saving, 1 - mean_of(y, 3) / mean_of(x, 3));
    expect_near(c[1].mann_whitney.p_smaller, 1.0 / 20);
    expect_near(c[1].p_holm, 2.0 / 8);   // the only test: three pairs that differ one way
    ck_assert(isnan(c[2].mean) && isnan(c[2].saving) && isnan(c[2].mann_whitney.p_two_sided) &&
              isnan(c[2].mean_list));
    ck_assert(c[3].trials == 0 && c[4].trials == 3 && c[5].trials == 1);   // no control: means, no savings
    expect_near(c[4].mean, 310);
    ck_assert(isnan(c[4].saving) && isnan(c[4].p_holm) && isnan(c[5].sd) && isnan(c[5].saving));
    tables_close(&t);
    t = make(store, &e, 1, 2);   // fewer were asked for
    ck_assert_int_eq(table_cells(&t.list[0])[0].trials, 2);
    expect_near(table_cells(&t.list[0])[0].mean, 1050);
    tables_close(&t);
    char *const csv = lab_csv(store, &e, 1, 0);
    ck_assert(
        strstr(csv,
               "\"x\",\"\",\"othello\",\"initial\",\"e\",\"alphabeta:depth=6,tt=9\",0,,,,,,,,,,,,,,,,,,,,,"
               "undefined,,trial,,0,") != NULL);
    free(csv);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// Two trials of three and two moves, and one that does not say: then it had the four that were asked for.
START_TEST(test_a_mean_per_move_is_over_the_moves_of_each_trial)
{
    static const int    turns[3]    = {3, 2, 0};
    static const double sums[2][3]  = {{3000, 1000, 8000}, {300, 200, 800}},
                        moves[2][3] = {{1000, 500, 2000}, {100, 100, 200}};
    static const char text_of[]     = HEAD TAIL
        ",\"turns\":4,\"starts\":[\"initial\"],\"series\":[{},{\"per\":\"move\"}]}";
    Experiment   e      = lab_parse(text_of);
    Store *const store  = lab_store("a", true);
    Status       status = {0};
    char         protocol[PROTOCOL_MAX];
    Text         text = text_on(protocol, sizeof protocol);
    series_protocol(&series_of_experiment(&e)->list[0], START_INITIAL, e.seed, &text);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++) {
            const char *const players[] = {series_of_experiment(&e)->list[0].configurations[k].key};
            TrialCount        c         = lab_count((uint64_t)sums[k][i]);
            c.turns                     = turns[i];
            ck_assert(trial_put(store, protocol, players, 1, i, &c, &status));
        }
    Tables t = make(store, &e, 1, 0);
    ck_assert_int_eq(t.count, 2);
    for (int k = 0; k < 2; k++) {
        const Cell *const total = &table_cells(&t.list[0])[k], *const each = &table_cells(&t.list[1])[k];
        ck_assert(total->trials == 3 && each->trials == 3);
        expect_near(total->mean, mean_of(sums[k], 3));
        expect_near(each->mean, mean_of(moves[k], 3));
        expect_near(each->sd, sd_of(moves[k], 3));
        expect_near(each->mean_nodes, mean_of(moves[k], 3));
        expect_near(total->mean_turns, 3);
        expect_near(each->mean_turns, 3);
    }
    expect_near(table_cells(&t.list[1])[1].saving, 1 - mean_of(moves[1], 3) / mean_of(moves[0], 3));
    tables_close(&t);
    char *const csv = lab_csv(store, &e, 1, 0);
    ck_assert(
        strstr(csv,
               ",per,turns,different,cuts_first_six,p,test,control_ratio,compared,changes,digest,commit\n") !=
            NULL &&
        strstr(csv, ",trial,3,,") != NULL &&
        strstr(csv, ",move,3,,") != NULL);   // rows that do not tell their games
    free(csv);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// Six trials, of which the third repeats the first and the fifth and sixth the second: three different games.
// What counts of them is worked out by hand from trials 1, 2 and 4 alone.
START_TEST(test_equal_games_count_once)
{
    static const uint64_t games[6]  = {11, 12, 11, 13, 12, 12};
    static const double nodes[2][6] = {{1000, 2000, 1000, 3000, 2000, 2000}, {500, 400, 500, 300, 400, 400}};
    static const char *const texts[2] = {HEAD TAIL ",\"starts\":[\"initial\"]}",
                                         HEAD TAIL ",\"starts\":[\"initial\"],\"positions\":\"own\"}"};
    for (int own = 0; own < 2; own++) {
        Experiment   e      = lab_parse(texts[own]);
        Store *const store  = lab_store(own ? "own" : "shared", true);
        Status       status = {0};
        char         protocol[PROTOCOL_MAX];
        Text         text = text_on(protocol, sizeof protocol);
        series_protocol(series_of_experiment(&e)->list, START_INITIAL, e.seed, &text);
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < 6; i++) {
                const char *const players[] = {series_of_experiment(&e)->list[0].configurations[k].key};
                TrialCount        c         = lab_count((uint64_t)nodes[k][i]);
                c.game                      = games[i];
                ck_assert(trial_put(store, protocol, players, 1, i, &c, &status));
            }
        Tables            t = make(store, &e, 1, 0);
        const Cell *const c = table_cells(&t.list[0]);
        ck_assert(c[0].trials == 6 && c[0].different == 3 && c[0].different_known);
        ck_assert(c[1].trials == 6 && c[1].different == 3 && c[1].compared == 3);
        ck_assert(c[2].trials == 0 && c[2].different == 0 && c[2].compared == 0);
        expect_near(c[0].mean, 2000);
        expect_near(c[0].sd, 1000);
        expect_near(c[1].mean, 400);
        expect_near(c[1].saving, 0.8);
        expect_near(c[1].mann_whitney.p_smaller, 1.0 / 20);   // one of the ways to choose 3 of 6
        if (own == 0) expect_near(c[1].wilcoxon.p_smaller, 1.0 / 8);
        char *const csv = lab_csv(store, &e, 1, 0);
        ck_assert(strstr(csv, ",different,") != NULL && strstr(csv, ",5,3,") != NULL);
        free(csv);
        tables_close(&t);
        store_close(store);
        experiment_close(&e);
    }
}
END_TEST

// Verdicts, by rows around the printed saving of the first published table.

typedef enum { EXACT, WITHIN, BEYOND, WIDE, TURNED } Shape;

static void shape_put(Store *store, const Experiment *e, int configuration, Shape shape, double saving,
                      Start start)
{
    double x[N], y[N];
    for (int i = 0; i < N; i++) {
        x[i]         = 1000000 + 100 * i;
        double share = 1 - saving;
        if (shape == WITHIN) share -= 0.099;
        if (shape == BEYOND) share -= 0.101;
        // the same mean, by two trials
        if (shape == WIDE) share = i < 2 ? 6 * (1 - saving) - 5 * 1.0002 : 1.0002;
        if (shape == TURNED) share = 1.1;
        y[i] = floor(x[i] * share);
    }
    put(store, e, series_of_experiment(e)->list, start, 0, x, N);
    put(store, e, series_of_experiment(e)->list, start, configuration, y, N);
}

START_TEST(test_verdicts)
{
    static const struct {
        Shape   shape;
        Verdict verdict;
    } shapes[]                       = {{EXACT, VERDICT_AGREES},
                                        {WITHIN, VERDICT_AGREES},
                                        {BEYOND, VERDICT_SAVING},
                                        {WIDE, VERDICT_SIGNIFICANCE},
                                        {TURNED, VERDICT_DIRECTION}};
    static const char *const names[] = {"agrees", "agrees", "saving differs", "significance differs",
                                        "direction differs"};
    const Builtin           *b       = lab_builtins;
    while (b->name != NULL && strcmp(b->name, "space-and-depth-2") != 0) b++;
    ck_assert(b->name != NULL);
    Experiment   e     = lab_parse(b->text);
    Store *const empty = lab_store("empty", true);
    Tables       t     = make(empty, &e, 1, 0);
    const double print = table_cells(&t.list[0])[1].printed.saving;
    ck_assert(table_cells(&t.list[0])[1].printed.significant == 1 &&
              verdicts_of(&t, VERDICT_NONE) == t.list[0].count);
    expect_near(print, 1 - 41000.0 / 78600);
    expect_near(table_cells(&t.list[0])[2].printed.saving, 1 - 42700.0 / 78600);
    tables_close(&t);
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "v%d", i);
        Store *const store = lab_store(name, true);
        shape_put(store, &e, 1, shapes[i].shape, shapes[i].shape == WIDE ? 0.15 : print, START_INITIAL);
        t                   = make(store, &e, 1, N);
        const Cell *const c = &table_cells(&t.list[0])[1];
        if (shapes[i].shape == WIDE)
            ck_assert_msg(c->mann_whitney.p_two_sided > 0.05 && c->saving > 0, "%g", c->saving);
        ck_assert_msg(c->verdict == shapes[i].verdict, "shape %d: %s, saving %g, printed %g", i,
                      kind_nodes.verdicts[c->verdict].name, c->saving, print);
        ck_assert_str_eq(kind_nodes.verdicts[c->verdict].name, names[i]);
        ck_assert(table_cells(&t.list[0])[0].verdict == VERDICT_NONE &&
                  table_cells(&t.list[0])[2].verdict == VERDICT_NONE);
        ck_assert(verdicts_of(&t, shapes[i].verdict) == 1 &&
                  verdicts_of(&t, VERDICT_NONE) == t.list[0].count - 1);
        tables_close(&t);
        store_close(store);
    }
    store_close(empty);
    experiment_close(&e);
}
END_TEST

START_TEST(test_every_published_configuration_has_its_printed_figure)
{
    int          tables = 0;
    Store *const store  = lab_store("a", true);
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        Experiment e = lab_parse(b->text);
        Tables     t = make(store, &e, 1, 0);
        for (int i = 0; e.kind == &kind_nodes && i < t.count; i++) {
            const Table *const table = &t.list[i];
            tables += table_series(table)->paper[0] != 0;
            if (table_series(table)->paper[0] &&
                (strncmp(b->name, "history-ads", 11) == 0 || strncmp(b->name, "space-and", 9) == 0))
                ck_assert_int_eq(table_series(table)->start_count, 2);
            for (int k = 0; table_series(table)->paper[0] && k < table->count; k++) {
                const Cell *const c = &table_cells(table)[k];
                ck_assert_msg(c->printed.there && c->printed.mean > 0, "%s: %s, %s is not printed", b->name,
                              c->configuration->name, start_names[c->start]);
                ck_assert(isfinite(c->printed.saving) == (k % table_series(table)->configuration_count > 0));
            }
            for (int k = 0; k < table->count; k++)
                ck_assert(table_cells(table)[k].trials == 0 && table_cells(table)[k].verdict == VERDICT_NONE);
        }
        tables_close(&t);
        experiment_close(&e);
    }
    ck_assert_int_ge(tables, 14);
    store_close(store);
}
END_TEST

// When it is read, not when all trials have been run.
START_TEST(test_a_paper_without_printed_figures_is_refused)
{
    static const char        match[] = "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":"
                                       "\"random\",\"opponent\":\"random\",\"opening\":\"random:1\","
                                       "\"paper\":\"databases\",\"table\":\"XI\"}";
    static const char *const bad[][2] = {
        {HEAD TAIL ",\"paper\":\"history-ads\",\"table\":\"99\"}",
         "'table': '99': history-ads has no such printed table"},
        {HEAD TAIL ",\"paper\":\"history-ads\"}", "'table': '': history-ads has no such printed table"},
        {HEAD TAIL ",\"paper\":\"nope\",\"table\":\"1\"}",
         "'paper': 'nope': expected one of: space-and-depth, history-ads, databases, abalone"},
        {HEAD TAIL ",\"table\":\"1\"}", "'table': '1': expected 'paper' with it"},
        {HEAD TAIL ",\"paper\":\"history-ads\",\"series\":[{\"table\":\"1\"},{\"table\":\"one\"}]}",
         "series 2: 'table': 'one': history-ads has no such printed table"},
        {match, "'table': 'XI': databases has no such printed table"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Experiment e;
        Status     status = {0};
        ck_assert_msg(!experiment_parse(&e, bad[i][0], "x.json", &status), "%s", bad[i][0]);
        ck_assert_msg(strstr(status.text, bad[i][1]) != NULL, "'%s' lacks '%s'", status.text, bad[i][1]);
    }
}
END_TEST

// What a line of CSV has below a heading.
static void column(const char *csv, int line, const char *name, char out[200])
{
    const char *head = csv;
    int         at   = 0;
    while (strncmp(head, name, strlen(name)) != 0 || strchr(",\n", head[strlen(name)]) == NULL) {
        head = strchr(head, ',');
        ck_assert_msg(head != NULL, "no column %s", name);
        head++, at++;
    }
    while (line-- > 0) csv = strchr(csv, '\n') + 1;
    for (bool quoted = false; at > 0; csv++) quoted ^= *csv == '"', at -= !quoted && *csv == ',';
    snprintf(out, 200, "%.*s", (int)strcspn(csv, ",\n"), csv);
}

START_TEST(test_cut_offs_are_shares_of_their_sum)
{
    Experiment        e      = lab_parse(HEAD TAIL "}");
    Store *const      store  = lab_store("a", true);
    TrialCount        c      = lab_count(100);
    Status            status = {0};
    char              protocol[PROTOCOL_MAX];
    Text              text      = text_on(protocol, sizeof protocol);
    const char *const players[] = {series_of_experiment(&e)->list[0].configurations[0].key};
    series_protocol(series_of_experiment(&e)->list, START_INITIAL, e.seed, &text);
    c.with_cuts = true, c.cuts[0] = 6, c.cuts[2] = 2;
    ck_assert(trial_put(store, protocol, players, 1, 0, &c, &status));
    c.cuts[0] = 0, c.cuts[2] = 0, c.cuts[CUT_INDEX_MAX - 1] = 8;
    ck_assert(trial_put(store, protocol, players, 1, 1, &c, &status));
    Tables            t    = make(store, &e, 1, 0);
    const Cell *const cell = table_cells(&t.list[0]);
    ck_assert(cell->with_cuts && cell->cuts[0] == 6.0 / 16 && cell->cuts[1] == 0 &&
              cell->cuts[2] == 2.0 / 16 && cell->cuts[CUT_INDEX_MAX - 1] == 0.5);
    char *const csv = lab_csv(store, &e, 1, 0);
    char        share[200];
    column(csv, 1, "cuts_first_six", share);
    ck_assert_str_eq(share, "0.5");   // six and two of sixteen; the other eight came last
    column(csv, 2, "cuts_first_six", share);
    ck_assert_str_eq(share, "");   // nothing was counted from the midgame
    free(csv);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_csv_has_every_figure_below_its_heading)
{
    const double   x[6] = {900, 1200, 1500, 1000, 1100, 1300}, y[6] = {300, 310, 320, 1330, 340, 350};
    const Builtin *b = lab_builtins;
    while (strcmp(b->name, "history-ads-1") != 0) b++;
    Experiment   e     = lab_parse(b->text);
    Store *const store = lab_store("a", true);
    put(store, &e, series_of_experiment(&e)->list, START_MIDGAME, 0, x, 6);
    put(store, &e, series_of_experiment(&e)->list, START_MIDGAME, 1, y, 6);
    Tables            t    = make(store, &e, 1, 0);
    char *const       csv  = lab_csv(store, &e, 1, 0);
    const int         line = series_of_experiment(&e)->list->configuration_count + 1;
    const Cell *const c    = &table_cells(&t.list[0])[line];
    const struct {
        const char *name;
        double      value;
    } columns[] = {{"trials", 6},
                   {"mean", mean_of(y, 6)},
                   {"sd", sd_of(y, 6)},
                   {"median", 330},
                   {"saving", 1 - mean_of(y, 6) / mean_of(x, 6)},
                   {"saving_low", c->saving_interval.low},
                   {"saving_high", c->saving_interval.high},
                   {"p_one_sided", c->mann_whitney.p_smaller},
                   {"p_two_sided", c->mann_whitney.p_two_sided},
                   {"p_holm", c->p_holm},
                   {"p_wilcoxon", c->wilcoxon.p_two_sided},
                   {"glass_delta", (mean_of(x, 6) - mean_of(y, 6)) / sd_of(x, 6)},
                   {"cliff_delta", c->cliff},
                   {"nodes", 3 * mean_of(y, 6)},
                   {"interior", mean_of(y, 6)},
                   {"list_length", 2.5},
                   {"published_mean", c->printed.mean},
                   {"published_sd", c->printed.sd},
                   {"published_saving", c->printed.saving},
                   {"published_effect", c->printed.effect},
                   {"difference_points", 100 * (c->saving - c->printed.saving)}};
    char text[200], expected[200];
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        expected[0] = 0;
        if (isfinite(columns[i].value)) snprintf(expected, sizeof expected, "%.10g", columns[i].value);
        column(csv, line + 1, columns[i].name, text);
        ck_assert_msg(strcmp(text, expected) == 0, "%s: %s, expected %s", columns[i].name, text, expected);
    }
    column(csv, line + 1, "p_method", text);
    ck_assert_str_eq(text, "exact");
    column(csv, line + 1, "verdict", text);
    ck_assert_str_eq(text, kind_nodes.verdicts[c->verdict].name);
    column(csv, line + 1, "start", text);
    ck_assert_str_eq(text, "\"midgame\"");
    free(csv);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_csv_is_written_whole_or_not_at_all)
{
    Experiment   e     = lab_parse(HEAD "{\"name\":\"quote \\\" and, comma\"}]}");
    Store *const store = lab_store("a", true);
    Tables       t     = make(store, &e, 1, 0);
    Status       status;
    char         line[2000];
    ck_assert(csv_write(lab_path("x.csv"), &t, &kind_nodes, &status));
    FILE *const file = fopen(lab_path("x.csv"), "r");
    ck_assert(file != NULL && fgets(line, sizeof line, file) != NULL &&
              strncmp(line, "experiment,series,", 18) == 0);
    int columns = 1, quoted = 0;
    for (const char *at = line; *at; at++) columns += *at == ',';
    for (int k = 0; k < 2; k++) ck_assert(fgets(line, sizeof line, file) != NULL);
    ck_assert_msg(strstr(line, "\"quote \"\" and, comma\"") != NULL, "%s", line);
    for (const char *at = line; *at; at++) columns -= (quoted ^= *at == '"', !quoted && *at == ',');
    ck_assert_int_eq(columns, 1);   // as many as in the head
    fclose(file);
    ck_assert(!csv_write(lab_path("no-folder/x.csv"), &t, &kind_nodes, &status) &&
              strstr(status.text, "no-folder/x.csv") != NULL);
    ck_assert(csv_write("/dev/null", &t, &kind_nodes, &status));
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

Suite *suite_lab_tables(void);
Suite *suite_lab_tables(void)
{
    Suite *const suite = suite_create("lab_tables");
    TCase *const tcase = tcase_create("lab_tables");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_figures_are_those_of_the_rows);
    tcase_add_test(tcase, test_a_comparison_is_over_the_trials_that_both_have);
    tcase_add_test(tcase, test_a_mean_per_move_is_over_the_moves_of_each_trial);
    tcase_add_test(tcase, test_equal_games_count_once);
    tcase_add_test(tcase, test_verdicts);
    tcase_add_test(tcase, test_every_published_configuration_has_its_printed_figure);
    tcase_add_test(tcase, test_a_paper_without_printed_figures_is_refused);
    tcase_add_test(tcase, test_cut_offs_are_shares_of_their_sum);
    tcase_add_test(tcase, test_csv_has_every_figure_below_its_heading);
    tcase_add_test(tcase, test_csv_is_written_whole_or_not_at_all);
    suite_add_tcase(suite, tcase);
    return suite;
}
