#include "lab/state.h"
#include "lab/kinds/kind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const state_names[] = {"missing", "partly", "measured", "kept"};

// Where a row is, and whose it is: in a results file, or as many bits further among the kept ones.
enum { OWN = 1, VOUCHED = 2, OTHER = 4, ANY = OWN | VOUCHED | OTHER, KEPT_BITS = 3, KEPT = ANY << KEPT_BITS };

StateName state_name(const ExperimentState *s)
{
    if (s->rows == 0) return STATE_MISSING;
    if (s->rows < s->wanted) return STATE_PARTLY;
    return s->kept < s->wanted ? STATE_MEASURED : STATE_KEPT;
}

void state_text(const ExperimentState *s, Text *out)
{
    const StateName name = state_name(s);
    text_add(out, "%s", state_names[name]);
    if (name == STATE_PARTLY) text_add(out, " %.0f%%", 100.0 * s->rows / s->wanted);
    if (s->other > 0) text_add(out, ", by another program");
    else if (s->vouched > 0) text_add(out, ", vouched for");
}

bool lab_states_open(LabStates *s, const Experiment experiments[], int count, Status *status)
{
    assert(count >= 0);
    *s = (LabStates){0};
    if (!row_keys_open(&s->keys, experiments, count, status)) return false;
    const size_t n = (size_t)s->keys.count + 1;
    s->present     = calloc(n, sizeof *s->present);
    s->seconds     = calloc(n, sizeof *s->seconds);
    bool good      = s->present != NULL && s->seconds != NULL;
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
                         digest_in(s->accept, row->key.digest);
        if (row->number >= key->experiment->trials) continue;
        const int whose = own ? OWN : vouches_cover(s->vouches, &key->key, row->key.digest) ? VOUCHED : OTHER;
        unsigned char *const present = &s->present[k][row->number];
        if (*present == 0) s->seconds[k] += row_seconds(row);
        *present |= (unsigned char)(s->kept ? whose << KEPT_BITS : whose);
    }
    return true;
}

// How many rows are there as `whose` and as nobody's that is better; kept: among the kept ones.
static int rows_of(const LabStates *s, const Experiment *e, int whose, bool kept)
{
    int n = 0;
    for (int i = 0; i < s->keys.count; i++)
        for (int k = 0; s->keys.list[i].experiment == e && k < e->trials; k++) {
            const int here = s->present[i][k] & ANY, there = s->present[i][k] >> KEPT_BITS;
            const int all = kept ? there : here | there;
            n += (all & whose) != 0 && (all & (whose - 1)) == 0;
        }
    return n;
}

ExperimentState state_of(const LabStates *s, const Experiment *e)
{
    ExperimentState state = {0};
    for (int i = 0; i < s->keys.count; i++) {
        if (s->keys.list[i].experiment != e) continue;
        for (int k = 0; k < e->trials; k++) {
            state.rows += s->present[i][k] != 0;
            state.kept += (s->present[i][k] & KEPT) != 0;
        }
        state.wanted += e->trials;
        state.seconds += s->seconds[i];
    }
    const bool kept = state_name(&state) == STATE_KEPT;
    state.other     = rows_of(s, e, OTHER, kept);
    state.vouched   = rows_of(s, e, VOUCHED, kept);
    return state;
}
