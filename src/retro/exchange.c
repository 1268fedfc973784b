#include "retro/exchange.h"
#include "base/threads.h"

#include <assert.h>
#include <stdlib.h>

typedef struct Meeting {
    Barrier       barrier;
    int           ranks;
    const Outbox *out[];
} Meeting;

static void meeting_meet(void *context, int me, Outbox *out, ExchangeTake *take, void *taker,
                         uint64_t sums[EXCHANGE_SUMS])
{
    Meeting *const meeting = context;
    meeting->out[me]       = out;
    barrier_wait(&meeting->barrier);
    for (int i = 0; i < EXCHANGE_SUMS; i++) sums[i] = 0;
    for (int rank = 0; rank < meeting->ranks; rank++) {
        const Outbox *const from = meeting->out[rank];
        if (from->count[me] > 0) take(taker, from->updates[me], from->count[me]);
        for (int i = 0; i < EXCHANGE_SUMS; i++) sums[i] += from->sums[i];
    }
    barrier_wait(&meeting->barrier);
    for (int rank = 0; rank < meeting->ranks; rank++) out->count[rank] = 0;
}

bool exchange_threads_open(Exchange *exchange, int ranks, Status *status)
{
    assert(ranks >= 1 && ranks <= THREADS_MAX);
    Meeting *const meeting = calloc(1, sizeof *meeting + (size_t)ranks * sizeof *meeting->out);
    if (meeting == NULL) return status_fail_system(status, "out of memory for %d threads to meet", ranks);
    barrier_open(&meeting->barrier, ranks);
    meeting->ranks = ranks;
    *exchange      = (Exchange){.ranks = ranks, .context = meeting, .meet = meeting_meet};
    return true;
}

void exchange_threads_close(Exchange *exchange)
{
    Meeting *const meeting = exchange->context;
    if (meeting == NULL) return;
    barrier_close(&meeting->barrier);
    free(meeting);
    exchange->context = NULL;
}
