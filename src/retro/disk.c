#include "retro/disk.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/threads.h"
#include "retro/disk_files.h"
#include "retro/scan.h"

#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK_BITS = 12,   // of the entries a thread takes at once
    BUFFER_MIN = 8,    // updates; with fewer there would be more calls than work
    BUFFER_MAX = 1 << 22,
    COPY_MAX   = 1 << 22,
};

typedef uint32_t Offset;   // of an entry in its part
#define PART_MAX (UINT64_C(1) << 31)

typedef struct Solver {
    const RetroDomain  *domain;
    const RetroOptions *options;
    DiskWork           *work;
    RetroResult        *result;
    DiskFiles           files;
    int                 depth, parts;
    uint64_t            size;   // of a part; the last one may be smaller
    uint8_t            *part;
    uint64_t            room;    // that `part` was reserved with
    uint64_t            sum;     // of the part in memory as it is in its file
    bool               *fresh;   // [parts]: may hold entries of this round without a bucket
    bool               *fresh_next;
    // the round was begun before: what it wrote into a part it does not write once more
    bool             again;
    Offset          *in;   // what is read of a bucket at a time
    uint32_t         in_size, buffer;
    int              now;   // the part in memory
    double           reported;
    _Atomic uint64_t next, expanded;
    atomic_bool      stopped, wrote;   // wrote: an entry of this part for the next round
    Mutex            lock;             // for buckets and what went wrong
    uint64_t         bucket_bytes[2];
    bool             failed;
    Status           failure;
} Solver;

typedef struct Worker {
    Solver   *solver;
    bool      first;   // the caller's thread
    void     *cursor;
    uint64_t *near;
    Offset   *out;     // [parts][buffer]
    uint32_t *count;   // [parts]
} Worker;

// Files.

static bool part_read(Solver *solver, int part, Status *status)
{
    assert(part >= 0 && part < solver->files.parts);
    solver->now = part;
    return disk_part_read(&solver->files, part, solver->part, &solver->sum, status);
}

static bool part_write(Solver *solver, Status *status)
{
    return disk_part_write(&solver->files, solver->now, solver->part, &solver->sum, status);
}

static void buckets_begin(Solver *solver, int depth)
{
    assert(depth >= 0);
    disk_buckets_begin(&solver->files, depth);
    solver->bucket_bytes[depth & 1] = 0;
}

// Expanding.

static void buffer_flush(Worker *worker, int part)
{
    assert(part >= 0);
    Solver *const  solver = worker->solver;
    const uint64_t bytes  = worker->count[part] * sizeof(Offset);
    Status         status;
    if (bytes == 0) return;
    mutex_lock(&solver->lock);
    if (!disk_bucket_append(&solver->files, solver->depth + 1, part,
                            (const uint8_t *)&worker->out[(uint64_t)part * solver->buffer], bytes, &status)) {
        if (!solver->failed) solver->failure = status;
        solver->failed = true;
        atomic_store(&solver->stopped, true);
    }
    solver->bucket_bytes[(solver->depth + 1) & 1] += bytes;
    mutex_unlock(&solver->lock);
    worker->count[part] = 0;
}

static void neighbours_post(Worker *worker, int n, uint64_t first, uint64_t count)
{
    assert(n >= 0 && n <= RETRO_NEIGHBOURS_MAX);
    Solver *const solver = worker->solver;
    bool          wrote  = false;
    for (int i = 0; i < n; i++) {
        const uint64_t entry = worker->near[i];
        if (entry - first < count) {
            if (scan_get(solver->part, entry - first) != RETRO_UNREACHED) continue;
            scan_set(solver->part, entry - first, (uint8_t)(solver->depth + 1));
            wrote = true;
            continue;
        }
        const int part                                                       = (int)(entry / solver->size);
        worker->out[(uint64_t)part * solver->buffer + worker->count[part]++] = (Offset)(entry % solver->size);
        if (worker->count[part] == solver->buffer) buffer_flush(worker, part);
    }
    if (wrote) atomic_store_explicit(&solver->wrote, true, memory_order_relaxed);
}

static void report(Solver *solver, double done, bool over)
{
    const RetroRound round = {solver->depth, atomic_load(&solver->expanded), solver->result->reached, done,
                              over};
    if (solver->options->report != NULL) solver->options->report(solver->options->context, &round);
    solver->reported = clock_seconds();
}

