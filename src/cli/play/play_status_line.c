#include "cli/play/play_status_line.h"
#include "base/clock.h"
#include "cli/search_text.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 200, COLUMNS_USUAL = 80 };

typedef struct PlayStatusLine {
    const StatusLineJob *job;
    FILE                *terminal;
    double               start, seconds;   // seconds: the limit, 0 for none
    pthread_t            thread;
    pthread_mutex_t      lock;   // of what follows and of the terminal
    pthread_cond_t       ended;
    bool                 end, shown;
    char                 found[TEXT_MAX];   // ", depth 6, +14: G5G6 C4C5"
} PlayStatusLine;

int terminal_columns(FILE *stream)
{
    struct winsize    size;
    const char *const term = getenv("TERM");
    if (isatty(fileno(stream)) != 1 || term == NULL || strcmp(term, "dumb") == 0) return 0;
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : COLUMNS_USUAL;
}

static FILE *terminal_find(void)
{
    return terminal_columns(stderr) > 0 ? stderr : terminal_columns(stdout) > 0 ? stdout : NULL;
}

static void line_erase(PlayStatusLine *t)
{
    if (t->shown) fputs("\r\x1b[K", t->terminal);
    t->shown = false;
    fflush(t->terminal);
}

// Cut to the width of the terminal: a line that goes on in the next row could not be erased.
static void line_show(PlayStatusLine *t)
{
    const double passed = clock_seconds() - t->start, left = t->seconds - passed;
    char         text[2 * TEXT_MAX];
    Text         out = text_on(text, sizeof text);
    text_add(&out, "%s, ", t->job->what);
    if (t->seconds > 0) text_add(&out, "%.0f s left", left > 0 ? left : 0);
    else text_add(&out, "%.0f s", passed);
    text_add(&out, "%s", t->found);
    fprintf(t->terminal, "\r\x1b[K%.*s", terminal_columns(t->terminal) - 1, text);
    fflush(t->terminal);
    t->shown = true;
}

static void *ticks_run(void *argument)
{
    PlayStatusLine *const t = argument;
    pthread_mutex_lock(&t->lock);
    while (!t->end) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TICK_MS * 1000000;
        if (until.tv_nsec >= 1000000000) until.tv_nsec -= 1000000000, until.tv_sec++;
        pthread_cond_timedwait(&t->ended, &t->lock, &until);
        if (!t->end) line_show(t);
    }
    line_erase(t);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void depth_done(void *context, const SearchResult *found)
{
    PlayStatusLine *const      t   = context;
    const StatusLineJob *const job = t->job;
    pthread_mutex_lock(&t->lock);
    if (t->terminal != NULL) line_erase(t);
    Text out = text_on(t->found, sizeof t->found);
    text_add(&out, ", depth %d, ", found->depth);
    value_describe(found->value, &out);
    text_add(&out, ": ");
    search_text_line(job->v, job->s, job->player->search->settings.algorithm, found, &out);
    if (job->report != NULL) job->report(job->context, found);
    pthread_mutex_unlock(&t->lock);
}

// Signals stay with the thread that searches. Without a thread there is no line, and no harm done.
static bool ticks_start(PlayStatusLine *t)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool good = pthread_create(&t->thread, NULL, ticks_run, t) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

static void ticks_end(PlayStatusLine *t)
{
    pthread_mutex_lock(&t->lock);
    t->end = true;
    pthread_cond_signal(&t->ended);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
}

void play_status_line_run(const StatusLineJob *job, SearchResult *found)
{
    const SearchLimits limits = {.stop = &cli_interrupted};
    PlayStatusLine t = {.job = job, .terminal = job->show ? terminal_find() : NULL, .start = clock_seconds()};
    t.seconds        = job->player->search->settings.time_ms / 1000.0;
    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.ended, NULL);
    fflush(stdout);
    cli_catch_ctrl_c();
    const bool ticking = t.terminal != NULL && ticks_start(&t);
    player_search_position(job->player, job->v, job->s, &limits, depth_done, &t, found);
    if (ticking) ticks_end(&t);
    pthread_mutex_destroy(&t.lock);
    pthread_cond_destroy(&t.ended);
}
