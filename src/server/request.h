// request.h - what the server reads of a request itself: who is asking (Host, Origin, token), in which type,
// and which row of the table of routes the path names. Plain functions over texts of strangers; nothing here
// allocates, waits or answers.
//
// A page of somebody else's must not reach a server on this machine: a name that leads here but is not ours
// is refused by Host (DNS rebinding), a page from elsewhere by Origin, a form by the type of its body.
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "base/status.h"

#include <stddef.h>

enum {
    HOSTS_MAX      = 8,
    HOST_TEXT_MAX  = 272,   // a name of 255 bytes and a port
    TOKEN_MIN      = 16,
    TOKEN_MAX      = 128,
    ROUTE_NAME_MAX = 65,
};

// The names under which clients may call: "127.0.0.1:8765".
typedef struct Hosts {
    int  count;
    char name[HOSTS_MAX][HOST_TEXT_MAX];
} Hosts;

// Loopback names, and `address` where it is given; without the port as well where that is 80.
void hosts_fill(Hosts *hosts, const char *address, int port);
bool host_allowed(const Hosts *hosts, const char *host);       // NULL: no
bool origin_allowed(const Hosts *hosts, const char *origin);   // NULL: yes, nobody's page is asking
bool site_allowed(const char *site);   // of Sec-Fetch-Site: our own page, or a person; NULL: yes, no browser

bool address_is_loopback(const char *address);   // 127.x.y.z, ::1, localhost
bool address_is_any(const char *address);        // 0.0.0.0, ::

bool type_is_json(const char *type);        // application/json, with parameters or without; NULL: no
bool encoding_has_gzip(const char *list);   // of Accept-Encoding; NULL: no
bool tag_matches(const char *list, const char *tag);   // of If-None-Match; NULL: no

// Letters, digits and - . _ ~, long enough not to be guessed.
bool token_valid(const char *token, Status *status);
// Is the token that of `Authorization: Bearer`, or of the cookie? Takes as long for every wrong one of a
// length. NULL: not there.
bool token_given(const char *token, const char *authorization, const char *cookie, const char *cookie_name);
bool token_same(const char *token, const char *given, size_t length);

// Routes.

typedef enum RouteId {
    ROUTE_ABOUT,
    ROUTE_SESSION_OPEN,
    ROUTE_SESSION_ASK,
    ROUTE_SESSION_EVENTS,
    ROUTE_SESSION_CLOSE,
    ROUTE_JOBS,
    ROUTE_JOB_START,
    ROUTE_JOB_EVENTS,
    ROUTE_JOB_STOP,
    ROUTE_JOB_CONTINUE,
    ROUTE_LAB,
    ROUTE_LAB_REPORT,
    ROUTE_LAB_PAGE,
    ROUTE_LAB_RESULTS,
    ROUTE_LAB_MATCHES,
    ROUTE_DATABASES,
    ROUTE_DATABASE_PROBE,
    ROUTES,
} RouteId;

typedef struct Route {
    const char *method, *path;   // one segment of the path may be *: a name
} Route;

extern const Route routes_all[ROUTES];

typedef enum { ROUTE_FOUND, ROUTE_UNKNOWN, ROUTE_OTHER_METHOD } RouteFind;

// `name` gets what stands for the *, letters, digits and - . _ only; HEAD is as GET.
RouteFind route_find(const char *method, const char *path, RouteId *id, char name[ROUTE_NAME_MAX]);

#endif
