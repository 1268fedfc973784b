#include "retro/solve.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/threads.h"
#include "retro/exchange.h"
#include "retro/scan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    // of the entries a thread takes at once; fewer in small tables, so that all threads have some
    BLOCK_BITS     = 15,
    BUFFER_DEFAULT = 1 << 16,
    MEET_EVERY     = 1 << 16,   // entries expanded, at most, between two meetings: someone may want to stop
};

// What the ranks add up when they meet.
enum { SUM_BUSY, SUM_STOP, SUM_FOUND };

typedef struct Solver {
    const RetroDomain  *domain;
    const RetroOptions *options;
    uint8_t            *table;
    RetroResult        *result;
    int                 depth;   // of the round
    int                 block_bits;
    uint32_t            buffer;   // updates of an outbox
    Exchange            exchange;
    double              reported;         // when
    _Atomic uint64_t    next, expanded;   // direct: the block to take; entries expanded in this round
    atomic_bool         stopped;
} Solver;

typedef struct Worker {
    Solver   *solver;
    int       rank;
    void     *cursor;
    uint64_t *near[2];   // neighbours of this entry and of the one before
    Outbox    out;
    bool      full;   // an outbox may not hold another entry's neighbours
} Worker;

static void report(Solver *solver, uint64_t found, double done, bool over)
{
    const RetroRound round = {solver->depth, found, solver->result->reached, done, over};
    if (solver->options->report != NULL) solver->options->report(solver->options->context, &round);
    solver->reported = clock_seconds();
}

// True when the round is to be broken off. The first worker, which is the caller's thread, reports.
static bool poll(Worker *worker, double done)
{
    Solver *const solver = worker->solver;
    if (solver->options->stop != NULL && atomic_load_explicit(solver->options->stop, memory_order_relaxed))
        atomic_store(&solver->stopped, true);
    if (worker->rank == 0 && clock_seconds() - solver->reported > 0.2)
        report(solver, atomic_load(&solver->expanded), done, false);
    return atomic_load(&solver->stopped);
}

// Direct writing.

static void neighbours_write(uint8_t *table, const uint64_t near[], int n, uint8_t value)
{
    assert(n >= 0 && n <= RETRO_NEIGHBOURS_MAX);
    for (int i = 0; i < n; i++)
        if (scan_get(table, near[i]) == RETRO_UNREACHED) scan_set(table, near[i], value);
}

// The neighbours of an entry are written after the next one has been expanded: until then memory has fetched
// their bytes.
static uint64_t block_expand(Worker *worker, uint64_t first, uint64_t last)
{
    const Solver *const      solver = worker->solver;
    const RetroDomain *const domain = solver->domain;
    uint8_t *const           table  = solver->table;
    const uint8_t            value  = (uint8_t)(solver->depth + 1);
    uint64_t                 found  = 0;
    int                      before = 0;
    for (uint64_t at = first; (at = scan_find(table, at, last, (uint8_t)solver->depth)) < last;
         at++, found++) {
        uint64_t *const near = worker->near[found & 1];
        const int       n    = domain->neighbours(domain->data, worker->cursor, at, near);
        for (int i = 0; i < n; i++) __builtin_prefetch(&table[near[i]], 1);
        neighbours_write(table, worker->near[~found & 1], before, value);
        before = n;
    }
    neighbours_write(table, worker->near[~found & 1], before, value);
    return found;
}

static uint64_t block_end(const Solver *solver, uint64_t at)
{
    const uint64_t end = ((at >> solver->block_bits) + 1) << solver->block_bits;
    return end < solver->domain->entries ? end : solver->domain->entries;
}

static void round_direct(void *argument)
{
    Worker *const  worker  = argument;
    Solver *const  solver  = worker->solver;
    const uint64_t entries = solver->domain->entries;
    for (uint64_t at; (at = atomic_fetch_add(&solver->next, BIT(solver->block_bits))) < entries;) {
        atomic_fetch_add(&solver->expanded, block_expand(worker, at, block_end(solver, at)));
        if (poll(worker, (double)at / (double)entries)) return;
    }
}

// By exchange.

static void updates_apply(void *taker, const Update updates[], uint32_t count)
{
    uint8_t *const table = ((Worker *)taker)->solver->table;
    for (uint32_t i = 0; i < count; i++) {
        if (i + 16 < count) __builtin_prefetch(&table[updates[i + 16] >> 8], 1);
        if (scan_get(table, updates[i] >> 8) == RETRO_UNREACHED)
            scan_set(table, updates[i] >> 8, (uint8_t)updates[i]);
    }
}

static int rank_owning(const Solver *solver, uint64_t entry)
{
    assert(entry < solver->domain->entries);
    return (int)((entry >> solver->block_bits) % (uint64_t)solver->options->threads);
}

