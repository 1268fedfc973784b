#include "lab/store_inner.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x506f6c6c, FORMAT = 4, BUSY_MS = 5000 };   // "Poll"

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, program TEXT NOT NULL, machine TEXT NOT NULL,"
    "                                 threads INTEGER NOT NULL, started TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS protocols (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE IF NOT EXISTS players (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE IF NOT EXISTS trials (protocol INTEGER NOT NULL, player INTEGER NOT NULL, trial INTEGER "
    "NOT NULL,"
    " nodes INTEGER NOT NULL, interior INTEGER NOT NULL, leaves INTEGER NOT NULL, list_length INTEGER NOT "
    "NULL,"
    " seconds REAL NOT NULL, cuts TEXT, run INTEGER NOT NULL, sum INTEGER, turns INTEGER,"
    " PRIMARY KEY (protocol, player, trial)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS pairs (protocol INTEGER NOT NULL, player INTEGER NOT NULL, opponent INTEGER "
    "NOT NULL,"
    " opening INTEGER NOT NULL, points_first INTEGER NOT NULL, points_second INTEGER NOT NULL,"
    " plies_first INTEGER NOT NULL, plies_second INTEGER NOT NULL, capped INTEGER NOT NULL,"
    " nodes_player INTEGER NOT NULL, nodes_opponent INTEGER NOT NULL, seconds REAL NOT NULL, run INTEGER NOT "
    "NULL,"
    " sum INTEGER NOT NULL, PRIMARY KEY (protocol, player, opponent, opening)) WITHOUT ROWID;";

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

// Rows.

uint64_t store_sum_text(uint64_t sum, const char *text)
{
    for (; *text; text++) sum = mix64(sum + (unsigned char)*text);
    return mix64(sum + 256);
}

// A checksum over a row and the texts it points to: SQLite notices a damaged tree, not a damaged number.
static uint64_t row_sum(const char *protocol, const char *player, int trial, const TrialCount *c,
                        const char *cuts, sqlite3_int64 run)
{
    uint64_t seconds;
    memcpy(&seconds, &c->seconds, sizeof seconds);
    const uint64_t numbers[] = {(uint64_t)trial, c->nodes, c->interior,  c->leaves,
                                c->list_length,  seconds,  (uint64_t)run};
    uint64_t       sum       = store_sum_text(store_sum_text(store_sum_text(1, protocol), player),
                                  cuts == NULL ? "-" : cuts);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sum = mix64(sum ^ numbers[i]) + i;
    return c->turns == 0 ? sum : mix64(sum ^ (uint64_t)c->turns);   // rows of earlier formats do not have it
}

// Files of format 1 have no checksums, those below format 4 no turns; rows of theirs have none (NULL) ever
// after.
static bool has_sums(Store *store)
{
    return store_number(store, "SELECT count(*) FROM pragma_table_info('trials') WHERE name = 'sum'") == 1;
}

static bool has_turns(Store *store)
{
    return store_number(store, "SELECT count(*) FROM pragma_table_info('trials') WHERE name = 'turns'") == 1;
}

// "3 0 1": cut-offs by index, up to the last that is not 0.
static void cuts_format(const TrialCount *c, Text *out)
{
    int last = CUT_INDEX_MAX - 1;
    while (last > 0 && c->cuts[last] == 0) last--;
    for (int i = 0; i <= last; i++) text_add(out, "%s%llu", i ? " " : "", (unsigned long long)c->cuts[i]);
}

static bool cuts_parse(const char *text, TrialCount *c)
{
    c->with_cuts = true;
    for (int i = 0; i < CUT_INDEX_MAX; i++) {
        long n;
        if (!text_number(&text, INT64_MAX, &n)) return false;
        c->cuts[i] = (uint64_t)n;
        if (*text == 0) return true;
        if (*text++ != ' ') return false;
    }
    return false;
}

