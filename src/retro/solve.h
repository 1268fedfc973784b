// solve.h - pattern databases by retrograde analysis: the distance of every entry to the nearest goal, one
// byte each.
//
// Breadth first from the goals, in rounds: round d finds the entries at distance d by a scan of the table and
// gives the neighbours that have no distance yet d + 1. The table is a function of the domain alone: neither
// threads nor buffers nor the way of writing change a byte of it.
//
// Two ways to write. Direct: all threads share the table and write where they like with relaxed atomic bytes;
// whoever comes first writes the same byte. By exchange: each thread owns every n-th block of entries and
// sends updates to the owners of the others through bounded buffers (exchange.h), in as many meetings as it
// takes; the algorithm for several machines.
//
// Memory: the table, the caller's, and with an exchange threads^2 buffers; `memory_max` bounds both together.
// Source: Culberson and Schaeffer 1998 (pattern databases); Korf 2008 (breadth-first search with one value
// per state, scanned in rounds).
#ifndef RETRO_SOLVE_H
#define RETRO_SOLVE_H

#include "base/status.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { RETRO_UNREACHED = 255, RETRO_DEPTH_MAX = 253, RETRO_NEIGHBOURS_MAX = 4096 };

// What is solved. `neighbours` are the entries from which one move leads to this one; where moves can be
// taken back, those that one move leads to. They are written to out[], at most neighbours_max, in any order,
// the same one twice if need be. A cursor is the domain's own memory, one per thread.
typedef struct RetroDomain {
    const void *data;
    uint64_t    entries, goals;
    int         neighbours_max;
    size_t      cursor_size;
    void (*cursor_open)(const void *data, void *cursor);
    uint64_t (*goal)(const void *data, uint64_t i);   // an entry; i < goals
    int (*neighbours)(const void *data, void *cursor, uint64_t entry, uint64_t out[]);
} RetroDomain;

typedef struct RetroRound {
    int depth;
    // entries at this depth; those so far during a round that writes the table directly
    uint64_t found;
    uint64_t reached;   // entries of the rounds before
    double   done;      // part of the round
    bool     over;      // the round is
} RetroRound;

// Called in the thread of retro_solve, now and then during a round and once at its end; then the table may be
// saved: a run with .depth = depth + 1 continues from there.
typedef void RetroReport(void *context, const RetroRound *round);

typedef struct RetroOptions {
    int      threads;      // 1 ... THREADS_MAX
    bool     exchange;     // do not write directly
    uint32_t buffer;       // updates from one thread for another; 0: 65536, or what memory_max has room for
    uint64_t memory_max;   // bytes; 0: no limit
    // 0: begin; d: continue at round d with the table of a run that was stopped in it or after round d - 1
    int                depth;
    const atomic_bool *stop;     // NULL: never
    RetroReport       *report;   // NULL: none
    void              *context;
} RetroOptions;

typedef struct RetroResult {
    bool     complete;   // false: stopped in round `depth`
    int      depth;      // the largest distance
    uint64_t reached, found[RETRO_DEPTH_MAX + 2];
    double   mean, seconds;   // mean distance of the entries reached
} RetroResult;

// table: domain->entries bytes, aligned to 8. Fails when memory is short, the threads of an exchange do not
// start or a distance does not fit.
bool retro_solve(const RetroDomain *domain, const RetroOptions *options, uint8_t *table, RetroResult *result,
                 Status *status);

// A table of large pages, where the system has them; NULL when memory is short.
uint8_t *retro_table_open(uint64_t entries);
void     retro_table_close(uint8_t *table, uint64_t entries);

#endif
