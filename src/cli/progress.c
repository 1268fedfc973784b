#include "base/clock.h"
#include "cli/cli.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JSON_SECONDS 0.2

enum { QUIET_SECONDS = 2, LINE_SECONDS = 10, BAR_WIDTH = 30 };

Progress progress_start(const char *what)
{
    assert(what != NULL);
    const double      now   = clock_seconds();
    const char *const asked = getenv("POLLARD_PROGRESS");
    return (Progress){.what     = what,
                      .start    = now,
                      .last     = now,
                      .terminal = isatty(STDERR_FILENO) == 1,
                      .json     = asked != NULL && strcmp(asked, "json") == 0};
}

static void print_left(double seconds)
{
    if (seconds >= 3600)
        fprintf(stderr, "%ld h %02ld min left", (long)seconds / 3600, (long)seconds / 60 % 60);
    else if (seconds >= 60) fprintf(stderr, "%ld min %02ld s left", (long)seconds / 60, (long)seconds % 60);
    else fprintf(stderr, "%.0f s left", seconds);
}

// For programs: {event: "progress", done, total, seconds_left, text}; without a count the share of 1.
static void print_json(Progress *progress, double done, double now)
{
    const double passed = now - progress->start;
    if (progress->shown && now - progress->last < JSON_SECONDS) return;
    progress->last = now, progress->shown = true;
    const bool    known = done >= 0;
    json_t *const count = progress->total > 0 ? json_integer(progress->count)
                        : known               ? json_real(done)
                                              : json_null();
    json_t *const left  = done > 0.001 ? json_real(passed * (1 - done) / done) : json_null();
    json_t *const event = json_pack("{s:s, s:o, s:o, s:o, s:s}", "event", "progress", "done", count, "total",
                                    json_integer(progress->total > 0 ? progress->total : 1), "seconds_left",
                                    left, "text", progress->what);
    char *const   text  = json_dumps(event, JSON_COMPACT);
    if (text != NULL) fprintf(stderr, "%s\n", text);
    free(text);
    json_decref(event);
}

void progress_show(Progress *progress, double done)
{
    const double now = clock_seconds(), passed = now - progress->start;
    if (progress->json) {
        print_json(progress, done, now);
        return;
    }
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
    if (progress->terminal && progress->shown && !progress->json) fputs("\r\x1b[K", stderr);
}

static void watch_tick(void *context)
{
    ProgressWatch *const watch  = context;
    const double         passed = clock_seconds() - watch->progress.start;
    progress_show(&watch->progress, watch->seconds > 0 ? fmin(passed / watch->seconds, 1) : -1);
}

void progress_watch(ProgressWatch *watch, const char *what, double seconds)
{
    assert(seconds >= 0);
    watch->progress = progress_start(what);
    watch->seconds  = seconds;
    ticker_start(&watch->ticker, 0.2, watch_tick, watch);
}

void progress_watch_end(ProgressWatch *watch)
{
    ticker_stop(&watch->ticker);
    progress_end(&watch->progress);
}
