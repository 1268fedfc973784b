// The ordering ideas and the table one by one: what each promises, by hand. (The whole search against a twin:
// test_twin.c.)
#include "base/rng.h"
#include "search/order/history.h"
#include "search/order/history_ads.h"
#include "search/order/iteration.h"
#include "search/order/killer.h"
#include "search/order/pick.h"
#include "search/order/threat_ads.h"
#include "search/instances.h"
#include "search/search.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(test_pick_is_a_stable_sort)
{
    Rng rng = rng_seed(5);
    for (int round = 0; round < 2000; round++) {
        const int n = 1 + (int)rng_below(&rng, 12);
        Move      moves[12], m = MOVE_NONE;
        uint64_t  scores[12], given[12];
        bool      seen[12] = {false};
        int       before   = -1;
        Picker    pick     = {.n = n, .best = -1};
        for (int i = 0; i < n; i++)
            moves[i] = (Move)(100 + i), scores[i] = given[i] = rng_below(&rng, 4),
            pick.scored += scores[i] > 0;
        for (int count = 0; count < n; count++) {
            const Move ahead = rng_below(&rng, 2) ? pick_peek(moves, scores, round % 2 == 0, &pick)
                                                  : MOVE_NONE;
            const int  i     = pick_next(moves, scores, true, round % 2 == 0, &pick, &m);
            ck_assert(ahead == MOVE_NONE || ahead == m);
            ck_assert(i >= 0 && i < n && !seen[i]);
            ck_assert_uint_eq(m, (Move)(100 + i));
            if (before >= 0) ck_assert(given[i] < given[before] || (given[i] == given[before] && i > before));
            seen[i] = true, before = i;
        }
        ck_assert_uint_eq(pick_peek(moves, scores, round % 2 == 0, &pick), MOVE_NONE);
        ck_assert_int_eq(pick_next(moves, scores, true, round % 2 == 0, &pick, &m), -1);
    }
}
END_TEST

START_TEST(test_values_of_won_and_lost_games)
{
    for (int ply = 0; ply < 20; ply++) {
        const Value win = value_of_payoff(PAYOFF_UNIT, ply), loss = value_of_payoff(-PAYOFF_UNIT, ply),
                    small = value_of_payoff(12, ply);
        ck_assert_int_eq(win, 1200000 - ply);     // the sooner the better
        ck_assert_int_eq(loss, -1200000 + ply);   // the later the better
        ck_assert_int_eq(value_of_payoff(0, ply), 0);
        ck_assert_int_ge(small, VALUE_WIN_MIN);
        for (int at = 0; at <= ply; at++) {   // from the position at ply `at`, the end is ply - at away
            ck_assert_int_eq(value_to_table(win, at), value_of_payoff(PAYOFF_UNIT, ply - at));
            ck_assert_int_eq(value_to_table(loss, at), value_of_payoff(-PAYOFF_UNIT, ply - at));
            ck_assert_int_eq(value_from_table(value_to_table(win, at), at), win);
            ck_assert_int_eq(value_from_table(value_to_table(loss, at), at), loss);
            ck_assert_int_eq(value_from_table(value_to_table(small, at), at), small);
        }
    }
    ck_assert_int_eq(value_of_evaluation(VALUE_EVAL_MAX + 5), VALUE_EVAL_MAX);
    ck_assert_int_eq(value_of_evaluation(-VALUE_EVAL_MAX - 5), -VALUE_EVAL_MAX);
    ck_assert_int_eq(value_of_evaluation(-17), -17);
    ck_assert_int_eq(value_to_table(VALUE_EVAL_MAX, 9), VALUE_EVAL_MAX);
    ck_assert_int_eq(value_from_table(-VALUE_EVAL_MAX, 9), -VALUE_EVAL_MAX);
}
END_TEST

