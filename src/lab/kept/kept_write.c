// Kept rows, written.
#include "base/build_info.h"
#include "base/file.h"
#include "base/rng.h"
#include "lab/kept/kept_inner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint64_t kept_sum(uint64_t sum, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) sum = mix64(sum + (unsigned char)bytes[i]);
    return sum;
}

// Texts by number, from 1.
typedef struct Texts {
    int    count, room;
    char **list;
} Texts;

typedef struct Writer {
    const Store     *store;
    const RowKeys   *keys;
    FILE            *out;
    Texts            runs, protocols, players;
    const StoreRows *rows;                              // of the last row; NULL before the first
    char             of[8 * TEXT_MAX + PROTOCOL_MAX];   // the last `of` line
    int              written, left_out;
} Writer;

static void texts_close(Texts *texts)
{
    for (int i = 0; i < texts->count; i++) free(texts->list[i]);
    free(texts->list);
}

// The number of a text, and whether it is new; 0 when there is no memory for it.
static int texts_number(Texts *texts, const char *text, bool *fresh)
{
    *fresh = false;
    for (int i = texts->count; i-- > 0;)   // rows come in order: mostly the last
        if (strcmp(texts->list[i], text) == 0) return i + 1;
    if (texts->count == texts->room) {
        const int    room  = texts->room ? 2 * texts->room : 64;
        char **const grown = realloc(texts->list, (size_t)room * sizeof *grown);
        if (grown == NULL) return 0;
        texts->list = grown, texts->room = room;
    }
    texts->list[texts->count] = strdup(text);
    if (texts->list[texts->count] == NULL) return 0;
    *fresh = true;
    return ++texts->count;
}

static void field(FILE *out, const char *text)
{
    fputc('\t', out);
    for (; *text; text++)
        if (*text == '\t') fputs("\\t", out);
        else if (*text == '\n') fputs("\\n", out);
        else if (*text == '\\') fputs("\\\\", out);
        else fputc(*text, out);
}

// Writes "word NUMBER TEXT" where the text is new; returns its number.
static int text_put(FILE *out, Texts *texts, const char *word, const char *text)
{
    bool      fresh;
    const int number = texts_number(texts, text, &fresh);
    if (fresh) {
        fprintf(out, "%s\t%d", word, number);
        field(out, text);
        fputc('\n', out);
    }
    return number;
}

// The fields of a run as they stand in its line.
static char *run_text(const StoreRun *run)
{
    char             *text    = NULL;
    size_t            size    = 0;
    FILE *const       memory  = open_memstream(&text, &size);
    const char *const words[] = {run->program, run->commit,  run->compiler,
                                 run->flags,   run->machine, run->started};
    if (memory == NULL) return NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) field(memory, words[i]);
    fprintf(memory, "\t%d", run->threads);
    fclose(memory);
    return text;
}

static int run_put(Writer *w, const StoreRun *run)
{
    char *const text   = run_text(run);
    bool        fresh  = false;
    const int   number = text == NULL ? 0 : texts_number(&w->runs, text, &fresh);
    if (fresh) fprintf(w->out, "run\t%d%s\n", number, text);
    free(text);
    return number;
}

static void table_put(Writer *w, const StoreRows *rows)
{
    if (w->rows == rows) return;
    fprintf(w->out, "table\t%s\t%s\t%d", rows->table, rows->number, rows->players);
    for (const StoreColumn *c = rows->columns; c->name != NULL; c++) fprintf(w->out, "\t%s", c->name);
    fputc('\n', w->out);
    w->rows  = rows;
    w->of[0] = 0;
}

// What the row is of; false when memory is short.
static bool of_put(Writer *w, const StoreKey *key)
{
    char      line[sizeof w->of];
    Text      text     = text_on(line, sizeof line);
    const int protocol = text_put(w->out, &w->protocols, "protocol", key->protocol);
    bool      good     = protocol > 0;
    text_add(&text, "of\t%d", protocol);
    for (int i = 0; i < key->rows->players; i++) {
        const int player = text_put(w->out, &w->players, "player", key->players[i]);
        text_add(&text, "\t%d", player);
        good = good && player > 0;
    }
    text_add(&text, "\t%s", key->digest);
    if (strcmp(line, w->of) == 0) return good;
    fprintf(w->out, "%s\n", line);
    memcpy(w->of, line, sizeof line);
    return good;
}

