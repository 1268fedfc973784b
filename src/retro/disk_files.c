#include "retro/disk_files.h"
#include "base/file.h"
#include "retro/dbfile_head.h"
#include "retro/solve.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PART_HEAD       = 48,
    PART_LABEL      = 8,
    PART_NUMBER     = 16,
    PART_ENTRIES    = 24,
    PART_SUM        = 32,
    PART_HEAD_SUM   = 40,
    STATE_MAX       = 1 << 26,
    STATE_LINE_MAX  = 64,
    STATE_PARTS_MAX = 1 << 20
};
#define PART_MAX (UINT64_C(1) << 31)   // bytes, so that an offset in a part has 32 bits

static const char part_magic[8] = {'P', 'O', 'L', 'L', 'A', 'R', 'D', 'W'};

// Names and failures.

static bool path_in(const DiskFiles *files, const char *name, char out[DB_PATH_MAX], Status *status)
{
    const int n = snprintf(out, DB_PATH_MAX, "%s/%s", files->folder, name);
    return (n >= 0 && n < DB_PATH_MAX) ||
           status_fail(status, "'%.80s...': the path is too long", files->folder);
}

static bool part_path(const DiskFiles *files, int part, char out[DB_PATH_MAX], Status *status)
{
    char name[32];
    snprintf(name, sizeof name, "part-%d", part);
    return path_in(files, name, out, status);
}

static bool bucket_path(const DiskFiles *files, int depth, int part, char out[DB_PATH_MAX], Status *status)
{
    assert(part >= 0 && part < files->parts);
    char name[32];
    snprintf(name, sizeof name, "%d-%d", depth & 1, part);
    return path_in(files, name, out, status);
}

static bool damaged(const DiskFiles *files, const char *path, const char *why, Status *status)
{
    return status_fail_system(status, "'%.140s' is damaged: %s; remove '%.140s' to start over", path, why,
                              files->folder);
}

