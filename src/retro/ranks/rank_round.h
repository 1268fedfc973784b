// rank_round.h - what the solvers of ranks share: where they are, what they tell, what they count.
#ifndef RETRO_RANKS_RANK_ROUND_H
#define RETRO_RANKS_RANK_ROUND_H

#include "retro/ranks/box.h"
#include "retro/ranks/solve_ranks.h"
#include "retro/ranks/told.h"

enum {
    RANK_MEET_EVERY = 1 << 18,   // entries expanded, at most, between two meetings
    POST_BYTES      = 12,        // that a number costs in the boxes of updates
};

typedef struct RankRound {
    const Ranks       *ranks;
    const RankLayout  *layout;
    const RankOptions *options;
    uint8_t           *part;
    RankPost           post;
    RankTold           told;
    int                round;
    uint64_t           settled;   // by all ranks, in the rounds before
    double             reported;
} RankRound;

void rank_round_open(RankRound *r, const Ranks *ranks, const RankLayout *layout, const RankOptions *options,
                     uint8_t *part);
// Collective: what the rounds before `round` have settled, when it goes on with saved parts.
void rank_round_resume(RankRound *r);
void rank_round_poll(RankRound *r, uint64_t found, uint64_t at);
// Collective: false when the work is to end here.
bool rank_round_over(RankRound *r, uint64_t found);
// Collective: fills in what the result counts.
void rank_round_close(RankRound *r, RankResult *result);

// Collective: entries of all ranks by their byte.
void rank_counts(const Ranks *ranks, const uint8_t *part, uint64_t n, uint64_t counts[256]);

#endif
