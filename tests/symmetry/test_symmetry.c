// Databases built by symmetry: every byte is that of the whole domain, whatever the threads, the pieces it is
// spread in and the interruptions.
#include "retro/dbfile_cases.h"
#include "symmetry/halves.h"
#include "symmetry/symmetry.h"
#include "symmetry/turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The whole table from a solved smaller one, in uneven pieces.
static uint8_t *table_spread(const BuildSymmetry *symmetry, const uint8_t *small, uint64_t entries)
{
    uint8_t *const table = malloc(entries);
    ck_assert_ptr_nonnull(table);
    for (uint64_t at = 0, n = 1; at < entries; at += n, n = n * 3 + 1) {
        if (n > entries - at) n = entries - at;
        build_spread(symmetry, small, at, table + at, n);
    }
    return table;
}

static void assert_same(const uint8_t *a, const uint8_t *b, uint64_t entries, const char *what)
{
    for (uint64_t i = 0; i < entries; i++)
        ck_assert_msg(a[i] == b[i], "%s: entry %llu is %d, expected %d", what, (unsigned long long)i, a[i],
                      b[i]);
}

static const struct {
    int          side, pieces;
    CheckersGoal goal;
} patterns[] = {
    {4, 1, CHECKERS_TRIANGLE}, {4, 3, CHECKERS_TRIANGLE}, {5, 3, CHECKERS_TRIANGLE},
    {6, 4, CHECKERS_TIP},      {6, 4, CHECKERS_BASE},     {4, 6, CHECKERS_TRIANGLE},
    {5, 6, CHECKERS_TRIANGLE}, {6, 6, CHECKERS_TRIANGLE}, {9, 4, CHECKERS_TIP},
    {9, 3, CHECKERS_TRIANGLE}, {8, 4, CHECKERS_BASE},
};

static uint8_t *pattern_solved(const RetroDomain *domain, int threads, RetroResult *result)
{
    uint8_t *const table = retro_table_open(domain->entries);
    Status         status;
    ck_assert_ptr_nonnull(table);
    ck_assert_msg(retro_solve(domain, &(RetroOptions){.threads = threads}, table, result, &status), "%s",
                  status.text);
    return table;
}

START_TEST(test_a_pattern_by_halves_is_the_whole_one)
{
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        CheckersDb db;
        Halves     halves;
        Status     status;
        if (TEST_SANITIZED && patterns[i].side * patterns[i].pieces > 30) continue;
        RetroResult whole_result, small_result;
        char        what[60];
        snprintf(what, sizeof what, "%d pieces on %d", patterns[i].pieces, patterns[i].side);
        ck_assert(checkers_db_open(&db, patterns[i].side, patterns[i].pieces, patterns[i].goal, &status));
        ck_assert(halves_open(&halves, &db));
        const RetroDomain   domain   = checkers_db_domain(&db);
        const BuildSymmetry symmetry = halves_symmetry(&halves);
        uint8_t *const      whole    = pattern_solved(&domain, 1, &whole_result);
        for (int threads = 1; threads <= 2; threads++) {
            uint8_t *const small  = pattern_solved(&symmetry.pattern, threads, &small_result);
            uint8_t *const spread = table_spread(&symmetry, small, domain.entries);
            assert_same(spread, whole, domain.entries, what);
            ck_assert_uint_eq(small_result.reached, symmetry.positions);
            ck_assert_int_eq(small_result.depth, whole_result.depth);
            free(spread);
            retro_table_close(small, symmetry.entries);
        }
        retro_table_close(whole, domain.entries);
        halves_close(&halves);
        checkers_db_close(&db);
    }
}
END_TEST

static uint8_t *endgame_solved(const EndgameDomain *domain, int threads)
{
    uint8_t *const table = retro_table_open(domain->entries);
    EndgameResult  result;
    Status         status;
    ck_assert_ptr_nonnull(table);
    ck_assert_msg(endgame_solve(domain, &(RetroOptions){.threads = threads}, table, &result, &status), "%s",
                  status.text);
    return table;
}

START_TEST(test_an_endgame_by_turns_is_the_whole_one)
{
    for (int i = 0; i < (getenv("POLLARD_LONG") != NULL ? 3 : 2); i++) {
        CheckersEdb db;
        Turns       turns;
        Status      status;
        ck_assert(checkers_edb_open(&db, i < 2 ? 4 : 5, 3, i == 1 ? CHECKERS_OWN : 0, &status));
        ck_assert(turns_open(&turns, &db));
        const EndgameDomain domain   = checkers_edb_domain(&db);
        const BuildSymmetry symmetry = turns_symmetry(&turns);
        uint8_t *const      whole    = endgame_solved(&domain, 2);
        for (int threads = 1; threads <= 2; threads++) {
            uint8_t *const small  = endgame_solved(&symmetry.endgame, threads);
            uint8_t *const spread = table_spread(&symmetry, small, domain.entries);
            assert_same(spread, whole, domain.entries, i == 1 ? "own" : "the game");
            free(spread);
            retro_table_close(small, symmetry.entries);
        }
        retro_table_close(whole, domain.entries);
        turns_close(&turns);
        checkers_edb_close(&db);
    }
}
END_TEST

