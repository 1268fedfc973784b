// server_cases.h - what the suites of the server share: a server in this process, and a client over sockets.
#ifndef TESTS_SERVER_SERVER_CASES_H
#define TESTS_SERVER_SERVER_CASES_H

#include "server/server.h"
#include "tests.h"

// The server, in a thread of its own. `program`: what children run.
void server_start(const ServerLimits *limits);
void server_start_with(const ServerLimits *limits, const char *program, const char *results);
void server_end(void);

// A connection on which the text was sent.
int server_call(const char *text);

// What came back: read until the text is there, or the end; kept for the next call.
extern char server_heard[1 << 16];
bool        server_hear(int fd, const char *text);

// A request on a connection of its own; the whole answer is in server_heard.
void server_get(const char *path);
void server_post(const char *path, const char *body);

void        server_session(char path[100]);                 // a new one; its address
int         server_stream(const char *path);                // of the events of that address
int         server_code(void);                              // of the answer
const char *server_body(void);                              // of the answer
void        server_job(char path[100], const char *body);   // a new one; its address

#endif
