// A server in this process, with limits of seconds: what takes too long is ended, by whoever it was begun.
#include "base/clock.h"
#include "base/threads.h"
#include "server/server.h"
#include "tests.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct {
    Server     *server;
    atomic_bool stop;
    Threads     thread;
} own;

static void serve(void *unused)
{
    (void)unused;
    server_run(own.server);
}

static void start(const ServerLimits *limits)
{
    Status            status;
    const ServerSetup setup = {
        .results = "none.db", .program = "/bin/false", .limits = *limits, .stop = &own.stop};
    atomic_store(&own.stop, false);
    own.server = server_open(&setup, &status);
    ck_assert_msg(own.server != NULL, "%s", status.text);
    ck_assert_int_eq(threads_start(&own.thread, serve, NULL, 0, 1), 1);
}

static void end(void)
{
    atomic_store(&own.stop, true);
    threads_join(&own.thread);
    server_close(own.server);
}

static int call(const char *text)
{
    struct sockaddr_in   at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)server_port(own.server))};
    const struct timeval patience = {.tv_sec = 20};
    const int            fd       = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr            = htonl(INADDR_LOOPBACK);
    ck_assert_int_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ck_assert_int_eq(send(fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
    return fd;
}

// Reads until the text is there, or the end; what came is kept for the next call.
static char heard[1 << 16];

static bool hear(int fd, const char *text)
{
    size_t n = strlen(heard);
    while (strstr(heard, text) == NULL && n < sizeof heard - 1) {
        const ssize_t more = recv(fd, heard + n, sizeof heard - 1 - n, 0);
        if (more < 0 && errno == EINTR) continue;   // a child of the server has ended
        if (more <= 0) return false;
        n += (size_t)more;
        heard[n] = 0;
    }
    return true;
}

// A request with a body, on a connection of its own; the answer is in `heard`.
static void post(const char *path, const char *body)
{
    char text[1000];
    snprintf(text, sizeof text,
             "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
             path, server_port(own.server), strlen(body), body);
    heard[0]     = 0;
    const int fd = call(text);
    hear(fd, "never");
    close(fd);
}

static void session(char path[100])
{
    post("/api/sessions", "{}");
    const char *const id = strstr(heard, "\"session\":\"");
    ck_assert_msg(id != NULL, "%s", heard);
    snprintf(path, 100, "/api/sessions/%.32s", id + 11);
}

static int stream(const char *path)
{
    char text[300];
    snprintf(text, sizeof text, "GET %s/events HTTP/1.0\r\nHost: localhost:%d\r\n\r\n", path,
             server_port(own.server));
    heard[0]     = 0;
    const int fd = call(text);
    ck_assert(hear(fd, "retry: 1000"));
    return fd;
}

START_TEST(test_a_request_that_trickles_is_cut_off)
{
    ServerLimits limits    = server_limits_usual;
    limits.request_seconds = 0.5;
    start(&limits);
    const double begin = clock_seconds();
    const int    fd    = call("GET / HTTP/1.1\r\nX: ");
    for (int i = 0; i < 200 && send(fd, "x", 1, MSG_NOSIGNAL) == 1; i++) {
        char byte;
        usleep(50000);
        if (recv(fd, &byte, 1, MSG_DONTWAIT) == 0) break;
    }
    ck_assert_double_lt(clock_seconds() - begin, 8);
    close(fd);
    end();
}
END_TEST

START_TEST(test_an_answer_that_nobody_reads_is_cut_off_and_others_are_answered)
{
    ServerLimits limits   = server_limits_usual;
    limits.answer_seconds = 0.5;
    start(&limits);
    char path[100];
    session(path);
    const int fd = stream(path);   // has nothing to say, and is not cut off
    sleep(1);
    post(path, "{\"do\":\"new\",\"game\":\"tictactoe\"}");
    ck_assert(strstr(heard, "\"ok\":true") != NULL);
    post(path, "{\"do\":\"think\",\"depth\":2,\"id\":5}");
    ck_assert(strstr(heard, "{\"ok\":true,\"started\":true,\"id\":5}") != NULL);
    heard[0] = 0;
    ck_assert(hear(fd, "{\"id\":5,\"ok\":true"));
    close(fd);
    end();
}
END_TEST

START_TEST(test_streams_show_that_they_live)
{
    ServerLimits limits      = server_limits_usual;
    limits.heartbeat_seconds = 0.2;
    start(&limits);
    char path[100];
    session(path);
    const int fd = stream(path);
    for (int i = 0; i < 3; i++) {
        heard[0] = 0;
        ck_assert(hear(fd, ": still here\n\n"));
    }
    close(fd);
    end();
}
END_TEST

START_TEST(test_a_search_without_end_is_ended)
{
    ServerLimits limits     = server_limits_usual;
    limits.infinite_seconds = 0.5;
    limits.search_seconds   = 0.3;
    start(&limits);
    char path[100];
    session(path);
    const int fd = stream(path);
    post(path, "{\"do\":\"new\",\"game\":\"chess\"}");
    post(path, "{\"do\":\"think\",\"infinite\":true,\"id\":1}");
    heard[0] = 0;
    ck_assert(hear(fd, "{\"id\":1,\"ok\":true"));
    post(path, "{\"do\":\"think\",\"depth\":60,\"id\":2}");
    heard[0] = 0;
    ck_assert(hear(fd, "{\"id\":2,\"ok\":true"));
    close(fd);
    end();
}
END_TEST

START_TEST(test_a_search_that_waited_for_another_to_be_stopped_is_ended_too)
{
    ServerLimits limits   = server_limits_usual;
    limits.search_seconds = 0.5;
    start(&limits);
    char path[100];
    session(path);
    const int fd = stream(path);
    post(path, "{\"do\":\"new\",\"game\":\"chess\"}");
    post(path, "{\"do\":\"think\",\"depth\":60,\"id\":1}");
    do {   // refused while the first one runs
        post(path, "{\"do\":\"think\",\"depth\":60,\"id\":2}");
    } while (strstr(heard, "\"started\":true") == NULL);
    heard[0] = 0;
    ck_assert(hear(fd, "{\"id\":2,\"ok\":true"));
    close(fd);
    end();
}
END_TEST

START_TEST(test_a_session_that_nobody_uses_ends)
{
    ServerLimits limits = server_limits_usual;
    limits.idle_seconds = 0.4;
    start(&limits);
    char idle[100], watched[100];
    session(idle);
    session(watched);
    const int fd = stream(watched);
    sleep(2);
    post(idle, "{\"do\":\"games\"}");
    ck_assert(strstr(heard, " 404 ") != NULL);
    post(watched, "{\"do\":\"games\"}");
    ck_assert(strstr(heard, " 200 ") != NULL);
    close(fd);
    end();
}
END_TEST

START_TEST(test_a_server_ends_in_the_middle_of_everything)
{
    for (int i = 0; i < 5; i++) {
        char path[100];
        start(&server_limits_usual);
        session(path);
        const int fd = stream(path), half = call("POST /api/se"), idle = call("");
        post(path, "{\"do\":\"new\",\"game\":\"othello\"}");
        post(path, "{\"do\":\"think\",\"infinite\":true,\"events\":true}");
        post("/api/jobs", "{\"kind\":\"db\",\"name\":\"x\"}");
        ck_assert_msg(strstr(heard, "\"job\"") != NULL, "%s", heard);
        end();
        close(fd), close(half), close(idle);
    }
}
END_TEST

START_TEST(test_a_port_that_is_taken_and_addresses_that_cannot_be_are_refused)
{
    Status            status;
    const ServerSetup free_port = {.limits = server_limits_usual, .stop = &own.stop};
    Server *const     first     = server_open(&free_port, &status);
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
    tcase_add_test(tcase, test_a_server_ends_in_the_middle_of_everything);
    tcase_add_test(tcase, test_a_port_that_is_taken_and_addresses_that_cannot_be_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
