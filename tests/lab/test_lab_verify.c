// Stored trials run again: honest rows are the same to the digit, a forged one is named; clocks are left out.
// Registrations: before or after the first row, and what had been tried.
#include "lab/verify.h"
#include "lab/lab_cases.h"
#include "lab/registration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNTS(name, depth)                                                                                  \
    "{\"name\":\"" name "\",\"game\":\"tictactoe\",\"depth\":" depth ",\"trials\":4,\"turns\":2,"            \
    "\"midgame-turns\":1,\"configurations\":[{\"name\":\"None\"},{\"name\":\"ADS\",\"settings\":"            \
    "\"order=history-ads\"}]}"
#define MATCHES                                                                                              \
    "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":\"alphabeta:{limit}\","            \
    "\"opponent\":\"random\",\"opening\":\"random:1\",\"openings\":2,\"columns\":{\"limit\":[\"depth=2\","   \
    "\"time=1\"]}}"

static const PlanOptions plan = {.threads = 1};

typedef struct Lines {
    int  count;
    char last[1000];
} Lines;

static void tell(void *context, const char *line)
{
    Lines *const lines = context;
    lines->count++;
    snprintf(lines->last, sizeof lines->last, "%s", line);
}

static VerifyResult verified(Store *store, const Experiment e[], int count, double share, uint64_t seed,
                             Lines *lines)
{
    Status              status  = {0};
    const VerifyOptions options = {.share = share, .seed = seed, .threads = 2};
    VerifyResult        result;
    *lines          = (Lines){0};
    Verify *const v = verify_open(e, count, store, &status);
    ck_assert_msg(v != NULL && store_each(store, verify_visit, v, &status), "%s", status.text);
    ck_assert_msg(verify_run(v, &options, tell, lines, &result, &status), "%s", status.text);
    verify_close(v);
    return result;
}

START_TEST(test_honest_rows_are_the_same_and_clocks_are_left_out)
{
    Experiment   e[2]  = {lab_parse(COUNTS("n", "3")), lab_parse(MATCHES)};
    Store *const store = lab_store("a.db", true);
    Lines        lines;
    lab_run(store, e, 2, &plan);
    const VerifyResult all = verified(store, e, 2, 1, 1, &lines);
    ck_assert_int_eq(all.trials, 10);   // 2 starts x 4 trials, 2 openings
    ck_assert_int_eq(all.trials_all, 10);
    ck_assert_int_eq(all.rows, 18);
    ck_assert_int_eq(all.by_the_clock, 2);
    ck_assert_int_eq(all.differ, 0);
    ck_assert_int_eq(lines.count, 0);
    const VerifyResult few = verified(store, e, 2, 0.2, 1, &lines);
    ck_assert_int_eq(few.trials, 2);
    const VerifyResult one = verified(store, e, 2, 0.001, 1, &lines);
    ck_assert_int_eq(one.trials, 1);
    store_close(store);
    for (int i = 0; i < 2; i++) experiment_close(&e[i]);
}
END_TEST

START_TEST(test_a_forged_row_is_named_with_both_values)
{
    Experiment   e      = lab_parse(COUNTS("n", "3"));
    Store *const store  = lab_store("a.db", true);
    Status       status = {0};
    Task *const  task   = calloc(1, sizeof *task);
    Lines        lines;
    TrialCount   count;
    // trial 2 of the second configuration, from the initial position: one node too many
    task->experiment = &e;
    e.kind->task(&e, 0, task);
    const char *const player = task->player[1];
    lab_run(store, &e, 1, &plan);
    const StoreKey key = {&trial_rows, task->protocol, &player, task->digest};
    TrialCount     rows[4];
    ck_assert_int_eq(store_read(store, &key, 4, rows, &status), 4);
    store_close(store);
    Store *const forged = lab_store("b.db", true);
    count               = rows[2];
    count.nodes++, count.leaves++;
    ck_assert_msg(store_put(forged, &key, 2, 1, &count, &status), "%s", status.text);
    lab_run(forged, &e, 1, &plan);
    const VerifyResult result = verified(forged, &e, 1, 1, 1, &lines);
    ck_assert_int_eq(result.rows, 16);
    ck_assert_int_eq(result.differ, 1);
    ck_assert_int_eq(lines.count, 2);   // nodes and leaves
    char expected[200];
    snprintf(expected, sizeof expected, "n, initial, ADS, trial 2: leaves %llu, kept %llu",
             (unsigned long long)rows[2].leaves, (unsigned long long)count.leaves);
    ck_assert_str_eq(lines.last, expected);
    store_close(forged);
    free(task);
    experiment_close(&e);
}
END_TEST

