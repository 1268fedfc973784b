#include "lab/report/report.h"
#include "base/fold.h"
#include "lab/kinds/kind.h"
#include "lab/report/chosen_report.h"
#include "lab/report/foreign.h"
#include "lab/report/legend.h"
#include "lab/report/rivals.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Text.

enum { NAME_WIDTH_MAX = 36, INDENT = 2 };

// A table as it is written: its columns, how wide they are, and the values.
typedef struct Layout {
    const Table  *table;
    int           count, names;   // names: the first columns, which say what a row is
    const Column *columns[COLUMNS_MAX];
    int           width[COLUMNS_MAX];
} Layout;

static int width_of(const char *text) { return fold_width(text, (int)strlen(text)); }

// A value as text; one that names its row is cut where it is long.
static const char *value_of(const Layout *l, int column, int row, char out[TEXT_MAX])
{
    Text text = text_on(out, TEXT_MAX);
    column_text(l->columns[column], l->table, table_cell(l->table, row), &text);
    if (column >= l->names || width_of(out) <= NAME_WIDTH_MAX) return out;
    int end = 0;
    while (fold_width(out, end + 1) < NAME_WIDTH_MAX || ((unsigned char)out[end] & 0xc0) == 0x80) end++;
    strcpy(out + end, "\u2026");
    return out;
}

static void layout_make(Layout *l, const Table *t)
{
    char value[TEXT_MAX];
    *l       = (Layout){.table = t};
    l->count = columns_shown(t->experiment->kind, t, SHOWN_TEXT, l->columns);
    while (l->names < l->count && l->columns[l->names]->format == FORMAT_TEXT) l->names++;
    for (int i = 0; i < l->count; i++) {
        l->width[i] = width_of(l->columns[i]->heading);
        for (int k = 0; k < t->count; k++) {
            const int n = width_of(value_of(l, i, k, value));
            if (n > l->width[i]) l->width[i] = n;
        }
    }
}

// Words stand to the left, figures to the right.
static bool is_left(const Column *c)
{
    return c->format == FORMAT_TEXT || c->format == FORMAT_WORD || c->format == FORMAT_VERDICT;
}

static void field(FILE *out, const Layout *l, int column, const char *text)
{
    const int pad = l->width[column] - width_of(text);
    if (is_left(l->columns[column])) fprintf(out, "  %s%*s", text, pad, "");
    else fprintf(out, "  %*s%s", pad, "", text);
}

// One line: the names and the columns from ... end-1; the heading where row is below 0.
static void layout_line(FILE *out, const Layout *l, int row, int from, int end)
{
    char   value[TEXT_MAX], *line = NULL;
    size_t size   = 0;
    FILE  *memory = open_memstream(&line, &size);
    if (memory == NULL) return;
    for (int i = 0; i < end; i++)
        if (i < l->names || i >= from)
            field(memory, l, i, row < 0 ? l->columns[i]->heading : value_of(l, i, row, value));
    fclose(memory);
    while (size > 0 && line[size - 1] == ' ') size--;
    fprintf(out, "%.*s\n", (int)size, line);
    free(line);
}

// The columns from ... as many as a line holds, at least one; returns the next.
static int layout_end(const Layout *l, int from)
{
    int used = 0, end = from;
    for (int i = 0; i < l->names; i++) used += INDENT + l->width[i];
    while (end < l->count && (end == from || used + INDENT + l->width[end] <= FOLD_COLUMNS))
        used += INDENT + l->width[end++];
    return end;
}

// A table that is too wide goes on below, with the names of its rows once more.
static void table_text(FILE *out, const Table *t)
{
    Layout l;
    layout_make(&l, t);
    for (int from = l.names, end; from < l.count; from = end) {
        end = layout_end(&l, from);
        layout_line(out, &l, -1, from, end);
        for (int k = 0; k < t->count; k++) {
            if (k > 0 && t->experiment->kind->group(t, k) != t->experiment->kind->group(t, k - 1))
                fputc('\n', out);
            layout_line(out, &l, k, from, end);
        }
        fputc('\n', out);
    }
}

// Writes lines that a kind has written, folded; `text` is freed.
static void lines_print(FILE *out, char *text)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        const int indent = (int)strspn(line, " ");
        fprintf(out, "%*s", indent, "");
        fold_print(out, line + indent, indent, indent + INDENT);
    }
    free(text);
}

// Once for all tables of an experiment.
static void hypotheses_text(FILE *out, const Table *t)
{
    const json_t *hypothesis;
    size_t        i;
    if (!t->first) return;
    json_array_foreach(t->experiment->hypotheses, i, hypothesis)
    {
        fprintf(out, "  hypothesis %zu%s: %s\n", i + 1, t->registered ? "" : " (not registered)",
                json_string_value(hypothesis));
    }
}

static void head_text(FILE *out, const Table *t, const char *makers)
{
    char       *text   = NULL;
    size_t      size   = 0;
    FILE *const memory = open_memstream(&text, &size);
    if (memory == NULL) return;
    char sentence[CHOSEN_SENTENCE_MAX];
    Text chosen = text_on(sentence, sizeof sentence);
    t->experiment->kind->text_head(t, makers, memory);
    if (experiment_changes(t->experiment)[0])
        fprintf(memory, "  changed by %s: not what its file says\n", experiment_changes(t->experiment));
    chosen_sentence(t, &chosen);
    if (sentence[0]) fprintf(memory, "  %s\n", sentence);
    if (t->digests[0]) fprintf(memory, "  made by digest %s, commit %s\n", t->digests, t->commits);
    fprintf(memory, "  %s\n", t->registration);
    if (t->gap[0]) fprintf(memory, "  %s\n", t->gap);
    hypotheses_text(memory, t);
    fclose(memory);
    lines_print(out, text);
}

