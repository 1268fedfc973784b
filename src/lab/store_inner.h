// store_inner.h - what the file and its rows share. Only for store*.c.
#ifndef LAB_STORE_INNER_H
#define LAB_STORE_INNER_H

#include "base/file.h"
#include "lab/kinds/kind.h"
#include "lab/store.h"

#include <sqlite3.h>

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

bool store_fail(const Store *store, const char *what, Status *status);
bool store_sql(Store *store, const char *sql, const char *what, Status *status);
// The first column of the first row; -1 when there is none.
int  store_number(const Store *store, const char *sql);
bool store_prepare(Store *store, const char *sql, sqlite3_stmt **out, Status *status);

// The checksum of a row, by the kind's own way or by the usual one.
uint64_t row_sum(const StoreKey *key, int number, const void *row, const StoreValue values[], int64_t run);

// Tables of rows.
int  rows_format(void);   // the format that this program writes: the last that added a table or a column
bool rows_check(Store *store,
                int    format);   // are all tables there that this format has, and their rows whole?
bool rows_create(Store *store, Status *status);   // makes what is missing
bool rows_prepare(Store *store, bool write, Status *status);

#endif
