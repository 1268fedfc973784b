// No damaged, foreign or unfinished database file passes for a good one, and none is lost when writing goes
// wrong.
#include "retro/dbfile_cases.h"
#include "retro/dbfile_head.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// Damage. A small file of each form, in memory; `sealed` ones have their checksums set right again.

// raw, zstd, zstd with a dictionary
enum { SMALL = 6000, WITH_DICTIONARY = DB_FORMS, DAMAGED = DB_FORMS + 1 };

static uint8_t *small_file(int which, size_t *size)
{
    uint8_t *const  table   = db_table(TABLE_WAVES, SMALL);
    const DbOptions options = {.form          = which > 0 ? DB_ZSTD : DB_RAW,
                               .block         = 128,
                               .level         = 3,
                               .no_dictionary = which != WITH_DICTIONARY};
    db_put(db_file("a"), db_info(SMALL), options, table);
    free(table);
    return db_bytes(db_file("a"), size);
}

static bool passes(const uint8_t *bytes, size_t size, Status *status)
{
    Db db;
    *status = (Status){0};
    if (!db_view(&db, "x", bytes, size, status)) return false;
    const bool good = db_verify(&db, NULL, NULL, status);
    db_close(&db);
    return good;
}

static void head_seal(uint8_t *bytes) { store64(bytes + HEAD_SUM, XXH3_64bits(bytes, HEAD_SUM)); }

START_TEST(test_every_flipped_bit_is_seen)
{
    size_t         size;
    Status         status;
    uint8_t *const bytes = small_file(_i, &size);
    ck_assert_msg(passes(bytes, size, &status), "%s", status.text);
    ck_assert_int_eq(load64(bytes + HEAD_DICTIONARY) > 0, _i == WITH_DICTIONARY);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        ck_assert_msg(!passes(bytes, size, &status), "bit %zu of %zu", bit, 8 * size);
        ck_assert(status.text[0] && strchr(status.text, '\n') == NULL);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    free(bytes);
}
END_TEST

START_TEST(test_every_truncation_is_refused)
{
    size_t         size;
    Status         status;
    Db             db;
    uint8_t *const bytes = small_file(_i, &size);
    for (size_t n = 0; n < size; n++) {
        uint8_t *const part = malloc(n + 1);   // so that asan sees what is read after it
        memcpy(part, bytes, n);
        ck_assert_msg(!db_view(&db, "x", part, n, &status), "%zu of %zu bytes", n, size);
        ck_assert_ptr_nonnull(strstr(status.text, n == 0 ? "empty" : "truncated"));
        free(part);
    }
    uint8_t *const longer = calloc(1, size + 1);
    memcpy(longer, bytes, size);
    ck_assert(!db_view(&db, "x", longer, size + 1, &status));
    free(longer);
    free(bytes);
}
END_TEST

START_TEST(test_a_damaged_block_is_seen_by_the_probe)
{
    size_t         size;
    Status         status;
    Db             db;
    DbReader       r;
    uint8_t *const bytes = small_file(DB_ZSTD, &size), *const table = db_table(TABLE_WAVES, SMALL);
    bytes[DB_HEAD] ^= 4;
    ck_assert(db_view(&db, "x", bytes, size, &status) && db_reader_open(&r, &db, 1 << 20, &status));
    ck_assert_int_eq(db_read(&r, 128), table[128]);
    ck_assert_int_eq(db_read(&r, 0), -1);
    ck_assert_str_eq(r.status.text, "'x': damaged: the checksum of block 0 is wrong");
    ck_assert_int_eq(db_read(&r, 127), -1);
    db_reader_close(&r);
    db_close(&db);
    free(table);
    free(bytes);
}
END_TEST

static void refused_as(const uint8_t *bytes, size_t size, const char *words)
{
    Db     db;
    Status status = {0};
    ck_assert(!db_view(&db, "x", bytes, size, &status));
    ck_assert_msg(strstr(status.text, words) != NULL, "'%s' says nothing of '%s'", status.text, words);
}