static void value_put(FILE *out, const StoreColumn *c, const StoreValue *v)
{
    if (v->null) fputs("\t-", out);
    else if (c->type == STORE_TEXT) field(out, v->text);
    else if (c->type == STORE_REAL) fprintf(out, "\t%.17g", v->real);
    else fprintf(out, "\t%lld", (long long)v->integer);
}

static bool row_put(Writer *w, const StoreRow *row, int run)
{
    const StoreRows *const rows   = row->key.rows;
    char                  *line   = NULL;
    size_t                 size   = 0;
    FILE *const            memory = open_memstream(&line, &size);
    StoreValue             values[STORE_COLUMNS_MAX];
    char                   scratch[STORE_SCRATCH];
    if (memory == NULL) return false;
    memset(values, 0, sizeof values);
    rows->write(row->row, values, scratch);
    fprintf(memory, "%d\t%d", row->number, run);
    for (int i = 0; rows->columns[i].name != NULL; i++) value_put(memory, &rows->columns[i], &values[i]);
    fclose(memory);
    const uint64_t of = kept_sum(1, w->of, strlen(w->of));
    fprintf(w->out, "%s\t%016llx\n", line, (unsigned long long)kept_sum(of, line, size));
    free(line);
    w->written++;
    return true;
}

static bool visit(void *context, const StoreRow *row, Status *status)
{
    Writer *const w = context;
    const int     k = row_keys_find(w->keys, &row->key, -1);
    if (k < 0) return true;
    if (strcmp(row->key.digest, w->keys->list[k].key.digest) != 0 &&
        !store_accepts(w->store, &w->keys->list[k].key, row->key.digest)) {
        w->left_out++;
        return true;
    }
    const int run = run_put(w, &row->run);
    table_put(w, row->key.rows);
    return (run > 0 && of_put(w, &row->key) && row_put(w, row, run)) ||
           status_fail_system(status, "out of memory for the rows");
}

// Those of the experiments whose rows are kept, and of their files as they are.
static bool registration_put_line(void *context, const RegistrationRow *row, Status *status)
{
    Writer *const     w       = context;
    const char *const texts[] = {row->hash, row->name, row->hypotheses, row->date, row->commit};
    bool              wanted  = false;
    (void)status;
    for (int i = 0; !wanted && i < w->keys->count; i++) {
        const Experiment *const e = w->keys->list[i].experiment;
        wanted                    = strcmp(row->hash, e->hash) == 0 || strcmp(row->hash, e->file_hash) == 0;
    }
    if (!wanted) return true;
    fputs(KEPT_REGISTRATION, w->out);
    for (int i = 0; i < 5; i++) field(w->out, texts[i]);
    fprintf(w->out, "\t%d\t%016llx\n", row->rows_before, (unsigned long long)registration_sum(row));
    return true;
}

bool kept_write(Store *store, const RowKeys *keys, const char *path, int *rows, int *left_out, Status *status)
{
    char         *text = NULL;
    size_t        size = 0;
    Writer *const w    = calloc(1, sizeof *w);
    FILE *const   out  = w == NULL ? NULL : open_memstream(&text, &size);
    bool          good = out != NULL || status_fail_system(status, "out of memory for the rows");
    if (good) {
        w->store = store, w->keys = keys, w->out = out;
        fprintf(out, "%s\t%d\n", KEPT_NAME, KEPT_FORMAT);
        good = registrations_each(store, registration_put_line, w, status) &&
               store_each(store, visit, w, status);
        fflush(out);
        if (good) fprintf(out, "end\t%d\t%016llx\n", w->written, (unsigned long long)kept_sum(2, text, size));
        const bool whole = !ferror(out);
        if ((fclose(out) != 0 || !whole) && good)
            good = status_fail_system(status, "out of memory for the rows");
        *rows = w->written, *left_out = w->left_out;
        texts_close(&w->runs);
        texts_close(&w->protocols);
        texts_close(&w->players);
    }
    if (good && *rows == 0)
        good = status_fail(status, "there are no rows of these experiments%s",
                           *left_out > 0 ? " but those of other digests; --accept DIGEST keeps them" : "");
    good = good && file_write(path, text, size, status);
    free(text);
    free(w);
    return good;
}
