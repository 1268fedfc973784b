// probe.c - what a probe of a database that was built costs, in processor time: ns in a block that is
// unpacked already, us in one that must be unpacked first. `probe FILE [blocks]` packs the contents again in
// blocks of other sizes, a part of the table at most, to weigh time against size.
#include "base/rng.h"
#include "retro/dbfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NEW_BLOCKS = 4000, PROBES = 1 << 20, TRIES = 9, PART_MAX = 1 << 26 };

static void must(bool good, const Status *status)
{
    if (good) return;
    fprintf(stderr, "%s\n", status->text);
    exit(1);
}

// Of this process: machines are busy.
static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static volatile int sink;   // so that no probe is left out

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Seconds of a probe among the first `range` entries, the median of the tries and the best one.
static void probe_seconds(const Db *db, size_t cache, uint64_t range, int probes, double *median,
                          double *best)
{
    DbReader r;
    Status   status;
    Rng      rng = rng_seed(2);
    double   seconds[TRIES];
    must(db_reader_open(&r, db, cache, &status), &status);
    for (int try = -1; try < TRIES; try++) {   // the first fills the cache
        const double start = processor_seconds();
        int          sum   = 0;
        for (int i = 0; i < probes; i++) sum += db_read(&r, rng_next(&rng) % range);
        sink = sum;
        if (try >= 0) seconds[try] = (processor_seconds() - start) / probes;
    }
    db_reader_close(&r);
    qsort(seconds, TRIES, sizeof *seconds, by_size);
    *median = seconds[TRIES / 2], *best = seconds[0];
}

static void bench_file(const char *what, const Db *db)
{
    const uint64_t all = db->info.entries, near = all < 1 << 19 ? all : 1 << 19;
    double         cold[2], warm[2];
    probe_seconds(db, 0, all, NEW_BLOCKS, &cold[0], &cold[1]);
    probe_seconds(db, 1 << 20, near, PROBES, &warm[0], &warm[1]);
    printf("%-22s block %5u, dictionary %6zu: %.3f bytes/entry, new block %5.2f us (best %5.2f), unpacked "
           "%5.1f ns (best %5.1f)\n",
           what, db->block, db->dictionary_size, (double)db->size / (double)all, cold[0] * 1e6, cold[1] * 1e6,
           warm[0] * 1e9, warm[1] * 1e9);
    fflush(stdout);
}

static void bench_packed(const Db *db, const uint8_t *table, DbOptions options)
{
    char   path[64], what[32];
    Db     packed;
    Status status;
    DbInfo info  = db->info;
    info.entries = info.entries < PART_MAX ? info.entries : PART_MAX;
    snprintf(path, sizeof path, "/tmp/pollard_probe_%d.db", (int)getpid());
    must(db_write(path, &info, &options, table, &status) && db_open(&packed, path, DB_MAP, &status), &status);
    snprintf(what, sizeof what, "  part, level %d", options.level);
    bench_file(what, &packed);
    db_close(&packed);
    unlink(path);
}

int main(int argc, char **argv)
{
    Db     db;
    Status status;
    if (argc < 2 || argc > 3 || (argc == 3 && strcmp(argv[2], "blocks") != 0)) {
        fprintf(stderr, "usage: probe FILE [blocks]\n");
        return 2;
    }
    must(db_open(&db, argv[1], DB_MAP, &status), &status);
    bench_file(db.info.name, &db);
    if (argc == 3) {
        Db whole;
        must(db_open(&whole, argv[1], DB_LOAD, &status), &status);
        for (unsigned block = 1 << 10; block <= 1 << 13; block *= 2)
            for (int level = 9; level <= 19; level += 10)
                bench_packed(&db, whole.flat, (DbOptions){.form = DB_ZSTD, .block = block, .level = level});
        db_close(&whole);
    }
    db_close(&db);
    return 0;
}
