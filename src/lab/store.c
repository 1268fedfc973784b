#include "lab/store_inner.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x506f6c6c, BUSY_MS = 5000 };   // "Poll"

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, program TEXT NOT NULL, machine TEXT NOT NULL,"
    "                                 threads INTEGER NOT NULL, started TEXT NOT NULL, revision TEXT,"
    "                                 compiler TEXT, flags TEXT);"
    "CREATE TABLE IF NOT EXISTS protocols (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE IF NOT EXISTS players (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);";

bool store_fail(const Store *store, const char *what, Status *status)
{
    return status_fail_system(status, "%s: cannot %s: %s", store->path, what, sqlite3_errmsg(store->db));
}

bool store_sql(Store *store, const char *sql, const char *what, Status *status)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || store_fail(store, what, status);
}

int store_number(const Store *store, const char *sql)
{
    sqlite3_stmt *s;
    int           n = -1;
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(s) == SQLITE_ROW) n = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return n;
}

bool store_has_column(const Store *store, const char *table, const char *column)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s') WHERE name = '%s'", table,
             column);
    return store_number(store, sql) == 1;
}

bool store_prepare(Store *store, const char *sql, sqlite3_stmt **out, Status *status)
{
    return sqlite3_prepare_v2(store->db, sql, -1, out, NULL) == SQLITE_OK ||
           store_fail(store, "read it", status);
}

// Not a pipe or device, which SQLite would wait for.
static bool is_regular(const Store *store, Status *status)
{
    struct stat facts;
    return stat(store->path, &facts) != 0 || S_ISREG(facts.st_mode) ||
           status_fail_system(status, "%s: not a results file; expected a regular file", store->path);
}

// SQLite takes a file shorter than any page for a new one and would write over it.
static bool is_short(const Store *store)
{
    struct stat there;
    return stat(store->path, &there) == 0 && there.st_size > 0 && there.st_size < 512;
}

// Did the last call fail for another reason than what is in the file: a disk, another process?
static bool is_trouble(int code)
{
    code &= 0xff;   // the kind of error
    return code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE && code != SQLITE_NOTADB &&
           code != SQLITE_CORRUPT && code != SQLITE_ERROR;
}

static bool is_unreadable(const Store *store) { return is_trouble(sqlite3_errcode(store->db)); }

// SQLite's own check. A page that it could not read is told in its text, with the number of the error.
static bool is_whole(Store *store, int *trouble)
{
    static const char mark[] = "error code=";
    sqlite3_stmt     *s;
    bool              good = false;
    if (sqlite3_prepare_v2(store->db, "PRAGMA integrity_check(1)", -1, &s, NULL) != SQLITE_OK) return false;
    if (sqlite3_step(s) == SQLITE_ROW) {
        const char *const text = (const char *)sqlite3_column_text(s, 0), *const code = strstr(text, mark);
        good = strcmp(text, "ok") == 0;
        if (code != NULL && is_trouble(atoi(code + strlen(mark)))) *trouble = atoi(code + strlen(mark));
    }
    sqlite3_finalize(s);
    return good;
}

// Is this file ours, of a format we know, and whole?
static bool check(Store *store, bool write, Status *status)
{
    const int tables = store_number(store, "SELECT count(*) FROM sqlite_master");
    if (is_unreadable(store)) return store_fail(store, "read it", status);
    if (tables < 0)
        return status_fail_system(status, "%s: not a results file, or damaged: %s", store->path,
                                  sqlite3_errmsg(store->db));
    if (tables == 0 && write && is_short(store))
        return status_fail_system(status, "%s: not a results file", store->path);
    if (tables == 0 && write) return true;
    const int id = store_number(store, "PRAGMA application_id");
    if (is_unreadable(store)) return store_fail(store, "read it", status);
    if (id != APPLICATION_ID)
        return status_fail_system(status, "%s: not a results file of Pollard", store->path);
    const int format = store_number(store, "PRAGMA user_version");
    if (is_unreadable(store)) return store_fail(store, "read it", status);
    if (format > rows_format())
        return status_fail_system(status, "%s: written by a newer Pollard (format %d; this one reads %d)",
                                  store->path, format, rows_format());
    int trouble = SQLITE_OK;
    if (is_whole(store, &trouble) && rows_check(store, format)) return true;
    if (trouble != SQLITE_OK)
        return status_fail_system(status, "%s: cannot read it: %s", store->path, sqlite3_errstr(trouble));
    return is_unreadable(store)
             ? store_fail(store, "read it", status)
             : status_fail_system(status, "%s: damaged; move it away and run again, or restore a copy",
                                  store->path);
}

static bool prepare_all(Store *store, bool write, Status *status)
{
    if (!rows_prepare(store, write, status) || !makers_prepare(store, status)) return false;
    return !write ||
           (store_prepare(store, "INSERT OR IGNORE INTO protocols (text) VALUES (?1)", &store->protocol,
                          status) &&
            store_prepare(store, "INSERT OR IGNORE INTO players (text) VALUES (?1)", &store->player, status));
}

