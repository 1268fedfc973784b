#include "retro/ranks/build_ranks.h"
#include "base/clock.h"
#include "base/file.h"
#include "retro/ranks/parts.h"
#include "retro/ranks/rank_round.h"
#include "retro/ranks/spread_ranks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SUM_DUE, SUM_STOP, SUM_LEFT, SUMS, MEET_MS = 200 };

typedef struct Build {
    const Ranks         *ranks;
    const RankJob       *job;
    const BuildOptions  *options;
    RankBuildResult     *result;
    const BuildSymmetry *symmetry;   // NULL: none; the layout is that of its table
    RankDomain           domain;
    RankLayout           layout;
    Parts                parts;
    uint8_t             *part;
    int                  round;   // to begin or to continue with
    double               next;    // when a checkpoint is due; rank 0 decides
    bool                 stopped, failed;
    Status               status;              // why it failed
    uint64_t             processor, waited;   // of this rank before it, nanoseconds
} Build;

bool ranks_folder(const char *part, char out[DB_PATH_MAX], Status *status)
{
    const int n = snprintf(out, DB_PATH_MAX, "%s.ranks", part);
    return (n > 0 && n < DB_PATH_MAX) || status_fail(status, "'%.80s...': the path is too long", part);
}

// chess-kppkp is the one ending of five men with mates in more moves than a byte of a rank holds.
bool ranks_can_build(const CatalogDb *db, Status *status)
{
    const char *const name = db->info.name;
    if (db->info.kind == DB_SOLVED)
        return status_fail(status, "%s is not built by ranks; `pollard db build` builds it", name);
    return strcmp(name, "chess-kppkp") != 0 ||
           status_fail(status,
                       "%s is not built by ranks: it has mates in more than 126 moves; `pollard db "
                       "build` builds it",
                       name);
}

static bool by_slices(const Build *b) { return b->job->slices.slices > 0; }

static bool stop_requested(const Build *b)
{
    return b->options->stop != NULL && atomic_load_explicit(b->options->stop, memory_order_relaxed);
}

static void notice(const Build *b, const char *what)
{
    if (b->ranks->me == 0 && b->options->report != NULL)
        b->options->report(b->options->context, &(BuildProgress){.what = what, .notice = true});
}

// Collective: writes a checkpoint when one is due or somebody wants to stop; `left` becomes that of all
// ranks. False when the work is to end.
static bool meet(Build *b, int round, uint64_t *left)
{
    uint64_t sums[SUMS] = {[SUM_DUE]  = b->ranks->me == 0 && clock_seconds() >= b->next,
                           [SUM_STOP] = stop_requested(b),
                           [SUM_LEFT] = *left};
    b->ranks->sums(b->ranks->context, sums, SUMS);
    *left      = sums[SUM_LEFT];
    b->stopped = sums[SUM_STOP] > 0;
    if (sums[SUM_DUE] == 0 && !b->stopped) return true;
    const double begun = clock_seconds();
    b->failed          = !parts_write(&b->parts, b->part, round, &b->status);
    b->next            = build_checkpoint_next(b->options, begun);
    return !b->failed && !b->stopped;
}

static bool on_round(void *context, const RankProgress *p)
{
    Build *const b = context;
    char         what[100];
    uint64_t     left = 0;
    const double all  = (double)(b->symmetry != NULL ? b->symmetry->positions : b->layout.entries) *
                       (b->job->db->info.kind == DB_ENDGAME ? b->job->db->decided : 1);
    const double done = (double)(p->settled + p->found) / all;
    snprintf(what, sizeof what, "%s, depth %d, %d ranks", b->job->db->info.name, p->round, b->ranks->count);
    if (b->ranks->me == 0) build_report(b->options, what, done < 1 ? done : 1);
    return !p->over || meet(b, p->round + 1, &left);
}

// Slices: each rank makes its own.

