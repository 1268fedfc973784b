// Rows that looked up databases: those of one key must have found the same in them.
#include "lab/store_inner.h"
#include "play/lookups.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *row_lookups(const StoreRows *rows, const StoreValue values[])
{
    for (int i = 0; rows->lookups != NULL && rows->columns[i].name != NULL; i++)
        if (strcmp(rows->columns[i].name, rows->lookups) == 0) return values[i].null ? NULL : values[i].text;
    return NULL;
}

bool store_lookups_copy(const StoreValue *value, char out[])
{
    Lookups read;
    out[0] = 0;
    if (value->text == NULL) return true;
    if (strlen(value->text) >= LOOKUPS_ROW_MAX || !lookups_read(&read, value->text)) return false;
    memcpy(out, value->text, strlen(value->text) + 1);
    return true;
}

// Each set of databases once, with the digest of the program.
bool lookups_prepare(Store *store, const StoreRows *rows, const char *where, sqlite3_stmt **out,
                     Status *status)
{
    char sql[4 * TEXT_MAX];
    if (rows->lookups == NULL || !store_has_column(store, rows->table, rows->lookups)) return true;
    snprintf(sql, sizeof sql, "SELECT DISTINCT %s, %s%s AND %s IS NOT NULL", digest_column(store, rows),
             rows->lookups, where, rows->lookups);
    return store_prepare(store, sql, out, status);
}

bool store_lookups_check(Store *store, const StoreKey *key, const char *digest, const char *lookups,
                         Status *status)
{
    sqlite3_stmt *const s    = store_statements(store, key->rows)->lookups;
    bool                good = true;
    Lookup              one[2];
    if (s == NULL || lookups[0] == 0) return true;
    sqlite3_bind_text(s, 1, key->protocol, -1, SQLITE_STATIC);
    for (int i = 0; i < key->rows->players; i++)
        sqlite3_bind_text(s, 2 + i, key->players[i], -1, SQLITE_STATIC);
    while (good && sqlite3_step(s) == SQLITE_ROW) {
        const char *const theirs = (const char *)sqlite3_column_text(s, 0);
        const char *const own    = digest != NULL ? digest : key->digest;
        const bool counts = strcmp(theirs, own) == 0 || (digest == NULL && store_accepts(store, key, theirs));
        if (counts && lookups_differ(lookups, (const char *)sqlite3_column_text(s, 1), one))
            good = status_fail(status,
                               "%.100s: database %s has digest %s, and %s in the rows that are there; use "
                               "another --results file, or the database of that digest (`pollard db build "
                               "%s`)",
                               store->path, one[0].name, one[0].digest, one[1].digest, one[0].name);
    }
    sqlite3_reset(s);
    return good;
}

bool lookups_meet(const Store *store, const StoreKey *key, const char *row, Lookups **met, Status *status)
{
    Lookups read;
    Status  mixed;
    if (row == NULL || row[0] == 0) return true;
    if (*met == NULL && (*met = calloc(1, sizeof **met)) == NULL)
        return status_fail_system(status, "out of memory for the results");
    lookups_read(&read, row);
    for (int i = 0; i < read.count; i++) {
        const Lookup *const one = &read.list[i];
        if (lookups_add(*met, one->name, one->digest, &mixed)) continue;
        int k = 0;
        while (strcmp((*met)->list[k].name, one->name) != 0) k++;
        return status_fail(
            status,
            "%.100s: rows of '%.60s' looked up two databases %s, of digest %s and of digest %s; "
            "they are not reported together: use another --results file for one of them",
            store->path, key->players[0], one->name, (*met)->list[k].digest, one->digest);
    }
    return true;
}
