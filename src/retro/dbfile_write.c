#include "retro/dbfile_head.h"
#include "base/file.h"
#include "retro/dbfile_pack.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct DbWriter {
    DbInfo        info;
    DbOptions     options;
    char          path[DB_PATH_MAX];     // as it was given
    char          target[DB_PATH_MAX];   // what it resolves to: a link stays a link
    char          temporary[DB_PATH_MAX + 8];
    int           fd, slot;   // slot: of the temporary file (file.h)
    uint8_t      *batch;      // contents that wait, up to batch_size
    size_t        batch_used, batch_size;
    uint64_t      received;          // entries given so far
    uint8_t      *table;             // rows of the blocks written so far
    uint64_t      written, stored;   // blocks, bytes of data
    Packer       *packer;            // NULL for raw
    bool          trained;
    XXH3_state_t *hash;
    DbCount       count;
};

// The temporary file.

static bool system_failed(const DbWriter *w, const char *doing, Status *status)
{
    return file_fail(status, doing, w->path);
}

// Is the file that was locked still the one under that name? Its last writer may have renamed it in between.
static bool still_there(const DbWriter *w)
{
    struct stat open_one, named_one;
    return fstat(w->fd, &open_one) == 0 && stat(w->temporary, &named_one) == 0 &&
           open_one.st_ino == named_one.st_ino && open_one.st_dev == named_one.st_dev;
}

