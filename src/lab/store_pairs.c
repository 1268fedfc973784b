// The rows of matches: one per protocol, player, opponent and opening.
#include "lab/store_inner.h"

#include <stdio.h>
#include <string.h>

static const char COLUMNS[] =
    "opening, points_first, points_second, plies_first, plies_second, capped, nodes_player,"
    " nodes_opponent, seconds";

bool store_has_pairs(const Store *store)
{
    return store_number(store,
                        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'pairs'") == 1;
}

// A checksum over a row and the texts it points to.
static uint64_t row_sum(const char *texts[3], int opening, const PairResult *r, sqlite3_int64 run)
{
    uint64_t seconds, sum = 2;
    memcpy(&seconds, &r->seconds, sizeof seconds);
    const uint64_t numbers[] = {(uint64_t)opening,
                                (uint64_t)r->points[0],
                                (uint64_t)r->points[1],
                                (uint64_t)r->plies[0],
                                (uint64_t)r->plies[1],
                                (uint64_t)r->capped[0],
                                (uint64_t)r->capped[1],
                                r->nodes[0],
                                r->nodes[1],
                                seconds,
                                (uint64_t)run};
    for (int i = 0; i < 3; i++) sum = store_sum_text(sum, texts[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sum = mix64(sum ^ numbers[i]) + i;
    return sum;
}

// From COLUMNS.
static bool row_take(sqlite3_stmt *s, PairResult *r)
{
    const int capped = sqlite3_column_int(s, 5);
    bool      good   = capped >= 0 && capped <= 3;
    *r               = (PairResult){.seconds = sqlite3_column_double(s, 8)};
    for (int i = 0; i < 2; i++) {
        r->points[i] = sqlite3_column_int(s, 1 + i);
        r->plies[i]  = sqlite3_column_int(s, 3 + i);
        r->capped[i] = capped >> i & 1;
        r->nodes[i]  = (uint64_t)sqlite3_column_int64(s, 6 + i);
        good         = good && r->points[i] >= 0 && r->points[i] <= 2 && r->plies[i] >= 0;
    }
    return good;
}

bool store_pairs_check(Store *store)
{
    char          sql[600];
    sqlite3_stmt *s;
    int           code = SQLITE_DONE;
    if (!store_has_pairs(store)) return true;
    snprintf(
        sql, sizeof sql,
        "SELECT %s, run, sum, a.text, b.text, c.text FROM pairs t LEFT JOIN protocols a ON a.id = t.protocol"
        " LEFT JOIN players b ON b.id = t.player LEFT JOIN players c ON c.id = t.opponent",
        COLUMNS);
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK) return false;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        PairResult  r;
        const char *texts[3];
        for (int i = 0; i < 3; i++) texts[i] = (const char *)sqlite3_column_text(s, 11 + i);
        if (texts[0] == NULL || texts[1] == NULL || texts[2] == NULL || !row_take(s, &r)) break;
        if (row_sum(texts, sqlite3_column_int(s, 0), &r, sqlite3_column_int64(s, 9)) !=
            (uint64_t)sqlite3_column_int64(s, 10))
            break;
    }
    sqlite3_finalize(s);
    return code == SQLITE_DONE;
}

bool store_pairs_prepare(Store *store, bool write, Status *status)
{
    static const char where[] = " FROM pairs WHERE protocol = (SELECT id FROM protocols WHERE text = ?1)"
                                " AND player = (SELECT id FROM players WHERE text = ?2)"
                                " AND opponent = (SELECT id FROM players WHERE text = ?3)";
    char              has[600], read[600];
    if (!store_has_pairs(store)) return true;
    snprintf(has, sizeof has, "SELECT 1%s AND opening = ?4", where);
    snprintf(read, sizeof read, "SELECT %s%s AND opening < ?4 ORDER BY opening", COLUMNS, where);
    return store_prepare(store, has, &store->pair_has, status) &&
           store_prepare(store, read, &store->pair_read, status) &&
           (!write ||
            store_prepare(
                store,
                "INSERT OR IGNORE INTO pairs VALUES ((SELECT id FROM protocols WHERE text = ?1),"
                " (SELECT id FROM players WHERE text = ?2), (SELECT id FROM players WHERE text = ?3),"
                " ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                &store->pair_put, status));
}

static void bind_key(sqlite3_stmt *s, const char *protocol, const char *player, const char *opponent,
                     int number)
{
    sqlite3_bind_text(s, 1, protocol, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, player, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, opponent, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 4, number);
}

bool store_has_pair(Store *store, const char *protocol, const char *player, const char *opponent, int opening)
{
    if (store->pair_has == NULL) return false;
    bind_key(store->pair_has, protocol, player, opponent, opening);
    const bool found = sqlite3_step(store->pair_has) == SQLITE_ROW;
    sqlite3_reset(store->pair_has);
    return found;
}

static bool put_row(Store *store, const char *texts[3], int opening, const PairResult *r)
{
    sqlite3_stmt *const s         = store->pair_put;
    const int           numbers[] = {r->points[0], r->points[1], r->plies[0], r->plies[1],
                                     r->capped[0] | r->capped[1] << 1};
    bind_key(s, texts[0], texts[1], texts[2], opening);
    for (int i = 0; i < 5; i++) sqlite3_bind_int(s, 5 + i, numbers[i]);
    sqlite3_bind_int64(s, 10, (sqlite3_int64)r->nodes[0]);
    sqlite3_bind_int64(s, 11, (sqlite3_int64)r->nodes[1]);
    sqlite3_bind_double(s, 12, r->seconds);
    sqlite3_bind_int64(s, 13, store->run);
    sqlite3_bind_int64(s, 14, (sqlite3_int64)row_sum(texts, opening, r, store->run));
    const bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    return good;
}

bool store_put_pair(Store *store, const char *protocol, const char *player, const char *opponent, int opening,
                    const PairResult *result, Status *status)
{
    const char *texts[3] = {protocol, player, opponent};
    if (!store_sql(store, "BEGIN IMMEDIATE", "write to it", status)) return false;
    if (store_step_text(store->protocol, protocol) && store_step_text(store->player, player) &&
        store_step_text(store->player, opponent) && put_row(store, texts, opening, result) &&
        sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK)
        return true;
    store_fail(store, "write to it", status);
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

int store_read_pairs(Store *store, const char *protocol, const char *player, const char *opponent,
                     int openings, PairResult out[], Status *status)
{
    sqlite3_stmt *const s    = store->pair_read;
    int                 n    = 0, code;
    bool                good = true;
    if (s == NULL) return 0;
    bind_key(s, protocol, player, opponent, openings);
    while (good && (code = sqlite3_step(s)) == SQLITE_ROW && sqlite3_column_int(s, 0) == n)
        good = row_take(s, &out[n++]) ||
               status_fail_system(status, "%s: opening %d of '%s' is damaged", store->path, n - 1, player);
    if (good && code != SQLITE_ROW && code != SQLITE_DONE) good = store_fail(store, "read it", status);
    sqlite3_reset(s);
    return good ? n : -1;
}
