// The searches: values equal the reference for every value-preserving combination; node counts are a function
// of the settings alone.
#include "base/clock.h"
#include "base/rng.h"
#include "search/order/iteration.h"
#include "search/search.h"
#include "tests.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static SearchResult search_once(const Variant *v, const SearchSettings *settings, const AnyState *s,
                                int depth)
{
    Status             status;
    SearchResult       result;
    const SearchLimits limits = {.depth = depth};
    Search *const      se     = search_open(v, settings, &status);
    ck_assert_ptr_nonnull(se);
    search_run(se, s, &limits, NULL, NULL, &result);
    search_close(se);
    return result;
}

static SearchResult search_text(const Variant *v, const char *text, const AnyState *s, int depth)
{
    const SearchSettings settings = test_settings(v, text);
    return search_once(v, &settings, s, depth);
}

// A position of a random game; seldom a finished one.
static void random_position(const Variant *v, Rng *rng, AnyState *s)
{
    const int plies = (int)rng_below(rng, (uint32_t)(v->facts.plies_max < 80 ? v->facts.plies_max : 80));
    variant_setup(v, s);
    for (int i = 0; i < plies; i++) {
        Move      moves[GAME_MOVES_MAX];
        const int n = v->game->generate(v->rules, s, moves);
        if (n == 0) return;
        const AnyState parent = *s;
        v->game->play(v->rules, s, &parent, moves[rng_below(rng, (uint32_t)n)]);
    }
}

static const char *algorithm_for(const Variant *v, Rng *rng)
{
    static const char *const two[] = {"alphabeta", "brs", "paranoid", "maxn"}, *const more[] = {
                                                                                   "brs", "paranoid", "maxn"};
    return v->facts.players == 2 ? two[rng_below(rng, 4)] : more[rng_below(rng, 3)];
}

// Random values for the keys of the ideas that are used.
static void random_keys(Rng *rng, Features used, Text *out)
{
    static const char *const        rules[]   = {"mtf", "transposition", "count", "ahead", "pos"},
                             *const levels[]  = {"single", "multi", "blend"},
                             *const weights[] = {"one", "square", "power"};
    const bool regions = used & FEATURE_ORDER_COMBINED_ADS, ads = used & FEATURES_HISTORY_ADS;
    const bool history = used & FEATURE_ORDER_HISTORY, combined = used & FEATURE_ORDER_COMBINED;
    if (ads || (used & FEATURE_ORDER_THREAT)) {
        const uint32_t rule = rng_below(rng, 5);
        text_add(out, ",rule=%s", rules[rule]);
        if (rule > 2) text_add(out, ",k=%u", 1 + rng_below(rng, 4));
    }
    if (ads)
        text_add(out, ",limit=%u,levels=%s", rng_below(rng, 2) * (1 + rng_below(rng, 6)),
                 levels[rng_below(rng, 3)]);
    if (used & FEATURE_ORDER_KILLER) text_add(out, ",slots=%u", 1 + rng_below(rng, 4));
    if (history || combined) text_add(out, ",weight=%s", weights[rng_below(rng, 3)]);
    if (history && !combined) text_add(out, ",history-levels=%s", rng_below(rng, 2) ? "yes" : "no");
    if (used & FEATURE_ORDER_EVAL) text_add(out, ",eval-levels=%u", 1 + rng_below(rng, 4));
    if (combined || regions) text_add(out, ",regions=%u/%u", rng_below(rng, 3), 2 + rng_below(rng, 3));
    if (used & FEATURE_ORDER_RANDOM) text_add(out, ",seed=%u", rng_below(rng, 1000));
}

