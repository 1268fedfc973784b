#include "server/jobs.h"
#include "base/text.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TABLE_SECONDS 3.0    // between running tables of an experiment
#define TERM_SECONDS  10.0   // to end after SIGINT
#define KILL_SECONDS  15.0
#define CLOSE_SECONDS 3.0   // all of that, when the server ends

enum { CODE_INTERRUPTED = 130 };

// Events.

static void event_push(Job *job, json_t *event)
{
    char *const text = json_dumps(event, JSON_COMPACT);
    if (text != NULL) feed_push(&job->feed, text);
    free(text);
    json_decref(event);
}

void job_table(Job *job, const char *report)
{
    json_t *const table = report != NULL ? json_loads(report, 0, NULL) : NULL;
    job->asking         = false;
    if (table != NULL) event_push(job, json_pack("{s:s, s:o}", "event", "table", "table", table));
}

// A line of standard error: an event, or words for people.
static void on_line(void *context, const char *line)
{
    static const char prefix[] = "pollard: ";
    Job *const        job      = context;
    json_t *const     json     = line[0] == '{' ? json_loads(line, 0, NULL) : NULL;
    const char *const event    = json_string_value(json_object_get(json, "event"));
    if (event == NULL) {
        json_decref(json);
        Text out = text_on(job->text, sizeof job->text);
        for (const char *c = strncmp(line, prefix, 9) == 0 ? line + 9 : line; *c; c++)
            text_char(&out, *c >= ' ' && *c <= '~' ? *c : '?');
        return;
    }
    if (strcmp(event, "progress") == 0) {
        json_decref(job->progress);
        job->progress = json_incref(json);
        job->news     = true;
    }
    event_push(job, json);
}

static const char *state_name(const Job *job)
{
    if (job->state == JOB_RUNNING || job->state == JOB_REPORTING) return "running";
    if (job->state == JOB_STOPPING) return "stopping";
    return job->child.code == 0 ? "done" : job->child.code == CODE_INTERRUPTED ? "stopped" : "failed";
}

static json_t *result_json(const Job *job)
{
    json_t *const result = job->child.out.size > 0
                             ? json_loadb(job->child.out.bytes, job->child.out.size, 0, NULL)
                             : NULL;
    return result != NULL ? result : json_null();
}

static void job_end(Job *job)
{
    job->state = JOB_ENDED;
    job->seconds += job->server->now - job->start;
    event_push(job, json_pack("{s:s, s:i, s:s, s:s, s:o}", "event", "end", "code", job->child.code, "state",
                              state_name(job), "text", job->text, "result", result_json(job)));
}

// Starting.

void words_begin(Words *words);

static bool words_make(Job *job, Status *status)
{
    Server *const server = job->server;
    words_begin(&job->words);
    for (int i = 0; i < job->ask.words.count; i++) words_add(&job->words, "%s", job->ask.words.word[i]);
    words_add(&job->words, "--json");
    if (job->ask.kind == JOB_LAB) {
        words_add(&job->words, "--results");
        words_add(&job->words, "%s", server->setup.results);
    }
    if (job->ask.kind != JOB_MATCH) return true;
    if (!server_folder(server, status)) return false;
    words_add(&job->words, "--save");   // so that the same words continue it
    words_add(&job->words, "%s/%s.match", server->folder, job->id);
    return true;
}

static bool job_run(Job *job, Status *status)
{
    child_close(&job->child);
    job->child.line = on_line, job->child.context = job;
    job->text[0] = 0;
    if (!child_start(&job->child, job->server->setup.program, &job->words, status)) return false;
    job->state = JOB_RUNNING;
    job->start = job->tabled = job->server->now;
    event_push(job, json_pack("{s:s}", "event", "start"));
    return true;
}

static void job_free(Job *job)
{
    child_close(&job->child);
    words_close(&job->words);
    words_close(&job->ask.words);
    feed_close(&job->feed);
    json_decref(job->asked);
    json_decref(job->progress);
    free(job);
}

static void job_remove(Job *job)
{
    Server *const server = job->server;
    streams_leave(server, &job->feed);
    if (job->before != NULL) job->before->after = job->after;
    else server->job_first = job->after;
    if (job->after != NULL) job->after->before = job->before;
    job_free(job);
}

// The oldest that has ended makes room.
static void jobs_thin(Server *server)
{
    int  n    = 0;
    Job *last = NULL;
    for (Job *job = server->job_first; job != NULL; job = job->after) {
        n++;
        if (job->state == JOB_ENDED && !job->asking) last = job;
    }
    if (n >= JOBS_KEPT && last != NULL) job_remove(last);
}

static Job *job_make(Server *server, json_t *asked, Status *status)
{
    Job *const job = calloc(1, sizeof *job);
    if (job == NULL) return status_fail_system(status, "out of memory for a job"), NULL;
    job->server = server;
    job->child  = (Child){.out = {.fd = -1}, .err = {.fd = -1}};
    id_make(job->id);
    feed_open(&job->feed, server_wake, server);
    job->asked = json_incref(asked);
    if (job_ask_read(asked, &job->ask, status) && words_make(job, status) && job_run(job, status)) return job;
    job_free(job);
    return NULL;
}

int jobs_running(const Server *server)
{
    int n = 0;
    for (const Job *job = server->job_first; job != NULL; job = job->after) n += job->state != JOB_ENDED;
    return n;
}

