// Pattern databases of Chinese Checkers: published values, and entries against the rules of the game itself,
// played by one side alone.
#include "games/chinese_checkers/edb.h"
#include "games/chinese_checkers/pdb.h"
#include "base/rng.h"
#include "retro/index_cases.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CheckersDb opened(int side, int pieces, CheckersGoal goal)
{
    CheckersDb db;
    Status     status;
    ck_assert_msg(checkers_db_open(&db, side, pieces, goal, &status), "%s", status.text);
    return db;
}

static uint8_t *solved(const CheckersDb *db, const RetroOptions *options, RetroResult *result)
{
    const RetroDomain domain = checkers_db_domain(db);
    uint8_t *const    table  = retro_table_open(domain.entries);
    Status            status;
    ck_assert_ptr_nonnull(table);
    ck_assert_msg(retro_solve(&domain, options, table, result, &status), "%s", status.text);
    ck_assert(result->complete);
    return table;
}

static int entries_order(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// What the game says one move leads to. The position has no second player, which the game's rules do not
// mind; only its validation would.
static int game_neighbours(const Variant *v, const CheckersDb *db, uint64_t entry, uint64_t out[])
{
    IndexPosition at;
    AnyState      s = {0};
    Status        status;
    char          text[TEXT_MAX];
    Text          t = text_on(text, sizeof text);
    Move          moves[GAME_MOVES_MAX];
    const int     holes = db->side * db->side;
    index_unrank(&db->index, entry, &at);
    for (int hole = 0, i = 0; hole < holes; hole++) {
        if (hole > 0 && hole % db->side == 0) text_char(&t, '/');
        const bool here = i < db->pieces && at.cell[i] == hole;
        text_char(&t, here ? '1' : '-');
        i += here;
    }
    text_add(&t, " 1");
    ck_assert(v->game->position_parse(v->rules, &s, text, &status));
    const int n = v->game->generate(v->rules, &s, moves);
    for (int m = 0; m < n; m++) {
        IndexPosition after = at;
        for (int i = 0; i < db->pieces; i++)
            if (at.cell[i] == (moves[m] & 255)) after.cell[i] = (uint16_t)(moves[m] >> 8);
        index_case_sort(after.cell, db->pieces);
        out[m] = index_rank(&db->index, &after);
    }
    return n;
}

static Variant game_of(const CheckersDb *db)
{
    char spec[64];
    snprintf(spec, sizeof spec, "chinese-checkers:board=rhombus%d", db->side);
    return test_open(spec);
}

// Breadth first through the game: a plain queue.
static void game_solve(const Variant *v, const CheckersDb *db, uint8_t *table)
{
    uint64_t *const queue = calloc(db->index.size, sizeof *queue), out[GAME_MOVES_MAX];
    uint64_t        head = 0, tail = 0;
    memset(table, RETRO_UNREACHED, db->index.size);
    table[db->goal] = 0;
    for (queue[tail++] = db->goal; head < tail; head++) {
        const int n = game_neighbours(v, db, queue[head], out);
        for (int i = 0; i < n; i++) {
            if (table[out[i]] != RETRO_UNREACHED) continue;
            table[out[i]] = (uint8_t)(table[queue[head]] + 1);
            queue[tail++] = out[i];
        }
    }
    free(queue);
}

static const struct {
    int          side, pieces;
    CheckersGoal goal;
    int          start, largest;
    double       mean;   // to four places; 0: not printed
    bool         slow;
} published[] = {
    {6, 3, CHECKERS_TRIANGLE, 14, 14, 0, false},      {7, 3, CHECKERS_TRIANGLE, 17, 17, 0, false},
    {8, 3, CHECKERS_TRIANGLE, 20, 20, 0, false},      {9, 3, CHECKERS_TRIANGLE, 23, 23, 0, false},
    {9, 4, CHECKERS_TIP, 15, 23, 0, false},           {6, 6, CHECKERS_TRIANGLE, 15, 17, 0, false},
    {7, 6, CHECKERS_TRIANGLE, 17, 21, 0, false},      {8, 6, CHECKERS_TRIANGLE, 19, 25, 15.4182, true},
    {9, 6, CHECKERS_TRIANGLE, 23, 29, 17.9242, true},
};
enum { PUBLISHED = sizeof published / sizeof *published };

START_TEST(test_published_values)
{
    if (published[_i].slow && test_amount(0, 1) == 0) return;
    CheckersDb         db      = opened(published[_i].side, published[_i].pieces, published[_i].goal);
    const RetroOptions options = {.threads = 2, .memory_max = UINT64_C(1) << 30};
    RetroResult        result;
    uint8_t *const     table = solved(&db, &options, &result);
    ck_assert_int_eq(table[db.start], published[_i].start);
    ck_assert_int_eq(result.depth, published[_i].largest);
    ck_assert_uint_eq(result.reached, db.index.size);
    if (published[_i].mean > 0) ck_assert_double_eq_tol(result.mean, published[_i].mean, 0.00005);
    retro_table_close(table, db.index.size);
    checkers_db_close(&db);
}
END_TEST

static const struct {
    int          side, pieces;
    CheckersGoal goal;
} small[] = {
    {6, 3, CHECKERS_TRIANGLE}, {6, 4, CHECKERS_TIP}, {6, 4, CHECKERS_BASE}, {6, 1, CHECKERS_TRIANGLE}};

START_TEST(test_every_entry_equals_the_game)
{
    CheckersDb         db      = opened(small[_i].side, small[_i].pieces, small[_i].goal);
    Variant            v       = game_of(&db);
    const RetroOptions options = {.threads = 1};
    RetroResult        result;
    uint8_t *const table = solved(&db, &options, &result), *const expected = malloc(db.index.size);
    game_solve(&v, &db, expected);
    ck_assert_int_eq(memcmp(table, expected, db.index.size), 0);
    free(expected);
    retro_table_close(table, db.index.size);
    variant_close(&v);
    checkers_db_close(&db);
}
END_TEST

// The neighbours are those of the game, and the distance is one more than that of the nearest.
static void assert_entry(const Variant *v, const CheckersDb *db, void *cursor, const uint8_t *table,
                         uint64_t entry)
{
    const RetroDomain domain = checkers_db_domain(db);
    uint64_t          ours[GAME_MOVES_MAX], theirs[GAME_MOVES_MAX];
    const int         n = domain.neighbours(db, cursor, entry, ours),
              expected  = game_neighbours(v, db, entry, theirs);
    int nearest         = RETRO_UNREACHED;
    ck_assert_int_eq(n, expected);
    ck_assert_int_le(n, domain.neighbours_max);
    qsort(ours, (size_t)n, sizeof *ours, entries_order);
    qsort(theirs, (size_t)n, sizeof *theirs, entries_order);
    ck_assert_int_eq(memcmp(ours, theirs, (size_t)n * sizeof *ours), 0);
    if (table == NULL) return;
    for (int i = 0; i < n; i++)
        if (table[ours[i]] < nearest) nearest = table[ours[i]];
    ck_assert_int_eq(table[entry], entry == db->goal ? 0 : nearest + 1);
}

static const struct {
    int          side, pieces;
    CheckersGoal goal;
    bool         solve;
} sampled[] = {
    {9, 3, CHECKERS_TRIANGLE, true},  {9, 4, CHECKERS_TIP, true},       {9, 4, CHECKERS_BASE, true},
    {6, 6, CHECKERS_TRIANGLE, true},  {7, 6, CHECKERS_TRIANGLE, false}, {8, 6, CHECKERS_TRIANGLE, false},
    {9, 6, CHECKERS_TRIANGLE, false}, {8, 4, CHECKERS_TIP, true},       {9, 10, CHECKERS_TRIANGLE, false},
};
enum { SAMPLED = sizeof sampled / sizeof *sampled };

START_TEST(test_random_entries_equal_the_game)
{
    CheckersDb         db      = opened(sampled[_i].side, sampled[_i].pieces, sampled[_i].goal);
    const RetroOptions options = {.threads = 1};
    RetroResult        result;
    IndexCursor        cursor;
    Rng                rng   = rng_seed((uint64_t)_i);
    uint8_t *const     table = sampled[_i].solve ? solved(&db, &options, &result) : NULL;
    Variant            v     = game_of(&db);
    checkers_db_domain(&db).cursor_open(&db, &cursor);
    assert_entry(&v, &db, &cursor, table, db.goal);
    assert_entry(&v, &db, &cursor, table, db.start);
    for (int k = test_amount(2000, 200000); k > 0; k--)
        assert_entry(&v, &db, &cursor, table, rng_next(&rng) % db.index.size);
    variant_close(&v);
    retro_table_close(table, db.index.size);
    checkers_db_close(&db);
}
END_TEST

START_TEST(test_threads_and_buffers_change_no_byte)
{
    static const RetroOptions ways[] = {
        {.threads = 1},
        {.threads = 2},
        {.threads = 1, .exchange = true},
        {.threads = 2, .exchange = true},
        {.threads = 2, .exchange = true, .buffer = 1},
        {.threads = 3, .exchange = true, .buffer = 1000},
    };
    CheckersDb  db    = opened(8, 4, CHECKERS_TIP);
    uint8_t    *first = NULL;
    RetroResult one, other;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        uint8_t *const table = solved(&db, &ways[i], i == 0 ? &one : &other);
        if (i == 0) first = table;
        if (i == 0) continue;
        ck_assert_int_eq(memcmp(table, first, db.index.size), 0);
        ck_assert_int_eq(memcmp(one.found, other.found, sizeof one.found), 0);
        retro_table_close(table, db.index.size);
    }
    retro_table_close(first, db.index.size);
    checkers_db_close(&db);
}
END_TEST

