#include "retro/dbfile_head.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>

const char *const db_kind_names[DB_KINDS] = {
    [DB_PATTERN] = "pattern", [DB_ENDGAME] = "endgame", [DB_PARTIAL] = "partial", [DB_SOLVED] = "solved"};
const char *const db_form_names[DB_FORMS] = {[DB_RAW] = "raw", [DB_ZSTD] = "zstd"};

// Counting.

void count_add(DbCount *count, const uint8_t *entries, size_t n)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) count->of[k][entries[i + (size_t)k]]++;
    for (; i < n; i++) count->of[0][entries[i]]++;
}

void count_total(const DbCount *count, uint64_t total[256])
{
    for (int v = 0; v < 256; v++)
        total[v] = count->of[0][v] + count->of[1][v] + count->of[2][v] + count->of[3][v];
}

DbSums count_sums(const DbCount *count, DbKind kind)
{
    assert(kind < DB_KINDS);
    DbSums   sums = {0};
    uint64_t total[256];
    if (kind == DB_SOLVED) return sums;
    count_total(count, total);
    for (unsigned v = 0; v < 256; v++) {
        if (total[v] == 0 || (v == DB_NOT_REACHED && kind != DB_ENDGAME)) continue;
        sums.counted += total[v];
        sums.sum += total[v] * v;
        sums.max = v;
    }
    return sums;
}

// The digest. Texts go in with their final zero, so that no two descriptions run together alike.

enum { DIGEST_INPUT_MAX = 4 * TEXT_MAX + 2 * DB_NAME_MAX + 64 };

static uint8_t *text_put(uint8_t *at, const char *text) { return (uint8_t *)stpcpy((char *)at, text) + 1; }

static uint8_t *number_put(uint8_t *at, uint64_t n)
{
    store64(at, n);
    return at + 8;
}

void head_digest(const DbInfo *info, XXH128_hash_t contents, uint8_t digest[16])
{
    uint8_t            input[DIGEST_INPUT_MAX], *at = input;
    XXH128_canonical_t canonical;
    at = text_put(at, info->name);
    at = text_put(at, db_kind_names[info->kind]);
    at = text_put(at, info->game);
    at = text_put(at, info->index);
    at = text_put(at, info->goal);
    at = text_put(at, info->values);
    at = number_put(at, info->round);
    at = number_put(at, info->width);
    at = number_put(at, info->entries);
    XXH128_canonicalFromHash(&canonical, contents);
    memcpy(at, canonical.digest, 16);
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(input, (size_t)(at + 16 - input)));
    memcpy(digest, canonical.digest, 16);
}

// The description.

size_t head_describe(const DbInfo *info, char out[HEAD_DESCRIPTION_LIMIT], Status *status)
{
    assert(info->kind < DB_KINDS);
    json_t *const json = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:s, s:s, s:s}", "name", info->name,
                                   "kind", db_kind_names[info->kind], "game", info->game, "index",
                                   info->index, "goal", info->goal, "values", info->values, "round",
                                   (json_int_t)info->round, "program", info->program, "source", info->source,
                                   "commit", info->commit);
    if (json == NULL) return status_fail_system(status, "a string of the description is not UTF-8"), 0;
    const size_t n = json_dumpb(json, out, HEAD_DESCRIPTION_LIMIT, JSON_COMPACT);
    json_decref(json);
    if (n > HEAD_DESCRIPTION_LIMIT)
        return status_fail_system(status, "the description has %zu bytes; at most %d fit", n,
                                  HEAD_DESCRIPTION_LIMIT),
               0;
    if (n == 0) status_fail_system(status, "out of memory for the description");
    return n;
}

