// queries.c - questions that other commands of this program answer: asked of a child, whose answer is the
// answer.
#include "server/jobs.h"
#include "base/file.h"
#include "base/text.h"
#include "game/variant.h"
#include "lab/kept/kept.h"
#include "search/plugin.h"

#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Query {
    Server  *server;
    Request *request;   // NULL: for a job
    Job     *job;
    Child    child;
    double   start;
    bool     timed_out;
    char     error[STATUS_TEXT_MAX];
    char     folder[PATH_MAX];   // of a page; "": none
    Stamp    stamp;              // of /api/lab: of the files that the child reads
    Query   *before, *after;
};

// A page that was written elsewhere: its own styles and pictures, no scripts.
static const char policy_report[] = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "
                                    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

void words_begin(Words *words)
{
    words_add(words, "pollard");
    for (int i = 0; games_all[i] != NULL; i++) {
        const char *const path = plugin_path(games_all[i]);
        if (path == NULL) continue;
        words_add(words, "--game");
        words_add(words, "%s", path);
    }
}

static void on_line(void *context, const char *line)
{
    static const char prefix[] = "pollard: ";
    Query *const      query    = context;
    const bool        ours     = strncmp(line, prefix, sizeof prefix - 1) == 0;
    Text              out      = text_on(query->error, sizeof query->error);
    for (const char *c = ours ? line + sizeof prefix - 1 : line; *c; c++)
        text_char(&out, *c >= ' ' && *c <= '~' ? *c : '?');
}

static Query *query_make(Server *server, const Words *words, Status *status)
{
    Query *const query = calloc(1, sizeof *query);
    if (query == NULL) return status_fail_system(status, "out of memory for a question"), NULL;
    query->server = server, query->start = server->now;
    query->child = (Child){.line = on_line, .context = query};
    if (!child_start(&query->child, server->setup.program, words, status)) return free(query), NULL;
    query->after = server->query_first;
    if (query->after != NULL) query->after->before = query;
    server->query_first = query;
    return query;
}

// Which words.

static bool probe_words(const Request *request, Words *words, Status *status)
{
    json_t *const json = json_loadb(request->body != NULL ? request->body : "", request->size,
                                    JSON_REJECT_DUPLICATES, NULL);
    const bool    good = json_is_object(json)
                           ? probe_ask_read(json, words, status)
                           : status_fail(status, "expected an object, {\"name\": ..., \"position\": ...}");
    json_decref(json);
    return good;
}

static void lab_words(const Server *server, const char *verb, const char *name, Words *words)
{
    words_add(words, "lab");
    words_add(words, "%s", verb);
    if (name[0]) words_add(words, "%s", name);
    if (access(server->setup.results, F_OK) != 0 && strcmp(verb, "list") == 0) return;
    words_add(words, "--results");
    words_add(words, "%s", server->setup.results);
}

static bool page_folder(Server *server, char folder[PATH_MAX], Status *status)
{
    char id[ID_SIZE];
    if (!server_folder(server, status)) return false;
    id_make(id);
    return snprintf(folder, PATH_MAX, "%s/page-%s", server->folder, id) < PATH_MAX;
}

static bool words_make(Request *request, Words *words, char folder[PATH_MAX], Status *status)
{
    Server *const server = request->server;
    words_begin(words);
    switch (request->route) {
    case ROUTE_LAB: lab_words(server, "list", "", words); break;
    case ROUTE_LAB_REPORT: lab_words(server, "report", request->name, words); break;
    case ROUTE_LAB_PAGE:
    case ROUTE_LAB_RESULTS:
    case ROUTE_LAB_MATCHES:
        if (!page_folder(server, folder, status)) return false;
        lab_words(server, "report", request->name, words);
        words_add(words, "--html");
        words_add(words, "%s", folder);
        break;
    case ROUTE_DATABASES: words_add(words, "db"), words_add(words, "list"); break;
    default:
        if (!probe_words(request, words, status)) return false;
    }
    words_add(words, "--json");
    return true;
}

// The list of experiments takes a second of processor time, and stays the same until one of these changes.
static Stamp lab_stamp(const Server *server)
{
    return stamp_folder(stamp_database(0, server->setup.results), KEPT_FOLDER);
}

static bool lab_list_known(Request *request)
{
    const Server *const server = request->server;
    if (request->route != ROUTE_LAB || server->lab_list == NULL || server->lab_stamp != lab_stamp(server))
        return false;
    char *const copy = strdup(server->lab_list);
    if (copy != NULL) request_answer(request, 200, copy);
    return copy != NULL;
}

static void lab_list_keep(const Query *query)
{
    Server *const server = query->server;
    free(server->lab_list);
    server->lab_list  = strdup(query->child.out.bytes);
    server->lab_stamp = query->stamp;
}