START_TEST(test_what_does_not_fit_is_refused)
{
    static const struct {
        int          side, pieces;
        CheckersGoal goal;
    } bad[] = {
        {3, 3, CHECKERS_TRIANGLE}, {10, 6, CHECKERS_TRIANGLE}, {-1, 3, CHECKERS_TRIANGLE},
        {6, 0, CHECKERS_TRIANGLE}, {6, 4, CHECKERS_TRIANGLE},  {6, 11, CHECKERS_TRIANGLE},
        {6, 3, CHECKERS_TIP},      {6, 6, CHECKERS_BASE},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CheckersDb db;
        Status     status = {0};
        ck_assert(!checkers_db_open(&db, bad[i].side, bad[i].pieces, bad[i].goal, &status));
        ck_assert_str_ne(status.text, "");
    }
}
END_TEST

// The numbers that evaluations compute are those of the builder: every entry of a small board, and a sample
// of the largest.
START_TEST(test_numbers_of_the_evaluation_are_the_builders)
{
    CheckersNumbers numbers;
    CheckersDb      db;
    Status          status;
    const int       side = _i == 0 ? 5 : CHECKERS_SIDE_MAX;
    checkers_numbers_open(&numbers, side * side);
    for (int pieces = 1; pieces <= CHECKERS_SET_MAX; pieces++) {
        const CheckersPattern pattern = {.side = side, .pieces = pieces, .home = 10};
        ck_assert_msg(checkers_db_open(&db, side, pieces, CHECKERS_PART, &status), "%s", status.text);
        ck_assert_uint_eq(db.index.size, checkers_pattern_entries(side, pieces));
        char name[CHECKERS_NAME_MAX];
        checkers_part_name(&pattern, name);
        CheckersPattern back;
        ck_assert(checkers_part_parse(name, &back));
        ck_assert_int_eq(memcmp(&back, &pattern, sizeof back), 0);
        for (uint64_t entry = 0; entry < db.index.size; entry += _i == 0 ? 1 : 1 + db.index.size / 10007) {
            IndexPosition at;
            uint8_t       hole[CHECKERS_SET_MAX];
            index_unrank(&db.index, entry, &at);
            for (int i = 0; i < pieces; i++) hole[i] = (uint8_t)at.cell[pieces - 1 - i];
            ck_assert_uint_eq(checkers_set_number(&numbers, hole, pieces), entry);
        }
        checkers_db_close(&db);
    }
}
END_TEST