// What the kind compares beside the cells.
static void more_text(FILE *out, const Table *t)
{
    char       *text   = NULL;
    size_t      size   = 0;
    FILE *const memory = t->experiment->kind->text_more == NULL ? NULL : open_memstream(&text, &size);
    if (memory == NULL) return;
    t->experiment->kind->text_more(t, memory);
    fclose(memory);
    lines_print(out, text);
    if (size > 0) fputc('\n', out);
}

// Rows of other programs, used or not, one line each.
static void foreign_text(FILE *out, const Tables *tables)
{
    for (int i = 0; i < tables->foreign_count; i++) {
        char line[FOREIGN_LINE_MAX];
        Text text = text_on(line, sizeof line);
        foreign_format(&tables->foreign[i], &text);
        fprintf(out, "%s\n", line);
    }
}

static void verdicts_text(FILE *out, const Tables *tables)
{
    char       *text   = NULL;
    size_t      size   = 0;
    FILE *const memory = open_memstream(&text, &size);
    char        changes[2 * TEXT_MAX];
    Text        changed = text_on(changes, sizeof changes);
    if (memory == NULL) return;
    tables_changes(tables, &changed);
    if (changes[0]) fprintf(memory, "%s\n", changes);
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const Tables of_kind = tables_of_kind(tables, lab_kinds[i]);
        int          counts[VERDICTS_MAX];
        tables_verdicts(&of_kind, counts);
        lab_kinds[i]->text_summary(&of_kind, counts, memory);
        chosen_summary_text(&of_kind, memory);
        rivals_summary_text(&of_kind, memory);
    }
    foreign_text(memory, tables);
    fclose(memory);
    lines_print(out, text);
}

static bool is_printed(const Tables *tables, const Experiment *e)
{
    for (int i = 0; i < tables->count; i++)
        if (tables->list[i].experiment == e && (e->kind->shown(&tables->list[i]) & WHEN_PAPER) != 0)
            return true;
    return false;
}

// An experiment without printed figures has no verdicts: what there is of it instead.
static void unprinted_text(FILE *out, const Tables *tables, const Table *t)
{
    const Experiment *const e = t->experiment;
    char                    line[4 * TEXT_MAX];
    Text                    text = text_on(line, sizeof line);
    if (!t->first || is_printed(tables, e)) return;
    text_add(&text, "%s: no printed figures, so no verdicts; %s, %d cells in all; %s", e->name,
             t->digests[0] ? "its tables are shown without --summary" : "no rows are there yet",
             e->kind->cells(e), t->registration);
    fold_print(out, line, 0, INDENT);
}

void report_summary(FILE *out, const Tables *tables)
{
    for (int i = 0; i < tables->count; i++) unprinted_text(out, tables, &tables->list[i]);
    verdicts_text(out, tables);
}

void report_text(FILE *out, const Tables *tables)
{
    for (int i = 0; i < tables->count; i++) {
        head_text(out, &tables->list[i], tables->makers);
        table_text(out, &tables->list[i]);
        more_text(out, &tables->list[i]);
        rivals_text(out, &tables->list[i]);
    }
    legend_text(out, tables);
    verdicts_text(out, tables);
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
    json_t       *cells = NULL, *more = NULL, *rivals = NULL;
    int           number = 0;   // of a table in its experiment
    for (int i = 0; i < tables->count; i++) {
        const Table *const      t = &tables->list[i];
        const Experiment *const e = t->experiment;
        const Column           *columns[COLUMNS_MAX];
        columns_shown(e->kind, NULL, SHOWN_JSON, columns);
        if (i == 0 || e != tables->list[i - 1].experiment) {
            cells = json_array(), more = json_array(), rivals = json_array(), number = 0;
            json_array_append_new(experiments,
                                  json_pack("{s:s, s:s, s:s, s:s, s:o, s:s, s:o, s:o, s:o, s:o}", "name",
                                            e->name, "title", e->title, "kind", e->kind->name, "changes",
                                            experiment_changes(e), "chosen", chosen_json(e), "registration",
                                            t->registration, "hypotheses", experiment_hypotheses(e), "cells",
                                            cells, "comparisons", more, "rivals", rivals));
        }
        if (t->gap[0])
            json_object_set_new(json_array_get(experiments, json_array_size(experiments) - 1), "gap",
                                json_string(t->gap));
        for (int k = 0; k < t->count; k++) json_array_append_new(cells, cell_json(t, k, columns));
        json_t *const own = e->kind->json_more == NULL ? NULL : e->kind->json_more(t);
        if (own != NULL) json_array_extend(more, own);
        json_decref(own);
        rivals_json(t, ++number, rivals);
    }
    return json_pack("{s:o, s:o, s:s, s:o}", "experiments", experiments, "chosen",
                     chosen_summary_json(tables), "made_by", tables->makers, "foreign",
                     foreign_json(tables->foreign, tables->foreign_count));
}
