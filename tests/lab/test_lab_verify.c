// Stored trials run again: honest rows are the same to the digit, a forged one is named; clocks are left out.
// Registrations: before or after the first row, and what had been tried.
#include "lab/verify.h"
#include "lab/lab_cases.h"
#include "lab/registration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    int  count, engines;
    char last[1000];
} Lines;

static void tell(void *context, bool engine, const char *line)
{
    Lines *const lines = context;
    lines->count++, lines->engines += engine;
    snprintf(lines->last, sizeof lines->last, "%s", line);
}

static VerifyResult verified_which(unsigned which, Store *store, const Experiment e[], int count,
                                   double share, uint64_t seed, Lines *lines)
{
    Status              status  = {0};
    const VerifyOptions options = {.share = share, .seed = seed, .threads = 2};
    VerifyResult        result;
    *lines          = (Lines){0};
    Verify *const v = verify_open(e, count, which, &status);
    ck_assert_msg(v != NULL && store_each(store, verify_visit, v, &status), "%s", status.text);
    ck_assert_msg(verify_run(v, &options, tell, lines, &result, &status), "%s", status.text);
    verify_close(v);
    return result;
}

static VerifyResult verified(Store *store, const Experiment e[], int count, double share, uint64_t seed,
                             Lines *lines)
{
    return verified_which(0, store, e, count, share, seed, lines);
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

// This program as an engine of its own (play/engines/fake_engine.h), by every protocol.
static const struct {
    const char *protocol, *game, *limit;
} engines[] = {
    {"uci", "tictactoe", "depth=1"},     {"ugi", "tictactoe", "nodes=9"},  {"xboard", "tictactoe", "depth=1"},
    {"gtp", "othello", "deadline=9000"}, {"nboard", "othello", "depth=1"}, {"jsonl", "tictactoe", "depth=1"},
};
enum { ENGINES = sizeof engines / sizeof *engines };

// A match against it, to be freed.
static char *engine_matches(int i, const char *limit)
{
    char          self[400], *text;
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    ck_assert_int_gt(n, 0);
    self[n]       = 0;
    const int got = asprintf(&text,
                             "{\"name\":\"e\",\"kind\":\"match\",\"game\":\"%s\",\"opening\":"
                             "\"random:1\",\"openings\":3,\"player\":\"alphabeta:depth=2\",\"opponent\":"
                             "\"%s:%s,restart=yes,command=%s --fake-engine %s %s good\"}",
                             engines[i].game, engines[i].protocol, limit, self, engines[i].protocol,
                             engines[i].game);
    ck_assert_int_gt(got, 0);
    return text;
}

START_TEST(test_rows_of_engines_are_run_when_asked_for_and_do_not_fail)
{
    char *const  text  = engine_matches(_i, engines[_i].limit);
    Experiment   e     = lab_parse(text);
    Store *const store = lab_store("a.db", true), *const forged = lab_store("b.db", true);
    Status status = {0};
    Lines  lines;
    lab_run(store, &e, 1, &plan);
    const VerifyResult left = verified(store, &e, 1, 1, 1, &lines);
    ck_assert(left.trials_all == 0 && left.external == 3 && left.engine_rows == 0);
    const VerifyResult run = verified_which(VERIFY_ENGINES, store, &e, 1, 1, 1, &lines);
    ck_assert(run.trials == 3 && run.engine_rows == 3 && run.external == 0);
    ck_assert(run.rows == 0 && run.differ == 0 && run.engine_differ == 0 && lines.count == 0);

    // One that plays another way today: told, and not counted as a fault.
    Task *const task = calloc(1, sizeof *task);
    PairResult  pairs[3];
    task->experiment = &e;
    e.kind->task(&e, 0, task);
    const char *const player = task->player[0], *const opponent = task->player[1];
    ck_assert_int_eq(pairs_read(store, task->protocol, player, opponent, 3, pairs, &status), 3);
    pairs[1].points[0] = 2 - pairs[1].points[0], pairs[1].plies[0]++;
    for (int i = 0; i < 3; i++)
        ck_assert_msg(pair_put(forged, task->protocol, player, opponent, i, &pairs[i], &status), "%s",
                      status.text);
    const VerifyResult other = verified_which(VERIFY_ENGINES, forged, &e, 1, 1, 1, &lines);
    ck_assert(other.engine_rows == 3 && other.engine_differ == 1 && other.differ == 0);
    ck_assert(lines.count >= 1 && lines.engines == lines.count);
    free(task);
    store_close(store), store_close(forged);
    experiment_close(&e);
    free(text);
}
END_TEST

START_TEST(test_the_clock_of_an_engine_is_a_clock)
{
    char *const  text  = engine_matches(0, "time=1");
    Experiment   e     = lab_parse(text);
    Store *const store = lab_store("a.db", true);
    Lines        lines;
    lab_run(store, &e, 1, &plan);
    const VerifyResult result = verified_which(VERIFY_ENGINES, store, &e, 1, 1, 1, &lines);
    ck_assert(result.trials_all == 0 && result.by_the_clock == 3 && result.external == 0);
    store_close(store);
    experiment_close(&e);
    free(text);
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

static void makers_count(void *context, const VerifyMaker *maker)
{
    int *const counts = context;
    counts[0]++, counts[1] += maker->rows, counts[2] += maker->differ;
    counts[3] += strcmp(maker->digest, maker->here) == 0;
}

// A trial's rows by more programs than a task has players: each is compared with the one run.
START_TEST(test_rows_of_many_programs_are_each_compared)
{
    enum { PROGRAMS = 70 };
    Experiment   e      = lab_parse(COUNTS("n", "3"));
    Store *const store  = lab_store("a.db", true);
    Status       status = {0};
    Task *const  task   = calloc(1, sizeof *task);
    Lines        lines  = {0};
    TrialCount   rows[4];
    task->experiment = &e;
    e.kind->task(&e, 0, task);
    lab_run(store, &e, 1, &plan);
    const char *const players[2] = {task->player[0], task->player[1]};
    const StoreKey    key        = {&trial_rows, task->protocol, players, task->digest};
    ck_assert_int_eq(store_read(store, &key, 4, rows, &status), 4);
    store_close(store);
    Store *const many = lab_store("b.db", true);
    for (int i = 0; i < PROGRAMS; i++) {
        char digest[BUILD_DIGEST_SIZE];
        snprintf(digest, sizeof digest, "%016x", i + 1);
        TrialCount row = rows[1];
        if (i == PROGRAMS - 1) row.list_length++;
        const StoreKey other = {&trial_rows, task->protocol, players, digest};
        ck_assert_msg(store_put(many, &other, 1, 1, &row, &status), "%s", status.text);
    }
    ck_assert(store_put(many, &key, 1, 1, &rows[1], &status));
    // all of them, and only this program's own; the file is read twice: a row that is there again counts once
    for (int own = 0; own < 2; own++) {
        VerifyResult  result;
        int           makers[4] = {0};
        Verify *const v         = verify_open(&e, 1, own ? VERIFY_OWN : 0, &status);
        for (int i = 0; i < 2; i++) ck_assert(store_each(many, verify_visit, v, &status));
        lines = (Lines){0};
        ck_assert_msg(
            verify_run(v, &(VerifyOptions){.share = 1, .threads = 1}, tell, &lines, &result, &status), "%s",
            status.text);
        verify_makers(v, makers_count, makers);
        ck_assert_int_eq(result.trials, 1);
        ck_assert_int_eq(result.rows, own ? 1 : PROGRAMS + 1);
        ck_assert_int_eq(result.repeated, result.rows);
        ck_assert_int_eq(result.differ, own ? 0 : 1);
        ck_assert_int_eq(result.other_digest, own ? 2 * PROGRAMS : 0);
        ck_assert_int_eq(lines.count, own ? 0 : 1);
        ck_assert_int_eq(makers[0], result.rows);
        ck_assert_int_eq(makers[1], result.rows);
        ck_assert_int_eq(makers[2], result.differ);
        ck_assert_int_eq(makers[3], 1);
        verify_close(v);
    }
    store_close(many);
    free(task);
    experiment_close(&e);
}
END_TEST

// The same row from two files with two values: one of them is wrong, and neither hides the other.
START_TEST(test_rows_that_contradict_each_other_are_both_compared)
{
    Experiment   e[2]  = {lab_parse(COUNTS("n", "3")), lab_parse(COUNTS("other", "2"))};
    Store *const store = lab_store("a.db", true), *const forged = lab_store("b.db", true);
    Status       status = {0};
    Task *const  task   = calloc(1, sizeof *task);
    Lines        lines  = {0};
    VerifyResult result;
    TrialCount   rows[4];
    task->experiment = &e[0];
    e[0].kind->task(&e[0], 0, task);
    lab_run(store, e, 2, &plan);
    const char *const player = task->player[0];
    const StoreKey    key    = {&trial_rows, task->protocol, &player, task->digest};
    ck_assert_int_eq(store_read(store, &key, 4, rows, &status), 4);
    rows[0].list_length++;
    ck_assert(store_put(forged, &key, 0, 1, &rows[0], &status));
    Verify *const v = verify_open(e, 1, 0, &status);
    ck_assert(store_each(store, verify_visit, v, &status) && store_each(forged, verify_visit, v, &status));
    ck_assert(verify_run(v, &(VerifyOptions){.share = 1, .threads = 2}, tell, &lines, &result, &status));
    ck_assert_int_eq(result.rows, 17);
    ck_assert_int_eq(result.differ, 1);
    ck_assert_int_eq(result.repeated, 0);
    ck_assert_int_eq(result.unmatched, 16);   // those of the other experiment
    verify_close(v);
    store_close(store), store_close(forged);
    free(task);
    for (int i = 0; i < 2; i++) experiment_close(&e[i]);
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
    char         text[1000];
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
    ck_assert_msg(registration_put(store, &one, NULL, &added, &status) && added, "%s", status.text);
    expect(store, &one,
           "before its first row, without hypotheses; before it: 0 other protocols and 0 other players of "
           "this game with rows");
    expect(
        store, &two,
        "not registered; in this file: 0 other protocols and 0 other players of this game with rows, 1 other "
        "experiment registered");
    // two runs unregistered, then is registered: its rows were there, and nothing of `one`
    lab_run(store, &two, 1, &plan);
    ck_assert(registration_put(store, &two, NULL, &added, &status) && added);
    expect(store, &two, "after 16 of its rows were there");
    // a second registration changes nothing
    ck_assert(registration_put(store, &one, NULL, &added, &status) && !added);
    expect(store, &one, "before its first row");
    store_close(store);
    Store *const reader = lab_store("a.db", false);
    expect(reader, &two,
           "after 16 of its rows were there, without hypotheses; before it: 0 other protocols and 0 other "
           "players "
           "of this game with rows, 1 other experiment registered");
    store_close(reader);
    experiment_close(&one), experiment_close(&two);
}
END_TEST

static Experiment changed(const char *text, int seed, const char *in_place)
{
    Experiment e;
    Status     status = {0};
    ck_assert_msg(experiment_parse_changed(
                      &e, text, "x.json",
                      &(ExperimentChanges){.in_place = in_place, .has_seed = seed >= 0, .seed = seed},
                      &status),
                  "%s", status.text);
    return e;
}

// What is registered is what is run: with another seed or other settings it is another experiment.
START_TEST(test_another_seed_is_not_what_was_registered)
{
    static const char text[] = COUNTS("one", "2");
    static const char same[] =
        "{\"name\":\"one\",\"game\":\"tictactoe\",\"depth\":2,\"trials\":4,\"turns\":2,"
        "\"midgame-turns\":1,\"seed\":7,\"configurations\":[{\"name\":\"None\"},{\"name\":"
        "\"ADS\",\"settings\":\"order=history-ads\"}]}";
    Experiment one = lab_parse(text), own = changed(text, 1, NULL), seven = changed(text, 7, NULL),
               none = changed(text, 7, ""), written = lab_parse(same);
    Store *const store  = lab_store("a.db", true);
    Status       status = {0};
    bool         added;
    ck_assert_str_eq(own.hash, one.hash);
    ck_assert_str_eq(own.changes, "");
    ck_assert_str_eq(seven.file_hash, one.hash);
    ck_assert_str_eq(seven.hash, written.hash);
    ck_assert_uint_eq(seven.seed, 7);
    ck_assert_str_eq(none.changes, " --seed 7 --in-place none");
    ck_assert(registration_put(store, &one, NULL, &added, &status) && added);
    expect(store, &seven, "not registered with --seed 7; its file was registered 20");
    expect(store, &none, "not registered with --seed 7 --in-place none; its file was registered 20");
    // what was tried after the registration is told too: two starts with another seed
    lab_run(store, &seven, 1, &plan);
    expect(store, &one,
           "before its first row, without hypotheses; before it: 0 other protocols and 0 other players of "
           "this game "
           "with rows; after it: 2 other protocols and 0 other players of this game with rows");
    ck_assert(registration_put(store, &seven, NULL, &added, &status) && added);
    expect(store, &one,
           "after it: 2 other protocols and 0 other players of this game with rows, 1 other experiment "
           "registered");
    expect(store, &written, "after 16 of its rows were there, without hypotheses; before it: 0 other");
    // fewer trials than were registered
    lab_run(store, &one, 1, &(PlanOptions){.threads = 1, .trials = 3});
    expect(store, &one,
           "before its first row, without hypotheses, 12 of its 16 rows are there now; before it: ");
    store_close(store);
    experiment_close(&one), experiment_close(&own), experiment_close(&seven);
    experiment_close(&none), experiment_close(&written);
}
END_TEST

// Settings are varied more often than protocols: each player of the same protocols that is not the
// experiment's own counts once, before the registration or after it; so do games by their number.
START_TEST(test_other_players_of_the_same_protocol_are_counted)
{
    static const char text[] = COUNTS("one", "2");
    Experiment        one = lab_parse(text), killer = changed(text, 1, "order=killer"),
               history = changed(text, 1, "order=history"), seven = changed(text, 7, "order=killer");
    Experiment games = lab_parse(
        "{\"name\":\"games\",\"depth\":2,\"trials\":4,\"turns\":2,\"midgame-turns\":1,\"series\":[{\"game\":"
        "\"tictactoe\"},{\"game\":\"connect-four\"}],\"configurations\":[{\"name\":\"None\"}]}");
    Store *const store  = lab_store("a.db", true);
    Status       status = {0};
    bool         added;
    ck_assert(registration_put(store, &one, NULL, &added, &status) && added);
    lab_run(store, &killer, 1, &plan);
    lab_run(store, &history, 1, &plan);
    lab_run(store, &seven, 1, &plan);   // other protocols
    expect(store, &one,
           "before it: 0 other protocols and 0 other players of this game with rows; after it: 2 other "
           "protocols "
           "and 2 other players of this game with rows");
    expect(store, &games,
           "not registered; in this file: 2 other protocols and 2 other players of these games with rows");
    store_close(store);
    experiment_close(&one), experiment_close(&killer), experiment_close(&history);
    experiment_close(&seven), experiment_close(&games);
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
    tcase_add_loop_test(tcase, test_rows_of_engines_are_run_when_asked_for_and_do_not_fail, 0, ENGINES);
    tcase_add_test(tcase, test_the_clock_of_an_engine_is_a_clock);
    tcase_add_test(tcase, test_a_forged_row_is_named_with_both_values);
    tcase_add_test(tcase, test_rows_of_many_programs_are_each_compared);
    tcase_add_test(tcase, test_rows_that_contradict_each_other_are_both_compared);
    tcase_add_test(tcase, test_the_sample_depends_on_the_seed);
    tcase_add_test(tcase, test_another_seed_is_not_what_was_registered);
    tcase_add_test(tcase, test_other_players_of_the_same_protocol_are_counted);
    tcase_add_test(tcase, test_a_report_knows_whether_and_when_an_experiment_was_registered);
    tcase_add_test(tcase, test_the_hash_is_of_what_the_file_says_not_of_its_layout);
    suite_add_tcase(suite, tcase);
    return suite;
}
