// engine.c - the engine as WebAssembly: one session of the jsonl protocol (docs/PROTOCOLS.md) for a page that
// has no server. The other half is web/src/wasm/engine_worker.ts.
//
//     engine_open()           a session without a game; 0: out of memory. First of all, once.
//     engine_buffer()         where a request is put, engine_room() bytes
//     engine_line(length)     answers it; 0 after `quit`. A search has ended when this returns.
//     engine_about()          says what this program is
//     engine_bench()          says the searches of `pollard bench` and their signature
//
// Everything is said through the one import of ours, `say`, a JSON text at a time. There are no threads and
// nobody stops a search: whoever wants that ends the worker. Requests are not trusted.
#include "base/build_info.h"
#include "play/bench/bench.h"
#include "protocols/protocol.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

__attribute__((import_module("pollard"), import_name("say"))) void host_say(const char *text, size_t length);

int    engine_open(void);
char  *engine_buffer(void);
size_t engine_room(void);
int    engine_line(size_t length);
void   engine_about(void);
void   engine_bench(void);

static char        buffer[PROTOCOL_LINE_MAX];
static void       *session;
static PlayerSpec  player;
static const char *no_session = "{\"ok\":false,\"error\":\"out of memory for the engine\"}";

static void say(void *context, const char *text)
{
    (void)context;
    host_say(text, strlen(text));
}

static void object_say(json_t *object)
{
    char *const text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(9));
    say(NULL, text != NULL ? text : no_session);
    free(text);
    json_decref(object);
}

int EXPORT(engine_open)(void)
{
    Status              status;
    const ProtocolSetup setup = {.player = &player, .say = say};
    if (!player_spec_parse(&player, "engine", &status)) return 0;
    session = protocol_jsonl.open(&setup, &status);
    return session != NULL;
}

char *EXPORT(engine_buffer)(void) { return buffer; }

size_t EXPORT(engine_room)(void) { return sizeof buffer - 1; }

int EXPORT(engine_line)(size_t length)
{
    if (session == NULL) return say(NULL, no_session), 0;
    if (length >= sizeof buffer) return protocol_jsonl.too_long(session), 1;
    for (size_t i = 0; i < length; i++)
        if (buffer[i] == 0) buffer[i] = '?';
    buffer[length] = 0;
    return protocol_jsonl.line(session, buffer);
}

void EXPORT(engine_about)(void)
{
    const BuildDigest *d;
    json_t *const      digests = json_object();
    for (int i = 0; (d = build_digest_at(i)) != NULL; i++)
        json_object_set_new(digests, d->game, json_string(d->digest));
    object_say(json_pack("{s:b, s:s, s:s, s:s, s:s, s:s, s:o, s:b, s:b, s:b, s:i}", "ok", 1, "version",
                         POLLARD_VERSION, "variant", POLLARD_VARIANT, "commit", build_commit, "compiler",
                         build_compiler(), "flags", build_flags, "digests", digests, "databases", 0, "lab", 0,
                         "jobs", 0, "threads", 1));
}

void EXPORT(engine_bench)(void)
{
    Status        status;
    json_t *const report = bench_run(NULL, NULL, &status);
    object_say(report != NULL ? report : json_pack("{s:b, s:s}", "ok", 0, "error", status.text));
}
