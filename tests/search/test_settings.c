// Player specs: what is refused, by which word, and what is taken.
#include "search/search.h"
#include "tests.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *game, *player, *word;
} bad[] = {
    {"othello", "alphabeta:order=fast", "fast"},
    {"othello", "alphabeta:order=tt", "tt=20"},
    {"othello", "alphabeta:order=killer+killer", "twice"},
    {"othello", "alphabeta:order=threat-ads", "threat-ads"},
    {"othello", "alphabeta:depth=0", "depth=0"},
    {"othello", "alphabeta:depth=61", "1 to 60"},
    {"othello", "gammadelta", "alphabeta"},
    {"focus:players=4", "alphabeta:depth=3", "paranoid"},
    {"focus:players=4", "brs:q=2", "q"},
    {"othello", "alphabeta:null=2", "null=2"},
    {"othello", "alphabeta:windows=a", "windows=a"},
    {"othello", "alphabeta:regions=5/3", "5/3"},
    {"othello", "maxn:tt=4", "tt"},
    {"othello", "alphabeta:order=history-ads+history+eval", "too many"},
    {"othello", "alphabeta:order=killer,depth=4,order=history-ads", "twice"},
    {"othello", "alphabeta:threads=2", "tt=20"},
    {"othello", "alphabeta:ordr=killer", "windows"},
    {"othello", "alphabeta:rule=sideways", "mtf|"},
    {"othello", "alphabeta:order=", "order="},
    {"othello", "alphabeta:order=tt++killer,tt=3", "''"},
    {"othello", "alphabeta:order=history-ads,slots=2", "slots= has no effect without killer in order="},
    {"othello", "alphabeta:rule=mtf",
     "rule= has no effect without history-ads, listed, threat-ads or combined-ads in order="},
    {"othello", "alphabeta:order=killer,k=2", "k= has no effect"},
    {"othello", "alphabeta:q=2,stand-pat=2", "stand-pat= has no effect beside q="},
    {"othello", "minimax:depth=2,check=1", "minimax does not support 'check'"},
    {"virus:players=4,size=7", "brs:stand-pat=1", "brs does not support 'stand-pat'"},
    {"othello", "alphabeta:order=history-ads,k=2", "k= has no effect without rule=ahead or rule=pos"},
    {"othello", "alphabeta:order=history-ads,rule=count,k=2",
     "k= has no effect without rule=ahead or rule=pos"},
    {"focus:players=4", "brs:order=threat-ads,limit=none",
     "limit= has no effect without history-ads, listed or combined-ads in order="},
    {"focus:players=4", "brs:order=threat-ads,levels=multi",
     "levels= has no effect without history-ads, listed or combined-ads in order="},
    {"othello", "alphabeta:order=history-ads,limit=5,limit-from=2",
     "limit-from= has no effect without limit= and levels=multi"},
    {"othello", "alphabeta:order=listed,levels=multi,limit-to=2",
     "limit-to= has no effect without limit= and levels=multi"},
    {"othello", "alphabeta:order=eval,lifetime=game", "history, combined or combined-ads in order=, or tt="},
    {"othello", "alphabeta:order=killer,weight=one",
     "weight= has no effect without history or combined in order="},
    {"othello", "alphabeta:order=eval,history-levels=yes",
     "history-levels= has no effect without history in order="},
    {"othello", "alphabeta:order=history+combined,history-levels=no",
     "history-levels= has no effect beside combined"},
    {"othello", "alphabeta:order=combined,eval-levels=2",
     "eval-levels= has no effect without eval in order="},
    {"othello", "alphabeta:order=eval,regions=1/2",
     "regions= has no effect without combined or combined-ads in order="},
    {"othello", "alphabeta:order=killer,seed=3", "seed= has no effect without random in order="},
    {"othello", "alphabeta:tt=0,tt-deeper=yes", "tt-deeper= has no effect without tt="},
    {"othello", "maxn:aspiration=10", "aspiration= has no effect"},
    {"othello", "alphabeta:order-from=2", "order-from= has no effect without order="},
    {"focus:players=4", "brs:order=killer,order-from=2", "order-from= has no effect except in alphabeta"},
    {"othello", "alphabeta:order=killer+random,order-from=2", "order-from=2: not beside random"},
    {"othello", "alphabeta:futility=1//2", "futility=1//2"},
    {"othello", "alphabeta:futility=", "futility="},
    {"focus:players=4", "brs:futility=5", "brs does not support 'futility'"},
    {"othello", "maxn:futility=5", "maxn does not support 'futility'"},
    {"othello", "minimax:futility=5", "minimax does not support 'futility'"},
    {"abalone", "alphabeta:preset=abalone-best,tt=0", "order=tt needs a table"},
    {"abalone", "alphabeta:preset=abalone-best,tt=0,order=none,tt-deeper=yes",
     "tt-deeper= has no effect without tt="},
    {"abalone", "alphabeta:preset=abalone", "expected one of: abalone-windows, abalone-paper, abalone-best"},
    {"abalone", "alphabeta:preset=abalone-paper,preset=abalone-windows", "preset= is given twice"},
    {"abalone", "alphabeta:preset=abalone-paper,order=none,weight=one", "weight= has no effect"},
    {"abalone", "alphabeta:preset=abalone-paper,tt=0", "order=iteration needs a table"},
};

