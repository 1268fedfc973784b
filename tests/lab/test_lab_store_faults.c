// A disk that fails under the results: whatever SQLite asks of it, one call at a time. What was said to be
// stored is there afterwards, what was not is there whole or not at all, and the error is one clear line.
//
// SQLite talks to the disk through a VFS; this one passes everything to the usual one and lets a call fail.
#include "lab/lab_cases.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct FaultFile {
    sqlite3_file  base;
    sqlite3_file *real;   // follows in memory
} FaultFile;

static struct {
    sqlite3_vfs        vfs, *real;
    sqlite3_io_methods methods;
    long               left;     // until one fails; 0: none does
    bool failed, stays, reads;   // stays: all that follow fail too; reads: they may fail as well
} disk;

static bool this_one_fails(void)
{
    if (disk.failed && disk.stays) return true;
    if (disk.left == 0 || --disk.left > 0) return false;
    return disk.failed = true;
}

static sqlite3_file *real_of(sqlite3_file *f) { return ((FaultFile *)(void *)f)->real; }

#define PASS(name, call) return real_of(f)->pMethods->name call
static int file_close(sqlite3_file *f) { PASS(xClose, (real_of(f))); }
static int file_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
    if (disk.reads && this_one_fails()) return SQLITE_IOERR_READ;
    PASS(xRead, (real_of(f), to, n, at));
}
// A disk that is full has room for a part.
static int file_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
    if (!this_one_fails()) PASS(xWrite, (real_of(f), from, n, at));
    real_of(f)->pMethods->xWrite(real_of(f), from, n / 2, at);
    return SQLITE_FULL;
}
static int file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    if (this_one_fails()) return SQLITE_IOERR_TRUNCATE;
    PASS(xTruncate, (real_of(f), size));
}
// What the test writes need not outlive the machine: nothing is waited for.
static int file_sync(sqlite3_file *f, int flags)
{
    (void)f, (void)flags;
    return this_one_fails() ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}
static int file_size(sqlite3_file *f, sqlite3_int64 *size) { PASS(xFileSize, (real_of(f), size)); }
static int file_lock_at(sqlite3_file *f, int level) { PASS(xLock, (real_of(f), level)); }
static int file_unlock_to(sqlite3_file *f, int level) { PASS(xUnlock, (real_of(f), level)); }
static int file_reserved(sqlite3_file *f, int *out) { PASS(xCheckReservedLock, (real_of(f), out)); }
static int file_control(sqlite3_file *f, int op, void *arg) { PASS(xFileControl, (real_of(f), op, arg)); }
static int file_sector(sqlite3_file *f) { PASS(xSectorSize, (real_of(f))); }
static int file_facts(sqlite3_file *f) { PASS(xDeviceCharacteristics, (real_of(f))); }
static int file_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    if (this_one_fails()) return SQLITE_IOERR_SHMMAP;
    PASS(xShmMap, (real_of(f), page, size, extend, out));
}
static int file_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
    PASS(xShmLock, (real_of(f), offset, n, flags));
}
static void file_shm_barrier(sqlite3_file *f) { real_of(f)->pMethods->xShmBarrier(real_of(f)); }
static int  file_shm_unmap(sqlite3_file *f, int gone) { PASS(xShmUnmap, (real_of(f), gone)); }
#undef PASS

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags, int *out)
{
    FaultFile *const file = (FaultFile *)(void *)f;
    (void)vfs;
    file->base.pMethods = NULL;
    file->real          = (sqlite3_file *)(void *)(file + 1);
    if (this_one_fails()) return SQLITE_CANTOPEN;
    const int code = disk.real->xOpen(disk.real, path, file->real, flags, out);
    if (file->real->pMethods != NULL) file->base.pMethods = &disk.methods;
    return code;
}