// Every part of the trials is as likely: over many seeds each trial is met about equally often.
START_TEST(test_the_sample_depends_on_the_seed)
{
    Experiment   e     = lab_parse(COUNTS("n", "1"));
    Store *const store = lab_store("a.db", true);
    Lines        lines;
    TrialCount   wrong  = lab_count(9);
    int          met    = 0;
    Status       status = {0};
    Task *const  task   = calloc(1, sizeof *task);
    task->experiment    = &e;
    e.kind->task(&e, 1, task);
    const char *const player = task->player[1];
    const StoreKey    key    = {&trial_rows, task->protocol, &player, task->digest};
    wrong.nodes = 999, wrong.interior = 333, wrong.leaves = 666;
    ck_assert(store_put(store, &key, 3, 1, &wrong, &status));
    lab_run(store, &e, 1, &plan);
    for (uint64_t seed = 1; seed <= 80; seed++) met += verified(store, &e, 1, 0.25, seed, &lines).differ;
    ck_assert_int_ge(met, 8);   // expected 20 of 80: 2 of 8 trials each time
    ck_assert_int_le(met, 36);
    store_close(store);
    free(task);
    experiment_close(&e);
}
END_TEST

static void expect(Store *store, const Experiment *e, const char *words)
{
    Registration r;
    Status       status = {0};
    char         text[500];
    Text         out = text_on(text, sizeof text);
    ck_assert_msg(registration_find(store, e, &r, &status), "%s", status.text);
    registration_text(&r, &out);
    ck_assert_msg(strstr(text, words) != NULL, "'%s' lacks '%s'", text, words);
}

START_TEST(test_a_report_knows_whether_and_when_an_experiment_was_registered)
{
    Experiment   one = lab_parse(COUNTS("one", "2")), two = lab_parse(COUNTS("two", "3"));
    Store *const store  = lab_store("a.db", true);
    Status       status = {0};
    bool         added;
    expect(store, &one, "not registered; in this file: 0 other protocols");
    ck_assert_msg(registration_put(store, &one, "[]", &added, &status) && added, "%s", status.text);
    expect(store, &one, "before its first row; before it: 0 other protocols of this game with rows");
    expect(store, &two,
           "not registered; in this file: 0 other protocols of this game with rows, 1 other "
           "experiment registered");
    // two runs unregistered, then is registered: its rows were there, and nothing of `one`
    lab_run(store, &two, 1, &plan);
    ck_assert(registration_put(store, &two, "[\"x\"]", &added, &status) && added);
    expect(store, &two, "after 16 of its rows were there");
    // a second registration changes nothing
    ck_assert(registration_put(store, &one, "[]", &added, &status) && !added);
    expect(store, &one, "before its first row");
    store_close(store);
    Store *const reader = lab_store("a.db", false);
    expect(reader, &two,
           "after 16 of its rows were there; before it: 0 other protocols of this game with rows, "
           "1 other experiment registered");
    store_close(reader);
    experiment_close(&one), experiment_close(&two);
}
END_TEST

START_TEST(test_the_hash_is_of_what_the_file_says_not_of_its_layout)
{
    Experiment
        a = lab_parse("{\"name\":\"n\",\"game\":\"tictactoe\",\"configurations\":[{\"name\":\"A\"}]}"),
        b = lab_parse(
            "{ \"configurations\": [ {\"name\": \"A\"} ],\n \"game\": \"tictactoe\", \"name\": \"n\" }"),
        c = lab_parse("{\"name\":\"n\",\"game\":\"tictactoe\",\"configurations\":[{\"name\":\"A\"}],"
                      "\"hypotheses\":[\"A is there.\"]}");
    Experiment bad;
    Status     status = {0};
    ck_assert_str_eq(a.hash, b.hash);
    ck_assert_str_ne(a.hash, c.hash);
    // printf '%s' '{"configurations":[{"name":"A"}],"game":"tictactoe","name":"n"}' | sha256sum
    ck_assert_str_eq(a.hash, "916c913f86040d35a44f6221c48d62f983fe40d24b8c4e6fd4c8e4859fa8becd");
    experiment_close(&a), experiment_close(&b), experiment_close(&c);
    ck_assert(
        !experiment_parse(&bad,
                          "{\"name\":\"n\",\"game\":\"tictactoe\",\"configurations\":[{\"name\":\"A\"}],"
                          "\"hypotheses\":\"A\"}",
                          "x.json", &status));
    ck_assert_ptr_nonnull(strstr(status.text, "'hypotheses': expected a list of 1 to 20 texts"));
}
END_TEST

Suite *suite_lab_verify(void);
Suite *suite_lab_verify(void)
{
    Suite *const suite = suite_create("lab_verify");
    TCase *const tcase = tcase_create("lab_verify");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_honest_rows_are_the_same_and_clocks_are_left_out);
    tcase_add_test(tcase, test_a_forged_row_is_named_with_both_values);
    tcase_add_test(tcase, test_the_sample_depends_on_the_seed);
    tcase_add_test(tcase, test_a_report_knows_whether_and_when_an_experiment_was_registered);
    tcase_add_test(tcase, test_the_hash_is_of_what_the_file_says_not_of_its_layout);
    suite_add_tcase(suite, tcase);
    return suite;
}
