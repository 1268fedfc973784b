// Builds of databases: one at a time, never over what is there, and never wrong for a byte that changed.
#include "base/file.h"
#include "retro/build.h"
#include "retro/dbfile_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static CatalogDb    db;
static BuildOptions options;

static void build_begin(void)
{
    Status status;
    db_folder_make();
    ck_assert_msg(catalog_open(&db, "cc-pdb3-6x6", &status), "%s", status.text);
    static char path[DB_PATH_MAX], part[DB_PATH_MAX];
    snprintf(path, sizeof path, "%s", db_file("a"));
    snprintf(part, sizeof part, "%s", db_file("b"));
    options = (BuildOptions){.path = path, .part = part, .threads = 1};
}

static void build_end(void)
{
    catalog_close(&db);
    db_folder_remove();
}

static void bytes_put(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *const out = fopen(path, "wb");
    ck_assert(out != NULL && fwrite(bytes, 1, size, out) == size && fclose(out) == 0);
}

static bool bytes_are(const char *path, const uint8_t *bytes, size_t size)
{
    size_t         n;
    uint8_t *const found = db_bytes(path, &n);
    const bool     same  = n == size && memcmp(found, bytes, n) == 0;
    free(found);
    return same;
}

static char *lock_path(void)
{
    static char path[DB_PATH_MAX + 8];
    snprintf(path, sizeof path, "%s.lock", options.path);
    return path;
}

START_TEST(test_what_is_there_is_checked_before_it_is_trusted)
{
    static const char garbage[] = "this is not a database\n";
    BuildResult       result;
    Status            status;
    bytes_put(options.path, (const uint8_t *)garbage, strlen(garbage));
    ck_assert(!build_database(&db, &options, &result, &status));
    ck_assert_msg(strstr(status.text, options.path) && strstr(status.text, "remove the file"), "%s",
                  status.text);
    ck_assert_int_eq(status_exit_code(&status), 1);
    ck_assert(bytes_are(options.path, (const uint8_t *)garbage, strlen(garbage)));
    unlink(options.path);

    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    ck_assert(result.complete && !result.there);
    ck_assert(build_database(&db, &options, &result, &status) && result.there);
    size_t         size;
    uint8_t *const bytes = db_bytes(options.path, &size);
    for (size_t at = 0; at < size; at += size / 7) {
        bytes[at] ^= 16;
        bytes_put(options.path, bytes, size);
        ck_assert_msg(!build_database(&db, &options, &result, &status), "byte %zu was not checked", at);
        bytes[at] ^= 16;
    }
    free(bytes);
    ck_assert_int_ne(access(lock_path(), F_OK), 0);
}
END_TEST

START_TEST(test_a_second_build_is_refused_from_the_start)
{
    FileLock    lock;
    BuildResult result;
    Status      status;
    char        pid[24];
    snprintf(pid, sizeof pid, "process %ld;", (long)getpid());
    ck_assert(file_lock(&lock, options.path, &status));
    ck_assert(!build_database(&db, &options, &result, &status));
    ck_assert_msg(strstr(status.text, pid) != NULL, "%s", status.text);
    ck_assert_int_eq(status_exit_code(&status), 1);
    file_unlock(&lock);
    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    ck_assert_int_ne(access(lock_path(), F_OK), 0);
}
END_TEST

START_TEST(test_the_folder_of_a_build_on_disk_goes_when_the_database_is_there)
{
    BuildResult       result;
    Status            status;
    atomic_bool       stop = true;
    char              work[DB_PATH_MAX + 8], state[DB_PATH_MAX + 16], other[DB_PATH_MAX];
    const char *const part = options.part;
    options.memory_max = 4000, options.stop = &stop;
    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    ck_assert(!result.complete);
    snprintf(work, sizeof work, "%s.work", options.part);
    snprintf(state, sizeof state, "%s/state", work);
    ck_assert_int_eq(access(state, F_OK), 0);
    // As after a kill between the file and the folder: the file is there, and the folder's state as well.
    snprintf(other, sizeof other, "%.240s.other", part);
    options.part = other, options.memory_max = 0, options.stop = NULL;
    ck_assert(build_database(&db, &options, &result, &status) && result.complete && !result.there);
    ck_assert_int_eq(access(state, F_OK), 0);
    options.part = part;
    ck_assert(build_database(&db, &options, &result, &status) && result.there);
    ck_assert_int_ne(access(work, F_OK), 0);
}
END_TEST

// A folder under the name of the lock stands for a place that cannot be written: it stops root, too.
START_TEST(test_what_is_there_needs_no_lock)
{
    BuildResult result;
    Status      status;
    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    ck_assert_int_eq(mkdir(lock_path(), 0777), 0);
    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    ck_assert(result.there && result.complete);
    unlink(options.path);
    ck_assert(!build_database(&db, &options, &result, &status));
    ck_assert_int_eq(rmdir(lock_path()), 0);
}
END_TEST

START_TEST(test_a_checkpoint_of_a_round_that_none_can_reach_is_refused)
{
    BuildResult    result;
    Status         status;
    uint8_t *const table = calloc(db.info.entries, 1);
    ck_assert_ptr_nonnull(table);
    ck_assert(build_checkpoint(&db, &options, table, RETRO_DEPTH_MAX + 2, &status));
    free(table);
    ck_assert(!build_database(&db, &options, &result, &status));
    ck_assert_msg(strstr(status.text, "is damaged: round 255; expected at most 254"), "%s", status.text);
    ck_assert_int_ne(access(options.path, F_OK), 0);
}
END_TEST

static void stop_after_a_round(void *context, const BuildProgress *progress)
{
    if (!progress->notice && progress->done > 0.2) atomic_store((atomic_bool *)context, true);
}

START_TEST(test_a_changed_byte_in_a_checkpoint_is_refused)
{
    BuildResult result;
    Status      status;
    atomic_bool stop = false;
    options.stop = &stop, options.report = stop_after_a_round, options.context = &stop;
    ck_assert(build_database(&db, &options, &result, &status) && !result.complete && result.depth > 0);
    options.stop = NULL, options.report = NULL;
    size_t         size;
    uint8_t *const bytes = db_bytes(options.part, &size);
    for (size_t at = 0; at < size; at += size / 40) {
        bytes[at] ^= 1;
        bytes_put(options.part, bytes, size);
        ck_assert_msg(!build_database(&db, &options, &result, &status), "byte %zu was not checked", at);
        ck_assert_msg(strstr(status.text, options.part) != NULL, "%s", status.text);
        ck_assert_int_ne(access(options.path, F_OK), 0);
        bytes[at] ^= 1;
    }
    bytes_put(options.part, bytes, size);
    free(bytes);
    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    ck_assert(result.complete && access(options.part, F_OK) != 0);
}
END_TEST

Suite *suite_build(void);
Suite *suite_build(void)
{
    Suite *suite = suite_create("build");
    TCase *tcase = tcase_create("build");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, build_begin, build_end);
    tcase_add_test(tcase, test_what_is_there_is_checked_before_it_is_trusted);
    tcase_add_test(tcase, test_a_second_build_is_refused_from_the_start);
    tcase_add_test(tcase, test_the_folder_of_a_build_on_disk_goes_when_the_database_is_there);
    tcase_add_test(tcase, test_what_is_there_needs_no_lock);
    tcase_add_test(tcase, test_a_checkpoint_of_a_round_that_none_can_reach_is_refused);
    tcase_add_test(tcase, test_a_changed_byte_in_a_checkpoint_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
