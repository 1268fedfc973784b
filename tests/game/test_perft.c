// perft from the starting positions equals tests/data/perft.json, with one thread and with three, and divide
// adds up.
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
    AnyState      s;
    variant_setup(&v, &s);
    PerftResult *result = malloc(sizeof *result);
    int          depths = 0;
    for (size_t i = 0; i < json_array_size(counts); i++) {
        const json_int_t expected = json_integer_value(json_array_get(counts, i));
        if (expected > budget) break;
        Status status;
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
    tcase_add_test(tcase, test_perft_of_a_finished_game_is_one_leaf);
    suite_add_tcase(suite, tcase);
    return suite;
}
