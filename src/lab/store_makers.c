// Who made the rows: runs, digests that are accepted, and what was used or left aside.
#include "lab/store_inner.h"
#include "play/player_type.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// How a foreign row came to be used: in `accepted` below, where 0 is left aside.
enum { ACCEPTED = 1, VOUCHED = 2 };

// Foreign rows are remembered by a number that stands for key and digest: a report asks for the same row more
// than once. So is what rows that were imported looked up: those of a cell mostly say the same. In memory, so
// that it works where nothing can be written.
static const char remembered[] =
    "PRAGMA temp_store = MEMORY;"
    "CREATE TEMP TABLE met (row INTEGER PRIMARY KEY, digest TEXT, own TEXT, run INTEGER, accepted INTEGER);"
    "CREATE TEMP TABLE used (digest TEXT, run INTEGER, PRIMARY KEY (digest, run));"
    "CREATE TEMP TABLE used_before (run INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE checked (protocol TEXT, player TEXT, opponent TEXT, digest TEXT, lookups TEXT,"
    "                           PRIMARY KEY (protocol, player, opponent, digest, lookups))";

// Files of earlier formats do not say which commit.
static const char *revision_column(const Store *store)
{
    return store_has_column(store, "runs", "revision") ? "coalesce(revision, 'unknown')" : "'unknown'";
}

bool makers_prepare(Store *store, Status *status)
{
    return store_sql(store, remembered, "read it", status) &&
           store_prepare(store, "INSERT OR IGNORE INTO met VALUES (?1, ?2, ?3, ?4, ?5)", &store->foreign,
                         status) &&
           store_prepare(store, "INSERT OR IGNORE INTO used VALUES (?1, ?2)", &store->used, status) &&
           store_prepare(store,
                         "SELECT 1 FROM checked WHERE protocol = ?1 AND player = ?2 AND opponent = ?3 AND "
                         "digest = ?4 AND lookups = ?5",
                         &store->checked, status) &&
           store_prepare(store, "INSERT OR IGNORE INTO checked VALUES (?1, ?2, ?3, ?4, ?5)", &store->check,
                         status);
}

bool store_accept(Store *store, const char *digest)
{
    assert(digest_valid(digest));
    if (store->accepted == DIGESTS_ACCEPTED_MAX) return false;
    memcpy(store->accept[store->accepted++], digest, strlen(digest) + 1);
    return true;
}

void store_vouch(Store *store, Vouches *vouches)
{
    vouches_close(&store->vouches);
    store->vouches = *vouches;
    *vouches       = (Vouches){0};
}

bool store_vouches(const Store *store, const StoreKey *key, const char *digest)
{
    return vouches_cover(&store->vouches, key, digest);
}

bool store_accepts(const Store *store, const StoreKey *key, const char *digest)
{
    for (int i = 0; i < store->accepted; i++)
        if (strcmp(store->accept[i], digest) == 0) return true;
    return store_vouches(store, key, digest);
}

bool store_key_by_the_clock(const StoreKey *key)
{
    for (int i = 0; i < key->rows->players; i++)
        if (strstr(key->players[i], ",time=") != NULL || strstr(key->players[i], ":time=") != NULL)
            return true;
    return false;
}

bool store_key_has_engine(const StoreKey *key)
{
    for (int i = 0; i < key->rows->players; i++) {
        PlayerSpec spec;
        Status     ignored;
        if (player_spec_parse(&spec, key->players[i], &ignored) && spec.type->starts_programs) return true;
    }
    return false;
}

void foreign_note(Store *store, const StoreKey *key, int number, const char *digest, sqlite3_int64 run)
{
    assert(number >= 0 && strcmp(key->digest, digest) != 0);
    sqlite3_stmt *const s   = store->foreign;
    uint64_t            row = store_sum_text(store_sum_text((uint64_t)number, key->rows->table), digest);
    row                     = store_sum_text(row, key->protocol);
    for (int i = 0; i < key->rows->players; i++) row = store_sum_text(row, key->players[i]);
    sqlite3_bind_int64(s, 1, (sqlite3_int64)row);
    sqlite3_bind_text(s, 2, digest, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, key->digest, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 4, run);
    sqlite3_bind_int(s, 5,
                     store_vouches(store, key, digest)   ? VOUCHED
                     : store_accepts(store, key, digest) ? ACCEPTED
                                                         : 0);
    sqlite3_step(s);
    sqlite3_reset(s);
}

void used_note(Store *store, const char *digest, sqlite3_int64 run)
{
    if (store->used_run == run && strcmp(store->used_digest, digest) == 0) return;
    sqlite3_bind_text(store->used, 1, digest, -1, SQLITE_STATIC);
    sqlite3_bind_int64(store->used, 2, run);
    sqlite3_step(store->used);
    sqlite3_reset(store->used);
    store->used_run = run;
    snprintf(store->used_digest, sizeof store->used_digest, "%s", digest);
}

