// main.c - chooses the command (commands.def). One file per command: cmd_<name>.c.
#include "base/build_info.h"
#include "cli/cli.h"
#include "retro/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Output that could not be written is not a success.
static int finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    perror("pollard: writing the output");
    return code == EXIT_DONE ? EXIT_JOB_FAILED : code;
}

static int run_command(const Command *command, int argc, char **argv)
{
    Args   args;
    Status status;
    if (!args_parse(&args, command, argc, argv, &status)) return cli_fail(&status);
    if (args.help) return command_help(command), EXIT_DONE;
    const char *const dir = args_value(&args, "dir");
    // In the environment, so that programs started from this one look in the same place.
    if (dir != NULL) setenv(DATABASES_VARIABLE, dir, 1);
    return command->run(&args);
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

// What this program is, as its results say it.
static void version(bool json)
{
    json_t *const digests = json_object();
    for (const BuildDigest *d = build_digests; d->game != NULL; d++)
        json_object_set_new(digests, d->game, json_string(d->digest));
    if (json) {
        json_print(json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:O}", "version", POLLARD_VERSION, "variant",
                             POLLARD_VARIANT, "level", level_name(), "commit", build_commit, "compiler",
                             build_compiler(), "flags", build_flags, "digests", digests));
    } else {
        printf("pollard %s (%s, %s)\n", POLLARD_VERSION, POLLARD_VARIANT, level_name());
        printf("commit %s\ncompiler %s\nflags %s\n", build_commit, build_compiler(), build_flags);
        for (const BuildDigest *d = build_digests; d->game != NULL; d++)
            printf("digest %s %s\n", d->digest, d->game);
    }
    json_decref(digests);
}

int main(int argc, char **argv)
{
    Status     status;
    int        used;
    const bool help = argc < 2 || is_help(argv[1]);
    cli_signals_start();
    if (!level_choose(getenv("POLLARD_LEVEL"), &status)) return cli_fail(&status);
    if (argc < 2 || (help && argc == 2)) return command_help_all(), finish(EXIT_DONE);
    if (strcmp(argv[1], "--version") == 0) {
        const bool json = argc == 3 && strcmp(argv[2], "--json") == 0;
        if (argc > 2 && !json) {
            status_fail(&status, "--version %s: expected --json or nothing", argv[2]);
            return cli_fail(&status);
        }
        return version(json), finish(EXIT_DONE);
    }
    const Command *const command = command_find(argc - 1 - help, argv + 1 + help, &used, &status);
    if (command == NULL) return cli_fail(&status);
    if (help) return command_help(command), finish(EXIT_DONE);
    return finish(run_command(command, argc - 1 - used, argv + 1 + used));
}
