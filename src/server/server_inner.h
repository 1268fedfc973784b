// server_inner.h - what the files of the server share. All of it belongs to the thread of the loop, except
// where a lock is named.
#ifndef SERVER_SERVER_INNER_H
#define SERVER_SERVER_INNER_H

#include "server/child.h"
#include "server/feed.h"
#include "server/request.h"
#include "server/server.h"
#include "server/stamp.h"

#include <jansson.h>
#include <microhttpd.h>

enum { ID_SIZE = 33, URL_MAX = 512, COOKIE_NAME_MAX = 24, JOBS_KEPT = 32 };

typedef struct Connection   Connection;
typedef struct Request      Request;
typedef struct Stream       Stream;
typedef struct Session      Session;
typedef struct Job          Job;
typedef struct Query        Query;
typedef struct AssetAnswers AssetAnswers;

typedef enum { CONNECTION_READING, CONNECTION_ANSWERING, CONNECTION_WAITING, CONNECTION_STREAM } Phase;

// A client's socket.
struct Connection {
    int    fd;
    Phase  phase;
    double since;   // in this phase
    bool   used;    // a request was read
    // An answer that is there already, owned by others: to be queued when the library has read the request,
    // since it closes connections that are answered before.
    struct MHD_Response *ready;
    int                  ready_code;
    Connection          *before, *after;
};

// A request that is not answered from a table at once.
struct Request {
    Server                *server;
    struct MHD_Connection *connection;
    Connection            *client;
    RouteId                route;
    char                   name[ROUTE_NAME_MAX];
    char                  *body;   // owned, with a zero after it
    size_t                 size, dropped;
    bool                   ran;

    // The answer: a code, 0 while it is waited for, and a text (owned), or a stream.
    int         code;
    char       *answer;
    const char *type;     // NULL: JSON
    const char *policy;   // NULL: that of the page
    Stream     *stream;
};

// Events to one client.
struct Stream {
    Server                *server;
    struct MHD_Connection *connection;
    Connection            *client;
    Feed                  *feed;   // NULL: whatever it listened to is gone
    uint64_t               cursor;
    char                  *out;   // owned: being sent
    size_t                 at, size;
    bool                   suspended, ending;
    double                 last;   // when something was sent
    Stream                *before, *after;
};

struct Server {
    ServerSetup        setup;
    Hosts              hosts;
    int                port;
    char               cookie[COOKIE_NAME_MAX];
    struct MHD_Daemon *daemon;
    int                epoll, wake_fd;
    double             now, ticked;
    bool               ending;
    char               folder[URL_MAX];   // for files of jobs; "": not made yet

    int         connections, streams, sessions, waiting;
    Connection *connection_first;
    Stream     *stream_first;
    Session    *session_first;
    Job        *job_first;
    Query      *query_first;

    char                *about_text;   // owned
    struct MHD_Response *about;        // of it
    AssetAnswers        *assets;
    char                *lab_list;    // owned: the last answer to /api/lab; NULL: none yet
    Stamp                lab_stamp;   // of the files that it was made of

    Mutex       lock;   // of what follows
    struct Ask *done;   // lines that sessions have answered
};

// http.c: the library's callbacks, and answers.
enum MHD_Result http_request(void *server, struct MHD_Connection *connection, const char *path,
                             const char *method, const char *version, const char *bytes, size_t *size,
                             void **own);
void            http_completed(void *server, struct MHD_Connection *connection, void **own,
                               enum MHD_RequestTerminationCode how);
void            http_connection(void *server, struct MHD_Connection *connection, void **own,
                                enum MHD_ConnectionNotificationCode what);
void            http_reap(Server *server);   // ends connections that take too long
// Ends the wait of a request: the answer is taken over. Answering at once is the same.
void request_answer(Request *request, int code, char *answer);
void request_answer_json(Request *request, int code, json_t *answer);
void request_refuse(Request *request, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void request_wait(Request *request);   // suspends its connection until it is answered
// Headers that every answer has; `policy` NULL: that of the page.
void response_protect(struct MHD_Response *response, const char *policy, bool stored);

// assets.c: the files of the page. NULL: no such file; `seen`: the tags that the client has.
bool                 assets_open(Server *server, Status *status);
void                 assets_close(Server *server);
struct MHD_Response *asset_response(const Server *server, const char *path, bool gzip, const char *seen,
                                    int *code);

// routes.c: what a request that is complete does.
void request_run(Request *request);
bool about_open(Server *server, Status *status);

// streams.c
void stream_open(Request *request, Feed *feed, bool whole);
void streams_feed(Server *server);                      // wakes those for which there is news
void streams_tick(Server *server);                      // signs of life; clients that are gone
void streams_leave(Server *server, const Feed *feed);   // the feed goes
int  streams_of(const Server *server, const Feed *feed);

// sessions.c
void session_open(Request *request);
void session_ask(Request *request);
void session_events(Request *request);
void session_close(Request *request);
void sessions_done(Server *server);   // hands out answers
void sessions_tick(Server *server);
void sessions_close(Server *server);

// jobs.c, queries.c
void jobs_list(Request *request);
void job_start(Request *request);
void job_events(Request *request);
void job_stop(Request *request);
void job_continue(Request *request);
int  jobs_running(const Server *server);
void jobs_close(Server *server);
void query_start(Request *request);
void queries_close(Server *server);

// What a child is told besides its own words: games from outside.
void words_begin(Words *words);

// Children, of jobs and queries: their pipes for poll, and what to do when one was read.
typedef void ChildVisit(void *context, Child *child);
void         jobs_visit(Server *server, ChildVisit *visit, void *context);
void         queries_visit(Server *server, ChildVisit *visit, void *context);
void         jobs_tick(Server *server);
void         queries_tick(Server *server);

// daemon.c: the library opened on the address, and ended when nothing is suspended any more.
bool daemon_open(Server *server, Status *status);
void daemon_close(Server *server);

// server.c
void server_wake(void *server);                       // any thread
void id_make(char id[ID_SIZE]);                       // 128 random bits
bool server_folder(Server *server, Status *status);   // makes `folder`

#endif
