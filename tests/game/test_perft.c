// perft from the starting positions, and from some others, equals tests/data/perft.json, with one thread and
// with three, and divide adds up.
#include "game/perft.h"
#include "tests.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *reference(void)
{
    char path[256];
    return json_load_file(test_data("perft.json", path), 0, NULL);
}

// Each start as deep as a few seconds allow: up to `budget` leaves.
START_TEST(test_perft_equals_the_reference)
{
    json_t *json = reference();
    ck_assert_ptr_nonnull(json);
    const int64_t budget = test_amount(60, 4000) * INT64_C(1000000);
    const json_t *entry  = json_array_get(json_object_get(json, "starts"), (size_t)_i);
    const char   *spec   = json_string_value(json_object_get(entry, "game"));
    const json_t *counts = json_object_get(entry, "counts");
    Variant       v      = test_open(spec);
    const char   *start  = json_string_value(json_object_get(entry, "position"));
    AnyState      s;
    Status        status;
    if (start == NULL) variant_setup(&v, &s);
    else ck_assert_msg(variant_parse(&v, &s, start, &status), "%s", status.text);
    PerftResult *result = malloc(sizeof *result);
    int          depths = 0;
    for (size_t i = 0; i < json_array_size(counts); i++) {
        const json_int_t expected = json_integer_value(json_array_get(counts, i));
        if (expected > budget) break;
        ck_assert(perft_run(&v, &s, &(PerftOptions){.depth = (int)i + 1, .threads = i % 2 ? 1 : 3}, result,
                            &status));
        ck_assert_msg(result->leaves == (uint64_t)expected, "%s depth %zu: %lu, expected %lld", spec, i + 1,
                      (unsigned long)result->leaves, (long long)expected);
        uint64_t sum = 0;
        for (int k = 0; k < result->moves; k++) sum += result->move_leaves[k];
        ck_assert_uint_eq(sum, result->leaves);
        depths++;
    }
    ck_assert_int_gt(depths, 2);
    free(result);
    variant_close(&v);
    json_decref(json);
}
END_TEST

START_TEST(test_perft_of_a_finished_game_is_one_leaf)
{
    Variant     v = test_open("tictactoe");
    AnyState    s;
    Status      status;
    PerftResult result;
    ck_assert(variant_parse(&v, &s, "XXXOO---- O", &status));
    for (int depth = 0; depth < 4; depth++) {
        ck_assert(perft_run(&v, &s, &(PerftOptions){.depth = depth, .threads = 2}, &result, &status));
        ck_assert_uint_eq(result.leaves, 1);
    }
    variant_close(&v);
}
END_TEST

// In chess a game that ends before the depth counts nothing: mate and stalemate.
START_TEST(test_perft_of_a_finished_game_of_chess_is_no_leaf)
{
    static const char *const ends[] = {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"};
    Variant                  v      = test_open("chess");
    AnyState                 s;
    Status                   status;
    PerftResult              result;
    for (int i = 0; i < 2; i++) {
        ck_assert_msg(variant_parse(&v, &s, ends[i], &status), "%s", status.text);
        for (int depth = 0; depth < 4; depth++) {
            ck_assert(perft_run(&v, &s, &(PerftOptions){.depth = depth, .threads = 2}, &result, &status));
            ck_assert_uint_eq(result.leaves, depth == 0);
        }
    }
    variant_close(&v);
}
END_TEST

// Positions of tic-tac-toe by the marks on the board, until a line is made (9 * 8 * ... with the games that
// ended left out): 1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872. Their sum is 549,946.
START_TEST(test_perft_counts_every_position)
{
    static const uint64_t at_ply[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    Variant               v        = test_open("tictactoe");
    AnyState              s;
    Status                status;
    PerftResult          *result = malloc(sizeof *result);
    uint64_t              nodes  = 0;
    variant_setup(&v, &s);
    for (int depth = 0; depth <= 9; depth++) {
        nodes += at_ply[depth];
        for (int threads = 1; threads <= 2; threads++) {
            ck_assert(
                perft_run(&v, &s, &(PerftOptions){.depth = depth, .threads = threads}, result, &status));
            ck_assert_uint_eq(result->nodes, nodes);
            if (depth <= 5) ck_assert_uint_eq(result->leaves, at_ply[depth]);   // none has ended before
            ck_assert(result->seconds >= 0 && result->seconds < 100);
        }
    }
    ck_assert_uint_eq(nodes, 549946);
    ck_assert_uint_eq(result->leaves, 255168);
    // By the first move: a corner, an edge, the middle.
    static const uint64_t below[9] = {27732, 29592, 27732, 29592, 25872, 29592, 27732, 29592, 27732};
    ck_assert_int_eq(result->moves, 9);
    for (int i = 0; i < 9; i++) {
        ck_assert_uint_eq(result->move[i], (Move)i);
        ck_assert_uint_eq(result->move_leaves[i], below[i]);
    }
    free(result);
    variant_close(&v);
}
END_TEST

typedef struct Seen {
    int    calls;
    double last;
} Seen;

static void seen_progress(void *context, double done)
{
    Seen *const seen = context;
    ck_assert(done >= seen->last && done <= 1);
    seen->last = done, seen->calls++;
}

// Reports come while it counts, about five in a second, and never run backwards.
START_TEST(test_perft_reports_while_it_counts)
{
    Variant      v = test_open("othello");
    AnyState     s;
    Status       status;
    Seen         seen   = {0};
    PerftResult *result = malloc(sizeof *result);
    variant_setup(&v, &s);
    const PerftOptions options = {.depth = 8, .threads = 1, .progress = seen_progress, .context = &seen};
    ck_assert(perft_run(&v, &s, &options, result, &status));
    ck_assert_uint_eq(result->leaves, 390216);
    ck_assert_msg(seen.calls <= 1 + result->seconds / 0.2, "%d calls in %f s", seen.calls, result->seconds);
    if (result->seconds > 0.5) ck_assert_int_gt(seen.calls, 0);
    free(result);
    variant_close(&v);
}
END_TEST

Suite *suite_perft(void);
Suite *suite_perft(void)
{
    json_t   *json  = reference();
    const int count = (int)json_array_size(json_object_get(json, "starts"));
    json_decref(json);
    Suite *suite = suite_create("perft");
    TCase *tcase = tcase_create("perft");
    tcase_set_timeout(tcase, test_amount(120, 14400));
    tcase_add_loop_test(tcase, test_perft_equals_the_reference, 0, count);
    tcase_add_test(tcase, test_perft_counts_every_position);
    tcase_add_test(tcase, test_perft_reports_while_it_counts);
    tcase_add_test(tcase, test_perft_of_a_finished_game_is_one_leaf);
    tcase_add_test(tcase, test_perft_of_a_finished_game_of_chess_is_no_leaf);
    suite_add_tcase(suite, tcase);
    return suite;
}
