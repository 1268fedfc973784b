#include "retro/split/dbfile_split.h"
#include "base/file.h"
#include "base/text.h"
#include "retro/dbfile_head.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char first_line[] = "pollard split 1\n";

// The list.

static void list_format(const SplitList *list, Text *out)
{
    text_add(out, "%s%d %" PRIu64 "\n", first_line, list->pieces, list->size);
    for (int i = 0; i < list->pieces; i++)
        text_add(out, "%" PRIu64 " %016" PRIx64 " %s\n", list->bytes[i], list->sum[i], list->path[i]);
    text_add(out, "%016" PRIx64 "\n", (uint64_t)XXH3_64bits(out->start, out->used));
}

static bool list_same(const SplitList *list, const char *text, size_t size)
{
    char *const again = malloc(SPLIT_LIST_MAX);
    if (again == NULL) return false;
    Text out = text_on(again, SPLIT_LIST_MAX);
    list_format(list, &out);
    const bool same = !out.cut && out.used == size && memcmp(again, text, size) == 0;
    free(again);
    return same;
}

// A piece's line; where it ends, NULL when it is not one.
static const char *piece_parse(SplitList *list, int i, const char *at)
{
    int used = 0;
    if (sscanf(at, "%" SCNu64 " %" SCNx64 " %n", &list->bytes[i], &list->sum[i], &used) != 2 || used == 0)
        return NULL;
    at += used;
    const size_t n = strcspn(at, "\n");
    if (n == 0 || n >= SPLIT_PATH_MAX || at[n] != '\n') return NULL;
    memcpy(list->path[i], at, n);
    list->path[i][n] = 0;
    return at + n + 1;
}

bool split_begins(const void *bytes, size_t size)
{
    return size >= sizeof first_line - 1 && memcmp(bytes, first_line, sizeof first_line - 1) == 0;
}

bool split_list_parse(SplitList *list, const char *text, size_t size)
{
    int used = 0;
    if (!split_begins(text, size) || text[size] != 0 || size >= SPLIT_LIST_MAX) return false;
    const char *at = text + sizeof first_line - 1;
    if (sscanf(at, "%9d %" SCNu64 "\n%n", &list->pieces, &list->size, &used) != 2 || used == 0 ||
        list->pieces < 1 || list->pieces > SPLIT_PIECES_MAX)
        return false;
    uint64_t sum = 0;
    at += used;
    for (int i = 0; i < list->pieces; i++) {
        if ((at = piece_parse(list, i, at)) == NULL || list->bytes[i] == 0 ||
            list->bytes[i] > list->size - sum)
            return false;
        if (i + 1 < list->pieces && list->bytes[i] % SPLIT_UNIT != 0) return false;
        sum += list->bytes[i];
    }
    return sum == list->size && sum <= SIZE_MAX / 2 && list_same(list, text, size);
}

static bool list_read(SplitList *list, const char *path, Status *status)
{
    size_t      size;
    char *const text = file_read(path, SPLIT_LIST_MAX - 1, &size, status);
    if (text == NULL) return false;
    const bool good = split_list_parse(list, text, size);
    free(text);
    return good || status_fail_system(status, "'%.200s': the list of its pieces is damaged", path);
}

// Reading.

