// interrupt.c - signals. Whatever ends the program, no temporary file stays.
#include "base/file.h"
#include "base/threads.h"
#include "cli/cli.h"
#include "play/engines/engine_process.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

atomic_bool cli_interrupted;

// Handlers: only what POSIX allows in one.

static void on_last_signal(int number)
{
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t               one;
    engine_processes_kill();
    file_remove_temporaries();
    sigaction(number, &standard, NULL);
    sigemptyset(&one);
    sigaddset(&one, number);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);   // and here it ends
}

static void on_interrupt(int number)
{
    const struct sigaction next = {.sa_handler = on_last_signal};
    atomic_store(&cli_interrupted, true);
    sigaction(number, &next, NULL);
}

// Is the other end of stdout or stderr closed?
static bool output_gone(void)
{
    struct pollfd ends[2] = {{.fd = STDOUT_FILENO}, {.fd = STDERR_FILENO}};
    return poll(ends, 2, 0) > 0 && ((ends[0].revents | ends[1].revents) & POLLERR) != 0;
}

// The thread that watches and the one that writes may both find it: the first says so and ends the program.
static void output_lost(void)
{
    static const char  message[] = "pollard: writing the output: its reader is gone\n";
    static atomic_flag said      = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&said)) pause();
    engine_processes_kill();
    file_remove_temporaries();
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}   // that may be gone, too
    _exit(EXIT_JOB_FAILED);
}

// A pipe to a process of ours, gnuplot or an engine, is left to the write that fails.
static void on_broken_pipe(int number)
{
    (void)number;
    if (output_gone()) output_lost();
}

// What is looked up in a file is mapped: when it becomes shorter meanwhile, or its disk fails, there is
// nothing to be read and nowhere to say so.
static void on_bus_error(int number)
{
    static const char message[] =
        "pollard: a file that is looked up, a database, became shorter meanwhile or "
        "cannot be read any more; build it again or restore it\n";
    (void)number;
    engine_processes_kill();
    file_remove_temporaries();
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}
    _exit(EXIT_JOB_FAILED);
}

static void on_file_limit(int number) { (void)number; }   // the write that fails says it

static void catch (int number, void (*handler)(int))
{
    const struct sigaction action = {.sa_handler = handler};
    sigaction(number, &action, NULL);
}

void cli_signals_start(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    catch (SIGPIPE, on_broken_pipe);
    catch (SIGXFSZ, on_file_limit);
    catch (SIGBUS, on_bus_error);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction before;
        sigaction(ends[i], NULL, &before);
        if (before.sa_handler == SIG_DFL) catch (ends[i], on_last_signal);   // nohup ignores: that stays
    }
}

void cli_catch_ctrl_c(void)
{
    atomic_store(&cli_interrupted, false);
    catch (SIGINT, on_interrupt);
}

void cli_catch_interrupt(void)
{
    struct sigaction before;
    catch (SIGINT, on_interrupt);
    catch (SIGTERM, on_interrupt);
    sigaction(SIGHUP, NULL, &before);
    if (before.sa_handler != SIG_IGN) catch (SIGHUP, on_interrupt);   // nohup ignores: that stays
}

static void watch_output(void *unused)
{
    (void)unused;
    struct pollfd ends[2] = {{.fd = STDOUT_FILENO}, {.fd = STDERR_FILENO}};
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
        if (poll(ends, 2, -1) < 0) continue;
        for (int i = 0; i < 2; i++) {
            if (ends[i].revents & POLLERR) output_lost();
            if (ends[i].revents) ends[i].fd = -1;   // closed from the start: nothing more to learn from it
        }
    }
}

void cli_end_with_reader(void)
{
    struct stat facts;
    if (fstat(STDOUT_FILENO, &facts) != 0 || !S_ISFIFO(facts.st_mode)) return;
    thread_detached(watch_output, NULL);   // without it, the next write ends the program
}