static bool json_read_text(char *out, size_t room, const char *text)
{
    assert(room > 0);
    if (strlen(text) >= room) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool kind_read(DbKind *out, const char *name)
{
    for (int k = 0; k < DB_KINDS; k++)
        if (strcmp(name, db_kind_names[k]) == 0) return *out = (DbKind)k, true;
    return false;
}

static bool description_parse(DbInfo *info, json_t *json, Status *status)
{
    json_error_t error;
    json_int_t   round;
    const char  *name, *kind, *game, *index, *goal, *values, *program;
    const char  *source = DIGEST_NONE, *commit = "unknown";   // files of earlier programs have neither
    if (json_unpack_ex(json, &error, JSON_STRICT, "{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:s, s?s, s?s}",
                       "name", &name, "kind", &kind, "game", &game, "index", &index, "goal", &goal, "values",
                       &values, "round", &round, "program", &program, "source", &source, "commit",
                       &commit) != 0)
        return status_fail_system(status, "damaged: its description is incomplete: %.100s", error.text);
    if (!json_read_text(info->name, sizeof info->name, name) ||
        !json_read_text(info->game, sizeof info->game, game) ||
        !json_read_text(info->index, sizeof info->index, index) ||
        !json_read_text(info->goal, sizeof info->goal, goal) ||
        !json_read_text(info->values, sizeof info->values, values) ||
        !json_read_text(info->program, sizeof info->program, program) || !digest_valid(source) ||
        !json_read_text(info->source, sizeof info->source, source) ||
        !json_read_text(info->commit, sizeof info->commit, commit) || round < 0 || round > INT32_MAX)
        return status_fail_system(status, "damaged: a value of its description is out of range");
    if (!kind_read(&info->kind, kind))
        return status_fail_system(
            status, "a database of kind '%.40s'; expected pattern, endgame, partial or solved", kind);
    info->round = (unsigned)round;
    return true;
}

static bool description_read(DbInfo *info, const uint8_t *head, Status *status)
{
    const size_t n = load32(head + HEAD_DESCRIPTION_SIZE);
    if (n > HEAD_DESCRIPTION_LIMIT)
        return status_fail_system(status, "damaged: its description has %zu bytes", n);
    json_error_t  error;
    json_t *const json = json_loadb((const char *)head + HEAD_DESCRIPTION, n, JSON_REJECT_DUPLICATES, &error);
    const bool    good = json_is_object(json)
                           ? description_parse(info, json, status)
                           : status_fail_system(status, "damaged: its description is not JSON");
    json_decref(json);
    return good;
}

// The numbers.

bool head_block_good(DbForm form, uint64_t block)
{
    assert(form < DB_FORMS);
    return block >= DB_BLOCK_MIN && block <= (form == DB_RAW ? DB_BLOCK_RAW_MAX : DB_BLOCK_ZSTD_MAX) &&
           (block & (block - 1)) == 0;
}

// Is this a head of ours that this program can read?
static bool head_known(const uint8_t *bytes, size_t size, Status *status)
{
    if (size == 0) return status_fail_system(status, "the file is empty");
    if (memcmp(bytes, db_magic, size < sizeof db_magic ? size : sizeof db_magic) != 0)
        return status_fail_system(status, "not a database of Pollard");
    if (size < DB_HEAD)
        return status_fail_system(status, "truncated: %zu bytes, less than the head of a database", size);
    const uint32_t format = load32(bytes + HEAD_FORMAT);
    if (format > DB_FORMAT)
        return status_fail_system(
            status, "written by a newer Pollard (format %" PRIu32 "; this one reads %d)", format, DB_FORMAT);
    if (format < DB_FORMAT || load64(bytes + HEAD_SUM) != XXH3_64bits(bytes, HEAD_SUM))
        return status_fail_system(status, "damaged: the checksum of its head is wrong");
    return true;
}

static bool numbers_read(Db *db, const uint8_t *head, Status *status)
{
    const uint32_t form = load32(head + HEAD_FORM), width = load32(head + HEAD_WIDTH),
                   block   = load32(head + HEAD_BLOCK);
    const uint64_t entries = load64(head + HEAD_ENTRIES);
    if (form >= DB_FORMS)
        return status_fail_system(status, "stored in form %" PRIu32 ", which this program does not know",
                                  form);
    if (width != 1)
        return status_fail_system(status, "%" PRIu32 " bytes per entry; this program reads 1", width);
    if (!head_block_good((DbForm)form, block))
        return status_fail_system(status, "damaged: blocks of %" PRIu32 " bytes", block);
    *db              = (Db){.form = (DbForm)form, .block = block, .shift = (unsigned)__builtin_ctz(block)};
    db->info.entries = entries, db->info.width = width;
    db->blocks          = head_blocks(entries, block);
    db->data_size       = load64(head + HEAD_DATA);
    db->dictionary_size = load64(head + HEAD_DICTIONARY);
    db->sum             = load64(head + HEAD_VALUE_SUM);
    db->info.counted    = load64(head + HEAD_COUNTED);
    db->info.max        = load32(head + HEAD_VALUE_MAX);
    db->info.mean       = db->info.counted > 0 ? (double)db->sum / (double)db->info.counted : 0;
    memcpy(db->digest, head + HEAD_DIGEST, sizeof db->digest);
    if (db->dictionary_size > (form == DB_ZSTD ? DB_DICTIONARY_MAX : 0))
        return status_fail_system(status, "damaged: a dictionary of %zu bytes", db->dictionary_size);
    if (db->info.counted > entries || db->info.max > 255)
        return status_fail_system(status, "damaged: impossible statistics");
    return true;
}

// Do the parts fill the file? Every term is below 2^62, so that no sum overflows.
static bool sizes_fit(const Db *db, size_t size, Status *status)
{
    assert(db->block > 0);
    const uint64_t most = UINT64_C(1) << 57;
    if (db->data_size > most || db->blocks > most)
        return status_fail_system(status, "damaged: impossible sizes");
    if (db->form == DB_RAW && db->data_size != db->info.entries)
        return status_fail_system(status, "damaged: %zu bytes for %" PRIu64 " entries", db->data_size,
                                  db->info.entries);
    const uint64_t whole = DB_HEAD + db->data_size + db->dictionary_size + db->blocks * DB_TABLE_ROW;
    if (size < whole) return status_fail_system(status, "truncated: %zu bytes of %" PRIu64, size, whole);
    if (size > whole) return status_fail_system(status, "damaged: %zu bytes, expected %" PRIu64, size, whole);
    return true;
}

// Are the two parts right that are used before any block is?
static bool parts_right(const Db *db, const uint8_t *head, Status *status)
{
    if (XXH3_64bits(db_row(db, 0), db->blocks * DB_TABLE_ROW) != load64(head + HEAD_TABLE_SUM))
        return status_fail_system(status, "damaged: the checksum of its block table is wrong");
    if (XXH3_64bits(db_dictionary(db), db->dictionary_size) != load64(head + HEAD_DICTIONARY_SUM))
        return status_fail_system(status, "damaged: the checksum of its dictionary is wrong");
    uint64_t start = 0;
    for (uint64_t i = 0; i < db->blocks; i++) {
        const uint64_t end = load64(db_row(db, i)), full = db_block_size(db, i);
        if (end <= start || end - start > full || (db->form == DB_RAW && end - start != full) ||
            end > db->data_size)
            return status_fail_system(status, "damaged: block %" PRIu64 " of its table is out of order", i);
        start = end;
    }
    if (start != db->data_size) return status_fail_system(status, "damaged: its blocks do not fill its data");
    return true;
}

bool head_read(Db *db, const uint8_t *bytes, size_t size, Status *status)
{
    if (!head_known(bytes, size, status) || !numbers_read(db, bytes, status)) return false;
    if (!description_read(&db->info, bytes, status) || !sizes_fit(db, size, status)) return false;
    db->bytes = bytes, db->size = size;
    return parts_right(db, bytes, status);
}
