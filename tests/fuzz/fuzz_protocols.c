// Any lines to any protocol: answered or ignored, no crash, and answers of the form that the protocol has.
// The first byte chooses the protocol, the second its game where there is a choice. Numbers are cut, so that
// nobody is asked to think for long, and what thinks is stopped by the end of the lines.
#include "fuzz.h"
#include "protocols/protocol.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const Protocol *const protocols[] = {&protocol_uci,    &protocol_ugi,    &protocol_gtp,
                                            &protocol_nboard, &protocol_xboard, &protocol_jsonl};
enum { PROTOCOLS = sizeof protocols / sizeof *protocols };

// What is said is one line, or several that GTP ends with an empty one.
static void hear(void *context, const char *line)
{
    const Protocol *const protocol = context;
    const char *const     end      = strchr(line, '\n');
    if (protocol != &protocol_gtp) fuzz_require(end == NULL, "an answer has one line");
    else
        fuzz_require(strlen(line) > 0 && line[strlen(line) - 1] == '\n', "an answer ends with an empty line");
    if (protocol == &protocol_jsonl) fuzz_require(line[0] == '{', "an answer is an object");
}

// Numbers of one figure: depth 3 is quick, 300 is not.
static void numbers_cut(char *text)
{
    for (char *c = text; *c; c++)
        if (isdigit((unsigned char)c[0]) && isdigit((unsigned char)c[1])) c[0] = ' ';
}

// Words that ask for something else than parsing: megabytes, threads, databases, trees.
static void words_cut(char *text)
{
    static const char *const heavy[] = {"tt=",  "threads", "Hash", "memory",   "cores", "solved",
                                        "eval", "perft",   "size", "movetime", "st ",   "time"};
    for (size_t i = 0; i < sizeof heavy / sizeof *heavy; i++)
        for (char *at = text; (at = strcasestr(at, heavy[i])) != NULL;) at[0] = '.';
}

static const char *game_of(const Protocol *protocol, uint8_t choice)
{
    static const char *const two[] = {"tictactoe", "othello", "connect-four:width=4,height=4"};
    static const char *const all[] = {"tictactoe", "virus:size=5,players=3", "focus"};
    if (protocol == &protocol_uci) return two[choice % 3];
    if (protocol == &protocol_ugi || protocol == &protocol_jsonl) return all[choice % 3];
    return protocol->game;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    static char           text[2048];
    const Protocol *const protocol = protocols[data[0] % PROTOCOLS];
    Variant               v;
    PlayerSpec            player;
    Status                status;
    fuzz_require(
        variant_open(&v, game_of(protocol, data[1]), &status) &&
            player_spec_parse(&player, v.facts.players > 2 ? "brs:depth=1" : "alphabeta:depth=1", &status),
        "a game and a player open");
    void *const session = protocol->open(
        &(ProtocolSetup){.v = &v, .player = &player, .say = hear, .context = (void *)protocol}, &status);
    fuzz_require(session != NULL, "a session opens");
    fuzz_text(data + 2, size - 2, text, sizeof text);
    numbers_cut(text);
    words_cut(text);
    bool more = true;
    for (char *line = strtok(text, "\n"); more && line != NULL; line = strtok(NULL, "\n"))
        more = protocol->line(session, line);
    protocol->too_long(session);
    protocol->close(session);
    variant_close(&v);
    return 0;
}