// Iteration sorting by its text: fronts and backs are rounded down, equals keep their order.
START_TEST(test_iteration_sorting_rounds_down_and_is_stable)
{
    for (int known = 0; known <= 13; known++) {
        IterationMove moves[13], out[13];
        int           scratch[13];
        for (int i = 0; i < known; i++) moves[i] = (IterationMove){.index = i, .known = true, .value = 7};
        iteration_sort(moves, out, scratch, known);
        for (int i = 0; i < known; i++) ck_assert_int_eq(out[i].index, i);
    }
    for (int known = 1; known <= 12; known++) {   // an unknown move at each end shows how many went past it
        IterationMove moves[14], out[14];
        int           scratch[14], before = 0, after = 0;
        for (int i = 0; i < known + 2; i++)
            moves[i] = (IterationMove){.index = i, .known = i > 0 && i <= known, .value = i};
        iteration_sort(moves, out, scratch, known + 2);
        while (out[before].index != 0) before++;
        while (out[known + 1 - after].index != known + 1) after++;
        ck_assert_int_eq(before, known / 3);
        ck_assert_int_eq(after, known / 6);
    }
}
END_TEST

START_TEST(test_killers_by_hand)
{
    Variant              v  = test_open("othello");
    const SearchSettings t  = test_settings(&v, "alphabeta:order=killer,slots=2");
    Search *const        se = test_search(&v, &t);
    killer_cut(&se->killer, 3, 10), killer_cut(&se->killer, 3, 11);
    ck_assert_uint_gt(killer_score(&se->killer, 3, 11), killer_score(&se->killer, 3, 10));
    ck_assert_uint_gt(killer_score(&se->killer, 3, 10), 0);
    killer_cut(&se->killer, 3, 10), killer_cut(&se->killer, 3, 10);   // again: to the front, and only once
    ck_assert_uint_gt(killer_score(&se->killer, 3, 10), killer_score(&se->killer, 3, 11));
    ck_assert_uint_gt(killer_score(&se->killer, 3, 11), 0);
    killer_cut(&se->killer, 3, 12);
    ck_assert_uint_eq(killer_score(&se->killer, 3, 11), 0);   // two slots
    ck_assert_uint_eq(killer_score(&se->killer, 2, 12) | killer_score(&se->killer, 4, 12), 0);
    ck_assert_uint_eq(se->killer.move[3][2], UINT32_MAX);
    killer_reset(&se->killer);
    ck_assert_uint_eq(killer_score(&se->killer, 3, 12) | killer_score(&se->killer, 3, 10), 0);
    search_close(se);
    variant_close(&v);
}
END_TEST

START_TEST(test_history_by_hand)
{
    Variant        v  = test_open("othello");
    SearchSettings t  = test_settings(&v, "alphabeta:order=history,history-levels=yes,weight=power");
    Search        *se = test_search(&v, &t);
    history_cut(&se->history, 1, 2, 7, 5);
    ck_assert_uint_eq(history_score(&se->history, 1, 2, 7), 32);
    ck_assert_uint_eq(history_score(&se->history, 0, 2, 7) | history_score(&se->history, 1, 1, 7) |
                          history_score(&se->history, 1, 2, 6),
                      0);
    for (int i = 0; i < 200; i++) history_cut(&se->history, 1, 2, 7, 60);
    ck_assert_uint_le(history_score(&se->history, 1, 2, 7),
                      HISTORY_MAX);   // halved when full: never into the bits of the next idea
    ck_assert_uint_gt(history_score(&se->history, 1, 2, 7), HISTORY_MAX / 4);
    history_reset(&se->history);
    ck_assert_uint_eq(history_score(&se->history, 1, 2, 7), 0);
    search_close(se);
    t  = test_settings(&v, "alphabeta:order=history,weight=square");
    se = test_search(&v, &t);
    history_cut(&se->history, 0, 2, 7, 5), history_cut(&se->history, 0, 9, 7, 1),
        history_cut(&se->history, 0, 30, 7, -2);
    ck_assert_uint_eq(history_score(&se->history, 0, 4, 7), 25 + 1 + 1);
    search_close(se);
    variant_close(&v);
}
END_TEST

