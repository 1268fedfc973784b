#include "mpi/mpi_ranks.h"

#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

enum { TAG_BLOCK = 1 };

// Counts and places as MPI wants them, for the swap under way and for replies.
typedef struct Swap {
    MPI_Request request;
    int        *out_count, *out_first, *in_count, *in_first;
    int         me, count;
    // What every rank tells every other before a swap: how many numbers follow, how many for all ranks, sums.
    uint64_t *tell, *told;
    bool      under_way, empty;   // empty: nobody has anything in the swap, and there is no request
    uint64_t  waited;
} Swap;

static uint64_t processor_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// A rank of MPI that waits asks again and again.
static void wait_count(void *context, uint64_t begun) { ((Swap *)context)->waited += processor_ns() - begun; }

static uint64_t waited(void *context) { return ((const Swap *)context)->waited; }

enum { TELL_COUNT, TELL_ALL, TELL_SUMS, TELL = TELL_SUMS + RANK_SUMS };

static void sums(void *context, uint64_t numbers[], int n)
{
    const uint64_t begun = processor_ns();
    MPI_Allreduce(MPI_IN_PLACE, numbers, n, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    wait_count(context, begun);
}

static void share(void *context, int from, void *bytes, size_t n)
{
    const uint64_t begun = processor_ns();
    MPI_Bcast(bytes, (int)n, MPI_BYTE, from, MPI_COMM_WORLD);
    wait_count(context, begun);
}

static void give(void *context, const uint8_t *bytes, size_t n)
{
    const uint64_t begun = processor_ns();
    // Not before rank 0 takes it: what is sent ahead would fill its memory.
    MPI_Ssend(bytes, (int)n, MPI_BYTE, 0, TAG_BLOCK, MPI_COMM_WORLD);
    wait_count(context, begun);
}

static void take(void *context, int from, uint8_t *bytes, size_t n)
{
    const uint64_t begun = processor_ns();
    MPI_Recv(bytes, (int)n, MPI_BYTE, from, TAG_BLOCK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wait_count(context, begun);
}

static void boxes_lay(Swap *s, const RankBox *out, const RankBox *in)
{
    for (int q = 0; q < s->count; q++) {
        s->out_count[q] = (int)out->count[q];
        s->in_count[q]  = (int)in->count[q];
        s->out_first[q] = q * (int)out->room;
        s->in_first[q]  = q * (int)in->room;
    }
}

// Counts and sums in one operation.
static void counts_swap(Swap *s, const RankBox *out, RankBox *in, uint64_t numbers[RANK_SUMS])
{
    uint64_t all = 0;
    for (int q = 0; q < s->count; q++) all += out->count[q];
    for (int q = 0; q < s->count; q++) {
        s->tell[q * TELL + TELL_COUNT] = out->count[q];
        s->tell[q * TELL + TELL_ALL]   = all;
        for (int i = 0; i < RANK_SUMS; i++) s->tell[q * TELL + TELL_SUMS + i] = numbers[i];
    }
    MPI_Alltoall(s->tell, TELL, MPI_UINT64_T, s->told, TELL, MPI_UINT64_T, MPI_COMM_WORLD);
    all = 0;
    for (int i = 0; i < RANK_SUMS; i++) numbers[i] = 0;
    for (int q = 0; q < s->count; q++) {
        in->count[q] = (uint32_t)s->told[q * TELL + TELL_COUNT];
        all += s->told[q * TELL + TELL_ALL];
        for (int i = 0; i < RANK_SUMS; i++) numbers[i] += s->told[q * TELL + TELL_SUMS + i];
    }
    s->empty = all == 0;
}

static void swap_begin(void *context, const RankBox *out, RankBox *in, uint64_t numbers[RANK_SUMS])
{
    Swap *const    s     = context;
    const uint64_t begun = processor_ns();
    assert(!s->under_way);
    s->under_way = true;
    counts_swap(s, out, in, numbers);
    boxes_lay(s, out, in);
    if (!s->empty)
        MPI_Ialltoallv(out->items, s->out_count, s->out_first, MPI_UINT32_T, in->items, s->in_count,
                       s->in_first, MPI_UINT32_T, MPI_COMM_WORLD, &s->request);
    wait_count(s, begun);
}

static void swap_end(void *context)
{
    Swap *const    s     = context;
    const uint64_t begun = processor_ns();
    assert(s->under_way);
    if (!s->empty) MPI_Wait(&s->request, MPI_STATUS_IGNORE);
    s->under_way = false;
    wait_count(s, begun);
}

static void reply(void *context, const RankBox *in, const uint8_t *replies, const RankBox *out, uint8_t *got)
{
    Swap *const    s     = context;
    const uint64_t begun = processor_ns();
    assert(!s->under_way);
    boxes_lay(s, out, in);
    MPI_Alltoallv(replies, s->in_count, s->in_first, MPI_BYTE, got, s->out_count, s->out_first, MPI_BYTE,
                  MPI_COMM_WORLD);
    wait_count(s, begun);
}

bool mpi_ranks_open(Ranks *ranks, Status *status)
{
    Swap *const s = calloc(1, sizeof *s);
    if (s == NULL) return status_fail_system(status, "out of memory");
    MPI_Comm_rank(MPI_COMM_WORLD, &s->me);
    MPI_Comm_size(MPI_COMM_WORLD, &s->count);
    *ranks = (Ranks){.me         = s->me,
                     .count      = s->count,
                     .context    = s,
                     .sums       = sums,
                     .share      = share,
                     .give       = give,
                     .take       = take,
                     .swap_begin = swap_begin,
                     .swap_end   = swap_end,
                     .reply      = reply,
                     .waited     = waited};
    if (s->count > RANKS_MAX)
        return status_fail(status, "%d ranks; at most %d are possible", s->count, RANKS_MAX);
    s->out_count = calloc(4 * (size_t)s->count, sizeof *s->out_count);
    s->tell      = calloc(2 * (size_t)s->count * TELL, sizeof *s->tell);
    if (s->out_count == NULL || s->tell == NULL)
        return status_fail_system(status, "out of memory for %d ranks", s->count);
    s->told      = s->tell + (size_t)s->count * TELL;
    s->out_first = s->out_count + s->count;
    s->in_count  = s->out_first + s->count;
    s->in_first  = s->in_count + s->count;
    return true;
}

void mpi_ranks_close(Ranks *ranks)
{
    Swap *const s = ranks->context;
    if (s != NULL) free(s->out_count), free(s->tell);
    free(s);
    ranks->context = NULL;
}
