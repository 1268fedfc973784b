// retro.c - nanoseconds of the index: rank, unrank, next, seek, moved; and of an entry of a database, by one
// thread, with the entries of a second of the processor. `make bench` runs it.
#include "base/rng.h"
#include "games/chinese_checkers/pdb.h"
#include "games/chinese_checkers/edb.h"
#include "symmetry/halves.h"
#include "symmetry/turns.h"

#include <stdio.h>
#include <time.h>

enum { ROUNDS = 2000000 };

typedef struct Bench {
    const char *name;
    int         groups, sides;
    IndexGroup  group[INDEX_GROUPS_MAX];
} Bench;

static uint64_t sink;   // what is measured must be of use

// Processor time: others may be at work.
static double now(void) { return (double)clock() / CLOCKS_PER_SEC; }
static double since(double start) { return (now() - start) * 1e9 / ROUNDS; }

static double bench_rank(const Index *x, const IndexPosition *at, int n)
{
    const double start = now();
    for (int i = 0; i < ROUNDS; i++) sink += index_rank(x, &at[i % n]);
    return since(start);
}

static double bench_unrank(const Index *x, Rng *rng)
{
    IndexPosition at;
    const double  start = now();
    for (int i = 0; i < ROUNDS; i++) {
        index_unrank(x, rng_next(rng) % x->size, &at);
        sink += at.cell[0];
    }
    return since(start);
}

// step 0: next.
static double bench_walk(const Index *x, uint64_t step)
{
    IndexCursor cursor;
    index_cursor(&cursor, x, 0);
    const double start = now();
    for (int i = 0; i < ROUNDS; i++) {
        if (step > 0) index_seek(&cursor, (cursor.entry + step) % x->size);
        else if (!index_next(&cursor)) index_seek(&cursor, 0);
        sink += cursor.at.cell[0];
    }
    return since(start);
}

static double bench_moved(const Index *x, uint64_t entry)
{
    uint16_t    g[256], i[256], to[256];
    IndexCursor cursor;
    index_cursor(&cursor, x, entry);
    for (int n = 0; n < 256; n++) {
        g[n]  = (uint16_t)(n % x->groups);
        i[n]  = (uint16_t)(n / x->groups % x->group[g[n]].pieces);
        to[n] = (uint16_t)(n * 37 % x->group[g[n]].cells);
    }
    const double start = now();
    for (int n = 0; n < ROUNDS; n++) sink += index_moved(&cursor, g[n & 255], i[n & 255], to[n & 255]);
    return since(start);
}

static void print_entries(const char *name, uint64_t entries, double start)
{
    const double seconds = now() - start;
    printf("%-22s %14llu %7.1f an entry, %6.2f million a second\n", name, (unsigned long long)entries,
           seconds * 1e9 / (double)entries, (double)entries / seconds / 1e6);
}

// The whole table from that of a symmetry.
static bool table_spread(const BuildSymmetry *symmetry, const uint8_t *table, uint64_t entries)
{
    uint8_t *const out = retro_table_open(entries);
    if (out == NULL) return false;
    build_spread(symmetry, table, 0, out, entries);
    sink += out[entries / 2];
    retro_table_close(out, entries);
    return true;
}

typedef enum Way { WAY_DIRECT, WAY_EXCHANGE, WAY_SYMMETRY } Way;

static bool bench_pattern(Way way, Status *status)
{
    static const char *const names[] = {"6x6/6", "6x6/6 by exchange", "6x6/6 by halves"};
    CheckersDb               db;
    Halves                   halves;
    RetroResult              result;
    BuildSymmetry            symmetry = {0};
    const double             start    = now();
    if (!checkers_db_open(&db, 6, 6, CHECKERS_TRIANGLE, status)) return false;
    if (way == WAY_SYMMETRY && !halves_open(&halves, &db)) return status_fail(status, "out of memory");
    if (way == WAY_SYMMETRY) symmetry = halves_symmetry(&halves);
    const RetroDomain domain = way == WAY_SYMMETRY ? symmetry.pattern : checkers_db_domain(&db);
    uint8_t *const    table  = retro_table_open(domain.entries);
    if (table == NULL) return status_fail(status, "out of memory");
    const RetroOptions options = {.threads = 1, .exchange = way == WAY_EXCHANGE};
    if (!retro_solve(&domain, &options, table, &result, status)) return false;
    if (way == WAY_SYMMETRY && !table_spread(&symmetry, table, db.index.size))
        return status_fail(status, "out of memory");
    print_entries(names[way], db.index.size, start);
    retro_table_close(table, domain.entries);
    if (way == WAY_SYMMETRY) halves_close(&halves);
    checkers_db_close(&db);
    return true;
}

