// campaign_commands.h - what the commands of a campaign say, read as they will be when they are run.
#ifndef CLI_CAMPAIGN_COMMANDS_H
#define CLI_CAMPAIGN_COMMANDS_H

#include "campaign/campaign.h"

// Would a part refuse its flags? Better here than on every host.
bool campaign_commands_check(const Campaign *campaign, Status *status);

// After the merge of an experiment into `results`: are all its rows there? False names the first part whose
// rows are not, which is missing then. True for other commands, whose merge asks.
bool campaign_rows_check(const Campaign *campaign, int command, const char *results, Status *status);

#endif
