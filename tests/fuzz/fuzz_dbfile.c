// Any bytes as a database file: refused with one line, or one whose every entry can be asked for. The first
// byte says which checksums are set right before, so that the fuzzer gets past them, and the head may be
// short: what the input leaves out is zero.
#include "fuzz.h"
#include "retro/dbfile_head.h"

#include <stdlib.h>

enum { SEAL_HEAD = 1, SEAL_PARTS = 2, SEAL_BLOCKS = 4, SPREAD = 8, HEAD_GIVEN = 256, FILE_MAX = 1 << 16 };

static void refused(const Status *status)
{
    fuzz_require(status->text[0] && strchr(status->text, '\n') == NULL, "a refusal has one line");
}

// The first HEAD_GIVEN bytes are the head, the rest what follows it: short inputs that are whole files.
static uint8_t *spread(const uint8_t *data, size_t size, size_t *out_size)
{
    const size_t   given = size < HEAD_GIVEN ? size : HEAD_GIVEN;
    uint8_t *const bytes = calloc(1, DB_HEAD + size);
    fuzz_require(bytes != NULL, "there is memory");
    memcpy(bytes, data, given);
    memcpy(bytes + DB_HEAD, data + given, size - given);
    *out_size = DB_HEAD + size - given;
    return bytes;
}

// Each stored block its checksum, where the table lies in the file at all.
static void seal_blocks(uint8_t *data, uint64_t data_size, uint8_t *table, uint64_t blocks)
{
    uint64_t start = 0;
    for (uint64_t i = 0; i < blocks; i++) {
        uint8_t *const row = table + i * DB_TABLE_ROW;
        const uint64_t end = load64(row);
        if (end < start || end > data_size) return;
        store64(row + 8, XXH3_64bits(data + start, end - start));
        start = end;
    }
}

static void seal(uint8_t *bytes, size_t size, int what)
{
    const uint64_t data = load64(bytes + HEAD_DATA), dictionary = load64(bytes + HEAD_DICTIONARY);
    const uint64_t block = load32(bytes + HEAD_BLOCK), rest = size - DB_HEAD;
    if (data <= rest && dictionary <= rest - data && block > 0) {
        uint8_t *const at = bytes + DB_HEAD, *const table = at + data + dictionary;
        const uint64_t room   = (rest - data - dictionary) / DB_TABLE_ROW;
        const uint64_t wanted = head_blocks(load64(bytes + HEAD_ENTRIES), (unsigned)block);
        const uint64_t blocks = wanted < room ? wanted : room;
        if (what & SEAL_BLOCKS) seal_blocks(at, data, table, blocks);
        if (what & SEAL_PARTS) {
            store64(bytes + HEAD_TABLE_SUM, XXH3_64bits(table, blocks * DB_TABLE_ROW));
            store64(bytes + HEAD_DICTIONARY_SUM, XXH3_64bits(at + data, dictionary));
        }
    }
    if (what & SEAL_HEAD) store64(bytes + HEAD_SUM, XXH3_64bits(bytes, HEAD_SUM));
}

static void use(const Db *db)
{
    Status         status = {0};
    DbReader       r;
    DbStats        stats;
    const uint64_t n = db->info.entries, step = n / 64 + 1;
    if (!db_verify(db, NULL, NULL, &status)) refused(&status);
    if (!db_stats(db, &stats, &status)) refused(&status);
    fuzz_require(db_reader_open(&r, db, 1 << 14, &status), "a reader is opened");
    for (uint64_t i = 0; i < n; i += step) {
        const int v = db_read(&r, i);
        fuzz_require(v >= -1 && v <= 255, "a value is a byte");
        if (v < 0) refused(&r.status);
        if (db->flat != NULL) fuzz_require((int)db_probe(db, i) == v, "both probes agree");
    }
    if (n > 0) db_read(&r, n - 1);
    db_reader_close(&r);
    fuzz_require(db_expect(db, &db->info, &status), "a database is the one it is");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > FILE_MAX) return 0;
    const int      what   = data[0];
    Status         status = {0};
    Db             db;
    size_t         n     = size - 1;
    uint8_t *const bytes = what & SPREAD ? spread(data + 1, n, &n) : malloc(n + 1);
    fuzz_require(bytes != NULL, "there is memory");
    if (!(what & SPREAD)) memcpy(bytes, data + 1, n);
    // so that the sanitizer sees what is read after it
    uint8_t *const exact = realloc(bytes, n > 0 ? n : 1);
    fuzz_require(exact != NULL, "there is memory");
    if (n >= DB_HEAD) seal(exact, n, what);
    if (db_view(&db, "x", exact, n, &status)) {
        use(&db);
        db_close(&db);
    } else refused(&status);
    free(exact);
    return 0;
}
