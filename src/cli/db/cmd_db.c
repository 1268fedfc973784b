// cmd_db.c - `pollard db`: the rows of its verbs, and `pollard db list`. The other verbs have their own
// files.
#include "cli/db/db_subject.h"
#include "retro/probe.h"
#include "retro/solved/catalog_solved.h"

#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void db_duration(double seconds, char out[40])
{
    assert(seconds >= 0);
    if (seconds < 90) snprintf(out, 40, "%.1f s", seconds);
    else if (seconds < 5400) snprintf(out, 40, "%.1f min", seconds / 60);
    else snprintf(out, 40, "%.1f h", seconds / 3600);
}

bool db_subject_open(Subject *s, const char *name, Status *status)
{
    if (!catalog_open(&s->db, name, status)) return false;
    if (catalog_file(&s->db, databases_folder(), false, s->path, status) &&
        catalog_file(&s->db, databases_folder(), true, s->part, status))
        return true;
    catalog_close(&s->db);
    return false;
}

bool db_subject_file(Db *file, const Subject *s, Status *status)
{
    return probe_file(file, &s->db, s->path, status);
}

// List.

// What a build takes is null where it is not known: seconds below 0.
static json_t *row_json(const Subject *s, double seconds, bool built, bool begun)
{
    const DbInfo *const info  = &s->db.info;
    const bool          known = seconds >= 0;
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:b, s:b, s:s}", "name", info->name, "kind",
                     db_kind_names[info->kind], "entries", json_count(info->entries), "bytes",
                     json_count(info->entries), "memory", known ? json_count(s->db.memory) : json_null(),
                     "seconds", known ? json_real(seconds) : json_null(), "built", built, "begun", begun,
                     "goal", info->goal);
}

static bool list_row(const char *name, int threads, json_t *list, Status *status)
{
    assert(threads >= 1);
    Subject s;
    char    duration[40];
    if (!db_subject_open(&s, name, status)) return false;
    const bool   built = access(s.path, F_OK) == 0, begun = access(s.part, F_OK) == 0;
    const double seconds = s.db.seconds / threads;
    db_duration(seconds, duration);
    if (list != NULL) json_array_append_new(list, row_json(&s, seconds, built, begun));
    else
        printf("%-20s %12" PRIu64 " %7" PRIu64 " MiB %10s  %-6s %s\n", name, s.db.info.entries,
               s.db.memory / MIB + 1, duration,
               built   ? "yes"
               : begun ? "begun"
                       : "no",
               s.db.info.goal);
    catalog_close(&s.db);
    return true;
}

// A game solved whole, which is listed when its file is there; how many positions it has is in the file.
static void list_row_solved(const char *name, json_t *list)
{
    Subject s;
    Db      file;
    Status  status;
    if (!db_subject_open(&s, name, &status)) return;   // a file of another name
    if (db_open(&file, s.path, DB_MAP, &status)) {
        s.db.info.entries = catalog_solved_entries(&s.db, &file);
        if (list != NULL) json_array_append_new(list, row_json(&s, -1, true, false));
        else
            printf("%-20s %12" PRIu64 " %11s %10s  %-6s %s\n", s.db.info.name, s.db.info.entries, "", "",
                   "yes", s.db.info.goal);
        db_close(&file);
    } else {
        fprintf(stderr, "pollard: %s\n", status.text);   // the others can still be listed
    }
    catalog_close(&s.db);
}

static void list_solved(json_t *list)
{
    struct dirent **found = NULL;
    const int       n     = scandir(databases_folder(), &found, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char *const ending = strrchr(found[i]->d_name, '.');
        if (ending != NULL && strcmp(ending, ".sdb") == 0) {
            *ending = 0;
            list_row_solved(found[i]->d_name, list);
        }
        free(found[i]);
    }
    free(found);
}

static int db_list(const Args *args)
{
    Status status;
    long   threads;
    if (!args_number(args, "threads", 1, 64, processors_count(64), &threads, &status))
        return cli_fail(&status);
    json_t *const list = args->json ? json_array() : NULL, *const patterns = json_array();
    bool good = true;
    if (list == NULL)
        printf("%-20s %12s %11s %10s  %-6s %s\n", "name", "entries", "memory", "time", "built", "what");
    const CatalogFamily *family;
    for (int f = 0; good && (family = catalog_family(f)) != NULL; f++) {
        char name[DB_NAME_MAX];
        for (int i = 0; good && family->name(i, name); i++)
            good = list_row(name, (int)threads, list, &status);
        if (family->pattern == NULL) continue;
        json_array_append_new(patterns,
                              json_pack("{s:s, s:s}", "pattern", family->pattern, "about", family->about));
        if (list == NULL) printf("%-20s %s\n", family->pattern, family->about);
    }
    if (good) list_solved(list);
    if (good && list != NULL)
        return json_print(json_pack("{s:o, s:o}", "databases", list, "patterns", patterns));
    json_decref(list);
    json_decref(patterns);
    return good ? EXIT_DONE : cli_fail(&status);
}

// Opens the database that words[0] names and does `verb` with it.
static int subject_run(const Args *args, int (*verb)(const Args *args, const Subject *s))
{
    Status  status;
    Subject s;
    if (!db_subject_open(&s, args->words[0], &status)) return cli_fail(&status);
    const int code = verb(args, &s);
    catalog_close(&s.db);
    return code;
}

static int build_named(const Args *args, const char *name)
{
    Status  status;
    Subject s;
    if (db_build_needs_others(name)) return db_build_chain(args, name);
    if (!db_subject_open(&s, name, &status)) return cli_fail(&status);
    const int code = db_build(args, &s);
    catalog_close(&s.db);
    return code;
}