static void disk_attach(void)
{
    lab_folder_make();
    memset(&disk, 0, sizeof disk);
    disk.real         = sqlite3_vfs_find(NULL);
    disk.vfs          = *disk.real;
    disk.vfs.zName    = "faults";
    disk.vfs.xOpen    = disk_open;
    disk.vfs.szOsFile = (int)sizeof(FaultFile) + disk.real->szOsFile;
    disk.methods      = (sqlite3_io_methods){.iVersion               = 2,
                                             .xClose                 = file_close,
                                             .xRead                  = file_read,
                                             .xWrite                 = file_write,
                                             .xTruncate              = file_truncate,
                                             .xSync                  = file_sync,
                                             .xFileSize              = file_size,
                                             .xLock                  = file_lock_at,
                                             .xUnlock                = file_unlock_to,
                                             .xCheckReservedLock     = file_reserved,
                                             .xFileControl           = file_control,
                                             .xSectorSize            = file_sector,
                                             .xDeviceCharacteristics = file_facts,
                                             .xShmMap                = file_shm_map,
                                             .xShmLock               = file_shm_lock,
                                             .xShmBarrier            = file_shm_barrier,
                                             .xShmUnmap              = file_shm_unmap};
    ck_assert_int_eq(sqlite3_vfs_register(&disk.vfs, 1), SQLITE_OK);
}

static void disk_detach(void)
{
    ck_assert_int_eq(sqlite3_vfs_register(disk.real, 1), SQLITE_OK);
    ck_assert_int_eq(sqlite3_vfs_unregister(&disk.vfs), SQLITE_OK);
    lab_folder_remove();
}

static void disk_fail_at(long n) { disk.left = n, disk.failed = false; }

static void disk_mend(void) { disk.left = 0, disk.failed = false; }

// One line that names the file and says why.
static void expect_clear(const Status *status)
{
    ck_assert_msg(status->text[0] != 0 && strchr(status->text, '\n') == NULL, "'%s'", status->text);
    ck_assert_msg(strstr(status->text, "/tmp/pollard_lab_") == status->text, "%s", status->text);
    ck_assert_msg(strstr(status->text, "cannot ") != NULL && strstr(status->text, "damaged") == NULL, "%s",
                  status->text);
}

enum { TRIALS = 5, TEXT_LONG = 400 };

// Long texts, so that a row takes more than one page of the file now and then.
static void players_make(char players[2][TEXT_LONG], const char *list[2], int trial)
{
    for (int k = 0; k < 2; k++) {
        memset(players[k], 'a' + trial, TEXT_LONG - 1);
        players[k][TEXT_LONG - 1] = 0;
        players[k][0]             = (char)('0' + k);
        list[k]                   = players[k];
    }
}

static bool put(Store *store, int trial, Status *status)
{
    char             players[2][TEXT_LONG];
    const char      *list[2];
    const TrialCount counts[2] = {lab_count((uint64_t)(100 + trial)), lab_count((uint64_t)(200 + trial))};
    players_make(players, list, trial);
    return trial_put(store, "othello start=initial", list, 2, 0, counts, status);
}

// How many of the two rows of this trial are there, and whether they are right.
static int there(Store *store, int trial)
{
    char        players[2][TEXT_LONG];
    const char *list[2];
    int         found = 0;
    players_make(players, list, trial);
    for (int k = 0; k < 2; k++) {
        TrialCount c;
        Status     status = {0};
        const int  n      = trials_read(store, "othello start=initial", list[k], 1, &c, &status);
        ck_assert_msg(n >= 0, "%s", status.text);
        found += n;
        if (n == 1) ck_assert_int_eq((int)c.nodes, 100 * (k + 1) + trial);
    }
    return found;
}

// Writes until something fails. Returns how many trials were said to be stored; one more may be there.
static int write_all(const char *name, Status *status)
{
    Store *const store = store_open(lab_path(name), true, status);
    int          n     = 0;
    if (store != NULL && store_run_begin(store, "test machine", 1, status))
        while (n < TRIALS && put(store, n, status)) n++;
    store_close(store);
    return n;
}

