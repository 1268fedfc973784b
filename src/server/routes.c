// routes.c - what is at each address.
#include "server/server_inner.h"
#include "server/session_ask.h"
#include "base/build_info.h"

#include <stdlib.h>
#include <string.h>

typedef void RouteRun(Request *request);

static RouteRun *const runs[ROUTES] = {
    [ROUTE_SESSION_OPEN]   = session_open,
    [ROUTE_SESSION_ASK]    = session_ask,
    [ROUTE_SESSION_EVENTS] = session_events,
    [ROUTE_SESSION_CLOSE]  = session_close,
    [ROUTE_JOBS]           = jobs_list,
    [ROUTE_JOB_START]      = job_start,
    [ROUTE_JOB_EVENTS]     = job_events,
    [ROUTE_JOB_STOP]       = job_stop,
    [ROUTE_JOB_CONTINUE]   = job_continue,
    [ROUTE_LAB]            = query_start,
    [ROUTE_LAB_REPORT]     = query_start,
    [ROUTE_LAB_PAGE]       = query_start,
    [ROUTE_LAB_RESULTS]    = query_start,
    [ROUTE_LAB_MATCHES]    = query_start,
    [ROUTE_DATABASES]      = query_start,
    [ROUTE_DATABASE_PROBE] = query_start,
};

// Of requests that say everything by their address, the body is an empty object.
static bool body_check(const Request *request)
{
    switch (request->route) {
    case ROUTE_SESSION_CLOSE:
    case ROUTE_JOB_STOP:
    case ROUTE_JOB_CONTINUE: break;
    default: return true;
    }
    json_t *const json = json_loadb(request->body != NULL ? request->body : "", request->size, 0, NULL);
    const bool    good = json_is_object(json) && json_object_size(json) == 0;
    json_decref(json);
    return good;
}

void request_run(Request *request)
{
    if (body_check(request)) runs[request->route](request);
    else request_refuse(request, 400, "expected an empty object, {}");
}

static json_t *limits_json(const ServerLimits *limits)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:f, s:f, s:s}", "sessions", limits->sessions, "streams",
                     limits->streams, "searches", limits->searches, "jobs", limits->jobs, "body",
                     (int)limits->body, "search_seconds", limits->search_seconds, "infinite_seconds",
                     limits->infinite_seconds, "table_bytes", "67108864");
}

static json_t *about_json(const Server *server)
{
    const BuildDigest *d;
    json_t *const      digests = json_object();
    for (int i = 0; (d = build_digest_at(i)) != NULL; i++)
        json_object_set_new(digests, d->game, json_string(d->digest));
    json_t *const can = json_pack("{s:b, s:b, s:b, s:i}", "databases", 1, "lab", 1, "jobs", 1, "threads",
                                  ASK_THREADS_MAX);
    return json_pack("{s:b, s:s, s:s, s:s, s:o, s:o, s:o}", "ok", 1, "version", POLLARD_VERSION, "variant",
                     POLLARD_VARIANT, "commit", build_commit, "digests", digests, "can", can, "limits",
                     limits_json(&server->setup.limits));
}

bool about_open(Server *server, Status *status)
{
    json_t *const json = about_json(server);
    char *const   text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    server->about_text = text;
    if (text != NULL)
        server->about = MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_PERSISTENT);
    if (server->about == NULL) return status_fail_system(status, "out of memory");
    response_protect(server->about, NULL, false);
    MHD_add_response_header(server->about, "Content-Type", "application/json");
    return true;
}
