// Pattern databases on disk: with budgets far below the table the bytes are those built in memory; runs that
// are stopped anywhere, or lose what a round wrote, continue.
#include "retro/disk.h"
#include "base/io_faults.h"
#include "base/rng.h"
#include "games/chinese_checkers/pdb.h"
#include "tests.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Case {
    CheckersDb  db;
    RetroDomain domain;
    uint8_t    *expected;
    RetroResult result;   // in memory
    char        folder[64];
    DiskWork    work;
} Case;

static void case_open(Case *c, int side, int pieces)
{
    Status status;
    ck_assert_msg(checkers_db_open(&c->db, side, pieces, CHECKERS_TRIANGLE, &status), "%s", status.text);
    c->domain   = checkers_db_domain(&c->db);
    c->expected = retro_table_open(c->domain.entries);
    ck_assert_msg(retro_solve(&c->domain, &(RetroOptions){.threads = 1}, c->expected, &c->result, &status),
                  "%s", status.text);
    snprintf(c->folder, sizeof c->folder, "disk-test-%ld", (long)getpid());
    c->work = (DiskWork){.folder = c->folder, .label = "a test"};
}

static void case_close(Case *c)
{
    disk_remove(&c->work);
    ck_assert_ptr_null(opendir(c->folder));
    retro_table_close(c->expected, c->domain.entries);
    checkers_db_close(&c->db);
}

typedef struct Compare {
    const uint8_t *expected;
    uint64_t       at;
} Compare;

static bool same_bytes(void *context, const uint8_t *entries, size_t n)
{
    Compare *const compare = context;
    ck_assert_int_eq(memcmp(entries, compare->expected + compare->at, n), 0);
    compare->at += n;
    return true;
}

static void assert_same(const Case *c, const RetroResult *result)
{
    Compare compare = {.expected = c->expected};
    Status  status;
    ck_assert(result->complete);
    ck_assert_int_eq(result->depth, c->result.depth);
    ck_assert_uint_eq(result->reached, c->result.reached);
    ck_assert_double_eq(result->mean, c->result.mean);
    ck_assert_int_eq(memcmp(result->found, c->result.found, sizeof result->found), 0);
    ck_assert(disk_read(&c->work, c->domain.entries, 1000, same_bytes, &compare, &status));
    ck_assert_uint_eq(compare.at, c->domain.entries);
}

START_TEST(test_budgets_change_no_byte)
{
    static const struct {
        int      side, pieces, threads;
        uint64_t memory;
    } budgets[] = {{6, 3, 1, 4096},  {6, 3, 2, 3000},   {6, 3, 1, 2500},
                   {5, 6, 2, 60000}, {5, 6, 3, 100000}, {9, 3, 2, 70000}};
    Case        c;
    RetroResult result;
    Status      status;
    case_open(&c, budgets[_i].side, budgets[_i].pieces);
    const RetroOptions options = {.threads = budgets[_i].threads, .memory_max = budgets[_i].memory};
    ck_assert_uint_lt(options.memory_max, c.domain.entries);
    ck_assert_msg(disk_solve(&c.domain, &options, &c.work, &result, &status), "%s", status.text);
    ck_assert_uint_gt(c.work.bytes, c.domain.entries);
    assert_same(&c, &result);
    // once more: its only round finds nothing
    ck_assert_msg(disk_solve(&c.domain, &options, &c.work, &result, &status), "%s", status.text);
    assert_same(&c, &result);
    case_close(&c);
}
END_TEST

// A domain that asks for a stop after some calls.
typedef struct Stopper {
    RetroDomain  domain;
    atomic_bool  stop;
    _Atomic long calls;
} Stopper;

static void stopper_open(const void *data, void *cursor)
{
    const Stopper *const s = data;
    s->domain.cursor_open(s->domain.data, cursor);
}
static uint64_t stopper_goal(const void *data, uint64_t i)
{
    const Stopper *const s = data;
    return s->domain.goal(s->domain.data, i);
}
static int stopper_neighbours(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    Stopper *const s = (Stopper *)(uintptr_t)data;
    if (atomic_fetch_sub(&s->calls, 1) == 1) atomic_store(&s->stop, true);
    return s->domain.neighbours(s->domain.data, cursor, entry, out);
}

