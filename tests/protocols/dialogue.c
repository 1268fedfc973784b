#include "dialogue.h"
#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static struct {
    char   text[1 << 21];
    size_t used;
    Mutex  lock;
} ears;

static void take(void *context, const char *line)
{
    (void)context;
    mutex_lock(&ears.lock);
    const size_t n = strlen(line);
    if (ears.used + n + 2 < sizeof ears.text) {
        memcpy(ears.text + ears.used, line, n);
        ears.text[ears.used + n] = '\n';
        ears.used += n + 1;
        ears.text[ears.used] = 0;
    }
    mutex_unlock(&ears.lock);
}

void forget(void)
{
    mutex_lock(&ears.lock);
    ears.used = 0, ears.text[0] = 0;
    mutex_unlock(&ears.lock);
}

const char *heard(void) { return ears.text; }

static void open_with(Dialogue *d, const char *game, const char *player, bool trusted)
{
    PlayerSpec spec;
    Status     status;
    mutex_open(&ears.lock);
    forget();
    d->playing = game != NULL;
    if (d->playing) d->v = test_open(game);
    ck_assert_msg(player_spec_parse(&spec, player, &status), "%s", status.text);
    const ProtocolSetup setup = {
        .v = d->playing ? &d->v : NULL, .player = &spec, .trusted = trusted, .say = take};
    d->session = d->protocol->open(&setup, &status);
    ck_assert_msg(d->session != NULL, "%s", status.text);
}

void dialogue_open(Dialogue *d, const Protocol *protocol, const char *game, const char *player)
{
    d->protocol = protocol;
    open_with(d, game, player, false);
}

void dialogue_open_trusted(Dialogue *d, const Protocol *protocol, const char *game, const char *player)
{
    d->protocol = protocol;
    open_with(d, game, player, true);
}

void dialogue_close(Dialogue *d)
{
    d->protocol->close(d->session);
    if (d->playing) variant_close(&d->v);
    mutex_close(&ears.lock);
}

void tell(Dialogue *d, const char *line) { ck_assert_msg(d->protocol->line(d->session, line), "%s", line); }

bool was_said(const char *text)
{
    mutex_lock(&ears.lock);
    const bool found = strstr(ears.text, text) != NULL;
    mutex_unlock(&ears.lock);
    return found;
}

int times_said(const char *text)
{
    int n = 0;
    mutex_lock(&ears.lock);
    for (const char *at = ears.text; (at = strstr(at, text)) != NULL; at += strlen(text)) n++;
    mutex_unlock(&ears.lock);
    return n;
}

void pause_ms(int milliseconds)
{
    nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L},
              NULL);
}

bool wait_for(const char *text, double seconds)
{
    const double until = clock_seconds() + seconds;
    while (!was_said(text)) {
        if (clock_seconds() > until) return false;
        pause_ms(1);
    }
    return true;
}

const char *answer(Dialogue *d, const char *told, const char *begin)
{
    static char line[4096];
    forget();
    tell(d, told);
    d->protocol->wait(d->session);
    const char *found = NULL;
    for (const char *at = ears.text; (at = strstr(at, begin)) != NULL; at++)
        if (at == ears.text || at[-1] == '\n') found = at;
    ck_assert_msg(found != NULL, "%s: no '%s' in %s", told, begin, ears.text);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(found + strlen(begin), "\n"), found + strlen(begin));
    return line;
}

void tell_nonsense(Dialogue *d, const char *const words[], int count, int lines)
{
    Rng rng = rng_seed(3);
    for (int i = 0; i < lines; i++) {
        char text[1000] = "";
        for (uint32_t k = rng_below(&rng, 8); k > 0; k--) {
            strncat(text, words[rng_below(&rng, (uint32_t)count)], 100);
            strcat(text, rng_below(&rng, 20) ? " " : "\t");
        }
        if (rng_below(&rng, 3) == 0)
            for (int k = 0; text[k]; k++)
                if (rng_below(&rng, 10) == 0) text[k] = (char)(1 + rng_below(&rng, 255));
        d->protocol->line(d->session, text);
        if (i % 100 == 0) forget();
    }
}

void refused(const Protocol *protocol, const char *game, const char *player, const char *word)
{
    PlayerSpec spec;
    Status     status;
    Variant    v = test_open(game);
    ck_assert(player_spec_parse(&spec, player, &status));
    ck_assert_ptr_null(protocol->open(&(ProtocolSetup){.v = &v, .player = &spec, .say = take}, &status));
    ck_assert_msg(strstr(status.text, word) != NULL, "%s", status.text);
    variant_close(&v);
}
