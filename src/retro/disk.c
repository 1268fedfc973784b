#include "retro/disk.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/file.h"
#include "retro/crew.h"
#include "retro/scan.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
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
    int                 table;   // file
    int                 depth, parts;
    uint64_t            size;   // of a part; the last one may be smaller
    uint8_t            *part;
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
    pthread_mutex_t  lock;             // for buckets and what went wrong
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

static bool path_in(const DiskWork *work, const char *name, char out[DB_PATH_MAX], Status *status)
{
    const int n = snprintf(out, DB_PATH_MAX, "%s/%s", work->folder, name);
    return (n >= 0 && n < DB_PATH_MAX) ||
           status_fail(status, "'%.80s...': the path is too long", work->folder);
}

static bool system_failed(const DiskWork *work, const char *what, Status *status)
{
    return status_fail(status, "%.200s/%s: %s", work->folder, what,
                       errno == 0 ? "the file ends too early" : strerror(errno));
}

// All n bytes; false with errno, 0 at the end of the file.
static bool read_all(int fd, uint8_t *to, uint64_t n, uint64_t at)
{
    while (n > 0) {
        const ssize_t got = pread(fd, to, n, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return errno = got == 0 ? 0 : errno, false;
        to += got, at += (uint64_t)got, n -= (uint64_t)got;
    }
    return true;
}

static bool write_all(int fd, const uint8_t *from, uint64_t n, uint64_t at, bool append)
{
    while (n > 0) {
        const ssize_t put = append ? write(fd, from, n) : pwrite(fd, from, n, (off_t)at);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        from += put, at += (uint64_t)put, n -= (uint64_t)put;
    }
    return true;
}

static void bucket_name(int depth, int part, char out[32]) { snprintf(out, 32, "%d-%d", depth & 1, part); }

static int bucket_open(const Solver *solver, int depth, int part, int flags)
{
    char   name[32], path[DB_PATH_MAX];
    Status status;
    bucket_name(depth, part, name);
    return path_in(solver->work, name, path, &status) ? open(path, flags | O_CLOEXEC, 0666) : -1;
}

// What waits for a round is on the disk, or is no longer there.
static bool buckets_sync(Solver *solver, int depth, Status *status)
{
    for (int p = 0; p < solver->parts; p++) {
        const int fd = bucket_open(solver, depth, p, O_RDONLY);
        if (fd < 0 && errno == ENOENT) continue;
        const bool good = fd >= 0 && fdatasync(fd) == 0;
        if (!good) system_failed(solver->work, "bucket", status);
        if (fd >= 0) close(fd);
        if (!good) return false;
    }
    return fdatasync(solver->table) == 0 || system_failed(solver->work, "table", status);
}

static void buckets_remove(Solver *solver, int depth)
{
    char   name[32], path[DB_PATH_MAX];
    Status status;
    for (int p = 0; p < solver->parts; p++) {
        bucket_name(depth, p, name);
        if (path_in(solver->work, name, path, &status)) unlink(path);
    }
    solver->bucket_bytes[depth & 1] = 0;
}

static uint64_t part_entries(const Solver *solver, int part)
{
    const uint64_t left = solver->domain->entries - (uint64_t)part * solver->size;
    return left < solver->size ? left : solver->size;
}

static bool part_read(Solver *solver, int part, Status *status)
{
    solver->now = part;
    return read_all(solver->table, solver->part, part_entries(solver, part), (uint64_t)part * solver->size) ||
           system_failed(solver->work, "table", status);
}

static bool part_write(Solver *solver, Status *status)
{
    return write_all(solver->table, solver->part, part_entries(solver, solver->now),
                     (uint64_t)solver->now * solver->size, false) ||
           system_failed(solver->work, "table", status);
}

// The state.

static bool state_write(const Solver *solver, Status *status)
{
    char      text[TEXT_MAX * 2];
    const int n = snprintf(text, sizeof text, "pollard work 1\n%s\n%" PRIu64 " %" PRIu64 " %d\n",
                           solver->work->label, solver->domain->entries, solver->size, solver->depth);
    return file_write_in(solver->work->folder, "state", text, (size_t)n, status);
}

// False without a message when there is none: then the work begins.
static bool state_read(Solver *solver, Status *status)
{
    char     path[DB_PATH_MAX], label[TEXT_MAX];
    uint64_t entries, size;
    int      depth;
    status_clear(status);
    if (!path_in(solver->work, "state", path, status)) return false;
    FILE *const file = fopen(path, "r");
    if (file == NULL) return false;
    const bool whole = fscanf(file, "pollard work 1\n%511[^\n]\n%" SCNu64 " %" SCNu64 " %d\n", label,
                              &entries, &size, &depth) == 4;
    fclose(file);
    if (!whole || strcmp(label, solver->work->label) != 0 || entries != solver->domain->entries ||
        size == 0 || size > PART_MAX || size % 8 != 0 || depth < 0 || depth > RETRO_DEPTH_MAX + 1)
        return status_fail(status, "%.200s: not the work of '%.100s'; remove it to begin again",
                           solver->work->folder, solver->work->label);
    if (size > solver->size)
        return status_fail(status,
                           "%.200s: begun with parts of %" PRIu64 " bytes; allow at least %" PRIu64
                           " MiB, or remove it",
                           solver->work->folder, size, size * 8 / 5 / (1 << 20) + 1);
    solver->size  = size;
    solver->parts = (int)((entries + size - 1) / size);
    solver->depth = depth;
    return true;
}

// Expanding.

static void fail(Solver *solver, const char *what)
{
    if (!solver->failed) system_failed(solver->work, what, &solver->failure);
    solver->failed = true;
    atomic_store(&solver->stopped, true);
}

static void buffer_flush(Worker *worker, int part)
{
    Solver *const  solver = worker->solver;
    const uint64_t bytes  = worker->count[part] * sizeof(Offset);
    if (bytes == 0) return;
    pthread_mutex_lock(&solver->lock);
    const int fd = bucket_open(solver, solver->depth + 1, part, O_WRONLY | O_CREAT | O_APPEND);
    if (fd < 0 ||
        !write_all(fd, (const uint8_t *)&worker->out[(uint64_t)part * solver->buffer], bytes, 0, true))
        fail(solver, "bucket");
    if (fd >= 0) close(fd);
    solver->bucket_bytes[(solver->depth + 1) & 1] += bytes;
    pthread_mutex_unlock(&solver->lock);
    worker->count[part] = 0;
}

static void neighbours_post(Worker *worker, int n, uint64_t first, uint64_t count)
{
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

static bool look_up(Worker *worker)
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
    const uint64_t first = (uint64_t)solver->now * solver->size, count = part_entries(solver, solver->now);
    for (uint64_t at; (at = atomic_fetch_add(&solver->next, BIT(BLOCK_BITS))) < count;) {
        const uint64_t last  = at + BIT(BLOCK_BITS) < count ? at + BIT(BLOCK_BITS) : count;
        uint64_t       found = 0;
        for (; (at = scan_find(solver->part, at, last, (uint8_t)solver->depth)) < last; at++, found++)
            neighbours_post(worker,
                            domain->neighbours(domain->data, worker->cursor, first + at, worker->near), first,
                            count);
        atomic_fetch_add(&solver->expanded, found);
        if (look_up(worker)) break;
    }
    for (int p = 0; p < solver->parts; p++) buffer_flush(worker, p);
}

// Rounds.

// The updates that wait for the part in memory; true also when there are none.
static bool bucket_apply(Solver *solver, int fd, Status *status)
{
    const uint64_t count = part_entries(solver, solver->now);
    struct stat    facts;
    if (fstat(fd, &facts) != 0) return system_failed(solver->work, "bucket", status);
    const uint64_t updates = (uint64_t)facts.st_size / sizeof(Offset);
    for (uint64_t at = 0; at < updates; at += solver->in_size) {
        const uint64_t n = updates - at < solver->in_size ? updates - at : solver->in_size;
        if (!read_all(fd, (uint8_t *)solver->in, n * sizeof(Offset), at * sizeof(Offset)))
            return system_failed(solver->work, "bucket", status);
        for (uint64_t i = 0; i < n; i++) {
            if (i + 16 < n) __builtin_prefetch(&solver->part[solver->in[i + 16]], 1);
            if (solver->in[i] >= count)
                return status_fail(status, "%.200s: a damaged bucket", solver->work->folder);
            if (solver->part[solver->in[i]] == RETRO_UNREACHED)
                solver->part[solver->in[i]] = (uint8_t)solver->depth;
        }
    }
    return true;
}

static bool part_run(Solver *solver, Worker *workers, int part, Status *status)
{
    const int bucket = bucket_open(solver, solver->depth, part, O_RDONLY);
    if (bucket < 0 && errno != ENOENT) return system_failed(solver->work, "bucket", status);
    if (bucket < 0 && !solver->fresh[part]) return true;
    const bool read = part_read(solver, part, status) && (bucket < 0 || bucket_apply(solver, bucket, status));
    if (bucket >= 0) close(bucket);
    if (!read) return false;
    atomic_store(&solver->next, 0);
    atomic_store(&solver->wrote, false);
    if (!crew_run(part_expand, workers, sizeof *workers, solver->options->threads, status)) return false;
    if (solver->failed) return *status = solver->failure, false;
    solver->fresh_next[part] = atomic_load(&solver->wrote) || solver->again;
    return part_write(solver, status);
}

static bool round_run(Solver *solver, Worker *workers, Status *status)
{
    buckets_remove(solver, solver->depth + 1);
    atomic_store(&solver->expanded, 0);
    for (int p = 0; p < solver->parts && !atomic_load(&solver->stopped); p++)
        if (!part_run(solver, workers, p, status)) return false;
    const uint64_t bytes = solver->domain->entries + solver->bucket_bytes[0] + solver->bucket_bytes[1];
    if (bytes > solver->work->bytes) solver->work->bytes = bytes;
    bool *const swap   = solver->fresh;
    solver->fresh      = solver->fresh_next;
    solver->fresh_next = swap;
    memset(solver->fresh_next, 0, (size_t)solver->parts);
    solver->again = false;
    return true;
}

static bool rounds_run(Solver *solver, Worker *workers, RetroResult *result, Status *status)
{
    for (;; solver->depth++) {
        if (!state_write(solver, status) || !round_run(solver, workers, status)) return false;
        if (atomic_load(&solver->stopped)) return result->depth = solver->depth, true;
        const uint64_t found         = atomic_load(&solver->expanded);
        result->found[solver->depth] = found;
        if (found == 0) break;
        if (solver->depth > RETRO_DEPTH_MAX)
            return status_fail(status, "a distance of more than %d", RETRO_DEPTH_MAX);
        if (!buckets_sync(solver, solver->depth + 1, status)) return false;
        report(solver, 1, true);
        result->reached += found;
        result->depth = solver->depth;
    }
    return result->complete = true;
}

// Beginning and going on.

static bool table_begin(Solver *solver, Status *status)
{
    const RetroDomain *const domain = solver->domain;
    memset(solver->part, RETRO_UNREACHED, solver->size);
    for (solver->now = 0; solver->now < solver->parts; solver->now++)
        if (!part_write(solver, status)) return false;
    for (uint64_t i = 0; i < domain->goals; i++)
        if (!write_all(solver->table, &(uint8_t){0}, 1, domain->goal(domain->data, i), false))
            return system_failed(solver->work, "table", status);
    buckets_remove(solver, 0);
    return buckets_sync(solver, 0, status);
}

// What the rounds before found, from the table.
static bool table_resume(Solver *solver, Status *status)
{
    for (int p = 0; p < solver->parts; p++) {
        if (!part_read(solver, p, status)) return false;
        for (uint64_t i = 0; i < part_entries(solver, p); i++)
            if (solver->part[i] < solver->depth)
                solver->result->found[solver->part[i]]++, solver->result->reached++;
    }
    return true;
}

static bool table_open(Solver *solver, Status *status)
{
    char       path[DB_PATH_MAX];
    const bool resumed = state_read(solver, status);
    if ((!resumed && status->text[0] != 0) || !path_in(solver->work, "table", path, status)) return false;
    solver->table = open(path, O_RDWR | O_CLOEXEC | (resumed ? 0 : O_CREAT), 0666);
    if (solver->table < 0) return system_failed(solver->work, "table", status);
    if (flock(solver->table, LOCK_EX | LOCK_NB) != 0)
        return status_fail(status, "%.200s: another process works there", solver->work->folder);
    solver->again = resumed;
    return resumed ? table_resume(solver, status) : table_begin(solver, status);
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
    status_fail(status, "no memory for the buffers of %d threads", n);
    return NULL;
}

static bool solver_run(Solver *solver, Status *status)
{
    solver->part = aligned_alloc(64, (solver->size + 63) / 64 * 64);
    if (solver->part == NULL)
        return status_fail(status, "no memory for a part of %" PRIu64 " entries", solver->size);
    if (!table_open(solver, status) || !buffers_plan(solver, status)) return false;
    Worker *const workers = workers_open(solver, status);
    if (workers == NULL) return false;
    const bool good = rounds_run(solver, workers, solver->result, status);
    if (!good) buckets_remove(solver, solver->depth + 1);   // the disk may be full; this round begins again
    workers_close(workers, solver->options->threads);
    return good;
}

bool disk_solve(const RetroDomain *domain, const RetroOptions *options, DiskWork *work, RetroResult *result,
                Status *status)
{
    assert(options->threads >= 1 && options->threads <= CREW_MAX && options->memory_max > 0 &&
           domain->entries > 0);
    Solver       solver = {.domain = domain, .options = options, .work = work, .result = result, .table = -1};
    const double start = solver.reported = clock_seconds();
    memset(result, 0, sizeof *result);
    parts_plan(&solver);
    if (!buffers_plan(&solver, status) || !file_folder(work->folder, status)) return false;
    pthread_mutex_init(&solver.lock, NULL);
    const bool good = solver_run(&solver, status);
    pthread_mutex_destroy(&solver.lock);
    if (solver.table >= 0) close(solver.table);
    free(solver.part);
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
    char path[DB_PATH_MAX];
    if (!path_in(work, "table", path, status)) return false;
    const uint64_t size   = memory < COPY_MAX ? memory : COPY_MAX;
    uint8_t *const buffer = malloc(size);
    const int      fd     = open(path, O_RDONLY | O_CLOEXEC);
    bool           good   = buffer != NULL && fd >= 0;
    if (!good) system_failed(work, "table", status);
    for (uint64_t at = 0; good && at < entries; at += size) {
        const uint64_t n = entries - at < size ? entries - at : size;
        if (!read_all(fd, buffer, n, at)) good = system_failed(work, "table", status);
        else good = use(context, buffer, n);
    }
    if (fd >= 0) close(fd);
    free(buffer);
    return good;
}

void disk_remove(const DiskWork *work)
{
    DIR *const folder = opendir(work->folder);
    if (folder == NULL) return;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char   path[DB_PATH_MAX];
        Status status;
        if (entry->d_name[0] != '.' && path_in(work, entry->d_name, path, &status)) unlink(path);
    }
    closedir(folder);
    rmdir(work->folder);
}
