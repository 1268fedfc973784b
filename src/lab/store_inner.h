// store_inner.h - what the file and its rows share. Only for store*.c.
#ifndef LAB_STORE_INNER_H
#define LAB_STORE_INNER_H

#include "base/file.h"
#include "lab/kept/vouch.h"
#include "lab/kinds/kind.h"
#include "lab/store.h"
#include "play/lookups.h"

#include <sqlite3.h>

// The statements for the rows of one kind; NULL where the file has no table for them.
typedef struct Statements {
    sqlite3_stmt *has, *find, *put, *read, *lookups;
} Statements;

enum { STORE_FORMAT_DIGESTS = 5 };

struct Store {
    sqlite3      *db;
    Statements    of[LAB_KINDS_MAX];   // in the order of lab_kinds
    sqlite3_stmt *protocol, *player, *foreign, *used, *checked, *check;
    sqlite3_int64 run;
    int           accepted;
    char          accept[DIGESTS_ACCEPTED_MAX][BUILD_DIGEST_SIZE];
    Vouches       vouches;
    // The last row that was noted as used: most have the same run.
    sqlite3_int64 used_run;
    char          used_digest[BUILD_DIGEST_SIZE];
    char          gap[TEXT_MAX];   // rows that store_read has passed over (store_used)
    FileLock      lock;            // held by the one writer; its fd is -1 for readers
    bool          fresh;           // the file was not there when it was locked
    char          path[4096];
};

bool store_fail(const Store *store, const char *what, Status *status);
bool store_sql(Store *store, const char *sql, const char *what, Status *status);
// The first column of the first row; -1 when there is none.
int  store_number(const Store *store, const char *sql);
bool store_prepare(Store *store, const char *sql, sqlite3_stmt **out, Status *status);

// The checksum of a row, by the kind's own way or by the usual one.
uint64_t row_sum(const StoreKey *key, int number, const void *row, const StoreValue values[], int64_t run);

// What a row looked up, as text; NULL when it is not known.
const char *row_lookups(const StoreRows *rows, const StoreValue values[]);
bool        lookups_prepare(Store *store, const StoreRows *rows, const char *where, sqlite3_stmt **out,
                            Status *status);
// Does this row mix with those that were met before? *met: NULL at first, to be freed.
bool lookups_meet(const Store *store, const StoreKey *key, const char *row, Lookups **met, Status *status);

bool store_has_column(const Store *store, const char *table, const char *column);
// Notes a row of another digest than the key's: used when it is accepted, otherwise left aside.
void foreign_note(Store *store, const StoreKey *key, int number, const char *digest, sqlite3_int64 run);
// Notes whose row was read.
void used_note(Store *store, const char *digest, sqlite3_int64 run);
// The run with these facts, made when there is none.
bool run_find_or_add(Store *store, const StoreRun *run, sqlite3_int64 *id, Status *status);
bool makers_prepare(Store *store, Status *status);

// Writes a row that came from this run; its protocol first. Within a transaction.
bool protocol_put(Store *store, const char *protocol);
bool row_put(Store *store, const StoreKey *key, int number, const void *row, sqlite3_int64 run);

// The statements for these rows; those of a file without them are NULL.
const Statements *store_statements(const Store *store, const StoreRows *rows);
// The values from this column of the statement on, as a row.
bool row_read(const StoreRows *rows, sqlite3_stmt *s, int from, StoreValue values[], void *row);
// ?1 the protocol, ?2 (and ?3) the players, then the number and the digest.
void row_bind_key(sqlite3_stmt *s, const StoreKey *key, int number);
// "nodes, leaves, NULL": the columns, NULL for those that the file does not have.
void        columns_list(const Store *store, const StoreRows *rows, Text *out);
const char *digest_column(const Store *store, const StoreRows *rows);   // or what stands for it

// Tables of rows.
int  rows_format(void);   // the format that this program writes: the last that added a table or a column
bool rows_check(Store *store,
                int    format);   // are all tables there that this format has, and their rows whole?
bool rows_create(Store *store, Status *status);   // makes what is missing
bool rows_prepare(Store *store, bool write, Status *status);

#endif
