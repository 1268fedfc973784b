// Which comparisons were looked at when the conventions were chosen, although their table was not: the same
// search from the same start against the same control stands in a table that was. What is the same in print
// is decided by the experiments of the program that repeat the printed tables, not by the table at hand,
// which may have another seed, another name or something else in the technique's place.
#include "lab/kinds/nodes/nodes.h"

#include <string.h>

static bool protocols_same(const Series *a, const Series *b, Start start)
{
    char one[PROTOCOL_MAX], other[PROTOCOL_MAX];
    Text text_one = text_on(one, sizeof one), text_other = text_on(other, sizeof other);
    series_protocol(a, start, 0, &text_one);
    series_protocol(b, start, 0, &text_other);
    return strcmp(one, other) == 0 && a->count == b->count &&
           strcmp(a->configurations[0].key, b->configurations[0].key) == 0;
}

// Is what stands as `printed` in the table of the one series a configuration of the other?
static bool has_same(const Series *a, const char *printed, const Series *b)
{
    for (int i = 1; i < a->configuration_count; i++)
        for (int k = 1; strcmp(a->configurations[i].published, printed) == 0 && k < b->configuration_count;
             k++)
            if (strcmp(a->configurations[i].key, b->configurations[k].key) == 0) return true;
    return false;
}

static void mark(const Table *t, Cell cells[], const Experiment *here, const Experiment *looked_at)
{
    const SeriesList *const a = series_of_experiment(here), *const b = series_of_experiment(looked_at);
    for (int i = 0; i < a->count; i++) {
        const Series *const s = &a->list[i];
        if (strcmp(s->paper, table_series(t)->paper) != 0 || strcmp(s->table, table_series(t)->table) != 0)
            continue;
        for (int k = 0; k < b->count; k++)
            for (int cell = 0; cell < t->count; cell++)
                cells[cell].used |= protocols_same(s, &b->list[k], cells[cell].start) &&
                                    has_same(s, cells[cell].configuration->published, &b->list[k]);
    }
}

// By the experiments that were looked at, where `here` repeats the table at hand.
static bool mark_by(const Table *t, Cell cells[], const Builtin *here, Status *status)
{
    Experiment e;
    bool       good = true;
    if (!experiment_parse(&e, here->text, here->name, status)) return false;
    for (const Builtin *b = lab_builtins; good && e.kind == &kind_nodes && b->name != NULL; b++) {
        Experiment other;
        if (!chosen_on(&t->experiment->chosen, b->name)) continue;
        good = experiment_parse(&other, b->text, b->name, status);
        if (!good) break;
        if (other.kind == &kind_nodes) mark(t, cells, &e, &other);
        experiment_close(&other);
    }
    experiment_close(&e);
    return good;
}

bool nodes_mark_used(const Table *t, Cell cells[], Status *status)
{
    const ChosenConventions *const c    = &t->experiment->chosen;
    const Series *const            s    = table_series(t);
    bool                           good = true;
    if (c->on_count == 0 || chosen_on_this(c)) return true;   // all of its cells were looked at, or none
    for (const Builtin *b = lab_builtins; good && b->name != NULL; b++) {
        json_t *const file = json_loads(b->text, JSON_REJECT_DUPLICATES, NULL);
        if (chosen_prints(file, s->paper, s->table)) good = mark_by(t, cells, b, status);
        json_decref(file);
    }
    return good;
}
