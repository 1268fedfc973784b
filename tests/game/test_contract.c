// Every game keeps the contract of game.h, for every combination of options the tests name.
#include "game/game_check.h"
#include "tests.h"

START_TEST(test_game_keeps_the_contract)
{
    Variant     v = test_open(test_specs[_i]);
    CheckReport report;
    Status      status;
    const bool  good = game_check(&v, (uint64_t)test_amount(60, 10000), 1, NULL, NULL, &report, &status);
    ck_assert_msg(good, "%s: %s", test_specs[_i], status.text);
    ck_assert_uint_gt(report.positions, 0);
    variant_close(&v);
}
END_TEST

START_TEST(test_facts_are_complete)
{
    Variant v = test_open(test_specs[_i]);
    ck_assert_ptr_nonnull(v.facts.symbols);
    ck_assert_ptr_nonnull(v.facts.colors);
    for (int p = 0; p < v.facts.players; p++) {
        ck_assert_int_ne(v.facts.symbols[p], 0);
        ck_assert_int_ne(v.facts.colors[p], 0);
    }
    ck_assert_int_gt(v.facts.cells, 0);
    variant_close(&v);
}
END_TEST

START_TEST(test_canonical_spec_opens_the_same_game)
{
    Variant v = test_open(test_specs[_i]);
    char    name[TEXT_MAX], again[TEXT_MAX];
    Text    text = text_on(name, sizeof name), text_again = text_on(again, sizeof again);
    variant_name(&v, &text);
    Variant w = test_open(name);
    variant_name(&w, &text_again);
    ck_assert_str_eq(name, again);
    ck_assert_mem_eq(v.values, w.values, sizeof v.values);
    variant_close(&v);
    variant_close(&w);
}
END_TEST

Suite *suite_contract(void);
Suite *suite_contract(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("contract");
    TCase *tcase = tcase_create("contract");
    tcase_set_timeout(tcase, test_amount(120, 14400));
    tcase_add_loop_test(tcase, test_game_keeps_the_contract, 0, specs);
    tcase_add_loop_test(tcase, test_facts_are_complete, 0, specs);
    tcase_add_loop_test(tcase, test_canonical_spec_opens_the_same_game, 0, specs);
    suite_add_tcase(suite, tcase);
    return suite;
}
