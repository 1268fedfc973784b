// A server in this process, with limits of seconds: what takes too long is ended, by whoever it was begun.
#include "base/clock.h"
#include "server/server_cases.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

START_TEST(test_a_request_that_trickles_is_cut_off)
{
    ServerLimits limits    = server_limits_usual;
    limits.request_seconds = 0.5;
    server_start(&limits);
    const double begin = clock_seconds();
    const int    fd    = server_call("GET / HTTP/1.1\r\nX: ");
    for (int i = 0; i < 200 && send(fd, "x", 1, MSG_NOSIGNAL) == 1; i++) {
        char byte;
        usleep(50000);
        if (recv(fd, &byte, 1, MSG_DONTWAIT) == 0) break;
    }
    ck_assert_double_lt(clock_seconds() - begin, 8);
    close(fd);
    server_end();
}
END_TEST

START_TEST(test_an_answer_that_nobody_reads_is_cut_off_and_others_are_answered)
{
    ServerLimits limits   = server_limits_usual;
    limits.answer_seconds = 0.5;
    server_start(&limits);
    char path[100];
    server_session(path);
    const int fd = server_stream(path);   // has nothing to say, and is not cut off
    sleep(1);
    server_post(path, "{\"do\":\"new\",\"game\":\"tictactoe\"}");
    ck_assert(strstr(server_heard, "\"ok\":true") != NULL);
    server_post(path, "{\"do\":\"think\",\"depth\":2,\"id\":5}");
    ck_assert(strstr(server_heard, "{\"ok\":true,\"started\":true,\"id\":5}") != NULL);
    server_heard[0] = 0;
    ck_assert(server_hear(fd, "{\"id\":5,\"ok\":true"));
    close(fd);
    server_end();
}
END_TEST

START_TEST(test_streams_show_that_they_live)
{
    ServerLimits limits      = server_limits_usual;
    limits.heartbeat_seconds = 0.2;
    server_start(&limits);
    char path[100];
    server_session(path);
    const int fd = server_stream(path);
    for (int i = 0; i < 3; i++) {
        server_heard[0] = 0;
        ck_assert(server_hear(fd, ": still here\n\n"));
    }
    close(fd);
    server_end();
}
END_TEST

START_TEST(test_a_search_without_end_is_ended)
{
    ServerLimits limits     = server_limits_usual;
    limits.infinite_seconds = 0.5;
    limits.search_seconds   = 0.3;
    server_start(&limits);
    char path[100];
    server_session(path);
    const int fd = server_stream(path);
    server_post(path, "{\"do\":\"new\",\"game\":\"chess\"}");
    server_post(path, "{\"do\":\"think\",\"infinite\":true,\"id\":1}");
    server_heard[0] = 0;
    ck_assert(server_hear(fd, "{\"id\":1,\"ok\":true"));
    server_post(path, "{\"do\":\"think\",\"depth\":60,\"id\":2}");
    server_heard[0] = 0;
    ck_assert(server_hear(fd, "{\"id\":2,\"ok\":true"));
    close(fd);
    server_end();
}
END_TEST

START_TEST(test_a_search_that_waited_for_another_to_be_stopped_is_ended_too)
{
    ServerLimits limits   = server_limits_usual;
    limits.search_seconds = 0.5;
    server_start(&limits);
    char path[100];
    server_session(path);
    const int fd = server_stream(path);
    server_post(path, "{\"do\":\"new\",\"game\":\"chess\"}");
    server_post(path, "{\"do\":\"think\",\"depth\":60,\"id\":1}");
    do {   // refused while the first one runs
        server_post(path, "{\"do\":\"think\",\"depth\":60,\"id\":2}");
    } while (strstr(server_heard, "\"started\":true") == NULL);
    server_heard[0] = 0;
    ck_assert(server_hear(fd, "{\"id\":2,\"ok\":true"));
    close(fd);
    server_end();
}
END_TEST

START_TEST(test_a_session_that_nobody_uses_ends)
{
    ServerLimits limits = server_limits_usual;
    limits.idle_seconds = 0.4;
    server_start(&limits);
    char idle[100], watched[100];
    server_session(idle);
    server_session(watched);
    const int fd = server_stream(watched);
    sleep(2);
    server_post(idle, "{\"do\":\"games\"}");
    ck_assert(strstr(server_heard, " 404 ") != NULL);
    server_post(watched, "{\"do\":\"games\"}");
    ck_assert(strstr(server_heard, " 200 ") != NULL);
    close(fd);
    server_end();
}
END_TEST

static void refused(int code, const char *error)
{
    char body[200];
    snprintf(body, sizeof body, "{\"ok\":false,\"error\":\"%s\"}", error);
    ck_assert_msg(server_code() == code && strcmp(server_body(), body) == 0, "%s, expected %d %s",
                  server_heard, code, body);
    ck_assert_int_eq(strstr(server_heard, "\r\nRetry-After: 1\r\n") != NULL, code == 429 || code == 503);
}

