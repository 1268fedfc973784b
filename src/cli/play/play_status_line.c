#include "cli/play/play_status_line.h"
#include "base/clock.h"
#include "play/show/search_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_USUAL = 80 };

#define TICK_SECONDS 0.2

typedef struct PlayStatusLine {
    const StatusLineJob *job;
    FILE                *terminal;
    double               start, seconds;   // seconds: the limit, 0 for none
    bool                 ticking;
    Ticker               ticker;   // its lock is that of what follows and of the terminal
    bool                 shown;
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

// Cut to the width of the terminal: a line that continues in the next row could not be erased.
static void line_show(void *context)
{
    PlayStatusLine *const t      = context;
    const double          passed = clock_seconds() - t->start, left = t->seconds - passed;
    char                  text[2 * TEXT_MAX];
    Text                  out = text_on(text, sizeof text);
    text_add(&out, "%s, ", t->job->what);
    if (t->seconds > 0) text_add(&out, "%.0f s left", left > 0 ? left : 0);
    else text_add(&out, "%.0f s", passed);
    text_add(&out, "%s", t->found);
    fprintf(t->terminal, "\r\x1b[K%.*s", terminal_columns(t->terminal) - 1, text);
    fflush(t->terminal);
    t->shown = true;
}

static void depth_done(void *context, const SearchResult *found)
{
    PlayStatusLine *const      t   = context;
    const StatusLineJob *const job = t->job;
    if (t->ticking) mutex_lock(&t->ticker.lock);
    if (t->terminal != NULL) line_erase(t);
    Text out = text_on(t->found, sizeof t->found);
    text_add(&out, ", depth %d, ", found->depth);
    value_describe(found->value, &out);
    text_add(&out, ": ");
    search_text_line(job->v, job->s, job->player->search->settings.algorithm, found, &out);
    if (job->report != NULL) job->report(job->context, found);
    if (t->ticking) mutex_unlock(&t->ticker.lock);
}

void play_status_line_run(const StatusLineJob *job, SearchResult *found)
{
    assert(job->player != NULL && found != NULL);
    const SearchLimits limits = {.stop = &cli_interrupted};
    PlayStatusLine t = {.job = job, .terminal = job->show ? terminal_find() : NULL, .start = clock_seconds()};
    t.seconds        = job->player->search->settings.time_ms / 1000.0;
    t.ticking        = t.terminal != NULL;
    fflush(stdout);
    cli_catch_ctrl_c();
    if (t.ticking) ticker_start(&t.ticker, TICK_SECONDS, line_show, &t);
    player_search_position(job->player, job->v, job->s, &limits, depth_done, &t, found);
    if (t.ticking) ticker_stop(&t.ticker), line_erase(&t);
}