// An entry is told as often as it has the one that tells it among its successors.
START_TEST(test_predecessors_by_turns_are_successors_taken_back)
{
    CheckersEdb db;
    Turns       turns;
    Status      status;
    ck_assert(checkers_edb_open(&db, 4, 3, 0, &status));
    ck_assert(turns_open(&turns, &db));
    const EndgameDomain domain = turns_symmetry(&turns).endgame;
    uint64_t *const     out    = malloc((size_t)domain.moves_max * sizeof *out);
    int *const          sums   = calloc(domain.entries, sizeof *sums);
    ck_assert(out != NULL && sums != NULL);
    for (uint64_t entry = 0; entry < domain.entries; entry++) {
        if (domain.outcome(domain.data, NULL, entry) == ENDGAME_NONE) continue;
        int n = domain.successors(domain.data, NULL, entry, out);
        ck_assert_int_eq(domain.moves(domain.data, NULL, entry), n);
        for (int i = 0; i < n; i++) sums[out[i]] += (int)(entry % 9973);
        n = domain.predecessors(domain.data, NULL, entry, out);
        ck_assert_int_le(n, domain.moves_max);
        for (int i = 0; i < n; i++) sums[entry] -= (int)(out[i] % 9973);
    }
    for (uint64_t entry = 0; entry < domain.entries; entry++) ck_assert_int_eq(sums[entry], 0);
    free(out);
    free(sums);
    turns_close(&turns);
    checkers_edb_close(&db);
}
END_TEST

START_TEST(test_what_is_not_its_own_image_is_built_whole)
{
    CheckersDb  db;
    CheckersEdb edb;
    Halves      halves;
    Turns       turns;
    Status      status;
    ck_assert(checkers_db_open(&db, 6, 4, (CheckersGoal)(CHECKERS_PART + 1), &status));
    ck_assert(!halves_open(&halves, &db));
    checkers_db_close(&db);
    ck_assert(checkers_db_open(&db, 4, 10, CHECKERS_TRIANGLE, &status));
    ck_assert(!halves_open(&halves, &db));   // too many pieces
    checkers_db_close(&db);
    ck_assert(checkers_edb_open(&edb, 4, 3, CHECKERS_FORWARD, &status));
    ck_assert(!turns_open(&turns, &edb));
    checkers_edb_close(&edb);
    ck_assert(checkers_edb_open(&edb, 4, 1, 0, &status));
    ck_assert(!turns_open(&turns, &edb));
    checkers_edb_close(&edb);
}
END_TEST

// Files.

typedef struct Stop {
    atomic_bool stop;
    double      at;
} Stop;

static void on_progress(void *context, const BuildProgress *progress)
{
    Stop *const s = context;
    if (!progress->notice && progress->done > s->at) atomic_store(&s->stop, true);
}

static uint8_t *file_values(const char *path, uint64_t *entries)
{
    Db             file = db_get(path, DB_LOAD);
    uint8_t *const out  = malloc(file.info.entries);
    Status         status;
    ck_assert_ptr_nonnull(out);
    ck_assert(db_copy(&file, out, &status));
    *entries = file.info.entries;
    db_close(&file);
    return out;
}

// From after the header, which has the time.
static void assert_files_same(const char *path, const char *other, bool bytes)
{
    size_t         n, m;
    uint64_t       entries, others;
    uint8_t *const a = file_values(path, &entries), *const b = file_values(other, &others);
    ck_assert_uint_eq(entries, others);
    assert_same(a, b, entries, path);
    free(a), free(b);
    uint8_t *const x = db_bytes(path, &n), *const y = db_bytes(other, &m);
    ck_assert(!bytes || (n == m && n > 4096 && memcmp(x + 4096, y + 4096, n - 4096) == 0));
    free(x), free(y);
}

static const char *const names[] = {"cc-pdb6-5x5", "cc-edb6-4x4", "cc-edb6-own-4x4", "cc-edb6-forward-4x4",
                                    "cc-pdb4-2of10-5x5"};

