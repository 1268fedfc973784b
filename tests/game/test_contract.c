// Every game keeps the contract of game.h, for every combination of options the tests name.
#include "game/game_check.h"
#include "tests.h"

#include <string.h>

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

// What a search must know beforehand, from the rules of docs/GAMES.md.
START_TEST(test_traits_by_hand)
{
    enum { PASS = 1, REPEATS = 2, OUT = 4, SAME_SIDE = 8, TOGETHER = 16 };
    static const struct {
        const char *spec;
        int         players;
        unsigned    traits;
    } games[] = {
        {"tictactoe", 2, 0},
        {"connect-four", 2, 0},
        {"othello", 2, PASS},
        {"checkers", 2, REPEATS},
        {"focus", 2, REPEATS},
        {"focus:players=4", 4, REPEATS | OUT},
        {"chinese-checkers:players=3", 3, PASS | REPEATS},
        {"virus:size=5,players=3", 3, REPEATS | OUT},
        {"abalone", 2, REPEATS},
        {"thief-police:size=8,police=2,simultaneous=no", 2, REPEATS},
        {"thief-police:size=8,police=2,simultaneous=yes", 2, REPEATS | SAME_SIDE | TOGETHER},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Variant        v      = test_open(games[i].spec);
        const unsigned t      = v.facts.traits;
        const unsigned traits = (t & TRAIT_PASS ? PASS : 0u) | (t & TRAIT_REPEATS ? REPEATS : 0u) |
                                (t & TRAIT_ELIMINATION ? OUT : 0u) | (t & TRAIT_SAME_SIDE ? SAME_SIDE : 0u) |
                                (t & TRAIT_SIMULTANEOUS ? TOGETHER : 0u);
        ck_assert_int_eq(v.facts.players, games[i].players);
        ck_assert_msg(traits == games[i].traits, "%s: %u", games[i].spec, traits);
        variant_close(&v);
    }
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

// Tic-tac-toe with one function of its solver part broken, each in a way of its own.
static const Game *whole;

static uint64_t rank_repeated(const void *rules, const void *s) { return whole->rank(rules, s) / 2; }
static uint64_t rank_beyond(const void *rules, const void *s)
{
    return whole->rank(rules, s) + whole->positions(rules);
}
static bool unrank_other(const void *rules, void *s, uint64_t number)
{
    return whole->unrank(rules, s, number / 3 * 3);
}
static int predecessors_fewer(const void *rules, const void *s, void *out, int room)
{
    const int n = whole->predecessors(rules, s, out, room);
    return n > 0 ? n - 1 : 0;
}
static int predecessors_itself(const void *rules, const void *s, void *out, int room)
{
    const int n = whole->predecessors(rules, s, out, room);
    memcpy((char *)out + (size_t)n * whole->state_size, s, whole->state_size);
    return n + 1;
}
static int predecessors_twice(const void *rules, const void *s, void *out, int room)
{
    const int n = whole->predecessors(rules, s, out, room);
    if (n < 2) return n;   // the only one is the position that was played from, which is counted anyway
    memcpy((char *)out + (size_t)n * whole->state_size, (char *)out + (size_t)(n - 1) * whole->state_size,
           whole->state_size);
    return n + 1;
}
// The squares in another order: lines are not lines any more.
static void symmetry_shifted(const void *rules, void *image, const void *s, int k)
{
    uint16_t word[3];
    whole->symmetry(rules, image, s, k);
    memcpy(word, image, sizeof word);
    for (int p = 0; p < 2; p++) word[p] = (uint16_t)((word[p] << 1 | word[p] >> 8) & 0x1ff);
    memcpy(image, word, sizeof word);
}

START_TEST(test_a_broken_solver_part_is_found)
{
    Variant     v = test_open("tictactoe");
    Game        game;
    CheckReport report;
    Status      status;
    whole = v.game;
    struct {
        const char *part;
        Game        game;
    } broken[7];
    for (int i = 0; i < 7; i++) broken[i].game = *whole;
    broken[0].game.rank = rank_repeated, broken[0].part = "unrank(rank(position))";
    broken[1].game.rank = rank_beyond, broken[1].part = "not below positions";
    broken[2].game.unrank = unrank_other, broken[2].part = "rank";
    broken[3].game.predecessors = predecessors_fewer, broken[3].part = "not among the predecessors";
    broken[4].game.predecessors = predecessors_itself, broken[4].part = "no move leads from a predecessor";
    broken[5].game.predecessors = predecessors_twice, broken[5].part = "the same predecessor twice";
    broken[6].game.symmetry = symmetry_shifted, broken[6].part = "image";
    for (int i = 0; i < 7; i++) {
        game   = broken[i].game;
        v.game = &game;
        ck_assert_msg(!game_check(&v, 200, 1, NULL, NULL, &report, &status), "%d is not found", i);
        ck_assert_msg(strstr(status.text, broken[i].part) != NULL, "%d: %s", i, status.text);
    }
    v.game = whole;
    variant_close(&v);
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
    TCase *by_hand = tcase_create("by hand");
    tcase_add_test(by_hand, test_traits_by_hand);
    tcase_add_test(by_hand, test_a_broken_solver_part_is_found);
    suite_add_tcase(suite, by_hand);
    return suite;
}
