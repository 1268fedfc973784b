// db_solved.c - the verbs of `pollard db` for games solved whole: info, verify.
#include "cli/db/db_subject.h"
#include "retro/probe.h"
#include "retro/solved/catalog_solved.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLE = 1000000 };

typedef struct Solved {
    Db             file;
    SolvedTable    table;
    const Variant *v;
} Solved;

static bool file_open(Solved *solved, const Subject *s, Status *status)
{
    solved->v = catalog_solved_game(&s->db);
    if (!db_subject_file(&solved->file, s, status)) return false;
    if (catalog_solved_table(&solved->table, solved->v, &solved->file, status)) return true;
    db_close(&solved->file);
    return false;
}

static void file_close(Solved *solved)
{
    solved_close(&solved->table);
    db_close(&solved->file);
}

// Info.

typedef struct Counts {
    uint64_t positions, won[SOLVED_PLIES_MAX + 1], lost[SOLVED_PLIES_MAX + 1], won_all, lost_all, drawn;
    int      plies;     // the most
    uint64_t deepest;   // an entry of that many
    double   mean;
    char     position[TEXT_MAX], start[TEXT_MAX];
} Counts;

static void counts_find(const Solved *solved, Counts *c)
{
    const SolvedTable *const t   = &solved->table;
    double                   sum = 0;
    AnyState                 s;
    Text position = text_on(c->position, sizeof c->position), start = text_on(c->start, sizeof c->start);
    for (uint64_t i = 0; i < t->positions; i++) {
        const uint8_t value = t->values[i];
        if (value == SOLVED_NONE) continue;
        c->positions++;
        if (!solved_is_decided(value)) {
            c->drawn++;
            continue;
        }
        const int  plies = solved_plies(value);
        const bool won   = solved_is_won(value);
        (won ? c->won : c->lost)[plies]++;
        *(won ? &c->won_all : &c->lost_all) += 1;
        sum += plies;
        if (plies > c->plies) c->plies = plies, c->deepest = i;
    }
    if (c->won_all + c->lost_all > 0) c->mean = sum / (double)(c->won_all + c->lost_all);
    if (solved_position(t, c->deepest, &s)) variant_format(solved->v, &s, &position);
    variant_setup(solved->v, &s);
    probe_solved_say(solved_value(t, &s), &start);
}

static int info_json(const Subject *s, const Solved *solved, const Counts *c, const char *digest)
{
    json_t *const won = json_array(), *const lost = json_array();
    for (int n = 0; n <= c->plies; n++) {
        json_array_append_new(won, json_count(c->won[n]));
        json_array_append_new(lost, json_count(c->lost[n]));
    }
    return json_print(json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:o, s:i, s:f, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "name",
        s->db.info.name, "kind", db_kind_names[DB_SOLVED], "game", s->db.info.game, "goal", s->db.info.goal,
        "entries", json_count(c->positions), "bytes", json_count(solved->file.size), "max", c->plies, "mean",
        c->mean, "digest", digest, "form", db_form_names[solved->file.form], "start", c->start, "deepest",
        c->position, "won", json_count(c->won_all), "lost", json_count(c->lost_all), "drawn",
        json_count(c->drawn), "won_in", won, "lost_in", lost));
}

static void print_share(const char *label, uint64_t count, uint64_t all)
{
    assert(count <= all);
    printf("%6s %12" PRIu64 " %6.2f %%\n", label, count, 100.0 * (double)count / (double)all);
}

static void info_print(const Subject *s, const Solved *solved, const Counts *c, const char *digest)
{
    printf("%s: %s\n%s\n%" PRIu64 " positions in %zu bytes (%s), longest %d plies, mean %.4f\n"
           "digest %s, made by %s (sources of digest %s, commit %s)\n\nthe starting position is %s\n\n",
           s->db.info.name, s->db.info.game, s->db.info.goal, c->positions, solved->file.size,
           db_form_names[solved->file.form], c->plies, c->mean, digest, solved->file.info.program,
           solved->file.info.source, solved->file.info.commit, c->start);
    print_share("won", c->won_all, c->positions);
    print_share("lost", c->lost_all, c->positions);
    print_share("drawn", c->drawn, c->positions);
    printf("\n plies          won         lost   (by the side to move)\n");
    for (int n = 0; n <= c->plies; n++) printf("%6d %12" PRIu64 " %12" PRIu64 "\n", n, c->won[n], c->lost[n]);
    printf("\na longest game, %s\n", c->position);
}

