#include "base/threads.h"
#include "base/clock.h"

#include <assert.h>
#include <unistd.h>
#include <stdlib.h>
#ifndef POLLARD_NO_THREADS
#include <signal.h>
#endif

// Locks.

#ifdef POLLARD_NO_THREADS

void mutex_open(Mutex *mutex) { mutex->locked = false; }
void mutex_close(Mutex *mutex) { assert(!mutex->locked), (void)mutex; }
void mutex_lock(Mutex *mutex) { assert(!mutex->locked), mutex->locked = true; }
void mutex_unlock(Mutex *mutex) { assert(mutex->locked), mutex->locked = false; }

void condition_open(Condition *condition) { condition->nothing = 0; }
void condition_close(Condition *condition) { (void)condition; }
void condition_wake_all(Condition *condition) { (void)condition; }

void condition_wait(Condition *condition, Mutex *mutex)
{
    (void)condition, (void)mutex;
    assert(false && "nobody could end this wait");
}

// Nobody would wake the caller, so there is nothing to wait for.
void condition_wait_for(Condition *condition, Mutex *mutex, double seconds)
{
    (void)condition, (void)seconds, (void)mutex;
    assert(mutex->locked);
}

#else

// The calls cannot fail but by a programmer's error.
static void must(int error) { assert(error == 0), (void)error; }

void mutex_open(Mutex *mutex) { must(pthread_mutex_init(&mutex->inner, NULL)); }
void mutex_close(Mutex *mutex) { must(pthread_mutex_destroy(&mutex->inner)); }
void mutex_lock(Mutex *mutex) { must(pthread_mutex_lock(&mutex->inner)); }
void mutex_unlock(Mutex *mutex) { must(pthread_mutex_unlock(&mutex->inner)); }

void condition_open(Condition *condition)
{
    pthread_condattr_t attributes;
    must(pthread_condattr_init(&attributes));
    must(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC));
    must(pthread_cond_init(&condition->inner, &attributes));
    must(pthread_condattr_destroy(&attributes));
}

void condition_close(Condition *condition) { must(pthread_cond_destroy(&condition->inner)); }
void condition_wake_all(Condition *condition) { must(pthread_cond_broadcast(&condition->inner)); }

void condition_wait(Condition *condition, Mutex *mutex)
{
    must(pthread_cond_wait(&condition->inner, &mutex->inner));
}

void condition_wait_for(Condition *condition, Mutex *mutex, double seconds)
{
    const struct timespec until = clock_after(seconds);
    pthread_cond_timedwait(&condition->inner, &mutex->inner, &until);
}

#endif

void barrier_open(Barrier *barrier, int count)
{
    assert(count >= 1 && count == threads_available(count));
    *barrier = (Barrier){.count = count};
    mutex_open(&barrier->lock);
    condition_open(&barrier->passed);
}

void barrier_close(Barrier *barrier)
{
    assert(barrier->waiting == 0);
    condition_close(&barrier->passed);
    mutex_close(&barrier->lock);
}

void barrier_wait(Barrier *barrier)
{
    mutex_lock(&barrier->lock);
    assert(barrier->waiting < barrier->count);
    const unsigned round = barrier->round;
    if (++barrier->waiting == barrier->count) {
        barrier->waiting = 0;
        barrier->round++;
        condition_wake_all(&barrier->passed);
    }
    while (barrier->round == round) condition_wait(&barrier->passed, &barrier->lock);
    mutex_unlock(&barrier->lock);
}

// Starting threads.

#ifdef POLLARD_NO_THREADS

int threads_available(int wanted) { return assert(wanted >= 1), (void)wanted, 1; }

static int  slots_start(Threads *threads, int n) { return (void)threads, (void)n, 0; }
static void slot_join(ThreadSlot *slot) { (void)slot; }

bool thread_detached(ThreadWork *work, void *worker)
{
    (void)worker;
    return assert(work != NULL), (void)work, false;
}

#else

int threads_available(int wanted) { return assert(wanted >= 1), wanted; }

static void *slot_run(void *argument)
{
    const ThreadSlot *const slot    = argument;
    Threads *const          threads = slot->threads;
    mutex_lock(&threads->lock);   // held by threads_begin until all have started
    const bool cancelled = threads->cancelled;
    mutex_unlock(&threads->lock);
    if (!cancelled) threads->work(slot->worker);
    mutex_lock(&threads->lock);
    assert(threads->running > 0);
    threads->running--;
    condition_wake_all(&threads->ended);
    mutex_unlock(&threads->lock);
    return NULL;
}

