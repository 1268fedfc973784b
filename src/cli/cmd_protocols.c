// cmd_protocols.c - `pollard uci`, `ugi`, `xboard`, `gtp`, `nboard`, `jsonl`: this program as an engine for
// others, over standard input and output. What a protocol says is in src/protocols/.
#include "cli/cli.h"
#include "protocols/protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(void *context, const char *line)
{
    (void)context;
    fputs(line, stdout);
    putchar('\n');
    fflush(stdout);
}

typedef enum { LINE_READ, LINE_TOO_LONG, LINE_END } LineRead;

// A line without its end; the last may lack one. What is too long is passed over.
static LineRead line_read(char *line)
{
    size_t n        = 0;
    bool   long_one = false;
    int    c;
    while ((c = getchar_unlocked()) != EOF && c != '\n') {
        if (c == 0) c = '?';
        if (n < PROTOCOL_LINE_MAX - 1) line[n++] = (char)c;
        else long_one = true;
    }
    while (n > 0 && line[n - 1] == '\r') n--;
    line[n] = 0;
    return long_one ? LINE_TOO_LONG : c == EOF && n == 0 ? LINE_END : LINE_READ;
}

static void talk(const Protocol *protocol, void *session, char *line)
{
    LineRead read;
    while ((read = line_read(line)) != LINE_END) {
        if (read == LINE_TOO_LONG) protocol->too_long(session);
        else if (!protocol->line(session, line)) return;
    }
    if (protocol->patient) protocol->wait(session);
}

static int session_run(const Protocol *protocol, const ProtocolSetup *setup)
{
    Status      status;
    char *const line = malloc(PROTOCOL_LINE_MAX);
    if (line == NULL) return status_fail_system(&status, "out of memory for a line"), cli_fail(&status);
    void *const session = protocol->open(setup, &status);
    if (session == NULL) return free(line), cli_fail(&status);
    cli_end_with_reader();
    talk(protocol, session, line);
    protocol->close(session);
    free(line);
    return EXIT_DONE;
}

static const Protocol *const protocols[] = {&protocol_uci, &protocol_ugi,    &protocol_xboard,
                                            &protocol_gtp, &protocol_nboard, &protocol_jsonl};

// The protocol has the name of its command.
static const Protocol *protocol_of(const Args *args)
{
    int i = 0;
    while (strcmp(protocols[i]->name, args->command->name) != 0) i++;
    return protocols[i];
}

static int run(const Args *args)
{
    Status                status;
    Variant               v = {0};
    PlayerSpec            player;
    const Protocol *const protocol = protocol_of(args);
    const char *const given = args_value(args, "game"), *const spec = args_value(args, "player");
    const char *const game = given != NULL ? given : protocol->game;
    if (!player_spec_parse(&player, spec != NULL ? spec : "engine", &status) ||
        (game != NULL && !variant_open(&v, game, &status)))
        return cli_fail(&status);
    const ProtocolSetup setup = {.v       = game != NULL ? &v : NULL,
                                 .player  = &player,
                                 .trusted = args_value(args, "trusted") != NULL,
                                 .say     = say};
    const int           code  = session_run(protocol, &setup);
    if (game != NULL) variant_close(&v);
    return code;
}

#define FLAG_PLAYER                                                                                          \
    {                                                                                                        \
        "player", "SPEC", "the search that plays (default: the engine)"                                      \
    }

static const Flag flags_uci[] = {
    {"game", "GAME", "another game for two (default chess); positions and moves as this program writes them"},
    {"player", "SPEC", "the search that plays (default: the engine); also the option Player"},
    FLAG_DIR,
    {0},
};

static const Flag flags_ugi[] = {
    {"game", "GAME", "the game (default othello); positions and moves as this program writes them"},
    {"player", "SPEC", "the search that plays (default: the engine); also the option Player"},
    FLAG_DIR,
    {0},
};

static const Flag flags_one_game[] = {FLAG_PLAYER, FLAG_DIR, {0}};

static const Flag flags_jsonl[] = {
    {"game", "GAME", "the game to begin with (default: none before `new`)"},
    {"player", "SPEC", "who thinks where a request does not say (default: the engine)"},
    {"trusted", NULL, "requests may name players that start programs or read files"},
    FLAG_DIR,
    {0},
};

const Command command_uci = {
    .name     = "uci",
    .summary  = "be a chess engine for other programs (Universal Chess Interface)",
    .examples = "  pollard uci\n"
                "  pollard uci --player alphabeta:order=tt+killer,tt=22,q=6\n"
                "  pollard uci --game othello\n",
    .flags    = flags_uci,
    .run      = run,
};

const Command command_ugi = {
    .name     = "ugi",
    .summary  = "be an engine for any game (Universal Game Interface)",
    .examples = "  pollard ugi --game connect-four\n"
                "  pollard ugi --game virus:players=3 --player maxn\n",
    .flags    = flags_ugi,
    .run      = run,
};

const Command command_xboard = {
    .name     = "xboard",
    .summary  = "be a chess engine for XBoard and WinBoard",
    .examples = "  pollard xboard\n"
                "  pollard xboard --player engine:level=3\n",
    .flags    = flags_one_game,
    .run      = run,
};

const Command command_gtp = {
    .name     = "gtp",
    .summary  = "be an Othello engine for Quarry and GRhino (Go Text Protocol)",
    .examples = "  pollard gtp\n"
                "  pollard gtp --player engine:level=5\n",
    .flags    = flags_one_game,
    .run      = run,
};

const Command command_nboard = {
    .name     = "nboard",
    .summary  = "be an Othello engine for NBoard",
    .examples = "  pollard nboard\n",
    .flags    = flags_one_game,
    .run      = run,
};

const Command command_jsonl = {
    .name     = "jsonl",
    .summary  = "answer requests of scripts, one JSON object per line: every game",
    .examples = "  echo '{\"do\":\"think\",\"depth\":6}' | pollard jsonl --game othello\n"
                "  pollard jsonl --player alphabeta:order=tt+killer,tt=20\n",
    .flags    = flags_jsonl,
    .run      = run,
};
