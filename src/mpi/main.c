// main.c - pollard-mpi: `mpirun -n N pollard-mpi db build NAME`, databases built by ranks (docs/SCALE.md).
//
// A program of its own, so that pollard needs no MPI. Rank 0 alone reads the command's rows aloud: progress,
// results and messages are its own, but for the one line that says that the job was ended.
#include "base/file.h"
#include "cli/cli.h"
#include "mpi/jobs.h"
#include "mpi/mpi_ranks.h"
#include "mpi/starter.h"
#include "retro/catalog.h"
#include "symmetry/symmetry.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MIB = 1 << 20, CHECKPOINT_SECONDS = 60 };

extern const CatalogFamily chess_databases, thief_police_databases;

static Ranks       world;   // for the command, which is called without it
static atomic_bool stop;
static int         rank_of_signal;
static Starter     starter;
// The rank that makes the file says that the job was ended: in the folder of the build, which all hosts see;
// while there is none, in that of Open MPI, which every host has until the job is gone.
static char told[DB_PATH_MAX + 16], told_early[DB_PATH_MAX + 16];

static int file_make(const char *path) { return open(path, O_WRONLY | O_CREAT | O_EXCL, 0666); }

static bool is_first(void)
{
    int fd = file_make(told);
    if (fd < 0 && errno == ENOENT) fd = file_make(told_early);
    return fd >= 0 || (errno == ENOENT && rank_of_signal == 0);
}

// The starter ends the others when one rank is gone; one that is cut off from it is ended by its own host,
// and nobody hears it. Only what POSIX allows in a handler.
static void on_end(int number)
{
    static const char line[] = "\npollard-mpi: the job was ended: a rank is gone, or somebody ended it; the "
                               "same command continues from the last checkpoint\n";
    (void)number;
    if (starter_reachable(&starter) && is_first())
        if (write(STDERR_FILENO, line, sizeof line - 1) < 0) {}
    file_remove_temporaries();
    _exit(EXIT_JOB_FAILED);
}

static void on_stop(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

static void on_file_limit(int number) { (void)number; }   // the write that fails says it

// Endings that captures lead to are mapped files.
static void on_bus_error(int number)
{
    static const char line[] =
        "\npollard-mpi: a file that is looked up, a database, became shorter meanwhile "
        "or cannot be read any more; build it again or restore it\n";
    (void)number;
    if (write(STDERR_FILENO, line, sizeof line - 1) < 0) {}
    file_remove_temporaries();
    _exit(EXIT_JOB_FAILED);
}

// Before MPI_Init, in which ranks wait for each other: one may be gone by then.
static void signals_catch(void)
{
    const char *const rank = getenv("OMPI_COMM_WORLD_RANK"), *const folder = getenv("PMIX_SERVER_TMPDIR");
    rank_of_signal = rank != NULL ? atoi(rank) : 0;
    if (folder != NULL && strlen(folder) < DB_PATH_MAX)
        snprintf(told_early, sizeof told_early, "%s/pollard-told", folder);
    starter_read(&starter, getenv("OMPI_MCA_orte_hnp_uri"));
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = on_end}, NULL);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = on_end}, NULL);
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = on_stop}, NULL);
    sigaction(SIGBUS, &(struct sigaction){.sa_handler = on_bus_error}, NULL);
    sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = on_file_limit}, NULL);
}

// Messages.

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
        fflush(stdout);
        return;
    }
    snprintf(screen->what, sizeof screen->what, "%s", progress->what);
    screen->progress.what = screen->what;
    progress_show(&screen->progress, progress->done);
}

static int fail(const Ranks *ranks, const Status *status)
{
    if (ranks->me == 0) fprintf(stderr, "pollard-mpi: %s\n", status->text);
    return status->kind == STATUS_SYSTEM ? EXIT_JOB_FAILED : EXIT_BAD_INPUT;
}

// As `pollard db build --json` has it, and what ranks took.
static void print_json(const char *path, const CatalogDb *db, int ranks, const RankBuildResult *r)
{
    const BuildResult *const b = &r->build;
    if (b->there) {
        json_print(json_pack("{s:s, s:s, s:b}", "name", db->info.name, "path", path, "there", 1));
        return;
    }
    json_print(json_pack("{s:s, s:s, s:o, s:o, s:i, s:f, s:i, s:f, s:f, s:o, s:o, s:o}", "name",
                         db->info.name, "path", path, "entries", json_count(db->info.entries), "reached",
                         json_count(b->reached), "max", b->depth, "seconds", b->seconds, "ranks", ranks,
                         "processor_seconds", r->processor, "waited_seconds", r->waited, "bytes_sent",
                         json_count(r->sent), "memory", json_count(r->memory), "checkpoints",
                         json_count(b->disk)));
}

