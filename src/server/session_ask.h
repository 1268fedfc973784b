// session_ask.h - what the server must know of a request to a session before the protocol gets it: whether it
// starts a search, and for how long that may run; and the body that opens a session.
#ifndef SERVER_SESSION_ASK_H
#define SERVER_SESSION_ASK_H

#include "base/status.h"

#include <jansson.h>
#include <stddef.h>

enum {
    ASK_THREADS_MAX = 2,
    ASK_TABLE_MAX   = 64 << 20,   // bytes; of a trace, too
    ASK_FIRST_MAX   = 8,          // requests with which a session is opened
};

typedef struct AskFacts {
    bool search;      // its answer comes later
    bool unlimited;   // infinite, or a whole game
} AskFacts;

// Reads a body; NULL with a message: it is not an object, or asks for what is not to be had here. To be
// released.
json_t *session_ask_read(const char *body, size_t size, AskFacts *facts, Status *status);

// The body that opens a session: {"about": BOOL, "ask": [REQUEST, ...]}, each of both or none.
typedef struct OpenAsk {
    bool  about;   // is the answer to say what /api/about does?
    char *lines;   // owned: the first requests, a line each; NULL: none
} OpenAsk;

// False with a message: it is something else, or asks for a search, whose answer comes later.
bool session_open_read(const char *body, size_t size, OpenAsk *ask, Status *status);

#endif
