// Which of the stored trials are run again: rows put together to trials, a random part of them chosen.
#include "base/rng.h"
#include "lab/verify_inner.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_same_task(const Verify *v, const Stored *a, const Stored *b)
{
    return key_of(v, a)->experiment == key_of(v, b)->experiment && key_of(v, a)->task == key_of(v, b)->task;
}

// Keys of a task stand together and in order: by task, then number, then row, then maker.
static int stored_compare(const void *a, const void *b, void *context)
{
    const Verify *const v = context;
    const Stored *const x = a, *const y = b;
    const RowKey *const i = key_of(v, x), *const k = key_of(v, y);
    if (i->experiment != k->experiment || i->task != k->task) return x->key < y->key ? -1 : 1;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->maker > y->maker) - (x->maker < y->maker);
}

bool value_is_equal(const StoreColumn *c, const StoreValue *a, const StoreValue *b)
{
    if (a->null || b->null) return a->null == b->null;
    if (c->type == STORE_TEXT) return strcmp(a->text, b->text) == 0;
    return c->type == STORE_REAL ? store_sum_real(a->real) == store_sum_real(b->real)
                                 : a->integer == b->integer;
}

void values_write(const StoreRows *rows, const void *a, const void *b, Values *out)
{
    memset(out->a, 0, sizeof out->a), memset(out->b, 0, sizeof out->b);
    rows->write(a, out->a, out->scratch[0]), rows->write(b, out->b, out->scratch[1]);
}

bool column_varies(const StoreRows *rows, const StoreColumn *c)
{
    return rows->varies != NULL && strcmp(c->name, rows->varies) == 0;
}

// Is it the same row, from another file or another run: the same digest, and the same values but the time?
static bool is_repeated(const Verify *v, const Stored *a, const Stored *b)
{
    const StoreRows *const rows = key_of(v, a)->key.rows;
    Values                 values;
    if (strcmp(v->makers[a->maker].digest, v->makers[b->maker].digest) != 0) return false;
    values_write(rows, a->row, b->row, &values);
    for (int i = 0; rows->columns[i].name != NULL; i++)
        if (!column_varies(rows, &rows->columns[i]) &&
            !value_is_equal(&rows->columns[i], &values.a[i], &values.b[i]))
            return false;
    return true;
}

// Rows stand in order: the same ones are neighbours.
static void repeated_drop(Verify *v)
{
    int n = 0;
    for (int i = 0; i < v->count; i++) {
        const Stored row   = v->rows[i];
        bool         there = false;
        for (int k = n; !there && k-- > 0 && v->rows[k].key == row.key && v->rows[k].number == row.number;)
            there = is_repeated(v, &v->rows[k], &row);
        if (there) free(row.row);
        else v->rows[n++] = row;
    }
    v->left_out.repeated += v->count - n;
    v->count = n;
}

static bool is_left(const Verify *v, const Experiment *e)
{
    for (int i = 0; i < v->leave_count; i++)
        if (v->leave[i] == e) return true;
    return false;
}

bool unit_has(const Verify *v, const Unit *u, int program)
{
    for (int i = 0; i < u->count; i++)
        if (v->rows[u->first + i].program == program) return true;
    return false;
}

static void programs_count(Verify *v)
{
    for (int i = 0; i < v->unit_count; i++) {
        const Unit *const u = &v->units[i];
        for (int k = 0; k < v->program_count; k++)
            count_of(&v->programs[k], u->engine)->trials_all += !u->left && unit_has(v, u, k);
        for (int k = u->first; k < u->first + u->count; k++) {
            if (v->rows[k].program < 0) continue;
            VerifyCount *const count = count_of(&v->programs[v->rows[k].program], u->engine);
            count->rows_all++, count->rows_left += u->left;
            v->programs[v->rows[k].program].asked = true;
        }
    }
}

