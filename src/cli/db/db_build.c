// db_build.c - `pollard db build`: an estimate first, progress; continues after a kill.
#include "base/file.h"
#include "cli/db/db_subject.h"
#include "retro/ranks/build_ranks.h"
#include "symmetry/symmetry.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CHECKPOINT_SECONDS = 5 };

typedef struct Screen {
    Progress progress;
    char     what[100];
    bool     json;
} Screen;

static void on_progress(void *context, const BuildProgress *progress)
{
    Screen *const screen = context;
    if (progress->notice) {
        fprintf(screen->json ? stderr : stdout, "%s\n", progress->what);
        return;
    }
    snprintf(screen->what, sizeof screen->what, "%s", progress->what);
    screen->progress.what = screen->what;
    progress_show(&screen->progress, progress->done);
}

static int print_result(const Args *args, const Subject *s, const BuildResult *r)
{
    const uint64_t entries = r->entries > 0 ? r->entries : s->db.info.entries;
    const bool     pattern = s->db.info.kind == DB_PATTERN;
    if (r->there && args->json)
        return json_print(json_pack("{s:s, s:s, s:b}", "name", s->db.info.name, "path", s->path, "there", 1));
    if (r->there) return printf("%s already exists; it was checked\n", s->path), EXIT_DONE;
    if (args->json)
        return json_print(json_pack("{s:s, s:s, s:o, s:o, s:i, s:f}", "name", s->db.info.name, "path",
                                    s->path, "entries", json_count(entries), "reached",
                                    json_count(r->reached), "max", r->depth, "seconds", r->seconds));
    printf("%s: %" PRIu64 " entries, %s%" PRIu64 ", deepest %d, in %.1f s (%.1f million entries/s)\n",
           s->path, entries, pattern ? "reached " : "won or lost ", r->reached, r->depth, r->seconds,
           (double)entries / (r->seconds + 1e-9) / 1e6);
    if (r->disk > 0) printf("temporary files took %" PRIu64 " MiB at most\n", r->disk / MIB + 1);
    return EXIT_DONE;
}

static int build_run(const Args *args, const Subject *s, BuildOptions *options)
{
    Status      status;
    BuildResult result;
    Screen      screen = {.progress = progress_start(s->db.info.name), .json = args->json};
    options->report    = on_progress;
    options->context   = &screen;
    options->stop      = &cli_interrupted;
    cli_catch_interrupt();
    const bool good = symmetry_build(&s->db, options, &result, &status);
    progress_end(&screen.progress);
    if (!good) return cli_fail(&status);
    if (result.complete) {
        ranks_left_remove(options->path, options->part);   // pollard-mpi may have begun it
        return print_result(args, s, &result);
    }
    if (s->db.info.kind == DB_SOLVED) return cli_end(EXIT_INTERRUPTED, "stopped; nothing was written");
    if (result.depth == 0) return cli_end(EXIT_INTERRUPTED, "stopped; the same command continues from there");
    return cli_end(EXIT_INTERRUPTED, "stopped at depth %d; the same command continues from there",
                   result.depth);
}

static bool options_read(const Args *args, BuildOptions *options, Status *status)
{
    long              threads, memory, pause;
    const char *const form = args_value(args, "form");
    if (!args_number(args, "threads", 1, 64, processors_count(64), &threads, status) ||
        !args_number(args, "memory", 0, 1 << 30, 0, &memory, status) ||
        !args_number(args, "checkpoint", 0, 86400, CHECKPOINT_SECONDS, &pause, status))
        return false;
    if (form != NULL && strcmp(form, "raw") != 0 && strcmp(form, "zstd") != 0)
        return status_fail(status, "--form '%s': expected raw or zstd", form);
    options->threads            = (int)threads;
    options->file.threads       = (int)threads;
    options->memory_max         = (uint64_t)memory * MIB;
    options->checkpoint_seconds = (double)pause;
    if (form != NULL) options->file.form = strcmp(form, "zstd") == 0 ? DB_ZSTD : DB_RAW;
    return true;
}

