// cmd_db.c - `pollard db`: lists, builds, checks and asks the databases.
#include "cli/db_subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLE = 1000000, HOLE_TEXT = 16 };

const char *db_folder(const Args *args)
{
    const char *const dir = args_value(args, "dir");
    return dir == NULL ? "databases" : dir;
}

static bool subject_open(Subject *s, const Args *args, const char *name, Status *status)
{
    s->entry = catalog_find(name, status);
    return s->entry != NULL && catalog_path(db_folder(args), s->entry->name, false, s->path, status) &&
           catalog_path(db_folder(args), s->entry->name, true, s->part, status) &&
           catalog_open(s->entry, &s->domain, &s->info, status);
}

int db_fail(const Status *status)
{
    fprintf(stderr, "pollard: %s\n", status->text);
    return EXIT_JOB_FAILED;
}

// The built file, checked to be what the name says.
static bool file_open(Db *db, const Subject *s, Status *status)
{
    if (access(s->path, F_OK) != 0)
        return status_fail(status, "%s is not built; `pollard db build %s` builds it", s->path, s->entry->name);
    if (!db_open(db, s->path, DB_MAP, status)) return false;
    if (db_expect(db, &s->info, status)) return true;
    db_close(db);
    return false;
}

// list

void db_duration(double seconds, char out[40])
{
    if (seconds < 90) snprintf(out, 40, "%.1f s", seconds);
    else snprintf(out, 40, "%.1f min", seconds / 60);
}

static int db_list(const Args *args, int threads)
{
    json_t *const list = json_array();
    if (!args->json) printf("%-18s %12s %10s %10s  %-8s %s\n", "name", "entries", "memory", "time", "built", "what");
    for (const CatalogEntry *e = catalog; e->name != NULL; e++) {
        Status  status;
        Subject s;
        char    seconds[40];
        if (!subject_open(&s, args, e->name, &status)) return json_decref(list), cli_bad_input(&status);
        const bool   built = access(s.path, F_OK) == 0, begun = access(s.part, F_OK) == 0;
        const double about = catalog_seconds(e, s.info.entries, threads);
        db_duration(about, seconds);
        if (args->json)
            json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:f, s:b, s:s}", "name", e->name, "entries",
                                                  json_count(s.info.entries), "bytes", json_count(s.info.entries),
                                                  "seconds", about, "built", built, "goal", s.info.goal));
        else
            printf("%-18s %12" PRIu64 " %6" PRIu64 " MiB %10s  %-8s %s\n", e->name, s.info.entries,
                   s.info.entries / MIB + 1, seconds,
                   built   ? "yes"
                   : begun ? "begun"
                           : "no",
                   s.info.goal);
        checkers_db_close(&s.domain);
    }
    if (args->json) return json_print(json_pack("{s:o}", "databases", list));
    json_decref(list);
    return EXIT_DONE;
}

// verify: the file itself, then whether the values fit together.

static bool verify_progress(void *context, uint64_t done, uint64_t entries)
{
    progress_show(context, (double)done / (double)entries / 2);
    return !atomic_load(&cli_interrupted);
}

// A goal is worth 0; anything else is one more than its best neighbour.
static bool entry_fits(const Subject *s, const RetroDomain *domain, void *cursor, DbReader *reader, uint64_t entry,
                       Status *status)
{
    uint64_t  near[RETRO_NEIGHBOURS_MAX];
    const int value = db_read(reader, entry), n = domain->neighbours(domain->data, cursor, entry, near);
    int       best = RETRO_UNREACHED;
    for (int i = 0; i < n; i++) {
        const int v = db_read(reader, near[i]);
        if (v < 0) return *status = reader->status, false;
        if (v < best) best = v;
    }
    if (value < 0) return *status = reader->status, false;
    const int expected = entry == s->domain.goal ? 0 : best == RETRO_UNREACHED ? RETRO_UNREACHED : best + 1;
    return value == expected ||
           status_fail(status, "%s: entry %" PRIu64 " says %d, its neighbours %d", s->path, entry, value, expected);
}

