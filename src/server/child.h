// child.h - this same program as a child: long work (jobs) and questions that other commands answer already.
//
// The words are ours or were checked one by one; no shell sees them. A child has a process group of its own,
// so that Ctrl-C at the terminal is for the server, which then ends its children. What it writes to standard
// output is kept up to CHILD_OUT_MAX; lines of standard error are handed out as they come. One thread, that
// of the server, does everything here; nothing waits.
#ifndef SERVER_CHILD_H
#define SERVER_CHILD_H

#include "base/status.h"

#include <stddef.h>
#include <sys/types.h>

enum {
    CHILD_WORDS_MAX = 200,   // two for each game of others (GAMES_ADDED_MAX), and a command
    CHILD_OUT_MAX   = 32 << 20,
    CHILD_LINE_MAX  = 1 << 20,
};

// A command line: words are copied.
typedef struct Words {
    int   count;
    char *word[CHILD_WORDS_MAX + 1];   // ended by NULL
} Words;

void words_add(Words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
void words_close(Words *words);

typedef void ChildLine(void *context, const char *line);   // of standard error

typedef struct ChildBytes {
    int    fd;   // -1: closed
    char  *bytes;
    size_t size, room;
} ChildBytes;

typedef struct Child {
    pid_t      pid;   // 0: none
    ChildBytes out, err;
    int        code;   // of the end: as a shell has it, 128 and the signal where one ended it
    ChildLine *line;
    void      *context;
} Child;

// `program` is the file that words[0] names. False: nothing was started.
bool child_start(Child *child, const char *program, const Words *words, Status *status);
void child_read(Child *child);                 // what is there
bool child_ended(Child *child);                // and everything that it wrote was read
void child_signal(Child *child, int number);   // to its whole group
void child_close(Child *child);                // kills it where it still runs

#endif