// A random value-preserving combination for the algorithm, as a spec.
static void random_combination(const Variant *v, Rng *rng, Text *out)
{
    const char *const name = algorithm_for(v, rng);
    const bool        maxn = strcmp(name, "maxn") == 0, table = !maxn && rng_below(rng, 2);
    Features          known = search_algorithm_find(name)->features, used = 0;
    int               said = 0, bits = 0;
    if (!table) known &= ~(Features)(FEATURE_ORDER_TT | FEATURE_ORDER_ITERATION);
    text_add(out, "%s:order=", name);
    for (int tries = 0; tries < 8; tries++) {
        const uint32_t           k = rng_below(rng, FEATURE_COUNT);
        const FeatureInfo *const f = &feature_info[k];
        if (f->class != CLASS_ORDER || !(known >> k & 1) || (used >> k & 1) || bits + f->bits > 63) continue;
        used |= 1u << k;
        bits += f->bits;
        text_add(out, "%s%s", said++ ? "+" : "", f->name);
    }
    if (said == 0) text_add(out, "none");
    random_keys(rng, used, out);
    if (maxn) return;
    if (table) text_add(out, ",tt=%u", 1 + rng_below(rng, 14));
    text_add(out, ",pvs=%s,deepening=%s", rng_below(rng, 2) ? "yes" : "no", rng_below(rng, 2) ? "yes" : "no");
    if (rng_below(rng, 3) == 0) text_add(out, ",aspiration=%u", 1 + rng_below(rng, 20));
    if (rng_below(rng, 4) == 0) text_add(out, ",open-root=yes");
}

static void assert_value(const Variant *v, const char *spec, const char *text, const AnyState *s, int depth)
{
    const SearchSettings settings = test_settings(v, text);
    Value                values[PLAYERS_MAX];
    const Value          expected = reference_value(v, settings.algorithm, s, depth, values);
    const SearchResult   result   = search_once(v, &settings, s, depth);
    char                 position[TEXT_MAX];
    Text                 out = text_on(position, sizeof position);
    variant_format(v, s, &out);
    ck_assert_msg(result.value == expected, "%s '%s' %s depth %d: value %d, reference %d", spec, position,
                  text, depth, result.value, expected);
    if (settings.algorithm == ALGORITHM_MAXN) ck_assert_mem_eq(values, result.values, sizeof values);
}

START_TEST(test_random_combinations_have_the_reference_value)
{
    const char *const spec = test_specs[_i];
    Variant           v    = test_open(spec);
    Rng               rng  = rng_seed((uint64_t)_i + 1);
    for (int i = 0; i < (TEST_SANITIZED ? 20 : test_amount(150, 2500)); i++) {
        AnyState s;
        random_position(&v, &rng, &s);
        const int depth = 1 + (int)rng_below(&rng, (uint32_t)test_depth(&v, &s, 5, 3000));
        for (int k = 0; k < 3; k++) {
            char text[TEXT_MAX];
            Text out = text_on(text, sizeof text);
            random_combination(&v, &rng, &out);
            assert_value(&v, spec, text, &s, depth);
        }
    }
    variant_close(&v);
}
END_TEST

// The full product at low depth: every ordering alone, every list rule with every limit and level, with and
// without table, PVS, deepening, root window.
START_TEST(test_every_combination_has_the_reference_value)
{
    static const char *const orders[] = {"none",
                                         "tt",
                                         "killer",
                                         "history-ads",
                                         "threat-ads",
                                         "history",
                                         "eval",
                                         "kind",
                                         "combined",
                                         "combined-ads",
                                         "iteration",
                                         "random",
                                         "tt+killer+history-ads",
                                         "killer+history"};
    static const char *const rules[] = {"mtf", "transposition", "ahead", "pos", "count"}, *const levels[] = {
                                                                                              "single",
                                                                                              "multi",
                                                                                              "blend"};
    static const int  limits[] = {0, 2, 5}, tables[] = {0, 1, 12};
    const char *const spec = test_specs[_i];
    Variant           v    = test_open(spec);
    Rng               rng  = rng_seed(900 + (uint64_t)_i);
    AnyState          s;
    random_position(&v, &rng, &s);
    const int         depth     = test_depth(&v, &s, 3, 1500);
    const char *const algorithm = v.facts.players == 2 ? "alphabeta" : "brs";
    int               tried     = 0;
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
        for (int switches = 0; switches < 8; switches++)
            for (int t = 0; t < 3; t++) {
                const bool ads       = strstr(orders[o], "ads") != NULL,
                           iteration = strcmp(orders[o], "iteration") == 0,
                           threat    = strncmp(orders[o], "threat", 6) == 0;
                if (tables[t] == 0 && (strncmp(orders[o], "tt", 2) == 0 || iteration)) continue;
                if ((iteration && v.facts.players > 2) || (threat && v.facts.players == 2)) continue;
                for (int list = 0; list < (threat ? 5 : ads ? 45 : 1); list++) {
                    if (++tried % 23 != 0 && TEST_SANITIZED) continue;
                    char text[TEXT_MAX];
                    Text out = text_on(text, sizeof text);
                    text_add(&out, "%s:order=%s,tt=%d,pvs=%s,deepening=%s%s", algorithm, orders[o], tables[t],
                             switches & 1 ? "yes" : "no", switches & 2 ? "yes" : "no",
                             switches & 4 ? ",aspiration=5" : "");
                    if (ads) text_add(&out, ",rule=%s", rules[list % 5]);
                    if (ads && !threat)
                        text_add(&out, ",limit=%d,levels=%s", limits[list / 5 % 3], levels[list / 15]);
                    assert_value(&v, spec, text, &s, depth);
                }
            }
    ck_assert_int_gt(tried, 1000);
    variant_close(&v);
}
END_TEST

