#include "retro/crew.h"

#include <assert.h>
#include <pthread.h>

typedef struct Gate {
    pthread_mutex_t closed;   // held until all threads are there
    bool            work;     // or go home
} Gate;

typedef struct Member {
    Gate     *gate;
    CrewWork *work;
    void     *worker;
} Member;

static void *member_run(void *argument)
{
    const Member *const member = argument;
    pthread_mutex_lock(&member->gate->closed);
    const bool work = member->gate->work;
    pthread_mutex_unlock(&member->gate->closed);
    if (work) member->work(member->worker);
    return NULL;
}

bool crew_run(CrewWork *work, void *workers, size_t size, int n, Status *status)
{
    assert(n >= 1 && n <= CREW_MAX);
    Gate      gate = {.closed = PTHREAD_MUTEX_INITIALIZER};
    Member    member[CREW_MAX];
    pthread_t thread[CREW_MAX];
    int       started = 1;
    pthread_mutex_lock(&gate.closed);
    for (; started < n; started++) {
        member[started] = (Member){&gate, work, (char *)workers + (size_t)started * size};
        if (pthread_create(&thread[started], NULL, member_run, &member[started]) != 0) break;
    }
    gate.work = started == n;
    pthread_mutex_unlock(&gate.closed);
    if (gate.work) work(workers);
    for (int i = 1; i < started; i++) pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&gate.closed);
    return started == n || status_fail_system(status, "cannot start thread %d of %d", started + 1, n);
}
