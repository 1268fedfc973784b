#include "game/perft.h"
#include "base/clock.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Few enough to make at once, enough that no thread waits long for the last one.
enum { TASKS_ENOUGH = 512, PART_LEAVES = 1000000, MOVES_FEW = 8 };

#define REPORT_SECONDS 0.2

typedef struct Task {
    AnyState s;
    int      first;   // index of the first move it lies under, -1 above them
    int      depth;   // left to count
    uint64_t leaves, interior;
} Task;

typedef struct Job {
    const Variant      *v;
    const PerftOptions *options;
    Task               *tasks;
    int                 count;
    atomic_int          next, done;
    double              reported;   // when
} Job;

static void poll(Job *job)
{
    const PerftOptions *const o = job->options;
    if (o->progress == NULL || clock_seconds() - job->reported < REPORT_SECONDS) return;
    o->progress(o->context, (double)atomic_load(&job->done) / job->count);
    job->reported = clock_seconds();
}

static bool is_stopped(const Job *job)
{
    const atomic_bool *const stop = job->options->stop;
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

// Is a tree of so many moves at each of `depth` plies small enough to be counted without a look at the flag?
// Few moves may be more a ply later.
static bool is_part(int moves, int depth)
{
    double leaves = 1;
    if (moves < MOVES_FEW) moves = MOVES_FEW;
    for (; depth > 0 && leaves <= PART_LEAVES; depth--) leaves *= moves;
    return leaves <= PART_LEAVES;
}

// As the game's own, which counts all parts; above them a tree is cut here, where it can be stopped.
static uint64_t count_parts(const Job *job, const AnyState *s, int depth, uint64_t *interior)
{
    const Game *const g = job->v->game;
    Move              moves[GAME_MOVES_MAX];
    const int         n = depth > 3 ? g->generate(job->v->rules, s, moves) : 0;
    if (is_stopped(job)) return 0;
    if (n == 0 || is_part(n, depth)) return g->perft(job->v->rules, s, depth, interior);
    uint64_t leaves = 0;
    ++*interior;
    for (int i = 0; i < n; i++) {
        AnyState child;
        g->play(job->v->rules, &child, s, moves[i]);
        leaves += count_parts(job, &child, depth - 1, interior);
    }
    return leaves;
}

static bool task_next(Job *job)
{
    const int i = atomic_fetch_add(&job->next, 1);
    if (i >= job->count) return false;
    Task *const task = &job->tasks[i];
    task->leaves     = count_parts(job, &task->s, task->depth, &task->interior);
    atomic_fetch_add(&job->done, 1);
    return true;
}

static void worker(void *argument)
{
    while (task_next(argument)) {}
}

// Replaces every task by one task per child; a finished game stays as a task, whose count is the same at any
// depth. Returns the new number, or -1 when memory is short. *interior grows by the positions that were
// expanded here.
static int expand(const Variant *v, Task **tasks, int count, uint64_t *interior, PerftResult *result)
{
    int   made = 0, room = 0;
    Task *out = NULL;
    for (int i = 0; i < count; i++) {
        const Task *const parent = &(*tasks)[i];
        Move              moves[GAME_MOVES_MAX];
        const int         n = parent->depth > 0 ? v->game->generate(v->rules, &parent->s, moves) : 0;
        if (made + n + 1 > room) {
            room              = 2 * (made + n + 1);
            Task *const grown = realloc(out, (size_t)room * sizeof *out);
            if (grown == NULL) return free(out), -1;
            out = grown;
        }
        if (n == 0) out[made++] = *parent;
        else ++*interior;
        for (int k = 0; k < n; k++) {
            Task *const child = &out[made++];
            *child = (Task){.first = parent->first >= 0 ? parent->first : k, .depth = parent->depth - 1};
            v->game->play(v->rules, &child->s, &parent->s, moves[k]);
            if (parent->first < 0) result->move[k] = moves[k], result->moves = n;
        }
    }
    free(*tasks);
    *tasks = out;
    return made;
}

static int split(const Variant *v, const AnyState *s, int depth, Task **tasks, uint64_t *interior,
                 PerftResult *result)
{
    assert(depth >= 0);
    *tasks = calloc(1, sizeof **tasks);
    if (*tasks == NULL) return -1;
    (*tasks)[0] = (Task){.s = *s, .first = -1, .depth = depth};
    int count   = 1;
    for (int ply = 0; ply < depth && count > 0 && (ply == 0 || (count < TASKS_ENOUGH && depth - ply > 3));
         ply++)
        count = expand(v, tasks, count, interior, result);
    return count;
}

// The caller reports while the others work; without others it does both.
static void job_run(Job *job, int n)
{
    Threads threads;
    if (threads_start(&threads, worker, job, 0, n) == 0)
        while (task_next(job)) poll(job);
    while (!threads_wait(&threads, REPORT_SECONDS)) poll(job);
    threads_join(&threads);
}

bool perft_run(const Variant *v, const AnyState *s, const PerftOptions *options, PerftResult *result,
               Status *status)
{
    assert(options->depth >= 0 && options->depth <= PERFT_DEPTH_MAX);
    assert(options->threads >= 1 && options->threads <= PERFT_THREADS_MAX);
    const double start = clock_seconds();
    memset(result, 0, sizeof *result);

    Job      job      = {.v = v, .options = options, .reported = start};
    uint64_t interior = 0;
    job.count         = split(v, s, options->depth, &job.tasks, &interior, result);
    if (job.count < 0) return status_fail_system(status, "out of memory");
    job_run(&job, options->threads);

    for (int i = 0; i < job.count; i++) {
        const Task *const task = &job.tasks[i];
        interior += task->interior;
        result->leaves += task->leaves;
        if (task->first >= 0) result->move_leaves[task->first] += task->leaves;
    }
    free(job.tasks);
    result->nodes   = interior + result->leaves;
    result->seconds = clock_seconds() - start;
    return !is_stopped(&job) || status_fail(status, "stopped");
}