// The specs for which instances exist, and others.
static const char *const repeatable[] = {
    "order=none",
    "order=history-ads",
    "order=history-ads+tt,tt=12",
    "order=tt+killer+history-ads,tt=14,pvs=yes",
    "order=tt+killer+history-ads,tt=14,pvs=yes,repetition=yes",
    "order=history",
    "order=killer+history-ads,levels=blend,limit=5",
    "order=random,seed=4",
    "order=eval",
    "order=combined",
    "order=combined-ads",
    "order=tt+history,tt=1,deepening=yes",
    "preset=abalone-paper,tt=12",   // for two players, as all with windows
    "preset=abalone-best,tt=12",
    "preset=abalone-best,tt=12,repetition=yes",
    "preset=abalone-best,tt=12,regions=0/1,futility=0/100",
    // down to the levels in generator order, which five levels do not reach here
    "preset=abalone-paper,tt=12,regions=1/2",
};

START_TEST(test_instances_and_any_visit_the_same_nodes_and_so_does_a_second_search)
{
    Variant            v   = test_open(test_specs[_i]);
    Rng                rng = rng_seed(7);
    AnyState           s;
    Status             status;
    const SearchLimits none = {0};
    for (size_t k = 0; k < sizeof repeatable / sizeof *repeatable; k++) {
        char text[TEXT_MAX];
        Text out = text_on(text, sizeof text);
        if (v.facts.players > 2 && strstr(repeatable[k], "preset=") != NULL) continue;
        if ((v.facts.traits & (TRAIT_SAME_SIDE | TRAIT_PASS)) && strstr(repeatable[k], "best") != NULL)
            continue;   // null
        random_position(&v, &rng, &s);
        text_add(&out, "%s:%s,depth=%d", v.facts.players == 2 ? "alphabeta" : "brs", repeatable[k],
                 1 + test_depth(&v, &s, 5, 20000));
        SearchSettings     settings = test_settings(&v, text);
        const SearchResult preset   = search_once(&v, &settings, &s, 0);
        settings.any                = true;
        Search *const se            = search_open(&v, &settings, &status);
        for (int again = 0; again < 3; again++) {
            SearchResult result;
            search_run(se, &s, &none, NULL, NULL, &result);
            ck_assert_msg(result.nodes == preset.nodes && result.leaves == preset.leaves &&
                              result.value == preset.value,
                          "%s %s: %lu nodes, then %lu", test_specs[_i], text, (unsigned long)preset.nodes,
                          (unsigned long)result.nodes);
            ck_assert_int_eq(result.pv_length, preset.pv_length);
            ck_assert_mem_eq(result.pv, preset.pv, (size_t)preset.pv_length * sizeof(Move));
        }
        search_close(se);
    }
    variant_close(&v);
}
END_TEST

