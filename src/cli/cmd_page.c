// cmd_page.c - `pollard page DIR`: the page with the engine as WebAssembly, a folder for any web server.
#include "base/file.h"
#include "cli/cli.h"
#include "server/assets.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t asset_size(const Asset *asset) { return (size_t)(asset->bytes_end - asset->bytes); }

static bool files_write(const char *dir, Status *status)
{
    for (const Asset *asset = web_assets; asset->path != NULL; asset++)
        if (!file_write_in(dir, asset->path + 1, (const char *)asset->bytes, asset_size(asset), status))
            return false;
    return true;
}

// As far as they were written.
static void files_remove(const char *dir)
{
    char path[PATH_MAX];
    for (const Asset *asset = web_assets; asset->path != NULL; asset++)
        if (snprintf(path, sizeof path, "%s%s", dir, asset->path) < PATH_MAX) unlink(path);
    rmdir(dir);
}

// Under another name first. A folder that is there must be empty: nobody's files are mixed with ours.
static bool page_write(const char *dir, Status *status)
{
    char   made[PATH_MAX];
    size_t n = strlen(dir);
    while (n > 1 && dir[n - 1] == '/') n--;
    if (snprintf(made, sizeof made, "%.*s.%ld.new", (int)n, dir, (long)getpid()) >= PATH_MAX)
        return status_fail(status, "'%.80s...': the path is too long", dir);
    if (mkdir(made, 0777) != 0) return file_fail(status, "make the folder", dir);
    if (!files_write(made, status)) return files_remove(made), false;
    if (rename(made, dir) == 0) return true;
    if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR)
        status_fail(status, "'%.200s' is there already; expected a new folder, or an empty one", dir);
    else file_fail(status, "make the folder", dir);
    return files_remove(made), false;
}

static int run(const Args *args)
{
    Status            status;
    const char *const dir   = args->words[0];
    size_t            bytes = 0;
    int               files = 0;
    if (!page_write(dir, &status)) return cli_fail(&status);
    for (const Asset *asset = web_assets; asset->path != NULL; asset++) files++, bytes += asset_size(asset);
    if (args->json)
        return json_print(
            json_pack("{s:s, s:i, s:I}", "dir", dir, "files", files, "bytes", (json_int_t)bytes));
    printf("%s: %d files, %zu bytes; serve the folder with any web server\n", dir, files, bytes);
    return EXIT_DONE;
}

const Command command_page = {
    .name      = "page",
    .words     = "DIR",
    .summary   = "write the page with the engine inside as a folder for any web server",
    .examples  = "  pollard page site\n",
    .words_min = 1,
    .words_max = 1,
    .run       = run,
};
