// Databases in pieces: read as one file, by every way of reading; what is missing, cut or changed is named.
#include "base/file.h"
#include "base/io_faults.h"
#include "retro/dbfile_cases.h"
#include "retro/split/dbfile_split.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ENTRIES = 5 * SPLIT_UNIT + 1234 };

static char        folder[3][DB_PATH_MAX];
static const char *folders[3] = {folder[0], folder[1], folder[2]};

static void split_begin(void)
{
    db_folder_make();
    for (int i = 0; i < 3; i++) {
        snprintf(folder[i], sizeof folder[i], "%s", db_file((const char *[]){"a", "b", "c"}[i]));
        ck_assert_int_eq(mkdir(folder[i], 0777), 0);
    }
}

static const char *path_of(const char *name, int in)
{
    static char path[4][DB_PATH_MAX + 20];
    static int  next;
    char *const out = path[next = (next + 1) % 4];
    snprintf(out, sizeof path[0], "%s/%s", folder[in], name);
    return out;
}

static void split_end(void)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 5; k++) {
            static const char *const names[] = {"x", "x.1", "x.2", "x.3", "x.lock"};
            unlink(path_of(names[k], i));
        }
        rmdir(folder[i]);
    }
    db_folder_remove();
}

START_TEST(test_pieces_are_read_as_one_file)
{
    for (int form = DB_RAW; form <= DB_ZSTD; form++)
        for (int count = 1; count <= 3; count++) {
            uint8_t *const table = db_table(TABLE_RANDOM, ENTRIES);
            Status         status;
            size_t         size, again;
            const char    *path = path_of("x", 0);
            db_put(path, db_info(ENTRIES), (DbOptions){.form = (DbForm)form}, table);
            uint8_t *const bytes = db_bytes(path, &size);
            ck_assert_msg(db_split(path, folders, count, &status), "%s", status.text);
            ck_assert_int_eq(access(path_of(count == 3   ? "x.3"
                                            : count == 2 ? "x.2"
                                                         : "x.1",
                                            count - 1),
                                    F_OK),
                             0);
            db_holds(path, DB_MAP, table, ENTRIES);
            db_holds(path, DB_LOAD, table, ENTRIES);
            Db db = db_get(path, DB_LOAD);
            ck_assert(db.pieces == DB_SPLIT && db_verify(&db, NULL, NULL, &status));
            ck_assert(db.loaded == NULL || form == DB_ZSTD);   // it may be larger than memory
            db_close(&db);
            ck_assert(!db_split(path, folders, count, &status));
            ck_assert_ptr_nonnull(strstr(status.text, "in pieces already"));
            ck_assert_msg(db_join(path, &status), "%s", status.text);
            uint8_t *const joined = db_bytes(path, &again);
            ck_assert(size == again && memcmp(bytes, joined, size) == 0);
            ck_assert_int_ne(access(path_of("x.1", 0), F_OK), 0);
            ck_assert(!db_join(path, &status));
            free(bytes), free(joined), free(table);
            unlink(path);
        }
}
END_TEST

START_TEST(test_a_piece_that_is_missing_cut_or_changed_is_named)
{
    uint8_t *const    table = db_table(TABLE_RANDOM, ENTRIES);
    const char *const path = path_of("x", 0), *const second = path_of("x.2", 1);
    Status status;
    Db     db;
    size_t size;
    db_put(path, db_info(ENTRIES), (DbOptions){.form = DB_RAW}, table);
    ck_assert(db_split(path, folders, 3, &status));
    uint8_t *const bytes = db_bytes(second, &size);
    ck_assert_int_eq(truncate(second, (off_t)size - 1), 0);
    ck_assert(!db_open(&db, path, DB_MAP, &status));
    ck_assert_msg(strstr(status.text, second) != NULL && strstr(status.text, "expected") != NULL, "%s",
                  status.text);
    unlink(second);
    ck_assert(!db_open(&db, path, DB_MAP, &status));
    ck_assert_msg(strstr(status.text, second) != NULL, "%s", status.text);
    bytes[size / 2] ^= 1;
    FILE *const out = fopen(second, "wb");
    ck_assert(out != NULL && fwrite(bytes, 1, size, out) == size && fclose(out) == 0);
    db = db_get(path, DB_MAP);
    ck_assert(!db_verify(&db, NULL, NULL, &status));
    db_close(&db);
    ck_assert(!db_join(path, &status));
    ck_assert_msg(strstr(status.text, second) != NULL && strstr(status.text, "damaged") != NULL, "%s",
                  status.text);
    free(bytes), free(table);
}
END_TEST

START_TEST(test_nothing_is_written_over_and_nothing_is_left_of_a_failure)
{
    uint8_t *const    table = db_table(TABLE_RANDOM, ENTRIES);
    const char *const path = path_of("x", 0), *const third = path_of("x.3", 2);
    Status status;
    db_put(path, db_info(ENTRIES), (DbOptions){.form = DB_RAW}, table);
    FILE *const out = fopen(third, "wb");
    ck_assert(out != NULL && fclose(out) == 0);
    ck_assert(!db_split(path, folders, 3, &status));
    ck_assert_msg(strstr(status.text, "x.3' is there already; left by a split that was ended?") != NULL, "%s",
                  status.text);
    ck_assert_int_ne(access(path_of("x.1", 0), F_OK), 0);
    unlink(third);
    ck_assert(!db_split(path, (const char *[]){folder[0], "/no/such/folder"}, 2, &status));
    ck_assert_int_ne(access(path_of("x.1", 0), F_OK), 0);
    db_holds(path, DB_MAP, table, ENTRIES);
    free(table);
}
END_TEST

