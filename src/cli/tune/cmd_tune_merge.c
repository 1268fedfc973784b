// cmd_tune_merge.c - `pollard tune merge`: the games that the parts of a tuning collected, put together where
// the tuning goes on.
#include "base/file.h"
#include "cli/cli.h"
#include "play/parts/match_merge.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// What a tuning may have collected in parts, in its folder FILE.state.
static const char *const collected[] = {"round-1.match", "samples.match"};

static bool state_path(const char *file, const char *name, char out[PATH_MAX], Status *status)
{
    const int n = snprintf(out, PATH_MAX, "%s.state/%s", file, name);
    return (n > 0 && n < PATH_MAX) || status_fail(status, "'%.80s...': the path is too long", file);
}

// Which of them the first part has.
static bool name_find(const char *part, const char **name, Status *status)
{
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof collected / sizeof collected[0]; i++) {
        if (!state_path(part, *name = collected[i], path, status)) return false;
        if (access(path, F_OK) == 0) return true;
    }
    return status_fail(status, "'%.200s.state' holds no games of a part; expected the --out of one", part);
}

static bool paths_fill(const Args *args, const char *name, char (*paths)[PATH_MAX], const char *files[],
                       Status *status)
{
    for (int i = 0; i < args->count; i++) {
        if (!state_path(args->words[i], name, paths[i], status)) return false;
        files[i] = paths[i];
    }
    return true;
}

static bool merge(const Args *args, char (*paths)[PATH_MAX], MatchMerge *merge, Status *status)
{
    const char *files[ARGS_WORDS_MAX], *name;
    char        folder[PATH_MAX];
    if (!name_find(args->words[1], &name, status) || !paths_fill(args, name, paths, files, status) ||
        !state_path(args->words[0], "", folder, status) || !file_folder(folder, status))
        return false;
    const bool there = access(paths[0], F_OK) == 0;   // what is there stays, or nothing is written
    merge->files     = files + !there;
    merge->count     = args->count - !there;
    if (match_merge(merge, paths[0], status)) return true;
    rmdir(folder);   // one that is empty was made here
    return false;
}

static int run(const Args *args)
{
    Status     status;
    DigestList accept;
    MatchMerge merged            = {.accept = &accept};
    char(*const paths)[PATH_MAX] = malloc((size_t)args->count * sizeof *paths);
    assert(args->count >= 2);
    bool good = paths != NULL || status_fail_system(&status, "out of memory");
    good      = good && args_accept(args, &accept, &status) && merge(args, paths, &merged, &status);
    int code  = EXIT_DONE;
    if (!good) code = cli_fail(&status);
    else if (args->json)
        code = json_print(json_pack("{s:s, s:i, s:i}", "file", paths[0], "games", merged.written, "files",
                                    args->count - 1));
    else
        printf("%d games of %d files in %s; the tuning with --out %s goes on from there\n", merged.written,
               args->count - 1, paths[0], args->words[0]);
    free(paths);
    return code;
}

static const Flag flags[] = {FLAG_ACCEPT, {0}};

const Command command_tune_merge = {
    .name     = "tune merge",
    .words    = "OUT IN ...",
    .summary  = "put together the games that parts of a tuning collected; each name is the --out of a tuning",
    .examples = "  pollard tune merge all.json part-1.json part-2.json\n",
    .flags    = flags,
    .words_min = 2,
    .words_max = ARGS_WORDS_MAX,
    .run       = run,
};
