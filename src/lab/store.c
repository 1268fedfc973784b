#include "lab/store.h"
#include "base/file.h"
#include "base/rng.h"
#include "lab/kinds/kind.h"

#include <assert.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x506f6c6c, BUSY_MS = 5000 };   // "Poll"

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, program TEXT NOT NULL, machine TEXT NOT NULL,"
    "                                 threads INTEGER NOT NULL, started TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS protocols (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE IF NOT EXISTS players (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);";

// The statements for the rows of one kind; NULL where the file has no table for them.
typedef struct Statements {
    sqlite3_stmt *has, *put, *read;
} Statements;

struct Store {
    sqlite3      *db;
    Statements    of[LAB_KINDS_MAX];   // in the order of lab_kinds
    sqlite3_stmt *protocol, *player;
    sqlite3_int64 run;
    FileLock      lock;   // held by the one writer; its fd is -1 for readers
    char          path[4096];
};

static bool store_fail(const Store *store, const char *what, Status *status)
{
    return status_fail_system(status, "%s: cannot %s: %s", store->path, what, sqlite3_errmsg(store->db));
}

static bool store_sql(Store *store, const char *sql, const char *what, Status *status)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || store_fail(store, what, status);
}

static int store_number(const Store *store, const char *sql)
{
    sqlite3_stmt *s;
    int           n = -1;
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(s) == SQLITE_ROW) n = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return n;
}

static bool store_prepare(Store *store, const char *sql, sqlite3_stmt **out, Status *status)
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

// Rows.

uint64_t store_sum_text(uint64_t sum, const char *text)
{
    for (; *text; text++) sum = mix64(sum + (unsigned char)*text);
    return mix64(sum + 256);
}

uint64_t store_sum_real(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// A checksum over a row and the texts it points to: SQLite notices a damaged tree, not a damaged number.
static uint64_t row_sum(const StoreKey *key, int number, const void *row, const StoreValue values[],
                        int64_t run)
{
    const StoreRows *const rows = key->rows;
    if (rows->sum != NULL) return rows->sum(key, number, row, values, run);
    uint64_t sum = store_sum_text(store_sum_text(3, rows->table), key->protocol);
    for (int i = 0; i < rows->players; i++) sum = store_sum_text(sum, key->players[i]);
    for (int i = 0; rows->columns[i].name != NULL; i++) {
        const StoreValue *const v    = &values[i];
        const StoreType         type = rows->columns[i].type;
        if (v->null) sum = mix64(sum + 1);
        else if (type == STORE_TEXT) sum = store_sum_text(sum, v->text);
        else sum = mix64(sum ^ (type == STORE_REAL ? store_sum_real(v->real) : (uint64_t)v->integer)) + 2;
    }
    return mix64(mix64(sum ^ (uint64_t)number) ^ (uint64_t)run);
}

// The format that this program writes: the last that added a table or a column.
static int store_format(void)
{
    int last = 1;
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const StoreRows *const rows = lab_kinds[i]->rows;
        if (rows->since > last) last = rows->since;
        for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
            if (c->since > last) last = c->since;
    }
    return last;
}

static bool has_table(const Store *store, const StoreRows *rows)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '%s'",
             rows->table);
    return store_number(store, sql) == 1;
}

static bool has_column(const Store *store, const StoreRows *rows, const char *column)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s') WHERE name = '%s'", rows->table,
             column);
    return store_number(store, sql) == 1;
}

// "nodes, leaves, NULL": the columns, NULL for those that the file does not have.
static void columns_list(const Store *store, const StoreRows *rows, Text *out)
{
    for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
        text_add(out, "%s%s", c == rows->columns ? "" : ", ",
                 c->since == 0 || has_column(store, rows, c->name) ? c->name : "NULL");
}

static int columns_count(const StoreRows *rows)
{
    int n = 0;
    while (rows->columns[n].name != NULL) n++;
    assert(n <= STORE_COLUMNS_MAX && rows->players >= 1 && rows->players <= STORE_PLAYERS_MAX);
    return n;
}

