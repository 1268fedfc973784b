// Any text as a campaign: refused with one line, or jobs whose lines are one line each and begin with a word
// that the shell reads.
#include "campaign/campaign.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void refused(const Status *status)
{
    fuzz_require(status->text[0] && strchr(status->text, '\n') == NULL, "a refusal has one line");
}

// Are all quotes closed, and is nothing outside of them but what lines are made of?
static void line_check(const char *line)
{
    bool inside = false;
    for (const char *at = line; *at; at++) {
        fuzz_require(*at != '\n', "a job is one line");
        if (!inside && at[0] == '\\') at++;
        else if (*at == '\'') inside = !inside;
        else fuzz_require(inside || strchr("$`\"*?[#~<|()!", *at) == NULL, "nothing is left to the shell");
    }
    fuzz_require(!inside, "quotes are closed");
}

static void job_check(const Campaign *c, int job, const char *host)
{
    char       *line = NULL;
    size_t      size;
    FILE *const out = open_memstream(&line, &size);
    fuzz_require(out != NULL, "memory");
    campaign_job_line(c, job, host, out);
    fuzz_require(fclose(out) == 0 && line != NULL, "memory");
    line_check(line);
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Campaign c;
    Status          status = {0};
    if (!campaign_parse(&c, (const char *)data, size, "x", &status)) return refused(&status), 0;
    if (!campaign_settle(&c, "pollard", &status)) return refused(&status), 0;
    fuzz_require(campaign_jobs(&c) >= 1, "there is something to run");
    job_check(&c, 0, NULL);
    job_check(&c, campaign_jobs(&c) - 1, c.hosts.count > 0 ? c.hosts.word[0] : NULL);
    return 0;
}
