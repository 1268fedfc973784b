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

bool lab_states_open(LabStates *s, const Experiment experiments[], int count, Status *status)
{
    assert(count >= 0);
    *s = (LabStates){0};
    if (!row_keys_open(&s->keys, experiments, count, status)) return false;
    const size_t n = (size_t)s->keys.count + 1;
    s->present     = calloc(n, sizeof *s->present);
    s->seconds     = calloc(n, sizeof *s->seconds);
    s->other       = calloc(n, sizeof *s->other);
    bool good      = s->present != NULL && s->seconds != NULL && s->other != NULL;
    for (int i = 0; good && i < s->keys.count; i++) {
        s->present[i] = calloc((size_t)s->keys.list[i].experiment->trials, 1);
        good          = s->present[i] != NULL;
    }
    if (good) return true;
    lab_states_close(s);
    return status_fail_system(status, "out of memory for the rows");
}

void lab_states_close(LabStates *s)
{
    for (int i = 0; s->present != NULL && i < s->keys.count; i++) free(s->present[i]);
    free(s->present);
    free(s->seconds);
    free(s->other);
    row_keys_close(&s->keys);
    *s = (LabStates){0};
}

// What the row took: the column that varies.
static double row_seconds(const StoreRow *row)
{
    const StoreRows *const rows = row->key.rows;
    StoreValue             values[STORE_COLUMNS_MAX];
    char                   scratch[STORE_SCRATCH];
    memset(values, 0, sizeof values);
    rows->write(row->row, values, scratch);
    for (int i = 0; rows->columns[i].name != NULL; i++)
        if (rows->varies != NULL && strcmp(rows->columns[i].name, rows->varies) == 0) return values[i].real;
    return 0;
}

bool lab_states_visit(void *context, const StoreRow *row, Status *status)
{
    LabStates *const s = context;
    (void)status;
    for (int k = row_keys_find(&s->keys, &row->key, -1); k >= 0; k = row_keys_find(&s->keys, &row->key, k)) {
        const RowKey *const key = &s->keys.list[k];
        const bool          own = strcmp(row->key.digest, key->key.digest) == 0 ||
                         (s->store != NULL && store_accepts(s->store, row->key.digest));
        if (row->number >= key->experiment->trials) continue;
        if (!own) s->other[k]++;
        else if (!s->present[k][row->number]) {
            s->present[k][row->number] = 1;
            s->seconds[k] += row_seconds(row);
        }
    }
    return true;
}

ExperimentState state_of(const LabStates *s, const Experiment *e)
{
    ExperimentState state = {0};
    for (int i = 0; i < s->keys.count; i++) {
        if (s->keys.list[i].experiment != e) continue;
        for (int k = 0; k < e->trials; k++) state.rows += s->present[i][k];
        state.wanted += e->trials;
        state.other += s->other[i];
        state.seconds += s->seconds[i];
    }
    return state;
}