int db_solved_info(const Args *args, const Subject *s)
{
    Status status = {0};
    Solved solved;
    Counts c = {0};
    char   digest[DB_DIGEST_TEXT];
    if (!file_open(&solved, s, &status)) return cli_fail(&status);
    counts_find(&solved, &c);
    db_digest(&solved.file, digest);
    int code = EXIT_DONE;
    if (args->json) code = info_json(s, &solved, &c, digest);
    else info_print(s, &solved, &c, digest);
    file_close(&solved);
    return code;
}

// Verify.

static bool verify_progress(void *context, uint64_t done, uint64_t entries)
{
    progress_show(context, (double)done / (double)entries / 2);
    return !atomic_load(&cli_interrupted);
}

// Is the position of an entry found there again, and is its value what its moves make of it?
static bool entry_fits(const SolvedTable *t, uint64_t entry, const char *path, Status *status)
{
    assert(entry < t->positions);
    AnyState      s;
    uint64_t      back;
    const uint8_t value = t->values[entry];
    if (!solved_position(t, entry, &s))
        return value == SOLVED_NONE ||
               status_fail_system(status, "%s: entry %" PRIu64 " is not a position", path, entry);
    if (!solved_find(t, &s, &back) || back != entry)
        return status_fail_system(status, "%s: the position of entry %" PRIu64 " is not found again", path,
                                  entry);
    const uint8_t expected = solved_expected(t, &s);
    return value == expected || status_fail_system(status, "%s: entry %" PRIu64 " says %d, its moves %d",
                                                   path, entry, value, expected);
}

static bool entries_fit(const Solved *solved, const Subject *s, uint64_t step, Progress *progress,
                        Status *status)
{
    const uint64_t n    = solved->table.positions;
    bool           good = true;
    for (uint64_t i = 0; good && i < n && !atomic_load(&cli_interrupted); i += step) {
        good = entry_fits(&solved->table, i, s->path, status);
        if (i % (step * 1024) == 0) progress_show(progress, 0.5 + (double)i / (double)n / 2);
    }
    return good;
}

int db_solved_check(const Args *args, const Subject *s)
{
    Status   status = {0};
    Solved   solved;
    long     sample;
    char     digest[DB_DIGEST_TEXT];
    Progress progress = progress_start("verify");
    if (!args_number(args, "sample", 1, 1000000000000, SAMPLE, &sample, &status)) return cli_fail(&status);
    if (!file_open(&solved, s, &status)) return cli_fail(&status);
    cli_catch_interrupt();
    const uint64_t n = solved.table.positions, step = n > (uint64_t)sample ? n / (uint64_t)sample : 1;
    const bool     good = db_verify(&solved.file, verify_progress, &progress, &status) &&
                      entries_fit(&solved, s, step, &progress, &status);
    progress_end(&progress);
    db_digest(&solved.file, digest);
    file_close(&solved);
    if (atomic_load(&cli_interrupted)) return EXIT_INTERRUPTED;
    if (!good) return cli_fail(&status);
    const uint64_t looked = (n + step - 1) / step;
    if (args->json)
        return json_print(json_pack("{s:s, s:s, s:o, s:o}", "name", s->db.info.name, "digest", digest,
                                    "entries", json_count(n), "looked_at", json_count(looked)));
    printf("%s: digest %s is correct; %s of %" PRIu64 " entries fits its moves\n", s->path, digest,
           looked < n ? "a sample" : "every one", n);
    return EXIT_DONE;
}
