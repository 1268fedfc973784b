// cmd_uci.c - `pollard uci`: this program as an engine for others, over standard input and output.
#include "cli/cli.h"
#include "protocols/uci.h"

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

// A line without its end, and whether there is one. What is too long is left out and said so.
static bool line_read(char *line)
{
    size_t n        = 0;
    bool   long_one = false;
    int    c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == 0) c = '?';
        if (n < UCI_LINE_MAX - 1) line[n++] = (char)c;
        else long_one = true;
    }
    while (n > 0 && line[n - 1] == '\r') n--;
    line[long_one ? 0 : n] = 0;
    if (long_one) say(NULL, "info string a line that is too long was left out");
    return c != EOF || n > 0;
}

static int talk(const Variant *v, const PlayerSpec *player, Status *status)
{
    char *const line = malloc(UCI_LINE_MAX);
    if (line == NULL) return status_fail_system(status, "out of memory for the engine"), cli_fail(status);
    Uci *const u = uci_open(v, player, say, NULL, status);
    if (u == NULL) return free(line), cli_fail(status);
    while (line_read(line) && uci_line(u, line)) {}
    uci_close(u);
    free(line);
    return EXIT_DONE;
}

static int run(const Args *args)
{
    Status            status;
    Variant           v;
    PlayerSpec        player;
    const char *const game = args_value(args, "game"), *const spec = args_value(args, "player");
    if (!player_spec_parse(&player, spec != NULL ? spec : "engine", &status) ||
        !variant_open(&v, game != NULL ? game : "chess", &status))
        return cli_fail(&status);
    const int code = talk(&v, &player, &status);
    variant_close(&v);
    return code;
}

static const Flag flags[] = {
    {"game", "GAME", "another game for two (default chess); positions and moves as this program writes them"},
    {"player", "SPEC", "the search that plays (default: the engine); also the option Player"},
    FLAG_DIR,
    {0},
};

const Command command_uci = {
    .name     = "uci",
    .summary  = "be a chess engine for other programs (Universal Chess Interface)",
    .examples = "  pollard uci\n"
                "  pollard uci --player alphabeta:order=tt+killer,tt=22,q=6\n"
                "  pollard uci --game othello\n",
    .flags    = flags,
    .run      = run,
};
