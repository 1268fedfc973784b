// server.c - the loop: what clients send, what sessions answer, what children write, and what time brings.
#include "server/server_inner.h"
#include "base/clock.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <ftw.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

const ServerLimits server_limits_usual = {
    .connections       = 512,
    .sessions          = 32,
    .streams           = 256,
    .searches          = 8,
    .jobs              = 2,
    .queries           = 4,
    .waiting           = 8,
    .body              = 65536,
    .request_seconds   = 8,
    .answer_seconds    = 60,
    .heartbeat_seconds = 10,
    .idle_seconds      = 900,
    .search_seconds    = 60,
    .infinite_seconds  = 600,
    .query_seconds     = 120,
};

enum { TICK_MS = 100, REAP_MS = 5 };

void id_make(char id[ID_SIZE])
{
    unsigned char bytes[(ID_SIZE - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) abort();   // Linux always has 16 bytes
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(id + 2 * i, 3, "%02x", bytes[i]);
}

// Start.

static bool setup_check(const ServerSetup *setup, Status *status)
{
    if (setup->token != NULL && !token_valid(setup->token, status)) return false;
    if (setup->address == NULL) return true;
    if (strlen(setup->address) >= HOST_TEXT_MAX - 16)
        return status_fail(status, "--address: expected at most %d characters", HOST_TEXT_MAX - 17);
    if (address_is_any(setup->address))
        return status_fail(status,
                           "--address %s: expected the one address that clients use, like 192.168.1.5",
                           setup->address);
    return address_is_loopback(setup->address) || setup->token != NULL ||
           status_fail(status, "--address %s: others can reach it; expected --token as well", setup->address);
}

Server *server_open(const ServerSetup *setup, Status *status)
{
    if (!setup_check(setup, status)) return NULL;
    Server *const server = calloc(1, sizeof *server);
    if (server == NULL) return status_fail_system(status, "out of memory for the server"), NULL;
    server->setup   = *setup;
    server->now     = clock_seconds();
    server->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    mutex_open(&server->lock);
    bool good = server->wake_fd >= 0 || status_fail_system(status, "no eventfd: %s", strerror(errno));
    good = good && assets_open(server, status) && about_open(server, status) && daemon_open(server, status);
    if (!good) return server_close(server), NULL;
    hosts_fill(&server->hosts, setup->address, server->port);
    snprintf(server->cookie, sizeof server->cookie, "pollard_%d", server->port);
    return server;
}

int server_port(const Server *server) { return server->port; }

void server_url(const Server *server, bool with_token, char *out, size_t size)
{
    Text text = text_on(out, size);
    text_add(&text, "http://%s/", server->hosts.name[0]);
    if (with_token && server->setup.token != NULL) text_add(&text, "?token=%s", server->setup.token);
}

bool server_folder(Server *server, Status *status)
{
    const char *const base = getenv("TMPDIR");
    if (server->folder[0]) return true;
    Text out = text_on(server->folder, sizeof server->folder);
    text_add(&out, "%s/pollard-serve-XXXXXX", base != NULL && *base ? base : "/tmp");
    if (!out.cut && mkdtemp(server->folder) != NULL) return true;
    server->folder[0] = 0;
    return status_fail_system(status, "cannot make a folder for files of jobs: %s", strerror(errno));
}

// The loop.

void server_wake(void *context)
{
    const Server *const server = context;
    const uint64_t      one    = 1;
    if (write(server->wake_fd, &one, sizeof one) < 0) {}   // full: it wakes anyhow
}

enum { POLL_MAX = 2 + 2 * 64 };

typedef struct Polls {
    struct pollfd fd[POLL_MAX];
    nfds_t        count;
    bool          ending;   // a child has closed its pipes, and is about to end
} Polls;

static void poll_add(Polls *polls, int fd)
{
    if (fd < 0 || polls->count == POLL_MAX) return;
    polls->fd[polls->count++] = (struct pollfd){.fd = fd, .events = POLLIN};
}

static void child_poll(void *context, Child *child)
{
    Polls *const polls = context;
    if (child->pid == 0) return;
    poll_add(polls, child->out.fd);
    poll_add(polls, child->err.fd);
    polls->ending |= child->out.fd < 0 && child->err.fd < 0;
}

static void child_visit_read(void *context, Child *child)
{
    (void)context;
    if (child->pid > 0) child_read(child);
}

static void wait_for_news(Server *server, Polls *polls)
{
    uint64_t           ignored;
    unsigned long long timeout = TICK_MS;
    polls->count = 0, polls->ending = false;
    poll_add(polls, server->epoll);
    poll_add(polls, server->wake_fd);
    jobs_visit(server, child_poll, polls);
    queries_visit(server, child_poll, polls);
    if (MHD_get_timeout(server->daemon, &timeout) != MHD_YES || timeout > TICK_MS) timeout = TICK_MS;
    if (polls->ending && timeout > REAP_MS) timeout = REAP_MS;
    if (poll(polls->fd, polls->count, (int)timeout) > 0 && polls->fd[1].revents != 0 &&
        read(server->wake_fd, &ignored, sizeof ignored) < 0) {}
    server->now = clock_seconds();
}

static void children_look(Server *server)
{
    jobs_visit(server, child_visit_read, NULL);
    queries_visit(server, child_visit_read, NULL);
    jobs_tick(server);
    queries_tick(server);
}

static void tick(Server *server)
{
    if (server->now - server->ticked < TICK_MS / 1000.0) return;
    server->ticked = server->now;
    http_reap(server);
    streams_tick(server);
    sessions_tick(server);
    jobs_tick(server);
    queries_tick(server);
}

static void turn(Server *server, Polls *polls)
{
    wait_for_news(server, polls);
    if (polls->count > 2 || polls->ending) children_look(server);
    if (polls->fd[1].revents != 0) sessions_done(server), streams_feed(server);
    tick(server);
    MHD_run(server->daemon);
}

void server_run(Server *server)
{
    Polls polls = {0};
    while (!atomic_load(server->setup.stop)) turn(server, &polls);
}

// The end.

static int entry_remove(const char *path, const struct stat *facts, int kind, struct FTW *where)
{
    (void)facts, (void)kind, (void)where;
    remove(path);
    return 0;
}

void server_close(Server *server)
{
    server->ending = true;
    queries_close(server);
    jobs_close(server);
    sessions_close(server);
    daemon_close(server);
    assert(server->connection_first == NULL && server->stream_first == NULL);
    if (server->about != NULL) MHD_destroy_response(server->about);
    free(server->about_text);
    free(server->lab_list);
    assets_close(server);
    if (server->folder[0]) nftw(server->folder, entry_remove, 16, FTW_DEPTH | FTW_PHYS);
    mutex_close(&server->lock);
    if (server->wake_fd >= 0) close(server->wake_fd);
    free(server);
}
