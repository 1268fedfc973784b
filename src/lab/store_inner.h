// store_inner.h - what the rows of trials and the rows of pairs share. Only for store*.c.
#ifndef LAB_STORE_INNER_H
#define LAB_STORE_INNER_H

#include "base/file.h"
#include "lab/store.h"

#include <sqlite3.h>

struct Store {
    sqlite3      *db;
    sqlite3_stmt *has, *put, *read, *protocol, *player;
    sqlite3_stmt *pair_has, *pair_put, *pair_read;   // NULL where the file has no pairs
    sqlite3_int64 run;
    FileLock      lock;   // held by the one writer
    char          path[4096];
};

bool store_fail(const Store *store, const char *what, Status *status);
bool store_sql(Store *store, const char *sql, const char *what, Status *status);
// the first column of the first row; -1 when there is none
int  store_number(const Store *store, const char *sql);
bool store_prepare(Store *store, const char *sql, sqlite3_stmt **out, Status *status);
bool store_step_text(sqlite3_stmt *s, const char *text);

uint64_t store_sum_text(uint64_t sum, const char *text);

// Pairs.
bool store_has_pairs(const Store *store);   // files below format 3 have none
bool store_pairs_prepare(Store *store, bool write, Status *status);
bool store_pairs_check(Store *store);   // is every row what was written?

#endif
