#include "lab/registration.h"
#include "base/build_info.h"
#include "lab/kinds/kind.h"
#include "lab/row_keys.h"
#include "lab/store_inner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS registrations (hash TEXT PRIMARY KEY, name TEXT NOT NULL, hypotheses TEXT "
    "NOT NULL, date TEXT NOT NULL, revision TEXT NOT NULL, rows_before INTEGER NOT NULL, sum INTEGER NOT "
    "NULL)";

static bool has_table(const Store *store)
{
    return store_number(store, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = "
                               "'registrations'") == 1;
}

// Rows of an experiment.
typedef struct Counted {
    RowKeys      keys;
    const Store *store;
    const char  *date;
    int          earlier;   // of runs that began before the date; NULL: all
    int          rows;      // that a report may show: of its trials, and of a digest that counts
} Counted;

static bool visit(void *context, const StoreRow *row, Status *status)
{
    Counted *const c = context;
    const int      k = row_keys_find(&c->keys, &row->key, -1);
    (void)status;
    if (k < 0) return true;
    const RowKey *const key = &c->keys.list[k];
    c->earlier += c->date == NULL || strcmp(row->run.started, c->date) < 0;
    c->rows += row->number < key->experiment->trials && (strcmp(row->key.digest, key->key.digest) == 0 ||
                                                         store_accepts(c->store, &key->key, row->key.digest));
    return true;
}

// How many rows there are to be: series of an experiment may share them.
static int rows_wanted(const RowKeys *keys)
{
    int n = 0;
    for (int i = 0; i < keys->count; i++)
        if (row_keys_find(keys, &keys->list[i].key, -1) == i) n += keys->list[i].experiment->trials;
    return n;
}

static bool rows_count(Store *store, const Experiment *e, const char *date, Registration *out, int *earlier,
                       Status *status)
{
    Counted c = {.store = store, .date = date};
    if (!row_keys_open(&c.keys, e, 1, status)) return false;
    const bool good = store_each(store, visit, &c, status);
    out->rows = c.rows, out->wanted = rows_wanted(&c.keys);
    *earlier = c.earlier;
    row_keys_close(&c.keys);
    return good;
}

static int64_t sum_of(const char *const texts[], int count, int rows)
{
    uint64_t sum = (uint64_t)rows;
    for (int i = 0; i < count; i++) sum = store_sum_text(sum, texts[i]);
    return (int64_t)sum;
}

