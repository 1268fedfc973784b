#include "play/engines/engine_process.h"
#include "base/clock.h"
#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define POLL_SECONDS     0.05   // how often a request to stop is looked at
#define SEND_SECONDS     5.0    // for a program to read what it is sent: a pipe holds 64 KiB
#define FAREWELL_SECONDS 1.0    // to end by itself
#define TERM_SECONDS     0.5    // to end when asked by a signal

// The list of processes. A signal handler has no arguments, so that it is global, like that of temporary
// files (base/file.c).

enum { SLOTS = 1024, SLOT_FREE = 0, SLOT_TAKEN = -1, SLOT_FOLDER = -2 };

// A thread whose engine was killed may be about to start the next one while a signal ends the program.
static atomic_bool ending;

static struct {
    atomic_int pid;   // or a SLOT_*; SLOT_FOLDER: there is a folder and no process
    pid_t      owner;
    char       folder[PATH_MAX];
} processes[SLOTS];

static int slot_enter(const char *folder)
{
    for (int i = 0; i < SLOTS; i++) {
        int expected = SLOT_FREE;
        if (!atomic_compare_exchange_strong(&processes[i].pid, &expected, SLOT_TAKEN)) continue;
        snprintf(processes[i].folder, sizeof processes[i].folder, "%s", folder);
        processes[i].owner = getpid();
        atomic_store(&processes[i].pid, SLOT_FOLDER);
        return i;
    }
    return -1;
}

static void slot_set(int slot, int pid)
{
    if (slot >= 0) atomic_store(&processes[slot].pid, pid);
}

void engine_processes_kill(void)
{
    atomic_store(&ending, true);
    for (int i = 0; i < SLOTS; i++) {
        const int pid = atomic_load(&processes[i].pid);
        if (pid == SLOT_FREE || pid == SLOT_TAKEN || processes[i].owner != getpid()) continue;
        if (pid > 0) kill(-pid, SIGKILL);
        rmdir(processes[i].folder);
    }
}

// The command.

typedef struct Words {
    char  text[1024];
    char *word[ENGINE_WORDS_MAX + 1];
    int   count;
} Words;

// Takes the next word at *at into `out`; quotes go away. False when a quote is not closed.
static bool word_take(const char **at, char **out)
{
    char quote = 0;
    for (; **at && (quote || (**at != ' ' && **at != '\t')); (*at)++) {
        if (quote == 0 && (**at == '\'' || **at == '"')) quote = **at;
        else if (**at == quote) quote = 0;
        else *(*out)++ = **at;
    }
    *(*out)++ = 0;
    return quote == 0;
}

static bool words_split(Words *words, const char *command, Status *status)
{
    char *out    = words->text;
    words->count = 0;
    if (strlen(command) >= sizeof words->text)
        return status_fail(status, "a command of more than %zu characters", sizeof words->text - 1);
    for (const char *at = command + strspn(command, " \t"); *at; at += strspn(at, " \t")) {
        if (words->count == ENGINE_WORDS_MAX)
            return status_fail(status, "a command of more than %d words", ENGINE_WORDS_MAX);
        words->word[words->count++] = out;
        if (!word_take(&at, &out)) return status_fail(status, "a quote that is not closed");
    }
    words->word[words->count] = NULL;
    return (words->count > 0 && words->word[0][0]) || status_fail(status, "expected a program");
}

static bool is_program(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) && access(path, X_OK) == 0;
}

// The program as an absolute path: it works in another folder.
static bool program_find(const char *name, char out[PATH_MAX], Status *status)
{
    if (strchr(name, '/') != NULL) {
        if (realpath(name, out) == NULL || !is_program(out))
            return status_fail(status, "'%.100s' is not there, or is no program", name);
        return true;
    }
    const char *const path   = getenv("PATH");
    char *const       folder = malloc(2 * PATH_MAX);
    bool              found  = false;
    if (folder == NULL) return status_fail_system(status, "out of memory for a program");
    snprintf(folder, 2 * PATH_MAX, "%s:/usr/local/games:/usr/games", path != NULL ? path : "/bin:/usr/bin");
    for (char *rest = folder, *one; !found && (one = strsep(&rest, ":")) != NULL;)
        found = one[0] == '/' && snprintf(out, PATH_MAX, "%s/%s", one, name) < PATH_MAX && is_program(out);
    free(folder);
    return found ||
           status_fail(status, "there is no program '%.100s', neither in PATH nor in /usr/games", name);
}

// Its folder.