static bool poll(Worker *worker)
{
    Solver *const solver = worker->solver;
    if (solver->options->stop != NULL && atomic_load_explicit(solver->options->stop, memory_order_relaxed))
        atomic_store(&solver->stopped, true);
    if (worker->first && clock_seconds() - solver->reported > 0.2)
        report(solver, (double)solver->now / solver->parts, false);
    return atomic_load(&solver->stopped);
}

static void part_expand(void *argument)
{
    Worker *const            worker = argument;
    Solver *const            solver = worker->solver;
    const RetroDomain *const domain = solver->domain;
    const uint64_t           first  = (uint64_t)solver->now * solver->size,
                   count            = disk_part_entries(&solver->files, solver->now);
    for (uint64_t at; (at = atomic_fetch_add(&solver->next, BIT(BLOCK_BITS))) < count;) {
        const uint64_t last  = at + BIT(BLOCK_BITS) < count ? at + BIT(BLOCK_BITS) : count;
        uint64_t       found = 0;
        for (; (at = scan_find(solver->part, at, last, (uint8_t)solver->depth)) < last; at++, found++)
            neighbours_post(worker,
                            domain->neighbours(domain->data, worker->cursor, first + at, worker->near), first,
                            count);
        atomic_fetch_add(&solver->expanded, found);
        if (poll(worker)) break;
    }
    for (int p = 0; p < solver->parts; p++) buffer_flush(worker, p);
}

// Rounds.

// Some of the updates that wait for the part in memory.
static bool updates_apply(void *context, const uint8_t *bytes, size_t n)
{
    Solver *const       solver  = context;
    const Offset *const in      = (const Offset *)(const void *)bytes;
    const uint64_t      updates = n / sizeof(Offset), count = disk_part_entries(&solver->files, solver->now);
    for (uint64_t i = 0; i < updates; i++) {
        if (i + 16 < updates && in[i + 16] < count) __builtin_prefetch(&solver->part[in[i + 16]], 1);
        if (in[i] >= count) return false;
        if (solver->part[in[i]] == RETRO_UNREACHED) solver->part[in[i]] = (uint8_t)solver->depth;
    }
    return true;
}

static bool bucket_apply(Solver *solver, Status *status)
{
    const DiskReader reader = {(uint8_t *)solver->in, solver->in_size * sizeof(Offset), updates_apply,
                               solver};
    return disk_bucket_stream(&solver->files, solver->depth, solver->now, &reader, status);
}

static bool part_run(Solver *solver, Worker *workers, int part, Status *status)
{
    assert(part >= 0 && part < solver->files.parts);
    if (solver->files.buckets[solver->depth & 1][part].bytes == 0 && !solver->fresh[part]) return true;
    if (!part_read(solver, part, status) || !bucket_apply(solver, status)) return false;
    atomic_store(&solver->next, 0);
    atomic_store(&solver->wrote, false);
    threads_run(part_expand, workers, sizeof *workers, solver->options->threads);
    if (solver->failed) return *status = solver->failure, false;
    solver->fresh_next[part] = atomic_load(&solver->wrote) || solver->again;
    return part_write(solver, status);
}

static bool round_run(Solver *solver, Worker *workers, Status *status)
{
    buckets_begin(solver, solver->depth + 1);
    atomic_store(&solver->expanded, 0);
    for (int p = 0; p < solver->parts && !atomic_load(&solver->stopped); p++)
        if (!part_run(solver, workers, p, status)) return false;
    const uint64_t bytes = solver->domain->entries + solver->size + solver->bucket_bytes[0] +
                           solver->bucket_bytes[1];
    if (bytes > solver->work->bytes) solver->work->bytes = bytes;
    bool *const swap   = solver->fresh;
    solver->fresh      = solver->fresh_next;
    solver->fresh_next = swap;
    memset(solver->fresh_next, 0, (size_t)solver->parts);
    solver->again = false;
    return true;
}

// The disk may be full, and this round begins again: what it wrote for the next one goes. The buckets that it
// reads stay: the state on the disk names them.
static bool round_failed(Solver *solver)
{
    buckets_begin(solver, solver->depth + 1);
    return false;
}

static bool rounds_run(Solver *solver, Worker *workers, RetroResult *result, Status *status)
{
    for (;; solver->depth++) {
        solver->files.depth = solver->depth;
        // The state before still counts when this one cannot be written, so nothing is removed.
        if (!disk_state_write(&solver->files, status)) return false;
        if (!round_run(solver, workers, status)) return round_failed(solver);
        if (atomic_load(&solver->stopped)) return result->depth = solver->depth, true;
        const uint64_t found         = atomic_load(&solver->expanded);
        result->found[solver->depth] = found;
        if (found == 0) break;
        if (solver->depth > RETRO_DEPTH_MAX)
            return status_fail(status, "a distance of more than %d", RETRO_DEPTH_MAX);
        if (!disk_buckets_end(&solver->files, solver->depth + 1, status)) return round_failed(solver);
        report(solver, 1, true);
        result->reached += found;
        result->depth = solver->depth;
    }
    return result->complete = true;
}

