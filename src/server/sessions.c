// sessions.c - sessions of the JSON protocol, each with a thread in which its lines are answered.
//
// The answer to a request is what the thread of the session says while it runs the line; what other threads
// say, those of searches, goes to the session's feed. A line to which nothing was said has started something:
// its answer comes on the feed, too.
#include "server/server_inner.h"
#include "server/session_ask.h"
#include "base/clock.h"
#include "play/player.h"
#include "protocols/protocol.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A line to a session.
typedef struct Ask {
    Request    *request;   // of the thread of the loop; NULL: the loop itself asks, nobody waits
    Session    *session;
    char       *line, *id;   // owned; id as JSON, "null" where there is none
    AskFacts    facts;
    bool        opening, about;   // opening: the session with several lines; about: of OpenAsk
    char       *answer;           // owned; NULL: it comes later; of several lines a list without brackets
    struct Ask *next;
} Ask;

struct Session {
    Server    *server;
    char       id[ID_SIZE];
    Feed       feed;
    PlayerSpec player;
    void      *protocol;
    Threads    thread;

    // Of the loop.
    double   used;             // the last request
    double   search_start;     // of the last search
    double   search_seconds;   // that it may take
    bool     search_stopped;
    Session *before, *after;

    // Of the session's thread.
    char *said;   // owned: to the line that runs

    Mutex     lock;   // of what follows
    Condition changes;
    Ask      *first;
    int       queued, searches;   // searches: asked for, and not yet answered
    bool      closing, ended;
};

static _Thread_local const Session *session_here;   // whose thread this is

// Asks.

static void ask_close(Ask *ask)
{
    free(ask->line);
    free(ask->id);
    free(ask->answer);
    free(ask);
}

static Ask *ask_make(Session *session, Request *request, const json_t *json, AskFacts facts)
{
    Ask *const ask = calloc(1, sizeof *ask);
    if (ask == NULL) return NULL;
    const json_t *const id = json_object_get(json, "id");
    ask->session = session, ask->request = request, ask->facts = facts;
    ask->line = json_dumps(json, JSON_COMPACT);
    ask->id   = id != NULL ? json_dumps(id, JSON_COMPACT | JSON_ENCODE_ANY) : strdup("null");
    if (ask->line != NULL && ask->id != NULL) return ask;
    ask_close(ask);
    return NULL;
}

static void ask_append(Ask **list, Ask *ask)
{
    while (*list != NULL) list = &(*list)->next;
    *list = ask;
}

// False: there are too many.
static bool ask_enter(Session *session, Ask *ask)
{
    mutex_lock(&session->lock);
    const bool good = session->queued < session->server->setup.limits.waiting && !session->closing;
    if (good) ask_append(&session->first, ask), session->queued++, session->searches += ask->facts.search;
    condition_wake_all(&session->changes);
    mutex_unlock(&session->lock);
    return good;
}

// The session's thread.

static bool line_is_answer(const char *line)
{
    json_t *const json   = json_loads(line, 0, NULL);
    const bool    answer = json_object_get(json, "ok") != NULL;
    json_decref(json);
    return answer;
}

static void on_say(void *context, const char *line)
{
    Session *const session = context;
    if (session_here == session) {
        if (session->said != NULL) feed_push(&session->feed, session->said);
        free(session->said);
        session->said = strdup(line);
        return;
    }
    const bool answer = line_is_answer(line);
    mutex_lock(&session->lock);
    if (answer && session->searches > 0) session->searches--;
    mutex_unlock(&session->lock);
    feed_push(&session->feed, line);
}

// The next line, or NULL: the session is to end.
static Ask *ask_next(Session *session)
{
    mutex_lock(&session->lock);
    while (session->first == NULL && !session->closing) condition_wait(&session->changes, &session->lock);
    Ask *const ask = session->closing ? NULL : session->first;
    if (ask != NULL) session->first = ask->next, session->queued--, ask->next = NULL;
    mutex_unlock(&session->lock);
    return ask;
}

static void ask_done(Session *session, Ask *ask)
{
    Server *const server = session->server;
    mutex_lock(&session->lock);
    if (ask->facts.search && ask->answer != NULL) session->searches--;   // refused, or answered at once
    mutex_unlock(&session->lock);
    mutex_lock(&server->lock);
    ask_append(&server->done, ask);
    mutex_unlock(&server->lock);
    server_wake(server);
}

// Adds what was said to the line that has run to the answer; in a list there is something for every line.
static void answer_take(Session *session, Ask *ask)
{
    char *const said = session->said, *const before = ask->answer;
    session->said = NULL;
    if (!ask->opening) {
        ask->answer = said;
        return;
    }
    if (asprintf(&ask->answer, "%s%s%s", before != NULL ? before : "", before != NULL ? "," : "",
                 said != NULL ? said : "null") < 0)
        ask->answer = NULL;
    free(before);
    free(said);
}

