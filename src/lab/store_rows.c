// The rows of the results, of any kind of experiment: their tables, their checksums, reading and writing.
#include "base/rng.h"
#include "lab/store_inner.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static uint64_t usual_sum(const StoreKey *key, int number, const StoreValue values[], int64_t run)
{
    const StoreRows *const rows = key->rows;
    uint64_t               sum  = store_sum_text(store_sum_text(3, rows->table), key->protocol);
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

// A checksum over a row and the texts it points to: SQLite notices a damaged tree, not a damaged number. Rows
// of earlier formats have no digest in it.
uint64_t row_sum(const StoreKey *key, int number, const void *row, const StoreValue values[], int64_t run)
{
    const uint64_t sum = key->rows->sum != NULL ? key->rows->sum(key, number, row, values, run)
                                                : usual_sum(key, number, values, run);
    return strcmp(key->digest, DIGEST_NONE) == 0 ? sum : store_sum_text(sum, key->digest);
}

int rows_format(void)
{
    int last = STORE_FORMAT_DIGESTS;
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

const char *digest_column(const Store *store, const StoreRows *rows)
{
    return store_has_column(store, rows->table, "digest") ? "digest" : "'" DIGEST_NONE "'";
}

void columns_list(const Store *store, const StoreRows *rows, Text *out)
{
    for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
        text_add(out, "%s%s", c == rows->columns ? "" : ", ",
                 c->since == 0 || store_has_column(store, rows->table, c->name) ? c->name : "NULL");
}

static int columns_count(const StoreRows *rows)
{
    int n = 0;
    while (rows->columns[n].name != NULL) n++;
    assert(n <= STORE_COLUMNS_MAX && rows->players >= 1 && rows->players <= STORE_PLAYERS_MAX);
    return n;
}

bool row_read(const StoreRows *rows, sqlite3_stmt *s, int from, StoreValue values[], void *row)
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

// May this row be without a checksum? One of a format that had none: nothing that later formats added.
static bool is_without_sum(const StoreRows *rows, const char *digest, const StoreValue values[])
{
    bool early = rows->sum_since > 0 && strcmp(digest, DIGEST_NONE) == 0;
    for (int i = 0; rows->columns[i].name != NULL; i++)
        early = early && (rows->columns[i].since < rows->sum_since || values[i].null);
    return early;
}

// Is every row what was written?
static bool table_check(Store *store, const StoreRows *rows)
{
    char          list[TEXT_MAX], sql[3 * TEXT_MAX];
    Text          columns = text_on(list, sizeof list);
    const int     n = columns_count(rows), two = rows->players == 2;
    sqlite3_stmt *s;
    int           code = SQLITE_DONE;
    void *const   row  = malloc(rows->size);
    if (row == NULL) return false;
    columns_list(store, rows, &columns);
    snprintf(
        sql, sizeof sql,
        "SELECT t.%s, %s, run, sum, %s, a.text, b.text%s, r.id FROM %s t LEFT JOIN protocols a ON a.id = "
        "t.protocol LEFT JOIN players b ON b.id = t.player%s LEFT JOIN runs r ON r.id = t.run",
        rows->number, list, digest_column(store, rows), two ? ", c.text" : "", rows->table,
        two ? " LEFT JOIN players c ON c.id = t.opponent" : "");
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return free(row), false;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        StoreValue        values[STORE_COLUMNS_MAX];
        const char *const digest   = (const char *)sqlite3_column_text(s, n + 3);
        const char *const protocol = (const char *)sqlite3_column_text(s, n + 4);
        const char       *players[STORE_PLAYERS_MAX];
        bool              whole = protocol != NULL && digest != NULL && digest_valid(digest);
        for (int i = 0; i < rows->players; i++) {
            players[i] = (const char *)sqlite3_column_text(s, n + 5 + i);
            whole      = whole && players[i] != NULL;
        }
        whole = whole && sqlite3_column_type(s, n + 5 + rows->players) != SQLITE_NULL;   // its run is there
        if (!whole || !row_read(rows, s, 1, values, row)) break;
        if (sqlite3_column_type(s, n + 2) == SQLITE_NULL) {
            if (!is_without_sum(rows, digest, values)) break;
        } else if (row_sum(&(StoreKey){rows, protocol, players, digest}, sqlite3_column_int(s, 0), row,
                           values,
                           sqlite3_column_int64(s, n + 1)) != (uint64_t)sqlite3_column_int64(s, n + 2))
            break;
    }
    sqlite3_finalize(s);
    free(row);
    return code == SQLITE_DONE;
}

bool rows_check(Store *store, int format)
{
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const StoreRows *const rows = lab_kinds[i]->rows;
        if (!has_table(store, rows)) {
            if (format >= rows->since) return false;
            continue;
        }
        if (format >= STORE_FORMAT_DIGESTS && !store_has_column(store, rows->table, "digest")) return false;
        for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
            if (c->since > 0 && format >= c->since && !store_has_column(store, rows->table, c->name))
                return false;
        if (store_has_column(store, rows->table, "sum")) {
            if (!table_check(store, rows)) return false;
        } else if (format >= rows->sum_since) return false;
    }
    return true;
}

