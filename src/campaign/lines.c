// lines.c - a campaign's jobs as lines for the shell, lists and scripts.
#include "base/part.h"
#include "base/rng.h"
#include "campaign/kinds.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Jobs.

int campaign_jobs(const Campaign *c) { return c->count * c->parts; }

static int                    job_part(const Campaign *c, int job) { return job / c->count + 1; }
static const CampaignCommand *job_command(const Campaign *c, int job) { return &c->command[job % c->count]; }

void campaign_job_name(const Campaign *c, int job, char out[32])
{
    assert(job >= 0 && job < campaign_jobs(c));
    snprintf(out, 32, "%d-%d", job % c->count + 1, job_part(c, job));
}

// Of what decides the job's result.
static uint64_t job_sum(const Campaign *c, int job)
{
    const CampaignWords *const words = &job_command(c, job)->words;
    uint64_t                   sum   = mix64((uint64_t)c->parts);
    for (int i = 0; i < words->count; i++) {
        for (const char *at = words->word[i]; *at; at++) sum = mix64(sum + (unsigned char)*at);
        sum = mix64(sum + 256);
    }
    return sum;
}

// The file that says that the job is done; what the job's flag names; what lies there then.
static void mark_write(const Campaign *c, int job, FILE *out)
{
    char name[32];
    campaign_job_name(c, job, name);
    fprintf(out, "%s/%s.%016" PRIx64 ".done", c->folder, name, job_sum(c, job));
}

static void output_write(const Campaign *c, int job, FILE *out)
{
    char name[32];
    campaign_job_name(c, job, name);
    fprintf(out, "%s/%s%s", c->folder, name, job_command(c, job)->kind->end);
}

bool campaign_job_done(const Campaign *c, int job)
{
    char        path[2][PATH_MAX];
    FILE *const mark = fmemopen(path[0], PATH_MAX, "w"), *const kept = fmemopen(path[1], PATH_MAX, "w");
    if (mark != NULL) mark_write(c, job, mark);
    if (kept != NULL) output_write(c, job, kept), fputs(job_command(c, job)->kind->kept, kept);
    const bool good = mark != NULL && kept != NULL;
    if (mark != NULL) fclose(mark);
    if (kept != NULL) fclose(kept);
    return good && access(path[0], F_OK) == 0 && access(path[1], F_OK) == 0;
}

int campaign_missing(const Campaign *c, int out[])
{
    int n = 0;
    for (int i = 0; i < campaign_jobs(c); i++)
        if (!campaign_job_done(c, i)) out[n++] = i;
    return n;
}

// Lines.

// A word as the shell reads it back.
static void quote(const char *word, FILE *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+@%-";
    if (word[0] != 0 && strspn(word, plain) == strlen(word)) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'') fputs("'\\''", out);
        else fputc(*word, out);
    fputc('\'', out);
}

// What a function writes, as one word.
typedef void JobText(const Campaign *c, int job, FILE *out);
static void  quote_job(const Campaign *c, int job, JobText *text, FILE *out)
{
    char       *word = NULL;
    size_t      size;
    FILE *const to = open_memstream(&word, &size);
    if (to != NULL) text(c, job, to);
    // Without memory it is an empty word, and the shell refuses the line.
    quote(to != NULL && fclose(to) == 0 && word != NULL ? word : "", out);
    free(word);
}

// The command itself, as it runs in its folder.
static void command_write(const Campaign *c, int job, FILE *out)
{
    const CampaignCommand *const command = job_command(c, job);
    const CampaignWords *const   words   = &command->words;
    char                         part[24];
    quote(c->program, out);
    for (int i = 0; i < words->count; i++) {
        if (command->kind->at_merge != NULL && strcmp(words->word[i], command->kind->at_merge) == 0) i++;
        else fputc(' ', out), quote(words->word[i], out);
    }
    if (campaign_flag(words, "--threads") == NULL) fprintf(out, " --threads %d", c->threads);
    part_format((Part){job_part(c, job), c->parts}, part);
    fprintf(out, " --part %s %s ", part, command->kind->flag);
    quote_job(c, job, output_write, out);
}

static void options_write(const Campaign *c, FILE *out)
{
    fputs(" -o BatchMode=yes", out);
    for (int i = 0; i < c->options.count; i++) fputc(' ', out), quote(c->options.word[i], out);
}

// On the other machine: in the same folder, or in its own.
static void remote_write(const Campaign *c, int job, FILE *out)
{
    char here[PATH_MAX] = "";
    fputs("cd ", out);
    quote(c->remote[0] ? c->remote : getcwd(here, sizeof here) != NULL ? here : "", out);
    fputs(" && ", out);
    command_write(c, job, out);
}

// What lies there is brought here, whole or not at all.
static void fetch_write(const Campaign *c, int job, const char *host, FILE *out)
{
    const char *const kept = job_command(c, job)->kind->kept;
    fputs(" && { rm -rf ", out), quote_job(c, job, output_write, out),
        fprintf(out, "%s.new; scp -q -r", kept);
    options_write(c, out);
    fputc(' ', out), quote(host, out), fputc(':', out), quote(c->remote, out), fputc('/', out);
    quote_job(c, job, output_write, out), fprintf(out, "%s ", kept);
    quote_job(c, job, output_write, out), fprintf(out, "%s.new && rm -rf ", kept);
    quote_job(c, job, output_write, out), fprintf(out, "%s && mv ", kept);
    quote_job(c, job, output_write, out), fprintf(out, "%s.new ", kept);
    quote_job(c, job, output_write, out), fprintf(out, "%s; }", kept);
}

