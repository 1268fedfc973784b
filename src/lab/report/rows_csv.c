#include "lab/report/rows_csv.h"
#include "base/file.h"
#include "lab/kinds/kind.h"
#include "lab/report/column.h"
#include "lab/row_keys.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A row: which key it has, its number, who made it, and what is written of it after the labels.
typedef struct Line {
    int   key, number;
    bool  own;   // by this program
    char  digest[BUILD_DIGEST_SIZE];
    char *text;
} Line;

typedef struct Lines {
    const Store *store;
    RowKeys      keys;
    int          trials;   // at most so many of each; 0: as many as the experiment says
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
    fprintf(out, ",%d", run->threads);
    fclose(out);
    return text;
}

static bool line_add(Lines *lines, int key, const StoreRow *row, bool own)
{
    if (lines->count == lines->room) {
        const int   room  = lines->room ? 2 * lines->room : 256;
        Line *const grown = realloc(lines->list, (size_t)room * sizeof *grown);
        if (grown == NULL) return false;
        lines->list = grown, lines->room = room;
    }
    char *const text = line_text(row);
    if (text == NULL) return false;
    Line *const line = &lines->list[lines->count++];
    *line            = (Line){.key = key, .number = row->number, .own = own, .text = text};
    snprintf(line->digest, sizeof line->digest, "%s", row->key.digest);
    return true;
}

static bool visit(void *context, const StoreRow *row, Status *status)
{
    Lines *const lines = context;
    for (int k = row_keys_find(&lines->keys, &row->key, -1); k >= 0;
         k     = row_keys_find(&lines->keys, &row->key, k)) {
        const RowKey *const key = &lines->keys.list[k];
        const bool          own = strcmp(row->key.digest, key->key.digest) == 0;
        if (!own && !store_accepts(lines->store, &key->key, row->key.digest)) continue;
        if (row->number >= (lines->trials > 0 ? lines->trials : key->experiment->trials)) continue;
        if (!line_add(lines, k, row, own))
            return status_fail_system(status, "out of memory for the CSV file");
    }
    return true;
}

static int line_compare(const void *a, const void *b)
{
    const Line *const x = a, *const y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return x->own != y->own ? (x->own ? -1 : 1) : strcmp(x->digest, y->digest);
}

// Leaves what a table is made of (store_read): of every trial one row, the program's own before others, up to
// the first trial that is missing.
static void lines_choose(Lines *lines)
{
    int left = 0, key = -1, next = 0;
    for (int i = 0; i < lines->count; i++) {
        Line *const line = &lines->list[i];
        if (line->key != key) key = line->key, next = 0;
        if (line->number == next) next++, lines->list[left++] = *line;
        else free(line->text);
    }
    lines->count = left;
}

static void header(FILE *out, const ExperimentKind *kind)
{
    fputs("experiment", out);
    for (int i = 0; i < ROW_LABELS; i++)
        if (kind->row_labels[i] != NULL) fprintf(out, ",%s", kind->row_labels[i]);
    fprintf(out, ",%s", kind->rows->number);
    for (const StoreColumn *c = kind->rows->columns; c->name != NULL; c++) fprintf(out, ",%s", c->name);
    fprintf(out, ",player%s,protocol,digest,program,commit,compiler,flags,machine,started,threads,changes\n",
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
        fprintf(out, "%s,", lines->list[i].text);
        csv_quoted(out, experiment_changes(key->experiment));
        fputc('\n', out);
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

bool rows_csv_write(const char *path, Store *store, const Experiment experiments[], int count, int trials,
                    const ExperimentKind *kind, Status *status)
{
    assert(count >= 0 && trials >= 0);
    Lines lines = {.store = store, .trials = trials};
    int   of    = 0;
    // those of the kind, which need not stand together
    Experiment *const list = calloc((size_t)count + 1, sizeof *list);
    if (list == NULL) return status_fail_system(status, "out of memory for the CSV file");
    for (int i = 0; i < count; i++)
        if (experiments[i].kind == kind) list[of++] = experiments[i];
    bool good = row_keys_open(&lines.keys, list, of, status) && store_each(store, visit, &lines, status);
    if (good) {
        if (lines.count > 0) qsort(lines.list, (size_t)lines.count, sizeof *lines.list, line_compare);
        lines_choose(&lines);
        good = lines_write(path, &lines, kind, status);
    }
    for (int i = 0; i < lines.count; i++) free(lines.list[i].text);
    free(lines.list);
    row_keys_close(&lines.keys);
    free(list);
    return good;
}