START_TEST(test_threat_scores_are_the_order_of_the_list)
{
    Variant              v  = test_open("focus:players=4");
    const SearchSettings t  = test_settings(&v, "brs:order=threat-ads");
    Search *const        se = test_search(&v, &t);
    for (int p = 0; p < 4; p++) ck_assert_uint_eq(threat_ads_score(&se->threat_ads, 2, p), 0);
    threat_ads_reply(&se->threat_ads, 3), threat_ads_reply(&se->threat_ads, 0);
    ck_assert_uint_gt(threat_ads_score(&se->threat_ads, 2, 0), threat_ads_score(&se->threat_ads, 2, 3));
    ck_assert_uint_gt(threat_ads_score(&se->threat_ads, 2, 3), threat_ads_score(&se->threat_ads, 2, 1));
    threat_ads_reply(&se->threat_ads, 1), threat_ads_reply(&se->threat_ads, 3);
    ck_assert_uint_gt(threat_ads_score(&se->threat_ads, 2, 3), threat_ads_score(&se->threat_ads, 2, 1));
    ck_assert_uint_gt(threat_ads_score(&se->threat_ads, 2, 1), threat_ads_score(&se->threat_ads, 2, 0));
    ck_assert_uint_lt(threat_ads_score(&se->threat_ads, 2, 3), 1 << SCORE_BITS_ORDER_THREAT);
    search_close(se);
    variant_close(&v);
}
END_TEST

// Every pair of ideas: no score reaches into another's bits, and the first named decides.
START_TEST(test_ideas_have_bits_of_their_own)
{
    static const struct {
        const char *name;
        Feature     f;
        int         bits;
    } idea[] = {
        {"tt", FEATURE_ORDER_TT, 1},
        {"killer", FEATURE_ORDER_KILLER, 3},
        {"history-ads", FEATURE_ORDER_ADS, 32},
        {"history", FEATURE_ORDER_HISTORY, 26},
        {"eval", FEATURE_ORDER_EVAL, 25},
        {"kind", FEATURE_ORDER_KIND, 5},
        {"combined", FEATURE_ORDER_COMBINED, 26},
        {"combined-ads", FEATURE_ORDER_COMBINED_ADS, 32},
        {"random", FEATURE_ORDER_RANDOM, 20},
        {"threat-ads", FEATURE_ORDER_THREAT, 3},
    };
    enum { IDEAS = sizeof idea / sizeof *idea };
    Variant v = test_open("focus:players=4");
    for (int a = 0; a < IDEAS; a++)
        for (int b = 0; b < IDEAS; b++) {
            char text[80];
            int  shift[FEATURE_COUNT] = {0};
            if (a == b || idea[a].bits + idea[b].bits > 63) continue;
            snprintf(text, sizeof text, "brs:tt=4,order=%s+%s", idea[a].name, idea[b].name);
            const SearchSettings t = test_settings(&v, text);
            ck_assert_int_ge(search_order_bits(&t, shift), idea[a].bits + idea[b].bits);
            ck_assert_int_ge(shift[__builtin_ctz(idea[a].f)], shift[__builtin_ctz(idea[b].f)] + idea[b].bits);
            ck_assert_int_le(shift[__builtin_ctz(idea[a].f)] + idea[a].bits, 63);
        }
    const SearchSettings most = test_settings(&v, "brs:tt=4,order=history-ads+eval+kind+tt");   // all 63
    ck_assert_int_eq(search_order_bits(&most, NULL), 63);
    variant_close(&v);
}
END_TEST

// The twin reads the same settings, so what a spec says is looked at here.
START_TEST(test_settings_are_what_the_spec_says)
{
    Variant        v = test_open("abalone");
    SearchSettings t = test_settings(
        &v, "alphabeta:order=killer+combined+eval,windows=9/6/"
            "3,pvs=yes,deepening=yes,lifetime=game,null=2,q=4,sibling=5,aspiration=6,slots=3,eval-levels=7");
    ck_assert_uint_eq(t.on, FEATURE_ORDER_KILLER | FEATURE_ORDER_COMBINED | FEATURE_ORDER_EVAL |
                                FEATURE_WINDOWS | FEATURE_PVS | FEATURE_NULL_MOVE | FEATURE_QUIESCENCE |
                                FEATURE_SIBLING);
    ck_assert(t.history_levels && t.deepening && t.keep_lists);   // combined: history level by level
    ck_assert(t.window[0] == VALUE_INF && t.window[1] == 9 && t.window[2] == 6 && t.window[3] == 3 &&
              t.window[4] == VALUE_INF);
    ck_assert(t.region_eval == 3 && t.region_history == 5 && t.null_reduction == 2 && t.q == 4 &&
              t.sibling_margin == 5 && t.aspiration == 6 && t.killer_slots == 3 && t.eval_levels == 7);
    t = test_settings(
        &v, "alphabeta:order=tt+history+history-ads,tt=9,tt-deeper=yes,weight=power,rule=pos,k=4,limit="
            "none,levels=multi,stats=yes");
    ck_assert_uint_eq(t.on, FEATURE_ORDER_TT | FEATURE_ORDER_HISTORY | FEATURE_ORDER_ADS | FEATURE_TT |
                                FEATURE_TT_DEEPER | FEATURE_STATS);
    ck_assert(t.order_count == 3 && t.order[0] == FEATURE_ORDER_TT && t.order[1] == FEATURE_ORDER_HISTORY &&
              !t.history_levels && !t.deepening && !t.keep_lists);
    ck_assert(t.tt_bits == 9 && t.weight == WEIGHT_POWER && t.rule == ADS_POS && t.k == 4 && t.limit == 0 &&
              t.levels == LEVELS_MULTI);
    t = test_settings(&v, "alphabeta:order=eval,order-from=3,futility=20/0,reduce=6");
    ck_assert_uint_eq(t.on, FEATURE_ORDER_EVAL | FEATURE_FUTILITY | FEATURE_REDUCE);
    ck_assert(t.order_from == 3 && t.reduce_from == 6 && t.futility[0] == VALUE_INF && t.futility[1] == 20 &&
              t.futility[2] == 0 && t.futility[3] == VALUE_INF);
    variant_close(&v);
}
END_TEST

