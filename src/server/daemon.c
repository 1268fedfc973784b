// daemon.c - libmicrohttpd on a socket of ours, driven by our own loop.
#include "server/server_inner.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CONNECTION_BYTES = 16384,   // of a request's line and headers: the library answers 414 and 431
    CONNECTIONS_MORE = 16,      // beyond the limit, to be told 503
    BACKLOG          = 511,
    ROUNDS_AT_END    = 100,
};

static int socket_open(const struct addrinfo *at)
{
    const int yes = 1, fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0) return fd;
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static int socket_port(int fd)
{
    struct sockaddr_storage at;
    socklen_t               size = sizeof at;
    char                    port[16];
    if (getsockname(fd, (struct sockaddr *)&at, &size) != 0 ||
        getnameinfo((struct sockaddr *)&at, size, NULL, 0, port, sizeof port, NI_NUMERICSERV) != 0)
        return 0;
    return (int)strtol(port, NULL, 10);
}

static int socket_listen(const ServerSetup *setup, Status *status)
{
    const struct addrinfo hints   = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    const char *const     address = setup->address != NULL ? setup->address : "127.0.0.1";
    struct addrinfo      *found   = NULL;
    char                  port[16];
    snprintf(port, sizeof port, "%d", setup->port);
    const int wrong = getaddrinfo(address, port, &hints, &found);
    if (wrong != 0) return status_fail(status, "--address %s: %s", address, gai_strerror(wrong)), -1;
    const int fd = socket_open(found);
    if (fd < 0)
        status_fail_system(status, "cannot listen at %s, port %s: %s", address, port, strerror(errno));
    freeaddrinfo(found);
    return fd;
}

// What the library complains of is the clients' doing.
static void on_log(void *context, const char *format, va_list arguments)
{
    (void)context, (void)format, (void)arguments;
}

// Addresses are compared as they were sent: there is no other way to write one of ours.
static size_t on_unescape(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return strlen(text);
}

static struct MHD_Daemon *daemon_start(Server *server, int fd)
{
    const unsigned limit = (unsigned)(server->setup.limits.connections + CONNECTIONS_MORE);
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        http_request, server, MHD_OPTION_EXTERNAL_LOGGER, on_log, NULL, MHD_OPTION_LISTEN_SOCKET, fd,
        MHD_OPTION_NOTIFY_CONNECTION, http_connection, server, MHD_OPTION_NOTIFY_COMPLETED, http_completed,
        server, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES, MHD_OPTION_CONNECTION_LIMIT,
        limit, MHD_OPTION_CONNECTION_TIMEOUT, 0U, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, on_unescape, NULL, MHD_OPTION_END);
}

bool daemon_open(Server *server, Status *status)
{
    const int fd = socket_listen(&server->setup, status);
    if (fd < 0) return false;
    server->port   = socket_port(fd);
    server->daemon = daemon_start(server, fd);
    if (server->daemon == NULL) {
        close(fd);
        return status_fail_system(status, "the HTTP library does not start");
    }
    const union MHD_DaemonInfo *const info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    server->epoll                          = info != NULL ? info->epoll_fd : -1;
    return server->epoll >= 0 || status_fail_system(status, "the HTTP library has no epoll");
}

// The library aborts where it is ended with a connection suspended.
void daemon_close(Server *server)
{
    if (server->daemon == NULL) return;
    const MHD_socket fd = MHD_quiesce_daemon(server->daemon);
    if (fd != MHD_INVALID_SOCKET) close(fd);
    for (int i = 0; i < ROUNDS_AT_END && (server->waiting > 0 || server->streams > 0); i++) {
        streams_feed(server);
        MHD_run(server->daemon);
    }
    for (Connection *c = server->connection_first; c != NULL; c = c->after) shutdown(c->fd, SHUT_RDWR);
    for (int i = 0; i < ROUNDS_AT_END && server->connections > 0; i++) {
        streams_feed(server);
        MHD_run(server->daemon);
    }
    assert(server->waiting == 0);
    MHD_stop_daemon(server->daemon);
    server->daemon = NULL;
}