// With all signals blocked.
static bool thread_create(pthread_t *id, void *(*run)(void *), void *argument)
{
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGBUS);   // of a mapped file, by the thread that reads it: its handler says so
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool good = pthread_create(id, NULL, run, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

static int slots_start(Threads *threads, int n)
{
    int i = 0;
    while (i < n && thread_create(&threads->slot[i].id, slot_run, &threads->slot[i])) i++;
    return i;
}

static void slot_join(ThreadSlot *slot) { must(pthread_join(slot->id, NULL)); }

typedef struct DetachedWork {
    ThreadWork *work;
    void       *worker;
} DetachedWork;

static void *detached_run(void *argument)
{
    const DetachedWork todo = *(DetachedWork *)argument;
    free(argument);
    todo.work(todo.worker);
    return NULL;
}

bool thread_detached(ThreadWork *work, void *worker)
{
    assert(work != NULL);
    pthread_t           id;
    DetachedWork *const todo = malloc(sizeof *todo);
    if (todo == NULL) return false;
    *todo = (DetachedWork){work, worker};
    if (!thread_create(&id, detached_run, todo)) return free(todo), false;
    must(pthread_detach(id));
    return true;
}

#endif

// `all`: none works unless all can be had.
static int threads_begin(Threads *threads, ThreadWork *work, void *workers, size_t size, int n, bool all)
{
    assert(work != NULL && n >= 0 && n <= THREADS_MAX);
    threads->work = work;
    for (int i = 0; i < n; i++)
        threads->slot[i] = (ThreadSlot){.threads = threads, .worker = (char *)workers + (size_t)i * size};
    mutex_open(&threads->lock);
    condition_open(&threads->ended);
    mutex_lock(&threads->lock);
    threads->started = threads->running = slots_start(threads, n);
    threads->cancelled                  = all && threads->started < n;
    mutex_unlock(&threads->lock);
    return threads->started;
}

int threads_start(Threads *threads, ThreadWork *work, void *workers, size_t size, int n)
{
    return threads_begin(threads, work, workers, size, n, false);
}

bool threads_wait(Threads *threads, double seconds)
{
    assert(seconds >= 0);
    const double until = clock_seconds() + seconds;
    mutex_lock(&threads->lock);
    for (double left = seconds; threads->running > 0 && left > 0; left = until - clock_seconds())
        condition_wait_for(&threads->ended, &threads->lock, left);
    const bool done = threads->running == 0;
    mutex_unlock(&threads->lock);
    return done;
}

void threads_join(Threads *threads)
{
    for (int i = 0; i < threads->started; i++) slot_join(&threads->slot[i]);
    assert(threads->running == 0);
    threads->started = 0;
    condition_close(&threads->ended);
    mutex_close(&threads->lock);
}

// Work in which the caller takes part.

void threads_run(ThreadWork *work, void *workers, size_t size, int n)
{
    assert(work != NULL && n >= 1 && n <= THREADS_MAX);
    Threads   threads;
    const int started = threads_begin(&threads, work, (char *)workers + size, size, n - 1, false);
    work(workers);
    for (int i = 1 + started; i < n; i++) work((char *)workers + (size_t)i * size);
    threads_join(&threads);
}

bool threads_run_together(ThreadWork *work, void *workers, size_t size, int n, Status *status)
{
    assert(work != NULL && n >= 1 && n <= THREADS_MAX);
    Threads   threads;
    const int started = 1 + threads_begin(&threads, work, (char *)workers + size, size, n - 1, true);
    if (started == n) work(workers);
    threads_join(&threads);
    return started == n || status_fail_system(status, "cannot start thread %d of %d", started + 1, n);
}

// Ticks.

static void ticker_run(void *worker)
{
    Ticker *const ticker = worker;
    mutex_lock(&ticker->lock);
    for (double next = clock_seconds() + ticker->seconds; !ticker->stop;) {
        const double left = next - clock_seconds();
        if (left > 0) {
            condition_wait_for(&ticker->stopped, &ticker->lock, left);
            continue;
        }
        ticker->tick(ticker->context);
        next = clock_seconds() + ticker->seconds;
    }
    mutex_unlock(&ticker->lock);
}

void ticker_start(Ticker *ticker, double seconds, TickWork *tick, void *context)
{
    assert(seconds > 0 && tick != NULL);
    ticker->stop    = false;
    ticker->seconds = seconds;
    ticker->tick    = tick;
    ticker->context = context;
    mutex_open(&ticker->lock);
    condition_open(&ticker->stopped);
    threads_start(&ticker->threads, ticker_run, ticker, 0, 1);
}

void ticker_stop(Ticker *ticker)
{
    mutex_lock(&ticker->lock);
    assert(!ticker->stop);
    ticker->stop = true;
    condition_wake_all(&ticker->stopped);
    mutex_unlock(&ticker->lock);
    threads_join(&ticker->threads);
    condition_close(&ticker->stopped);
    mutex_close(&ticker->lock);
}

int processors_count(int most)
{
    assert(most >= 1);
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > most ? most : (int)n;
}