// Pairs that are the same idea said in two ways, visiting the same nodes.
static const char *const twins[][2] = {
    {"order=killer,slots=2", "order=history-ads,rule=mtf,levels=multi,limit=2"},
    {"order=killer,slots=4", "order=history-ads,rule=mtf,levels=multi,limit=4"},
    {"order=history,weight=one", "order=history-ads,rule=count"},
    {"order=history,weight=one,history-levels=yes", "order=history-ads,rule=count,levels=multi"},
    {"order=history-ads,rule=transposition", "order=history-ads,rule=ahead,k=1"},
    {"order=history-ads,rule=mtf", "order=history-ads,rule=ahead,k=10000"},
    {"order=history-ads,rule=mtf", "order=history-ads,rule=pos,k=1"},
    {"order=history-ads,rule=mtf", "order=history-ads,rule=mtf,limit=1000000"},
    {"order=none", "order=none,windows=7200000/7200000"},
    {"order=combined,regions=60/60", "order=eval,eval-levels=60"},
    {"order=combined,regions=0/0", "order=kind"},
    {"order=combined,regions=1/4,weight=one", "order=combined-ads,regions=1/4,rule=count,levels=multi"},
    {"order=combined-ads,regions=0/60", "order=history-ads"},
    {"order=killer+combined,regions=0/1", "order=killer+combined-ads,regions=0/1,rule=count,levels=multi"},
};

START_TEST(test_the_same_idea_said_in_two_ways_visits_the_same_nodes)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(21);
    if (v.facts.players == 2)
        for (size_t k = 0; k < sizeof twins / sizeof *twins; k++)
            for (int i = 0; i < test_amount(3, 50); i++) {
                AnyState s;
                random_position(&v, &rng, &s);
                const int depth = 1 + test_depth(&v, &s, 5, 8000);
                char      a[TEXT_MAX], b[TEXT_MAX];
                snprintf(a, sizeof a, "alphabeta:%s", twins[k][0]);
                snprintf(b, sizeof b, "alphabeta:%s", twins[k][1]);
                const SearchResult x = search_text(&v, a, &s, depth), y = search_text(&v, b, &s, depth);
                ck_assert_msg(x.nodes == y.nodes, "%s depth %d: %s %lu nodes, %s %lu", test_specs[_i], depth,
                              a, (unsigned long)x.nodes, b, (unsigned long)y.nodes);
            }
    variant_close(&v);
}
END_TEST

// In short searches the first thread is done before the other has found anything: the long suite searches
// deep enough that they meet in the table.
START_TEST(test_two_threads_find_the_same_value)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(33);
    for (int i = 0; i < test_amount(12, 400); i++) {
        AnyState s;
        random_position(&v, &rng, &s);
        const int   depth = 1 + test_depth(&v, &s, test_amount(4, 7), (uint64_t)test_amount(4000, 300000));
        const char *algorithm = v.facts.players == 2 ? "alphabeta" : "brs";
        char        text[TEXT_MAX];
        snprintf(text, sizeof text, "%s:order=tt+history-ads,tt=%d,threads=2,deepening=%s", algorithm,
                 2 + (int)rng_below(&rng, 12), i % 2 ? "yes" : "no");
        const SearchResult two = search_text(&v, text, &s, depth);
        snprintf(text, sizeof text, "%s", algorithm);
        ck_assert_int_eq(two.value, search_text(&v, text, &s, depth).value);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_principal_variation_leads_to_the_value)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(41);
    for (int i = 0; v.facts.players == 2 && i < 20; i++) {
        AnyState s;
        random_position(&v, &rng, &s);
        const int          depth = test_depth(&v, &s, 5, 8000), root = v.game->turn(v.rules, &s);
        const SearchResult result = search_text(&v, "alphabeta:order=history-ads", &s, depth);
        int                ply    = 0;
        for (; ply < result.pv_length; ply++) {
            const AnyState parent = s;
            v.game->play(v.rules, &s, &parent, result.pv[ply]);
        }
        const bool over = v.game->count(v.rules, &s) == 0;
        ck_assert(over || ply == depth);
        Value payoff[PLAYERS_MAX];
        v.game->payoff(v.rules, &s, payoff);
        ck_assert_int_eq(result.value, over ? value_of_payoff(payoff[root], ply)
                                            : value_of_evaluation(v.game->evaluate(v.rules, &s, root)));
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_minimal_tree_is_the_smallest)
{
    Variant  v   = test_open(test_specs[_i]);
    Rng      rng = rng_seed(51);
    AnyState s;
    Status   status;
    for (int i = 0; i < 3; i++) {
        random_position(&v, &rng, &s);
        const int         depth = test_depth(&v, &s, 4, 20000);
        const char *const name  = v.facts.players == 2 ? "alphabeta:" : "brs:";
        char              text[80];
        snprintf(text, sizeof text, "%sorder=none", name);
        const SearchSettings settings = test_settings(&v, text);
        uint64_t             minimal;
        ck_assert(search_minimal_tree(&v, &settings, &s, &(SearchLimits){.depth = depth}, &minimal, &status));
        const uint64_t plain = search_once(&v, &settings, &s, depth).nodes;
        // Chess is written captures first, which may refute more cheaply than what the evaluation prefers.
        ck_assert_uint_le(minimal, plain + (strcmp(v.game->name, "chess") == 0 ? plain / 4 : 0));
        snprintf(text, sizeof text, "%sorder=eval,eval-levels=60", name);
        ck_assert_uint_le(minimal, search_text(&v, text, &s, depth).nodes +
                                       // a little slack: the smallest found, not a theorem
                                       (uint64_t)depth);
    }
    variant_close(&v);
}
END_TEST

