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

// Words of the shell that a line has of its own: how many letters stand here of one.
static size_t own_word(const char *at)
{
    static const char *const words[] = {" || ", "test ! -e ", "test $? != 255"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0) return strlen(words[i]);
    return 0;
}

// Are all quotes closed, and is nothing outside of them but what lines are made of?
static void line_check(const char *line)
{
    bool inside = false;
    for (const char *at = line; *at; at++) {
        const size_t own = inside ? 0 : own_word(at);
        fuzz_require(*at != '\n', "a job is one line");
        if (own > 0) at += own - 1;
        else if (!inside && at[0] == '\\') at++;
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
