#include "lab/report/report.h"
#include "lab/kinds/kind.h"
#include "lab/report/foreign.h"

#include <assert.h>
#include <string.h>

// Text.

// A verdict is set apart by one more space.
static void field(FILE *out, const Column *c, const char *text, int width)
{
    fprintf(out, "%s%*s", c->format == FORMAT_VERDICT ? "  " : " ", width, text);
}

// How wide a column is: as its row says, or as its longest value; negative to the left.
static int width_of(const Column *c, const Table *t)
{
    int width = c->width;
    for (int i = 0; c->grows && i < t->count; i++) {
        char value[TEXT_MAX];
        Text text = text_on(value, sizeof value);
        column_text(c, t, table_cell(t, i), &text);
        const int n = (int)strlen(value);
        if (n > (width < 0 ? -width : width)) width = width < 0 ? -n : n;
    }
    return width;
}

static void table_text(FILE *out, const Table *t)
{
    const ExperimentKind *const kind = t->experiment->kind;
    const Column               *columns[COLUMNS_MAX];
    int                         widths[COLUMNS_MAX];
    const int                   n = columns_shown(kind, t, SHOWN_TEXT, columns);
    fputc(' ', out);
    for (int i = 0; i < n; i++) {
        widths[i] = width_of(columns[i], t);
        field(out, columns[i], columns[i]->heading, widths[i]);
    }
    fputc('\n', out);
    for (int k = 0; k < t->count; k++) {
        if (k > 0 && kind->group(t, k) != kind->group(t, k - 1)) fputc('\n', out);
        fputc(' ', out);
        for (int i = 0; i < n; i++) {
            char value[TEXT_MAX];
            Text text = text_on(value, sizeof value);
            column_text(columns[i], t, table_cell(t, k), &text);
            field(out, columns[i], value, widths[i]);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

// Rows of other programs, used or not, one line each.
static void foreign_text(FILE *out, const Tables *tables)
{
    for (int i = 0; i < tables->foreign_count; i++) {
        char line[TEXT_MAX];
        Text text = text_on(line, sizeof line);
        foreign_format(&tables->foreign[i], &text);
        fprintf(out, "%s\n", line);
    }
}

void report_summary(FILE *out, const Tables *tables)
{
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const Tables of_kind = tables_of_kind(tables, lab_kinds[i]);
        int          counts[VERDICTS_MAX];
        tables_verdicts(&of_kind, counts);
        lab_kinds[i]->text_summary(&of_kind, counts, out);
    }
    foreign_text(out, tables);
}

void report_text(FILE *out, const Tables *tables)
{
    for (int i = 0; i < tables->count; i++) {
        const Table *const t = &tables->list[i];
        t->experiment->kind->text_head(t, tables->makers, out);
        if (t->digests[0]) fprintf(out, "  made by digest %s, commit %s\n", t->digests, t->commits);
        table_text(out, t);
    }
    report_summary(out, tables);
}

// JSON.

static json_t *cell_json(const Table *t, int k, const Column *const columns[])
{
    assert(k >= 0 && k < t->count);
    json_t *const cell = json_object();
    for (int i = 0; columns[i] != NULL; i++)
        json_object_set_new(cell, columns[i]->key, column_json(columns[i], t, table_cell(t, k)));
    return cell;
}

// One object per experiment; its series follow each other in `cells`, distinguished by their label.
json_t *report_json(const Tables *tables)
{
    json_t *const experiments = json_array();
    json_t       *cells       = NULL;
    for (int i = 0; i < tables->count; i++) {
        const Table *const      t = &tables->list[i];
        const Experiment *const e = t->experiment;
        const Column           *columns[COLUMNS_MAX];
        columns_shown(e->kind, NULL, SHOWN_JSON, columns);
        if (i == 0 || e != tables->list[i - 1].experiment) {
            cells = json_array();
            json_array_append_new(experiments, json_pack("{s:s, s:s, s:s, s:o}", "name", e->name, "title",
                                                         e->title, "kind", e->kind->name, "cells", cells));
        }
        for (int k = 0; k < t->count; k++) json_array_append_new(cells, cell_json(t, k, columns));
    }
    return json_pack("{s:o, s:s, s:o}", "experiments", experiments, "made_by", tables->makers, "foreign",
                     foreign_json(tables->foreign, tables->foreign_count));
}
