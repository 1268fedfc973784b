// What the server has others do: jobs and questions, whose child is here a script that says what it is told
// to. Its words, its events, its end and its answer, field by field.
#include "base/clock.h"
#include "server/server_cases.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[60], program[80], results[80], calls[80];

static void file_fill(const char *path, const char *text)
{
    FILE *const file = fopen(path, "w");
    ck_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

// A program that notes its words in the file `calls`, a line for each time, and then does what the cases of
// the shell say: PATTERN) COMMANDS ;;
static void begin(const ServerLimits *limits, const char *cases, bool measured)
{
    char script[4000];
    snprintf(folder, sizeof folder, "/tmp/pollard-work-XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(results, sizeof results, "%s/results.db", folder);
    snprintf(calls, sizeof calls, "%s/calls", folder);
    snprintf(script, sizeof script, "#!/bin/sh\necho \"$*\" >>%s\ncase \"$*\" in\n%s\nesac\n", calls, cases);
    file_fill(program, script);
    ck_assert_int_eq(chmod(program, 0700), 0);
    if (measured) file_fill(results, "x");
    setenv("TMPDIR", folder, 1);
    server_start_with(limits, program, results);
}

// Files of jobs and pages are gone with the server.
static void finish(void)
{
    server_end();
    unlink(program), unlink(results), unlink(calls);
    ck_assert_int_eq(rmdir(folder), 0);
}

// How often it was called with these words; every call has them where they are NULL.
static int called(const char *words)
{
    char        line[1000];
    int         n    = 0;
    FILE *const file = fopen(calls, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = 0;
        n += words == NULL || strcmp(line, words) == 0;
    }
    if (file != NULL) fclose(file);
    return n;
}

static void expect(int code, const char *body)
{
    ck_assert_msg(server_code() == code && strcmp(server_body(), body) == 0, "%s, expected %d %s",
                  server_heard, code, body);
}

static void refused(int code, const char *error)
{
    char body[500];
    snprintf(body, sizeof body, "{\"ok\":false,\"error\":\"%s\"}", error);
    expect(code, body);
}

// Questions.

START_TEST(test_a_question_is_answered_as_the_child_answers_it)
{
    char words[200];
    begin(&server_limits_usual,
          "'db list --json') echo '{\"databases\": []}' ;;\n"
          "'db best chess-kqk 8/8 w --json') echo '{\"moves\": 1}' ;;\n"
          "'db probe chess-kqk x --json') printf 'more\\npollard: no position\\t\\377\\n' >&2; exit 2 ;;\n"
          "'db probe chess-krk x --json') echo other words >&2; exit 1 ;;\n"
          "'lab report history-ads-1 '*) echo pollard: nothing of it >&2; exit 2 ;;\n"
          "'lab report history-ads-2 '*) echo '{\"tables\": 2}' ;;",
          true);
    server_get("/api/databases");
    expect(200, "{\"databases\": []}\n");
    ck_assert(strstr(server_heard, "\r\nContent-Type: application/json\r\n") != NULL);
    server_post("/api/databases/probe", "{\"name\":\"chess-kqk\",\"position\":\"8/8 w\",\"line\":true}");
    expect(200, "{\"moves\": 1}\n");
    server_post("/api/databases/probe", "{\"name\":\"chess-kqk\",\"position\":\"x\"}");
    refused(400, "no position??");
    server_post("/api/databases/probe", "{\"name\":\"chess-krk\",\"position\":\"x\"}");
    refused(500, "other words");
    server_post("/api/databases/probe", "[]");
    refused(400, "expected an object, {\\\"name\\\": ..., \\\"position\\\": ...}");
    server_get("/api/lab/history-ads-1/report");
    refused(404, "nothing of it");
    server_get("/api/lab/history-ads-2/report");
    expect(200, "{\"tables\": 2}\n");
    server_get("/api/lab/history-ads-99/report");
    refused(404, "there is no experiment 'history-ads-99'");
    snprintf(words, sizeof words, "lab report history-ads-2 --results %s --json", results);
    ck_assert_int_eq(called(words), 1);
    ck_assert_int_eq(called(NULL), 6);   // what is refused by the server itself starts no child
    finish();
}
END_TEST

START_TEST(test_nothing_is_asked_of_results_that_are_not_there)
{
    begin(&server_limits_usual, "*) echo '{}' ;;", false);
    server_get("/api/lab/history-ads-1/report");
    refused(404, "nothing is measured yet: run it here, or by `pollard lab run history-ads-1`");
    ck_assert_int_eq(called(NULL), 0);
    server_get("/api/lab");
    expect(200, "{}\n");
    ck_assert_int_eq(called("lab list --json"), 1);
    finish();
}
END_TEST

// Until a file of results has changed.
START_TEST(test_the_list_of_experiments_is_made_once)
{
    char words[200];
    begin(&server_limits_usual, "*) echo \"{\\\"n\\\": $(wc -l <\"${0%/*}/calls\")}\" ;;", true);
    snprintf(words, sizeof words, "lab list --results %s --json", results);
    for (int i = 0; i < 3; i++) {
        server_get("/api/lab");
        expect(200, "{\"n\": 1}\n");
    }
    ck_assert_int_eq(called(words), 1);
    file_fill(results, "longer");
    server_get("/api/lab");
    expect(200, "{\"n\": 2}\n");
    ck_assert(called(words) == 2 && called(NULL) == 2);
    server_get("/api/databases");   // which is not kept
    server_get("/api/databases");
    ck_assert_int_eq(called("db list --json"), 2);
    finish();
}
END_TEST

START_TEST(test_pages_are_files_that_the_child_has_written)
{
    begin(&server_limits_usual,
          "*--html*) while [ \"$1\" != --html ]; do shift; done; mkdir \"$2\"; echo page >\"$2/index.html\";"
          " echo a,b >\"$2/results.csv\"; echo '{}' ;;",
          true);
    server_get("/api/lab/history-ads-1/page");
    expect(200, "page\n");
    ck_assert(strstr(server_heard, "\r\nContent-Type: text/html; charset=utf-8\r\n") != NULL);
    ck_assert(strstr(server_heard,
                     "\r\nContent-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; "
                     "img-src 'self' data:; base-uri 'none'; form-action 'none'; "
                     "frame-ancestors 'self'\r\n") != NULL);
    server_get("/api/lab/history-ads-1/results.csv");
    expect(200, "a,b\n");
    ck_assert(strstr(server_heard, "\r\nContent-Type: text/csv; charset=utf-8\r\n") != NULL);
    server_get("/api/lab/history-ads-1/matches.csv");
    refused(404, "the report has no matches.csv");
    finish();
}
END_TEST

START_TEST(test_questions_are_few_and_do_not_wait_for_ever)
{
    ServerLimits limits = server_limits_usual;
    limits.queries = 1, limits.query_seconds = 0.7;
    begin(&limits, "*) sleep 1000 ;;", true);
    const double begin_at = clock_seconds();
    server_get("/api/databases");
    refused(504, "no answer in time");
    ck_assert_double_ge(clock_seconds() - begin_at, 0.5);
    finish();
    limits.queries = 0;
    begin(&limits, "*) echo '{}' ;;", true);
    server_get("/api/databases");
    refused(503, "too many questions at the same time");
    ck_assert(strstr(server_heard, "\r\nRetry-After: 1\r\n") != NULL);
    ck_assert_int_eq(called(NULL), 0);
    finish();
}
END_TEST

// Jobs.

static const char match[] = "{\"kind\":\"match\",\"game\":\"othello\",\"players\":[\"random\",\"random\"]}";

// The events that a stream gives until it has said the text, without their numbers, a line each.
static const char *events(const char *path, const char *last)
{
    static char out[5000];
    const int   fd = server_stream(path);
    ck_assert_msg(server_hear(fd, last), "%s", server_heard);
    close(fd);
    out[0]     = 0;
    int number = 0;
    for (const char *at = server_heard; (at = strstr(at, "\nid: ")) != NULL; at++) {
        const char *const data = strstr(at, "data: ");
        ck_assert_int_eq(atoi(at + 5), ++number);
        if (data == NULL || strchr(data, '\n') == NULL) break;
        snprintf(out + strlen(out), sizeof out - strlen(out), "%.*s\n", (int)strcspn(data + 6, "\n"),
                 data + 6);
    }
    return out;
}

static json_t *job_listed(size_t i, size_t count)
{
    server_get("/api/jobs");
    ck_assert_int_eq(server_code(), 200);
    json_t *const all = json_loads(server_body(), 0, NULL), *const list = json_object_get(all, "jobs");
    ck_assert(json_is_true(json_object_get(all, "ok")) && json_array_size(list) == count);
    json_t *const job = json_incref(json_array_get(list, i));
    json_decref(all);
    return job;
}

// A job of the list, all but its seconds, which must be between these.
static void listed(size_t i, size_t count, const char *path, const char *rest, double least, double most)
{
    char          text[2000];
    json_t *const job     = job_listed(i, count);
    const double  seconds = json_number_value(json_object_get(job, "seconds"));
    snprintf(text, sizeof text, "{\"job\": \"%s\", \"ask\": %s, %s}", strrchr(path, '/') + 1, match, rest);
    json_t *const want = json_loads(text, 0, NULL);
    ck_assert_msg(want != NULL && json_is_real(json_object_get(job, "seconds")), "%s", text);
    ck_assert_msg(seconds >= least && seconds <= most, "%g", seconds);
    json_object_del(job, "seconds");
    ck_assert_msg(json_equal(job, want), "%s, expected %s", server_heard, text);
    json_decref(job);
    json_decref(want);
}

START_TEST(test_a_job_is_its_events_its_end_and_its_place_in_the_list)
{
    char path[100], words[300];
    begin(&server_limits_usual,
          "match*) echo '{\"event\":\"progress\",\"done\":1}' >&2; echo 'pollard: words\t!' >&2;"
          " echo '{\"not\": \"an event\"}' >&2; echo '{\"event\":\"progress\",\"done\":2}' >&2;"
          " echo 'last words' >&2; sleep 0.3; echo '{\"games\": 2}' ;;",
          false);
    server_job(path, match);
    ck_assert_int_eq(server_code(), 200);
    snprintf(words, sizeof words, "{\"ok\":true,\"job\":\"%s\",\"state\":\"running\"}",
             strrchr(path, '/') + 1);
    ck_assert_str_eq(server_body(), words);
    ck_assert_str_eq(events(path, "\"event\":\"end\""),
                     "{\"event\":\"start\"}\n{\"event\":\"progress\",\"done\":1}\n"
                     "{\"event\":\"progress\",\"done\":2}\n"
                     "{\"event\":\"end\",\"code\":0,\"state\":\"done\",\"text\":\"last words\","
                     "\"result\":{\"games\":2}}\n");
    listed(0, 1, path,
           "\"state\":\"done\",\"code\":0,\"progress\":{\"event\":\"progress\",\"done\":2},"
           "\"text\":\"last words\"",
           0.25, 1000);
    ck_assert(called(NULL) == 1);
    finish();
}
END_TEST

// The words of the child: those of the job, and where it keeps its games, so that it continues there.
START_TEST(test_a_job_is_stopped_and_continued_by_the_same_words)
{
    char path[100], stop[120], again[120], line[400] = "";
    begin(&server_limits_usual,
          "match*) trap 'echo pollard: interrupted >&2; exit 130' INT; echo '{\"event\":\"progress\"}' >&2;"
          " sleep 1000 & wait ;;",
          false);
    server_job(path, match);
    snprintf(stop, sizeof stop, "%s/stop", path);
    snprintf(again, sizeof again, "%s/continue", path);
    events(path, "progress");
    listed(0, 1, path,
           "\"state\":\"running\",\"code\":null,\"progress\":{\"event\":\"progress\"},\"text\":\"\"", 0,
           1000);
    server_post(again, "{}");
    refused(409, "the job is running");
    server_post(stop, "{\"x\":1}");
    refused(400, "expected an empty object, {}");
    server_post(stop, "{}");
    ck_assert_msg(strstr(server_body(), "\"state\":\"stopping\"}") != NULL, "%s", server_heard);
    ck_assert(strstr(events(path, "\"end\""), "{\"event\":\"end\",\"code\":130,\"state\":\"stopped\","
                                              "\"text\":\"interrupted\",\"result\":null}\n") != NULL);
    server_post(stop, "{}");   // it has ended: nothing to stop
    ck_assert(server_code() == 200 && strstr(server_body(), "\"state\":\"stopped\"}") != NULL);
    server_post(again, "{}");
    ck_assert(server_code() == 200 && strstr(server_body(), "\"state\":\"running\"}") != NULL);
    const double until = clock_seconds() + 30;
    while (called(NULL) < 2) ck_assert(clock_seconds() < until), usleep(10000);
    FILE *const file = fopen(calls, "r");
    ck_assert(file != NULL && fgets(line, sizeof line, file) != NULL && fclose(file) == 0);
    line[strcspn(line, "\n")] = 0;
    ck_assert_int_eq(called(line), 2);
    ck_assert_msg(strncmp(line, "match othello random random --json --save ", 42) == 0, "%s", line);
    ck_assert_msg(strstr(line, strrchr(path, '/') + 1) != NULL, "%s", line);
    ck_assert_msg(strcmp(line + strlen(line) - 6, ".match") == 0, "%s", line);
    finish();   // while it runs: its child ends, too
}
END_TEST

START_TEST(test_jobs_are_found_by_their_id_whatever_their_place)
{
    char older[100], newer[100], address[140];
    begin(&server_limits_usual, "match*) echo 'no JSON'; exit 7 ;;", false);
    server_job(older, match);
    ck_assert(strstr(events(older, "\"end\""),
                     "\"code\":7,\"state\":\"failed\",\"text\":\"\",\"result\":null}") != NULL);
    server_job(newer, match);
    events(newer, "\"end\"");
    ck_assert_str_ne(older, newer);
    listed(0, 2, newer, "\"state\":\"failed\",\"code\":7,\"progress\":null,\"text\":\"\"", 0, 1000);
    listed(1, 2, older, "\"state\":\"failed\",\"code\":7,\"progress\":null,\"text\":\"\"", 0, 1000);
    snprintf(address, sizeof address, "%s/stop", older);
    server_post(address, "{}");
    ck_assert(server_code() == 200 && strstr(server_body(), strrchr(older, '/') + 1) != NULL);
    static const char *const verbs[] = {"stop", "continue"};
    for (int i = 0; i < 2; i++) {
        snprintf(address, sizeof address, "/api/jobs/0123456789abcdef0123456789abcdef/%s", verbs[i]);
        server_post(address, "{}");
        refused(404, "there is no such job");
    }
    server_get("/api/jobs/0123456789abcdef0123456789abcdef/events");
    refused(404, "there is no such job");
    finish();
}
END_TEST

START_TEST(test_jobs_are_few_at_a_time_and_the_oldest_are_forgotten)
{
    enum { KEPT = 32 };
    ServerLimits limits = server_limits_usual;
    char         path[100], first[100], address[140];
    limits.jobs = 0;
    begin(&limits, "*) exit 0 ;;", false);
    server_post("/api/jobs", match);
    refused(503, "too many jobs at the same time");
    ck_assert(strstr(server_heard, "\r\nRetry-After: 1\r\n") != NULL);
    finish();
    begin(&server_limits_usual, "*) exit 0 ;;", false);
    server_job(first, match);
    events(first, "\"end\"");
    for (int i = 1; i < KEPT; i++) server_job(path, match), events(path, "\"end\"");
    json_decref(job_listed(0, KEPT));
    server_job(path, match);
    events(path, "\"end\"");
    json_t *const job = job_listed(KEPT - 1, KEPT);
    ck_assert_str_ne(json_string_value(json_object_get(job, "job")), strrchr(first, '/') + 1);
    json_decref(job);
    snprintf(address, sizeof address, "%s/stop", first);
    server_post(address, "{}");
    refused(404, "there is no such job");
    finish();
}
END_TEST

// At its end there is a table, made by another child.
START_TEST(test_an_experiment_has_a_table_at_its_end)
{
    char path[100], words[300];
    begin(&server_limits_usual,
          "'lab run'*) echo '{\"event\":\"progress\",\"done\":1}' >&2; echo '{\"done\": true}' ;;\n"
          "'lab report'*) echo '{\"cells\": 4}' ;;",
          true);
    server_job(path, "{\"kind\":\"lab\",\"name\":\"history-ads-1\",\"trials\":3}");
    ck_assert_str_eq(
        events(path, "\"event\":\"end\""),
        "{\"event\":\"start\"}\n{\"event\":\"progress\",\"done\":1}\n"
        "{\"event\":\"table\",\"table\":{\"cells\":4}}\n"
        "{\"event\":\"end\",\"code\":0,\"state\":\"done\",\"text\":\"\",\"result\":{\"done\":true}}\n");
    snprintf(words, sizeof words, "lab run history-ads-1 --trials 3 --json --results %s", results);
    ck_assert_int_eq(called(words), 1);
    snprintf(words, sizeof words, "lab report history-ads-1 --results %s --json", results);
    ck_assert_int_eq(called(words), 1);
    finish();
}
END_TEST

Suite *suite_server_work(void);
Suite *suite_server_work(void)
{
    Suite *const suite = suite_create("server_work");
    TCase *const tcase = tcase_create("server_work");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_a_question_is_answered_as_the_child_answers_it);
    tcase_add_test(tcase, test_nothing_is_asked_of_results_that_are_not_there);
    tcase_add_test(tcase, test_the_list_of_experiments_is_made_once);
    tcase_add_test(tcase, test_pages_are_files_that_the_child_has_written);
    tcase_add_test(tcase, test_questions_are_few_and_do_not_wait_for_ever);
    tcase_add_test(tcase, test_a_job_is_its_events_its_end_and_its_place_in_the_list);
    tcase_add_test(tcase, test_a_job_is_stopped_and_continued_by_the_same_words);
    tcase_add_test(tcase, test_jobs_are_found_by_their_id_whatever_their_place);
    tcase_add_test(tcase, test_jobs_are_few_at_a_time_and_the_oldest_are_forgotten);
    tcase_add_test(tcase, test_an_experiment_has_a_table_at_its_end);
    suite_add_tcase(suite, tcase);
    return suite;
}
