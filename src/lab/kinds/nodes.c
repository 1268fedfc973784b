// nodes.c - the kind "nodes": how many nodes searches visit, configuration by configuration at the same
// positions, against a control.
#include "lab/kinds/nodes/nodes.h"
#include "lab/kinds/nodes/plots.h"
#include "lab/published.h"
#include "lab/report/page_parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Experiments.

// Are there printed figures where the file names some?
static bool printed_check(const SeriesList *list, Status *status)
{
    json_t *const published = published_load(status);
    bool          good      = published != NULL;
    for (int i = 0; good && i < list->count; i++) {
        const Series *const s = &list->list[i];
        good                  = published_check(published, s->paper, s->table, status);
        if (!good && list->count > 1) status_prefix(status, "series %d", i + 1);
    }
    json_decref(published);
    return good;
}

static bool parse(Experiment *e, json_t *object, Status *status)
{
    e->body = series_list_read(e, object, status);
    return e->body != NULL && printed_check(e->body, status);
}

static void close(Experiment *e)
{
    free(e->body);
    e->body = NULL;
}

static void settings_replace(json_t *object, const char *settings)
{
    json_t *const list = json_object_get(object, "configurations");
    for (size_t i = 1; i < json_array_size(list); i++)
        json_object_set_new(json_array_get(list, i), "settings", json_string(settings));
}

static bool in_place(json_t *object, const char *settings, Status *status)
{
    json_t *const series = json_object_get(object, "series");
    (void)status;
    settings_replace(object, settings);
    for (size_t i = 0; i < json_array_size(series); i++)
        settings_replace(json_array_get(series, i), settings);
    return true;
}

// What a sceptic would try: nothing, the two usual ways to learn from cut-offs, and a list that holds one
// move.
static const char *const *rivals(const Experiment *e)
{
    static const char *const usual[] = {"", "order=killer", "order=history", "order=history-ads,limit=1",
                                        NULL};
    const SeriesList *const  list    = series_of_experiment(e);
    for (int i = 0; i < list->count; i++)
        if (list->list[i].paper[0]) return usual;
    return NULL;
}

static int compare(Experiment *e, const char *names, Status *status)
{
    return series_compare(e->body, names, status);
}

static int tables(const Experiment *e) { return series_of_experiment(e)->count; }

static int cells(const Experiment *e)
{
    const SeriesList *const list = series_of_experiment(e);
    int                     sum  = 0;
    for (int i = 0; i < list->count; i++)
        sum += list->list[i].start_count * list->list[i].configuration_count;
    return sum;
}

// Tasks: one for every series and start; `number` is the start. Series that meet the same positions have the
// same protocol and become one task.

static int tasks(const Experiment *e)
{
    const SeriesList *const list = series_of_experiment(e);
    int                     sum  = 0;
    for (int i = 0; i < list->count; i++) sum += list->list[i].start_count;
    return sum;
}

static void task(const Experiment *e, int i, Task *out)
{
    assert(i >= 0);
    const Series *s        = series_of_experiment(e)->list;
    Text          protocol = text_on(out->protocol, sizeof out->protocol);
    for (; i >= s->start_count; s++) i -= s->start_count;
    out->part = s, out->number = (int)s->starts[i], out->rows = s->configuration_count;
    out->digest = build_digest(s->game);
    series_protocol(s, s->starts[i], e->seed, &protocol);
    for (int k = 0; k < s->configuration_count; k++)
        memcpy(out->player[k], s->configurations[k].key, sizeof out->player[k]);
}

static const char *const row_labels[ROW_LABELS] = {"series", "start", "configuration"};

static void row_label(const Task *t, int row, const char *out[])
{
    const Series *const s = t->part;
    assert(row >= 0 && row < s->configuration_count);
    out[0] = s->label, out[1] = start_names[t->number], out[2] = s->configurations[row].name;
}

static bool task_open(Task *t, Status *status)
{
    Variant *const v = malloc(sizeof *v);
    if (v == NULL) return status_fail_system(status, "out of memory for the plan");
    if (!variant_open(v, ((const Series *)t->part)->game, status)) return free(v), false;
    t->opened = v;
    return true;
}

static void task_close(Task *t)
{
    variant_close(t->opened);
    free(t->opened);
    t->opened = NULL;
}

static bool run(const Task *t, int trial, const int rows[], int count, const atomic_bool *stop, void *out,
                Status *status)
{
    assert(trial >= 0 && count > 0);
    const char *specs[TASK_PLAYERS_MAX];
    const Trial which = {.v      = t->opened,
                         .series = t->part,
                         .start  = (Start)t->number,
                         .seed   = t->experiment->seed,
                         .trial  = trial,
                         .stop   = stop};
    for (int i = 0; i < count; i++) specs[i] = t->player[rows[i]];
    return trial_run(&which, specs, count, out, status);
}

// The nodes of the control and of the last player, for the saving so far.
static void tally(Task *t, const void *rows, int count)
{
    assert(count > 0);
    const TrialCount *const c = rows;
    for (int i = 0; i < count; i++) t->seconds += c[i].seconds;
    t->sums[0] += (double)c[0].nodes, t->sums[1] += (double)c[count - 1].nodes;
}

// "focus initial: saving 71 %".
static void progress(const Task *t, Text *out)
{
    const Series *const s = t->part;
    text_add(out, "%.60s %s", s->game, start_names[t->number]);
    if (t->rows > 1 && t->sums[0] > 0) text_add(out, ": saving %.0f %%", 100 * (1 - t->sums[1] / t->sums[0]));
}

// Reports.

static int control(const Table *t, int cell) { return cell % table_series(t)->configuration_count == 0; }

