#include "server/request.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

// Who is asking.

static void host_add(Hosts *hosts, const char *name, int port)
{
    const bool six = strchr(name, ':') != NULL && name[0] != '[';
    assert(hosts->count < HOSTS_MAX);
    Text out = text_on(hosts->name[hosts->count++], HOST_TEXT_MAX);
    text_add(&out, six ? "[%s]" : "%s", name);
    if (port > 0) text_add(&out, ":%d", port);
}

void hosts_fill(Hosts *hosts, const char *address, int port)
{
    const char *const names[] = {address, "127.0.0.1", "localhost", "[::1]"};
    assert(port > 0);
    hosts->count = 0;
    for (int i = 0; i < 4; i++) {
        if (names[i] == NULL) continue;
        host_add(hosts, names[i], port);
        if (port == 80) host_add(hosts, names[i], 0);
    }
}

bool host_allowed(const Hosts *hosts, const char *host)
{
    for (int i = 0; host != NULL && i < hosts->count; i++)
        if (strcasecmp(host, hosts->name[i]) == 0) return true;
    return false;
}

bool origin_allowed(const Hosts *hosts, const char *origin)
{
    static const char scheme[] = "http://";
    if (origin == NULL) return true;
    return strncasecmp(origin, scheme, sizeof scheme - 1) == 0 &&
           host_allowed(hosts, origin + sizeof scheme - 1);
}

