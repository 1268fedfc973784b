// lines.c - a campaign's jobs as lines for the shell, lists and scripts.
#include "base/build_info.h"
#include "base/part.h"
#include "base/rng.h"
#include "campaign/kinds.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

// Sums.

static uint64_t sum_text(uint64_t sum, const char *text)
{
    for (; *text; text++) sum = mix64(sum + (unsigned char)*text);
    return mix64(sum + 256);
}

// What the file says, when it is one.
static uint64_t sum_file(uint64_t sum, const char *path)
{
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode)) return sum;
    FILE *const in = fopen(path, "rb");
    for (int c; in != NULL && (c = getc(in)) != EOF;) sum = mix64(sum + (unsigned char)c);
    if (in != NULL) fclose(in);
    return mix64(sum + 257);
}

// A word that names a file, or one that has it as a value: "alphabeta:depth=2,with=found.json".
static uint64_t sum_files(uint64_t sum, const char *word)
{
    sum = sum_file(sum, word);
    for (const char *at = strchr(word, '='); at != NULL; at = strchr(at, '=')) {
        char path[PATH_MAX];
        at++;
        snprintf(path, sizeof path, "%.*s", (int)strcspn(at, ","), at);
        sum = sum_file(sum, path);
    }
    return sum;
}

// Threads, and what belongs to the merge, decide nothing about a part.
uint64_t campaign_command_sum(const Campaign *c, const CampaignCommand *command)
{
    const CampaignWords *const words = &command->words;
    uint64_t                   sum   = mix64((uint64_t)c->parts);
    const BuildDigest         *d;
    for (int i = 0; i < words->count; i++) {
        const char *const word = words->word[i], *const late = command->kind->at_merge;
        if (strcmp(word, "--threads") == 0 || (late != NULL && strcmp(word, late) == 0)) i++;
        else sum = sum_files(sum_text(sum, word), word);
    }
    for (int i = 0; (d = build_digest_at(i)) != NULL; i++) sum = sum_text(sum, d->digest);
    return sum;
}

bool campaign_command_is_tied(const CampaignCommand *command) { return command->kind->merged == NULL; }

