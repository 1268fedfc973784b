// Bodies of requests: what starts a search, what nothing could end, and the words that jobs become. And
// feeds: bounded, numbered, in order.
#include "protocols/thinker.h"
#include "server/feed.h"
#include "server/job_ask.h"
#include "server/session_ask.h"
#include "server/stamp.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Sessions.

static AskFacts facts_of(const char *body)
{
    AskFacts      facts;
    Status        status;
    json_t *const json = session_ask_read(body, strlen(body), &facts, &status);
    ck_assert_msg(json != NULL, "%s: %s", body, status.text);
    json_decref(json);
    return facts;
}

START_TEST(test_searches_are_known_and_those_without_a_limit)
{
    ck_assert(!facts_of("{\"do\":\"state\"}").search && !facts_of("{\"do\":\"stop\"}").search);
    ck_assert(facts_of("{\"do\":\"think\",\"depth\":3}").search);
    ck_assert(!facts_of("{\"do\":\"think\",\"depth\":3}").unlimited);
    ck_assert(facts_of("{\"do\":\"values\",\"infinite\":true}").unlimited);
    ck_assert(!facts_of("{\"do\":\"values\",\"infinite\":false}").unlimited);
    ck_assert(facts_of("{\"do\":\"analyse\"}").search && facts_of("{\"do\":\"analyse\"}").unlimited);
}
END_TEST

START_TEST(test_bodies_that_are_no_request_are_refused)
{
    static const char *const bodies[] = {
        "", "x", "null", "[]", "{}", "{\"do\":1}", "{\"do\":\"a\",\"do\":\"b\"}", "{\"do\":\"a\"} x"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        AskFacts facts;
        Status   status = {0};
        ck_assert_msg(session_ask_read(bodies[i], strlen(bodies[i]), &facts, &status) == NULL, "%s",
                      bodies[i]);
        ck_assert(status.text[0] != 0);
    }
    AskFacts facts;
    Status   status;
    ck_assert(session_ask_read(NULL, 0, &facts, &status) == NULL);
    ck_assert(session_ask_read("{\"do\":\"a\"}\0", 11, &facts, &status) == NULL);
    ck_assert(facts_of("{\"do\":\"perft\",\"depth\":4}").search);
}
END_TEST

static bool open_read(const char *body, OpenAsk *ask)
{
    Status     status = {0};
    const bool good   = session_open_read(body, strlen(body), ask, &status);
    ck_assert_msg(good == (status.text[0] == 0), "%s: %s", body, status.text);
    return good;
}

START_TEST(test_a_session_is_opened_with_requests_a_line_each)
{
    OpenAsk ask;
    ck_assert(open_read("{}", &ask) && !ask.about && ask.lines == NULL);
    ck_assert(open_read("{\"ask\":[],\"about\":false}", &ask) && !ask.about && ask.lines == NULL);
    ck_assert(open_read("{\"about\":true}", &ask) && ask.about && ask.lines == NULL);
    ck_assert(open_read("{\"ask\": [{\"do\": \"new\", \"game\": \"a\\nb\"}, {\"do\":\"board\"}]}", &ask));
    ck_assert_str_eq(ask.lines, "{\"do\":\"new\",\"game\":\"a\\nb\"}\n{\"do\":\"board\"}");
    free(ask.lines);
}
END_TEST

START_TEST(test_a_session_is_not_opened_with_searches_or_many_requests)
{
    static const char *const bodies[]  = {"",
                                          "[]",
                                          "{\"a\":1}",
                                          "{\"about\":1}",
                                          "{\"ask\":{}}",
                                          "{\"ask\":[1]}",
                                          "{\"ask\":[{}]}",
                                          "{\"ask\":[{\"do\":\"board\"},{\"do\":\"think\",\"depth\":1}]}",
                                          "{\"ask\":[{\"do\":\"perft\",\"depth\":9}]}",
                                          "{\"ask\":[{\"do\":\"a\",\"do\":\"b\"}]}"};
    char                     many[400] = "{\"ask\":[{\"do\":\"board\"}";
    OpenAsk                  ask;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        ck_assert_msg(!open_read(bodies[i], &ask), "%s", bodies[i]);
    for (int i = 1; i < ASK_FIRST_MAX; i++) strcat(many, ",{\"do\":\"board\"}");
    const size_t length = strlen(many);
    strcpy(many + length, "]}");
    ck_assert(open_read(many, &ask));
    free(ask.lines);
    strcpy(many + length, ",{\"do\":\"board\"}]}");
    ck_assert(!open_read(many, &ask));
}
END_TEST