START_TEST(test_refusals_name_the_reason)
{
    static const struct {
        int         at;
        uint32_t    value;
        bool        sealed;
        const char *words;
    } cases[] = {
        {0, 0x20202020, false, "not a database of Pollard"},
        {HEAD_FORMAT, 2, false, "newer Pollard (format 2; this one reads 1)"},
        {HEAD_FORMAT, 0, true, "checksum of its head"},
        {HEAD_ENTRIES, 1, false, "checksum of its head"},
        {HEAD_FORM, 2, true, "form 2"},
        {HEAD_WIDTH, 2, true, "2 bytes per entry; this program reads 1"},
        {HEAD_BLOCK, 96, true, "blocks of 96 bytes"},
        {HEAD_BLOCK, 1 << 20, true, "blocks of 1048576 bytes"},
        {HEAD_ENTRIES + 4, UINT32_MAX, true, "truncated"},
        {HEAD_ENTRIES + 4, 1 << 20, true, "truncated"},
        {HEAD_DATA, 1, true, "expected"},
        {HEAD_DATA + 4, UINT32_MAX, true, "impossible sizes"},
        {HEAD_DICTIONARY + 4, 1, true, "a dictionary of"},
        {HEAD_DICTIONARY_SUM, 0, true, "checksum of its dictionary"},
        {HEAD_TABLE_SUM, 0, true, "checksum of its block table"},
        {HEAD_COUNTED + 4, 1, true, "impossible statistics"},
        {HEAD_VALUE_MAX, 256, true, "impossible statistics"},
        {HEAD_DESCRIPTION_SIZE, UINT32_MAX, true, "its description has"},
        {HEAD_DESCRIPTION_SIZE, 5, true, "not JSON"},
        {HEAD_DESCRIPTION, 0x7d7b7b7b, true, "not JSON"},
    };
    size_t         size;
    uint8_t *const good = small_file(DB_ZSTD, &size), *const bytes = malloc(size);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bytes, good, size);
        store32(bytes + cases[i].at, cases[i].value);
        if (cases[i].sealed) head_seal(bytes);
        refused_as(bytes, size, cases[i].words);
    }
    free(bytes);
    free(good);
}
END_TEST

// Ends of block 3 that a table never has: not after block 2, more than a block after it, after the data.
START_TEST(test_a_table_out_of_order_is_refused)
{
    size_t         size;
    uint8_t *const good = small_file(_i, &size), *const bytes = malloc(size);
    const uint64_t at = DB_HEAD + load64(good + HEAD_DATA), two = load64(good + at + 2 * DB_TABLE_ROW);
    const uint64_t ends[] = {0, two - 1, two, two + 129, load64(good + HEAD_DATA) + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        memcpy(bytes, good, size);
        store64(bytes + at + 3 * DB_TABLE_ROW, ends[i]);
        store64(bytes + HEAD_TABLE_SUM, XXH3_64bits(bytes + at, size - at));
        head_seal(bytes);
        refused_as(bytes, size, "block 3 of its table is out of order");
    }
    free(bytes);
    free(good);
}
END_TEST

static void description_replace(uint8_t *bytes, const char *json)
{
    memset(bytes + HEAD_DESCRIPTION, 0, HEAD_DESCRIPTION_LIMIT);
    memcpy(bytes + HEAD_DESCRIPTION, json, strlen(json));
    store32(bytes + HEAD_DESCRIPTION_SIZE, (uint32_t)strlen(json));
    head_seal(bytes);
}