// The file that says that the job is done; what the job's flag names; what lies there then.
static void mark_write(const Campaign *c, int job, FILE *out)
{
    char name[32];
    campaign_job_name(c, job, name);
    fprintf(out, "%s/%s.%016" PRIx64 ".done", c->folder, name, job_command(c, job)->sum);
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

void campaign_job_undo(const Campaign *c, int job)
{
    char        path[PATH_MAX];
    FILE *const mark = fmemopen(path, PATH_MAX, "w");
    if (mark == NULL) return;
    mark_write(c, job, mark);
    if (fclose(mark) == 0) unlink(path);
}

// Lines.

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

void campaign_quote(const char *word, FILE *out) { quote(word, out); }

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

// Of an option that is given twice ssh takes the first: the user's, but for one. A host that does not answer
// is given up after twenty seconds, a link that is cut after two minutes.
static void options_write(const Campaign *c, FILE *out)
{
    fputs(" -o BatchMode=yes", out);
    for (int i = 0; i < c->options.count; i++) fputc(' ', out), quote(c->options.word[i], out);
    fputs(" -o ConnectTimeout=20 -o ServerAliveInterval=15 -o ServerAliveCountMax=8", out);
}

// On the other machine: in the same folder, or in its own. The shell there stays, so that a part that a
// signal ended is not taken for a host that ssh does not reach.
static void remote_write(const Campaign *c, int job, FILE *out)
{
    char here[PATH_MAX] = "";
    fputs("cd ", out);
    quote(c->remote[0] ? c->remote : getcwd(here, sizeof here) != NULL ? here : "", out);
    fputs(" && ", out);
    command_write(c, job, out);
    fputs(" || exit $?", out);
}

static void kept_write(const Campaign *c, int job, FILE *out)
{
    output_write(c, job, out);
    fputs(job_command(c, job)->kind->kept, out);
}

// What was here before, with what lay beside it: a log of another file would spoil this one.
static void old_remove_write(const Campaign *c, int job, FILE *out)
{
    const char *const *const beside = job_command(c, job)->kind->beside;
    fputs("rm -rf ", out), quote_job(c, job, kept_write, out);
    for (int i = 0; beside != NULL && beside[i] != NULL; i++)
        fputc(' ', out), quote_job(c, job, kept_write, out), fputs(beside[i], out);
}

static void ssh_write(const Campaign *c, int job, const char *host, JobText *what, FILE *out)
{
    fputs("ssh", out);
    options_write(c, out);
    fputs(" -- ", out), quote(host, out), fputc(' ', out);
    quote_job(c, job, what, out);
}

static void there_write(const Campaign *c, int job, FILE *out)
{
    fputs("cd ", out), quote(c->remote, out);
    fputs(" && rm -rf ", out), quote_job(c, job, kept_write, out), fputs(".new && test -e ", out);
    quote_job(c, job, kept_write, out);
}

static void arrived_write(const Campaign *c, int job, FILE *out)
{
    fputs("cd ", out), quote(c->remote, out);
    fputs(" && mv ", out), quote_job(c, job, kept_write, out), fputs(".new ", out);
    quote_job(c, job, kept_write, out);
}

// What is here of a part goes to a host that has nothing of it, whole or not at all: the part continues from
// it, and what comes back takes its place. A host that is not reached is 255, as without it.
static void send_write(const Campaign *c, int job, const char *host, FILE *out)
{
    fputs("{ test ! -e ", out), quote_job(c, job, kept_write, out), fputs(" || ", out);
    ssh_write(c, job, host, there_write, out);
    fputs(" || { test $? != 255 || exit 255; scp -q -r", out);
    options_write(c, out);
    fputc(' ', out), quote_job(c, job, kept_write, out);
    fputc(' ', out), quote(host, out), fputc(':', out), quote(c->remote, out), fputc('/', out);
    quote_job(c, job, kept_write, out), fputs(".new && ", out);
    ssh_write(c, job, host, arrived_write, out);
    fputs("; }; } && ", out);
}

// What lies there is brought here, whole or not at all.
static void fetch_write(const Campaign *c, int job, const char *host, FILE *out)
{
    fputs(" && { rm -rf ", out), quote_job(c, job, kept_write, out), fputs(".new; scp -q -r", out);
    options_write(c, out);
    fputc(' ', out), quote(host, out), fputc(':', out), quote(c->remote, out), fputc('/', out);
    quote_job(c, job, kept_write, out), fputc(' ', out);
    quote_job(c, job, kept_write, out), fputs(".new && ", out);
    old_remove_write(c, job, out), fputs(" && mv ", out);
    quote_job(c, job, kept_write, out), fputs(".new ", out);
    quote_job(c, job, kept_write, out), fputs("; }", out);
}

void campaign_job_line(const Campaign *c, int job, const char *host, FILE *out)
{
    if (host == NULL) {
        command_write(c, job, out);
    } else {
        if (c->remote[0]) send_write(c, job, host, out);
        ssh_write(c, job, host, remote_write, out);
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
    if (c->files.count > 0) fputs(" && tar -xof -", out);
}

// Files keep their folders, which scp would not.
bool campaign_host_line(const Campaign *c, const char *host, FILE *out)
{
    if (c->remote[0] == 0) return false;
    if (c->files.count > 0) fputs("tar -cf - --", out);
    for (int i = 0; i < c->files.count; i++) fputc(' ', out), quote(c->files.word[i], out);
    if (c->files.count > 0) fputs(" | ", out);
    ssh_write(c, 0, host, host_folder_write, out);
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
        if (of->kind->accepts && strcmp(of->words.word[i], "--accept") == 0)
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

static void log_write(const Campaign *c, int job, FILE *out)
{
    char name[32];
    campaign_job_name(c, job, name);
    fprintf(out, "%s/%s.log", c->folder, name);
}

// A job by a scheduler: what it prints goes where it goes without one.
static void task_write(const Campaign *c, int job, FILE *out)
{
    fputs("{ ", out);
    campaign_job_line(c, job, NULL, out);
    fputs("; } >>", out), quote_job(c, job, log_write, out), fputs(" 2>&1", out);
}

// Where Slurm writes what it says itself: absolute, since sbatch may be called anywhere.
static void slurm_output_write(const Campaign *c, const char *here, FILE *out)
{
    fputs("#SBATCH --output=\"", out);
    for (; c->folder[0] != '/' && *here; here++) fputs(*here == '%' ? "%%" : (char[]){*here, 0}, out);
    fprintf(out, "%s%s/slurm-%%A-%%a.log\"\n", c->folder[0] != '/' ? "/" : "", c->folder);
}

static void slurm_write(const Campaign *c, const int jobs[], int count, const char *here, FILE *out)
{
    const char *const slash = strrchr(c->folder, '/');
    fprintf(out, "#!/bin/sh\n#SBATCH --job-name=%s\n#SBATCH --array=1-%d\n#SBATCH --cpus-per-task=%d\n",
            slash != NULL && slash[1] ? slash + 1 : c->folder, count, threads_most(c, jobs, count));
    slurm_output_write(c, here, out);
    for (int i = 0; i < c->slurm.count; i++) fprintf(out, "#SBATCH %s\n", c->slurm.word[i]);
    fputs("# Written by pollard campaign: the parts that are missing. Afterwards the same command merges "
          "them.\n"
          "cd ",
          out);
    quote(here, out);
    fputs(" || exit 1\ncase $SLURM_ARRAY_TASK_ID in\n", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%d) ", i + 1);
        task_write(c, jobs[i], out);
        fputs(" ;;\n", out);
    }
    fputs("*) echo \"no part has number '$SLURM_ARRAY_TASK_ID'\" >&2; exit 2 ;;\nesac\n", out);
}

static void parallel_write(const Campaign *c, const int jobs[], int count, const char *here, FILE *out)
{
    for (int i = 0; i < count; i++) {
        fputs("cd ", out), quote(here, out), fputs(" && ", out);
        task_write(c, jobs[i], out);
        fputc('\n', out);
    }
}

bool campaign_script_write(const Campaign *c, const int jobs[], int count, FILE *out, Status *status)
{
    const bool slurm = c->where == CAMPAIGN_SLURM;
    char       here[PATH_MAX];
    assert(count >= 1 && (slurm ? count <= CAMPAIGN_TASKS_MAX : c->where == CAMPAIGN_PARALLEL));
    if (getcwd(here, sizeof here) == NULL || strpbrk(here, slurm ? "\n\r\"\\" : "\n\r") != NULL)
        return status_fail_system(status, "this folder has no name that a script can hold");
    if (slurm) slurm_write(c, jobs, count, here, out);
    else parallel_write(c, jobs, count, here, out);
    return true;
}
