// cmd_match_merge.c - `pollard match merge`: the files of a match's parts as the file of the match.
#include "cli/cli.h"
#include "cli/play/sprt_args.h"
#include "play/match.h"
#include "play/parts/match_merge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool sprt_args_read(const char *text, bool *sprt, double *elo0, double *elo1, Status *status)
{
    char *end, *last = NULL;
    *sprt = text != NULL;
    if (text == NULL) return true;
    *elo0 = strtod(text, &end);
    if (end != text && *end == ',') *elo1 = strtod(end + 1, &last);
    return (last != NULL && last != end + 1 && *last == 0 && isfinite(*elo0) && isfinite(*elo1) &&
            *elo0 < *elo1 && fabs(*elo0) <= 1000 && fabs(*elo1) <= 1000) ||
           status_fail(status, "--sprt %s: expected two Elo differences, the lower first, like 0,10", text);
}

static int report(const Args *args, const MatchMerge *m)
{
    static const char *const verdicts[] = {
        [ELO_CONTINUE] = "undecided", [ELO_ACCEPT_H0] = "accepts H0", [ELO_ACCEPT_H1] = "accepts H1"};
    const char *const out  = args->words[0];
    json_t *const     json = json_pack("{s:s, s:i, s:i}", "file", out, "games", m->written, "files",
                                       args->count - 1);
    if (m->sprt)
        json_object_set_new(json, "sprt",
                            json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", m->elo0, "elo1", m->elo1,
                                      "llr", m->result.llr, "lower", m->result.lower, "upper",
                                      m->result.upper, "verdict", verdicts[m->result.verdict]));
    if (args->json) return json_print(json);
    json_decref(json);
    printf("%d games of %d files in %s\n", m->written, args->count - 1, out);
    if (m->sprt)
        printf("SPRT %g against %g Elo: LLR %.2f in (%.2f, %.2f): %s\n", m->elo0, m->elo1, m->result.llr,
               m->result.lower, m->result.upper, verdicts[m->result.verdict]);
    return EXIT_DONE;
}

static int run(const Args *args)
{
    Status      status;
    DigestList  accept;
    long        games;
    const char *files[ARGS_WORDS_MAX];
    const bool  there = access(args->words[0], F_OK) == 0;   // what is there stays, or nothing is written
    MatchMerge  merge = {.files = files, .accept = &accept};
    for (int i = there ? 0 : 1; i < args->count; i++) files[merge.count++] = args->words[i];
    if (!args_accept(args, &accept, &status) ||
        !args_number(args, "games", 1, MATCH_GAMES_MAX, 0, &games, &status) ||
        !sprt_args_read(args_value(args, "sprt"), &merge.sprt, &merge.elo0, &merge.elo1, &status))
        return cli_fail(&status);
    merge.games = (int)games;
    if (!match_merge(&merge, args->words[0], &status)) return cli_fail(&status);
    return report(args, &merge);
}

static const Flag flags[] = {
    {"games", "N", "the first N games; refused when there are fewer (default: all that are there)"},
    {"sprt", "E0,E1", "test in the order of the games; those beyond the decision are left out"},
    FLAG_ACCEPT,
    {0},
};

const Command command_match_merge = {
    .name     = "match merge",
    .words    = "OUT IN ...",
    .summary  = "the files of the parts of a match as one file, which `pollard match --save OUT` reports",
    .examples = "  pollard match othello alphabeta:depth=3 random --games 40 --part 1/2 --save part-1.match\n"
                "  pollard match othello alphabeta:depth=3 random --games 40 --part 2/2 --save part-2.match\n"
                "  pollard match merge all.match part-1.match part-2.match --games 40\n",
    .flags    = flags,
    .words_min = 2,
    .words_max = ARGS_WORDS_MAX,
    .run       = run,
};
