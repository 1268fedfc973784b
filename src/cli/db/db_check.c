// db_check.c - `pollard db verify`: the file itself, then whether the values fit together, each against those
// of the entries that moves lead to.
#include "cli/db/db_subject.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLE = 1000000, CACHE = 64 * MIB };

typedef struct Checker {
    const Subject *s;
    DbReader       reader;
    void          *cursor;
    uint64_t      *near, *goals;   // goals: sorted
} Checker;

static int entry_compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// A goal is worth 0; anything else is one more than its best neighbour.
static int pattern_expected(Checker *c, uint64_t entry, Status *status)
{
    const CatalogDb *const   db     = &c->s->db;
    const RetroDomain *const domain = &db->pattern;
    if (db->family->expected != NULL) {
        const int value = db->family->expected(db, &c->reader, entry);
        if (value < 0) *status = c->reader.status;
        return value;
    }
    const int n    = domain->neighbours(domain->data, c->cursor, entry, c->near);
    int       best = RETRO_UNREACHED;
    for (int i = 0; i < n; i++) {
        const int v = db_read(&c->reader, c->near[i]);
        if (v < 0) return *status = c->reader.status, -1;
        if (v < best) best = v;
    }
    if (bsearch(&entry, c->goals, domain->goals, sizeof entry, entry_compare) != NULL) return 0;
    return best == RETRO_UNREACHED ? RETRO_UNREACHED : best + 1;
}

// By the definition: the shortest way to a loss of the other, else a draw if there is one, else the longest
// way to a win of the other.
static int endgame_expected(Checker *c, uint64_t entry, Status *status)
{
    const EndgameDomain *const domain = &c->s->db.endgame;
    if (c->s->db.family->expected != NULL) {
        const int value = c->s->db.family->expected(&c->s->db, &c->reader, entry);
        if (value < 0) *status = c->reader.status;
        return value;
    }
    const uint8_t outcome = domain->outcome(domain->data, c->cursor, entry);
    if (outcome != ENDGAME_OPEN) return outcome;
    const int n    = domain->successors(domain->data, c->cursor, entry, c->near);
    int       wins = ENDGAME_PLIES_MAX + 1, loses = 0;
    bool      draws = false;
    for (int i = 0; i < n; i++) {
        const bool elsewhere = c->near[i] & ENDGAME_VALUE;
        const int  v         = elsewhere ? (int)(uint8_t)c->near[i] : db_read(&c->reader, c->near[i]);
        if (v < 0) return *status = c->reader.status, -1;
        if (!endgame_decided((uint8_t)v)) draws = true;
        else if (endgame_won((uint8_t)v)) loses = v > loses ? v : loses;
        else wins = v < wins ? v : wins;
    }
    return wins <= ENDGAME_PLIES_MAX ? wins + 1 : draws ? ENDGAME_DRAW : loses + 1;
}

static bool entry_fits(Checker *c, uint64_t entry, Status *status)
{
    const bool endgame = c->s->db.info.kind == DB_ENDGAME;
    const int  value   = db_read(&c->reader, entry),
              expected = (endgame ? endgame_expected : pattern_expected)(c, entry, status);
    if (value < 0) return *status = c->reader.status, false;
    return expected >= 0 && (value == expected ||
                             status_fail_system(status, "%s: entry %" PRIu64 " says %d, its neighbours %d",
                                                c->s->path, entry, value, expected));
}

static void checker_close(Checker *c)
{
    db_reader_close(&c->reader);
    free(c->cursor);
    free(c->near);
    free(c->goals);
}

static bool checker_open(Checker *c, const Subject *s, const Db *file, Status *status)
{
    const bool               endgame = s->db.info.kind == DB_ENDGAME;
    const RetroDomain *const pattern = &s->db.pattern;
    const uint64_t           goals   = endgame ? 0 : pattern->goals;
    *c                               = (Checker){.s = s};
    if (!db_reader_open(&c->reader, file, CACHE, status)) return false;
    c->cursor = calloc(1, (endgame ? s->db.endgame.cursor_size : pattern->cursor_size) + 1);
    c->near   = calloc((size_t)(endgame ? s->db.endgame.moves_max : pattern->neighbours_max) + 1,
                       sizeof *c->near);
    c->goals  = calloc(goals + 1, sizeof *c->goals);
    if (c->cursor == NULL || c->near == NULL || c->goals == NULL)
        return checker_close(c), status_fail_system(status, "out of memory verifying %s", s->path);
    if (endgame && s->db.endgame.cursor_open != NULL)
        s->db.endgame.cursor_open(s->db.endgame.data, c->cursor);
    if (!endgame && pattern->cursor_open != NULL) pattern->cursor_open(pattern->data, c->cursor);
    for (uint64_t i = 0; i < goals; i++) c->goals[i] = pattern->goal(pattern->data, i);
    qsort(c->goals, goals, sizeof *c->goals, entry_compare);
    return true;
}

static bool entries_fit(const Subject *s, const Db *file, uint64_t step, Progress *progress, Status *status)
{
    assert(step >= 1);
    const uint64_t entries = s->db.info.entries;
    Checker        c;
    bool           good = checker_open(&c, s, file, status);
    if (!good) return false;
    for (uint64_t e = 0; good && e < entries && !atomic_load(&cli_interrupted); e += step) {
        good = entry_fits(&c, e, status);
        if (e % (step * 4096) == 0) progress_show(progress, 0.5 + (double)e / (double)entries / 2);
    }
    checker_close(&c);
    return good;
}

static bool verify_progress(void *context, uint64_t done, uint64_t entries)
{
    progress_show(context, (double)done / (double)entries / 2);
    return !atomic_load(&cli_interrupted);
}

static int print_result(const Args *args, const Subject *s, const Db *file, uint64_t looked)
{
    const uint64_t entries = s->db.info.entries;
    char           digest[DB_DIGEST_TEXT];
    db_digest(file, digest);
    if (args->json)
        return json_print(json_pack("{s:s, s:s, s:o, s:o}", "name", s->db.info.name, "digest", digest,
                                    "entries", json_count(entries), "looked_at", json_count(looked)));
    printf("%s: digest %s is correct; ", s->path, digest);
    if (looked < entries) printf("a sample, %" PRIu64, looked);
    else printf("every one");
    printf(" of %" PRIu64 " entries%s agrees with its neighbours\n", entries, looked < entries ? "," : "");
    return EXIT_DONE;
}

int db_check(const Args *args, const Subject *s)
{
    Status   status = {0};
    Db       file;
    long     sample;
    Progress progress = progress_start("verify");
    if (s->db.info.kind == DB_SOLVED) return db_solved_check(args, s);
    if (!args_number(args, "sample", 1, 1000000000000, SAMPLE, &sample, &status)) return cli_fail(&status);
    if (!db_subject_file(&file, s, &status)) return cli_fail(&status);
    cli_catch_interrupt();
    const uint64_t entries = s->db.info.entries,
                   step    = entries > (uint64_t)sample ? entries / (uint64_t)sample : 1;
    const bool good        = db_verify(&file, verify_progress, &progress, &status) &&
                      entries_fit(s, &file, step, &progress, &status);
    progress_end(&progress);
    const bool stopped = atomic_load(&cli_interrupted);
    const int  code    = stopped ? EXIT_INTERRUPTED
                       : good    ? print_result(args, s, &file, (entries + step - 1) / step)
                                 : cli_fail(&status);
    db_close(&file);
    return code;
}