static void announce(const Subject *s, const BuildOptions *options)
{
    char           duration[40];
    const uint64_t entries = s->db.info.entries, memory = options->memory_max;
    db_duration(s->db.seconds / options->threads, duration);
    if (s->db.info.kind == DB_SOLVED) {
        printf("%s: all positions that can be reached, with at most %" PRIu64 " MiB of memory\n",
               s->db.info.name, (memory > 0 ? memory : s->db.memory) / MIB);
        fflush(stdout);
        return;
    }
    printf("%s: %" PRIu64 " entries, ", s->db.info.name, entries);
    if (memory > 0 && memory < entries && s->db.family->build == NULL)
        printf("in parts on disk, %" PRIu64 " MiB of memory, longer than %s\n", memory / MIB, duration);
    else printf("%" PRIu64 " MiB of memory, about %s\n", s->db.memory / MIB + 1, duration);
    fflush(stdout);
}

// Several at once.

typedef struct Chain {
    int      missing, all;
    uint64_t entries, memory;
    double   seconds;
} Chain;

static bool chain_add(Chain *chain, const Subject *s)
{
    chain->all++;
    if (access(s->path, F_OK) == 0) return false;
    chain->missing++;
    chain->entries += s->db.info.entries;
    chain->seconds += s->db.seconds;
    if (s->db.memory > chain->memory) chain->memory = s->db.memory;
    return true;
}

// Before the first is built: what all that are missing will take. Packed, endgames of chess come to a fifth
// of a byte per entry.
static void chain_announce(const Chain *chain, const char *name, int threads)
{
    char duration[40];
    db_duration(chain->seconds / threads, duration);
    printf("%s: %d of %d databases are missing: %" PRIu64 " entries, %" PRIu64
           " MiB of memory, about %" PRIu64 " MiB on disk, about %s\n",
           name, chain->missing, chain->all, chain->entries, chain->memory / MIB + 1,
           chain->entries / 5 / MIB + 1, duration);
    fflush(stdout);
}

bool db_build_needs_others(const char *name)
{
    char first[DB_NAME_MAX];
    return catalog_needs(name, 0, first) && !text_same(first, name);
}

// A build that was killed just after its file was whole has left its part or its lock.
static bool leftovers(const Subject *s)
{
    char lock[DB_PATH_MAX + 8];
    snprintf(lock, sizeof lock, "%s.lock", s->path);
    return access(s->part, F_OK) == 0 || access(lock, F_OK) == 0;
}

int db_build_chain(const Args *args, const char *wanted)
{
    Status       status;
    BuildOptions options = {0};
    Chain        chain   = {0};
    char         name[DB_NAME_MAX];
    if (!options_read(args, &options, &status)) return cli_fail(&status);
    for (int i = 0; catalog_needs(wanted, i, name); i++) {
        Subject s;
        if (!db_subject_open(&s, name, &status)) return cli_fail(&status);
        chain_add(&chain, &s);
        catalog_close(&s.db);
    }
    if (!args->json && chain.missing > 0) chain_announce(&chain, wanted, options.threads);
    int code = EXIT_DONE;
    for (int i = 0; code == EXIT_DONE && catalog_needs(wanted, i, name); i++) {
        Subject s;
        if (!db_subject_open(&s, name, &status)) return cli_fail(&status);
        // One that is there is checked as it is read; the one that was asked for is checked here, and one
        // from which something was left.
        if (access(s.path, F_OK) != 0 || leftovers(&s) || text_same(wanted, name)) code = db_build(args, &s);
        catalog_close(&s.db);
    }
    if (code == EXIT_DONE && chain.missing == 0 && !args->json)
        printf("all %d databases are there\n", chain.all);
    return code;
}

int db_build(const Args *args, const Subject *s)
{
    Status       status;
    BuildOptions options = {.path = s->path, .part = s->part, .file = {.form = s->db.form}};
    if (!options_read(args, &options, &status)) return cli_fail(&status);
    if (!file_folder(databases_folder(), &status)) return cli_fail(&status);
    if (!args->json && access(s->path, F_OK) != 0) announce(s, &options);
    return build_run(args, s, &options);
}
