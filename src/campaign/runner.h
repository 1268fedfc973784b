// runner.h - runs the jobs of a campaign: a process for every free place, here or on the hosts, until none is
// missing. Each job's output is added to FOLDER/c-i.log, what ssh says while a host is prepared goes to
// FOLDER/host-NAME.log. A job that fails does not stop the others; one whose file another process is writing
// runs already; a host that ssh does not reach is given up, and its job goes to another.
#ifndef CAMPAIGN_RUNNER_H
#define CAMPAIGN_RUNNER_H

#include "campaign/campaign.h"

#include <stdatomic.h>

typedef struct CampaignRun {
    const Campaign    *campaign;
    const int         *jobs;   // to be run, `count` of them
    int                count;
    const atomic_bool *stop;   // sends every process SIGINT, and waits for it
    void (*progress)(void *context, int ended, int count);
    void *context;

    int  done, failed, running;   // filled; running: elsewhere, before this start
    char first[32];               // of the jobs that failed
    char first_running[32];
    int  lost;   // hosts
} CampaignRun;

// False when no process could be started or no host could be reached; failed jobs are counted.
bool campaign_run(CampaignRun *run, Status *status);

// Runs one line of any length, which stays in the folder as NAME.sh, and waits for it; its output goes to
// NAME.log there. The exit code, or -1.
int campaign_line_run(const Campaign *campaign, const char *line, const char *name, Status *status);

#endif
