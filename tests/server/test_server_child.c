// Children of the server: what they write is read to its end, however they end; nothing of the server is
// theirs, and nothing of them is left.
#include "base/clock.h"
#include "server/child.h"
#include "tests.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char lines[1000];   // of standard error, each with a | after it

static void line_keep(void *context, const char *line)
{
    ck_assert_ptr_eq(context, lines);
    ck_assert_uint_lt(strlen(lines) + strlen(line) + 2, sizeof lines);
    strcat(strcat(lines, line), "|");
}

static bool start(Child *child, const char *script)
{
    Words      words = {0};
    Status     status;
    const bool good = (words_add(&words, "sh"), words_add(&words, "-c"), words_add(&words, "%s", script),
                       child_start(child, "/bin/sh", &words, &status));
    ck_assert_msg(good, "%s", status.text);
    words_close(&words);
    return good;
}

static void begin(Child *child, const char *script)
{
    lines[0] = 0;
    *child   = (Child){.line = line_keep, .context = lines};
    start(child, script);
    ck_assert_int_gt(child->pid, 0);
}

static void wait_for_end(Child *child)
{
    const double until = clock_seconds() + 30;
    while (child_read(child), !child_ended(child)) {
        ck_assert(clock_seconds() < until);
        usleep(1000);
    }
    ck_assert_int_eq(child->pid, 0);
}

static void run(Child *child, const char *script)
{
    begin(child, script);
    wait_for_end(child);
}

START_TEST(test_what_a_child_writes_is_read_to_its_end)
{
    Child child;
    run(&child, "echo one; echo two; echo a >&2; printf 'b\\nc\\nhalf' >&2; exit 3");
    ck_assert_int_eq(child.code, 3);
    ck_assert_str_eq(child.out.bytes, "one\ntwo\n");
    ck_assert_uint_eq(child.out.size, 8);
    ck_assert_str_eq(lines, "a|b|c|");
    ck_assert_str_eq(child.err.bytes, "half");
    ck_assert_uint_eq(child.err.size, 4);
    child_close(&child);
    run(&child, "exit 0");
    ck_assert(child.code == 0 && child.out.size == 0 && lines[0] == 0);
    child_close(&child);
    ck_assert(child.pid == 0 && child.out.fd == -1 && child.err.fd == -1 && child.out.bytes == NULL);
    child_close(&child);   // once more: nothing
}
END_TEST

// More than the room that it begins with.
START_TEST(test_long_output_is_kept_whole)
{
    Child child;
    run(&child, "i=0; while [ $i -lt 2000 ]; do echo $i; i=$((i + 1)); done");
    // 10 of one digit, 90 of two, 900 of three, 1000 of four, a line end each
    ck_assert_uint_eq(child.out.size, 10 + 2 * 90 + 3 * 900 + 4 * 1000 + 2000);
    ck_assert_str_eq(child.out.bytes + child.out.size - 10, "1998\n1999\n");
    child_close(&child);
}
END_TEST

// A line that does not end, and output without end: the pipe is closed, and the child ends by that.
START_TEST(test_output_beyond_all_bounds_ends_the_child)
{
    Child child;
    run(&child, "exec head -c 3000000 /dev/zero >&2");
    ck_assert(child.err.size < CHILD_LINE_MAX && lines[0] == 0);
    ck_assert_int_ne(child.code, 0);
    child_close(&child);
    run(&child, "exec cat /dev/zero");
    ck_assert(child.out.size < CHILD_OUT_MAX && child.out.size >= CHILD_OUT_MAX / 4);
    ck_assert_int_eq(child.code, 128 + SIGPIPE);
    child_close(&child);
}
END_TEST

