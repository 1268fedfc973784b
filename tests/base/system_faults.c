#include "base/system_faults.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

static atomic_int  threads_left = INT_MAX;
static atomic_long clock_ahead, stands_seconds, stands_nanoseconds;
static atomic_bool clock_stands;

void faults_threads_left(int n) { atomic_store(&threads_left, n); }
void faults_clock_ahead(double seconds) { atomic_store(&clock_ahead, (long)seconds); }
void faults_clock_stands(long seconds, long nanoseconds)
{
    atomic_store(&stands_seconds, seconds), atomic_store(&stands_nanoseconds, nanoseconds);
    atomic_store(&clock_stands, true);
}

void faults_clock_goes(void) { atomic_store(&clock_stands, false); }

// The names that the linker gives: __wrap_x is called for x, __real_x is x.
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_clock_gettime(clockid_t, struct timespec *);
int __wrap_clock_gettime(clockid_t, struct timespec *);

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument)
{
    if (atomic_fetch_sub(&threads_left, 1) <= 0) return EAGAIN;
    return __real_pthread_create(id, attributes, run, argument);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
    const int result = __real_clock_gettime(clock, t);
    if (clock == CLOCK_REALTIME) t->tv_sec += atomic_load(&clock_ahead);
    if (clock == CLOCK_MONOTONIC && atomic_load(&clock_stands))
        *t = (struct timespec){atomic_load(&stands_seconds), atomic_load(&stands_nanoseconds)};
    return result;
}