static bool slices_make(Build *b, Status *status)
{
    const SliceDomain *const d       = &b->job->slices;
    const uint64_t           mine    = (b->layout.mine + d->slice_entries - 1) / d->slice_entries;
    void *const              scratch = malloc(d->scratch + 1);
    uint8_t *const           slice   = malloc(d->slice_entries + SLICES_SLACK);
    bool good = (scratch != NULL && slice != NULL) || status_fail_system(status, "out of memory for a slice");
    good      = ranks_agree(b->ranks, good, status);
    uint64_t row = 0, left = 1;
    char     what[100];
    while (good && left > 0) {
        for (const double begun = clock_seconds(); row < mine && clock_seconds() - begun < MEET_MS / 1e3;
             row++) {
            const uint64_t number = row * (uint64_t)b->ranks->count + (uint64_t)b->ranks->me;
            if (b->parts.made[row]) continue;
            d->make(d->data, number, scratch, slice);
            memcpy(b->part + row * d->slice_entries, slice, layout_block_size(&b->layout, number));
            b->parts.made[row] = true;
        }
        left = mine - row;
        snprintf(what, sizeof what, "%s, %d ranks", b->job->db->info.name, b->ranks->count);
        if (b->ranks->me == 0) build_report(b->options, what, (double)row / (double)mine);
        if (!meet(b, 1, &left)) break;
    }
    free(scratch);
    free(slice);
    return good;
}

// What cannot be reached has the largest value of the table + 1.
static void never_replace(const Build *b, const uint64_t counts[256])
{
    int largest = SLICES_NEVER - 1;
    while (largest > 0 && counts[largest] == 0) largest--;
    for (uint64_t i = 0; i < b->layout.mine; i++)
        if (b->part[i] == SLICES_NEVER) b->part[i] = (uint8_t)(largest + 1);
}

// By the table alone, so that all ranks do the same.
static bool remembers(const Build *b)
{
    const uint64_t entries = b->layout.entries, ranks = (uint64_t)b->ranks->count,
                   most = b->options->memory_max;
    return told_fits(entries, b->job->db->info.entries, ranks) &&
           (most == 0 || entries / ranks + b->layout.block + entries / 8 <= most);
}

static bool solve(Build *b, RankResult *r, Status *status)
{
    const RankOptions options = {
        .round = b->round, .report = on_round, .context = b, .remember = remembers(b)};
    *r = (RankResult){.memory = b->layout.mine};
    if (!by_slices(b)) {
        const bool pattern = b->job->db->info.kind == DB_PATTERN;
        return (pattern ? ranks_solve_pattern : ranks_solve_endgame)(b->ranks, &b->layout, &b->domain,
                                                                     &options, b->part, r, status);
    }
    if (!slices_make(b, status)) return false;
    r->complete = !b->stopped && !b->failed;
    rank_counts(b->ranks, b->part, b->layout.mine, r->counts);
    if (r->complete) never_replace(b, r->counts);
    r->memory += b->job->slices.slice_entries + b->job->slices.scratch;
    return true;
}

// The file.

// Block after block to rank 0. When writing fails there the others still hand over theirs.
static bool blocks_stream(Build *b, DbWriter *w, bool good, Status *status)
{
    const Ranks *const      ranks  = b->ranks;
    const RankLayout *const l      = &b->layout;
    uint8_t *const          buffer = malloc(l->block);
    good = ranks_agree(ranks, good && (buffer != NULL || status_fail_system(status, "out of memory")),
                       status);
    const bool all = good;
    for (uint64_t block = 0; all && block < l->blocks; block++) {
        const int      owner = (int)(block % (uint64_t)l->count);
        const uint64_t n     = layout_block_size(l, block);
        uint8_t *const own   = b->part + block / (uint64_t)l->count * l->block;
        if (owner == ranks->me && ranks->me != 0) ranks->give(ranks->context, own, n);
        if (ranks->me != 0) continue;
        if (owner != 0) ranks->take(ranks->context, owner, buffer, n);
        else memcpy(buffer, own, n);
        if (b->job->finish != NULL) b->job->finish(b->job->context, buffer, n);
        good = good && db_append(w, buffer, n, status);
    }
    free(buffer);
    return good;
}

static bool on_spread(void *context, const uint8_t *bytes, size_t n, Status *status)
{
    return db_append(context, bytes, n, status);
}

