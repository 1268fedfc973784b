// dbfile.c - what a database file costs to write, open and probe: ns for a probe of a raw file, us for a new
// block of a packed one, by block size and level.
//
// The table is made up but has the shape of a pattern database: all sets of 6 of 60 cells in lexicographic
// order (50,063,860 entries), a value made of the distances of the pieces and of the pieces that stand next
// to each other. `dbfile [levels]` adds the table of levels and dictionaries.
#include "base/clock.h"
#include "base/rng.h"
#include "retro/dbfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CELLS = 60, PIECES = 6, ENTRIES = 50063860, PROBES = 1 << 22, NEW_BLOCKS = 10000, TRIES = 15 };

static uint8_t value(const int cell[PIECES])
{
    int sum = 0;
    for (int i = 0; i < PIECES; i++) {
        sum += cell[i] / 8 + cell[i] % 8 / 2;
        for (int k = 0; k < i; k++) sum -= cell[i] - cell[k] == 1 || cell[i] - cell[k] == 8;
    }
    return sum < 0 ? 255 : (uint8_t)sum;
}

static void fill(uint8_t *table)
{
    int cell[PIECES] = {0, 1, 2, 3, 4, 5};
    for (size_t i = 0; i < ENTRIES; i++) {
        table[i] = value(cell);
        int k    = PIECES - 1;
        while (k > 0 && cell[k] == CELLS - PIECES + k) k--;
        cell[k]++;
        for (int j = k + 1; j < PIECES; j++) cell[j] = cell[j - 1] + 1;
    }
}

static void must(bool good, const Status *status)
{
    if (good) return;
    fprintf(stderr, "%s\n", status->text);
    exit(1);
}

static char path[256];

static double write_seconds(const uint8_t *table, DbOptions options)
{
    const DbInfo info = {
        .name = "bench", .game = "bench", .index = "6 of 60, lexicographic", .entries = ENTRIES};
    Status       status;
    const double start = clock_seconds();
    must(db_write(path, &info, &options, table, &status), &status);
    return clock_seconds() - start;
}

static volatile unsigned sink;   // so that no probe is left out

static double least(double a, double b) { return a < b ? a : b; }

// Probes of the first `range` entries at random: one after the other has come back (`chained`), or as many at
// a time as the machine can. The best of several tries: the machine may be busy.
static uint64_t place(uint32_t x, uint64_t range)
{
    return (x * UINT64_C(0x9e3779b97f4a7c15) >> 32) * range >> 32;
}

static double flat_ns(const Db *db, uint64_t range, bool chained)
{
    double best = 1;
    for (int try = 0; try < TRIES; try++) {
        const double start = clock_seconds();
        uint32_t     sum   = 0;
        if (chained)
            for (uint32_t i = 0; i < PROBES; i++) sum += db_probe(db, place(sum + i, range));
        else
            for (uint32_t i = 0; i < PROBES; i++) sum += db_probe(db, place(i, range));
        sink = sum;
        best = least(best, clock_seconds() - start);
    }
    return best / PROBES * 1e9;
}

static void bench_flat(const char *what, DbMode mode)
{
    Db           db;
    Status       status;
    const double start = clock_seconds();
    must(db_open(&db, path, mode, &status), &status);
    const double opened = clock_seconds();
    printf("%-26s open %7.1f ms   probe %4.1f ns near, %5.1f ns anywhere, %5.1f ns anywhere and chained\n",
           what, (opened - start) * 1e3, flat_ns(&db, 1 << 14, false), flat_ns(&db, ENTRIES, false),
           flat_ns(&db, ENTRIES, true));
    fflush(stdout);
    db_close(&db);
}

// A cache of one block, so that nearly every probe unpacks; the file itself is in memory.
static double new_block_us(const Db *db)
{
    Rng      rng  = rng_seed(2);
    double   best = 1;
    DbReader r;
    Status   status;
    must(db_reader_open(&r, db, 0, &status), &status);
    for (int try = 0; try < TRIES; try++) {
        const double start = clock_seconds();
        int          sum   = 0;
        for (int i = 0; i < NEW_BLOCKS; i++) sum += db_read(&r, rng_below(&rng, ENTRIES));
        sink = (unsigned)sum;
        best = least(best, clock_seconds() - start);
    }
    db_reader_close(&r);
    return best / NEW_BLOCKS * 1e6;
}

static double cached_ns(const Db *db)
{
    Rng      rng  = rng_seed(3);
    double   best = 1;
    DbReader r;
    Status   status;
    must(db_reader_open(&r, db, 1 << 20, &status), &status);
    for (int try = 0; try < TRIES; try++) {
        const double start = clock_seconds();
        int          sum   = 0;
        for (int i = 0; i < PROBES; i++) sum += db_read(&r, rng_below(&rng, 1 << 19));
        sink = (unsigned)sum;
        best = least(best, clock_seconds() - start);
    }
    db_reader_close(&r);
    return best / PROBES * 1e9;
}

static void bench_packed(const uint8_t *table, DbOptions options)
{
    const double seconds = write_seconds(table, options);
    Db           db;
    DbStats      stats;
    Status       status;
    must(db_open(&db, path, DB_MAP, &status) && db_stats(&db, &stats, &status), &status);
    const double us = new_block_us(&db), start = clock_seconds();
    must(db_verify(&db, NULL, NULL, &status), &status);
    printf("zstd block %5u level %2d dict %5zu: %5.3f bits/entry (entropy %4.2f)   new block %5.2f us   "
           "cached %4.1f "
           "ns   write "
           "%5.1f s   verify %4.2f s\n",
           db.block, options.level, db.dictionary_size, stats.bytes_stored * 8, stats.entropy, us,
           cached_ns(&db), seconds, clock_seconds() - start);
    fflush(stdout);
    db_close(&db);
}

int main(int argc, char **argv)
{
    uint8_t *const table = malloc(ENTRIES);
    if (table == NULL) return 1;
    snprintf(path, sizeof path, "%s/pollard_bench_%d.db", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
             (int)getpid());
    fill(table);
    printf("raw: write %.2f s\n", write_seconds(table, (DbOptions){0}));
    bench_flat("raw, mapped", DB_MAP);
    bench_flat("raw, loaded (huge pages)", DB_LOAD);
    for (unsigned block = 1 << 10; block <= 1 << 14; block *= 2)
        bench_packed(table, (DbOptions){.form = DB_ZSTD, .block = block, .level = DB_LEVEL});
    bench_flat("zstd, loaded (huge pages)", DB_LOAD);
    if (argc > 1 && strcmp(argv[1], "levels") == 0) {
        static const int levels[] = {1, 3, 6, 9, 12, 15, 19};
        for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
            for (int no = 0; no < 2; no++)
                bench_packed(table, (DbOptions){.form = DB_ZSTD, .level = levels[i], .no_dictionary = no});
    }
    unlink(path);
    free(table);
    return 0;
}