// False: the session is to end.
static bool ask_run(Session *session, Ask *ask)
{
    bool more = true;
    for (char *line = ask->line, *next; more && line != NULL; line = next) {
        next = ask->opening ? strchr(line, '\n') : NULL;
        if (next != NULL) *next++ = 0;
        more = protocol_jsonl.line(session->protocol, line);
        answer_take(session, ask);
    }
    return more;
}

static void session_thread(void *argument)
{
    Session *const session = argument;
    bool           more    = true;
    session_here           = session;
    for (Ask *ask; more && (ask = ask_next(session)) != NULL;) {
        more = ask_run(session, ask);
        ask_done(session, ask);
    }
    session_here = NULL;   // what is said now is said by nobody's request
    protocol_jsonl.close(session->protocol);
    mutex_lock(&session->lock);
    session->closing = session->ended = true;
    mutex_unlock(&session->lock);
    server_wake(session->server);
}

// Opening and closing, by the loop.

static Session *session_find(const Server *server, const char *id)
{
    Session *s = server->session_first;
    while (s != NULL && strcmp(s->id, id) != 0) s = s->after;
    return s;
}

static void session_free(Session *session)
{
    feed_close(&session->feed);
    condition_close(&session->changes);
    mutex_close(&session->lock);
    free(session);
}

static bool session_begin(Session *session, Status *status)
{
    const ProtocolSetup setup = {.player      = &session->player,
                                 .threads_max = ASK_THREADS_MAX,
                                 .table_max   = ASK_TABLE_MAX,
                                 .say         = on_say,
                                 .context     = session};
    if (!player_spec_parse(&session->player, "engine", status)) return false;
    session->protocol = protocol_jsonl.open(&setup, status);
    if (session->protocol == NULL) return false;
    if (threads_start(&session->thread, session_thread, session, 0, 1) == 1) return true;
    threads_join(&session->thread);
    protocol_jsonl.close(session->protocol);
    return status_fail_system(status, "no thread for a session");
}

static Session *session_make(Server *server, Status *status)
{
    Session *const session = calloc(1, sizeof *session);
    if (session == NULL) return status_fail_system(status, "out of memory for a session"), NULL;
    session->server = server, session->used = server->now;
    id_make(session->id);
    feed_open(&session->feed, server_wake, server);
    mutex_open(&session->lock);
    condition_open(&session->changes);
    if (session_begin(session, status)) return session;
    session_free(session);
    return NULL;
}

// Its thread ends by itself; sessions_tick joins it.
static void session_end(Session *session)
{
    mutex_lock(&session->lock);
    session->closing = true;
    condition_wake_all(&session->changes);
    mutex_unlock(&session->lock);
}

static Session *session_add(Server *server, Status *status)
{
    Session *const session = session_make(server, status);
    if (session == NULL) return NULL;
    session->after = server->session_first;
    if (session->after != NULL) session->after->before = session;
    server->session_first = session;
    server->sessions++;
    return session;
}

// `answers` NULL: nothing was asked.
static void opened_answer(Request *request, const Session *session, bool about, const char *answers)
{
    const Server *const server = session->server;
    char               *text   = NULL;
    if (asprintf(&text, "{\"ok\":true,\"session\":\"%s\"%s%s%s%s%s}", session->id, about ? ",\"about\":" : "",
                 about ? server->about_text : "", answers != NULL ? ",\"answers\":[" : "",
                 answers != NULL ? answers : "", answers != NULL ? "]" : "") >= 0)
        request_answer(request, 200, text);
    else request_refuse(request, 500, "out of memory");
}

// Takes over the lines.
static bool first_enter(Session *session, Request *request, const OpenAsk *open)
{
    Ask *const ask = calloc(1, sizeof *ask);
    if (ask == NULL) return free(open->lines), false;
    *ask = (Ask){
        .request = request, .session = session, .line = open->lines, .opening = true, .about = open->about};
    if (ask_enter(session, ask)) return true;
    ask_close(ask);
    return false;
}

void session_open(Request *request)
{
    Server *const server = request->server;
    OpenAsk       open;
    Status        status;
    if (!session_open_read(request->body, request->size, &open, &status))
        return request_refuse(request, 400, "%s", status.text);
    const bool     full    = server->sessions >= server->setup.limits.sessions;
    Session *const session = full ? NULL : session_add(server, &status);
    if (session == NULL) {
        free(open.lines);
        if (full) request_refuse(request, 503, "too many sessions at the same time");
        else request_refuse(request, 500, "%s", status.text);
    } else if (open.lines == NULL) {
        opened_answer(request, session, open.about, NULL);
    } else if (first_enter(session, request, &open)) {
        request_wait(request);
    } else {
        session_end(session);
        request_refuse(request, 500, "out of memory");
    }
}

void session_close(Request *request)
{
    Session *const session = session_find(request->server, request->name);
    if (session == NULL) return request_refuse(request, 404, "there is no such session");
    session_end(session);
    request_answer_json(request, 200, json_pack("{s:b}", "ok", 1));
}

void session_events(Request *request)
{
    Session *const session = session_find(request->server, request->name);
    if (session == NULL) return request_refuse(request, 404, "there is no such session");
    stream_open(request, &session->feed, false);
}

// Asking.

