#include "lab/plan.h"
#include "base/threads.h"
#include "lab/kinds/kind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A task with what has been done of it.
typedef struct Entry {
    Task     task;
    int      trials, done, timed;   // trials: of the part; timed: those run, which the seconds are about
    uint64_t key;                   // of the task: the part of trial k is that of key + k
} Entry;

// A trial of an entry; they are done in the order of these numbers. `cell`: the entry itself where its trials
// follow each other, 0 elsewhere.
typedef struct Job {
    int column, cell, trial, entry;
} Job;

typedef struct Plan {
    Store             *store;
    const PlanOptions *options;
    PlanReport        *report;
    void              *context;
    int                count, room, next, finished, total;
    Entry             *entries;
    Job               *jobs;       // `total` of them
    size_t             row_size;   // of the largest row
    Mutex              mutex;
    atomic_bool        halt;
    bool               failed;
    Status            *status;
} Plan;

static const ExperimentKind *kind_of(const Entry *e) { return e->task.experiment->kind; }

int plan_trials(const Experiment *e, const PlanOptions *o)
{
    return o->trials > 0 ? o->trials : o->quick ? e->quick_trials : e->trials;
}

// Making it.

// Rows by two players are a task of their own for every two.
static bool is_same_task(const Task *a, const Task *b)
{
    if (a->experiment->kind != b->experiment->kind || strcmp(a->protocol, b->protocol) != 0) return false;
    const int players = a->experiment->kind->rows->players;
    for (int i = 0; players > 1 && i < players; i++)
        if (strcmp(a->player[i], b->player[i]) != 0) return false;
    return true;
}

static Entry *entry_find(Plan *plan, const Task *task)
{
    for (int i = 0; i < plan->count; i++)
        if (is_same_task(&plan->entries[i].task, task)) return &plan->entries[i];
    return NULL;
}

// Adds the players that the task does not have yet.
static bool players_add(Task *task, const Task *more, Status *status)
{
    if (task->experiment->kind->rows->players > 1) return true;   // the same two
    for (int k = 0; k < more->rows; k++) {
        int i = 0;
        while (i < task->rows && strcmp(task->player[i], more->player[k]) != 0) i++;
        if (i < task->rows) continue;
        if (task->rows == TASK_PLAYERS_MAX)
            return status_fail(status, "more than %d configurations on the same positions", TASK_PLAYERS_MAX);
        memcpy(task->player[task->rows++], more->player[k], sizeof more->player[k]);
    }
    return true;
}

// Two configurations may be the same search: it is run once.
static bool entry_new(Plan *plan, const Task *task, Status *status)
{
    if (plan->count == plan->room) {
        const int    room  = plan->room ? 2 * plan->room : 16;
        Entry *const grown = realloc(plan->entries, (size_t)room * sizeof *grown);
        if (grown == NULL) return status_fail_system(status, "out of memory for the plan");
        plan->entries = grown;
        plan->room    = room;
    }
    Entry *const e = &plan->entries[plan->count];
    *e             = (Entry){.task = *task};
    if (kind_of(e)->rows->players == 1) e->task.rows = 0;
    if (!players_add(&e->task, task, status)) return false;
    if (kind_of(e)->task_open != NULL && !kind_of(e)->task_open(&e->task, status)) return false;
    plan->count++;
    return true;
}

static bool task_add(Plan *plan, const Task *task, Status *status)
{
    Entry *const e = entry_find(plan, task);
    assert(task->rows > 0 && task->rows * task->experiment->kind->rows->players <= TASK_PLAYERS_MAX);
    if (e == NULL) return entry_new(plan, task, status);
    if (task->trials > e->task.trials) e->task.trials = task->trials;
    return players_add(&e->task, task, status);
}

