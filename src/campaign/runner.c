#include "campaign/runner.h"
#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SSH_FAILED = 255, POLL_MS = 20, HOST_LOG_MAX = 80, LOG_END = 600 };

extern char **environ;

// A place for a process.
typedef struct Slot {
    const char *host;   // NULL: here
    pid_t       pid;    // 0: free
    int         job;
    bool        lost, told;
} Slot;

typedef struct Runner {
    CampaignRun *run;
    int          slots, next, again_count;
    int         *again;   // jobs of hosts that were lost; owned
    Slot         slot[CAMPAIGN_SLOTS_MAX];
    char         why[HOST_LOG_MAX];   // the log that says why the first host was lost
} Runner;

// Processes.

// In a group of its own, so that a stop reaches everything it started.
// A log is begun anew (O_TRUNC) or added to (O_APPEND).
static pid_t shell_start(const Campaign *c, char *const argv[], const char *log, int how, Status *status)
{
    char                       path[PATH_MAX];
    posix_spawn_file_actions_t files;
    posix_spawnattr_t          attributes;
    pid_t                      pid = 0;
    snprintf(path, sizeof path, "%s/%s", c->folder, log);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, path, O_WRONLY | O_CREAT | how, 0666);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int code = posix_spawn(&pid, "/bin/sh", &files, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (code == 0) return pid;
    status_fail_system(status, "cannot start a process, or write '%.200s': %s", path, strerror(code));
    return -1;
}

static bool is_stopped(const Runner *r) { return r->run->stop != NULL && atomic_load(r->run->stop); }

static int exit_code(int how) { return WIFEXITED(how) ? WEXITSTATUS(how) : 128; }

// From a file: the system takes no word of more than 128 KiB, which the names of a thousand parts may have.
int campaign_line_run(const Campaign *c, const char *line, const char *name, Status *status)
{
    int         how;
    char        script[PATH_MAX], log[40];
    char *const argv[] = {"sh", "--", script, NULL};
    snprintf(script, sizeof script, "%s/%s.sh", c->folder, name);
    snprintf(log, sizeof log, "%s.log", name);
    if (!file_write(script, line, strlen(line), status)) return -1;
    const pid_t pid = shell_start(c, argv, log, O_TRUNC, status);
    if (pid < 0) return -1;
    while (waitpid(pid, &how, 0) < 0)
        if (errno != EINTR) return status_fail_system(status, "waiting: %s", strerror(errno)), -1;
    return exit_code(how);
}

// Jobs.

// A line of the campaign as text, to be freed; NULL without memory.
static char *job_line(const Campaign *c, int job, const char *host)
{
    char       *line = NULL;
    size_t      size;
    FILE *const out = open_memstream(&line, &size);
    if (out == NULL) return NULL;
    campaign_job_line(c, job, host, out);
    if (fclose(out) == 0) return line;
    free(line);
    return NULL;
}

// The next job, or -1.
static int job_next(Runner *r)
{
    if (r->again_count > 0) return r->again[--r->again_count];
    return r->next < r->run->count ? r->run->jobs[r->next++] : -1;
}

static bool slot_start(Runner *r, Slot *slot, int job, Status *status)
{
    char        log[40];
    char *const line = job_line(r->run->campaign, job, slot->host);
    if (line == NULL) return status_fail_system(status, "out of memory for the campaign");
    campaign_job_name(r->run->campaign, job, log);
    strcat(log, ".log");
    char *const argv[] = {"sh", "-c", line, NULL};
    const pid_t pid    = shell_start(r->run->campaign, argv, log, O_APPEND, status);
    free(line);
    if (pid < 0) return false;
    slot->pid = pid, slot->job = job, slot->told = false;
    return true;
}

static void host_lose(Runner *r, const char *host, const char *log)
{
    if (r->run->lost == 0) snprintf(r->why, sizeof r->why, "%s", log);
    for (int i = 0; i < r->slots; i++)
        if (r->slot[i].host == host) r->slot[i].lost = true;
    r->run->lost++;
}

// Did it end because another process has its file? The last line of its log says so, also from a host.
static bool is_written_elsewhere(const Campaign *c, const char *name)
{
    char path[PATH_MAX], end[LOG_END + 1];
    snprintf(path, sizeof path, "%s/%s.log", c->folder, name);
    FILE *const log = fopen(path, "r");
    if (log == NULL) return false;
    if (fseek(log, -LOG_END, SEEK_END) != 0) rewind(log);
    size_t n = fread(end, 1, LOG_END, log);
    fclose(log);
    while (n > 0 && end[n - 1] == '\n') n--;
    end[n]                 = 0;
    const char *const line = strrchr(end, '\n');
    return strstr(line != NULL ? line : end, " is being written by ") != NULL;
}

// One that was told to stop is neither.
static void job_failed(CampaignRun *run, int job)
{
    char name[32];
    campaign_job_name(run->campaign, job, name);
    const bool runs = is_written_elsewhere(run->campaign, name);
    if ((runs ? run->running++ : run->failed++) == 0)
        memcpy(runs ? run->first_running : run->first, name, sizeof name);
}

static void slot_end(Runner *r, Slot *slot, int code)
{
    CampaignRun *const run = r->run;
    slot->pid              = 0;
    if (slot->host != NULL && code == SSH_FAILED && !slot->told) {
        char log[40];
        campaign_job_name(run->campaign, slot->job, log);
        strcat(log, ".log");
        if (!slot->lost) host_lose(r, slot->host, log);
        r->again[r->again_count++] = slot->job;
        return;
    }
    if (code == 0) run->done++;
    else if (!slot->told) job_failed(run, slot->job);
    if (run->progress != NULL)
        run->progress(run->context, run->done + run->failed + run->running, run->count);
}