// The texts that a query gives, separated by ", ".
static void list_add(Store *store, const char *sql, const char *bound, Text *out)
{
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return;
    if (bound != NULL) sqlite3_bind_text(s, 1, bound, -1, SQLITE_STATIC);
    for (int i = 0; sqlite3_step(s) == SQLITE_ROW; i++)
        text_add(out, "%s%s", i ? ", " : "", sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
}

int store_foreign(Store *store, StoreForeign out[], int room)
{
    assert(room >= 0);
    sqlite3_stmt *s;
    int           n = 0;
    if (sqlite3_prepare_v2(store->db,
                           "SELECT digest, own, accepted, count(*) FROM met GROUP BY digest, own, accepted "
                           "ORDER BY accepted DESC, digest, own",
                           -1, &s, NULL) != SQLITE_OK)
        return 0;
    for (; n < room && sqlite3_step(s) == SQLITE_ROW; n++) {
        StoreForeign *const f = &out[n];
        char                sql[300];
        Text                commits = text_on(f->commits, sizeof f->commits);
        Text                vouched = text_on(f->vouched, sizeof f->vouched);
        snprintf(f->digest, sizeof f->digest, "%s", sqlite3_column_text(s, 0));
        snprintf(f->own, sizeof f->own, "%s", sqlite3_column_text(s, 1));
        f->accepted   = sqlite3_column_int(s, 2) != 0;
        f->rows       = sqlite3_column_int(s, 3);
        f->vouched[0] = 0;
        if (sqlite3_column_int(s, 2) == VOUCHED) vouches_text(&store->vouches, f->digest, f->own, &vouched);
        snprintf(
            sql, sizeof sql,
            "SELECT DISTINCT %s FROM runs WHERE id IN (SELECT run FROM met WHERE digest = ?1) ORDER BY 1",
            revision_column(store));
        list_add(store, sql, f->digest, &commits);
    }
    sqlite3_finalize(s);
    return n;
}

void store_used_begin(Store *store)
{
    sqlite3_exec(store->db, "INSERT OR IGNORE INTO used_before SELECT run FROM used; DELETE FROM used", NULL,
                 NULL, NULL);
    store->used_digest[0] = 0;
    store->gap[0]         = 0;
}

void store_used(Store *store, Text *digests, Text *commits, Text *gap)
{
    char sql[300];
    text_add(gap, "%s", store->gap);
    list_add(store, "SELECT DISTINCT digest FROM used ORDER BY 1", NULL, digests);
    snprintf(sql, sizeof sql, "SELECT DISTINCT %s FROM runs WHERE id IN (SELECT run FROM used) ORDER BY 1",
             revision_column(store));
    list_add(store, sql, NULL, commits);
}

// Runs.

static const char run_insert[] =
    "INSERT INTO runs (program, machine, threads, started, revision, compiler, flags) VALUES (?1, ?2, ?3, "
    "coalesce(?4, datetime('now')), ?5, ?6, ?7)";
static const char run_find[] =
    "SELECT id FROM runs WHERE program = ?1 AND machine = ?2 AND threads = ?3 AND started = ?4 AND "
    "coalesce(revision, 'unknown') = ?5 AND coalesce(compiler, 'unknown') = ?6 AND coalesce(flags, "
    "'unknown') = ?7";

static void run_bind(sqlite3_stmt *s, const StoreRun *run)
{
    const char *const texts[] = {run->program, run->machine,  NULL,      run->started,
                                 run->commit,  run->compiler, run->flags};
    for (int i = 0; i < 7; i++)
        if (texts[i] != NULL) sqlite3_bind_text(s, i + 1, texts[i], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, run->threads);
}

static bool run_add(Store *store, const StoreRun *run, sqlite3_int64 *id, Status *status)
{
    sqlite3_stmt *s;
    if (!store_prepare(store, run_insert, &s, status)) return false;
    run_bind(s, run);
    const bool good = sqlite3_step(s) == SQLITE_DONE || store_fail(store, "write to it", status);
    sqlite3_finalize(s);
    *id = sqlite3_last_insert_rowid(store->db);
    return good;
}

bool run_find_or_add(Store *store, const StoreRun *run, sqlite3_int64 *id, Status *status)
{
    sqlite3_stmt *s;
    if (!store_prepare(store, run_find, &s, status)) return false;
    run_bind(s, run);
    const bool found = sqlite3_step(s) == SQLITE_ROW;
    if (found) *id = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return found || run_add(store, run, id, status);
}

bool store_run_begin(Store *store, const char *machine, int threads, Status *status)
{
    assert(store->lock.fd >= 0 && threads >= 1);
    return run_add(store,
                   &(StoreRun){.program  = "pollard " POLLARD_VERSION,
                               .commit   = build_commit,
                               .compiler = build_compiler(),
                               .flags    = build_flags,
                               .machine  = machine,
                               .threads  = threads},
                   &store->run, status);
}

void store_makers(Store *store, Text *out)
{
    sqlite3_stmt *s;
    char          sql[2 * TEXT_MAX];
    Text          text = text_on(sql, sizeof sql);
    text_add(&text,
             "SELECT DISTINCT program, %s, machine FROM runs WHERE id IN (SELECT run FROM used UNION SELECT "
             "run FROM used_before) ORDER BY id",
             revision_column(store));
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return;
    for (int i = 0; sqlite3_step(s) == SQLITE_ROW; i++)
        text_add(out, "%s%s (commit %s) on %s", i ? "; " : "", sqlite3_column_text(s, 0),
                 sqlite3_column_text(s, 1), sqlite3_column_text(s, 2));
    sqlite3_finalize(s);
}
