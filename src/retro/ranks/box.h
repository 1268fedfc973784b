// box.h - updates on their way to the ranks that own the entries: collected in one box while another travels.
//
// A round is: fill the box until it is full or there is nothing left; turn it over, which takes in what the
// others have sent with the turn before and sends this one; until no rank has anything left. Then close.
#ifndef RETRO_RANKS_BOX_H
#define RETRO_RANKS_BOX_H

#include "retro/ranks/ranks.h"

typedef struct RankPost {
    const Ranks *ranks;
    RankBox      out[2], in;
    int          filling;
    uint32_t     margin;   // numbers that one step may add for one rank
    bool         under_way, full;
    uint64_t     sent;   // numbers, to other ranks, so far
} RankPost;

// What arrived: n numbers of entries of this part.
typedef void RankTake(void *taker, const uint32_t at[], uint32_t n);

bool box_open(RankBox *box, int ranks, uint32_t room);
void box_close(RankBox *box);
// Numbers that fit for each rank, the same in all ranks, when a number costs so many bytes in all boxes: so
// many that these take less than a tenth of what a part takes, but in small tables, where meetings would be
// too many.
uint32_t box_room(const RankLayout *layout, uint32_t margin, uint32_t bytes);

bool     post_open(RankPost *post, const Ranks *ranks, uint32_t room, uint32_t margin, Status *status);
void     post_close(RankPost *post);
uint64_t post_memory(const RankPost *post);

static inline void post_put(RankPost *post, int rank, uint64_t at)
{
    RankBox *const box                                        = &post->out[post->filling];
    box->items[(size_t)rank * box->room + box->count[rank]++] = (uint32_t)at;
    post->full |= box->count[rank] + post->margin > box->room;
}

// Collective; each of `sums` becomes the sum over all ranks.
void post_turn(RankPost *post, RankTake *take, void *taker, uint64_t sums[RANK_SUMS]);
// What is still under way; the box that is being filled must be empty.
void post_end(RankPost *post, RankTake *take, void *taker);

#endif
