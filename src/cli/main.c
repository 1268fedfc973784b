// main.c - chooses the command. One file per command: cmd_<name>.c.
#include "base/text.h"
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

static const Command *const commands[] = {&command_games, &command_show,  &command_perft, &command_search,
                                          &command_check, &command_play,  &command_match, &command_lab,
                                          &command_db,    &command_solve, &command_tune,  &command_bench};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(void)
{
    printf("Pollard %s, a game-tree search laboratory.\n\nusage: pollard COMMAND ... (pollard COMMAND --help "
           "tells "
           "more)\n\n",
           POLLARD_VERSION);
    for (int i = 0; i < COMMANDS; i++) printf("  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fputs(
        "\nthree things to try:\n"
        "  pollard show abalone:start=belgian-daisy      a board, its legal moves and its position as text\n"
        "  pollard play othello                          you against the engine, a second a move\n"
        "  pollard perft checkers 10 --threads 2         how many games of ten plies there are\n",
        stdout);
}

static int unknown_command(const char *word)
{
    Status      status;
    char        known[200];
    Text        text = text_on(known, sizeof known);
    const char *near = NULL;
    for (int i = 0; i < COMMANDS; i++) {
        text_add(&text, "%s%s", i ? ", " : "", commands[i]->name);
        if (text_distance(word, commands[i]->name) <= 2) near = commands[i]->name;
    }
    if (near != NULL)
        status_fail(&status, "unknown command '%.40s'; did you mean '%s'? Commands: %s", word, near, known);
    else status_fail(&status, "unknown command '%.40s'; expected one of: %s", word, known);
    return cli_bad_input(&status);
}

// Output that could not be written is no success.
static int finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    perror("pollard: writing the output");
    return code == EXIT_DONE ? EXIT_JOB_FAILED : code;
}

int main(int argc, char **argv)
{
    cli_signals_start();
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return print_help(), finish(EXIT_DONE);
    if (strcmp(argv[1], "--version") == 0)
        return printf("pollard %s (%s)\n", POLLARD_VERSION, POLLARD_VARIANT), finish(EXIT_DONE);
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i]->name) != 0) continue;
        Args   args;
        Status status;
        if (!args_parse(&args, commands[i], argc - 2, argv + 2, &status)) return cli_bad_input(&status);
        if (args.help) return args_help(commands[i]), finish(EXIT_DONE);
        return finish(commands[i]->run(&args));
    }
    return unknown_command(argv[1]);
}