// With a file that is new, and with one that is there (on a disk that stays full, and for reads, one of the
// two).
static long faults_of_writing(bool stays, bool reads)
{
    long met   = 0;
    disk.stays = stays, disk.reads = reads;
    for (int old = reads; old < 2 - stays; old++)
        for (long at = 1;; at++) {
            char   name[40];
            Status status = {0};
            snprintf(name, sizeof name, "%d-%ld", old, at);
            if (old) ck_assert_int_eq(write_all(name, &status), TRIALS);
            disk_fail_at(at);
            status_clear(&status);
            const int  stored = write_all(name, &status);
            const bool failed = disk.failed;
            disk_mend();
            if (stored < TRIALS) expect_clear(&status);
            Store *store = store_open(lab_path(name), false, &status);
            if (store == NULL) {   // it was never made
                ck_assert_msg(stored == 0 && !old, "call %ld: %s", at, status.text);
                ck_assert_msg(strstr(status.text, "No such file") != NULL, "call %ld: %s", at, status.text);
            }
            for (int i = 0; store != NULL && i < TRIALS; i++) {
                const int rows = there(store, i);
                ck_assert_msg(i < stored || old ? rows == 2 : rows == 0 || rows == 2,
                              "call %ld: trial %d of %d has %d rows", at, i, stored, rows);
            }
            store_close(store);
            // It goes on where it was.
            status_clear(&status);
            ck_assert_msg(write_all(name, &status) == TRIALS, "call %ld: %s", at, status.text);
            store = lab_store(name, false);
            for (int i = 0; i < TRIALS; i++) ck_assert_int_eq(there(store, i), 2);
            store_close(store);
            if (!failed) break;
            met++;
        }
    return met;
}

START_TEST(test_a_call_that_fails_loses_nothing)
{
    const long met = faults_of_writing(false, false);
    ck_assert_msg(met > 20, "%ld calls", met);
}
END_TEST

START_TEST(test_a_disk_that_stays_full_loses_nothing)
{
    const long met = faults_of_writing(true, false);
    ck_assert_msg(met > 20, "%ld calls", met);
}
END_TEST

START_TEST(test_a_disk_that_cannot_be_read_loses_nothing)
{
    const long met = faults_of_writing(false, true);
    ck_assert_msg(met > 20, "%ld calls", met);
}
END_TEST

// Rows of another file: all or none.
START_TEST(test_an_import_is_whole_or_not_there)
{
    const char *const protocol = "othello start=initial", *const player = "p";
    bool failed = true;
    long at     = 0;
    while (failed) {
        char   name[40];
        Status status = {0};
        snprintf(name, sizeof name, "i%ld", ++at);
        Store *store = lab_store(name, true);
        disk.stays   = at % 2 == 1;
        disk_fail_at(at);
        bool good = store_import_begin(store, &status);
        for (int i = 0; good && i < 200; i++) {
            const TrialCount c = lab_count((uint64_t)(100 + i));
            bool             added;
            const StoreRun   run = {"pollard", "c", "gcc", "-O3", "machine", "2026-01-01 00:00:00", 1};
            const StoreKey   key = {&trial_rows, protocol, &player, lab_digest(protocol)};
            good                 = store_import(store, &(StoreRow){key, i, run, &c}, &added, &status);
        }
        Status     ending = {0};
        const bool ended  = store_import_end(store, good, good ? &status : &ending);
        failed            = disk.failed;
        disk_mend();
        good = good && ended;
        if (!good) expect_clear(&status);
        store_close(store);
        store = lab_store(name, false);
        TrialCount out[200];
        ck_assert_int_eq(trials_read(store, protocol, player, 200, out, &status), good ? 200 : 0);
        store_close(store);
    }
    ck_assert_msg(at > 5, "%ld calls", at);
}
END_TEST

// A file that cannot be read is not called damaged, and is read when the disk is well again.
START_TEST(test_a_report_says_that_the_disk_failed)
{
    Status status = {0};
    bool   failed = true;
    long   at     = 0;
    ck_assert_int_eq(write_all("r", &status), TRIALS);
    disk.reads = true;
    while (failed) {
        bool good = true;
        disk_fail_at(++at);
        status_clear(&status);
        Store *const store = store_open(lab_path("r"), false, &status);
        for (int i = 0; store != NULL && good && i < TRIALS; i++) {
            char        players[2][TEXT_LONG];
            const char *list[2];
            TrialCount  c;
            players_make(players, list, i);
            const int n = trials_read(store, "othello start=initial", list[0], 1, &c, &status);
            ck_assert_msg(n == 1 || n == -1, "call %ld: %d rows", at, n);
            good = n == 1;
        }
        store_close(store);
        failed = disk.failed;
        disk_mend();
        if (store == NULL || !good) expect_clear(&status);
    }
    ck_assert_msg(at > 10, "%ld calls", at);
}
END_TEST