// From columns 1 ... 7.
static bool row_take(sqlite3_stmt *s, TrialCount *c)
{
    *c                     = (TrialCount){0};
    c->nodes               = (uint64_t)sqlite3_column_int64(s, 1);
    c->interior            = (uint64_t)sqlite3_column_int64(s, 2);
    c->leaves              = (uint64_t)sqlite3_column_int64(s, 3);
    c->list_length         = (uint64_t)sqlite3_column_int64(s, 4);
    c->seconds             = sqlite3_column_double(s, 5);
    c->turns               = sqlite3_column_int(s, 7);
    const char *const cuts = (const char *)sqlite3_column_text(s, 6);
    return sqlite3_column_int64(s, 1) > 0 && c->turns >= 0 && c->interior + c->leaves == c->nodes &&
           (cuts == NULL || cuts_parse(cuts, c));
}

// Is every row what was written?
static bool rows_check(Store *store)
{
    char          sql[400];
    sqlite3_stmt *s;
    int           code = SQLITE_DONE;
    if (!has_sums(store)) return true;
    snprintf(sql, sizeof sql,
             "SELECT t.trial, nodes, interior, leaves, list_length, seconds, cuts, %s, p.text, q.text, run, "
             "sum FROM"
             " trials t LEFT JOIN protocols p ON p.id = t.protocol LEFT JOIN players q ON q.id = t.player"
             " WHERE sum IS NOT NULL",
             has_turns(store) ? "turns" : "NULL");
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return false;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        TrialCount        c;
        const char *const cuts     = (const char *)sqlite3_column_text(s, 6);
        const char *const protocol = (const char *)sqlite3_column_text(s, 8), *const player = (const char *)
                                                                                  sqlite3_column_text(s, 9);
        if (protocol == NULL || player == NULL || !row_take(s, &c)) break;
        if (row_sum(protocol, player, sqlite3_column_int(s, 0), &c, cuts, sqlite3_column_int64(s, 10)) !=
            (uint64_t)sqlite3_column_int64(s, 11))
            break;
    }
    sqlite3_finalize(s);
    return code == SQLITE_DONE;
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
    if (format > FORMAT)
        return status_fail_system(status, "%s: written by a newer Pollard (format %d; this one reads %d)",
                                  store->path, format, FORMAT);
    return (is_whole(store) && (format < 3 || store_has_pairs(store)) && (format < 4 || has_turns(store)) &&
            rows_check(store) && store_pairs_check(store)) ||
           status_fail_system(status, "%s: damaged; move it away and run again, or restore a copy",
                              store->path);
}

