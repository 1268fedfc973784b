// db_build.c - building a database as a person would: an estimate first, progress, checkpoints, going on after a kill.
#include "base/clock.h"
#include "cli/db_subject.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHECKPOINT_SECONDS = 5 };

typedef struct Build {
    Subject  *s;
    uint8_t  *table;
    Progress  progress;
    char      what[100];
    double    saved, pause;   // when the last checkpoint was, how far apart they are
    DbOptions file;
    Status    status;
    bool      failed;
} Build;

static bool checkpoint(Build *b, int round)
{
    DbInfo          info = b->s->info;
    const DbOptions raw  = {.form = DB_RAW};
    info.kind            = DB_PARTIAL;
    info.round           = (unsigned)round;
    b->saved             = clock_seconds();
    return db_write(b->s->part, &info, &raw, b->table, &b->status);
}

// After a round the table is a state to go on from.
static void on_round(void *context, const RetroRound *round)
{
    Build *const b = context;
    snprintf(b->what, sizeof b->what, "%s, depth %d", b->s->entry->name, round->depth);
    b->progress.what = b->what;
    progress_show(&b->progress, (double)(round->reached + round->found) / (double)b->s->info.entries);
    if (!round->over || b->failed || clock_seconds() - b->saved < b->pause) return;
    if (!checkpoint(b, round->depth + 1)) b->failed = true, atomic_store(&cli_interrupted, true);
}

// Reads a checkpoint, if there is one; *depth is where to go on, 0 for the beginning.
static bool resume(Build *b, int *depth, Status *status)
{
    Db     db;
    DbInfo asked = b->s->info;
    *depth       = 0;
    if (access(b->s->part, F_OK) != 0) return true;
    if (!db_open(&db, b->s->part, DB_MAP, status)) return false;
    asked.kind      = DB_PARTIAL;
    const bool good = db_expect(&db, &asked, status) && db_copy(&db, b->table, status);
    *depth          = (int)db.info.round;
    db_close(&db);
    if (good) printf("going on at depth %d\n", *depth);
    return good;
}

static int build_end(Build *b, const RetroResult *r)
{
    Status status;
    progress_end(&b->progress);
    if (b->failed) return db_fail(&b->status);
    if (!r->complete) {
        if (!checkpoint(b, r->depth)) return db_fail(&b->status);
        fprintf(stderr, "pollard: stopped at depth %d; the same command goes on from there\n", r->depth);
        return EXIT_INTERRUPTED;
    }
    if (!db_write(b->s->path, &b->s->info, &b->file, b->table, &status)) return db_fail(&status);
    unlink(b->s->part);
    printf("%s: %" PRIu64 " entries, deepest %d, mean %.4f, in %.1f s (%.1f million entries/s)\n", b->s->path,
           r->reached, r->depth, r->mean, r->seconds, (double)b->s->info.entries / (r->seconds + 1e-9) / 1e6);
    return EXIT_DONE;
}

static int build_run(Build *b, int threads, uint64_t memory_max)
{
    Status            status;
    RetroResult       result;
    const RetroDomain domain  = checkers_db_domain(&b->s->domain);
    RetroOptions      options = {
             .threads = threads, .memory_max = memory_max, .stop = &cli_interrupted, .report = on_round, .context = b};
    if (!resume(b, &options.depth, &status)) return db_fail(&status);
    cli_catch_interrupt();
    b->progress = progress_start(b->s->entry->name);
    b->saved    = clock_seconds();
    if (!retro_solve(&domain, &options, b->table, &result, &status)) return db_fail(&status);
    return build_end(b, &result);
}

int db_build(const Args *args, Subject *s, int threads, long memory)
{
    Status            status;
    long              pause;
    char              seconds[40];
    const char *const form = args_value(args, "form");
    if (!args_number(args, "checkpoint", 0, 86400, CHECKPOINT_SECONDS, &pause, &status)) return cli_bad_input(&status);
    if (form != NULL && strcmp(form, "raw") != 0 && strcmp(form, "zstd") != 0) {
        status_fail(&status, "db: --form '%s': expected raw or zstd", form);
        return cli_bad_input(&status);
    }
    if (mkdir(db_folder(args), 0777) != 0 && errno != EEXIST) {
        status_fail(&status, "%s: %s", db_folder(args), strerror(errno));
        return db_fail(&status);
    }
    if (access(s->path, F_OK) == 0) {
        printf("%s is there already; `pollard db verify %s` checks it\n", s->path, s->entry->name);
        return EXIT_DONE;
    }
    db_duration(catalog_seconds(s->entry, s->info.entries, threads), seconds);
    printf("%s: %" PRIu64 " entries, %" PRIu64 " MiB of memory, about %s\n", s->entry->name, s->info.entries,
           s->info.entries / MIB + 1, seconds);
    fflush(stdout);
    Build b = {.s     = s,
               .pause = (double)pause,
               .file  = {.form = form != NULL && strcmp(form, "zstd") == 0 ? DB_ZSTD : DB_RAW, .threads = threads}};
    b.table = retro_table_open(s->info.entries);
    if (b.table == NULL)
        return status_fail(&status, "out of memory for %" PRIu64 " entries", s->info.entries), db_fail(&status);
    const int code = build_run(&b, threads, (uint64_t)memory * MIB);
    retro_table_close(b.table, s->info.entries);
    return code;
}