// Beginning and going on.

// Every goal is looked for in every part: a look costs nothing beside a part that is written.
static bool table_begin(Solver *solver, Status *status)
{
    const RetroDomain *const domain = solver->domain;
    for (solver->now = 0; solver->now < solver->parts; solver->now++) {
        const uint64_t first = (uint64_t)solver->now * solver->size,
                       count = disk_part_entries(&solver->files, solver->now);
        memset(solver->part, RETRO_UNREACHED, count);
        for (uint64_t i = 0; i < domain->goals; i++) {
            const uint64_t goal = domain->goal(domain->data, i);
            if (goal - first < count) solver->part[goal - first] = 0;
        }
        solver->sum = 0;
        if (!part_write(solver, status)) return false;
    }
    buckets_begin(solver, 0);
    return disk_buckets_end(&solver->files, 0, status);
}

// What the rounds before found, from the table.
static bool table_resume(Solver *solver, Status *status)
{
    for (int p = 0; p < solver->parts; p++) {
        if (!part_read(solver, p, status)) return false;
        for (uint64_t i = 0; i < disk_part_entries(&solver->files, p); i++)
            if (solver->part[i] < solver->depth)
                solver->result->found[solver->part[i]]++, solver->result->reached++;
    }
    solver->result->depth = solver->depth > 0 ? solver->depth - 1 : 0;
    return true;
}

static bool table_open(Solver *solver, Status *status)
{
    DiskFiles *const files = &solver->files;
    *files                 = (DiskFiles){.folder  = solver->work->folder,
                                         .label   = solver->work->label,
                                         .entries = solver->domain->entries,
                                         .lock    = -1};
    if (!disk_files_lock(files, status)) return false;
    solver->again = disk_state_read(files, status);
    if (!solver->again) {
        if (status->text[0] != 0) return false;
        files->size = solver->size, files->parts = solver->parts;
        return disk_files_open(files, status) && table_begin(solver, status);
    }
    if (files->size > solver->size)
        return status_fail_system(status,
                                  "'%.200s': begun with parts of %" PRIu64 " bytes; allow at least %" PRIu64
                                  " MiB, or remove it",
                                  files->folder, files->size, files->size * 8 / 5 / (1 << 20) + 1);
    solver->size = files->size, solver->parts = files->parts, solver->depth = files->depth;
    return table_resume(solver, status);
}

// Memory.

static void parts_plan(Solver *solver)
{
    const uint64_t entries = solver->domain->entries, room = solver->options->memory_max / 8 * 5,
                   size  = room > PART_MAX ? PART_MAX
                         : room < 8        ? 8
                                           : room;
    const uint64_t parts = (entries + size - 1) / size;
    solver->size         = ((entries + parts - 1) / parts + 7) / 8 * 8;   // all alike
    solver->parts        = (int)((entries + solver->size - 1) / solver->size);
}

static bool buffers_plan(Solver *solver, Status *status)
{
    const uint64_t updates = solver->options->memory_max / sizeof(Offset);
    const uint64_t buffer  = updates / 4 / ((uint64_t)solver->options->threads * (uint64_t)solver->parts);
    solver->buffer         = (uint32_t)(buffer < BUFFER_MAX ? buffer : BUFFER_MAX);
    solver->in_size        = (uint32_t)(updates / 8 < BUFFER_MAX ? updates / 8 : BUFFER_MAX);
    if (buffer >= BUFFER_MIN) return true;
    return status_fail(status,
                       "%" PRIu64 " bytes of memory are too few for %" PRIu64 " entries and %d threads",
                       solver->options->memory_max, solver->domain->entries, solver->options->threads);
}

static bool worker_open(Worker *worker, Solver *solver, bool first)
{
    const RetroDomain *const domain = solver->domain;
    worker->solver                  = solver;
    worker->first                   = first;
    worker->cursor                  = calloc(1, domain->cursor_size + 1);
    worker->near                    = calloc((size_t)domain->neighbours_max, sizeof *worker->near);
    worker->out                     = calloc((size_t)solver->parts * solver->buffer, sizeof *worker->out);
    worker->count                   = calloc((size_t)solver->parts, sizeof *worker->count);
    if (worker->cursor == NULL || worker->near == NULL || worker->out == NULL || worker->count == NULL)
        return false;
    if (domain->cursor_open != NULL) domain->cursor_open(domain->data, worker->cursor);
    return true;
}

