#include "retro/ranks/parts.h"
#include "base/file.h"
#include "retro/dbfile_head.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { HEAD = 64, STATE_MAX = 1 << 18, FORMAT = 1, SUM_TEXT = 17 };

static const char magic[8] = {'P', 'O', 'L', 'L', 'A', 'R', 'D', 'R'};

static uint64_t rows_of(const RankLayout *l, uint64_t ranks, uint64_t rank)
{
    return (l->blocks + ranks - 1 - rank) / ranks;
}

static bool path_of(const Parts *p, uint64_t checkpoint, uint64_t rank, char out[DB_PATH_MAX], Status *status)
{
    const int n = snprintf(out, DB_PATH_MAX, "%s/%" PRIu64 "-%" PRIu64, p->folder, checkpoint, rank);
    return (n > 0 && n < DB_PATH_MAX) || status_fail(status, "'%.80s...': the path is too long", p->folder);
}

bool parts_open(Parts *parts, const Ranks *ranks, const RankLayout *layout, const char *folder,
                const char *label, Status *status)
{
    *parts = (Parts){.ranks = ranks, .layout = layout, .label = XXH3_64bits(label, strlen(label))};
    if (strlen(folder) + 48 > sizeof parts->folder)
        return status_fail(status, "'%.80s...': the path is too long", folder);
    memcpy(parts->folder, folder, strlen(folder) + 1);
    return ranks_agree(ranks, ranks->me != 0 || file_folder(folder, status), status);
}

// Writing.

static bool write_all(Parts *p, int fd, const uint8_t *from, uint64_t n)
{
    for (uint64_t done = 0; done < n;) {
        const ssize_t w = write(fd, from + done, n - done);
        if (w < 0 && errno == EINTR) continue;
        if (w < 0) return false;
        done += (uint64_t)w;
    }
    p->bytes += n;
    return true;
}

static bool block_made(const Parts *p, uint64_t row) { return p->made == NULL || p->made[row]; }

static uint64_t row_size(const RankLayout *l, uint64_t row)
{
    return layout_block_size(l, row * (uint64_t)l->count + (uint64_t)l->me);
}

// Head and checksums of the own part, to be freed; *size bytes.
static uint8_t *head_make(const Parts *p, const uint8_t *part, const PartsManifest *m, size_t *size)
{
    const RankLayout *const l        = p->layout;
    const uint64_t          rows     = rows_of(l, m->ranks, (uint64_t)l->me);
    const uint64_t          field[7] = {m->checkpoint, (uint64_t)l->me, m->ranks, l->entries,
                                        l->block,      m->round,        rows};
    *size                            = HEAD + 8 * rows;
    uint8_t *const head              = malloc(*size);
    if (head == NULL) return NULL;
    memcpy(head, magic, sizeof magic);
    for (int i = 0; i < 7; i++) store64(head + 8 + 8 * i, field[i]);
    for (uint64_t row = 0; row < rows; row++)
        store64(head + HEAD + 8 * row,
                block_made(p, row) ? XXH3_64bits(part + row * l->block, row_size(l, row)) : 0);
    return head;
}

static bool blocks_write(Parts *p, int fd, const uint8_t *part, size_t head)
{
    const RankLayout *const l    = p->layout;
    const uint64_t          rows = rows_of(l, (uint64_t)l->count, (uint64_t)l->me);
    if (p->made == NULL) return write_all(p, fd, part, l->mine);
    for (uint64_t row = 0; row < rows; row++)
        if (p->made[row] && (lseek(fd, (off_t)(head + row * l->block), SEEK_SET) < 0 ||
                             !write_all(p, fd, part + row * l->block, row_size(l, row))))
            return false;
    return ftruncate(fd, (off_t)(head + l->mine)) == 0;
}

static bool part_write(Parts *p, const uint8_t *part, const PartsManifest *m, uint64_t *sum, Status *status)
{
    char   path[DB_PATH_MAX];
    size_t size;
    if (!path_of(p, m->checkpoint, (uint64_t)p->layout->me, path, status)) return false;
    uint8_t *const head = head_make(p, part, m, &size);
    if (head == NULL) return status_fail_system(status, "out of memory for checksums");
    *sum         = XXH3_64bits(head, size);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good = fd >= 0 && write_all(p, fd, head, size) && blocks_write(p, fd, part, size) && fsync(fd) == 0;
    if (!good) file_fail(status, "write", path);
    if (fd >= 0) close(fd);
    if (!good) unlink(path);
    free(head);
    return good;
}