// The values from this column of the statement on, as a row.
static bool row_take(const StoreRows *rows, sqlite3_stmt *s, int from, StoreValue values[], void *row)
{
    for (int i = 0; rows->columns[i].name != NULL; i++)
        values[i] = (StoreValue){.null    = sqlite3_column_type(s, from + i) == SQLITE_NULL,
                                 .integer = sqlite3_column_int64(s, from + i),
                                 .real    = sqlite3_column_double(s, from + i)};
    for (int i = 0; rows->columns[i].name != NULL; i++)
        if (rows->columns[i].type == STORE_TEXT)
            values[i].text = (const char *)sqlite3_column_text(s, from + i);
    return rows->read(values, row);
}

// Is every row what was written?
static bool rows_check(Store *store, const StoreRows *rows)
{
    char          list[TEXT_MAX], sql[3 * TEXT_MAX];
    Text          columns = text_on(list, sizeof list);
    const int     n = columns_count(rows), two = rows->players == 2;
    sqlite3_stmt *s;
    int           code = SQLITE_DONE;
    void *const   row  = malloc(rows->size);
    if (row == NULL) return false;
    columns_list(store, rows, &columns);
    snprintf(sql, sizeof sql,
             "SELECT t.%s, %s, run, sum, a.text, b.text%s FROM %s t LEFT JOIN protocols a ON a.id = "
             "t.protocol LEFT JOIN players b ON b.id = t.player%s%s",
             rows->number, list, two ? ", c.text" : "", rows->table,
             two ? " LEFT JOIN players c ON c.id = t.opponent" : "",
             rows->sum_since > 0 ? " WHERE sum IS NOT NULL" : "");
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return free(row), false;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        StoreValue        values[STORE_COLUMNS_MAX];
        const char *const protocol = (const char *)sqlite3_column_text(s, n + 3);
        const char       *players[STORE_PLAYERS_MAX];
        bool              whole = protocol != NULL;
        for (int i = 0; i < rows->players; i++) {
            players[i] = (const char *)sqlite3_column_text(s, n + 4 + i);
            whole      = whole && players[i] != NULL;
        }
        if (!whole || !row_take(rows, s, 1, values, row)) break;
        if (row_sum(&(StoreKey){rows, protocol, players}, sqlite3_column_int(s, 0), row, values,
                    sqlite3_column_int64(s, n + 1)) != (uint64_t)sqlite3_column_int64(s, n + 2))
            break;
    }
    sqlite3_finalize(s);
    free(row);
    return code == SQLITE_DONE;
}

// Has the file all tables and columns that its format says, and are their rows whole?
static bool tables_check(Store *store, int format)
{
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const StoreRows *const rows = lab_kinds[i]->rows;
        if (!has_table(store, rows)) {
            if (format >= rows->since) return false;
            continue;
        }
        for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
            if (c->since > 0 && format >= c->since && !has_column(store, rows, c->name)) return false;
        if (has_column(store, rows, "sum") && !rows_check(store, rows)) return false;
    }
    return true;
}

static const char *const type_names[] = {"INTEGER", "REAL", "TEXT"};

static void column_define(const StoreColumn *c, Text *out)
{
    text_add(out, "%s %s%s, ", c->name, type_names[c->type], c->optional || c->since > 0 ? "" : " NOT NULL");
}

// The columns of later formats stand at the end, where an ALTER TABLE puts them too.
static bool table_create(Store *store, const StoreRows *rows, Status *status)
{
    char              sql[3 * TEXT_MAX];
    Text              text  = text_on(sql, sizeof sql);
    const char *const other = rows->players == 2 ? "opponent" : NULL;
    text_add(&text, "CREATE TABLE IF NOT EXISTS %s (protocol INTEGER NOT NULL, player INTEGER NOT NULL, ",
             rows->table);
    if (other != NULL) text_add(&text, "%s INTEGER NOT NULL, ", other);
    text_add(&text, "%s INTEGER NOT NULL, ", rows->number);
    for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
        if (c->since == 0) column_define(c, &text);
    text_add(&text, "run INTEGER NOT NULL, sum INTEGER%s, ", rows->sum_since > 0 ? "" : " NOT NULL");
    for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
        if (c->since > 0) column_define(c, &text);
    text_add(&text, "PRIMARY KEY (protocol, player, %s%s%s)) WITHOUT ROWID", other == NULL ? "" : other,
             other == NULL ? "" : ", ", rows->number);
    assert(!text.cut);
    return store_sql(store, sql, "write to it", status);
}

