#include "mpi/mpi_ranks.h"

#include <mpi.h>
#include <stdlib.h>

enum { TAG_BLOCK = 1 };

// Counts and places as MPI wants them, for the swap under way and for replies.
typedef struct Swap {
    MPI_Request request;
    int        *out_count, *out_first, *in_count, *in_first;
    int         me, count;
} Swap;

static void sums(void *context, uint64_t numbers[], int n)
{
    (void)context;
    MPI_Allreduce(MPI_IN_PLACE, numbers, n, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

static void share(void *context, int from, void *bytes, size_t n)
{
    (void)context;
    MPI_Bcast(bytes, (int)n, MPI_BYTE, from, MPI_COMM_WORLD);
}

static void give(void *context, const uint8_t *bytes, size_t n)
{
    (void)context;
    MPI_Send(bytes, (int)n, MPI_BYTE, 0, TAG_BLOCK, MPI_COMM_WORLD);
}

static void take(void *context, int from, uint8_t *bytes, size_t n)
{
    (void)context;
    MPI_Recv(bytes, (int)n, MPI_BYTE, from, TAG_BLOCK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
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

static void swap_begin(void *context, const RankBox *out, RankBox *in)
{
    Swap *const s = context;
    MPI_Alltoall(out->count, 1, MPI_UINT32_T, in->count, 1, MPI_UINT32_T, MPI_COMM_WORLD);
    boxes_lay(s, out, in);
    MPI_Ialltoallv(out->items, s->out_count, s->out_first, MPI_UINT32_T, in->items, s->in_count, s->in_first,
                   MPI_UINT32_T, MPI_COMM_WORLD, &s->request);
}

static void swap_end(void *context) { MPI_Wait(&((Swap *)context)->request, MPI_STATUS_IGNORE); }

static void reply(void *context, const RankBox *in, const uint8_t *replies, const RankBox *out, uint8_t *got)
{
    Swap *const s = context;
    boxes_lay(s, out, in);
    MPI_Alltoallv(replies, s->in_count, s->in_first, MPI_BYTE, got, s->out_count, s->out_first, MPI_BYTE,
                  MPI_COMM_WORLD);
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
                     .reply      = reply};
    if (s->count > RANKS_MAX)
        return status_fail(status, "%d ranks; at most %d are possible", s->count, RANKS_MAX);
    s->out_count = calloc(4 * (size_t)s->count, sizeof *s->out_count);
    if (s->out_count == NULL) return status_fail_system(status, "out of memory for %d ranks", s->count);
    s->out_first = s->out_count + s->count;
    s->in_count  = s->out_first + s->count;
    s->in_first  = s->in_count + s->count;
    return true;
}

void mpi_ranks_close(Ranks *ranks)
{
    Swap *const s = ranks->context;
    if (s != NULL) free(s->out_count);
    free(s);
    ranks->context = NULL;
}
