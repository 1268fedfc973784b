#include "retro/build.h"
#include "base/clock.h"
#include "base/file.h"
#include "retro/disk.h"

#include <assert.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Solving in memory. `abandoned` is what the solver polls: set when someone wants to stop or a checkpoint
// cannot be written.
typedef struct Build {
    const CatalogDb    *db;
    const BuildOptions *options;
    uint8_t            *table;
    double              expected;   // entries that will have been given a value when it is ready
    double              next;       // when the next checkpoint is due
    atomic_bool         abandoned;
    bool                failed;
    Status              status;   // why it failed
} Build;

void build_report(const BuildOptions *options, const char *what, double done)
{
    if (options->report != NULL)
        options->report(options->context, &(BuildProgress){.what = what, .done = done});
}

static bool stop_requested(const BuildOptions *options)
{
    return options->stop != NULL && atomic_load_explicit(options->stop, memory_order_relaxed);
}

static void notice(const BuildOptions *options, const char *what)
{
    if (options->report != NULL)
        options->report(options->context, &(BuildProgress){.what = what, .notice = true});
}

bool build_checkpoint(const CatalogDb *db, const BuildOptions *options, const uint8_t *table, int round,
                      Status *status)
{
    assert(table != NULL && round >= 0);
    DbInfo          info = db->info;
    const DbOptions raw  = {.form = DB_RAW};
    info.kind            = DB_PARTIAL;
    info.round           = (unsigned)round;
    return db_write(options->part, &info, &raw, table, status);
}

// The solvers count what each round found: a number of a round that none can reach is damage.
static bool round_check(const Db *file, DbKind kind, Status *status)
{
    const unsigned most = kind == DB_PATTERN ? RETRO_DEPTH_MAX + 1 : ENDGAME_PLIES_MAX + 1;
    return file->info.round <= most ||
           status_fail_system(status, "'%.200s' is damaged: round %u; expected at most %u", file->path,
                              file->info.round, most);
}

bool build_resume(const CatalogDb *db, const BuildOptions *options, uint8_t *table, int *round,
                  Status *status)
{
    assert(table != NULL);
    Db     file;
    DbInfo asked = db->info;
    char   what[100];
    *round = 0;
    if (access(options->part, F_OK) != 0) return true;
    if (!db_open(&file, options->part, DB_MAP, status))
        return status_prefix(status, "the checkpoint cannot be used; remove it to start over");
    asked.kind      = DB_PARTIAL;
    const bool good = db_expect(&file, &asked, status) && round_check(&file, db->info.kind, status) &&
                      db_copy(&file, table, status);
    *round = (int)file.info.round;
    db_close(&file);
    if (!good) return status_prefix(status, "the checkpoint cannot be used; remove it to start over");
    snprintf(what, sizeof what, "continuing at depth %d", *round);
    notice(options, what);
    return true;
}

enum { CHECKPOINT_SHARE = 20 };   // of the time, at most, goes into checkpoints: this part of the whole

double build_checkpoint_next(const BuildOptions *options, double begun)
{
    assert(options->checkpoint_seconds >= 0);
    const double now = clock_seconds(), share = CHECKPOINT_SHARE * (now - begun);
    return now + (options->checkpoint_seconds > 0 && share > options->checkpoint_seconds
                      ? share
                      : options->checkpoint_seconds);
}

static void on_round(void *context, const RetroRound *round)
{
    Build *const              b       = context;
    const BuildOptions *const options = b->options;
    char                      what[100];
    const double              done = (double)(round->reached + round->found) / b->expected;
    snprintf(what, sizeof what, "%s, depth %d", b->db->info.name, round->depth);
    build_report(options, what, done < 1 ? done : 1);
    if (stop_requested(options)) atomic_store(&b->abandoned, true);
    // After a round the table is a state to continue from.
    if (!round->over || b->failed || clock_seconds() < b->next) return;
    const double begun = clock_seconds();
    b->failed          = !build_checkpoint(b->db, options, b->table, round->depth + 1, &b->status);
    b->next            = build_checkpoint_next(options, begun);
    if (b->failed) atomic_store(&b->abandoned, true);
}

