#include "lab/kinds/kind.h"
#include "lab/verify_inner.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Verify *verify_open(const Experiment experiments[], int count, unsigned which, Status *status)
{
    assert(count >= 0);
    Verify *const v = calloc(1, sizeof *v);
    if (v == NULL) return status_fail_system(status, "out of memory for the rows"), NULL;
    v->which = which;
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
    for (int i = 0; i < v->maker_count; i++) run_close(&v->makers[i].run);
    free(v->rows);
    free(v->units);
    free(v->makers);
    free(v->programs);
    free(v->leave);
    row_keys_close(&v->keys);
    free(v);
}

// Collecting.

static bool room_make(void **list, int count, int *room, size_t size)
{
    assert(count >= 0);
    if (count < *room) return true;
    const int   next  = *room ? 2 * *room : 8;
    void *const grown = realloc(*list, (size_t)next * size);
    if (grown == NULL) return false;
    *list = grown, *room = next;
    return true;
}

static bool is_same_run(const StoreRun *a, const StoreRun *b)
{
    return strcmp(a->program, b->program) == 0 && strcmp(a->commit, b->commit) == 0 &&
           strcmp(a->compiler, b->compiler) == 0 && strcmp(a->flags, b->flags) == 0 &&
           strcmp(a->machine, b->machine) == 0;
}

// The number of the row's maker, which does not tell when it was; -1 when memory is short.
static int maker_number(Verify *v, const StoreRow *row, const char *here)
{
    const StoreRun *const run    = &row->run;
    const char *const     digest = row->key.digest;
    for (int i = v->maker_count; i-- > 0;)
        if (strcmp(v->makers[i].digest, digest) == 0 && strcmp(v->makers[i].here, here) == 0 &&
            is_same_run(&v->makers[i].run, run))
            return i;
    if (!room_make((void **)&v->makers, v->maker_count, &v->maker_room, sizeof *v->makers)) return -1;
    const StoreRun     copy = {.program  = strdup(run->program),
                               .commit   = strdup(run->commit),
                               .compiler = strdup(run->compiler),
                               .flags    = strdup(run->flags),
                               .machine  = strdup(run->machine),
                               .started  = strdup(run->started),
                               .threads  = run->threads};
    VerifyMaker *const m    = &v->makers[v->maker_count++];
    *m                      = (VerifyMaker){.run = copy};
    snprintf(m->digest, sizeof m->digest, "%s", digest);
    snprintf(m->here, sizeof m->here, "%s", here);
    const bool whole = copy.program != NULL && copy.commit != NULL && copy.compiler != NULL &&
                       copy.flags != NULL && copy.machine != NULL && copy.started != NULL;
    return whole ? v->maker_count - 1 : -1;
}

// The other program that made the row; -1 for this one, and for rows without a digest. False when memory is
// short.
static bool program_number(Verify *v, const StoreRow *row, const char *here, int *out)
{
    const char *const digest = row->key.digest, *const commit = row->run.commit;
    *out = -1;
    if (strcmp(digest, here) == 0 || strcmp(digest, DIGEST_NONE) == 0 || strcmp(here, DIGEST_NONE) == 0)
        return true;
    int i = 0;
    while (i < v->program_count &&
           (strcmp(v->programs[i].digest, digest) != 0 || strcmp(v->programs[i].here, here) != 0))
        i++;
    if (i == v->program_count) {
        if (!room_make((void **)&v->programs, i, &v->program_room, sizeof *v->programs)) return false;
        VerifyProgram *const p = &v->programs[v->program_count++];
        *p                     = (VerifyProgram){0};
        snprintf(p->digest, sizeof p->digest, "%s", digest);
        snprintf(p->here, sizeof p->here, "%s", here);
    }
    VerifyProgram *const p = &v->programs[ *out = i];
    if (strstr(p->commits, commit) == NULL && strlen(p->commits) + strlen(commit) + 3 < sizeof p->commits) {
        if (p->commits[0]) strcat(p->commits, ", ");
        strcat(p->commits, commit);
    }
    return true;
}

static bool row_add(Verify *v, int key, const StoreRow *row)
{
    if (!room_make((void **)&v->rows, v->count, &v->room, sizeof *v->rows)) return false;
    const size_t      size = row->key.rows->size;
    const char *const here = v->keys.list[key].key.digest;
    Stored           *s    = &v->rows[v->count];
    *s                     = (Stored){.key = key, .number = row->number, .row = malloc(size)};
    s->maker               = maker_number(v, row, here);
    if (s->maker < 0 || s->row == NULL || !program_number(v, row, here, &s->program))
        return free(s->row), false;
    memcpy(s->row, row->row, size);
    v->count++;
    return true;
}

static bool row_leave(Verify *v, const StoreRow *row)
{
    int program;
    v->left_out.unmatched++;
    if (store_key_by_the_clock(&row->key)) return true;
    if (!program_number(v, row, protocol_digest(row->key.protocol), &program)) return false;
    if (program < 0) return true;
    VerifyCount *const count = count_of(&v->programs[program], store_key_has_engine(&row->key));
    count->rows_all++, count->rows_left++;
    return true;
}

