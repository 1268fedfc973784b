// engine_process.h - a program of somebody else's that is talked to in lines: started with pipes, in a
// process group and an empty folder of its own, and ended with everything it started.
//
// Nothing it does can hurt: every wait has an end, lines and what comes for one answer are bounded, its
// standard error is thrown away. One thread at a time may use a process; different processes may be used by
// different threads.
#ifndef PLAY_ENGINES_ENGINE_PROCESS_H
#define PLAY_ENGINES_ENGINE_PROCESS_H

#include "base/status.h"

#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    ENGINE_WORDS_MAX = 64,        // of a command
    ENGINE_LINE_MAX  = 1 << 16,   // bytes of a line
    // For one answer. Engines of today write some thousand lines in a long search.
    ENGINE_LINES_MAX = 200000,
    ENGINE_BYTES_MAX = 1 << 25,
};

typedef struct EngineProcess {
    pid_t  pid;       // 0: none; its process group has the same number
    int    in, out;   // our ends of its standard input and output
    int    slot;      // in the list of processes to kill
    char   folder[PATH_MAX];
    char   buffer[ENGINE_LINE_MAX];
    size_t at, end;        // what was read and not yet handed out
    size_t lines, bytes;   // of this answer
} EngineProcess;

typedef enum { ENGINE_LINE, ENGINE_STOPPED, ENGINE_FAILED } EngineRead;

// Starts the program that a command line names: words between blanks, '...' and "..." around words with
// blanks; no shell. A program without a slash in its name is looked for in PATH, then where distributions
// have their games.
bool engine_process_start(EngineProcess *e, const char *command, Status *status);

// Says `farewell` ("quit\n"), waits a moment, and then ends the whole process group, whatever it does.
void engine_process_end(EngineProcess *e, const char *farewell);

// Sends text that ends with a newline.
bool engine_process_send(EngineProcess *e, const char *text, Status *status);

// From now on lines belong to another answer.
void engine_process_ask(EngineProcess *e);

// The next line, without its end, until the next call; its characters are printable ASCII, others became
// '?'. Waits until the moment `deadline` of clock_seconds; stopped when *stop (or NULL) becomes true.
EngineRead engine_process_line(EngineProcess *e, double deadline, const atomic_bool *stop, const char **line,
                               Status *status);

// Kills all processes that are there and removes their folders if they are empty. For the handler of a signal
// that ends the program.
void engine_processes_kill(void);

#endif