static bool solve(Build *b, const RetroOptions *retro, BuildResult *result, Status *status)
{
    if (b->db->info.kind == DB_PATTERN) {
        RetroResult r;
        if (!retro_solve(&b->db->pattern, retro, b->table, &r, status)) return false;
        *result = (BuildResult){
            .complete = r.complete, .depth = r.depth, .reached = r.reached, .seconds = r.seconds};
        return true;
    }
    EndgameResult e;
    if (!endgame_solve(&b->db->endgame, retro, b->table, &e, status)) return false;
    *result = (BuildResult){
        .complete = e.complete, .depth = e.plies, .reached = e.won + e.lost, .seconds = e.seconds};
    return true;
}

// Up to the finished table; otherwise to a checkpoint.
static bool table_solve(Build *b, BuildResult *result, Status *status)
{
    const BuildOptions *const options = b->options;
    RetroOptions              retro   = {.threads    = options->threads,
                                         .memory_max = options->memory_max,
                                         .stop       = &b->abandoned,
                                         .report     = on_round,
                                         .context    = b};
    if (!build_resume(b->db, options, b->table, &retro.depth, status)) return false;
    b->next = clock_seconds() + options->checkpoint_seconds;
    if (!solve(b, &retro, result, status)) return false;
    if (b->failed) return *status = b->status, false;
    return result->complete || build_checkpoint(b->db, options, b->table, result->depth, status);
}

static bool build_in_memory(const CatalogDb *db, const BuildOptions *options, BuildResult *result,
                            Status *status)
{
    const uint64_t entries = db->info.entries;
    Build          b       = {.db = db, .options = options, .table = retro_table_open(entries)};
    if (b.table == NULL) return status_fail_system(status, "out of memory for %" PRIu64 " entries", entries);
    b.expected = (double)entries * (db->info.kind == DB_ENDGAME ? db->decided : 1);
    bool good  = table_solve(&b, result, status);
    if (good && result->complete) good = db_write(options->path, &db->info, &options->file, b.table, status);
    retro_table_close(b.table, entries);
    return good;
}

// By symmetry.

enum { SPREAD_ENTRIES = 1 << 20, SPREAD_PLACES = 1 << 11 };   // at a time: for the file; in the first cache

void build_spread(const BuildSymmetry *symmetry, const uint8_t *table, uint64_t first, uint8_t *out, size_t n)
{
    uint64_t places[SPREAD_PLACES];
    for (size_t done = 0; done < n; done += SPREAD_PLACES) {
        const size_t part = n - done < SPREAD_PLACES ? n - done : SPREAD_PLACES;
        symmetry->places(symmetry->data, first + done, places, part);
        for (size_t i = 0; i < part; i++) out[done + i] = table[places[i]];
    }
}

void build_symmetry_index(const BuildSymmetry *symmetry, uint64_t entries, char out[TEXT_MAX])
{
    snprintf(out, TEXT_MAX, "by symmetry, %" PRIu64 " entries for %" PRIu64, symmetry->entries, entries);
}

static uint64_t entries_reached(const uint8_t *table, size_t n, DbKind kind)
{
    const uint8_t most  = kind == DB_PATTERN ? RETRO_UNREACHED - 1 : ENDGAME_PLIES_MAX;
    uint64_t      count = 0;
    for (size_t i = 0; i < n; i++) count += table[i] <= most;
    return count;
}

// A file as it is needs no more than a piece of the table at a time; a packed one is made of the whole, for
// its dictionary.
static bool spread_write(const Build *b, const CatalogDb *whole, BuildResult *result, Status *status)
{
    const BuildOptions *const  options  = b->options;
    const BuildSymmetry *const symmetry = options->symmetry;
    const uint64_t             entries  = whole->info.entries;
    const uint64_t room = options->file.form == DB_RAW && entries > SPREAD_ENTRIES ? SPREAD_ENTRIES : entries;
    uint8_t *const out  = retro_table_open(room);
    if (out == NULL) return status_fail_system(status, "out of memory for %" PRIu64 " entries", room);
    DbWriter *const writer = db_create(options->path, &whole->info, &options->file, status);
    bool            good   = writer != NULL;
    result->reached        = 0;
    for (uint64_t at = 0; good && at < entries; at += room) {
        const size_t n = entries - at < room ? (size_t)(entries - at) : (size_t)room;
        build_spread(symmetry, b->table, at, out, n);
        result->reached += entries_reached(out, n, whole->info.kind);
        if (n == entries) db_train(writer, out, entries);
        good = db_append(writer, out, n, status);
    }
    if (good) good = db_finish(writer, status);
    else db_abandon(writer);
    retro_table_close(out, room);
    return good;
}