START_TEST(test_bad_players_name_the_bad_word)
{
    Variant        v = test_open(bad[_i].game);
    Spec           spec;
    SearchSettings settings;
    Status         status = {0};
    ck_assert(!(spec_parse(&spec, bad[_i].player, &status) &&
                search_settings_parse(&settings, &spec, &v, &status)));
    ck_assert_msg(strstr(status.text, bad[_i].word) != NULL, "%s: %s", bad[_i].player, status.text);
    variant_close(&v);
}
END_TEST

static const struct {
    const char *game, *player;
} good[] = {
    {"othello", "alphabeta:order=killer,slots=2,lifetime=game"},
    {"othello", "alphabeta:order=history-ads,rule=ahead,k=2,limit=none,levels=blend,lifetime=game"},
    {"focus:players=4", "brs:order=threat-ads,rule=pos,k=2,lifetime=game"},
    {"othello", "alphabeta:order=history,weight=one,history-levels=yes,lifetime=game"},
    {"othello", "alphabeta:order=combined,weight=one,regions=1/2,lifetime=search"},
    {"othello", "alphabeta:order=eval+random,eval-levels=2,seed=3"},
    {"othello", "alphabeta:tt=4,tt-deeper=yes,lifetime=game,aspiration=5"},
    {"focus:players=4", "paranoid:aspiration=5"},
    {"abalone", "alphabeta:preset=abalone-paper,order=none"},
    {"abalone", "alphabeta:preset=abalone-paper,order=combined,tt=0"},
    {"abalone", "alphabeta:windows=none,order=none"},
    {"abalone", "alphabeta:futility=none,order=eval,order-from=1"},
    {"abalone", "alphabeta:preset=abalone-best,tt=0,order=combined-ads"},
    {"abalone", "alphabeta:preset=abalone-best,order=none,futility=none"},
    {"abalone", "alphabeta:preset=abalone-best,order=tt+killer+history-ads"},
};

START_TEST(test_keys_that_matter_are_taken)
{
    Variant v = test_open(good[_i].game);
    test_settings(&v, good[_i].player);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_preset_is_taken_apart_by_the_keys_beside_it)
{
    static const struct {
        const char *keys;
        Features    off, order;   // what is not on; what alone orders
    } parts[] = {
        {"", 0, FEATURE_ORDER_COMBINED | FEATURE_ORDER_ITERATION},
        {",windows=none", FEATURE_WINDOWS, FEATURE_ORDER_COMBINED | FEATURE_ORDER_ITERATION},
        {",q=0", FEATURE_QUIESCENCE, FEATURE_ORDER_COMBINED | FEATURE_ORDER_ITERATION},
        {",tt=0,order=combined", FEATURE_TT, FEATURE_ORDER_COMBINED},
        {",order=iteration", 0, FEATURE_ORDER_ITERATION},
        {",order=none", 0, 0},
    };
    Variant              v       = test_open("abalone");
    const SearchSettings windows = test_settings(&v, "alphabeta:preset=abalone-windows");
    ck_assert_uint_eq(windows.on, FEATURE_WINDOWS);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char text[200];
        snprintf(text, sizeof text, "alphabeta:preset=abalone-paper%s", parts[i].keys);
        const SearchSettings t = test_settings(&v, text);
        ck_assert_uint_eq(t.on & ~(Features)FEATURES_ORDER,
                          (FEATURE_WINDOWS | FEATURE_QUIESCENCE | FEATURE_TT) & ~parts[i].off);
        ck_assert_uint_eq(t.on & FEATURES_ORDER, parts[i].order);
        if (t.on & FEATURE_WINDOWS) ck_assert(memcmp(t.window, windows.window, sizeof t.window) == 0);
        ck_assert(t.deepening);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_every_algorithm_is_found_by_its_name_and_no_other_word_is)
{
    for (int i = 0; i < ALGORITHM_COUNT; i++)
        ck_assert_ptr_eq(search_algorithm_find(algorithm_info[i].name), &algorithm_info[i]);
    ck_assert_ptr_null(search_algorithm_find("alpha"));
    ck_assert_ptr_null(search_algorithm_find(""));
}
END_TEST

START_TEST(test_every_preset_is_a_player_of_its_game_and_has_a_name_of_its_own)
{
    int count = 0;
    for (int g = 0; games_all[g] != NULL; g++)
        for (const GamePreset *p = games_all[g]->presets; p != NULL && p->name != NULL; p++, count++) {
            Variant v = test_open(games_all[g]->name);
            char    text[SPEC_WORD_MAX * 2];
            snprintf(text, sizeof text, "alphabeta:preset=%s,depth=2", p->name);
            ck_assert_uint_ne(test_settings(&v, text).on, 0);
            for (int h = 0; h <= g; h++)
                for (const GamePreset *q = games_all[h]->presets; q != NULL && q->name != NULL && q != p; q++)
                    ck_assert_str_ne(q->name, p->name);
            variant_close(&v);
        }
    ck_assert_int_ge(count, 3);
}
END_TEST

Suite *suite_settings(void);
Suite *suite_settings(void)
{
    Suite *suite = suite_create("settings");
    TCase *tcase = tcase_create("settings");
    tcase_add_loop_test(tcase, test_bad_players_name_the_bad_word, 0, sizeof bad / sizeof *bad);
    tcase_add_loop_test(tcase, test_keys_that_matter_are_taken, 0, sizeof good / sizeof *good);
    tcase_add_test(tcase, test_a_preset_is_taken_apart_by_the_keys_beside_it);
    tcase_add_test(tcase, test_every_algorithm_is_found_by_its_name_and_no_other_word_is);
    tcase_add_test(tcase, test_every_preset_is_a_player_of_its_game_and_has_a_name_of_its_own);
    suite_add_tcase(suite, tcase);
    return suite;
}