// One writer at a time. The file of a writer that was killed is nobody's: its lock ended with it.
static bool temporary_open(DbWriter *w, Status *status)
{
    for (;;) {
        w->fd = open(w->temporary, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
        if (w->fd < 0) return system_failed(w, "write", status);
        if (flock(w->fd, LOCK_EX | LOCK_NB) != 0) {
            const bool busy = errno == EWOULDBLOCK;
            if (!busy) system_failed(w, "lock", status);
            else status_fail_system(status, "'%.200s' is being written by another process", w->path);
            close(w->fd);
            return w->fd = -1, false;
        }
        if (still_there(w)) break;
        close(w->fd);
    }
    w->slot = file_temporary_enter(w->temporary);
    return ftruncate(w->fd, 0) == 0 || system_failed(w, "write", status);
}

static bool write_at(DbWriter *w, const uint8_t *bytes, size_t size, uint64_t at, Status *status)
{
    for (size_t done = 0; done < size;) {
        const ssize_t n = pwrite(w->fd, bytes + done, size - done, (off_t)(at + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return system_failed(w, "write", status);
        done += (size_t)n;
    }
    return true;
}

// Making a writer.

static void writer_free(DbWriter *w)
{
    if (w->fd >= 0) close(w->fd);
    file_temporary_leave(w->slot);
    packer_close(w->packer);
    XXH3_freeState(w->hash);
    free(w->batch);
    free(w->table);
    free(w);
}

void db_abandon(DbWriter *w)
{
    if (w == NULL) return;
    if (w->fd >= 0) unlink(w->temporary);
    writer_free(w);
}

static bool options_settle(DbWriter *w, Status *status)
{
    DbOptions *const o = &w->options;
    if (o->block == 0) o->block = o->form == DB_RAW ? DB_BLOCK_RAW : DB_BLOCK_ZSTD;
    if (o->level == 0) o->level = DB_LEVEL;
    if (o->threads < 1) o->threads = 1;
    if (o->threads > DB_THREADS_MAX) o->threads = DB_THREADS_MAX;
    if (w->info.width == 0) w->info.width = 1;
    if (w->info.width != 1) return status_fail(status, "%u bytes per entry; expected 1", w->info.width);
    if (!head_block_good(o->form, o->block))
        return status_fail(status, "blocks of %u bytes; expected a power of two from %d to %d", o->block,
                           DB_BLOCK_MIN, o->form == DB_RAW ? DB_BLOCK_RAW_MAX : DB_BLOCK_ZSTD_MAX);
    snprintf(w->info.program, sizeof w->info.program, "pollard %s", POLLARD_VERSION);
    snprintf(w->info.source, sizeof w->info.source, "%s", build_digest(w->info.game));
    snprintf(w->info.commit, sizeof w->info.commit, "%s", build_commit);
    return true;
}

static bool writer_fill(DbWriter *w, Status *status)
{
    char           description[HEAD_DESCRIPTION_LIMIT];
    const uint64_t most = w->options.form == DB_RAW ? DB_BLOCK_RAW_MAX : PACK_BATCH;
    if (!options_settle(w, status) || head_describe(&w->info, description, status) == 0) return false;
    w->batch_size = w->info.entries < most ? w->info.entries : most;
    w->batch      = malloc(w->batch_size + 1);
    w->table      = malloc(head_blocks(w->info.entries, w->options.block) * DB_TABLE_ROW + 1);
    w->hash       = XXH3_createState();
    if (w->batch == NULL || w->table == NULL || w->hash == NULL)
        return status_fail_system(status, "out of memory to write '%.200s'", w->path);
    XXH3_128bits_reset(w->hash);
    if (w->options.form == DB_ZSTD) {
        w->packer = packer_open(w->options.block, w->options.level, w->options.threads, status);
        if (w->packer == NULL) return false;
    }
    return temporary_open(w, status);
}

DbWriter *db_create(const char *path, const DbInfo *info, const DbOptions *options, Status *status)
{
    DbWriter *const w = calloc(1, sizeof *w);
    if (w == NULL) return status_fail_system(status, "out of memory"), NULL;
    w->info = *info, w->options = *options, w->fd = w->slot = -1;
    if ((size_t)snprintf(w->path, sizeof w->path, "%s", path) >= sizeof w->path) {
        free(w);
        return status_fail(status, "the path of the database is too long"), NULL;
    }
    if (!file_resolve(w->path, w->target, status)) return free(w), NULL;
    snprintf(w->temporary, sizeof w->temporary, "%s.new", w->target);
    if (writer_fill(w, status)) return w;
    db_abandon(w);
    return NULL;
}

// Blocks.

static void row_add(DbWriter *w, const uint8_t *stored, size_t size)
{
    assert(size > 0);
    uint8_t *const row = w->table + w->written++ * DB_TABLE_ROW;
    w->stored += size;
    store64(row, w->stored);
    store64(row + 8, XXH3_64bits(stored, size));
}

static bool raw_flush(DbWriter *w, const uint8_t *contents, size_t size, Status *status)
{
    if (!write_at(w, contents, size, DB_HEAD + w->stored, status)) return false;
    for (size_t at = 0; at < size; at += w->options.block)
        row_add(w, contents + at, size - at < w->options.block ? size - at : w->options.block);
    return true;
}

void db_train(DbWriter *w, const uint8_t *table, uint64_t entries)
{
    assert(w->received == 0);
    if (w->packer == NULL || w->trained) return;
    w->trained = true;
    if (!w->options.no_dictionary) packer_train(w->packer, table, entries, w->info.entries);
}

// The stored blocks are gathered in one buffer: one system call for a thousand blocks.
static bool packed_flush(DbWriter *w, const uint8_t *contents, size_t size, Status *status)
{
    const size_t   blocks = (size + w->options.block - 1) / w->options.block;
    const uint64_t start  = w->stored;
    if (!packer_pack(w->packer, contents, size, status)) return false;
    uint8_t *const gathered = malloc(size);
    if (gathered == NULL) return status_fail_system(status, "out of memory to write '%.200s'", w->path);
    for (size_t i = 0; i < blocks; i++) {
        size_t               n;
        const uint8_t *const stored = packer_block(w->packer, i, &n);
        memcpy(gathered + (w->stored - start), stored, n);
        row_add(w, stored, n);
    }
    const bool good = write_at(w, gathered, w->stored - start, DB_HEAD + start, status);
    free(gathered);
    return good;
}

static bool flush(DbWriter *w, const uint8_t *contents, size_t size, Status *status)
{
    if (size == 0) return true;
    XXH3_128bits_update(w->hash, contents, size);
    count_add(&w->count, contents, size);
    if (w->packer == NULL) return raw_flush(w, contents, size, status);
    if (!w->trained && !w->options.no_dictionary) packer_train(w->packer, contents, size, w->info.entries);
    w->trained = true;
    return packed_flush(w, contents, size, status);
}

bool db_append(DbWriter *w, const uint8_t *entries, size_t n, Status *status)
{
    assert(w != NULL && (entries != NULL || n == 0));
    if (n > w->info.entries - w->received)
        return status_fail(status, "cannot write '%.200s': more entries than the %" PRIu64 " it was made for",
                           w->path, w->info.entries);
    w->received += n;
    while (n > 0) {
        const bool   whole = w->batch_used == 0 && n >= w->batch_size;   // no need to copy
        const size_t room = w->batch_size - w->batch_used, part = n < room ? n : room;
        if (!whole) memcpy(w->batch + w->batch_used, entries, part);
        w->batch_used += part;
        if (w->batch_used == w->batch_size) {
            if (!flush(w, whole ? entries : w->batch, w->batch_size, status)) return false;
            w->batch_used = 0;
        }
        entries += part, n -= part;
    }
    return true;
}

// The end.

static bool tail_write(DbWriter *w, uint8_t head[DB_HEAD], Status *status)
{
    size_t               size       = 0;
    const uint8_t *const dictionary = w->packer != NULL ? packer_dictionary(w->packer, &size) : NULL;
    const size_t         table_size = w->written * DB_TABLE_ROW;
    store64(head + HEAD_DICTIONARY, size);
    store64(head + HEAD_DICTIONARY_SUM, XXH3_64bits(dictionary, size));
    store64(head + HEAD_TABLE_SUM, XXH3_64bits(w->table, table_size));
    return write_at(w, dictionary, size, DB_HEAD + w->stored, status) &&
           write_at(w, w->table, table_size, DB_HEAD + w->stored + size, status);
}

static bool head_write(DbWriter *w, uint8_t head[DB_HEAD], Status *status)
{
    const DbSums sums = count_sums(&w->count, w->info.kind);
    const size_t n    = head_describe(&w->info, (char *)head + HEAD_DESCRIPTION, status);
    if (n == 0) return false;
    memcpy(head, db_magic, sizeof db_magic);
    store32(head + HEAD_FORMAT, DB_FORMAT);
    store32(head + HEAD_FORM, (uint32_t)w->options.form);
    store32(head + HEAD_WIDTH, w->info.width);
    store32(head + HEAD_BLOCK, w->options.block);
    store64(head + HEAD_ENTRIES, w->info.entries);
    store64(head + HEAD_DATA, w->stored);
    store64(head + HEAD_COUNTED, sums.counted);
    store64(head + HEAD_VALUE_SUM, sums.sum);
    store32(head + HEAD_VALUE_MAX, sums.max);
    store32(head + HEAD_DESCRIPTION_SIZE, (uint32_t)n);
    head_digest(&w->info, XXH3_128bits_digest(w->hash), head + HEAD_DIGEST);
    store64(head + HEAD_SUM, XXH3_64bits(head, HEAD_SUM));
    return write_at(w, head, DB_HEAD, 0, status);
}

static bool complete(DbWriter *w, Status *status)
{
    uint8_t head[DB_HEAD] = {0};
    if (w->received != w->info.entries)
        return status_fail(status, "cannot write '%.200s': %" PRIu64 " entries of %" PRIu64, w->path,
                           w->received, w->info.entries);
    if (!flush(w, w->batch, w->batch_used, status) || !tail_write(w, head, status) ||
        !head_write(w, head, status))
        return false;
    if (fsync(w->fd) != 0 || rename(w->temporary, w->target) != 0) return system_failed(w, "write", status);
    return true;
}

bool db_finish(DbWriter *w, Status *status)
{
    assert(w != NULL);
    if (!complete(w, status)) return db_abandon(w), false;
    const bool good = file_folder_sync(w->target, status);   // only then is the name on the disk
    writer_free(w);
    return good;
}

bool db_write(const char *path, const DbInfo *info, const DbOptions *options, const uint8_t *table,
              Status *status)
{
    assert(table != NULL || info->entries == 0);
    DbWriter *const w = db_create(path, info, options, status);
    if (w == NULL) return false;
    db_train(w, table, info->entries);
    if (db_append(w, table, info->entries, status)) return db_finish(w, status);
    db_abandon(w);
    return false;
}

void db_remove(const char *path)
{
    char temporary[DB_PATH_MAX + 8];
    snprintf(temporary, sizeof temporary, "%s.new", path);
    unlink(path);
    unlink(temporary);
}
