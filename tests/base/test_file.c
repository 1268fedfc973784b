// Input files are bounded and regular; files are written whole or not at all; locks and temporary files end
// with their owner.
#include "base/file.h"
#include "base/io_faults.h"
#include "tests.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];

static const char *path_of(const char *name)
{
    static char paths[4][128];
    static int  next;
    char *const path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void folder_make(void)
{
    snprintf(folder, sizeof folder, "/tmp/pollard_file_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void folder_remove(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void put(const char *name, const char *text)
{
    Status status;
    ck_assert_msg(file_write(path_of(name), text, strlen(text), &status), "%s", status.text);
}

static int files_count(void)
{
    char command[100], number[20] = "";
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", folder);
    FILE *const in = popen(command, "r");
    ck_assert_ptr_nonnull(fgets(number, sizeof number, in));
    pclose(in);
    return atoi(number);
}

START_TEST(test_a_file_is_read_whole_within_its_limit)
{
    Status status;
    size_t size;
    put("a", "hello");
    char *const text = file_read(path_of("a"), 5, &size, &status);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(size, 5);
    ck_assert_str_eq(text, "hello");
    free(text);
    ck_assert_ptr_null(file_read(path_of("a"), 4, &size, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "5 bytes; expected at most 4"));
    ck_assert_int_eq(status_exit_code(&status), 2);
}
END_TEST

// Without a wait: the test would end by its time limit.
START_TEST(test_inputs_that_are_not_regular_files_are_refused)
{
    static const char *const names[] = {"pipe", "folder", "missing", "a/b"};
    Status                   status;
    size_t                   size;
    put("a", "");
    ck_assert_int_eq(mkfifo(path_of("pipe"), 0666), 0);
    ck_assert_int_eq(mkdir(path_of("folder"), 0777), 0);
    for (int i = 0; i < 4; i++) {
        ck_assert_ptr_null(file_read(path_of(names[i]), 1 << 20, &size, &status));
        ck_assert_msg(strstr(status.text, names[i]) != NULL, "%s", status.text);
        ck_assert_int_eq(status_exit_code(&status), 2);
    }
    ck_assert_ptr_null(file_read("/dev/zero", 1 << 20, &size, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "expected a regular file"));
}
END_TEST

START_TEST(test_a_file_is_written_whole_or_not_at_all)
{
    Status status;
    put("a", "old");
    ck_assert_int_eq(mkdir(path_of("b"), 0777), 0);
    ck_assert(!file_write(path_of("b"), "new", 3, &status));
    ck_assert_int_eq(status_exit_code(&status), 1);
    ck_assert(!file_write(path_of("no/such"), "new", 3, &status));
    ck_assert_int_eq(status_exit_code(&status), 1);
    ck_assert_int_eq(files_count(), 2);
    ck_assert_int_eq(symlink("c", path_of("link")), 0);   // points to nothing yet
    put("link", "through");
    struct stat facts;
    ck_assert(lstat(path_of("link"), &facts) == 0 && S_ISLNK(facts.st_mode));
    ck_assert(lstat(path_of("c"), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size == 7);
    ck_assert_int_eq(symlink("circle", path_of("circle")), 0);
    ck_assert(!file_write(path_of("circle"), "new", 3, &status));
}
END_TEST

START_TEST(test_folders_are_made_once_and_files_written_into_them)
{
    Status status;
    char   dir[128], name[PATH_MAX + 1];
    size_t size;
    snprintf(dir, sizeof dir, "%s", path_of("dir"));
    ck_assert(file_folder(dir, &status) && file_folder(dir, &status));
    ck_assert_msg(file_write_in(dir, "name", "text", 4, &status), "%s", status.text);
    char *const text = file_read(path_of("dir/name"), 4, &size, &status);
    ck_assert_str_eq(text, "text");
    free(text);
    ck_assert(!file_folder(path_of("dir/name"), &status));
    ck_assert_msg(strstr(status.text, "dir/name: cannot create this folder: File exists") != NULL, "%s",
                  status.text);
    ck_assert(!file_folder(path_of("no/dir"), &status) && status.kind == STATUS_SYSTEM);
    memset(name, 'n', PATH_MAX), name[PATH_MAX] = 0;
    ck_assert(!file_write_in(dir, name, "text", 4, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "the path is too long"));
    ck_assert(file_read(path_of("dir/name"), 3, &size, &status) == NULL);
    ck_assert_ptr_nonnull(strstr(status.text, "4 bytes; expected at most 3"));
    unlink(path_of("dir/name")), rmdir(dir);
}
END_TEST

// No temporary file beside them, nothing in their place.
START_TEST(test_devices_are_written_straight)
{
    Status    status;
    char      got[8] = "";
    const int made = mkfifo(path_of("pipe"), 0600), fd = open(path_of("pipe"), O_RDWR);
    ck_assert(made == 0 && fd >= 0);
    ck_assert_msg(file_write(path_of("pipe"), "abc", 3, &status), "%s", status.text);
    ck_assert_int_eq(read(fd, got, sizeof got), 3);
    ck_assert_str_eq(got, "abc");
    close(fd);
    ck_assert_int_eq(files_count(), 1);
    ck_assert(file_write("/dev/null", "abc", 3, &status));
    ck_assert(!file_write("/dev/full", "abc", 3, &status));
    ck_assert_msg(strstr(status.text, "cannot write '/dev/full': No space left") != NULL, "%s", status.text);
}
END_TEST

// Links that lead to a new name through links: 39 are followed; of 41 the kernel would not follow the last.
START_TEST(test_links_are_followed_as_far_as_the_kernel_does)
{
    Status status;
    char   out[PATH_MAX], name[16], target[16];
    for (int i = 1; i <= 41; i++) {
        snprintf(name, sizeof name, "l%d", i), snprintf(target, sizeof target, "l%d", i - 1);
        ck_assert_int_eq(symlink(i == 1 ? "new" : target, path_of(name)), 0);
    }
    ck_assert_msg(file_resolve(path_of("l1"), out, &status), "%s", status.text);
    ck_assert_msg(file_resolve(path_of("l39"), out, &status), "%s", status.text);
    ck_assert_str_eq(strrchr(out, '/'), "/new");
    ck_assert(!file_resolve(path_of("l41"), out, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "l41"));
}
END_TEST

// One call of the disk fails, whichever: the old file stays, and no other is left.
START_TEST(test_a_disk_that_fails_leaves_the_old_file)
{
    int refused = 0;
    for (long n = 1; n < 100; n++) {
        Status status = {0};
        size_t size;
        put("kept", "the old text");
        io_fail_at(n);
        const bool good = file_write(path_of("kept"), "the new one", 11, &status);
        if (!io_failed()) break;
        refused += !good;
        if (!good)
            ck_assert_msg(status.kind == STATUS_SYSTEM && strstr(status.text, "kept") != NULL, "%s",
                          status.text);
        char *const text = file_read(path_of("kept"), 100, &size, &status);
        ck_assert_str_eq(text, good ? "the new one" : "the old text");
        ck_assert_int_eq(files_count(), 1);
        free(text);
        io_fail_at(1);
        ck_assert_ptr_null(file_read(path_of("kept"), 100, &size, &status));
        ck_assert(io_failed() && strstr(status.text, "kept") != NULL);
    }
    ck_assert_int_ge(refused, 3);
    io_in_parts(true);
    put("kept", "in parts");
    Status      status;
    size_t      size;
    char *const text = file_read(path_of("kept"), 100, &size, &status);
    io_in_parts(false);
    ck_assert_str_eq(text, "in parts");
    free(text);
}
END_TEST

START_TEST(test_a_name_is_on_the_disk_when_a_file_is_written)
{
    Status    status = {0};
    const int before = io_folders_synced();
    put("a", "x");
    ck_assert_int_eq(io_folders_synced(), before + 1);
    ck_assert_msg(file_folder_sync(path_of("a"), &status), "%s", status.text);
    io_fail_at(1);
    ck_assert(!file_folder_sync(path_of("a"), &status) && io_failed() && status.kind == STATUS_SYSTEM);
    ck_assert(!file_folder_sync(path_of("no/such"), &status));
    ck_assert_msg(strstr(status.text, "no/such") != NULL, "%s", status.text);
}
END_TEST

START_TEST(test_a_file_that_was_replaced_or_removed_is_not_the_named_one)
{
    put("a", "x");
    const int fd = open(path_of("a"), O_RDONLY);
    ck_assert(file_is_named(fd, path_of("a")));
    put("a", "x");
    ck_assert(!file_is_named(fd, path_of("a")));
    unlink(path_of("a"));
    ck_assert(!file_is_named(fd, path_of("a")));
    close(fd);
}
END_TEST

START_TEST(test_one_holds_a_lock_however_the_path_is_written)
{
    FileLock lock, other;
    Status   status;
    char     pid[24];
    snprintf(pid, sizeof pid, "process %ld;", (long)getpid());
    ck_assert_int_eq(mkdir(path_of("real"), 0777), 0);
    ck_assert_int_eq(symlink("real", path_of("link")), 0);
    ck_assert_int_eq(symlink("real/a", path_of("b")), 0);
    ck_assert_msg(file_lock(&lock, path_of("real/a"), &status), "%s", status.text);
    static const char *const names[] = {"real/a", "link/a", "b", "link/../real/./a"};
    for (int i = 0; i < 4; i++) {
        ck_assert(!file_lock(&other, path_of(names[i]), &status));
        ck_assert_msg(strstr(status.text, pid) != NULL, "%s", status.text);
        ck_assert_int_eq(status_exit_code(&status), 1);
    }
    file_unlock(&lock);
    file_unlock(&lock);   // twice is once
    ck_assert_int_ne(access(path_of("real/a.lock"), F_OK), 0);
    ck_assert_msg(file_lock(&lock, path_of("b"), &status), "%s", status.text);
    file_unlock(&lock);
    ck_assert_int_eq(files_count(), 3);
}
END_TEST

// Who holds it stands in the lock file, which anybody may have written: digits, of which 23 are shown.
START_TEST(test_a_lock_names_its_holder)
{
    static const struct {
        const char *text, *named;
    } files[] = {
        {"123\n", "written by process 123; wait for it or end it"},
        {"12345678901234567890123", "written by process 12345678901234567890123;"},
        {"123456789012345678901234567890", "written by process 12345678901234567890123;"},
        {"", "written by another process;"},
        {"x12", "written by another process;"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FileLock lock;
        Status   status;
        put("a.lock", files[i].text);
        const int fd = open(path_of("a.lock"), O_RDONLY);
        ck_assert_int_eq(flock(fd, LOCK_EX | LOCK_NB), 0);
        ck_assert(!file_lock(&lock, path_of("a"), &status));
        ck_assert_msg(strstr(status.text, files[i].named) != NULL, "%s", status.text);
        ck_assert_int_eq(lock.fd, -1);
        close(fd);
    }
}
END_TEST

START_TEST(test_the_lock_of_a_killed_process_blocks_nobody)
{
    Status      status;
    FileLock    lock;
    const pid_t child = fork();
    if (child == 0) {
        if (!file_lock(&lock, path_of("a"), &status)) _exit(1);
        _exit(0);   // as after a kill: without file_unlock
    }
    int code;
    ck_assert(waitpid(child, &code, 0) == child && code == 0);
    ck_assert_int_eq(access(path_of("a.lock"), F_OK), 0);
    ck_assert_msg(file_lock(&lock, path_of("a"), &status), "%s", status.text);
    file_unlock(&lock);
    ck_assert_int_eq(files_count(), 0);
}
END_TEST

// Also without an input, when the first file that is opened has the number 0.
START_TEST(test_a_lock_file_that_is_only_readable_blocks_nobody)
{
    if (_i == 1) close(STDIN_FILENO);
    enum { NOBODY = 65534 };
    const uid_t self = geteuid();
    Status      status;
    FileLock    lock, other;
    put("a.lock", "1\n");
    ck_assert(chmod(folder, 0777) == 0 && chmod(path_of("a.lock"), 0444) == 0);
    if (self == 0) ck_assert_int_eq(seteuid(NOBODY), 0);   // nothing is forbidden to root
    const bool good = file_lock(&lock, path_of("a"), &status), first = good && lock.fd == STDIN_FILENO,
               twice = file_lock(&other, path_of("a"), &status);
    file_unlock(&lock);
    ck_assert_int_eq(seteuid(self), 0);
    ck_assert_msg(good, "%s", status.text);
    ck_assert(!twice);
    ck_assert_int_eq(first, _i);
    ck_assert_int_eq(files_count(), 0);
}
END_TEST

// A lock, a file that is read and one that is written, without an input.
START_TEST(test_files_may_have_the_number_0)
{
    FileLock lock;
    Status   status;
    size_t   size;
    close(STDIN_FILENO);
    ck_assert_msg(file_lock(&lock, path_of("a"), &status), "%s", status.text);
    ck_assert_int_eq(lock.fd, STDIN_FILENO);
    file_unlock(&lock);
    ck_assert(fcntl(STDIN_FILENO, F_GETFD) < 0);   // closed
    put("a", "text");
    char *const text = file_read(path_of("a"), 10, &size, &status);
    ck_assert_str_eq(text, "text");
    free(text);
    ck_assert(file_write("/dev/null", "text", 4, &status));
    ck_assert(fcntl(STDIN_FILENO, F_GETFD) < 0);
}
END_TEST

START_TEST(test_temporary_files_are_removed_by_their_owner_alone)
{
    put("a", "x"), put("b", "x");
    const int a = file_temporary_enter(path_of("a")), b = file_temporary_enter(path_of("b"));
    ck_assert(a >= 0 && b >= 0 && a != b);
    file_temporary_leave(b);
    const pid_t child = fork();
    if (child == 0) file_remove_temporaries(), _exit(0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    ck_assert_int_eq(files_count(), 2);
    file_remove_temporaries();
    ck_assert(access(path_of("a"), F_OK) != 0 && access(path_of("b"), F_OK) == 0);
    file_temporary_leave(a);
    for (int i = 0; i < FILE_TEMPORARIES_MAX; i++) ck_assert_int_ge(file_temporary_enter(path_of("c")), 0);
    ck_assert_int_eq(file_temporary_enter(path_of("c")), -1);
}
END_TEST

// A lock that was given back is nobody's temporary file any more: what another process locks now stays.
START_TEST(test_a_lock_that_was_given_back_is_not_removed_again)
{
    Status   status;
    FileLock lock;
    put("x", "");
    ck_assert_msg(file_lock(&lock, path_of("x"), &status), "%s", status.text);
    file_unlock(&lock);
    put("x.lock", "another");
    file_remove_temporaries();
    ck_assert_int_eq(access(path_of("x.lock"), F_OK), 0);
    unlink(path_of("x.lock"));
    for (int i = 0; i <= FILE_TEMPORARIES_MAX; i++) {   // each holds a place of the list, and gives it back
        ck_assert(file_lock(&lock, path_of("x"), &status));
        ck_assert_int_ge(lock.slot, 0);
        file_unlock(&lock);
    }
}
END_TEST

Suite *suite_file(void);
Suite *suite_file(void)
{
    Suite *suite = suite_create("file");
    TCase *tcase = tcase_create("file");
    tcase_add_checked_fixture(tcase, folder_make, folder_remove);
    tcase_add_test(tcase, test_a_file_is_read_whole_within_its_limit);
    tcase_add_test(tcase, test_inputs_that_are_not_regular_files_are_refused);
    tcase_add_test(tcase, test_a_file_is_written_whole_or_not_at_all);
    tcase_add_test(tcase, test_folders_are_made_once_and_files_written_into_them);
    tcase_add_test(tcase, test_devices_are_written_straight);
    tcase_add_test(tcase, test_links_are_followed_as_far_as_the_kernel_does);
    tcase_add_test(tcase, test_a_disk_that_fails_leaves_the_old_file);
    tcase_add_test(tcase, test_a_name_is_on_the_disk_when_a_file_is_written);
    tcase_add_test(tcase, test_a_file_that_was_replaced_or_removed_is_not_the_named_one);
    tcase_add_test(tcase, test_one_holds_a_lock_however_the_path_is_written);
    tcase_add_test(tcase, test_a_lock_names_its_holder);
    tcase_add_test(tcase, test_the_lock_of_a_killed_process_blocks_nobody);
    tcase_add_loop_test(tcase, test_a_lock_file_that_is_only_readable_blocks_nobody, 0, 2);
    tcase_add_test(tcase, test_files_may_have_the_number_0);
    tcase_add_test(tcase, test_a_lock_that_was_given_back_is_not_removed_again);
    tcase_add_test(tcase, test_temporary_files_are_removed_by_their_owner_alone);
    suite_add_tcase(suite, tcase);
    return suite;
}