static bool build_by_symmetry(const CatalogDb *db, const BuildOptions *options, BuildResult *result,
                              Status *status)
{
    const BuildSymmetry *const symmetry = options->symmetry;
    CatalogDb                  smaller  = *db;
    smaller.info.entries                = symmetry->entries;
    smaller.pattern                     = symmetry->pattern;
    smaller.endgame                     = symmetry->endgame;
    build_symmetry_index(symmetry, db->info.entries, smaller.info.index);
    Build b = {.db = &smaller, .options = options, .table = retro_table_open(symmetry->entries)};
    if (b.table == NULL)
        return status_fail_system(status, "out of memory for %" PRIu64 " entries", symmetry->entries);
    b.expected      = (double)symmetry->positions * (db->info.kind == DB_ENDGAME ? db->decided : 1);
    const bool good = table_solve(&b, result, status) &&
                      (!result->complete || spread_write(&b, db, result, status));
    retro_table_close(b.table, symmetry->entries);
    return good;
}

// A checkpoint of the whole table is continued as one.
static bool symmetry_fits(const CatalogDb *db, const BuildOptions *options)
{
    const BuildSymmetry *const symmetry = options->symmetry;
    Db                         file;
    Status                     ignored;
    if (symmetry == NULL) return false;
    const uint64_t room = options->file.form == DB_RAW ? SPREAD_ENTRIES : db->info.entries;
    if (options->memory_max > 0 && symmetry->entries + room > options->memory_max) return false;
    if (access(options->part, F_OK) != 0 || !db_open(&file, options->part, DB_MAP, &ignored)) return true;
    const bool whole = file.info.entries == db->info.entries;
    db_close(&file);
    return !whole;
}

// Solving on disk.

static void on_disk_round(void *context, const RetroRound *round)
{
    const Build *const b = context;
    char               what[100];
    snprintf(what, sizeof what, "%s, depth %d, on disk", b->db->info.name, round->depth);
    build_report(b->options, what, (double)(round->reached + round->found) / (double)b->db->info.entries);
}

typedef struct Copy {
    DbWriter *writer;
    Status   *status;
} Copy;

static bool copy_append(void *context, const uint8_t *entries, size_t n)
{
    const Copy *const copy = context;
    return db_append(copy->writer, entries, n, copy->status);
}

static bool disk_write(const Build *b, const DiskWork *work, Status *status)
{
    const BuildOptions *const options = b->options;
    const Copy copy = {.writer = db_create(options->path, &b->db->info, &options->file, status),
                       .status = status};
    if (copy.writer == NULL) return false;
    if (disk_read(work, b->db->info.entries, options->memory_max, copy_append, (void *)(uintptr_t)&copy,
                  status))
        return db_finish(copy.writer, status);
    db_abandon(copy.writer);
    return false;
}

static bool work_describe(const Build *b, DiskWork *work, char folder[DB_PATH_MAX], char label[TEXT_MAX],
                          Status *status)
{
    const int n = snprintf(folder, DB_PATH_MAX, "%s.work", b->options->part);
    if (n < 0 || n >= DB_PATH_MAX)
        return status_fail(status, "'%.80s...': the path is too long", b->options->part);
    snprintf(label, TEXT_MAX, "%s: %.400s", b->db->info.name, b->db->info.index);
    *work = (DiskWork){.folder = folder, .label = label};
    return true;
}

