// Parts: the log; making; writing the file.
#include "retro/slices.h"
#include "base/clock.h"
#include "base/threads.h"
#include "retro/dbfile_head.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { LOG_HEAD = 16, RECORD_HEAD = 24, LOG_LEVEL = 1, SAMPLE = 4 << 20, REPORT_MS = 200 };

static const char log_magic[8] = {'P', 'O', 'L', 'L', 'A', 'R', 'D', 'S'};

typedef struct Builder {
    const SliceDomain  *domain;
    const SliceOptions *options;
    const char         *log;
    int                 fd;
    uint64_t           *at;        // by slice: its record in the log, 0 while it is missing
    uint64_t            size;      // of the log
    unsigned            largest;   // value so far
    uint64_t            reached;   // entries with a value
    uint64_t            done;      // slices in the log
    _Atomic uint64_t    next;      // slice to look at
    atomic_bool         broken;    // stopped or failed
    Mutex               mutex;     // of the log and of what is above `next`
    double              reported;
    Status              status;   // why it failed
} Builder;

typedef struct Maker {
    Builder   *b;
    int        rank;
    void      *scratch;
    uint8_t   *slice, *record;
    ZSTD_CCtx *packing;
    ZSTD_DCtx *unpacking;
} Maker;

static uint64_t slice_size(const SliceDomain *domain, uint64_t slice)
{
    const uint64_t left = domain->entries - slice * domain->slice_entries;
    return left < domain->slice_entries ? left : domain->slice_entries;
}

// The log.

static bool log_failed(const Builder *b, const char *doing, Status *status)
{
    return status_fail_system(status, "cannot %s '%.200s': %s", doing, b->log, strerror(errno));
}