START_TEST(test_one_more_than_the_limit_is_refused)
{
    ServerLimits limits = server_limits_usual;
    char         first[100], second[100], events[120], body[50];
    limits.sessions = 2, limits.streams = 1, limits.searches = 1, limits.body = 40;
    server_start(&limits);
    server_session(first);
    server_session(second);
    server_post("/api/sessions", "{}");
    refused(503, "too many sessions at the same time");
    const int fd = server_stream(first);
    snprintf(events, sizeof events, "%s/events", second);
    server_get(events);
    refused(503, "too many event streams at the same time");
    server_post(first, "{\"do\":\"new\",\"game\":\"tictactoe\"}");
    server_post(second, "{\"do\":\"new\",\"game\":\"tictactoe\"}");
    server_post(first, "{\"do\":\"think\",\"infinite\":true}");
    ck_assert_int_eq(server_code(), 202);
    server_post(second, "{\"do\":\"think\",\"infinite\":true}");
    refused(503, "too many searches at the same time");
    snprintf(body, sizeof body, "%-40s", "{\"do\":\"state\"}");
    server_post(first, body);
    ck_assert_int_eq(server_code(), 200);
    strcat(body, " ");
    server_post(first, body);
    refused(413, "the body is too large");
    close(fd);
    server_end();
    limits         = server_limits_usual;
    limits.waiting = 0;
    server_start(&limits);
    server_session(first);
    server_post(first, "{\"do\":\"games\"}");
    refused(429, "too many requests to this session at the same time");
    server_end();
    limits             = server_limits_usual;
    limits.connections = 1;
    server_start(&limits);
    server_session(first);
    const int idle = server_call("");
    server_get("/api/about");
    refused(503, "too many connections at the same time");
    close(idle);
    server_end();
}
END_TEST

START_TEST(test_a_server_ends_in_the_middle_of_everything)
{
    for (int i = 0; i < 5; i++) {
        char path[100];
        server_start(&server_limits_usual);
        server_session(path);
        const int fd = server_stream(path), half = server_call("POST /api/se"), idle = server_call("");
        server_post(path, "{\"do\":\"new\",\"game\":\"othello\"}");
        server_post(path, "{\"do\":\"think\",\"infinite\":true,\"events\":true}");
        server_post("/api/jobs", "{\"kind\":\"db\",\"name\":\"x\"}");
        ck_assert_msg(strstr(server_heard, "\"job\"") != NULL, "%s", server_heard);
        server_end();
        close(fd), close(half), close(idle);
    }
}
END_TEST

START_TEST(test_a_port_that_is_taken_and_addresses_that_cannot_be_are_refused)
{
    static atomic_bool stop;
    Status             status;
    const ServerSetup  free_port = {.limits = server_limits_usual, .stop = &stop};
    Server *const      first     = server_open(&free_port, &status);
    ck_assert(first != NULL);
    ServerSetup setup = free_port;
    setup.port        = server_port(first);
    ck_assert(server_open(&setup, &status) == NULL && strstr(status.text, "cannot listen") != NULL);
    ck_assert_int_eq(status.kind, STATUS_SYSTEM);
    server_close(first);
    setup = free_port, setup.address = "192.0.2.1";
    ck_assert(server_open(&setup, &status) == NULL && strstr(status.text, "--token") != NULL);
    setup.token = "0123456789abcdef";
    ck_assert(server_open(&setup, &status) == NULL && strstr(status.text, "cannot listen") != NULL);
    setup.address = "0.0.0.0";
    ck_assert(server_open(&setup, &status) == NULL && strstr(status.text, "--address") != NULL);
    setup.address = "no such name.invalid";
    ck_assert(server_open(&setup, &status) == NULL);
}
END_TEST

Suite *suite_server_limits(void);
Suite *suite_server_limits(void)
{
    Suite *const suite = suite_create("server_limits");
    TCase *const tcase = tcase_create("server_limits");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_a_request_that_trickles_is_cut_off);
    tcase_add_test(tcase, test_an_answer_that_nobody_reads_is_cut_off_and_others_are_answered);
    tcase_add_test(tcase, test_streams_show_that_they_live);
    tcase_add_test(tcase, test_a_search_without_end_is_ended);
    tcase_add_test(tcase, test_a_search_that_waited_for_another_to_be_stopped_is_ended_too);
    tcase_add_test(tcase, test_a_session_that_nobody_uses_ends);
    tcase_add_test(tcase, test_one_more_than_the_limit_is_refused);
    tcase_add_test(tcase, test_a_server_ends_in_the_middle_of_everything);
    tcase_add_test(tcase, test_a_port_that_is_taken_and_addresses_that_cannot_be_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