// A copy of the file alone, as scp makes it.
static int rows_of_a_copy(const char *name)
{
    char   command[400];
    Status status = {0};
    int    rows   = 0;
    snprintf(command, sizeof command, "cp %s %s", lab_path(name), lab_path("copy"));
    ck_assert_int_eq(system(command), 0);
    Store *const store = store_open(lab_path("copy"), false, &status);
    ck_assert_msg(store != NULL, "%s", status.text);
    for (int i = 0; i < TRIALS; i++) rows += there(store, i);
    store_close(store);
    return rows;
}

START_TEST(test_a_folded_file_has_every_row_also_while_another_reads)
{
    Status   status = {0};
    sqlite3 *reader;
    Store   *store = lab_store("w", true);
    for (int i = 0; i < TRIALS; i++) ck_assert(put(store, i, &status));
    ck_assert_int_eq(sqlite3_open(lab_path("w"), &reader), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(reader, "SELECT count(*) FROM trials", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_msg(store_fold(store, &status), "%s", status.text);
    ck_assert_int_eq(rows_of_a_copy("w"), 2 * TRIALS);
    // One that reads on keeps the log from going in; it is told, and nothing is lost.
    store_close(store);
    store = lab_store("w", true);
    ck_assert_int_eq(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM trials", NULL, NULL, NULL), SQLITE_OK);
    char        players[2][TEXT_LONG];
    const char *list[2];
    players_make(players, list, 0);
    const TrialCount counts[2] = {lab_count(100), lab_count(200)};
    ck_assert(trial_put(store, "othello start=initial", list, 2, 1, counts, &status));
    ck_assert(!store_fold(store, &status));
    expect_clear(&status);
    ck_assert_ptr_nonnull(strstr(status.text, "-wal"));
    ck_assert_int_eq(sqlite3_close(reader), SQLITE_OK);
    ck_assert(store_fold(store, &status));
    store_close(store);
}
END_TEST

START_TEST(test_a_full_disk_at_the_end_is_told)
{
    bool failed = true;
    long at     = 0;
    while (failed) {
        char   name[40];
        Status status = {0};
        snprintf(name, sizeof name, "f%ld", ++at);
        Store *store = lab_store(name, true);
        for (int i = 0; i < TRIALS; i++) ck_assert(put(store, i, &status));
        disk.stays = true;
        disk_fail_at(at);
        const bool good = store_fold(store, &status);
        failed          = disk.failed;
        ck_assert(good == !failed);
        if (!good) expect_clear(&status);
        store_close(store);
        disk_mend();
        store = lab_store(name, false);
        for (int i = 0; i < TRIALS; i++) ck_assert_int_eq(there(store, i), 2);
        store_close(store);
    }
    ck_assert_msg(at > 3, "%ld calls", at);
}
END_TEST

Suite *suite_lab_store_faults(void);
Suite *suite_lab_store_faults(void)
{
    Suite *const suite = suite_create("lab_store_faults");
    TCase *const tcase = tcase_create("lab_store_faults");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, disk_attach, disk_detach);
    tcase_add_test(tcase, test_a_call_that_fails_loses_nothing);
    tcase_add_test(tcase, test_a_disk_that_stays_full_loses_nothing);
    tcase_add_test(tcase, test_a_disk_that_cannot_be_read_loses_nothing);
    tcase_add_test(tcase, test_an_import_is_whole_or_not_there);
    tcase_add_test(tcase, test_a_report_says_that_the_disk_failed);
    tcase_add_test(tcase, test_a_folded_file_has_every_row_also_while_another_reads);
    tcase_add_test(tcase, test_a_full_disk_at_the_end_is_told);
    suite_add_tcase(suite, tcase);
    return suite;
}
