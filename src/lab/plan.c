#include "lab/plan.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_ROOM = 64 };

typedef struct Entry {
    const Series *series;
    Start         start;
    uint64_t      seed;
    int           trials, players, done;
    double        seconds;   // of the `timed` trials done in this run
    int           timed;
    double        sum_first, sum_last;
    Variant       v;
    char          protocol[PROTOCOL_MAX];
    char          player[PLAYERS_ROOM][TEXT_MAX];
} Entry;

typedef struct Plan {
    Store             *store;
    const PlanOptions *options;
    PlanReport        *report;
    void              *context;
    int                count, room, trials_max, next, finished, total;
    Entry             *entries;
    pthread_mutex_t    mutex;
    atomic_bool        halt;
    bool               failed;
    Status            *status;
} Plan;

int plan_trials(const Experiment *e, const PlanOptions *o)
{
    return o->trials > 0 ? o->trials : o->quick ? e->quick_trials : e->trials;
}

static Entry *entry_find(Plan *plan, const char *protocol)
{
    for (int i = 0; i < plan->count; i++)
        if (strcmp(plan->entries[i].protocol, protocol) == 0) return &plan->entries[i];
    return NULL;
}

static Entry *entry_new(Plan *plan, const Series *series, Start start, uint64_t seed, const char *protocol,
                        Status *status)
{
    if (plan->count == plan->room) {
        const int    room  = plan->room ? 2 * plan->room : 16;
        Entry *const grown = realloc(plan->entries, (size_t)room * sizeof *grown);
        if (grown == NULL) return status_fail(status, "out of memory for the plan"), NULL;
        plan->entries = grown;
        plan->room    = room;
    }
    Entry *const e = &plan->entries[plan->count];
    memset(e, 0, sizeof *e);
    e->series = series, e->start = start, e->seed = seed;
    memcpy(e->protocol, protocol, strlen(protocol) + 1);
    if (!variant_open(&e->v, series->game, status)) return NULL;
    plan->count++;
    return e;
}

static bool entry_add(Entry *e, const Series *series, int trials, Status *status)
{
    if (trials > e->trials) e->trials = trials;
    for (int c = 0; c < series->configuration_count; c++) {
        char spec[TEXT_MAX];
        Text text = text_on(spec, sizeof spec);
        int  i    = 0;
        series_player(series, c, &text);
        while (i < e->players && strcmp(e->player[i], spec) != 0) i++;
        if (i < e->players) continue;
        if (e->players == PLAYERS_ROOM)
            return status_fail(status, "more than %d configurations on the same positions", PLAYERS_ROOM);
        memcpy(e->player[e->players++], spec, strlen(spec) + 1);
    }
    return true;
}

static bool plan_make(Plan *plan, const Experiment experiments[], int count, Status *status)
{
    for (int i = 0; i < count; i++) {
        const Experiment *const x = &experiments[i];
        for (int s = 0; s < x->series_count; s++)
            for (int k = 0; k < x->series[s].start_count; k++) {
                const Series *const series = &x->series[s];
                char                protocol[PROTOCOL_MAX];
                Text                text = text_on(protocol, sizeof protocol);
                series_protocol(series, series->starts[k], x->seed, &text);
                Entry *e = entry_find(plan, protocol);
                if (e == NULL) e = entry_new(plan, series, series->starts[k], x->seed, protocol, status);
                if (e == NULL || !entry_add(e, series, plan_trials(x, plan->options), status)) return false;
            }
    }
    for (int i = 0; i < plan->count; i++) {
        plan->total += plan->entries[i].trials;
        if (plan->entries[i].trials > plan->trials_max) plan->trials_max = plan->entries[i].trials;
    }
    return true;
}

// The share of the time that has passed: what the trials of an entry took so far tells what the others will take.
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
    const PlanProgress p = {.done     = plan_done(plan),
                            .finished = plan->finished,
                            .total    = plan->total,
                            .protocol = e->protocol,
                            .saving   = e->players > 1 && e->sum_first > 0 ? 1 - e->sum_last / e->sum_first : NAN};
    plan->report(plan->context, &p);
}

// The next trial that has something missing; fills `specs` with the players to run, the control first. NULL when there is none. Under the mutex.
static Entry *plan_next(Plan *plan, int *trial, const char *specs[], int *count)
{
    for (; plan->next < plan->trials_max * plan->count && !atomic_load(&plan->halt); plan->next++) {
        Entry *const e = &plan->entries[plan->next % plan->count];
        *trial         = plan->next / plan->count;
        *count         = 0;
        if (*trial >= e->trials) continue;
        for (int i = 0; i < e->players; i++)
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

static void *worker(void *argument)
{
    Plan *const       plan   = argument;
    TrialCount *const counts = calloc(PLAYERS_ROOM, sizeof *counts);
    Status            status = {""};
    const char       *specs[PLAYERS_ROOM];
    int               trial, count;
    pthread_mutex_lock(&plan->mutex);
    if (counts == NULL) {
        status_fail(&status, "out of memory for the trials");
        plan_fail(plan, &status);
    }
    for (Entry *e; (e = plan_next(plan, &trial, specs, &count)) != NULL;) {
        pthread_mutex_unlock(&plan->mutex);
        const bool good = trial_run(&e->v, e->series, e->start, e->seed, trial, specs, count, plan->options->stop,
                                    counts, &status);
        pthread_mutex_lock(&plan->mutex);
        if (!good || !store_put(plan->store, e->protocol, specs, count, trial, counts, &status)) {
            plan_fail(plan, &status);
            break;
        }
        for (int i = 0; i < count; i++) e->seconds += counts[i].seconds;
        e->timed++, e->done++, plan->finished++;
        e->sum_first += (double)counts[0].nodes, e->sum_last += (double)counts[count - 1].nodes;
        plan_tell(plan, e);
    }
    pthread_mutex_unlock(&plan->mutex);
    free(counts);
    return NULL;
}

bool plan_run(Store *store, const Experiment experiments[], int count, const PlanOptions *options, PlanReport *report,
              void *context, Status *status)
{
    Plan      plan = {.store = store, .options = options, .report = report, .context = context, .status = status};
    pthread_t threads[SEARCH_THREADS_MAX];
    int       started = 0;
    status->text[0]   = 0;
    pthread_mutex_init(&plan.mutex, NULL);
    if (plan_make(&plan, experiments, count, status)) {
        while (started < options->threads - 1 && pthread_create(&threads[started], NULL, worker, &plan) == 0) started++;
        worker(&plan);
        for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    } else {
        plan.failed = true;
    }
    for (int i = 0; i < plan.count; i++) variant_close(&plan.entries[i].v);
    free(plan.entries);
    pthread_mutex_destroy(&plan.mutex);
    return !plan.failed;
}
