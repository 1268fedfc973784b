// cmd_campaign.c - `pollard campaign`: commands in parts over processes, hosts or a scheduler, and merged.
#include "base/file.h"
#include "campaign/runner.h"
#include "cli/campaign_commands.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The campaign at work, and what is said about it at the end.
typedef struct Work {
    Campaign    campaign;
    char        program[PATH_MAX];   // this one
    FileLock    lock;
    int         jobs, missing;
    int        *list;   // of the missing ones; owned
    CampaignRun run;
    json_t     *scripts, *merged;   // lists of names; owned
} Work;

static void show(void *context, int ended, int count)
{
    static char     what[60];
    Progress *const progress = context;
    snprintf(what, sizeof what, "campaign, %d of %d parts", ended, count);
    progress->what = what;
    progress_show(progress, (double)ended / count);
}

// FILE without its folder and .json.
static void stem_of(const char *path, char out[PATH_MAX / 2])
{
    const char *const slash = strrchr(path, '/'), *const name = slash != NULL ? slash + 1 : path;
    const char *const dot = strrchr(name, '.');
    snprintf(out, PATH_MAX / 2, "%.*s",
             (int)(dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name)), name);
}

static bool work_read(Work *work, const Args *args, Status *status)
{
    size_t            size;
    char              stem[PATH_MAX / 2];
    const char *const where = args_value(args, "where");
    char *const       text  = file_read(args->words[0], CAMPAIGN_SIZE_MAX, &size, status);
    stem_of(args->words[0], stem);
    bool good = text != NULL && (campaign_parse(&work->campaign, text, size, stem, status) ||
                                 status_prefix(status, "%s", args->words[0]));
    free(text);
    if (good && where != NULL)
        good = campaign_where_read(&work->campaign.where, where, status) || status_prefix(status, "--where");
    const ssize_t n = readlink("/proc/self/exe", work->program, sizeof work->program - 1);
    if (n <= 0) snprintf(work->program, sizeof work->program, "pollard");
    return good && ((campaign_settle(&work->campaign, work->program, status) &&
                     campaign_commands_check(&work->campaign, status)) ||
                    status_prefix(status, "%s", args->words[0]));
}

// A file of a match or a tuning says which part it is, of how many: other parts do not go on in it.
static bool parts_check(const Work *work, Status *status)
{
    const Campaign *const c = &work->campaign;
    char                  path[PATH_MAX], text[16];
    int                   parts = 0;
    bool                  tied  = false;
    snprintf(path, sizeof path, "%s/parts", c->folder);
    FILE *const in = fopen(path, "r");
    if (in != NULL && fgets(text, sizeof text, in) != NULL) parts = atoi(text);
    if (in != NULL) fclose(in);
    for (int i = 0; i < c->count; i++) tied |= campaign_command_is_tied(&c->command[i]);
    if (parts > 0 && parts != c->parts && tied)
        return status_fail(status,
                           "'%.150s' holds a campaign of %d parts; for %d use another folder, by the "
                           "key 'folder'",
                           c->folder, parts, c->parts);
    const int n = snprintf(text, sizeof text, "%d\n", c->parts);
    return parts == c->parts || file_write(path, text, (size_t)n, status);
}

// FILE without .json is a name that the file itself may have.
static bool folder_check(const char *folder, Status *status)
{
    struct stat found;
    return stat(folder, &found) != 0 || S_ISDIR(found.st_mode) ||
           status_fail(status,
                       "'%.150s', where results would go, is not a folder; name another by the key "
                       "'folder'",
                       folder);
}

static bool work_open(Work *work, Status *status)
{
    char path[PATH_MAX];
    if (!folder_check(work->campaign.folder, status)) return false;
    snprintf(path, sizeof path, "%s/campaign", work->campaign.folder);
    if (!file_folder(work->campaign.folder, status) || !file_lock(&work->lock, path, status) ||
        !parts_check(work, status))
        return false;
    work->jobs = campaign_jobs(&work->campaign);
    work->list = calloc((size_t)work->jobs, sizeof *work->list);
    if (work->list == NULL) return status_fail_system(status, "out of memory for the campaign");
    work->missing = campaign_missing(&work->campaign, work->list);
    return true;
}

