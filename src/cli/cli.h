// cli.h - what the commands share. Only this folder prints and chooses exit codes: 0 done, 1 the job itself
// failed, 2 bad input.
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/json_write.h"
#include "base/status.h"
#include "cli/command.h"
#include "base/threads.h"
#include "play/record.h"

#include <jansson.h>
#include <stdatomic.h>

enum { EXIT_DONE = 0, EXIT_JOB_FAILED = 1, EXIT_BAD_INPUT = 2, EXIT_INTERRUPTED = 130 };

// Every command that does not succeed ends here: says "pollard: <message>" on stderr, returns the exit code.
int cli_end(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The code is that of the kind of failure: EXIT_BAD_INPUT or EXIT_JOB_FAILED.
int cli_fail(const Status *status);

// Opens the game a command works on and sets up its position from --position, --pgn or --from, and --moves
// (where the command has these flags).
typedef struct PositionArgs {
    Variant  v;
    char     name[TEXT_MAX];   // canonical spec
    AnyState s, before;        // `before`: the position before the last move
    bool     moved;
    Record   game;        // the game of a file, then --moves, as they were played
    bool     from_file;   // there was a --pgn or --from
} PositionArgs;
bool position_args_open(PositionArgs *at, const Args *args, Status *status);
void position_args_close(PositionArgs *at);

// Prints a JSON object on stdout and releases it.
int json_print(json_t *object);

bool cli_color(void);   // is stdout a terminal that shows colours?

// From the start of the program: whatever signal ends it, temporary files are removed. A limit of file sizes
// (SIGXFSZ) is a write that fails; an output that nobody reads (SIGPIPE), and a mapped file that became
// shorter (SIGBUS), end the program with one line and exit code 1.
void cli_signals_start(void);
// For a command that only prints: ends the program as soon as the reader of a pipe is gone, not at the next
// write.
void cli_end_with_reader(void);

// Ctrl-C, or a request to end, ends the work and not the program: what is done is saved or reported. A second
// one ends the program.
extern atomic_bool cli_interrupted;
void               cli_catch_interrupt(void);
void               cli_catch_ctrl_c(void);   // the next Ctrl-C only, forgetting earlier ones: for a dialogue

// Progress on stderr: a bar on a terminal, a plain line every ten seconds otherwise; nothing during the
// first two seconds. With POLLARD_PROGRESS=json in the environment, for programs that run this one: an
// object per line (docs/SERVER.md), from the start.
typedef struct Progress {
    const char *what;
    double      start, last;
    bool        terminal, json, shown;
    long        count, total;   // for programs: of how many; total 0: nobody has counted
} Progress;
Progress progress_start(const char *what);
void     progress_show(Progress *progress, double done);   // 0 ... 1; below 0: unknown
void     progress_end(Progress *progress);

// The same from a thread of its own, for work that calls nobody. `seconds`: how long the work takes, 0 when
// that is unknown.
typedef struct ProgressWatch {
    Progress progress;
    double   seconds;
    Ticker   ticker;
} ProgressWatch;
void progress_watch(ProgressWatch *watch, const char *what, double seconds);
void progress_watch_end(ProgressWatch *watch);

#endif