START_TEST(test_false_descriptions_are_refused)
{
    size_t         size;
    Status         status;
    uint8_t *const bytes = small_file(DB_RAW, &size);
    description_replace(bytes, "{}");
    refused_as(bytes, size, "incomplete");
    description_replace(bytes, "[1]");
    refused_as(bytes, size, "not JSON");
    description_replace(bytes,
                        "{\"name\":\"n\",\"kind\":\"opening\",\"game\":\"g\",\"index\":\"i\",\"goal\":\"\","
                        "\"values\":\"\",\"round\":0,\"program\":\"p\"}");
    refused_as(bytes, size, "kind 'opening'; expected pattern, endgame, partial or solved");
    description_replace(bytes,
                        "{\"name\":\"n\",\"kind\":\"pattern\",\"game\":\"g\",\"index\":\"i\",\"goal\":\"\","
                        "\"values\":\"\",\"round\":-1,\"program\":\"p\"}");
    refused_as(bytes, size, "out of range");
    description_replace(bytes,
                        "{\"name\":\"n\",\"kind\":\"pattern\",\"game\":\"g\",\"index\":\"i\",\"goal\":\"\","
                        "\"values\":\"\",\"round\":0,\"program\":\"p\"}");
    ck_assert(!passes(bytes, size, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "digest"));
    free(bytes);
}
END_TEST

START_TEST(test_another_database_than_asked_is_refused)
{
    uint8_t *const table = db_table(TABLE_WAVES, 100);
    const DbInfo   info  = db_info(100);
    Status         status;
    db_put(db_file("a"), info, (DbOptions){0}, table);
    Db     db    = db_get(db_file("a"), DB_MAP);
    DbInfo asked = {.kind = DB_PATTERN};
    ck_assert(db_expect(&db, &info, &status) && db_expect(&db, &asked, &status));
    asked = info, snprintf(asked.index, sizeof asked.index, "lexicographic");
    ck_assert(!db_expect(&db, &asked, &status));
    ck_assert_ptr_nonnull(strstr(
        status.text, "another index: '6 of 81 cells, colexicographic' there and 'lexicographic' here"));
    asked = info, snprintf(asked.game, sizeof asked.game, "othello");
    ck_assert(!db_expect(&db, &asked, &status));
    ck_assert_ptr_nonnull(
        strstr(status.text, "another game: 'chinese_checkers:size=9' there and 'othello' here"));
    asked = info, asked.kind = DB_PARTIAL;
    ck_assert(!db_expect(&db, &asked, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "kind 'pattern'; expected 'partial'"));
    asked = info, asked.entries = 99;
    ck_assert(!db_expect(&db, &asked, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "100 entries there and 99 here"));
    db_close(&db);
    free(table);
}
END_TEST

START_TEST(test_a_file_that_cannot_be_read_is_refused)
{
    Db     db;
    Status status;
    ck_assert(!db_open(&db, db_file("a"), DB_MAP, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "No such file"));
    ck_assert(!db_open(&db, "/tmp", DB_MAP, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "Is a directory"));
    fclose(fopen(db_file("a"), "wb"));
    ck_assert(!db_open(&db, db_file("a"), DB_MAP, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "empty"));
    ck_assert(!db_open(&db, "/dev/null", DB_MAP, &status));
}
END_TEST

static bool stop_at_once(void *context, uint64_t done, uint64_t entries)
{
    (void)entries;
    *(uint64_t *)context = done;
    return false;
}

START_TEST(test_a_check_reports_and_can_be_stopped)
{
    uint8_t *const table = db_table(TABLE_WAVES, 9000000);
    Status         status;
    uint64_t       done = 0;
    db_put(db_file("a"), db_info(9000000), (DbOptions){0}, table);
    Db db = db_get(db_file("a"), DB_MAP);
    ck_assert(!db_verify(&db, stop_at_once, &done, &status));
    ck_assert_uint_eq(done, 1 << 22);
    ck_assert_ptr_nonnull(strstr(status.text, "stopped"));
    db_close(&db);
    free(table);
}
END_TEST

// Writing where it goes wrong.

