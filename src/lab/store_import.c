// store_import.c - every row of a file with the run that made it, and rows of other files.
#include "lab/store_inner.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// number, digest, protocol, player, opponent, the run, the columns.
static bool each_prepare(Store *store, const StoreRows *rows, sqlite3_stmt **s, Status *status)
{
    char       list[TEXT_MAX], sql[4 * TEXT_MAX];
    Text       columns = text_on(list, sizeof list);
    const bool full    = store_has_column(store, "runs", "revision");
    columns_list(store, rows, &columns);
    snprintf(
        sql, sizeof sql,
        "SELECT t.%s, %s, a.text, b.text, %s, r.program, %s, r.machine, r.started, r.threads, %s FROM %s "
        "t JOIN protocols a ON a.id = t.protocol JOIN players b ON b.id = t.player %s JOIN runs r ON "
        "r.id = t.run ORDER BY 3, 4, 5, 1, 2",
        rows->number, digest_column(store, rows), rows->players == 2 ? "c.text" : "''",
        full ? "coalesce(r.revision, 'unknown'), coalesce(r.compiler, 'unknown'), coalesce(r.flags, "
               "'unknown')"
             : "'unknown', 'unknown', 'unknown'",
        list, rows->table, rows->players == 2 ? "JOIN players c ON c.id = t.opponent" : "");
    return store_prepare(store, sql, s, status);
}

static bool each_visit(const StoreRows *rows, sqlite3_stmt *s, void *row, StoreVisit *visit, void *context,
                       Status *status)
{
    const char *texts[11];
    StoreValue  values[STORE_COLUMNS_MAX];
    for (int i = 1; i < 11; i++) texts[i] = (const char *)sqlite3_column_text(s, i);
    if (!row_read(rows, s, 12, values, row))
        return status_fail_system(status, "%s %d of '%s' is damaged", rows->number, sqlite3_column_int(s, 0),
                                  texts[3]);
    const char *const players[] = {texts[3], texts[4]};
    return visit(context,
                 &(StoreRow){.key    = {rows, texts[2], players, texts[1]},
                             .number = sqlite3_column_int(s, 0),
                             .run    = {.program  = texts[5],
                                        .commit   = texts[6],
                                        .compiler = texts[7],
                                        .flags    = texts[8],
                                        .machine  = texts[9],
                                        .started  = texts[10],
                                        .threads  = sqlite3_column_int(s, 11)},
                             .row    = row},
                 status);
}

bool store_each(Store *store, StoreVisit *visit, void *context, Status *status)
{
    bool good = true;
    status_clear(status);
    for (int i = 0; good && lab_kinds[i] != NULL; i++) {
        const StoreRows *const rows = lab_kinds[i]->rows;
        sqlite3_stmt          *s    = NULL;
        int                    code = SQLITE_DONE;
        if (store->of[i].has == NULL) continue;
        void *const row = malloc(rows->size);
        good            = row != NULL || status_fail_system(status, "out of memory for the results");
        good            = good && each_prepare(store, rows, &s, status);
        while (good && (code = sqlite3_step(s)) == SQLITE_ROW)
            good = each_visit(rows, s, row, visit, context, status);
        if (good && code != SQLITE_DONE) good = store_fail(store, "read it", status);
        sqlite3_finalize(s);
        free(row);
    }
    return good;
}

bool store_import_begin(Store *store, Status *status)
{
    assert(store->lock.fd >= 0);
    return store_sql(store, "BEGIN IMMEDIATE", "write to it", status);
}

bool store_import_end(Store *store, bool keep, Status *status)
{
    if (keep && store_sql(store, "COMMIT", "write to it", status)) return true;
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return !keep;
}

// The row of the same key and digest into `out`, and whether there is one: by the primary key, so that a cell
// may have as many as it likes.
static bool row_find(Store *store, const StoreRow *row, void *out, bool *found, Status *status)
{
    const StoreRows *const rows = row->key.rows;
    sqlite3_stmt *const    s    = store_statements(store, rows)->find;
    StoreValue             values[STORE_COLUMNS_MAX];
    row_bind_key(s, &row->key, row->number);
    const int code  = sqlite3_step(s);
    *found          = code == SQLITE_ROW && row_read(rows, s, 0, values, out);
    const bool good = code == SQLITE_ROW || code == SQLITE_DONE || store_fail(store, "read it", status);
    sqlite3_reset(s);
    return good;
}

// Do two rows say the same? What one of them does not have, and the time, is not compared.
static bool rows_agree(const StoreRows *rows, const void *a, const void *b)
{
    StoreValue x[STORE_COLUMNS_MAX], y[STORE_COLUMNS_MAX];
    char       scratch[2][STORE_SCRATCH];
    memset(x, 0, sizeof x), memset(y, 0, sizeof y);
    rows->write(a, x, scratch[0]), rows->write(b, y, scratch[1]);
    for (int i = 0; rows->columns[i].name != NULL; i++) {
        const StoreColumn *const c = &rows->columns[i];
        if (x[i].null || y[i].null || (rows->varies != NULL && strcmp(c->name, rows->varies) == 0)) continue;
        if (c->type == STORE_TEXT   ? strcmp(x[i].text, y[i].text) != 0
            : c->type == STORE_REAL ? store_sum_real(x[i].real) != store_sum_real(y[i].real)
                                    : x[i].integer != y[i].integer)
            return false;
    }
    return true;
}

// Asks whether rows of this cell that looked up the same were checked, or notes that they were.
static bool lookups_checked(sqlite3_stmt *s, const StoreKey *key, const char *lookups)
{
    const char *const texts[] = {key->protocol, key->players[0],
                                 key->rows->players == 2 ? key->players[1] : "", key->digest, lookups};
    for (int i = 0; i < 5; i++) sqlite3_bind_text(s, 1 + i, texts[i], -1, SQLITE_STATIC);
    const bool found = sqlite3_step(s) == SQLITE_ROW;
    sqlite3_reset(s);
    return found;
}

// Rows of the same program that looked up other databases do not come over.
static bool import_lookups_check(Store *store, const StoreRow *row, Status *status)
{
    StoreValue values[STORE_COLUMNS_MAX];
    char       scratch[STORE_SCRATCH];
    memset(values, 0, sizeof values);
    row->key.rows->write(row->row, values, scratch);
    const char *const lookups = row_lookups(row->key.rows, values);
    if (lookups == NULL || lookups_checked(store->checked, &row->key, lookups)) return true;
    if (!store_lookups_check(store, &row->key, row->key.digest, lookups, status)) return false;
    lookups_checked(store->check, &row->key, lookups);
    return true;
}

bool store_import(Store *store, const StoreRow *row, bool *added, Status *status)
{
    assert(store->lock.fd >= 0 && row->number >= 0 && digest_valid(row->key.digest));
    const StoreRows *const rows  = row->key.rows;
    void *const            there = malloc(rows->size);
    if (there == NULL) return status_fail_system(status, "out of memory for the results");
    bool found, good = row_find(store, row, there, &found, status);
    *added = good && !found;
    if (good && found && !rows_agree(rows, there, row->row))
        good = status_fail(status, "%s: %s %d of '%s' (%s, digest %s) is there with other values",
                           store->path, rows->number, row->number, row->key.players[0], row->key.protocol,
                           row->key.digest);
    sqlite3_int64 run;
    if (good && !found)
        good = import_lookups_check(store, row, status) && run_find_or_add(store, &row->run, &run, status) &&
               ((protocol_put(store, row->key.protocol) &&
                 row_put(store, &row->key, row->number, row->row, run)) ||
                store_fail(store, "write to it", status));
    free(there);
    return good;
}