// What a function writes, to be freed; NULL with status.
static char *text_of(const Work *work, void (*write)(const Work *, int, FILE *), int number, Status *status)
{
    char       *text = NULL;
    size_t      size;
    FILE *const out = open_memstream(&text, &size);
    if (out != NULL) write(work, number, out);
    if (out != NULL && fclose(out) == 0) return text;
    free(text);
    return status_fail_system(status, "out of memory for the campaign"), NULL;
}

// Scripts or a list.

// "FOLDER/slurm.sh", "FOLDER/slurm-2.sh"; "FOLDER/parallel.txt".
static void script_name(const Work *work, int number, char out[PATH_MAX])
{
    const char *const folder = work->campaign.folder;
    if (work->campaign.where == CAMPAIGN_PARALLEL) snprintf(out, PATH_MAX, "%s/parallel.txt", folder);
    else if (number == 1) snprintf(out, PATH_MAX, "%s/slurm.sh", folder);
    else snprintf(out, PATH_MAX, "%s/slurm-%d.sh", folder, number);
}

static bool script_write(Work *work, int number, const int jobs[], int count, Status *status)
{
    char        path[PATH_MAX], *text = NULL;
    size_t      size = 0;
    FILE *const out  = open_memstream(&text, &size);
    bool        good = out != NULL && campaign_script_write(&work->campaign, jobs, count, out, status);
    if (out == NULL || fclose(out) != 0) good = status_fail_system(status, "out of memory for the campaign");
    script_name(work, number, path);
    good = good && file_write(path, text, size, status);
    if (good) json_array_append_new(work->scripts, json_string(path));
    free(text);
    return good;
}

// As many as it takes; those of an earlier start that are too many are removed, so that none runs twice.
static bool scripts_write(Work *work, Status *status)
{
    const int most   = work->campaign.where == CAMPAIGN_SLURM ? CAMPAIGN_TASKS_MAX : work->missing;
    int       number = 0;
    char      path[PATH_MAX];
    for (int from = 0; from < work->missing; from += most) {
        const int left = work->missing - from;
        if (!script_write(work, ++number, work->list + from, left < most ? left : most, status)) return false;
    }
    do script_name(work, ++number, path);
    while (work->campaign.where == CAMPAIGN_SLURM && unlink(path) == 0);
    return true;
}

// The merge.

static void merge_write(const Work *work, int i, FILE *out)
{
    campaign_merge_line(&work->campaign, i, work->program, out);
}

static void result_write(const Work *work, int i, FILE *out) { campaign_result(&work->campaign, i, out); }

// The first line that the merge said, for the message.
static void merge_failed(const Work *work, const char *name, Status *status)
{
    char        path[PATH_MAX], said[200] = "";
    FILE *const log = (snprintf(path, sizeof path, "%s/merge.log", work->campaign.folder), fopen(path, "r"));
    if (log != NULL && fgets(said, sizeof said, log) != NULL) said[strcspn(said, "\n")] = 0;
    if (log != NULL) fclose(log);
    status_fail(status, "%s was not merged: %s", name, said);
}

static bool merge(Work *work, int i, Status *status)
{
    char *const line = text_of(work, merge_write, i, status);
    char *const name = line != NULL ? text_of(work, result_write, i, status) : NULL;
    int         code = name != NULL ? campaign_line_run(&work->campaign, line, "merge", status) : -1;
    if (code > 0) merge_failed(work, name, status);
    if (code == 0) json_array_append_new(work->merged, json_string(name));
    free(line);
    free(name);
    return code == 0;
}

// All that is there, once none is missing.
static bool merge_all(Work *work, Status *status)
{
    bool good = true;
    for (int i = 0; good && i < work->campaign.count; i++) good = merge(work, i, status);
    for (int i = 0; good && i < work->campaign.count; i++) {
        const json_t *const name = json_array_get(work->merged, (size_t)i);
        good                     = campaign_rows_check(&work->campaign, i, json_string_value(name), status);
    }
    return good;
}

// The report.

static void scripts_print(const Work *work)
{
    const char *const verb = work->campaign.where == CAMPAIGN_SLURM ? "sbatch " : "parallel <";
    printf("missing ones: ");
    for (size_t i = 0; i < json_array_size(work->scripts); i++) {
        printf("%s%s", i > 0 ? " && " : "", verb);
        campaign_quote(json_string_value(json_array_get(work->scripts, i)), stdout);
    }
    puts("; afterwards this command merges");
}