bool site_allowed(const char *site)
{
    return site == NULL || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

bool address_is_loopback(const char *address)
{
    struct in_addr  four;
    struct in6_addr six;
    if (strcasecmp(address, "localhost") == 0) return true;
    if (inet_pton(AF_INET, address, &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
    return inet_pton(AF_INET6, address, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

bool address_is_any(const char *address)
{
    struct in_addr  four;
    struct in6_addr six;
    if (inet_pton(AF_INET, address, &four) == 1) return four.s_addr == INADDR_ANY;
    return inet_pton(AF_INET6, address, &six) == 1 && IN6_IS_ADDR_UNSPECIFIED(&six);
}

// Headers.

static const char *blanks_skip(const char *at) { return at + strspn(at, " \t"); }

bool type_is_json(const char *type)
{
    static const char json[] = "application/json";
    if (type == NULL || strncasecmp(type, json, sizeof json - 1) != 0) return false;
    const char *const rest = blanks_skip(type + sizeof json - 1);
    return *rest == 0 || *rest == ';';
}

// The weight of a coding, "; q=0.5", is not zero.
static bool weight_good(const char *at, const char *end)
{
    while (at < end && strchr("; \t", *at) != NULL) at++;
    if (end - at < 3 || strncasecmp(at, "q=0", 3) != 0) return true;
    for (at += 3; at < end; at++)
        if (*at >= '1' && *at <= '9') return true;
    return false;
}

bool encoding_has_gzip(const char *list)
{
    for (const char *at = list; at != NULL && *at;) {
        at                    = blanks_skip(at);
        const char *const end = at + strcspn(at, ","), *word = at + strcspn(at, "; \t,");
        if (word - at == 4 && strncasecmp(at, "gzip", 4) == 0) return weight_good(word, end);
        at = *end ? end + 1 : end;
    }
    return false;
}

bool tag_matches(const char *list, const char *tag)
{
    const size_t n = strlen(tag);
    for (const char *at = list; at != NULL && *at;) {
        at = blanks_skip(at);
        if (strncmp(at, "W/", 2) == 0) at += 2;
        const char *const end = at + strcspn(at, ",");
        if ((size_t)(end - at) >= n && strncmp(at, tag, n) == 0 && blanks_skip(at + n) >= end) return true;
        at = *end ? end + 1 : end;
    }
    return false;
}

bool token_valid(const char *token, Status *status)
{
    const size_t n = strlen(token);
    if (n < TOKEN_MIN || n > TOKEN_MAX)
        return status_fail(status, "--token: expected %d to %d characters", TOKEN_MIN, TOKEN_MAX);
    for (const char *c = token; *c; c++)
        if (!isalnum((unsigned char)*c) && strchr("-._~", *c) == NULL)
            return status_fail(status, "--token: expected letters, digits and - . _ ~");
    return true;
}

bool token_same(const char *token, const char *given, size_t length)
{
    unsigned different = 0;
    if (strlen(token) != length) return false;
    for (size_t i = 0; i < length; i++) different |= (unsigned char)(token[i] ^ given[i]);
    return different == 0;
}

static bool cookie_has(const char *cookie, const char *name, const char *token)
{
    const size_t n = strlen(name);
    for (const char *at = cookie; at != NULL && *at;) {
        at                    = blanks_skip(at);
        const char *const end = at + strcspn(at, ";");
        if ((size_t)(end - at) > n && strncmp(at, name, n) == 0 && at[n] == '=' &&
            token_same(token, at + n + 1, (size_t)(end - at) - n - 1))
            return true;
        at = *end ? end + 1 : end;
    }
    return false;
}

bool token_given(const char *token, const char *authorization, const char *cookie, const char *cookie_name)
{
    static const char bearer[] = "Bearer ";
    if (authorization != NULL && strncasecmp(authorization, bearer, sizeof bearer - 1) == 0) {
        const char *const given = blanks_skip(authorization + sizeof bearer - 1);
        if (token_same(token, given, strlen(given))) return true;
    }
    return cookie_has(cookie, cookie_name, token);
}

// Routes.

const Route routes_all[ROUTES] = {
    [ROUTE_ABOUT]          = {"GET", "/api/about"},
    [ROUTE_SESSION_OPEN]   = {"POST", "/api/sessions"},
    [ROUTE_SESSION_ASK]    = {"POST", "/api/sessions/*"},
    [ROUTE_SESSION_EVENTS] = {"GET", "/api/sessions/*/events"},
    [ROUTE_SESSION_CLOSE]  = {"POST", "/api/sessions/*/close"},
    [ROUTE_JOBS]           = {"GET", "/api/jobs"},
    [ROUTE_JOB_START]      = {"POST", "/api/jobs"},
    [ROUTE_JOB_EVENTS]     = {"GET", "/api/jobs/*/events"},
    [ROUTE_JOB_STOP]       = {"POST", "/api/jobs/*/stop"},
    [ROUTE_JOB_CONTINUE]   = {"POST", "/api/jobs/*/continue"},
    [ROUTE_LAB]            = {"GET", "/api/lab"},
    [ROUTE_LAB_REPORT]     = {"GET", "/api/lab/*/report"},
    [ROUTE_LAB_PAGE]       = {"GET", "/api/lab/*/page"},
    [ROUTE_LAB_RESULTS]    = {"GET", "/api/lab/*/results.csv"},   // the page links these beside it
    [ROUTE_LAB_MATCHES]    = {"GET", "/api/lab/*/matches.csv"},
    [ROUTE_DATABASES]      = {"GET", "/api/databases"},
    [ROUTE_DATABASE_PROBE] = {"POST", "/api/databases/probe"},
};

// The name at *at, up to the next slash.
static bool name_take(const char **at, char name[ROUTE_NAME_MAX])
{
    size_t n = 0;
    while (n < ROUTE_NAME_MAX - 1 && (isalnum((unsigned char)**at) || (**at && strchr("-._", **at) != NULL)))
        name[n++] = *(*at)++;
    name[n] = 0;
    return n > 0 && (**at == 0 || **at == '/');
}

static bool path_matches(const char *pattern, const char *path, char name[ROUTE_NAME_MAX])
{
    for (; *pattern; pattern++) {
        if (*pattern != '*' && *pattern != *path) return false;
        if (*pattern != '*') path++;
        else if (!name_take(&path, name)) return false;
    }
    return *path == 0;
}

RouteFind route_find(const char *method, const char *path, RouteId *id, char name[ROUTE_NAME_MAX])
{
    RouteFind         found = ROUTE_UNKNOWN;
    const char *const asked = strcmp(method, "HEAD") == 0 ? "GET" : method;
    for (int i = 0; i < ROUTES; i++) {
        name[0] = 0;
        if (!path_matches(routes_all[i].path, path, name)) continue;
        *id = (RouteId)i;
        if (strcmp(asked, routes_all[i].method) == 0) return ROUTE_FOUND;
        found = ROUTE_OTHER_METHOD;
    }
    return found;
}