// One call of the disk fails, whichever: the database is there whole, as one file or in pieces.
START_TEST(test_a_disk_that_fails_loses_no_database)
{
    uint8_t *const table = db_table(TABLE_RANDOM, ENTRIES);
    char           path[DB_PATH_MAX + 20];
    int            both = 0;   // whole and in pieces: its name may not be on the disk
    snprintf(path, sizeof path, "%s", path_of("x", 0));
    db_put(path, db_info(ENTRIES), (DbOptions){.form = DB_RAW}, table);
    for (long n = 1; n < 100; n++) {
        Status status;
        io_fail_at(n);
        const bool good = db_split(path, folders, 3, &status), all = !io_failed();
        db_holds(path, DB_MAP, table, ENTRIES);
        if (!good) ck_assert_int_ne(access(path_of("x.1", 0), F_OK), 0);
        if (!good) ck_assert_msg(db_split(path, folders, 3, &status), "%s", status.text);
        io_fail_at(n);
        const bool joined = db_join(path, &status), rest = !io_failed();
        db_holds(path, DB_MAP, table, ENTRIES);
        if (!joined) ck_assert_int_eq(access(path_of("x.1", 0), F_OK), 0);
        if (!joined && !db_join(path, &status)) {
            for (int i = 0; i < 3; i++) unlink(path_of((const char *[]){"x.1", "x.2", "x.3"}[i], i));
            both++;
        }
        if (all && rest) break;
    }
    ck_assert_int_ge(both, 1);
    free(table);
}
END_TEST

static void on_end(int number)
{
    (void)number;
    file_remove_temporaries();
    _exit(0);
}

// A pipe under the temporary name of the second piece makes the split wait there.
START_TEST(test_a_split_that_is_ended_leaves_no_piece)
{
    uint8_t *const    table = db_table(TABLE_RANDOM, ENTRIES);
    const char *const path = path_of("x", 0), *const first = path_of("x.1", 0);
    Status status;
    char   pipe[DB_PATH_MAX + 60];
    db_put(path, db_info(ENTRIES), (DbOptions){.form = DB_RAW}, table);
    const pid_t child = fork();
    snprintf(pipe, sizeof pipe, "%s/x.2.%ld.new", folder[1], (long)(child == 0 ? getpid() : child));
    if (child == 0) {
        signal(SIGTERM, on_end);
        if (mkfifo(pipe, 0600) == 0) db_split(path, folders, 3, &status);
        _exit(1);
    }
    for (int i = 0; i < 2000 && access(first, F_OK) != 0; i++) usleep(5000);
    ck_assert_int_eq(access(first, F_OK), 0);
    int code;
    ck_assert(kill(child, SIGTERM) == 0 && waitpid(child, &code, 0) == child && code == 0);
    ck_assert_int_ne(access(first, F_OK), 0);
    ck_assert_msg(db_split(path, folders, 3, &status), "%s", status.text);
    unlink(pipe);
    free(table);
}
END_TEST

START_TEST(test_a_list_is_taken_to_the_last_byte)
{
    uint8_t *const    table = db_table(TABLE_RANDOM, ENTRIES);
    const char *const path  = path_of("x", 0);
    static SplitList  list;
    Status            status;
    size_t            size;
    db_put(path, db_info(ENTRIES), (DbOptions){.form = DB_RAW}, table);
    ck_assert(db_split(path, folders, 3, &status));
    uint8_t *const bytes = db_bytes(path, &size);
    char *const    text  = calloc(size + 1, 1);
    memcpy(text, bytes, size);
    ck_assert(split_list_parse(&list, text, size) && list.pieces == 3);
    for (size_t i = 0; i < size; i++) {
        text[i] ^= 1;
        ck_assert_msg(!split_list_parse(&list, text, size), "byte %zu", i);
        text[i] ^= 1;
    }
    free(text), free(bytes), free(table);
}
END_TEST

Suite *suite_dbfile_split(void);
Suite *suite_dbfile_split(void)
{
    Suite *suite = suite_create("dbfile_split");
    TCase *tcase = tcase_create("dbfile_split");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, split_begin, split_end);
    tcase_add_test(tcase, test_pieces_are_read_as_one_file);
    tcase_add_test(tcase, test_a_piece_that_is_missing_cut_or_changed_is_named);
    tcase_add_test(tcase, test_nothing_is_written_over_and_nothing_is_left_of_a_failure);
    tcase_add_test(tcase, test_a_disk_that_fails_loses_no_database);
    tcase_add_test(tcase, test_a_split_that_is_ended_leaves_no_piece);
    tcase_add_test(tcase, test_a_list_is_taken_to_the_last_byte);
    suite_add_tcase(suite, tcase);
    return suite;
}