static bool bench_endgame(unsigned rules, Way way, Status *status)
{
    CheckersEdb   db;
    Turns         turns;
    EndgameResult result;
    BuildSymmetry symmetry = {0};
    const double  start    = now();
    if (!checkers_edb_open(&db, 4, 3, rules, status)) return false;
    if (way == WAY_SYMMETRY && !turns_open(&turns, &db)) return status_fail(status, "out of memory");
    if (way == WAY_SYMMETRY) symmetry = turns_symmetry(&turns);
    const EndgameDomain domain = way == WAY_SYMMETRY ? symmetry.endgame : checkers_edb_domain(&db);
    uint8_t *const      table  = retro_table_open(domain.entries);
    if (table == NULL) return status_fail(status, "out of memory");
    if (!endgame_solve(&domain, &(RetroOptions){.threads = 1}, table, &result, status)) return false;
    if (way == WAY_SYMMETRY && !table_spread(&symmetry, table, db.index.size))
        return status_fail(status, "out of memory");
    print_entries(rules                 ? "4x4/3-3 forward"
                  : way == WAY_SYMMETRY ? "4x4/3-3 by turns"
                                        : "4x4/3-3",
                  db.index.size, start);
    retro_table_close(table, domain.entries);
    if (way == WAY_SYMMETRY) turns_close(&turns);
    checkers_edb_close(&db);
    return true;
}

static bool bench_index(const Bench *bench, uint64_t seed, Status *status)
{
    Index         x;
    Rng           rng = rng_seed(seed);
    IndexPosition at[256];
    if (!index_open(&x, bench->group, bench->groups, bench->sides, status)) return false;
    for (int i = 0; i < 256; i++) index_unrank(&x, rng_next(&rng) % x.size, &at[i]);
    printf("%-22s %14llu %7.1f %7.1f %7.1f %7.1f %7.1f %7.1f\n", bench->name, (unsigned long long)x.size,
           bench_rank(&x, at, 256), bench_unrank(&x, &rng), bench_walk(&x, 0), bench_walk(&x, 7),
           bench_walk(&x, 7777), bench_moved(&x, x.size / 3));
    index_close(&x);
    return true;
}

int main(void)
{
    static const Bench all[] = {
        {"6 of 81", 1, 1, {{81, 6, false}}},
        {"3 and 3 of 49", 2, 2, {{49, 3, true}, {49, 3, true}}},
        {"2 of 1610, 1 of 1610", 2, 1, {{1610, 2, false}, {1610, 1, false}}},
        {"1 1 1 2 of 64", 4, 2, {{64, 1, true}, {64, 1, true}, {64, 1, true}, {64, 2, true}}},
    };
    printf("%-22s %14s %7s %7s %7s %7s %7s %7s\n", "ns", "entries", "rank", "unrank", "next", "seek+7",
           "+7777", "moved");
    Status status;
    bool   good = true;
    for (size_t b = 0; good && b < sizeof all / sizeof *all; b++) good = bench_index(&all[b], b, &status);
    good = good && bench_pattern(WAY_DIRECT, &status) && bench_pattern(WAY_EXCHANGE, &status) &&
           bench_pattern(WAY_SYMMETRY, &status) && bench_endgame(0, WAY_DIRECT, &status) &&
           bench_endgame(0, WAY_SYMMETRY, &status) && bench_endgame(CHECKERS_FORWARD, WAY_DIRECT, &status);
    if (!good) puts(status.text);
    return !good || sink == 0;
}
