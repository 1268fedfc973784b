// Database files give back what was put in, whatever their form and the way they were written.
#include "retro/dbfile_cases.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Round trips.

static const size_t sizes[] = {0, 1, 63, 64, 65, 127, 4095, 4096, 4097, 12345, 300001};

START_TEST(test_what_was_written_is_read)
{
    const size_t n = sizes[_i];
    for (int shape = 0; shape < TABLE_SHAPES; shape++) {
        uint8_t *const table = db_table((TableShape)shape, n);
        for (unsigned block = 0; block <= 4096; block = block == 0 ? 64 : block * 8)
            for (int form = 0; form < DB_FORMS; form++) {
                db_put(db_file("a"), db_info(n),
                       (DbOptions){.form = (DbForm)form, .block = block, .threads = 1 + _i % 3}, table);
                db_holds(db_file("a"), DB_MAP, table, n);
                db_holds(db_file("a"), DB_LOAD, table, n);
            }
        free(table);
    }
}
END_TEST

START_TEST(test_a_table_of_several_batches_is_read)
{
    const size_t   n     = (size_t)(1 << 24) + (1 << 22) + 4097;
    uint8_t *const table = db_table(TABLE_WAVES, n);
    for (int form = 0; form < DB_FORMS; form++) {
        db_put(db_file("a"), db_info(n), (DbOptions){.form = (DbForm)form, .level = 1}, table);
        db_holds(db_file("a"), DB_MAP, table, n);
    }
    Db db = db_get(db_file("a"), DB_MAP);
    ck_assert_uint_gt(db.dictionary_size, 0);
    ck_assert_uint_lt(db.size, n / 4);
    db_close(&db);
    free(table);
}
END_TEST

START_TEST(test_the_description_comes_back)
{
    uint8_t *const table = db_table(TABLE_WAVES, 1000);
    DbInfo         info  = db_info(1000);
    info.kind = DB_PARTIAL, info.round = 41;
    snprintf(info.goal, sizeof info.goal, "quotes \" and \\ and \n and Umlaut \xc3\xa4");
    db_put(db_file("a"), info, (DbOptions){.form = DB_ZSTD}, table);
    Db db = db_get(db_file("a"), DB_MAP);
    ck_assert_str_eq(db.info.name, info.name);
    ck_assert_str_eq(db.info.game, info.game);
    ck_assert_str_eq(db.info.index, info.index);
    ck_assert_str_eq(db.info.goal, info.goal);
    ck_assert_str_eq(db.info.values, info.values);
    ck_assert_int_eq(db.info.kind, DB_PARTIAL);
    ck_assert_uint_eq(db.info.round, 41);
    ck_assert_str_eq(db.info.program, "pollard " POLLARD_VERSION);
    db_close(&db);
    free(table);
}
END_TEST

START_TEST(test_statistics_are_those_of_the_table)
{
    const uint8_t table[8] = {1, 1, 2, 2, 3, 255, 255, 255};
    DbInfo        info     = db_info(8);
    Status        status;
    DbStats       stats;
    for (int kind = 0; kind < DB_KINDS; kind++) {
        info.kind = (DbKind)kind;
        db_put(db_file("a"), info, (DbOptions){.form = DB_ZSTD}, table);
        Db         db      = db_get(db_file("a"), DB_MAP);
        const bool endgame = kind == DB_ENDGAME, solved = kind == DB_SOLVED;   // solved: bytes are no numbers
        ck_assert_uint_eq(db.info.max, solved ? 0 : endgame ? 255 : 3);
        ck_assert_uint_eq(db.info.counted, solved ? 0 : endgame ? 8 : 5);
        ck_assert_double_eq_tol(db.info.mean, solved ? 0 : endgame ? 774.0 / 8 : 9.0 / 5, 1e-12);
        ck_assert(db_stats(&db, &stats, &status));
        ck_assert_uint_eq(stats.count[255], 3);
        ck_assert_uint_eq(stats.count[1], 2);
        ck_assert_double_eq_tol(stats.entropy, 1.9056390622295665, 1e-12);
        ck_assert_double_eq_tol(stats.bytes_raw, (4096 + 8 + 16) / 8.0, 1e-12);
        db_close(&db);
    }
}
END_TEST

// The digest.

static void digest_of(const char *path, char out[DB_DIGEST_TEXT])
{
    Db db = db_get(path, DB_MAP);
    db_digest(&db, out);
    db_close(&db);
}

static void put_in_chunks(const char *path, DbOptions options, const uint8_t *table, size_t n, size_t chunk)
{
    const DbInfo    info   = db_info(n);
    Status          status = {0};
    DbWriter *const w      = db_create(path, &info, &options, &status);
    ck_assert_msg(w != NULL, "%s", status.text);
    for (size_t at = 0; at < n; at += chunk)
        ck_assert(db_append(w, table + at, n - at < chunk ? n - at : chunk, &status));
    ck_assert_msg(db_finish(w, &status), "%s", status.text);
}