START_TEST(test_a_child_has_nothing_of_the_server)
{
    Child    child;
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    signal(SIGTERM, SIG_IGN);
    const int open_here = dup(1);
    run(&child, "cat; ls /proc/self/fd | wc -l; ps -o pgid= -p $$ | tr -d ' '; echo $$;"
                "grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f2");
    close(open_here);
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    long long          descriptors, group, pid;
    unsigned long long blocks, ignores;
    ck_assert_msg(sscanf(child.out.bytes, "%lld\n%lld\n%lld\n%llx\n%llx", &descriptors, &group, &pid, &blocks,
                         &ignores) == 5,
                  "%s", child.out.bytes);
    ck_assert_int_eq(descriptors, 4);   // three, and the folder that ls reads
    ck_assert_int_eq(group, pid);
    ck_assert(blocks == 0 && (ignores & 0x7fffffff) == 0);   // above these are the C library's own
    child_close(&child);
}
END_TEST

START_TEST(test_signals_reach_the_whole_group)
{
    Child child;
    begin(&child, "sleep 1000 & echo $!; wait");
    const double until = clock_seconds() + 30;
    while (child_read(&child), child.out.size == 0) {
        ck_assert(clock_seconds() < until && !child_ended(&child));
        usleep(1000);
    }
    const pid_t grandchild = (pid_t)atoi(child.out.bytes);
    ck_assert_int_eq(kill(grandchild, 0), 0);
    child_signal(&child, SIGTERM);
    wait_for_end(&child);   // whose pipes the other held, too
    ck_assert_int_eq(child.code, 128 + SIGTERM);
    child_signal(&child, SIGTERM);   // nobody is there
    child_close(&child);
}
END_TEST

START_TEST(test_closing_ends_a_child)
{
    Child child;
    begin(&child, "trap '' INT TERM; while :; do sleep 1000; done");
    const pid_t pid = child.pid;
    ck_assert(!child_ended(&child));
    child_close(&child);
    ck_assert(child.pid == 0 && kill(pid, 0) == -1 && errno == ESRCH);
    ck_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}
END_TEST

START_TEST(test_what_cannot_be_started_says_why)
{
    Words  words = {0};
    Child  child = {0};
    Status status;
    ck_assert(!child_start(&child, "/bin/sh", &words, &status));   // no words at all
    words_add(&words, "nothing");
    ck_assert(!child_start(&child, "/does/not/exist", &words, &status));
    ck_assert_str_eq(status.text, "cannot run '/does/not/exist': No such file or directory");
    ck_assert_int_eq(status.kind, STATUS_SYSTEM);
    ck_assert(child.pid == 0 && child.out.fd == -1 && child.err.fd == -1);
    // As many words as there is room for, and one more.
    while (words.count < CHILD_WORDS_MAX) words_add(&words, "%d", words.count);
    ck_assert_str_eq(words.word[CHILD_WORDS_MAX - 1], "199");
    ck_assert_ptr_null(words.word[CHILD_WORDS_MAX]);
    ck_assert(child_start(&child, "/bin/true", &words, &status));
    wait_for_end(&child);
    child_close(&child);
    words_add(&words, "too many");
    ck_assert_int_eq(words.count, CHILD_WORDS_MAX);
    ck_assert(!child_start(&child, "/bin/true", &words, &status));
    words_close(&words);
    ck_assert(words.count == 0 && words.word[0] == NULL);
}
END_TEST

Suite *suite_server_child(void);
Suite *suite_server_child(void)
{
    Suite *const suite = suite_create("server_child");
    TCase *const tcase = tcase_create("server_child");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_what_a_child_writes_is_read_to_its_end);
    tcase_add_test(tcase, test_long_output_is_kept_whole);
    tcase_add_test(tcase, test_output_beyond_all_bounds_ends_the_child);
    tcase_add_test(tcase, test_a_child_has_nothing_of_the_server);
    tcase_add_test(tcase, test_signals_reach_the_whole_group);
    tcase_add_test(tcase, test_closing_ends_a_child);
    tcase_add_test(tcase, test_what_cannot_be_started_says_why);
    suite_add_tcase(suite, tcase);
    return suite;
}