static int job_compare(const void *a, const void *b)
{
    const Job *const x = a, *const y = b;
    if (x->column != y->column) return x->column < y->column ? -1 : 1;
    if (x->cell != y->cell) return x->cell < y->cell ? -1 : 1;
    if (x->trial != y->trial) return x->trial < y->trial ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

// What the parts of a task's trials are counted from: its protocol, and who plays where two do.
static uint64_t task_key(const Task *task)
{
    uint64_t  key     = store_sum_text(0, task->protocol);
    const int players = task->experiment->kind->rows->players;
    for (int i = 0; players > 1 && i < players; i++) key = store_sum_text(key, task->player[i]);
    return key >> 1;   // room for the number of a trial
}

static bool job_is_ours(const Plan *plan, const Entry *e, int trial)
{
    return part_has(plan->options->part, e->key + (uint64_t)trial);
}

static bool jobs_make(Plan *plan, Status *status)
{
    int n = 0;
    for (int i = 0; i < plan->count; i++) plan->total += plan->entries[i].task.trials;
    plan->jobs = calloc((size_t)plan->total + 1, sizeof *plan->jobs);
    if (plan->jobs == NULL) return status_fail_system(status, "out of memory for the plan");
    for (int i = 0; i < plan->count; i++) {
        Entry *const      e    = &plan->entries[i];
        const Task *const task = &e->task;
        e->key                 = task_key(task);
        for (int k = 0; k < task->trials; k++) {
            if (!job_is_ours(plan, e, k)) continue;
            plan->jobs[n++] = (Job){task->column, task->together ? i : 0, k, i};
            e->trials++;
        }
    }
    plan->total = n;
    qsort(plan->jobs, (size_t)n, sizeof *plan->jobs, job_compare);
    return true;
}

static bool plan_make(Plan *plan, const Experiment experiments[], int count, Status *status)
{
    assert(count >= 0);
    Task *const task = malloc(sizeof *task);
    bool        good = task != NULL || status_fail_system(status, "out of memory for the plan");
    for (int i = 0; good && i < count; i++) {
        const Experiment *const e = &experiments[i];
        if (e->kind->rows->size > plan->row_size) plan->row_size = e->kind->rows->size;
        for (int k = 0; good && k < e->kind->tasks(e); k++) {
            memset(task, 0, sizeof *task);
            task->experiment = e, task->trials = plan_trials(e, plan->options);
            e->kind->task(e, k, task);
            good = task_add(plan, task, status);
        }
    }
    free(task);
    return good && jobs_make(plan, status);
}

// Running it.

// The share of the time that has passed: what the trials of an entry took so far tells what the others will
// take.
static double plan_done(const Plan *plan)
{
    double spent = 0, left = 0, timed = 0;
    for (int i = 0; i < plan->count; i++)
        spent += plan->entries[i].task.seconds, timed += plan->entries[i].timed;
    const double usual = timed > 0 ? spent / timed : 1;
    for (int i = 0; i < plan->count; i++) {
        const Entry *const e = &plan->entries[i];
        left += (e->trials - e->done) * (e->timed ? e->task.seconds / e->timed : usual);
    }
    return spent + left > 0 ? spent / (spent + left) : 1;
}

static void plan_report(const Plan *plan, const Entry *e)
{
    char what[TEXT_MAX];
    Text text = text_on(what, sizeof what);
    if (plan->report == NULL) return;
    kind_of(e)->progress(&e->task, &text);
    plan->report(plan->context, &(PlanProgress){.done     = plan_done(plan),
                                                .finished = plan->finished,
                                                .total    = plan->total,
                                                .what     = what});
}

// What one thread is working on.
typedef struct Work {
    Entry      *entry;
    int         trial, count;             // count: of the rows to be run, the first one first
    int         rows[TASK_PLAYERS_MAX];   // their numbers
    const char *players[TASK_PLAYERS_MAX];
} Work;

static void row_players(Work *work, int at, int row)
{
    assert(row >= 0);
    const int players = kind_of(work->entry)->rows->players;
    for (int i = 0; i < players; i++)
        work->players[at * players + i] = work->entry->task.player[row * players + i];
}

static void row_add(Work *work, int row)
{
    row_players(work, work->count, row);
    work->rows[work->count++] = row;
}

// The rows of a trial that are missing, and the first one with them.
static void rows_missing(const Plan *plan, Work *work)
{
    const Task *const task = &work->entry->task;
    work->count            = 0;
    for (int i = 0; i < task->rows; i++) {
        Work probe = {.entry = work->entry};
        row_players(&probe, 0, i);
        const StoreKey key = {kind_of(work->entry)->rows, task->protocol, probe.players, task->digest};
        if (store_has(plan->store, &key, work->trial)) continue;
        if (work->count == 0 && i > 0) row_add(work, 0);
        row_add(work, i);
    }
}

// Does the first trial of the task look up what the rows of it that are there did?
static bool lookups_check(const Plan *plan, const Task *task, Status *status)
{
    const ExperimentKind *const kind = task->experiment->kind;
    Lookups *const              all  = calloc(1, sizeof *all);
    char *const                 text = malloc(LOOKUPS_TEXT_MAX);
    bool good = (all != NULL && text != NULL) || status_fail_system(status, "out of memory for the plan");
    if (good && (good = kind->lookups(task, all, status))) {
        Text        written   = text_on(text, LOOKUPS_TEXT_MAX);
        const char *players[] = {task->player[0], task->player[1]};
        lookups_write(all, &written);
        good = store_lookups_check(
            plan->store, &(StoreKey){kind->rows, task->protocol, players, task->digest}, NULL, text, status);
    }
    free(text);
    free(all);
    return good;
}

// Nothing is run when one of the tasks would be refused at its end.
static bool lookups_check_all(const Plan *plan, Status *status)
{
    Work *const work = calloc(1, sizeof *work);
    bool        good = work != NULL || status_fail_system(status, "out of memory for the plan");
    for (int i = 0; good && i < plan->count; i++) {
        work->entry = &plan->entries[i], work->count = 0;
        if (kind_of(work->entry)->lookups == NULL) continue;
        for (work->trial = 0; work->count == 0 && work->trial < work->entry->task.trials; work->trial++)
            if (job_is_ours(plan, work->entry, work->trial)) rows_missing(plan, work);
        if (work->count > 0) good = lookups_check(plan, &work->entry->task, status);
    }
    free(work);
    return good;
}

// The next trial that has something missing; false when there is none. Under the mutex.
static bool plan_next(Plan *plan, Work *work)
{
    for (; plan->next < plan->total && !atomic_load(&plan->halt); plan->next++) {
        work->entry = &plan->entries[plan->jobs[plan->next].entry];
        work->trial = plan->jobs[plan->next].trial;
        rows_missing(plan, work);
        if (work->count > 0) {
            plan->next++;
            return true;
        }
        work->entry->done++;
        plan->finished++;
    }
    return false;
}

static void plan_fail(Plan *plan, const Status *status)
{
    if (!plan->failed && status->text[0]) *plan->status = *status;
    plan->failed = true;
    atomic_store(&plan->halt, true);
}

// Runs a trial and stores it. Enters and leaves under the mutex, runs without it.
static bool trial_do(Plan *plan, const Work *work, void *rows, Status *status)
{
    Task *const                 task = &work->entry->task;
    const ExperimentKind *const kind = kind_of(work->entry);
    const StoreKey              key  = {kind->rows, task->protocol, work->players, task->digest};
    mutex_unlock(&plan->mutex);
    const bool good = kind->run(task, work->trial, work->rows, work->count, plan->options->stop, rows,
                                status);
    mutex_lock(&plan->mutex);
    if (!good || !store_put(plan->store, &key, work->trial, work->count, rows, status)) return false;
    kind->tally(task, rows, work->count);
    return true;
}

static void worker(void *argument)
{
    Plan *const plan   = argument;
    void *const rows   = calloc(TASK_PLAYERS_MAX, plan->row_size);
    Work *const work   = calloc(1, sizeof *work);
    Status      status = {0};
    mutex_lock(&plan->mutex);
    if (rows == NULL || work == NULL) {
        status_fail_system(&status, "out of memory for the trials");
        plan_fail(plan, &status);
    }
    while (work != NULL && plan_next(plan, work)) {
        if (!trial_do(plan, work, rows, &status)) {
            plan_fail(plan, &status);
            break;
        }
        work->entry->timed++, work->entry->done++, plan->finished++;
        plan_report(plan, work->entry);
    }
    mutex_unlock(&plan->mutex);
    free(rows);
    free(work);
}

static void plan_close(Plan *plan)
{
    for (int i = 0; i < plan->count; i++)
        if (kind_of(&plan->entries[i])->task_close != NULL)
            kind_of(&plan->entries[i])->task_close(&plan->entries[i].task);
    free(plan->entries);
    free(plan->jobs);
}

int plan_missing(Store *store, const Experiment experiments[], int count, const PlanOptions *options,
                 Status *status)
{
    Plan        plan = {.store = store, .options = options, .status = status};
    Work *const work = calloc(1, sizeof *work);
    int         n    = 0;
    bool        good = (work != NULL || status_fail_system(status, "out of memory for the plan")) &&
                plan_make(&plan, experiments, count, status);
    while (good && plan_next(&plan, work)) n++;
    plan_close(&plan);
    free(work);
    return good ? n : -1;
}

int plan_part_trials(Store *store, const Experiment experiments[], int count, const PlanOptions *options,
                     Status *status)
{
    Plan       plan  = {.store = store, .options = options, .status = status};
    const bool good  = plan_make(&plan, experiments, count, status);
    const int  total = plan.total;
    plan_close(&plan);
    return good ? total : -1;
}

bool plan_run(Store *store, const Experiment experiments[], int count, const PlanOptions *options,
              PlanReport *report, void *context, Status *status)
{
    assert(count >= 0 && options->threads >= 1 && options->trials >= 0);
    Plan plan = {.store = store, .options = options, .report = report, .context = context, .status = status};
    status_clear(status);
    mutex_open(&plan.mutex);
    if (plan_make(&plan, experiments, count, status) && lookups_check_all(&plan, status))
        threads_run(worker, &plan, 0, options->threads);
    else plan.failed = true;
    plan_close(&plan);
    mutex_close(&plan.mutex);
    return !plan.failed;
}
