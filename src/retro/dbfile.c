#include "retro/dbfile_head.h"
#include "base/memory.h"
#include "base/file.h"
#include "retro/split/dbfile_split.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

// Opening.

static bool dictionary_open(Db *db, Status *status)
{
    if (db->dictionary_size == 0) return true;
    db->dictionary = ZSTD_createDDict(db_dictionary(db), db->dictionary_size);
    return db->dictionary != NULL ||
           status_fail_system(status, "damaged: its dictionary is not a zstd dictionary");
}

bool db_view(Db *db, const char *name, const uint8_t *bytes, size_t size, Status *status)
{
    assert(bytes != NULL);
    *db = (Db){0};
    if (!head_read(db, bytes, size, status) || !dictionary_open(db, status)) {
        *db = (Db){0};
        return status_prefix(status, "'%.200s'", name);
    }
    db->flat = db->form == DB_RAW ? db_data(db) : NULL;
    snprintf(db->path, sizeof db->path, "%s", name);
    return true;
}

static const uint8_t *file_map(const char *path, size_t *size, Status *status)
{
    const int fd = file_open_input(path, size, status);
    if (fd < 0) return NULL;
    void *const map = *size > 0 ? mmap(NULL, *size, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (*size == 0) status_fail_system(status, "'%.200s': the file is empty", path);
    else if (map == MAP_FAILED) file_fail(status, "read", path);
    close(fd);
    return map == MAP_FAILED ? NULL : map;
}

// Memory for random probes, on huge pages to spare the TLB. At 50 MB on a busy virtual machine they were no
// faster than the mapped file; what loading always gives is flat probes of a packed file, and contents that
// have been checked.
static bool load(Db *db, Status *status)
{
    void *const memory = memory_reserve(db->info.entries, 1, MEMORY_HUGE);
    if (memory == NULL)
        return status_fail_system(status, "out of memory for %" PRIu64 " entries", db->info.entries);
    db->loaded = memory;
    if (!db_copy(db, memory, status)) return false;
    memory_seal(memory, db->info.entries, 1);
    madvise((void *)(uintptr_t)db->bytes, db->size, MADV_DONTNEED);   // the file is not needed twice
    db->flat = memory;
    return true;
}

bool db_open(Db *db, const char *path, DbMode mode, Status *status)
{
    size_t         size;
    const uint8_t *bytes = file_map(path, &size, status);
    *db                  = (Db){0};
    if (bytes == NULL) return false;
    const bool split = split_begins(bytes, size);
    if (split) {
        munmap((void *)(uintptr_t)bytes, size);
        if ((bytes = split_map(path, &size, status)) == NULL) return false;
    }
    if (!db_view(db, path, bytes, size, status)) {
        munmap((void *)(uintptr_t)bytes, size);
        return false;
    }
    db->mapped = true;
    db->pieces = split ? DB_SPLIT : DB_WHOLE;
    if (split && db->flat != NULL)
        mode = DB_MAP;   // it may be larger than memory: the page cache keeps of it what it can
    if (mode == DB_LOAD && !load(db, status)) return db_close(db), false;
    if (mode == DB_MAP) madvise((void *)(uintptr_t)bytes, size, MADV_RANDOM);
    return true;
}

void db_close(Db *db)
{
    ZSTD_freeDDict(db->dictionary);
    memory_release(db->loaded, db->info.entries, 1);
    if (db->mapped) munmap((void *)(uintptr_t)db->bytes, db->size);
    *db = (Db){0};
}

// The one asked for.

static bool same(const Db *db, const char *what, const char *found, const char *asked, Status *status)
{
    if (asked[0] == 0 || strcmp(found, asked) == 0) return true;
    return status_fail_system(status, "'%.100s': made for another %s: '%.100s' there and '%.100s' here",
                              db->path, what, found, asked);
}

bool db_expect(const Db *db, const DbInfo *asked, Status *status)
{
    const DbInfo *const found = &db->info;
    if (!same(db, "game", found->game, asked->game, status) ||
        !same(db, "index", found->index, asked->index, status) ||
        !same(db, "goal", found->goal, asked->goal, status) ||
        !same(db, "meaning of values", found->values, asked->values, status))
        return false;
    if (found->kind != asked->kind)
        return status_fail_system(status, "'%.200s': a database of kind '%s'; expected '%s'", db->path,
                                  db_kind_names[found->kind], db_kind_names[asked->kind]);
    if (asked->entries != 0 && asked->entries != found->entries)
        return status_fail_system(
            status, "'%.200s': made for another index: %" PRIu64 " entries there and %" PRIu64 " here",
            db->path, found->entries, asked->entries);
    return true;
}

// Everything in order.

bool db_scan(const Db *db, DbUse *use, void *context, Status *status)
{
    assert(use != NULL && db->bytes != NULL);
    ZSTD_DCtx *const unpacker = ZSTD_createDCtx();
    uint8_t *const   buffer   = malloc(db->form == DB_ZSTD ? db->block : 1);
    bool             good     = true;
    if (unpacker == NULL || buffer == NULL) good = status_fail_system(status, "out of memory for a block");
    if (db->mapped) madvise((void *)(uintptr_t)db->bytes, db->size, MADV_SEQUENTIAL);
    for (uint64_t i = 0; good && i < db->blocks; i++) {
        const uint8_t *const contents = db_block(db, i, buffer, unpacker, status);
        good                          = contents != NULL && use(context, contents, db_block_size(db, i));
    }
    if (db->mapped) madvise((void *)(uintptr_t)db->bytes, db->size, MADV_RANDOM);
    free(buffer);
    ZSTD_freeDCtx(unpacker);
    return good;
}

static bool copy_use(void *context, const uint8_t *entries, size_t n)
{
    uint8_t **const at = context;
    memcpy(*at, entries, n);
    *at += n;
    return true;
}

bool db_copy(const Db *db, uint8_t *table, Status *status) { return db_scan(db, copy_use, &table, status); }

typedef struct Check {
    DbCount       count;
    XXH3_state_t *hash;
    DbProgress   *progress;
    void         *context;
    uint64_t      done, reported, entries;
} Check;

enum { PROGRESS_STEP = 1 << 22 };   // entries between two reports

static bool check_use(void *context, const uint8_t *entries, size_t n)
{
    Check *const c = context;
    count_add(&c->count, entries, n);
    XXH3_128bits_update(c->hash, entries, n);
    c->done += n;
    if (c->progress == NULL || (c->done - c->reported < PROGRESS_STEP && c->done < c->entries)) return true;
    c->reported = c->done;
    return c->progress(c->context, c->done, c->entries);
}

static bool check_result(const Db *db, const Check *c, Status *status)
{
    uint8_t      digest[16];
    const DbSums sums = count_sums(&c->count, db->info.kind);
    head_digest(&db->info, XXH3_128bits_digest(c->hash), digest);
    if (memcmp(digest, db->digest, sizeof digest) != 0)
        return status_fail_system(status, "'%.200s': damaged: its digest is not that of its contents",
                                  db->path);
    if (sums.counted != db->info.counted || sums.sum != db->sum || sums.max != db->info.max)
        return status_fail_system(status, "'%.200s': damaged: its statistics are not those of its contents",
                                  db->path);
    return true;
}

bool db_verify(const Db *db, DbProgress *progress, void *context, Status *status)
{
    Check c = {
        .progress = progress, .context = context, .entries = db->info.entries, .hash = XXH3_createState()};
    if (c.hash == NULL) return status_fail_system(status, "out of memory");
    XXH3_128bits_reset(c.hash);
    status_fail_system(status, "'%.200s': the check was stopped", db->path);
    const bool good = db_scan(db, check_use, &c, status) && check_result(db, &c, status);
    if (good) status_clear(status);
    XXH3_freeState(c.hash);
    return good;
}

const char *db_digest(const Db *db, char out[DB_DIGEST_TEXT])
{
    for (int i = 0; i < 16; i++) snprintf(out + 2 * i, 3, "%02x", db->digest[i]);
    return out;
}

// Statistics.

static bool stats_use(void *context, const uint8_t *entries, size_t n)
{
    return count_add(context, entries, n), true;
}

bool db_stats(const Db *db, DbStats *stats, Status *status)
{
    assert(db->bytes != NULL);
    DbCount      count = {0};
    const double n     = (double)(db->info.entries > 0 ? db->info.entries : 1);
    if (!db_scan(db, stats_use, &count, status)) return false;
    *stats = (DbStats){.bytes_stored = (double)db->size / n};
    count_total(&count, stats->count);
    for (int v = 0; v < 256; v++) {
        const double share = (double)stats->count[v] / n;
        if (share > 0) stats->entropy -= share * log2(share);
    }
    const uint64_t blocks = head_blocks(db->info.entries, DB_BLOCK_RAW);
    stats->bytes_raw      = (double)(DB_HEAD + db->info.entries + DB_TABLE_ROW * blocks) / n;
    return true;
}