bool registration_put(Store *store, const Experiment *e, const char *hypotheses, bool *added, Status *status)
{
    assert(store->lock.fd >= 0 && hypotheses != NULL);
    sqlite3_stmt *s        = NULL;
    int           rows     = 0;
    char          date[24] = "";
    Registration  counted;
    if (!store_sql(store, schema, "write to it", status) ||
        !rows_count(store, e, NULL, &counted, &rows, status) ||
        !store_prepare(store, "SELECT datetime('now')", &s, status))
        return false;
    if (sqlite3_step(s) == SQLITE_ROW) snprintf(date, sizeof date, "%s", sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    if (!store_prepare(store, "INSERT OR IGNORE INTO registrations VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", &s,
                       status))
        return false;
    const char *const texts[] = {e->hash, e->name, hypotheses, date, build_commit};
    for (int i = 0; i < 5; i++) sqlite3_bind_text(s, i + 1, texts[i], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 6, rows);
    sqlite3_bind_int64(s, 7, sum_of(texts, 5, rows));
    const bool good = sqlite3_step(s) == SQLITE_DONE || store_fail(store, "write to it", status);
    *added          = good && sqlite3_changes(store->db) == 1;
    sqlite3_finalize(s);
    return good;
}

// Whether the row at hand is as it was written.
static bool row_check(sqlite3_stmt *s)
{
    const char *texts[5];
    for (int i = 0; i < 5; i++) {
        texts[i] = (const char *)sqlite3_column_text(s, i);
        if (texts[i] == NULL) return false;
    }
    return sum_of(texts, 5, sqlite3_column_int(s, 5)) == sqlite3_column_int64(s, 6);
}

static void date_read(sqlite3_stmt *s, Registration *out)
{
    snprintf(out->date, sizeof out->date, "%s", sqlite3_column_text(s, 3));
    snprintf(out->commit, sizeof out->commit, "%s", sqlite3_column_text(s, 4));
}

// The experiment's own registration, and how many others came before it and after it.
static bool registered_read(Store *store, const Experiment *e, Registration *out, Status *status)
{
    sqlite3_stmt *s;
    int           code;
    bool          good = true;
    if (!has_table(store)) return true;
    if (!store_prepare(store, "SELECT * FROM registrations ORDER BY rowid", &s, status)) return false;
    while (good && (code = sqlite3_step(s)) == SQLITE_ROW) {
        good = row_check(s) ||
               status_fail_system(status, "%s: a registration is damaged or was changed", store->path);
        if (!good) continue;
        const char *const hash = (const char *)sqlite3_column_text(s, 0);
        if (strcmp(hash, e->hash) == 0) {
            out->there       = true;
            out->rows_before = sqlite3_column_int(s, 5);
            date_read(s, out);
        } else if (out->there) out->others_after++;
        else {
            out->others++;
            if (strcmp(hash, e->file_hash) == 0) out->file_there = true, date_read(s, out);
        }
    }
    if (out->there) out->file_there = false;
    sqlite3_finalize(s);
    return good;
}

// Is this protocol one of the experiment's (out: own), or of a game that it has?
static bool is_variant(const RowKeys *keys, const char *protocol)
{
    bool same = false;
    for (int i = 0; i < keys->count; i++) {
        if (strcmp(keys->list[i].key.protocol, protocol) == 0) return false;
        same = same || protocols_share_game(keys->list[i].key.protocol, protocol);
    }
    return same;
}

static bool variants_count(Store *store, const Experiment *e, Registration *out, Status *status)
{
    RowKeys       keys;
    sqlite3_stmt *s = NULL;
    char          sql[TEXT_MAX];
    int           code = SQLITE_DONE;
    snprintf(sql, sizeof sql,
             "SELECT p.text, min(r.started) FROM %s t JOIN protocols p ON p.id = t.protocol JOIN runs r ON "
             "r.id = t.run GROUP BY p.id",
             e->kind->rows->table);
    if (store_statements(store, e->kind->rows)->has == NULL) return true;   // a file without such rows
    if (!row_keys_open(&keys, e, 1, status)) return false;
    bool good = store_prepare(store, sql, &s, status);
    while (good && (code = sqlite3_step(s)) == SQLITE_ROW)
        if (is_variant(&keys, (const char *)sqlite3_column_text(s, 0))) {
            const bool before = strcmp((const char *)sqlite3_column_text(s, 1), out->date) < 0;
            if (!out->there || before) out->variants++;
            else out->variants_after++;
        }
    if (good && code != SQLITE_DONE) good = store_fail(store, "read it", status);
    sqlite3_finalize(s);
    row_keys_close(&keys);
    return good;
}

bool registration_find(Store *store, const Experiment *e, Registration *out, Status *status)
{
    int earlier = 0;
    *out        = (Registration){0};
    if (!registered_read(store, e, out, status) || !variants_count(store, e, out, status)) return false;
    snprintf(out->changes, sizeof out->changes, "%s", e->changes);
    if (out->there && !rows_count(store, e, out->date, out, &earlier, status)) return false;
    if (earlier > out->rows_before) out->rows_before = earlier;
    return true;
}

static void tried_text(const char *when, int variants, int others, Text *out)
{
    text_add(out, "; %s: %d other protocol%s of this game with rows", when, variants,
             variants == 1 ? "" : "s");
    if (others > 0) text_add(out, ", %d other experiment%s registered", others, others == 1 ? "" : "s");
}

void registration_text(const Registration *r, Text *out)
{
    if (r->file_there)
        text_add(out, "not registered with%s; its file was registered %s UTC (commit %s)", r->changes,
                 r->date, r->commit);
    else if (!r->there) text_add(out, "not registered");
    else {
        text_add(out, "registered %s UTC (commit %s) ", r->date, r->commit);
        if (r->rows_before == 0) text_add(out, "before its first row");
        else text_add(out, "after %d of its rows were there", r->rows_before);
        if (r->rows > 0 && r->rows < r->wanted)
            text_add(out, ", %d of its %d rows are there now", r->rows, r->wanted);
    }
    tried_text(r->there ? "before it" : "in this file", r->variants, r->others, out);
    if (r->there) tried_text("after it", r->variants_after, r->others_after, out);
}
