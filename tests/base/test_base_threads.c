// Threads and the memory of large tables: every worker runs once whatever the system gives, nobody hangs,
// waiting does not depend on the clock of the wall.
#include "base/clock.h"
#include "base/memory.h"
#include "base/system_faults.h"
#include "base/threads.h"
#include "game/perft.h"
#include "play/match_cases.h"
#include "retro/solve.h"
#include "tests.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#ifdef POLLARD_NO_THREADS
enum { NO_THREADS = 1 };
#else
enum { NO_THREADS = 0 };
#endif

enum { WORKERS = 9 };

// Work.

static void count_run(void *worker) { ++*(int *)worker; }

// The number of threads that can be had: none, some, all.
static const int threads_left[] = {0, 1, 5, WORKERS};

START_TEST(test_every_worker_runs_once_whatever_threads_can_be_had)
{
    int runs[WORKERS] = {0};
    faults_threads_left(threads_left[_i]);
    threads_run(count_run, runs, sizeof *runs, WORKERS);
    for (int i = 0; i < WORKERS; i++) ck_assert_int_eq(runs[i], 1);
    threads_run(count_run, runs, sizeof *runs, 1);
    ck_assert_int_eq(runs[0], 2);
}
END_TEST

START_TEST(test_work_that_must_run_together_runs_whole_or_not_at_all)
{
    int        runs[WORKERS] = {0};
    Status     status        = {0};
    const bool all           = threads_left[_i] >= WORKERS - 1 && !NO_THREADS;
    faults_threads_left(threads_left[_i]);
    ck_assert_int_eq(threads_run_together(count_run, runs, sizeof *runs, WORKERS, &status), all);
    for (int i = 0; i < WORKERS; i++) ck_assert_int_eq(runs[i], all);
    ck_assert(all || strstr(status.text, "cannot start thread") != NULL);
}
END_TEST

START_TEST(test_background_threads_are_as_many_as_can_be_had)
{
    int       runs[WORKERS] = {0};
    Threads   threads;
    const int left = NO_THREADS ? 0 : threads_left[_i];
    faults_threads_left(left);
    ck_assert_int_eq(threads_start(&threads, count_run, runs, sizeof *runs, WORKERS), left);
    while (!threads_wait(&threads, 0.1)) {}
    threads_join(&threads);
    for (int i = 0; i < WORKERS; i++) ck_assert_int_eq(runs[i], i < left);
}
END_TEST

// Nobody passes the barrier before all have come.
typedef struct Comer {
    Barrier    *barrier;
    atomic_int *here;
    bool        early;
} Comer;

static void comer_run(void *worker)
{
    Comer *const me = worker;
    for (int round = 1; round <= 50; round++) {
        atomic_fetch_add(me->here, 1);
        barrier_wait(me->barrier);
        me->early |= atomic_load(me->here) < round * me->barrier->count;
        barrier_wait(me->barrier);
    }
}

START_TEST(test_a_barrier_opens_when_all_have_come)
{
    const int  n = threads_available(4);
    Barrier    barrier;
    atomic_int here = 0;
    Status     status;
    Comer      comers[4];
    barrier_open(&barrier, n);
    for (int i = 0; i < n; i++) comers[i] = (Comer){&barrier, &here, false};
    ck_assert(threads_run_together(comer_run, comers, sizeof *comers, n, &status));
    for (int i = 0; i < n; i++) ck_assert(!comers[i].early);
    ck_assert_int_eq(atomic_load(&here), 50 * n);
    barrier_close(&barrier);
}
END_TEST

static void flag_set(void *worker) { atomic_store((atomic_bool *)worker, true); }

