// threads.h - the one way this program runs threads, and what threads share.
//
// A piece of work is a function and an array of workers, one per thread: work(workers + i * size) is called
// once for every i, whatever the number of threads that can be had. Three ways to run it:
//
//   threads_run            the caller is worker 0 and returns when all are done; workers without a thread of
//                          their own are run by the caller, one after another. Nothing can fail.
//   threads_run_together   the same, but all at once or not at all: for work that waits at a Barrier.
//   threads_start          in the background; the caller waits with a time limit, and joins.
//
// Signals are blocked in every thread started here, so that they arrive at the thread that waits for input or
// polls. All waiting is by the monotonic clock: a clock that is set back makes nobody wait longer.
//
// With POLLARD_NO_THREADS defined no thread is ever started: threads_run does everything on the caller,
// threads_start starts none and says so, threads_run_together fails for more than one worker (ask
// threads_available before), locks are free. Cost of a thread: about 20 us to start and join.
#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include "base/status.h"

#include <stddef.h>
#ifndef POLLARD_NO_THREADS
#include <pthread.h>
#endif

enum { THREADS_MAX = 256 };

// Locks.

typedef struct Mutex {
#ifdef POLLARD_NO_THREADS
    bool locked;
#else
    pthread_mutex_t inner;
#endif
} Mutex;

#ifdef POLLARD_NO_THREADS
#define MUTEX_INITIAL                                                                                        \
    {                                                                                                        \
        false                                                                                                \
    }
#else
#define MUTEX_INITIAL                                                                                        \
    {                                                                                                        \
        PTHREAD_MUTEX_INITIALIZER                                                                            \
    }
#endif

void mutex_open(Mutex *mutex);
void mutex_close(Mutex *mutex);
void mutex_lock(Mutex *mutex);   // not by the thread that holds it
void mutex_unlock(Mutex *mutex);

// Something that threads wait for, under a mutex. A wait may end for no reason: test the condition again.
typedef struct Condition {
#ifdef POLLARD_NO_THREADS
    char nothing;
#else
    pthread_cond_t  inner;
#endif
} Condition;

void condition_open(Condition *condition);
void condition_close(Condition *condition);
void condition_wait(Condition *condition,
                    Mutex     *mutex);   // never in a program without threads: none would end it
void condition_wait_for(Condition *condition, Mutex *mutex, double seconds);
void condition_wake_all(Condition *condition);

// Where `count` threads wait for each other, again and again.
typedef struct Barrier {
    Mutex     lock;
    Condition passed;
    int       count, waiting;
    unsigned  round;
} Barrier;

void barrier_open(Barrier *barrier, int count);
void barrier_close(Barrier *barrier);
void barrier_wait(Barrier *barrier);

// Work.

typedef void ThreadWork(void *worker);

int  threads_available(int wanted);   // 1 in a program without threads, else what is wanted
void threads_run(ThreadWork *work, void *workers, size_t size, int n);
bool threads_run_together(ThreadWork *work, void *workers, size_t size, int n, Status *status);

// Threads in the background. The struct stays where it is until they are joined.
typedef struct Threads Threads;

typedef struct ThreadSlot {
    Threads *threads;
    void    *worker;
#ifndef POLLARD_NO_THREADS
    pthread_t id;
#endif
} ThreadSlot;

struct Threads {
    ThreadWork *work;
    Mutex       lock;   // of what follows
    Condition   ended;
    int         started, running;
    bool        cancelled;   // go home without working
    ThreadSlot  slot[THREADS_MAX];
};

// Starts threads for workers 0 ... n-1 in this order, as many as can be had, and returns how many: the others
// do not run. To be joined whatever it returns.
int  threads_start(Threads *threads, ThreadWork *work, void *workers, size_t size, int n);
bool threads_wait(Threads *threads, double seconds);   // true when all have ended, false after `seconds`
void threads_join(Threads *threads);                   // waits for all

// A thread that nobody waits for and that ends with the program; false when there is none to be had.
bool thread_detached(ThreadWork *work, void *worker);

// A thread that calls `tick` every `seconds` until it is stopped, the first time after `seconds`; under
// `lock`, which others may hold to keep it waiting. Without a thread for it nothing happens.
typedef void TickWork(void *context);

typedef struct Ticker {
    Mutex     lock;
    Condition stopped;
    bool      stop;
    double    seconds;
    TickWork *tick;
    void     *context;
    Threads   threads;
} Ticker;

void ticker_start(Ticker *ticker, double seconds, TickWork *tick, void *context);
void ticker_stop(Ticker *ticker);   // no tick runs or follows after it

// The processors of this machine, at least 1 and at most `most`: a default for --threads.
int processors_count(int most);

#endif
