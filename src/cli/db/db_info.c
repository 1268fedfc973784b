// db_info.c - `pollard db info`: what a database holds: the distribution of its values, its size, a deepest
// position on a board.
#include "cli/db/db_subject.h"
#include "retro/endgame.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

// An entry of the largest value.
typedef struct Deepest {
    unsigned value;
    uint64_t at, entry;
    bool     found;
} Deepest;

static bool look_for(void *context, const uint8_t *entries, size_t n)
{
    Deepest *const d = context;
    for (size_t i = 0; i < n && !d->found; i++)
        if (entries[i] == d->value) d->found = true, d->entry = d->at + i;
    d->at += n;
    return !d->found;
}

// The largest value that is a number of moves, and the mean of those.
static unsigned value_largest(const Subject *s, const DbStats *stats, double *mean)
{
    const unsigned last  = s->db.info.kind == DB_ENDGAME ? ENDGAME_PLIES_MAX : RETRO_DEPTH_MAX;
    unsigned       max   = 0;
    uint64_t       count = 0, sum = 0;
    for (unsigned v = 0; v <= last; v++) {
        if (stats->count[v] > 0) max = v;
        count += stats->count[v];
        sum += stats->count[v] * v;
    }
    *mean = count > 0 ? (double)sum / (double)count : 0;
    return max;
}

typedef struct Totals {
    uint64_t won, lost, drawn, none;
} Totals;

static Totals totals_of(const DbStats *stats)
{
    Totals t = {.drawn = stats->count[ENDGAME_DRAW], .none = stats->count[ENDGAME_NONE]};
    for (unsigned v = 0; v <= ENDGAME_PLIES_MAX; v++) *(v % 2 == 1 ? &t.won : &t.lost) += stats->count[v];
    return t;
}

// What both kinds have.
typedef struct Summary {
    DbStats stats;
    double  mean;
    Deepest deepest;
    char    position[TEXT_MAX], digest[DB_DIGEST_TEXT];
} Summary;

static bool facts_find(Summary *f, const Subject *s, const Db *file, Status *status)
{
    Text text = text_on(f->position, sizeof f->position);
    if (!db_stats(file, &f->stats, status)) return false;
    f->deepest = (Deepest){.value = value_largest(s, &f->stats, &f->mean)};
    db_scan(file, look_for, &f->deepest, status);
    s->db.family->format(&s->db, f->deepest.entry, &text);
    db_digest(file, f->digest);
    return true;
}

static int info_json(const Subject *s, const Db *file, const Summary *f)
{
    const DbInfo *const info   = &s->db.info;
    json_t *const       counts = json_array();
    for (unsigned v = 0; v <= f->deepest.value; v++)
        json_array_append_new(counts, json_count(f->stats.count[v]));
    json_t *const out = json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:o, s:i, s:f, s:s, s:s, s:f, s:f, s:s, s:o}", "name", info->name, "kind",
        db_kind_names[info->kind], "game", info->game, "goal", info->goal, "entries",
        json_count(info->entries), "bytes", json_count(file->size), "max", (int)f->deepest.value, "mean",
        f->mean, "digest", f->digest, "form", db_form_names[file->form], "entropy", f->stats.entropy,
        "bytes_per_entry", f->stats.bytes_stored, "deepest", f->position, "counts", counts);
    json_object_set_new(out, "source", json_string(file->info.source));
    json_object_set_new(out, "commit", json_string(file->info.commit));
    if (info->kind == DB_ENDGAME) {
        const Totals t = totals_of(&f->stats);
        json_object_set_new(out, "won", json_count(t.won));
        json_object_set_new(out, "lost", json_count(t.lost));
        json_object_set_new(out, "drawn", json_count(t.drawn));
    }
    return json_print(out);
}

static void print_share(const char *label, uint64_t count, uint64_t entries)
{
    assert(count <= entries);
    printf("%6s %12" PRIu64 " %6.2f %%\n", label, count, 100.0 * (double)count / (double)entries);
}

static void print_counts(const Subject *s, const Summary *f)
{
    const uint64_t entries = s->db.info.entries;
    const bool     endgame = s->db.info.kind == DB_ENDGAME;
    const Totals   t       = totals_of(&f->stats);
    if (endgame) {
        print_share("won", t.won, entries);
        print_share("lost", t.lost, entries);
        print_share("drawn", t.drawn, entries);
        printf("\n plies    positions          (odd: won, even: lost by the side to move)\n");
    }
    for (unsigned v = 0; v <= f->deepest.value; v++) {
        char label[16];
        snprintf(label, sizeof label, "%u", v);
        print_share(label, f->stats.count[v], entries);
    }
    if (f->stats.count[DB_NOT_REACHED] > 0) print_share("none", f->stats.count[DB_NOT_REACHED], entries);
}

