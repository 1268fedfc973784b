// kinds.h - the commands that can be divided: how a part writes its result, and how results are merged.
#ifndef CAMPAIGN_KINDS_H
#define CAMPAIGN_KINDS_H

#include "campaign/campaign.h"

struct CampaignKind {
    const char        *words[2];       // the command begins with; the second may be NULL
    const char        *flag;           // of its result
    const char        *end;            // of the result's name as the flag has it
    const char        *kept;           // what is added to it for what lies there
    const char *const *beside;         // or NULL: what may lie beside it and is no part of it; ended by NULL
    const char        *verb;           // "lab merge"
    const char        *merged;         // name of the merged result; NULL: the command's number and `end`
    bool               counts_games;   // --games of the command is said at the merge too
    bool               accepts;        // so is --accept
    const char        *at_merge;       // or NULL: a flag that belongs to the merge, not to the parts
    const char        *advice;         // what follows the merge
};

// NULL when the words are no such command.
const CampaignKind *campaign_kind(const CampaignWords *words);

// The word after a flag, "" when it is the last; NULL when the flag is not there.
const char *campaign_flag(const CampaignWords *words, const char *flag);

#endif