// Takes in those that have ended; how many still run.
static int slots_poll(Runner *r)
{
    const bool stop    = is_stopped(r);
    int        running = 0;
    for (int i = 0; i < r->slots; i++) {
        Slot *const slot = &r->slot[i];
        int         how;
        if (slot->pid == 0) continue;
        if (waitpid(slot->pid, &how, WNOHANG) == slot->pid) {
            slot_end(r, slot, exit_code(how));
            continue;
        }
        if (stop && !slot->told) kill(-slot->pid, SIGINT), slot->told = true;
        running++;
    }
    return running;
}

static bool slots_fill(Runner *r, Status *status)
{
    for (int i = 0; i < r->slots; i++) {
        if (r->slot[i].pid != 0 || r->slot[i].lost) continue;
        const int job = job_next(r);
        if (job < 0) return true;
        if (!slot_start(r, &r->slot[i], job, status)) return r->again[r->again_count++] = job, false;
    }
    return true;
}

static void slots_open(Runner *r)
{
    const Campaign *const c   = r->run->campaign;
    const bool            ssh = c->where == CAMPAIGN_SSH;
    for (int k = 0; k < c->processes; k++)
        for (int h = 0; h < (ssh ? c->hosts.count : 1); h++)
            r->slot[r->slots++] = (Slot){.host = ssh ? c->hosts.word[h] : NULL};
    assert(r->slots <= CAMPAIGN_SLOTS_MAX);
}

// Hosts.

static void poll_wait(void) { nanosleep(&(struct timespec){.tv_nsec = POLL_MS * 1000000}, NULL); }

static void host_log(const char *host, char out[HOST_LOG_MAX])
{
    snprintf(out, HOST_LOG_MAX, "host-%.60s.log", host);
    for (char *at = out; *at; at++)
        if (*at == '/') *at = '_';
}

static bool files_check(const Campaign *c, Status *status)
{
    for (int i = 0; c->remote[0] && i < c->files.count; i++)
        if (access(c->files.word[i], R_OK) != 0)
            return file_fail_input(status, "read", c->files.word[i]) || status_prefix(status, "files");
    return true;
}

// 0: nothing has to be done; -1 with status.
static pid_t host_start(const Campaign *c, const char *host, Status *status)
{
    char        log[HOST_LOG_MAX], *line = NULL;
    size_t      size;
    pid_t       pid  = -1;
    FILE *const out  = open_memstream(&line, &size);
    const bool  some = out != NULL && campaign_host_line(c, host, out);
    host_log(host, log);
    if (out == NULL || fclose(out) != 0) status_fail_system(status, "out of memory for the campaign");
    else pid = some ? shell_start(c, (char *const[]){"sh", "-c", line, NULL}, log, O_TRUNC, status) : 0;
    free(line);
    return pid;
}

// Until all are ready; one that does not answer does not keep a stop waiting.
static void hosts_wait(Runner *r, pid_t pid[], bool stop)
{
    const Campaign *const c    = r->run->campaign;
    bool                  told = false;
    for (int left = 1; left > 0;) {
        const bool tell = !told && (stop || is_stopped(r));
        left            = 0;
        for (int h = 0; h < c->hosts.count; h++) {
            int how;
            if (pid[h] <= 0) continue;
            if (tell) kill(-pid[h], SIGINT), told = true;
            if (waitpid(pid[h], &how, WNOHANG) != pid[h]) {
                left++;
                continue;
            }
            char log[HOST_LOG_MAX];
            host_log(c->hosts.word[h], log);
            pid[h] = 0;
            if (exit_code(how) != 0 && !told) host_lose(r, c->hosts.word[h], log);
        }
        if (left > 0) poll_wait();
    }
}

// Folders and files on hosts that share none with this machine, all at the same time.
static bool hosts_prepare(Runner *r, Status *status)
{
    const Campaign *const c                       = r->run->campaign;
    pid_t                 pid[CAMPAIGN_WORDS_MAX] = {0};
    if (c->where != CAMPAIGN_SSH) return true;
    bool good = files_check(c, status);
    for (int h = 0; good && h < c->hosts.count; h++)
        good = (pid[h] = host_start(c, c->hosts.word[h], status)) >= 0;
    hosts_wait(r, pid, !good);
    return good;
}

static bool jobs_run(Runner *r, Status *status)
{
    bool good = hosts_prepare(r, status);
    for (;;) {
        const int running = slots_poll(r);
        if (good && !is_stopped(r)) good = slots_fill(r, status);
        int busy = 0;
        for (int i = 0; i < r->slots; i++) busy += r->slot[i].pid != 0;
        if (running == 0 && busy == 0) break;
        poll_wait();
    }
    if (good && (r->again_count > 0 || r->next < r->run->count) && !is_stopped(r))
        return status_fail_system(status, "ssh reaches none of the hosts; %s/%s says why",
                                  r->run->campaign->folder, r->why);
    return good;
}

bool campaign_run(CampaignRun *run, Status *status)
{
    assert(run->count >= 1);
    Runner *const r     = calloc(1, sizeof *r);
    int *const    again = calloc((size_t)run->count + CAMPAIGN_SLOTS_MAX, sizeof *again);
    bool good = (r != NULL && again != NULL) || status_fail_system(status, "out of memory for the campaign");
    run->done = run->failed = run->running = run->lost = 0;
    if (good) {
        r->run = run, r->again = again;
        slots_open(r);
        good = jobs_run(r, status);
    }
    free(again);
    free(r);
    return good;
}
