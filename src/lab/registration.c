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
    "NOT "
    "NULL, date TEXT NOT NULL, revision TEXT NOT NULL, rows_before INTEGER NOT NULL, sum INTEGER NOT NULL)";

static bool has_table(const Store *store)
{
    return store_number(store, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = "
                               "'registrations'") == 1;
}

// Rows of an experiment, and those of runs that began before a date.
typedef struct Earlier {
    RowKeys     keys;
    const char *date;   // NULL: all count
    int         rows;
} Earlier;

static bool visit(void *context, const StoreRow *row, Status *status)
{
    Earlier *const e = context;
    (void)status;
    if (row_keys_find(&e->keys, &row->key, -1) >= 0 &&
        (e->date == NULL || strcmp(row->run.started, e->date) < 0))
        e->rows++;
    return true;
}

static bool rows_earlier(Store *store, const Experiment *experiment, const char *date, int *out,
                         Status *status)
{
    Earlier e = {.date = date};
    if (!row_keys_open(&e.keys, experiment, 1, status)) return false;
    const bool good = store_each(store, visit, &e, status);
    row_keys_close(&e.keys);
    *out = e.rows;
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
    if (!store_sql(store, schema, "write to it", status) || !rows_earlier(store, e, NULL, &rows, status) ||
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

// The experiment's own registration, and how many others came before it (of one that is not registered: all).
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
        if (!good || out->there) continue;
        if (strcmp((const char *)sqlite3_column_text(s, 0), e->hash) != 0) {
            out->others++;
            continue;
        }
        out->there       = true;
        out->rows_before = sqlite3_column_int(s, 5);
        snprintf(out->date, sizeof out->date, "%s", sqlite3_column_text(s, 3));
        snprintf(out->commit, sizeof out->commit, "%s", sqlite3_column_text(s, 4));
    }
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
        if ((!out->there || strcmp((const char *)sqlite3_column_text(s, 1), out->date) < 0) &&
            is_variant(&keys, (const char *)sqlite3_column_text(s, 0)))
            out->variants++;
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
    if (out->there && !rows_earlier(store, e, out->date, &earlier, status)) return false;
    if (earlier > out->rows_before) out->rows_before = earlier;
    return true;
}

void registration_text(const Registration *r, Text *out)
{
    if (!r->there) text_add(out, "not registered");
    else {
        text_add(out, "registered %s UTC (commit %s) ", r->date, r->commit);
        if (r->rows_before == 0) text_add(out, "before its first row");
        else text_add(out, "after %d of its rows were there", r->rows_before);
    }
    text_add(out, "; %s: %d other protocol%s of this game with rows", r->there ? "before it" : "in this file",
             r->variants, r->variants == 1 ? "" : "s");
    if (r->others > 0)
        text_add(out, ", %d other experiment%s registered", r->others, r->others == 1 ? "" : "s");
}
