#include "lab/registration.h"
#include "base/build_info.h"
#include "base/stats/statistics.h"
#include "lab/kept/kept.h"
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

// Rows of an experiment. A trial counts once, whatever programs and files it is there from.
enum { SEEN_EARLIER = 1, SEEN_ROW = 2 };
typedef struct Counted {
    RowKeys        keys;
    const Store   *store;
    const char    *date;
    unsigned char *seen;      // SEEN_ of every key and number below SAMPLE_MAX
    int            earlier;   // of runs that began before the date; NULL: all
    int            rows;      // that a report may show: of its trials, and of a digest that counts
} Counted;

static bool is_new(Counted *c, int key, int number, unsigned char seen)
{
    unsigned char *const at = number < SAMPLE_MAX ? &c->seen[key * SAMPLE_MAX + number] : NULL;
    if (at != NULL && (*at & seen) != 0) return false;
    if (at != NULL) *at |= seen;
    return true;
}

static bool visit(void *context, const StoreRow *row, Status *status)
{
    Counted *const c = context;
    const int      k = row_keys_find(&c->keys, &row->key, -1);
    (void)status;
    if (k < 0) return true;
    const RowKey *const key     = &c->keys.list[k];
    const bool          earlier = c->date == NULL || strcmp(row->run.started, c->date) < 0;
    const bool          usable  = row->number < key->experiment->trials &&
                        (strcmp(row->key.digest, key->key.digest) == 0 ||
                         store_accepts(c->store, &key->key, row->key.digest));
    c->earlier += earlier && is_new(c, k, row->number, SEEN_EARLIER);
    c->rows += usable && is_new(c, k, row->number, SEEN_ROW);
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

// Those of the results and, when it is given, of a folder of kept rows.
static bool rows_count(Store *store, const Experiment *e, const char *date, const char *kept,
                       Registration *out, int *earlier, Status *status)
{
    Counted c = {.store = store, .date = date};
    if (!row_keys_open(&c.keys, e, 1, status)) return false;
    c.seen    = calloc((size_t)c.keys.count + 1, SAMPLE_MAX);
    bool good = c.seen != NULL || status_fail_system(status, "out of memory for the rows");
    good      = good && store_each(store, visit, &c, status) &&
           (kept == NULL || kept_read_folder(kept, visit, &c, status));
    out->rows = c.rows, out->wanted = rows_wanted(&c.keys);
    *earlier = c.earlier;
    free(c.seen);
    row_keys_close(&c.keys);
    return good;
}

int64_t registration_sum(const RegistrationRow *row)
{
    const char *const texts[] = {row->hash, row->name, row->hypotheses, row->date, row->commit};
    uint64_t          sum     = (uint64_t)row->rows_before;
    for (int i = 0; i < 5; i++) sum = store_sum_text(sum, texts[i]);
    return (int64_t)sum;
}

// Writes the row, unless there is one of this hash.
static bool row_insert(Store *store, const RegistrationRow *row, bool *added, Status *status)
{
    const char *const texts[] = {row->hash, row->name, row->hypotheses, row->date, row->commit};
    sqlite3_stmt     *s;
    if (!store_prepare(store, "INSERT OR IGNORE INTO registrations VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", &s,
                       status))
        return false;
    for (int i = 0; i < 5; i++) sqlite3_bind_text(s, i + 1, texts[i], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 6, row->rows_before);
    sqlite3_bind_int64(s, 7, registration_sum(row));
    const bool good = sqlite3_step(s) == SQLITE_DONE || store_fail(store, "write to it", status);
    *added          = good && sqlite3_changes(store->db) == 1;
    sqlite3_finalize(s);
    return good;
}

bool registration_put(Store *store, const Experiment *e, const char *kept, bool *added, Status *status)
{
    assert(store->lock.fd >= 0);
    sqlite3_stmt *s        = NULL;
    int           rows     = 0;
    char          date[24] = "";
    Registration  counted;
    if (!store_sql(store, schema, "write to it", status) ||
        !rows_count(store, e, NULL, kept, &counted, &rows, status) ||
        !store_prepare(store, "SELECT datetime('now')", &s, status))
        return false;
    if (sqlite3_step(s) == SQLITE_ROW) snprintf(date, sizeof date, "%s", sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    char *const hypotheses = e->hypotheses == NULL ? strdup("[]") : json_dumps(e->hypotheses, JSON_COMPACT);
    if (hypotheses == NULL) return status_fail_system(status, "out of memory");
    const bool good = row_insert(
        store, &(RegistrationRow){e->hash, e->name, hypotheses, date, build_commit, rows}, added, status);
    free(hypotheses);
    return good;
}

// The row at hand; false when it is not as it was written.
static bool row_take(sqlite3_stmt *s, RegistrationRow *out)
{
    const char *texts[5];
    for (int i = 0; i < 5; i++) {
        texts[i] = (const char *)sqlite3_column_text(s, i);
        if (texts[i] == NULL) return false;
    }
    *out = (RegistrationRow){texts[0], texts[1], texts[2], texts[3], texts[4], sqlite3_column_int(s, 5)};
    return registration_sum(out) == sqlite3_column_int64(s, 6);
}

bool registrations_each(Store *store, RegistrationVisit *visit_row, void *context, Status *status)
{
    sqlite3_stmt *s;
    int           code = SQLITE_DONE;
    bool          good = true;
    if (!has_table(store)) return true;
    if (!store_prepare(store, "SELECT * FROM registrations ORDER BY date, rowid", &s, status)) return false;
    while (good && (code = sqlite3_step(s)) == SQLITE_ROW) {
        RegistrationRow row = {0};
        good                = row_take(s, &row) ||
               status_fail_system(status, "%s: a registration is damaged or was changed", store->path);
        good = good && visit_row(context, &row, status);
    }
    if (good && code != SQLITE_DONE) good = store_fail(store, "read it", status);
    sqlite3_finalize(s);
    return good;
}

// One that is there stays, unless the other was written before it.
bool registration_import(Store *store, const RegistrationRow *row, bool *added, Status *status)
{
    assert(store->lock.fd >= 0);
    sqlite3_stmt *s;
    if (!store_sql(store, schema, "write to it", status) ||
        !store_prepare(store, "DELETE FROM registrations WHERE hash = ?1 AND date > ?2", &s, status))
        return false;
    sqlite3_bind_text(s, 1, row->hash, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, row->date, -1, SQLITE_STATIC);
    const bool good = sqlite3_step(s) == SQLITE_DONE || store_fail(store, "write to it", status);
    sqlite3_finalize(s);
    return good && row_insert(store, row, added, status);
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

// Where what began then is counted.
static RegistrationTried *tried_at(Registration *out, const char *started)
{
    return !out->there || strcmp(started, out->date) < 0 ? &out->before : &out->after;
}

static bool variants_count(Store *store, const RowKeys *keys, const StoreRows *rows, Registration *out,
                           Status *status)
{
    sqlite3_stmt *s = NULL;
    char          sql[TEXT_MAX];
    int           code = SQLITE_DONE;
    snprintf(sql, sizeof sql,
             "SELECT p.text, min(r.started) FROM %s t JOIN protocols p ON p.id = t.protocol JOIN runs r ON "
             "r.id = t.run GROUP BY p.id",
             rows->table);
    bool good = store_prepare(store, sql, &s, status);
    while (good && (code = sqlite3_step(s)) == SQLITE_ROW)
        if (is_variant(keys, (const char *)sqlite3_column_text(s, 0)))
            tried_at(out, (const char *)sqlite3_column_text(s, 1))->variants++;
    if (good && code != SQLITE_DONE) good = store_fail(store, "read it", status);
    sqlite3_finalize(s);
    return good;
}

// Other players, each once, with the start of their first run.
typedef struct Tried {
    int count, room;
    struct {
        char *players, started[24];
    } * list;
} Tried;

static bool tried_add(Tried *tried, const char *players, const char *started, Status *status)
{
    int i = 0;
    while (i < tried->count && strcmp(tried->list[i].players, players) != 0) i++;
    if (i == tried->room) {
        const int   room  = tried->room ? 2 * tried->room : 16;
        void *const grown = realloc(tried->list, (size_t)room * sizeof *tried->list);
        if (grown == NULL) return status_fail_system(status, "out of memory for the rows");
        tried->list = grown, tried->room = room;
    }
    if (i == tried->count) {
        tried->list[i].players = strdup(players);
        if (tried->list[i].players == NULL) return status_fail_system(status, "out of memory for the rows");
        tried->count++;
    } else if (strcmp(tried->list[i].started, started) <= 0) return true;
    snprintf(tried->list[i].started, sizeof tried->list[i].started, "%s", started);
    return true;
}

static bool is_own_player(const RowKeys *keys, const char *player, const char *opponent)
{
    for (int i = 0; i < keys->count; i++)
        if (strcmp(keys->list[i].players[0], player) == 0 &&
            (opponent[0] == 0 || strcmp(keys->list[i].players[1], opponent) == 0))
            return true;
    return false;
}

// The players of one of the experiment's protocols that are not its own.
static bool players_of(Store *store, const RowKeys *keys, const StoreKey *key, Tried *tried, Status *status)
{
    sqlite3_stmt *s   = NULL;
    const bool    two = key->rows->players == 2;
    char          sql[TEXT_MAX];
    int           code = SQLITE_DONE;
    snprintf(
        sql, sizeof sql,
        "SELECT a.text, %s, min(r.started) FROM %s t JOIN players a ON a.id = t.player %s JOIN runs r ON "
        "r.id = t.run WHERE t.protocol = (SELECT id FROM protocols WHERE text = ?1) GROUP BY 1, 2",
        two ? "b.text" : "''", key->rows->table, two ? "JOIN players b ON b.id = t.opponent" : "");
    bool good = store_prepare(store, sql, &s, status);
    if (good) sqlite3_bind_text(s, 1, key->protocol, -1, SQLITE_STATIC);
    while (good && (code = sqlite3_step(s)) == SQLITE_ROW) {
        const char *const player   = (const char *)sqlite3_column_text(s, 0);
        const char *const opponent = (const char *)sqlite3_column_text(s, 1);
        char              both[2 * TEXT_MAX];
        if (is_own_player(keys, player, opponent)) continue;
        snprintf(both, sizeof both, "%s %s", player, opponent);
        good = tried_add(tried, both, (const char *)sqlite3_column_text(s, 2), status);
    }
    if (good && code != SQLITE_DONE) good = store_fail(store, "read it", status);
    sqlite3_finalize(s);
    return good;
}

static bool players_count(Store *store, const RowKeys *keys, Registration *out, Status *status)
{
    Tried tried = {0};
    bool  good  = true;
    for (int i = 0; good && i < keys->count; i++) {
        int first = 0;   // of this protocol
        while (strcmp(keys->list[first].key.protocol, keys->list[i].key.protocol) != 0) first++;
        if (first == i) good = players_of(store, keys, &keys->list[i].key, &tried, status);
    }
    for (int i = 0; i < tried.count; i++) {
        if (good) tried_at(out, tried.list[i].started)->players++;
        free(tried.list[i].players);
    }
    free(tried.list);
    return good;
}

static int games_count(const RowKeys *keys)
{
    int n = 0;
    for (int i = 0; i < keys->count; i++) {
        int first = 0;
        while (!protocols_share_game(keys->list[first].key.protocol, keys->list[i].key.protocol)) first++;
        n += first == i;
    }
    return n;
}

static bool tried_count(Store *store, const Experiment *e, Registration *out, Status *status)
{
    RowKeys keys;
    if (!row_keys_open(&keys, e, 1, status)) return false;
    const bool rows = store_statements(store, e->kind->rows)->has != NULL;   // else a file without such rows
    out->games      = games_count(&keys);
    const bool good = !rows || (variants_count(store, &keys, e->kind->rows, out, status) &&
                                players_count(store, &keys, out, status));
    row_keys_close(&keys);
    return good;
}

typedef struct Finding {
    const Experiment *experiment;
    Registration     *out;
} Finding;

static void date_read(const RegistrationRow *row, Registration *out)
{
    snprintf(out->date, sizeof out->date, "%s", row->date);
    snprintf(out->commit, sizeof out->commit, "%s", row->commit);
}

// The experiment's own registration, and how many others came before it and after it.
static bool registered_find(void *context, const RegistrationRow *row, Status *status)
{
    const Finding *const f   = context;
    Registration *const  out = f->out;
    (void)status;
    if (strcmp(row->hash, f->experiment->hash) == 0) {
        out->there       = true;
        out->rows_before = row->rows_before;
        date_read(row, out);
    } else if (out->there) out->after.others++;
    else {
        out->before.others++;
        if (strcmp(row->hash, f->experiment->file_hash) == 0) out->file_there = true, date_read(row, out);
    }
    return true;
}

bool registration_find(Store *store, const Experiment *e, Registration *out, Status *status)
{
    int earlier = 0;
    *out        = (Registration){0};
    if (!registrations_each(store, registered_find, &(Finding){e, out}, status)) return false;
    if (out->there) out->file_there = false;
    if (!tried_count(store, e, out, status)) return false;
    snprintf(out->changes, sizeof out->changes, "%s", e->changes);
    out->hypotheses = (int)json_array_size(e->hypotheses);   // the hash is over them too
    if (out->there && !rows_count(store, e, out->date, NULL, out, &earlier, status)) return false;
    if (earlier > out->rows_before) out->rows_before = earlier;
    return true;
}

static void tried_text(const char *when, const RegistrationTried *tried, int games, Text *out)
{
    text_add(out, "; %s: %d other protocol%s and %d other player%s of %s with rows", when, tried->variants,
             tried->variants == 1 ? "" : "s", tried->players, tried->players == 1 ? "" : "s",
             games == 1 ? "this game" : "these games");
    if (tried->others > 0)
        text_add(out, ", %d other experiment%s registered", tried->others, tried->others == 1 ? "" : "s");
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
        if (r->hypotheses == 0) text_add(out, ", without hypotheses");
        if (r->rows > 0 && r->rows < r->wanted)
            text_add(out, ", %d of its %d rows are there now", r->rows, r->wanted);
    }
    tried_text(r->there ? "before it" : "in this file", &r->before, r->games, out);
    if (r->there) tried_text("after it", &r->after, r->games, out);
}
