#include "retro/dbfile_pack.h"
#include "base/threads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zdict.h>
#include <zstd.h>

// At most 64 KiB, and an eighth of what it learns from. On the table of bench/dbfile.c, blocks of 4 KiB: 4
// KiB 1.26 bits per entry, 16 KiB 0.95, 32 KiB 0.81, 64 KiB 0.68 and the fastest to unpack; beyond that the
// trainer of zstd 1.5.4 falls back to 1.09.
enum { DICTIONARY_MAX = 1 << 16, DICTIONARY_MIN = 256, DICTIONARY_SHARE = 8, SAMPLES_MIN = 16 };

struct Packer {
    unsigned       block;
    size_t         bound;   // room for one frame
    int            level, threads;
    ZSTD_CCtx     *context[DB_THREADS_MAX];
    ZSTD_CDict    *dictionary;
    uint8_t       *dictionary_bytes;
    size_t         dictionary_size;
    uint8_t       *frames;   // of a batch, `bound` apart
    size_t        *sizes;    // of the stored bytes; an error code of zstd when it failed
    const uint8_t *contents;
    size_t         contents_size, blocks;
};

typedef struct Share {
    Packer *packer;
    int     number;
} Share;

static bool context_set(ZSTD_CCtx *c, int level)
{
    return c != NULL && !ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, level)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_contentSizeFlag, 0)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_dictIDFlag, 0)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_checksumFlag, 0));
}

Packer *packer_open(unsigned block, int level, int threads, Status *status)
{
    assert(block > 0 && (block & (block - 1)) == 0 && block <= PACK_BATCH && threads >= 1);
    Packer *const p    = calloc(1, sizeof *p);
    bool          good = p != NULL;
    if (good) {
        *p = (Packer){.block = block, .bound = ZSTD_compressBound(block), .level = level, .threads = threads};
        p->frames = malloc(PACK_BATCH / block * p->bound);
        p->sizes  = malloc(PACK_BATCH / block * sizeof *p->sizes);
        good      = p->frames != NULL && p->sizes != NULL;
        for (int i = 0; good && i < threads; i++)
            good = context_set(p->context[i] = ZSTD_createCCtx(), level);
    }
    if (good) return p;
    packer_close(p);
    return status_fail_system(status, "out of memory to pack blocks"), NULL;
}

void packer_close(Packer *p)
{
    if (p == NULL) return;
    for (int i = 0; i < p->threads; i++) ZSTD_freeCCtx(p->context[i]);
    ZSTD_freeCDict(p->dictionary);
    free(p->dictionary_bytes);
    free(p->frames);
    free(p->sizes);
    free(p);
}

// Packing.

static void pack_share(void *argument)
{
    const Share *const share = argument;
    Packer *const      p     = share->packer;
    for (size_t i = (size_t)share->number; i < p->blocks; i += (size_t)p->threads) {
        const size_t at = i * p->block, left = p->contents_size - at,
                     full = left < p->block ? left : p->block;
        const size_t n    = ZSTD_compress2(p->context[share->number], p->frames + i * p->bound, p->bound,
                                           p->contents + at, full);
        p->sizes[i]       = ZSTD_isError(n) || n < full ? n : full;
    }
}

bool packer_pack(Packer *p, const uint8_t *contents, size_t size, Status *status)
{
    assert(size > 0 && size <= PACK_BATCH);
    Share shares[DB_THREADS_MAX];
    p->contents = contents, p->contents_size = size, p->blocks = (size + p->block - 1) / p->block;
    for (int i = 0; i < p->threads; i++) shares[i] = (Share){p, i};
    threads_run(pack_share, shares, sizeof *shares, p->threads);
    for (size_t i = 0; i < p->blocks; i++)
        if (ZSTD_isError(p->sizes[i]))
            return status_fail(status, "cannot pack a block: %s", ZSTD_getErrorName(p->sizes[i]));
    return true;
}

