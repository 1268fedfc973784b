#include "retro/dbfile_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

const char *db_file(const char *name)
{
    static char paths[4][128];
    static int  next;
    char *const path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

void db_folder_make(void)
{
    snprintf(folder, sizeof folder, "/tmp/pollard_db_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

void db_folder_remove(void)
{
    static const char *const names[] = {"a", "b", "c", "a.new", "b.new"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unlink(db_file(names[i]));
    rmdir(folder);
}

// Tables.

uint8_t *db_table(TableShape shape, size_t n)
{
    uint8_t *const table = malloc(n + 1);
    Rng            rng   = rng_seed(n);
    ck_assert_ptr_nonnull(table);
    for (size_t i = 0; i < n; i++) {
        if (shape == TABLE_RANDOM) table[i] = (uint8_t)rng_next(&rng);
        else if (shape == TABLE_CONSTANT) table[i] = 7;
        else table[i] = i % 97 == 0 ? 255 : (uint8_t)(i % 13 + i / 31 % 11 + i / 1009 % 17);
    }
    return table;
}

DbInfo db_info(size_t n)
{
    return (DbInfo){.name    = "cc-pdb6-9x9",
                    .kind    = DB_PATTERN,
                    .game    = "chinese_checkers:size=9",
                    .index   = "6 of 81 cells, colexicographic",
                    .goal    = "moves of one side to the far corner, the others away",
                    .values  = "moves; 255 = not reached",
                    .entries = n};
}

void db_put(const char *path, DbInfo info, DbOptions options, const uint8_t *table)
{
    Status status = {0};
    ck_assert_msg(db_write(path, &info, &options, table, &status), "%s", status.text);
}

Db db_get(const char *path, DbMode mode)
{
    Db     db;
    Status status = {0};
    ck_assert_msg(db_open(&db, path, mode, &status), "%s", status.text);
    return db;
}

void db_holds(const char *path, DbMode mode, const uint8_t *table, size_t n)
{
    Db             db = db_get(path, mode);
    DbReader       r;
    Status         status = {0};
    uint8_t *const copy   = malloc(n + 1);
    ck_assert_uint_eq(db.info.entries, n);
    ck_assert_msg(db_verify(&db, NULL, NULL, &status), "%s", status.text);
    ck_assert(db_copy(&db, copy, &status) && memcmp(copy, table, n) == 0);
    ck_assert(db_reader_open(&r, &db, 3 * db.block, &status));
    const size_t step = n / 5000 + 1;
    for (size_t i = 0; i < n; i += step) {
        const size_t k = i * 7919 % n;   // now here, now there
        ck_assert_int_eq(db_read(&r, k), table[k]);
        if (db.flat != NULL) ck_assert_uint_eq(db_probe(&db, k), table[k]);
    }
    if (n > 0) ck_assert_int_eq(db_read(&r, n - 1), table[n - 1]);
    db_reader_close(&r);
    free(copy);
    db_close(&db);
}

uint8_t *db_bytes(const char *path, size_t *size)
{
    FILE *const in = fopen(path, "rb");
    ck_assert_ptr_nonnull(in);
    fseek(in, 0, SEEK_END);
    *size                = (size_t)ftell(in);
    uint8_t *const bytes = malloc(*size + 1);
    rewind(in);
    ck_assert_uint_eq(fread(bytes, 1, *size, in), *size);
    fclose(in);
    return bytes;
}