static bool column_add(Store *store, const StoreRows *rows, const char *name, StoreType type, Status *status)
{
    char sql[200];
    if (has_column(store, rows, name)) return true;
    snprintf(sql, sizeof sql, "ALTER TABLE %s ADD COLUMN %s %s", rows->table, name, type_names[type]);
    return store_sql(store, sql, "write to it", status);
}

static bool tables_create(Store *store, Status *status)
{
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const StoreRows *const rows = lab_kinds[i]->rows;
        if (!table_create(store, rows, status)) return false;
        if (rows->sum_since > 0 && !column_add(store, rows, "sum", STORE_INTEGER, status)) return false;
        for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
            if (c->since > 0 && !column_add(store, rows, c->name, c->type, status)) return false;
    }
    return true;
}

// SQLite takes a file shorter than any page for a new one and would write over it.
static bool is_short(const Store *store)
{
    struct stat there;
    return stat(store->path, &there) == 0 && there.st_size > 0 && there.st_size < 512;
}

static bool is_whole(Store *store)
{
    sqlite3_stmt *s;
    bool          good = false;
    if (sqlite3_prepare_v2(store->db, "PRAGMA integrity_check(1)", -1, &s, NULL) != SQLITE_OK) return false;
    if (sqlite3_step(s) == SQLITE_ROW) good = strcmp((const char *)sqlite3_column_text(s, 0), "ok") == 0;
    sqlite3_finalize(s);
    return good;
}

// Is this file ours, of a format we know, and whole?
static bool check(Store *store, bool write, Status *status)
{
    const int tables = store_number(store, "SELECT count(*) FROM sqlite_master"),
              code   = sqlite3_errcode(store->db);
    if (tables < 0 && code != SQLITE_NOTADB && code != SQLITE_CORRUPT)
        return store_fail(store, "read it", status);
    if (tables < 0)
        return status_fail_system(status, "%s: not a results file, or damaged: %s", store->path,
                                  sqlite3_errmsg(store->db));
    if (tables == 0 && write && is_short(store))
        return status_fail_system(status, "%s: not a results file", store->path);
    if (tables == 0 && write) return true;
    if (store_number(store, "PRAGMA application_id") != APPLICATION_ID)
        return status_fail_system(status, "%s: not a results file of Pollard", store->path);
    const int format = store_number(store, "PRAGMA user_version");
    if (format > store_format())
        return status_fail_system(status, "%s: written by a newer Pollard (format %d; this one reads %d)",
                                  store->path, format, store_format());
    return (is_whole(store) && tables_check(store, format)) ||
           status_fail_system(status, "%s: damaged; move it away and run again, or restore a copy",
                              store->path);
}

// ?1 the protocol, ?2 (and ?3) the players, then the number, the columns, the run and the sum.
static bool prepare_rows(Store *store, int kind, bool write, Status *status)
{
    const StoreRows *const rows = lab_kinds[kind]->rows;
    Statements *const      of   = &store->of[kind];
    const int              at = rows->players + 2, two = rows->players == 2;
    char                   where[TEXT_MAX], list[TEXT_MAX], sql[4 * TEXT_MAX];
    Text                   columns = text_on(list, sizeof list), text;
    if (!has_table(store, rows)) return true;
    columns_list(store, rows, &columns);
    snprintf(where, sizeof where,
             " FROM %s WHERE protocol = (SELECT id FROM protocols WHERE text = ?1)"
             " AND player = (SELECT id FROM players WHERE text = ?2)%s",
             rows->table, two ? " AND opponent = (SELECT id FROM players WHERE text = ?3)" : "");
    snprintf(sql, sizeof sql, "SELECT 1%s AND %s = ?%d", where, rows->number, at);
    if (!store_prepare(store, sql, &of->has, status)) return false;
    snprintf(sql, sizeof sql, "SELECT %s, %s%s AND %s < ?%d ORDER BY %s", rows->number, list, where,
             rows->number, at, rows->number);
    if (!store_prepare(store, sql, &of->read, status)) return false;
    text = text_on(sql, sizeof sql);
    text_add(&text,
             "INSERT OR IGNORE INTO %s (protocol, player, %s%s, %s, run, sum) VALUES ((SELECT id FROM "
             "protocols WHERE text = ?1), (SELECT id FROM players WHERE text = ?2), ",
             rows->table, two ? "opponent, " : "", rows->number, list);
    if (two) text_add(&text, "(SELECT id FROM players WHERE text = ?3), ");
    for (int i = 0; i < columns_count(rows) + 3; i++) text_add(&text, "%s?%d", i ? ", " : "", at + i);
    text_add(&text, ")");
    return !write || store_prepare(store, sql, &of->put, status);
}