void campaign_job_line(const Campaign *c, int job, const char *host, FILE *out)
{
    if (host == NULL) {
        command_write(c, job, out);
    } else {
        fputs("ssh", out);
        options_write(c, out);
        fputs(" -- ", out), quote(host, out), fputc(' ', out);
        quote_job(c, job, remote_write, out);
        if (c->remote[0]) fetch_write(c, job, host, out);
    }
    fputs(" && : >", out);
    quote_job(c, job, mark_write, out);
}

static void host_folder_write(const Campaign *c, int job, FILE *out)
{
    (void)job;
    fputs("mkdir -p ", out), quote(c->remote, out), fputs(" && cd ", out), quote(c->remote, out);
    fputs(" && mkdir -p ", out), quote(c->folder, out);
}

bool campaign_host_line(const Campaign *c, const char *host, FILE *out)
{
    if (c->remote[0] == 0) return false;
    fputs("ssh", out);
    options_write(c, out);
    fputs(" -- ", out), quote(host, out), fputc(' ', out);
    quote_job(c, 0, host_folder_write, out);
    if (c->files.count == 0) return true;
    fputs(" && scp -q", out);
    options_write(c, out);
    for (int i = 0; i < c->files.count; i++) fputc(' ', out), quote(c->files.word[i], out);
    fputc(' ', out), quote(host, out), fputc(':', out), quote(c->remote, out), fputc('/', out);
    return true;
}

void campaign_result(const Campaign *c, int command, FILE *out)
{
    const CampaignKind *const kind = c->command[command].kind;
    if (kind->merged != NULL) fprintf(out, "%s/%s", c->folder, kind->merged);
    else fprintf(out, "%s/%d%s", c->folder, command + 1, kind->end);
}

const char *campaign_advice(const Campaign *c, int command) { return c->command[command].kind->advice; }

void campaign_merge_line(const Campaign *c, int command, const char *program, FILE *out)
{
    assert(command >= 0 && command < c->count);
    const CampaignCommand *const of      = &c->command[command];
    const char *const            flags[] = {of->kind->counts_games ? "--games" : NULL, of->kind->at_merge};
    quote(program, out);
    fprintf(out, " %s ", of->kind->verb);
    quote_job(c, command, campaign_result, out);
    for (int i = 0; i < c->parts; i++)
        fputc(' ', out), quote_job(c, i * c->count + command, output_write, out);
    for (int i = 0; i < 2; i++) {
        const char *const value = flags[i] != NULL ? campaign_flag(&of->words, flags[i]) : NULL;
        if (value != NULL) fprintf(out, " %s ", flags[i]), quote(value, out);
    }
    for (int i = 0; i + 1 < of->words.count; i++)
        if (of->kind->counts_games && strcmp(of->words.word[i], "--accept") == 0)
            fputs(" --accept ", out), quote(of->words.word[i + 1], out);
}

// For schedulers.

// The most that one of the jobs starts.
static int threads_most(const Campaign *c, const int jobs[], int count)
{
    int most = 0;
    for (int i = 0; i < count; i++) {
        const char *const own     = campaign_flag(&job_command(c, jobs[i])->words, "--threads");
        const int         threads = own != NULL ? atoi(own) : c->threads;
        if (threads > most) most = threads;
    }
    return most > 0 ? most : c->threads;   // a number that the command refuses
}

static void slurm_write(const Campaign *c, const int jobs[], int count, const char *here, FILE *out)
{
    const char *const slash = strrchr(c->folder, '/');
    fprintf(out, "#!/bin/sh\n#SBATCH --job-name=%s\n#SBATCH --array=1-%d\n#SBATCH --cpus-per-task=%d\n",
            slash != NULL ? slash + 1 : c->folder, count, threads_most(c, jobs, count));
    fprintf(out, "#SBATCH --output=%s/slurm-%%a.log\n", c->folder);
    for (int i = 0; i < c->slurm.count; i++) fprintf(out, "#SBATCH %s\n", c->slurm.word[i]);
    fputs("# Written by pollard campaign: the parts that are missing. Afterwards the same command merges "
          "them.\n"
          "cd ",
          out);
    quote(here, out);
    fputs(" || exit 1\ncase $SLURM_ARRAY_TASK_ID in\n", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%d) ", i + 1);
        campaign_job_line(c, jobs[i], NULL, out);
        fputs(" ;;\n", out);
    }
    fputs("*) echo \"no part has number '$SLURM_ARRAY_TASK_ID'\" >&2; exit 2 ;;\nesac\n", out);
}

static void parallel_write(const Campaign *c, const int jobs[], int count, const char *here, FILE *out)
{
    for (int i = 0; i < count; i++) {
        fputs("cd ", out), quote(here, out), fputs(" && ", out);
        campaign_job_line(c, jobs[i], NULL, out);
        fputc('\n', out);
    }
}

bool campaign_script_write(const Campaign *c, const int jobs[], int count, FILE *out, Status *status)
{
    char here[PATH_MAX];
    assert(count >= 1 && (c->where == CAMPAIGN_SLURM || c->where == CAMPAIGN_PARALLEL));
    if (getcwd(here, sizeof here) == NULL || strpbrk(here, "\n\r") != NULL)
        return status_fail_system(status, "this folder has no name that a script can hold");
    if (c->where == CAMPAIGN_SLURM) slurm_write(c, jobs, count, here, out);
    else parallel_write(c, jobs, count, here, out);
    return true;
}
