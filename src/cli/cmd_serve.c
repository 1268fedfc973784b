// cmd_serve.c - `pollard serve`: the page and what is behind it, for a browser (src/server/).
#include "cli/cli.h"
#include "server/server.h"

#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PORT_DEFAULT = 8765 };

extern char **environ;

static bool is_desktop(void)
{
    const char *const x11 = getenv("DISPLAY"), *const wayland = getenv("WAYLAND_DISPLAY");
    return (x11 != NULL && *x11) || (wayland != NULL && *wayland);
}

// The desktop's own browser; where there is none, the line with the address is enough.
static void browser_open(const Server *server)
{
    char  url[600];
    char *words[] = {"xdg-open", url, NULL};
    pid_t pid;
    server_url(server, true, url, sizeof url);
    if (!is_desktop()) {
        fprintf(stderr, "pollard: --open: there is no desktop here; open the address yourself\n");
        return;
    }
    signal(SIGCHLD, SIG_DFL);
    if (posix_spawnp(&pid, words[0], NULL, NULL, words, environ) != 0)
        fprintf(stderr, "pollard: --open: there is no xdg-open; open the address yourself\n");
}

static void announce(const Server *server, bool json)
{
    char url[600];
    server_url(server, true, url, sizeof url);
    if (json) json_print(json_pack("{s:s, s:i}", "url", url, "port", server_port(server)));
    else printf("Pollard is at %s\nCtrl-C ends it.\n", url);
    fflush(stdout);
}

// An empty variable is none.
static const char *token_given(const Args *args)
{
    const char *const token = args_value(args, "token"), *const usual = getenv("POLLARD_TOKEN");
    return token != NULL ? token : usual != NULL && *usual ? usual : NULL;
}

static int run(const Args *args)
{
    Status            status;
    long              port;
    char              program[PATH_MAX] = "";
    const char *const token = token_given(args), *const results = args_value(args, "results");
    if (!args_number(args, "port", 0, 65535, PORT_DEFAULT, &port, &status)) return cli_fail(&status);
    if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0)
        return cli_end(EXIT_JOB_FAILED, "serve: where is this program? /proc/self/exe does not say it");
    ServerSetup setup = {.port    = (int)port,
                         .address = args_value(args, "address"),
                         .token   = token,
                         .results = results != NULL ? results : "results.db",
                         .program = program,
                         .limits  = server_limits_usual,
                         .stop    = &cli_interrupted};
    cli_catch_interrupt();
    Server *server = server_open(&setup, &status);
    if (server == NULL && args_value(args, "port") == NULL && status.kind == STATUS_SYSTEM) {
        setup.port = 0;   // that port is taken, and nobody has asked for it
        server     = server_open(&setup, &status);
    }
    if (server == NULL) return cli_fail(&status);
    setenv("POLLARD_PROGRESS", "json", 1);   // children tell it to this program
    announce(server, args->json);
    if (args_value(args, "open") != NULL) browser_open(server);
    server_run(server);
    server_close(server);
    return EXIT_DONE;
}

static const Flag flags[] = {
    {"port", "N", "where it listens (default 8765, or any that is free); 0: any that is free"},
    {"open", NULL, "open the page in the desktop's browser"},
    {"address", "A", "listen there, for other machines (default: 127.0.0.1, this machine only)"},
    {"token", "T", "what clients must know, 16 characters or more (default: $POLLARD_TOKEN, otherwise none)"},
    {"results", "FILE", "the results of the laboratory (default results.db)"},
    FLAG_DIR,
    {0},
};

const Command command_serve = {
    .name     = "serve",
    .summary  = "the games, the laboratory and the databases in a browser",
    .examples = "  pollard serve --open\n"
                "  pollard serve --port 0 --dir databases\n"
                "  pollard serve --address localhost --token 5f0c8e1ab2d94c37\n",
    .flags    = flags,
    .run      = run,
};