START_TEST(test_table_replaces_in_the_order_it_says)
{
    TT tt;
    ck_assert(tt_open(&tt, 2));   // one bucket of four
    tt_new_search(&tt, false);
    for (uint64_t k = 1; k <= 4; k++) tt_store(&tt, k, (Value)k, (uint16_t)k, 10 - (int)k, BOUND_EXACT);
    tt_store(&tt, 3, 33, 5, 1, BOUND_LOWER);   // the same position, although shallower
    for (uint64_t k = 1; k <= 4; k++) ck_assert_int_ne(tt_probe(&tt, k).bound, BOUND_NONE);
    const TTHit hit = tt_probe(&tt, 3);
    ck_assert(hit.value == 33 && hit.index == 5 && hit.depth == 1 && hit.bound == BOUND_LOWER);
    tt_store(&tt, 5, 5, 5, 2, BOUND_UPPER);   // the shallowest goes
    ck_assert_int_eq(tt_probe(&tt, 3).bound, BOUND_NONE);
    ck_assert_int_eq(tt_probe(&tt, 5).bound, BOUND_UPPER);
    tt_new_search(&tt, false);
    tt_store(&tt, 5, 6, 5, 0, BOUND_UPPER);   // young and shallow now
    tt_store(&tt, 6, 6, 6, 0, BOUND_EXACT);   // the shallowest of the old ones goes: 4, depth 6
    ck_assert_int_ne(tt_probe(&tt, 5).bound, BOUND_NONE);
    ck_assert_int_eq(tt_probe(&tt, 4).bound, BOUND_NONE);
    tt_store(&tt, 7, -7, 7, 0, BOUND_EXACT);
    tt_store(&tt, 8, -8, 8, 0, BOUND_EXACT);
    for (uint64_t k = 5; k <= 8; k++) ck_assert_int_ne(tt_probe(&tt, k).bound, BOUND_NONE);
    ck_assert_int_eq(tt_probe(&tt, 8).value, -8);
    tt_new_search(&tt, true);   // forgotten, and the places as good as empty, in order
    for (uint64_t k = 1; k <= 8; k++) ck_assert_int_eq(tt_probe(&tt, k).bound, BOUND_NONE);
    for (uint64_t k = 1; k <= 4; k++) tt_store(&tt, k, 1, 0, 0, BOUND_EXACT);
    for (uint64_t k = 1; k <= 4; k++) ck_assert_int_eq(tt_probe(&tt, k).bound, BOUND_EXACT);
    tt_store(&tt, 9, -9, 9, 40, BOUND_EXACT);
    for (int i = 0; i < 64; i++) {   // ages come round: still forgotten, still empty
        tt_new_search(&tt, true);
        ck_assert_int_eq(tt_probe(&tt, 9).bound, BOUND_NONE);
    }
    for (uint64_t k = 1; k <= 4; k++) tt_store(&tt, k, 1, 0, 0, BOUND_EXACT);
    for (uint64_t k = 1; k <= 4; k++) ck_assert_int_eq(tt_probe(&tt, k).bound, BOUND_EXACT);
    tt_close(&tt);
}
END_TEST