static bool room_refuse(Request *request)
{
    const bool full = jobs_running(request->server) >= request->server->setup.limits.jobs;
    if (full) request_refuse(request, 503, "too many jobs at the same time");
    return full;
}

static void job_answer(Request *request, const Job *job)
{
    request_answer_json(request, 200,
                        json_pack("{s:b, s:s, s:s}", "ok", 1, "job", job->id, "state", state_name(job)));
}

void job_start(Request *request)
{
    Server *const server = request->server;
    Status        status;
    json_error_t  error;
    if (room_refuse(request)) return;
    json_t *const json = json_loadb(request->body != NULL ? request->body : "", request->size,
                                    JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(json)) {
        json_decref(json);
        return request_refuse(request, 400, "expected an object, {\"kind\": ...}");
    }
    jobs_thin(server);
    Job *const job = job_make(server, json, &status);
    json_decref(json);
    if (job == NULL)
        return request_refuse(request, status.kind == STATUS_INPUT ? 400 : 500, "%s", status.text);
    job->after = server->job_first;
    if (job->after != NULL) job->after->before = job;
    server->job_first = job;
    job_answer(request, job);
}

// Watching.

static Job *job_find(Request *request)
{
    Job *job = request->server->job_first;
    while (job != NULL && strcmp(job->id, request->name) != 0) job = job->after;
    if (job == NULL) request_refuse(request, 404, "there is no such job");
    return job;
}

static json_t *job_json(const Job *job)
{
    const bool   runs    = job->state != JOB_ENDED;
    const double seconds = job->seconds + (runs ? job->server->now - job->start : 0);
    return json_pack("{s:s, s:O, s:s, s:o, s:f, s:o, s:s}", "job", job->id, "ask", job->asked, "state",
                     state_name(job), "code", runs ? json_null() : json_integer(job->child.code), "seconds",
                     seconds, "progress", job->progress != NULL ? json_incref(job->progress) : json_null(),
                     "text", job->text);
}

void jobs_list(Request *request)
{
    json_t *const list = json_array();
    for (const Job *job = request->server->job_first; job != NULL; job = job->after)
        json_array_append_new(list, job_json(job));
    request_answer_json(request, 200, json_pack("{s:b, s:o}", "ok", 1, "jobs", list));
}

void job_events(Request *request)
{
    Job *const job = job_find(request);
    if (job != NULL) stream_open(request, &job->feed, true);
}

void job_stop(Request *request)
{
    Job *const job = job_find(request);
    if (job == NULL) return;
    if (job->state == JOB_RUNNING) {
        child_signal(&job->child, SIGINT);
        job->state   = JOB_STOPPING;
        job->stopped = request->server->now;
    }
    job_answer(request, job);
}

void job_continue(Request *request)
{
    Status     status;
    Job *const job = job_find(request);
    if (job == NULL) return;
    if (job->state != JOB_ENDED) return request_refuse(request, 409, "the job is running");
    if (room_refuse(request)) return;
    if (!job_run(job, &status)) return request_refuse(request, 500, "%s", status.text);
    job_answer(request, job);
}

// Time.

static void stop_again(Job *job)
{
    const double passed = job->server->now - job->stopped;
    if (passed > KILL_SECONDS) child_signal(&job->child, SIGKILL);
    else if (passed > TERM_SECONDS) child_signal(&job->child, SIGTERM);
}

static void table_ask(Job *job)
{
    if (job->ask.kind != JOB_LAB || job->asking) return;
    job->asking = query_table(job);
    job->tabled = job->server->now, job->news = false;
}

static void job_look(Job *job)
{
    if (job->state == JOB_ENDED) return;
    if (job->state == JOB_REPORTING) {
        if (!job->asking) job_end(job);
        return;
    }
    if (child_ended(&job->child)) {
        job->state = JOB_REPORTING;
        if (job->child.code == 0 || job->child.code == CODE_INTERRUPTED) table_ask(job);
        if (!job->asking) job_end(job);
        return;
    }
    if (job->state == JOB_STOPPING) stop_again(job);
    if (job->news && job->server->now - job->tabled > TABLE_SECONDS) table_ask(job);
}

void jobs_tick(Server *server)
{
    for (Job *job = server->job_first; job != NULL; job = job->after) job_look(job);
}

void jobs_visit(Server *server, ChildVisit *visit, void *context)
{
    for (Job *job = server->job_first; job != NULL; job = job->after) visit(context, &job->child);
}

static void all_signal(Server *server, int number)
{
    for (Job *job = server->job_first; job != NULL; job = job->after) child_signal(&job->child, number);
}

static bool all_ended(Server *server)
{
    bool ended = true;
    for (Job *job = server->job_first; job != NULL; job = job->after) {
        if (job->child.pid > 0) child_read(&job->child);
        ended &= child_ended(&job->child);
    }
    return ended;
}

void jobs_close(Server *server)
{
    enum { STEPS = 300 };
    all_signal(server, SIGINT);
    for (int i = 0; i < STEPS && !all_ended(server); i++) {
        usleep((useconds_t)(1e6 * CLOSE_SECONDS / STEPS));
        if (i == STEPS / 2) all_signal(server, SIGTERM);
    }
    while (server->job_first != NULL) job_remove(server->job_first);
}
