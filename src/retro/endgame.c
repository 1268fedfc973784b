#include "retro/endgame.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/threads.h"
#include "retro/scan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_BITS = 15
};   // of the entries a thread takes at once; fewer in small tables, so that all threads have some

typedef struct Job {
    const EndgameDomain *domain;
    const RetroOptions  *options;
    uint8_t             *table;
    int                  round, block_bits;
    bool                 counting;      // open entries hold counters
    uint64_t             settled;       // by the rounds before
    _Atomic uint64_t     next, found;   // the block to take; what a pass counts
    atomic_bool          stopped;
    double               reported;   // when
} Job;

typedef struct Worker {
    Job      *job;
    bool      first;           // the caller's thread
    void     *cursor, *look;   // `look` is for the successors of a predecessor
    uint64_t *near, *after;
} Worker;

static void report(Job *job, double done, bool over)
{
    const RetroRound round = {job->round, atomic_load(&job->found), job->settled, done, over};
    if (job->options->report != NULL) job->options->report(job->options->context, &round);
    job->reported = clock_seconds();
}

// The next block of a pass; false at the end or when stopped.
static bool block_take(Worker *worker, uint64_t *first, uint64_t *last)
{
    Job *const     job     = worker->job;
    const uint64_t entries = job->domain->entries;
    if (job->options->stop != NULL && atomic_load_explicit(job->options->stop, memory_order_relaxed))
        atomic_store(&job->stopped, true);
    const uint64_t block = BIT(job->block_bits);
    *first               = atomic_fetch_add(&job->next, block);
    if (*first >= entries || atomic_load(&job->stopped)) return false;
    *last = entries - *first < block ? entries : *first + block;
    if (worker->first && clock_seconds() - job->reported > 0.2)
        report(job, (double)*first / (double)entries, false);
    return true;
}

// What an entry is by its successors: in round n, a win in n or a loss in n, or still open.

static uint8_t successor_value(const Job *job, uint64_t successor)
{
    return successor & ENDGAME_VALUE ? (uint8_t)successor : scan_get(job->table, successor);
}

static bool entry_settles(const Worker *worker, uint64_t entry)
{
    const Job *const           job    = worker->job;
    const EndgameDomain *const domain = job->domain;
    const int                  n      = domain->successors(domain->data, worker->look, entry, worker->after),
              before                  = job->round - 1;
    assert(n > 0);
    if (job->round % 2 == 1) {
        for (int i = 0; i < n; i++)
            if (successor_value(job, worker->after[i]) == before) return true;
        return false;
    }
    for (int i = 0; i < n; i++) {
        const uint8_t value = successor_value(job, worker->after[i]);
        if (!endgame_won(value) || value > before) return false;
    }
    return true;
}

// Counters. An open entry with c moves that are not known to lose is the byte COUNTER + c: no value of a
// round in which it may stand, and no room of its own.

enum { COUNTER = 127, COUNT_MAX = ENDGAME_OPEN - 1 - COUNTER, COUNTED_PLIES_MAX = COUNTER - 1 };

static bool is_counter(uint8_t value) { return value > COUNTER && value < ENDGAME_OPEN; }

// The counter for an open entry at the beginning of a round: the rounds before have counted wins up to
// round - 2.
static uint8_t counter_of(const Worker *worker, uint64_t entry)
{
    const Job *const           job    = worker->job;
    const EndgameDomain *const domain = job->domain;
    if (job->round == 0 && domain->moves != NULL)
        return (uint8_t)(COUNTER + domain->moves(domain->data, worker->cursor, entry));
    const int n    = domain->successors(domain->data, worker->look, entry, worker->after);
    int       left = n;
    for (int i = 0; i < n; i++) {
        const uint8_t value = scan_get(job->table, worker->after[i]);
        left -= endgame_won(value) && value <= job->round - 2;
    }
    assert(left > 0 && left <= COUNT_MAX);
    return (uint8_t)(COUNTER + left);
}

// One move less; the entry is lost when it was the last.
static void counter_tell(const Job *job, uint64_t entry)
{
    if (is_counter(scan_get(job->table, entry)) &&
        __atomic_sub_fetch(&job->table[entry], 1, __ATOMIC_RELAXED) == COUNTER)
        scan_set(job->table, entry, (uint8_t)job->round);
}

// A counter says nothing any more when a round was broken off, and does not fit when games are long.
static void counters_drop(Job *job)
{
    for (uint64_t i = 0; job->counting && i < job->domain->entries; i++)
        if (is_counter(job->table[i])) job->table[i] = ENDGAME_OPEN;
    job->counting = false;
}

// Passes over the table.

