// Running experiments: whatever the threads, however often it is stopped, the results are those of single
// trials, and nothing is run twice.
#include "lab/lab_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXPERIMENTS = 3, TRIALS_ROOM = 20 };
static const char *const texts[EXPERIMENTS] = {
    "{\"name\":\"a\",\"game\":\"othello\",\"depth\":3,\"turns\":3,\"midgame-turns\":4,\"trials\":"
    "6,"
    "\"quick-trials\":2,\"generator\":\"shuffled\",\"configurations\":[{\"name\":\"None\"},{\"name\":\"ADS\","
    "\"settings\":"
    "\"order=history-ads\"},{\"name\":\"Windows\",\"settings\":\"windows=1/1/1,stats=yes\"}]}",
    // The positions of the first, another configuration, and one of those already there.
    "{\"name\":\"b\",\"game\":\"othello\",\"depth\":3,\"turns\":3,\"midgame-turns\":4,\"trials\":"
    "4,"
    "\"quick-trials\":3,\"generator\":\"shuffled\",\"configurations\":[{\"name\":\"None\"},{\"name\":"
    "\"History\","
    "\"settings\":"
    "\"order=history\"},{\"name\":\"ADS\",\"settings\":\"order=history-ads\"}]}",
    "{\"name\":\"c\",\"game\":\"tictactoe\",\"depth\":4,\"turns\":2,\"midgame-turns\":1,\"trials\":5,\"quick-"
    "trials\":"
    "1,"
    "\"configurations\":[{\"name\":\"None\"},{\"name\":\"ADS\",\"settings\":\"order=history-ads\"}],"
    "\"series\":[{"
    "\"label\":"
    "\"own\",\"positions\":\"own\",\"opponents\":\"random\"},{\"label\":\"four\",\"game\":\"virus:players=4,"
    "size=5\","
    "\"search\":"
    "\"brs\",\"starts\":[\"midgame\"]}]}",
};

static Experiment list[EXPERIMENTS];

static void setup(void)
{
    lab_folder_make();
    for (int i = 0; i < EXPERIMENTS; i++) list[i] = lab_parse(texts[i]);
}

static void teardown(void)
{
    for (int i = 0; i < EXPERIMENTS; i++) experiment_close(&list[i]);
    lab_folder_remove();
}

typedef struct Reported {
    int          calls, stop_after, finished, total;
    double       done, saving;
    atomic_bool *stop;
} Reported;

static void reported(void *context, const PlanProgress *p)
{
    Reported *const t = context;
    ck_assert(p->done > 0 && p->done <= 1 && p->finished > t->finished && p->finished <= p->total);
    double            saving = NAN;
    const char *const said   = strstr(p->what, ": saving ");
    if (said != NULL) ck_assert_int_eq(sscanf(said, ": saving %lf %%", &saving), 1);
    ck_assert(p->what[0] && (isnan(saving) || saving < 100));
    t->calls++, t->finished = p->finished, t->total = p->total, t->done = p->done, t->saving = saving / 100;
    if (t->calls == t->stop_after) atomic_store(t->stop, true);
}

static bool run(Store *store, const Experiment *from, int count, const PlanOptions *options, Reported *t)
{
    Status     status = {.text = "something"};
    const bool good   = plan_run(store, from, count, options, reported, t, &status);
    ck_assert_str_eq(status.text, "");
    return good;
}

static char *csv_of(const char *name, int threads)
{
    Store *const store = lab_store(name, true);
    lab_run(store, list, EXPERIMENTS, &(PlanOptions){.threads = threads});
    char *const csv = lab_csv(store, list, EXPERIMENTS, 0);
    store_close(store);
    return csv;
}

