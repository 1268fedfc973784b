#include "lab/report/tables.h"
#include "lab/kinds/kind.h"
#include "lab/published.h"
#include "lab/registration.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool experiment_add(Tables *tables, Store *store, const Experiment *e, int trials,
                           const json_t *published, Status *status)
{
    assert(trials >= 0);
    Registration registration;
    bool         good = registration_find(store, e, &registration, status);
    for (int i = 0; good && i < e->kind->tables(e); i++) {
        Table *const t       = &tables->list[tables->count++];
        Text         digests = text_on(t->digests, sizeof t->digests),
             commits = text_on(t->commits, sizeof t->commits), gap = text_on(t->gap, sizeof t->gap);
        t->experiment = e, t->first = i == 0;
        t->registered = registration.there;
        store_used_begin(store);
        good = e->kind->summarise(t, i, store, trials > 0 ? trials : e->trials, published, status);
        if (good) store_used(store, &digests, &commits, &gap);
        Text registered = text_on(t->registration, sizeof t->registration);
        registration_text(&registration, &registered);
        if (registration.there && trials > 0 && trials != e->trials)
            text_add(&registered, "; shown are at most %d trials, registered were %d", trials, e->trials);
    }
    return good;
}

bool tables_make(Tables *tables, Store *store, const Experiment experiments[], int count, int trials,
                 Status *status)
{
    assert(count >= 0 && trials >= 0);
    json_t *const published = published_load(status);
    int           total     = 0;
    bool          good      = published != NULL;
    *tables                 = (Tables){.seed = BOOTSTRAP_SEED};
    for (int i = 0; i < count; i++) total += experiments[i].kind->tables(&experiments[i]);
    tables->list = calloc((size_t)total + 1, sizeof *tables->list);
    if (tables->list == NULL) good = status_fail_system(status, "out of memory for the tables");
    for (int k = 0; good && lab_kinds[k] != NULL; k++)
        for (int i = 0; good && i < count; i++)
            if (experiments[i].kind == lab_kinds[k])
                good = experiment_add(tables, store, &experiments[i], trials, published, status);
    Text makers = text_on(tables->makers, sizeof tables->makers);
    if (good) store_makers(store, &makers);
    if (good) tables->foreign_count = store_foreign(store, tables->foreign, FOREIGN_MAX);
    json_decref(published);
    if (!good) tables_close(tables);
    return good;
}

void tables_close(Tables *tables)
{
    for (int i = 0; i < tables->count; i++) {
        free(tables->list[i].cells);
        free(tables->list[i].more);
    }
    free(tables->list);
    tables->list  = NULL;
    tables->count = 0;
}

void tables_drop_unplayed(Tables *tables)
{
    int left = 0;
    for (int i = 0; i < tables->count; i++) {
        Table *const                t    = &tables->list[i];
        const ExperimentKind *const kind = t->experiment->kind;
        if (kind->unplayed != NULL && kind->unplayed(t)) free(t->cells), free(t->more);
        else tables->list[left++] = *t;
    }
    tables->count = left;
}

Tables tables_of_kind(const Tables *tables, const ExperimentKind *kind)
{
    Tables out   = *tables;
    int    first = 0;
    while (first < tables->count && tables->list[first].experiment->kind != kind) first++;
    int end = first;
    while (end < tables->count && tables->list[end].experiment->kind == kind) end++;
    out.count = end - first;
    out.list  = tables->list == NULL ? NULL : tables->list + first;
    return out;
}

bool tables_have_kind(const Tables *tables, const ExperimentKind *kind)
{
    return tables->count == 0 ? kind == lab_kinds[0] : tables_of_kind(tables, kind).count > 0;
}

// All are changed by the same words, but for a seed or a value that one of them has anyway.
void tables_changes(const Tables *tables, Text *out)
{
    const char *longest = "";
    int         n       = 0;
    for (int i = 0; i < tables->count; i++) {
        const char *const changes = experiment_changes(tables->list[i].experiment);
        n += changes[0] != 0;
        if (strlen(changes) > strlen(longest)) longest = changes;
    }
    if (n == 0) return;
    text_add(out, "%d of %d table%s changed by %s: not what %s", n, tables->count,
             tables->count == 1 ? "" : "s", longest, n == 1 ? "its file says" : "their files say");
}

void tables_verdicts(const Tables *tables, int counts[])
{
    memset(counts, 0, VERDICTS_MAX * sizeof *counts);
    for (int i = 0; i < tables->count; i++)
        for (int k = 0; k < tables->list[i].count; k++) {
            const ExperimentKind *const kind = tables->list[i].experiment->kind;
            const int                   v    = kind->verdict(table_cell(&tables->list[i], k));
            assert(v >= 0 && v < kind->verdict_count && kind->verdict_count <= VERDICTS_MAX);
            counts[v]++;
        }
}