static void pass_outcomes(void *argument)
{
    Worker *const              worker = argument;
    const Job *const           job    = worker->job;
    const EndgameDomain *const domain = job->domain;
    for (uint64_t at, last; block_take(worker, &at, &last);)
        for (; at < last; at++) {
            const uint8_t outcome = domain->outcome(domain->data, worker->cursor, at);
            scan_set(job->table, at,
                     outcome == ENDGAME_OPEN && job->counting ? counter_of(worker, at) : outcome);
        }
}

// Of a table that was taken up again.
static void pass_counters(void *argument)
{
    Worker *const  worker = argument;
    uint8_t *const table  = worker->job->table;
    for (uint64_t at, last; block_take(worker, &at, &last);)
        for (; (at = scan_find(table, at, last, ENDGAME_OPEN)) < last; at++)
            scan_set(table, at, counter_of(worker, at));
}

// The table is updated after the next entry has been expanded: by then the bytes are in the cache.
static void predecessors_tell(const Job *job, const uint64_t near[], int n)
{
    if (job->round % 2 == 0)
        for (int i = 0; i < n; i++) counter_tell(job, near[i]);
    else
        for (int i = 0; i < n; i++)
            if (is_counter(scan_get(job->table, near[i]))) scan_set(job->table, near[i], (uint8_t)job->round);
}

static void pass_counting(void *argument)
{
    Worker *const              worker = argument;
    const Job *const           job    = worker->job;
    const EndgameDomain *const domain = job->domain;
    uint64_t                  *near = worker->near, *near_before = worker->after;
    int                        before = 0;
    for (uint64_t at, last; block_take(worker, &at, &last);)
        for (; (at = scan_find(job->table, at, last, (uint8_t)(job->round - 1))) < last; at++) {
            const int n = domain->predecessors(domain->data, worker->cursor, at, near);
            for (int i = 0; i < n; i++) __builtin_prefetch(&job->table[near[i]], 1);
            predecessors_tell(job, near_before, before);
            uint64_t *const swap = near_before;
            near_before          = near;
            near                 = swap;
            before               = n;
        }
    predecessors_tell(job, near_before, before);
}

static void pass_open(void *argument)
{
    Worker *const  worker = argument;
    uint8_t *const table  = worker->job->table;
    for (uint64_t at, last; block_take(worker, &at, &last);)
        for (; (at = scan_find(table, at, last, ENDGAME_OPEN)) < last; at++)
            if (entry_settles(worker, at)) scan_set(table, at, (uint8_t)worker->job->round);
}

static void pass_predecessors(void *argument)
{
    Worker *const              worker = argument;
    const Job *const           job    = worker->job;
    const EndgameDomain *const domain = job->domain;
    const bool                 sure   = job->round % 2 == 1 && !domain->candidates;
    for (uint64_t at, last; block_take(worker, &at, &last);)
        for (; (at = scan_find(job->table, at, last, (uint8_t)(job->round - 1))) < last; at++) {
            const int n = domain->predecessors(domain->data, worker->cursor, at, worker->near);
            for (int i = 0; i < n; i++) __builtin_prefetch(&job->table[worker->near[i]], 1);
            for (int i = 0; i < n; i++)
                if (scan_get(job->table, worker->near[i]) == ENDGAME_OPEN &&
                    (sure || entry_settles(worker, worker->near[i])))
                    scan_set(job->table, worker->near[i], (uint8_t)job->round);
        }
}

static void pass_count(void *argument)
{
    Worker *const  worker = argument;
    Job *const     job    = worker->job;
    uint8_t *const table  = job->table;
    for (uint64_t at, last; block_take(worker, &at, &last);) {
        uint64_t found = 0;
        for (; at + 8 <= last; at += 8)
            found += (uint64_t)bits_count(scan_match(scan_word(table, at), (uint8_t)job->round));
        for (; at < last; at++) found += table[at] == job->round;
        atomic_fetch_add(&job->found, found);
    }
}

static void pass_run(Job *job, Worker *workers, ThreadWork *pass)
{
    atomic_store(&job->next, 0);
    atomic_store(&job->found, 0);
    threads_run(pass, workers, sizeof *workers, job->options->threads);
}

// Rounds.

static void round_run(Job *job, Worker *workers)
{
    if (job->round > COUNTED_PLIES_MAX) counters_drop(job);
    ThreadWork *const pass = job->round == 0                   ? pass_outcomes
                           : job->counting                     ? pass_counting
                           : job->domain->predecessors != NULL ? pass_predecessors
                                                               : pass_open;
    pass_run(job, workers, pass);
    pass_run(job, workers, pass_count);
}

static bool rounds_run(Job *job, Worker *workers, EndgameResult *result, Status *status)
{
    for (;; job->round++) {
        result->plies = job->round;
        round_run(job, workers);
        if (atomic_load(&job->stopped)) return counters_drop(job), true;
        const uint64_t found      = atomic_load(&job->found);
        result->found[job->round] = found;
        // Then there is nothing for the next round to start from.
        if (found == 0 && job->round > job->domain->elsewhere_max) break;
        if (job->round > ENDGAME_PLIES_MAX)
            return status_fail(status, "a game of more than %d plies", ENDGAME_PLIES_MAX);
        report(job, 1, true);
        job->settled += found;
    }
    return result->complete = true;
}