const uint8_t *packer_block(const Packer *p, size_t i, size_t *size)
{
    assert(i * p->block < p->contents_size);
    const size_t at = i * p->block, left = p->contents_size - at;
    *size = p->sizes[i];
    return p->sizes[i] == (left < p->block ? left : p->block) ? p->contents + at : p->frames + i * p->bound;
}

// Training. Every other sample teaches, the rest judge.

static uint64_t packed_size(Packer *p, const uint8_t *samples, size_t size)
{
    Status   status;
    uint64_t sum = 0;
    if (!packer_pack(p, samples, size, &status)) return UINT64_MAX;
    for (size_t i = 0; i < p->blocks; i++) sum += p->sizes[i];
    return sum;
}

static bool dictionary_use(Packer *p, const uint8_t *samples, size_t count, size_t room)
{
    size_t *const sizes = malloc(count * sizeof *sizes);
    p->dictionary_bytes = malloc(room);
    for (size_t i = 0; sizes != NULL && i < count; i++) sizes[i] = p->block;
    if (sizes != NULL && p->dictionary_bytes != NULL)
        p->dictionary_size = ZDICT_trainFromBuffer(p->dictionary_bytes, room, samples, sizes,
                                                   (unsigned)count);
    free(sizes);
    if (p->dictionary_bytes == NULL || p->dictionary_size == 0 || ZDICT_isError(p->dictionary_size))
        return false;
    p->dictionary = ZSTD_createCDict(p->dictionary_bytes, p->dictionary_size, p->level);
    bool good     = p->dictionary != NULL;
    for (int i = 0; good && i < p->threads; i++)
        good = !ZSTD_isError(ZSTD_CCtx_refCDict(p->context[i], p->dictionary));
    return good;
}

static void dictionary_drop(Packer *p)
{
    for (int i = 0; i < p->threads; i++) ZSTD_CCtx_refCDict(p->context[i], NULL);
    ZSTD_freeCDict(p->dictionary);
    free(p->dictionary_bytes);
    p->dictionary = NULL, p->dictionary_bytes = NULL, p->dictionary_size = 0;
}

// `count` blocks to learn from, then `count` to judge by, evenly over the table.
static void samples_take(const Packer *p, const uint8_t *table, uint64_t blocks, uint8_t *samples,
                         size_t count)
{
    for (size_t i = 0; i < 2 * count; i++) {
        const uint64_t from = (uint64_t)((double)blocks * ((double)i / (double)(2 * count)));
        memcpy(samples + (i % 2 * count + i / 2) * p->block, table + from * p->block, p->block);
    }
}

// Does it save more than its own size, on blocks it has not seen?
static bool dictionary_pays(Packer *p, const uint8_t *judge, size_t size, uint64_t plain, uint64_t entries)
{
    const uint64_t with = packed_size(p, judge, size);
    return with < plain &&
           (double)(plain - with) * ((double)entries / (double)size) > (double)p->dictionary_size;
}

// The largest dictionary that pays, or none.
void packer_train(Packer *p, const uint8_t *table, uint64_t size, uint64_t entries)
{
    const uint64_t blocks = size / p->block;   // whole ones
    const size_t   most = PACK_BATCH / p->block / 2, count = blocks / 2 < most ? blocks / 2 : most;
    const size_t   half    = count * p->block;
    uint8_t *const samples = count >= SAMPLES_MIN ? malloc(2 * half) : NULL;
    if (samples == NULL || p->dictionary != NULL) return free(samples);
    samples_take(p, table, blocks, samples, count);
    const uint64_t plain = packed_size(p, samples + half, half);
    size_t         room = half / DICTIONARY_SHARE < DICTIONARY_MAX ? half / DICTIONARY_SHARE : DICTIONARY_MAX;
    for (; room >= DICTIONARY_MIN; room /= 4) {
        if (dictionary_use(p, samples, count, room) &&
            dictionary_pays(p, samples + half, half, plain, entries))
            break;
        dictionary_drop(p);
    }
    free(samples);
}

const uint8_t *packer_dictionary(const Packer *p, size_t *size)
{
    *size = p->dictionary_size;
    return p->dictionary_bytes;
}
