// streams.c - server-sent events: a connection that stays open and gets the lines of a feed as they come.
// While there is nothing to send its connection is suspended; signs of life keep it open, and show that a
// client is gone.
#include "server/server_inner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// The first thing on a stream: where a client that lost it shall wait a second.
static const char greeting[] = "retry: 1000\n\n", heartbeat[] = ": still here\n\n";

static void out_set(Stream *stream, char *text, size_t size)
{
    assert(stream->out == NULL);
    stream->out = text, stream->at = 0, stream->size = text != NULL ? size : 0;
}

static void out_say(Stream *stream, const char *text) { out_set(stream, strdup(text), strlen(text)); }

static bool out_fill(Stream *stream, bool *ended)
{
    size_t size = 0;
    *ended      = stream->feed == NULL || stream->ending;
    if (*ended) return false;
    char *const event = feed_take(stream->feed, &stream->cursor, &size, ended);
    if (event != NULL) out_set(stream, event, size);
    return event != NULL;
}

static void stream_suspend(Stream *stream)
{
    stream->suspended     = true;
    stream->client->phase = CONNECTION_STREAM;
    MHD_suspend_connection(stream->connection);
}

static void stream_resume(Stream *stream)
{
    if (!stream->suspended) return;
    stream->suspended     = false;
    stream->client->phase = CONNECTION_ANSWERING, stream->client->since = stream->server->now;
    MHD_resume_connection(stream->connection);
}

// The library asks for more bytes.
static ssize_t on_read(void *context, uint64_t position, char *buffer, size_t room)
{
    (void)position;
    Stream *const stream = context;
    bool          ended  = false;
    if (stream->out == NULL && !out_fill(stream, &ended)) {
        if (ended) return MHD_CONTENT_READER_END_OF_STREAM;
        return stream_suspend(stream), 0;
    }
    const size_t left = stream->size - stream->at, n = left < room ? left : room;
    memcpy(buffer, stream->out + stream->at, n);
    stream->at += n;
    stream->last = stream->client->since = stream->server->now;
    if (stream->at == stream->size) free(stream->out), stream->out = NULL;
    return (ssize_t)n;
}

static void on_free(void *context)
{
    Stream *const stream = context;
    Server *const server = stream->server;
    if (stream->before != NULL) stream->before->after = stream->after;
    else server->stream_first = stream->after;
    if (stream->after != NULL) stream->after->before = stream->before;
    server->streams--;
    free(stream->out);
    free(stream);
}

// Where a client goes on. One that says 0 has seen nothing, and wants all that is there.
static uint64_t cursor_start(struct MHD_Connection *connection, Feed *feed, bool whole)
{
    const char *const seen = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Last-Event-ID");
    const bool        good = seen != NULL && strlen(seen) < 19 && strspn(seen, "0123456789") == strlen(seen);
    return feed_start(feed, good ? strtoull(seen, NULL, 10) : 0, whole || (good && strcmp(seen, "0") == 0));
}

static Stream *stream_make(Request *request, Feed *feed, bool whole)
{
    Server *const server = request->server;
    Stream *const stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    stream->server = server, stream->connection = request->connection, stream->client = request->client;
    stream->feed   = feed;
    stream->cursor = cursor_start(request->connection, feed, whole);
    stream->last   = server->now;
    stream->after  = server->stream_first;
    if (stream->after != NULL) stream->after->before = stream;
    server->stream_first = stream;
    server->streams++;
    out_say(stream, greeting);
    return stream;
}

void stream_open(Request *request, Feed *feed, bool whole)
{
    enum { BLOCK = 16384 };
    Server *const server = request->server;
    if (server->streams >= server->setup.limits.streams) {
        request_refuse(request, 503, "too many event streams at the same time");
        return;
    }
    Stream *const stream = stream_make(request, feed, whole);
    if (stream == NULL) return request_refuse(request, 500, "out of memory");
    struct MHD_Response *const response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, on_read,
                                                                            stream, on_free);
    if (response == NULL) return on_free(stream), request_refuse(request, 500, "out of memory");
    response_protect(response, NULL, false);
    MHD_add_response_header(response, "Content-Type", "text/event-stream");
    request->stream = stream;
    MHD_queue_response(request->connection, 200, response);
    MHD_destroy_response(response);
}

void streams_feed(Server *server)
{
    for (Stream *s = server->stream_first; s != NULL; s = s->after)
        if (s->suspended && (s->feed == NULL || s->ending || feed_has(s->feed, s->cursor))) stream_resume(s);
}

// Has the client closed its side? While a connection is suspended the library does not look.
static bool client_gone(const Stream *stream)
{
    char          byte;
    const ssize_t n = recv(stream->client->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return n == 0;
}

void streams_tick(Server *server)
{
    for (Stream *s = server->stream_first; s != NULL; s = s->after) {
        if (!s->suspended) continue;
        if (client_gone(s)) s->ending = true;
        else if (server->now - s->last < server->setup.limits.heartbeat_seconds) continue;
        else out_say(s, heartbeat);
        stream_resume(s);
    }
}

void streams_leave(Server *server, const Feed *feed)
{
    for (Stream *s = server->stream_first; s != NULL; s = s->after) {
        if (s->feed != feed) continue;
        s->feed = NULL;
        stream_resume(s);
    }
}

int streams_of(const Server *server, const Feed *feed)
{
    int n = 0;
    for (const Stream *s = server->stream_first; s != NULL; s = s->after) n += s->feed == feed;
    return n;
}
