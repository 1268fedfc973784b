// http.c - between libmicrohttpd and the routes: who may ask, bodies within bounds, connections and how long
// they may take, answers with the headers that every answer has.
#include "server/server_inner.h"
#include "base/clock.h"
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
    DROPPED_MAX = 1 << 20,   // of a body that is too large: then the connection is closed
};

// Scripts, styles, pictures and workers of this server alone; WebAssembly may be compiled.
static const char policy_page[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

// Answers.

void response_protect(struct MHD_Response *response, const char *policy, bool stored)
{
    MHD_add_response_header(response, "Content-Security-Policy", policy != NULL ? policy : policy_page);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    MHD_add_response_header(response, "Cache-Control", stored ? "no-cache" : "no-store");
}

static enum MHD_Result text_queue(struct MHD_Connection *connection, int code, char *text, const char *type,
                                  const char *policy)
{
    struct MHD_Response *const response = MHD_create_response_from_buffer(strlen(text), text,
                                                                          MHD_RESPMEM_MUST_FREE);
    if (response == NULL) return free(text), MHD_NO;
    response_protect(response, policy, false);
    MHD_add_response_header(response, "Content-Type", type != NULL ? type : "application/json");
    if (code == 401) MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
    if (code == 405) MHD_add_response_header(response, "Allow", "GET, HEAD, POST");
    if (code == 429 || code == 503) MHD_add_response_header(response, "Retry-After", "1");
    const enum MHD_Result queued = MHD_queue_response(connection, (unsigned)code, response);
    MHD_destroy_response(response);
    return queued;
}

static char *error_text(const char *message)
{
    json_t *const error = json_pack("{s:b, s:s}", "ok", 0, "error", message);
    char *const   text  = json_dumps(error, JSON_COMPACT);
    json_decref(error);
    return text != NULL ? text : strdup("{\"ok\":false,\"error\":\"out of memory\"}");
}

static enum MHD_Result refuse(struct MHD_Connection *connection, int code, const char *message)
{
    char *const text = error_text(message);
    return text != NULL ? text_queue(connection, code, text, NULL, NULL) : MHD_NO;
}

static void request_wake(Request *request)
{
    if (request->client->phase != CONNECTION_WAITING) return;
    request->client->phase = CONNECTION_ANSWERING, request->client->since = request->server->now;
    request->server->waiting--;
    MHD_resume_connection(request->connection);
}

void request_answer(Request *request, int code, char *answer)
{
    assert(request->code == 0 && code > 0);
    request->answer = answer != NULL ? answer : strdup("{\"ok\":false,\"error\":\"out of memory\"}");
    request->code   = answer != NULL ? code : 500;
    request_wake(request);
}

void request_answer_json(Request *request, int code, json_t *answer)
{
    request_answer(request, code, json_dumps(answer, JSON_COMPACT));
    json_decref(answer);
}

// Words of the other side come back in messages, perhaps cut in the middle of a character.
void request_refuse(Request *request, int code, const char *format, ...)
{
    char    message[STATUS_TEXT_MAX + 100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    for (char *c = message; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';
    request_answer(request, code, error_text(message));
}

void request_wait(Request *request)
{
    assert(request->code == 0);
    request->client->phase = CONNECTION_WAITING, request->client->since = request->server->now;
    request->server->waiting++;
    MHD_suspend_connection(request->connection);
}

static enum MHD_Result request_queue(Request *request)
{
    if (request->stream != NULL) return MHD_YES;   // is queued already
    char *const answer = request->answer;
    request->answer    = NULL;
    if (answer == NULL) return MHD_NO;
    return text_queue(request->connection, request->code, answer, request->type, request->policy);
}

// Who may ask.

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static bool token_allows(const Server *server, struct MHD_Connection *connection)
{
    const char *const token = server->setup.token;
    return token == NULL || token_given(token, header(connection, "Authorization"),
                                        header(connection, "Cookie"), server->cookie);
}

typedef struct Counted {
    const char *name;
    int         count;
} Counted;

static enum MHD_Result header_count(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    (void)kind, (void)value;
    Counted *const counted = context;
    counted->count += strcasecmp(name, counted->name) == 0;
    return MHD_YES;
}

// Which of two would be looked at is nobody's guess.
static bool header_twice(struct MHD_Connection *connection, const char *name)
{
    Counted counted = {.name = name};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, header_count, &counted);
    return counted.count > 1;
}

// 0, or the code of a refusal and why.
static int gate(const Server *server, struct MHD_Connection *connection, const char *path, const char **why)
{
    if (!host_allowed(&server->hosts, header(connection, "Host")))
        return *why = "Host: expected the address that the server was started with", 421;
    if (!origin_allowed(&server->hosts, header(connection, "Origin")))
        return *why = "Origin: pages from elsewhere are not answered", 403;
    if (strncmp(path, "/api/", 5) == 0 && !site_allowed(header(connection, "Sec-Fetch-Site")))
        return *why = "Sec-Fetch-Site: pages from elsewhere are not answered", 403;
    if (!token_allows(server, connection))
        return *why = "a token is needed: Authorization: Bearer TOKEN", 401;
    if (server->connections > server->setup.limits.connections)
        return *why = "too many connections at the same time", 503;
    return 0;
}

// What a body must be before it is read.
static int body_gate(const Server *server, struct MHD_Connection *connection, bool post, const char **why)
{
    const char *const length = header(connection, "Content-Length");
    const bool        some   = (length != NULL && strcmp(length, "0") != 0) ||
                      header(connection, "Transfer-Encoding") != NULL;
    if (!post) return some ? (*why = "a body: expected none", 400) : 0;
    if (!type_is_json(header(connection, "Content-Type")))
        return *why = "Content-Type: expected application/json", 415;
    if (length != NULL && (strlen(length) > 9 || strtoul(length, NULL, 10) > server->setup.limits.body))
        return *why = "the body is too large", 413;
    return 0;
}

// The address with ?token= was opened once: from now on the cookie says it.
static enum MHD_Result token_page(Server *server, struct MHD_Connection *connection)
{
    char                       cookie[TOKEN_MAX + 100];
    Text                       out      = text_on(cookie, sizeof cookie);
    struct MHD_Response *const response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    if (response == NULL) return MHD_NO;
    text_add(&out, "%s=%s; Path=/; HttpOnly; SameSite=Strict", server->cookie, server->setup.token);
    response_protect(response, NULL, false);
    MHD_add_response_header(response, "Location", "/");
    MHD_add_response_header(response, "Set-Cookie", cookie);
    const enum MHD_Result queued = MHD_queue_response(connection, 303, response);
    MHD_destroy_response(response);
    return queued;
}

static bool token_opens(const Server *server, struct MHD_Connection *connection, const char *path)
{
    const char *const token = server->setup.token;
    const char *const given = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token");
    return token != NULL && given != NULL && strcmp(path, "/") == 0 &&
           host_allowed(&server->hosts, header(connection, "Host")) &&
           token_same(token, given, strlen(given));
}

// Requests.

static Connection *client_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *const info = MHD_get_connection_info(connection,
                                                                         MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

static enum MHD_Result request_begin(Server *server, struct MHD_Connection *connection, Connection *client,
                                     const Request *as, void **own)
{
    Request *const request = malloc(sizeof *request);
    if (request == NULL) return refuse(connection, 500, "out of memory");
    *request            = *as;
    request->server     = server;
    request->connection = connection;
    request->client     = client;
    *own                = request;
    return MHD_YES;
}

static enum MHD_Result ready_set(Connection *client, struct MHD_Response *ready, int code, void **own)
{
    client->ready = ready, client->ready_code = code;
    *own = client;
    return MHD_YES;
}

// The line and the headers are there.
static enum MHD_Result headers_take(Server *server, struct MHD_Connection *connection, const char *path,
                                    const char *method, void **own)
{
    const char       *why     = NULL;
    int               code    = 0;
    Request           request = {0};
    Connection *const client  = client_of(connection);
    const bool        post    = strcmp(method, "POST") == 0,
               get            = !post && (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0);
    if (client == NULL) return MHD_NO;
    const double since = client->used ? server->now : client->since;
    client->phase = CONNECTION_ANSWERING, client->since = server->now, client->used = true;
    if (header_twice(connection, "Host") || header_twice(connection, "Origin"))
        return refuse(connection, 400, "Host, Origin: expected once");
    if (get && token_opens(server, connection, path)) return token_page(server, connection);
    if ((code = gate(server, connection, path, &why)) != 0) return refuse(connection, code, why);
    if (!post && !get) return refuse(connection, 405, "expected GET, HEAD or POST");
    if ((code = body_gate(server, connection, post, &why)) != 0) return refuse(connection, code, why);
    if (get) {
        struct MHD_Response *const asset = asset_response(
            server, path, encoding_has_gzip(header(connection, "Accept-Encoding")),
            header(connection, "If-None-Match"), &code);
        if (asset != NULL) return ready_set(client, asset, code, own);
    }
    switch (route_find(method, path, &request.route, request.name)) {
    case ROUTE_UNKNOWN: return refuse(connection, 404, "there is nothing at this address");
    case ROUTE_OTHER_METHOD: return refuse(connection, 405, "expected another method at this address");
    case ROUTE_FOUND: break;
    }
    if (request.route == ROUTE_ABOUT) return ready_set(client, server->about, 200, own);
    // The first request began with the connection; when another did nobody says before its headers are there.
    if (post) client->phase = CONNECTION_READING, client->since = since;
    return request_begin(server, connection, client, &request, own);
}

// False: enough was thrown away.
static bool body_take(Request *request, const char *bytes, size_t size)
{
    const size_t most = request->server->setup.limits.body;
    if (request->body == NULL) request->body = malloc(most + 1);
    if (request->body == NULL || size > most - request->size) {
        request->dropped += size;
        return request->dropped <= DROPPED_MAX;
    }
    memcpy(request->body + request->size, bytes, size);
    request->size += size;
    return true;
}

static enum MHD_Result request_complete(Request *request)
{
    request->ran           = true;
    request->client->phase = CONNECTION_ANSWERING, request->client->since = request->server->now;
    if (request->body != NULL) request->body[request->size] = 0;
    if (request->server->ending) request_refuse(request, 503, "the server is ending");
    else if (request->dropped > 0) request_refuse(request, 413, "the body is too large");
    else request_run(request);
    return request->code == 0 && request->stream == NULL ? MHD_YES : request_queue(request);
}

// The library's callbacks.

enum MHD_Result http_request(void *context, struct MHD_Connection *connection, const char *path,
                             const char *method, const char *version, const char *bytes, size_t *size,
                             void **own)
{
    (void)version;
    if (*own == NULL) return headers_take(context, connection, path, method, own);
    Connection *const client = client_of(connection);
    if (*own == client) return MHD_queue_response(connection, (unsigned)client->ready_code, client->ready);
    Request *const request = *own;
    if (*size > 0) {
        const size_t n = *size;
        *size          = 0;
        return body_take(request, bytes, n) ? MHD_YES : MHD_NO;
    }
    return request->ran ? request_queue(request) : request_complete(request);
}

void http_completed(void *context, struct MHD_Connection *connection, void **own,
                    enum MHD_RequestTerminationCode how)
{
    (void)how;
    Server *const     server = context;
    Connection *const client = client_of(connection);
    if (client != NULL) client->phase = CONNECTION_READING, client->since = server->now;
    Request *const request = *own != client ? *own : NULL;
    *own                   = NULL;
    if (request == NULL) return;
    free(request->body);
    free(request->answer);
    free(request);
}

static void connection_begin(Server *server, struct MHD_Connection *connection, void **own)
{
    const union MHD_ConnectionInfo *const fd     = MHD_get_connection_info(connection,
                                                                           MHD_CONNECTION_INFO_CONNECTION_FD);
    Connection *const                     client = calloc(1, sizeof *client);
    *own                                         = client;
    if (client == NULL || fd == NULL) return;   // requests on it are refused
    client->fd = (int)fd->connect_fd, client->since = clock_seconds();
    client->after = server->connection_first;
    if (client->after != NULL) client->after->before = client;
    server->connection_first = client;
    server->connections++;
}

static void connection_end(Server *server, Connection *client)
{
    if (client == NULL) return;
    if (client->before != NULL) client->before->after = client->after;
    else server->connection_first = client->after;
    if (client->after != NULL) client->after->before = client->before;
    server->connections--;
    free(client);
}

void http_connection(void *context, struct MHD_Connection *connection, void **own,
                     enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED) connection_begin(context, connection, own);
    else connection_end(context, *own);
}

// A socket that is shut down is read to its end, and so closed, by the library.
void http_reap(Server *server)
{
    const ServerLimits *const limits = &server->setup.limits;
    for (Connection *c = server->connection_first; c != NULL; c = c->after) {
        const double passed = server->now - c->since;
        if ((c->phase == CONNECTION_READING && passed > limits->request_seconds) ||
            (c->phase == CONNECTION_ANSWERING && passed > limits->answer_seconds))
            shutdown(c->fd, SHUT_RDWR);
    }
}