static void workers_close(Worker *workers, int n)
{
    for (int i = 0; workers != NULL && i < n; i++) {
        free(workers[i].cursor);
        free(workers[i].near);
        free(workers[i].out);
        free(workers[i].count);
    }
    free(workers);
}

static Worker *workers_open(Solver *solver, Status *status)
{
    const int     n       = solver->options->threads;
    Worker *const workers = calloc((size_t)n, sizeof *workers);
    solver->fresh         = malloc((size_t)solver->parts);
    solver->fresh_next    = calloc((size_t)solver->parts, 1);
    solver->in            = malloc(solver->in_size * sizeof(Offset));
    bool good = workers != NULL && solver->fresh != NULL && solver->fresh_next != NULL && solver->in != NULL;
    for (int i = 0; good && i < n; i++) good = worker_open(&workers[i], solver, i == 0);
    if (good) return memset(solver->fresh, true, (size_t)solver->parts), workers;
    workers_close(workers, n);
    status_fail_system(status, "out of memory for the buffers of %d threads", n);
    return NULL;
}

static bool solver_run(Solver *solver, Status *status)
{
    solver->room = solver->size;   // parts of an older run may be smaller
    solver->part = memory_reserve(solver->room, 1, MEMORY_HUGE);
    if (solver->part == NULL)
        return status_fail_system(status, "out of memory for a part of %" PRIu64 " entries", solver->size);
    if (!table_open(solver, status) || !buffers_plan(solver, status)) return false;
    Worker *const workers = workers_open(solver, status);
    if (workers == NULL) return false;
    const bool good = rounds_run(solver, workers, solver->result, status);
    workers_close(workers, solver->options->threads);
    return good;
}

bool disk_solve(const RetroDomain *domain, const RetroOptions *options, DiskWork *work, RetroResult *result,
                Status *status)
{
    assert(options->threads >= 1 && options->threads <= THREADS_MAX && options->memory_max > 0 &&
           domain->entries > 0);
    Solver solver = {
        .domain = domain, .options = options, .work = work, .result = result, .files = {.lock = -1}};
    const double start = solver.reported = clock_seconds();
    memset(result, 0, sizeof *result);
    parts_plan(&solver);
    if (!buffers_plan(&solver, status)) return false;
    mutex_open(&solver.lock);
    const bool good = solver_run(&solver, status);
    mutex_close(&solver.lock);
    disk_files_close(&solver.files);
    memory_release(solver.part, solver.room, 1);
    free(solver.in);
    free(solver.fresh);
    free(solver.fresh_next);
    for (int d = 0; d <= result->depth; d++) result->mean += (double)d * (double)result->found[d];
    if (result->reached > 0) result->mean /= (double)result->reached;
    result->seconds = clock_seconds() - start;
    return good;
}

// Afterwards.

bool disk_read(const DiskWork *work, uint64_t entries, uint64_t memory, DbUse *use, void *context,
               Status *status)
{
    assert(entries > 0 && memory > 0 && use != NULL);
    DiskFiles      files  = {.folder = work->folder, .label = work->label, .entries = entries, .lock = -1};
    const uint64_t room   = memory < COPY_MAX ? memory : COPY_MAX;
    uint8_t *const buffer = malloc(room);
    bool           good   = buffer != NULL || status_fail_system(status, "out of memory to read the table");
    if (good && !disk_state_read(&files, status)) {
        good = false;
        if (status->text[0] == 0) status_fail_system(status, "'%.200s': no table there", work->folder);
    }
    const DiskReader reader = {buffer, room, use, context};
    for (int p = 0; good && p < files.parts; p++) good = disk_part_stream(&files, p, &reader, status);
    disk_files_close(&files);
    free(buffer);
    return good;
}

void disk_remove(const DiskWork *work)
{
    char       path[DB_PATH_MAX];
    DIR *const folder = opendir(work->folder);
    if (folder == NULL) return;
    // The state first: killed in between, what is left is a folder in which nothing has begun.
    if (snprintf(path, sizeof path, "%s/state", work->folder) < (int)sizeof path) unlink(path);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.' &&
            snprintf(path, sizeof path, "%s/%s", work->folder, entry->d_name) < (int)sizeof path)
            unlink(path);
    }
    closedir(folder);
    rmdir(work->folder);
}
