// campaign.h - work for many machines: commands of this program, each divided into parts (base/part.h) that
// any scheduler can run, in any order, again. A campaign is a JSON file:
//
//     {"commands": ["lab run history-ads --full", "match othello alphabeta:depth=4 random --games 1000"],
//      "parts": 12, "where": "ssh", "hosts": ["ash", "elm"]}
//
// Its keys and what they mean are campaign_keys.
//
// Part i of command c writes FOLDER/c-i.db (.match, .json.state), and what it prints to FOLDER/c-i.log. When
// it has ended well, an empty file FOLDER/c-i.SUM.done says so; SUM is of all that decides its result: the
// command, what the files it names say, the number of parts and this program's digests, so that what was
// changed is not taken for done. What is missing is all that the next start looks at: each part continues by
// itself where it was.
#ifndef CAMPAIGN_CAMPAIGN_H
#define CAMPAIGN_CAMPAIGN_H

#include "base/status.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    CAMPAIGN_COMMANDS_MAX = 64,
    CAMPAIGN_WORDS_MAX    = 64,     // of a command, and of a list
    CAMPAIGN_TEXT_MAX     = 2048,   // of a command
    CAMPAIGN_PARTS_MAX    = 1000,
    CAMPAIGN_SLOTS_MAX    = 256,   // processes at the same time
    CAMPAIGN_SIZE_MAX     = 1 << 20,
    CAMPAIGN_THREADS_MAX  = 256,
    CAMPAIGN_TASKS_MAX    = 1000,   // of an array: Slurm's MaxArraySize is 1001 unless somebody changed it
};

typedef enum {
    CAMPAIGN_LOCAL,
    CAMPAIGN_SSH,
    CAMPAIGN_PARALLEL,
    CAMPAIGN_SLURM,
    CAMPAIGN_WHERES
} CampaignWhere;
extern const char *const campaign_where_names[CAMPAIGN_WHERES];

typedef struct CampaignKind CampaignKind;

typedef struct CampaignWords {
    int         count;
    const char *word[CAMPAIGN_WORDS_MAX];
    char        text[CAMPAIGN_TEXT_MAX];   // holds them
} CampaignWords;

typedef struct CampaignCommand {
    const CampaignKind *kind;
    CampaignWords       words;
    uint64_t            sum;   // by campaign_settle: of what decides its results
} CampaignCommand;

typedef struct Campaign {
    int             count, parts, processes, threads;
    CampaignWhere   where;
    char            folder[PATH_MAX / 2], program[PATH_MAX / 2], remote[PATH_MAX / 2];
    CampaignWords   hosts, options, files, slurm;
    CampaignCommand command[CAMPAIGN_COMMANDS_MAX];
} Campaign;

typedef struct CampaignKey {
    const char *name, *help;   // help: one line
} CampaignKey;

extern const CampaignKey campaign_keys[];   // ended by {0}

// Reads a campaign of `size` bytes. `stem`: the folder unless it names one.
bool campaign_parse(Campaign *campaign, const char *text, size_t size, const char *stem, Status *status);
bool campaign_where_read(CampaignWhere *where, const char *text, Status *status);
// What depends on where it runs, when that is known; `program`: this one.
bool campaign_settle(Campaign *campaign, const char *program, Status *status);

// Jobs are numbered 0 ... jobs-1: part after part, of each part every command.
int  campaign_jobs(const Campaign *campaign);
void campaign_job_name(const Campaign *campaign, int job, char out[32]);   // "2-7"
bool campaign_job_done(const Campaign *campaign, int job);
// The number of missing jobs into `out`, which has room for all.
int  campaign_missing(const Campaign *campaign, int out[]);
void campaign_job_undo(const Campaign *campaign, int job);   // it is missing then
// What the files that a command names say now, with the command and this program's digests.
uint64_t campaign_command_sum(const Campaign *campaign, const CampaignCommand *command);
// Is a command's result tied to the number of parts? Those of experiments are not.
bool campaign_command_is_tied(const CampaignCommand *command);

// Lines for the shell. Of a job, on this host (NULL: here), which marks it as done; what a host is prepared
// by, if anything; of the merge of a command; how its result is called.
void        campaign_job_line(const Campaign *campaign, int job, const char *host, FILE *out);
bool        campaign_host_line(const Campaign *campaign, const char *host, FILE *out);
void        campaign_merge_line(const Campaign *campaign, int command, const char *program, FILE *out);
void        campaign_result(const Campaign *campaign, int command, FILE *out);
const char *campaign_advice(const Campaign *campaign, int command);   // what follows the merge
void        campaign_quote(const char *word, FILE *out);              // as the shell reads it back

// Files for schedulers, of these jobs; of Slurm at most CAMPAIGN_TASKS_MAX.
bool campaign_script_write(const Campaign *campaign, const int jobs[], int count, FILE *out, Status *status);

#endif
