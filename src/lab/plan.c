#include "lab/plan.h"
#include "base/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_ROOM = 64 };

// A series from one start, or a cell of a contest: then the two players are those who meet.
typedef struct Entry {
    const Series          *series;
    const MatchExperiment *matches;   // NULL: a series
    const MatchCell       *cell;
    int                    column;   // of the contest; 0 for a series
    Start                  start;
    uint64_t               seed;
    int                    trials, players, done;
    double                 seconds;   // of the `timed` trials done in this run
    int                    timed;
    double                 sum_first, sum_last;   // nodes; of a contest: points got, points to be had
    Variant                v;
    char                   protocol[PROTOCOL_MAX];
    char                   player[PLAYERS_ROOM][TEXT_MAX];
} Entry;

// A trial of an entry; they are done in the order of these numbers. The games of a cell of matches together
// (0 elsewhere), because cells have databases of their own to load.
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
    Job               *jobs;   // `total` of them
    Mutex              mutex;
    atomic_bool        halt;
    bool               failed;
    Status            *status;
} Plan;

int plan_trials(const Experiment *e, const PlanOptions *o)
{
    return o->trials > 0 ? o->trials : o->quick ? e->quick_trials : e->trials;
}

// Of a contest, the players count too.
static Entry *entry_find(Plan *plan, const char *protocol, const MatchCell *cell)
{
    for (int i = 0; i < plan->count; i++) {
        Entry *const e = &plan->entries[i];
        if (strcmp(e->protocol, protocol) == 0 &&
            (cell == NULL ||
             (strcmp(e->player[0], cell->player_key) == 0 && strcmp(e->player[1], cell->opponent_key) == 0)))
            return e;
    }
    return NULL;
}

static Entry *entry_new(Plan *plan, uint64_t seed, const char *protocol, Status *status)
{
    if (plan->count == plan->room) {
        const int    room  = plan->room ? 2 * plan->room : 16;
        Entry *const grown = realloc(plan->entries, (size_t)room * sizeof *grown);
        if (grown == NULL) return status_fail_system(status, "out of memory for the plan"), NULL;
        plan->entries = grown;
        plan->room    = room;
    }
    Entry *const e = &plan->entries[plan->count];
    memset(e, 0, sizeof *e);
    e->seed = seed;
    memcpy(e->protocol, protocol, strlen(protocol) + 1);
    plan->count++;
    return e;
}

static Entry *entry_of_series(Plan *plan, const Series *series, Start start, uint64_t seed,
                              const char *protocol, Status *status)
{
    Entry *const e = entry_new(plan, seed, protocol, status);
    if (e == NULL) return NULL;
    if (!variant_open(&e->v, series->game, status)) return plan->count--, NULL;
    e->series = series, e->start = start;
    return e;
}

static bool entry_add(Entry *e, const Series *series, int trials, Status *status)
{
    if (trials > e->trials) e->trials = trials;
    for (int c = 0; c < series->configuration_count; c++) {
        char spec[TEXT_MAX];
        Text text = text_on(spec, sizeof spec);
        int  i    = 0;
        series_player_key(series, c, &text);
        while (i < e->players && strcmp(e->player[i], spec) != 0) i++;
        if (i < e->players) continue;
        if (e->players == PLAYERS_ROOM)
            return status_fail(status, "more than %d configurations on the same positions", PLAYERS_ROOM);
        memcpy(e->player[e->players++], spec, strlen(spec) + 1);
    }
    return true;
}

static bool plan_series(Plan *plan, const Experiment *x, Status *status)
{
    for (int s = 0; s < x->series_count; s++)
        for (int k = 0; k < x->series[s].start_count; k++) {
            const Series *const series = &x->series[s];
            char                protocol[PROTOCOL_MAX];
            Text                text = text_on(protocol, sizeof protocol);
            series_protocol(series, series->starts[k], x->seed, &text);
            Entry *e = entry_find(plan, protocol, NULL);
            if (e == NULL) e = entry_of_series(plan, series, series->starts[k], x->seed, protocol, status);
            if (e == NULL || !entry_add(e, series, plan_trials(x, plan->options), status)) return false;
        }
    return true;
}

