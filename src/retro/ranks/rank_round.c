#include "retro/ranks/rank_round.h"
#include "base/clock.h"
#include "retro/dbfile_head.h"

#include <string.h>

void rank_counts(const Ranks *ranks, const uint8_t *part, uint64_t n, uint64_t counts[256])
{
    static _Thread_local DbCount count;
    memset(&count, 0, sizeof count);
    count_add(&count, part, n);
    count_total(&count, counts);
    ranks->sums(ranks->context, counts, 256);
}

void rank_round_open(RankRound *r, const Ranks *ranks, const RankLayout *layout, const RankOptions *options,
                     uint8_t *part)
{
    *r = (RankRound){.ranks    = ranks,
                     .layout   = layout,
                     .options  = options,
                     .part     = part,
                     .round    = options->round,
                     .reported = clock_seconds()};
}

void rank_round_resume(RankRound *r)
{
    uint64_t counts[256];
    if (r->round == 0) return;
    rank_counts(r->ranks, r->part, r->layout->mine, counts);
    for (int value = 0; value < r->round; value++) r->settled += counts[value];
}

static bool report(RankRound *r, uint64_t found, double done, bool over)
{
    const RankProgress progress = {r->round, found, r->settled, done, over};
    r->reported                 = clock_seconds();
    return r->options->report == NULL || r->options->report(r->options->context, &progress);
}

void rank_round_poll(RankRound *r, uint64_t found, uint64_t at)
{
    if (clock_seconds() - r->reported < 0.2) return;
    report(r, found, r->layout->mine > 0 ? (double)at / (double)r->layout->mine : 1, false);
}

bool rank_round_over(RankRound *r, uint64_t found)
{
    const bool on = report(r, found, 1, true);
    r->settled += found;
    return on;
}

void rank_round_close(RankRound *r, RankResult *result)
{
    rank_counts(r->ranks, r->part, r->layout->mine, result->counts);
    result->sent += r->post.sent * sizeof(uint32_t);
    result->memory += r->layout->mine + post_memory(&r->post) + r->told.bytes;
}