START_TEST(test_stopped_runs_go_on)
{
    Case        c;
    RetroResult result = {0};
    Status      status;
    Rng         rng   = rng_seed((uint64_t)_i);
    int         stops = 0;
    case_open(&c, 5, 6);
    Stopper     s      = {.domain = c.domain};
    RetroDomain domain = c.domain;
    domain.data = &s, domain.cursor_open = stopper_open, domain.goal = stopper_goal;
    domain.neighbours = stopper_neighbours;
    while (!result.complete) {
        const RetroOptions options = {.threads = 1 + stops % 2, .memory_max = 60000, .stop = &s.stop};
        atomic_store(&s.stop, false);
        atomic_store(&s.calls, stops < 20 ? 1 + (long)rng_below(&rng, 30000) : 0);
        ck_assert_msg(disk_solve(&domain, &options, &c.work, &result, &status), "%s", status.text);
        stops += !result.complete;
    }
    ck_assert_int_gt(stops, 3);
    assert_same(&c, &result);
    case_close(&c);
}
END_TEST

// Flips one bit of a file of the work folder; again: flips it back. False beyond the end of the file.
static bool flip(const Case *c, const char *name, long at)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", c->folder, name);
    FILE *const file = fopen(path, "r+b");
    ck_assert_ptr_nonnull(file);
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    const int byte = at < 0 && ftell(file) + at < 0 ? EOF : fgetc(file);
    if (byte != EOF) fseek(file, -1, SEEK_CUR), fputc(byte ^ 4, file);
    ck_assert_int_eq(fclose(file), 0);
    return byte != EOF;
}

static int names_read(const Case *c, char names[][32], int most)
{
    DIR *const folder = opendir(c->folder);
    int        n      = 0;
    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.' && n < most) snprintf(names[n++], 32, "%.31s", entry->d_name);
    closedir(folder);
    return n;
}

// Every kind of file, at its ends and in between: the run is refused with a message that names the file.
START_TEST(test_a_changed_byte_in_the_work_never_changes_the_table)
{
    static const long offsets[] = {0, 3, 9, 17, 30, 36, 44, 50, 77, 1001, -1, -7, -30};
    enum { OFFSETS = sizeof offsets / sizeof *offsets, NAMES = 100 };
    Case        c;
    RetroResult result = {0};
    Status      status;
    char        names[NAMES][32];
    int         parts = 0, buckets = 0, states = 0;
    case_open(&c, 5, 6);
    Stopper      s       = {.domain = c.domain, .calls = 40000};
    RetroDomain  domain  = c.domain;
    RetroOptions options = {.threads = 2, .memory_max = 60000, .stop = &s.stop};
    domain.data = &s, domain.cursor_open = stopper_open, domain.goal = stopper_goal;
    domain.neighbours = stopper_neighbours;
    ck_assert(disk_solve(&domain, &options, &c.work, &result, &status));
    ck_assert(!result.complete);
    const int n = names_read(&c, names, NAMES), depth = result.depth;
    options.stop = NULL;
    for (int f = 0; f < n; f++) {
        const bool part = strncmp(names[f], "part-", 5) == 0, state = strcmp(names[f], "state") == 0;
        if (!part && !state && names[f][0] != '0' + depth % 2) continue;   // this round writes them again
        for (int i = 0; i < OFFSETS; i++) {
            if (!flip(&c, names[f], offsets[i])) continue;
            ck_assert_msg(!disk_solve(&c.domain, &options, &c.work, &result, &status),
                          "%s at %ld was not noticed", names[f], offsets[i]);
            ck_assert_msg(strstr(status.text, names[f]) != NULL, "%s at %ld: %s", names[f], offsets[i],
                          status.text);
            ck_assert_int_eq(status_exit_code(&status), 1);
            flip(&c, names[f], offsets[i]);
            parts += part, states += state, buckets += !part && !state;
        }
    }
    ck_assert_int_gt(parts, 20);
    ck_assert_int_gt(buckets, 5);
    ck_assert_int_gt(states, 5);
    ck_assert_msg(disk_solve(&c.domain, &options, &c.work, &result, &status), "%s", status.text);
    assert_same(&c, &result);
    char missing[400];   // a file that is gone is damage, too
    snprintf(missing, sizeof missing, "%s/part-1", c.folder);
    ck_assert_int_eq(unlink(missing), 0);
    Compare compare = {.expected = c.expected};
    ck_assert(!disk_read(&c.work, c.domain.entries, 1000, same_bytes, &compare, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "part-1"));
    case_close(&c);
}
END_TEST

typedef struct Blocker {
    char path[128];   // of the temporary file of the state
    int  depth;       // after this round the state cannot be written
} Blocker;

static void block_state(void *context, const RetroRound *round)
{
    const Blocker *const b = context;
    if (round->over && round->depth == b->depth) ck_assert_int_eq(mkdir(b->path, 0777), 0);
}

