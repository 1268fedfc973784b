#include "lab/kinds/nodes/nodes_table.h"
#include "lab/kinds/different.h"
#include "lab/kinds/kind.h"
#include "lab/published.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const RankTest UNTESTED = {.statistic = NAN, .p_smaller = NAN, .p_greater = NAN, .p_two_sided = NAN};

// Printed figures.

static double number_or_nan(const json_t *row, const char *key)
{
    const json_t *const value = json_object_get(row, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static Printed printed_find(const json_t *rows, const char *configuration, Start start)
{
    Printed       out = {.mean = NAN, .sd = NAN, .saving = NAN, .effect = NAN, .significant = -1};
    const json_t *row;
    size_t        i;
    json_array_foreach(rows, i, row)
    {
        const char *const        name = json_string_value(json_object_get(row, "configuration")),
                          *const from = json_string_value(json_object_get(row, "start"));
        if (name == NULL || from == NULL || strcmp(name, configuration) != 0 ||
            strcmp(from, start_names[start]) != 0)
            continue;
        const json_t *const significant = json_object_get(row, "significant");
        const char *const   p           = json_string_value(json_object_get(row, "p"));
        out.there                       = true;
        out.mean = number_or_nan(row, "mean"), out.sd = number_or_nan(row, "sd"),
        out.effect      = number_or_nan(row, "effect");
        out.significant = significant == NULL ? -1 : json_is_true(significant);
        out.contradicts = json_object_get(row, "contradicts") != NULL;
        snprintf(out.p, sizeof out.p, "%s", p == NULL ? "" : p);
    }
    return out;
}

// Samples.

typedef struct Trials {
    int         n;
    TrialCount *counts;      // owned
    double     *values;      // owned: the count the series asks for, in its unit
    double     *parts;       // owned: what a trial is to be divided by for that: 1, or its moves
    uint64_t   *games;       // owned
    int        *first;       // owned: the numbers of the trials of different games
    int         different;   // how many
} Trials;

static void trials_free(Trials *t)
{
    free(t->counts);
    free(t->values);
    free(t->parts);
    free(t->games);
    free(t->first);
    *t = (Trials){0};
}

static bool trials_open(Trials *t, int trials, Status *status)
{
    assert(trials > 0);
    const size_t n = (size_t)trials;
    *t             = (Trials){.counts = calloc(n, sizeof *t->counts),
                              .values = calloc(n, sizeof *t->values),
                              .parts  = calloc(n, sizeof *t->parts),
                              .games  = calloc(n, sizeof *t->games),
                              .first  = calloc(n, sizeof *t->first)};
    return (t->counts != NULL && t->values != NULL && t->parts != NULL && t->games != NULL &&
            t->first != NULL) ||
           status_fail_system(status, "out of memory for the results");
}

// How many moves were measured in a trial. Rows of earlier versions do not tell: then as many as were asked
// for. Rows of earlier formats had all their turns; there were no whole games then (turns 0), and a row that
// claims it is none.
static int turns_of(const TrialCount *count, const Series *series)
{
    return count->turns > 0 ? count->turns : series->turns > 0 ? series->turns : 1;
}

static bool trials_read(Trials *t, Store *store, const char *protocol, const char *player,
                        const Series *series, int trials, Status *status)
{
    if (!trials_open(t, trials, status)) return false;
    const int n = store_read(store, &(StoreKey){&trial_rows, protocol, &player, build_digest(series->game)},
                             trials, t->counts, status);
    if (n < 0) return false;
    for (int i = 0; i < n; i++) {
        const TrialCount *const r = &t->counts[i];
        t->parts[i]               = series->per == PER_MOVE ? turns_of(r, series) : 1;
        t->values[i] = (double)(series->count == COUNT_INTERIOR ? r->interior : r->nodes) / t->parts[i];
        t->games[i]  = r->game;
    }
    t->n         = n;
    t->different = different_find(t->games, n, t->first);
    return true;
}

// The values of these trials, as far as they are below n; `out` has room for all.
static Sample sample_of(const Trials *t, const int first[], int count, int n, double out[])
{
    int found = 0;
    for (int i = 0; i < count && first[i] < n; i++) out[found++] = t->values[first[i]];
    return (Sample){out, found};
}

static void cell_describe(Cell *c, const Trials *t, const Series *series)
{
    double       values[SAMPLE_MAX];
    const Sample sample    = sample_of(t, t->first, t->different, t->n, values);
    const int    different = t->different;
    uint64_t     cuts      = 0;
    c->trials = t->n, c->different = different, c->different_known = different_known(t->games, t->n);
    c->mean = sample_mean(sample), c->sd = sample_sd(sample), c->median = sample_median(sample);
    c->mean_nodes = c->mean_interior = c->mean_list = c->mean_turns = different > 0 ? 0 : NAN;
    for (int i = 0; i < different; i++) {
        const TrialCount *const r = &t->counts[t->first[i]];
        const double            n = different * t->parts[t->first[i]];
        c->mean_nodes += (double)r->nodes / n, c->mean_interior += (double)r->interior / n;
        c->mean_list += (double)r->list_length / different;
        c->mean_turns += (double)turns_of(r, series) / different;
        c->with_cuts |= r->with_cuts;
        for (int k = 0; k < CUT_INDEX_MAX; k++) c->cuts[k] += (double)r->cuts[k], cuts += r->cuts[k];
    }
    for (int k = 0; k < CUT_INDEX_MAX && cuts > 0; k++) c->cuts[k] /= (double)cuts;
}

// Over the trials that both have. Paired ones met the same games, those of the control.
static void cell_compare(Cell *c, const Trials *control, const Trials *treatment, bool paired)
{
    double              of_a[SAMPLE_MAX], of_b[SAMPLE_MAX];
    const int           n    = control->n < treatment->n ? control->n : treatment->n;
    const Trials *const from = paired ? control : treatment;
    const Sample        a    = sample_of(control, control->first, control->different, n, of_a),
                 b           = sample_of(treatment, from->first, from->different, n, of_b);
    c->compared              = a.n < b.n ? a.n : b.n;
    c->saving                = saving(a, b);
    c->saving_interval       = saving_interval(a, b, (Bootstrap){.paired = paired, .seed = BOOTSTRAP_SEED});
    c->mann_whitney          = mann_whitney(a, b);
    c->wilcoxon              = paired ? wilcoxon(a, b) : UNTESTED;
    c->p                     = paired ? c->wilcoxon.p_two_sided : c->mann_whitney.p_two_sided;
    c->glass                 = glass_delta(a, b);
    c->cliff                 = cliff_delta(a, b);
}

static void cell_undefined(Cell *c)
{
    c->saving = c->p = c->p_holm = c->glass = c->cliff = c->control_ratio = NAN;
    c->saving_interval                                                    = (Interval){NAN, NAN};
    c->mann_whitney = c->wilcoxon = UNTESTED;
}

static bool table_correct(Cell cells[], int count, Status *status)
{
    double *const p = calloc((size_t)count, sizeof *p);
    if (p == NULL) return status_fail_system(status, "out of memory for the tables");
    for (int i = 0; i < count; i++) p[i] = cells[i].p;
    holm_adjust(p, count, p);
    for (int i = 0; i < count; i++) cells[i].p_holm = p[i];
    free(p);
    return true;
}

// The cells of one start, the control first.
static bool start_make(Table *t, Store *store, Start start, Cell *cells, int trials, const json_t *rows,
                       Status *status)
{
    const Series *const s = table_series(t);
    char                protocol[PROTOCOL_MAX];
    Text                text    = text_on(protocol, sizeof protocol);
    Trials              control = {0}, treatment = {0};
    bool                good = true;
    series_protocol(s, start, t->experiment->seed, &text);
    for (int i = 0; good && i < s->configuration_count; i++) {
        Cell *const   c  = &cells[i];
        Trials *const to = i == 0 ? &control : &treatment;
        c->configuration = &s->configurations[i];
        c->start         = start;
        cell_undefined(c);
        good = trials_read(to, store, protocol, c->configuration->key, s, trials, status);
        if (good) cell_describe(c, to, s);
        if (good && i > 0) cell_compare(c, &control, &treatment, s->positions == POSITIONS_SHARED);
        c->printed = printed_find(rows, c->configuration->published, start);
        if (i == 0) c->control_ratio = c->mean / c->printed.mean;
        if (i > 0) c->printed.saving = 1 - c->printed.mean / cells[0].printed.mean;
        trials_free(&treatment);
    }
    trials_free(&control);
    return good;
}

static void compare(CompareCell *c, const Trials *of, const Trials *against, bool paired)
{
    Cell cell;
    memset(&cell, 0, sizeof cell);
    cell_undefined(&cell);
    cell_compare(&cell, against, of, paired);
    c->trials = cell.compared, c->ratio = 1 - cell.saving, c->p = cell.p;
    c->interval = (Interval){1 - cell.saving_interval.high, 1 - cell.saving_interval.low};
    c->verdict  = claim_verdict(c);
}

// The comparisons beside the cells, start by start.
static bool compare_all(Table *t, Store *store, int trials, Status *status)
{
    const Series *const s     = table_series(t);
    const int           count = s->start_count * s->comparison_count;
    CompareCell *const  cells = calloc((size_t)count + 1, sizeof *cells);
    bool                good  = cells != NULL || status_fail_system(status, "out of memory for the tables");
    t->more = cells, t->more_count = cells == NULL ? 0 : count;
    for (int i = 0; good && i < count; i++) {
        const Start             start = s->starts[i / s->comparison_count];
        const Comparison *const c     = &s->comparisons[i % s->comparison_count];
        char                    protocol[PROTOCOL_MAX];
        Text                    text = text_on(protocol, sizeof protocol);
        Trials                  of = {0}, against = {0};
        series_protocol(s, start, t->experiment->seed, &text);
        cells[i] = (CompareCell){.comparison = c, .start = start};
        good = trials_read(&of, store, protocol, s->configurations[c->number_of].key, s, trials, status) &&
               trials_read(&against, store, protocol, s->configurations[c->number_against].key, s, trials,
                           status);
        if (good) compare(&cells[i], &of, &against, s->positions == POSITIONS_SHARED);
        trials_free(&of);
        trials_free(&against);
    }
    return good;
}

bool nodes_summarise(Table *t, int series, Store *store, int trials, const json_t *published, Status *status)
{
    assert(series >= 0);
    const Series *const s    = &series_of_experiment(t->experiment)->list[series];
    const json_t *const rows = s->paper[0]
                                 ? json_object_get(published_table(published, s->paper, s->table), "rows")
                                 : NULL;
    if (s->paper[0] && rows == NULL)
        return status_fail(status, "%s: there are no printed figures for table '%s' of '%s'",
                           t->experiment->name, s->table, s->paper);
    Cell *const cells = calloc((size_t)(s->start_count * s->configuration_count), sizeof *cells);
    if (cells == NULL) return status_fail_system(status, "out of memory for the tables");
    t->part = s, t->cells = cells, t->count = s->start_count * s->configuration_count;
    for (int k = 0; k < s->start_count; k++)
        if (!start_make(t, store, s->starts[k], &cells[k * s->configuration_count], trials, rows, status))
            return false;
    if (!table_correct(cells, t->count, status)) return false;
    for (int i = 0; i < t->count; i++) cells[i].verdict = nodes_verdict(&cells[i]);
    return nodes_mark_used(t, cells, status) && compare_all(t, store, trials, status);
}

const Series *table_series(const Table *t)
{
    assert(t->experiment->kind == &kind_nodes);
    return t->part;
}

const Cell *table_cells(const Table *t)
{
    assert(t->experiment->kind == &kind_nodes);
    return t->cells;
}