static bool entries_fit(const Subject *s, const Db *db, uint64_t sample, Progress *progress, Status *status)
{
    const RetroDomain domain = checkers_db_domain(&s->domain);
    const uint64_t    step   = s->info.entries > sample ? s->info.entries / sample : 1;
    void *const       cursor = calloc(1, domain.cursor_size + 1);
    DbReader          reader;
    if (cursor == NULL || !db_reader_open(&reader, db, 64 * MIB, status)) return free(cursor), false;
    bool good = true;
    domain.cursor_open(domain.data, cursor);
    for (uint64_t e = 0; good && e < s->info.entries && !atomic_load(&cli_interrupted); e += step) {
        good = entry_fits(s, &domain, cursor, &reader, e, status);
        if (e % (step * 4096) == 0) progress_show(progress, 0.5 + (double)e / (double)s->info.entries / 2);
    }
    db_reader_close(&reader);
    free(cursor);
    return good;
}

static int db_check(const Args *args, const Subject *s)
{
    Status   status = {""};
    Db       db;
    long     sample;
    Progress progress = progress_start("verify");
    char     digest[DB_DIGEST_TEXT];
    if (!args_number(args, "sample", 1, 1000000000, SAMPLE, &sample, &status)) return cli_bad_input(&status);
    if (!file_open(&db, s, &status)) return db_fail(&status);
    cli_catch_interrupt();
    bool good = db_verify(&db, verify_progress, &progress, &status) &&
                entries_fit(s, &db, (uint64_t)sample, &progress, &status);
    progress_end(&progress);
    if (good)
        printf("%s: digest %s is right; %s of %" PRIu64 " entries fits its neighbours\n", s->path,
               db_digest(&db, digest), s->info.entries / (uint64_t)sample > 1 ? "a sample" : "every one",
               s->info.entries);
    db_close(&db);
    if (atomic_load(&cli_interrupted)) return EXIT_INTERRUPTED;
    return good ? EXIT_DONE : db_fail(&status);
}

// info

// The rhombus stands on its corner: row r is shifted by half a hole.
static void draw_position(const Subject *s, uint64_t number)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    catalog_format(s->entry, &s->domain, number, &out);
    for (int r = 0; r < s->entry->side; r++) {
        printf("  %*s%c ", r, "", 'a' + r);
        for (int c = 0; c < s->entry->side; c++) printf(" %c", text[r * (s->entry->side + 1) + c] == '1' ? 'O' : '.');
        putchar('\n');
    }
}

typedef struct Deepest {
    unsigned value;
    uint64_t at, number;
    bool     found;
} Deepest;

static bool look_for(void *context, const uint8_t *entries, size_t n)
{
    Deepest *const d = context;
    for (size_t i = 0; i < n && !d->found; i++)
        if (entries[i] == d->value) d->found = true, d->number = d->at + i;
    d->at += n;
    return !d->found;
}

static int db_info(const Args *args, const Subject *s)
{
    Status  status = {""};
    Db      db;
    DbStats stats;
    char    digest[DB_DIGEST_TEXT], position[TEXT_MAX];
    Text    text = text_on(position, sizeof position);
    if (!file_open(&db, s, &status)) return db_fail(&status);
    if (!db_stats(&db, &stats, &status)) return db_close(&db), db_fail(&status);
    Deepest deepest = {.value = db.info.max};
    db_scan(&db, look_for, &deepest, &status);
    catalog_format(s->entry, &s->domain, deepest.number, &text);
    db_digest(&db, digest);
    if (args->json) {
        json_t *const counts = json_array();
        for (unsigned v = 0; v <= db.info.max; v++) json_array_append_new(counts, json_count(stats.count[v]));
        db_close(&db);
        return json_print(json_pack(
            "{s:s, s:s, s:s, s:o, s:o, s:i, s:f, s:s, s:s, s:f, s:f, s:s, s:o}", "name", s->entry->name, "game",
            s->info.game, "goal", s->info.goal, "entries", json_count(s->info.entries), "bytes", json_count(db.size),
            "max", (int)db.info.max, "mean", db.info.mean, "digest", digest, "form", db_form_names[db.form], "entropy",
            stats.entropy, "bytes_per_entry", stats.bytes_stored, "deepest", position, "counts", counts));
    }
    printf(
        "%s: %s\n%s\n%" PRIu64
        " entries in %zu bytes (%s, %.3f bytes each; entropy %.3f bits), max %u, mean %.4f\ndigest %s, made by %s\n\n",
        s->entry->name, s->info.game, s->info.goal, s->info.entries, db.size, db_form_names[db.form],
        stats.bytes_stored, stats.entropy, db.info.max, db.info.mean, digest, db.info.program);
    for (unsigned v = 0; v <= db.info.max; v++)
        printf("%4u %12" PRIu64 " %6.2f %%\n", v, stats.count[v],
               100.0 * (double)stats.count[v] / (double)s->info.entries);
    if (stats.count[RETRO_UNREACHED] > 0) printf("none %12" PRIu64 "\n", stats.count[RETRO_UNREACHED]);
    printf("\na deepest position, %s\n", position);
    draw_position(s, deepest.number);
    db_close(&db);
    return EXIT_DONE;
}