static bool prepare_all(Store *store, bool write, Status *status)
{
    for (int i = 0; lab_kinds[i] != NULL; i++)
        if (!prepare_rows(store, i, write, status)) return false;
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

static bool open_database(Store *store, bool write, Status *status)
{
    if (!is_regular(store, status)) return false;
    if (write && !file_lock(&store->lock, store->path, status)) return false;
    if (!write && access(store->path, R_OK) != 0)
        return status_fail_system(status, "%s: %s; `pollard lab run` makes it", store->path, strerror(errno));
    if (open_file(store, write) != SQLITE_OK) return store_fail(store, "open it", status);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    if (!check(store, write, status)) return false;
    if (write) {
        char setup[200], format[60];   // the format comes last: a file that says it has all of it
        snprintf(setup, sizeof setup,
                 "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA application_id = %d",
                 APPLICATION_ID);
        snprintf(format, sizeof format, "PRAGMA user_version = %d", store_format());
        if (!store_sql(store, setup, "write to it", status) ||
            !store_sql(store, schema, "write to it", status))
            return false;
        if (!tables_create(store, status)) return false;
        if (!store_sql(store, format, "write to it", status)) return false;
    }
    return prepare_all(store, write, status);
}

// A new file that could not be set up, on a full disk say, is not left half made.
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
    Store *const store = calloc(1, sizeof *store);
    if (store == NULL) return status_fail_system(status, "out of memory"), NULL;
    store->lock.fd = -1;
    if (strlen(path) + 1 > sizeof store->path) {
        free(store);
        return status_fail_system(status, "the path of the results is too long"), NULL;
    }
    memcpy(store->path, path, strlen(path) + 1);
    const bool fresh = write && access(path, F_OK) != 0;
    if (open_database(store, write, status)) return store;
    if (fresh && store->lock.fd >= 0) remove_begun(store);
    store_close(store);
    return NULL;
}

void store_close(Store *store)
{
    if (store == NULL) return;
    for (int i = 0; i < LAB_KINDS_MAX; i++) {
        sqlite3_finalize(store->of[i].has);
        sqlite3_finalize(store->of[i].put);
        sqlite3_finalize(store->of[i].read);
    }
    sqlite3_finalize(store->protocol);
    sqlite3_finalize(store->player);
    sqlite3_close(store->db);
    file_unlock(&store->lock);
    free(store);
}

bool store_run_begin(Store *store, const char *machine, int threads, Status *status)
{
    sqlite3_stmt *s;
    if (!store_prepare(
            store,
            "INSERT INTO runs (program, machine, threads, started) VALUES (?1, ?2, ?3, datetime('now'))", &s,
            status))
        return false;
    sqlite3_bind_text(s, 1, "pollard " POLLARD_VERSION, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, machine, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, threads);
    const bool good = sqlite3_step(s) == SQLITE_DONE;
    if (!good) store_fail(store, "write to it", status);
    sqlite3_finalize(s);
    store->run = sqlite3_last_insert_rowid(store->db);
    return good;
}

static bool store_step_text(sqlite3_stmt *s, const char *text)
{
    sqlite3_bind_text(s, 1, text, -1, SQLITE_STATIC);
    const bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    return good;
}

// The statements for these rows; those of a file without them are NULL.
static const Statements *statements_of(const Store *store, const StoreRows *rows)
{
    int i = 0;
    while (lab_kinds[i] != NULL && lab_kinds[i]->rows != rows) i++;
    assert(lab_kinds[i] != NULL);
    return &store->of[i];
}

static void bind_key(sqlite3_stmt *s, const StoreKey *key, int number)
{
    const int players = key->rows->players;
    sqlite3_bind_text(s, 1, key->protocol, -1, SQLITE_STATIC);
    for (int i = 0; i < players; i++) sqlite3_bind_text(s, 2 + i, key->players[i], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 2 + players, number);
}