START_TEST(test_a_wrong_number_of_entries_is_refused)
{
    uint8_t *const  table = db_table(TABLE_WAVES, 100);
    const DbInfo    info  = db_info(99);
    const DbOptions raw   = {0};
    Status          status;
    DbWriter       *w = db_create(db_file("a"), &info, &raw, &status);
    ck_assert(w != NULL && !db_append(w, table, 100, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "more entries than the 99"));
    ck_assert(db_append(w, table, 98, &status) && !db_finish(w, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "98 entries of 99"));
    ck_assert(access(db_file("a"), F_OK) != 0 && access(db_file("a.new"), F_OK) != 0);
    db_abandon(NULL);
    free(table);
}
END_TEST

START_TEST(test_bad_options_and_descriptions_are_refused)
{
    static const DbOptions bad[] = {
        {.block = 100}, {.block = 32}, {.block = 1 << 25}, {.form = DB_ZSTD, .block = 1 << 17}};
    Status status;
    DbInfo info = db_info(10);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_ptr_null(db_create(db_file("a"), &info, &bad[i], &status));
        ck_assert_ptr_nonnull(strstr(status.text, "power of two"));
    }
    info.width = 2;
    ck_assert_ptr_null(db_create(db_file("a"), &info, &(DbOptions){0}, &status));
    info = db_info(10), info.goal[0] = (char)0xff;
    ck_assert_ptr_null(db_create(db_file("a"), &info, &(DbOptions){0}, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "UTF-8"));
    info = db_info(10);
    // six characters each
    memset(info.goal, 1, sizeof info.goal - 1), memset(info.values, 1, sizeof info.values - 1);
    ck_assert_ptr_null(db_create(db_file("a"), &info, &(DbOptions){0}, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "fit"));
    ck_assert(access(db_file("a.new"), F_OK) != 0);
}
END_TEST

START_TEST(test_two_writers_do_not_meet)
{
    const DbInfo    info = db_info(0);
    const DbOptions raw  = {0};
    Status          status;
    DbWriter *const w = db_create(db_file("a"), &info, &raw, &status);
    ck_assert_ptr_nonnull(w);
    ck_assert_ptr_null(db_create(db_file("a"), &info, &raw, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "being written by another process"));
    ck_assert(db_finish(w, &status));
}
END_TEST

// Runs `what` in a child that must end with code 0.
static void in_child(void (*what)(const uint8_t *), const uint8_t *table)
{
    int         code;
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        what(table);
        _exit(0);
    }
    ck_assert(waitpid(child, &code, 0) == child);
    ck_assert_msg(WIFEXITED(code) && WEXITSTATUS(code) == 0, "the child ended with %d", code);
}

enum { LARGE = 20000000 };

static void killed(const uint8_t *table)
{
    const DbInfo    info    = db_info(LARGE);
    const DbOptions options = {0};
    Status          status;
    DbWriter *const w = db_create(db_file("a"), &info, &options, &status);
    if (w == NULL || !db_append(w, table, LARGE - 1, &status)) _exit(1);
    _exit(0);   // without a word, as after kill -9
}

START_TEST(test_a_killed_writer_leaves_the_old_file)
{
    uint8_t *const table = db_table(TABLE_WAVES, LARGE), *const old = db_table(TABLE_RANDOM, 5000);
    db_put(db_file("a"), db_info(5000), (DbOptions){.form = DB_ZSTD}, old);
    in_child(killed, table);
    ck_assert(access(db_file("a.new"), F_OK) == 0);
    db_holds(db_file("a"), DB_MAP, old, 5000);
    db_put(db_file("a"), db_info(6), (DbOptions){0}, table);   // what it left behind is in nobody's way
    db_holds(db_file("a"), DB_MAP, table, 6);
    ck_assert(access(db_file("a.new"), F_OK) != 0);
    free(old);
    free(table);
}
END_TEST

