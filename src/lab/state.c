#include "lab/state.h"
#include "lab/kinds/kind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const state_names[] = {"missing", "partly", "kept"};

StateName state_name(const ExperimentState *s)
{
    return s->rows == 0 ? STATE_MISSING : s->rows < s->wanted ? STATE_PARTLY : STATE_KEPT;
}

// Counts the rows of one task, reading them into `rows`.
static bool task_state(Task *task, Store *store, void *rows, ExperimentState *out, Status *status)
{
    const ExperimentKind *const kind = task->experiment->kind;
    for (int i = 0; i < task->rows; i++) {
        const char *players[STORE_PLAYERS_MAX];
        for (int k = 0; k < kind->rows->players; k++) players[k] = task->player[i * kind->rows->players + k];
        const StoreKey key = {kind->rows, task->protocol, players, task->digest};
        const int      n   = store == NULL ? 0 : store_read(store, &key, task->trials, rows, status);
        if (n < 0) return false;
        for (int k = 0; k < n; k++) kind->tally(task, (char *)rows + (size_t)k * kind->rows->size, 1);
        out->rows += n, out->wanted += task->trials;
    }
    out->seconds += task->seconds;
    return true;
}

bool experiment_state(const Experiment *e, Store *store, ExperimentState *out, Status *status)
{
    Task *const task = malloc(sizeof *task);
    void *const rows = calloc((size_t)e->trials, e->kind->rows->size);
    bool        good = (task != NULL && rows != NULL) || status_fail_system(status, "out of memory");
    *out             = (ExperimentState){0};
    for (int i = 0; good && i < e->kind->tasks(e); i++) {
        memset(task, 0, sizeof *task);
        task->experiment = e, task->trials = e->trials;
        e->kind->task(e, i, task);
        good = task_state(task, store, rows, out, status);
    }
    free(task);
    free(rows);
    return good;
}