START_TEST(test_a_detached_thread_runs_or_is_refused)
{
    static atomic_bool ran = false;
    faults_threads_left(_i);
    const bool started = thread_detached(flag_set, &ran);
    ck_assert_int_eq(started, _i > 0 && !NO_THREADS);
    while (started && !atomic_load(&ran)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    ck_assert_int_eq(atomic_load(&ran), started);
}
END_TEST

static void mask_run(void *worker)
{
    sigset_t set;
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    *(int *)worker = sigismember(&set, SIGINT);
}

START_TEST(test_signals_are_for_the_caller)
{
    int blocked[2] = {-1, -1};
    threads_run(mask_run, blocked, sizeof *blocked, 2);
    ck_assert_int_eq(blocked[0], 0);
    ck_assert_int_eq(blocked[1], !NO_THREADS);
}
END_TEST

// Waiting.

static void until_run(void *worker)
{
    while (!atomic_load((atomic_bool *)worker)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

START_TEST(test_a_wait_ends_in_time_when_the_clock_is_set_back)
{
    if (NO_THREADS) return;
    atomic_bool  stop = false;
    Threads      threads;
    const double start = clock_seconds();
    faults_clock_ahead(3600);
    ck_assert_int_eq(threads_start(&threads, until_run, &stop, 0, 1), 1);
    ck_assert(!threads_wait(&threads, 0.05));
    ck_assert(clock_seconds() - start >= 0.05);
    atomic_store(&stop, true);
    while (!threads_wait(&threads, 0.05)) {}
    threads_join(&threads);
}
END_TEST

static void tick(void *context) { ++*(int *)context; }

START_TEST(test_ticks_come_when_the_clock_is_set_back_and_end_when_stopped)
{
    Ticker ticker;
    int    ticks = 0, seen = 0;
    faults_clock_ahead(3600);
    ticker_start(&ticker, 0.01, tick, &ticks);
    while (seen < 2 && !NO_THREADS) {
        mutex_lock(&ticker.lock);
        seen = ticks;
        mutex_unlock(&ticker.lock);
    }
    ticker_stop(&ticker);
    seen = ticks;
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    ck_assert_int_eq(ticks, seen);
}
END_TEST

START_TEST(test_a_ticker_without_a_thread_does_no_harm)
{
    Ticker ticker;
    int    ticks = 0;
    faults_threads_left(0);
    ticker_start(&ticker, 0.01, tick, &ticks);
    ticker_stop(&ticker);
    ck_assert_int_eq(ticks, 0);
}
END_TEST

// Those who use threads.

static void stop_now(void *context, const Match *match)
{
    atomic_store((atomic_bool *)context, match != NULL);
}

// A match of games without end: it ends by the request alone.
START_TEST(test_a_match_stops_when_the_clock_is_set_back)
{
    Variant                 v    = test_open("othello");
    atomic_bool             stop = false;
    Status                  status;
    Match                   match;
    const PlayerSpec *const deep = match_player("alphabeta:depth=30");
    MatchSettings           t    = {.v           = &v,
                                    .contestants = 2,
                                    .player      = {deep, deep},
                                    .games       = 2,
                                    .threads     = 2,
                                    .plies_max   = 1000,
                                    .openings    = "random:4",
                                    .stop        = &stop};
    if (NO_THREADS) return variant_close(&v);
    ck_assert_msg(match_open(&match, &t, &status), "%s", status.text);
    faults_clock_ahead(3600);
    ck_assert(match_run(&match, stop_now, &stop, &status));
    ck_assert_int_eq(match.tally.games, 0);
    match_close(&match);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_match_without_threads_is_the_same_match)
{
    Variant v = test_open(match_cases[0].game);
    Tally   with, without;
    faults_threads_left(WORKERS);
    const MatchSettings t = match_settings(&match_cases[0], &v, 3, NULL);
    match_play(&t, &with);
    faults_threads_left(_i);
    match_play(&t, &without);
    tally_same(&with, &without);
    variant_close(&v);
}
END_TEST

static void done_save(void *context, double done) { *(double *)context = done; }

START_TEST(test_perft_without_threads_counts_the_same)
{
    Variant     v = test_open("othello");
    AnyState    s;
    PerftResult result;
    Status      status;
    double      done = 0;
    variant_setup(&v, &s);
    faults_threads_left(_i);
    const PerftOptions options = {.depth = 6, .threads = 4, .progress = done_save, .context = &done};
    ck_assert(perft_run(&v, &s, &options, &result, &status));
    ck_assert_uint_eq(result.leaves, 8200);
    variant_close(&v);
}
END_TEST

// Memory.

START_TEST(test_memory_is_zeroed_aligned_and_ours)
{
    static const uint64_t counts[] = {0, 1, 4095, 4097, (1 << 21) - 1, 1 << 21, (5 << 20) + 3};
    const uint64_t        count    = counts[_i];
    for (int pages = MEMORY_SMALL; pages <= MEMORY_HUGE; pages++) {
        uint8_t *const memory = memory_reserve(count, 3, (MemoryPages)pages);
        ck_assert_ptr_nonnull(memory);
        ck_assert_uint_eq((uintptr_t)memory % (pages == MEMORY_HUGE && 3 * count >= 1 << 21 ? 1 << 21 : 4096),
                          0);
        uint64_t sum = 0;
        for (uint64_t i = 0; i < 3 * count; i++) sum += memory[i];
        ck_assert_uint_eq(sum, 0);
        memset(memory, 1, 3 * count);
        memory_release(memory, count, 3);
    }
}
END_TEST

START_TEST(test_memory_that_cannot_be_had_is_refused)
{
    ck_assert_ptr_null(memory_reserve(UINT64_MAX / 8 + 2, 8, MEMORY_HUGE));   // 16 bytes, if it wrapped
    ck_assert_ptr_null(memory_reserve(UINT64_MAX, 1, MEMORY_SMALL));
    ck_assert_ptr_null(memory_reserve(UINT64_MAX, 1, MEMORY_HUGE));
    memory_release(NULL, 5, 1);
}
END_TEST

START_TEST(test_sealed_memory_cannot_be_written)
{
    volatile uint8_t *const memory = memory_reserve(100, 1, MEMORY_SMALL);
    memory[7]                      = 7;
    memory_seal((void *)(uintptr_t)memory, 100, 1);
    ck_assert_int_eq(memory[7], 7);
    memory[7] = 8;   // the signal that this test expects
}
END_TEST

Suite *suite_base_threads(void);
Suite *suite_base_threads(void)
{
    const int cases = sizeof threads_left / sizeof *threads_left;
    Suite    *suite = suite_create("base_threads");
    TCase    *tcase = tcase_create("threads");
    tcase_add_loop_test(tcase, test_every_worker_runs_once_whatever_threads_can_be_had, 0, cases);
    tcase_add_loop_test(tcase, test_work_that_must_run_together_runs_whole_or_not_at_all, 0, cases);
    tcase_add_loop_test(tcase, test_background_threads_are_as_many_as_can_be_had, 0, cases);
    tcase_add_test(tcase, test_a_barrier_opens_when_all_have_come);
    tcase_add_loop_test(tcase, test_a_detached_thread_runs_or_is_refused, 0, 2);
    tcase_add_test(tcase, test_signals_are_for_the_caller);
    tcase_add_test(tcase, test_a_wait_ends_in_time_when_the_clock_is_set_back);
    tcase_add_test(tcase, test_ticks_come_when_the_clock_is_set_back_and_end_when_stopped);
    tcase_add_test(tcase, test_a_ticker_without_a_thread_does_no_harm);
    tcase_add_test(tcase, test_a_match_stops_when_the_clock_is_set_back);
    tcase_add_loop_test(tcase, test_a_match_without_threads_is_the_same_match, 0, 2);
    tcase_add_loop_test(tcase, test_perft_without_threads_counts_the_same, 0, 2);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("memory");
    tcase_add_loop_test(tcase, test_memory_is_zeroed_aligned_and_ours, 0, 7);
    tcase_add_test(tcase, test_memory_that_cannot_be_had_is_refused);
    // a sanitizer ends the process in its own way
    if (!TEST_SANITIZED) tcase_add_test_raise_signal(tcase, test_sealed_memory_cannot_be_written, SIGSEGV);
    suite_add_tcase(suite, tcase);
    return suite;
}
