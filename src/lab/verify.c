#include "lab/verify.h"
#include "base/rng.h"
#include "base/threads.h"
#include "lab/kinds/kind.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A stored row.
typedef struct Stored {
    int   key, number, run;
    void *row;
} Stored;

// Rows of one trial: those of one task and number, which are run together.
typedef struct Unit {
    int  first, count;
    bool chosen;
} Unit;

typedef struct StoredRun {
    StoreRun run;    // its texts are owned
    int      rows;   // that were run again
} StoredRun;

struct Verify {
    RowKeys      keys;
    const Store *store;
    int          count, room, unit_count, run_count, run_room, by_the_clock, other_digest;
    Stored      *rows;
    Unit        *units;
    StoredRun   *runs;

    // While it runs.
    const VerifyOptions *options;
    VerifyDifference    *difference;
    void                *context;
    VerifyResult        *result;
    Status              *status;
    Mutex                mutex;
    int                  next;
    bool                 failed;
};

Verify *verify_open(const Experiment experiments[], int count, const Store *store, Status *status)
{
    assert(count >= 0);
    Verify *const v = calloc(1, sizeof *v);
    if (v == NULL) return status_fail_system(status, "out of memory for the rows"), NULL;
    v->store = store;
    if (row_keys_open(&v->keys, experiments, count, status)) return v;
    free(v);
    return NULL;
}

static void run_close(StoreRun *run)
{
    const char *const texts[] = {run->program, run->commit,  run->compiler,
                                 run->flags,   run->machine, run->started};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free((char *)texts[i]);
}

void verify_close(Verify *v)
{
    if (v == NULL) return;
    for (int i = 0; i < v->count; i++) free(v->rows[i].row);
    for (int i = 0; i < v->run_count; i++) run_close(&v->runs[i].run);
    free(v->rows);
    free(v->units);
    free(v->runs);
    row_keys_close(&v->keys);
    free(v);
}

// Collecting.

// Has a player a limit of time?
static bool is_by_the_clock(const StoreKey *key)
{
    for (int i = 0; i < key->rows->players; i++)
        if (strstr(key->players[i], ",time=") != NULL || strstr(key->players[i], ":time=") != NULL)
            return true;
    return false;
}

static bool is_same_run(const StoreRun *a, const StoreRun *b)
{
    return strcmp(a->program, b->program) == 0 && strcmp(a->commit, b->commit) == 0 &&
           strcmp(a->compiler, b->compiler) == 0 && strcmp(a->flags, b->flags) == 0 &&
           strcmp(a->machine, b->machine) == 0;
}

// The number of a run, which does not tell when it was; -1 when memory is short.
static int run_number(Verify *v, const StoreRun *run)
{
    for (int i = v->run_count; i-- > 0;)
        if (is_same_run(&v->runs[i].run, run)) return i;
    if (v->run_count == v->run_room) {
        const int        room  = v->run_room ? 2 * v->run_room : 8;
        StoredRun *const grown = realloc(v->runs, (size_t)room * sizeof *grown);
        if (grown == NULL) return -1;
        v->runs = grown, v->run_room = room;
    }
    const StoreRun copy   = {.program  = strdup(run->program),
                             .commit   = strdup(run->commit),
                             .compiler = strdup(run->compiler),
                             .flags    = strdup(run->flags),
                             .machine  = strdup(run->machine),
                             .started  = strdup(run->started),
                             .threads  = run->threads};
    v->runs[v->run_count] = (StoredRun){.run = copy};
    return v->run_count++;
}

static bool row_add(Verify *v, int key, const StoreRow *row)
{
    if (v->count == v->room) {
        const int     room  = v->room ? 2 * v->room : 256;
        Stored *const grown = realloc(v->rows, (size_t)room * sizeof *grown);
        if (grown == NULL) return false;
        v->rows = grown, v->room = room;
    }
    const size_t size = row->key.rows->size;
    Stored      *s    = &v->rows[v->count];
    *s                = (Stored){key, row->number, run_number(v, &row->run), malloc(size)};
    if (s->run < 0 || s->row == NULL) return free(s->row), false;
    memcpy(s->row, row->row, size);
    v->count++;
    return true;
}

bool verify_visit(void *context, const StoreRow *row, Status *status)
{
    Verify *const v = context;
    const int     k = row_keys_find(&v->keys, &row->key, -1);   // shared rows: once
    if (k < 0) return true;
    if (strcmp(row->key.digest, v->keys.list[k].key.digest) != 0 &&
        (v->store == NULL || !store_accepts(v->store, row->key.digest)))
        v->other_digest++;
    else if (is_by_the_clock(&row->key)) v->by_the_clock++;
    else return row_add(v, k, row) || status_fail_system(status, "out of memory for the rows");
    return true;
}

bool verify_has(const Verify *v, const Experiment *e)
{
    for (int i = 0; i < v->count; i++)
        if (v->keys.list[v->rows[i].key].experiment == e) return true;
    return false;
}

