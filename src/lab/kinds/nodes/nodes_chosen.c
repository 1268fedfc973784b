// Which comparisons were looked at when the conventions were chosen, although their table was not: the same
// search from the same start against the same control stands in a table that was.
#include "lab/kinds/nodes/nodes.h"

#include <string.h>

static bool protocols_same(const Table *t, const Experiment *other, const Series *series, Start start)
{
    char a[PROTOCOL_MAX], b[PROTOCOL_MAX];
    Text mine = text_on(a, sizeof a), theirs = text_on(b, sizeof b);
    series_protocol(table_series(t), start, t->experiment->seed, &mine);
    series_protocol(series, start, other->seed, &theirs);
    return strcmp(a, b) == 0 && table_series(t)->count == series->count &&
           strcmp(table_series(t)->configurations[0].key, series->configurations[0].key) == 0;
}

static bool series_has(const Series *series, const char *player)
{
    for (int i = 1; i < series->configuration_count; i++)
        if (strcmp(series->configurations[i].key, player) == 0) return true;
    return false;
}

static void mark(const Table *t, Cell cells[], const Experiment *other)
{
    const SeriesList *const list = series_of_experiment(other);
    for (int k = 0; k < list->count; k++)
        for (int i = 0; i < t->count; i++)
            cells[i].used |= protocols_same(t, other, &list->list[k], cells[i].start) &&
                             series_has(&list->list[k], cells[i].configuration->key);
}

bool nodes_mark_used(const Table *t, Cell cells[], Status *status)
{
    const ChosenConventions *const c = &t->experiment->chosen;
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        Experiment other;
        if (!chosen_on(c, b->name)) continue;
        if (!experiment_parse(&other, b->text, b->name, status)) return false;
        if (other.kind == &kind_nodes) mark(t, cells, &other);
        experiment_close(&other);
    }
    return true;
}
