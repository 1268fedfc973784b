#include "retro/dbfile_head.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <zstd.h>

const uint8_t *db_block(const Db *db, uint64_t block, uint8_t *buffer, ZSTD_DCtx *context, Status *status)
{
    assert(block < db->blocks);
    const uint8_t *const row   = db_row(db, block);
    const uint64_t       start = block > 0 ? load64(row - DB_TABLE_ROW) : 0, size = load64(row) - start;
    const uint8_t *const stored = db_data(db) + start;
    const size_t         full   = db_block_size(db, block);
    if (XXH3_64bits(stored, size) != load64(row + 8)) {
        status_fail_system(status, "'%.200s': damaged: the checksum of block %" PRIu64 " is wrong", db->path,
                           block);
        return NULL;
    }
    if (size == full) return stored;
    const size_t n = db->dictionary != NULL
                       ? ZSTD_decompress_usingDDict(context, buffer, full, stored, size, db->dictionary)
                       : ZSTD_decompressDCtx(context, buffer, full, stored, size);
    if (n == full) return buffer;
    status_fail_system(status, "'%.200s': damaged: block %" PRIu64 " cannot be unpacked", db->path, block);
    return NULL;
}

static uint64_t slots_wanted(const Db *db, size_t cache_bytes)
{
    uint64_t slots = 1;
    while (slots < db->blocks && slots * 2 * db->block <= cache_bytes) slots *= 2;
    return slots;
}

bool db_reader_open(DbReader *r, const Db *db, size_t cache_bytes, Status *status)
{
    assert(db->bytes != NULL);
    *r = (DbReader){.db = db};
    if (db->flat != NULL) return true;
    const uint64_t slots = slots_wanted(db, cache_bytes);
    r->mask              = slots - 1;
    r->slots             = calloc(slots, sizeof *r->slots);
    r->memory            = malloc(slots * db->block);
    r->context           = ZSTD_createDCtx();
    if (r->slots == NULL || r->memory == NULL || r->context == NULL) {
        db_reader_close(r);
        return status_fail_system(status, "out of memory for %" PRIu64 " blocks", slots);
    }
    for (uint64_t i = 0; i < slots; i++) r->slots[i].bytes = r->memory + i * db->block;
    return true;
}

void db_reader_close(DbReader *r)
{
    ZSTD_freeDCtx(r->context);
    free(r->memory);
    free(r->slots);
    *r = (DbReader){0};
}

bool db_reader_fetch(DbReader *r, uint64_t block)
{
    assert(block < r->db->blocks);
    DbSlot *const        slot     = &r->slots[block & r->mask];
    const uint8_t *const contents = db_block(r->db, block, slot->bytes, r->context, &r->status);
    slot->block                   = 0;
    if (contents == NULL) return false;
    if (contents != slot->bytes) memcpy(slot->bytes, contents, db_block_size(r->db, block));
    slot->block = block + 1;
    r->fetched++;
    return true;
}