// Open entries become draws; all are counted.
static void table_finish(uint8_t *table, uint64_t entries, bool counting, EndgameResult *result)
{
    result->plies = 0;
    for (uint64_t i = 0; i < entries; i++) {
        if (table[i] == ENDGAME_OPEN || (counting && is_counter(table[i]))) table[i] = ENDGAME_DRAW;
        const uint8_t value = table[i];
        if (value == ENDGAME_NONE) result->none++;
        else if (!endgame_decided(value)) result->drawn++;
        else if (endgame_won(value)) result->won++;
        else result->lost++;
        if (endgame_decided(value) && value > result->plies) result->plies = value;
    }
}

// Workers.

static void workers_close(Worker *workers, int n)
{
    for (int i = 0; i < n; i++) {
        free(workers[i].cursor);
        free(workers[i].look);
        free(workers[i].near);
        free(workers[i].after);
    }
    free(workers);
}

static bool worker_open(Worker *worker, Job *job, bool first)
{
    const EndgameDomain *const domain = job->domain;
    const size_t               size   = domain->cursor_size > 0 ? domain->cursor_size : 1;
    worker->job                       = job;
    worker->first                     = first;
    worker->cursor                    = calloc(1, size);
    worker->look                      = calloc(1, size);
    worker->near                      = calloc((size_t)domain->moves_max, sizeof *worker->near);
    worker->after                     = calloc((size_t)domain->moves_max, sizeof *worker->after);
    if (worker->cursor == NULL || worker->look == NULL || worker->near == NULL || worker->after == NULL)
        return false;
    if (domain->cursor_open != NULL) domain->cursor_open(domain->data, worker->cursor);
    if (domain->cursor_open != NULL) domain->cursor_open(domain->data, worker->look);
    return true;
}

static Worker *workers_open(Job *job, Status *status)
{
    const int     n       = job->options->threads;
    Worker *const workers = calloc((size_t)n, sizeof *workers);
    bool          good    = workers != NULL;
    for (int i = 0; good && i < n; i++) good = worker_open(&workers[i], job, i == 0);
    if (good) return workers;
    if (workers != NULL) workers_close(workers, n);
    status_fail_system(status, "out of memory for %d threads", n);
    return NULL;
}

static int block_bits(uint64_t entries, int threads)
{
    int bits = BLOCK_BITS;
    while (bits > 3 && (uint64_t)(8 * threads) << bits > entries) bits--;
    return bits;
}

static bool options_check(const EndgameDomain *domain, const RetroOptions *options, Status *status)
{
    if (options->exchange) return status_fail(status, "endgame databases cannot be built by exchange yet");
    if (options->memory_max == 0 || domain->entries <= options->memory_max) return true;
    return status_fail_system(status, "the database needs %llu bytes; %llu are allowed",
                              (unsigned long long)domain->entries, (unsigned long long)options->memory_max);
}

bool endgame_solve(const EndgameDomain *domain, const RetroOptions *options, uint8_t *table,
                   EndgameResult *result, Status *status)
{
    assert(options->threads >= 1 && options->threads <= THREADS_MAX && ((uintptr_t)table & 7) == 0);
    assert(domain->entries > 0 && domain->moves_max > 0 && domain->moves_max <= RETRO_NEIGHBOURS_MAX);
    assert(domain->elsewhere_max >= 0 && domain->elsewhere_max <= ENDGAME_PLIES_MAX);
    assert(domain->elsewhere_max == 0 || domain->predecessors == NULL);
    const double start = clock_seconds();
    Job          job   = {.domain = domain, .options = options, .table = table, .reported = start};
    job.round          = options->depth;
    memset(result, 0, sizeof *result);
    job.block_bits = block_bits(domain->entries, options->threads);
    job.counting   = domain->predecessors != NULL && !domain->candidates && domain->moves_max <= COUNT_MAX &&
                   options->depth <= COUNTED_PLIES_MAX;
    if (!options_check(domain, options, status)) return false;
    Worker *const workers = workers_open(&job, status);
    if (workers == NULL) return false;
    for (uint64_t i = 0; options->depth > 0 && i < domain->entries; i++)
        if (table[i] < options->depth) result->found[table[i]]++, job.settled++;
    bool good = true;
    if (options->depth > 0 && job.counting) pass_run(&job, workers, pass_counters);
    if (atomic_load(&job.stopped)) counters_drop(&job), result->plies = options->depth;
    else good = rounds_run(&job, workers, result, status);
    workers_close(workers, options->threads);
    if (good && result->complete) table_finish(table, domain->entries, job.counting, result);
    result->seconds = clock_seconds() - start;
    return good;
}