static int searches_running(const Server *server)
{
    int n = 0;
    for (Session *s = server->session_first; s != NULL; s = s->after) {
        mutex_lock(&s->lock);
        n += s->searches > 0;
        mutex_unlock(&s->lock);
    }
    return n;
}

static bool session_searches(Session *session)
{
    mutex_lock(&session->lock);
    const bool searches = session->searches > 0;
    mutex_unlock(&session->lock);
    return searches;
}

static bool session_closing(Session *session)
{
    mutex_lock(&session->lock);
    const bool closing = session->closing;
    mutex_unlock(&session->lock);
    return closing;
}

// The time of a search counts from when it is asked for, and anew from its start, which another one's end may
// have put off.
static void search_note(Session *session, AskFacts facts)
{
    const ServerLimits *const limits = &session->server->setup.limits;
    session->search_start            = session->server->now;
    session->search_seconds          = facts.unlimited ? limits->infinite_seconds : limits->search_seconds;
    session->search_stopped          = false;
}

void session_ask(Request *request)
{
    Server *const  server  = request->server;
    Session *const session = session_find(server, request->name);
    AskFacts       facts;
    Status         status;
    if (session == NULL) return request_refuse(request, 404, "there is no such session");
    json_t *const json = session_ask_read(request->body, request->size, &facts, &status);
    if (json == NULL) return request_refuse(request, 400, "%s", status.text);
    session->used  = server->now;
    Ask *const ask = ask_make(session, request, json, facts);
    json_decref(json);
    if (ask == NULL) return request_refuse(request, 500, "out of memory");
    const bool full = facts.search && !session_searches(session) &&
                      searches_running(server) >= server->setup.limits.searches;
    if (!full && facts.search && !session_searches(session)) search_note(session, facts);
    if (!full && ask_enter(session, ask)) return request_wait(request);
    ask_close(ask);
    if (full) request_refuse(request, 503, "too many searches at the same time");
    else if (session_closing(session)) request_refuse(request, 404, "the session has ended");
    else request_refuse(request, 429, "too many requests to this session at the same time");
}

static void ask_answer(Ask *ask)
{
    char *started = NULL;
    if (ask->request == NULL) return;
    if (ask->opening) {
        opened_answer(ask->request, ask->session, ask->about, ask->answer);
    } else if (ask->answer != NULL) {
        request_answer(ask->request, 200, ask->answer);
        ask->answer = NULL;
    } else if (asprintf(&started, "{\"ok\":true,\"started\":true,\"id\":%s}", ask->id) >= 0) {
        request_answer(ask->request, 202, started);
    } else {
        request_refuse(ask->request, 500, "out of memory");
    }
}

void sessions_done(Server *server)
{
    mutex_lock(&server->lock);
    Ask *ask     = server->done;
    server->done = NULL;
    mutex_unlock(&server->lock);
    for (Ask *next; ask != NULL; ask = next) {
        next               = ask->next;
        ask->session->used = server->now;
        if (ask->facts.search && ask->answer == NULL) search_note(ask->session, ask->facts);
        ask_answer(ask);
        ask_close(ask);
    }
}

// Time.

static void search_stop(Session *session)
{
    json_t *const stop = json_pack("{s:s}", "do", "stop");
    Ask *const    ask  = ask_make(session, NULL, stop, (AskFacts){0});
    json_decref(stop);
    if (ask == NULL) return;
    session->search_stopped = ask_enter(session, ask);
    if (!session->search_stopped) ask_close(ask);
}

static void session_look(Session *session)
{
    Server *const server   = session->server;
    const bool    searches = session_searches(session);
    if (searches && !session->search_stopped && server->now - session->search_start > session->search_seconds)
        search_stop(session);
    if (searches || streams_of(server, &session->feed) > 0) session->used = server->now;
    if (server->now - session->used > server->setup.limits.idle_seconds) session_end(session);
}

static bool session_ended(Session *session)
{
    mutex_lock(&session->lock);
    const bool ended = session->ended;
    mutex_unlock(&session->lock);
    return ended;
}

// Its thread has ended, or is about to: what was still asked is not answered any more.
static void session_remove(Session *session)
{
    Server *const server = session->server;
    threads_join(&session->thread);
    sessions_done(server);
    for (Ask *ask; (ask = session->first) != NULL; ask_close(ask)) {
        session->first = ask->next;
        if (ask->request != NULL) request_refuse(ask->request, 404, "the session has ended");
    }
    streams_leave(server, &session->feed);
    if (session->before != NULL) session->before->after = session->after;
    else server->session_first = session->after;
    if (session->after != NULL) session->after->before = session->before;
    server->sessions--;
    session_free(session);
}

void sessions_tick(Server *server)
{
    for (Session *s = server->session_first, *next; s != NULL; s = next) {
        next = s->after;
        if (session_ended(s)) session_remove(s);
        else session_look(s);
    }
}

void sessions_close(Server *server)
{
    for (Session *s = server->session_first; s != NULL; s = s->after) session_end(s);
    while (server->session_first != NULL) session_remove(server->session_first);
}
