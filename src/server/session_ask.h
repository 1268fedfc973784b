// session_ask.h - what the server must know of a request to a session before the protocol gets it: whether it
// starts a search, and for how long that may run.
#ifndef SERVER_SESSION_ASK_H
#define SERVER_SESSION_ASK_H

#include "base/status.h"

#include <jansson.h>
#include <stddef.h>

enum {
    ASK_THREADS_MAX = 2,
    ASK_TABLE_MAX   = 64 << 20,   // bytes; of a trace, too
};

typedef struct AskFacts {
    bool search;      // its answer comes later
    bool unlimited;   // infinite, or a whole game
} AskFacts;

// Reads a body; NULL with a message: it is not an object, or asks for what is not to be had here. To be
// released.
json_t *session_ask_read(const char *body, size_t size, AskFacts *facts, Status *status);

#endif
