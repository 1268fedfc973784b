// store.h - results on disk: one SQLite file (WAL), with a table for the rows of every kind of experiment. A
// row is known by its protocol, its player or two players, and its number; it is written once and never
// changed, and carries a checksum. Files of earlier formats (1: no checksums; 2: no pairs; 3: no turns) are
// read as they are and brought up to date when they are written to.
//
// Rows are keyed by what made them, not by the experiment's name: experiments that ask for the same trial
// share it, and a run that was killed continues where it was. One process writes at a time; reading is
// possible meanwhile.
#ifndef LAB_STORE_H
#define LAB_STORE_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_COLUMNS_MAX = 16, STORE_PLAYERS_MAX = 2, STORE_SCRATCH = 4096 };

typedef enum { STORE_INTEGER, STORE_REAL, STORE_TEXT } StoreType;

// A number or a text of a row; text: NULL when there is none.
typedef struct StoreValue {
    bool        null;
    int64_t     integer;
    double      real;
    const char *text;
} StoreValue;

typedef struct StoreColumn {
    const char *name;
    StoreType   type;
    bool        optional;   // may be null; so is every column that a later format added
    int         since;      // the format that added it; 0: as old as the table
} StoreColumn;

typedef struct StoreKey StoreKey;

// The rows of one kind of experiment.
typedef struct StoreRows {
    const char        *table, *number;   // of the SQL file; what counts the rows: "trial"
    int                players;          // 1: `player`; 2: `player` and `opponent`
    int                since;            // the format that added the table
    int                sum_since;        // the format that added the checksum; 0: as old as the table
    size_t             size;             // of the struct that a row is read into
    const StoreColumn *columns;          // ended by a NULL name
    // A struct to values in the order of the columns; texts may stand in `scratch`, of STORE_SCRATCH bytes.
    void (*write)(const void *row, StoreValue values[], char *scratch);
    bool (*read)(const StoreValue values[], void *row);   // false: not a row that can have been written
    // OPTIONAL: the checksum of rows that earlier versions wrote; otherwise all texts and values make it.
    uint64_t (*sum)(const StoreKey *key, int number, const void *row, const StoreValue values[], int64_t run);
} StoreRows;

// What rows are known by, but for their number.
struct StoreKey {
    const StoreRows   *rows;
    const char        *protocol;
    const char *const *players;   // as many as the rows have
};

typedef struct Store Store;

// Opens for writing (creating the file, locking out other writers) or for reading only.
Store *store_open(const char *path, bool write, Status *status);
void   store_close(Store *store);

// Notes who writes from now on (program, machine, threads): every row points to it.
bool store_run_begin(Store *store, const char *machine, int threads, Status *status);

bool store_has(Store *store, const StoreKey *key, int number);

// Writes `count` rows of one number, all or none; the key has the players of the first row, of the second,
// ... . Rows that are there already stay as they are.
bool store_put(Store *store, const StoreKey *key, int number, int count, const void *from, Status *status);

// Reads rows 0 ... most-1 in order, as many as there are without a gap; -1 when the file cannot be read.
int store_read(Store *store, const StoreKey *key, int most, void *out, Status *status);

// What made the results: program versions and machines, each once, separated by "; ".
void store_makers(Store *store, Text *out);

// For checksums.
uint64_t store_sum_text(uint64_t sum, const char *text);
uint64_t store_sum_real(double x);   // its bits

#endif