static const char *const type_names[] = {"INTEGER", "REAL", "TEXT"};

static void column_define(const StoreColumn *c, Text *out)
{
    text_add(out, "%s %s%s, ", c->name, type_names[c->type], c->optional || c->since > 0 ? "" : " NOT NULL");
}

// The columns of later formats stand at the end, where an ALTER TABLE puts them too; those of the key at the
// beginning, where an integrity check of SQLite 3.40 expects them.
static bool table_create(Store *store, const StoreRows *rows, Status *status)
{
    char              sql[3 * TEXT_MAX];
    Text              text  = text_on(sql, sizeof sql);
    const char *const other = rows->players == 2 ? "opponent" : NULL;
    text_add(&text, "CREATE TABLE IF NOT EXISTS %s (protocol INTEGER NOT NULL, player INTEGER NOT NULL, ",
             rows->table);
    if (other != NULL) text_add(&text, "%s INTEGER NOT NULL, ", other);
    text_add(&text, "%s INTEGER NOT NULL, digest TEXT NOT NULL, ", rows->number);
    for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
        if (c->since == 0) column_define(c, &text);
    text_add(&text, "run INTEGER NOT NULL, sum INTEGER%s, ", rows->sum_since > 0 ? "" : " NOT NULL");
    for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
        if (c->since > 0) column_define(c, &text);
    text_add(&text, "PRIMARY KEY (protocol, player, %s%s%s, digest)) WITHOUT ROWID",
             other == NULL ? "" : other, other == NULL ? "" : ", ", rows->number);
    assert(!text.cut);
    return store_sql(store, sql, "write to it", status);
}

static bool column_add(Store *store, const StoreRows *rows, const char *name, StoreType type, Status *status)
{
    char sql[200];
    if (store_has_column(store, rows->table, name)) return true;
    snprintf(sql, sizeof sql, "ALTER TABLE %s ADD COLUMN %s %s", rows->table, name, type_names[type]);
    return store_sql(store, sql, "write to it", status);
}

// A table of an earlier format, whose rows are not keyed by a digest, is written anew.
static bool table_renew(Store *store, const StoreRows *rows, Status *status)
{
    char              list[TEXT_MAX], sql[4 * TEXT_MAX], names[TEXT_MAX];
    Text              columns = text_on(list, sizeof list), all = text_on(names, sizeof names);
    const char *const other = rows->players == 2 ? "opponent, " : "";
    const char *const sum   = store_has_column(store, rows->table, "sum") ? "sum" : "NULL";
    columns_list(store, rows, &columns);
    for (const StoreColumn *c = rows->columns; c->name != NULL; c++) text_add(&all, "%s, ", c->name);
    snprintf(sql, sizeof sql, "ALTER TABLE %s RENAME TO earlier", rows->table);
    if (!store_sql(store, sql, "write to it", status) || !table_create(store, rows, status)) return false;
    snprintf(sql, sizeof sql,
             "INSERT INTO %s (protocol, player, %s%s, %srun, sum, digest) SELECT protocol, player, %s%s, %s, "
             "run, %s, '" DIGEST_NONE "' FROM earlier; DROP TABLE earlier",
             rows->table, other, rows->number, names, other, rows->number, list, sum);
    return store_sql(store, sql, "write to it", status);
}

bool rows_create(Store *store, Status *status)
{
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const StoreRows *const rows = lab_kinds[i]->rows;
        if (!table_create(store, rows, status)) return false;
        if (!store_has_column(store, rows->table, "digest") && !table_renew(store, rows, status))
            return false;
        if (rows->sum_since > 0 && !column_add(store, rows, "sum", STORE_INTEGER, status)) return false;
        for (const StoreColumn *c = rows->columns; c->name != NULL; c++)
            if (c->since > 0 && !column_add(store, rows, c->name, c->type, status)) return false;
    }
    return true;
}

