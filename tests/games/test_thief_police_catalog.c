// The databases of Thief and Police by name: what is built is what the slices say, positions and lines are
// those of the game.
#include "base/rng.h"
#include "retro/dbfile_cases.h"
#include "game/variant.h"
#include "retro/build.h"
#include "games/thief_police/pdb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CatalogDb opened(const char *name)
{
    CatalogDb db;
    Status    status;
    ck_assert_msg(catalog_open(&db, name, &status), "%s", status.text);
    return db;
}

START_TEST(test_names)
{
    static const struct {
        const char *name, *written, *why;   // why: refused
        uint64_t    entries;
    } names[] = {
        {"tp-police4-20x20-7", "tp-police4-20x20-7", NULL, UINT64_C(3039041250)},
        {"TP-POLICE2-60X60-1-JOINT", "tp-police2-60x60-1-joint", NULL, UINT64_C(2085344450)},
        {"tp-thief1-5x5-1000000", "tp-thief1-5x5-1000000", NULL, 100},
        {"tp-police5-20x20-1", NULL, "expected 1 ... 4", 0},
        {"tp-police2-4x4-1", NULL, "a size of 5 ... 60", 0},
        {"tp-police2-61x61-1", NULL, "a size of 5 ... 60", 0},
        {"tp-police2-20x20-0", NULL, "a maze from 1 on", 0},
        {"tp-thief4-60x60-1", NULL, "2^34", 0},
        {"tp-police2-20x21-1", NULL, "unknown database", 0},
        {"tp-thief2-20x20-1-joint", NULL, "unknown database", 0},
        {"tp-police2-20x20-1-", NULL, "unknown database", 0},
        {"tp-police2-20x20-1000001", NULL, "unknown database", 0},
        {"tp-police2-20x20", NULL, "unknown database", 0},
        {"tp-police2-20x20-", NULL, "unknown database", 0},   // numbers that are left out
        {"tp-police2-20x20-1-loops", NULL, "unknown database", 0},
        {"tp-police-20x20-1", NULL, "unknown database", 0},
        {"tp-thief2-20x20-1-exits", NULL, "unknown database", 0},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CatalogDb  db;
        Status     status = {0};
        const bool good   = catalog_open(&db, names[i].name, &status);
        ck_assert_msg(good == (names[i].why == NULL), "%s: %s", names[i].name, status.text);
        if (!good) ck_assert_msg(strstr(status.text, names[i].why) != NULL, "%s", status.text);
        if (!good) continue;
        ck_assert_str_eq(db.info.name, names[i].written);
        ck_assert_uint_eq(db.info.entries, names[i].entries);
        catalog_close(&db);
    }
}
END_TEST

START_TEST(test_positions)
{
    static const struct {
        const char *text, *written, *why;
    } positions[] = {
        {"0.2 0.3,4.3", "0.2 0.3,4.3 police", NULL},
        {"0.2 4.3,0.3 thief", "0.2 0.3,4.3 police", NULL},
        {"0.2 0.3,4.3 POLICE", "0.2 0.3,4.3 police", NULL},
        {"0.2 0.2,4.3", "0.2 0.2,4.3 police", NULL},
        {"0.2", NULL, "expected the thief, a space and 2"},
        {"0.2 0.3", NULL, "expected the thief, a space and 2"},
        {"0.2 0.3,0.3", NULL, "cell 0.3 holds two"},
        {"0.2 0.3,4.3,3.3", NULL, "expected 2 police, then nothing"},
        {"0.2 0.3,4.3 both", NULL, "then nothing"},
        {"0.2 0.3,9.4", NULL, "'9.4' is not a cell"},
        {"x 0.3,4.3", NULL, "'x' is not a cell"},
        {"", NULL, "is not a cell"},
        {"0.2 0.0,4.3", NULL, "cell 0.0 is a wall"},
    };
    CatalogDb db = opened("tp-police2-5x5-1");
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        Status     status = {0};
        uint64_t   entry;
        char       text[TEXT_MAX];
        Text       out  = text_on(text, sizeof text);
        const bool good = db.family->parse(&db, positions[i].text, &entry, &status);
        ck_assert_msg(good == (positions[i].why == NULL), "%s: %s", positions[i].text, status.text);
        if (!good) ck_assert_msg(strstr(status.text, positions[i].why) != NULL, "%s", status.text);
        if (!good) continue;
        db.family->format(&db, entry, &out);
        ck_assert_str_eq(text, positions[i].written);
    }
    catalog_close(&db);
}
END_TEST

