// job_ask.h - what a client may ask to be done for long: an experiment, a match, a database; checked and
// made into the words of a command line. Names are those that this program knows, players are searches of
// its own within limits: nothing in a request reaches a file, a program or a flag.
#ifndef SERVER_JOB_ASK_H
#define SERVER_JOB_ASK_H

#include "server/child.h"

#include <jansson.h>

typedef enum JobKind { JOB_LAB, JOB_MATCH, JOB_DB } JobKind;
extern const char *const job_kind_names[];   // by JobKind, ended by NULL

typedef struct JobAsk {
    JobKind kind;
    char    name[128];   // of the experiment or the database
    Words   words;       // without the program and the files; to be closed
} JobAsk;

// False with a message, and nothing to close.
bool job_ask_read(const json_t *json, JobAsk *ask, Status *status);

// The name of an experiment that this program carries, or of a group of them.
bool lab_name_known(const char *name);

// {"name": DATABASE, "position": TEXT, "line": true}
bool probe_ask_read(const json_t *json, Words *words, Status *status);

#endif
