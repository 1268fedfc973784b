#include "server/feed.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FeedLine *line_at(Feed *feed, uint64_t number) { return &feed->line[number % FEED_LINES_MAX]; }

void feed_open(Feed *feed, FeedWake *wake, void *context)
{
    memset(feed, 0, sizeof *feed);
    mutex_open(&feed->lock);
    feed->first = feed->next = 1;
    feed->wake = wake, feed->context = context;
}

static void first_drop(Feed *feed)
{
    assert(feed->first < feed->next);
    FeedLine *const line = line_at(feed, feed->first++);
    feed->bytes -= line->size;
    free(line->text);
    *line = (FeedLine){0};
}

void feed_close(Feed *feed)
{
    while (feed->first < feed->next) first_drop(feed);
    mutex_close(&feed->lock);
}

void feed_push(Feed *feed, const char *text)
{
    const FeedLine line = {.text = strdup(text), .size = strlen(text)};
    if (line.text == NULL) return;
    mutex_lock(&feed->lock);
    feed->bytes += line.size;
    while (feed->first < feed->next &&
           (feed->bytes > FEED_BYTES_MAX || feed->next - feed->first >= FEED_LINES_MAX))
        first_drop(feed);
    *line_at(feed, feed->next++) = line;
    mutex_unlock(&feed->lock);
    feed->wake(feed->context);
}

void feed_end(Feed *feed)
{
    mutex_lock(&feed->lock);
    feed->ended = true;
    mutex_unlock(&feed->lock);
    feed->wake(feed->context);
}

uint64_t feed_start(Feed *feed, uint64_t seen, bool whole)
{
    mutex_lock(&feed->lock);
    const uint64_t start = seen > 0 && seen < feed->next ? seen : whole ? 0 : feed->given;
    mutex_unlock(&feed->lock);
    return start;
}

static char *event_make(uint64_t number, const FeedLine *line, size_t *size)
{
    enum { FRAME = 48 };   // "id: NUMBER\ndata: " and two line ends
    char *const event = malloc(line->size + FRAME);
    if (event == NULL) return NULL;
    *size = (size_t)snprintf(event, line->size + FRAME, "id: %llu\ndata: %s\n\n", (unsigned long long)number,
                             line->text);
    return event;
}

char *feed_take(Feed *feed, uint64_t *cursor, size_t *size, bool *ended)
{
    char *event = NULL;
    mutex_lock(&feed->lock);
    if (*cursor + 1 < feed->first) *cursor = feed->first - 1;   // what is gone is gone
    if (*cursor + 1 < feed->next) event = event_make(*cursor + 1, line_at(feed, *cursor + 1), size);
    if (event != NULL && ++*cursor > feed->given) feed->given = *cursor;
    *ended = feed->ended && *cursor + 1 >= feed->next;
    mutex_unlock(&feed->lock);
    return event;
}

bool feed_has(Feed *feed, uint64_t cursor)
{
    mutex_lock(&feed->lock);
    const bool has = cursor + 1 < feed->next || feed->ended;
    mutex_unlock(&feed->lock);
    return has;
}