START_TEST(test_a_file_by_symmetry_is_the_same_in_every_form)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int form = DB_RAW; form <= DB_ZSTD; form++) {
            CatalogDb   db;
            Status      status;
            BuildResult whole, small;
            if (TEST_SANITIZED && (i > 1 || form == DB_RAW)) continue;
            char path[DB_PATH_MAX], part[DB_PATH_MAX], other[DB_PATH_MAX];
            snprintf(path, sizeof path, "%s", db_file("a"));
            snprintf(part, sizeof part, "%s", db_file("b"));
            snprintf(other, sizeof other, "%s", db_file("c"));
            ck_assert_msg(catalog_open(&db, names[i], &status), "%s", status.text);
            BuildOptions options = {.path = path, .part = part, .threads = 1, .file = {.form = (DbForm)form}};
            ck_assert(build_database(&db, &options, &whole, &status) && whole.complete);
            options.path = other;
            ck_assert(symmetry_build(&db, &options, &small, &status) && small.complete);
            ck_assert_uint_eq(whole.reached, small.reached);
            ck_assert_int_eq(whole.depth, small.depth);
            assert_files_same(path, other, true);
            unlink(path), unlink(other);
            catalog_close(&db);
        }
}
END_TEST

// Stopped by either way and continued by the one that began, again and again.
START_TEST(test_a_stopped_build_continues_as_it_began)
{
    for (int i = 0; i < (TEST_SANITIZED ? 1 : 2); i++)
        for (int began_whole = 0; began_whole < 2; began_whole++) {
            CatalogDb   db;
            Status      status;
            BuildResult result;
            char        path[DB_PATH_MAX], part[DB_PATH_MAX], other[DB_PATH_MAX];
            snprintf(path, sizeof path, "%s", db_file("a"));
            snprintf(part, sizeof part, "%s", db_file("b"));
            snprintf(other, sizeof other, "%s", db_file("c"));
            ck_assert(catalog_open(&db, names[i], &status));
            BuildOptions options = {.path = path, .part = part, .threads = 1};
            ck_assert(build_database(&db, &options, &result, &status) && result.complete);
            Stop stop    = {.at = 0.1};
            options.path = other, options.stop = &stop.stop, options.report = on_progress;
            options.context = &stop;
            ck_assert((began_whole ? build_database : symmetry_build)(&db, &options, &result, &status));
            ck_assert(!result.complete && result.depth > 0 && access(part, F_OK) == 0);
            Db         checkpoint = db_get(part, DB_MAP);
            const bool whole      = checkpoint.info.entries == db.info.entries;
            db_close(&checkpoint);
            ck_assert_int_eq(whole, began_whole);
            for (stop.at = 0.3; !result.complete; stop.at += 0.3) {
                atomic_store(&stop.stop, false);
                ck_assert_msg(symmetry_build(&db, &options, &result, &status), "%s", status.text);
            }
            assert_files_same(path, other, true);
            ck_assert_int_ne(access(part, F_OK), 0);
            unlink(path), unlink(other);
            catalog_close(&db);
        }
}
END_TEST

START_TEST(test_little_memory_is_kept_to)
{
    CatalogDb   db;
    Status      status;
    BuildResult result;
    char        path[DB_PATH_MAX], part[DB_PATH_MAX];
    snprintf(path, sizeof path, "%s", db_file("a"));
    snprintf(part, sizeof part, "%s", db_file("b"));
    ck_assert(catalog_open(&db, "cc-pdb6-5x5", &status));
    BuildOptions options = {.path = path, .part = part, .threads = 1, .memory_max = db.info.entries - 1};
    ck_assert_msg(symmetry_build(&db, &options, &result, &status), "%s", status.text);
    ck_assert(result.complete && result.disk > 0);   // as without symmetry
    unlink(path);
    options.memory_max = db.info.entries;
    ck_assert(symmetry_build(&db, &options, &result, &status) && result.complete && result.disk == 0);
    unlink(path);
    catalog_close(&db);
}
END_TEST

Suite *suite_symmetry(void);
Suite *suite_symmetry(void)
{
    Suite *suite = suite_create("symmetry");
    TCase *tcase = tcase_create("symmetry");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, db_folder_make, db_folder_remove);
    tcase_add_test(tcase, test_a_pattern_by_halves_is_the_whole_one);
    tcase_add_test(tcase, test_an_endgame_by_turns_is_the_whole_one);
    tcase_add_test(tcase, test_predecessors_by_turns_are_successors_taken_back);
    tcase_add_test(tcase, test_what_is_not_its_own_image_is_built_whole);
    tcase_add_test(tcase, test_a_file_by_symmetry_is_the_same_in_every_form);
    tcase_add_test(tcase, test_a_stopped_build_continues_as_it_began);
    tcase_add_test(tcase, test_little_memory_is_kept_to);
    suite_add_tcase(suite, tcase);
    return suite;
}