static void print_result(const char *path, const CatalogDb *db, int ranks, const RankBuildResult *r)
{
    if (r->build.there) {
        printf("%s already exists; it was checked\n", path);
        return;
    }
    printf("%s: %" PRIu64 " entries, %s%" PRIu64 ", deepest %d, in %.1f s\n", path, db->info.entries,
           db->info.kind == DB_PATTERN ? "reached " : "won or lost ", r->build.reached, r->build.depth,
           r->build.seconds);
    printf("ranks %d: %.1f processor seconds, %.1f of them in talk and waiting, %" PRIu64
           " bytes sent, %" PRIu64 " bytes of memory of a rank (%.3f of the table), checkpoints %" PRIu64
           " bytes\n",
           ranks, r->processor, r->waited, r->sent, r->memory, (double)r->memory / (double)db->info.entries,
           r->build.disk);
}

// Building.

static bool options_read(const Args *args, BuildOptions *options, Status *status)
{
    long              memory, pause;
    const char *const form = args_value(args, "form");
    if (!args_number(args, "memory", 0, 1 << 30, 0, &memory, status) ||
        !args_number(args, "checkpoint", 0, 86400, CHECKPOINT_SECONDS, &pause, status))
        return false;
    if (form != NULL && strcmp(form, "raw") != 0 && strcmp(form, "zstd") != 0)
        return status_fail(status, "--form '%s': expected raw or zstd", form);
    options->threads            = 1;
    options->file.threads       = 1;
    options->memory_max         = (uint64_t)memory * MIB;
    options->checkpoint_seconds = (double)pause;
    if (form != NULL) options->file.form = strcmp(form, "zstd") == 0 ? DB_ZSTD : DB_RAW;
    options->stop = &stop;
    return true;
}

// By the family's own way, or by the domain.
static bool job_build(const Ranks *ranks, const CatalogDb *db, BuildOptions *options, RankBuildResult *result,
                      Status *status)
{
    RankJob job   = {.db = db, .domain = {.pattern = db->pattern, .endgame = db->endgame}};
    void   *chess = NULL;
    if (db->family == &thief_police_databases) {
        mazes_job(&job, db);
    } else if (db->family == &chess_databases) {
        if (!ranks_agree(ranks, (chess = chess_job_open(&job, db, status)) != NULL, status)) return false;
        options->file.no_dictionary = true;
        options->file.level         = 6;   // as dtm_build packs
    } else if (db->family->build != NULL) {
        return status_fail(status, "%s is not built by ranks; `pollard db build` builds it", db->info.name);
    }
    Symmetry *const symmetry = symmetry_open(db);
    job.symmetry             = symmetry_of(symmetry);
    const bool good          = ranks_build(ranks, &job, options, result, status);
    symmetry_close(symmetry);
    chess_job_close(chess);
    return good;
}

// Rank 0 decides: ranks that do not see the same folder would go different ways, and wait for ever.
static bool is_there(const Ranks *ranks, const char *path)
{
    bool there = ranks->me == 0 && access(path, F_OK) == 0;
    ranks->share(ranks->context, 0, &there, sizeof there);
    return there;
}

static void told_name(const Ranks *ranks, const char *folder)
{
    snprintf(told, sizeof told, "%s/0-told", folder);
    if (ranks->me == 0) unlink(told);
}

static int one_build(const Ranks *ranks, const Args *args, const char *name, bool chain)
{
    Status          status;
    CatalogDb       db;
    RankBuildResult result;
    char            path[DB_PATH_MAX], part[DB_PATH_MAX], folder[DB_PATH_MAX];
    if (!catalog_open(&db, name, &status)) return fail(ranks, &status);
    Screen       screen  = {.progress = progress_start(db.info.name), .json = args->json};
    BuildOptions options = {.path = path, .part = part, .file = {.form = db.form}};
    options.report       = on_progress;
    options.context      = &screen;
    bool good            = options_read(args, &options, &status) &&
                catalog_path(&db, databases_folder(), false, path, &status) &&
                catalog_path(&db, databases_folder(), true, part, &status) &&
                ranks_folder(part, folder, &status) &&
                (ranks->me != 0 || file_folder(databases_folder(), &status));
    good = ranks_agree(ranks, good, &status);
    if (good && chain && is_there(ranks, path)) return catalog_close(&db), EXIT_DONE;
    if (good) told_name(ranks, folder);
    good = good && job_build(ranks, &db, &options, &result, &status);
    if (ranks->me == 0) progress_end(&screen.progress);
    int code = good ? EXIT_DONE : fail(ranks, &status);
    if (good && !result.build.complete) {
        code = EXIT_INTERRUPTED;
        if (ranks->me == 0)
            fprintf(stderr, "pollard-mpi: stopped at depth %d; the same command continues from there\n",
                    result.build.depth);
    } else if (good && ranks->me == 0) {
        (args->json ? print_json : print_result)(path, &db, ranks->count, &result);
    }
    fflush(stdout);
    catalog_close(&db);
    return code;
}