// probe, best

// The hole that only `a` has, as the game writes it.
static void hole_text(const Subject *s, const char *a, const char *b, char out[HOLE_TEXT])
{
    for (int i = 0; a[i]; i++)
        if (a[i] == '1' && b[i] == '-')
            snprintf(out, HOLE_TEXT, "%c%d", 'a' + i / (s->entry->side + 1), 1 + i % (s->entry->side + 1));
}

// The first neighbour that is one move nearer to the goal.
static uint64_t step_down(void *cursor, const RetroDomain *domain, DbReader *reader, uint64_t at, int value)
{
    uint64_t  near[RETRO_NEIGHBOURS_MAX];
    const int n = domain->neighbours(domain->data, cursor, at, near);
    for (int i = 0; i < n; i++)
        if (db_read(reader, near[i]) == value - 1) return near[i];
    return at;
}

static void play_out(const Subject *s, DbReader *reader, uint64_t at, int value, bool json, json_t *moves)
{
    const RetroDomain domain = checkers_db_domain(&s->domain);
    void *const       cursor = calloc(1, domain.cursor_size + 1);
    char              before[TEXT_MAX], after[TEXT_MAX];
    if (cursor == NULL) return;
    domain.cursor_open(domain.data, cursor);
    for (int left = value; left > 0; left--) {
        const uint64_t next = step_down(cursor, &domain, reader, at, left);
        Text           a = text_on(before, sizeof before), b = text_on(after, sizeof after);
        char           from[HOLE_TEXT] = "?", to[HOLE_TEXT] = "?", move[2 * HOLE_TEXT];
        catalog_format(s->entry, &s->domain, at, &a);
        catalog_format(s->entry, &s->domain, next, &b);
        hole_text(s, before, after, from);
        hole_text(s, after, before, to);
        snprintf(move, sizeof move, "%s-%s", from, to);
        if (json) json_array_append_new(moves, json_string(move));
        else printf("%3d. %-8s %s\n", value - left + 1, move, after);
        at = next;
    }
    free(cursor);
}

static int db_ask(const Args *args, const Subject *s, bool best)
{
    Status   status = {""};
    Db       db;
    DbReader reader;
    uint64_t number;
    if (!catalog_parse(s->entry, &s->domain, args->words[2], &number, &status)) return cli_bad_input(&status);
    if (!file_open(&db, s, &status)) return db_fail(&status);
    if (!db_reader_open(&reader, &db, MIB, &status)) return db_close(&db), db_fail(&status);
    const int     value = db_read(&reader, number);
    const bool    known = value >= 0 && value != RETRO_UNREACHED;
    json_t *const moves = json_array();
    if (value < 0) status = reader.status;
    if (!args->json && known) printf("%d moves to the goal\n", value);
    if (!args->json && value == RETRO_UNREACHED) puts("the goal cannot be reached");
    if (best && known) play_out(s, &reader, number, value, args->json, moves);
    db_reader_close(&reader);
    db_close(&db);
    if (value < 0) return json_decref(moves), db_fail(&status);
    if (!args->json) return json_decref(moves), EXIT_DONE;
    return json_print(json_pack("{s:s, s:o, s:o}", "name", s->entry->name, "value",
                                known ? json_integer(value) : json_null(), "moves", moves));
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
    checkers_db_close(&s.domain);
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
    {"memory", "MIB", "build: refuse to take more than this"},
    {"checkpoint", "S", "build: seconds between checkpoints, at the ends of rounds (default 5)"},
    {"form", "raw|zstd", "build: as it is, or packed (default raw)"},
    {"sample", "N", "verify: entries whose neighbours are looked at (default a million)"},
    {0},
};

const Command command_db = {
    .name     = "db",
    .usage    = "db list | build NAME | verify NAME | info NAME | probe NAME POSITION | best NAME POSITION [--dir DIR] "
                "[--threads T]",
    .summary  = "pattern databases: build, check, ask",
    .examples = "  pollard db list\n  pollard db build cc-pdb3-6x6\n  pollard db info cc-pdb3-6x6\n"
                "  pollard db best cc-pdb3-6x6 11----/1-----/------/------/------/------\n",
    .flags    = flags,
    .words_min = 1,
    .words_max = 3,
    .run       = run,
};