// As `pollard show thief-police:size=5,maze=1,police=2 --position '0.2 0.3,4.3 thief'` draws it.
START_TEST(test_positions_are_drawn_row_by_row)
{
    CatalogDb db = opened("tp-thief2-5x5-1");
    uint64_t  entry;
    char      drawing[CATALOG_DRAW_MAX];
    Text      out = text_on(drawing, sizeof drawing);
    Status    status;
    ck_assert_msg(db.family->parse(&db, "0.2 0.3,4.3", &entry, &status), "%s", status.text);
    db.family->draw(&db, entry, &out);
    ck_assert_str_eq(drawing, "  ##TP#\n"
                              "  ##.##\n"
                              "  .#.##\n"
                              "  ....#\n"
                              "  ###P#\n");
    catalog_close(&db);
}
END_TEST

// Builds a database to file a.
static void built(const CatalogDb *db, Db *file)
{
    const BuildOptions options = {
        .path = db_file("a"), .part = db_file("b"), .threads = 2, .file = {.form = DB_ZSTD}};
    BuildResult result;
    Status      status;
    ck_assert_msg(build_database(db, &options, &result, &status), "%s", status.text);
    ck_assert(result.complete);
    *file = db_get(db_file("a"), DB_LOAD);
    ck_assert(db_expect(file, &db->info, &status));
    uint64_t reached = 0;
    for (uint64_t i = 0; i < db->info.entries; i++) reached += db_probe(file, i) <= (unsigned)result.depth;
    ck_assert_uint_eq(reached, result.reached);
}

static const char *const small[] = {"tp-police2-7x7-3", "tp-police3-6x6-4-joint", "tp-thief2-7x7-5",
                                    "tp-police4-5x5-2", "tp-thief1-30x30-1"};
enum { SMALL = sizeof small / sizeof *small };

// The file holds the slices, with "never" one above the largest; every entry is what its neighbours demand,
// and no other value would be.
START_TEST(test_files_hold_the_slices_and_fit)
{
    CatalogDb              db = opened(small[_i]);
    const PursuitDb *const d  = db.data;
    Db                     file;
    DbReader               reader;
    Status                 status;
    built(&db, &file);
    ck_assert(db_reader_open(&reader, &file, 1 << 20, &status));
    uint8_t *const slice = malloc(d->slice_entries + PURSUIT_SLACK), *const scratch = malloc(d->scratch);
    unsigned largest = 0;
    bool     never   = false;
    for (int pass = 0; pass < 2; pass++)
        for (uint64_t at = 0; at < d->entries; at++) {
            if (at % d->slice_entries == 0) pursuit_slice(d, at / d->slice_entries, scratch, slice);
            const unsigned value = slice[at % d->slice_entries];
            if (pass == 0 && value < PURSUIT_NEVER && value > largest) largest = value;
            if (pass == 0) continue;
            never |= value == PURSUIT_NEVER;
            ck_assert_uint_eq(db_probe(&file, at), value == PURSUIT_NEVER ? largest + 1 : value);
            ck_assert_int_eq(db.family->expected(&db, &reader, at), (int)db_probe(&file, at));
        }
    ck_assert_uint_eq(file.info.max, largest + never);
    free(slice);
    free(scratch);
    db_reader_close(&reader);
    db_close(&file);
    catalog_close(&db);
}
END_TEST

