#include "retro/build.h"
#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

// Solving in memory. `abandoned` is what the solver polls: set when someone wants to stop or a checkpoint cannot be written.
typedef struct Build {
    const CatalogDb    *db;
    const BuildOptions *options;
    uint8_t            *table;
    double              saved;   // when the last checkpoint was
    atomic_bool         abandoned;
    bool                failed;
    Status              status;   // why it failed
} Build;

void build_report(const BuildOptions *options, const char *what, double done)
{
    if (options->report != NULL) options->report(options->context, &(BuildProgress){.what = what, .done = done});
}

bool build_checkpoint(const CatalogDb *db, const BuildOptions *options, const uint8_t *table, int round, Status *status)
{
    DbInfo          info = db->info;
    const DbOptions raw  = {.form = DB_RAW};
    info.kind            = DB_PARTIAL;
    info.round           = (unsigned)round;
    return db_write(options->part, &info, &raw, table, status);
}

bool build_resume(const CatalogDb *db, const BuildOptions *options, uint8_t *table, int *round, Status *status)
{
    Db     file;
    DbInfo asked = db->info;
    char   what[100];
    *round = 0;
    if (access(options->part, F_OK) != 0) return true;
    if (!db_open(&file, options->part, DB_MAP, status)) return false;
    asked.kind      = DB_PARTIAL;
    const bool good = db_expect(&file, &asked, status) && db_copy(&file, table, status);
    *round          = (int)file.info.round;
    db_close(&file);
    snprintf(what, sizeof what, "going on at depth %d", *round);
    if (good && options->report != NULL)
        options->report(options->context, &(BuildProgress){.what = what, .resumed = true});
    return good;
}

// The part of the entries that will have been given a value by a solver when it is ready.
static double entries_expected(const CatalogDb *db)
{
    return (double)db->info.entries * (db->info.kind == DB_ENDGAME ? db->decided : 1);
}

static void on_round(void *context, const RetroRound *round)
{
    Build *const              b       = context;
    const BuildOptions *const options = b->options;
    char                      what[100];
    const double              done = (double)(round->reached + round->found) / entries_expected(b->db);
    snprintf(what, sizeof what, "%s, depth %d", b->db->info.name, round->depth);
    build_report(options, what, done < 1 ? done : 1);
    if (options->stop != NULL && atomic_load_explicit(options->stop, memory_order_relaxed))
        atomic_store(&b->abandoned, true);
    // After a round the table is a state to go on from.
    if (!round->over || b->failed || clock_seconds() - b->saved < options->checkpoint_seconds) return;
    b->failed = !build_checkpoint(b->db, options, b->table, round->depth + 1, &b->status);
    b->saved  = clock_seconds();
    if (b->failed) atomic_store(&b->abandoned, true);
}

static bool solve(Build *b, const RetroOptions *retro, BuildResult *result, Status *status)
{
    if (b->db->info.kind == DB_PATTERN) {
        RetroResult r;
        if (!retro_solve(&b->db->pattern, retro, b->table, &r, status)) return false;
        *result = (BuildResult){r.complete, r.depth, r.reached, r.seconds};
        return true;
    }
    EndgameResult e;
    if (!endgame_solve(&b->db->endgame, retro, b->table, &e, status)) return false;
    *result = (BuildResult){e.complete, e.plies, e.won + e.lost, e.seconds};
    return true;
}

static bool build_in_memory(Build *b, BuildResult *result, Status *status)
{
    const BuildOptions *const options = b->options;
    RetroOptions              retro   = {.threads    = options->threads,
                                         .memory_max = options->memory_max,
                                         .stop       = &b->abandoned,
                                         .report     = on_round,
                                         .context    = b};
    if (!build_resume(b->db, options, b->table, &retro.depth, status)) return false;
    b->saved = clock_seconds();
    if (!solve(b, &retro, result, status)) return false;
    if (b->failed) return *status = b->status, false;
    if (!result->complete) return build_checkpoint(b->db, options, b->table, result->depth, status);
    if (!db_write(options->path, &b->db->info, &options->file, b->table, status)) return false;
    unlink(options->part);
    return true;
}

bool build_database(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status)
{
    *result = (BuildResult){0};
    if (db->family->build != NULL) return db->family->build(db, options, result, status);
    const uint64_t entries = db->info.entries;
    if (options->memory_max > 0 && entries > options->memory_max)
        return status_fail(status, "%s needs %" PRIu64 " MiB of memory; %" PRIu64 " are allowed", db->info.name,
                           (entries >> 20) + 1, options->memory_max >> 20);
    Build b = {.db = db, .options = options, .table = retro_table_open(entries)};
    if (b.table == NULL) return status_fail(status, "out of memory for %" PRIu64 " entries", entries);
    const bool good = build_in_memory(&b, result, status);
    retro_table_close(b.table, entries);
    return good;
}