static void *stop_soon(void *stop)
{
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    atomic_store((atomic_bool *)stop, true);
    return NULL;
}

// Quiescence goes far below the depth asked for: every table per level must reach as far. Straight to the
// greatest depth (a limit on nodes or time would deepen step by step and never come there), stopped from
// outside; a table too short is the address sanitizer's to see.
START_TEST(test_quiescence_at_the_greatest_depth_stays_within_its_tables)
{
    static const char *const games[] = {"checkers", "abalone", "focus"};
    for (int i = 0; i < 3; i++) {
        Variant              v        = test_open(games[i]);
        const SearchSettings settings = test_settings(
            &v, "alphabeta:depth=60,q=30,order=killer+history-ads,levels=multi");
        Search *const      se     = test_search(&v, &settings);
        atomic_bool        stop   = false;
        const SearchLimits limits = {.stop = &stop};
        AnyState           s;
        SearchResult       result;
        pthread_t          thread;
        variant_setup(&v, &s);
        ck_assert_int_eq(pthread_create(&thread, NULL, stop_soon, &stop), 0);
        search_run(se, &s, &limits, NULL, NULL, &result);
        pthread_join(thread, NULL);
        ck_assert(result.stopped);
        search_close(se);
        variant_close(&v);
    }
}
END_TEST

// A player who has nothing left when his turn comes is beaten, in Best-Reply Search too.
START_TEST(test_brs_fears_being_wiped_out)
{
    Variant  v = test_open("focus:players=4");
    AnyState s;
    Status   status;
    ck_assert(
        variant_parse(&v, &s,
                      "2,-,-,-/-,-,-,-,-,-/2,-,1,-,2,-,-,-/-,-,-,-,-,-,-,-/-,-,2,-,-,-,-,-/-,-,-,-,-,-,-,3/"
                      "-,-,-,-,-,-/-,-,-,- 1 0,0,0,0 0,0,0,0 4",
                      &status));
    ck_assert_int_le(search_text(&v, "brs:order=none", &s, 2).value, -VALUE_WIN_MIN);
    ck_assert_int_le(search_text(&v, "brs:order=none", &s, 3).value, -VALUE_WIN_MIN);
    variant_close(&v);
}
END_TEST

// Player 2 is shut in and can only pass; player 3 can move, but only away from his goal. The pass does not
// count beside his moves: he must lose ground, and the root gains it. By hand: the position is worth 27 to
// player 1, a1-c1 brings him two steps, and player 3's smallest loss is one step.
START_TEST(test_brs_counts_no_pass_beside_the_moves_of_another_opponent)
{
    static const char *const players[] = {"brs:order=none", "brs:order=threat-ads+history-ads",
                                          "brs:order=tt+killer+history-ads,tt=12,pvs=yes,deepening=yes"};
    Variant                  v         = test_open("chinese-checkers:board=star73,players=3");
    AnyState                 s, shut;
    Status                   status;
    Move                     moves[GAME_MOVES_MAX];
    ck_assert(variant_parse(
        &v, &s, "1/1-/---/-----13222/-----3322/-----332/-----13/------1-/---------/----------/---/--/1 1",
        &status));
    v.game->pass_to(v.rules, &shut, &s, 1);
    ck_assert(v.game->generate(v.rules, &shut, moves) == 1 && moves[0] == MOVE_PASS);
    v.game->pass_to(v.rules, &shut, &s, 2);
    ck_assert_int_gt(v.game->generate(v.rules, &shut, moves), 1);
    for (size_t k = 0; k < sizeof players / sizeof *players; k++) {
        ck_assert_int_eq(search_text(&v, players[k], &s, 1).value, 27 + 2);
        ck_assert_int_eq(search_text(&v, players[k], &s, 2).value, 27 + 2 + 1);   // 29 with the pass
        for (int depth = 1; depth <= 4; depth++) assert_value(&v, "shut in", players[k], &s, depth);
    }
    variant_close(&v);
}
END_TEST

