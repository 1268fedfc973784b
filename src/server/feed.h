// feed.h - lines for whoever listens: a bounded list of numbered lines, written by any thread, read by the
// thread of the server through as many streams as there are.
//
// What is not read in time is dropped from the old end, so that memory is bounded by FEED_BYTES_MAX and one
// line. A stream that was cut off says the last number it has seen and gets what came after it.
#ifndef SERVER_FEED_H
#define SERVER_FEED_H

#include "base/threads.h"

#include <stdint.h>

enum { FEED_LINES_MAX = 4096, FEED_BYTES_MAX = 4 << 20 };

typedef void FeedWake(void *context);   // there is news; called by the thread that writes

typedef struct FeedLine {
    char  *text;   // owned
    size_t size;
} FeedLine;

typedef struct Feed {
    Mutex     lock;   // of what follows
    FeedLine  line[FEED_LINES_MAX];
    uint64_t  first, next;   // numbers of the lines that are there: first ... next - 1; the first line is 1
    uint64_t  given;         // up to this one, lines were given to some stream
    size_t    bytes;
    bool      ended;   // nothing more will come
    FeedWake *wake;
    void     *context;
} Feed;

void feed_open(Feed *feed, FeedWake *wake, void *context);
void feed_close(Feed *feed);

void feed_push(Feed *feed, const char *text);   // copied; a line without its end; dropped when out of memory
void feed_end(Feed *feed);

// Where a stream begins: after the line `seen`; where that is 0 after what was given to others, or at the
// first line that is there (`whole`).
uint64_t feed_start(Feed *feed, uint64_t seen, bool whole);
// The first line after `*cursor` as an event of a stream, to be freed, and the cursor moved to it; NULL:
// there is none now, and with *ended none will come.
char *feed_take(Feed *feed, uint64_t *cursor, size_t *size, bool *ended);
bool  feed_has(Feed *feed, uint64_t cursor);   // a line after the cursor, or the end

#endif