START_TEST(test_a_run_continues_after_a_state_that_was_not_written)
{
    Case        c;
    RetroResult result;
    Status      status;
    case_open(&c, 5, 6);
    Blocker      b       = {.depth = 3 + _i};
    RetroOptions options = {.threads = 2, .memory_max = 60000, .report = block_state, .context = &b};
    snprintf(b.path, sizeof b.path, "%s/state.%ld.new", c.folder, (long)getpid());
    ck_assert(!disk_solve(&c.domain, &options, &c.work, &result, &status));
    ck_assert_msg(strstr(status.text, "/state") != NULL, "%s", status.text);
    ck_assert_int_eq(result.depth, b.depth);
    ck_assert_int_eq(rmdir(b.path), 0);
    options.report = NULL;
    ck_assert_msg(disk_solve(&c.domain, &options, &c.work, &result, &status), "%s", status.text);
    assert_same(&c, &result);
    case_close(&c);
}
END_TEST

START_TEST(test_bad_work_is_refused)
{
    Case        c;
    RetroResult result;
    Status      status;
    atomic_bool stop = true;
    case_open(&c, 6, 3);
    RetroOptions options = {.threads = 1, .memory_max = 4000, .stop = &stop};
    ck_assert(disk_solve(&c.domain, &options, &c.work, &result, &status));
    ck_assert(!result.complete);
    DiskWork other = {.folder = c.folder, .label = "another test"};
    ck_assert(!disk_solve(&c.domain, &options, &other, &result, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "another test"));
    options.memory_max = 2500;
    ck_assert(!disk_solve(&c.domain, &options, &c.work, &result, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "begun with parts"));
    options.memory_max = 100;
    ck_assert(!disk_solve(&c.domain, &options, &c.work, &result, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "too few"));
    case_close(&c);
}
END_TEST

// One call of the disk fails, whichever: the build says which file, and continues from what is there to the
// same bytes. And where calls do a part of what they are asked for.
START_TEST(test_a_disk_that_fails_never_changes_the_table)
{
    Case        c;
    RetroResult result;
    Status      status;
    int         failures = 0, refused = 0;
    case_open(&c, 6, 3);
    const RetroOptions options = {.threads = 1, .memory_max = 4096};
    io_in_parts(true);
    ck_assert_msg(disk_solve(&c.domain, &options, &c.work, &result, &status), "%s", status.text);
    assert_same(&c, &result);
    io_in_parts(false);
    for (long n = 1; n < 100000; n += 1 + n / test_amount(6, 200)) {
        disk_remove(&c.work);
        status = (Status){0};
        io_fail_at(n);
        const bool good = disk_solve(&c.domain, &options, &c.work, &result, &status);
        if (!io_failed()) break;
        failures++, refused += !good;
        if (!good)
            ck_assert_msg(status.kind == STATUS_SYSTEM && strstr(status.text, c.folder) != NULL,
                          "call %ld: '%s'", n, status.text);
        else assert_same(&c, &result);
        ck_assert_msg(disk_solve(&c.domain, &options, &c.work, &result, &status), "after call %ld: %s", n,
                      status.text);
        assert_same(&c, &result);
    }
    ck_assert_int_gt(failures, 6);
    ck_assert_int_gt(refused, 5);
    case_close(&c);
}
END_TEST

// Reading the table back, too.
START_TEST(test_a_table_that_cannot_be_read_is_not_handed_out)
{
    Case        c;
    RetroResult result;
    Status      status;
    int         failures = 0;
    case_open(&c, 6, 3);
    const RetroOptions options = {.threads = 1, .memory_max = 4096};
    ck_assert_msg(disk_solve(&c.domain, &options, &c.work, &result, &status), "%s", status.text);
    for (long n = 1; n < 1000; n++, failures++) {
        Compare compare = {.expected = c.expected};
        status          = (Status){0};
        io_fail_at(n);
        const bool good = disk_read(&c.work, c.domain.entries, 1000, same_bytes, &compare, &status);
        if (!io_failed()) break;
        ck_assert(!good);
        ck_assert_msg(status.kind == STATUS_SYSTEM && strstr(status.text, c.folder) != NULL, "call %ld: '%s'",
                      n, status.text);
    }
    ck_assert_int_gt(failures, 3);
    case_close(&c);
}
END_TEST

Suite *suite_disk(void);
Suite *suite_disk(void)
{
    Suite *suite = suite_create("disk");
    TCase *tcase = tcase_create("disk");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, test_budgets_change_no_byte, 0, 6);
    tcase_add_loop_test(tcase, test_stopped_runs_go_on, 0, 3);
    tcase_add_test(tcase, test_a_changed_byte_in_the_work_never_changes_the_table);
    tcase_add_loop_test(tcase, test_a_run_continues_after_a_state_that_was_not_written, 0, 2);
    tcase_add_test(tcase, test_bad_work_is_refused);
    tcase_add_test(tcase, test_a_disk_that_fails_never_changes_the_table);
    tcase_add_test(tcase, test_a_table_that_cannot_be_read_is_not_handed_out);
    suite_add_tcase(suite, tcase);
    return suite;
}