// Choosing.

static const RowKey *key_of(const Verify *v, const Stored *s) { return &v->keys.list[s->key]; }

static bool is_same_unit(const Verify *v, const Stored *a, const Stored *b)
{
    return key_of(v, a)->experiment == key_of(v, b)->experiment && key_of(v, a)->task == key_of(v, b)->task &&
           a->number == b->number;
}

// Keys of a task stand together and in order: by task, then number, then row.
static int stored_compare(const void *a, const void *b, void *context)
{
    const Verify *const v = context;
    const Stored *const x = a, *const y = b;
    const RowKey *const i = key_of(v, x), *const k = key_of(v, y);
    if (i->experiment != k->experiment || i->task != k->task) return x->key < y->key ? -1 : 1;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

static bool units_make(Verify *v, Status *status)
{
    if (v->count > 0) qsort_r(v->rows, (size_t)v->count, sizeof *v->rows, stored_compare, v);
    v->units = calloc((size_t)v->count + 1, sizeof *v->units);
    if (v->units == NULL) return status_fail_system(status, "out of memory for the rows");
    for (int i = 0; i < v->count; i++) {
        if (i == 0 || !is_same_unit(v, &v->rows[i - 1], &v->rows[i])) v->units[v->unit_count++].first = i;
        v->units[v->unit_count - 1].count++;
    }
    return true;
}

// So many of them, each set of that size as likely as any other.
static void units_choose(Verify *v, int wanted, uint64_t seed)
{
    assert(wanted >= 0 && wanted <= v->unit_count);
    Rng rng = rng_seed(seed);
    for (int i = 0; i < v->unit_count; i++)
        if (rng_below(&rng, (uint32_t)(v->unit_count - i)) < (uint32_t)wanted) {
            v->units[i].chosen = true;
            wanted--;
        }
}

// Running.

static void value_text(const StoreColumn *c, const StoreValue *v, Text *out)
{
    if (v->null) text_add(out, "nothing");
    else if (c->type == STORE_TEXT) text_add(out, "'%.60s'", v->text);
    else if (c->type == STORE_REAL) text_add(out, "%.17g", v->real);
    else text_add(out, "%lld", (long long)v->integer);
}

// What a column did not have before a later format is not compared.
static bool is_same_value(const StoreColumn *c, const StoreValue *now, const StoreValue *kept)
{
    if (kept->null && c->since > 0) return true;
    if (now->null || kept->null) return now->null == kept->null;
    if (c->type == STORE_TEXT) return strcmp(now->text, kept->text) == 0;
    return c->type == STORE_REAL ? store_sum_real(now->real) == store_sum_real(kept->real)
                                 : now->integer == kept->integer;
}

// "history-ads-1, initial, None, trial 7: ".
static void row_name(const Verify *v, const Task *task, const Stored *s, Text *out)
{
    const ExperimentKind *const kind = task->experiment->kind;
    const char                 *labels[ROW_LABELS];
    kind->row_label(task, key_of(v, s)->row, labels);
    text_add(out, "%s", task->experiment->name);
    for (int i = 0; i < ROW_LABELS; i++)
        if (kind->row_labels[i] != NULL && labels[i][0]) text_add(out, ", %s", labels[i]);
    text_add(out, ", %s %d: ", kind->rows->number, s->number);
}

// Counts with another database say nothing about the row: that is told instead of what differs.
static bool lookups_tell(Verify *v, const Task *task, const Stored *s, const StoreValue now[],
                         const StoreValue kept[])
{
    const StoreRows *const rows = task->experiment->kind->rows;
    char                   line[2 * TEXT_MAX];
    Text                   text = text_on(line, sizeof line);
    Lookup                 one[2];
    for (int i = 0; rows->lookups != NULL && rows->columns[i].name != NULL; i++) {
        if (strcmp(rows->columns[i].name, rows->lookups) != 0 || now[i].null || kept[i].null) continue;
        if (!lookups_differ(now[i].text, kept[i].text, one)) return false;
        row_name(v, task, s, &text);
        text_add(&text, "database %s has digest %s here, the row was made with %s; not compared", one[0].name,
                 one[0].digest, one[1].digest);
        v->difference(v->context, line);
        return true;
    }
    return false;
}

// "history-ads-1, initial, None, trial 7: nodes 120, kept 119".
static void difference_tell(Verify *v, const Task *task, const Stored *s, const StoreColumn *c,
                            const StoreValue *now, const StoreValue *kept)
{
    char line[2 * TEXT_MAX];
    Text text = text_on(line, sizeof line);
    row_name(v, task, s, &text);
    text_add(&text, "%s ", c->name);
    value_text(c, now, &text);
    text_add(&text, ", kept ");
    value_text(c, kept, &text);
    v->difference(v->context, line);
}

// Under the mutex.
static void row_compare(Verify *v, const Task *task, const Stored *s, const void *now)
{
    const StoreRows *const rows = task->experiment->kind->rows;
    StoreValue             x[STORE_COLUMNS_MAX], y[STORE_COLUMNS_MAX];
    char                   scratch[2][STORE_SCRATCH];
    bool                   same = true;
    memset(x, 0, sizeof x), memset(y, 0, sizeof y);
    rows->write(now, x, scratch[0]), rows->write(s->row, y, scratch[1]);
    const bool other = lookups_tell(v, task, s, x, y);
    for (int i = 0; !other && rows->columns[i].name != NULL; i++) {
        const StoreColumn *const c = &rows->columns[i];
        if (rows->varies != NULL && strcmp(c->name, rows->varies) == 0) continue;
        if (is_same_value(c, &x[i], &y[i])) continue;
        difference_tell(v, task, s, c, &x[i], &y[i]);
        same = false;
    }
    v->result->rows++, v->result->differ += other || !same;
    v->runs[s->run].rows++;
}

// Runs one trial without the mutex and compares its rows under it. The first row of a task comes first,
// whether it is stored or not: its moves lead to the positions of the others.
static bool unit_run(Verify *v, const Unit *u, Task *task, void *out, Status *status)
{
    const Stored *const         first = &v->rows[u->first];
    const Experiment *const     e     = key_of(v, first)->experiment;
    const ExperimentKind *const kind  = e->kind;
    int                         rows[TASK_PLAYERS_MAX + 1], at[TASK_PLAYERS_MAX + 1], n = 0;
    memset(task, 0, sizeof *task);
    task->experiment = e, task->trials = e->trials;
    kind->task(e, key_of(v, first)->task, task);
    if (key_of(v, first)->row != 0) rows[n++] = 0;
    for (int i = 0; i < u->count; i++) {
        const int row = key_of(v, &v->rows[u->first + i])->row;
        if (n == 0 || rows[n - 1] != row) rows[n++] = row;   // two digests of one row are one run
        at[i] = n - 1;
    }
    if (kind->task_open != NULL && !kind->task_open(task, status)) return false;
    const bool good = kind->run(task, first->number, rows, n, v->options->stop, out, status);
    mutex_lock(&v->mutex);
    for (int i = 0; good && i < u->count; i++)
        row_compare(v, task, &v->rows[u->first + i], (char *)out + (size_t)at[i] * kind->rows->size);
    v->result->trials += good;
    mutex_unlock(&v->mutex);
    if (kind->task_close != NULL) kind->task_close(task);
    return good;
}

static const Unit *unit_next(Verify *v)
{
    mutex_lock(&v->mutex);
    while (v->next < v->unit_count && !v->units[v->next].chosen) v->next++;
    const Unit *const u = v->next < v->unit_count && !v->failed ? &v->units[v->next++] : NULL;
    mutex_unlock(&v->mutex);
    return u;
}

static void fail(Verify *v, const Status *status)
{
    mutex_lock(&v->mutex);
    if (!v->failed) *v->status = *status;
    v->failed = true;
    mutex_unlock(&v->mutex);
}

static void worker(void *argument)
{
    Verify *const v      = argument;
    size_t        size   = 0;
    Status        status = {0};
    for (int i = 0; lab_kinds[i] != NULL; i++)
        if (lab_kinds[i]->rows->size > size) size = lab_kinds[i]->rows->size;
    Task *const task = malloc(sizeof *task);
    void *const out  = calloc(TASK_PLAYERS_MAX + 1, size);
    if (task == NULL || out == NULL) {
        status_fail_system(&status, "out of memory for the trials");
        fail(v, &status);
    } else
        for (const Unit *u; (u = unit_next(v)) != NULL;)
            if (!unit_run(v, u, task, out, &status)) {
                fail(v, &status);
                break;
            }
    free(task);
    free(out);
}

bool verify_run(Verify *v, const VerifyOptions *options, VerifyDifference *difference, void *context,
                VerifyResult *out, Status *status)
{
    assert(options->share >= 0 && options->share <= 1 && options->threads >= 1);
    status_clear(status);
    *out = (VerifyResult){.by_the_clock = v->by_the_clock, .other_digest = v->other_digest};
    if (!units_make(v, status)) return false;
    const int wanted = (int)lround(options->share * v->unit_count);
    out->trials_all  = v->unit_count;
    units_choose(v, wanted == 0 && v->unit_count > 0 ? 1 : wanted, options->seed);
    v->options = options, v->difference = difference, v->context = context, v->result = out;
    v->status = status;
    mutex_open(&v->mutex);
    threads_run(worker, v, 0, options->threads);
    mutex_close(&v->mutex);
    return !v->failed;
}

void verify_runs(const Verify *v, VerifyRun *run, void *context)
{
    for (int i = 0; i < v->run_count; i++)
        if (v->runs[i].rows > 0) run(context, &v->runs[i].run, v->runs[i].rows);
}