// Collective: a name that is there, or that ranks can build.
static bool name_check(const Ranks *ranks, const char *name, Status *status)
{
    CatalogDb db;
    char      path[DB_PATH_MAX];
    if (!catalog_open(&db, name, status)) return false;
    const bool good = catalog_path(&db, databases_folder(), false, path, status) &&
                      (is_there(ranks, path) || ranks_can_build(&db, status));
    catalog_close(&db);
    return good;
}

// What has to be there for a name is built first, where it is missing. One that cannot be built is named
// before hours have gone into the others.
static int chain_build(const Args *args)
{
    const Ranks *const ranks = &world;
    char               name[DB_NAME_MAX], next[DB_NAME_MAX];
    const char *const  wanted = args->words[0];
    int                code   = EXIT_DONE;
    Status             status;
    bool               good = catalog_needs(wanted, 0, name) || name_check(ranks, wanted, &status);
    for (int i = 0; good && catalog_needs(wanted, i, name); i++) good = name_check(ranks, name, &status);
    if (!good) return fail(ranks, &status);
    if (!catalog_needs(wanted, 0, name)) return one_build(ranks, args, wanted, false);
    for (int i = 0; code == EXIT_DONE && catalog_needs(wanted, i, name); i++)
        code = one_build(ranks, args, name, catalog_needs(wanted, i + 1, next));
    return code;
}

static const Flag flags[] = {
    FLAG_DIR,
    {"memory", "MIB", "the part of a rank may take no more than this"},
    {"checkpoint", "S", "seconds between checkpoints, at the ends of rounds (default 60)"},
    {"form", "raw|zstd", "as it is, or compressed (default raw; zstd for mazes and chess)"},
    {0},
};

static const Command command = {
    .name      = "db build",
    .program   = "pollard-mpi",
    .words     = "NAME",
    .summary   = "build a database by all ranks of this job; ended, the same command continues",
    .examples  = "  mpirun -n 4 pollard-mpi db build cc-pdb6-9x9\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = 1,
    .run       = chain_build,
};

static int run(const Ranks *ranks, int argc, char **argv)
{
    Args   args;
    Status status;
    if (!level_choose(getenv("POLLARD_LEVEL"), &status)) return fail(ranks, &status);
    if (argc < 3 || strcmp(argv[1], "db") != 0 || strcmp(argv[2], "build") != 0) {
        const bool asked = argc == 2 && strcmp(argv[1], "--help") == 0;
        if (ranks->me == 0)
            fprintf(asked ? stdout : stderr, "usage: mpirun -n N pollard-mpi db build NAME [flags]\n");
        return asked ? EXIT_DONE : EXIT_BAD_INPUT;
    }
    if (!args_parse(&args, &command, argc - 3, argv + 3, &status)) return fail(ranks, &status);
    if (args.help) return ranks->me == 0 ? command_help(&command), EXIT_DONE : EXIT_DONE;
    const char *const dir = args_value(&args, "dir");
    if (dir != NULL) setenv(DATABASES_VARIABLE, dir, 1);
    return command.run(&args);
}

int main(int argc, char **argv)
{
    Status status;
    signals_catch();
    MPI_Init(&argc, &argv);
    if (!mpi_ranks_open(&world, &status)) {
        fprintf(stderr, "pollard-mpi: %s\n", status.text);
        MPI_Abort(MPI_COMM_WORLD, EXIT_JOB_FAILED);
    }
    const int code = run(&world, argc, argv);
    // The first rank that ends with a failure has the others ended: what there is to say was said.
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    mpi_ranks_close(&world);
    MPI_Finalize();
    return code;
}