// ?1 the protocol, ?2 (and ?3) the players, then the number, the columns, the run, the sum and the
// digest.
static bool prepare_rows(Store *store, int kind, bool write, Status *status)
{
    assert(kind >= 0 && kind < LAB_KINDS_MAX);
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
    const char *const digest = digest_column(store, rows);
    snprintf(sql, sizeof sql, "SELECT %s, run%s AND %s = ?%d ORDER BY %s <> ?%d, %s", digest, where,
             rows->number, at, digest, at + 1, digest);
    if (!store_prepare(store, sql, &of->has, status)) return false;
    snprintf(sql, sizeof sql, "SELECT %s%s AND %s = ?%d AND %s = ?%d", list, where, rows->number, at, digest,
             at + 1);
    if (!store_prepare(store, sql, &of->find, status)) return false;
    snprintf(sql, sizeof sql, "SELECT %s, %s, run, %s%s AND %s < ?%d ORDER BY %s, %s <> ?%d, %s",
             rows->number, digest, list, where, rows->number, at, rows->number, digest, at + 1, digest);
    if (!store_prepare(store, sql, &of->read, status) ||
        !lookups_prepare(store, rows, where, &of->lookups, status))
        return false;
    text = text_on(sql, sizeof sql);
    text_add(
        &text,
        "INSERT OR IGNORE INTO %s (protocol, player, %s%s, %s, run, sum, digest) VALUES ((SELECT id FROM "
        "protocols WHERE text = ?1), (SELECT id FROM players WHERE text = ?2), ",
        rows->table, two ? "opponent, " : "", rows->number, list);
    if (two) text_add(&text, "(SELECT id FROM players WHERE text = ?3), ");
    for (int i = 0; i < columns_count(rows) + 4; i++) text_add(&text, "%s?%d", i ? ", " : "", at + i);
    text_add(&text, ")");
    return !write || store_prepare(store, sql, &of->put, status);
}

bool rows_prepare(Store *store, bool write, Status *status)
{
    for (int i = 0; lab_kinds[i] != NULL; i++)
        if (!prepare_rows(store, i, write, status)) return false;
    return true;
}

static bool store_step_text(sqlite3_stmt *s, const char *text)
{
    sqlite3_bind_text(s, 1, text, -1, SQLITE_STATIC);
    const bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    return good;
}

bool protocol_put(Store *store, const char *protocol) { return store_step_text(store->protocol, protocol); }

const Statements *store_statements(const Store *store, const StoreRows *rows)
{
    int i = 0;
    while (lab_kinds[i] != NULL && lab_kinds[i]->rows != rows) i++;
    assert(lab_kinds[i] != NULL);
    return &store->of[i];
}

// The digest stands after the number where rows are sought; where they are put the columns do.
void row_bind_key(sqlite3_stmt *s, const StoreKey *key, int number)
{
    const int players = key->rows->players;
    sqlite3_bind_text(s, 1, key->protocol, -1, SQLITE_STATIC);
    for (int i = 0; i < players; i++) sqlite3_bind_text(s, 2 + i, key->players[i], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 2 + players, number);
    sqlite3_bind_text(s, 3 + players, key->digest, -1, SQLITE_STATIC);
}

bool store_has(Store *store, const StoreKey *key, int number)
{
    assert(number >= 0 && digest_valid(key->digest));
    sqlite3_stmt *const s = store_statements(store, key->rows)->has;
    if (s == NULL) return false;
    row_bind_key(s, key, number);
    bool found = false;
    for (bool own = false; !own && sqlite3_step(s) == SQLITE_ROW; found = found || own) {
        const char *const digest   = (const char *)sqlite3_column_text(s, 0);
        const bool        accepted = store_accepts(store, key, digest);
        own                        = strcmp(digest, key->digest) == 0;
        if (!own && !(found && accepted))
            foreign_note(store, key, number, digest, sqlite3_column_int64(s, 1));
        found = found || accepted;
    }
    sqlite3_reset(s);
    return found;
}