static void print(const Work *work)
{
    const CampaignRun *const run = &work->run;
    printf("%d parts, %d were done before", work->jobs, work->jobs - work->missing);
    if (run->done + run->failed + run->running > 0) printf(", %d now", run->done);
    if (run->failed > 0) printf(", %d failed", run->failed);
    if (run->running > 0) printf(", %d run already", run->running);
    if (run->lost > 0) printf("; hosts not reached: %d", run->lost);
    putchar('\n');
    if (json_array_size(work->scripts) > 0) scripts_print(work);
    for (size_t i = 0; i < json_array_size(work->merged); i++)
        printf("merged: %s; %s\n", json_string_value(json_array_get(work->merged, i)),
               campaign_advice(&work->campaign, (int)i));
}

static void report(const Work *work, bool json)
{
    if (!json) return print(work);
    json_print(json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:O, s:O}", "folder", work->campaign.folder,
                         "parts", work->jobs, "missing", work->missing, "done", work->run.done, "failed",
                         work->run.failed, "running", work->run.running, "hosts_lost", work->run.lost,
                         "scripts", work->scripts, "merged", work->merged));
}

static bool parts_run(Work *work, Status *status)
{
    Progress progress = progress_start("campaign");
    work->run         = (CampaignRun){.campaign = &work->campaign,
                                      .jobs     = work->list,
                                      .count    = work->missing,
                                      .stop     = &cli_interrupted,
                                      .progress = show,
                                      .context  = &progress};
    cli_catch_interrupt();
    const bool good = campaign_run(&work->run, status);
    progress_end(&progress);
    return good;
}

static int work_do(Work *work, bool json)
{
    Status     status = {0};
    const bool script = work->campaign.where == CAMPAIGN_SLURM || work->campaign.where == CAMPAIGN_PARALLEL;
    bool       good   = true;
    if (work->missing > 0) good = script ? scripts_write(work, &status) : parts_run(work, &status);
    const bool whole = work->missing == work->run.done;
    if (good && whole) good = merge_all(work, &status);
    if (good) report(work, json);
    if (!good) return cli_fail(&status);
    if (atomic_load(&cli_interrupted) && !whole)
        return cli_end(EXIT_INTERRUPTED, "stopped; the same command continues from there");
    if (work->run.failed > 0)
        return cli_end(EXIT_JOB_FAILED,
                       "%d parts failed, the first is %s: %s/%s.log says why; the same command "
                       "tries them again",
                       work->run.failed, work->run.first, work->campaign.folder, work->run.first);
    if (work->run.running > 0)
        return cli_end(EXIT_JOB_FAILED,
                       "%d parts are being written by other processes, the first is %s; when these have "
                       "ended, the same command merges",
                       work->run.running, work->run.first_running);
    return EXIT_DONE;
}

static int run(const Args *args)
{
    Status      status;
    Work *const work = calloc(1, sizeof *work);
    if (work == NULL) return cli_end(EXIT_JOB_FAILED, "out of memory for the campaign");
    work->lock.fd   = -1;
    work->merged    = json_array();
    work->scripts   = json_array();
    const bool good = work_read(work, args, &status) && work_open(work, &status);
    const int  code = good ? work_do(work, args->json) : cli_fail(&status);
    if (work->lock.fd >= 0) file_unlock(&work->lock);
    json_decref(work->merged);
    json_decref(work->scripts);
    free(work->list);
    free(work);
    return code;
}

static const Flag flags[] = {
    {"where", "WHERE", "local, ssh, parallel or slurm (default: as the file says, otherwise local)"},
    {0},
};

static void print_more(void)
{
    puts("FILE is JSON: {\"commands\": [\"lab run history-ads\", ...], \"parts\": 12, \"where\": \"slurm\"}. "
         "What is\n"
         "done is not run again; what was cut off continues; when no part is missing they are merged.\n"
         "docs/SCALE.md says more.\n\n"
         "Keys of the file:");
    for (const CampaignKey *key = campaign_keys; key->name != NULL; key++)
        command_help_row(key->name, key->help, 15);
    putchar('\n');
}

const Command command_campaign = {
    .name      = "campaign",
    .words     = "FILE",
    .summary   = "run commands in parts on many machines, resume what is missing, merge",
    .examples  = "  pollard campaign tables.json\n  pollard campaign tables.json --where slurm\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = 1,
    .run       = run,
    .more_help = print_more,
};