// All rows of an experiment, times and all.
static int rows_of(Store *store, const Experiment *e, TrialCount *out)
{
    int n = 0;
    for (int s = 0; s < series_of_experiment(e)->count; s++)
        for (int k = 0; k < series_of_experiment(e)->list[s].start_count; k++)
            for (int c = 0; c < series_of_experiment(e)->list[s].configuration_count; c++) {
                char   protocol[PROTOCOL_MAX];
                Text   a = text_on(protocol, sizeof protocol);
                Status status;
                series_protocol(&series_of_experiment(e)->list[s], series_of_experiment(e)->list[s].starts[k],
                                e->seed, &a);
                const char *const key   = series_of_experiment(e)->list[s].configurations[c].key;
                const int         found = trials_read(store, protocol, key, TRIALS_ROOM, &out[n], &status);
                ck_assert_int_ge(found, 0);
                n += found;
            }
    return n;
}

// The times too: not run again.
static bool rows_same(const TrialCount a[], const TrialCount b[], int n)
{
    int same = 0;
    for (int i = 0; i < n; i++) same += lab_count_same(&a[i], &b[i]) && a[i].seconds == b[i].seconds;
    return same == n;
}

START_TEST(test_threads_change_nothing)
{
    char *const one = csv_of("a", 1);
    for (int threads = 2; threads <= 5; threads++) {
        char name[16];
        snprintf(name, sizeof name, "t%d", threads);
        char *const more = csv_of(name, threads);
        ck_assert_str_eq(one, more);
        free(more);
    }
    int lines = 0;
    for (const char *at = one; *at; at++) lines += *at == '\n';
    ck_assert_int_eq(lines, 1 + 6 + 6 + 4 + 2);
    free(one);
}
END_TEST

// How many rows of one file are in another.
typedef struct Shared {
    Store *with;
    int    rows, shared;
} Shared;

static bool shared_count(void *context, const StoreRow *row, Status *status)
{
    Shared *const shared = context;
    (void)status;
    shared->rows++;
    shared->shared += store_has(shared->with, &row->key, row->number);
    return true;
}

static Shared shared_rows(Store *a, Store *b)
{
    Status status;
    Shared shared = {.with = b};
    ck_assert(store_each(a, shared_count, &shared, &status));
    return shared;
}

START_TEST(test_parts_share_nothing_and_are_the_whole_together)
{
    Store *const whole = lab_store("whole", true);
    lab_run(whole, list, EXPERIMENTS, &(PlanOptions){.threads = 2});
    for (int parts = 2; parts <= 4; parts++) {
        int    rows = 0;
        Store *part[4];
        for (int i = 0; i < parts; i++) {
            char name[16];
            snprintf(name, sizeof name, "p%d-%d", parts, i);
            part[i] = lab_store(name, true);
            lab_run(part[i], list, EXPERIMENTS, &(PlanOptions){.threads = 1 + i, .part = {i + 1, parts}});
            const Shared shared = shared_rows(part[i], whole);
            ck_assert_int_eq(shared.rows, shared.shared);
            ck_assert_int_gt(shared.rows, 0);
            rows += shared.rows;
            for (int k = 0; k < i; k++) ck_assert_int_eq(shared_rows(part[i], part[k]).shared, 0);
        }
        ck_assert_int_eq(rows, shared_rows(whole, whole).rows);
        for (int i = 0; i < parts; i++) store_close(part[i]);
    }
    store_close(whole);
}
END_TEST

// An experiment's trials fall to the same parts, whatever else is run.
START_TEST(test_the_parts_of_an_experiment_do_not_depend_on_others)
{
    const PlanOptions options = {.threads = 1, .part = {2, 3}};
    Store *const all = lab_store("all", true), *const alone = lab_store("alone", true);
    lab_run(all, list, EXPERIMENTS, &options);
    for (int i = EXPERIMENTS - 1; i >= 0; i--) lab_run(alone, &list[i], 1, &options);
    const Shared one = shared_rows(all, alone), other = shared_rows(alone, all);
    // Experiments that share positions run as many trials of each other as the longest has.
    ck_assert_int_eq(other.rows, other.shared);
    ck_assert_int_eq(one.shared, other.rows);
    ck_assert_int_gt(other.rows, 20);
    store_close(all);
    store_close(alone);
}
END_TEST