START_TEST(test_the_digest_is_of_the_contents_only)
{
    const size_t   n     = 100001;
    uint8_t *const table = db_table(TABLE_WAVES, n);
    char           first[DB_DIGEST_TEXT], other[DB_DIGEST_TEXT];
    db_put(db_file("a"), db_info(n), (DbOptions){0}, table);
    digest_of(db_file("a"), first);
    ck_assert_uint_eq(strlen(first), 32);
    for (int form = 0; form < DB_FORMS; form++)
        for (size_t chunk = 777; chunk < 2 * n; chunk *= 9) {
            put_in_chunks(db_file("b"), (DbOptions){.form = (DbForm)form, .block = 1024, .threads = 2}, table,
                          n, chunk);
            digest_of(db_file("b"), other);
            ck_assert_str_eq(first, other);
        }
    table[5000] ^= 1;
    db_put(db_file("b"), db_info(n), (DbOptions){0}, table);
    digest_of(db_file("b"), other);
    ck_assert_str_ne(first, other);
    table[5000] ^= 1;
    DbInfo info = db_info(n);
    info.goal[0] ^= 1;
    db_put(db_file("b"), info, (DbOptions){0}, table);
    digest_of(db_file("b"), other);
    ck_assert_str_ne(first, other);
    free(table);
}
END_TEST

START_TEST(test_chunks_and_threads_change_no_byte)
{
    const size_t   n     = (size_t)(1 << 22) + 99999;
    uint8_t *const table = db_table(TABLE_WAVES, n);
    size_t         size, again_size;
    put_in_chunks(db_file("a"), (DbOptions){.form = DB_ZSTD, .level = 1}, table, n, n);
    uint8_t *const first = db_bytes(db_file("a"), &size);
    for (size_t chunk = 65537; chunk < n; chunk *= 9) {
        put_in_chunks(db_file("b"), (DbOptions){.form = DB_ZSTD, .level = 1, .threads = 3}, table, n, chunk);
        uint8_t *const again = db_bytes(db_file("b"), &again_size);
        ck_assert(size == again_size && memcmp(first, again, size) == 0);
        free(again);
    }
    free(first);
    free(table);
}
END_TEST

START_TEST(test_a_build_resumes_from_a_checkpoint)
{
    uint8_t *const table = db_table(TABLE_WAVES, 70000), *const again = malloc(70000);
    DbInfo info = db_info(70000);
    Status status;
    info.kind = DB_PARTIAL, info.round = 12;
    db_put(db_file("a"), info, (DbOptions){0}, table);
    info.round = 13, table[9]++;
    db_put(db_file("a"), info, (DbOptions){.form = DB_ZSTD}, table);
    Db db = db_get(db_file("a"), DB_MAP);
    ck_assert(db_expect(&db, &info, &status) && db_copy(&db, again, &status));
    ck_assert_uint_eq(db.info.round, 13);
    ck_assert(memcmp(table, again, 70000) == 0);
    db_close(&db);
    free(again);
    free(table);
}
END_TEST

// Threads.

typedef struct Prober {
    const Db      *db;
    const uint8_t *table;
    uint64_t       seed, wrong;
} Prober;

static void *probe_many(void *context)
{
    Prober *const p   = context;
    Rng           rng = rng_seed(p->seed);
    DbReader      r;
    Status        status;
    if (!db_reader_open(&r, p->db, 1 << 14, &status)) return p->wrong = 1, NULL;
    for (int i = 0; i < 20000; i++) {
        const uint32_t at = rng_below(&rng, (uint32_t)p->db->info.entries);
        p->wrong += db_read(&r, at) != p->table[at];
    }
    db_reader_close(&r);
    return NULL;
}

START_TEST(test_threads_probe_one_file)
{
    uint8_t *const table = db_table(TABLE_WAVES, 1000000);
    db_put(db_file("a"), db_info(1000000), (DbOptions){.form = DB_ZSTD, .threads = 2}, table);
    Db db = db_get(db_file("a"), DB_MAP);
    ck_assert_uint_gt(db.dictionary_size, 0);
    Prober    probers[2] = {{&db, table, 1, 0}, {&db, table, 2, 0}};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++) ck_assert(pthread_create(&thread[i], NULL, probe_many, &probers[i]) == 0);
    for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
    ck_assert_uint_eq(probers[0].wrong + probers[1].wrong, 0);
    db_close(&db);
    free(table);
}
END_TEST

Suite *suite_dbfile(void);

Suite *suite_dbfile(void)
{
    Suite *const s = suite_create("dbfile");
    TCase *const t = tcase_create("good");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, db_folder_make, db_folder_remove);
    tcase_add_loop_test(t, test_what_was_written_is_read, 0, sizeof sizes / sizeof *sizes);
    tcase_add_test(t, test_a_table_of_several_batches_is_read);
    tcase_add_test(t, test_the_description_comes_back);
    tcase_add_test(t, test_statistics_are_those_of_the_table);
    tcase_add_test(t, test_the_digest_is_of_the_contents_only);
    tcase_add_test(t, test_chunks_and_threads_change_no_byte);
    tcase_add_test(t, test_a_build_resumes_from_a_checkpoint);
    tcase_add_test(t, test_threads_probe_one_file);
    suite_add_tcase(s, t);
    return s;
}
