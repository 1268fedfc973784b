// exchange.h - how the owners of the parts of a table tell each other what to write.
//
// A table that is too large for one machine lies in parts, one per rank. A rank never writes into the part of
// another: it puts an update into the outbox for its owner, and from time to time all ranks meet and swap
// what they have, a collective operation in the sense of MPI (MPI_Alltoallv and MPI_Allreduce). Here the
// ranks are threads; ranks on other machines need another Exchange, and nothing else.
#ifndef RETRO_EXCHANGE_H
#define RETRO_EXCHANGE_H

#include "base/status.h"

#include <stdint.h>

enum { EXCHANGE_SUMS = 3 };

typedef uint64_t Update;   // entry << 8 | value
#define UPDATE_ENTRIES_MAX (UINT64_C(1) << 56)

// What a rank brings to a meeting.
typedef struct Outbox {
    Update  **updates;   // [ranks]: for each owner
    uint32_t *count;     // [ranks]
    uint64_t  sums[EXCHANGE_SUMS];
} Outbox;

typedef void ExchangeTake(void *taker, const Update updates[], uint32_t count);

typedef struct Exchange {
    int   ranks;
    void *context;
    // Called by every rank: hands over the outbox, which is empty afterwards, takes what the others have for
    // rank `me`, and returns in `sums` those of all ranks added up.
    void (*meet)(void *context, int me, Outbox *out, ExchangeTake *take, void *taker,
                 uint64_t sums[EXCHANGE_SUMS]);
} Exchange;

// Ranks that are threads of this process.
bool exchange_threads_open(Exchange *exchange, int ranks, Status *status);
void exchange_threads_close(Exchange *exchange);

#endif