static void updates_post(Worker *worker, const uint64_t near[], int n)
{
    assert(n >= 0 && n <= RETRO_NEIGHBOURS_MAX);
    const Solver *const solver = worker->solver;
    const uint8_t       value  = (uint8_t)(solver->depth + 1);
    for (int i = 0; i < n; i++) {
        const int       owner  = rank_owning(solver, near[i]);
        const Update    update = near[i] << 8 | value;
        uint32_t *const count  = &worker->out.count[owner];
        if (owner == worker->rank) {
            updates_apply(worker, &update, 1);
            continue;
        }
        worker->out.updates[owner][(*count)++] = update;
        worker->full |= *count + (uint32_t)solver->domain->neighbours_max > solver->buffer;
    }
}

// Expands its entries from *at on until an outbox is full, it has been long, or the end. Returns how many
// entries.
static uint64_t part_expand(Worker *worker, uint64_t *at)
{
    const Solver *const      solver = worker->solver;
    const RetroDomain *const domain = solver->domain;
    const uint64_t           others = (uint64_t)(solver->options->threads - 1) << solver->block_bits;
    uint64_t                 found  = 0;
    worker->full                    = false;
    while (*at < domain->entries && !worker->full && found < MEET_EVERY) {
        const uint64_t end  = block_end(solver, *at),
                       next = scan_find(solver->table, *at, end, (uint8_t)solver->depth);
        *at                 = next + 1;
        if (next < end) {
            found++;
            updates_post(worker, worker->near[0],
                         domain->neighbours(domain->data, worker->cursor, next, worker->near[0]));
        }
        if (*at >= end) *at = end + others;
    }
    return found;
}

// A rank sees its own blocks and its messages only. It breaks off when all do: when any was asked to.
static void round_exchange(void *argument)
{
    Worker *const         worker   = argument;
    Solver *const         solver   = worker->solver;
    const Exchange *const exchange = &solver->exchange;
    const uint64_t        entries  = solver->domain->entries;
    uint64_t              at = (uint64_t)worker->rank << solver->block_bits, sums[EXCHANGE_SUMS] = {1};
    while (sums[SUM_BUSY] > 0 && sums[SUM_STOP] == 0) {
        worker->out.sums[SUM_FOUND] = part_expand(worker, &at);
        worker->out.sums[SUM_BUSY]  = at < entries;
        worker->out.sums[SUM_STOP]  = poll(worker, at < entries ? (double)at / (double)entries : 1);
        exchange->meet(exchange->context, worker->rank, &worker->out, updates_apply, worker, sums);
        if (worker->rank == 0) atomic_fetch_add(&solver->expanded, sums[SUM_FOUND]);
    }
}

// Workers.

static void workers_close(Worker *workers, int n)
{
    for (int i = 0; i < n; i++) {
        Worker *const worker = &workers[i];
        for (int q = 0; worker->out.updates != NULL && q < n; q++) free(worker->out.updates[q]);
        free(worker->out.updates);
        free(worker->out.count);
        free(worker->near[0]);
        free(worker->near[1]);
        free(worker->cursor);
    }
    free(workers);
}

static bool outbox_open(Outbox *out, const Solver *solver, int rank)
{
    const int ranks = solver->options->threads;
    out->updates    = calloc((size_t)ranks, sizeof *out->updates);
    out->count      = calloc((size_t)ranks, sizeof *out->count);
    bool good       = out->updates != NULL && out->count != NULL;
    for (int q = 0; good && q < ranks; q++)
        if (q != rank) good = (out->updates[q] = malloc(solver->buffer * sizeof(Update))) != NULL;
    return good;
}

static bool worker_open(Worker *worker, Solver *solver, int rank)
{
    const RetroDomain *const domain = solver->domain;
    worker->solver                  = solver;
    worker->rank                    = rank;
    worker->cursor                  = calloc(1, domain->cursor_size > 0 ? domain->cursor_size : 1);
    for (int i = 0; i < 2; i++)
        worker->near[i] = calloc((size_t)domain->neighbours_max, sizeof *worker->near[i]);
    if (worker->cursor == NULL || worker->near[0] == NULL || worker->near[1] == NULL) return false;
    if (domain->cursor_open != NULL) domain->cursor_open(domain->data, worker->cursor);
    return !solver->options->exchange || outbox_open(&worker->out, solver, rank);
}

static Worker *workers_open(Solver *solver, Status *status)
{
    const int     n       = solver->options->threads;
    Worker *const workers = calloc((size_t)n, sizeof *workers);
    bool          good    = workers != NULL;
    for (int i = 0; good && i < n; i++) good = worker_open(&workers[i], solver, i);
    if (good) return workers;
    if (workers != NULL) workers_close(workers, n);
    status_fail_system(status, "out of memory for the buffers of %d threads", n);
    return NULL;
}

