// The databases of chess of five men, as far as they are in the folder that POLLARD_DATABASES names: counts
// and longest mates are the published ones, values fit their children. In the long suite only
// (tests/long/chess_databases.sh builds them).
#include "base/rng.h"
#include "games/chess/dtm/count.h"
#include "games/chess_db_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static DtmBoard board;

// The database when it is there.
static bool large_load(int ending, ChessDbNumbering *d, Db *file)
{
    const char *const folder = getenv("POLLARD_DATABASES");
    char              path[4096];
    Status            status;
    chess_db_numbering_open(d, ending);
    if (folder == NULL || getenv("POLLARD_LONG") == NULL || d->n < 3) return false;
    snprintf(path, sizeof path, "%s/chess-%s.edb", folder, d->name);
    if (access(path, F_OK) != 0) return false;
    ck_assert_msg(db_open(file, path, DB_LOAD, &status), "%s", status.text);
    return true;
}

// Print counts like men in either order, but those that are mirror images of themselves once.
static void assert_side(const ChessDbNumbering *d, const DtmTotals *t, int side, const json_t *row)
{
    const json_t *const print    = json_object_get(row, side ? "black" : "white");
    const bool          twice    = json_is_true(json_object_get(row, "twice"));
    const uint64_t      found[3] = {t->won[side], t->drawn[side], t->lost[side]},
                   same[3]       = {t->same_won[side], t->same_drawn[side], t->same_lost[side]};
    for (size_t i = 0; i < 3; i++) {
        const uint64_t all = twice ? 2 * found[i] - same[i] : found[i];
        ck_assert_msg(all == (uint64_t)json_integer_value(json_array_get(print, i)), "%s, side %d, %s: %llu",
                      d->name, side,
                      i == 0   ? "won"
                      : i == 1 ? "drawn"
                               : "lost",
                      (unsigned long long)all);
    }
}

START_TEST(test_counts_are_the_published_ones)
{
    char             path[256];
    ChessDbNumbering d;
    Db               file;
    DtmTotals        totals;
    if (!large_load(_i, &d, &file)) {
        if (_i == 35) printf("skip: databases of five men are checked by tests/long/chess_databases.sh\n");
        return;
    }
    json_t *const       data = json_load_file(test_data("chess_endgames.json", path), 0, NULL);
    const json_t *const row  = json_object_get(json_object_get(data, "large"), d.name);
    ck_assert(row != NULL);
    dtm_board_open(&board);
    dtm_count(&board, &d, file.flat, &totals);
    assert_side(&d, &totals, 0, row);
    assert_side(&d, &totals, 1, row);
    ck_assert_int_eq(totals.plies, (int)json_integer_value(json_object_get(row, "plies")));
    json_decref(data);
    db_close(&file);
}
END_TEST

// A million of every ending, and KNPKP whole: pawns on both sides.
START_TEST(test_values_fit_their_children)
{
    ChessDbNumbering d;
    Db               file;
    if (!large_load(_i, &d, &file)) return;
    dtm_board_open(&board);
    DtmFiles *const files = dtm_files_open(&board, getenv("POLLARD_DATABASES"));
    const uint64_t  step  = strcmp(d.name, "knpkp") == 0 ? 1 : d.entries / 1000000;
    for (uint64_t at = 0; at < d.entries; at += step) {
        DtmPosition p;
        if (!chess_db_unrank(&board, &d, at, &p)) continue;
        const int expected = dtm_files_expected(files, &p, NULL);
        ck_assert_msg(expected == (int)file.flat[at], "%s, entry %llu: %d, its children say %d (%s)", d.name,
                      (unsigned long long)at, (int)file.flat[at], expected, files->status.text);
    }
    dtm_files_close(files);
    db_close(&file);
}
END_TEST

// Won positions are won in exactly the stated number of moves against the best defence.
START_TEST(test_won_positions_are_won_in_time)
{
    static const char *const endings[] = {"kbnkp", "krpkr"};
    ChessDbNumbering         d;
    Db                       file;
    Rng                      rng = rng_seed(4);
    if (!large_load(chess_db_named(endings[_i]), &d, &file)) return;
    dtm_board_open(&board);
    DtmFiles *const files = dtm_files_open(&board, getenv("POLLARD_DATABASES"));
    for (int won = 0; won < 1000;) {
        DtmPosition    p;
        const uint64_t at = rng_next(&rng) % d.entries;
        if (file.flat[at] <= CHESS_DB_DRAW || !chess_db_unrank(&board, &d, at, &p)) continue;
        for (int plies = 2 * chess_db_moves(file.flat[at]) - 1; plies > 0; plies--) {
            DtmMove   best;
            const int value = dtm_files_expected(files, &p, &best);
            ck_assert(value >= 0 && value != CHESS_DB_DRAW);
            p = best.after;
        }
        ck_assert_int_eq(dtm_files_expected(files, &p, NULL), 0);
        won++;
    }
    dtm_files_close(files);
    db_close(&file);
}
END_TEST

Suite *suite_chess_db_large(void);
Suite *suite_chess_db_large(void)
{
    Suite *const suite = suite_create("chess_db_large");
    TCase *const tests = tcase_create("databases of five men");
    tcase_set_timeout(tests, 7200);
    tcase_add_loop_test(tests, test_counts_are_the_published_ones, 35, CHESS_DB_COUNT);
    tcase_add_loop_test(tests, test_values_fit_their_children, 35, CHESS_DB_COUNT);
    tcase_add_loop_test(tests, test_won_positions_are_won_in_time, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