// Both opponents are shut in at a tip of the star, a piece each (fewer than the rules give them: no
// position of a game has it), and the root's free piece jumps a1-c1. While both pass the board stays as it
// is, so that the root plays alone: +2 for the jump, and again what his best second move brings. Opening a
// way out for an opponent, e9-g7, brings as much but lets him move.
START_TEST(test_brs_passes_where_all_opponents_must)
{
    static const char *const players[] = {"brs:order=none", "brs:order=threat-ads+history-ads",
                                          "brs:order=tt+killer+history-ads,tt=12,pvs=yes,deepening=yes"};
    Variant                  v         = test_open("chinese-checkers:board=star73,players=3");
    AnyState                 s         = {0}, jumped, shut;
    Status                   status;
    Move                     moves[GAME_MOVES_MAX], jump, twice;
    ck_assert_msg(
        v.game->position_parse(
            v.rules, &s,
            "1/1-/---/-------112/--------1/-------1/-------/-------1/--------1/-------113/---/--/- 1",
            &status),
        "%s", status.text);
    for (int p = 1; p < 3; p++) {
        v.game->pass_to(v.rules, &shut, &s, p);
        ck_assert_int_eq(v.game->generate(v.rules, &shut, moves), 1);
        ck_assert_uint_eq(moves[0], MOVE_PASS);
    }
    const Value here = v.game->evaluate(v.rules, &s, 0);
    ck_assert(variant_move_parse(&v, &s, "a1-c1", &jump, &status));
    v.game->play(v.rules, &jumped, &s, jump);
    v.game->pass_to(v.rules, &shut, &jumped, 0);
    ck_assert_int_eq(v.game->evaluate(v.rules, &shut, 0), here + 2);
    ck_assert(variant_move_parse(&v, &shut, "b1-d4", &twice, &status));   // over c1: two more
    for (size_t k = 0; k < sizeof players / sizeof *players; k++) {
        const SearchResult two = search_text(&v, players[k], &s, 2);
        ck_assert_int_eq(search_text(&v, players[k], &s, 1).value, here + 2);
        ck_assert_int_eq(two.value, here + 2);
        ck_assert_uint_eq(two.pv[1], MOVE_PASS);
        ck_assert_int_eq(search_text(&v, players[k], &s, 3).value, here + 4);
        for (int depth = 1; depth <= 4; depth++) assert_value(&v, "all shut in", players[k], &s, depth);
    }
    variant_close(&v);
}
END_TEST

// The police choose several times in a row. With a catch in five plies secured, the next choice finds another
// one in five first and must look on: what the police have secured does not bound what they get themselves.
// By hand: the thief has two ways out, and both are shut at once.
// A game that is always for two compiles no Best-Reply Search.
START_TEST(test_brs_for_two_players_visits_the_nodes_of_alphabeta)
{
    static const char *const keys[] = {"order=none", "order=history-ads", "order=tt+killer,tt=10,pvs=yes"};
    Variant                  v      = test_open(test_specs[_i]);
    Rng                      rng    = rng_seed(77 + (uint64_t)_i);
    AnyState                 s;
    test_position(&v, &rng, &s);
    for (size_t k = 0; v.facts.players == 2 && k < sizeof keys / sizeof *keys; k++) {
        char brs[80], alphabeta[80];
        snprintf(brs, sizeof brs, "brs:%s", keys[k]);
        snprintf(alphabeta, sizeof alphabeta, "alphabeta:%s", keys[k]);
        const int          depth = test_depth(&v, &s, 4, 3000);
        const SearchResult a = search_text(&v, brs, &s, depth), b = search_text(&v, alphabeta, &s, depth);
        ck_assert_int_eq(a.value, b.value);
        ck_assert_uint_eq(a.nodes, b.nodes);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_maxn_does_not_prune_a_player_against_himself)
{
    static const char *const positions[] = {"1.1 2.0,2.2 police", "1.2 2.1,2.3 police", "4.4 3.5,5.3 police"};
    static const char *const players[]   = {"maxn:order=none", "maxn:order=killer+history-ads"};
    Variant                  v           = test_open("thief-police:size=7,police=2,simultaneous=yes");
    AnyState                 s;
    Status                   status;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            ck_assert_msg(variant_parse(&v, &s, positions[i], &status), "%s", status.text);
            ck_assert_int_eq(search_text(&v, players[k], &s, 5).value, PAYOFF_UNIT * VALUE_PER_PAYOFF - 2);
            for (int depth = 1; depth <= 8; depth++) assert_value(&v, positions[i], players[k], &s, depth);
        }
    variant_close(&v);
}
END_TEST