// All n bytes, or fewer at the end of the file; -1 with errno.
static int64_t read_some(int fd, uint8_t *to, uint64_t n)
{
    uint64_t done = 0;
    while (done < n) {
        const ssize_t got = read(fd, to + done, n - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += (uint64_t)got;
    }
    return (int64_t)done;
}

static bool write_all(int fd, const uint8_t *from, uint64_t n)
{
    while (n > 0) {
        const ssize_t put = write(fd, from, n);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        from += put, n -= (uint64_t)put;
    }
    return true;
}

// An input of exactly `size` bytes, opened; -1 with a message.
static int open_sized(const DiskFiles *files, const char *path, uint64_t size, Status *status)
{
    size_t    found;
    const int fd = file_open_input(path, &found, status);
    if (fd < 0) return status->kind = STATUS_SYSTEM, -1;   // nobody named this file
    if (found == size) return fd;
    close(fd);
    return damaged(files, path, "its length is wrong", status), -1;
}

// The next n bytes of a file that has them, or a message.
static bool read_exactly(const DiskFiles *files, int fd, const char *path, uint8_t *to, uint64_t n,
                         Status *status)
{
    const int64_t got = read_some(fd, to, n);
    if (got < 0) return file_fail(status, "read", path);
    return (uint64_t)got == n || damaged(files, path, "it ends too early", status);
}

// n bytes of an open file in pieces; *sum becomes their XXH3-64.
typedef struct Stream {
    int         fd;
    const char *path;
    uint64_t    n;
    DiskReader  reader;
} Stream;

static bool stream_run(const DiskFiles *files, const Stream *s, uint64_t *sum, Status *status)
{
    XXH3_state_t *const     hash = XXH3_createState();
    const DiskReader *const r    = &s->reader;
    bool                    good = hash != NULL || status_fail_system(status, "out of memory for a checksum");
    assert(s->n == 0 || r->room > 0);
    if (good) XXH3_64bits_reset(hash);
    for (uint64_t at = 0; good && at < s->n; at += r->room) {
        const uint64_t n = s->n - at < r->room ? s->n - at : r->room;
        good             = read_exactly(files, s->fd, s->path, r->buffer, n, status);
        if (!good) break;
        XXH3_64bits_update(hash, r->buffer, n);
        good = r->use(r->context, r->buffer, n);
    }
    if (good) *sum = XXH3_64bits_digest(hash);
    XXH3_freeState(hash);
    return good;
}

// The names are on the disk only when the folder is; some file systems cannot say so.
static bool folder_sync(const DiskFiles *files, Status *status)
{
    assert(files->lock >= 0);
    return fsync(files->lock) == 0 || errno == EINVAL || errno == EROFS ||
           file_fail(status, "write", files->folder);
}

// Opening.

bool disk_files_lock(DiskFiles *files, Status *status)
{
    files->lock = -1;
    if (!file_folder(files->folder, status)) return false;
    files->lock = open(files->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (files->lock < 0) return file_fail(status, "open", files->folder);
    if (flock(files->lock, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK) return file_fail(status, "lock", files->folder);
    return status_fail_system(status, "'%.200s': another process works there", files->folder);
}

bool disk_files_open(DiskFiles *files, Status *status)
{
    assert(files->parts > 0 && files->buckets[0] == NULL);
    const size_t n    = (size_t)files->parts;
    files->buckets[0] = calloc(n, sizeof(DiskBucket));
    files->buckets[1] = calloc(n, sizeof(DiskBucket));
    files->hashes     = calloc(n, sizeof *files->hashes);
    bool good         = files->buckets[0] != NULL && files->buckets[1] != NULL && files->hashes != NULL;
    for (size_t p = 0; good && p < n; p++) good = (files->hashes[p] = XXH3_createState()) != NULL;
    return good || status_fail_system(status, "out of memory for the checksums of %d parts", files->parts);
}

void disk_files_close(DiskFiles *files)
{
    for (int p = 0; files->hashes != NULL && p < files->parts; p++) XXH3_freeState(files->hashes[p]);
    free(files->hashes);
    free(files->buckets[0]);
    free(files->buckets[1]);
    if (files->lock >= 0) close(files->lock);
    files->hashes     = NULL;
    files->buckets[0] = files->buckets[1] = NULL;
    files->lock                           = -1;
}

// Parts.

uint64_t disk_part_entries(const DiskFiles *files, int part)
{
    assert(part >= 0 && part < files->parts);
    const uint64_t left = files->entries - (uint64_t)part * files->size;
    return left < files->size ? left : files->size;
}

static void part_head(const DiskFiles *files, int part, uint64_t sum, uint8_t head[PART_HEAD])
{
    memcpy(head, part_magic, sizeof part_magic);
    store64(head + PART_LABEL, XXH3_64bits(files->label, strlen(files->label)));
    store64(head + PART_NUMBER, (uint64_t)part);
    store64(head + PART_ENTRIES, disk_part_entries(files, part));
    store64(head + PART_SUM, sum);
    store64(head + PART_HEAD_SUM, XXH3_64bits(head, PART_HEAD_SUM));
}

// Fills in what the stream does not say about itself; *sum becomes that of the entries.
static bool part_stream(const DiskFiles *files, int part, Stream *stream, uint64_t *sum, Status *status)
{
    char    path[DB_PATH_MAX];
    uint8_t head[PART_HEAD], expected[PART_HEAD];
    if (!part_path(files, part, path, status)) return false;
    stream->path = path;
    stream->n    = disk_part_entries(files, part);
    stream->fd   = open_sized(files, path, PART_HEAD + stream->n, status);
    if (stream->fd < 0) return false;
    bool good = read_exactly(files, stream->fd, path, head, PART_HEAD, status);
    if (good) part_head(files, part, load64(head + PART_SUM), expected);
    if (good && memcmp(head, expected, PART_HEAD) != 0)
        good = damaged(files, path, "its head is wrong", status);
    good = good && stream_run(files, stream, sum, status);
    if (good && *sum != load64(head + PART_SUM)) good = damaged(files, path, "its checksum is wrong", status);
    close(stream->fd);
    return good;
}

bool disk_part_stream(const DiskFiles *files, int part, const DiskReader *reader, Status *status)
{
    uint64_t sum;
    Stream   stream = {.reader = *reader};
    return part_stream(files, part, &stream, &sum, status);
}

static bool use_in_place(void *context, const uint8_t *entries, size_t n)
{
    (void)context, (void)entries, (void)n;
    return true;
}

bool disk_part_read(const DiskFiles *files, int part, uint8_t *entries, uint64_t *sum, Status *status)
{
    Stream stream = {.reader = {entries, disk_part_entries(files, part), use_in_place, NULL}};
    return part_stream(files, part, &stream, sum, status);
}

// False with errno.
static bool part_replace(const char *temporary, const char *path, const uint8_t head[PART_HEAD],
                         const uint8_t *entries, uint64_t n)
{
    const int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) return false;
    bool good = write_all(fd, head, PART_HEAD) && write_all(fd, entries, n) && fdatasync(fd) == 0;
    int  why  = errno;
    if (close(fd) != 0 && good) good = false, why = errno;
    if (good && rename(temporary, path) != 0) good = false, why = errno;
    if (!good) unlink(temporary);
    errno = why;
    return good;
}

bool disk_part_write(const DiskFiles *files, int part, const uint8_t *entries, uint64_t *sum, Status *status)
{
    assert(entries != NULL);
    char           path[DB_PATH_MAX], temporary[DB_PATH_MAX + 8];
    uint8_t        head[PART_HEAD];
    const uint64_t n = disk_part_entries(files, part), now = XXH3_64bits(entries, n);
    if (now == *sum) return true;
    if (!part_path(files, part, path, status)) return false;
    snprintf(temporary, sizeof temporary, "%s.new", path);
    part_head(files, part, now, head);
    *sum            = now;
    const int  slot = file_temporary_enter(temporary);
    const bool good = part_replace(temporary, path, head, entries, n) || file_fail(status, "write", path);
    file_temporary_leave(slot);
    return good;
}

// Buckets.

void disk_buckets_begin(DiskFiles *files, int depth)
{
    assert(depth >= 0 && files->buckets[0] != NULL);
    char   path[DB_PATH_MAX];
    Status status;
    for (int p = 0; p < files->parts; p++) {
        if (bucket_path(files, depth, p, path, &status)) unlink(path);
        files->buckets[depth & 1][p] = (DiskBucket){0};
        XXH3_64bits_reset(files->hashes[p]);
    }
}

bool disk_bucket_append(DiskFiles *files, int depth, int part, const uint8_t *bytes, uint64_t n,
                        Status *status)
{
    assert(part >= 0 && part < files->parts && n > 0);
    char path[DB_PATH_MAX];
    if (!bucket_path(files, depth, part, path, status)) return false;
    const int  fd   = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
    const bool good = fd >= 0 && write_all(fd, bytes, n);
    if (!good) file_fail(status, "write", path);
    if (fd >= 0) close(fd);
    files->buckets[depth & 1][part].bytes += n;
    XXH3_64bits_update(files->hashes[part], bytes, n);
    return good;
}

bool disk_buckets_end(DiskFiles *files, int depth, Status *status)
{
    assert(depth >= 0 && files->buckets[0] != NULL);
    char path[DB_PATH_MAX];
    for (int p = 0; p < files->parts; p++) {
        DiskBucket *const bucket = &files->buckets[depth & 1][p];
        bucket->sum              = XXH3_64bits_digest(files->hashes[p]);
        if (bucket->bytes == 0) continue;
        if (!bucket_path(files, depth, p, path, status)) return false;
        const int  fd   = open(path, O_RDONLY | O_CLOEXEC);
        const bool good = fd >= 0 && fdatasync(fd) == 0;
        if (!good) file_fail(status, "write", path);
        if (fd >= 0) close(fd);
        if (!good) return false;
    }
    return folder_sync(files, status);
}

bool disk_bucket_stream(const DiskFiles *files, int depth, int part, const DiskReader *reader, Status *status)
{
    assert(part >= 0 && part < files->parts);
    char                    path[DB_PATH_MAX];
    const DiskBucket *const bucket = &files->buckets[depth & 1][part];
    uint64_t                sum    = 0;
    if (bucket->bytes == 0) return true;
    if (!bucket_path(files, depth, part, path, status)) return false;
    const int fd = open_sized(files, path, bucket->bytes, status);
    if (fd < 0) return false;
    const Stream stream = {fd, path, bucket->bytes, *reader};
    status_clear(status);
    bool good = stream_run(files, &stream, &sum, status);
    if (!good && status->text[0] == 0) damaged(files, path, "an offset is out of range", status);
    if (good && sum != bucket->sum) good = damaged(files, path, "its checksum is wrong", status);
    close(fd);
    return good;
}

// The state.

bool disk_state_write(const DiskFiles *files, Status *status)
{
    const size_t room = 2 * TEXT_MAX + 64 + ((size_t)files->parts + 1) * STATE_LINE_MAX;
    char *const  text = malloc(room);
    if (text == NULL) return status_fail_system(status, "out of memory for the state of the work");
    Text out = text_on(text, room);
    text_add(&out, "pollard work 2\n%s\n%" PRIu64 " %" PRIu64 " %d\n", files->label, files->entries,
             files->size, files->depth);
    for (int p = 0; p < files->parts; p++) {
        const DiskBucket *const bucket = &files->buckets[files->depth & 1][p];
        if (bucket->bytes > 0)
            text_add(&out, "%d %" PRIu64 " %016" PRIx64 "\n", p, bucket->bytes, bucket->sum);
    }
    text_add(&out, "end %016" PRIx64 "\n", XXH3_64bits(text, strlen(text)));
    assert(!out.cut);
    // In that order: the next round removes what the state before this one needs.
    const bool good = file_write_in(files->folder, "state", text, strlen(text), status) &&
                      folder_sync(files, status);
    free(text);
    return good;
}

// Is the last line the sum of those before it? Cuts it off.
static bool state_whole(char *text, size_t size)
{
    char line[STATE_LINE_MAX];
    if (strlen(text) != size || size < 25) return false;
    char *const end = text + size - 21;   // "end ", 16 digits, newline
    snprintf(line, sizeof line, "end %016" PRIx64 "\n", XXH3_64bits(text, (size_t)(end - text)));
    if (end[-1] != '\n' || strcmp(end, line) != 0) return false;
    *end = 0;
    return true;
}

// The lines of a text whose sum was right: only another version or another label can be wrong in it.
static bool state_parse(DiskFiles *files, const char *text, const char *path, Status *status)
{
    char     label[TEXT_MAX] = "";
    uint64_t entries = 0, size = 0;
    int      depth = 0, used = 0;
    if (sscanf(text, "pollard work 2\n%511[^\n]\n%" SCNu64 " %" SCNu64 " %d\n%n", label, &entries, &size,
               &depth, &used) != 4 ||
        strcmp(label, files->label) != 0 || entries != files->entries)
        return status_fail_system(status, "'%.140s': not the work of '%.100s'; remove it to start over",
                                  files->folder, files->label);
    if (used == 0 || size == 0 || size > PART_MAX || size % 8 != 0 ||
        (entries + size - 1) / size > STATE_PARTS_MAX || depth < 0 || depth > RETRO_DEPTH_MAX + 1)
        return damaged(files, path, "a number is out of range", status);
    files->size  = size;
    files->parts = (int)((entries + size - 1) / size);
    files->depth = depth;
    if (!disk_files_open(files, status)) return false;
    for (const char *at = text + used; *at != 0; at += used) {
        DiskBucket bucket;
        int        p;
        used = 0;
        if (sscanf(at, "%d %" SCNu64 " %" SCNx64 "\n%n", &p, &bucket.bytes, &bucket.sum, &used) != 3 ||
            used == 0 || p < 0 || p >= files->parts)
            return damaged(files, path, "a bucket is out of range", status);
        files->buckets[depth & 1][p] = bucket;
    }
    return true;
}

bool disk_state_read(DiskFiles *files, Status *status)
{
    char   path[DB_PATH_MAX];
    size_t size;
    status_clear(status);
    if (!path_in(files, "state", path, status) || access(path, F_OK) != 0) return false;
    char *const text = file_read(path, STATE_MAX, &size, status);
    if (text == NULL) return false;
    const bool whole = state_whole(text, size);
    const bool good  = whole ? state_parse(files, text, path, status)
                             : damaged(files, path, "its checksum is wrong", status);
    free(text);
    return good;
}
