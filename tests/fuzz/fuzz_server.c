// What the server reads of a request itself: headers, addresses, tokens, and every body of JSON, up to the
// words of a child's command line. The first byte chooses which. Whatever is accepted keeps its promises: no
// word of a stranger looks like a flag or a path, names are those of the table.
#include "fuzz.h"
#include "play/player_spec.h"
#include "protocols/thinker.h"
#include "server/job_ask.h"
#include "server/request.h"
#include "server/session_ask.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void headers_read(const char *text)
{
    Hosts hosts;
    hosts_fill(&hosts, NULL, 8765);
    if (host_allowed(&hosts, text)) fuzz_require(strlen(text) <= 14, "a host is one of ours");
    if (origin_allowed(&hosts, text)) fuzz_require(strncasecmp(text, "http://", 7) == 0, "an origin is http");
    if (type_is_json(text)) fuzz_require(strncasecmp(text, "application/json", 16) == 0, "a type is JSON");
    if (encoding_has_gzip(text)) fuzz_require(strcasestr(text, "gzip") != NULL, "gzip is named");
    if (tag_matches(text, "\"ab\"")) fuzz_require(strstr(text, "\"ab\"") != NULL, "a tag is named");
    address_is_loopback(text);
    address_is_any(text);
    Status status;
    if (token_valid(text, &status)) {
        fuzz_require(strpbrk(text, " ;,\r\n\"=") == NULL, "a token stands in a cookie");
        fuzz_require(!token_given(text, NULL, NULL, "c"), "a token must be given");
    }
    if (token_given("0123456789abcdef", text, text, "c"))
        fuzz_require(strstr(text, "0123456789abcdef") != NULL, "the token is there");
}

static void path_read(const char *text)
{
    RouteId                  id;
    char                     name[ROUTE_NAME_MAX];
    static const char *const methods[] = {"GET", "POST", "HEAD", "PUT"};
    for (int i = 0; i < 4; i++)
        if (route_find(methods[i], text, &id, name) == ROUTE_FOUND) {
            fuzz_require((int)id >= 0 && id < ROUTES && i < 3, "a route is in the table");
            fuzz_require(strchr(name, '/') == NULL && strchr(name, '%') == NULL, "a name is plain");
        }
}

static void words_check(const Words *words)
{
    // The words of requests come after those of ours, which say what is done.
    for (int i = 0; i < words->count; i++) {
        fuzz_require(words->word[i] != NULL, "a word is there");
        const char *const word = words->word[i];
        if (strncmp(word, "--", 2) != 0 || !isalpha((unsigned char)word[2])) continue;
        static const char *const flags[] = {"--quick", "--trials", "--threads", "--games",
                                            "--seed",  "--sprt",   "--openings"};
        bool                     ours    = false;
        for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) ours |= strcmp(word, flags[k]) == 0;
        fuzz_require(ours, "a flag is one of ours");
    }
}

static void job_read(const char *text)
{
    JobAsk        ask;
    Status        status;
    json_t *const json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (json != NULL && job_ask_read(json, &ask, &status)) {
        words_check(&ask.words);
        if (ask.kind == JOB_LAB) fuzz_require(lab_name_known(ask.name), "an experiment is known");
        words_close(&ask.words);
    }
    json_decref(json);
}

static void probe_read(const char *text)
{
    Words         words = {0};
    Status        status;
    json_t *const json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (json != NULL && probe_ask_read(json, &words, &status)) {
        words_check(&words);
        fuzz_require(words.count == 4 && strchr(words.word[2], '/') == NULL, "a database is a name");
    }
    words_close(&words);
    json_decref(json);
}

static void session_read(const char *text)
{
    AskFacts      facts;
    Status        status;
    json_t *const json = session_ask_read(text, strlen(text), &facts, &status);
    if (json != NULL) fuzz_require(json_is_string(json_object_get(json, "do")), "a request says what to do");
    json_decref(json);
}

static void open_read(const char *text)
{
    OpenAsk ask;
    Status  status;
    if (!session_open_read(text, strlen(text), &ask, &status)) return;
    int   count = 0;
    char *rest  = ask.lines;
    for (char *line; (line = strsep(&rest, "\n")) != NULL; count++) {
        AskFacts      facts;
        json_t *const json = session_ask_read(line, strlen(line), &facts, &status);
        fuzz_require(json != NULL && !facts.search,
                     "a session is opened with requests that are answered at once");
        json_decref(json);
    }
    fuzz_require(count <= ASK_FIRST_MAX, "a session is opened with few requests");
    free(ask.lines);
}

static void player_read(uint8_t choice, const char *text)
{
    PlayerSpec spec;
    Status     status;
    if (!player_spec_parse(&spec, text, &status) || !spec_is_own(&spec, &status)) return;
    fuzz_require(spec.path[0] == 0, "no file is named");
    spec_limits_check(&spec, fuzz_variant(choice), ASK_THREADS_MAX, ASK_TABLE_MAX, &status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[4096];
    if (size < 2) return 0;
    fuzz_text(data + 2, size - 2, text, sizeof text);
    switch ((data[0] + 1) % 7) {   // '0' is the first
    case 0: headers_read(text); break;
    case 1: path_read(text); break;
    case 2: job_read(text); break;
    case 3: probe_read(text); break;
    case 4: session_read(text); break;
    case 5: player_read(data[1], text); break;
    default: open_read(text);
    }
    return 0;
}
