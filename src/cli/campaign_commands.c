#include "cli/campaign_commands.h"
#include "campaign/kinds.h"
#include "cli/lab/lab_cli.h"
#include "cli/play/sprt_args.h"
#include "play/match.h"
#include "search/settings.h"

#include <assert.h>
#include <string.h>

enum { WORDS_MORE = 2 };

extern const Command command_lab_run;

// The command as main would read it; with --results when that is given.
static bool words_parse(const CampaignWords *words, const char *results, Args *args, Status *status)
{
    char *argv[CAMPAIGN_WORDS_MAX + WORDS_MORE];
    int   argc = 0, used;
    for (int i = 0; i < words->count; i++) argv[argc++] = (char *)words->word[i];
    if (results != NULL) argv[argc++] = "--results", argv[argc++] = (char *)results;
    const Command *const command = command_find(argc, argv, &used, status);
    return command != NULL && args_parse(args, command, argc - used, argv + used, status) &&
           (!args->help || status_fail(status, "expected no --help"));
}

// The command's own, or the campaign's: each command has a limit.
static bool threads_check(const Campaign *campaign, const Args *args, Status *status)
{
    const long most = args->command == &command_lab_run ? SEARCH_THREADS_MAX : MATCH_THREADS_MAX;
    long       threads;
    return args_number(args, "threads", 1, most, campaign->threads, &threads, status) &&
           (threads <= most || status_fail(status, "threads %ld: expected at most %ld", threads, most));
}

static bool command_check(const Campaign *campaign, const CampaignCommand *c, Status *status)
{
    Args   args;
    long   number;
    bool   sprt;
    double elo[2];
    return words_parse(&c->words, NULL, &args, status) && threads_check(campaign, &args, status) &&
           args_number(&args, "games", 1, INT_MAX, 1, &number, status) &&
           args_number(&args, "trials", 1, INT_MAX, 1, &number, status) &&
           sprt_args_read(args_value(&args, "sprt"), &sprt, &elo[0], &elo[1], status);
}

bool campaign_commands_check(const Campaign *campaign, Status *status)
{
    for (int i = 0; i < campaign->count; i++)
        if (!command_check(campaign, &campaign->command[i], status))
            return status_prefix(status, "command %d", i + 1);
    return true;
}

// The first part that lacks rows; its job.
static int job_lacking(const Campaign *campaign, int command, const Args *args, Status *status)
{
    StoreForeign foreign;
    for (int i = 0; i < campaign->parts; i++)
        if (lab_run_missing(args, (Part){i + 1, campaign->parts}, &foreign, status) != 0)
            return i * campaign->count + command;
    return command;
}

bool campaign_rows_check(const Campaign *campaign, int command, const char *results, Status *status)
{
    Args         args;
    StoreForeign foreign;
    char         name[32];
    assert(command >= 0 && command < campaign->count);
    if (campaign_command_is_tied(&campaign->command[command])) return true;
    if (!words_parse(&campaign->command[command].words, results, &args, status)) return false;
    const int missing = lab_run_missing(&args, (Part){0}, &foreign, status);
    if (missing <= 0) return missing == 0;
    if (foreign.rows > 0)
        return status_fail_system(
            status,
            "%.150s lacks %d trials of command %d: rows are of digest %s, and this program's is %s; is the "
            "same program there?",
            results, missing, command + 1, foreign.digest, foreign.own);
    const int job = job_lacking(campaign, command, &args, status);
    campaign_job_name(campaign, job, name);
    campaign_job_undo(campaign, job);
    return status_fail_system(status,
                              "%.150s lacks %d trials of command %d; the first part without them is %s, "
                              "which the same command runs again",
                              results, missing, command + 1, name);
}