START_TEST(test_numbers_of_endgames_are_the_builders)
{
    CheckersNumbers numbers;
    CheckersEdb     db;
    Status          status;
    const int       side = _i == 0 ? 4 : CHECKERS_SIDE_MAX, k = CHECKERS_EDB_PIECES;
    checkers_numbers_open(&numbers, side * side);
    ck_assert_msg(checkers_edb_open(&db, side, k, 0, &status), "%s", status.text);
    ck_assert_uint_eq(db.index.size, checkers_endgame_entries(side, k));
    for (uint64_t entry = 0; entry < db.index.size; entry += _i == 0 ? 1 : 1 + db.index.size / 100003) {
        IndexPosition at;
        uint8_t       hole[2][CHECKERS_EDB_PIECES];
        index_unrank(&db.index, entry, &at);
        for (int i = 0; i < 2 * k; i++) hole[i / k][i % k] = (uint8_t)at.cell[i];
        ck_assert_uint_eq(checkers_endgame_number(&numbers, hole[0], hole[1], at.side), entry);
    }
    checkers_edb_close(&db);
}
END_TEST

Suite *suite_chinese_checkers_db(void);
Suite *suite_chinese_checkers_db(void)
{
    Suite *suite = suite_create("chinese_checkers_db");
    TCase *tcase = tcase_create("chinese_checkers_db");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, test_published_values, 0, PUBLISHED);
    tcase_add_loop_test(tcase, test_every_entry_equals_the_game, 0, sizeof small / sizeof *small);
    tcase_add_loop_test(tcase, test_random_entries_equal_the_game, 0, SAMPLED);
    tcase_add_test(tcase, test_threads_and_buffers_change_no_byte);
    tcase_add_test(tcase, test_what_does_not_fit_is_refused);
    tcase_add_loop_test(tcase, test_numbers_of_the_evaluation_are_the_builders, 0, 2);
    tcase_add_loop_test(tcase, test_numbers_of_endgames_are_the_builders, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