static void manifest_format(const PartsManifest *m, Text *out)
{
    text_add(out,
             "pollard ranks %d\n%016" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
             FORMAT, m->label, m->entries, m->block, m->ranks, m->round, m->checkpoint);
    for (uint64_t r = 0; r < m->ranks; r++) text_add(out, "%016" PRIx64 "\n", m->sum[r]);
    text_add(out, "%016" PRIx64 "\n", XXH3_64bits(out->start, out->used));
}

static bool manifest_write(const Parts *p, const PartsManifest *m, Status *status)
{
    char *const text = malloc(STATE_MAX);
    if (text == NULL) return status_fail_system(status, "out of memory for a list of parts");
    Text out = text_on(text, STATE_MAX);
    manifest_format(m, &out);
    const bool good = file_write_in(p->folder, "state", text, out.used, status);
    free(text);
    return good;
}

// All parts but those of a checkpoint.
static void others_remove(const char *folder, uint64_t checkpoint)
{
    char       kept[32], path[DB_PATH_MAX];
    DIR *const dir = opendir(folder);
    const int  n   = snprintf(kept, sizeof kept, "%" PRIu64 "-", checkpoint);
    if (dir == NULL) return;
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        if (e->d_name[0] < '0' || e->d_name[0] > '9' || strncmp(e->d_name, kept, (size_t)n) == 0) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < (int)sizeof path) unlink(path);
    }
    closedir(dir);
}

bool parts_write(Parts *parts, const uint8_t *part, int round, Status *status)
{
    const Ranks *const      ranks = parts->ranks;
    const RankLayout *const l     = parts->layout;
    PartsManifest *const    m     = calloc(1, sizeof *m);
    if (!ranks_agree(ranks, m != NULL || status_fail_system(status, "out of memory"), status))
        return free(m), false;
    *m        = (PartsManifest){.checkpoint = parts->checkpoint + 1,
                                .label      = parts->label,
                                .entries    = l->entries,
                                .block      = l->block,
                                .ranks      = (uint64_t)l->count,
                                .round      = (uint64_t)round};
    bool good = ranks_agree(ranks, part_write(parts, part, m, &m->sum[l->me], status), status);
    if (good) ranks->sums(ranks->context, m->sum, l->count);
    if (good) good = ranks_agree(ranks, ranks->me != 0 || manifest_write(parts, m, status), status);
    if (good) parts->checkpoint = m->checkpoint;
    if (ranks->me == 0) others_remove(parts->folder, parts->checkpoint);
    free(m);
    return good;
}

// Reading.

static bool damaged(const char *path, const char *why, Status *status)
{
    return status_fail_system(status, "'%.200s': %s; remove its folder to start over", path, why);
}

static bool manifest_same(const PartsManifest *m, const char *text, size_t size)
{
    char *const again = malloc(STATE_MAX);
    if (again == NULL) return false;
    Text out = text_on(again, STATE_MAX);
    manifest_format(m, &out);
    const bool same = !out.cut && out.used == size && memcmp(again, text, size) == 0;
    free(again);
    return same;
}

bool parts_manifest_parse(PartsManifest *m, const char *text, size_t size)
{
    int used = 0, format = 0;
    if (size <= SUM_TEXT || text[size] != 0) return false;
    if (sscanf(
            text,
            "pollard ranks %9d\n%" SCNx64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 "\n%n",
            &format, &m->label, &m->entries, &m->block, &m->ranks, &m->round, &m->checkpoint, &used) != 7 ||
        used == 0 || format != FORMAT || m->ranks < 1 || m->ranks > RANKS_MAX || m->round > UINT8_MAX)
        return false;
    const char *at = text + used;
    if (size != (size_t)used + (m->ranks + 1) * SUM_TEXT) return false;
    for (uint64_t r = 0; r < m->ranks; r++, at += SUM_TEXT) m->sum[r] = strtoull(at, NULL, 16);
    return manifest_same(m, text, size);
}

// m->ranks is 0 when there is none.
static bool folder_read(const char *folder, PartsManifest *m, Status *status)
{
    char   path[DB_PATH_MAX + 8];
    size_t size;
    snprintf(path, sizeof path, "%s/state", folder);
    if (access(path, F_OK) != 0) return true;
    char *const text = file_read(path, STATE_MAX, &size, status);
    if (text == NULL) return false;
    const bool whole = parts_manifest_parse(m, text, size);
    free(text);
    return whole || damaged(path, "it is damaged", status);
}

uint64_t parts_entries(const char *folder)
{
    PartsManifest *const m = calloc(1, sizeof *m);
    Status               ignored;
    const uint64_t       entries = m != NULL && folder_read(folder, m, &ignored) ? m->entries : 0;
    free(m);
    return entries;
}