START_TEST(test_limits_hold)
{
    Variant      v = test_open("connect-four");
    AnyState     s;
    Status       status;
    SearchResult result;
    variant_setup(&v, &s);
    const SearchSettings settings = test_settings(&v, "alphabeta:order=history-ads");
    Search *const        se       = search_open(&v, &settings, &status);
    for (uint64_t nodes = 1; nodes < 200000; nodes = nodes * 3 + 1) {
        const SearchLimits limits = {.nodes = nodes};
        search_run(se, &s, &limits, NULL, NULL, &result);
        ck_assert_uint_le(result.nodes, nodes);
        ck_assert(result.stopped);
        ck_assert_int_ge(result.pv_length, 1);
    }
    const double       start = clock_seconds();
    const SearchLimits time  = {.seconds = 0.2};
    search_run(se, &s, &time, NULL, NULL, &result);
    ck_assert(result.stopped && result.depth > 3);
    ck_assert_double_lt(clock_seconds() - start, 2.0);
    atomic_bool        stop    = true;
    const SearchLimits stopped = {.depth = 20, .stop = &stop};
    search_run(se, &s, &stopped, NULL, NULL, &result);
    ck_assert(result.stopped);
    search_close(se);
    variant_close(&v);
}
END_TEST

// Stopped before its first depth is completed, a search says so (depth 0), and a player still moves: the
// first move that the rules give.
START_TEST(test_a_search_stopped_at_once_has_no_depth_and_a_legal_move)
{
    static const char *const players[] = {"alphabeta:order=history-ads", "alphabeta:tt=8,threads=2",
                                          "brs:order=none", "paranoid:order=none", "maxn:order=none"};
    static const char *const games[]   = {"othello", "focus:players=4"};
    for (int g = 0; g < 2; g++)
        for (int k = g * 2; k < 5; k++)
            for (int stops = 0; stops < 2; stops++) {
                Variant              v    = test_open(games[g]);
                const SearchSettings t    = test_settings(&v, players[k]);
                Search *const        se   = test_search(&v, &t);
                atomic_bool          stop = true;
                const SearchLimits   one = {.nodes = 1}, now = {.depth = 30, .stop = &stop};
                SearchResult         r;
                AnyState             s;
                Move                 moves[GAME_MOVES_MAX];
                variant_setup(&v, &s);
                search_run(se, &s, stops ? &now : &one, NULL, NULL, &r);
                ck_assert(r.stopped && r.depth == 0 && r.pv_length == 1);
                ck_assert_int_gt(v.game->generate(v.rules, &s, moves), 1);
                ck_assert_uint_eq(r.pv[0], moves[0]);
                search_close(se);
                variant_close(&v);
            }
}
END_TEST

START_TEST(test_a_won_game_is_won_as_soon_as_possible)
{
    Variant  v = test_open("tictactoe");
    AnyState s;
    Status   status;
    ck_assert(variant_parse(&v, &s, "XX-OO---- X", &status));
    const SearchResult result = search_text(&v, "alphabeta:order=none", &s, 5);
    ck_assert_int_eq(result.value, PAYOFF_UNIT * VALUE_PER_PAYOFF - 1);
    ck_assert_uint_eq(result.pv[0], 2);
    variant_setup(&v, &s);
    ck_assert_int_eq(search_text(&v, "alphabeta:order=tt,tt=10", &s, 9).value, 0);   // a draw with best play
    variant_close(&v);
}
END_TEST