START_TEST(test_what_is_stored_is_what_single_trials_count)
{
    static TrialCount rows[2000];
    Store *const      store = lab_store("a", true);
    lab_run(store, list, EXPERIMENTS, &(PlanOptions){.threads = 2});
    for (int i = 0; i < EXPERIMENTS; i++) {
        const Experiment *const e     = &list[i];
        const int               count = rows_of(store, e, rows);
        int                     at    = 0;
        for (int s = 0; s < series_of_experiment(e)->count; s++) {
            Variant v = test_open(series_of_experiment(e)->list[s].game);
            for (int k = 0; k < series_of_experiment(e)->list[s].start_count; k++)
                for (int c = 0; c < series_of_experiment(e)->list[s].configuration_count; c++)
                    for (int trial = 0; trial < (i == 1 ? 6 : e->trials); trial++) {
                        const Configuration *const of      = series_of_experiment(e)->list[s].configurations;
                        const char *const          specs[] = {of[0].key, of[c].key};
                        TrialCount                 counts[2];
                        Status                     status;
                        ck_assert(trial_run(&(Trial){&v, &series_of_experiment(e)->list[s],
                                                     series_of_experiment(e)->list[s].starts[k], e->seed,
                                                     trial, NULL},
                                            specs, 2, counts, &status));
                        ck_assert_msg(lab_count_same(&rows[at++], &counts[1]), "%s, trial %d", specs[1],
                                      trial);
                    }
            variant_close(&v);
        }
        ck_assert_int_eq(at, count);
    }
    store_close(store);
}
END_TEST

START_TEST(test_trials_that_experiments_share_are_run_once)
{
    static TrialCount before[200], after[200];
    Store *const      store = lab_store("a", true);
    const PlanOptions one   = {.threads = 1};
    Reported          both = {0}, again = {0}, later = {0};
    ck_assert(run(store, list, 2, &one, &both));
    ck_assert_int_eq(both.total, 12);   // two starts, six trials: those of b are among them
    ck_assert_int_eq(both.calls, 12);
    ck_assert(both.finished == 12 && both.done == 1);
    const int n = rows_of(store, &list[0], before);
    ck_assert_int_eq(n, 2 * 3 * 6);
    ck_assert(run(store, list, EXPERIMENTS, &one, &again));
    ck_assert_int_eq(again.calls, 15);   // of c alone
    ck_assert_int_eq(again.total, 27);
    ck_assert(rows_of(store, &list[0], after) == n && rows_same(before, after, n));
    atomic_bool       stop = true;   // nothing to do: not even stopped
    const PlanOptions none = {.threads = 2, .stop = &stop};
    ck_assert(run(store, list, EXPERIMENTS, &none, &later));
    ck_assert_int_eq(later.calls, 0);
    store_close(store);
}
END_TEST

START_TEST(test_a_configuration_added_later_gets_the_same_positions)
{
    char *const  whole = csv_of("a", 2);
    Store *const store = lab_store("b", true);
    for (int i = EXPERIMENTS; i-- > 0;) lab_run(store, &list[i], 1, &(PlanOptions){.threads = 2});
    char *const apart = lab_csv(store, list, EXPERIMENTS, 0);
    ck_assert_str_eq(whole, apart);
    store_close(store);
    free(whole);
    free(apart);
}
END_TEST