static bool piece_map(const SplitList *list, int i, uint8_t *to, Status *status)
{
    size_t    size;
    const int fd = file_open_input(list->path[i], &size, status);
    if (fd < 0) return false;
    bool good = size == list->bytes[i] || status_fail_system(status, "'%.200s': %zu bytes; expected %" PRIu64,
                                                             list->path[i], size, list->bytes[i]);
    if (good && mmap(to, size, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
        good = file_fail(status, "read", list->path[i]);
    close(fd);
    return good;
}

static const uint8_t *list_map(const SplitList *list, Status *status)
{
    uint8_t *const base = mmap(NULL, list->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                               0);
    if (base == MAP_FAILED) return status_fail_system(status, "out of memory for the pieces"), NULL;
    uint8_t *at = base;
    for (int i = 0; i < list->pieces; at += list->bytes[i++])
        if (!piece_map(list, i, at, status)) return munmap(base, list->size), NULL;
    return base;
}

const uint8_t *split_map(const char *path, size_t *size, Status *status)
{
    SplitList *const list = malloc(sizeof *list);
    if (list == NULL) return status_fail_system(status, "out of memory for a list of pieces"), NULL;
    const uint8_t *const bytes = list_read(list, path, status) ? list_map(list, status) : NULL;
    *size                      = bytes != NULL ? (size_t)list->size : 0;
    if (bytes == NULL) status_prefix(status, "'%.100s', in pieces", path);
    free(list);
    return bytes;
}

// Splitting and joining.

static bool piece_name(char out[SPLIT_PATH_MAX], const char *folder, const char *path, int number,
                       Status *status)
{
    char              whole[PATH_MAX];
    const char *const slash = strrchr(path, '/');
    if (realpath(folder, whole) == NULL) return file_fail_input(status, "find", folder);
    const int n = snprintf(out, SPLIT_PATH_MAX, "%s/%s.%d", whole, slash != NULL ? slash + 1 : path, number);
    if (n < 0 || n >= SPLIT_PATH_MAX || strchr(out, '\n') != NULL)
        return status_fail(status, "'%.80s': expected a shorter path, of one line", folder);
    return access(out, F_OK) != 0 ||
           status_fail(status, "'%.200s' is there already; left by a split that was ended? remove it", out);
}

// Sizes and names; the first pieces take the same, the last one the rest.
static bool list_plan(SplitList *list, const char *path, const char *const folders[], int count,
                      Status *status)
{
    const uint64_t units = (list->size + SPLIT_UNIT - 1) / SPLIT_UNIT, n = (uint64_t)count;
    uint64_t       left = list->size;
    for (int i = 0; i < count && left > 0; i++, list->pieces++) {
        const uint64_t most = (units + n - 1) / n * SPLIT_UNIT;
        list->bytes[i]      = left < most ? left : most;
        left -= list->bytes[i];
        if (!piece_name(list->path[i], folders[i], path, i + 1, status)) return false;
    }
    return true;
}

static bool piece_write(SplitList *list, int i, const uint8_t *bytes, Status *status)
{
    list->sum[i] = XXH3_64bits(bytes, list->bytes[i]);
    return file_write(list->path[i], (const char *)bytes, list->bytes[i], status) &&
           file_folder_sync(list->path[i], status);
}

// All pieces, with their names on the disk, or none, also when a signal ends the program. Afterwards they
// are no longer temporary: the list that comes next names them.
static bool pieces_write(SplitList *list, const uint8_t *bytes, Status *status)
{
    int  slot[SPLIT_PIECES_MAX], n = 0;
    bool good = true;
    for (; good && n < list->pieces; bytes += list->bytes[n++]) {
        slot[n] = file_temporary_enter(list->path[n]);
        good    = piece_write(list, n, bytes, status);
    }
    for (int i = 0; i < n; i++) {
        if (!good) unlink(list->path[i]);
        file_temporary_leave(slot[i]);
    }
    return good;
}

static bool list_write(const SplitList *list, const char *path, Status *status)
{
    char *const text = malloc(SPLIT_LIST_MAX);
    if (text == NULL) return status_fail_system(status, "out of memory for a list of pieces");
    Text out = text_on(text, SPLIT_LIST_MAX);
    list_format(list, &out);
    const bool good = !out.cut && file_write(path, text, out.used, status);
    free(text);
    return good;
}

static bool file_split(SplitList *list, const char *path, const char *const folders[], int count,
                       Status *status)
{
    Db db;
    if (!db_open(&db, path, DB_MAP, status)) return false;
    *list     = (SplitList){.size = db.size};
    bool good = (db.pieces != DB_SPLIT || status_fail(status, "'%.200s' is in pieces already", path)) &&
                list_plan(list, path, folders, count, status) && pieces_write(list, db.bytes, status);
    if (good && !list_write(list, path, status)) {
        for (int i = 0; i < list->pieces; i++) unlink(list->path[i]);
        good = false;
    }
    db_close(&db);
    return good;
}

static bool is_split(const char *path, Status *status)
{
    char      begins[sizeof first_line - 1];
    size_t    size;
    const int fd = file_open_input(path, &size, status);
    if (fd < 0) return false;
    const ssize_t n = read(fd, begins, sizeof begins);
    close(fd);
    return (n > 0 && split_begins(begins, (size_t)n)) ||
           status_fail(status, "'%.200s' is not in pieces", path);
}

static bool file_join(SplitList *list, const char *path, Status *status)
{
    if (!is_split(path, status) || !list_read(list, path, status)) return false;
    const uint8_t *const bytes = list_map(list, status), *at = bytes;
    bool                 good = bytes != NULL;
    for (int i = 0; good && i < list->pieces; at += list->bytes[i++])
        good = XXH3_64bits(at, list->bytes[i]) == list->sum[i] ||
               status_fail_system(status, "'%.200s': damaged", list->path[i]);
    if (good)
        good = file_write(path, (const char *)bytes, list->size, status) && file_folder_sync(path, status);
    for (int i = 0; good && i < list->pieces; i++) unlink(list->path[i]);
    if (bytes != NULL) munmap((void *)(uintptr_t)bytes, list->size);
    return good;
}

int db_split(const char *path, const char *const folders[], int count, Status *status)
{
    assert(count >= 1 && count <= SPLIT_PIECES_MAX);
    FileLock         lock;
    SplitList *const list = malloc(sizeof *list);
    if (list == NULL) return status_fail_system(status, "out of memory for a list of pieces");
    const bool held   = file_lock(&lock, path, status);
    const int  pieces = held && file_split(list, path, folders, count, status) ? list->pieces : 0;
    if (held) file_unlock(&lock);
    free(list);
    return pieces;
}

bool db_join(const char *path, Status *status)
{
    FileLock         lock;
    SplitList *const list = malloc(sizeof *list);
    if (list == NULL) return status_fail_system(status, "out of memory for a list of pieces");
    const bool held = file_lock(&lock, path, status), good = held && file_join(list, path, status);
    if (held) file_unlock(&lock);
    free(list);
    return good;
}
