// dbfile_head.h - the head of a database file as bytes: what reader, writer and tests share. The layout is in
// dbfile.h.
#ifndef RETRO_DBFILE_HEAD_H
#define RETRO_DBFILE_HEAD_H

#include "retro/dbfile.h"

#include <assert.h>
#include <endian.h>
#include <string.h>
#include <xxhash.h>

enum {
    DB_HEAD           = 4096,
    DB_TABLE_ROW      = 16,
    DB_DICTIONARY_MAX = 1 << 20,
    // Places in the head.
    HEAD_FORMAT            = 8,
    HEAD_FORM              = 12,
    HEAD_WIDTH             = 16,
    HEAD_BLOCK             = 20,
    HEAD_ENTRIES           = 24,
    HEAD_DATA              = 32,
    HEAD_DICTIONARY        = 40,
    HEAD_DICTIONARY_SUM    = 48,
    HEAD_TABLE_SUM         = 56,
    HEAD_DIGEST            = 64,
    HEAD_COUNTED           = 80,
    HEAD_VALUE_SUM         = 88,
    HEAD_VALUE_MAX         = 96,
    HEAD_DESCRIPTION_SIZE  = 100,
    HEAD_DESCRIPTION       = 104,
    HEAD_SUM               = DB_HEAD - 8,
    HEAD_DESCRIPTION_LIMIT = HEAD_SUM - HEAD_DESCRIPTION
};

_Static_assert(sizeof(size_t) == 8, "tables may be larger than 4 GiB");

static const char db_magic[8] __attribute__((unused)) = {'P', 'O', 'L', 'L', 'A', 'R', 'D', 'B'};

static inline uint32_t load32(const uint8_t *at)
{
    uint32_t x;
    memcpy(&x, at, sizeof x);
    return le32toh(x);
}

static inline uint64_t load64(const uint8_t *at)
{
    uint64_t x;
    memcpy(&x, at, sizeof x);
    return le64toh(x);
}

static inline void store32(uint8_t *at, uint32_t x)
{
    x = htole32(x);
    memcpy(at, &x, sizeof x);
}

static inline void store64(uint8_t *at, uint64_t x)
{
    x = htole64(x);
    memcpy(at, &x, sizeof x);
}

// How often each value occurs, and what a head says about that.
typedef struct DbCount {
    uint64_t of[4][256];   // four, so that equal neighbours do not wait for each other
} DbCount;

typedef struct DbSums {
    uint64_t counted, sum;
    unsigned max;
} DbSums;

void   count_add(DbCount *count, const uint8_t *entries, size_t n);
void   count_total(const DbCount *count, uint64_t total[256]);
DbSums count_sums(const DbCount *count, DbKind kind);

// The digest: of the description and of the XXH3-128 of the contents.
void head_digest(const DbInfo *info, XXH128_hash_t contents, uint8_t digest[16]);

// The number of blocks for a table.
static inline uint64_t head_blocks(uint64_t entries, unsigned block)
{
    assert(block > 0);
    return entries / block + (entries % block != 0);
}

bool head_block_good(DbForm form, uint64_t block);

// The description as JSON, or a refusal when a text is not UTF-8 or all are too long together. Returns the
// length, 0 on failure.
size_t head_describe(const DbInfo *info, char out[HEAD_DESCRIPTION_LIMIT], Status *status);

// Fills everything in db that the head says and checks it against the size of the file. Messages do not name
// the file.
bool head_read(Db *db, const uint8_t *bytes, size_t size, Status *status);

// The parts of an opened file.
static inline const uint8_t *db_data(const Db *db) { return db->bytes + DB_HEAD; }
static inline const uint8_t *db_dictionary(const Db *db) { return db_data(db) + db->data_size; }
static inline const uint8_t *db_row(const Db *db, uint64_t block)
{
    assert(block <= db->blocks);
    return db_dictionary(db) + db->dictionary_size + block * DB_TABLE_ROW;
}

// Bytes of contents in a block.
static inline size_t db_block_size(const Db *db, uint64_t block)
{
    assert(block < db->blocks);
    const uint64_t left = db->info.entries - (block << db->shift);
    return left < db->block ? left : db->block;
}

// The checked contents of a block: in place where they are stored as they are, else unpacked to `buffer`.
// NULL with a message when damaged.
const uint8_t *db_block(const Db *db, uint64_t block, uint8_t *buffer, struct ZSTD_DCtx_s *context,
                        Status *status);

#endif