bool row_put(Store *store, const StoreKey *key, int number, const void *row, sqlite3_int64 run)
{
    const StoreRows *const rows = key->rows;
    sqlite3_stmt *const    s    = store_statements(store, rows)->put;
    StoreValue             values[STORE_COLUMNS_MAX];
    char                   scratch[STORE_SCRATCH];
    int                    at = rows->players + 3;
    memset(values, 0, sizeof values);
    rows->write(row, values, scratch);
    for (int i = 0; i < rows->players; i++)
        if (!store_step_text(store->player, key->players[i])) return false;
    row_bind_key(s, key, number);
    for (int i = 0; rows->columns[i].name != NULL; i++, at++) {
        const StoreColumn *const c = &rows->columns[i];
        assert(!values[i].null || c->optional || c->since > 0);
        if (values[i].null) sqlite3_bind_null(s, at);
        else if (c->type == STORE_TEXT) sqlite3_bind_text(s, at, values[i].text, -1, SQLITE_STATIC);
        else if (c->type == STORE_REAL) sqlite3_bind_double(s, at, values[i].real);
        else sqlite3_bind_int64(s, at, values[i].integer);
    }
    sqlite3_bind_int64(s, at, run);
    sqlite3_bind_int64(s, at + 1, (sqlite3_int64)row_sum(key, number, row, values, run));
    sqlite3_bind_text(s, at + 2, key->digest, -1, SQLITE_STATIC);
    const bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    return good;
}

// Have the rows looked up the same databases as those that are there?
static bool puts_check(Store *store, const StoreKey *key, int count, const void *from, Status *status)
{
    const StoreRows *const rows = key->rows;
    for (int i = 0; rows->lookups != NULL && i < count; i++) {
        StoreValue values[STORE_COLUMNS_MAX];
        char       scratch[STORE_SCRATCH];
        memset(values, 0, sizeof values);
        rows->write((const char *)from + (size_t)i * rows->size, values, scratch);
        const char *const lookups = row_lookups(rows, values);
        const StoreKey    own     = {rows, key->protocol, key->players + i * rows->players, key->digest};
        if (lookups != NULL && !store_lookups_check(store, &own, NULL, lookups, status)) return false;
    }
    return true;
}

bool store_put(Store *store, const StoreKey *key, int number, int count, const void *from, Status *status)
{
    assert(count > 0 && number >= 0 && digest_valid(key->digest));
    const StoreRows *const rows = key->rows;
    assert(store_statements(store, rows)->put != NULL && number >= 0);
    if (!puts_check(store, key, count, from, status)) return false;
    if (!store_sql(store, "BEGIN IMMEDIATE", "write to it", status)) return false;
    bool good = protocol_put(store, key->protocol);
    for (int i = 0; good && i < count; i++)
        good = row_put(store, &(StoreKey){rows, key->protocol, key->players + i * rows->players, key->digest},
                       number, (const char *)from + (size_t)i * rows->size, store->run);
    if (good && sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK) return true;
    store_fail(store, "write to it", status);
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

// Row `n` is missing, a later one is there: the first such gap is told.
static void gap_note(Store *store, const StoreKey *key, int n)
{
    if (store->gap[0]) return;
    snprintf(store->gap, sizeof store->gap,
             "the first %d %ss of '%.*s' are shown: the next is missing, though later ones are there (a part "
             "that was not run, or not merged?)",
             n, key->rows->number, TEXT_MAX / 2, key->players[0]);
}

// Rows of one number follow each other, the program's own first.
int store_read(Store *store, const StoreKey *key, int most, void *out, Status *status)
{
    assert(most >= 0 && digest_valid(key->digest));
    const StoreRows *const rows = key->rows;
    sqlite3_stmt *const    s    = store_statements(store, rows)->read;
    StoreValue             values[STORE_COLUMNS_MAX];
    int                    n = 0, own = -1, code = SQLITE_DONE;   // own: the last row of this digest
    bool                   good = true;
    Lookups               *met  = NULL;
    if (s == NULL) return 0;
    row_bind_key(s, key, most);
    while (good && (code = sqlite3_step(s)) == SQLITE_ROW) {
        const int           number = sqlite3_column_int(s, 0);
        const char *const   digest = (const char *)sqlite3_column_text(s, 1);
        const sqlite3_int64 run    = sqlite3_column_int64(s, 2);
        const bool          is_own = strcmp(digest, key->digest) == 0;
        const bool usable = is_own || store_accepts(store, key, digest), used = usable && number == n;
        if (usable && number > n) gap_note(store, key, n);
        if (is_own) own = number;
        else if (number != own && (used || !usable)) foreign_note(store, key, number, digest, run);
        if (!used) continue;
        used_note(store, digest, run);
        good = row_read(rows, s, 3, values, (char *)out + (size_t)n * rows->size) ||
               status_fail_system(status, "%s: %s %d of '%s' is damaged", store->path, rows->number, n,
                                  key->players[0]);
        good = good && lookups_meet(store, key, row_lookups(rows, values), &met, status);
        n++;
    }
    free(met);
    if (good && code != SQLITE_DONE) good = store_fail(store, "read it", status);
    sqlite3_reset(s);
    return good ? n : -1;
}
