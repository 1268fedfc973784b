#include "base/clock.h"
#include "cli/cli.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { QUIET_SECONDS = 2, LINE_SECONDS = 10, BAR_WIDTH = 30 };

Progress progress_start(const char *what)
{
    const double now = clock_seconds();
    return (Progress){.what = what, .start = now, .last = now, .terminal = isatty(STDERR_FILENO) == 1};
}

static void print_left(double seconds)
{
    if (seconds >= 3600)
        fprintf(stderr, "%ld h %02ld min left", (long)seconds / 3600, (long)seconds / 60 % 60);
    else if (seconds >= 60) fprintf(stderr, "%ld min %02ld s left", (long)seconds / 60, (long)seconds % 60);
    else fprintf(stderr, "%.0f s left", seconds);
}

void progress_show(Progress *progress, double done)
{
    const double now = clock_seconds(), passed = now - progress->start;
    if (passed < QUIET_SECONDS || now - progress->last < (progress->terminal ? 0.2 : LINE_SECONDS)) return;
    progress->last  = now;
    progress->shown = true;
    if (done < 0) {
        fprintf(stderr, progress->terminal ? "\r\x1b[K%s: %.0f s" : "%s: %.0f s so far\n", progress->what,
                passed);
        fflush(stderr);
        return;
    }
    if (progress->terminal) {
        fprintf(stderr, "\r\x1b[K%s [", progress->what);
        for (int i = 0; i < BAR_WIDTH; i++) fputc(i < done * BAR_WIDTH ? '#' : ' ', stderr);
        fprintf(stderr, "] %3.0f %%  ", 100 * done);
    } else {
        fprintf(stderr, "%s: %.0f %%, ", progress->what, 100 * done);
    }
    if (done > 0.001) print_left(passed * (1 - done) / done);
    else fputs("time left unknown", stderr);
    if (!progress->terminal) fputc('\n', stderr);
    fflush(stderr);
}

void progress_end(Progress *progress)
{
    if (progress->terminal && progress->shown) fputs("\r\x1b[K", stderr);
}

static void *watch_run(void *argument)
{
    ProgressWatch *const watch = argument;
    pthread_mutex_lock(&watch->lock);
    while (!watch->end) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 200000000;
        if (until.tv_nsec >= 1000000000) until.tv_nsec -= 1000000000, until.tv_sec++;
        pthread_cond_timedwait(&watch->ended, &watch->lock, &until);
        const double passed = clock_seconds() - watch->progress.start;
        if (!watch->end)
            progress_show(&watch->progress, watch->seconds > 0 ? fmin(passed / watch->seconds, 1) : -1);
    }
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

// Without a thread there is no progress to see, and no harm done. Signals stay with the thread that works.
void progress_watch(ProgressWatch *watch, const char *what, double seconds)
{
    sigset_t all, before;
    *watch = (ProgressWatch){.progress = progress_start(what), .seconds = seconds};
    pthread_mutex_init(&watch->lock, NULL);
    pthread_cond_init(&watch->ended, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    watch->running = pthread_create(&watch->thread, NULL, watch_run, watch) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void progress_watch_end(ProgressWatch *watch)
{
    pthread_mutex_lock(&watch->lock);
    watch->end = true;
    pthread_cond_signal(&watch->ended);
    pthread_mutex_unlock(&watch->lock);
    if (watch->running) pthread_join(watch->thread, NULL);
    pthread_mutex_destroy(&watch->lock);
    pthread_cond_destroy(&watch->ended);
    progress_end(&watch->progress);
}