// A search that is reset is as good as new, whatever it has learned for life.
START_TEST(test_a_reset_search_is_a_new_one)
{
    static const char *const specs[] = {"order=history-ads,levels=blend,lifetime=game",
                                        "order=history,lifetime=game", "order=killer,lifetime=game",
                                        "order=tt,tt=12,lifetime=game", "order=none,tt=4,lifetime=game"};
    Variant                  v       = test_open("connect-four");
    const SearchLimits       limits  = {.depth = 6};
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        char         text[80];
        AnyState     s;
        SearchResult first, second, third;
        snprintf(text, sizeof text, "alphabeta:%s", specs[k]);
        const SearchSettings t  = test_settings(&v, text);
        Search *const        se = test_search(&v, &t);
        variant_setup(&v, &s);
        search_run(se, &s, &limits, NULL, NULL, &first);
        search_run(se, &s, &limits, NULL, NULL, &second);
        ck_assert_uint_ne(first.nodes, second.nodes);   // something stayed
        ck_assert_int_eq(second.value, first.value);
        ck_assert_uint_gt(second.nodes, 1);   // the table never answers at the root, where a move is wanted
        ck_assert_int_ge(second.pv_length, 1);
        search_reset(se);
        search_run(se, &s, &limits, NULL, NULL, &third);
        ck_assert_uint_eq(first.nodes, third.nodes);
        ck_assert_uint_eq(first.list_length, third.list_length);
        search_close(se);
    }
    variant_close(&v);
}
END_TEST

// A search that was stopped leaves nothing wrong, and what it says is the last depth it completed.
START_TEST(test_a_stopped_search_leaves_no_trace)
{
    Variant              v    = test_open(_i == 0 ? "connect-four" : "focus:players=4");
    const SearchSettings t    = test_settings(&v, _i == 0 ? "alphabeta:order=tt,tt=16,lifetime=game"
                                                          : "brs:order=tt,tt=16,lifetime=game");
    const SearchSettings none = test_settings(&v, _i == 0 ? "alphabeta:order=none" : "brs:order=none");
    const int            deep = _i == 0 ? 5 : 3;
    Rng                  rng  = rng_seed(3);
    for (uint64_t nodes = 20; nodes < 3000; nodes += 119) {
        AnyState           s;
        SearchResult       stopped, after, plain;
        const SearchLimits few = {.nodes = nodes, .depth = deep}, full = {.depth = deep};
        test_position(&v, &rng, &s);
        Search *const se = test_search(&v, &t), *const ref = test_search(&v, &none);
        search_run(se, &s, &few, NULL, NULL, &stopped);
        ck_assert_uint_le(stopped.nodes, nodes);
        search_run(se, &s, &full, NULL, NULL, &after);
        search_run(ref, &s, &full, NULL, NULL, &plain);
        ck_assert_int_eq(after.value, plain.value);
        if (stopped.depth > 0) {
            const SearchLimits done = {.depth = stopped.depth};
            search_run(ref, &s, &done, NULL, NULL, &plain);
            ck_assert_int_eq(stopped.value, plain.value);
        }
        search_close(se);
        search_close(ref);
    }
    variant_close(&v);
}
END_TEST

// Deepening to a depth that was asked for goes there even when the game is decided before.
START_TEST(test_deepening_reaches_the_depth_asked_for)
{
    Variant            v = test_open("tictactoe");
    AnyState           s;
    Status             status;
    SearchResult       r;
    const SearchLimits four = {.depth = 4}, plenty = {.nodes = 100000};
    ck_assert(variant_parse(&v, &s, "XX-OO---- X", &status));
    const SearchSettings t  = test_settings(&v, "alphabeta:order=none,deepening=yes");
    Search *const        se = test_search(&v, &t);
    search_run(se, &s, &four, NULL, NULL, &r);
    ck_assert_int_eq(r.depth, 4);
    search_run(se, &s, &plenty, NULL, NULL, &r);   // a limit alone: decided is enough
    ck_assert_int_eq(r.depth, 1);
    ck_assert(!r.stopped);
    search_close(se);
    variant_close(&v);
}
END_TEST