static void disk_full(const uint8_t *table)
{
    const struct rlimit limit = {1 << 20, 1 << 20};
    const DbInfo        info  = db_info(LARGE);
    Status              status;
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(2);
    if (db_write(db_file("a"), &info, &(DbOptions){0}, table, &status)) _exit(3);
    if (strstr(status.text, "cannot write") == NULL || strstr(status.text, strerror(EFBIG)) == NULL) _exit(4);
}

START_TEST(test_a_full_disk_leaves_the_old_file)
{
    uint8_t *const table = db_table(TABLE_WAVES, LARGE);
    db_put(db_file("a"), db_info(5000), (DbOptions){.form = DB_ZSTD}, table);
    in_child(disk_full, table);
    db_holds(db_file("a"), DB_MAP, table, 5000);
    ck_assert(access(db_file("a.new"), F_OK) != 0);
    free(table);
}
END_TEST

START_TEST(test_a_temporary_name_that_is_a_link_is_not_followed)
{
    const DbInfo info = db_info(0);
    Status       status;
    uint8_t      table[100] = {0};
    struct stat  before, after;
    db_put(db_file("b"), db_info(sizeof table), (DbOptions){0}, table);
    ck_assert(stat(db_file("b"), &before) == 0 && before.st_size > 0);
    ck_assert(symlink("b", db_file("a.new")) == 0);
    ck_assert_ptr_null(db_create(db_file("a"), &info, &(DbOptions){0}, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "cannot write"));
    ck_assert(stat(db_file("b"), &after) == 0 && after.st_size == before.st_size);
    unlink(db_file("a.new"));
}
END_TEST

START_TEST(test_a_place_that_cannot_be_written_is_refused)
{
    const DbInfo info = db_info(0);
    Status       status;
    ck_assert_ptr_null(db_create("/nowhere/at/all", &info, &(DbOptions){0}, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "cannot write '/nowhere/at/all': No such file"));
    ck_assert_ptr_null(db_create("/proc/pollard", &info, &(DbOptions){0}, &status));   // not even for root
    ck_assert(mkdir(db_file("b"), 0777) == 0);
    ck_assert(!db_write(db_file("b"), &info, &(DbOptions){0}, NULL, &status));   // a folder has the name
    ck_assert(access(db_file("b.new"), F_OK) != 0);
    rmdir(db_file("b"));
}
END_TEST

Suite *suite_dbfile_bad(void);

Suite *suite_dbfile_bad(void)
{
    Suite *const s = suite_create("dbfile_bad");
    TCase *const t = tcase_create("bad");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, db_folder_make, db_folder_remove);
    tcase_add_loop_test(t, test_every_flipped_bit_is_seen, 0, DAMAGED);
    tcase_add_loop_test(t, test_every_truncation_is_refused, 0, DAMAGED);
    tcase_add_test(t, test_a_damaged_block_is_seen_by_the_probe);
    tcase_add_test(t, test_refusals_name_the_reason);
    tcase_add_loop_test(t, test_a_table_out_of_order_is_refused, 0, DB_FORMS);
    tcase_add_test(t, test_false_descriptions_are_refused);
    tcase_add_test(t, test_another_database_than_asked_is_refused);
    tcase_add_test(t, test_a_file_that_cannot_be_read_is_refused);
    tcase_add_test(t, test_a_check_reports_and_can_be_stopped);
    tcase_add_test(t, test_a_wrong_number_of_entries_is_refused);
    tcase_add_test(t, test_bad_options_and_descriptions_are_refused);
    tcase_add_test(t, test_two_writers_do_not_meet);
    tcase_add_test(t, test_a_killed_writer_leaves_the_old_file);
    tcase_add_test(t, test_a_full_disk_leaves_the_old_file);
    tcase_add_test(t, test_a_temporary_name_that_is_a_link_is_not_followed);
    tcase_add_test(t, test_a_place_that_cannot_be_written_is_refused);
    suite_add_tcase(s, t);
    return s;
}