static bool manifest_read(const Parts *p, PartsManifest *m, Status *status)
{
    char path[DB_PATH_MAX + 8];
    if (!folder_read(p->folder, m, status)) return false;
    snprintf(path, sizeof path, "%s/state", p->folder);
    if (m->ranks == 0) return true;   // none
    return (m->label == p->label && m->entries == p->layout->entries && m->block == p->layout->block) ||
           damaged(path, "not an unfinished build of this database", status);
}

typedef struct PartFile {
    int      fd;
    uint64_t rank;
    char     path[DB_PATH_MAX];
    uint8_t *head;   // and checksums
    size_t   size;
} PartFile;

static bool read_all(int fd, uint8_t *to, uint64_t n, uint64_t at)
{
    for (uint64_t done = 0; done < n;) {
        const ssize_t r = pread(fd, to + done, n - done, (off_t)(at + done));
        if (r < 0 && errno == EINTR) continue;
        if (r <= 0) return false;
        done += (uint64_t)r;
    }
    return true;
}

static bool file_open(const Parts *p, const PartsManifest *m, uint64_t rank, PartFile *f, Status *status)
{
    *f = (PartFile){.fd = -1, .rank = rank, .size = HEAD + 8 * rows_of(p->layout, m->ranks, rank)};
    if (!path_of(p, m->checkpoint, rank, f->path, status)) return false;
    f->fd   = open(f->path, O_RDONLY | O_CLOEXEC);
    f->head = malloc(f->size);
    if (f->fd < 0) return damaged(f->path, strerror(errno), status);
    if (f->head == NULL) return status_fail_system(status, "out of memory for checksums");
    return (read_all(f->fd, f->head, f->size, 0) && XXH3_64bits(f->head, f->size) == m->sum[rank]) ||
           damaged(f->path, "it is damaged", status);
}

static void file_close(PartFile *f)
{
    if (f->fd >= 0) close(f->fd);
    free(f->head);
}

// The blocks of a file that are this rank's own now.
static bool file_take(Parts *p, const PartsManifest *m, const PartFile *f, uint8_t *part, Status *status)
{
    const RankLayout *const l = p->layout;
    const uint64_t          n = (uint64_t)l->count;
    for (uint64_t block = f->rank; block < l->blocks; block += m->ranks) {
        if (block % n != (uint64_t)l->me) continue;
        const uint64_t from = block / m->ranks, to = block / n, size = layout_block_size(l, block),
                       sum  = load64(f->head + HEAD + 8 * from);
        uint8_t *const into = part + to * l->block;
        if (p->made != NULL) p->made[to] = sum != 0;
        if (p->made != NULL && sum == 0) continue;
        if (!read_all(f->fd, into, size, f->size + from * l->block) || XXH3_64bits(into, size) != sum)
            return damaged(f->path, "it is damaged", status);
    }
    return true;
}

static bool files_take(Parts *p, const PartsManifest *m, uint8_t *part, Status *status)
{
    bool good = true;
    for (uint64_t rank = 0; good && rank < m->ranks; rank++) {
        PartFile f;
        good = file_open(p, m, rank, &f, status) && file_take(p, m, &f, part, status);
        file_close(&f);
    }
    return good;
}

bool parts_read(Parts *parts, uint8_t *part, int *round, int *ranks_before, Status *status)
{
    const Ranks *const   ranks = parts->ranks;
    PartsManifest *const m     = calloc(1, sizeof *m);
    bool     good = m != NULL ? manifest_read(parts, m, status) : status_fail_system(status, "out of memory");
    uint64_t seen = good ? m->checkpoint : 0;
    good          = ranks_agree(ranks, good, status);
    ranks->share(ranks->context, 0, &seen, sizeof seen);
    if (good)
        good = ranks_agree(
            ranks,
            seen == m->checkpoint ||
                status_fail(status, "'%.200s' is not the same folder for all ranks", parts->folder),
            status);
    if (good && seen > 0) good = ranks_agree(ranks, files_take(parts, m, part, status), status);
    if (good) *round = (int)m->round, *ranks_before = (int)m->ranks, parts->checkpoint = m->checkpoint;
    free(m);
    return good;
}

void parts_remove(const char *folder)
{
    char path[DB_PATH_MAX + 8];
    snprintf(path, sizeof path, "%s/state", folder);
    unlink(path);   // first: what is left without it is a folder in which nothing has begun
    others_remove(folder, UINT64_MAX);
    rmdir(folder);
}
