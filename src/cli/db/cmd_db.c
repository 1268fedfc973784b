// cmd_db.c - `pollard db`: lists the databases and hands the other verbs on.
#include "cli/db/db_subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *db_folder(const Args *args)
{
    const char *const dir = args_value(args, "dir");
    return dir == NULL ? "databases" : dir;
}

int db_fail(const Status *status)
{
    fprintf(stderr, "pollard: %s\n", status->text);
    return EXIT_JOB_FAILED;
}

void db_duration(double seconds, char out[40])
{
    if (seconds < 90) snprintf(out, 40, "%.1f s", seconds);
    else if (seconds < 5400) snprintf(out, 40, "%.1f min", seconds / 60);
    else snprintf(out, 40, "%.1f h", seconds / 3600);
}

static bool subject_open(Subject *s, const Args *args, const char *name, Status *status)
{
    if (!catalog_open(&s->db, name, status)) return false;
    if (catalog_path(&s->db, db_folder(args), false, s->path, status) &&
        catalog_path(&s->db, db_folder(args), true, s->part, status))
        return true;
    catalog_close(&s->db);
    return false;
}

bool db_subject_file(Db *file, const Subject *s, Status *status)
{
    if (access(s->path, F_OK) != 0)
        return status_fail(status, "%s is not built; `pollard db build %s` builds it", s->path,
                           s->db.info.name);
    if (!db_open(file, s->path, DB_MAP, status)) return false;
    if (db_expect(file, &s->db.info, status)) return true;
    db_close(file);
    return false;
}

// list

static json_t *row_json(const Subject *s, double seconds, bool built, bool begun)
{
    const DbInfo *const info = &s->db.info;
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:f, s:b, s:b, s:s}", "name", info->name, "kind",
                     db_kind_names[info->kind], "entries", json_count(info->entries), "bytes",
                     json_count(info->entries), "memory", json_count(s->db.memory), "seconds", seconds,
                     "built", built, "begun", begun, "goal", info->goal);
}

static bool list_row(const Args *args, const char *name, int threads, json_t *list, Status *status)
{
    Subject s;
    char    duration[40];
    if (!subject_open(&s, args, name, status)) return false;
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

static int db_list(const Args *args, int threads)
{
    Status        status;
    json_t *const list = args->json ? json_array() : NULL, *const patterns = json_array();
    bool good = true;
    if (list == NULL)
        printf("%-20s %12s %11s %10s  %-6s %s\n", "name", "entries", "memory", "time", "built", "what");
    const CatalogFamily *family;
    for (int f = 0; good && (family = catalog_family(f)) != NULL; f++) {
        char name[DB_NAME_MAX];
        for (int i = 0; good && family->name(i, name); i++)
            good = list_row(args, name, threads, list, &status);
        if (family->pattern == NULL) continue;
        json_array_append_new(patterns,
                              json_pack("{s:s, s:s}", "pattern", family->pattern, "about", family->about));
        if (list == NULL) printf("%-20s %s\n", family->pattern, family->about);
    }
    if (good && list != NULL)
        return json_print(json_pack("{s:o, s:o}", "databases", list, "patterns", patterns));
    json_decref(list);
    json_decref(patterns);
    return good ? EXIT_DONE : cli_bad_input(&status);
}

static int run_on(const Args *args, const char *verb, int threads, long memory)
{
    Status    status;
    Subject   s;
    const int words = strcmp(verb, "probe") == 0 || strcmp(verb, "best") == 0 ? 3 : 2;
    if (args->count != words) {
        status_fail(&status, "db %s: expected a name%s", verb, words == 3 ? " and a position" : "");
        return cli_bad_input(&status);
    }
    if (!subject_open(&s, args, args->words[1], &status)) return cli_bad_input(&status);
    int code = EXIT_BAD_INPUT;
    if (strcmp(verb, "build") == 0) code = db_build(args, &s, threads, memory);
    else if (strcmp(verb, "verify") == 0) code = db_check(args, &s);
    else if (strcmp(verb, "info") == 0) code = db_info(args, &s);
    else code = db_ask(args, &s, strcmp(verb, "best") == 0);
    catalog_close(&s.db);
    return code;
}

static int run(const Args *args)
{
    static const char *const verbs[] = {"build", "verify", "info", "probe", "best"};
    Status                   status;
    long                     threads, memory;
    if (!args_number(args, "threads", 1, 64, sysconf(_SC_NPROCESSORS_ONLN), &threads, &status) ||
        !args_number(args, "memory", 0, 1 << 30, 0, &memory, &status))
        return cli_bad_input(&status);
    if (strcmp(args->words[0], "list") == 0) return db_list(args, (int)threads);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(args->words[0], verbs[i]) == 0) return run_on(args, verbs[i], (int)threads, memory);
    status_fail(&status, "db: '%s': expected list, build, verify, info, probe or best", args->words[0]);
    return cli_bad_input(&status);
}

static const Flag flags[] = {
    {"dir", "DIR", "where the databases are (default databases)"},
    {"threads", "T", "build: threads (default: one per processor)"},
    {"memory", "MIB", "build: take no more than this; a larger pattern database is built on disk"},
    {"checkpoint", "S", "build: seconds between checkpoints, at the ends of rounds (default 5)"},
    {"form", "raw|zstd", "build: as it is, or packed (default raw; zstd for mazes)"},
    {"sample", "N", "verify: entries whose neighbours are looked at (default a million)"},
    {0},
};

const Command command_db = {
    .name      = "db",
    .usage     = "db list | build NAME | verify NAME | info NAME | probe NAME POSITION | best NAME POSITION "
                 "[--dir DIR] "
                 "[--threads T]",
    .summary   = "pattern and endgame databases: build, check, ask",
    .examples  = "  pollard db list\n  pollard db build cc-pdb3-6x6\n  pollard db info cc-pdb3-6x6\n"
                 "  pollard db best cc-pdb3-6x6 11----/1-----/------/------/------/------\n"
                 "  pollard db build cc-edb6-6x6 --form zstd\n"
                 "  pollard db probe cc-edb6-6x6 '11----/1-----/------/------/-----2/----22 1'\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = 3,
    .run       = run,
};