// What the result counts is of the whole table.
static bool table_spread(Build *b, DbWriter *w, bool good, RankResult *r, Status *status)
{
    RankSpreadResult spread;
    const RankSpread job = {.ranks    = b->ranks,
                            .layout   = &b->layout,
                            .symmetry = b->symmetry,
                            .part     = b->part,
                            .entries  = b->job->db->info.entries,
                            .write    = on_spread,
                            .context  = w};
    if (!ranks_agree(b->ranks, good, status)) return false;
    if (!ranks_spread(&job, &spread, status)) return false;
    memcpy(r->counts, spread.counts, sizeof r->counts);
    r->sent += spread.sent;
    if (b->layout.mine + spread.memory > r->memory) r->memory = b->layout.mine + spread.memory;
    return true;
}

static bool file_write_all(Build *b, RankResult *r, Status *status)
{
    const BuildOptions *const o    = b->options;
    DbWriter                 *w    = NULL;
    bool                      good = true;
    if (b->ranks->me == 0) good = (w = db_create(o->path, &b->job->db->info, &o->file, status)) != NULL;
    good = b->symmetry != NULL ? table_spread(b, w, good, r, status) : blocks_stream(b, w, good, status);
    if (w != NULL && good) good = db_finish(w, status);
    else db_abandon(w);
    return ranks_agree(b->ranks, good, status);
}

// All of it.

static uint64_t processor_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t waited_ns(const Ranks *ranks)
{
    return ranks->waited != NULL ? ranks->waited(ranks->context) : 0;
}

static void result_fill(Build *b, const RankResult *r)
{
    RankBuildResult *const result            = b->result;
    const Ranks *const     ranks             = b->ranks;
    uint64_t               memory[RANKS_MAX] = {0};
    const int              most              = by_slices(b)                        ? SLICES_NEVER - 1
                                             : b->job->db->info.kind == DB_PATTERN ? RETRO_DEPTH_MAX + 1
                                                                                   : ENDGAME_PLIES_MAX;
    uint64_t sums[4] = {r->sent, b->parts.bytes, processor_ns() - b->processor, waited_ns(ranks) - b->waited};
    memory[ranks->me] = r->memory;
    ranks->sums(ranks->context, sums, 4);
    ranks->sums(ranks->context, memory, ranks->count);
    for (int q = 0; q < ranks->count; q++)
        if (memory[q] > result->memory) result->memory = memory[q];
    result->sent           = sums[0];
    result->build.disk     = sums[1];
    result->processor      = (double)sums[2] * 1e-9;
    result->waited         = (double)sums[3] * 1e-9;
    result->build.complete = r->complete;
    result->build.depth    = r->complete ? 0 : r->round;
    for (int value = 0; r->complete && value <= most; value++) {
        result->build.reached += r->counts[value];
        if (r->counts[value] > 0) result->build.depth = value;
    }
}

static bool resume(Build *b, Status *status)
{
    char                folder[DB_PATH_MAX], label[3 * TEXT_MAX], index[TEXT_MAX], what[100];
    const DbInfo *const info = &b->job->db->info;
    if (!ranks_folder(b->options->part, folder, status)) return false;
    snprintf(index, sizeof index, "%s", info->index);
    if (b->symmetry != NULL) build_symmetry_index(b->symmetry, info->entries, index);
    snprintf(label, sizeof label, "%s: %s: %s", info->name, index, info->goal);
    if (!parts_open(&b->parts, b->ranks, &b->layout, folder, label, status)) return false;
    if (by_slices(b)) b->parts.made = calloc(b->layout.blocks, sizeof *b->parts.made);
    if (!ranks_agree(b->ranks,
                     !by_slices(b) || b->parts.made != NULL || status_fail_system(status, "out of memory"),
                     status))
        return false;
    if (!parts_read(&b->parts, b->part, &b->round, &b->result->ranks_before, status)) return false;
    if (b->result->ranks_before == 0) return true;
    snprintf(what, sizeof what, "continuing at depth %d, from %d ranks to %d", b->round,
             b->result->ranks_before, b->ranks->count);
    notice(b, what);
    return true;
}