bool store_has(Store *store, const StoreKey *key, int number)
{
    sqlite3_stmt *const s = statements_of(store, key->rows)->has;
    if (s == NULL) return false;
    bind_key(s, key, number);
    const bool found = sqlite3_step(s) == SQLITE_ROW;
    sqlite3_reset(s);
    return found;
}

static bool put_row(Store *store, const StoreKey *key, int number, const void *row)
{
    const StoreRows *const rows = key->rows;
    sqlite3_stmt *const    s    = statements_of(store, rows)->put;
    StoreValue             values[STORE_COLUMNS_MAX];
    char                   scratch[STORE_SCRATCH];
    int                    at = rows->players + 3;
    memset(values, 0, sizeof values);
    rows->write(row, values, scratch);
    for (int i = 0; i < rows->players; i++)
        if (!store_step_text(store->player, key->players[i])) return false;
    bind_key(s, key, number);
    for (int i = 0; rows->columns[i].name != NULL; i++, at++) {
        const StoreColumn *const c = &rows->columns[i];
        assert(!values[i].null || c->optional || c->since > 0);
        if (values[i].null) sqlite3_bind_null(s, at);
        else if (c->type == STORE_TEXT) sqlite3_bind_text(s, at, values[i].text, -1, SQLITE_STATIC);
        else if (c->type == STORE_REAL) sqlite3_bind_double(s, at, values[i].real);
        else sqlite3_bind_int64(s, at, values[i].integer);
    }
    sqlite3_bind_int64(s, at, store->run);
    sqlite3_bind_int64(s, at + 1, (sqlite3_int64)row_sum(key, number, row, values, store->run));
    const bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    return good;
}

bool store_put(Store *store, const StoreKey *key, int number, int count, const void *from, Status *status)
{
    const StoreRows *const rows = key->rows;
    assert(statements_of(store, rows)->put != NULL && number >= 0);
    if (!store_sql(store, "BEGIN IMMEDIATE", "write to it", status)) return false;
    bool good = store_step_text(store->protocol, key->protocol);
    for (int i = 0; good && i < count; i++)
        good = put_row(store, &(StoreKey){rows, key->protocol, key->players + i * rows->players}, number,
                       (const char *)from + (size_t)i * rows->size);
    if (good && sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK) return true;
    store_fail(store, "write to it", status);
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

int store_read(Store *store, const StoreKey *key, int most, void *out, Status *status)
{
    const StoreRows *const rows = key->rows;
    sqlite3_stmt *const    s    = statements_of(store, rows)->read;
    StoreValue             values[STORE_COLUMNS_MAX];
    int                    n = 0, code = SQLITE_DONE;
    bool                   good = true;
    if (s == NULL) return 0;
    bind_key(s, key, most);
    for (; good && (code = sqlite3_step(s)) == SQLITE_ROW && sqlite3_column_int(s, 0) == n; n++)
        good = row_take(rows, s, 1, values, (char *)out + (size_t)n * rows->size) ||
               status_fail_system(status, "%s: %s %d of '%s' is damaged", store->path, rows->number, n,
                                  key->players[0]);
    if (good && code != SQLITE_ROW && code != SQLITE_DONE) good = store_fail(store, "read it", status);
    sqlite3_reset(s);
    return good ? n : -1;
}

void store_makers(Store *store, Text *out)
{
    sqlite3_stmt *s;
    char          sql[2 * TEXT_MAX];
    Text          text = text_on(sql, sizeof sql);
    int           some = 0;
    text_add(&text, "SELECT DISTINCT program, machine FROM runs WHERE id IN (");
    for (int i = 0; lab_kinds[i] != NULL; i++)
        if (store->of[i].has != NULL)
            text_add(&text, "%sSELECT run FROM %s", some++ ? " UNION " : "", lab_kinds[i]->rows->table);
    text_add(&text, ") ORDER BY id");
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return;
    for (int i = 0; sqlite3_step(s) == SQLITE_ROW; i++)
        text_add(out, "%s%s on %s", i ? "; " : "", sqlite3_column_text(s, 0), sqlite3_column_text(s, 1));
    sqlite3_finalize(s);
}