// The size of the buffers, so that they and the table stay within the memory allowed.
static bool buffers_plan(Solver *solver, Status *status)
{
    const RetroOptions *const options = solver->options;
    const uint64_t            entries = solver->domain->entries, n = (uint64_t)options->threads,
                   least  = (uint64_t)solver->domain->neighbours_max;
    const uint64_t pairs  = options->exchange ? n * (n - 1) : 0;
    uint64_t       buffer = options->buffer > 0 ? options->buffer : BUFFER_DEFAULT;
    if (options->buffer == 0 && pairs > 0 && options->memory_max > entries) {
        const uint64_t room = (options->memory_max - entries) / (pairs * sizeof(Update));
        if (room < buffer) buffer = room;
    }
    if (buffer < least) buffer = least;
    solver->buffer     = (uint32_t)buffer;
    solver->block_bits = BLOCK_BITS;
    while (solver->block_bits > 3 && (8 * n) << solver->block_bits > entries) solver->block_bits--;
    const uint64_t needed = entries + pairs * buffer * sizeof(Update);
    if (options->memory_max == 0 || needed <= options->memory_max) return true;
    return status_fail(status, "the database and its buffers need %llu bytes; %llu are allowed",
                       (unsigned long long)needed, (unsigned long long)options->memory_max);
}

// Rounds.

static void table_begin(const RetroDomain *domain, uint8_t *table)
{
    memset(table, RETRO_UNREACHED, domain->entries);
    for (uint64_t i = 0; i < domain->goals; i++) table[domain->goal(domain->data, i)] = 0;
}

// What the rounds before `depth` found, from the table.
static void result_resume(const Solver *solver, RetroResult *result)
{
    for (uint64_t i = 0; i < solver->domain->entries; i++)
        if (solver->table[i] < solver->depth) result->found[solver->table[i]]++, result->reached++;
    result->depth = solver->depth > 0 ? solver->depth - 1 : 0;
}

static bool round_run(Solver *solver, Worker *workers, Status *status)
{
    const int n = solver->options->threads;
    atomic_store(&solver->next, 0);
    atomic_store(&solver->expanded, 0);
    if (solver->options->exchange)
        return threads_run_together(round_exchange, workers, sizeof *workers, n, status);
    threads_run(round_direct, workers, sizeof *workers, n);
    return true;
}

static bool rounds_run(Solver *solver, Worker *workers, RetroResult *result, Status *status)
{
    for (;; solver->depth++) {
        if (!round_run(solver, workers, status)) return false;
        if (atomic_load(&solver->stopped)) return result->depth = solver->depth, true;
        const uint64_t found         = atomic_load(&solver->expanded);
        result->found[solver->depth] = found;
        if (found == 0) break;
        if (solver->depth > RETRO_DEPTH_MAX)
            return status_fail(status, "a distance of more than %d", RETRO_DEPTH_MAX);
        report(solver, found, 1, true);
        result->reached += found;
        result->depth = solver->depth;
    }
    return result->complete = true;
}

bool retro_solve(const RetroDomain *domain, const RetroOptions *asked, uint8_t *table, RetroResult *result,
                 Status *status)
{
    RetroOptions              possible = *asked;
    const RetroOptions *const options  = &possible;
    possible.threads                   = threads_available(asked->threads);
    assert(options->threads >= 1 && options->threads <= THREADS_MAX && ((uintptr_t)table & 7) == 0);
    assert(domain->entries > 0 && domain->entries < UPDATE_ENTRIES_MAX);
    assert(domain->neighbours_max > 0 && domain->neighbours_max <= RETRO_NEIGHBOURS_MAX);
    Solver solver = {
        .domain = domain, .options = options, .table = table, .result = result, .depth = options->depth};
    const double start = solver.reported = clock_seconds();
    memset(result, 0, sizeof *result);
    if (!buffers_plan(&solver, status)) return false;
    if (options->exchange && !exchange_threads_open(&solver.exchange, options->threads, status)) return false;
    Worker *const workers = workers_open(&solver, status);
    bool          good    = workers != NULL;
    if (good && solver.depth == 0) table_begin(domain, table);
    if (good && solver.depth > 0) result_resume(&solver, result);
    if (good) good = rounds_run(&solver, workers, result, status);
    if (workers != NULL) workers_close(workers, options->threads);
    exchange_threads_close(&solver.exchange);
    for (int d = 0; d <= result->depth; d++) result->mean += (double)d * (double)result->found[d];
    if (result->reached > 0) result->mean /= (double)result->reached;
    result->seconds = clock_seconds() - start;
    return good;
}

uint8_t *retro_table_open(uint64_t entries)
{
    assert(entries > 0);
    return memory_reserve(entries, 1, MEMORY_HUGE);   // most accesses are far apart
}

void retro_table_close(uint8_t *table, uint64_t entries) { memory_release(table, entries, 1); }
