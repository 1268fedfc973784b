// The catalog: every name opens, its positions are numbers and texts of each other, its moves have the names
// of the game.
#include "retro/catalog.h"
#include "base/rng.h"
#include "retro/build.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void assert_round_trip(const CatalogDb *db, uint64_t entry)
{
    char     text[TEXT_MAX], drawing[CATALOG_DRAW_MAX];
    Text     out = text_on(text, sizeof text), lines = text_on(drawing, sizeof drawing);
    uint64_t back;
    Status   status;
    db->family->format(db, entry, &out);
    db->family->draw(db, entry, &lines);
    ck_assert(!out.cut && !lines.cut);
    // An entry that stands for no position cannot be read.
    if (db->family->say != NULL && db->info.kind == DB_ENDGAME) {
        char words[TEXT_MAX];
        Text said = text_on(words, sizeof words);
        db->family->say(db, NULL, entry, 0, &said);
        ck_assert_int_eq(db->family->parse(db, text, &back, &status), strcmp(words, "no such position") != 0);
        if (strcmp(words, "no such position") == 0) return;
    }
    ck_assert_msg(db->family->parse(db, text, &back, &status), "%s", status.text);
    ck_assert_uint_eq(back, entry);
}

START_TEST(test_every_name_opens)
{
    Rng                  rng = rng_seed(1);
    const CatalogFamily *family;
    for (int f = 0; (family = catalog_family(f)) != NULL; f++) {
        char name[DB_NAME_MAX];
        for (int i = 0; family->name(i, name); i++) {
            CatalogDb db;
            Status    status;
            ck_assert_msg(catalog_open(&db, name, &status), "%s", status.text);
            ck_assert_str_eq(db.info.name, name);
            ck_assert_uint_eq(db.info.entries,
                              db.info.kind == DB_PATTERN ? db.pattern.entries : db.endgame.entries);
            for (int k = 0; k < 50; k++) assert_round_trip(&db, rng_next(&rng) % db.info.entries);
            assert_round_trip(&db, 0);
            assert_round_trip(&db, db.info.entries - 1);
            catalog_close(&db);
        }
    }
}
END_TEST

static void assert_move(const char *name, const char *from, const char *to, const char *expected)
{
    CatalogDb db;
    Status    status;
    uint64_t  a, b;
    char      text[TEXT_MAX];
    Text      out = text_on(text, sizeof text);
    ck_assert(catalog_open(&db, name, &status));
    ck_assert_msg(db.family->parse(&db, from, &a, &status) && db.family->parse(&db, to, &b, &status), "%s",
                  status.text);
    db.family->move(&db, a, b, &out);
    ck_assert_str_eq(text, expected);
    catalog_close(&db);
}

START_TEST(test_moves_have_names)
{
    assert_move("cc-pdb3-6x6", "11----/1-----/------/------/------/------",
                "-11---/1-----/------/------/------/------", "a1-a3");
    assert_move("cc-edb6-4x4", "11--/1---/---2/--22 1", "1---/11--/---2/--22 2", "a2-b2");
    assert_move("cc-edb6-4x4", "11--/1---/---2/--22 2", "11--/1---/--2-/--22 1", "c4-c3");
    assert_move("cc-edb6-4x4", "11--/1---/---2/--22 2", "11--/1---/---2/--22 1", "pass");
}
END_TEST

START_TEST(test_bad_positions_are_refused)
{
    static const char *const bad[][2] = {
        {"11--/1---/---2/--22", "side to move"},    {"11--/1---/---2/--22 3", "side to move"},
        {"11--/1---/---2/--22 1 ", "side to move"}, {"11--/1---/---2/--2- 1", "2 pieces '2'; expected 3"},
        {"11--/1--1/---2/--22 1", "more than 3"},   {"11--/1---/---3/--22 1", "'1' or '2'"},
        {"11--/1---/---2/--222 1", "side to move"}, {"", "'1' or '2'"},
    };
    CatalogDb db;
    Status    status;
    uint64_t  entry;
    ck_assert(catalog_open(&db, "cc-edb6-4x4", &status));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert(!db.family->parse(&db, bad[i][0], &entry, &status));
        ck_assert_msg(strstr(status.text, bad[i][1]) != NULL, "%s", status.text);
    }
    catalog_close(&db);
    ck_assert(!catalog_open(&db, "cc-edb6-forwards-6x6", &status));
    ck_assert_ptr_nonnull(strstr(status.text, "'cc-edb6-forward-6x6'"));
}
END_TEST

// Built by way of a file: in memory, and on disk in a tenth of the table.
START_TEST(test_memory_changes_no_digest)
{
    char      path[2][64], part[64], digest[2][DB_DIGEST_TEXT];
    CatalogDb db;
    Status    status;
    ck_assert(catalog_open(&db, "cc-pdb3-9x9", &status));
    snprintf(part, sizeof part, "catalog-test-%ld.part", (long)getpid());
    for (int i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "catalog-test-%ld-%d.pdb", (long)getpid(), i);
        const BuildOptions options = {.path       = path[i],
                                      .part       = part,
                                      .threads    = 2,
                                      .memory_max = i == 0 ? 0 : 20000,
                                      .file       = {.form = (DbForm)i}};
        BuildResult        result;
        Db                 file;
        ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
        ck_assert(result.complete && (result.disk > 0) == (i == 1));
        ck_assert_msg(db_open(&file, path[i], DB_MAP, &status), "%s", status.text);
        db_digest(&file, digest[i]);
        db_close(&file);
        unlink(path[i]);
    }
    ck_assert_str_eq(digest[0], digest[1]);
    ck_assert_int_ne(access(part, F_OK), 0);
    ck_assert_int_ne(access(strcat(part, ".work"), F_OK), 0);
    catalog_close(&db);
}
END_TEST

Suite *suite_catalog(void);
Suite *suite_catalog(void)
{
    Suite *suite = suite_create("catalog");
    TCase *tcase = tcase_create("catalog");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_every_name_opens);
    tcase_add_test(tcase, test_moves_have_names);
    tcase_add_test(tcase, test_bad_positions_are_refused);
    tcase_add_test(tcase, test_memory_changes_no_digest);
    suite_add_tcase(suite, tcase);
    return suite;
}
