#include "retro/thread_ranks.h"
#include "base/threads.h"
#include "tests.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

typedef struct World {
    Barrier                  barrier;
    const void              *slot[THREAD_RANKS_MAX], *other[THREAD_RANKS_MAX];
    _Atomic(const uint8_t *) mail[THREAD_RANKS_MAX];
    void (*work)(const Ranks *ranks, void *context);
    void *context;
    int   count;
} World;

typedef struct Rank {
    World         *world;
    int            me;
    const RankBox *out;   // of the swap under way; NULL: there is none
    RankBox       *in;
} Rank;

// Shows a thing to all and returns when all have shown theirs; met: when all have looked.
static World *meet(void *context, const void *thing, const void *other)
{
    const Rank *const rank       = context;
    rank->world->slot[rank->me]  = thing;
    rank->world->other[rank->me] = other;
    barrier_wait(&rank->world->barrier);
    return rank->world;
}

static void met(World *w) { barrier_wait(&w->barrier); }

static void numbers_add(World *w, const void *const slots[], uint64_t numbers[], int n)
{
    uint64_t all[RANKS_MAX] = {0};
    for (int q = 0; q < w->count; q++)
        for (int i = 0; i < n; i++) all[i] += ((const uint64_t *)slots[q])[i];
    met(w);
    memcpy(numbers, all, (size_t)n * sizeof *all);
}

static void sums(void *context, uint64_t numbers[], int n)
{
    World *const w = meet(context, numbers, NULL);
    numbers_add(w, w->slot, numbers, n);
}

static void share(void *context, int from, void *bytes, size_t n)
{
    World *const w = meet(context, bytes, NULL);
    if (((Rank *)context)->me != from) memcpy(bytes, w->slot[from], n);
    met(w);
}

static void give(void *context, const uint8_t *bytes, size_t n)
{
    Rank *const rank = context;
    (void)n;
    atomic_store(&rank->world->mail[rank->me], bytes);
    while (atomic_load(&rank->world->mail[rank->me]) != NULL) sched_yield();
}

static void take(void *context, int from, uint8_t *bytes, size_t n)
{
    World *const   w = ((Rank *)context)->world;
    const uint8_t *mail;
    while ((mail = atomic_load(&w->mail[from])) == NULL) sched_yield();
    memcpy(bytes, mail, n);
    atomic_store(&w->mail[from], NULL);
}

// As MPI does it: one swap at a time, and numbers that are there when it has ended and not before; until then
// they are places that no part has.
static void swap_begin(void *context, const RankBox *out, RankBox *in, uint64_t numbers[RANK_SUMS])
{
    Rank *const  rank = context;
    World *const w    = meet(context, out, numbers);
    ck_assert_msg(rank->out == NULL, "a swap begins while another is under way");
    rank->out = out;
    rank->in  = in;
    for (int q = 0; q < w->count; q++) {
        const RankBox *const from = w->slot[q];
        ck_assert(from->room == in->room && from->count[rank->me] <= in->room);
        in->count[q] = from->count[rank->me];
        memset(in->items + (size_t)q * in->room, 0xFF, in->count[q] * sizeof *in->items);
    }
    numbers_add(w, w->other, numbers, RANK_SUMS);
}

static void swap_end(void *context)
{
    Rank *const    rank = context;
    RankBox *const in   = rank->in;
    ck_assert_msg(rank->out != NULL, "a swap ends that was not begun");
    World *const w = meet(context, rank->out, NULL);
    for (int q = 0; q < w->count; q++) {
        const RankBox *const from = w->slot[q];
        memcpy(in->items + (size_t)q * in->room, from->items + (size_t)rank->me * from->room,
               in->count[q] * sizeof *in->items);
    }
    rank->out = NULL;
    met(w);
}

static void reply(void *context, const RankBox *in, const uint8_t *replies, const RankBox *out, uint8_t *got)
{
    World *const w  = meet(context, replies, NULL);
    const int    me = ((Rank *)context)->me;
    ck_assert_msg(((Rank *)context)->out == NULL, "replies while a swap is under way");
    for (int q = 0; q < w->count; q++)
        memcpy(got + (size_t)q * out->room, (const uint8_t *)w->slot[q] + (size_t)me * in->room,
               out->count[q]);
    met(w);
}

static void rank_run(void *argument)
{
    Rank *const rank  = argument;
    const Ranks ranks = {.me         = rank->me,
                         .count      = rank->world->count,
                         .context    = rank,
                         .sums       = sums,
                         .share      = share,
                         .give       = give,
                         .take       = take,
                         .swap_begin = swap_begin,
                         .swap_end   = swap_end,
                         .reply      = reply};
    rank->world->work(&ranks, rank->world->context);
}

void thread_ranks_run(int n, void (*work)(const Ranks *ranks, void *context), void *context)
{
    World  world = {.work = work, .context = context, .count = n};
    Rank   rank[THREAD_RANKS_MAX];
    Status status;
    ck_assert(n >= 1 && n <= THREAD_RANKS_MAX);
    barrier_open(&world.barrier, n);
    for (int i = 0; i < n; i++) rank[i] = (Rank){.world = &world, .me = i};
    ck_assert_msg(threads_run_together(rank_run, rank, sizeof *rank, n, &status), "%s", status.text);
    barrier_close(&world.barrier);
}