static bool build_on_disk(Build *b, const DiskWork *described, BuildResult *result, Status *status)
{
    const BuildOptions *const options = b->options;
    DiskWork                  work    = *described;
    RetroResult               r;
    const RetroOptions        retro = {.threads    = options->threads,
                                       .memory_max = options->memory_max,
                                       .stop       = options->stop,
                                       .report     = on_disk_round,
                                       .context    = b};
    if (b->db->info.kind != DB_PATTERN)
        return status_fail_system(status,
                                  "%s needs %" PRIu64 " MiB of memory; %" PRIu64
                                  " are allowed, and endgame databases are not built on disk",
                                  b->db->info.name, (b->db->info.entries >> 20) + 1,
                                  options->memory_max >> 20);
    if (!disk_solve(&b->db->pattern, &retro, &work, &r, status)) return false;
    *result = (BuildResult){.complete = r.complete,
                            .depth    = r.depth,
                            .reached  = r.reached,
                            .seconds  = r.seconds,
                            .disk     = work.bytes};
    return !r.complete || disk_write(b, &work, status);
}

// All of it, under the lock.

typedef struct Checking {
    const BuildOptions *options;
    char                what[100];
} Checking;

static bool on_check(void *context, uint64_t done, uint64_t all)
{
    const Checking *const c = context;
    build_report(c->options, c->what, all > 0 ? (double)done / (double)all : 1);
    return !stop_requested(c->options);
}

// A file under the database's name is trusted when all of it is right.
static bool there_check(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status)
{
    Db       file;
    Checking c = {.options = options};
    snprintf(c.what, sizeof c.what, "%s is there; checking it", db->info.name);
    bool good = db_open(&file, options->path, DB_MAP, status);
    if (good) {
        good = db_expect(&file, &db->info, status) && catalog_is_current(db, &file, status) &&
               db_verify(&file, on_check, &c, status);
        db_close(&file);
    }
    result->there = result->complete = good;
    if (good || stop_requested(options)) return true;
    char why[STATUS_TEXT_MAX];
    memcpy(why, status->text, sizeof why);
    return status_fail_system(status, "%.300s; remove the file, then the same command builds it", why);
}

static bool build_in_parts_or_whole(const CatalogDb *db, const BuildOptions *options, BuildResult *result,
                                    Status *status)
{
    const uint64_t entries = db->info.entries;
    char           folder[DB_PATH_MAX], label[TEXT_MAX];
    DiskWork       work;
    Build          b = {.db = db, .options = options};
    if (!work_describe(&b, &work, folder, label, status)) return false;
    if (options->memory_max > 0 && entries > options->memory_max)
        return build_on_disk(&b, &work, result, status);
    return symmetry_fits(db, options) ? build_by_symmetry(db, options, result, status)
                                      : build_in_memory(db, options, result, status);
}

// What unfinished builds of a database that is now there have left. A build on disk may be killed after its
// file is whole. Under the lock, so that nobody is at work in the folder.
static void left_remove(const CatalogDb *db, const BuildOptions *options)
{
    char        folder[DB_PATH_MAX], label[TEXT_MAX];
    DiskWork    work;
    Status      status;
    const Build b = {.db = db, .options = options};
    db_remove(options->part);
    if (work_describe(&b, &work, folder, label, &status)) disk_remove(&work);
}

bool build_database(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status)
{
    assert(options->path != NULL && options->part != NULL && options->threads >= 1);
    FileLock lock;
    bool     good;
    *result = (BuildResult){0};
    // Without the lock: the folder of a database that is there may be one that cannot be written.
    if (access(options->path, F_OK) == 0) {
        Status busy;
        good = there_check(db, options, result, status);
        if (good && result->complete && file_lock(&lock, options->path, &busy))
            left_remove(db, options), file_unlock(&lock);
        return good;
    }
    if (!file_lock(&lock, options->path, status)) return false;
    // Another process may have finished it meanwhile.
    if (access(options->path, F_OK) == 0) good = there_check(db, options, result, status);
    else if (db->family->build != NULL) good = db->family->build(db, options, result, status);
    else good = build_in_parts_or_whole(db, options, result, status);
    if (good && result->complete) left_remove(db, options);
    file_unlock(&lock);
    return good;
}
