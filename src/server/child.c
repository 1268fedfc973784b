#include "server/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// Words.

void words_add(Words *words, const char *format, ...)
{
    va_list arguments;
    char   *word = NULL;
    if (words->count == CHILD_WORDS_MAX) {   // too many: child_start refuses
        free(words->word[words->count - 1]);
        words->word[words->count - 1] = NULL;
        return;
    }
    va_start(arguments, format);
    if (vasprintf(&word, format, arguments) < 0) word = NULL;
    va_end(arguments);
    words->word[words->count++] = word;   // NULL, out of memory: child_start refuses
    words->word[words->count]   = NULL;
}

void words_close(Words *words)
{
    for (int i = 0; i < words->count; i++) free(words->word[i]);
    *words = (Words){0};
}

static bool words_whole(const Words *words)
{
    for (int i = 0; i < words->count; i++)
        if (words->word[i] == NULL) return false;
    return words->count > 0;
}

// Starting.

static bool spawn_prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *how, int out, int err)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int bad = posix_spawnattr_setsigmask(how, &none) | posix_spawnattr_setsigdefault(how, &all) |
              posix_spawnattr_setpgroup(how, 0) |
              posix_spawnattr_setflags(how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                POSIX_SPAWN_SETPGROUP);
    bad |= posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) |
           posix_spawn_file_actions_adddup2(actions, out, STDOUT_FILENO) |
           posix_spawn_file_actions_adddup2(actions, err, STDERR_FILENO);
#if __GLIBC_PREREQ(2, 34)
    bad |= posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
    return bad == 0;
}

static int spawn(Child *child, const char *program, const Words *words, int out, int err)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t          how;
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    posix_spawnattr_init(&how);
    int error = ENOMEM;
    if (spawn_prepare(&actions, &how, out, err))
        error = posix_spawn(&child->pid, program, &actions, &how, words->word, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool child_start(Child *child, const char *program, const Words *words, Status *status)
{
    int out[2], err[2];
    child->pid = 0, child->code = 0;
    child->out = child->err = (ChildBytes){.fd = -1};
    if (!words_whole(words)) return status_fail_system(status, "out of memory for a command");
    if (pipe2(out, O_CLOEXEC) != 0) return status_fail_system(status, "no pipe: %s", strerror(errno));
    if (pipe2(err, O_CLOEXEC) != 0) {
        close(out[0]), close(out[1]);
        return status_fail_system(status, "no pipe: %s", strerror(errno));
    }
    const int error = spawn(child, program, words, out[1], err[1]);
    close(out[1]), close(err[1]);
    child->out.fd = out[0], child->err.fd = err[0];
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(err[0], F_SETFL, O_NONBLOCK);
    if (error == 0) return true;
    child->pid = 0;
    child_close(child);
    return status_fail_system(status, "cannot run '%s': %s", program, strerror(error));
}

// Reading.

static bool room_make(ChildBytes *b, size_t most)
{
    if (b->room - b->size > 1) return true;
    const size_t room = b->room == 0 ? 4096 : 2 * b->room;
    if (room > most) return false;
    char *const more = realloc(b->bytes, room);
    if (more == NULL) return false;
    b->bytes = more, b->room = room;
    return true;
}

static void bytes_end(ChildBytes *b)
{
    if (b->fd >= 0) close(b->fd);
    b->fd = -1;
}

// What is there, with a zero after it; false: nothing more for now. What is beyond the limit closes the pipe.
static bool bytes_read(ChildBytes *b, size_t most)
{
    if (b->fd < 0) return false;
    if (!room_make(b, most)) return bytes_end(b), false;
    const ssize_t n = read(b->fd, b->bytes + b->size, b->room - b->size - 1);
    if (n > 0) {
        b->size += (size_t)n;
        b->bytes[b->size] = 0;
        return true;
    }
    if (n == 0 || (errno != EAGAIN && errno != EINTR)) bytes_end(b);
    return false;
}

static void lines_hand_out(Child *child)
{
    ChildBytes *const b  = &child->err;
    size_t            at = 0;
    for (char *end; b->size > at && (end = memchr(b->bytes + at, '\n', b->size - at)) != NULL;) {
        *end = 0;
        if (child->line != NULL) child->line(child->context, b->bytes + at);
        at = (size_t)(end - b->bytes) + 1;
    }
    if (at == 0) return;
    memmove(b->bytes, b->bytes + at, b->size - at);
    b->size -= at;
    b->bytes[b->size] = 0;
}

void child_read(Child *child)
{
    while (bytes_read(&child->out, CHILD_OUT_MAX)) {}
    while (bytes_read(&child->err, CHILD_LINE_MAX)) lines_hand_out(child);
}

bool child_ended(Child *child)
{
    int how;
    if (child->pid == 0) return true;
    if (child->out.fd >= 0 || child->err.fd >= 0) return false;
    const pid_t ended = waitpid(child->pid, &how, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
    child->code = ended < 0 ? 1 : WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    child->pid  = 0;
    return true;
}

void child_signal(Child *child, int number)
{
    if (child->pid > 0) kill(-child->pid, number);
}

void child_close(Child *child)
{
    child_signal(child, SIGKILL);
    bytes_end(&child->out);
    bytes_end(&child->err);
    if (child->pid > 0) waitpid(child->pid, NULL, 0);
    free(child->out.bytes);
    free(child->err.bytes);
    *child = (Child){.out = {.fd = -1}, .err = {.fd = -1}};
}