// abalone, Fig. 5: (kills, evaluation or -1), sorted by kills, then by iteration sorting.
START_TEST(test_published_iteration_sorting)
{
    static const int sorted[19][2]   = {{68, -1}, {45, 80}, {44, -1}, {32, 3}, {21, -1}, {18, -1}, {11, -1},
                                        {10, 5},  {9, -1},  {8, 20},  {7, -1}, {6, -1},  {5, 21},  {4, -1},
                                        {4, -1},  {3, 45},  {3, -1},  {1, -1}, {0, -1}};
    static const int expected[19][2] = {{45, 80}, {3, 45}, {68, -1}, {44, -1}, {21, -1}, {18, -1}, {11, -1},
                                        {5, 21},  {9, -1}, {8, 20},  {7, -1},  {6, -1},  {10, 5},  {4, -1},
                                        {4, -1},  {3, -1}, {1, -1},  {0, -1},  {32, 3}};
    IterationMove    moves[19], out[19];
    int              scratch[19];
    for (int i = 0; i < 19; i++)
        moves[i] = (IterationMove){.index = i, .known = sorted[i][1] >= 0, .value = sorted[i][1]};
    iteration_sort(moves, out, scratch, 19);
    for (int i = 0; i < 19; i++) {
        ck_assert_int_eq(sorted[out[i].index][0], expected[i][0]);
        ck_assert_int_eq(sorted[out[i].index][1], expected[i][1]);
    }
}
END_TEST

Suite *suite_search(void);
Suite *suite_search(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("search");
    TCase *tcase = tcase_create("search");
    tcase_set_timeout(tcase, test_amount(360, 14400));
    tcase_add_loop_test(tcase, test_random_combinations_have_the_reference_value, 0, specs);
    tcase_add_loop_test(tcase, test_instances_and_any_visit_the_same_nodes_and_so_does_a_second_search, 0,
                        specs);
    tcase_add_loop_test(tcase, test_the_same_idea_said_in_two_ways_visits_the_same_nodes, 0, specs);
    tcase_add_loop_test(tcase, test_principal_variation_leads_to_the_value, 0, specs);
    tcase_add_loop_test(tcase, test_minimal_tree_is_the_smallest, 0, specs);
    tcase_add_test(tcase, test_quiescence_at_the_greatest_depth_stays_within_its_tables);
    tcase_add_test(tcase, test_brs_fears_being_wiped_out);
    tcase_add_loop_test(tcase, test_brs_for_two_players_visits_the_nodes_of_alphabeta, 0, specs);
    tcase_add_test(tcase, test_brs_counts_no_pass_beside_the_moves_of_another_opponent);
    tcase_add_test(tcase, test_maxn_does_not_prune_a_player_against_himself);
    tcase_add_test(tcase, test_limits_hold);
    tcase_add_test(tcase, test_a_search_stopped_at_once_has_no_depth_and_a_legal_move);
    tcase_add_test(tcase, test_a_won_game_is_won_as_soon_as_possible);
    tcase_add_test(tcase, test_published_iteration_sorting);
    suite_add_tcase(suite, tcase);
    TCase *passes = tcase_create("passes");
    tcase_add_test(passes, test_brs_passes_where_all_opponents_must);
    suite_add_tcase(suite, passes);
    return suite;
}

// Apart, as it takes nine tenths of the time: whoever looks for a fault (tools/mutate) asks the others first.
Suite *suite_search_product(void);
Suite *suite_search_product(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("search_product");
    TCase *tcase = tcase_create("search_product");
    tcase_set_timeout(tcase, test_amount(360, 14400));
    tcase_add_loop_test(tcase, test_every_combination_has_the_reference_value, 0, specs);
    suite_add_tcase(suite, tcase);
    return suite;
}

// Apart, so that the thread sanitizer can run it alone.
Suite *suite_threads(void);
Suite *suite_threads(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("threads");
    TCase *tcase = tcase_create("threads");
    tcase_set_timeout(tcase, test_amount(360, 14400));
    tcase_add_loop_test(tcase, test_two_threads_find_the_same_value, 0, specs);
    suite_add_tcase(suite, tcase);
    return suite;
}