static unsigned shown(const Table *t)
{
    unsigned set = table_series(t)->paper[0] ? WHEN_PAPER : 0;
    for (int i = 0; i < t->count; i++) {
        const Cell *const    c = &table_cells(t)[i];
        const Printed *const p = &c->printed;
        if (c->with_cuts) set |= WHEN_CUTS;
        if (!control(t, i) && c->compared < c->different) set |= WHEN_FEWER;
        if (p->there) set |= WHEN_PRINTED;
        if (p->there && isfinite(p->effect)) set |= WHEN_EFFECT;
    }
    return set;
}

static int group(const Table *t, int cell) { return (int)table_cells(t)[cell].start; }

static int verdict(const void *cell) { return (int)((const Cell *)cell)->verdict; }

static bool used(const Table *t, int cell) { return table_cells(t)[cell].used; }

static const VerdictName verdicts[VERDICTS] = {
    [VERDICT_NONE]         = {"", "", "", "", false},
    [VERDICT_AGREES]       = {"agrees", "good", "\u2713",
                              "an effect in the printed direction, saving within 10 points of print", true},
    [VERDICT_SAVING]       = {"saving differs", "near", "\u2248",
                              "an effect in the printed direction, saving further off", true},
    [VERDICT_SIGNIFICANCE] = {"significance differs", "odd", "!",
                              "the printed effect would have been seen with this many trials, and was not",
                              true},
    [VERDICT_DIRECTION]    = {"direction differs", "bad", "\u2717", "an effect in the other direction", true},
    [VERDICT_CANNOT_TELL]  = {"cannot tell", "odd", "?",
                              "with this many trials the printed effect would not differ from none", false},
    [VERDICT_CONTRADICTS]  = {"print contradicts itself", "odd", "?",
                              "the paper's text and table do not go together", false},
};

// Printed, but with too few trials for a verdict.
static int missing(const Tables *all)
{
    int sum = 0;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->list[i].count; k++) {
            const Cell *const c = &table_cells(&all->list[i])[k];
            sum += c->verdict == VERDICT_NONE && c->printed.there && isfinite(c->printed.saving);
        }
    return sum;
}

static int compared(const int counts[])
{
    int sum = 0;
    for (int v = VERDICT_AGREES; v < VERDICTS; v++) sum += counts[v];
    return sum;
}

// "17 of 20 testable comparisons with print agree (...), 2: saving differs, ...".
static void text_summary(const Tables *all, const int counts[], FILE *out)
{
    const int open = missing(all);
    if (compared(counts) > 0) {
        fprintf(
            out,
            "%d of %d testable comparisons with print agree (an effect in the printed direction, within %d "
            "points)",
            counts[VERDICT_AGREES], verdicts_tested(&kind_nodes, counts), VERDICT_POINTS);
        for (int v = VERDICT_SAVING; v < VERDICTS; v++)
            if (counts[v] > 0) fprintf(out, ", %d: %s", counts[v], verdicts[v].name);
        fputc('\n', out);
    }
    if (open > 0)
        fprintf(out, "%d printed comparisons have fewer than %d trials of different games: no verdict\n",
                open, VERDICT_TRIALS_LEAST);
}

static void html_summary(const Tables *all, const int counts[], FILE *out)
{
    const int n = verdicts_tested(&kind_nodes, counts), agree = counts[VERDICT_AGREES], open = missing(all);
    fprintf(out, "<p>%d table%s of node counts, each configuration against its control. ", all->count,
            all->count == 1 ? "" : "s");
    if (compared(counts) == 0) {
        fputs(open > 0 ? "No published comparison has enough trials for a verdict yet."
                       : "None of them has published figures to compare with.",
              out);
    } else {
        fprintf(out, "<b>%d of %d testable comparisons agree</b> with print", agree, n);
        if (n > 0) fprintf(out, " (%.0f %%)", 100.0 * agree / n);
        fprintf(out, "; %d more cannot be told or contradict themselves in print.", compared(counts) - n);
        if (open > 0)
            fprintf(out, " %d have fewer than %d trials of different games.", open, VERDICT_TRIALS_LEAST);
    }
    fputs(" <a href=\"#method\">What this means</a>.</p>\n", out);
    if (compared(counts) > 0) page_verdicts(out, &kind_nodes, counts);
}

static PlotKind *const plots[] = {plot_savings, plot_scatter, plot_limits, plot_depths, plot_cuts, NULL};

const ExperimentKind kind_nodes = {
    .name          = "nodes",
    .trials_key    = "trials",
    .quick_key     = "quick-trials",
    .trials        = 50,
    .quick_trials  = 5,
    .parse         = parse,
    .close         = close,
    .in_place      = in_place,
    .rivals        = rivals,
    .compare       = compare,
    .tables        = tables,
    .cells         = cells,
    .tasks         = tasks,
    .task          = task,
    .task_open     = task_open,
    .task_close    = task_close,
    .rows          = &trial_rows,
    .row_labels    = row_labels,
    .row_label     = row_label,
    .run           = run,
    .tally         = tally,
    .progress      = progress,
    .summarise     = nodes_summarise,
    .columns       = nodes_columns,
    .cell_size     = sizeof(Cell),
    .shown         = shown,
    .group         = group,
    .control       = control,
    .unit          = nodes_unit,
    .text_head     = nodes_text_head,
    .text_more     = nodes_text_more,
    .json_more     = nodes_json_more,
    .html_title    = nodes_html_title,
    .html_protocol = nodes_html_protocol,
    .html_players  = nodes_html_players,
    .verdicts      = verdicts,
    .verdict_count = VERDICTS,
    .verdict       = verdict,
    .used          = used,
    .text_summary  = text_summary,
    .html_summary  = html_summary,
    .method        = method_nodes,
    .file          = "results",
    .plots         = plots,
};
