#include "server/server_cases.h"
#include "base/threads.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

void server_start_with(const ServerLimits *limits, const char *program, const char *results)
{
    Status            status;
    const ServerSetup setup = {.results = results, .program = program, .limits = *limits, .stop = &own.stop};
    atomic_store(&own.stop, false);
    own.server = server_open(&setup, &status);
    ck_assert_msg(own.server != NULL, "%s", status.text);
    ck_assert_int_eq(threads_start(&own.thread, serve, NULL, 0, 1), 1);
}

void server_start(const ServerLimits *limits) { server_start_with(limits, "/bin/false", "none.db"); }

void server_end(void)
{
    atomic_store(&own.stop, true);
    threads_join(&own.thread);
    server_close(own.server);
}

int server_call(const char *text)
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

char server_heard[1 << 16];

bool server_hear(int fd, const char *text)
{
    size_t n = strlen(server_heard);
    while (strstr(server_heard, text) == NULL && n < sizeof server_heard - 1) {
        const ssize_t more = recv(fd, server_heard + n, sizeof server_heard - 1 - n, 0);
        if (more < 0 && errno == EINTR) continue;   // a child of the server has ended
        if (more <= 0) return false;
        n += (size_t)more;
        server_heard[n] = 0;
    }
    return true;
}

static void ask(const char *text)
{
    server_heard[0] = 0;
    const int fd    = server_call(text);
    server_hear(fd, "never");
    close(fd);
}

void server_get(const char *path)
{
    char text[400];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n", path,
             server_port(own.server));
    ask(text);
}

void server_post(const char *path, const char *body)
{
    char text[1000];
    snprintf(text, sizeof text,
             "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
             path, server_port(own.server), strlen(body), body);
    ask(text);
}

int server_code(void)
{
    ck_assert_msg(strncmp(server_heard, "HTTP/1.1 ", 9) == 0, "%s", server_heard);
    return atoi(server_heard + 9);
}

const char *server_body(void)
{
    const char *const end = strstr(server_heard, "\r\n\r\n");
    ck_assert_msg(end != NULL, "%s", server_heard);
    return end + 4;
}

// The address of what was made: its id, 32 digits, follows the key.
static void address(char path[100], const char *folder, const char *key)
{
    const char *const id = strstr(server_heard, key);
    ck_assert_msg(id != NULL, "%s", server_heard);
    snprintf(path, 100, "%s/%.32s", folder, id + strlen(key));
}

void server_session(char path[100])
{
    server_post("/api/sessions", "{}");
    address(path, "/api/sessions", "\"session\":\"");
}

void server_job(char path[100], const char *body)
{
    server_post("/api/jobs", body);
    address(path, "/api/jobs", "\"job\":\"");
}

int server_stream(const char *path)
{
    char text[300];
    snprintf(text, sizeof text, "GET %s/events HTTP/1.0\r\nHost: localhost:%d\r\n\r\n", path,
             server_port(own.server));
    server_heard[0] = 0;
    const int fd    = server_call(text);
    ck_assert(server_hear(fd, "retry: 1000"));
    return fd;
}
