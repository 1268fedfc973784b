#include "lab/report/rows_csv.h"
#include "base/file.h"
#include "lab/kinds/kind.h"
#include "lab/report/column.h"
#include "lab/row_keys.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A row: which key it has, its number, and what is written of it after the labels.
typedef struct Line {
    int   key, number;
    char *text;
} Line;

typedef struct Lines {
    const Store *store;
    RowKeys      keys;
    int          count, room;
    Line        *list;
} Lines;

static void value_csv(FILE *out, const StoreColumn *c, const StoreValue *v)
{
    fputc(',', out);
    if (v->null) return;
    if (c->type == STORE_TEXT) csv_quoted(out, v->text);
    else if (c->type == STORE_REAL) fprintf(out, "%.9g", v->real);
    else fprintf(out, "%lld", (long long)v->integer);
}

static char *line_text(const StoreRow *row)
{
    const StoreRows *const rows = row->key.rows;
    const StoreRun *const  run  = &row->run;
    char                  *text = NULL;
    size_t                 size = 0;
    FILE *const            out  = open_memstream(&text, &size);
    StoreValue             values[STORE_COLUMNS_MAX];
    char                   scratch[STORE_SCRATCH];
    const char *const      made[] = {row->key.digest, run->program, run->commit, run->compiler,
                                     run->flags,      run->machine, run->started};
    if (out == NULL) return NULL;
    memset(values, 0, sizeof values);
    rows->write(row->row, values, scratch);
    fprintf(out, ",%d", row->number);
    for (int i = 0; rows->columns[i].name != NULL; i++) value_csv(out, &rows->columns[i], &values[i]);
    for (int i = 0; i < rows->players; i++) fputc(',', out), csv_quoted(out, row->key.players[i]);
    fputc(',', out), csv_quoted(out, row->key.protocol);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) fputc(',', out), csv_quoted(out, made[i]);
    fprintf(out, ",%d\n", run->threads);
    fclose(out);
    return text;
}

static bool line_add(Lines *lines, int key, const StoreRow *row)
{
    if (lines->count == lines->room) {
        const int   room  = lines->room ? 2 * lines->room : 256;
        Line *const grown = realloc(lines->list, (size_t)room * sizeof *grown);
        if (grown == NULL) return false;
        lines->list = grown, lines->room = room;
    }
    char *const text = line_text(row);
    if (text == NULL) return false;
    lines->list[lines->count++] = (Line){key, row->number, text};
    return true;
}

static bool visit(void *context, const StoreRow *row, Status *status)
{
    Lines *const lines = context;
    for (int k = row_keys_find(&lines->keys, &row->key, -1); k >= 0;
         k     = row_keys_find(&lines->keys, &row->key, k)) {
        if (strcmp(row->key.digest, lines->keys.list[k].key.digest) != 0 &&
            !store_accepts(lines->store, &lines->keys.list[k].key, row->key.digest))
            continue;
        if (!line_add(lines, k, row)) return status_fail_system(status, "out of memory for the CSV file");
    }
    return true;
}

static int line_compare(const void *a, const void *b)
{
    const Line *const x = a, *const y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->number != y->number ? (x->number < y->number ? -1 : 1) : strcmp(x->text, y->text);
}

static void header(FILE *out, const ExperimentKind *kind)
{
    fputs("experiment", out);
    for (int i = 0; i < ROW_LABELS; i++)
        if (kind->row_labels[i] != NULL) fprintf(out, ",%s", kind->row_labels[i]);
    fprintf(out, ",%s", kind->rows->number);
    for (const StoreColumn *c = kind->rows->columns; c->name != NULL; c++) fprintf(out, ",%s", c->name);
    fprintf(out, ",player%s,protocol,digest,program,commit,compiler,flags,machine,started,threads\n",
            kind->rows->players == 2 ? ",opponent" : "");
}

static void lines_print(FILE *out, const Lines *lines, const ExperimentKind *kind, Task *task)
{
    const char *labels[ROW_LABELS];
    header(out, kind);
    for (int i = 0; i < lines->count; i++) {
        const RowKey *const key = &lines->keys.list[lines->list[i].key];
        if (i == 0 || lines->list[i].key != lines->list[i - 1].key) {
            memset(task, 0, sizeof *task);
            task->experiment = key->experiment;
            kind->task(key->experiment, key->task, task);
            kind->row_label(task, key->row, labels);
        }
        csv_quoted(out, key->experiment->name);
        for (int k = 0; k < ROW_LABELS; k++)
            if (kind->row_labels[k] != NULL) fputc(',', out), csv_quoted(out, labels[k]);
        fputs(lines->list[i].text, out);
    }
}

static bool lines_write(const char *path, const Lines *lines, const ExperimentKind *kind, Status *status)
{
    char       *bytes  = NULL;
    size_t      size   = 0;
    Task *const task   = malloc(sizeof *task);
    FILE *const memory = task == NULL ? NULL : open_memstream(&bytes, &size);
    if (memory != NULL) lines_print(memory, lines, kind, task);
    bool good = (memory != NULL && fclose(memory) == 0) ||
                status_fail_system(status, "out of memory for the CSV file");
    good = good && file_write(path, bytes, size, status);
    free(bytes);
    free(task);
    return good;
}

bool rows_csv_write(const char *path, Store *store, const Experiment experiments[], int count,
                    const ExperimentKind *kind, Status *status)
{
    assert(count >= 0);
    Lines lines = {.store = store};
    int   of    = 0;
    // those of the kind, which need not stand together
    Experiment *const list = calloc((size_t)count + 1, sizeof *list);
    if (list == NULL) return status_fail_system(status, "out of memory for the CSV file");
    for (int i = 0; i < count; i++)
        if (experiments[i].kind == kind) list[of++] = experiments[i];
    bool good = row_keys_open(&lines.keys, list, of, status) && store_each(store, visit, &lines, status);
    if (good) {
        if (lines.count > 0) qsort(lines.list, (size_t)lines.count, sizeof *lines.list, line_compare);
        good = lines_write(path, &lines, kind, status);
    }
    for (int i = 0; i < lines.count; i++) free(lines.list[i].text);
    free(lines.list);
    row_keys_close(&lines.keys);
    free(list);
    return good;
}