static bool log_write(Builder *b, const uint8_t *bytes, size_t size, Status *status)
{
    for (size_t done = 0; done < size;) {
        const ssize_t n = pwrite(b->fd, bytes + done, size - done, (off_t)(b->size + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return log_failed(b, "write", status);
        done += (size_t)n;
    }
    b->size += size;
    return true;
}

static bool log_read(const Builder *b, uint8_t *bytes, size_t size, uint64_t at)
{
    for (size_t done = 0; done < size;) {
        const ssize_t n = pread(b->fd, bytes + done, size - done, (off_t)(at + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static uint64_t record_sum(const uint8_t *record, size_t packed)
{
    return XXH3_64bits(record, 16) ^ XXH3_64bits(record + RECORD_HEAD, packed);
}

// The record at `at`: whole, right, and of a slice there is. Its packed size in *packed.
static bool record_read(const Builder *b, uint8_t *record, uint64_t at, size_t *packed)
{
    if (!log_read(b, record, RECORD_HEAD, at)) return false;
    const uint64_t slice = load64(record), size = load64(record + 8);
    if (slice >= b->domain->slices || size > ZSTD_compressBound(slice_size(b->domain, slice))) return false;
    *packed = size;
    return log_read(b, record + RECORD_HEAD, size, at + RECORD_HEAD) &&
           load64(record + 16) == record_sum(record, size);
}

static bool record_unpack(const Builder *b, Maker *maker, size_t packed)
{
    const uint64_t n = slice_size(b->domain, load64(maker->record));
    return ZSTD_decompressDCtx(maker->unpacking, maker->slice, n, maker->record + RECORD_HEAD, packed) == n;
}

// Adds the slice to what is known of the table.
static void slice_count(Builder *b, const uint8_t *slice, uint64_t n)
{
    unsigned largest = 0;
    uint64_t reached = 0;
    for (uint64_t i = 0; i < n; i++) {
        const unsigned value = slice[i] < SLICES_NEVER ? slice[i] : 0;
        reached += slice[i] < SLICES_NEVER;
        largest = value > largest ? value : largest;
    }
    mutex_lock(&b->mutex);
    b->reached += reached;
    if (largest > b->largest) b->largest = largest;
    mutex_unlock(&b->mutex);
}

// What an earlier run has left; the first record that is not right ends it.
static void log_resume(Builder *b, Maker *maker)
{
    for (size_t packed; record_read(b, maker->record, b->size, &packed) && record_unpack(b, maker, packed);) {
        const uint64_t slice = load64(maker->record);
        if (b->at[slice] != 0) break;
        slice_count(b, maker->slice, slice_size(b->domain, slice));
        b->done++;
        b->at[slice] = b->size;
        b->size += RECORD_HEAD + packed;
    }
}

// Does the log end in the middle of the record at its end, as after a kill? Otherwise a byte was changed.
static bool log_torn(const Builder *b, uint64_t file_size)
{
    uint8_t head[RECORD_HEAD];
    if (file_size - b->size < RECORD_HEAD) return true;
    if (!log_read(b, head, RECORD_HEAD, b->size)) return false;
    const uint64_t slice = load64(head), size = load64(head + 8);
    return slice < b->domain->slices && size <= ZSTD_compressBound(slice_size(b->domain, slice)) &&
           RECORD_HEAD + size > file_size - b->size;
}

static void damage_notice(const Builder *b)
{
    char what[STATUS_TEXT_MAX];
    snprintf(what, sizeof what, "'%.200s' is damaged at byte %" PRIu64 "; what follows is made again", b->log,
             b->size);
    if (b->options->notice != NULL) b->options->notice(b->options->context, what);
}

static bool log_begin(Builder *b, Maker *maker, uint64_t description, Status *status)
{
    uint8_t     head[LOG_HEAD], found[LOG_HEAD];
    struct stat info;
    memcpy(head, log_magic, sizeof log_magic);
    store64(head + 8, description);
    b->fd = open(b->log, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (b->fd < 0) return log_failed(b, "write", status);
    if (flock(b->fd, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK
                 ? status_fail_system(status, "'%.200s' is being written by another process", b->log)
                 : log_failed(b, "lock", status);
    if (fstat(b->fd, &info) != 0) return log_failed(b, "read", status);
    if (!S_ISREG(info.st_mode)) return errno = EINVAL, log_failed(b, "use", status);
    if (info.st_size < LOG_HEAD)
        return (ftruncate(b->fd, 0) == 0 || log_failed(b, "write", status)) &&
               log_write(b, head, LOG_HEAD, status);
    if (!log_read(b, found, LOG_HEAD, 0)) return log_failed(b, "read", status);
    if (memcmp(found, head, LOG_HEAD) != 0)
        return status_fail_system(
            status, "'%.200s' is not an unfinished build of this database; remove it to start over", b->log);
    b->size = LOG_HEAD;
    log_resume(b, maker);
    if (b->size < (uint64_t)info.st_size && !log_torn(b, (uint64_t)info.st_size)) damage_notice(b);
    return ftruncate(b->fd, (off_t)b->size) == 0 || log_failed(b, "write", status);
}

// Making.

static void report(Builder *b, double made, double written)
{
    b->reported = clock_seconds();
    if (b->options->report != NULL) b->options->report(b->options->context, made, written);
}

static bool stop_requested(const Builder *b)
{
    return b->options->stop != NULL && atomic_load_explicit(b->options->stop, memory_order_relaxed);
}

static bool slice_keep(Builder *b, Maker *maker, uint64_t slice, Status *status)
{
    const uint64_t n      = slice_size(b->domain, slice);
    const size_t   packed = ZSTD_compressCCtx(maker->packing, maker->record + RECORD_HEAD,
                                              ZSTD_compressBound(n), maker->slice, n, LOG_LEVEL);
    if (ZSTD_isError(packed)) return status_fail(status, "cannot pack: %s", ZSTD_getErrorName(packed));
    slice_count(b, maker->slice, n);
    store64(maker->record, slice);
    store64(maker->record + 8, packed);
    store64(maker->record + 16, record_sum(maker->record, packed));
    mutex_lock(&b->mutex);
    const uint64_t at   = b->size;
    const bool     good = log_write(b, maker->record, RECORD_HEAD + packed, status);
    if (good) b->at[slice] = at, b->done++;
    mutex_unlock(&b->mutex);
    return good;
}

static void maker_run(void *argument)
{
    Maker *const             maker  = argument;
    Builder *const           b      = maker->b;
    const SliceDomain *const domain = b->domain;
    for (uint64_t slice; (slice = atomic_fetch_add(&b->next, 1)) < domain->slices;) {
        Status status;
        if (b->at[slice] != 0) continue;
        if (stop_requested(b)) atomic_store(&b->broken, true);
        if (atomic_load(&b->broken)) return;
        domain->make(domain->data, slice, maker->scratch, maker->slice);
        if (!slice_keep(b, maker, slice, &status)) {
            mutex_lock(&b->mutex);
            b->status = status;
            mutex_unlock(&b->mutex);
            atomic_store(&b->broken, true);
        }
        if (maker->rank == 0 && clock_seconds() - b->reported > REPORT_MS / 1000.0)
            report(b, (double)slice / (double)domain->slices, 0);
    }
}

// Writing the file.

static void never_replace(uint8_t *slice, uint64_t n, unsigned largest)
{
    const uint8_t never = (uint8_t)(largest + 1);
    for (uint64_t i = 0; i < n; i++) slice[i] = slice[i] == SLICES_NEVER ? never : slice[i];
}

static bool slice_fetch(Builder *b, Maker *maker, uint64_t slice, Status *status)
{
    size_t packed;
    if (!record_read(b, maker->record, b->at[slice], &packed) || !record_unpack(b, maker, packed))
        return status_fail_system(status, "'%.200s' changed while it was read", b->log);
    never_replace(maker->slice, slice_size(b->domain, slice), b->largest);
    return true;
}

// Parts of slices from everywhere, for the dictionary: the first slice alone would stand for few of them.
static bool writer_train(Builder *b, Maker *maker, DbWriter *w, Status *status)
{
    const uint64_t slices = b->domain->slices, parts = slices < 64 ? slices : 64;
    uint8_t *const sample = malloc(SAMPLE);
    uint64_t       used   = 0;
    bool           good   = sample != NULL || status_fail_system(status, "out of memory");
    for (uint64_t i = 0; good && i < parts; i++) {
        const uint64_t slice = i * slices / parts, n = slice_size(b->domain, slice), most = SAMPLE / parts,
                       part = n < most ? n : most;
        good                = slice_fetch(b, maker, slice, status);
        if (good) memcpy(sample + used, maker->slice + (n - part) / 2, part), used += part;
    }
    if (good) db_train(w, sample, used);
    free(sample);
    return good;
}

static bool file_write(Builder *b, Maker *maker, const DbInfo *info, const char *path, bool *complete,
                       Status *status)
{
    DbWriter *const w = db_create(path, info, &b->options->file, status);
    if (w == NULL) return false;
    bool good = b->options->file.form != DB_ZSTD || writer_train(b, maker, w, status);
    for (uint64_t slice = 0; good && slice < b->domain->slices; slice++) {
        if (stop_requested(b)) return db_abandon(w), true;
        good = slice_fetch(b, maker, slice, status) &&
               db_append(w, maker->slice, slice_size(b->domain, slice), status);
        if (clock_seconds() - b->reported > REPORT_MS / 1000.0)
            report(b, 1, (double)slice / (double)b->domain->slices);
    }
    if (!good) return db_abandon(w), false;
    return *complete = db_finish(w, status);
}

// All of it.

static void makers_close(Maker *makers, int n)
{
    for (int i = 0; makers != NULL && i < n; i++) {
        free(makers[i].scratch);
        free(makers[i].slice);
        free(makers[i].record);
        ZSTD_freeCCtx(makers[i].packing);
        ZSTD_freeDCtx(makers[i].unpacking);
    }
    free(makers);
}

static Maker *makers_open(Builder *b, Status *status)
{
    const int    n      = b->options->threads;
    const size_t slice  = b->domain->slice_entries;
    Maker *const makers = calloc((size_t)n, sizeof *makers);
    bool         good   = makers != NULL;
    for (int i = 0; good && i < n; i++) {
        makers[i] = (Maker){.b         = b,
                            .rank      = i,
                            .scratch   = malloc(b->domain->scratch + 1),
                            .slice     = malloc(slice + SLICES_SLACK),
                            .record    = malloc(RECORD_HEAD + ZSTD_compressBound(slice)),
                            .packing   = ZSTD_createCCtx(),
                            .unpacking = ZSTD_createDCtx()};
        good      = makers[i].scratch != NULL && makers[i].slice != NULL && makers[i].record != NULL &&
               makers[i].packing != NULL && makers[i].unpacking != NULL;
    }
    if (good) return makers;
    makers_close(makers, n);
    return status_fail_system(status, "out of memory for the slices of %d threads", n), NULL;
}

static bool builder_run(Builder *b, Maker *makers, const DbInfo *info, const char *path, SliceResult *result,
                        Status *status)
{
    char         description[HEAD_DESCRIPTION_LIMIT];
    const size_t length = head_describe(info, description, status);
    if (length == 0 || !log_begin(b, makers, XXH3_64bits(description, length), status)) return false;
    result->reused = b->done;
    report(b, (double)b->done / (double)b->domain->slices, 0);
    threads_run(maker_run, makers, sizeof *makers, b->options->threads);
    result->made    = b->done - result->reused;
    result->largest = b->largest;
    result->reached = b->reached;
    if (b->status.text[0] != 0) return *status = b->status, false;
    if (b->done < b->domain->slices) return true;
    if (!file_write(b, makers, info, path, &result->complete, status)) return false;
    if (result->complete) unlink(b->log);
    return true;
}

uint64_t slices_memory(const SliceDomain *domain, int threads)
{
    return (uint64_t)threads * (2 * domain->slice_entries + domain->scratch) +
           domain->slices * sizeof(uint64_t);
}

bool slices_build(const SliceDomain *domain, const DbInfo *info, const char *path, const char *log,
                  const SliceOptions *options, SliceResult *result, Status *status)
{
    assert(options->threads >= 1 && options->threads <= THREADS_MAX && info->entries == domain->entries);
    const double   start  = clock_seconds();
    const uint64_t needed = slices_memory(domain, options->threads);
    memset(result, 0, sizeof *result);
    if (options->memory_max > 0 && needed > options->memory_max)
        return status_fail(status, "the slices of %d threads need %" PRIu64 " bytes; %" PRIu64 " are allowed",
                           options->threads, needed, options->memory_max);
    Builder b = {.domain = domain, .options = options, .log = log, .fd = -1, .reported = start};
    b.at      = calloc(domain->slices, sizeof *b.at);
    mutex_open(&b.mutex);
    Maker *const makers = makers_open(&b, status);
    const bool   good   = (b.at != NULL || status_fail_system(status, "out of memory")) && makers != NULL &&
                      builder_run(&b, makers, info, path, result, status);
    makers_close(makers, options->threads);
    if (b.fd >= 0) close(b.fd);
    mutex_close(&b.mutex);
    free(b.at);
    result->seconds = clock_seconds() - start;
    return good;
}