START_TEST(test_players_of_strangers_take_little)
{
    static const struct {
        const char *spec;
        bool        good;
    } rows[] = {
        {"engine", true},
        {"random", true},
        {"engine:threads=2", true},
        {"engine:threads=3", false},
        {"alphabeta:depth=2,order=tt,tt=22", true},
        {"alphabeta:depth=2,order=tt,tt=23", false},
        {"alphabeta:depth=2,preset=nothing", false},
    };
    Variant v = test_open("othello");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PlayerSpec spec;
        Status     status = {0};
        ck_assert(player_spec_parse(&spec, rows[i].spec, &status));
        ck_assert_msg(spec_limits_check(&spec, &v, ASK_THREADS_MAX, ASK_TABLE_MAX, &status) == rows[i].good,
                      "%s: %s", rows[i].spec, status.text);
        ck_assert_msg(spec_is_own(&spec, &status), "%s", rows[i].spec);
        if (i < 6) ck_assert(spec_limits_check(&spec, &v, 0, 0, &status));
    }
    variant_close(&v);
}
END_TEST

// Files.

static void file_fill(const char *path, const char *text)
{
    FILE *const file = fopen(path, "w");
    ck_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

START_TEST(test_a_stamp_changes_with_every_file_that_it_is_made_of)
{
    char folder[] = "/tmp/pollard-stamp-XXXXXX", path[100], log[110];
    ck_assert(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/results.db", folder);
    snprintf(log, sizeof log, "%s-wal", path);
    const Stamp none = stamp_database(0, path), empty = stamp_folder(0, folder);
    file_fill(path, "a");
    const Stamp one = stamp_database(0, path), first = stamp_folder(0, folder);
    ck_assert(one != none && first != empty && stamp_database(0, path) == one);
    ck_assert(stamp_folder(0, folder) == first);
    file_fill(log, "a");
    const Stamp logged = stamp_database(0, path), second = stamp_folder(0, folder);
    ck_assert(logged != one && second != first);
    file_fill(log, "ab");
    ck_assert(stamp_database(0, path) != logged && stamp_folder(0, folder) != second);
    ck_assert(unlink(path) == 0 && unlink(log) == 0 && stamp_database(0, path) == none);
    ck_assert(stamp_folder(0, folder) == empty && rmdir(folder) == 0);
    ck_assert(stamp_folder(0, folder) == empty && stamp_file(0, "/nothing") != 0);
}
END_TEST

// Jobs.

static void words_are(const char *body, const char *expected)
{
    JobAsk        ask;
    Status        status;
    char          text[1000];
    Text          out  = text_on(text, sizeof text);
    json_t *const json = json_loads(body, 0, NULL);
    ck_assert_msg(job_ask_read(json, &ask, &status), "%s: %s", body, status.text);
    for (int i = 0; i < ask.words.count; i++) text_add(&out, "%s%s", i ? "|" : "", ask.words.word[i]);
    ck_assert_str_eq(text, expected);
    words_close(&ask.words);
    json_decref(json);
}

static void job_refused(const char *body, const char *word)
{
    JobAsk        ask;
    Status        status = {0};
    json_t *const json   = json_loads(body, 0, NULL);
    ck_assert_msg(json != NULL && !job_ask_read(json, &ask, &status), "%s", body);
    ck_assert_msg(strstr(status.text, word) != NULL, "%s: %s", body, status.text);
    json_decref(json);
}

START_TEST(test_jobs_become_the_words_of_a_command)
{
    words_are("{\"kind\":\"lab\",\"name\":\"history-ads-1\",\"trials\":5}",
              "lab|run|history-ads-1|--trials|5");
    words_are("{\"kind\":\"lab\",\"name\":\"history-ads\",\"quick\":true,\"threads\":1}",
              "lab|run|history-ads|--quick|--threads|1");
    words_are("{\"kind\":\"match\",\"game\":\"othello\",\"players\":[\"random\",\"alphabeta:depth=2\"],"
              "\"games\":10,\"sprt\":[0,10.5],\"openings\":4,\"seed\":0}",
              "match|othello|random|alphabeta:depth=2|--games|10|--seed|0|--sprt|0,10.5|--openings|random:4");
    words_are("{\"kind\":\"match\",\"game\":\"virus:players=3\",\"players\":[\"random\",\"random\"],"
              "\"openings\":0}",
              "match|virus:players=3|random|random|--openings|none");
    // A search that may take long has the time that is allowed; others none, so that their games repeat.
    words_are("{\"kind\":\"match\",\"game\":\"othello\",\"players\":[\"alphabeta:depth=40\",\"alphabeta:"
              "depth=6\"]}",
              "match|othello|alphabeta:depth=40,time=60000|alphabeta:depth=6");
    // Where nothing is cut off a few plies are long.
    words_are("{\"kind\":\"match\",\"game\":\"othello\",\"players\":[\"maxn:depth=4\",\"maxn:depth=3\"]}",
              "match|othello|maxn:depth=4,time=60000|maxn:depth=3");
    words_are("{\"kind\":\"match\",\"game\":\"othello\",\"players\":[\"alphabeta:nodes=2000000000\","
              "\"alphabeta:nodes=1000\",\"alphabeta:depth=40,time=100\",\"engine:level=3\"]}",
              "match|othello|alphabeta:nodes=2000000000,time=60000|alphabeta:nodes=1000|"
              "alphabeta:depth=40,time=100|engine:level=3");
    words_are("{\"kind\":\"db\",\"name\":\"solve:connect-four:width=4,height=4\"}",
              "db|build|solve:connect-four:width=4,height=4");
}
END_TEST

START_TEST(test_jobs_reach_no_file_no_program_and_no_flag)
{
#define MATCH "{\"kind\":\"match\",\"game\":\"othello\",\"players\":[\"random\","
    job_refused("{}", "kind");
    job_refused("{\"kind\":\"tune\"}", "kind");
    job_refused("{\"kind\":7}", "kind");
    job_refused("{\"kind\":\"lab\"}", "name");
    job_refused("{\"kind\":\"lab\",\"name\":\"\"}", "unknown");
    job_refused("{\"kind\":\"lab\",\"name\":\"mine.json\"}", "unknown");
    job_refused("{\"kind\":\"lab\",\"name\":\"--results\"}", "unknown");
    job_refused("{\"kind\":\"lab\",\"name\":\"history-ads-1\",\"trials\":0}", "trials");
    job_refused("{\"kind\":\"lab\",\"name\":\"history-ads-1\",\"quick\":1}", "quick");
    job_refused("{\"kind\":\"lab\",\"name\":\"history-ads-1\",\"quick\":true,\"trials\":2}", "quick");
    job_refused("{\"kind\":\"lab\",\"name\":\"history-ads-1\",\"results\":\"x\"}", "results");
    job_refused(MATCH "7]}", "texts");
    job_refused(MATCH "\"--save\"]}", "");
    job_refused(MATCH "\"human\"]}", "person");
    job_refused(MATCH "\"uci:command=true,depth=1\"]}", "program");
    job_refused(MATCH "\"alphabeta:depth=1,with=/etc/passwd\"]}", "file");
    job_refused(MATCH "\"alphabeta\"]}", "");
    job_refused(MATCH "\"alphabeta:depth=1,threads=4\"]}", "threads");
    job_refused(MATCH "\"engine:time=60001\"]}", "time");
    job_refused(MATCH "\"random\"],\"games\":100001}", "games");
    job_refused(MATCH "\"random\"],\"sprt\":[1]}", "sprt");
    job_refused(MATCH "\"random\"],\"sprt\":[1,1]}", "sprt");
    job_refused(MATCH "\"random\"],\"sprt\":\"0,1\"}", "sprt");
    job_refused(MATCH "\"random\"],\"openings\":\"/etc/passwd\"}", "openings");
    job_refused("{\"kind\":\"match\",\"game\":\"othello\",\"players\":[\"random\"]}", "players");
    job_refused("{\"kind\":\"match\",\"game\":\"x.so\",\"players\":[\"random\",\"random\"]}", "");
    job_refused("{\"kind\":\"db\",\"name\":\"a/b\"}", "name");
    job_refused("{\"kind\":\"db\",\"name\":\"-x\"}", "name");
    job_refused("{\"kind\":\"db\",\"name\":\"a b\"}", "name");
#undef MATCH
}
END_TEST

static bool probe_good(const char *body, Words *words)
{
    Status        status;
    json_t *const json = json_loads(body, 0, NULL);
    *words             = (Words){0};
    const bool good    = probe_ask_read(json, words, &status);
    json_decref(json);
    return good;
}

START_TEST(test_a_database_is_asked_in_its_own_words)
{
    Words words;
    ck_assert(probe_good("{\"name\":\"cc-edb6-5x5\",\"position\":\"-----/1\",\"line\":true}", &words));
    ck_assert_str_eq(words.word[1], "best");
    ck_assert_str_eq(words.word[3], "-----/1");
    words_close(&words);
    ck_assert(probe_good("{\"name\":\"chess-kqk\",\"position\":\"x\"}", &words));
    ck_assert_str_eq(words.word[1], "probe");
    words_close(&words);
    ck_assert(!probe_good("{\"name\":\"chess-kqk\"}", &words));
    ck_assert(!probe_good("{\"name\":\"chess-kqk\",\"position\":\"--dir\"}", &words));
    ck_assert(!probe_good("{\"name\":\"chess-kqk\",\"position\":\"-h\"}", &words));
    ck_assert(!probe_good("{\"name\":\"../x\",\"position\":\"x\"}", &words));
    ck_assert(!probe_good("{\"name\":\"x\",\"position\":\"x\",\"dir\":\"/\"}", &words));
}
END_TEST

// Feeds.

static void count_wakes(void *context) { ++*(int *)context; }

static void taken(Feed *feed, uint64_t *cursor, const char *expected)
{
    size_t      size;
    bool        ended;
    char *const event = feed_take(feed, cursor, &size, &ended);
    if (expected == NULL) ck_assert(event == NULL);
    else {
        ck_assert_str_eq(event, expected);
        ck_assert_uint_eq(size, strlen(expected));
    }
    free(event);
}

START_TEST(test_a_feed_gives_its_lines_in_order_to_every_stream)
{
    static Feed feed;
    int         wakes = 0;
    feed_open(&feed, count_wakes, &wakes);
    uint64_t first = feed_start(&feed, 0, false);
    ck_assert(!feed_has(&feed, first));
    feed_push(&feed, "{1}");
    feed_push(&feed, "{2}");
    ck_assert(feed_has(&feed, first) && wakes == 2);
    taken(&feed, &first, "id: 1\ndata: {1}\n\n");
    uint64_t second = feed_start(&feed, 0, false), whole = feed_start(&feed, 0, true),
             again = feed_start(&feed, 1, true), wrong = feed_start(&feed, 77, false);
    taken(&feed, &second, "id: 2\ndata: {2}\n\n");
    taken(&feed, &first, "id: 2\ndata: {2}\n\n");
    taken(&feed, &first, NULL);
    taken(&feed, &whole, "id: 1\ndata: {1}\n\n");
    taken(&feed, &again, "id: 2\ndata: {2}\n\n");
    taken(&feed, &wrong, "id: 2\ndata: {2}\n\n");
    feed_end(&feed);
    ck_assert(feed_has(&feed, first) && wakes == 3);
    feed_close(&feed);
}
END_TEST

START_TEST(test_a_feed_that_nobody_reads_drops_its_oldest_lines)
{
    static Feed feed;
    int         wakes = 0;
    enum { LARGE = FEED_BYTES_MAX / 4 + 1 };
    char *const large = malloc(LARGE + 1);
    memset(large, 'x', LARGE);
    large[LARGE] = 0;
    feed_open(&feed, count_wakes, &wakes);
    for (int i = 0; i < 2 * FEED_LINES_MAX; i++) feed_push(&feed, "{}");
    ck_assert_uint_eq(feed.next - feed.first, FEED_LINES_MAX);
    uint64_t cursor = 0;
    char     expected[64];
    snprintf(expected, sizeof expected, "id: %d\ndata: {}\n\n", FEED_LINES_MAX + 1);
    taken(&feed, &cursor, expected);
    for (int i = 0; i < 20; i++) feed_push(&feed, large);
    ck_assert(feed.bytes <= FEED_BYTES_MAX && feed.next - feed.first == 3);
    feed_close(&feed);
    free(large);
}
END_TEST

Suite *suite_server_asks(void);
Suite *suite_server_asks(void)
{
    Suite *const suite = suite_create("server_asks");
    TCase *const tcase = tcase_create("server_asks");
    tcase_add_test(tcase, test_searches_are_known_and_those_without_a_limit);
    tcase_add_test(tcase, test_bodies_that_are_no_request_are_refused);
    tcase_add_test(tcase, test_a_session_is_opened_with_requests_a_line_each);
    tcase_add_test(tcase, test_a_session_is_not_opened_with_searches_or_many_requests);
    tcase_add_test(tcase, test_players_of_strangers_take_little);
    tcase_add_test(tcase, test_a_stamp_changes_with_every_file_that_it_is_made_of);
    tcase_add_test(tcase, test_jobs_become_the_words_of_a_command);
    tcase_add_test(tcase, test_jobs_reach_no_file_no_program_and_no_flag);
    tcase_add_test(tcase, test_a_database_is_asked_in_its_own_words);
    tcase_add_test(tcase, test_a_feed_gives_its_lines_in_order_to_every_stream);
    tcase_add_test(tcase, test_a_feed_that_nobody_reads_drops_its_oldest_lines);
    suite_add_tcase(suite, tcase);
    return suite;
}