static bool prepare_all(Store *store, bool write, Status *status)
{
    static const char where[] = " FROM trials WHERE protocol = (SELECT id FROM protocols WHERE text = ?1)"
                                " AND player = (SELECT id FROM players WHERE text = ?2)";
    char              has[400], read[500];
    snprintf(has, sizeof has, "SELECT 1%s AND trial = ?3", where);
    snprintf(read, sizeof read,
             "SELECT trial, nodes, interior, leaves, list_length, seconds, cuts, %s%s AND trial < ?3 ORDER "
             "BY trial",
             has_turns(store) ? "turns" : "NULL", where);
    if (!store_prepare(store, has, &store->has, status) ||
        !store_prepare(store, read, &store->read, status) || !store_pairs_prepare(store, write, status))
        return false;
    return !write ||
           (store_prepare(store, "INSERT OR IGNORE INTO protocols (text) VALUES (?1)", &store->protocol,
                          status) &&
            store_prepare(store, "INSERT OR IGNORE INTO players (text) VALUES (?1)", &store->player,
                          status) &&
            store_prepare(
                store,
                "INSERT OR IGNORE INTO trials VALUES ((SELECT id FROM protocols WHERE text = ?1),"
                " (SELECT id FROM players WHERE text = ?2), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                &store->put, status));
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
        snprintf(format, sizeof format, "PRAGMA user_version = %d", FORMAT);
        if (!store_sql(store, setup, "write to it", status) ||
            !store_sql(store, schema, "write to it", status))
            return false;
        if (!has_sums(store) &&
            !store_sql(store, "ALTER TABLE trials ADD COLUMN sum INTEGER", "write to it", status))
            return false;
        if (!has_turns(store) &&
            !store_sql(store, "ALTER TABLE trials ADD COLUMN turns INTEGER", "write to it", status))
            return false;
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
    sqlite3_finalize(store->has);
    sqlite3_finalize(store->put);
    sqlite3_finalize(store->read);
    sqlite3_finalize(store->protocol);
    sqlite3_finalize(store->player);
    sqlite3_finalize(store->pair_has);
    sqlite3_finalize(store->pair_put);
    sqlite3_finalize(store->pair_read);
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

bool store_has(Store *store, const char *protocol, const char *player, int trial)
{
    sqlite3_bind_text(store->has, 1, protocol, -1, SQLITE_STATIC);
    sqlite3_bind_text(store->has, 2, player, -1, SQLITE_STATIC);
    sqlite3_bind_int(store->has, 3, trial);
    const bool found = sqlite3_step(store->has) == SQLITE_ROW;
    sqlite3_reset(store->has);
    return found;
}

bool store_step_text(sqlite3_stmt *s, const char *text)
{
    sqlite3_bind_text(s, 1, text, -1, SQLITE_STATIC);
    const bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    return good;
}

static bool put_row(Store *store, const char *protocol, const char *player, int trial, const TrialCount *c)
{
    char                cuts[CUT_INDEX_MAX * 21];
    Text                text = text_on(cuts, sizeof cuts);
    sqlite3_stmt *const s    = store->put;
    if (!store_step_text(store->player, player)) return false;
    if (c->with_cuts) cuts_format(c, &text);
    sqlite3_bind_text(s, 1, protocol, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, player, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, trial);
    sqlite3_bind_int64(s, 4, (sqlite3_int64)c->nodes);
    sqlite3_bind_int64(s, 5, (sqlite3_int64)c->interior);
    sqlite3_bind_int64(s, 6, (sqlite3_int64)c->leaves);
    sqlite3_bind_int64(s, 7, (sqlite3_int64)c->list_length);
    sqlite3_bind_double(s, 8, c->seconds);
    if (c->with_cuts) sqlite3_bind_text(s, 9, cuts, -1, SQLITE_STATIC);
    else sqlite3_bind_null(s, 9);
    sqlite3_bind_int64(s, 10, store->run);
    const uint64_t sum = row_sum(protocol, player, trial, c, c->with_cuts ? cuts : NULL, store->run);
    sqlite3_bind_int64(s, 11, (sqlite3_int64)sum);
    if (c->turns > 0) sqlite3_bind_int(s, 12, c->turns);
    else sqlite3_bind_null(s, 12);
    const bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    return good;
}

bool store_put(Store *store, const char *protocol, const char *const players[], int count, int trial,
               const TrialCount counts[], Status *status)
{
    if (!store_sql(store, "BEGIN IMMEDIATE", "write to it", status)) return false;
    bool good = store_step_text(store->protocol, protocol);
    for (int i = 0; good && i < count; i++) good = put_row(store, protocol, players[i], trial, &counts[i]);
    if (good && sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK) return true;
    store_fail(store, "write to it", status);
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

int store_read(Store *store, const char *protocol, const char *player, int trials, TrialCount out[],
               Status *status)
{
    sqlite3_stmt *const s    = store->read;
    int                 n    = 0, code;
    bool                good = true;
    sqlite3_bind_text(s, 1, protocol, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, player, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, trials);
    while (good && (code = sqlite3_step(s)) == SQLITE_ROW && sqlite3_column_int(s, 0) == n)
        good = row_take(s, &out[n++]) ||
               status_fail_system(status, "%s: trial %d of '%s' is damaged", store->path, n - 1, player);
    if (good && code != SQLITE_ROW && code != SQLITE_DONE) good = store_fail(store, "read it", status);
    sqlite3_reset(s);
    return good ? n : -1;
}

void store_makers(Store *store, Text *out)
{
    sqlite3_stmt *s;
    char          sql[200];
    snprintf(sql, sizeof sql,
             "SELECT DISTINCT program, machine FROM runs WHERE id IN (SELECT run FROM trials%s) ORDER BY id",
             store_has_pairs(store) ? " UNION SELECT run FROM pairs" : "");
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return;
    for (int i = 0; sqlite3_step(s) == SQLITE_ROW; i++)
        text_add(out, "%s%s on %s", i ? "; " : "", sqlite3_column_text(s, 0), sqlite3_column_text(s, 1));
    sqlite3_finalize(s);
}