// A name that is none is told before the first is built, which may take hours.
static int run_build(const Args *args)
{
    int code = EXIT_DONE;
    for (int i = 0; i < args->count; i++) {
        Status  status;
        Subject s;
        if (db_build_needs_others(args->words[i])) continue;
        if (!db_subject_open(&s, args->words[i], &status)) return cli_fail(&status);
        catalog_close(&s.db);
    }
    for (int i = 0; i < args->count && code == EXIT_DONE; i++) code = build_named(args, args->words[i]);
    return code;
}
static int run_plan(const Args *args)
{
    int code;
    return db_plan_alone(args, &code) ? code : subject_run(args, db_plan);
}
static int run_split(const Args *args) { return subject_run(args, db_split_run); }
static int run_join(const Args *args) { return subject_run(args, db_join_run); }
static int run_verify(const Args *args) { return subject_run(args, db_check); }
static int run_info(const Args *args) { return subject_run(args, db_info); }
static int run_probe(const Args *args) { return subject_run(args, db_ask_value); }
static int run_best(const Args *args) { return subject_run(args, db_ask_line); }

const Command command_db = {
    .name = "db", .summary = "pattern and endgame databases, games solved whole: build, check, ask"};

static const Flag flags_dir[] = {FLAG_DIR, {0}};

static const Flag flags_list[] = {
    FLAG_DIR,
    {"threads", "T", "the time to build is for this many threads (default: one per processor)"},
    {0},
};

const Command command_db_list = {
    .name     = "db list",
    .summary  = "the databases that can be built: entries, memory, time, and whether they are built",
    .examples = "  pollard db list\n  pollard db list --threads 1 --json\n",
    .flags    = flags_list,
    .run      = db_list,
};

static const Flag flags_build[] = {
    FLAG_DIR,
    {"threads", "T", "threads (default: one per processor)"},
    {"memory", "MIB", "use no more than this; a larger pattern database is built on disk"},
    {"checkpoint", "S", "seconds between checkpoints, at the ends of rounds (default 5)"},
    {"form", "raw|zstd", "as it is, or compressed (default raw; zstd for mazes and chess)"},
    {0},
};

const Command command_db_build = {
    .name    = "db build",
    .words   = "NAME ...",
    .summary = "build databases; stopped or killed, the same command continues",
    .examples =
        "  pollard db build cc-pdb3-6x6 cc-pdb6-6x6\n  pollard db build cc-edb6-5x5 --form zstd --threads 2\n"
        "  pollard db build solve:connect-four:width=4,height=4\n"
        "  pollard db build chess-krpkn\n  pollard db build chess-4\n",
    .flags     = flags_build,
    .words_min = 1,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_build,
};

static const Flag flags_plan[] = {
    FLAG_DIR,
    {"ranks", "N", "processes, each with its part of the table (default 4)"},
    {"memory", "MIB", "that a rank may use; says how many ranks are needed"},
    {"network", "G", "gigabits per second that a rank can send and receive (default 10)"},
    {0},
};

const Command command_db_plan = {
    .name      = "db plan",
    .words     = "NAME",
    .summary   = "what a build by several processes takes: time, memory, traffic, disk",
    .examples  = "  pollard db plan cc-pdb6-9x9 --ranks 4 --network 10\n"
                 "  pollard db plan chess-krpkrp --ranks 64 --network 25\n",
    .flags     = flags_plan,
    .words_min = 1,
    .words_max = 1,
    .run       = run_plan,
};

const Command command_db_split = {
    .name      = "db split",
    .words     = "NAME FOLDER...",
    .summary   = "put a database in pieces, one in each folder; it is used as before",
    .examples  = "  pollard db split cc-pdb3-6x6 disk1 disk2\n",
    .flags     = flags_dir,
    .words_min = 2,
    .words_max = 33,
    .run       = run_split,
};

const Command command_db_join = {
    .name      = "db join",
    .words     = "NAME",
    .summary   = "make one file of the pieces of a database again",
    .examples  = "  pollard db join cc-pdb3-5x5\n",
    .flags     = flags_dir,
    .words_min = 1,
    .words_max = 1,
    .run       = run_join,
};

static const Flag flags_verify[] = {
    FLAG_DIR,
    {"sample", "N", "check this many entries against their neighbours (default a million)"},
    {0},
};

const Command command_db_verify = {
    .name      = "db verify",
    .words     = "NAME",
    .summary   = "check a database: its digest, and each value against those of its neighbours",
    .examples  = "  pollard db verify cc-pdb3-6x6\n",
    .flags     = flags_verify,
    .words_min = 1,
    .words_max = 1,
    .run       = run_verify,
};

const Command command_db_info = {
    .name      = "db info",
    .words     = "NAME",
    .summary   = "what a database holds: size, digest, how many entries of each value, a deepest position",
    .examples  = "  pollard db info cc-pdb3-6x6\n",
    .flags     = flags_dir,
    .words_min = 1,
    .words_max = 1,
    .run       = run_info,
};

const Command command_db_probe = {
    .name      = "db probe",
    .words     = "NAME POSITION",
    .summary   = "the value of a position",
    .examples  = "  pollard db probe cc-pdb3-6x6 11----/1-----/------/------/------/------\n"
                 "  pollard db probe cc-edb6-5x5 '11---/1----/-----/----2/---22 1'\n",
    .flags     = flags_dir,
    .words_min = 2,
    .words_max = 2,
    .run       = run_probe,
};

const Command command_db_best = {
    .name      = "db best",
    .words     = "NAME POSITION",
    .summary   = "the value of a position and a best line from it",
    .examples  = "  pollard db best cc-pdb3-6x6 11----/1-----/------/------/------/------\n",
    .flags     = flags_dir,
    .words_min = 2,
    .words_max = 2,
    .run       = run_best,
};
