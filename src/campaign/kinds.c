#include "campaign/kinds.h"

#include <string.h>

#define TUNE(verb_)                                                                                          \
    {                                                                                                        \
        .words = {"tune", verb_}, .flag = "--out", .end = ".json", .kept = ".state", .verb = "tune merge",   \
        .accepts = true,                                                                                     \
        .advice  = "the command with --out and that name, without --part, tunes on from there"               \
    }

static const char *const log_ends[] = {"-wal", "-shm", NULL};   // of SQLite

static const CampaignKind kinds[] = {
    {.words  = {"lab", "run"},
     .flag   = "--results",
     .end    = ".db",
     .kept   = "",
     .beside = log_ends,
     .verb   = "lab merge",
     .merged = "results.db",
     .advice = "pollard lab report --results and that name shows it"},
    {.words        = {"match", NULL},
     .flag         = "--save",
     .end          = ".match",
     .kept         = "",
     .verb         = "match merge",
     .counts_games = true,
     .accepts      = true,
     .at_merge     = "--sprt",
     .advice       = "the command with --save and that name, without --part, shows it"},
    TUNE("eval"),
    TUNE("abstraction"),
};
#undef TUNE

const CampaignKind *campaign_kind(const CampaignWords *words)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const CampaignKind *const k = &kinds[i];
        if (words->count < 2 || strcmp(words->word[0], k->words[0]) != 0) continue;
        if (k->words[1] == NULL || strcmp(words->word[1], k->words[1]) == 0) return k;
    }
    return NULL;
}