START_TEST(test_nodes_of_helpers_are_counted)
{
    Variant              v = test_open("connect-four");
    AnyState             s;
    SearchResult         r;
    const SearchLimits   limits = {.depth = 7};
    const SearchSettings t      = test_settings(&v, "alphabeta:order=none,tt=10,threads=2");
    Search *const        se     = test_search(&v, &t);
    variant_setup(&v, &s);
    search_run(se, &s, &limits, NULL, NULL, &r);
    ck_assert_uint_gt(r.nodes, se->nodes);
    ck_assert_uint_eq(r.interior + r.leaves, r.nodes);
    search_close(se);
    variant_close(&v);
}
END_TEST

// space-and-depth, section IV: nothing is cut off at the root or at the leaves, so with "4-ply" each side
// cuts at one level only and a list per level is one list. True of three moves, four levels of nodes; with
// four moves one side orders and cuts at two levels.
static uint64_t nodes_with_levels(const Variant *v, const AnyState *s, int depth, const char *settings,
                                  const char *levels)
{
    char               text[200];
    SearchResult       r;
    const SearchLimits limits = {.depth = depth};
    snprintf(text, sizeof text, "alphabeta:%s,levels=%s", settings, levels);
    const SearchSettings t  = test_settings(v, text);
    Search *const        se = test_search(v, &t);
    search_run(se, s, &limits, NULL, NULL, &r);
    search_close(se);
    return r.nodes;
}

START_TEST(test_a_list_per_level_is_one_list_with_three_moves_and_not_with_four)
{
    static const char *const settings[] = {"open-root=yes,order=history-ads+random",
                                           "order=history-ads+random", "open-root=yes,order=history-ads",
                                           "order=history-ads"};
    enum { POSITIONS = 10, PLIES = 20 };
    Variant  v                    = test_open("othello");
    AnyState positions[POSITIONS] = {0};
    Rng      rng                  = rng_seed(4);
    for (int i = 0; i < POSITIONS; i++) {
        variant_setup(&v, &positions[i]);
        for (int ply = 0; ply < PLIES; ply++) {
            Move           moves[GAME_MOVES_MAX];
            const AnyState parent = positions[i];
            const int      n      = v.game->generate(v.rules, &parent, moves);
            ck_assert_int_gt(n, 0);
            v.game->play(v.rules, &positions[i], &parent, moves[rng_below(&rng, (uint32_t)n)]);
        }
    }
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        for (int depth = 3; depth <= 4; depth++) {
            int equal = 0;
            for (int i = 0; i < POSITIONS; i++)
                equal += nodes_with_levels(&v, &positions[i], depth, settings[k], "single") ==
                         nodes_with_levels(&v, &positions[i], depth, settings[k], "multi");
            ck_assert_msg(depth == 3 ? equal == POSITIONS : equal < POSITIONS / 2,
                          "%s, %d moves: equal in %d positions", settings[k], depth, equal);
        }
    variant_close(&v);
}
END_TEST

Suite *suite_order(void);
Suite *suite_order(void)
{
    Suite *suite = suite_create("order");
    TCase *tcase = tcase_create("order");
    tcase_set_timeout(tcase, test_amount(120, 14400));
    tcase_add_test(tcase, test_pick_is_a_stable_sort);
    tcase_add_test(tcase, test_values_of_won_and_lost_games);
    tcase_add_test(tcase, test_iteration_sorting_rounds_down_and_is_stable);
    tcase_add_test(tcase, test_killers_by_hand);
    tcase_add_test(tcase, test_history_by_hand);
    tcase_add_test(tcase, test_threat_scores_are_the_order_of_the_list);
    tcase_add_test(tcase, test_ideas_have_bits_of_their_own);
    tcase_add_test(tcase, test_settings_are_what_the_spec_says);
    tcase_add_test(tcase, test_table_replaces_in_the_order_it_says);
    tcase_add_test(tcase, test_a_reset_search_is_a_new_one);
    tcase_add_loop_test(tcase, test_a_stopped_search_leaves_no_trace, 0, 2);
    tcase_add_test(tcase, test_deepening_reaches_the_depth_asked_for);
    tcase_add_test(tcase, test_nodes_of_helpers_are_counted);
    tcase_add_test(tcase, test_a_list_per_level_is_one_list_with_three_moves_and_not_with_four);
    suite_add_tcase(suite, tcase);
    return suite;
}