static bool folder_make(char folder[PATH_MAX], Status *status)
{
    const char *const base = getenv("TMPDIR");
    if (snprintf(folder, PATH_MAX, "%s/pollard-engine-XXXXXX", base != NULL && *base ? base : "/tmp") >=
        PATH_MAX)
        return status_fail_system(status, "TMPDIR is too long");
    return mkdtemp(folder) != NULL || file_fail(status, "make a folder like", folder);
}

static int entry_remove(const char *path, const struct stat *facts, int kind, struct FTW *where)
{
    (void)facts, (void)kind, (void)where;
    remove(path);
    return 0;
}

static void folder_remove(const char *folder) { nftw(folder, entry_remove, 16, FTW_DEPTH | FTW_PHYS); }

// Starting.

static bool spawn_prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *how, const int in[2],
                          const int out[2], const char *folder)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    // Signals are blocked in threads of a match, and some are caught.
    int bad = posix_spawnattr_setsigmask(how, &none) | posix_spawnattr_setsigdefault(how, &all) |
              posix_spawnattr_setpgroup(how, 0) |
              posix_spawnattr_setflags(how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                POSIX_SPAWN_SETPGROUP);
    bad |= posix_spawn_file_actions_adddup2(actions, in[0], STDIN_FILENO) |
           posix_spawn_file_actions_adddup2(actions, out[1], STDOUT_FILENO) |
           posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) |
           posix_spawn_file_actions_addchdir_np(actions, folder);
#if __GLIBC_PREREQ(2, 34)
    bad |= posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
    return bad == 0;
}

static bool spawn(EngineProcess *e, const char *program, char *const words[], const int in[2],
                  const int out[2], Status *status)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t          how;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return status_fail_system(status, "out of memory for a program");
    posix_spawnattr_init(&how);
    int error = ENOMEM;
    if (spawn_prepare(&actions, &how, in, out, e->folder))
        error = posix_spawn(&e->pid, program, &actions, &how, words, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&actions);
    if (error == 0) return true;
    e->pid = 0;
    return error == ENOEXEC || error == EACCES || error == ENOENT
             ? status_fail(status, "cannot run '%.100s': %s", program, strerror(error))
             : status_fail_system(status, "cannot run '%.100s': %s", program, strerror(error));
}

static void ends_close(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static bool pipes_start(EngineProcess *e, const char *program, const Words *words, Status *status)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0) return status_fail_system(status, "no pipe: %s", strerror(errno));
    if (pipe2(out, O_CLOEXEC) != 0) {
        ends_close(in);
        return status_fail_system(status, "no pipe: %s", strerror(errno));
    }
    if (!spawn(e, program, words->word, in, out, status)) return ends_close(in), ends_close(out), false;
    close(in[0]);
    close(out[1]);
    e->in = in[1], e->out = out[0];
    fcntl(e->in, F_SETFL, O_NONBLOCK);
    fcntl(e->out, F_SETFL, O_NONBLOCK);
    return true;
}

bool engine_process_start(EngineProcess *e, const char *command, Status *status)
{
    Words words;
    char  program[PATH_MAX];
    *e = (EngineProcess){.in = -1, .out = -1, .slot = -1};
    if (!words_split(&words, command, status) || !program_find(words.word[0], program, status)) return false;
    if (atomic_load(&ending)) return status_fail_system(status, "the program is ending");
    if (!folder_make(e->folder, status)) return false;
    e->slot            = slot_enter(e->folder);
    const bool stopped = atomic_load(&ending);
    if (stopped || !pipes_start(e, program, &words, status)) {
        folder_remove(e->folder);
        slot_set(e->slot, SLOT_FREE);
        return stopped ? status_fail_system(status, "the program is ending") : false;
    }
    slot_set(e->slot, e->pid);
    return true;
}

// Ending.

// Has it ended? Waits for `seconds` at most; it is not reaped.
static bool ended_within(const EngineProcess *e, double seconds, siginfo_t *how)
{
    const double until = clock_seconds() + seconds;
    for (long pause = 200000;; pause = pause < 10000000 ? 2 * pause : pause) {
        memset(how, 0, sizeof *how);
        if (waitid(P_PID, (id_t)e->pid, how, WEXITED | WNOHANG | WNOWAIT) != 0 || how->si_pid != 0)
            return true;
        if (clock_seconds() >= until) return false;
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
    }
}

// A pipe whose reader is gone raises SIGPIPE in the thread that writes: it must not end this program, whoever
// has set what for that signal.
static ssize_t write_quietly(int fd, const char *text, size_t size)
{
    sigset_t one, before, pending;
    sigemptyset(&one);
    sigaddset(&one, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &one, &before);
    const ssize_t n   = write(fd, text, size);
    const int     why = errno;
    if (n < 0 && why == EPIPE && !sigismember(&pending, SIGPIPE))
        while (sigtimedwait(&one, NULL, &(struct timespec){0}) < 0 && errno == EINTR) {}
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return n;
}

