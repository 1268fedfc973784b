// Databases made slice by slice: the same file whatever threads, stops, kills and torn logs came before.
#include "retro/dbfile_cases.h"
#include "retro/slices.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { ENTRIES = 100003, SLICE = 4096, SLICES = (ENTRIES + SLICE - 1) / SLICE, LARGEST = 41 };

typedef struct Toy {
    atomic_bool stop;
    atomic_int  made, stop_after;   // 0: never
} Toy;

static uint8_t toy_value(uint64_t i)
{
    const uint64_t x = mix64(i / 5) % 47;
    return x < 42 ? (uint8_t)x : x < 45 ? SLICES_NEVER : 255;
}

static uint64_t toy_size(uint64_t slice) { return slice + 1 < SLICES ? SLICE : ENTRIES - slice * SLICE; }

static void toy_make(const void *data, uint64_t slice, void *scratch, uint8_t *out)
{
    Toy *const toy = (Toy *)(uintptr_t)data;
    memset(scratch, 7, 100);
    memset(out, 99, toy_size(slice) + SLICES_SLACK);
    for (uint64_t i = 0; i < toy_size(slice); i++) out[i] = toy_value(slice * SLICE + i);
    if (atomic_fetch_add(&toy->made, 1) + 1 == atomic_load(&toy->stop_after)) atomic_store(&toy->stop, true);
}

static SliceDomain toy_domain(const Toy *toy)
{
    return (SliceDomain){.data          = toy,
                         .entries       = ENTRIES,
                         .slices        = SLICES,
                         .slice_entries = SLICE,
                         .scratch       = 100,
                         .make          = toy_make};
}

static int notices;   // of damage to the log

static void on_notice(void *context, const char *what)
{
    (void)context;
    ck_assert_msg(strstr(what, "damaged") != NULL && strstr(what, db_file("b")) != NULL, "%s", what);
    notices++;
}

// Builds file a with log b; the number of slices made is left in toy->made.
static bool toy_build(Toy *toy, int threads, DbForm form, int stop_after, SliceResult *result, Status *status)
{
    const SliceDomain  domain  = toy_domain(toy);
    const DbInfo       info    = db_info(ENTRIES);
    const SliceOptions options = {.threads = threads,
                                  .file    = {.form = form, .threads = threads},
                                  .stop    = &toy->stop,
                                  .notice  = on_notice};
    *status                    = (Status){0};
    atomic_store(&toy->stop, false);
    atomic_store(&toy->made, 0);
    atomic_store(&toy->stop_after, stop_after);
    return slices_build(&domain, &info, db_file("a"), db_file("b"), &options, result, status);
}

static uint8_t *toy_table(void)
{
    uint8_t *const table = malloc(ENTRIES);
    for (uint64_t i = 0; i < ENTRIES; i++)
        table[i] = toy_value(i) == SLICES_NEVER ? LARGEST + 1 : toy_value(i);
    return table;
}

// The finished file is the one a single thread writes without a pause.
static void assert_finished(DbForm form)
{
    uint8_t *const table = toy_table();
    size_t         size, other;
    SliceResult    result;
    Status         status;
    Toy            toy;
    db_holds(db_file("a"), DB_MAP, table, ENTRIES);
    ck_assert_int_ne(access(db_file("b"), F_OK), 0);
    uint8_t *const bytes = db_bytes(db_file("a"), &size);
    unlink(db_file("a"));
    ck_assert_msg(toy_build(&toy, 1, form, 0, &result, &status), "%s", status.text);
    ck_assert(result.complete && result.made == SLICES && result.reused == 0 && result.largest == LARGEST);
    uint8_t *const again = db_bytes(db_file("a"), &other);
    ck_assert_uint_eq(size, other);
    ck_assert_int_eq(memcmp(bytes, again, size), 0);
    free(bytes);
    free(again);
    free(table);
}

START_TEST(test_threads_change_no_byte)
{
    Toy         toy;
    SliceResult result;
    Status      status;
    ck_assert_msg(toy_build(&toy, 1 + _i / 2, (DbForm)(_i % 2), 0, &result, &status), "%s", status.text);
    ck_assert(result.complete && result.made == SLICES);
    assert_finished((DbForm)(_i % 2));
}
END_TEST

