// main.c - chooses the command (commands.def). One file per command: cmd_<name>.c.
#include "base/build_info.h"
#include "cli/cli.h"
#include "retro/catalog.h"
#include "search/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A search that could do without a database of another version of its game has; that is said once.
static void outdated_show(void)
{
    char why[STATUS_TEXT_MAX];
    if (catalog_outdated(why)) fprintf(stderr, "pollard: %s: it was not used\n", why);
}

// Output that could not be written is not a success.
static int finish(int code)
{
    if (code == EXIT_DONE) outdated_show();
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    perror("pollard: writing the output");
    return code == EXIT_DONE ? EXIT_JOB_FAILED : code;
}

static int run_command(const Command *command, int named, int argc, char **argv)
{
    Args   args;
    Status status;
    if (!args_parse(&args, command, argc, argv, &status)) return cli_fail(&status);
    if (args.help) return command_help(command), EXIT_DONE;
    args.games_named      = named;
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
    const BuildDigest *d;
    json_t *const      digests = json_object();
    for (int i = 0; (d = build_digest_at(i)) != NULL; i++)
        json_object_set_new(digests, d->game, json_string(d->digest));
    if (json) {
        json_print(json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:s, s:O}", "version", POLLARD_VERSION,
                             "variant", POLLARD_VARIANT, "level", level_name(), "commit", build_commit,
                             "compiler", build_compiler(), "flags", build_flags, "contract", PLUGIN_CONTRACT,
                             "headers", build_contract, "digests", digests));
    } else {
        printf("pollard %s (%s, %s)\n", POLLARD_VERSION, POLLARD_VARIANT, level_name());
        printf("commit %s\ncompiler %s\nflags %s\n", build_commit, build_compiler(), build_flags);
        printf("contract %d, headers %s\n", PLUGIN_CONTRACT, build_contract);
        for (int i = 0; (d = build_digest_at(i)) != NULL; i++) printf("digest %s %s\n", d->digest, d->game);
    }
    json_decref(digests);
}

static bool folder_load(Status *status)
{
    const char *const dir = getenv("POLLARD_GAMES");
    if (dir == NULL || *dir == 0) return true;
    if (!plugin_load_folder(dir, status)) return status_prefix(status, "POLLARD_GAMES");
    if (status->text[0] != 0) fprintf(stderr, "pollard: POLLARD_GAMES: %s\n", status->text);
    return true;
}

// Games from outside: those of the command line, which come first, then all of a folder. They are named by
// whoever starts the program and by nobody else, since loading one runs its code. `named`: how many the
// command line has.
static bool plugins_load(int *argc, char **argv, int *named, Status *status)
{
    const char *path;
    while (args_take_game(argc, argv, &path, status))
        if (!plugin_load(path, status)) return status_prefix(status, "--game");
    if (status->text[0] != 0) return false;
    for (int i = 0; games_all[i] != NULL; i++) *named += plugin_path(games_all[i]) != NULL;
    return folder_load(status);
}

int main(int argc, char **argv)
{
    Status status;
    int    used, named = 0;
    cli_signals_start();
    status_clear(&status);
    if (!level_choose(getenv("POLLARD_LEVEL"), &status) || !plugins_load(&argc, argv, &named, &status))
        return cli_fail(&status);
    const bool help = argc < 2 || is_help(argv[1]);
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
    return finish(run_command(command, named, argc - 1 - used, argv + 1 + used));
}
