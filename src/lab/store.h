// store.h - results on disk: one SQLite file (WAL), with a table for the rows of every kind of experiment. A
// row is known by its protocol, its player or two players, its number and the digest of the program that made
// it (base/build_info.h); it is written once and never changed, and carries a checksum. Files of earlier
// formats (1: no checksums; 2: no pairs; 3: no turns; 4: no digests, games or databases) are read as they are
// and brought up to date when they are written to.
//
// Rows are keyed by what made them, not by the experiment's name: experiments that ask for the same trial
// share it, and a run that was killed continues where it was. Rows of another digest are there but not seen,
// unless they are accepted or vouched for (lab/kept/vouch.h); how many were left aside can be asked. One
// process writes at a time; reading is possible meanwhile.
#ifndef LAB_STORE_H
#define LAB_STORE_H

#include "base/build_info.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Moves: those of a game or a trial, far above what any game lasts.
enum { STORE_COLUMNS_MAX = 16, STORE_PLAYERS_MAX = 2, STORE_SCRATCH = 4096, STORE_MOVES_MAX = 1 << 20 };

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
    const char        *varies;           // the column that may differ when the same is measured again: time
    const char        *lookups;          // OPTIONAL: the column that names databases (play/lookups.h)
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
    const char        *digest;    // of this program, for the game that the row is about
};

// Who wrote rows. Texts that a file of an earlier format does not have are "unknown".
typedef struct StoreRun {
    const char *program, *commit, *compiler, *flags, *machine, *started;
    int         threads;
} StoreRun;

// A row with everything that is known about it; the digest of the key is the row's own.
typedef struct StoreRow {
    StoreKey    key;
    int         number;
    StoreRun    run;
    const void *row;   // the struct that key.rows is about
} StoreRow;

// Rows that were asked for and are of another digest than this program's.
typedef struct StoreForeign {
    char digest[BUILD_DIGEST_SIZE], own[BUILD_DIGEST_SIZE];   // theirs; this program's for the same game
    char commits[200];                                        // theirs, separated by ", "
    int  rows;
    bool accepted;                // used; otherwise left aside
    char vouched[2 * TEXT_MAX];   // why they are, when they are vouched for
} StoreForeign;

typedef struct Store   Store;
typedef struct Vouches Vouches;

// Opens for writing (creating the file, locking out other writers) or for reading only.
Store *store_open(const char *path, bool write, Status *status);
void   store_close(Store *store);
// Puts SQLite's log into the file of a writer, so that a copy of the file alone has every row: after the last
// row, before success is claimed. False when somebody reads for seconds on, or the disk is full; no row is
// lost, the log beside the file has them.
bool store_fold(Store *store, Status *status);
// Closes it; a file that its opening made is removed, before another may write it.
void store_abandon(Store *store);

// Rows of this digest (or DIGEST_NONE) are used too, where there are none of the program's own. False when
// there are DIGESTS_ACCEPTED_MAX already.
bool store_accept(Store *store, const char *digest);
// So are rows that are vouched for; the vouches are taken over, and *vouches is empty then.
void store_vouch(Store *store, Vouches *vouches);
// Is a row of this key, made by a program of this digest, accepted or vouched for?
bool store_accepts(const Store *store, const StoreKey *key, const char *digest);
bool store_vouches(const Store *store, const StoreKey *key, const char *digest);   // vouched for

// Has a player a limit of time? Then the clock decided the row, and it does not repeat.
bool store_key_by_the_clock(const StoreKey *key);
// Is a player another program? Whether it repeats itself is its own.
bool store_key_has_engine(const StoreKey *key);

// Notes who writes from now on (this program, machine, threads): every row points to it.
bool store_run_begin(Store *store, const char *machine, int threads, Status *status);

bool store_has(Store *store, const StoreKey *key, int number);

// Writes `count` rows of one number, all or none; the key has the players of the first row, of the second,
// ... . Rows that are there already stay as they are. Those that looked up other databases than the rows of
// the same key are refused (store_lookups_check).
bool store_put(Store *store, const StoreKey *key, int number, int count, const void *from, Status *status);

// Reads rows 0 ... most-1 in order, as many as there are without a gap; -1 when the file cannot be read, or
// when the rows looked up databases of one name with different contents.
int store_read(Store *store, const StoreKey *key, int most, void *out, Status *status);

// What made the rows that store_read has given: program versions, commits and machines, each once, separated
// by "; ".
void store_makers(Store *store, Text *out);

// Of the rows that store_has and store_read met: those of other digests that were used, and those that were
// left aside for want of a row of this program's. At most `room`, by digest.
int store_foreign(Store *store, StoreForeign out[], int room);

// Digests and commits of the rows that store_read has given since the last store_used_begin, each once,
// separated by ", "; and, where it has passed over rows for want of one before them, a sentence that says so.
void store_used_begin(Store *store);
void store_used(Store *store, Text *digests, Text *commits, Text *gap);

// Calls `visit` for every row of the file, of any digest, table by table in the order of their keys, until it
// gives false. What it is given lives until it returns. False with an empty status when `visit` ended it.
typedef bool StoreVisit(void *context, const StoreRow *row, Status *status);
bool         store_each(Store *store, StoreVisit *visit, void *context, Status *status);

// Writes a row of another file, with its digest and the run that made it. One that is there already stays as
// it is (*added is false then) and must carry the same values, but for the time; otherwise it is refused by
// name. Many of them between store_import_begin and store_import_end are written all or none.
bool store_import(Store *store, const StoreRow *row, bool *added, Status *status);
bool store_import_begin(Store *store, Status *status);
bool store_import_end(Store *store, bool keep, Status *status);

// Would a row that looked up these databases (play/lookups.h) mix with others? False when those of the key
// that are used, or are of this very `digest` when it is given, had a database of the same name with another
// content.
bool store_lookups_check(Store *store, const StoreKey *key, const char *digest, const char *lookups,
                         Status *status);
// For StoreRows.read: the text of the column, of at most LOOKUPS_ROW_MAX bytes with its end; "" when there
// is none. False when it is not such a text.
bool store_lookups_copy(const StoreValue *value, char out[]);

// For checksums.
uint64_t store_sum_text(uint64_t sum, const char *text);
uint64_t store_sum_real(double x);   // its bits

#endif
