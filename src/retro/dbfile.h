// dbfile.h - the file of a pattern or endgame database: one byte for every number of an index, with what is
// needed to trust it.
//
// Contract. A file is written under a temporary name beside its own, synced and renamed: a reader sees the
// old file or the new one, whole. It is opened only when its magic, version, checksums of head, dictionary
// and block table, and sizes are right; its blocks are checked when they are unpacked, or all by db_verify.
// No bit of a file is outside a checksum. Refusals are one line that names the file. Nothing is allocated for
// a number in a file that the size of the file does not back. A Db may be probed by any number of threads; a
// DbReader belongs to one. A file that another program cuts short while it is mapped ends this one (SIGBUS).
//
// Cost (bench/dbfile.c prints it): a probe of a raw or loaded file is one load; a probe of a packed file is
// 4-5 ns in a cached block and a few us in a new one. The writer holds one batch and 16 bytes per block,
// never the table.
//
// Format 1, everything little-endian. Four parts follow each other without gaps:
//
//     head        4096 bytes, below
//     data        the blocks. Raw: the entries themselves, at a multiple of the page size, to be mapped and
//                 probed. Packed: zstd frames without content size, checksum
//                 and dictionary number, or the contents as they are where zstd would not make them smaller
//                 (stored size = size of the contents)
//     dictionary  of zstd; packed only, may be empty
//     table       per block: u64 end of its stored bytes in data, u64 XXH3-64 of its stored bytes
//
//     head:   0 "POLLARDB"          32 u64 size of data             80 u64 entries that count (not "not
//                                                                   reached")
//             8 u32 format          40 u64 size of dictionary       88 u64 sum of their values
//            12 u32 0 raw, 1 zstd   48 u64 XXH3-64 of dictionary    96 u32 largest of them
//            16 u32 bytes per entry 56 u64 XXH3-64 of table        100 u32 length of the description
//            20 u32 block size      64 16 bytes: digest            104 description (JSON), zeros up to 4088
//            24 u64 entries                                       4088 u64 XXH3-64 of bytes 0 ... 4087
//
// A block holds `block size` bytes of contents (a power of two), the last one the rest. The digest is
// XXH3-128 over the description without its writer (program, source, commit) and over the contents: the same
// for every form, block size and way of writing, so that two builds can be compared.
//
// Sources: zstd (RFC 8878) and its dictionaries; XXH3 (Collet).
#ifndef RETRO_DBFILE_H
#define RETRO_DBFILE_H

#include "base/build_info.h"
#include "base/status.h"
#include "base/text.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

enum { DB_FORMAT = 1, DB_NAME_MAX = 64, DB_PATH_MAX = 4096, DB_DIGEST_TEXT = 33, DB_NOT_REACHED = 255 };

// Pattern: distances, 255 = not reached. Endgame: a code that DbInfo.values explains. Partial: the table of
// an unfinished build after `round` rounds, 255 = not reached. Solved: a game solved whole; its contents,
// laid out as retro/solved/table.h says, are not all values, so that the head has no statistics of them.
typedef enum DbKind { DB_PATTERN, DB_ENDGAME, DB_PARTIAL, DB_SOLVED, DB_KINDS } DbKind;
typedef enum DbForm { DB_RAW, DB_ZSTD, DB_FORMS } DbForm;

extern const char *const db_kind_names[DB_KINDS], *const db_form_names[DB_FORMS];

typedef struct DbInfo {
    char     name[DB_NAME_MAX];   // cc-pdb6-9x9
    DbKind   kind;
    char     game[TEXT_MAX];     // spec with options
    char     index[TEXT_MAX];    // the ranking, in words that change whenever the ranking does
    char     goal[TEXT_MAX];     // of a pattern: what is counted, under which abstraction
    char     values[TEXT_MAX];   // what a byte means
    uint64_t entries;
    unsigned width;   // bytes per entry: 1; 0 means 1; 2 is reserved
    unsigned round;   // of a partial table
    // Filled in by the writer.
    char     program[DB_NAME_MAX];
    char     source[BUILD_DIGEST_SIZE], commit[BUILD_COMMIT_SIZE];   // base/build_info.h; "none", "unknown"
    uint64_t counted;   // entries that are not "not reached" (of an endgame: all)
    unsigned max;       // of those
    double   mean;      // of those; 0 without any
} DbInfo;

// Writing. All numbers may be 0 for the default.
typedef struct DbOptions {
    DbForm form;
    // bytes of contents per block, a power of two: DB_BLOCK_MIN ... 64 KiB (zstd) or 16 MiB (raw)
    unsigned block;
    int      level;     // of zstd
    int      threads;   // that pack
    bool     no_dictionary;
} DbOptions;

// Measured by bench/dbfile.c on 50 million entries, two cores under load 5: a new block costs 2-3 us at 2
// KiB, 4.0-4.4 at 4 KiB, about 8 at 8 KiB for 0.76, 0.68 and 0.59 bits per entry. With a dictionary of 16
// KiB, level 9 packed more than ten times as fast as 19 for 7 % more bytes.
enum {
    DB_BLOCK_MIN      = 64,
    DB_BLOCK_RAW      = 1 << 20,
    DB_BLOCK_RAW_MAX  = 1 << 24,
    DB_BLOCK_ZSTD     = 1 << 12,
    DB_BLOCK_ZSTD_MAX = 1 << 16,
    DB_LEVEL          = 9,
    DB_THREADS_MAX    = 64
};