// Reports of the laboratory want a file of results.
static bool results_missing(const Request *request)
{
    return request->name[0] && access(request->server->setup.results, F_OK) != 0;
}

static int queries_waiting(const Server *server)
{
    int n = 0;
    for (const Query *q = server->query_first; q != NULL; q = q->after) n += q->request != NULL;
    return n;
}

void query_start(Request *request)
{
    Server *const server           = request->server;
    Words         words            = {0};
    char          folder[PATH_MAX] = "";
    Status        status;
    if (lab_list_known(request)) return;
    if (queries_waiting(server) >= server->setup.limits.queries)
        return request_refuse(request, 503, "too many questions at the same time");
    if (request->name[0] && !lab_name_known(request->name))
        return request_refuse(request, 404, "there is no experiment '%s'", request->name);
    if (results_missing(request))
        return request_refuse(
            request, 404, "nothing is measured yet: run it here, or by `pollard lab run %s`", request->name);
    const Stamp  stamp = request->route == ROUTE_LAB ? lab_stamp(server) : 0;
    Query *const query = words_make(request, &words, folder, &status) ? query_make(server, &words, &status)
                                                                      : NULL;
    words_close(&words);
    if (query == NULL)
        return request_refuse(request, status.kind == STATUS_INPUT ? 400 : 500, "%s", status.text);
    query->request = request, query->stamp = stamp;
    memcpy(query->folder, folder, sizeof folder);
    request_wait(request);
}

bool query_table(Job *job)
{
    Words  words = {0};
    Status status;
    words_begin(&words);
    lab_words(job->server, "report", job->ask.name, &words);
    words_add(&words, "--json");
    Query *const query = query_make(job->server, &words, &status);
    words_close(&words);
    if (query != NULL) query->job = job;
    return query != NULL;
}

// Answers.

// A file of the folder that the report was written to.
static void file_answer(Query *query)
{
    const RouteId     route = query->request->route;
    const bool        page  = route == ROUTE_LAB_PAGE;
    const char *const name = page ? "index.html" : route == ROUTE_LAB_RESULTS ? "results.csv" : "matches.csv";
    char              path[PATH_MAX + 16];
    size_t            size;
    Status            status;
    snprintf(path, sizeof path, "%s/%s", query->folder, name);
    char *const text = file_read(path, CHILD_OUT_MAX, &size, &status);
    if (text == NULL) return request_refuse(query->request, 404, "the report has no %s", name);
    query->request->type   = page ? "text/html; charset=utf-8" : "text/csv; charset=utf-8";
    query->request->policy = policy_report;
    request_answer(query->request, 200, text);
}

static void query_answer(Query *query)
{
    Request *const request = query->request;
    const int      code    = query->child.code;
    if (query->timed_out) return request_refuse(request, 504, "no answer in time");
    if (code != 0)
        return request_refuse(request,
                              code != 2                                ? 500
                              : request->route == ROUTE_DATABASE_PROBE ? 400
                                                                       : 404,
                              "%s", query->error);
    if (query->folder[0]) return file_answer(query);
    if (request->route == ROUTE_LAB) lab_list_keep(query);
    request_answer(request, 200, query->child.out.bytes);
    query->child.out.bytes = NULL;
}

static int entry_remove(const char *path, const struct stat *facts, int kind, struct FTW *where)
{
    (void)facts, (void)kind, (void)where;
    remove(path);
    return 0;
}

static void query_remove(Query *query)
{
    Server *const server = query->server;
    if (query->before != NULL) query->before->after = query->after;
    else server->query_first = query->after;
    if (query->after != NULL) query->after->before = query->before;
    if (query->folder[0]) nftw(query->folder, entry_remove, 16, FTW_DEPTH | FTW_PHYS);
    child_close(&query->child);
    free(query);
}

static void query_look(Query *query)
{
    if (!query->timed_out && query->server->now - query->start > query->server->setup.limits.query_seconds) {
        query->timed_out = true;
        child_signal(&query->child, SIGKILL);
    }
    if (!child_ended(&query->child)) return;
    if (query->request != NULL) query_answer(query);
    else job_table(query->job, query->child.code == 0 ? query->child.out.bytes : NULL);
    query_remove(query);
}

void queries_tick(Server *server)
{
    for (Query *q = server->query_first, *next; q != NULL; q = next) {
        next = q->after;
        query_look(q);
    }
}

void queries_visit(Server *server, ChildVisit *visit, void *context)
{
    for (Query *q = server->query_first; q != NULL; q = q->after) visit(context, &q->child);
}

void queries_close(Server *server)
{
    while (server->query_first != NULL) {
        Query *const query = server->query_first;
        if (query->request != NULL) request_refuse(query->request, 503, "the server is ending");
        else job_table(query->job, NULL);
        query_remove(query);
    }
}