START_TEST(test_more_trials_later_keep_the_earlier_rows)
{
    static TrialCount few[500], many[500];
    Store *const      store = lab_store("a", true);
    Reported          t     = {0};
    ck_assert_int_eq(plan_trials(&list[0], &(PlanOptions){0}), 6);
    ck_assert_int_eq(plan_trials(&list[0], &(PlanOptions){.quick = true}), 2);
    ck_assert_int_eq(plan_trials(&list[0], &(PlanOptions){.trials = 9}), 9);
    ck_assert(run(store, list, 1, &(PlanOptions){.threads = 1, .quick = true}, &t));
    ck_assert(t.calls == 4 && rows_of(store, &list[0], few) == 12);
    t = (Reported){0};
    ck_assert(run(store, list, 1, &(PlanOptions){.threads = 2}, &t));
    ck_assert(t.calls == 8 && t.total == 12 && rows_of(store, &list[0], many) == 36);
    for (int cell = 0; cell < 6; cell++) ck_assert(rows_same(&few[2 * cell], &many[6 * cell], 2));
    t = (Reported){0};
    ck_assert(run(store, list, 1, &(PlanOptions){.threads = 2, .trials = 7}, &t));
    ck_assert(t.calls == 2 && rows_of(store, &list[0], few) == 42);
    for (int cell = 0; cell < 6; cell++) ck_assert(rows_same(&many[6 * cell], &few[7 * cell], 6));
    store_close(store);
}
END_TEST

START_TEST(test_a_run_that_is_stopped_goes_on_to_the_same_end)
{
    char *const whole = csv_of("a", 1);
    int         stops = 0;
    for (int threads = 1; threads <= 2; threads++) {
        Store *const store = lab_store(threads == 1 ? "b" : "c", true);
        for (bool done = false; !done;) {
            atomic_bool stop = false;
            Reported    t    = {.stop_after = 1 + stops % 4, .stop = &stop};
            done = run(store, list, EXPERIMENTS, &(PlanOptions){.threads = threads, .stop = &stop}, &t);
            ck_assert(done || t.calls >= t.stop_after);
            stops++;
        }
        char *const parts = lab_csv(store, list, EXPERIMENTS, 0);
        ck_assert_str_eq(whole, parts);
        free(parts);
        store_close(store);
    }
    ck_assert_int_gt(stops, 8);
    free(whole);
}
END_TEST

START_TEST(test_a_plan_that_cannot_be_run_says_why_and_keeps_the_rest)
{
    Store *const store = lab_store("a", true);
    Experiment   bad   = lab_parse(
            "{\"name\":\"d\",\"game\":\"tictactoe\",\"depth\":2,\"midgame-turns\":7,\"trials\":3,"
                "\"configurations\":[{\"name\":\"None\"}]}");
    TrialCount rows[10];
    for (int threads = 1; threads <= 2; threads++) {
        Status status = {0};
        ck_assert(!plan_run(store, &bad, 1, &(PlanOptions){.threads = threads}, NULL, NULL, &status));
        ck_assert_str_eq(status.text, "tictactoe: no game lasts 7 turns, so there is no midgame");
    }
    ck_assert_int_ge(rows_of(store, &bad, rows), 1);   // of the initial position
    store_close(store);
    experiment_close(&bad);
}
END_TEST

Suite *suite_lab_plan(void);
Suite *suite_lab_plan(void)
{
    Suite *const suite = suite_create("lab_plan");
    TCase *const tcase = tcase_create("lab_plan");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, test_threads_change_nothing);
    tcase_add_test(tcase, test_what_is_stored_is_what_single_trials_count);
    tcase_add_test(tcase, test_parts_share_nothing_and_are_the_whole_together);
    tcase_add_test(tcase, test_the_parts_of_an_experiment_do_not_depend_on_others);
    tcase_add_test(tcase, test_trials_that_experiments_share_are_run_once);
    tcase_add_test(tcase, test_a_configuration_added_later_gets_the_same_positions);
    tcase_add_test(tcase, test_more_trials_later_keep_the_earlier_rows);
    tcase_add_test(tcase, test_a_run_that_is_stopped_goes_on_to_the_same_end);
    tcase_add_test(tcase, test_a_plan_that_cannot_be_run_says_why_and_keeps_the_rest);
    suite_add_tcase(suite, tcase);
    return suite;
}
