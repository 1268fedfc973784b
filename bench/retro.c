// retro.c - nanoseconds of the index: rank, unrank, next, seek, moved; and of an entry of a database, by one
// thread. `make bench` runs it.
#include "base/rng.h"
#include "games/chinese_checkers/pdb.h"
#include "games/chinese_checkers/edb.h"

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

static bool bench_pattern(bool exchange, Status *status)
{
    CheckersDb   db;
    RetroResult  result;
    const double start = now();
    if (!checkers_db_open(&db, 6, 6, CHECKERS_TRIANGLE, status)) return false;
    const RetroDomain domain = checkers_db_domain(&db);
    uint8_t *const    table  = retro_table_open(domain.entries);
    if (table == NULL) return status_fail(status, "out of memory");
    if (!retro_solve(&domain, &(RetroOptions){.threads = 1, .exchange = exchange}, table, &result, status))
        return false;
    printf("%-22s %14llu %7.1f an entry\n", exchange ? "6x6/6 by exchange" : "6x6/6",
           (unsigned long long)domain.entries, (now() - start) * 1e9 / (double)domain.entries);
    retro_table_close(table, domain.entries);
    checkers_db_close(&db);
    return true;
}

static bool bench_endgame(unsigned rules, Status *status)
{
    CheckersEdb   db;
    EndgameResult result;
    const double  start = now();
    if (!checkers_edb_open(&db, 4, 3, rules, status)) return false;
    const EndgameDomain domain = checkers_edb_domain(&db);
    uint8_t *const      table  = retro_table_open(domain.entries);
    if (table == NULL) return status_fail(status, "out of memory");
    if (!endgame_solve(&domain, &(RetroOptions){.threads = 1}, table, &result, status)) return false;
    printf("%-22s %14llu %7.1f an entry\n", rules ? "4x4/3-3 forward" : "4x4/3-3",
           (unsigned long long)domain.entries, (now() - start) * 1e9 / (double)domain.entries);
    retro_table_close(table, domain.entries);
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
    good = good && bench_pattern(false, &status) && bench_pattern(true, &status) &&
           bench_endgame(0, &status) && bench_endgame(CHECKERS_FORWARD, &status);
    if (!good) puts(status.text);
    return !good || sink == 0;
}