// Endgames that count their positions themselves.

static json_t *side_json(const CatalogTotals *t, int side)
{
    return json_pack("{s:o, s:o, s:o, s:i, s:i}", "won", json_count(t->won[side]), "drawn",
                     json_count(t->drawn[side]), "lost", json_count(t->lost[side]), "longest_win",
                     t->longest_win[side], "longest_loss", t->longest_loss[side]);
}

static int totals_print(const Args *args, const Subject *s, const Db *file, const CatalogTotals *t)
{
    char          position[TEXT_MAX], digest[DB_DIGEST_TEXT];
    static char   drawing[CATALOG_DRAW_MAX];
    Text          text = text_on(position, sizeof position), board = text_on(drawing, sizeof drawing);
    const DbInfo *info                = &s->db.info;
    const double  each                = (double)file->size / (double)info->entries;
    static const char *const sides[2] = {"White", "Black"};
    s->db.family->format(&s->db, t->deepest, &text);
    db_digest(file, digest);
    if (args->json)
        return json_print(json_pack(
            "{s:s, s:s, s:s, s:s, s:o, s:o, s:s, s:s, s:f, s:s, s:i, s:[o, o], s:s, s:s}", "name", info->name,
            "kind", db_kind_names[info->kind], "game", info->game, "goal", info->goal, "entries",
            json_count(info->entries), "bytes", json_count(file->size), "digest", digest, "form",
            db_form_names[file->form], "bytes_per_entry", each, "deepest", position, "max", t->plies, "sides",
            side_json(t, 0), side_json(t, 1), "source", file->info.source, "commit", file->info.commit));
    printf("%s: %s\n%s\n%" PRIu64
           " entries in %zu bytes (%s, %.3f bytes each)\ndigest %s, made by %s (sources of "
           "digest %s, commit %s)\n\n%-8s %12s %12s %12s %12s %12s\n",
           info->name, info->game, info->goal, info->entries, file->size, db_form_names[file->form], each,
           digest, file->info.program, file->info.source, file->info.commit, "to move", "won", "drawn",
           "lost", "longest win", "longest loss");
    for (int side = 0; side < 2; side++)
        printf("%-8s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12d %12d\n", sides[side], t->won[side],
               t->drawn[side], t->lost[side], t->longest_win[side], t->longest_loss[side]);
    s->db.family->draw(&s->db, t->deepest, &board);
    printf("\na longest mate, of %d plies, %s\n%s", t->plies, position, drawing);
    return EXIT_DONE;
}

static int info_totals(const Args *args, const Subject *s)
{
    Status        status = {0};
    Db            file;
    CatalogTotals totals;
    if (!db_subject_file(&file, s, &status)) return cli_fail(&status);
    db_close(&file);
    if (!db_open(&file, s->path, DB_LOAD, &status)) return cli_fail(&status);
    const int code = s->db.family->totals(&s->db, &file, &totals) ? totals_print(args, s, &file, &totals) : 1;
    db_close(&file);
    return code;
}

int db_info(const Args *args, const Subject *s)
{
    Status      status = {0};
    Db          file;
    Summary     f;
    static char drawing[CATALOG_DRAW_MAX];
    Text        text = text_on(drawing, sizeof drawing);
    if (s->db.info.kind == DB_SOLVED) return db_solved_info(args, s);
    if (s->db.family->totals != NULL) return info_totals(args, s);
    if (!db_subject_file(&file, s, &status)) return cli_fail(&status);
    const bool good = facts_find(&f, s, &file, &status);
    if (!good || args->json) {
        const int code = good ? info_json(s, &file, &f) : cli_fail(&status);
        return db_close(&file), code;
    }
    printf("%s: %s\n%s\n%" PRIu64 " entries in %zu bytes (%s, %.3f bytes each; entropy %.3f bits), max %u, "
           "mean %.4f\ndigest %s, made by %s (sources of digest %s, commit %s)\n\n",
           s->db.info.name, s->db.info.game, s->db.info.goal, s->db.info.entries, file.size,
           db_form_names[file.form], f.stats.bytes_stored, f.stats.entropy, f.deepest.value, f.mean, f.digest,
           file.info.program, file.info.source, file.info.commit);
    print_counts(s, &f);
    printf("\na deepest position%s, %s\n",
           s->db.info.kind == DB_PATTERN           ? ""
           : endgame_won((uint8_t)f.deepest.value) ? ", won"
                                                   : ", lost",
           f.position);
    s->db.family->draw(&s->db, f.deepest.entry, &text);
    fputs(drawing, stdout);
    db_close(&file);
    return EXIT_DONE;
}
