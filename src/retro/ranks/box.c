#include "retro/ranks/box.h"

#include <stdlib.h>
#include <string.h>

// The least bytes are those with which chess-krkn stays below 0.55 of the table by two ranks and 0.3 by four
// (0.541 and 0.290). With eight times as much they compute as long, 6 processor seconds, and wait less for
// each other: on two busy processors 8 to 14 and 0.4 to 2 seconds, not 15 to 17 and 6 to 13.
enum { BOX_NUMBERS_MAX = 1 << 19, BOX_BYTES_MIN = 150 << 10, BOX_SHARE = 12, STEPS_MIN = 4 };

bool box_open(RankBox *box, int ranks, uint32_t room)
{
    *box = (RankBox){.items = malloc((size_t)ranks * room * sizeof *box->items),
                     .count = calloc((size_t)ranks, sizeof *box->count),
                     .room  = room};
    return box->items != NULL && box->count != NULL;
}

void box_close(RankBox *box)
{
    free(box->items);
    free(box->count);
    *box = (RankBox){0};
}

uint32_t box_room(const RankLayout *layout, uint32_t margin, uint32_t bytes)
{
    const uint64_t ranks = (uint64_t)layout->count, share = layout->entries / ranks / BOX_SHARE / bytes,
                   least = BOX_BYTES_MIN / bytes,
                   all   = share < least           ? least
                         : share > BOX_NUMBERS_MAX ? BOX_NUMBERS_MAX
                                                   : share,
                   room  = all / ranks;
    return room > STEPS_MIN * margin ? (uint32_t)room : STEPS_MIN * margin;
}

bool post_open(RankPost *post, const Ranks *ranks, uint32_t room, uint32_t margin, Status *status)
{
    *post = (RankPost){.ranks = ranks, .margin = margin};
    if (box_open(&post->out[0], ranks->count, room) && box_open(&post->out[1], ranks->count, room) &&
        box_open(&post->in, ranks->count, room))
        return true;
    return status_fail_system(status, "out of memory for the updates of %d ranks", ranks->count);
}

void post_close(RankPost *post)
{
    box_close(&post->out[0]);
    box_close(&post->out[1]);
    box_close(&post->in);
}

uint64_t post_memory(const RankPost *post)
{
    return 3 * (uint64_t)post->ranks->count * post->in.room * sizeof(uint32_t);
}

void post_end(RankPost *post, RankTake *take, void *taker)
{
    const Ranks *const ranks = post->ranks;
    if (!post->under_way) return;
    ranks->swap_end(ranks->context);
    post->under_way = false;
    for (int q = 0; q < ranks->count; q++)
        if (post->in.count[q] > 0) take(taker, post->in.items + (size_t)q * post->in.room, post->in.count[q]);
}

void post_turn(RankPost *post, RankTake *take, void *taker, uint64_t sums[RANK_SUMS])
{
    const Ranks *const ranks = post->ranks;
    RankBox *const     out   = &post->out[post->filling];
    post_end(post, take, taker);
    for (int q = 0; q < ranks->count; q++) post->sent += out->count[q];
    ranks->swap_begin(ranks->context, out, &post->in, sums);
    post->under_way = true;
    post->filling ^= 1;
    post->full = false;
    memset(post->out[post->filling].count, 0, (size_t)ranks->count * sizeof *out->count);
}
