#include "mpi/starter.h"
#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// One address of a list, ended by ',' or ':'; where it ends.
static const char *address_read(Starter *starter, const char *text)
{
    char                address[INET_ADDRSTRLEN];
    const size_t        n  = strcspn(text, ",:;");
    struct sockaddr_in *at = &starter->at[starter->count];
    if (n < sizeof address && starter->count < STARTER_ADDRESSES) {
        memcpy(address, text, n);
        address[n]     = 0;
        at->sin_family = AF_INET;
        starter->count += inet_pton(AF_INET, address, &at->sin_addr) == 1;
    }
    return text + n;
}

void starter_read(Starter *starter, const char *uri)
{
    static const char before[] = ";tcp://";
    *starter                   = (Starter){0};
    const char *c              = uri == NULL ? NULL : strstr(uri, before);
    if (c == NULL) return;
    c += sizeof before - 1;
    while (*(c = address_read(starter, c)) == ',') c++;
    const long port = *c == ':' ? strtol(c + 1, NULL, 10) : 0;
    if (port < 1 || port > 65535) starter->count = 0;
    for (int i = 0; i < starter->count; i++) starter->at[i].sin_port = htons((in_port_t)port);
}

// Somebody answered, were it by a refusal.
static bool answered(int error) { return error == 0 || error == ECONNREFUSED; }

static bool socket_answered(int fd)
{
    int       error = 0;
    socklen_t size  = sizeof error;
    return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && answered(error);
}

// Begins to connect; true when somebody answered at once. What failed is closed, so that nobody waits for it.
static bool connect_begin(const Starter *starter, int i, struct pollfd *wait)
{
    const struct sockaddr *const at = (const struct sockaddr *)(const void *)&starter->at[i];
    *wait = (struct pollfd){.fd     = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0),
                            .events = POLLOUT};
    if (wait->fd < 0) return false;
    if (connect(wait->fd, at, sizeof starter->at[i]) == 0 || answered(errno)) return true;
    if (errno != EINPROGRESS) close(wait->fd), wait->fd = -1;
    return false;
}

// Until one answers, all have failed or the time is over: one that fails does not end the wait for others.
static bool answer_wait(struct pollfd wait[], int count)
{
    const double end = clock_seconds() + STARTER_WAIT_MS * 1e-3;
    for (;;) {
        const int left = (int)((end - clock_seconds()) * 1e3);
        int       open = 0;
        for (int i = 0; i < count; i++) open += wait[i].fd >= 0;
        if (open == 0 || left <= 0) return false;
        if (poll(wait, (nfds_t)count, left) <= 0) continue;   // the time is over, or a signal came
        for (int i = 0; i < count; i++) {
            if (wait[i].fd < 0 || wait[i].revents == 0) continue;
            if (socket_answered(wait[i].fd)) return true;
            close(wait[i].fd), wait[i].fd = -1;
        }
    }
}

bool starter_reachable(const Starter *starter)
{
    struct pollfd wait[STARTER_ADDRESSES];
    bool          reached = starter->count == 0;
    for (int i = 0; i < starter->count; i++) reached |= connect_begin(starter, i, &wait[i]);
    reached = reached || answer_wait(wait, starter->count);
    for (int i = 0; i < starter->count; i++)
        if (wait[i].fd >= 0) close(wait[i].fd);
    return reached;
}