void engine_process_end(EngineProcess *e, const char *farewell)
{
    siginfo_t how;
    if (e->pid == 0) return;
    if (write_quietly(e->in, farewell, strlen(farewell)) < 0) {}   // it may be gone
    close(e->in);
    close(e->out);
    if (!ended_within(e, FAREWELL_SECONDS, &how)) {
        kill(-e->pid, SIGTERM);
        ended_within(e, TERM_SECONDS, &how);
    }
    kill(-e->pid, SIGKILL);   // before it is reaped: the number of the group is still its own
    kill(e->pid, SIGKILL);    // one that has left its group
    slot_set(e->slot, SLOT_FOLDER);
    while (waitpid(e->pid, NULL, 0) < 0 && errno == EINTR) {}
    folder_remove(e->folder);
    slot_set(e->slot, SLOT_FREE);
    *e = (EngineProcess){.in = -1, .out = -1, .slot = -1};
}

// Why there is nothing more to read or to write.
static bool gone(const EngineProcess *e, Status *status)
{
    siginfo_t how;
    if (!ended_within(e, TERM_SECONDS, &how)) return status_fail(status, "it closed its input or output");
    if (how.si_code == CLD_EXITED)
        return status_fail(status, "it ended by itself, with exit code %d", how.si_status);
    return status_fail(status, "it was killed by signal %d", how.si_status);
}

// Talking.

bool engine_process_send(EngineProcess *e, const char *text, Status *status)
{
    assert(e->pid > 0);
    const double until = clock_seconds() + SEND_SECONDS;
    for (size_t size = strlen(text), done = 0; done < size;) {
        const ssize_t n = write_quietly(e->in, text + done, size - done);
        if (n >= 0) done += (size_t)n;
        else if (errno == EPIPE) return gone(e, status);
        else if (errno != EAGAIN && errno != EINTR)
            return status_fail_system(status, "cannot write to it: %s", strerror(errno));
        else if (clock_seconds() > until) return status_fail(status, "it does not read its input");
        else poll(&(struct pollfd){.fd = e->in, .events = POLLOUT}, 1, 10);
    }
    return true;
}

void engine_process_ask(EngineProcess *e) { e->lines = e->bytes = 0; }

// The next whole line of the buffer, or NULL.
static const char *line_take(EngineProcess *e)
{
    char *const line = e->buffer + e->at, *const end = memchr(line, '\n', e->end - e->at);
    if (end == NULL) return NULL;
    *end = 0;
    if (end > line && end[-1] == '\r') end[-1] = 0;
    for (char *c = line; c < end; c++)
        if (*c == '\t') *c = ' ';
        else if ((*c < ' ' || *c > '~') && (*c != 0 || c + 1 < end)) *c = '?';
    e->at = (size_t)(end + 1 - e->buffer);
    e->lines++;
    return line;
}

// Reads what there is. False at the end, or when it is too much.
static bool more_read(EngineProcess *e, Status *status)
{
    memmove(e->buffer, e->buffer + e->at, e->end - e->at);
    e->end -= e->at;
    e->at = 0;
    if (e->end == sizeof e->buffer)
        return status_fail(status, "it wrote a line of more than %d bytes", ENGINE_LINE_MAX - 1);
    const ssize_t n = read(e->out, e->buffer + e->end, sizeof e->buffer - e->end);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (n < 0) return status_fail_system(status, "cannot read from it: %s", strerror(errno));
    if (n == 0) return gone(e, status);
    e->end += (size_t)n;
    e->bytes += (size_t)n;
    return true;
}

EngineRead engine_process_line(EngineProcess *e, double deadline, const atomic_bool *stop, const char **line,
                               Status *status)
{
    assert(e->pid > 0);
    for (;;) {
        if (e->lines > ENGINE_LINES_MAX || e->bytes > ENGINE_BYTES_MAX) {
            status_fail(status, "it wrote more than %d lines or %d MiB without an answer", ENGINE_LINES_MAX,
                        ENGINE_BYTES_MAX >> 20);
            return ENGINE_FAILED;
        }
        if ((*line = line_take(e)) != NULL) return ENGINE_LINE;
        if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) return ENGINE_STOPPED;
        const double left = deadline - clock_seconds();
        if (left <= 0) return status_fail(status, "no answer in time"), ENGINE_FAILED;
        const double wait = left < POLL_SECONDS ? left : POLL_SECONDS;
        if (poll(&(struct pollfd){.fd = e->out, .events = POLLIN}, 1, (int)(wait * 1000) + 1) <= 0) continue;
        if (!more_read(e, status)) return ENGINE_FAILED;
    }
}