bool verify_visit(void *context, const StoreRow *row, Status *status)
{
    Verify *const v = context;
    const int     k = row_keys_find(&v->keys, &row->key, -1);   // shared rows: once
    if (k < 0) return row_leave(v, row) || status_fail_system(status, "out of memory for the rows");
    const bool own = (v->which & VERIFY_OWN) != 0, engines = (v->which & VERIFY_ENGINES) != 0;
    if (own && strcmp(row->key.digest, v->keys.list[k].key.digest) != 0) v->left_out.other_digest++;
    else if (!engines && store_key_has_engine(&row->key)) v->left_out.external++;
    else if (store_key_by_the_clock(&row->key)) v->left_out.by_the_clock++;
    else return row_add(v, k, row) || status_fail_system(status, "out of memory for the rows");
    return true;
}

bool verify_has(const Verify *v, const Experiment *e)
{
    for (int i = 0; i < v->count; i++)
        if (v->keys.list[v->rows[i].key].experiment == e) return true;
    return false;
}

bool verify_leave(Verify *v, const Experiment *e, Status *status)
{
    if (!room_make((void **)&v->leave, v->leave_count, &v->leave_room, sizeof *v->leave))
        return status_fail_system(status, "out of memory for the rows");
    v->leave[v->leave_count++] = e;
    return true;
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
    return (kept->null && c->since > 0) || value_is_equal(c, now, kept);
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
        v->difference(v->context, store_key_has_engine(&key_of(v, s)->key), line);
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
    v->difference(v->context, store_key_has_engine(&key_of(v, s)->key), line);
}

// Under the mutex.
static void row_compare(Verify *v, const Task *task, const Stored *s, const void *now)
{
    const StoreRows *const rows = task->experiment->kind->rows;
    Values                 values;
    bool                   same = true;
    values_write(rows, now, s->row, &values);
    const bool other = lookups_tell(v, task, s, values.a, values.b);
    for (int i = 0; !other && rows->columns[i].name != NULL; i++) {
        const StoreColumn *const c = &rows->columns[i];
        if (column_varies(rows, c) || is_same_value(c, &values.a[i], &values.b[i])) continue;
        difference_tell(v, task, s, c, &values.a[i], &values.b[i]);
        same = false;
    }
    const bool differs = other || !same, engine = store_key_has_engine(&key_of(v, s)->key);
    if (engine) v->result->engine_rows++, v->result->engine_differ += differs;
    else v->result->rows++, v->result->differ += differs;
    v->makers[s->maker].rows++, v->makers[s->maker].differ += differs;
    if (s->program < 0) return;
    VerifyCount *const count = count_of(&v->programs[s->program], engine);
    count->rows++, count->differ += differs;
}

// Runs one trial without the mutex and compares its rows under it. The first row of a task comes first,
// whether it is stored or not: its moves lead to the positions of the others.
static bool unit_run(Verify *v, const Unit *u, Task *task, void *out, Status *status)
{
    const Stored *const         first = &v->rows[u->first];
    const Experiment *const     e     = key_of(v, first)->experiment;
    const ExperimentKind *const kind  = e->kind;
    int                         rows[TASK_PLAYERS_MAX], n = 0;
    memset(task, 0, sizeof *task);
    task->experiment = e, task->trials = e->trials;
    kind->task(e, key_of(v, first)->task, task);
    task->verifies = true;
    if (key_of(v, first)->row != 0) rows[n++] = 0;
    for (int i = 0; i < u->count; i++) {
        Stored *const s   = &v->rows[u->first + i];
        const int     row = key_of(v, s)->row;
        assert(row < TASK_PLAYERS_MAX && (n == 0 || rows[n - 1] <= row));
        if (n == 0 || rows[n - 1] != row) rows[n++] = row;   // two digests of one row are one run
        s->at = n - 1;
    }
    if (kind->task_open != NULL && !kind->task_open(task, status)) return false;
    const bool good = kind->run(task, first->number, rows, n, v->options->stop, out, status);
    mutex_lock(&v->mutex);
    for (int i = 0; good && i < u->count; i++)
        row_compare(v, task, &first[i], (char *)out + (size_t)first[i].at * kind->rows->size);
    v->result->trials += good;
    for (int i = 0; good && i < v->program_count; i++)
        count_of(&v->programs[i], u->engine)->trials += unit_has(v, u, i);
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
    void *const out  = calloc(TASK_PLAYERS_MAX, size);
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
    if (!units_make(v, status)) return false;
    *out            = v->left_out;
    out->trials_all = v->unit_count;
    if (!units_choose(v, options, status)) return false;
    v->options = options, v->difference = difference, v->context = context, v->result = out;
    v->status = status;
    mutex_open(&v->mutex);
    threads_run(worker, v, 0, options->threads);
    mutex_close(&v->mutex);
    return !v->failed;
}

void verify_makers(const Verify *v, VerifyMade *made, void *context)
{
    for (int i = 0; i < v->maker_count; i++)
        if (v->makers[i].rows > 0) made(context, &v->makers[i]);
}

void verify_programs(const Verify *v, VerifyOther *other, void *context)
{
    int *const order = programs_sorted(v);
    for (int i = 0; i < v->program_count; i++) {
        const VerifyProgram *const p = &v->programs[order == NULL ? i : order[i]];
        if (p->asked) other(context, p);
    }
    free(order);
}