START_TEST(test_a_stopped_build_goes_on)
{
    Toy         toy;
    SliceResult result;
    Status      status;
    uint64_t    reused = 0;
    for (int rounds = 0; rounds == 0 || !result.complete; rounds++) {
        ck_assert_msg(toy_build(&toy, 1 + _i, DB_ZSTD, 7, &result, &status), "%s", status.text);
        ck_assert_uint_eq(result.reused, reused);
        reused += result.made;
        ck_assert_uint_eq((uint64_t)atomic_load(&toy.made), result.made);
        ck_assert(result.complete || access(db_file("a"), F_OK) != 0);
        ck_assert_int_lt(rounds, 10);
    }
    ck_assert_uint_eq(reused, SLICES);
    assert_finished(DB_ZSTD);
}
END_TEST

// A log cut at any place, or with a changed byte, as after a kill or a crash: what is whole before it is
// used again.
START_TEST(test_a_torn_log_is_mended)
{
    Rng rng = rng_seed((uint64_t)_i);
    for (int k = 0; k < 20; k++) {
        Toy         toy;
        SliceResult result;
        Status      status;
        size_t      size;
        ck_assert(toy_build(&toy, 1, DB_RAW, 9, &result, &status) && !result.complete);
        uint8_t *const log = db_bytes(db_file("b"), &size);
        const size_t   at  = _i == 0 ? rng_below(&rng, (uint32_t)size)
                                     : 16 + rng_below(&rng, (uint32_t)size - 16);
        if (_i == 0) ck_assert_int_eq(truncate(db_file("b"), (off_t)at), 0);
        else {
            const uint8_t byte = (uint8_t)(log[at] ^ 1u << rng_below(&rng, 8));
            const int     fd   = open(db_file("b"), O_WRONLY);
            ck_assert_int_eq(pwrite(fd, &byte, 1, (off_t)at), 1);
            close(fd);
        }
        free(log);
        ck_assert_msg(toy_build(&toy, 2, DB_RAW, 0, &result, &status), "%s", status.text);
        ck_assert(result.complete && result.reused < 9 && result.reused + result.made == SLICES);
        assert_finished(DB_RAW);
        unlink(db_file("a"));
    }
    // A cut is what a kill leaves; a byte of a length may look like one.
    ck_assert(_i == 0 ? notices == 0 : notices > 12);
}
END_TEST

START_TEST(test_stopped_while_the_file_is_written)
{
    Toy         toy;
    SliceResult result;
    Status      status;
    ck_assert(toy_build(&toy, 1, DB_RAW, SLICES, &result, &status));
    ck_assert(!result.complete && result.made == SLICES);
    ck_assert(access(db_file("a"), F_OK) != 0 && access(db_file("a.new"), F_OK) != 0);
    ck_assert(toy_build(&toy, 1, DB_RAW, 0, &result, &status));
    ck_assert(result.complete && result.reused == SLICES && result.made == 0);
    assert_finished(DB_RAW);
}
END_TEST

START_TEST(test_what_is_in_the_way_is_refused)
{
    Toy         toy = {0};
    SliceResult result;
    Status      status;
    const int   fd = open(db_file("b"), O_RDWR | O_CREAT, 0666);
    ck_assert_int_eq(write(fd, "something else of some length", 29), 29);
    ck_assert(!toy_build(&toy, 1, DB_RAW, 0, &result, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "not an unfinished build"));
    ck_assert_int_eq(flock(fd, LOCK_EX | LOCK_NB), 0);
    ck_assert(!toy_build(&toy, 1, DB_RAW, 0, &result, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "another process"));
    close(fd);
    unlink(db_file("b"));

    const SliceDomain  domain = toy_domain(&toy);
    const DbInfo       info   = db_info(ENTRIES);
    const SliceOptions little = {.threads = 2, .memory_max = 10000};
    ck_assert(!slices_build(&domain, &info, db_file("a"), db_file("b"), &little, &result, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "10000 are allowed"));
    const SliceOptions one = {.threads = 1};
    ck_assert(!slices_build(&domain, &info, db_file("a"), db_file("no/such"), &one, &result, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "no/such"));
}
END_TEST

Suite *suite_slices(void);
Suite *suite_slices(void)
{
    Suite *suite = suite_create("slices");
    TCase *tcase = tcase_create("slices");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, db_folder_make, db_folder_remove);
    tcase_add_loop_test(tcase, test_threads_change_no_byte, 0, 6);
    tcase_add_loop_test(tcase, test_a_stopped_build_goes_on, 0, 2);
    tcase_add_loop_test(tcase, test_a_torn_log_is_mended, 0, 2);
    tcase_add_test(tcase, test_stopped_while_the_file_is_written);
    tcase_add_test(tcase, test_what_is_in_the_way_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
