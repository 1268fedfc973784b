// server.h - `pollard serve`: the games, the laboratory and the databases for a browser on the same machine,
// over HTTP. docs/SERVER.md describes what is asked and answered.
//
// One thread does all that is HTTP, in a loop of its own over libmicrohttpd's epoll: no handler waits. Every
// session has a thread, in which its protocol answers (protocols/protocol.h); a search has one more. Long
// work is done by children, this same program (child.h). What comes from clients is bounded in bytes, number
// and time (ServerLimits); beyond a bound there is one clear answer, 4xx or 503, and nothing else happens.
//
// A request that is not complete after `request_seconds` is cut off by the loop itself: the time-out of the
// library begins again with every byte.
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "base/status.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct ServerLimits {
    int    connections, sessions, streams, searches, jobs, queries;   // at the same time
    int    waiting;                                                   // requests to one session
    size_t body;                                                      // bytes of a request
    double request_seconds;                                           // for a request to come in
    double answer_seconds;                                            // for an answer to be read
    double heartbeat_seconds;                                         // between signs of life on a stream
    double idle_seconds;       // a session without requests and streams ends
    double search_seconds;     // a search is stopped
    double infinite_seconds;   // one without a limit, or over a whole game
    double query_seconds;      // a question that a child answers
} ServerLimits;

extern const ServerLimits server_limits_usual;

typedef struct ServerSetup {
    int                port;      // 0: any
    const char        *address;   // NULL: loopback
    const char        *token;     // NULL: none, on loopback only
    const char        *results;   // of the laboratory
    const char        *program;   // the file of this program
    ServerLimits       limits;
    const atomic_bool *stop;   // ends the server
} ServerSetup;

typedef struct Server Server;

// A server that listens; NULL with a message.
Server *server_open(const ServerSetup *setup, Status *status);
int     server_port(const Server *server);
// "http://127.0.0.1:8765/", with the token where there is one and `with_token`.
void server_url(const Server *server, bool with_token, char *out, size_t size);
void server_run(Server *server);     // until setup.stop
void server_close(Server *server);   // ends searches and children; nothing is left

#endif