// Does the game have a turn with this text as its moves and this position after it?
static bool turn_leads(const Variant *v, const AnyState *s, int side, const char *expected, int depth)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves);
    for (int i = 0; i < n; i++) {
        AnyState child = {0};
        char     text[TEXT_MAX];
        Text     out = text_on(text, sizeof text);
        v->game->play(v->rules, &child, s, moves[i]);
        if (depth < 4 && v->game->turn(v->rules, &child) == side &&
            turn_leads(v, &child, side, expected, depth + 1))
            return true;
        variant_format(v, &child, &out);
        if (v->game->turn(v->rules, &child) != side && strncmp(text, expected, strlen(expected)) == 0)
            return true;
    }
    return false;
}

// From a random entry step by step to the end, each a legal turn of the game.
START_TEST(test_lines_are_turns_of_the_game)
{
    static const char *const games[] = {"thief-police:size=7,maze=3,police=2",
                                        "thief-police:size=6,maze=4,police=3,simultaneous=yes",
                                        "thief-police:size=7,maze=5,police=2"};
    CatalogDb                db      = opened(small[_i]);
    Variant                  v       = test_open(games[_i]);
    Rng                      rng     = rng_seed(1);
    Db                       file;
    DbReader                 reader;
    Status                   status;
    int                      steps = 0;
    built(&db, &file);
    ck_assert(db_reader_open(&reader, &file, 1 << 20, &status));
    for (int k = 0; k < 300; k++) {
        uint64_t at = rng_next(&rng) % db.info.entries, near[PURSUIT_NEAR_MAX];
        char     words[TEXT_MAX];
        Text     said = text_on(words, sizeof words);
        int      left = (int)db_probe(&file, at);
        if (!db.family->say(&db, &reader, at, left, &said)) {
            ck_assert_msg(left == PURSUIT_VOID || left == (int)file.info.max, "%s", words);
            continue;
        }
        for (; left > 0; left--, steps++) {
            char before[TEXT_MAX], after[TEXT_MAX], move[TEXT_MAX];
            Text b = text_on(before, sizeof before), a = text_on(after, sizeof after),
                 m         = text_on(move, sizeof move);
            AnyState  s    = {0};
            const int n    = db.pattern.neighbours(db.pattern.data, NULL, at, near);
            uint64_t  next = at;
            for (int i = 0; i < n; i++)
                if ((int)db_probe(&file, near[i]) == left - 1) next = near[i];
            ck_assert_uint_ne(next, at);
            db.family->format(&db, at, &b);
            db.family->format(&db, next, &a);
            db.family->move(&db, at, next, &m);
            ck_assert_str_ne(move, "");
            ck_assert(v.game->position_parse(v.rules, &s, before, &status));
            if (v.game->over(v.rules, &s)) break;   // the thief stands on the exit: the game plays no further
            *strrchr(after, ' ') = 0;
            ck_assert_msg(turn_leads(&v, &s, v.game->turn(v.rules, &s), after, 0), "%s to %s", before, after);
            at = next;
        }
    }
    ck_assert_int_gt(steps, 100);
    db_reader_close(&reader);
    db_close(&file);
    variant_close(&v);
    catalog_close(&db);
}
END_TEST

Suite *suite_thief_police_catalog(void);
Suite *suite_thief_police_catalog(void)
{
    Suite *suite = suite_create("thief_police_catalog");
    TCase *tcase = tcase_create("thief_police_catalog");
    tcase_set_timeout(tcase, 300);
    tcase_add_checked_fixture(tcase, db_folder_make, db_folder_remove);
    tcase_add_test(tcase, test_names);
    tcase_add_test(tcase, test_positions);
    tcase_add_test(tcase, test_positions_are_drawn_row_by_row);
    tcase_add_loop_test(tcase, test_files_hold_the_slices_and_fit, 0, SMALL);
    tcase_add_loop_test(tcase, test_lines_are_turns_of_the_game, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