// Where SQLite cannot keep its log beside the file and there is none, nobody writes: then the file is read as
// it is.
static bool is_fixed(const Store *store)
{
    char        path[sizeof store->path + 8];
    const char *slash = strrchr(store->path, '/');
    snprintf(path, sizeof path, "%s-wal", store->path);
    if (access(path, F_OK) == 0) return false;
    snprintf(path, sizeof path, "%.*s.", slash == NULL ? 0 : (int)(slash - store->path) + 1, store->path);
    return eaccess(path, W_OK) != 0;
}

static int open_file(Store *store, bool write)
{
    const int flags = (write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE) |
                      SQLITE_OPEN_FULLMUTEX;
    if (write || !is_fixed(store)) return sqlite3_open_v2(store->path, &store->db, flags, NULL);
    char uri[3 * sizeof store->path + 40];
    Text text = text_on(uri, sizeof uri);
    text_add(&text, "file:");
    for (const char *c = store->path; *c; c++)
        text_add(&text, strchr("%?#", *c) != NULL ? "%%%02X" : "%c", (unsigned char)*c);
    text_add(&text, "?immutable=1");
    return sqlite3_open_v2(uri, &store->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX,
                           NULL);
}

// Who ran what: a file of an earlier format has no columns for the commit, the compiler and its flags.
static bool runs_create(Store *store, Status *status)
{
    static const char *const later[] = {"revision", "compiler", "flags"};
    bool                     good    = store_sql(store, schema, "write to it", status);
    for (int i = 0; good && i < 3; i++) {
        char sql[100];
        snprintf(sql, sizeof sql, "ALTER TABLE runs ADD COLUMN %s TEXT", later[i]);
        good = store_has_column(store, "runs", later[i]) || store_sql(store, sql, "write to it", status);
    }
    return good;
}

// Makes what is missing, all or nothing.
static bool tables_create(Store *store, Status *status)
{
    char format[60];   // comes last: a file that says it has all of it
    snprintf(format, sizeof format, "PRAGMA user_version = %d", rows_format());
    if (!store_sql(store, "BEGIN IMMEDIATE", "write to it", status)) return false;
    if (runs_create(store, status) && rows_create(store, status) &&
        store_sql(store, format, "write to it", status) && store_sql(store, "COMMIT", "write to it", status))
        return true;
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool open_database(Store *store, bool write, Status *status)
{
    if (!is_regular(store, status)) return false;
    if (write && !file_lock(&store->lock, store->path, status)) return false;
    store->fresh = write && access(store->path, F_OK) != 0;
    if (!write && access(store->path, R_OK) != 0)
        return status_fail_system(status, "%s: %s; `pollard lab run` makes it", store->path, strerror(errno));
    if (open_file(store, write) != SQLITE_OK) return store_fail(store, "open it", status);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    if (!check(store, write, status)) return false;
    if (write) {
        char setup[200];
        snprintf(setup, sizeof setup,
                 "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA application_id = %d",
                 APPLICATION_ID);
        if (!store_sql(store, setup, "write to it", status) || !tables_create(store, status)) return false;
    }
    return prepare_all(store, write, status);
}

// A new file that could not be set up, on a full disk say, or filled is not left half made.
static void remove_begun(Store *store)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    sqlite3_close_v2(store->db);   // its statements are released with the store
    store->db = NULL;
    for (int i = 0; i < 4; i++) {
        char path[sizeof store->path + 16];
        snprintf(path, sizeof path, "%s%s", store->path, ends[i]);
        unlink(path);
    }
}

Store *store_open(const char *path, bool write, Status *status)
{
    assert(path != NULL);
    Store *const store = calloc(1, sizeof *store);
    if (store == NULL) return status_fail_system(status, "out of memory"), NULL;
    store->lock.fd = -1;
    if (strlen(path) + 1 > sizeof store->path) {
        free(store);
        return status_fail_system(status, "the path of the results is too long"), NULL;
    }
    memcpy(store->path, path, strlen(path) + 1);
    if (open_database(store, write, status)) return store;
    store_abandon(store);
    return NULL;
}

bool store_fold(Store *store, Status *status)
{
    assert(store->lock.fd >= 0);
    const int code = sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return code == SQLITE_OK ||
           status_fail_system(status,
                              "%.150s: cannot put its log into it: %s; its last rows are in the file of that "
                              "name with -wal, the next that writes tries again",
                              store->path, sqlite3_errmsg(store->db));
}

void store_abandon(Store *store)
{
    if (store->fresh) remove_begun(store);
    store_close(store);
}

void store_close(Store *store)
{
    if (store == NULL) return;
    for (int i = 0; i < LAB_KINDS_MAX; i++) {
        sqlite3_finalize(store->of[i].has);
        sqlite3_finalize(store->of[i].find);
        sqlite3_finalize(store->of[i].put);
        sqlite3_finalize(store->of[i].read);
        sqlite3_finalize(store->of[i].lookups);
    }
    sqlite3_finalize(store->protocol);
    sqlite3_finalize(store->player);
    sqlite3_finalize(store->foreign);
    sqlite3_finalize(store->used);
    sqlite3_finalize(store->checked);
    sqlite3_finalize(store->check);
    sqlite3_close(store->db);
    file_unlock(&store->lock);
    vouches_close(&store->vouches);
    free(store);
}