static bool build_under_lock(Build *b, Status *status)
{
    RankResult *const r    = malloc(sizeof *r);
    bool              good = r != NULL || status_fail_system(status, "out of memory");
    good                   = ranks_agree(b->ranks, good, status) && resume(b, status);
    b->next                = clock_seconds() + b->options->checkpoint_seconds;
    if (good) good = solve(b, r, status);
    if (good && b->failed) *status = b->status, good = false;
    if (good && r->complete) good = file_write_all(b, r, status);
    if (good) result_fill(b, r);
    if (good && r->complete && b->ranks->me == 0) parts_remove(b->parts.folder);
    free(b->parts.made);
    free(r);
    return good;
}

static bool part_open(Build *b, Status *status)
{
    const uint64_t block   = b->job->slices.slices > 0 ? b->job->slices.slice_entries : 0,
                   most    = b->options->memory_max;
    const uint64_t entries = b->symmetry != NULL ? b->symmetry->entries : b->job->db->info.entries;
    if (!layout_open(&b->layout, b->ranks, entries, block, status)) return false;
    if (most > 0 && b->layout.mine > most)
        return status_fail_system(status,
                                  "a part of %" PRIu64 " MiB; %" PRIu64 " are allowed: use more ranks",
                                  (b->layout.mine >> 20) + 1, most >> 20);
    b->part = retro_table_open(b->layout.mine + 8);
    return b->part != NULL ||
           status_fail_system(status, "out of memory for a part of %" PRIu64 " entries", b->layout.mine);
}

// Under the lock: nobody is at work there.
void ranks_left_remove(const char *path, const char *part)
{
    char     folder[DB_PATH_MAX];
    FileLock lock;
    Status   status;
    if (!ranks_folder(part, folder, &status) || access(folder, F_OK) != 0) return;
    if (file_lock(&lock, path, &status)) parts_remove(folder), file_unlock(&lock);
}

// Is the file there? Then rank 0 checks it, as build_database does.
static bool there_check(Build *b, bool *there, Status *status)
{
    bool good = true;
    *there    = b->ranks->me == 0 && access(b->options->path, F_OK) == 0;
    b->ranks->share(b->ranks->context, 0, there, sizeof *there);
    if (!*there) return true;
    if (b->ranks->me == 0) good = build_database(b->job->db, b->options, &b->result->build, status);
    if (b->ranks->me == 0 && good && b->result->build.complete)
        ranks_left_remove(b->options->path, b->options->part);
    b->ranks->share(b->ranks->context, 0, &b->result->build, sizeof b->result->build);
    return ranks_agree(b->ranks, good, status);
}

// Collective: by symmetry when all ranks have one and no unfinished work of the whole table is there.
static void symmetry_choose(Build *b)
{
    char     folder[DB_PATH_MAX];
    Status   status;
    uint64_t without = b->job->symmetry == NULL;
    b->domain        = b->job->domain;
    if (b->ranks->me == 0 && ranks_folder(b->options->part, folder, &status))
        without += parts_entries(folder) == b->job->db->info.entries;
    b->ranks->sums(b->ranks->context, &without, 1);
    if (without > 0) return;
    b->symmetry       = b->job->symmetry;
    b->domain.pattern = b->symmetry->pattern;
    b->domain.endgame = b->symmetry->endgame;
}

bool ranks_build(const Ranks *ranks, const RankJob *job, const BuildOptions *options, RankBuildResult *result,
                 Status *status)
{
    Build        b    = {.ranks = ranks, .job = job, .options = options, .result = result};
    FileLock     lock = {.fd = -1};
    bool         there;
    const double start = clock_seconds();
    *result            = (RankBuildResult){0};
    b.processor = processor_ns(), b.waited = waited_ns(ranks);
    if (!there_check(&b, &there, status) || there) return result->build.there;
    bool good = ranks->me != 0 || file_lock(&lock, options->path, status);
    good      = ranks_agree(ranks, good, status);
    if (good) symmetry_choose(&b);
    good = good && ranks_agree(ranks, part_open(&b, status), status) && build_under_lock(&b, status);
    if (b.part != NULL) retro_table_close(b.part, b.layout.mine + 8);
    if (ranks->me == 0 && lock.fd >= 0) file_unlock(&lock);
    result->build.seconds = clock_seconds() - start;
    return good;
}