static bool plan_matches(Plan *plan, const Experiment *x, Status *status)
{
    const int openings = plan_trials(x, plan->options);
    for (int i = 0; i < x->matches.rows * x->matches.columns; i++) {
        const MatchCell *const cell = &x->matches.cells[i];
        char                   protocol[PROTOCOL_MAX];
        Text                   text = text_on(protocol, sizeof protocol);
        match_protocol(&x->matches, cell, x->seed, &text);
        Entry *e = entry_find(plan, protocol, cell);
        if (e == NULL) e = entry_new(plan, x->seed, protocol, status);
        if (e == NULL) return false;
        e->matches = &x->matches, e->cell = cell, e->column = i % x->matches.columns, e->players = 2;
        memcpy(e->player[0], cell->player_key, sizeof e->player[0]);
        memcpy(e->player[1], cell->opponent_key, sizeof e->player[1]);
        if (openings > e->trials) e->trials = openings;
    }
    return true;
}

static int job_compare(const void *a, const void *b)
{
    const Job *const x = a, *const y = b;
    if (x->column != y->column) return x->column < y->column ? -1 : 1;
    if (x->cell != y->cell) return x->cell < y->cell ? -1 : 1;
    if (x->trial != y->trial) return x->trial < y->trial ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

static bool jobs_make(Plan *plan, Status *status)
{
    int n = 0;
    for (int i = 0; i < plan->count; i++) plan->total += plan->entries[i].trials;
    plan->jobs = calloc((size_t)plan->total + 1, sizeof *plan->jobs);
    if (plan->jobs == NULL) return status_fail_system(status, "out of memory for the plan");
    for (int i = 0; i < plan->count; i++)
        for (int k = 0; k < plan->entries[i].trials; k++)
            plan->jobs[n++] = (Job){plan->entries[i].column, plan->entries[i].matches != NULL ? i : 0, k, i};
    qsort(plan->jobs, (size_t)n, sizeof *plan->jobs, job_compare);
    return true;
}

static bool plan_make(Plan *plan, const Experiment experiments[], int count, Status *status)
{
    for (int i = 0; i < count; i++)
        if (!plan_series(plan, &experiments[i], status) || !plan_matches(plan, &experiments[i], status))
            return false;
    return jobs_make(plan, status);
}

// The share of the time that has passed: what the trials of an entry took so far tells what the others will
// take.
static double plan_done(const Plan *plan)
{
    double spent = 0, left = 0, timed = 0;
    for (int i = 0; i < plan->count; i++) spent += plan->entries[i].seconds, timed += plan->entries[i].timed;
    const double usual = timed > 0 ? spent / timed : 1;
    for (int i = 0; i < plan->count; i++) {
        const Entry *const e = &plan->entries[i];
        left += (e->trials - e->done) * (e->timed ? e->seconds / e->timed : usual);
    }
    return spent + left > 0 ? spent / (spent + left) : 1;
}

static void plan_tell(const Plan *plan, const Entry *e)
{
    if (plan->report == NULL) return;
    const bool         match = e->matches != NULL;
    const PlanProgress p     = {
            .done     = plan_done(plan),
            .finished = plan->finished,
            .total    = plan->total,
            .protocol = e->protocol,
            .saving   = !match && e->players > 1 && e->sum_first > 0 ? 1 - e->sum_last / e->sum_first : NAN,
            .points   = match ? e->sum_first / e->sum_last : NAN};
    plan->report(plan->context, &p);
}

// The next trial that has something missing; fills `specs` with the players to run, the control first. NULL
// when there is none. Under the mutex.
static Entry *plan_next(Plan *plan, int *trial, const char *specs[], int *count)
{
    for (; plan->next < plan->total && !atomic_load(&plan->halt); plan->next++) {
        Entry *const e = &plan->entries[plan->jobs[plan->next].entry];
        *trial         = plan->jobs[plan->next].trial;
        *count         = 0;
        if (e->matches != NULL)
            *count = !store_has_pair(plan->store, e->protocol, e->player[0], e->player[1], *trial);
        for (int i = 0; e->matches == NULL && i < e->players; i++)
            if (!store_has(plan->store, e->protocol, e->player[i], *trial)) {
                if (*count == 0 && i > 0) specs[(*count)++] = e->player[0];
                specs[(*count)++] = e->player[i];
            }
        if (*count > 0) {
            plan->next++;
            return e;
        }
        e->done++;
        plan->finished++;
    }
    return NULL;
}

static void plan_fail(Plan *plan, const Status *status)
{
    if (!plan->failed && status->text[0]) *plan->status = *status;
    plan->failed = true;
    atomic_store(&plan->halt, true);
}

// Runs a trial and keeps it. Enters and leaves under the mutex, runs without it.
static bool trial_do(Plan *plan, Entry *e, int trial, const char *const specs[], int count,
                     TrialCount counts[], Status *status)
{
    mutex_unlock(&plan->mutex);
    const bool good = trial_run(&e->v, e->series, e->start, e->seed, trial, specs, count, plan->options->stop,
                                counts, status);
    mutex_lock(&plan->mutex);
    if (!good || !store_put(plan->store, e->protocol, specs, count, trial, counts, status)) return false;
    for (int i = 0; i < count; i++) e->seconds += counts[i].seconds;
    e->sum_first += (double)counts[0].nodes, e->sum_last += (double)counts[count - 1].nodes;
    return true;
}

static bool pair_do(Plan *plan, Entry *e, int opening, Status *status)
{
    PairResult r;
    mutex_unlock(&plan->mutex);
    const bool good = pair_play(e->matches, e->cell, e->seed, opening, plan->options->stop, &r, status);
    mutex_lock(&plan->mutex);
    if (!good || !store_put_pair(plan->store, e->protocol, e->player[0], e->player[1], opening, &r, status))
        return false;
    e->seconds += r.seconds;
    e->sum_first += r.points[0] + r.points[1], e->sum_last += 4;
    return true;
}

static void worker(void *argument)
{
    Plan *const       plan   = argument;
    TrialCount *const counts = calloc(PLAYERS_ROOM, sizeof *counts);
    Status            status = {0};
    const char       *specs[PLAYERS_ROOM];
    int               trial, count;
    mutex_lock(&plan->mutex);
    if (counts == NULL) {
        status_fail_system(&status, "out of memory for the trials");
        plan_fail(plan, &status);
    }
    for (Entry *e; (e = plan_next(plan, &trial, specs, &count)) != NULL;) {
        if (!(e->matches != NULL ? pair_do(plan, e, trial, &status)
                                 : trial_do(plan, e, trial, specs, count, counts, &status))) {
            plan_fail(plan, &status);
            break;
        }
        e->timed++, e->done++, plan->finished++;
        plan_tell(plan, e);
    }
    mutex_unlock(&plan->mutex);
    free(counts);
}

bool plan_run(Store *store, const Experiment experiments[], int count, const PlanOptions *options,
              PlanReport *report, void *context, Status *status)
{
    Plan plan = {.store = store, .options = options, .report = report, .context = context, .status = status};
    status_clear(status);
    mutex_open(&plan.mutex);
    if (plan_make(&plan, experiments, count, status)) threads_run(worker, &plan, 0, options->threads);
    else plan.failed = true;
    for (int i = 0; i < plan.count; i++)
        if (plan.entries[i].matches == NULL) variant_close(&plan.entries[i].v);
    free(plan.entries);
    free(plan.jobs);
    mutex_close(&plan.mutex);
    return !plan.failed;
}