typedef struct DbWriter DbWriter;

// NULL when the file cannot be written or is being written by another process. The directory must exist.
DbWriter *db_create(const char *path, const DbInfo *info, const DbOptions *options, Status *status);

// Trains the dictionary on samples of the whole table instead of its first 4 MiB. Before the first db_append;
// changes the size of the file, not what it holds.
void db_train(DbWriter *w, const uint8_t *table, uint64_t entries);

// The next n entries. After a failure only db_abandon is left.
bool db_append(DbWriter *w, const uint8_t *entries, size_t n, Status *status);

// Puts the file in its place; fails when entries are missing. Both free the writer and leave no temporary
// file; w may be NULL for db_abandon.
bool db_finish(DbWriter *w, Status *status);
void db_abandon(DbWriter *w);

// A table in memory as a file, in one call. For a checkpoint: kind DB_PARTIAL and a round.
bool db_write(const char *path, const DbInfo *info, const DbOptions *options, const uint8_t *table,
              Status *status);

// Removes a file and what a writer of it that was killed has left.
void db_remove(const char *path);

// Reading. DB_MAP: from the page cache, where raw files are probed in place. DB_LOAD: unpacked and checked
// into memory with huge pages, whatever the form; but a raw file in pieces (dbfile_split.h) stays mapped.
typedef enum DbMode { DB_MAP, DB_LOAD } DbMode;
// One file, or pieces of it on several disks, mapped as one (dbfile_split.h).
typedef enum DbPieces { DB_WHOLE, DB_SPLIT } DbPieces;

typedef struct Db {
    const uint8_t *flat;   // all entries, or NULL for a packed file that was not loaded
    DbInfo         info;
    DbForm         form;
    unsigned       block, shift;   // block = 1 << shift
    uint64_t       blocks, sum;
    size_t         size, data_size, dictionary_size;
    uint8_t        digest[16];
    // Private.
    const uint8_t       *bytes;   // the file
    void                *loaded;
    struct ZSTD_DDict_s *dictionary;
    bool                 mapped;
    char                 path[DB_PATH_MAX];
    DbPieces             pieces;
} Db;

bool db_open(Db *db, const char *path, DbMode mode, Status *status);
void db_close(Db *db);

// A file that is in memory; the bytes are not copied and must outlive db. `name` is for messages.
bool db_view(Db *db, const char *name, const uint8_t *bytes, size_t size, Status *status);

// Is it the one asked for? Compares kind, and game, index, goal and values where `asked` has a text, and
// entries where it has a number.
bool db_expect(const Db *db, const DbInfo *asked, Status *status);

// Entry i of a database with `flat`.
static inline unsigned db_probe(const Db *db, uint64_t i)
{
    assert(db->flat != NULL && i < db->info.entries);
    return db->flat[i];
}

// Probing any database, through a cache of unpacked blocks. One reader per thread.
typedef struct DbSlot {
    uint64_t block;   // its number + 1; 0: empty
    uint8_t *bytes;
} DbSlot;

typedef struct DbReader {
    const Db           *db;
    DbSlot             *slots;
    uint64_t            mask;
    uint64_t            fetched;   // blocks unpacked so far
    uint8_t            *memory;
    struct ZSTD_DCtx_s *context;
    Status              status;   // why a probe returned -1
} DbReader;

// cache_bytes: rounded down to a power of two of blocks, at least one, never more than the file has.
bool db_reader_open(DbReader *r, const Db *db, size_t cache_bytes, Status *status);
void db_reader_close(DbReader *r);
bool db_reader_fetch(DbReader *r, uint64_t block);   // for db_read

// Entry i, or -1 when its block is damaged; r->status says how.
static inline int db_read(DbReader *r, uint64_t i)
{
    const Db *const db = r->db;
    assert(i < db->info.entries);
    if (db->flat != NULL) return db->flat[i];
    const uint64_t      block = i >> db->shift;
    const DbSlot *const slot  = &r->slots[block & r->mask];
    if (slot->block != block + 1 && !db_reader_fetch(r, block)) return -1;
    return slot->bytes[i & (db->block - 1)];
}

// Hands all contents out in order, every block checked before. `use` returns false to stop, which is a
// failure without a new message.
typedef bool DbUse(void *context, const uint8_t *entries, size_t n);
bool         db_scan(const Db *db, DbUse *use, void *context, Status *status);

// All entries, checked, into a table of the caller: to resume from a checkpoint.
bool db_copy(const Db *db, uint8_t *table, Status *status);

// Is every block, the digest and every statistic of the head right? `progress` (may be NULL) is called with
// how far it is and returns false to stop.
typedef bool DbProgress(void *context, uint64_t done, uint64_t entries);
bool         db_verify(const Db *db, DbProgress *progress, void *context, Status *status);

// 32 hexadecimal digits.
const char *db_digest(const Db *db, char out[DB_DIGEST_TEXT]);

typedef struct DbStats {
    uint64_t count[256];     // entries of each value
    double   entropy;        // bits per entry, of that distribution
    double   bytes_raw;      // per entry, head and table included, when raw
    double   bytes_stored;   // per entry, the whole file
} DbStats;

bool db_stats(const Db *db, DbStats *stats, Status *status);

#endif