bool units_make(Verify *v, Status *status)
{
    if (v->count > 0) qsort_r(v->rows, (size_t)v->count, sizeof *v->rows, stored_compare, v);
    repeated_drop(v);
    v->units = calloc((size_t)v->count + 1, sizeof *v->units);
    if (v->units == NULL) return status_fail_system(status, "out of memory for the rows");
    for (int i = 0; i < v->count; i++) {
        if (i == 0 || !is_same_task(v, &v->rows[i - 1], &v->rows[i]) ||
            v->rows[i - 1].number != v->rows[i].number) {
            v->units[v->unit_count].left    = is_left(v, key_of(v, &v->rows[i])->experiment);
            v->units[v->unit_count].engine  = store_key_has_engine(&key_of(v, &v->rows[i])->key);
            v->units[v->unit_count++].first = i;
        }
        v->units[v->unit_count - 1].count++;
    }
    programs_count(v);
    return true;
}

// How many of `count` trials the share is, and `least` at least.
static int wanted_of(const VerifyOptions *options, int count, int least)
{
    const int wanted = (int)lround(options->share * count);
    return wanted > least ? wanted : least < count ? least : count;
}

// Can it be run, and is it by the program (-1: whoever made it)?
static bool is_candidate(const Verify *v, const Unit *u, int program)
{
    return !u->left && (program < 0 || unit_has(v, u, program));
}

// So many of those that are not chosen yet, each set of that size as likely as any other.
static void choose_some(Verify *v, int program, int wanted, Rng *rng)
{
    int count = 0;
    for (int i = 0; i < v->unit_count; i++)
        count += is_candidate(v, &v->units[i], program) && !v->units[i].chosen;
    for (int i = 0; i < v->unit_count && wanted > 0; i++) {
        if (!is_candidate(v, &v->units[i], program) || v->units[i].chosen) continue;
        if (rng_below(rng, (uint32_t)count--) >= (uint32_t)wanted) continue;
        v->units[i].chosen = true;
        wanted--;
    }
}

// One of every task, each of its trials as likely as any other: a change of one evaluation or one ordering
// shows in all trials of a few tasks, which a sample of all might miss. How many.
static int choose_one_of_each(Verify *v, int program, Rng *rng)
{
    int chosen = 0;
    for (int first = 0, end; first < v->unit_count; first = end) {
        const Stored *const row  = &v->rows[v->units[first].first];
        int                 pick = -1, met = 0;
        for (end = first; end < v->unit_count && is_same_task(v, row, &v->rows[v->units[end].first]); end++)
            if (is_candidate(v, &v->units[end], program) && rng_below(rng, (uint32_t)++met) == 0) pick = end;
        if (pick < 0) continue;
        v->units[pick].chosen = true;
        chosen++;
    }
    return chosen;
}

static int program_compare(const void *a, const void *b, void *context)
{
    const Verify *const        v = context;
    const VerifyProgram *const x = &v->programs[*(const int *)a], *const y = &v->programs[*(const int *)b];
    const int here = strcmp(x->here, y->here);
    return here != 0 ? here : strcmp(x->digest, y->digest);
}

int *programs_sorted(const Verify *v)
{
    int *const order = calloc((size_t)v->program_count + 1, sizeof *order);
    for (int i = 0; order != NULL && i < v->program_count; i++) order[i] = i;
    if (order != NULL) qsort_r(order, (size_t)v->program_count, sizeof *order, program_compare, (Verify *)v);
    return order;
}

bool units_choose(Verify *v, const VerifyOptions *options, Status *status)
{
    Rng rng = rng_seed(options->seed);
    int all = 0;
    for (int i = 0; i < v->unit_count; i++) all += !v->units[i].left;
    if (options->least == 0) return choose_some(v, -1, wanted_of(options, all, 1), &rng), true;
    int *const order = programs_sorted(v);
    if (order == NULL) return status_fail_system(status, "out of memory for the rows");
    for (int i = 0; i < v->program_count; i++) {
        const VerifyProgram *const p       = &v->programs[order[i]];
        const int                  all_its = p->own.trials_all + p->engines.trials_all;
        const int                  wanted  = wanted_of(options, all_its, options->least);
        const int                  chosen  = choose_one_of_each(v, order[i], &rng);
        if (wanted > chosen) choose_some(v, order[i], wanted - chosen, &rng);
    }
    free(order);
    return true;
}
